//go:build !js

package tlm

import (
	"embed"

	"berthier/engine"
)

//go:embed testdata/rules
var caseBook embed.FS

var caseOf = engine.CaseOf(ReadCase)
