package play

import (
	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// SetClock records a change of the clocks: c lacks only what follows from the game.
func (u *Master) SetClock(g *docket.Game, b *docket.Batch, c record.Clock) {
	c.Game, c.Step, c.Time, c.HiddenPart = g.Game, g.State.Number, u.TimeOf(g), g.NextHidden()
	g.Record(b, c)
	u.touch(g, b)
}

// touch has the clocks of a game looked at again.
func (u *Master) touch(g *docket.Game, b *docket.Batch) {
	b.Add(func(*store.Tx) error { u.Schedule.Touch(g.Game); return nil })
}

// beginClocks starts the clocks for what is owed now.
func (u *Master) beginClocks(g *docket.Game, b *docket.Batch, silent []engine.Side) {
	if g.Clock.None() {
		return
	}
	now := u.TimeOf(g)
	state := clock.New(g.Clock, now, g.Sides, g.Zones)
	if g.State.Clock != nil {
		state = g.State.Clock.State
	}
	state = state.Begin(g.Clock, now, g.State.Due(g.Rules.Owed(g.State.Position)), silent)
	u.SetClock(g, b, record.Clock{Cause: record.ClockBegin, By: record.ClockItself, State: state})
	u.forgetReminders(g, b)
}

// forgetReminders lets the clocks begin anew, or end.
func (u *Master) forgetReminders(g *docket.Game, b *docket.Batch) {
	if g.Clock.None() {
		return
	}
	u.touch(g, b)
	for _, side := range g.Sides {
		b.Drop(g.Game, docket.StateReminded+string(side))
	}
}
