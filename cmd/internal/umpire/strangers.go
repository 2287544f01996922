package umpire

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

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
	limits  []limit // for any answer, his own last
	larger  []limit // and for a larger one; nil if there is none: the address proved nothing
}

// stranger finds out who may be answered. asked says that the mail has commands.
func (t *matter) stranger(asked bool) (s stranger, err error) {
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
		_, err := tx.Mail(t.u.Post.MessageID(t.strangerID(box)))
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
		s.limits = []limit{{players: true, key: "unsigned " + box.name, quotas: oftenQuotas(l)}}
		s.larger = []limit{
			{players: true, key: "larger", quotas: []quota{{most: allLargerDay, per: day}}},
			{players: true, key: "larger " + box.name, quotas: []quota{{most: largerDay, per: day}}},
		}
		return s, nil
	}
	own := limit{key: "useless " + box.name, quotas: []quota{{most: l.Strangers, per: day}}}
	if asked {
		own = limit{key: "asks " + box.name, quotas: oftenQuotas(l)}
	}
	s.limits = []limit{
		{key: "all", quotas: []quota{{most: l.AllStrangers, per: day}}},
		{key: "domain " + box.domain, quotas: []quota{{most: (l.AllStrangers + 1) / 2, per: day}}},
		own,
	}
	return s, nil
}

// knownAddress gives the address to which a mailbox was registered for a player of any
// game, or which observes one, having sent back its code; "" if there is none.
func (u *Desk) knownAddress(tx *store.Tx, from string, box mailbox) (address string, player bool, err error) {
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

// strangerID is the left half of the Message-ID of the answer to an unsigned mail. It
// recognises the mail if it comes again by another way: no other mark of it is kept.
func (t *matter) strangerID(box mailbox) string {
	return post.AnswerID(fmt.Sprintf("%x", sha([]byte(t.m.ID+"\n"+box.name)))[:32])
}

// answerStranger queues the answer to an unsigned mail, with the null return path so
// that it can start no loop, if the sender may have one. Only if his address proved
// itself, and not often, it has its pictures, its HTML and all of its text.
func (t *matter) answerStranger(title string, page post.Page, pictures ...mail.File) error {
	s, err := t.stranger(t.asked)
	if err != nil || s.address == "" || !t.allowed(s.limits...) {
		return err
	}
	box, _ := mailboxOf(t.m.From.Address)
	l := post.Letter{
		To: mail.Address{Address: s.address}, ID: t.strangerID(box), Subject: title, Page: page, Inline: pictures,
		Answers: t.answers(), Null: true,
	}
	last := t.lastAnswer(s)
	small, err := t.u.Post.Cut(l, t.smallSize()-2*len(last)) // it grows when it is encoded
	if err != nil {
		return err
	}
	whole := small.Page.Text == page.Text && len(pictures) == 0
	if whole || last != "" || s.larger == nil || !t.within(s.larger...) {
		l = small
	}
	if l.Page.Text == "" {
		return nil
	}
	l.Page.Text += last
	t.counts = append(t.counts, s.limits...)
	return t.tell(l)
}

// lastAnswer says when the sender is answered again, if this answer is the last for a
// while, and whom he can write to; "" if it is not.
func (t *matter) lastAnswer(s stranger) string {
	own := s.limits[len(s.limits)-1]
	next := t.u.answered.table(own).next(own.key, t.u.Clock(), own.quotas...)
	if next.IsZero() {
		return ""
	}
	text := "\nThis is the last answer for now to mails from your address without a good signature. The next such mail " +
		"is answered from " + post.Moment(next.Add(time.Minute)) + " on. What is signed with a registered key is " +
		"answered at any time."
	if t.u.Contact != "" {
		text += " Until then you can write to the umpire: " + t.u.Contact
	}
	return text + "\n"
}

// smallSize is how many bytes the answer to the mail may have if anybody could have sent it.
func (t *matter) smallSize() int { return min(unsignedBytes, unsignedGain*len(t.m.Raw)) }

// answerSigned queues an answer to what was signed: a small one that does not stay if it
// is a copy.
func (t *matter) answerSigned(l post.Letter) (err error) {
	if l.Copy = t.leavesNothing(); l.Copy {
		if l, err = t.u.Post.Cut(l, t.smallSize()); err != nil || l.Page.Text == "" {
			return err
		}
	}
	return t.tell(l)
}

// leavesNothing reports whether no mark of the mail is kept, nor the mail: anybody can
// send it as often as he likes, and it changed nothing.
func (t *matter) leavesNothing() bool {
	if t.game == nil && !t.umpire {
		return t.m.Auto == "" || len(t.batch) == 0
	}
	return t.copy && len(t.batch) == 0
}

// provesAddress reports whether the first command of an unsigned mail that could have
// the code that was mailed to the address in From has it.
func (d *errand) provesAddress() (proved bool, err error) {
	i := slices.IndexFunc(d.mail.Lines, func(l command.Line) bool {
		return len(l.Args) == 2 &&
			slices.Contains(observerWords, l.Word)
	})
	if i < 0 {
		return false, nil
	}
	l := d.mail.Lines[i]
	err = d.u.Store.View(func(tx *store.Tx) error {
		g, err := d.u.load(tx, strings.ToLower(l.Args[0]))
		if _, held := errors.AsType[*HeldError](err); held || errors.Is(err, store.ErrNoGame) ||
			errors.Is(err, ErrNoRuleset) {
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
