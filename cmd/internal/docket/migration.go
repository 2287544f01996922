package docket

import (
	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// Migrate records that the game goes on by the rules of this program, in a
// position.
func (g *Game) Migrate(b *Batch, by record.MigrateAuthority, pos engine.Position,
	differs []int) record.Migrate {
	m := record.Migrate{
		Head: g.Docket.HeadOf(g),
		By:   by, Ruleset: g.Ruleset, Old: g.InForce.Version, New: g.Rules.Version(), Program: g.Docket.Program,
		Data: g.Rules.Data(pos), Differs: differs, Hidden: g.NextHidden(), Position: engine.Hash(pos),
	}
	g.Record(b, m)
	return m
}

// Migration is what it would mean to let a game go on by the rules of this
// program.
type Migration struct {
	Game     string
	Why      string // it is held; "" if it is not
	Old, New string // name and version of the rules; New is "" if this program has none
	Steps    int    // that the log has
	Differs  []audit.Difference
	Record   record.Migrate // that was written; zero if none was

	Position engine.Position // after the last step, as this program comes to it
	Lost     bool            // it does not
}
