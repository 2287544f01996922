package matter

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"berthier/cmd/internal/mailbox"
	"berthier/cmd/internal/marks"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/quota"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/store"
	"berthier/templates"
)

// stranger is who gets the answer to an unsigned mail. Anybody can write any address
// into From, a player's too: so answers are small and counted, whoever it is.
type stranger struct {
	Address  string          // where the answer goes; "" if there is none
	Player   bool            // it is the registered address of a player
	Language tongue.Language // that of the player, or English
	Limits   []quota.Limit   // for any answer, his own last
	Larger   []quota.Limit   // and for a larger one; nil if there is none: the address proved nothing
}

// Stranger finds out who may be answered. asked says that the mail has commands.
func (t *Matter) Stranger(asked bool) (s stranger, err error) {
	box, ok := mailbox.Of(t.Mail.From.Address)
	switch {
	case !ok:
		t.Log.Info("sender not answered: no usable address")
		return s, nil
	case t.Mail.Forged != "":
		t.Log.Info("sender not answered: the address is probably forged", "reason", t.Mail.Forged)
		return s, nil
	}
	var known string
	if known, s.Player, s.Language, err = marks.Known(t.Desk.Docket, t.Mail, box); err != nil {
		return s, err
	}
	err = t.Desk.Store.View(func(tx *store.Tx) error {
		_, err := tx.Mail(t.Desk.Post.MessageID(t.strangerID(box)))
		if errors.Is(err, store.ErrNotFound) {
			s.Address = cmp.Or(known, t.Mail.From.Address)
			return nil
		}
		if err == nil {
			t.Log.Info("sender not answered: he was already")
		}
		return err
	})
	if err != nil || s.Address == "" {
		return s, err
	}
	l := t.Desk.Limits
	if known != "" {
		s.Limits = []quota.Limit{{Players: true, Key: "unsigned " + box.Name, Quotas: oftenQuotas(l)}}
		s.Larger = []quota.Limit{
			{Players: true, Key: "larger", Quotas: []quota.Rate{{Most: allLargerDay, Per: quota.Day}}},
			{Players: true, Key: "larger " + box.Name, Quotas: []quota.Rate{{Most: largerDay, Per: quota.Day}}},
		}
		return s, nil
	}
	own := quota.Limit{Key: "useless " + box.Name, Quotas: []quota.Rate{{Most: l.Strangers, Per: quota.Day}}}
	if asked {
		own = quota.Limit{Key: "asks " + box.Name, Quotas: oftenQuotas(l)}
	}
	s.Limits = []quota.Limit{
		{Key: "all", Quotas: []quota.Rate{{Most: l.AllStrangers, Per: quota.Day}}},
		{Key: "domain " + box.Domain, Quotas: []quota.Rate{{Most: (l.AllStrangers + 1) / 2, Per: quota.Day}}},
		own,
	}
	return s, nil
}

// strangerID is the left half of the Message-ID of the answer to an unsigned mail. It
// recognises the mail if it comes again by another way: no other mark of it is kept.
func (t *Matter) strangerID(box mailbox.Box) string {
	return post.AnswerID(fmt.Sprintf("%x", sha256.Sum256([]byte(t.Mail.ID+"\n"+box.Name)))[:32])
}

// AnswerStranger queues the answer to an unsigned mail, with the null return path so
// that it can start no loop, if the sender may have one. Only if his address proved
// itself, and not often, it has its pictures, its HTML and all of its text.
func (t *Matter) AnswerStranger(title tongue.Text, page post.Page, pictures ...mail.File) error {
	s, err := t.Stranger(t.Asked)
	if err != nil || s.Address == "" || !t.Allowed(s.Limits...) {
		return err
	}
	box, _ := mailbox.Of(t.Mail.From.Address)
	l := post.Letter{
		To: mail.Address{Address: s.Address}, ID: t.strangerID(box), Subject: title.In(s.Language), Page: page,
		Inline: pictures, Answers: t.Answers(), Null: true,
	}
	last := t.lastAnswer(s)
	small, err := t.Desk.Post.Cut(l, t.smallSize()-2*len(last)) // it grows when it is encoded
	if err != nil {
		return err
	}
	whole := small.Page.Text == page.Text && len(pictures) == 0
	if whole || last != "" || s.Larger == nil || !t.Within(s.Larger...) {
		l = small
	}
	if l.Page.Text == "" {
		return nil
	}
	l.Page.Text += last
	t.Counts = append(t.Counts, s.Limits...)
	return t.Tell(l)
}

// lastAnswer says when the sender is answered again, if this answer is the last for a
// while, and whom he can write to; "" if it is not.
func (t *Matter) lastAnswer(s stranger) string {
	own := s.Limits[len(s.Limits)-1]
	next := t.Desk.Answered.Table(own).Next(own.Key, t.Desk.Clock(), own.Quotas...)
	if next.IsZero() {
		return ""
	}
	return "\n" + templates.Prose(phrase.Say("stranger.last", "next", phrase.Moment(next.Add(time.Minute)), "umpire",
		t.Desk.Contact).In(s.Language))
}

// Reader is the language of whoever the mail without a good signature seems to be from: that of the player who has
// the address, or English.
func (t *Matter) Reader() tongue.Language {
	box, ok := mailbox.Of(t.Mail.From.Address)
	if !ok {
		return tongue.En
	}
	_, _, in, err := marks.Known(t.Desk.Docket, t.Mail, box)
	if err != nil || in == "" {
		return tongue.En
	}
	return in
}

// Way is marks.Way for the mail.
func (t *Matter) Way(game string) tongue.Fact {
	way, err := marks.Way(t.Desk.Docket, t.Mail, game)
	t.Batch.Fail(err)
	return way
}

// smallSize is how many bytes the answer to the mail may have if anybody could have sent it.
func (t *Matter) smallSize() int { return min(unsignedBytes, unsignedGain*len(t.Mail.Raw)) }

// AnswerSigned queues an answer to what was signed: a small one that does not stay if it is a copy.
func (t *Matter) AnswerSigned(l post.Letter) (err error) {
	if l.Copy = t.LeavesNothing(); l.Copy {
		if l, err = t.Desk.Post.Cut(l, t.smallSize()); err != nil || l.Page.Text == "" {
			return err
		}
	}
	return t.Tell(l)
}

// LeavesNothing reports whether no mark of the mail is kept, nor the mail: anybody can
// send it as often as he likes, and it changed nothing.
func (t *Matter) LeavesNothing() bool {
	if t.Game == nil && !t.ByUmpire {
		return t.Mail.Auto == "" || len(t.Batch.Writes) == 0
	}
	return t.Copy && len(t.Batch.Writes) == 0
}
