package ccn

import (
	"io/fs"

	"berthier/engine"
)

// In a browser, where the size counts, nobody runs cases.
var (
	caseBook fs.FS
	caseOf   func(position []byte) (engine.Ruleset, engine.Position, error)
)
