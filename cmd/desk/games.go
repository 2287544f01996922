package main

import (
	"fmt"

	"berthier/cmd/internal/audit"
	"berthier/engine"
	"berthier/engine/ccn"
	"berthier/engine/jdg"
	"berthier/engine/pbs"
	"berthier/engine/tlm"
)

// load makes the rules of a game. It names the loaders and not the games themselves, whose case
// books would make the page a sixth larger.
func load(name string, data map[string][]byte) (engine.Ruleset, error) {
	switch name {
	case "jdg":
		return jdg.Load(data)
	case "ccn":
		return ccn.Load(data)
	case "pbs":
		return pbs.Load(data)
	case "tlm":
		return tlm.Load(data)
	}
	return nil, fmt.Errorf("%w: %q", audit.ErrUnknownGame, name)
}
