//go:build !js

package ccn

import (
	"embed"

	"berthier/engine"
)

//go:embed testdata/rules
var caseBook embed.FS

var caseOf = engine.CaseOf(ReadCase)
