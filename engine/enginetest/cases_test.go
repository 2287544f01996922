package enginetest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"berthier/engine"
)

// newDuel reads "round N" and "cards RED BLUE".
func newDuel(text []byte) (engine.Ruleset, engine.Position, error) {
	p := &duelPos{phase: "choose", card: [2]int{-1, -1}}
	for line := range strings.Lines(string(text)) {
		f, err := engine.Fields(line)
		switch {
		case err != nil:
			return nil, nil, err
		case len(f) == 2 && f[0] == "round":
			_, err = fmt.Sscan(f[1], &p.round)
		case len(f) == 3 && f[0] == "cards":
			_, err = fmt.Sscan(f[1]+" "+f[2], &p.card[0], &p.card[1])
		case len(f) > 0:
			err = errors.New("unknown line " + line)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return duel{}, p, nil
}

func TestCases(t *testing.T) { RunCases(t, "testdata/cases", newDuel) }

// TestCaseFails proves that a case fails when something else happens, and
// that what -update would write then passes.
func TestCaseFails(t *testing.T) {
	files, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases")
	}
	for _, file := range files {
		good, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, change := range [][2]string{
			{"[1.2] pick by=Blue", "[1.2] pick by=Red"}, {"-- events --\n[1", "-- events --\n[9] more\n[1"},
			{"[1] next\n", ""}, {"Red 1 illegal 1.2", "Red 2 illegal 1.2"}, {"Blue 1 invalid", ""},
			{"-- events --", "-- faults --"}, {"-- faults --", "-- events --"},
		} {
			bad := strings.Replace(string(good), change[0], change[1], 1)
			if bad == string(good) {
				continue
			}
			actual, err := RunCase([]byte(bad), newDuel)
			if err == nil || actual == nil {
				t.Errorf("%s with %q for %q: got %v, want a difference", file, change[1], change[0], err)
				continue
			}
			if _, err := RunCase(actual, newDuel); err != nil {
				t.Errorf("%s, rewritten: %v\n%s", file, err, actual)
			}
		}
	}
}

func TestCaseRefused(t *testing.T) {
	const position = "-- position --\nround 2\ncards 1 2\n"
	tests := []struct{ name, text, want string }{
		{"empty", "", "a case begins with the section position"},
		{"no position", "-- dice --\n1\n", "a case begins with the section position"},
		{"bad position", "-- position --\nx\n", "section position: unknown line"},
		{"no expectation", position + "-- orders Red --\npick 1\n", "a case ends with the section events or faults"},
		{"dice at the end", position + "-- dice --\n1\n-- events --\n-- dice --\n1\n", "a case ends with"},
		{"unknown section", position + "-- order Red --\n-- events --\n", "section order Red: unknown"},
		{"unknown side", position + "-- orders Green --\n-- events --\n", `section orders Green: no side "Green"`},
		{"orders twice", position + "-- orders Red --\n-- orders Red --\n-- events --\n", "section orders Red: "},
		{"no number", position + "-- dice --\nsix\n-- events --\n", `section dice: "six" is not a number`},
		{"too few dice", position + "-- events --\n", "section events: no forced die left for draw 1 (die of the round)"},
		{"too many dice", position + "-- dice --\n1 2\n-- events --\n", "section events: 2 forced dice, only 1 were used"},
		{"die too high", position + "-- dice --\n6\n-- events --\n", "section events: forced die 1 is 6"},
		{"orders of nobody's turn", "-- position --\nround 3\ncards 1 2\n-- orders Red --\npick 1\n-- orders Blue --\npick 6\n-- dice --\n0\n-- events --\n[1.2] pick by=Red number=1 chips=0\n-- orders Blue --\ndouble no\n-- events --\n", "Blue gives orders, but may not answer"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			actual, err := RunCase([]byte(tt.text), newDuel)
			if err == nil || !strings.Contains(err.Error(), tt.want) || actual != nil {
				t.Errorf("got %q, %v, want %q", actual, err, tt.want)
			}
		})
	}
}

// The case of the package doc. A case that goes as expected comes back as it
// was, without an error.
func ExampleRunCase() {
	text := `The die shows 4; Red, one away, is nearer than Blue and scores a point.

-- position --
round 2
-- orders Red --
pick 5
-- orders Blue --
pick 2
-- dice --
3   # counted from 0
-- events --
[1.2] pick by=Red number=5 chips=0
[1.2] pick by=Blue number=2 chips=0
[1.3] roll draw=1 of=6 purpose="die of the round" value=3 mods="from one +1" total=4 result=fallen
[1.4] score by=Red points=1
[2] ask by=Red
`
	actual, err := RunCase([]byte(text), newDuel)
	fmt.Println(string(actual) == text, err)
	// Output: true <nil>
}
