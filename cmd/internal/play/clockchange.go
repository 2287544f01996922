package play

import (
	"errors"
	"fmt"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// ErrNoClock is returned for a game that has no deadlines.
var ErrNoClock = errors.New("the game has no deadlines")

// ClockChange is what the umpire says about the clocks of a game.
type ClockChange struct {
	Cause   record.ClockCause // record.ClockExtend, record.ClockDeadline, record.ClockPause or record.ClockResume
	Side    engine.Side       // whose deadline, in any case; "" for all
	Span    clock.Span        // by which it is extended
	Date    clock.Date        // of the deadline, or the last day of a pause; zero for a pause without an end
	Minutes int               // after midnight, of the deadline; -1 for the time of the day at which it falls anyway
}

// changedClock is how the clocks stand after a change by the umpire.
func changedClock(g *docket.Game, now time.Time, c ClockChange) (clock.State, string, error) {
	if g.State.Clock == nil {
		return clock.State{}, "", ErrNoClock
	}
	if c.Side != "" {
		var err error
		if c.Side, err = g.SideNamed(c.Side); err != nil {
			return clock.State{}, "", err
		}
	}
	switch c.Cause {
	case record.ClockExtend:
		return g.State.Clock.Extend(g.Clock, now, c.Side, c.Span)
	case record.ClockDeadline:
		return g.State.Clock.Set(g.Clock, now, c.Side, c.Date, c.Minutes)
	case record.ClockPause:
		var until time.Time
		if c.Date != (clock.Date{}) {
			var err error
			if until, err = g.Clock.DayEnd(c.Date); err != nil {
				return clock.State{}, "", err
			}
		}
		return g.State.Clock.Stop(now, until)
	case record.ClockResume:
		return g.State.Clock.Resume(g.Clock, now)
	}
	return clock.State{}, "", fmt.Errorf("the umpire does not change clocks by %q", c.Cause)
}

// DecideClock changes the clocks of a game, for the umpire whose key by names, and tells the players. text is what they
// are told. A game that waits for its beacon is ErrClosed; any other error says what cannot be.
func (u *Master) DecideClock(g *docket.Game, c ClockChange, by string) (text string, b docket.Batch, err error) {
	if g.State.Closed != nil {
		return "", b, docket.ErrClosed
	}
	state, text, err := changedClock(g, u.Now(), c)
	if err != nil {
		return "", b, err
	}
	u.SetClock(g, &b, record.Clock{Cause: c.Cause, By: record.ClockByUmpire, Umpire: by, State: state,
		Text: text})
	u.ClockNotices(&b, g, "clock", g.Sides, phrase.Say("clocks.title"), phrase.Told(text))
	u.SignHead(&b, g)
	return text, b, b.Err
}
