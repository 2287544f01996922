package clock

import (
	"slices"
	"time"

	"berthier/engine"
)

// Reminder is a mail that a clock sends to a player who owes orders.
type Reminder struct {
	Side engine.Side
	At   time.Time
	Late bool // the deadline has passed
}

// Reminders are the mails that become due for a side after one time and up to another,
// in order: before the deadline, at it, and then every day to the end.
func (s State) Reminders(p Policy, side engine.Side, after, upTo time.Time) (all []Reminder) {
	x := s.Side(side)
	if x.Run == (Run{}) || s.Paused.By != "" {
		return nil
	}
	put := func(at time.Time, late bool) {
		if at.After(after) && !at.After(upTo) {
			all = append(all, Reminder{side, at, late})
		}
	}
	for _, r := range p.Remind {
		if at := x.Run.Due.Add(-r); at.After(x.Run.Start) {
			put(at, false)
		}
	}
	for at := x.Run.Due; at.Before(x.Run.End); at = at.Add(24 * time.Hour) {
		put(at, true)
	}
	return all
}

// Ready reports whether a step is to be resolved at a time: all sides whose clock runs
// have answered or have no time left. If the game waits for silent players, only when all
// have answered.
func (s State) Ready(p Policy, at time.Time, answered func(engine.Side) bool) bool {
	when, ok := s.ReadyAt(p, answered)
	return ok && !when.After(at)
}

// ReadyAt is when the step is to be resolved, if nothing else comes in.
func (s State) ReadyAt(p Policy, answered func(engine.Side) bool) (when time.Time, ok bool) {
	for _, x := range s.Sides {
		if x.Run == (Run{}) {
			continue
		}
		ok = true
		end := x.Run.End
		switch {
		case answered(x.Side) && (!p.Final || x.Final):
			continue
		case s.Paused.By != "":
			return when, false
		case answered(x.Side):
			end = x.Run.Due
		case p.Wait:
			return when, false
		}
		if end.After(when) {
			when = end
		}
	}
	return when, ok
}

// Silent are the sides whose time is over at a time and who have not answered.
func (s State) Silent(at time.Time, answered func(engine.Side) bool) (sides []engine.Side) {
	if s.Paused.By != "" {
		return nil
	}
	for _, x := range s.Sides {
		if x.Run != (Run{}) && !x.Run.End.After(at) && !answered(x.Side) {
			sides = append(sides, x.Side)
		}
	}
	return sides
}

// Next is when something is to be done after a time, if nothing comes in: a pause ends, a
// reminder goes out, a side's time is over, a step is resolved. What was to be done at
// or before that time is not looked at, but for ends: these stay due until they are dealt with.
func (s State) Next(p Policy, reminded func(engine.Side) time.Time, answered func(engine.Side) bool) (next time.Time,
	ok bool) {
	earlier := func(t time.Time) {
		if !ok || t.Before(next) {
			next, ok = t, true
		}
	}
	if s.Paused.By != "" && !s.Paused.Until.IsZero() {
		earlier(s.Paused.Until)
	}
	if when, ready := s.ReadyAt(p, answered); ready {
		earlier(when)
	}
	for _, x := range s.Sides {
		if x.Run == (Run{}) || answered(x.Side) || s.Paused.By != "" {
			continue
		}
		if p.Wait {
			earlier(x.Run.End)
		}
		if mails := s.Reminders(p, x.Side, reminded(x.Side), x.Run.End); len(mails) > 0 {
			earlier(slices.MinFunc(mails, func(a, b Reminder) int { return a.At.Compare(b.At) }).At)
		}
	}
	return next, ok
}

// LastDue is the last deadline of those whose clocks run; ok is false if none does.
func (s State) LastDue() (due time.Time, ok bool) {
	for _, x := range s.Sides {
		if x.Run != (Run{}) && x.Run.Due.After(due) {
			due, ok = x.Run.Due, true
		}
	}
	return due, ok
}

// Past reports whether the deadline of a side is over at the last change, as it must not be set.
func (s State) Past(x Side) bool {
	now := s.stopped(s.At)
	if now.Before(x.Run.Start) { // it began in the pause
		now = x.Run.Start
	}
	return !x.Run.Due.After(now)
}
