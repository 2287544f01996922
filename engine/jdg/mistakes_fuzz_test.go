package jdg

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// FuzzWords: what the rules accept is written in words that are understood as themselves. Words
// that mean nothing stay as they are, until the rules refuse them.
func FuzzWords(f *testing.F) {
	for _, m := range mistakes {
		f.Add(m.text)
	}
	for _, tt := range inLanguages {
		for line := range strings.Lines(strings.TrimSpace(tt.texts)) {
			_, text, _ := strings.Cut(strings.TrimSpace(line), " ")
			f.Add(text)
		}
	}
	rs, err := Load(nil)
	if err != nil {
		f.Fatal(err)
	}
	p, err := rs.Start(engine.Setup{Scenario: "austerlitz"})
	if err != nil {
		f.Fatal(err)
	}
	read := engine.NewTurnReader(rs, p)
	f.Fuzz(func(t *testing.T, text string) {
		file, faults := read.Read([]byte("game: g\nside: French\nturn: 1\nstep: 1\n\n"+text), engine.Limits{})
		if len(faults) > 0 || len(rs.Check(p, engine.Orders{Side: file.Side, Lines: file.Orders})) > 0 {
			return
		}
		printed := file.Print()
		again, faults := read.Read(printed, engine.Limits{})
		if len(faults) > 0 || !slices.EqualFunc(file.Orders, again.Orders,
			func(a, b engine.Order) bool { return slices.Equal(a.Words, b.Words) }) {
			t.Errorf("%q was understood as\n%sand that as\n%s%v", text, printed, again.Print(), faults)
		}
	})
}
