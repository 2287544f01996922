package audit

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// ownTime is how long a change of the clocks may take from when it is decided to when it is
// recorded: the clocks of all games are looked at together.
const ownTime = 10 * time.Minute

// deadlines computes each change of the clocks again, out of the clocks before it
// and the clauses of the game: deadlines, grace, time banks, missed deadlines, pauses. Only
// what the umpire chose, an extension or a date, is taken from the record.
func deadlines(w *walk) question {
	if w.Game.Clock.None() {
		return question{}
	}
	return question{ask: func(c *Check, e entry) error {
		r, ok := e.Record.(record.Clock)
		switch {
		case !ok:
			return nil
		case !r.Known || w.Clock != nil && w.clockHidden():
			c.Left++
			return nil
		}
		c.Done++
		return change{w, e, r, w.clocksBefore(r)}.check()
	}}
}

// clockHidden reports whether the record of the clocks as they stand has its hidden part.
func (w *walk) clockHidden() bool {
	last, _ := w.entries[w.Clock.Seq-1].Record.(record.Clock)
	return !last.Known
}

// clocksBefore is how the clocks stand before a record.
func (w *walk) clocksBefore(r record.Clock) clock.State {
	if w.Clock != nil {
		return w.Clock.State
	}
	var sides []engine.Side
	for _, p := range w.Game.Players {
		sides = append(sides, p.Side)
	}
	return clock.New(w.Game.Clock, r.State.At, sides, w.Game.Zones)
}

// change is a change of the clocks that is computed again.
type change struct {
	*walk
	e   entry
	r   record.Clock
	old clock.State // before it
}

// check compares a record with what the clocks before it come to.
func (w change) check() error {
	r := w.r
	if err := w.checkTime(); err != nil {
		return err
	}
	want, err := w.recomputed()
	if err != nil {
		return err
	}
	if r.State.Paused != want[0].Paused || !r.State.At.Equal(want[0].At) {
		return fmt.Errorf("it has the pause %+v at %s, computed again %+v at %s",
			r.State.Paused, stamp(r.State.At), want[0].Paused, stamp(want[0].At))
	}
	for _, got := range r.State.Sides {
		if !slices.ContainsFunc(want, func(s clock.State) bool { return got.Same(s.Side(got.Side)) }) {
			return fmt.Errorf("clock of %s: it has %s; computed again from the clauses of the game, %s",
				got.Side, got.Brief(), want[0].Side(got.Side).Brief())
		}
	}
	return nil
}

// checkTime checks when a change happened, by the clocks: when it was recorded. Only
// what came late counts from when somebody looked, and a pause ends when it was to end.
func (w change) checkTime() error {
	r, before := w.r, w.old
	at, from := r.State.At, r.Time.Add(-ownTime)
	latest := r.Time
	if before.At.After(latest) {
		latest = before.At
	}
	kept := r.Cause != record.ClockBegin &&
		(r.Time.Equal(w.Time) || at.Equal(before.At)) // the wall clock was set back
	if late := w.Time.Add(ownTime); r.Cause == record.ClockLate && late.Before(latest) { // the orders came before it
		latest = late
	}
	switch {
	case at.After(latest) && !at.Equal(before.At):
		return fmt.Errorf("it is of %s, but counts from %s", stamp(r.Time), stamp(at))
	case r.Cause == record.ClockResume && r.By == record.ClockItself:
		if end := before.Paused.Until; end.IsZero() || end.After(r.Time) {
			return errors.New("the pause had no end, or was not over")
		}
	case r.Cause != record.ClockLate && at.Before(from) && !kept:
		return fmt.Errorf("it is of %s, but counts from %s", stamp(r.Time), stamp(at))
	case r.Cause == record.ClockMissed:
		return w.checkNoticed()
	}
	return nil
}

// checkNoticed checks that somebody could have read the orders of a side whose
// time was over: otherwise it was an outage.
func (w change) checkNoticed() error {
	r, before := w.r, w.old
	if due, ok := before.ReadyAt(w.Game.Clock, w.answered); ok && r.Time.Sub(due) <= game.Unnoticed+ownTime {
		return nil
	}
	for _, s := range r.State.Sides {
		if old := before.Side(s.Side); s.Missed > old.Missed && r.Time.Sub(old.Run.End) > game.Unnoticed+ownTime {
			return fmt.Errorf("clock of %s: its time was over %s before, which is an outage",
				s.Side, r.Time.Sub(old.Run.End))
		}
	}
	return nil
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
