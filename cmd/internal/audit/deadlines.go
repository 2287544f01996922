package audit

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// ownTime is how long a change of the clocks may take from when it is decided to when it is
// recorded: the clocks of all games are looked at together.
const ownTime = 10 * time.Minute

// Unnoticed is how long after a side's time is over it still counts as missed. If it takes
// longer to look, the program did not run or could not read mails, and the player
// gets the time of the policy for an outage.
const Unnoticed = time.Hour

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
		return fmt.Errorf("it has the pause %+v at %s, computed again %+v at %s", r.State.Paused, stamp(r.State.At), want[0].Paused, stamp(want[0].At))
	}
	for _, got := range r.State.Sides {
		if !slices.ContainsFunc(want, func(s clock.State) bool { return sameClock(s.Side(got.Side), got) }) {
			return fmt.Errorf("clock of %s: it has %s; computed again from the clauses of the game, %s", got.Side, tellClock(got), tellClock(want[0].Side(got.Side)))
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
	kept := r.Cause != record.ClockBegin && (r.Time.Equal(w.Time) || at.Equal(before.At)) // the wall clock was set back
	switch {
	case at.After(latest):
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
	if due, ok := before.ReadyAt(w.Game.Clock, w.answered); ok && r.Time.Sub(due) <= Unnoticed+ownTime {
		return nil
	}
	for _, s := range r.State.Sides {
		if old := before.Side(s.Side); s.Missed > old.Missed && r.Time.Sub(old.Run.End) > Unnoticed+ownTime {
			return fmt.Errorf("clock of %s: its time was over %s before, which is an outage", s.Side, r.Time.Sub(old.Run.End))
		}
	}
	return nil
}

// recomputed computes a change again. If several are possible each side must be as in one of them.
func (w change) recomputed() (all []clock.State, err error) {
	r, before := w.r, w.old
	p, at, side := w.Game.Clock, r.State.At, engine.Side(r.By)
	var one clock.State
	switch r.Cause {
	case record.ClockBegin:
		return w.begun(), nil
	case record.ClockLate:
		one, _ = before.Answered(p, at, changedSide(r, before))
	case record.ClockMissed:
		silent := w.silent()
		if len(silent) == 0 {
			return nil, errors.New("nobody missed anything")
		}
		return w.eachOwed(func(owed []engine.Decision) clock.State {
			s, _ := before.Missed(p, at, silent, owed)
			return s
		}), nil
	case record.ClockOutage:
		one, _ = before.Outage(p, at, movedSides(r, before))
	case record.ClockFinal:
		x := changedSide(r, before)
		one = before.SetFinal(at, x, r.State.Side(x).Final && r.By != record.ClockItself)
	case record.ClockAbsence:
		if off := r.State.Side(side).Absence; len(off) > 0 {
			one, _, err = before.Away(p, at, side, off[len(off)-1].From, off[len(off)-1].To)
		} else {
			err = errors.New("it has no absence")
		}
	case record.ClockPause:
		one, err = w.paused()
	case record.ClockResume:
		if r.By == record.ClockByUmpire || r.By == record.ClockItself {
			one, _, err = before.Resume(p, resumed(r, before))
		} else {
			one, _, err = before.WantResume(p, at, side)
		}
	case record.ClockExtend, record.ClockDeadline:
		one = w.moved()
	case record.ClockTakeover:
		taken := w.taken()
		for _, returns := range []bool{true, false} {
			all = append(all, w.eachOwed(func(owed []engine.Decision) clock.State {
				s, _ := before.Takeover(p, at, taken, r.State.Side(taken).Zone, returns, owed)
				return s
			})...)
		}
		return all, nil
	}
	return []clock.State{one}, err
}

// silent are the sides that missed their deadline: all that had not answered, or if the game
// waits for them, those whose time was over when that of the last was.
func (w change) silent() (sides []engine.Side) {
	r, before := w.r, w.old
	var last time.Time
	for _, side := range sidesWhere(r, before, func(old, now clock.Side) bool { return now.Missed > old.Missed }) {
		if end := before.Side(side).Run.End; end.After(last) {
			last = end
		}
	}
	for _, s := range before.Sides {
		if s.Run != (clock.Run{}) && !w.answered(s.Side) && !last.IsZero() && (!w.Game.Clock.Wait || !s.Run.End.After(last)) {
			sides = append(sides, s.Side)
		}
	}
	return sides
}

// begun computes clocks that begin. Whose time was over without orders keeps the count of
// his missed deadlines.
func (w change) begun() []clock.State {
	step, _ := w.previous(w.e).Record.(record.Step)
	var silent []engine.Side
	for _, s := range w.old.Sides {
		if step.Step > 0 && s.Run != (clock.Run{}) && !answers(step, s.Side) {
			silent = append(silent, s.Side)
		}
	}
	return w.eachOwed(func(owed []engine.Decision) clock.State {
		return w.old.Begin(w.Game.Clock, w.r.State.At, owed, silent)
	})
}

// answers reports whether orders of a side are among those that a step resolved.
func answers(s record.Step, side engine.Side) bool {
	return slices.ContainsFunc(s.Inputs, func(in record.Input) bool { return in.Side == side && in.Orders != 0 })
}

// taken is the side that got another player last.
func (w change) taken() engine.Side {
	e, _ := w.last(w.e, func(r record.Record) bool { return r.Kind() == record.KindSubstitute })
	s, _ := e.Record.(record.Substitute)
	return s.Side
}

// eachOwed computes a change for what was owed. If that is not known, whoever has a
// clock owes something of any kind.
func (w change) eachOwed(compute func([]engine.Decision) clock.State) (all []clock.State) {
	if w.own() && w.followed() {
		return []clock.State{compute(w.rules.Owed(w.Position))}
	}
	kinds := []string{""}
	for _, k := range w.Game.Clock.Kinds {
		kinds = append(kinds, k.Name)
	}
	for _, kind := range kinds {
		var owed []engine.Decision
		for _, s := range w.r.State.Sides {
			if s.Run != (clock.Run{}) {
				owed = append(owed, engine.Decision{Side: s.Side, Kind: kind})
			}
		}
		all = append(all, compute(owed))
	}
	return all
}

// paused computes a pause, by the umpire or as a player proposed it.
func (w change) paused() (clock.State, error) {
	r, before := w.r, w.old
	if r.By == record.ClockByUmpire {
		s, _, err := before.Stop(r.State.At, r.State.Paused.Until)
		return s, err
	}
	command, ok := w.previous(w.e).Record.(record.Command)
	if !ok {
		return before, errors.New("nobody proposed it")
	}
	_, word, _ := strings.Cut(command.Command, " ")
	last, err := clock.ParseDate(word)
	if err != nil {
		return before, err
	}
	s, _, err := before.WantPause(w.Game.Clock, r.State.At, engine.Side(r.By), last)
	return s, err
}

// resumed is when a pause ended: a pause that ends by itself does so at its time.
func resumed(r record.Clock, before clock.State) time.Time {
	if r.By == record.ClockItself {
		return before.Paused.Until
	}
	return r.State.At
}

// moved computes the deadlines that follow from the dates that the umpire chose.
func (w change) moved() clock.State {
	r, s := w.r, w.old
	s.Sides = slices.Clone(s.Sides)
	s.At = r.State.At
	for i := range s.Sides {
		old, chosen := s.Sides[i].Run, r.State.Side(s.Sides[i].Side).Run
		if old == (clock.Run{}) || chosen == old {
			continue
		}
		s.Sides[i].Run = s.Sides[i].RunTo(w.Game.Clock, chosen.Raw, r.Cause == record.ClockDeadline)
		if r.Cause == record.ClockExtend && s.Sides[i].Run.End.Before(old.End) {
			s.Sides[i].Run.End = old.End
		}
	}
	return s
}

// sidesWhere are the sides of which something holds, before and after a change.
func sidesWhere(r record.Clock, before clock.State, is func(old, now clock.Side) bool) (sides []engine.Side) {
	for _, now := range r.State.Sides {
		if is(before.Side(now.Side), now) {
			sides = append(sides, now.Side)
		}
	}
	return sides
}

func movedSides(r record.Clock, before clock.State) []engine.Side {
	return sidesWhere(r, before, func(old, now clock.Side) bool { return now.Run != old.Run })
}

// changedSide is the side whose clock a record changes; "" for none.
func changedSide(r record.Clock, before clock.State) engine.Side {
	for _, side := range sidesWhere(r, before, func(old, now clock.Side) bool { return !sameClock(old, now) }) {
		return side
	}
	return ""
}

// sameClock compares clocks as a record has them: a bank in whole minutes.
func sameClock(a, b clock.Side) bool {
	return a.Side == b.Side && a.Zone == b.Zone && a.Bank/time.Minute == b.Bank/time.Minute && a.Missed == b.Missed && a.Final == b.Final && a.Fresh == b.Fresh &&
		a.Vote == b.Vote && slices.Equal(a.Absence, b.Absence) &&
		a.Run.Start.Equal(b.Run.Start) && a.Run.Raw.Equal(b.Run.Raw) && a.Run.Due.Equal(b.Run.Due) && a.Run.End.Equal(b.Run.End)
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// tellClock is a clock for an error.
func tellClock(s clock.Side) string {
	return fmt.Sprintf("due %s, end %s, bank %s, %d missed", stamp(s.Run.Due), stamp(s.Run.End), clock.Short(s.Bank), s.Missed)
}
