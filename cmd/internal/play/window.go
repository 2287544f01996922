package play

import (
	"errors"
	"fmt"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// times reports whether something in a game happens at a time: it has deadlines, a change
// window, or a time in which it can be reopened.
func times(g *docket.Info) bool { return !g.Clock.None() || g.Window > 0 || g.Reopen > 0 }

// checkWindow says what is wrong with the change window of a new game.
func checkWindow(d time.Duration, p clock.Policy) error {
	switch {
	case d == 0:
		return nil
	case d < record.MinWindow || d > record.MaxWindow || d%time.Minute != 0:
		return fmt.Errorf("window %s: want whole minutes from 1m to 24h", d)
	case p.Final:
		return errors.New("a game with \"run final\" has no window: its step waits until all say that their orders are " +
			"final")
	}
	return nil
}

// Await lets answers that are complete be replaced for a while, if that is to begin now, and
// tells everybody who has a file, but for the side whose receipt says so.
func (u *Master) Await(g *docket.Game, b *docket.Batch, but engine.Side) error {
	if !g.State.Opens(u.Now()) {
		return nil
	}
	seq := g.Record(b, fold.OpenWindow(g.State, u.Now()))
	b.Add(func(*store.Tx) error { u.Schedule.Touch(g.Game); return nil })
	var letters []post.Letter
	for _, side := range g.Sides {
		if side == but || !g.Answered(side) || g.Vacant(side) {
			continue
		}
		l := g.Letter(side, fmt.Sprintf("window.%d", seq))
		l.Subject, l.Unasked = "all orders are in", true
		l.Page = u.Words(g.Info, "All orders are in", fmt.Sprintf("All orders for step %d are in. You can still replace "+
			"yours until %s: the last complete file counts. The step is resolved then. You need not do anything.",
			g.State.Number+1, g.When(side, g.State.ChangesUntil())))
		letters = append(letters, l)
	}
	mails, err := u.Post.WriteAll(letters...)
	b.Send(mails...)
	return err
}

// nextWindow is when a game is to be looked at whose answers are complete, because of its
// change window; zero for never. It is known unless the answers are not complete.
func nextWindow(g *docket.Game) (at time.Time, known bool) {
	s := g.State
	if g.Window == 0 || s.Clock == nil {
		return s.ChangesUntil(), s.Clock == nil
	}
	if last, ready := s.Clock.ReadyAt(g.Clock, g.Answered); !ready || !last.IsZero() {
		return at, false // somebody is waited for
	}
	switch {
	case s.Clock.Paused.By != "":
		return s.Clock.Paused.Until, true
	case s.Window == nil:
		return s.Time, true
	}
	return s.ChangesUntil(), true
}

// settle resolves a step whose answers are complete, once they cannot be replaced any more.
func (k *alarm) settle() error {
	g := k.g
	switch {
	case len(g.Waiting()) > 0:
	case g.State.Opens(k.now):
		k.what = "orders can be replaced"
		return errors.Join(k.u.Await(g, &k.batch, ""), k.u.SignHead(&k.batch, g))
	case g.State.Settled(k.read):
		k.what = "step resolved when its time was over"
		b, err := k.u.Complete(g)
		k.batch.Join(b)
		return err
	}
	return nil
}
