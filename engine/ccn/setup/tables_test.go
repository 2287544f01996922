package setup

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine/ccn/data"
)

func load(t *testing.T) *Tables {
	t.Helper()
	tables, err := LoadTables(nil)
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// TestFacts holds the bundled tables to what the rules text itself says of each type
// [5.3.1 to 5.6.4], for every nation that has it.
func TestFacts(t *testing.T) {
	tables := load(t)
	facts := map[string]Kind{ // what the text fixes
		"line":  {Arm: Infantry, Move: 1, March: 1, Range: 2, Sabers: true, Retreat: 1},
		"light": {Arm: Infantry, Move: 1, March: 2, Range: 2, Ranged: 1, Sabers: true, Retreat: 1},
		"rifle": {Arm: Infantry, Move: 1, March: 2, Range: 3, Ranged: 1, Retreat: 1},
		"grenadier": {
			Arm:     Infantry,
			Move:    1,
			March:   1,
			Range:   2,
			Ranged:  1,
			Melee:   1,
			Sabers:  true,
			Flags:   1,
			Retreat: 1,
		},
		"militia": {Arm: Infantry, Move: 1, March: 1, Range: 2, Retreat: 3},
		"young-guard": {
			Arm:     Infantry,
			Move:    1,
			March:   2,
			Range:   2,
			Ranged:  1,
			Melee:   1,
			Sabers:  true,
			Flags:   1,
			Retreat: 1,
		},
		"old-guard": {
			Arm:     Infantry,
			Move:    1,
			March:   1,
			Range:   2,
			Ranged:  1,
			Melee:   2,
			Sabers:  true,
			Flags:   2,
			Retreat: 1,
		},
		"light-cavalry":       {Arm: Cavalry, Move: 3, March: 3, Sabers: true, Retreat: 1},
		"heavy-cavalry":       {Arm: Cavalry, Move: 2, March: 2, Melee: 1, Sabers: true, Retreat: 1},
		"cuirassier":          {Arm: Cavalry, Move: 2, March: 2, Melee: 1, Sabers: true, Flags: 1, Retreat: 1},
		"guard-heavy-cavalry": {Arm: Cavalry, Move: 2, March: 2, Melee: 1, Sabers: true, Flags: 2, Retreat: 1},
		"foot-artillery":      {Arm: Artillery, Move: 0, March: 1, Range: 5, Sabers: true, Retreat: 1},
		"horse-artillery":     {Arm: Artillery, Move: 1, March: 2, Range: 4, Sabers: true, Retreat: 1},
		// of those that no scenario has yet [2.5-f]
		"guard-light": {Arm: Infantry, Move: 1, March: 2, Range: 2, Ranged: 1, Sabers: true, Flags: 2,
			Retreat: 1},
		"guard-light-cavalry": {Arm: Cavalry, Move: 3, March: 3, Sabers: true, Flags: 2, Retreat: 1},
		"guard-horse-artillery": {Arm: Artillery, Move: 1, March: 2, Range: 4, Melee: 1, Sabers: true, Flags: 2,
			Retreat: 1},
		"militia-cavalry":   {Arm: Cavalry, Move: 3, March: 3, Retreat: 3},
		"militia-artillery": {Arm: Artillery, Move: 0, March: 1, Range: 5, Retreat: 3},
	}
	seen := 0
	for _, k := range tables.kinds {
		want, ok := facts[k.Type]
		if !ok {
			continue
		}
		seen++
		got := k
		got.Nation, got.Type, got.Label, got.Blocks, got.Half, got.Traits = "", "", "", 0, NoHalf, Traits{}
		got.Infantry, got.Used, got.Standing = 0, false, ""
		if k.Nation == "British" && k.Type == "line" {
			want.Still = 1 // its card
		}
		if got != want {
			t.Errorf("%s %s: %+v, want %+v", k.Nation, k.Type, got, want)
		}
		ruled := k.Nation == "British" || k.Nation == "French" || k.Nation == "Portuguese"
		if k.Arm == Infantry && ruled && (k.Half == Down) != (k.Nation == "Portuguese") {
			t.Errorf("%s %s rounds %s [5.5.4-b, 5.5.4-c]", k.Nation, k.Type, halfNames[k.Half])
		}
		if !ruled && k.Standing != "project" {
			t.Errorf("%s %s has its values from %s [Q45]", k.Nation, k.Type, k.Standing)
		}
		if k.Militia != strings.HasPrefix(k.Type, "militia") ||
			k.Light != slices.Contains([]string{"light", "rifle", "young-guard", "guard-light"}, k.Type) {
			t.Errorf("%s %s has the traits %+v", k.Nation, k.Type, k.Traits)
		}
	}
	if seen < len(facts) {
		t.Errorf("%d rows of %d types", seen, len(facts))
	}
}

func TestGuns(t *testing.T) {
	tables := load(t)
	for _, c := range []struct {
		horse, moved        bool
		blocks, hexes, want int
	}{
		{false, false, 3, 1, 4}, {false, false, 2, 1, 4}, {false, false, 1, 1, 3}, {false, true, 3, 1, 0},
		{false, false, 3, 5, 1}, {false, false, 3, 6, 0}, {true, false, 3, 3, 1}, {true, true, 3, 1, 3},
		{true, true, 3, 3, 1},
		{true, true, 3, 4, 0}, {true, false, 3, 4, 1}, {true, false, 3, 5, 0}, {true, false, 1, 1, 2},
		{true, true, 1, 1, 0},
	} {
		if got := tables.Guns(c.horse, c.blocks, c.moved, c.hexes); got != c.want {
			t.Errorf(
				"horse %t, %d blocks, moved %t, %d hexes: %d dice, want %d",
				c.horse,
				c.blocks,
				c.moved,
				c.hexes,
				got,
				c.want,
			)
		}
	}
}

// TestStanding: a row says where its values are from.
func TestStanding(t *testing.T) {
	from := map[string]int{}
	for _, k := range load(t).kinds {
		from[k.Standing]++
	}
	for _, s := range standings {
		if from[s] == 0 {
			t.Errorf("no unit has its values from %s", s)
		}
	}
	if len(from) != len(standings) {
		t.Errorf("values are from %v", from)
	}
}

func TestCards(t *testing.T) {
	tables := load(t)
	section, tactic := 0, 0
	for c, row := range tables.Cards {
		if Card(c).Section() {
			section += row.Copies
		} else {
			tactic += row.Copies
			if row.Orders != [NumSections]int{} {
				t.Errorf("%s orders %v by sections, though it is a tactic card", Card(c).Name(), row.Orders)
			}
		}
	}
	if section != 48 || tactic != 22 {
		t.Errorf("%d section and %d tactic cards, want 48 and 22 [8.0-a]", section, tactic)
	}
	if got := tables.Cards[Bombard].Units; got != 4 {
		t.Errorf("Bombard orders %d units, want 4", got)
	}
	if got := tables.Cards[CoordinatedAdvance].Orders; got != [3]int{1, 2, 1} {
		t.Errorf("a coordinated advance orders %v, want 1, 2, 1", got)
	}
}

// TestTableFaults changes one thing in a bundled table at a time.
func TestTableFaults(t *testing.T) {
	for _, c := range []struct{ file, old, new, want string }{
		{"units.csv", "French,line,LN,infantry,4", "French,line,LN,infantry,10", "tables/units.csv:31: blocks"},
		{"units.csv", "French,light,", "French,line,", "stands here twice"},
		{"units.csv", "cavalry,4,3,3,-,-,0,-", "cavalry,4,3,3,2,-,0,-", "cavalry has none [5.5-a]"},
		{"units.csv", ",up,0,1,yes,0,1,-,yes,pages", ",-,0,1,yes,0,1,-,yes,pages", "infantry rounds, and nobody else"},
		{"units.csv", "elite+light", "elite+elite", "each once"},
		{"units.csv", "elite+light", "elite+heavy", "heavy is for cavalry"},
		{"artillery.csv", "foot,more,no,4,3", "foot,more,no,3,4", "no more at the farther ones"},
		{"artillery.csv", "horse,one,yes,0,0,0,0,0\n", "", "7 rows"},
		{"terrain.csv", "sand,guns", "sand,gone", "gone"},
		{"terrain.csv", "yes,hill,yes,0\nhill-hill", "yes,no,yes,0\nhill-hill", "want hill for hill"},
		{"cards.csv", "rally,1", "rally,2", "71 cards together, want 70"},
		{"cards.csv", "forward,2,2,2,2,-", "forward,2,2,2,2,4", "orders by sections and has nothing else"},
		{"cards.csv", "scout-left,2,1", "scout-left,2,x", "nor command"},
	} {
		text, err := data.Files.ReadFile("tables/" + c.file)
		if err != nil {
			t.Fatal(err)
		}
		bad := strings.Replace(string(text), c.old, c.new, 1)
		if bad == string(text) {
			t.Errorf("%s has no %q", c.file, c.old)
		}
		_, err = LoadTables(map[string][]byte{"tables/" + c.file: []byte(bad)})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with %q: %v, want %q", c.file, c.new, err, c.want)
		}
	}
	if _, err := LoadTables(map[string][]byte{"tables/more.csv": nil}); err == nil ||
		!strings.Contains(err.Error(), "no table has this name") {
		t.Errorf("a table that there is not: %v", err)
	}
}
