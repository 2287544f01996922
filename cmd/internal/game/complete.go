package game

import (
	"errors"
	"time"
)

// Complete says what is missing at the end of a log: some records only stand there
// together with the one behind them.
func (s State) Complete() error {
	switch {
	case s.Seq() == 0 || s.Over != nil || s.Ended != nil:
		return nil
	case s.taken != "":
		return errors.New("the record of the new player's key does not follow")
	case s.Abandoned != nil:
		return errors.New("the end of the game does not follow")
	case s.finished, s.ByPlayers().Over:
		return errors.New("the game is over, but the log does not say so")
	}
	return nil
}

// Outdates reports whether a text that was signed at a time, and came in at another, is
// older than the one that counted. Equal seconds are not: then the order counts in which
// they came. One that was dated ahead of its arrival was signed by a wrong clock, and does
// not outdate one of a right clock that was signed later than that arrival.
func (s Signature) Outdates(signed, came time.Time) bool {
	if signed.IsZero() || s.At.IsZero() || !signed.Before(s.At) {
		return false
	}
	ahead := s.At.After(s.Came)
	return !ahead || signed.After(came) || signed.Before(s.Came)
}
