package tlm

import (
	"embed"

	"berthier/engine"
)

// In a browser, where the size counts, nobody runs cases or looks for faults of the rules.
var (
	caseBook embed.FS
	caseOf   func(position []byte) (engine.Ruleset, engine.Position, error)
	inspect  func(rs engine.Ruleset, before engine.Position, events []engine.Event) error
)
