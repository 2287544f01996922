package post

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"berthier/mail"
	"berthier/mail/wire"
	"berthier/store"
)

// Line hands one mail to a mail server; wire.Sender.Send is one. from may
// be empty for the null return path.
type Line func(ctx context.Context, from string, to []string, raw []byte) error

const (
	retryFirst   = time.Minute
	retryLast    = 4 * time.Hour
	sentTogether = 64 // how many mails are sent before it is looked what else is due
	// unnotedMost is of how many mails it may not be noted yet what became of them. They go out while the
	// mails that are judged have the store, and after a crash so many may be sent again.
	unnotedMost = 256
	aloneFor    = time.Hour              // while a server that took but one connection is not asked for more
	outboxPause = 30 * time.Second       // between two looks when nothing wakes the outbox
	sharedPause = 500 * time.Millisecond // where other processes queue mails too
	clockSlack  = time.Minute            // how far the clock may be set back without a word
	answersKept = 7 * day                // how long the answer to a mail stays that anybody could have sent
	day         = 24 * time.Hour
)

// outbox is what Send knows from one call to the next.
type outbox struct {
	fates     fates // what became of mails and is not written down yet
	alone     Line  // the only one that is used, if there are several
	aloneTill time.Time
	swept     time.Time       // when old answers were last removed
	told      map[string]bool // the damages of mails that were told
	looked    time.Time       // when it was last called
}

// Send sends the mails that are due until none is left, those to one recipient
// in order. Each line is a connection of its own, so that as many mails are on
// their way at a time; if only one can be had, it does alone for an hour. A mail
// that the server refuses for good (wire.SendError.Permanent) is given up, and
// the umpire is told; any other failure is retried after a wait that doubles
// from one minute to four hours. When the server cannot be reached at all the
// rest is left for the next call. A mail that is damaged in the store is left where
// it is, and told of. err is a fault of the store, or ctx's. What
// became of a mail and could not be written down, as on a full disk, is written
// by the next call before it sends anything.
func (o *Office) Send(ctx context.Context, line Line, more ...Line) (sent int, err error) {
	if err := o.note(); err != nil {
		return 0, err
	}
	if err := errors.Join(o.mindClock(), o.sweep()); err != nil {
		return 0, err
	}
	c := clerk{office: o}
	sent, err = o.sendDue(ctx, append([]Line{line}, more...), &c)
	return sent, errors.Join(err, c.goOn(0))
}

// sendDue sends what is due until nothing is, or the server cannot be reached, or the clerk has a fault.
func (o *Office) sendDue(ctx context.Context, lines []Line, c *clerk) (sent int, err error) {
	for {
		unnoted := len(o.outbox.fates.known())
		due, err := o.due()
		if err != nil || len(due)+unnoted == 0 {
			return sent, err
		}
		n, reached, err := o.sendSome(ctx, lines, due)
		if sent += n; err != nil || !reached {
			return sent, err
		}
		few := unnotedMost - sentTogether
		if len(due) < sentTogether { // what is due next hangs on these
			few = 0
		}
		if c.goOn(few) != nil { // Send tells
			return sent, nil
		}
	}
}

// sendSome sends mails and keeps what became of them for note. goOn is false if the server cannot be reached.
func (o *Office) sendSome(ctx context.Context, lines []Line, due []store.QueuedMail) (
	sent int, goOn bool, err error,
) {
	d := newDelivery(due)
	if o.Clock().Before(o.outbox.aloneTill) {
		lines = []Line{o.outbox.alone}
	}
	if alone := d.send(ctx, lines); alone != nil && ctx.Err() == nil {
		o.outbox.alone, o.outbox.aloneTill = alone, o.Clock().Add(aloneFor)
	}
	for i, m := range due {
		if !d.tried[i] {
			continue
		}
		o.outbox.fates.add(fate{m.Mail, o.sent(m, d.faults[i])})
		if d.faults[i] == nil {
			sent++
		}
	}
	goOn = len(d.left) == 0
	switch {
	case goOn:
	case ctx.Err() != nil:
		err = ctx.Err()
	default:
		first := due[d.left[0]]
		o.outbox.fates.add(fate{first.Mail, o.sent(first, d.lost)})
	}
	return sent, goOn, err
}

// sent notes what became of one attempt.
func (o *Office) sent(m store.QueuedMail, fault error) func(*store.Tx) error {
	now := o.Clock()
	log := o.Logger.With("mail", m.ID, "game", m.Game, "step", stepOf(m.Mail))
	var refusal *wire.SendError
	switch {
	case fault == nil:
		log.Info("mail sent")
		return func(tx *store.Tx) error { return errors.Join(tx.Sent(m.ID, now), o.sentAgain(tx, m, now)) }
	case errors.As(fault, &refusal) && refusal.Permanent && !m.HeldAt.IsZero():
		at := now.Add(holdTime(m.Holds + m.Attempts))
		log.Warn("a mail that had come back is refused", "error", fault, "again", at)
		return func(tx *store.Tx) error { return tx.Retry(m.ID, at, fault.Error()) }
	case errors.As(fault, &refusal) && refusal.Permanent && strings.HasPrefix(m.ID, strangerPrefix):
		// No player misses it, and the address may well be invented.
		log.Warn("answer to a stranger given up: the server refuses it for good", "error", fault)
		return func(tx *store.Tx) error { return tx.GiveUp(m.ID, now, fault.Error()) }
	case errors.As(fault, &refusal) && refusal.Permanent:
		log.Error("mail given up: the server refuses it for good", "error", fault)
		return o.giveUp(m, now, fault)
	}
	at := now.Add(backOff(m.Attempts))
	log.Warn("mail not sent yet", "error", fault, "attempts", m.Attempts+1, "again", at)
	return func(tx *store.Tx) error { return tx.Retry(m.ID, at, fault.Error()) }
}

// giveUp takes a mail that can never be sent out of the queue and tells the
// umpire.
func (o *Office) giveUp(m store.QueuedMail, at time.Time, fault error) func(*store.Tx) error {
	note, err := o.Note("refused."+shortHash(m.ID), m.Mail, "A mail to "+m.To[0]+" was refused",
		fmt.Sprintf("The mail %s to %s was refused for good and will not be sent again:", m.ID, m.To[0]),
		"    "+strings.ReplaceAll(fault.Error(), "\n", " "),
		"If the address is wrong, the player needs another one; what he missed can be sent to him again.")
	if err != nil {
		o.Logger.Error("the umpire cannot be told", "mail", m.ID, "error", err)
	}
	return func(tx *store.Tx) error {
		for _, n := range note {
			if err := Enqueue(tx, n); err != nil {
				return err
			}
		}
		return tx.GiveUp(m.ID, at, fault.Error())
	}
}

// stepOf is what a mail of a game is about: the number of a step, or "over". It
// stands behind the game in the Message-ID.
func stepOf(m store.Mail) string {
	about, ok := strings.CutPrefix(m.ID, m.Game+".")
	if m.Game == "" || !ok {
		return ""
	}
	step, _, _ := strings.Cut(about, ".")
	return step
}

func backOff(attempts int) time.Duration {
	return min(retryFirst<<min(attempts, 16), retryLast)
}

func unreachable(fault error) bool {
	var e *wire.SendError
	return errors.As(fault, &e) && (e.Stage == "connect" || e.Stage == "login")
}

// Run calls Send whenever mails were queued, and now and then for those that wait,
// until ctx is done; then it returns the error of ctx. It ends earlier only at a fault
// of the store, or of Config.Look. It begins with all mails that wait after a failure:
// whoever starts the daemon again may have mended it.
func (o *Office) Run(ctx context.Context, line Line, more ...Line) error {
	if err := o.Store.Redo(func(tx *store.Tx) error { return tx.RetryNow() }); err != nil {
		return fmt.Errorf("sending mails: %w", err)
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-o.wake:
		case <-timer.C:
		}
		if err := o.Look(); err != nil {
			return fmt.Errorf("sending mails: %w", err)
		}
		if _, err := o.Send(ctx, line, more...); err != nil {
			return fmt.Errorf("sending mails: %w", err)
		}
		pause := outboxPause
		if o.Store.Shared() {
			pause = sharedPause
		}
		timer.Reset(pause)
	}
}

// mindClock notices that the clock was set back since the last call. Mails that wait
// after a failure are tried at once: their waits were counted by another clock, and
// could last for years.
func (o *Office) mindClock() error {
	now, before := o.Clock(), o.outbox.looked
	o.outbox.looked = now
	if !now.Before(before.Add(-clockSlack)) {
		return nil
	}
	o.Logger.Warn("the clock was set back: mails that wait are tried at once, "+
		"and records keep the time of the one before until that has come again",
		"from", before, "to", now)
	return o.Store.Redo(func(tx *store.Tx) error { return tx.RetryNow() })
}

// sweep removes the answers to strangers that have been in the store for answersKept,
// also those that could not be sent; it looks once a day.
func (o *Office) sweep() error {
	now := o.Clock()
	if since := now.Sub(o.outbox.swept); since >= 0 && since < day {
		return nil
	}
	o.outbox.swept = now
	var old []string
	err := o.Store.View(func(tx *store.Tx) error {
		for q, err := range tx.Entries("") {
			if err == nil && !strings.HasPrefix(q.ID, strangerPrefix) && !strings.HasPrefix(q.ID, copyPrefix) {
				continue
			}
			if err == nil {
				q, err = tx.Mail(q.ID)
			}
			if _, damaged := errors.AsType[store.Problem](err); damaged {
				continue
			}
			if err != nil {
				return err
			}
			if m, _ := mail.Parse(q.Raw); now.Sub(m.Date) >= answersKept {
				old = append(old, q.ID)
			}
		}
		return nil
	})
	if err != nil || len(old) == 0 {
		return err
	}
	return o.Store.Redo(func(tx *store.Tx) error {
		for _, id := range old {
			if err := tx.RemoveMail(id); err != nil {
				return err
			}
		}
		return nil
	})
}
