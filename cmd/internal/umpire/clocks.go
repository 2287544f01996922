package umpire

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// gameClock is how the clocks of a game stand; nil if the game has no deadlines.
type gameClock struct {
	clock.State
	seq      uint64                    // of the record that says so
	news     []clockNews               // since the last report
	reminded map[engine.Side]time.Time // up to when reminders went out
}

// clockNews is a change that no report has told yet.
type clockNews struct {
	seq  uint64
	text string
}

// loadClock reads the clocks of a game.
func (g *game) loadClock(tx *store.Tx) error {
	if g.Clock.None() {
		return nil
	}
	value, err := tx.State(g.Game, stateClock)
	if errors.Is(err, store.ErrNotFound) {
		return nil // the game is over
	}
	if err != nil {
		return err
	}
	c := &gameClock{reminded: map[engine.Side]time.Time{}}
	fields := strings.Fields(string(value))
	for i, f := range fields {
		seq, err := strconv.ParseUint(f, 10, 64)
		if err != nil {
			return fmt.Errorf("game %s: its clocks: %w", g.Game, err)
		}
		changed, err := readClock(tx, g.Game, seq)
		if err != nil {
			return err
		}
		if i < len(fields)-1 || changed.Text != "" {
			c.news = append(c.news, clockNews{seq, changed.Text})
		}
		c.State, c.seq = changed.State, seq
	}
	for _, s := range c.Sides {
		if _, err := clock.LoadZone(s.Zone); err != nil {
			return fmt.Errorf("game %s: clock of %s: %w", g.Game, s.Side, err)
		}
	}
	for _, side := range g.sides {
		value, err := tx.State(g.Game, stateReminded+string(side))
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if c.reminded[side], err = time.Parse(time.RFC3339, string(value)); err != nil {
			return fmt.Errorf("game %s: reminders of %s: %w", g.Game, side, err)
		}
	}
	g.clock = c
	return nil
}

func readClock(tx *store.Tx, id string, seq uint64) (record.Clock, error) {
	r, err := oneRecord(tx, id, seq)
	if err == nil && r.Kind != record.KindClock {
		err = fmt.Errorf("game %s, record %d: want %s, got %s", id, seq, record.KindClock, r.Kind)
	}
	if err != nil {
		return record.Clock{}, err
	}
	return record.ParseClock(r.Data, r.Hidden)
}

// setClock records a change of the clocks: c lacks only what follows from the game.
func (u *Umpire) setClock(g *game, b *batch, c record.Clock) {
	c.Game, c.Step, c.Time, c.Hidden = g.Game, g.step, u.timeOf(g), g.hidden()
	seq := g.record(b, c)
	next := gameClock{State: c.State, seq: seq, reminded: map[engine.Side]time.Time{}}
	if g.clock != nil {
		next.news, next.reminded = slices.Clone(g.clock.news), maps.Clone(g.clock.reminded)
	}
	if c.Text != "" {
		next.news = append(next.news, clockNews{seq, c.Text})
	}
	g.clock = &next
	b.set(g.Game, stateClock, g.clock.state())
	b.add(func(*store.Tx) error { u.schedule.touch(g.Game); return nil })
}

// state is the numbers of the records whose texts no report has told, and then that
// of the last record.
func (c *gameClock) state() []byte {
	var out []string
	for _, n := range c.news {
		if n.seq != c.seq {
			out = append(out, fmt.Sprint(n.seq))
		}
	}
	return []byte(strings.Join(append(out, fmt.Sprint(c.seq)), " "))
}

// beginClocks starts the clocks for what is owed now; before are the clocks till then.
func (u *Umpire) beginClocks(g *game, b *batch, before *gameClock, silent []engine.Side) {
	if g.Clock.None() {
		return
	}
	now, state := u.timeOf(g), clock.State{}
	if before == nil {
		state = clock.New(g.Clock, now, g.sides, g.Zones)
	} else {
		state = before.State
	}
	state = state.Begin(g.Clock, now, g.rs.Owed(g.pos), silent)
	g.clock = nil // what was new is told now
	u.setClock(g, b, record.Clock{Cause: record.ClockBegin, By: record.ClockItself, State: state})
	for _, side := range g.sides {
		b.drop(g.Game, stateReminded+string(side))
	}
}

// endClocks forgets the clocks of a game that is over.
func (u *Umpire) endClocks(g *game, b *batch) {
	if g.Clock.None() {
		return
	}
	b.add(func(tx *store.Tx) error {
		u.schedule.touch(g.Game)
		err := tx.DeleteState(g.Game, stateClock)
		for _, side := range g.sides {
			err = errors.Join(err, tx.DeleteState(g.Game, stateReminded+string(side)))
		}
		return err
	})
}

// clockTexts are the changes of the clocks that no report has told yet.
func (g *game) clockTexts() (all []string) {
	if g.clock == nil {
		return nil
	}
	for _, n := range g.clock.news {
		all = append(all, n.text)
	}
	return all
}

// answered reports whether a side's orders are in.
func (g *game) answered(side engine.Side) bool {
	_, ok := g.pending[side]
	return ok
}

// ready reports whether nothing holds the next step up: all orders are in, and if the
// game waits for it they are final or their deadline has passed.
func (g *game) ready(now time.Time) bool {
	return len(g.waiting()) == 0 && (g.clock == nil || g.clock.Ready(g.Clock, now, g.answered))
}

// deadline is when the orders of a side are due, as it is told; empty if they are not.
func (g *game) deadline(side engine.Side) string {
	if g.clock == nil {
		return ""
	}
	s := g.clock.Side(side)
	switch {
	case s.Run == (clock.Run{}):
		return ""
	case g.clock.Paused.By != "":
		return "a date that is set when the pause ends"
	}
	return s.When(s.Run.Due)
}

// clockAnswered tells the clocks of a side's first orders for a step, and that
// orders which take the place of others are not final.
func (t *taking) clockAnswered(g *game, replaces bool) {
	if g.clock == nil {
		return
	}
	if !replaces {
		before := g.clock.Side(t.side)
		state, text := g.clock.Answered(g.Clock, t.u.arrived(), t.side)
		if state.Side(t.side).Bank != before.Bank {
			t.u.setClock(g, &t.batch, record.Clock{Cause: record.ClockLate, By: record.ClockItself, State: state, Text: text})
		}
	}
	if g.clock.Side(t.side).Final {
		state := g.clock.SetFinal(t.u.now(), t.side, false)
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
	if g.clock == nil {
		return nil
	}
	for _, s := range g.clock.Sides {
		if s.Run != (clock.Run{}) && !g.answered(s.Side) {
			sides = append(sides, s.Side)
		}
	}
	return sides
}

// resolvedBy is when the step is resolved at the latest, for a receipt; empty if it waits
// as long as it takes.
func (g *game) resolvedBy(reader engine.Side) string {
	if g.clock == nil {
		return ""
	}
	at, ok := g.clock.ReadyAt(g.Clock, g.answered)
	if !ok || at.IsZero() {
		return ""
	}
	return g.clock.Side(reader).When(at)
}
