package jdg

import (
	"embed"

	"berthier/engine/book"
	"berthier/engine/jdg/data"
)

// CaseFiles are the cases of Jours de Gloire, and untested.txt with what none can test.
//
//go:embed testdata/rules
var CaseFiles embed.FS

// Index returns the rules as this program understands them, in the book's
// order, from the embedded file rules/index.txt.
func Index() ([]book.Section, error) {
	text, err := data.Files.ReadFile("rules/index.txt")
	if err != nil {
		return nil, err
	}
	return book.ParseIndex(string(text))
}
