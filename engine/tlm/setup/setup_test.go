package setup

import (
	"maps"
	"strings"
	"testing"

	"berthier/engine/tlm/data"
)

func TestScenarioFaults(t *testing.T) {
	tables, err := LoadTables(nil)
	if err != nil {
		t.Fatal(err)
	}
	all, err := Maps()
	if err != nil {
		t.Fatal(err)
	}
	text, err := data.Files.ReadFile("scenarios/marne.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"army ge1 CHT 4i", "army ge1 CHT 9i", "does not fit on its Template"},
		{"army ge1 CHT 4i 1a", "army ge1 CHT 4i 3a", "does not fit on its Template"},
		{"army ge1 CHT 4i", "army ge1 CHT 4be-i", "cannot be in Army ge1"},
		{"army ge1 CHT", "army ge19 CHT", "there is no Army"},
		{"army ge1 CHT", "army ge2 CHT", "stands twice"},
		{"units ge COM 1i", "units ge COM 4i", "4 units of the German side in COM"},
		{"units ge COM 1i", "units ge COX 1i", "there is no area"},
		{"army ge1 CHT 4i 1a", "army ge1 CHT 4i 2b", "does not fit on its Template"},
		{"units fr TRO 1i", "units fr ENG 1i", "units of fr in ENG, which is for uk"},
		{"army fr6 PAR", "army fr6 ENG", "units of fr in ENG, which is for uk"},
		{"eft 3i", "eft 3i 1g", "ge-g in the EFT box"},
		{"units ge COM 1i", "units ge PAR 1i", "PAR is Allied, and by what is in it Contested"},
		{"units fr AMI 1i", "units fr SAA 1i", "SAA is German, and by what is in it Contested"},
		{"units fr AMI 1i", "units fr COL 1c", "COL is German, and by what is in it Contested"},
		{"units fr AMI 1i", "units fr MAU 1i", "MAU is German, and by what is in it Allied"},
		{"no-fort LIE", "contested AMI\nno-fort LIE", "AMI is Contested, and by what is in it Allied"},
		{"no-fort LIE", "contested ARD\nno-fort LIE", "ARD is Contested, and by what is in it nobody's"},
		{"no-fort LIE", "neutral LU\nno-fort LIE", "LUX is Neutral, and by what is in it German"},
		{"eft 3i", "eft 30i", "counters ge-i"},
		{"level stalemate to=12", "level stalemate to=1", "the rows of the Victory Table rise"},
		{"level total German", "level total German to=40", "up to one without an end"},
		{"hand German 8 offensive,offensive", "hand German 1 offensive,gas", "2 cards are named, of 1"},
		{"hand German", "hand Prussian", "want German or Allied"},
		{"turns 2 3", "turns 3 2", "the first turn comes before the last"},
		{"map western-front", "map eastern-front", "there is no map"},
		{"no-fort LIE", "no-forts LIE", "no-forts"},
		{"no-fort LIE", "neutral BX\nno-fort LIE", "no country"},
		{"no-fort LIE", "neutral BE to=Allied\nno-fort LIE", "want the side of its enemies"},
		{"no-fort LIE", "neutral BE to=Prussian\nno-fort LIE", "want the side of its enemies"},
	} {
		broken := strings.Replace(string(text), c.from, c.to, 1)
		if broken == string(text) {
			t.Errorf("the scenario has no %q", c.from)
		}
		_, err := ParseScenario("marne", []byte(broken), tables, all)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q in the place of %q: got %v, want a fault with %q", c.to, c.from, err, c.want)
		}
	}
}

// TestEntrenched: of units that begin Entrenched only Infantry is, but no Stormtroopers [8.2.2-d].
func TestEntrenched(t *testing.T) {
	tables, err := LoadTables(nil)
	if err != nil {
		t.Fatal(err)
	}
	all, err := Maps()
	if err != nil {
		t.Fatal(err)
	}
	text, err := data.Files.ReadFile("scenarios/friedensturm.txt")
	if err != nil {
		t.Fatal(err)
	}
	s, err := ParseScenario("friedensturm", append(text, "units ge TRI 1i 1s 1c entrenched\n"...), tables, all)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, g := range s.Groups {
		if s.Map.Areas[g.Area].ID == "TRI" {
			got[g.Count.Unit.String()] = g.Entrenched
		}
	}
	if want := (map[string]bool{"ge-i": true, "ge-s": false, "ge-c": false}); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestTableFaults(t *testing.T) {
	for _, c := range []struct{ file, from, to, want string }{
		{"tables/units.csv", "i,infantry,1", "i,infantry,5", "from 1 to 2"},
		{"tables/dates.csv", "ge-t,16", "ge-x,16", "NATION-UNIT"},
		{"tables/dates.csv", "ge-t,16", "ge-s,16", "each once"},
		{"tables/events.csv", "2,ge,1,2i,no", "2,ge,1,2x,no", "2i+1a"},
		{"tables/events.csv", "2,ge,1,2i,no", "2,ge,1,2i,yes", "Commonwealth"},
		{"tables/crisis.csv", "crisis-german,1916", "crisis-german,1914", "already"},
		{"tables/cards.csv", "gas,6", "gas,60", "60"},
	} {
		text, err := data.Files.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		broken := strings.Replace(string(text), c.from, c.to, 1)
		if broken == string(text) {
			t.Errorf("%s has no %q", c.file, c.from)
		}
		if _, err := LoadTables(map[string][]byte{c.file: []byte(broken)}); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %q in the place of %q: got %v, want a fault with %q", c.file, c.to, c.from, err, c.want)
		}
	}
}

func TestSeasons(t *testing.T) {
	for _, c := range []struct {
		turn   int
		season Season
		year   int
	}{{1, Summer, 1914}, {3, Winter, 1914}, {4, Spring, 1915}, {12, Spring, 1917}, {23, Winter, 1919}} {
		if s, y := SeasonOf(c.turn); s != c.season || y != c.year {
			t.Errorf("turn %d is %s %d, want %s %d", c.turn, s, y, c.season, c.year)
		}
	}
}
