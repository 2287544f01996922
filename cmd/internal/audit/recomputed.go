package audit

import (
	"errors"
	"slices"
	"strings"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// recomputed computes a change again. If several are possible each side must be as in one of them.
func (w change) recomputed() (all []clock.State, err error) {
	r, before := w.r, w.old
	p, at, side := w.Game.Clock, r.State.At, engine.Side(r.By)
	var one clock.State
	switch r.Cause {
	case record.ClockBegin:
		return w.begun(), nil
	case record.ClockLate:
		one, _ = before.Answered(p, at, r.State.Changed(before))
	case record.ClockMissed:
		return w.missed()
	case record.ClockOutage:
		one, _ = before.Outage(p, at, r.State.Since(before, func(a, b clock.Side) bool { return a.Run != b.Run }))
	case record.ClockFinal:
		x := r.State.Changed(before)
		one = before.SetFinal(at, x, r.State.Side(x).Final && r.By != record.ClockItself)
	case record.ClockAbsence:
		one, err = w.away()
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
		return w.takeovers(), nil
	}
	return []clock.State{one}, err
}

// missed computes what a missed deadline comes to.
func (w change) missed() ([]clock.State, error) {
	silent := w.silent()
	if len(silent) == 0 {
		return nil, errors.New("nobody missed anything")
	}
	return w.eachOwed(func(owed []engine.Decision) clock.State {
		s, _ := w.old.Missed(w.Game.Clock, w.r.State.At, silent, owed)
		return s
	}), nil
}

// takeovers computes the clocks of a new player, who may have had the seat before.
func (w change) takeovers() (all []clock.State) {
	taken := w.taken()
	for _, returns := range []bool{true, false} {
		all = append(all, w.eachOwed(func(owed []engine.Decision) clock.State {
			s, _ := w.old.Takeover(w.Game.Clock, w.r.State.At, taken, w.r.State.Side(taken).Zone, returns, owed)
			return s
		})...)
	}
	return all
}

// away computes an absence: the last that the record has.
func (w change) away() (clock.State, error) {
	side := engine.Side(w.r.By)
	off := w.r.State.Side(side).Absence
	if len(off) == 0 {
		return w.old, errors.New("it has no absence")
	}
	last := off[len(off)-1]
	s, _, err := w.old.Away(w.Game.Clock, w.r.State.At, side, last.From, last.To)
	return s, err
}

// silent are the sides that missed their deadline: all that had not answered, or if the game
// waits for them, those whose time was over when that of the last was.
func (w change) silent() (sides []engine.Side) {
	r, before := w.r, w.old
	var last time.Time
	for _, side := range r.State.Since(before, func(old, now clock.Side) bool { return now.Missed > old.Missed }) {
		if end := before.Side(side).Run.End; end.After(last) {
			last = end
		}
	}
	for _, s := range before.Sides {
		if s.Run != (clock.Run{}) && !w.answered(s.Side) && !last.IsZero() &&
			(!w.Game.Clock.Wait || !s.Run.End.After(last)) {
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
		return []clock.State{compute(w.Due(w.rules.Owed(w.Position)))}
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
	s, _, err := before.WantPause(w.Game.Clock, r.State.At, engine.Side(r.By), last, w.Computers()...)
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
		s.Sides[i].RunTo(w.Game.Clock, chosen.Raw, r.Cause == record.ClockDeadline)
		if r.Cause == record.ClockExtend && s.Sides[i].Run.End.Before(old.End) {
			s.Sides[i].Run.End = old.End
		}
	}
	return s
}
