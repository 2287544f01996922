package umpire

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

// checkDeadlines computes each change of the clocks again, out of the clocks before it
// and the clauses of the game: deadlines, grace, time banks, missed deadlines, pauses. Only
// what the umpire chose, an extension or a date, is taken from the record.
func (c *auditor) checkDeadlines() Check {
	check := Check{Name: "deadlines", What: "changes of clocks, computed again", Why: "absences are still secret"}
	if c.Game.Clock.None() {
		return Check{}
	}
	w := deadlines{game: c.Game, owed: c.owed, answered: map[engine.Side]bool{}}
	for _, e := range c.entries {
		if v, ok := e.value.(record.Clock); ok && (!v.Known || w.last != nil && !w.last.Known) {
			check.Left++
		} else if ok {
			if err := w.check(v); err != nil {
				check.Err = e.at("%w", err)
				return check
			}
			check.Done++
		}
		w.follow(e)
	}
	return check
}

// noteOwed notes what is owed after a number by the rules of this program, if they
// were in force then.
func (c *auditor) noteOwed(number int, version string) {
	if _, known := c.owed[number]; known || c.Game.Clock.None() || c.adrift || c.lost || version != c.rs.Version() {
		return
	}
	if c.owed == nil {
		c.owed = map[int][]engine.Decision{}
	}
	c.owed[number] = c.rs.Owed(c.Last)
}

// deadlines goes through the clocks of a log.
type deadlines struct {
	game     record.Game
	owed     map[int][]engine.Decision // by the number after which it is owed, as far as it is known
	last     *record.Clock
	answered map[engine.Side]bool // since the clocks began
	command  *record.Command      // the record before, if it is one
	taken    engine.Side          // the last side that got another player
	stepped  bool                 // the last record with a number is a step
	before   time.Time            // of the record before
}

// follow notes what a record means for the clocks.
func (w *deadlines) follow(e entry) {
	w.command, w.before = nil, record.Time(e.Data)
	followAnswers(w.answered, e)
	switch v := e.value.(type) {
	case record.Command:
		w.command = &v
	case record.Substitute:
		w.taken = v.Side
	case record.Step, record.Rollback, record.Ruling, record.Burn:
		w.stepped = e.Kind == record.KindStep
	case record.Clock:
		if w.last = &v; v.Cause == record.ClockBegin {
			clear(w.answered)
		}
	}
}

// check compares a record with what the clocks before it come to.
func (w *deadlines) check(r record.Clock) error {
	before := w.state(r)
	if err := w.checkTime(r, before); err != nil {
		return err
	}
	want, err := w.again(r, before)
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

// state is how the clocks stand before a record.
func (w *deadlines) state(r record.Clock) clock.State {
	if w.last != nil {
		return w.last.State
	}
	var sides []engine.Side
	for _, p := range w.game.Players {
		sides = append(sides, p.Side)
	}
	return clock.New(w.game.Clock, r.State.At, sides, w.game.Zones)
}

// checkTime checks when a change happened, by the clocks: when it was recorded. Only
// what came late counts from when somebody looked, and a pause ends when it was to end.
func (w *deadlines) checkTime(r record.Clock, before clock.State) error {
	at, from := r.State.At, r.Time.Add(-ownTime)
	latest := r.Time
	if before.At.After(latest) {
		latest = before.At
	}
	kept := r.Cause != record.ClockBegin && (r.Time.Equal(w.before) || at.Equal(before.At)) // the wall clock was set back
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
		return w.checkNoticed(r, before)
	}
	return nil
}

// checkNoticed checks that somebody could have read the orders of a side whose
// time was over: otherwise it was an outage.
func (w *deadlines) checkNoticed(r record.Clock, before clock.State) error {
	if due, ok := before.ReadyAt(w.game.Clock, func(s engine.Side) bool { return w.answered[s] }); ok && r.Time.Sub(due) <= unnoticed+ownTime {
		return nil
	}
	for _, s := range r.State.Sides {
		if old := before.Side(s.Side); s.Missed > old.Missed && r.Time.Sub(old.Run.End) > unnoticed+ownTime {
			return fmt.Errorf("clock of %s: its time was over %s before, which is an outage", s.Side, r.Time.Sub(old.Run.End))
		}
	}
	return nil
}

// again computes a change. If several are possible each side must be as in one of them.
func (w *deadlines) again(r record.Clock, before clock.State) (all []clock.State, err error) {
	p, at, side := w.game.Clock, r.State.At, engine.Side(r.By)
	var one clock.State
	switch r.Cause {
	case record.ClockBegin:
		return w.began(r, before), nil
	case record.ClockLate:
		one, _ = before.Answered(p, at, changedSide(r, before))
	case record.ClockMissed:
		silent := w.silent(r, before)
		if len(silent) == 0 {
			return nil, errors.New("nobody missed anything")
		}
		return w.eachOwed(r, func(owed []engine.Decision) clock.State {
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
		one, err = w.paused(r, before)
	case record.ClockResume:
		if r.By == record.ClockByUmpire || r.By == record.ClockItself {
			one, _, err = before.Resume(p, resumed(r, before))
		} else {
			one, _, err = before.WantResume(p, at, side)
		}
	case record.ClockExtend, record.ClockDeadline:
		one = w.moved(r, before)
	case record.ClockTakeover:
		for _, returns := range []bool{true, false} {
			all = append(all, w.eachOwed(r, func(owed []engine.Decision) clock.State {
				s, _ := before.Takeover(p, at, w.taken, r.State.Side(w.taken).Zone, returns, owed)
				return s
			})...)
		}
		return all, nil
	}
	return []clock.State{one}, err
}

// silent are the sides that missed their deadline: all that had not answered, or if the game
// waits for them, those whose time was over when that of the last was.
func (w *deadlines) silent(r record.Clock, before clock.State) (sides []engine.Side) {
	var last time.Time
	for _, side := range sidesWhere(r, before, func(old, now clock.Side) bool { return now.Missed > old.Missed }) {
		if end := before.Side(side).Run.End; end.After(last) {
			last = end
		}
	}
	for _, s := range before.Sides {
		if s.Run != (clock.Run{}) && !w.answered[s.Side] && !last.IsZero() && (!w.game.Clock.Wait || !s.Run.End.After(last)) {
			sides = append(sides, s.Side)
		}
	}
	return sides
}

// began computes clocks that begin. Whose time was over without orders keeps the count of
// his missed deadlines.
func (w *deadlines) began(r record.Clock, before clock.State) []clock.State {
	var silent []engine.Side
	for _, s := range before.Sides {
		if w.stepped && s.Run != (clock.Run{}) && !w.answered[s.Side] {
			silent = append(silent, s.Side)
		}
	}
	return w.eachOwed(r, func(owed []engine.Decision) clock.State { return before.Begin(w.game.Clock, r.State.At, owed, silent) })
}

// eachOwed computes a change for what was owed. If that is not known, whoever has a
// clock owes something of any kind.
func (w *deadlines) eachOwed(r record.Clock, compute func([]engine.Decision) clock.State) (all []clock.State) {
	if owed, ok := w.owed[r.Step]; ok {
		return []clock.State{compute(owed)}
	}
	kinds := []string{""}
	for _, k := range w.game.Clock.Kinds {
		kinds = append(kinds, k.Name)
	}
	for _, kind := range kinds {
		var owed []engine.Decision
		for _, s := range r.State.Sides {
			if s.Run != (clock.Run{}) {
				owed = append(owed, engine.Decision{Side: s.Side, Kind: kind})
			}
		}
		all = append(all, compute(owed))
	}
	return all
}

// paused computes a pause, by the umpire or as a player proposed it.
func (w *deadlines) paused(r record.Clock, before clock.State) (clock.State, error) {
	if r.By == record.ClockByUmpire {
		s, _, err := before.Stop(r.State.At, r.State.Paused.Until)
		return s, err
	}
	if w.command == nil {
		return before, errors.New("nobody proposed it")
	}
	_, word, _ := strings.Cut(w.command.Command, " ")
	last, err := clock.ParseDate(word)
	if err != nil {
		return before, err
	}
	s, _, err := before.WantPause(w.game.Clock, r.State.At, engine.Side(r.By), last)
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
func (w *deadlines) moved(r record.Clock, before clock.State) clock.State {
	s := before
	s.Sides = slices.Clone(before.Sides)
	s.At = r.State.At
	for i := range s.Sides {
		old, chosen := s.Sides[i].Run, r.State.Side(s.Sides[i].Side).Run
		if old == (clock.Run{}) || chosen == old {
			continue
		}
		s.Sides[i].Run = s.Sides[i].RunTo(w.game.Clock, chosen.Raw, r.Cause == record.ClockDeadline)
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
