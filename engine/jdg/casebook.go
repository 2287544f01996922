//go:build !js

package jdg

import "embed"

//go:embed testdata/rules
var caseBook embed.FS
