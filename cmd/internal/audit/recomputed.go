package audit

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// recomputed computes a change again. If several are possible each side must be as in one of them.
func (w change) recomputed() (all []clock.State, err error) {
	r, before := w.r, w.old
	p, at, side := w.Game.Clock, r.State.At, engine.Side(r.By)
	var one clock.State
	said, _ := w.previous(w.e).Record.(record.Command)
	switch r.Cause {
	case record.ClockBegin:
		return w.begun(), nil
	case record.ClockLate:
		one, _ = before.Answered(p, at, w.sent(w.e))
	case record.ClockMissed:
		return w.missed()
	case record.ClockOutage:
		return w.outage()
	case record.ClockFinal:
		if r.By == record.ClockItself {
			side = w.sent(w.e)
		}
		one = before.SetFinal(at, side, said.Command == record.CommandFinal)
	case record.ClockAbsence:
		one, err = w.away(said)
	case record.ClockPause:
		one, err = w.paused(said)
	case record.ClockResume:
		if r.By == record.ClockByUmpire || r.By == record.ClockItself {
			one, _, err = before.Resume(p, resumed(r, before))
		} else {
			one, _, err = before.WantResume(p, at, side)
		}
	case record.ClockExtend, record.ClockDeadline:
		one, err = w.moved()
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

// outage computes the time that sides get whose own was over while nobody could look.
func (w change) outage() ([]clock.State, error) {
	sides := w.r.State.Since(w.old, func(a, b clock.Side) bool { return a.Run != b.Run })
	for _, side := range sides {
		if end := w.old.Side(side).Run.End; w.old.Paused.By != "" || w.answered(side) ||
			w.r.Time.Sub(end) < game.Unnoticed {
			return nil, fmt.Errorf("%s had no outage: its time was over %s", side, stamp(end))
		}
	}
	s, _ := w.old.Outage(w.Game.Clock, w.r.State.At, sides)
	return []clock.State{s}, nil
}

// takeovers computes the clocks of a new player; one who had the seat before gains nothing.
func (w change) takeovers() (all []clock.State) {
	taken := w.takenBy(w.e)
	returns := slices.ContainsFunc(w.entries[:w.e.at], func(e entry) bool {
		s, _ := e.Record.(record.Substitute)
		return s.Side == taken.Side && s.New == taken.New && e.at < w.e.at-2
	}) || slices.ContainsFunc(w.Game.Players, func(p record.Player) bool {
		return p.Side == taken.Side && p.Name == taken.New
	})
	return w.eachOwed(func(owed []engine.Decision) clock.State {
		zone := w.r.State.Side(taken.Side).Zone
		s, _ := w.old.Takeover(w.Game.Clock, w.r.State.At, taken.Side, zone, returns, owed)
		return s
	})
}

// away computes an absence that a player announced.
func (w change) away(said record.Command) (clock.State, error) {
	days := strings.Fields(said.Command)
	if len(days) < 2 {
		return w.old, errors.New("nobody announced it")
	}
	from, err1 := clock.ParseDate(days[1])
	to, err2 := clock.ParseDate(days[len(days)-1])
	if err := errors.Join(err1, err2); err != nil {
		return w.old, err
	}
	s, _, err := w.old.Away(w.Game.Clock, w.r.State.At, engine.Side(w.r.By), from, to)
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
func (w change) paused(said record.Command) (clock.State, error) {
	r, before := w.r, w.old
	if r.By == record.ClockByUmpire {
		s, _, err := before.Stop(r.State.At, r.State.Paused.Until)
		return s, err
	}
	_, word, _ := strings.Cut(said.Command, " ")
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
func (w change) moved() (clock.State, error) {
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
		if s.Past(s.Sides[i]) {
			return s, fmt.Errorf("clock of %s: it has %s, which was past", s.Sides[i].Side, s.Sides[i].Brief())
		}
	}
	return s, nil
}
