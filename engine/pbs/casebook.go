//go:build !js

package pbs

import (
	"embed"
	"io/fs"

	"berthier/engine"
)

//go:embed testdata/rules
var cases embed.FS

// caseBook is the folder of the cases.
var caseBook = func() fs.FS {
	book, err := fs.Sub(cases, "testdata/rules")
	if err != nil {
		panic(err)
	}
	return book
}()

// caseOf makes the position of a case, for engine.Game.
func caseOf(position []byte) (engine.Ruleset, engine.Position, error) {
	rs, p, err := ReadCase(position)
	if err != nil { // rs is a nil pointer then, which is no nil ruleset
		return nil, nil, err
	}
	return rs, p, nil
}
