package umpire

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"berthier/mail/wire"
	"berthier/store"
)

// SendFunc hands one mail to a mail server; wire.Sender.Send is one. from may
// be empty for the null return path.
type SendFunc func(ctx context.Context, from string, to []string, raw []byte) error

const (
	retryFirst = time.Minute
	retryLast  = 4 * time.Hour
	// sentTogether is how many mails are noted at once as sent: as many as the
	// mails that are taken in together call forth, so that no queue builds up
	// behind them. After a crash so many may be sent again.
	sentTogether = 128
	aloneFor     = time.Hour        // while a server that took but one connection is not asked for more
	outboxPause  = 30 * time.Second // between two looks when nothing wakes the outbox
)

// SendDue sends the mails that are due until none is left, those to one recipient
// in order. Each line is a connection of its own, so that as many mails are on
// their way at a time; if only one can be had, it does alone for an hour. A mail
// that the server refuses for good (wire.SendError.Permanent) is given up, and
// the umpire is told; any other failure is retried after a wait that doubles
// from one minute to four hours. When the server cannot be reached at all the
// rest is left for the next call. err is a fault of the store, or ctx's. What
// became of a mail and could not be written down, as on a full disk, is written
// by the next call before it sends anything.
func (u *Umpire) SendDue(ctx context.Context, line SendFunc, more ...SendFunc) (sent int, err error) {
	if u.unnoted != nil {
		if err := u.unnoted(); err != nil {
			return 0, err
		}
		u.unnoted = nil
	}
	if err := u.sweep(); err != nil {
		return 0, err
	}
	for {
		var due []store.QueuedMail
		err := u.Config.Store.View(func(tx *store.Tx) error {
			due, err = tx.Due(u.Clock(), sentTogether)
			return err
		})
		if err != nil || len(due) == 0 {
			return sent, err
		}
		n, goOn, err := u.sendSome(ctx, append([]SendFunc{line}, more...), due)
		if sent += n; err != nil || !goOn {
			return sent, err
		}
	}
}

// sendSome sends mails and notes what became of them all at once, so that the
// disk is waited for once: after a crash some may be sent again, the same to the
// byte. goOn is false if the server cannot be reached.
func (u *Umpire) sendSome(ctx context.Context, lines []SendFunc, due []store.QueuedMail) (sent int, goOn bool, err error) {
	d := newDelivery(due)
	if u.Clock().Before(u.aloneTill) {
		lines = []SendFunc{u.alone}
	}
	if alone := d.send(ctx, lines); alone != nil && ctx.Err() == nil {
		u.alone, u.aloneTill = alone, u.Clock().Add(aloneFor)
	}
	var b batch
	for i, m := range due {
		if !d.tried[i] {
			continue
		}
		b.add(u.sent(m, d.faults[i]))
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
		b.add(u.sent(due[d.left[0]], d.lost))
	}
	note := func() error {
		return u.Config.Store.Update(func(tx *store.Tx) error {
			for _, write := range b {
				if err := write(tx); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if fault := note(); fault != nil {
		u.unnoted = note
		err = errors.Join(err, fault)
	}
	return sent, goOn, err
}

// sent notes what became of one attempt.
func (u *Umpire) sent(m store.QueuedMail, fault error) func(*store.Tx) error {
	now := u.Clock()
	log := u.Logger.With("mail", m.ID, "game", m.Game, "step", stepOf(m.Mail))
	var refusal *wire.SendError
	switch {
	case fault == nil:
		log.Info("mail sent")
		return func(tx *store.Tx) error { return errors.Join(tx.Sent(m.ID, now), u.sentAgain(tx, m, now)) }
	case errors.As(fault, &refusal) && refusal.Permanent && !m.HeldAt.IsZero():
		at := now.Add(holdTime(m.Holds + m.Attempts))
		log.Warn("a mail that had come back is refused", "error", fault, "again", at)
		return func(tx *store.Tx) error { return tx.Retry(m.ID, at, fault.Error()) }
	case errors.As(fault, &refusal) && refusal.Permanent:
		log.Error("mail given up: the server refuses it for good", "error", fault)
		return u.giveUp(m, now, fault)
	}
	at := now.Add(backOff(m.Attempts))
	log.Warn("mail not sent yet", "error", fault, "attempts", m.Attempts+1, "again", at)
	return func(tx *store.Tx) error { return tx.Retry(m.ID, at, fault.Error()) }
}

// giveUp takes a mail that can never be sent out of the queue and tells the
// umpire.
func (u *Umpire) giveUp(m store.QueuedMail, at time.Time, fault error) func(*store.Tx) error {
	if strings.HasPrefix(m.ID, strangerPrefix) { // whose address may well be invented
		return func(tx *store.Tx) error { return tx.GiveUp(m.ID, at, fault.Error()) }
	}
	note, err := u.note("refused."+hashOf(m.ID), m.Mail, "A mail to "+m.To[0]+" was refused",
		fmt.Sprintf("The mail %s to %s was refused for good and will not be sent again:", m.ID, m.To[0]),
		"    "+strings.ReplaceAll(fault.Error(), "\n", " "),
		"If the address is wrong, the player needs another one; what he missed can be sent to him again.")
	if err != nil {
		u.Logger.Error("the umpire cannot be told", "mail", m.ID, "error", err)
	}
	return func(tx *store.Tx) error {
		for _, n := range note {
			if err := enqueue(tx, n); err != nil {
				return err
			}
		}
		return tx.GiveUp(m.ID, at, fault.Error())
	}
}

// hashOf shortens an identifier.
func hashOf(id string) string {
	sum := sha([]byte(id))
	return hex.EncodeToString(sum[:8])
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

// RunOutbox calls SendDue whenever mails were queued, and now and then for
// those that wait, until ctx is done; then it returns the error of ctx. It
// ends earlier only at a fault of the store. It begins with all mails that
// wait after a failure: whoever starts the daemon again may have mended it.
func (u *Umpire) RunOutbox(ctx context.Context, line SendFunc, more ...SendFunc) error {
	if err := u.Config.Store.Update(func(tx *store.Tx) error { return tx.RetryNow() }); err != nil {
		return fmt.Errorf("sending mails: %w", err)
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	before := u.Clock()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-u.wake:
		case <-timer.C:
		}
		if err := errors.Join(u.watchTime(), u.clockWentBack(before)); err != nil {
			return fmt.Errorf("sending mails: %w", err)
		}
		before = u.Clock()
		if _, err := u.SendDue(ctx, line, more...); err != nil {
			return fmt.Errorf("sending mails: %w", err)
		}
		timer.Reset(outboxPause)
	}
}
