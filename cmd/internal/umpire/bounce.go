package umpire

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"berthier/mail"
	"berthier/store"
)

// paused are the addresses whose mails wait because one came back, in lower
// case: a copy of what the store says.
type paused struct {
	mu    sync.Mutex
	read  bool
	since map[string]bool
}

// among gives those of some addresses whose mails wait.
func (p *paused) among(s *ledger, addresses []string) (found []string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.read {
		p.since = map[string]bool{}
		err := s.View(func(tx *store.Tx) error {
			for q, err := range tx.Waiting() {
				if err != nil {
					return err
				}
				if !q.HeldAt.IsZero() {
					p.since[strings.ToLower(q.To[0])] = true
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		p.read = true
	}
	for _, a := range addresses {
		if p.since[strings.ToLower(a)] {
			found = append(found, a)
		}
	}
	return found, nil
}

// forget makes among look into the store again.
func (p *paused) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.read = false
}

const (
	// bounceAge is how long after it was sent a mail can come back: servers try for
	// five days, and the report may meet a daemon that does not run.
	bounceAge = 30 * day
	// After holdFirst one mail is tried again, and each time that it comes back after
	// twice the time, up to holdLast.
	holdFirst = day
	holdLast  = 8 * day
	// proofTime is how long the others wait then, to see whether it does.
	proofTime = time.Hour
)

// stopping are the kinds of mails that stop those to an address when they come
// back, as they stand in the Message-ID behind the side; "" is a report. An answer
// or press never does: what is in it others may have written, so that a server
// refuses it.
var stopping = []string{"", "clock", "closed", "notice", "reminder", "silent", "welcome"}

func stops(m store.Mail) bool {
	left, _, _ := strings.Cut(m.ID, "@")
	about, ok := strings.CutPrefix(left, m.Game+".")
	f := append(strings.Split(about, "."), "") // step, side, kind
	return ok && m.Game != "" && m.From != "" && len(f) > 2 && slices.Contains(stopping, f[2])
}

// automatic deals with a mail that no person wrote: nothing is answered, but a
// mail of ours that came back stops all others to the same address for a time.
func (t *taking) automatic() error {
	b, ok := t.m.Bounce()
	if !ok {
		t.ignoreAuto()
		return nil
	}
	t.log = t.log.With("bounced", b.ID)
	var q store.QueuedMail
	err := t.u.Store.View(func(tx *store.Tx) (err error) {
		q, err = tx.Mail(b.ID)
		return err
	})
	now := t.u.now()
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && (q.From == "" || !b.About(q.Raw) || now.Sub(q.SentAt) > bounceAge && !q.SentAt.IsZero()):
		t.done = func() { t.log.Info("delivery report ignored: it does not bring back a mail that we sent lately") }
		return nil
	case err != nil:
		return err
	}
	why := strings.TrimSpace(strings.Map(statusLetter, b.Status) + " " + quote(b.Why, quotedLetters))
	if !stops(q.Mail) {
		t.done = func() {
			t.log.Warn("answer or press came back; other mails go on", "game", q.Game, "to", q.To[0], "reason", why)
		}
		return nil
	}
	return t.hold(q, why)
}

// statusLetter leaves of a status what RFC 3463 section 2 has in one.
func statusLetter(r rune) rune {
	if r == '.' || '0' <= r && r <= '9' {
		return r
	}
	return -1
}

// hold stops the mails to the address of one that came back, and tells the umpire
// of it the first time.
func (t *taking) hold(q store.QueuedMail, why string) error {
	now := t.u.now()
	until := now.Add(holdTime(q.Holds))
	told := q.Holds > 0
	err := t.u.Store.View(func(tx *store.Tx) error {
		for other, err := range tx.Waiting() {
			if err != nil {
				return err
			}
			told = told || !other.HeldAt.IsZero() && strings.EqualFold(other.To[0], q.To[0])
		}
		return nil
	})
	if err != nil {
		return err
	}
	t.batch.add(func(tx *store.Tx) error { return tx.Hold(q.ID, now, until, "came back: "+why) })
	t.effects = append(t.effects, t.u.paused.forget)
	t.done = func() {
		t.log.Warn("mail came back: no more are sent to this address for a time", "game", q.Game, "to", q.To[0], "until", until, "reason", why)
	}
	if told {
		return nil
	}
	note, err := t.u.note("bounce."+t.m.HashString()[:16], q.Mail, "Mails to "+q.To[0]+" come back",
		fmt.Sprintf("The mail %s to %s could not be delivered:", q.ID, q.To[0]),
		"    "+why,
		"All mails to this address wait now. That one is tried again on "+moment(until)+", and after 2, 4 and then every 8 days if it comes back again; if it does not, the others follow. All go out at once when the player writes to me, or when you say so:",
		"    berthier outbox -release "+q.To[0])
	t.mails = append(t.mails, note...)
	return err
}

// holdTime is how long a mail waits that has been tried again so often.
func holdTime(tried int) time.Duration { return min(holdFirst<<min(tried, 8), holdLast) }

// sentAgain lets the mails to an address wait for a while when one that had come
// back was sent once more.
func (u *Umpire) sentAgain(tx *store.Tx, m store.QueuedMail, now time.Time) error {
	if m.HeldAt.IsZero() {
		return nil
	}
	u.paused.forget()
	return tx.Delay(m.To[0], now.Add(proofTime))
}

// forgedGoOn is how often a mail that anybody could have sent lets those to an address
// go on: each time that they come back again the umpire is told.
var forgedGoOn = quota{1, day}

// goOn sends what waits for a person who writes: his mailbox is in use.
func (t *taking) goOn(b *batch) error {
	if t.m.Auto != "" && !t.m.Unsure {
		return nil
	}
	var addresses []string
	if t.m.Forged == "" {
		addresses = append(addresses, t.m.From.Address)
	}
	if t.game != nil && t.side != "" {
		addresses = append(addresses, t.game.address[t.side])
	}
	found, err := t.u.paused.among(&t.u.Store, addresses)
	if t.game == nil || t.copy {
		found = slices.DeleteFunc(found, func(a string) bool {
			return !t.within(limit{players: true, key: "goes on " + strings.ToLower(a), quotas: []quota{forgedGoOn}})
		})
	}
	if err != nil || len(found) == 0 {
		return err
	}
	b.add(func(tx *store.Tx) error { _, err := tx.Release(found...); return err })
	t.effects = append(t.effects, t.u.paused.forget)
	done := t.done
	t.done = func() {
		t.log.Info("mails go on to a player who writes again", "to", found[0])
		if done != nil {
			done()
		}
	}
	return nil
}

// Release sends the mails to an address that wait because one of them came
// back, and returns how many there are.
func (u *Umpire) Release(address string) (n int, err error) {
	defer u.paused.forget()
	err = u.Config.Store.Update(func(tx *store.Tx) (err error) {
		n, err = tx.Release(address)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("releasing the mails to %s: %w", address, err)
	}
	if n > 0 {
		u.Logger.Info("mails go on: the umpire says so", "to", address, "mails", n)
		u.stir()
	}
	return n, nil
}

// note is a mail to the umpire about a mail that did not arrive; none if there
// is no umpire, or if that mail was to him. left is unique to the occasion.
func (u *Umpire) note(left string, about store.Mail, subject string, text ...string) ([]store.Mail, error) {
	if u.Contact == "" || strings.EqualFold(about.To[0], u.Contact) {
		return nil, nil // the log of the daemon has it
	}
	if about.Game != "" {
		subject = fmt.Sprintf("[%s] %s", about.Game, subject)
	}
	m, err := u.queued("", "", mail.Outgoing{
		From: u.Address, To: []mail.Address{{Address: u.Contact}}, ID: u.id(notePrefix + left), Date: u.now(),
		Subject: subject, AutoSubmitted: mail.AutoGenerated, Text: string(paragraphs(text...)),
	})
	if err != nil {
		return nil, err
	}
	return []store.Mail{m}, nil
}
