package play

import (
	"errors"
	"fmt"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/record"
)

// adoptRules lets a game go on by the rules of this program, if they have another version than those in force: nobody
// comes here with a game in which they would do anything otherwise.
func (u *Master) adoptRules(g *docket.Game) (*docket.Game, docket.Batch) {
	if g.Rules.Version() == g.InForce.Version {
		return g, docket.Batch{}
	}
	var b docket.Batch
	next := *g
	next.Migrate(&b, record.MigrateByProgram, g.State.Position, nil)
	return &next, b
}

// ErrNoMigration is returned by Migrate for a game that this program cannot go on with.
var ErrNoMigration = errors.New("this program cannot go on with the game")

// Migration reads a game and finds out what would be otherwise.
func (u *Master) Migration(id string) (g *docket.Game, m docket.Migration, err error) {
	over, err := u.Store.IsOver(id)
	if err == nil && over {
		err = fmt.Errorf("game %s: %w", id, docket.ErrOver)
	}
	if err != nil {
		return nil, m, err
	}
	var held *docket.HeldError
	if g, err = u.Open(id); err != nil && !errors.As(err, &held) {
		return g, m, err
	}
	m = docket.Migration{Game: id, Old: g.InForce.String()}
	if held != nil {
		m.Why = held.Why
	}
	if g.Rules == nil || u.CheckLogKey(g.Info) != nil {
		return g, m, fmt.Errorf("%w: %s", ErrNoMigration, m.Why)
	}
	if m, err = u.Review(g.Info); err == nil && m.Lost {
		err = fmt.Errorf("%w: %s", ErrNoMigration, m.Why)
	}
	if err != nil || g.State.Closed == nil {
		return g, m, err
	}
	now := *g
	now.State.Position = m.Position
	for _, side := range g.Sides {
		if _, _, orders := now.Input(side); len(g.Rules.Check(now.State.Position, orders)) > 0 {
			return g, m, fmt.Errorf("%w: the orders of %s for step %d, which waits for a beacon, are not legal by "+
				"its rules; let the old program resolve it first", ErrNoMigration, side, g.State.Number+1)
		}
	}
	return g, m, nil
}
