//go:build !js

package jdg

import (
	"embed"

	"berthier/engine"
)

//go:embed testdata/rules
var caseBook embed.FS

// caseOf makes the position of a case, for engine.Game.
func caseOf(position []byte) (engine.Ruleset, engine.Position, error) {
	rs, p, err := ReadCase(position, nil)
	if err != nil {
		return nil, nil, err
	}
	return rs, p, nil
}

// inspect looks at a step, for engine.Game.
func inspect(rs engine.Ruleset, before engine.Position, events []engine.Event) error {
	return rs.(*Ruleset).Inspect(before, events)
}
