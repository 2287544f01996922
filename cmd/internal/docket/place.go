package docket

import (
	"maps"
	"slices"

	fold "berthier/cmd/internal/game"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
)

// Seat is who plays a side, as far as mails and signatures go.
type Seat struct {
	Side    engine.Side
	Address string   // "" in a game that was restored without its secrets
	Key     sign.Key // in force; zero for none
}

// Seats gives those of people in a game, in the order of its sides; none if it is over.
func Seats(tx *store.Tx, game string) (seats []Seat, err error) {
	if over, err := IsOver(tx, game); over || err != nil {
		return nil, err
	}
	log, err := WholeLog(tx, game)
	if err != nil {
		return nil, err
	}
	s, err := fold.Fold(nil, log, nil)
	for _, p := range s.Seats {
		if s.Computed(p.Side) {
			continue
		}
		address, err := tx.State(game, StateAddress+string(p.Side))
		if err != nil {
			return nil, err
		}
		seats = append(seats, Seat{p.Side, string(address), p.Key})
	}
	return seats, err
}

func SortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
