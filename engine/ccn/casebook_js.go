package ccn

import (
	"embed"

	"berthier/engine"
)

// In a browser, where the size counts, nobody runs cases.
var (
	caseBook embed.FS
	caseOf   func(position []byte) (engine.Ruleset, engine.Position, error)
)
