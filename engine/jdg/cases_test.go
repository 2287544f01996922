package jdg

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/enginetest"
)

func readCase(position []byte) (engine.Ruleset, engine.Position, error) {
	rs, p, err := ReadCase(position, nil)
	if err != nil {
		return nil, nil, err
	}
	return rs, p, nil
}

// TestCases runs the case book, each case also with every decision asked.
func TestCases(t *testing.T) {
	enginetest.RunCases(t, "testdata/rules", func(position []byte) (engine.Ruleset, engine.Position, error) {
		rs, p, err := ReadCase(position, nil)
		if err != nil {
			return nil, nil, err
		}
		return &inquisitor{Ruleset: rs}, p, nil
	})
}

// fullCase is a case of the case book in the full form.
type fullCase struct{ name, text string }

// fullCases gives all cases of the case book, those of the short form as they go.
func fullCases(t *testing.T) (all []fullCase) {
	t.Helper()
	cases, _, err := book.ReadCases(Game.Cases, Game.Name)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		data, err := os.ReadFile(filepath.Join("testdata/rules", c.File))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(c.File, book.ShortEnding) {
			all = append(all, fullCase{c.Name, string(data)})
			continue
		}
		shorts, err := book.ReadShort(data)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range shorts {
			full, err := s.Full(readCase)
			if err != nil {
				t.Errorf("%s: %s: %v", c.File, s.Name, err)
			}
			all = append(all, fullCase{c.Name + "/" + s.Name, string(full)})
		}
	}
	return all
}
