package umpire

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/mail"
	"berthier/store"
)

// stranger is who gets the answer to an unsigned mail. Anybody can write any address
// into From, a player's too: so answers are small and counted, whoever it is.
type stranger struct {
	address string  // where the answer goes; "" if there is none
	player  bool    // it is the registered address of a player
	limits  []limit // for any answer
	larger  []limit // and for a larger one; nil if there is none: the address proved nothing
}

// stranger finds out who may be answered. asked says that the mail has commands.
func (t *taking) stranger(asked bool) (s stranger, err error) {
	box, ok := mailboxOf(t.m.From.Address)
	switch {
	case !ok:
		t.log.Info("sender not answered: no usable address")
		return s, nil
	case t.m.Forged != "":
		t.log.Info("sender not answered: the address is probably forged", "reason", t.m.Forged)
		return s, nil
	}
	var known string
	err = t.u.Store.View(func(tx *store.Tx) error {
		if known, s.player, err = t.u.knownAddress(tx, t.m.From.Address, box); err != nil {
			return err
		}
		_, err := tx.Mail(t.strangerID(box))
		if errors.Is(err, store.ErrNotFound) {
			s.address = cmp.Or(known, t.m.From.Address)
			return nil
		}
		if err == nil {
			t.log.Info("sender not answered: he was already")
		}
		return err
	})
	if err != nil || s.address == "" {
		return s, err
	}
	l := t.u.Limits
	if known != "" {
		s.limits = []limit{{players: true, key: "unsigned " + box.name, quotas: l.oftenQuotas()}}
		s.larger = []limit{
			{players: true, key: "larger", quotas: []quota{{allLargerDay, day}}},
			{players: true, key: "larger " + box.name, quotas: []quota{{largerDay, day}}},
		}
		return s, nil
	}
	own := limit{key: "useless " + box.name, quotas: []quota{{l.Strangers, day}}}
	if asked {
		own = limit{key: "asks " + box.name, quotas: l.oftenQuotas()}
	}
	s.limits = []limit{
		{key: "all", quotas: []quota{{l.AllStrangers, day}}},
		{key: "domain " + box.domain, quotas: []quota{{(l.AllStrangers + 1) / 2, day}}},
		own,
	}
	return s, nil
}

// knownAddress gives the address to which a mailbox was registered for a player of any
// game, or which observes one, having sent back its code; "" if there is none.
func (u *Umpire) knownAddress(tx *store.Tx, from string, box mailbox) (address string, player bool, err error) {
	if err := u.findSeats(tx); err != nil {
		return "", false, err
	}
	for _, name := range sortedKeys(u.infos) {
		g := u.infos[name]
		for _, side := range g.sides {
			if m, ok := mailboxOf(g.address[side]); ok && m.name == box.name {
				return g.address[side], true, nil
			}
		}
	}
	for name := range u.infos {
		word, err := optional(tx.State(name, stateObserver+strings.ToLower(from)))
		if err != nil || len(word) > 0 {
			return strings.ToLower(from), false, err
		}
	}
	return "", false, nil
}

// strangerID is the Message-ID of the answer to an unsigned mail. It recognises the
// mail if it comes again by another way: no other mark of it is kept.
func (t *taking) strangerID(box mailbox) string {
	return t.u.id(post.AnswerID(fmt.Sprintf("%x", sha([]byte(t.m.ID+"\n"+box.name)))[:32]))
}

// answerStranger queues the answer to an unsigned mail, with the null return path so
// that it can start no loop, if the sender may have one. Only if his address proved
// itself, and not often, it has its pictures, its HTML and all of its text.
func (t *taking) answerStranger(title string, md, html []byte, pictures ...mail.File) error {
	s, err := t.stranger(t.asked)
	if err != nil || s.address == "" || !t.allowed(s.limits...) {
		return err
	}
	box, _ := mailboxOf(t.m.From.Address)
	o := mail.Outgoing{
		From: t.u.Address, To: []mail.Address{{Address: s.address}}, ID: t.strangerID(box), Date: t.u.now(),
		Subject: title, AutoSubmitted: mail.AutoReplied, Text: string(md),
	}
	if !t.m.IDDerived {
		o.InReplyTo, o.References = t.m.ID, []string{t.m.ID}
	}
	small, err := t.small(o)
	if err != nil {
		return err
	}
	if whole := small.Text == o.Text && len(pictures) == 0; !whole && s.larger != nil && t.within(s.larger...) {
		o.HTML, o.Inline = string(html), pictures
	} else if o = small; o.Text == "" {
		return nil
	}
	t.counts = append(t.counts, s.limits...)
	return t.queue("", "", o)
}

// small makes what may answer a mail that anybody could have sent out of an answer; its
// text is "" if there is no room for any.
func (t *taking) small(o mail.Outgoing) (mail.Outgoing, error) {
	o.HTML, o.Inline, o.Attachments, o.Text = "", nil, nil, string(withoutPictures([]byte(o.Text)))
	var err error
	o.Text, err = cutToFit(o, min(unsignedBytes, unsignedGain*len(t.m.Raw)))
	return o, err
}

// queueSigned queues an answer to what was signed: a small one that does not stay if it
// is a copy.
func (t *taking) queueSigned(game string, o mail.Outgoing) (err error) {
	if !t.leavesNothing() {
		return t.queue(game, t.u.own, o)
	}
	o.ID = "copy." + o.ID
	if o, err = t.small(o); err != nil || o.Text == "" {
		return err
	}
	return t.queue("", t.u.own, o)
}

// cutSentence ends an answer that was cut.
const cutSentence = "\nThe rest is cut, as anybody could have sent the mail that this answers. A player who signs the same anew gets all of it; whoever else follows a game writes: observe GAME.\n"

// cutToFit gives the text with which the mail has at most so many bytes, all of it or
// its beginning; "" if there is none.
func cutToFit(o mail.Outgoing, most int) (text string, err error) {
	fits := func(text string) bool {
		o.Text = text
		var raw []byte
		if len(text) <= most && err == nil {
			raw, err = mail.Compose(o)
		}
		return len(text) <= most && err == nil && len(raw) <= most
	}
	if all := o.Text; fits(all) || err != nil {
		return all, err
	}
	lines := strings.SplitAfter(o.Text, "\n")
	beginning := func(n int) string { return strings.Join(lines[:n], "") + cutSentence }
	n := sort.Search(len(lines), func(n int) bool { return !fits(beginning(n)) })
	if n == 0 {
		return "", err
	}
	return beginning(n - 1), err
}

// leavesNothing reports whether no mark of the mail is kept, nor the mail: anybody can
// send it as often as he likes, and it changed nothing.
func (t *taking) leavesNothing() bool {
	if t.game == nil && !t.umpire {
		return t.m.Auto == "" || len(t.batch) == 0
	}
	return t.copy && len(t.batch) == 0
}

// provesAddress reports whether the first command of an unsigned mail that could have
// the code that was mailed to the address in From has it.
func (d *doing) provesAddress() (proved bool, err error) {
	i := slices.IndexFunc(d.mail.Lines, func(l command.Line) bool { return len(l.Args) == 2 && slices.Contains(observerWords, l.Word) })
	if i < 0 {
		return false, nil
	}
	l := d.mail.Lines[i]
	err = d.u.Store.View(func(tx *store.Tx) error {
		g, err := d.u.load(tx, strings.ToLower(l.Args[0]))
		if _, held := errors.AsType[*HeldError](err); held || errors.Is(err, store.ErrNoGame) || errors.Is(err, ErrNoRuleset) {
			return nil
		}
		proved = err == nil && said.SameCode(l.Args[1], g.observerCode(l.Word, d.looker()))
		return err
	})
	return proved, err
}

// quoteFaults cuts what faults quote of a stranger's text to post.QuotedLetters in all, or
// to nothing.
func quoteFaults(faults []engine.Fault, may bool) {
	left := 0
	if may {
		left = post.QuotedLetters
	}
	for i := range faults {
		if text := post.Quote(faults[i].Text, left); left > 0 {
			faults[i].Text, left = text, left-len([]rune(text))
		} else {
			faults[i].Text = ""
		}
	}
}
