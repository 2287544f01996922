package engine

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

var battleDie = Die{Faces: []string{"infantry", "infantry", "cavalry", "artillery", "flag", "sabre"}}

// thrown makes the draws of a roll from their values, the first with number 3.
func thrown(purpose string, sides int, values ...int) (draws []Draw) {
	for i, v := range values {
		draws = append(draws, Draw{No: 3 + i, N: sides, Purpose: purpose, Value: v})
	}
	return draws
}

var rollTests = []struct {
	name string
	roll Roll
	line string // of the event, after its kind
	tell string
}{
	{"one die as ever", Roll{Draws: thrown("shock at 1613", 10, 7),
		Mods: []Mod{{"ratio 2:1", 2}, {"village", -1}}, Total: 8, Result: "AR"},
		`draw=3 of=10 purpose="shock at 1613" value=7 mods="ratio 2:1 +2, village -1" total=8 result=AR`,
		"rolled 7, +2 ratio 2:1, -1 village = 8: AR"},
	{"one die without modifiers", Roll{Draws: thrown("cohesion", 10, 8), Total: 8, Need: "<=6", Result: "failed"},
		`draw=3 of=10 purpose=cohesion value=8 total=8 need="<=6" result=failed`,
		"rolled 8, needed <=6: failed"},
	{"a result that is the total", Roll{Draws: thrown("marker", 10, 8), Total: 8, Result: "8"},
		`draw=3 of=10 purpose=marker value=8 total=8 result=8`, "rolled 8"},
	{"a die from one on", Roll{Die: Die{First: 1}, Draws: thrown("placement", 6, 5), Total: 6, Result: "right"},
		`draw=3 of=6 purpose=placement first=1 value=5 total=6 result=right`, "rolled 6: right"},
	{"one die with names", Roll{Die: battleDie, Draws: thrown("leader", 6, 5), Result: "lost"},
		`draw=3 of=6 purpose=leader faces=infantry,infantry,cavalry,artillery,flag,sabre value=5 result=lost`,
		"rolled sabre: lost"},
	{"a result that is the face", Roll{Die: battleDie, Draws: thrown("dice-off", 6, 5), Result: "sabre"},
		`draw=3 of=6 purpose=dice-off faces=infantry,infantry,cavalry,artillery,flag,sabre value=5 result=sabre`,
		"rolled sabre"},
	{"several dice with names",
		Roll{Die: battleDie, Draws: thrown("fire at B4", 6, 0, 2, 4, 5), Total: 2, Hits: true,
			Result: "2 hits, 1 flag"},
		`draws=3-6 of=6 purpose="fire at B4" faces=infantry,infantry,cavalry,artillery,flag,sabre values=0,2,4,5 ` +
			`hits=2 ` +
			`result="2 hits, 1 flag"`,
		"4 dice: infantry, cavalry, flag, sabre → 2 hits, 1 flag"},
	{"a pool", Roll{Die: battleDie, Draws: thrown("melee", 6, 3, 4), Pool: []Mod{{"blocks", 4}, {"moved", -2}},
		Hits: true, Result: "1 flag"},
		`draws=3-4 of=6 purpose=melee faces=infantry,infantry,cavalry,artillery,flag,sabre pool="blocks +4, moved ` +
			`-2" ` +
			`values=3,4 hits=0 result="1 flag"`,
		"2 dice (+4 blocks, -2 moved): artillery, flag → 1 flag"},
	{"a pool of one", Roll{Die: battleDie, Draws: thrown("melee", 6, 3),
		Pool: []Mod{{"square", 1}}, Hits: true, Result: "none"},
		`draw=3 of=6 purpose=melee faces=infantry,infantry,cavalry,artillery,flag,sabre pool="square +1" value=3 ` +
			`hits=0 ` +
			`result=none`,
		"rolled (+1 square) artillery: none"},
	{"a sum", Roll{Die: Die{First: 1}, Draws: thrown("weather", 6, 2, 3),
		Mods: []Mod{{"winter", -2}}, Total: 5, Result: "fair"},
		`draws=3-4 of=6 purpose=weather first=1 values=2,3 mods="winter -2" total=5 result=fair`,
		"2 dice: 3, 4, -2 winter = 5 → fair"},
	{"a sum without modifiers", Roll{Die: Die{First: 1}, Draws: thrown("weather", 6, 2, 3), Total: 7, Result: "7"},
		`draws=3-4 of=6 purpose=weather first=1 values=2,3 total=7 result=7`, "2 dice: 3, 4 = 7"},
	{"hits, each die by itself",
		Roll{Die: Die{First: 1}, Draws: thrown("fire", 6, 0, 3, 1), Mods: []Mod{{"gas", -1}}, Total: 2, Hits: true,
			Need: "<=1", Result: "2 hits"},
		`draws=3-5 of=6 purpose=fire first=1 values=0,3,1 mods="gas -1" hits=2 need="<=1" result="2 hits"`,
		"3 dice: 1, 4, 2, each -1 gas, needed <=1 → 2 hits"},
	{"re-rolls", Roll{Die: Die{First: 1}, Draws: thrown("fire", 6, 0, 3, 0, 5, 4), Rerolls: []Reroll{{3, 6}, {6, 7}},
		Total: 1, Hits: true, Need: "<=1", Result: "1 hit"},
		`draws=3-7 of=6 purpose=fire first=1 values=0,3,0,5,4 again=3>6,6>7 hits=1 need="<=1" result="1 hit"`,
		"3 dice: 1 again 6 again 5, 4, 1, needed <=1 → 1 hit"},
	{"one die thrown again", Roll{Draws: thrown("rally", 10, 9, 2),
		Rerolls: []Reroll{{3, 4}}, Total: 2, Result: "rallied"},
		`draws=3-4 of=10 purpose=rally values=9,2 again=3>4 total=2 result=rallied`, "rolled 9 again 2 = 2: rallied"},
	{"draws apart", Roll{Draws: []Draw{{No: 2, N: 6, Purpose: "p"}, {No: 3, N: 6, Purpose: "p"},
		{No: 9, N: 6, Purpose: "p", Value: 5}}, Total: 5, Result: "x"},
		`draws=2-3,9 of=6 purpose=p values=0,0,5 total=5 result=x`, "3 dice: 0, 0, 5 = 5 → x"},
	{"sealed dice", Roll{Draws: []Draw{{No: 1, N: 6, Purpose: "delay", Sealed: true},
		{No: 2, N: 6, Purpose: "delay", Sealed: true, Value: 3}}, Total: 3, Result: "one turn"},
		`sealed=yes draws=1-2 of=6 purpose=delay values=0,3 total=3 result="one turn"`, "2 dice: 0, 3 = 3 → one turn"},
}

func TestRoll(t *testing.T) {
	for _, tt := range rollTests {
		t.Run(tt.name, func(t *testing.T) {
			e := Event{Rule: "5.2", Kind: "roll", Roll: &tt.roll}
			line := "[5.2] roll " + tt.line
			if got := e.String(); got != line {
				t.Errorf("printed: got\n%s, want\n%s", got, line)
			}
			got, err := ParseEvent(line)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, e) {
				t.Errorf("parsed: got\n%+v, want\n%+v", *got.Roll, *e.Roll)
			}
			if got := tt.roll.Tell(); got != tt.tell {
				t.Errorf("told: got %q, want %q", got, tt.tell)
			}
		})
	}
}

// Every change of one word of a roll is refused, or means something else.
func TestParseRollRefuses(t *testing.T) {
	const (
		one     = "draw=3 of=6 purpose=p value=1 total=1 result=r"
		several = "draws=3-4 of=2 purpose=p faces=a,b values=0,1 hits=1 result=r"
		again   = "draws=3-5 of=6 purpose=p values=0,1,2 again=3>5 total=3 result=r"
	)
	for _, base := range []string{one, several, again} {
		if _, err := ParseEvent("[4] roll " + base); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ base, old, new string }{
		{one, "draw=3", "draws=3"}, {one, "value=1", "values=1"}, {one, "value=1", "first=0 value=1"},
		{one, "value=1", "value=1 again=3>4"},
		{one, "total=1", "total=1 hits=1"}, {one, "total=1", "hits=1 total=1"}, {one, " total=1", ""},
		{one, "value=1", "faces=a,b,c,d,e,f first=1 value=1"},
		{one, "value=1", `pool="" value=1`}, {one, "value=1", `pool="a (b) +1" value=1`},
		{one, "draw=3", "draw=3 draws=3-4"},
		{several, "draws=3-4", "draws=3,4"}, {several, "draws=3-4", "draws=4,3"}, {several, "draws=3-4", "draws=3-3"},
		{several, "draws=3-4", "draws=3-5"},
		{several, "draws=3-4", "draws=3,3"}, {several, "draws=3-4", "draws=03-4"}, {several, "draws=3-4", "draws=0-1"},
		{several, "draws=3-4", "draws=1-999999999"},
		{several, "draws=3-4", "draws=3-"}, {several, "draws=3-4", `draws=""`}, {several, "draws=3-4 ", ""},
		{several, "values=0,1", "values=0"},
		{several, "values=0,1", "values=0,1,1"}, {several, "values=0,1", "values=0,x"},
		{several, "values=0,1", "values=0,01"}, {several, " values=0,1", ""},
		{several, "values=0,1", "value=0"}, {several, "faces=a,b", "faces=a"}, {several, "faces=a,b", "faces=a,"},
		{several, "faces=a,b", `faces="a,b c"`},
		{several, "faces=a,b", "faces=a,b,c"}, {several, "of=2", "of=3"}, {several, "hits=1", "hits=1 total=1"},
		{several, "hits=1", "total=1"}, {several, "hits=1", "hits=x"},
		{again, "again=3>5", "again=5>3"}, {again, "again=3>5", "again=3>3"}, {again, "again=3>5", "again=3>6"},
		{again, "again=3>5", "again=2>5"},
		{again, "again=3>5", "again=3>4,3>5"}, {again, "again=3>5", "again=3>5,4>5"}, {again, "again=3>5", "again=3"},
		{again, "again=3>5", "again=3>5>6"},
		{again, "again=3>5", `again=""`}, {again, "again=3>5", "again=3>5,"},
		{again, "again=3>5 total=3", "total=3 again=3>5"},
	} {
		line := "[4] roll " + strings.Replace(tt.base, tt.old, tt.new, 1)
		if line == "[4] roll "+tt.base {
			t.Fatalf("%q is not in %q", tt.old, tt.base)
		}
		if e, err := ParseEvent(line); err == nil {
			t.Errorf("%s: got %+v, want an error", line, *e.Roll)
		}
	}
}

func TestThrow(t *testing.T) {
	dice := NewForced(0, 5, 1, 3)
	dice.Draw("before", 2)
	r := Roll{Die: Die{First: 1}, Draws: Throw(dice.Draw, "fire", 2, 6)}
	r.Again(dice.Draw, r.Draws[1].No)
	if err := dice.Err(); err != nil {
		t.Fatal(err)
	}
	if got, want := r.Shown(), "6, 2 again 4"; got != want || r.Purpose() != "fire" {
		t.Errorf("%s shows %q, want %q", r.Purpose(), got, want)
	}
	if got, want := r.Counting(), []Draw{dice.Draws()[1], dice.Draws()[3]}; !slices.Equal(got, want) {
		t.Errorf("%+v count, want %+v", got, want)
	}
}

func TestAccount(t *testing.T) {
	draws := thrown("p", 6, 1, 2, 3)
	for i := range draws {
		draws[i].No = i + 1
	}
	two := func(of ...Draw) Event { return Event{Rule: "1", Kind: "roll", Roll: &Roll{Draws: of, Result: "r"}} }
	for _, tt := range []struct {
		name   string
		events []Event
		untold []int
		says   string
	}{
		{"all", []Event{two(draws[0], draws[2]), NewEvent("1", "deal", "", "draws", "2")}, nil, ""},
		{"one left out", []Event{two(draws[0]), NewEvent("1", "deal", "", "draws", "3")}, []int{2}, ""},
		{"none", nil, []int{1, 2, 3}, ""},
		{"twice", []Event{two(draws[0], draws[1]), NewEvent("1", "deal", "", "draws", "2-3")}, nil,
			"draw 2 was told before"},
		{"twice in one roll", []Event{two(draws[0], draws[0])}, nil, "draw 1 was told before"},
		{"never made", []Event{NewEvent("1", "deal", "", "draws", "2-4")}, nil, "draw 4 was never made"},
		{"another value", []Event{two(Draw{No: 2, N: 6, Purpose: "p", Value: 5})}, nil, "the draw was"},
		{"no numbers", []Event{NewEvent("1", "deal", "", "draws", "3-2")}, nil, "ascending"},
	} {
		untold, err := Account(draws, tt.events)
		if (err == nil) != (tt.says == "") || err != nil && !strings.Contains(err.Error(), tt.says) ||
			!slices.Equal(untold, tt.untold) {
			t.Errorf("%s: got %v, %v, want %v, %q", tt.name, untold, err, tt.untold, tt.says)
		}
	}
}

func TestEventDraws(t *testing.T) {
	for value, want := range map[string][]int{"": nil, "3": {3}, "3-5,9": {3, 4, 5, 9}, "3,4": {3, 4}} {
		if got, err := NewEvent("1", "deal", "", "draws", value).Draws(); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: got %v, %v, want %v", value, got, err, want)
		}
	}
	for _, value := range []string{"5-3", "x", "1-", "0", "1-999999", "4,4", "4,3", "1,,2", "-1"} {
		if got, err := NewEvent("1", "deal", "", "draws", value).Draws(); err == nil {
			t.Errorf("%q: got %v, want an error", value, got)
		}
	}
}
