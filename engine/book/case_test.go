package book

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest/duel"
)

// TestCaseFails proves that a case fails when something else happens, and
// that what -update would write then passes.
func TestCaseFails(t *testing.T) {
	files, err := filepath.Glob("../enginetest/duel/testdata/cases/*.txtar")
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
			actual, err := RunCase([]byte(bad), duel.ReadCase)
			if err == nil || actual == nil {
				t.Errorf("%s with %q for %q: got %v, want a difference", file, change[1], change[0], err)
				continue
			}
			if _, err := RunCase(actual, duel.ReadCase); err != nil {
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
		{"another game", strings.Replace(position, "position", "position go", 1) + "-- events --\n",
			"the case is one of the game go, not of duel"},
		{"bad position", "-- position --\nx\n", "section position: unknown line"},
		{"no expectation", position + "-- orders Red --\npick 1\n", "a case ends with the section events or faults"},
		{"dice at the end", position + "-- dice --\n1\n-- events --\n-- dice --\n1\n", "a case ends with"},
		{"unknown section", position + "-- order Red --\n-- events --\n", "section order Red: unknown"},
		{"unknown side", position + "-- orders Green --\n-- events --\n", `section orders Green: no side "Green"`},
		{"orders twice", position + "-- orders Red --\n-- orders Red --\n-- events --\n", "section orders Red: "},
		{"no number", position + "-- dice --\nsix\n-- events --\n", `section dice: "six" is not a number`},
		{"too few dice", position + "-- events --\n",
			"section events: no forced die left for draw 1 (die of the round); so far:\n" +
				"[1.2] pick by=Red number=1 chips=0\n[1.2] pick by=Blue number=1 chips=0\n"},
		{"too many dice", position + "-- dice --\n1 2\n-- events --\n",
			"section events: 2 forced dice, only 1 were used; so far:\n" +
				"[1.2] pick by=Red number=1 chips=0\n[1.2] pick by=Blue number=1 chips=0\n[1.3] roll draw=1 "},
		{"die too high", position + "-- dice --\n6\n-- events --\n",
			"section events: forced die 1 is 6, draw 1 (die of the round) goes from 0 to 5; so far:\n" +
				"[1.2] pick by=Red"},
		{"legal orders, and no dice", position + "-- orders Red --\npick 1\n-- faults --\n",
			"section faults: all orders are legal, there are no faults; no forced die left"},
		{"orders of nobody's turn",
			"-- position --\nround 3\ncards 1 2\n-- orders Red --\npick 1\n-- orders Blue --\npick 6\n-- dice --\n0\n" +
				"-- events --\n[1.2] pick by=Red number=1 chips=0\n-- orders Blue --\ndouble no\n-- events --\n",
			"Blue gives orders, but may not answer"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			actual, err := RunCase([]byte(tt.text), duel.ReadCase)
			if err == nil || !strings.Contains(err.Error(), tt.want) || actual != nil {
				t.Errorf("got %q, %v, want %q", actual, err, tt.want)
			}
		})
	}
}

// TestCaseLegal: a section faults whose orders are legal is told so, before what happens.
func TestCaseLegal(t *testing.T) {
	actual, err := RunCase([]byte("-- position --\nround 2\ncards 1 2\n-- orders Red --\npick 1\n-- dice --\n1\n"+
		"-- faults --\nRed 1 illegal 1.2\n"), duel.ReadCase)
	if err == nil || !strings.HasPrefix(err.Error(),
		"all orders are legal, there are no faults\nwant faults\nRed 1 illegal 1.2\ngot events\n[1.2] pick by=Red") ||
		actual == nil {
		t.Errorf("got %v", err)
	}
}

// TestPlayCaseIsACase: what is printed of a case rolled by chance holds.
func TestPlayCaseIsACase(t *testing.T) {
	actual, err := PlayCase([]byte("-- position --\nround 2\ncards 1 2\n-- events --\n"), duel.ReadCase, engine.Link{1})
	if err != nil || !strings.Contains(string(actual), "-- dice --\n") {
		t.Fatalf("got %s, %v", actual, err)
	}
	if _, err := RunCase(actual, duel.ReadCase); err != nil {
		t.Errorf("%v\n%s", err, actual)
	}
}
