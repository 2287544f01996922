package setup

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/data"
	"berthier/engine/lines"
)

// bundledAll reads the bundled scenarios.
func bundledAll(t testing.TB) []*Scenario {
	t.Helper()
	files, err := data.Files.ReadDir("scenarios")
	if err != nil {
		t.Fatal(err)
	}
	var all []*Scenario
	for _, f := range files {
		text, err := data.Files.ReadFile("scenarios/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		s, err := ParseScenario(strings.TrimSuffix(f.Name(), ".txt"), text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// bundled returns one bundled scenario.
func bundled(t testing.TB, name string) *Scenario {
	t.Helper()
	all := bundledAll(t)
	i := slices.IndexFunc(all, func(s *Scenario) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("there is no scenario %q", name)
	}
	return all[i]
}

func TestScenarioBundled(t *testing.T) {
	all := bundledAll(t)
	if len(all) < 2 {
		t.Fatalf("got %d scenarios, want austerlitz, goldbach and any others", len(all))
	}
	for _, s := range all {
		if s.Note == "" || s.Title == s.Name || len(s.Goals) == 0 || s.Turns[0].Clock == "" {
			t.Errorf("%s: a battle needs a source note, a title, goals and a clock", s.Name)
		}
		for _, side := range s.Sides {
			if _, ok := s.Commander(side.Chief); !ok {
				t.Errorf("%s: %s has no commander", s.Name, side.Name)
			}
		}
		for _, c := range s.Leaders {
			if d := nearestFriend(s, c); d > 3 {
				t.Errorf("%s: commander %s is %d hexes from the nearest friend", s.Name, c.ID, d)
			}
		}
		for _, f := range s.Forms {
			if len(f.AMs) != 2 {
				t.Errorf("%s: formation %s has %d markers [2.1.1]", s.Name, f.ID, len(f.AMs))
			}
		}
	}
}

// TestScenarioStarts wants every unit to start where the bundled Terrain
// Table lets it go, and with a way on from there.
func TestScenarioStarts(t *testing.T) {
	tables, err := LoadTables(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range bundledAll(t) {
		for _, u := range s.Units {
			h := u.Hex
			if u.Entry > 0 {
				h = s.Entries[u.Entry-1].Hex
			}
			c := s.Map.At(h)
			_, open := tables.HexCost(u.Arm, c.Terrain, c.Road != [6]bool{}, c.Trail != [6]bool{})
			if !open || !hasExit(s.Map, tables, h, u.Arm) {
				t.Errorf("%s: unit %s cannot be at %s (%v) or cannot leave it", s.Name, u.ID, h, c.Terrain)
			}
		}
	}
}

func hasExit(m *Map, tables *Tables, h hex.Hex, a Arm) bool {
	for _, d := range hex.Dirs {
		o := h.Neighbor(d)
		if !m.On(o) {
			continue
		}
		c := m.At(h)
		_, ok := tables.HexCost(a, m.At(o).Terrain, c.Road[d], c.Trail[d])
		for k := SideKind(0); k < NumSideKinds; k++ {
			_, crosses := tables.SideCost(a, k)
			ok = ok && (crosses || !c.Sides[d].Has(k) || c.Road[d] || c.Trail[d])
		}
		if ok {
			return true
		}
	}
	return false
}

func nearestFriend(s *Scenario, c CommanderSpec) int {
	best := 99
	for _, u := range s.Units {
		if u.Side == c.Side && u.Hex != hex.None {
			best = min(best, u.Hex.Distance(c.Hex))
		}
	}
	return best
}

// strength counts the units of a side and their SP by arm.
type strength struct{ units, inf, cav, art int }

func TestScenarioStrength(t *testing.T) {
	for _, c := range []struct {
		name         string
		cols, rows   int
		turns, forms int
		want         [2]strength
	}{
		{"austerlitz", 44, 40, 13, 25, [2]strength{{71, 298, 79, 33}, {66, 276, 81, 34}}},
		{"goldbach", 12, 10, 4, 5, [2]strength{{12, 27, 9, 5}, {12, 33, 10, 6}}},
	} {
		s := bundled(t, c.name)
		if s.Map.Cols != c.cols || s.Map.Rows != c.rows || len(s.Turns) != c.turns || len(s.Forms) != c.forms {
			t.Errorf("%s: got a map of %dx%d, %d turns, %d formations, want %dx%d, %d, %d", c.name,
				s.Map.Cols, s.Map.Rows, len(s.Turns), len(s.Forms), c.cols, c.rows, c.turns, c.forms)
		}
		var got [2]strength
		for _, u := range s.Units {
			g := &got[u.Side]
			g.units++
			*[]*int{&g.inf, &g.cav, &g.art}[u.Arm] += u.Front.SP
		}
		if got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// TestAusterlitzGround holds the map to the ground: kilometres between places
// as the crow flies, taken from a modern map.
func TestAusterlitzGround(t *testing.T) {
	s := bundled(t, "austerlitz")
	at := map[string]hex.Hex{}
	for _, h := range s.Map.Hexes() {
		if n := s.Map.At(h).Name; n != "" {
			at[n] = h
		}
	}
	for _, c := range []struct {
		from, to string
		km       float64
	}{
		{"Žuran", "Santon", 1.8},
		{"Žuran", "Schlapanitz", 1.5},
		{"Žuran", "Pratzeberg", 6.0},
		{"Žuran", "Staré Vinohrady", 3.9},
		{"Santon", "Bosenitz", 1.1},
		{"Santon", "Telnitz", 9.7},
		{"Girzikowitz", "Puntowitz", 1.9},
		{"Girzikowitz", "Blasowitz", 2.2},
		{"Puntowitz", "Kobelnitz", 2.3},
		{"Puntowitz", "Pratzen", 2.2},
		{"Kobelnitz", "Sokolnitz", 2.4},
		{"Sokolnitz", "Telnitz", 1.3},
		{"Telnitz", "Aujest", 2.9},
		{"Telnitz", "Satschan", 2.0},
		{"Aujest", "Pratzeberg", 2.7},
		{"Pratzeberg", "Pratzen", 1.5},
		{"Pratzeberg", "Staré Vinohrady", 2.9},
		{"Pratzen", "Krenowitz", 4.6},
		{"Pratzen", "Blasowitz", 3.1},
		{"Blasowitz", "Holubitz", 2.4},
		{"Krenowitz", "Austerlitz", 3.6},
		{"Schlapanitz", "Austerlitz", 11.0},
	} {
		a, b := at[c.from], at[c.to]
		if a == hex.None || b == hex.None {
			t.Errorf("%s or %s is not on the map", c.from, c.to)
			continue
		}
		ax, ay := a.Plane()
		bx, by := b.Plane()
		got := math.Hypot(float64(ax-bx)*math.Sqrt(3)/6, float64(ay-by)/2)
		if want := c.km / 0.33; math.Abs(got-want) > 2 {
			t.Errorf("%s to %s: got %.1f hexes, want %.1f (%.1f km)", c.from, c.to, got, want, c.km)
		}
	}
}

// TestAusterlitzWaters holds places to their bank of the Goldbach: a march
// over dry hexsides alone reaches what lies on the same bank.
func TestAusterlitzWaters(t *testing.T) {
	s := bundled(t, "austerlitz")
	east := dryMarch(s.Map, hex.H(1720))
	for _, c := range []struct {
		name string
		hex  int
		east bool
	}{
		{"Telnitz", 534, true}, {"Sokolnitz", 629, false}, {"Sokolnitz Castle", 628, false}, {"Kobelnitz", 923, false},
		{"Puntowitz", 1116, false}, {"Girzikowitz", 1511, false}, {"Santon", 1605, false}, {"Bosenitz", 1903, true},
		{"Aujest", 1533, true}, {"Blasowitz", 2312, true}, {"Krenowitz", 3320, true}, {"Žuran", 1007, false},
		{"Satschan", 839, false}, {"Austerlitz", 4316, false},
	} {
		h := hex.H(c.hex)
		if got := s.Map.At(h).Name; got != c.name {
			t.Errorf("hex %s: got %q, want %q", h, got, c.name)
		}
		if east[h] != c.east {
			t.Errorf("%s: dry way from Pratzen: got %v, want %v", c.name, east[h], c.east)
		}
	}
}

// dryMarch returns the hexes that can be reached without crossing water.
func dryMarch(m *Map, from hex.Hex) map[hex.Hex]bool {
	seen := map[hex.Hex]bool{from: true}
	for open := []hex.Hex{from}; len(open) > 0; {
		h := open[0]
		open = open[1:]
		for _, d := range hex.Dirs {
			o, side := h.Neighbor(d), m.At(h).Sides[d]
			if m.On(o) && !seen[o] && m.At(o).Terrain != Pond && !side.Has(Stream) && !side.Has(River) {
				seen[o] = true
				open = append(open, o)
			}
		}
	}
	return seen
}

// TestScenarioCase shows how little a rule case needs.
func TestScenarioCase(t *testing.T) {
	s, err := ParseScenario("case", []byte("unit a French inf at=0304\nunit b Allied cav heavy at=0504 sp=5\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := [2]hex.Facing{s.Units[0].Facing, s.Units[1].Facing}; got != [2]hex.Facing{hex.E, hex.W} {
		t.Errorf("facings: got %v, want E and W", got)
	}
	want := UnitSpec{ID: "b", Name: "b", Side: 1, Form: "allied", FormNo: 1, Nation: "Allied", Arm: Cavalry,
		Heavy: true,
		Front: Values{5, 6, 6, 9}, Back: Values{4, 5, 5, 8}, Hex: hex.H(504), Facing: hex.W}
	if s.Units[1] != want {
		t.Errorf("unit b: got %+v, want %+v", s.Units[1], want)
	}
	if len(s.Turns) != 4 || s.Map.Cols != 12 || s.Title != "case" || len(s.Forms) != 2 || s.Sides[0].Chief != "" {
		t.Errorf("defaults: got %d turns, %d columns, title %q, %d formations, chief %q",
			len(s.Turns), s.Map.Cols, s.Title, len(s.Forms), s.Sides[0].Chief)
	}
}

func TestScenarioGround(t *testing.T) {
	s, err := ParseScenario("case", []byte(`# Where it is from.
# A second line.

# Not this one.
size 3x3
ground 02 .w~   # a comment
levels 01 012
levels 02 013
slopes auto
flat 0101/0201
steep 0201/0301
slope 0102/NE
redoubt 0203/N
stream 0103/SE 0103/0203
bridge 0103/SE
road 0102 0103 0203
hex 0203,0303 village "Two"
unit a French inf at=0203
`))
	if err != nil {
		t.Fatal(err)
	}
	if want := "Where it is from.\nA second line."; s.Note != want {
		t.Errorf("source: got %q, want %q", s.Note, want)
	}
	for _, c := range []struct {
		edge string
		want SideSet
	}{
		{"0101/0201", 0},
		{"0201/0301", 1 << Steep},
		{"0102/0201", 1 << Slope},
		{"0302/0301", 1 << Slope},
		{"0302/0202", 1 << Steep},
		{"0203/0103", 1<<Stream | 1<<Bridge},
		{"0202/0203", 1<<Slope | 1<<Redoubt},
	} {
		e, err := hex.ParseEdge(c.edge)
		if err != nil {
			t.Fatal(err)
		}
		d, _ := e.A.DirTo(e.B)
		a, b := s.Map.At(e.A).Sides[d], s.Map.At(e.B).Sides[d.Turn(3)]
		if a != c.want || b != c.want {
			t.Errorf("hexside %s: got %b and %b, want %b", c.edge, a, b, c.want)
		}
	}
	if !s.Map.At(hex.H(203)).Inside[hex.N] || s.Map.At(hex.H(202)).Inside[hex.S] {
		t.Error("the redoubt protects the wrong hex")
	}
	if c := s.Map.At(hex.H(103)); !c.Road[hex.N] || !c.Road[hex.SE] || c.Road[hex.NE] || c.Trail[hex.N] {
		t.Errorf("roads of 0103: got %v", c.Road)
	}
	if c := s.Map.At(hex.H(202)); c.Terrain != Woods || c.Level != 1 {
		t.Errorf("hex 0202: got %v at level %d", c.Terrain, c.Level)
	}
	if c := s.Map.At(hex.H(303)); c.Terrain != Village || c.Name != "Two" {
		t.Errorf("hex 0303: got %v %q", c.Terrain, c.Name)
	}
}

func TestScenarioFaultsTogether(t *testing.T) {
	_, err := ParseScenario("case",
		[]byte("unit a French inf\nbanana\nhex 9999 clear\nsize 3x0\n"+strings.Repeat("turns 0\n", 60)))
	var faults engine.Faults
	if !errors.As(err, &faults) || len(faults) != lines.MaxFaults+1 {
		t.Fatalf("got %v, want %d faults and a count", err, lines.MaxFaults)
	}
	if faults[0].Line == 0 || faults[0].Text == "" {
		t.Errorf("first fault: got %+v", faults[0])
	}
	if last := faults[lines.MaxFaults].Msg; !strings.HasPrefix(last.String(), "and ") {
		t.Errorf("last fault: got %q", last)
	}
}

func ExampleParseScenario() {
	s, err := ParseScenario("crossing", []byte(`# A case of the project.
scenario "The crossing"
side French rout=west chief=soult
side Allied rout=east
turn 1 "7.00 a.m." fog
turn 2 "7.45 a.m."
size 8x5
hex 0503 village "Telnitz"
level 1 0702 0703 0802 0803
slopes auto
stream 0402/SE 0403/NE 0403/SE
bridge 0403/NE
road 0403 0503 0602 0702
formation legrand "Legrand" French am=5,4
unit art4 "4th Corps artillery" French art form=legrand at=0503 sp=3/2 range=3/6
unit 3lig "3rd Line" French inf form=legrand at=0503 sp=6/4 coh=7/6 corps=IV
unit 18lig "18th Line" French inf form=legrand
arrival 2 form=legrand hex=0103
unit hessen "Hessen-Homburg Hussars" Allied cav at=0802 face=W nation=Austrian
commander soult "Marshal Soult" French drm=1 rating=3 range=6 at=0403
goal 0503 French=2 Allied=6 held=French
victory per-sp=1 margin=2
auto Allied goals=0503 lost=6
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Title, len(s.Turns), "turns")
	i, _ := s.Unit("3lig")
	u := s.Units[i]
	fmt.Println(u.Name, u.Arm, "in", s.Map.At(u.Hex).Name, "facing", u.Facing, u.Front.SP, "SP")
	for _, e := range s.Entries {
		fmt.Println("turn", e.Turn, e.Form, "at", e.Hex)
	}

	_, err = ParseScenario("crossing", []byte("unit 3lig French inf at=1303\nunit 18lig French inv at=0503"))
	fmt.Println(err)
	// Output:
	// The crossing 2 turns
	// 3rd Line inf in Telnitz facing E 6 SP
	// turn 2 legrand at 0103
	// line 1: "unit 3lig French inf at=1303": hex 1303 is not on the map (the map is 12x10)
	// line 2: "unit 18lig French inv at=0503": arm "inv" (want inf, cav or art)
}

// TestScenarioWays wants a road and a trail to lead both ways, and nowhere else.
func TestScenarioWays(t *testing.T) {
	s := parsed(t, "size 3x3\nroad 0102 0103\ntrail 0103 0203")
	var got []string
	for _, h := range s.Map.Hexes() {
		for _, d := range hex.Dirs {
			for kind, leads := range map[string]bool{"road": s.Map.At(h).Road[d], "trail": s.Map.At(h).Trail[d]} {
				if leads {
					got = append(got, fmt.Sprint(kind, " ", h, " ", h.Neighbor(d)))
				}
			}
		}
	}
	want := []string{"road 0102 0103", "road 0103 0102", "trail 0103 0203", "trail 0203 0103"}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestScenarioNumbers wants the hexes of a map by their numbers, and each unit's side by that of the unit.
func TestScenarioNumbers(t *testing.T) {
	s := parsed(t, "size 3x2\nunit e Allied inf at=0302\nunit f French inf at=0101")
	for n, h := range s.Map.Hexes() {
		if got := s.Map.Hex(n); got != h {
			t.Errorf("hex %d is %s, want %s", n, got, h)
		}
	}
	if !slices.Equal(s.UnitSides, []int8{1, 0}) {
		t.Errorf("got sides %v, want 1 and 0", s.UnitSides)
	}
}
