package tlm

import (
	"io/fs"

	"berthier/engine"
)

// In a browser, where the size counts, nobody runs cases or looks for faults of the rules.
var (
	caseBook fs.FS
	caseOf   func(position []byte) (engine.Ruleset, engine.Position, error)
	inspect  func(rs engine.Ruleset, before engine.Position, events []engine.Event) error
)
