package setup

import (
	"fmt"
	"strings"
	"testing"

	"berthier/engine/ccn/data"
)

// TestWords: cards and sections are read as they are printed, and Scout cards are three.
func TestWords(t *testing.T) {
	scouts := 0
	for c := range NumCards {
		if got, ok := ParseCard(string(c.Name())); !ok || got != c {
			t.Errorf("%s is read as %s, %t", c.Name(), got.Name(), ok)
		}
		if c.Scout() != strings.HasPrefix(string(c.Name()), "scout-") {
			t.Errorf("%s: scout %t", c.Name(), c.Scout())
		}
		scouts += map[bool]int{true: 1}[c.Scout()]
	}
	if scouts != 3 {
		t.Errorf("%d Scout cards", scouts)
	}
	for s := range NumSections {
		if got, ok := ParseSection(s.String()); !ok || got != s {
			t.Errorf("%s is read as %s, %t", s, got, ok)
		}
	}
	if _, ok := ParseSection("middle"); ok {
		t.Error("there is a section middle")
	}
}

const smallest = `scenario "Smallest"
side British bottom nations=British,Portuguese
side French top nations=French
first British
banners 2
unit b "A long name" British line at=C3
unit f French line at=G3
`

// TestSmallest changes the smallest scenario.
func TestSmallest(t *testing.T) {
	tables := load(t)
	sc, err := ParseScenario("x", []byte(smallest), tables)
	if err != nil || sc.Units[0].Name != "A long name" || sc.Units[1].Name != "f" {
		t.Fatalf("%v, %v", sc, err)
	}
	for _, tt := range [][3]string{
		{"unit f French line at=G3\n", "", "French has no unit [Q117]"},
		{"banners 2", "banners 2\nexit Prussian I3", `unknown side "Prussian" (want British or French)`},
		{"banners 2", "banners 2\nexit British Z3", `there is no hex "Z3"`},
		{"banners 2", "banners 2\nexit", "side"},
		{"banners 2", "banners 2\nexit British", "hex"},
		{"unit f French", "unit f \"Name\" French French", "French"},
		{"unit f French line", "unit f", "nation is missing"},
	} {
		_, err := ParseScenario("x", []byte(strings.Replace(smallest, tt[0], tt[1], 1)), tables)
		if err == nil || !strings.Contains(err.Error(), tt[2]) {
			t.Errorf("with %q: %v, want %q", tt[1], err, tt[2])
		}
	}
}

// TestSectionCardBonus: a card that orders by sections gives no dice, not even as many to guards as to others.
func TestSectionCardBonus(t *testing.T) {
	text, err := data.Files.ReadFile("tables/cards.csv")
	if err != nil {
		t.Fatal(err)
	}
	for _, more := range []string{"-,1,1,-", "-,1,0,-", "-,0,1,-", "-,0,0,1", "1,0,0,-", "all,0,0,-"} {
		bad := strings.Replace(string(text), "\nattack-left,4,3,0,0,-,0,0,-", "\nattack-left,4,3,0,0,"+more, 1)
		_, err = LoadTables(map[string][]byte{"tables/cards.csv": []byte(bad)})
		if err == nil || !strings.Contains(err.Error(), "orders by sections and has nothing else") {
			t.Errorf("with %s: %v", more, err)
		}
	}
}

// TestTableLimits changes a figure of a table.
func TestTableLimits(t *testing.T) {
	for _, tt := range []struct {
		file, row string
		column    int
		to, want  string
	}{
		{"tables/terrain.csv", "open,", 1, "stop", "open ground stops nobody and blocks no sight"},
		{"tables/units.csv", "British,line,", 5, "5", "0 to 4"},
		{"tables/units.csv", "British,line,", 6, "5", "0 to 4"},
		{"tables/units.csv", "British,line,", 4, "10", "1 to 9"},
		{"tables/units.csv", "British,line,", 16, "quick", "is not -, nor of elite, guard"},
		{"tables/units.csv", "British,line,", 16, "light+light", "each once"},
		{"tables/units.csv", "British,line,", 9, "4", "0 to 3"},
		{"tables/units.csv", "British,light-cavalry,", 9, "1", "and nobody else [5.5.4]"},
		{"tables/units.csv", "British,line,", 2, "", "has not one to four letters"},
		{"tables/units.csv", "British,line,", 2, "LINES", "has not one to four letters"},
		{"tables/units.csv", "British,line,", 11, "4", "0 to 3"},
		{"tables/units.csv", "British,line,", 12, "4", "0 to 3"},
		{"tables/units.csv", "British,line,", 14, "4", "0 to 3"},
		{"tables/units.csv", "British,line,", 15, "4", "1 to 3"},
		{"tables/cards.csv", "bombard,", 1, "21", "1 to 20"},
		{"tables/cards.csv", "bombard,", 5, "0", "1 to 9, all or -"},
		{"tables/cards.csv", "bombard,", 6, "6", "0 to 5"},
		{"tables/cards.csv", "bombard,", 7, "6", "0 to 5"},
		{"tables/cards.csv", "bombard,", 8, "10\n", "1 to 9"},
		{"tables/cards.csv", "attack-left,", 2, "10", "0 to 9, nor command"},
		{"tables/cards.csv", "attack-left,", 2, "", "0 to 9, nor command"},
		{"tables/units.csv", "British,line,", 1, "Line2", "are not words of letters and hyphens"},
		{"tables/units.csv", "British,line,", 6, "0", "march 0 is below move 1"},
		{"tables/units.csv", "British,line,", 7, "10", "2 to 9"},
		{"tables/units.csv", "British,line,", 8, "4", "0 to 3"},
		{"tables/terrain.csv", "forest,", 3, "-6", "-5 to 0"},
		{"tables/terrain.csv", "forest,", 3, "1", "-5 to 0"},
		{"tables/terrain.csv", "forest,", 16, "3\n", "0 to 2"},
		{"tables/artillery.csv", "foot,more,", 1, "one", "this row stands here twice"},
		{"tables/artillery.csv", "foot,more,", 4, "9", "9 dice at 2 hexes and 4 at 1, want no more"},
		{"tables/artillery.csv", "foot,", 3, "10", "0 to 9"},
	} {
		_, err := LoadTables(map[string][]byte{tt.file: changed(t, tt.file, tt.row, tt.column, tt.to)})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.file, err, tt.want)
		}
	}
}

// changed is a bundled table with one figure changed in the first row that begins so.
func changed(t *testing.T, file, row string, column int, to string) []byte {
	t.Helper()
	text, err := data.Files.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	done := false
	for l := range strings.Lines(string(text)) {
		if f := strings.Split(l, ","); !done && strings.HasPrefix(l, row) {
			f[column], done = to, true
			l = strings.Join(f, ",")
		}
		out = append(out, l)
	}
	return []byte(strings.Join(out, ""))
}

// TestTableTakes changes a figure of a table to one that it may just have.
func TestTableTakes(t *testing.T) {
	label := func(tables *Tables) string { k, _ := tables.Kind("British", "line"); return k.Label }
	for _, tt := range []struct {
		file, row string
		column    int
		to        string
		got       func(*Tables) string
	}{
		{"tables/units.csv", "British,line,", 2, "LINE", label},
		{"tables/units.csv", "British,line,", 2, "L", label},
		{"tables/cards.csv", "bombard,", 5, "1", func(t *Tables) string { return fmt.Sprint(t.Cards[Bombard].Units) }},
		{"tables/cards.csv", "bombard,", 5, "9", func(t *Tables) string { return fmt.Sprint(t.Cards[Bombard].Units) }},
		{"tables/cards.csv", "attack-left,", 2, "0", func(t *Tables) string {
			return fmt.Sprint(t.Cards[AttackLeft].Orders[Left])
		}},
		{"tables/cards.csv", "attack-left,", 2, "9", func(t *Tables) string {
			return fmt.Sprint(t.Cards[AttackLeft].Orders[Left])
		}},
	} {
		tables, err := LoadTables(map[string][]byte{tt.file: changed(t, tt.file, tt.row, tt.column, tt.to)})
		if err != nil {
			t.Errorf("%s with %q: %v", tt.row, tt.to, err)
		} else if got := tt.got(tables); got != tt.to {
			t.Errorf("%s with %q: got %q", tt.row, tt.to, got)
		}
	}
}
