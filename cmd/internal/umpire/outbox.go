package umpire

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"berthier/mail"
	"berthier/store"
)

// SendFunc hands one mail to a mail server; mail.Sender.Send is one. from may
// be empty for the null return path.
type SendFunc func(ctx context.Context, from string, to []string, raw []byte) error

const (
	retryFirst  = time.Minute
	retryLast   = 4 * time.Hour
	outboxPause = 30 * time.Second // between two looks when nothing wakes the outbox
)

// SendDue sends the mails that are due, in order, until none is left. A mail
// that the server refuses for good (mail.SendError.Permanent) is given up with
// a line in the log; any other failure is retried after a wait that doubles
// from one minute to four hours. When the server cannot be reached at all the
// rest is left for the next call. err is a fault of the store, or ctx's.
func (u *Umpire) SendDue(ctx context.Context, send SendFunc) (sent int, err error) {
	for {
		var due []store.QueuedMail
		err := u.Store.View(func(tx *store.Tx) error {
			due, err = tx.Due(u.Clock(), 50)
			return err
		})
		if err != nil || len(due) == 0 {
			return sent, err
		}
		for _, m := range due {
			fault := send(ctx, m.From, m.To, m.Raw)
			if ctx.Err() != nil && fault != nil {
				return sent, ctx.Err()
			}
			if err := u.sent(m, fault); err != nil {
				return sent, err
			}
			if fault == nil {
				sent++
			}
			if unreachable(fault) {
				return sent, nil
			}
		}
	}
}

// sent notes what became of one attempt.
func (u *Umpire) sent(m store.QueuedMail, fault error) error {
	now := u.Clock()
	log := u.Logger.With("mail", m.ID, "game", m.Game, "step", stepOf(m.Mail))
	var refusal *mail.SendError
	switch {
	case fault == nil:
		log.Info("mail sent")
		return u.Store.Update(func(tx *store.Tx) error { return tx.Sent(m.ID, now) })
	case errors.As(fault, &refusal) && refusal.Permanent:
		log.Error("mail given up: the server refuses it for good", "error", fault)
		return u.Store.Update(func(tx *store.Tx) error { return tx.GiveUp(m.ID, now, fault.Error()) })
	}
	at := now.Add(backOff(m.Attempts))
	log.Warn("mail not sent yet", "error", fault, "attempts", m.Attempts+1, "again", at)
	return u.Store.Update(func(tx *store.Tx) error { return tx.Retry(m.ID, at, fault.Error()) })
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
	var e *mail.SendError
	return errors.As(fault, &e) && (e.Stage == "connect" || e.Stage == "login")
}

// RunOutbox calls SendDue whenever mails were queued, and now and then for
// those that wait, until ctx is done; then it returns the error of ctx. It
// ends earlier only at a fault of the store. It begins with all mails that
// wait after a failure: whoever starts the daemon again may have mended it.
func (u *Umpire) RunOutbox(ctx context.Context, send SendFunc) error {
	if err := u.Store.Update(func(tx *store.Tx) error { return tx.RetryNow() }); err != nil {
		return fmt.Errorf("sending mails: %w", err)
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-u.wake:
		case <-timer.C:
		}
		if _, err := u.SendDue(ctx, send); err != nil {
			return fmt.Errorf("sending mails: %w", err)
		}
		timer.Reset(outboxPause)
	}
}
