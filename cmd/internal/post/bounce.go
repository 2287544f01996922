package post

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"berthier/mail"
	"berthier/store"
)

// stoppedAddresses are the addresses whose mails wait because one came back, in lower case: a copy
// of what the store says.
type stoppedAddresses struct {
	mu    sync.Mutex
	read  bool
	since map[string]bool
}

// Stopped gives those of some addresses whose mails wait because one came back. view
// reads in the store.
func (o *Office) Stopped(view func(func(*store.Tx) error) error, addresses ...string) (found []string, err error) {
	s := &o.stopped
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.read {
		s.since = map[string]bool{}
		err := view(func(tx *store.Tx) error {
			for q, err := range tx.Waiting() {
				if err != nil {
					return err
				}
				if !q.HeldAt.IsZero() {
					s.since[strings.ToLower(q.To[0])] = true
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		s.read = true
	}
	for _, a := range addresses {
		if s.since[strings.ToLower(a)] {
			found = append(found, a)
		}
	}
	return found, nil
}

// Forget makes Stopped look into the store again: after what was written there, or
// taken back.
func (o *Office) Forget() {
	o.stopped.mu.Lock()
	defer o.stopped.mu.Unlock()
	o.stopped.read = false
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

// stopping are the kinds of letters that stop those to an address when they come
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

// ReturnedMail is what follows from the report that a mail of ours could not be delivered.
type ReturnedMail struct {
	Write func(*store.Tx) error // nil if nothing is to be written; then Office.Forget
	Notes []store.Mail          // to the person in charge
	Log   func(*slog.Logger)
}

// Returned deals with such a report; name is that of the mail which it came in. A letter
// that we sent lately stops all others to its address for a time; anything else, and
// what somebody made up, changes nothing.
func (o *Office) Returned(tx *store.Tx, b mail.Bounce, name string) (r ReturnedMail, err error) {
	q, err := tx.Mail(b.ID)
	now := o.now()
	late := !q.SentAt.IsZero() && now.Sub(q.SentAt) > bounceAge
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && (q.From == "" || !b.About(q.Raw) || late):
		r.Log = func(log *slog.Logger) {
			log.Info("delivery report ignored: it does not bring back a mail that we sent lately")
		}
		return r, nil
	case err != nil:
		return r, err
	}
	why := strings.TrimSpace(strings.Map(statusLetter, b.Status) + " " + Quote(b.Why, QuotedLetters))
	if !stops(q.Mail) {
		r.Log = func(log *slog.Logger) {
			log.Warn("answer or press came back; other mails go on", "game", q.Game, "to", q.To[0], "reason", why)
		}
		return r, nil
	}
	until := now.Add(holdTime(q.Holds))
	r.Write = func(tx *store.Tx) error { return tx.Hold(q.ID, now, until, "came back: "+why) }
	r.Log = func(log *slog.Logger) {
		log.Warn("mail came back: no more are sent to this address for a time",
			"game", q.Game, "to", q.To[0], "until", until, "reason", why)
	}
	told, err := toldOf(tx, q)
	if err == nil && !told {
		r.Notes, err = o.noteReturned(q.Mail, name, why, until)
	}
	return r, err
}

// statusLetter leaves of a status what RFC 3463 section 2 has in one.
func statusLetter(r rune) rune {
	if r == '.' || '0' <= r && r <= '9' {
		return r
	}
	return -1
}

// toldOf reports whether it is known already that mails to an address come back.
func toldOf(tx *store.Tx, q store.QueuedMail) (told bool, err error) {
	told = q.Holds > 0
	for other, err := range tx.Waiting() {
		if err != nil {
			return false, err
		}
		told = told || !other.HeldAt.IsZero() && strings.EqualFold(other.To[0], q.To[0])
	}
	return told, nil
}

// noteReturned tells of the first mail to an address that came back.
func (o *Office) noteReturned(m store.Mail, name, why string, until time.Time) ([]store.Mail, error) {
	return o.Note("bounce."+name, m, "Mails to "+m.To[0]+" come back",
		fmt.Sprintf("The mail %s to %s could not be delivered:", m.ID, m.To[0]),
		"    "+why,
		"All mails to this address wait now. That one is tried again on "+Moment(until)+
			", and after 2, 4 and then every 8 days if it comes back again; if it does not, the others follow."+
			" All go out at once when the player writes to me, or when you say so:",
		"    berthier outbox -release "+m.To[0])
}

// holdTime is how long a mail waits that has been tried again so often.
func holdTime(tried int) time.Duration { return min(holdFirst<<min(tried, 8), holdLast) }

// sentAgain lets the mails to an address wait for a while when one that had come
// back was sent once more.
func (o *Office) sentAgain(tx *store.Tx, m store.QueuedMail, now time.Time) error {
	if m.HeldAt.IsZero() {
		return nil
	}
	o.Forget()
	return tx.Delay(m.To[0], now.Add(proofTime))
}

// Release sends the mails to an address that wait because one of them came
// back, and returns how many there are.
func (o *Office) Release(address string) (n int, err error) {
	defer o.Forget()
	err = o.Store.Redo(func(tx *store.Tx) (err error) {
		n, err = tx.Release(address)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("releasing the mails to %s: %w", address, err)
	}
	if n > 0 {
		o.Logger.Info("mails go on: the umpire says so", "to", address, "mails", n)
		o.Wake()
	}
	return n, nil
}
