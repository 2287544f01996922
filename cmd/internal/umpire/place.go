package umpire

import (
	"maps"
	"slices"

	"berthier/cmd/internal/record"
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

// Seats gives those of a game in the order of its sides; none if it is over.
func Seats(tx *store.Tx, game string) (seats []Seat, err error) {
	if over, err := IsOver(tx, game); over || err != nil {
		return nil, err
	}
	r, err := oneRecord(tx, game, 1)
	if err != nil {
		return nil, err
	}
	g, err := record.ParseGame(r.Data, nil)
	if err != nil {
		return nil, err
	}
	for _, p := range g.Players {
		address, err := tx.State(game, stateAddress+string(p.Side))
		if err != nil {
			return nil, err
		}
		key, err := keyInForce(tx, game, p)
		if err != nil {
			return nil, err
		}
		seats = append(seats, Seat{p.Side, string(address), key})
	}
	return seats, nil
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
