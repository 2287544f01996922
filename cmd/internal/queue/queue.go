// Package queue has the mails that came in for a store that several processes have, until one of them has judged them.
// Who reads the mailbox puts them there, each under the claim of what it seems to be about. The mails of one claim are
// judged in their order, by one process at a time.
package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/marks"
	"berthier/cmd/internal/timekeeper"
	"berthier/mail/wire"
	"berthier/store"
)

// Queue is that of the store of a docket.
type Queue struct {
	*docket.Docket
	most     int // mails that are judged together
	together func(context.Context, []store.Queued) error
	alone    func(context.Context, store.Queued) error
	wake     chan struct{}
}

// New makes a Queue out of which at most so many mails are judged at a time. together judges them in one transaction;
// after an error nothing came of any. alone judges one, under its claim.
func New(d *docket.Docket, most int, together func(context.Context, []store.Queued) error,
	alone func(context.Context, store.Queued) error,
) *Queue {
	return &Queue{d, most, together, alone, make(chan struct{}, 1)}
}

// Put puts mails that were found in the mailbox into the queue, together with the place behind them. looked is when
// the mailbox was looked at before.
func (q *Queue) Put(all []wire.Arrival, place []byte, looked time.Time) error {
	var mails []store.Queued
	err := q.Config.Store.View(func(tx *store.Tx) error {
		mails = nil
		for _, a := range all {
			if a.Raw == nil {
				q.Logger.Warn("mail left alone: too large to be fetched", "bytes", a.Size, "uid", a.Cursor.UID)
				continue
			}
			claim, err := q.claimOf(tx, a.Raw)
			if err != nil {
				return err
			}
			mails = append(mails, store.Queued{Claim: claim, Looked: looked, Raw: a.Raw})
		}
		return nil
	})
	if err == nil {
		err = q.Config.Store.Queue(q.Mailbox, place, mails)
	}
	if err != nil {
		return err
	}
	select {
	case q.wake <- struct{}{}:
	default:
	}
	return nil
}

// gameLine names a game in a text, also in a quote.
var gameLine = regexp.MustCompile(`(?im)^[>|\s]*game:[ \t]*([a-z0-9-]{1,40})[ \t\r]*$`)

// claimOf is what a mail seems to be about: the game that a line of its text names, or the address that it was sent
// to. It proves nothing. Who judges the mail finds out, and claims what it is about then.
func (q *Queue) claimOf(tx *store.Tx, raw []byte) (string, error) {
	m, _ := q.Limits.Mail.Parse(raw)
	var names []string
	if m != nil && m.Auto == "" {
		if f := gameLine.FindStringSubmatch(m.Text); f != nil {
			names = append(names, strings.ToLower(f[1]))
		}
		names = append(names, marks.Tag(q.Docket, m))
	}
	for _, name := range names {
		_, err := tx.LastSeq(name)
		if err == nil {
			return store.ClaimOf(name), nil
		}
		if !errors.Is(err, store.ErrNoGame) {
			return "", err
		}
	}
	return store.ClaimClub, nil
}

const (
	queuePause = 500 * time.Millisecond // between two looks into the queue, where nothing wakes it
	queueRest  = 10 * time.Second       // after something that is no fault of the store
	queueHeads = 256                    // so many mails are looked at for something that nobody judges yet
)

// Run judges the mails in the queue until ctx is done, whose error it returns, or until a fault of the store.
// judged is told how many were. Over a file there is no queue.
func (q *Queue) Run(ctx context.Context, judged func(n int)) error {
	if !q.Config.Store.Shared() {
		<-ctx.Done()
		return ctx.Err()
	}
	return timekeeper.Every(ctx, q.wake, func() (time.Duration, error) {
		for {
			n, err := q.JudgeSome(ctx)
			judged(n)
			if errors.Is(err, store.ErrNotRead) || errors.Is(err, store.ErrNotWritten) || ctx.Err() != nil {
				return 0, fmt.Errorf("judging mails: %w", cmp.Or(ctx.Err(), err))
			}
			if err != nil {
				q.Logger.Error("mails cannot be judged; they stay in the queue, and it is tried again", "error", err, "in",
					queueRest)
				return queueRest, nil
			}
			if n == 0 {
				return queuePause, nil
			}
		}
	})
}

// JudgeSome judges some of the mails that wait longest in the queue, and that are about nothing that another process
// is at. It gives their number.
func (q *Queue) JudgeSome(ctx context.Context) (n int, err error) {
	q.Mu.Lock()
	defer q.Mu.Unlock()
	var without []string
	if !q.Config.Store.Stands(store.ClaimMailbox) { // its holder counts how often strangers are answered
		without = []string{store.ClaimClub}
	}
	claims, err := q.Config.Store.Heads(queueHeads, without...)
	if err != nil || len(claims) == 0 {
		return 0, cmp.Or(err, ctx.Err())
	}
	mails, err := q.judgeTogether(ctx, claims[:min(len(claims), q.most)])
	if err == nil || len(mails) == 0 || ctx.Err() != nil {
		return len(mails), err
	}
	q.Logger.Info("mails are judged one by one", "mails", len(mails), "error", err)
	var faults []error
	waiting := map[string]bool{} // claims of mails that cannot be judged now
	for _, m := range mails {
		if waiting[m.Claim] {
			continue
		}
		err := q.DecidingFor(m.Claim, func() error { return q.judgeAlone(ctx, m) })
		if err != nil {
			waiting[m.Claim], faults = true, append(faults, fmt.Errorf("mail %d of the queue: %w", m.Seq, err))
			continue
		}
		n++
	}
	return n, errors.Join(faults...)
}

// judgeTogether judges mails of some claims in one transaction, as far as no other process has these. After an error
// nothing came of those that it gives.
func (q *Queue) judgeTogether(ctx context.Context, claims []string) (mails []store.Queued, err error) {
	if n, err := q.Claim(claims...); err != nil || n == 0 {
		q.Unclaim()
		return nil, err
	}
	defer q.Unclaim()
	mails, err = q.Config.Store.QueuedFor(q.Claimed(), q.most)
	if err != nil || len(mails) == 0 {
		return nil, err
	}
	if len(mails) == 1 {
		return mails, q.alone(ctx, mails[0])
	}
	return mails, q.together(ctx, mails)
}

// judgeAlone judges a mail of the queue, unless another process did, or has an older one with the same claim to judge.
func (q *Queue) judgeAlone(ctx context.Context, m store.Queued) error {
	first, err := q.Config.Store.QueuedFor([]string{m.Claim}, 1)
	if err != nil || len(first) == 0 || first[0].Seq != m.Seq {
		return err
	}
	return q.alone(ctx, m)
}
