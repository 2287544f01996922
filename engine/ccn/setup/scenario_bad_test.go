package setup

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ccn/data"
)

// TestBadBoard shows what is said of a scenario that does not fit the board: the line, its own
// words, the clause and what would be right.
func TestBadBoard(t *testing.T) {
	text, err := data.Files.ReadFile("scenarios/crossroads.txt")
	if err != nil {
		t.Fatal(err)
	}
	tables := load(t)
	for _, tt := range []struct{ old, new, want string }{
		{"ground I .", "ground I . .",
			`line 10: "ground I . . . . . . . . . . . . . .": 14 signs (row I has 13 hexes [2.2-a])`},
		{"ground H .", "ground H . .",
			`line 11: "ground H . . . . . . . . . . . . .": 13 signs (row H has 12 hexes [2.2-a])`},
		{"at=B3", "at=A14",
			`line 21: "unit b-lt1 British light at=A14": there is no hex "A14" (row A has A1 to A13 [2.2-a])`},
		{"at=B3", "at=B13",
			`line 21: "unit b-lt1 British light at=B13": there is no hex "B13" (row B has B1 to B12: a half hex at ` +
				`the edge is no hex [Q105])`},
		{"name E7", "hex I14 forest\nname E7",
			`line 19: "hex I14 forest": there is no hex "I14" (row I has I1 to I13 [2.2-a])`},
		{"name E7", "ground K .............\nname E7",
			`line 19: "ground K .............": there is no hex "K1" (rows are A to I from the lower edge, and hexes ` +
				`are named like E6 [2.2-a])`},
		{"name E7", "works E7 N\nname E7",
			`line 19: "works E7 N": direction "N": want one of NE, E, SE, SW, W, NW (as works E7 NE,E)`},
		{"first British", "first British\nfirst French",
			`line 8: "first French": one side takes the first turn (leave the second one out [3-i])`},
	} {
		bad := strings.Replace(string(text), tt.old, tt.new, 1)
		_, err := ParseScenario("x", []byte(bad), tables)
		faults, ok := err.(engine.Faults)
		if !ok || len(faults) != 1 {
			t.Errorf("with %q: %v, want one fault", tt.new, err)
			continue
		}
		if got := faults.Error(); got != tt.want {
			t.Errorf("got\n%s\nwant\n%s", got, tt.want)
		}
	}
}
