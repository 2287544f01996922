package docket

import (
	"fmt"
	"strconv"
	"strings"

	"berthier/store"
)

// loadBurn reads what has to be burned before the game goes on.
func (g *Game) loadBurn(tx *store.Tx) error {
	value, err := Optional(tx.State(g.Game, StateBurn))
	if err != nil || value == nil {
		return err
	}
	number, why, _ := strings.Cut(string(value), " ")
	if g.BurnTo, err = strconv.Atoi(number); err != nil {
		return fmt.Errorf("game %s: links to burn: %w", g.Game, err)
	}
	g.BurnWhy = why
	return nil
}

// RefuseBurned makes sure that nothing is rolled with a link that has to be burned.
func (g *Game) RefuseBurned() error {
	if g.State.Number+1 > g.BurnTo {
		return nil
	}
	return fmt.Errorf("game %s: the links up to %d have to be burned before it goes on", g.Game, g.BurnTo)
}
