package umpire

import (
	"context"
	"fmt"

	"berthier/cmd/internal/intake"
	"berthier/mail/wire"
)

// groupSize is how many mails are committed in one transaction.
const groupSize = 64

// TakeAll takes in mails, in their order; it is made for wire.Poller.Run. It gives the
// number of those that were dealt with for good, also by being refused or ignored. After
// an error nothing at all came of the next, which must come again. Many of them are
// committed together. Those with which that cannot be done are taken in one by one, so
// that a mail that cannot be taken in holds up only those behind it. A cursor of zero is
// not stored. Of a store that several processes have they are put into its queue, out of which Queue judges them.
func (u *Umpire) TakeAll(ctx context.Context, found []wire.Arrival) (n int, err error) {
	if u.Config.Store.Shared() {
		return u.enqueue(found)
	}
	u.Mu.Lock()
	defer u.Mu.Unlock()
	var all []arrival
	for _, a := range found {
		all = append(all, arrival{Arrival: a})
	}
	for n < len(all) {
		group := all[n:min(n+u.together, len(all))]
		if hashes := hashesOf(group); len(group) > 1 && !u.intake.Suspected(hashes...) {
			err := u.takeTogether(ctx, group)
			if err == nil {
				n += len(group)
				continue
			}
			if ctx.Err() != nil {
				return n, err
			}
			u.Logger.Info("mails are taken in one by one", "mails", len(group), "error", err)
		}
		for _, a := range group {
			if err := u.take(ctx, a); err != nil {
				return n, fmt.Errorf("mail with uid %d: %w", a.Cursor.UID, err)
			}
			n++
		}
	}
	return n, nil
}

// hashesOf recognises mails before anything of them is read.
func hashesOf(all []arrival) (hashes []string) {
	for _, a := range all {
		if a.Raw != nil {
			hashes = append(hashes, intake.HashOf(a.Raw))
		}
	}
	return hashes
}

// takeTogether takes mails in, in one transaction. After an error nothing came of any.
func (u *Umpire) takeTogether(ctx context.Context, all []arrival) error {
	u.intake.Begin(hashesOf(all)...)
	defer u.intake.End()
	answered := u.Answered.Clone()
	var taken []*verdict
	err := u.Store.Together(func() error {
		if err := u.foresee(all); err != nil {
			return err
		}
		for _, a := range all {
			t, err := u.takeNext(ctx, a)
			if err != nil {
				return err
			}
			taken = append(taken, t)
		}
		return nil
	})
	if err != nil {
		u.Answered = answered
		u.Post.Forget()
		u.ForgetTried()
		return err
	}
	for _, t := range taken {
		t.landed()
	}
	u.Post.Wake()
	return nil
}

// foresee reads at once what will be asked of each of several mails.
func (u *Umpire) foresee(all []arrival) error {
	var marks, games []string
	for _, hash := range hashesOf(all) {
		marks = append(marks, "hash "+hash)
	}
	for _, a := range all {
		if a.queued != nil && a.queued.Game() != "" {
			games = append(games, a.queued.Game())
		}
	}
	return u.Store.Foresee(games, marks)
}

// takeNext takes in one of several mails.
func (u *Umpire) takeNext(ctx context.Context, a arrival) (*verdict, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	u.intake.Judging(intake.HashOf(a.Raw))
	t, err := u.judge(a, true)
	u.intake.Judging("")
	if err != nil {
		return nil, err
	}
	return t, t.record(a)
}
