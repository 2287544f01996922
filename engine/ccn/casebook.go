//go:build !js

package ccn

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
func caseOf(text []byte) (engine.Ruleset, engine.Position, error) {
	rs, p, err := ReadCase(text)
	if err != nil {
		return nil, nil, err
	}
	return rs, p, nil
}
