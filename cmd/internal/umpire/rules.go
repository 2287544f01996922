package umpire

import (
	"fmt"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// rulesInForce are the rules that resolve the next step of a game.
type rulesInForce struct {
	Ruleset string
	Version string
	Data    []engine.DataFile
}

func rulesAtFirst(g record.Game) rulesInForce { return rulesInForce{g.Ruleset, g.Version, g.Data} }

func rulesAfter(m record.Migrate) rulesInForce { return rulesInForce{m.Ruleset, m.New, m.Data} }

// String is the name and the version.
func (r rulesInForce) String() string { return r.Ruleset + " " + r.Version }

// check compares the rules that resolved a step with those in force.
func (r rulesInForce) check(s record.Step) error {
	by := rulesInForce{Ruleset: s.Ruleset, Version: s.Version}
	switch {
	case by.String() != r.String():
		return fmt.Errorf("was resolved by rules %s, in force were %s", by, r)
	case s.Tables != record.TablesHash(r.Data):
		return fmt.Errorf("was resolved with other tables (%.8x…) than those in force (%.8x…)", s.Tables, record.TablesHash(r.Data))
	}
	return nil
}
