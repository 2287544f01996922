package game

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// Window is a time in which the answers to the next step, which are complete, can still be
// replaced.
type Window struct {
	Seq uint64
	record.Window
}

// Unnoticed is how long after its time something still counts as done in time. If it takes
// longer to look, the program did not run, could not read mails, or the game was held: a
// player gets the time of the policy for an outage, or another window.
const Unnoticed = time.Hour

// OpenWindow decides that the answers are complete and can be replaced from now on.
func OpenWindow(s State, now time.Time) record.Window {
	w := record.Window{Head: s.Head(now)}
	w.Until = w.Time.Add(s.First.Window)
	return w
}

// Opens reports whether such a time is to begin, now that the answers are complete: the
// game has one, it did not begin before or passed unnoticed, no pause stops it, and the
// deadlines have not passed.
func (s State) Opens(now time.Time) bool {
	return s.First.Window > 0 && !s.paused() && !s.late(now) && (s.Window == nil || now.Sub(s.Window.Until) > Unnoticed)
}

// Settled reports whether answers that are complete cannot be replaced any more at a time.
func (s State) Settled(now time.Time) bool {
	switch {
	case s.First.Window == 0:
		return true
	case s.paused():
		return false
	case s.late(now):
		return true
	}
	return s.Window != nil && !now.Before(s.Window.Until)
}

func (s State) paused() bool { return s.Clock != nil && s.Clock.Paused.By != "" }

// late reports whether all deadlines have passed, so that nobody gets more time.
func (s State) late(now time.Time) bool {
	if s.Clock == nil {
		return false
	}
	due, ok := s.Clock.LastDue()
	return ok && !now.Before(due)
}

// ChangesUntil is until when the answers, which are complete, can be replaced: to the end of
// the window, or to the last deadline if that is earlier. It is zero without a window.
func (s State) ChangesUntil() (until time.Time) {
	if s.Window == nil {
		return until
	}
	until = s.Window.Until
	if s.Clock == nil {
		return until
	}
	if due, ok := s.Clock.LastDue(); ok && due.Before(until) {
		return due
	}
	return until
}

// window takes the beginning of one.
func (s *State) window(e Entry, v record.Window) error {
	switch {
	case s.First.Window == 0:
		return errors.New("the game has no change window")
	case s.Waits:
		return ErrWaits
	case s.Closed != nil:
		return errors.New("the answers to the step cannot be replaced any more")
	case s.paused():
		return errors.New("the game is paused")
	case !v.Until.Equal(v.Time.Add(s.First.Window)):
		return fmt.Errorf("it ends %s, %s after it began; the game has %s", v.Until.Format(time.RFC3339),
			v.Until.Sub(v.Time), s.First.Window)
	case s.Window != nil && v.Time.Sub(s.Window.Until) <= Unnoticed:
		return errors.New("a window had begun before it, and nothing put that off")
	case !s.complete():
		return errors.New("the answers to the step are not complete")
	}
	s.Window = &Window{e.Seq, v}
	return nil
}

// complete reports whether all answers to the next step are in, as far as can be told.
func (s *State) complete() bool {
	if s.Lost || s.Adrift || !s.own() {
		return slices.ContainsFunc(s.Seats, func(p Seat) bool { return p.Pending.Seq != 0 })
	}
	owed := s.Due(s.follows.Owed(s.Position))
	return !slices.ContainsFunc(s.Seats, func(p Seat) bool {
		return p.Pending.Seq == 0 && engine.Owes(owed, p.Side)
	})
}

// early says why a step cannot be resolved or closed yet at a time: its files can still be
// replaced. Where a side sent none its time was over, or the umpire waited no longer.
func (s *State) early(all []record.Input, at time.Time) error {
	silent := func(in record.Input) bool { return in.Orders == 0 && !s.Computed(in.Side) }
	sent := func(in record.Input) bool { return in.Orders != 0 }
	switch {
	case !slices.ContainsFunc(all, sent) || slices.ContainsFunc(all, silent) || s.Settled(at):
		return nil
	case s.paused():
		return errors.New("the game was paused when its files were complete and could be replaced")
	case s.Window == nil:
		return errors.New("there was no time in which its files, which are complete, could be replaced")
	}
	return fmt.Errorf("it is of %s, and its files could be replaced until %s", at.Format(time.RFC3339),
		s.ChangesUntil().Format(time.RFC3339))
}
