package setup

import (
	"strings"
	"testing"
)

// TestDefaults: what a scenario does not say, and what it says in place of that.
func TestDefaults(t *testing.T) {
	tables := load(t)
	plain := strings.Replace(smallest, "banners 2\n", "", 1)
	for _, tt := range []struct {
		text         string
		hand, banner [2]int
	}{
		{plain, [2]int{5, 5}, [2]int{5, 5}},
		{plain + "banners 15\n", [2]int{5, 5}, [2]int{15, 15}},
		{plain + "banners 1\n", [2]int{5, 5}, [2]int{1, 1}},
		{plain + "banners French=7\n", [2]int{5, 5}, [2]int{5, 7}},
		{strings.Replace(plain, "nations=French", "nations=French hand=1", 1), [2]int{5, 1}, [2]int{5, 5}},
	} {
		sc, err := ParseScenario("x", []byte(tt.text), tables)
		if err != nil {
			t.Errorf("%v in\n%s", err, tt.text)
			continue
		}
		for i, s := range sc.Sides {
			if s.Hand != tt.hand[i] || s.Banners != tt.banner[i] {
				t.Errorf("%s has a hand of %d and %d banners, want %d and %d, in\n%s", s.Name, s.Hand, s.Banners,
					tt.hand[i], tt.banner[i], tt.text)
			}
		}
	}
}

// TestSource: the lines at the head of a file are its note, and who says nothing of its source supplied it.
func TestSource(t *testing.T) {
	for head, want := range map[string]string{"": "supplied by the umpire", "# A note.\n": "supplied by the umpire",
		"# A note.\n# Source: a book\n": "a book"} {
		sc, err := ParseScenario("x", []byte(head+smallest), load(t))
		if err != nil {
			t.Fatal(err)
		}
		if sc.Source != want || strings.Contains(sc.Note, "A note") != (head != "") {
			t.Errorf("with %q: source %q, note %q", head, sc.Source, sc.Note)
		}
	}
}

// TestGround: terrain, names and field works are where the lines put them, and nowhere else.
func TestGround(t *testing.T) {
	text := strings.Replace(smallest, "banners 2\n", "banners 2\nground A .............\nhex A1,A2 town Inn\n"+
		"name A3 Ford\nhex A4 forest\nworks E7 NE,W\n", 1)
	sc, err := ParseScenario("x", []byte(text), load(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		ground Terrain
		name   string
	}{"A1": {Town, "Inn"}, "A2": {Town, "Inn"}, "A3": {Open, "Ford"}, "A4": {Forest, ""}, "A5": {Open, ""}} {
		if h := at(t, name); sc.At(h) != want.ground || sc.PlaceName(h) != want.name {
			t.Errorf("%s is %s %q, want %s %q", name, sc.At(h), sc.PlaceName(h), want.ground, want.name)
		}
	}
	var dirs []string
	sides, some := sc.Works(at(t, "E7"))
	for d, fortified := range sides {
		if fortified {
			dirs = append(dirs, names(Sheet.Neighbors(at(t, "E7"))[d:d+1]))
		}
	}
	if got := strings.Join(dirs, " "); !some || len(dirs) != 2 {
		t.Errorf("field works toward %s, want two sides", got)
	}
	if _, some := sc.Works(at(t, "E8")); some {
		t.Error("there are field works in E8")
	}
}

// TestWhatWouldBeRight: a fault lists the words that can stand there.
func TestWhatWouldBeRight(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{"banners 2", "banners 2\nhex E7 lava", "want one of open, forest, hill, rugged-hill, town, windmill, river, "},
		{"British line", "British lancers", "want one of line, light, rifle, "},
		{"banners 2", "banners 16", "1 to 15"},
		{"banners 2", "banners British=16", "1 to 15"},
		{"banners 2", "banners 2\ngoal E7 British=10", "0 to 9"},
		{"banners 2", "banners 2\nexit British I3 banners=10", "0 to 9"},
		{"nations=French", "nations=French hand=13", "1 to 12"},
		{"nations=French", "nations=French hand=0", "1 to 12"},
		{"side French top", "side French", "side French stands on no side of the board"},
		{"side French top", "side French top bottom", "side French stands on no side of the board"},
		{"side French top", "side BRITISH top", "side BRITISH is like side British"},
		{"side French", "side Françaises", `name of a side "Françaises"`},
		{`scenario "Smallest"`, "scenario \"Smallest\"\nscenario \"Least\"", "a scenario has one title"},
	} {
		bad := strings.Replace(smallest, tt.old, tt.new, 1)
		if _, err := ParseScenario("x", []byte(bad), load(t)); bad == smallest || err == nil ||
			!strings.Contains(err.Error(), tt.want) {
			t.Errorf("with %q: %v, want %q", tt.new, err, tt.want)
		}
	}
}

// TestNoUnit: a table without units is refused.
func TestNoUnit(t *testing.T) {
	const head = "# Units [2.4]\n# Source: a test\n" +
		"nation,type,label,arm,blocks,move,march,range,ranged,still,half,melee,infantry,sabers,flags,retreat," +
		"traits,used,standing\n"
	if _, err := LoadTables(map[string][]byte{"tables/units.csv": []byte(head)}); err == nil ||
		!strings.Contains(err.Error(), "no unit, want at least one") {
		t.Error(err)
	}
}

// TestNowhereToStand: leaders and goals are where somebody can be, and one leader is in a hex.
func TestNowhereToStand(t *testing.T) {
	units := strings.NewReplacer("unit b", "unit u", "unit f", "unit v").Replace(smallest)
	for _, tt := range []struct{ more, want string }{
		{"leader a French at=E5\nleader b French at=E5\n", `"leader b French at=E5": a stands in E5 already`},
		{"leader a French at=off\nleader b French at=C3\n", `"leader b French at=C3": the enemy unit u stands in C3`},
		{"hex E5 river\nleader a French at=E5\n", `"leader a French at=E5": a cannot stand in E5, river`},
		{"hex E5 rugged-hill\ngoal E4,E5 French=1\n", `nobody can hold E5, rugged-hill [7]`},
	} {
		if _, err := ParseScenario("x", []byte(units+tt.more), load(t)); err == nil ||
			!strings.Contains(err.Error(), tt.want) {
			t.Errorf("with %q: %v, want %q", tt.more, err, tt.want)
		}
	}
	sc, err := ParseScenario("nameless", []byte(strings.Replace(smallest, "scenario \"Smallest\"\n", "", 1)), load(t))
	if err != nil || sc.Title != "nameless" {
		t.Errorf("a scenario without a title is called %v: %v", sc, err)
	}
	if sc.SideNo("Prussian") != -1 || sc.SideNo("French") != 1 {
		t.Error("sides are not known by their names")
	}
}

// TestLoad: a file of the umpire takes the place of a bundled one or is one more, and says what is wrong with it.
func TestLoad(t *testing.T) {
	_, all, err := Load(map[string][]byte{"scenarios/mine.txt": []byte(smallest)})
	if err != nil {
		t.Fatal(err)
	}
	own := 0
	for _, sc := range all {
		if sc.Own {
			own++
		} else if sc.Name != "mine" || sc.Source != "supplied by the umpire" {
			t.Errorf("%s is from %q", sc.Name, sc.Source)
		}
	}
	if own != len(all)-1 || own == 0 {
		t.Errorf("%d of %d scenarios are bundled", own, len(all))
	}
	for name, want := range map[string]string{"scenarios/mine.txt": "scenarios/mine.txt: ",
		"tables/units.csv": "units.csv", "tables/none.csv": "none"} {
		if _, _, err := Load(map[string][]byte{name: []byte("nothing\n")}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// TestRules: each card has a clause of its own in the lists of section and tactic cards.
func TestRules(t *testing.T) {
	for c, want := range map[Card]string{0: "8.1-a", BayonetCharge - 1: "8.1-p", BayonetCharge: "8.2-a",
		ShortSupply: "8.2-m"} {
		if got := c.Rule(); got != want {
			t.Errorf("%s: %s, want %s", c.Name(), got, want)
		}
	}
	cards := load(t).Cards
	for c, all := range map[Card]bool{Leadership: true, ForceMarch: true, ColdSteel: true, Bombard: false} {
		if row := cards[c]; row.All != all || all && row.Units != 0 {
			t.Errorf("%s orders all: %t, and %d units", c.Name(), row.All, row.Units)
		}
	}
}
