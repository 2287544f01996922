package play

import (
	"fmt"
	"time"

	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/phrase"
	"berthier/engine"
	"berthier/engine/tongue"
)

// times reports whether something in a game happens at a time: it has deadlines, a change
// window, or a time in which it can be reopened.
func times(g *docket.Info) bool { return !g.Clock.None() || g.Window > 0 || g.Reopen > 0 }

// Await lets answers that are complete be replaced for a while, if that is to begin now, and
// tells everybody who has a file, but for the side whose receipt says so.
func (u *Master) Await(g *docket.Game, b *docket.Batch, but engine.Side) {
	if !g.State.Opens(u.Now()) {
		return
	}
	seq := g.Record(b, fold.OpenWindow(g.State, u.Now()))
	u.touch(g, b)
	for _, side := range g.Sides {
		if side == but || !g.Answered(side) || g.Vacant(side) {
			continue
		}
		u.Tell(b, u.notice(g, side, fmt.Sprintf("window.%d", seq), message{title: phrase.Say("window.title"),
			paragraphs: []tongue.Text{phrase.Say("window", "step", g.State.Number+1, "until",
				g.When(side, g.State.ChangesUntil()))}}))
	}
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
		k.u.Await(g, &k.batch, "")
		k.u.SignHead(&k.batch, g)
	case g.State.Settled(k.read):
		k.what = "step resolved when its time was over"
		b, err := k.u.Complete(g)
		k.batch.Join(b)
		return err
	}
	return nil
}
