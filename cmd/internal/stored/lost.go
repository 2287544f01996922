package stored

import (
	"bytes"
	"errors"
	"fmt"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/ledger"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// Lost lists what games need to go on and a store does not have, or has of another game. The store itself knows of no
// row that it should have, where it has no journal.
func Lost(tx *store.Tx) (all []store.Problem, err error) {
	names, err := tx.Games()
	for _, id := range names {
		err := lostOf(tx, id)
		if p, ok := errors.AsType[store.Problem](err); ok {
			all = append(all, p)
		} else if err != nil {
			return nil, fmt.Errorf("game %s: %w", id, err)
		}
	}
	return all, err
}

// lostOf is the first of a game, as a Problem.
func lostOf(tx *store.Tx, id string) error {
	s, err := Save(tx, id)
	if err != nil {
		return err
	}
	way, err := ledger.Secret(tx, id, docket.SecretWay)
	if err != nil {
		return err
	}
	problem := func(row string, what string) error { return store.Problem{Where: row + id, What: what} }
	if len(s.Records) == 0 {
		return problem("games/", "no record")
	}
	g, err := record.ParseGame(s.Records[0].Data, s.Records[0].Hidden)
	if err != nil {
		return problem("games/", err.Error())
	}
	if err := s.Secrets.Of(g); err != nil {
		return problem("secrets/", err.Error())
	}
	if !bytes.Equal(way.Reveal(), engine.NewWay(s.Secrets.Chain)) {
		return problem("secrets/", "the way is not that of the secret")
	}
	for _, p := range g.Players {
		if _, ok := s.Secrets.State[docket.StateAddress+string(p.Side)]; !ok {
			return store.Problem{Where: "games/" + id + "/state/" + docket.StateAddress + string(p.Side),
				What: "missing"}
		}
	}
	return nil
}
