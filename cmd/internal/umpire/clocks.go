package umpire

import (
	"fmt"
	"strings"
	"time"

	"berthier/cmd/internal/clock"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// loadReminders reads up to when reminders went out.
func (g *game) loadReminders(tx *store.Tx) error {
	if g.state.Clock == nil {
		return nil
	}
	for _, s := range g.state.Clock.Sides {
		if _, err := clock.LoadZone(s.Zone); err != nil {
			return fmt.Errorf("game %s: clock of %s: %w", g.Game, s.Side, err)
		}
	}
	g.reminded = map[engine.Side]time.Time{}
	for _, side := range g.sides {
		value, err := optional(tx.State(g.Game, stateReminded+string(side)))
		if err != nil {
			return err
		}
		if value == nil {
			continue
		}
		if g.reminded[side], err = time.Parse(time.RFC3339, string(value)); err != nil {
			return fmt.Errorf("game %s: reminders of %s: %w", g.Game, side, err)
		}
	}
	return nil
}

// setClock records a change of the clocks: c lacks only what follows from the game.
func (u *Master) setClock(g *game, b *batch, c record.Clock) {
	c.Game, c.Step, c.Time, c.Hidden = g.Game, g.state.Number, u.timeOf(g), g.hidden()
	g.record(b, c)
	b.add(func(*store.Tx) error { u.schedule.touch(g.Game); return nil })
}

// beginClocks starts the clocks for what is owed now; before are the clocks till then.
func (u *Master) beginClocks(g *game, b *batch, before *fold.Clock, silent []engine.Side) {
	if g.Clock.None() {
		return
	}
	now, state := u.timeOf(g), clock.State{}
	if before == nil {
		state = clock.New(g.Clock, now, g.sides, g.Zones)
	} else {
		state = before.State
	}
	state = state.Begin(g.Clock, now, g.rs.Owed(g.state.Position), silent)
	u.setClock(g, b, record.Clock{Cause: record.ClockBegin, By: record.ClockItself, State: state})
	for _, side := range g.sides {
		b.drop(g.Game, stateReminded+string(side))
	}
}

// endClocks forgets the reminders of a game that is over.
func (u *Master) endClocks(g *game, b *batch) {
	if g.Clock.None() {
		return
	}
	b.add(func(*store.Tx) error { u.schedule.touch(g.Game); return nil })
	for _, side := range g.sides {
		b.drop(g.Game, stateReminded+string(side))
	}
}

// clockTexts are the changes of the clocks that no report has told yet.
func (g *game) clockTexts() (all []string) {
	if g.state.Clock == nil {
		return nil
	}
	for _, n := range g.state.Clock.News {
		all = append(all, n.Text)
	}
	return all
}

// ready reports whether nothing holds the next step up: all orders are in, and if the
// game waits for it they are final or their deadline has passed.
func (g *game) ready(now time.Time) bool {
	return len(g.waiting()) == 0 && (g.state.Clock == nil || g.state.Clock.Ready(g.Clock, now, g.answered))
}

// deadline is when the orders of a side are due, as it is told; empty if they are not.
func (g *game) deadline(side engine.Side) string {
	if g.state.Clock == nil {
		return ""
	}
	s := g.state.Clock.Side(side)
	switch {
	case s.Run == (clock.Run{}):
		return ""
	case g.state.Clock.Paused.By != "":
		return "a date that is set when the pause ends"
	}
	return s.When(s.Run.Due)
}

// clockAnswered tells the clocks of a side's first orders for a step, and that
// orders which take the place of others are not final.
func (t *matter) clockAnswered(g *game, replaces bool) {
	if g.state.Clock == nil {
		return
	}
	if !replaces {
		before := g.state.Clock.Side(t.side)
		state, text := g.state.Clock.Answered(g.Clock, t.u.arrived(), t.side)
		if state.Side(t.side).Bank != before.Bank {
			t.u.setClock(g, &t.batch, record.Clock{Cause: record.ClockLate, By: record.ClockItself, State: state,
				Text: text})
		}
	}
	if g.state.Clock.Side(t.side).Final {
		state := g.state.Clock.SetFinal(t.u.now(), t.side, false)
		t.u.setClock(g, &t.batch, record.Clock{Cause: record.ClockFinal, By: record.ClockItself, State: state})
	}
}

// newClock checks what a new game says about time.
func newClock(s Spec, sides []engine.Side) (p clock.Policy, zones map[engine.Side]string, faults []error) {
	p, err := clock.Parse(s.Deadline)
	if err != nil {
		faults = append(faults, fmt.Errorf("deadline: %w", err))
	}
	for _, player := range s.Players {
		if player.Zone == "" {
			continue
		}
		if err == nil && p.None() {
			faults = append(faults, fmt.Errorf("player of side %s: a time zone is of no use in a game without deadlines", player.Side))
		}
		if zones == nil {
			zones = map[engine.Side]string{}
		}
		for _, side := range sides {
			if strings.EqualFold(string(side), string(player.Side)) {
				zones[side] = player.Zone
			}
		}
	}
	return p, zones, faults
}

// silent are the sides whose clock runs and who have not answered.
func (g *game) silent() (sides []engine.Side) {
	if g.state.Clock == nil {
		return nil
	}
	for _, s := range g.state.Clock.Sides {
		if s.Run != (clock.Run{}) && !g.answered(s.Side) {
			sides = append(sides, s.Side)
		}
	}
	return sides
}

// resolvedBy is when the step is resolved at the latest, for a receipt; empty if it waits
// as long as it takes.
func (g *game) resolvedBy(reader engine.Side) string {
	if g.state.Clock == nil {
		return ""
	}
	at, ok := g.state.Clock.ReadyAt(g.Clock, g.answered)
	if !ok || at.IsZero() {
		return ""
	}
	return g.state.Clock.Side(reader).When(at)
}
