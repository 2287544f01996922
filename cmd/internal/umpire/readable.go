package umpire

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"berthier/cmd/internal/clock"
	fold "berthier/cmd/internal/game"
)

// follows writes how a game stands by its log.
func (w *restoring) follows(s fold.State) {
	number := func(key string, seq uint64) {
		if seq != 0 {
			w.set(key, strconv.AppendUint(nil, seq, 10))
		}
	}
	list := func(key string, numbers []uint64) {
		if len(numbers) > 0 {
			w.set(key, printNumbers(numbers))
		}
	}
	for _, seat := range s.Seats {
		side := string(seat.Side)
		if seat.Taken {
			w.set(statePlayer+side, []byte(seat.Player))
		}
		if seat.Rekeyed {
			w.set(stateKey+side, []byte(seat.Key.String()))
		}
		number(statePending+side, seat.Pending.Seq)
		number(stateDraw+side, seat.Offer)
		number(stateConceded+side, seat.Conceded)
		number(stateVacant+side, seat.Vacant)
	}
	if s.Waits {
		w.set(stateWaits, []byte("yes"))
	}
	if s.Closed != nil {
		number(stateClosed, s.Closed.Seq)
	}
	list(stateNews, s.News)
	list(stateKeyNews, s.KeyNews)
	if s.Clock != nil {
		var told []uint64
		for _, n := range s.Clock.News {
			if n.Seq != s.Clock.Seq {
				told = append(told, n.Seq)
			}
		}
		list(stateClock, append(told, s.Clock.Seq))
	}
}

func printNumbers(all []uint64) []byte {
	var b []byte
	for i, n := range all {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendUint(b, n, 10)
	}
	return b
}

// goesOn says why a daemon could not go on with a game that stands so, and with what a
// backup says beside the log.
func goesOn(s fold.State, private map[string]string) (err error) {
	for _, seat := range s.Seats {
		text, ok := private[stateRequest+string(seat.Side)]
		seq, _, _ := strings.Cut(text, " ")
		if ok && seq != strconv.FormatUint(seat.Asked.Seq, 10) {
			err = errors.Join(err, fmt.Errorf("key of %s: record %s is not what it asked for last", seat.Side, seq))
		}
	}
	if s.Clock == nil {
		return err
	}
	for _, c := range s.Clock.Sides {
		if _, zone := clock.LoadZone(c.Zone); zone != nil {
			err = errors.Join(err, fmt.Errorf("clock of %s: %w", c.Side, zone))
		}
	}
	return err
}
