package setup

import (
	"fmt"
	"strings"
	"testing"

	"berthier/engine"
)

// faultsOf are the faults of an error, none of one of another kind.
func faultsOf(err error) engine.Faults {
	faults, _ := err.(engine.Faults)
	return faults
}

// TestOneFault: a line that cannot be read is told once, with nothing that follows from it alone.
func TestOneFault(t *testing.T) {
	tables := load(t)
	for _, tt := range []struct{ old, new, want string }{
		{"unit f French", "unit toolongid French", `id "toolongid" is too short or too long`},
		{"unit f French", `unit "" French`, `id "" is too short or too long`},
		{"unit f French", "unit f_ French", `id "f_" has a character that is not allowed`},
		{"unit f French", "unit -f French", `id "-f" begins with a hyphen`},
		{"unit f French line at=G3", "unit", "id is missing"},
		{"unit f French line at=G3", "unit f_ Nobody line at=G3", `id "f_" has a character that is not allowed`},
		{"unit f French line at=G3", "unit b Nobody line at=G3", `id "b" is already used in line 6`},
		{"unit f French line at=G3", "unit f Nobody", "type is missing"},
		{"unit f French line at=G3", "unit f Nobody line at=G3", `nation "Nobody" fights for no side`},
		{"unit f French line at=G3", "unit f French lancers at=G3 side=Prussian", `unknown side "Prussian"`},
		{"unit f French line at=G3", "unit f French militia-cavalry", "cannot be used yet"},
		{"unit f French line at=G3", "unit f French French at=G3", `French has no type "French"`},
		{"unit f French line at=G3", "unit f French line", "it stands nowhere"},
		{"unit f French line at=G3", "unit f French line at=G3\nleader ney French", "it stands nowhere"},
		{"banners 2", "banners 2\nleader", "id is missing"},
		{"banners 2", "banners 2\nleader ney Prussian at=Z9", `unknown side "Prussian"`},
		{"first British", "first", "side is missing"},
		{"banners 2", "banners 2 British=3", "British=3"},
		{"banners 2", "banners 2\ngoal", "hex is missing"},
		{"banners 2", "banners 2\ngoal Z3 British=1", `there is no hex "Z3"`},
		{"banners 2", "banners 2\ngoal A3,A3,A3 British=1", "hex A3 stands there twice"},
		{"banners 2", "banners 2\nexit", "side is missing"},
		{"banners 2", "banners 2\nexit Prussian Z3", `unknown side "Prussian"`},
		{"banners 2", "banners 2\nexit British", "hex is missing"},
		{"banners 2", "banners 2\nexit British A3,A3", "hex A3 stands there twice"},
		{"banners 2", "banners 2\nexit British Z3 banners=10", `there is no hex "Z3"`},
		{"banners 2", "banners 2\nground", "row is missing"},
		{"banners 2", "banners 2\nground A ...........yy", `sign "y"`},
		{"banners 2", "banners 2\nground A ............xy", "14 signs"},
		{"banners 2", "banners 2\nground A ...........yx", `sign "y"`},
		{"banners 2", "banners 2\nhex", "hex is missing"},
		{"banners 2", "banners 2\nhex E7", "terrain is missing"},
		{"banners 2", "banners 2\nhex E7 lava", `terrain "lava"`},
		{"banners 2", "banners 2\nhex E7,Z1,Z2 forest", `there is no hex "Z1"`},
		{"banners 2", "banners 2\nname", "hex is missing"},
		{"banners 2", "banners 2\nworks", "hex is missing"},
		{"banners 2", "banners 2\nworks Z9 N", `there is no hex "Z9"`},
		{"banners 2", "banners 2\nworks E7", "directions is missing"},
		{"banners 2", "banners 2\nworks E7 N,S", `direction "N"`},
		{"banners 2", "banners 2\nworks E7 NE\nworks E7 N", "hex E7 has field works already, in line 6"},
	} {
		bad := strings.Replace(smallest, tt.old, tt.new, 1)
		_, err := ParseScenario("x", []byte(bad), tables)
		if faults := faultsOf(err); bad == smallest || len(faults) != 1 || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("with %q: %v, want one fault with %q", tt.new, err, tt.want)
		}
	}
}

// TestFaultOfASide: a scenario that lacks a side because its line is wrong has these two faults, and what
// stands in its other lines is not looked at.
func TestFaultOfASide(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"side", "name of the side is missing"},
		{"side Brit1sh", `name of a side "Brit1sh"`},
		{"side French nations=Nobody", "side French stands on no side of the board"},
		{"side French bottom nations=Nobody", "side French is like side British"},
		{"side French top nations=Nobody", `nation "Nobody" has no reference card`},
	} {
		bad := strings.Replace(smallest, "side French top nations=French", tt.line, 1)
		bad = strings.Replace(bad, "first British", "first Prussian", 1)
		_, err := ParseScenario("x", []byte(bad), load(t))
		faults := faultsOf(err)
		if len(faults) != 2 || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(),
			"1 of 2 sides (side NAME bottom|top nations=NATION[,NATION…] hand=N, once for each side)") {
			t.Errorf("with %q: %v, want %q, and 1 of 2 sides", tt.line, err, tt.want)
		}
	}
}

// TestIDUsedTwice: whoever takes an id again is told of the line that had it first.
func TestIDUsedTwice(t *testing.T) {
	bad := smallest + "unit b French line at=G5\nleader b French at=G7\n"
	_, err := ParseScenario("x", []byte(bad), load(t))
	if n := len(faultsOf(err)); n != 2 || strings.Count(err.Error(), `id "b" is already used in line 6`) != 2 {
		t.Errorf("%v, want 2 faults that name line 6", err)
	}
}

// TestSameFaultTwice: an id that cannot be is not taken for one that is used already.
func TestSameFaultTwice(t *testing.T) {
	bad := strings.Replace(smallest, "unit f French", "unit f_ French line at=G5\nunit f_ French", 1)
	_, err := ParseScenario("x", []byte(bad), load(t))
	if n := len(faultsOf(err)); n != 2 || strings.Contains(err.Error(), "already used") {
		t.Errorf("%d faults, want 2 of the same kind: %v", n, err)
	}
}

// TestOneArrivalFault: so it is with a line of arrivals, and what comes once comes in no other.
func TestOneArrivalFault(t *testing.T) {
	sc, err := ParseScenario("x", []byte(arrivalScenario), load(t))
	if err != nil {
		t.Fatal(err)
	}
	const rest = "arrival French left 3 f2a,f3a leader=fx\n"
	for text, want := range map[string]string{
		"arrival French left 3":                "units is missing",
		"arrival Prussian above 99 zz":         `unknown side "Prussian"`,
		"arrival French above 99 zz":           `from "above"`,
		"arrival French left 99 zz":            "turn",
		"arrival French left 3 zz,yy":          `"zz" is no unit`,
		"arrival French left 3 fy":             `"fy" is no unit`,
		"arrival French left 3 f2a leader=f3a": "f2a arrives twice",
		"arrival Allied left 3 f2a":            "f2a fights for French",
		"arrival French left 3 f1a":            "f1a is on the board",
	} {
		_, err := sc.ParseArrivals([]byte(rest + text + "\n"))
		if faults := faultsOf(err); len(faults) != 1 || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want one fault with %q", text, err, want)
		}
	}
}

// TestNames: ids, names of sides and of places may have what they may, and no more.
func TestNames(t *testing.T) {
	tables := load(t)
	text := strings.NewReplacer("side French", "side LongestnamZz", "nations=French", "nations=French hand=12",
		"unit f French line at=G3", "unit f-09az89 French line at=off\nunit g French line at=G3\n"+
			"leader ney LongestnamZz at=off", "banners 2", "banners 2\nname I3 Farm\ngoal I3 British=1\n"+
			"goal E7,E8 Mill LongestnamZz=9 need=1\ngoal E9 British=2\n"+
			"exit British I13 banners=3\nexit British I12\nhex E7 town\nhill E7").
		Replace(smallest)
	sc, err := ParseScenario("x", []byte(text), tables)
	if err != nil {
		t.Fatal(err)
	}
	var goals []string
	for _, g := range sc.Goals {
		goals = append(goals, fmt.Sprint(g.Name, g.Need, g.Banners))
	}
	if got, want := strings.Join(goals, " "), "Farm1 [1 0] Mill1 [0 9] E91 [2 0]"; got != want {
		t.Errorf("goals %s, want %s", got, want)
	}
	if x := sc.Exits[0]; x.Side != 0 || x.Banners != 3 || Sheet.Name(x.Hexes[0]) != "I13" {
		t.Errorf("exit %+v", x)
	}
	if x := sc.Exits[1]; x.Banners != 0 {
		t.Errorf("an exit for no banners brings %d", x.Banners)
	}
	if h := at(t, "E7"); sc.At(h) != Town || !sc.OnHill(h) || sc.OnHill(at(t, "E8")) {
		t.Error("E7 is not a town on a hill, or E8 is a hill too")
	}
	if sc.Sides[1].Hand != 12 || sc.Units[1].ID != "f-09az89" {
		t.Errorf("hand %d, unit %s", sc.Sides[1].Hand, sc.Units[1].ID)
	}
	for _, side := range []string{"Bri-tish", "Longernamesss", "Brit1sh"} {
		bad := strings.Replace(smallest, "side British", "side "+side, 1)
		if _, err := ParseScenario("x", []byte(bad), tables); err == nil ||
			!strings.Contains(err.Error(), `name of a side "`+side+`"`) {
			t.Errorf("a side %s: %v", side, err)
		}
	}
	bad := strings.Replace(smallest, "nations=French", "nations=Prussian,Nobody", 1)
	if _, err := ParseScenario("x", []byte(bad), tables); len(faultsOf(err)) != 2 ||
		!strings.Contains(err.Error(), `nation "Prussian" has no reference card`) {
		t.Errorf("%v, want that a nation has no reference card, and 1 of 2 sides", err)
	}
}

// TestLater: somebody comes later if a unit or a leader is not on the board.
func TestLater(t *testing.T) {
	const leader, unit = "leader ney French at=off\n", "unit g French line at=off\n"
	for more, want := range map[string]bool{"": false, "leader ney French at=G5\n": false, leader: true, unit: true} {
		sc, err := ParseScenario("x", []byte(smallest+more), load(t))
		if err != nil {
			t.Fatal(err)
		}
		if got := sc.Later(); got != want {
			t.Errorf("with %q: %t, want %t", more, got, want)
		}
	}
}

// TestTooMany: each unit, leader or goal beyond the limit is one fault.
func TestTooMany(t *testing.T) {
	for _, tt := range []struct {
		most       int
		line, want string
	}{
		{maxUnits, "unit u%d French line at=off\n", "too many units"},
		{maxLeaders, "leader l%d French at=off\n", "too many leaders"},
		{maxGoals, "goal E7 g%d French=1\n", "too many goals"},
	} {
		text := strings.Replace(smallest, "unit f French line at=G3\n", "", 1)
		text = strings.Replace(text, `unit b "A long name" British line at=C3`+"\n", "", 1)
		for n := range tt.most + 2 {
			text += fmt.Sprintf(tt.line, n)
		}
		_, err := ParseScenario("x", []byte(text), load(t))
		if faults := faultsOf(err); len(faults) != 2 || strings.Count(err.Error(), tt.want) != 2 {
			t.Errorf("%d times %q: %v, want two faults with %q", tt.most+2, tt.line, err, tt.want)
		}
	}
}
