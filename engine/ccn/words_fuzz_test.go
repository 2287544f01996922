package ccn

import (
	"slices"
	"testing"

	"berthier/engine"
)

// FuzzWords: what the rules accept is written in words that are understood as themselves.
func FuzzWords(f *testing.F) {
	for _, m := range mistakes {
		f.Add(mistakePositions[m.at][1] + m.text)
	}
	rs, p, err := ReadCase([]byte(mistakesField + mistakePositions["turn"][0]))
	if err != nil {
		f.Fatal(err)
	}
	read := engine.NewTurnReader(rs, p)
	f.Fuzz(func(t *testing.T, text string) {
		file, faults := read.Read([]byte("game: g\nside: British\nturn: 1\nstep: 1\n\n"+text), engine.Limits{})
		orders := engine.Orders{Side: file.Side, Lines: file.Orders}
		if len(faults) > 0 || len(rs.Check(p, orders)) > 0 {
			return
		}
		printed := file.Print()
		again, faults := read.Read(printed, engine.Limits{})
		if len(faults) > 0 || !slices.EqualFunc(file.Orders, again.Orders,
			func(a, b engine.Order) bool { return slices.Equal(a.Words, b.Words) }) {
			t.Errorf("%q was understood as\n%sand that as\n%s%v", text, printed, again.Print(), faults)
		}
		rs.Preview(p, orders)
	})
}
