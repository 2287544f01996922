package umpire

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/cmd/internal/clock"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/store"
)

// logKeys are the state values, or what they begin with, that say how a game stands by
// its log, beside the number of its last step and its position.
var logKeys = []string{
	stateRules, stateLogKey, stateEnded, stateWaits, stateClosed, stateClock, stateNews, stateKeyNews,
	statePlayer, stateKey, statePending, stateDraw, stateConceded, stateVacant,
}

// kindOfKey is a state value's key without its side.
func kindOfKey(key string) string {
	kind, _, ofSide := strings.Cut(key, "/")
	if ofSide {
		kind += "/"
	}
	return kind
}

// logValues are those values, and the state that they are made of.
func logValues(records []store.Record) (map[string][]byte, fold.State, error) {
	s, err := fold.Fold(nil, records, nil)
	values := map[string][]byte{}
	list := func(key string, numbers ...uint64) {
		if len(numbers) > 0 && numbers[len(numbers)-1] != 0 {
			values[key] = printNumbers(numbers)
		}
	}
	for _, r := range records {
		switch r.Kind {
		case record.KindMigrate:
			list(stateRules, r.Seq)
		case record.KindLogKey:
			list(stateLogKey, r.Seq)
		case record.KindOver:
			list(stateEnded, r.Seq)
		}
	}
	for _, seat := range s.Seats {
		side := string(seat.Side)
		if seat.Taken {
			values[statePlayer+side] = []byte(seat.Player)
		}
		if seat.Rekeyed {
			values[stateKey+side] = []byte(seat.Key.String())
		}
		list(statePending+side, seat.Pending.Seq)
		list(stateDraw+side, seat.Offer)
		list(stateConceded+side, seat.Conceded)
		list(stateVacant+side, seat.Vacant)
	}
	if s.Waits {
		values[stateWaits] = []byte("yes")
	}
	if s.Closed != nil {
		list(stateClosed, s.Closed.Seq)
	}
	list(stateNews, s.News...)
	list(stateKeyNews, s.KeyNews...)
	if s.Clock != nil {
		var told []uint64
		for _, n := range s.Clock.News {
			if n.Seq != s.Clock.Seq {
				told = append(told, n.Seq)
			}
		}
		list(stateClock, append(told, s.Clock.Seq)...)
	}
	return values, s, err
}

// checkValues compares what the store says of a game with its log.
func checkValues(tx *store.Tx, id string) error {
	var records []store.Record
	for r, err := range tx.Records(id, 1) {
		if err != nil {
			return err
		}
		records = append(records, r)
	}
	want, _, err := logValues(records)
	if err != nil {
		return err
	}
	keys, err := tx.StateKeys(id, "")
	for _, key := range keys {
		value, err := tx.State(id, key)
		if err != nil {
			return err
		}
		if slices.Contains(logKeys, kindOfKey(key)) && string(value) != string(want[key]) {
			return fmt.Errorf("the store says %s = %q, by the log it is %q", key, value, want[key])
		}
		delete(want, key)
	}
	if missing := sortedKeys(want); len(missing) > 0 {
		return fmt.Errorf("the store does not say %s = %q, as the log does", missing[0], want[missing[0]])
	}
	return err
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
