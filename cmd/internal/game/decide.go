package game

import (
	"errors"
	"time"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// ErrBegun is why a game cannot be started.
var ErrBegun = errors.New("the game has begun already")

// Head begins a record that belongs to the last number, at a time by the wall clock: none
// is of a time before the record in front of it.
func (s State) Head(now time.Time) record.Head {
	if now.Before(s.Time) {
		now = s.Time
	}
	return record.Head{Game: s.First.Game, Step: s.Number, Time: now}
}

// Next is Head for a record that belongs to the next number.
func (s State) Next(now time.Time) record.Head {
	h := s.Head(now)
	h.Step++
	return h
}

// Inputs are what the next step resolves, in the order of the sides: of those that owe
// something, and of those that have answered what they may leave out.
func (s State) Inputs(owed []engine.Decision) (all []record.Input) {
	for _, seat := range s.Seats {
		p := seat.Pending
		if engine.Owes(owed, seat.Side) || p.Seq != 0 && engine.MayAnswer(owed, seat.Side) {
			all = append(all, record.Input{Side: seat.Side, Orders: p.Seq, Hash: p.File})
		}
	}
	return all
}

// Start decides that orders count from now on; by names the umpire's key, "" at the
// machine. It may be ErrBegun.
func Start(s State, now time.Time, by string) (record.Start, error) {
	if !s.Waits {
		return record.Start{}, ErrBegun
	}
	return record.Start{Head: s.Head(now), By: by}, nil
}

// Close decides what the next step resolves and with which round of the beacon, before
// that is published. It may be ErrWaits.
func Close(s State, owed []engine.Decision, now time.Time) (record.Closed, error) {
	if s.Waits {
		return record.Closed{}, ErrWaits
	}
	c := record.Closed{Head: s.Next(now), Inputs: s.Inputs(owed)}
	c.Round = s.First.Beacon.RoundFor(c.Time)
	return c, nil
}
