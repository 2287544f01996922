package setup

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine/ccn/data"
)

// TestScenarios loads all that are bundled.
func TestScenarios(t *testing.T) {
	_, all, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, sc := range all {
		if sc.Title == "" || !sc.Own || len(sc.Units) < 4 {
			t.Errorf("%s: title %q, own %t, %d units", sc.Name, sc.Title, sc.Own, len(sc.Units))
		}
	}
	crossroads := all[slices.IndexFunc(all, func(sc *Scenario) bool { return sc.Name == "crossroads" })]
	for h, want := range map[string]Terrain{"E7": Town, "D3": Forest, "C7": Hill, "A1": Open} {
		if got := crossroads.At(at(t, h)); got != want {
			t.Errorf("%s is %s, want %s", h, got, want)
		}
	}
	if !crossroads.SameHill(at(t, "C6"), at(t, "C7")) || crossroads.SameHill(at(t, "C6"), at(t, "G7")) ||
		crossroads.SameHill(at(t, "A1"), at(t, "A2")) {
		t.Error("C6 and C7 are one hill, C6 and G7 are two, A1 and A2 are none")
	}
}

// TestScenarioFaults adds a line to a scenario, or changes one.
func TestScenarioFaults(t *testing.T) {
	text, err := data.Files.ReadFile("scenarios/crossroads.txt")
	if err != nil {
		t.Fatal(err)
	}
	tables := load(t)
	for _, c := range []struct{ old, new, want string }{
		{"ground I .", "ground I . .", "row I has 13 hexes"},
		{"ground H . .", "ground H .", "row H has 12 hexes"},
		{"at=B3", "at=B13", "a half hex at the edge"},
		{"at=B3", "at=A14", "A1 to A13"},
		{"at=B3", "at=B4", "one unit to a hex [5.3-e]"},
		{"b-lt1 British light", "b3 British light", "looks like a hex"},
		{"b-lt1 British light", "elan British light", "is a word of the turn file"},
		{"b-lt1 British light", "b-lt1 Prussian light", "nation"},
		{"b-lt1 British light", "b-lt1 British old-guard", "British has no type"},
		{"b-lt1 British light", "b-ln1 British light", "already used"},
		{"unit f-lt1 French light", "unit f-lt1 French guard-light", "cannot be used yet [2.5-f]"},
		{"leader b-gen British at=B6", "leader b-gen British at=H7", "the enemy unit f-ln2"},
		{"first British", "", "nobody takes the first turn [3-i]"},
		{"first British", "first British\nfirst French", "one side takes the first turn"},
		{"side French top", "side French bottom", "one bottom and one top"},
		{"side French top nations=French", "side French top nations=British", "fights for both sides (side=SIDE)"},
		{"side French top nations=French hand=5", "", "1 of 2 sides"},
		{"side French top nations=French hand=5",
			"side French top nations=French hand=5\nside Third top nations=British", "a scenario has two sides"},
		{"banners 4", "banners British=4 French=0", "banners"},
		{"name E7", "works E7 N\nname E7", "want one of NE, E, SE, SW, W, NW"},
		{"name E7", "hex E8 river\nworks E8 NE\nname E7", "field works in E8, river"},
		{"name E7", "hex A3 river\nname E7", "b-lc1 cannot stand in A3, river"},
		{"name E7", "hex C7 sand\nname E7", "b-fa1 cannot stand in C7, sand"},
		{"name E7", "goal E7,E7 French=1\nname E7", "stands there twice"},
		{"name E7", "goal E7\nname E7", "nobody gains a banner"},
		{"name E7", "goal E7 French=1 need=2\nname E7", "need"},
		{"name E7", "exit French E7\nname E7", "not on the edge"},
		{"name E7", "hex E8 works\nname E7", "terrain"},
		{"name E7", "fort E8\nname E7", "fort"},
	} {
		bad := strings.Replace(string(text), c.old, c.new, 1)
		if bad == string(text) {
			t.Errorf("the scenario has no %q", c.old)
		}
		_, err := ParseScenario("x", []byte(bad), tables)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("with %q: %v, want %q", c.new, err, c.want)
		}
	}
}

func FuzzScenario(f *testing.F) {
	text, err := data.Files.ReadFile("scenarios/crossroads.txt")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	tables, err := LoadTables(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		sc, err := ParseScenario("x", text, tables)
		if (sc == nil) == (err == nil) {
			t.Errorf("scenario %v, error %v", sc, err)
		}
	})
}
