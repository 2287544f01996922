package umpire

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"berthier/mail/wire"
)

// groupSize is how many mails are committed in one transaction; up to twice as many
// if they depend on each other.
const groupSize = 32

// group is mails that are taken in together. Each is judged, then written, then
// on its way to the disk, in the order in which they came.
type group struct {
	u       *Umpire
	all     []wire.Arrival
	judged  []*taking
	written []*taking // in the open transaction
	flying  []*taking // in the one before
	landed  int       // of all, on the disk

	answered counters // as before the last transaction
}

// TakeAll is Take for several mails, in their order; it is made for
// wire.Poller.Run. Many of them are committed together. If that cannot be done they
// are taken in one by one, so that a mail that cannot be taken in holds up only
// those behind it. It gives the number of those that were dealt with.
func (u *Umpire) TakeAll(ctx context.Context, all []wire.Arrival) (n int, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if hashes := hashesOf(all); len(all) > 1 && !u.intake.suspected(hashes...) {
		g := &group{u: u, all: all}
		u.intake.begin(hashes...)
		err := g.take(ctx)
		u.intake.end()
		if n = g.landed; err == nil || ctx.Err() != nil {
			return n, err
		}
		u.Logger.Info("mails are taken in one by one", "mails", len(all)-n, "error", err)
	}
	for ; n < len(all); n++ {
		if err := u.take(ctx, all[n]); err != nil {
			return n, fmt.Errorf("mail with uid %d: %w", all[n].Cursor.UID, err)
		}
	}
	return n, nil
}

// hashesOf recognises mails before anything of them is read.
func hashesOf(all []wire.Arrival) (hashes []string) {
	for _, a := range all {
		if a.Raw != nil {
			hashes = append(hashes, hashOfMail(a.Raw))
		}
	}
	return hashes
}

// take takes the mails in. If there is an error, nothing came of those that have
// not landed.
func (g *group) take(ctx context.Context) error {
	g.u.Store.joined = true
	defer func() { g.u.Store.joined = false }()
	err := g.takeEach(ctx)
	if err == nil {
		return nil
	}
	if g.u.Store.open != nil {
		g.u.Store.giveUp()
		g.restore()
	}
	return errors.Join(err, g.land())
}

// takeEach judges each mail, as far as it can be, while the reports for those before
// it are being written, and the transaction before goes to the disk.
func (g *group) takeEach(ctx context.Context) error {
	for _, a := range g.all {
		if err := ctx.Err(); err != nil {
			return err
		}
		t, err := g.judge(a)
		if err != nil {
			return err
		}
		g.judged = append(g.judged, t)
		if !t.orders {
			if err := g.write(len(g.judged)); err != nil {
				return err
			}
		}
		// The reports for the later half are still being written meanwhile.
		if len(g.written)+len(g.judged) >= 2*groupSize {
			if err := g.launch(groupSize - len(g.written)); err != nil {
				return err
			}
		}
	}
	if err := g.launch(len(g.judged)); err != nil {
		return err
	}
	return g.land()
}

// judge judges a mail, again if what it saw the first time was out of date: only
// turn files can be judged before all others are in the store.
func (g *group) judge(a wire.Arrival) (*taking, error) {
	g.u.intake.judging(hashOfMail(a.Raw))
	defer g.u.intake.judging("")
	g.u.before = g.before
	t, err := g.u.judged(a)
	g.u.before = nil
	if late, ok := errors.AsType[*lateError](err); ok {
		if err := g.settle(func(t *taking) bool { return !t.orders || t.game.Game == late.game }); err != nil {
			return nil, err
		}
		t, err = g.u.judged(a)
	}
	if err != nil || t.orders || len(g.flying)+len(g.judged) == 0 {
		return t, err
	}
	if err := g.settle(func(*taking) bool { return true }); err != nil {
		return nil, err
	}
	return g.u.judged(a)
}

// lateError says that a mail cannot be judged before another one for the same
// game has been written.
type lateError struct{ game string }

func (e *lateError) Error() string { return "a mail for game " + e.game + " is still to be written" }

// before is the last mail for a game that is judged, and not to be read in the
// store yet.
func (g *group) before(game string) *taking {
	all := g.judged
	if g.u.Store.open == nil {
		all = slices.Concat(g.flying, g.judged)
	}
	if n := behind(all, func(t *taking) bool { return !t.orders || t.game.Game == game }); n > 0 {
		return all[n-1]
	}
	return nil
}

// settle makes sure that those of the mails before for which is holds can be read
// in the store.
func (g *group) settle(is func(*taking) bool) error {
	if slices.ContainsFunc(g.flying, is) {
		if err := g.land(); err != nil {
			return err
		}
	}
	return g.write(behind(g.judged, is))
}

// write writes the first of those that are judged.
func (g *group) write(n int) error {
	for _, t := range g.judged[:n] {
		t.await()
	}
	if n > 0 && g.u.Store.open == nil {
		if err := g.land(); err != nil {
			return err
		}
		g.answered = g.u.answered.clone()
		if err := g.u.Store.begin(); err != nil {
			return err
		}
	}
	for _, t := range g.judged[:n] {
		if err := t.record(g.all[g.landed+len(g.written)].Cursor); err != nil {
			return err
		}
		g.written = append(g.written, t)
	}
	g.judged = g.judged[n:]
	return nil
}

// launch sends what is written to the disk, and the first of those that are judged.
func (g *group) launch(n int) error {
	if err := g.write(max(n, 0)); err != nil {
		return err
	}
	if g.u.Store.open == nil {
		return nil
	}
	if err := g.u.Store.failed; err != nil {
		return err
	}
	g.u.Store.launch(g.u.stir)
	g.flying, g.written = g.written, nil
	return nil
}

// land waits until those that are on their way are on the disk.
func (g *group) land() error {
	err := g.u.Store.land()
	if err != nil {
		g.restore()
	} else {
		g.landed += len(g.flying)
		for _, t := range g.flying {
			t.landed()
		}
	}
	g.flying = nil
	return err
}

// restore forgets what was taken back.
func (g *group) restore() {
	g.u.answered = g.answered
	g.u.paused.forget()
	g.u.forget()
}

// behind is the number of the last mail for which is holds, counted from 1; 0
// for none.
func behind(all []*taking, is func(*taking) bool) int {
	for i := len(all); i > 0; i-- {
		if is(all[i-1]) {
			return i
		}
	}
	return 0
}
