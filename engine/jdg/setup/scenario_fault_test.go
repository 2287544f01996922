package setup

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/data"
	"berthier/engine/lines"
)

// TestSizeWithFault: a size of which one number is wrong makes no map, so that
// no hex is found fault with for its sake.
func TestSizeWithFault(t *testing.T) {
	for _, size := range []string{"5x100", "100x5"} {
		_, err := ParseScenario("case", []byte("size "+size+"\nhex 0606 woods\n"))
		if err == nil || !strings.Contains(err.Error(), "from 1 to 99") || strings.Contains(err.Error(), "0606") {
			t.Errorf("size %s: got %v, want the fault of the size alone", size, err)
		}
	}
}

// TestScenarioFaults gives one wrong line at a time, the last line of the
// text, and wants one fault, of that line and with those words.
func TestScenarioFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`scenarioo "X"`, "did you mean scenario?"},
		{"xyzzy", "want one of scenario, side,"},
		{`scenario "X`, "quote is not closed"},
		{"scenario", "title is missing"},
		{"scenario X Y", `unexpected "Y"`},
		{"scenario X\nscenario Y", "one title"},
		{"scenario X size=3", `unknown or repeated setting "size"`},
		{"side Fr3nch", "ASCII letters"},
		{"side A rout=up", "want north, east, south, west"},
		{"side A\nside B\nside C", "two sides"},
		{"turn 2", "want turn 1"},
		{"turn 1 \"7.00\" frog", `unexpected "frog"`},
		{"turns 0", "from 1 to 99"},
		{"turn 1\nturns 3", "already given"},
		{"size 100x5", "from 1 to 99"},
		{"size 5", "for example 12x9"},
		{"size 5x5\nsize 6x6", "write it once"},
		{"size 3x3\nground 04 ...", "from 1 to 3"},
		{"size 3x3\nground 01 ....", "one for each of the 3 columns"},
		{"size 3x3\nlevels 01 000000", "the row has 6 signs"},
		{"size 3x3\nground 01 ..x", "column 3: unknown sign 'x'"},
		{"size 3x3\nlevels 01 01a", "column 3: unknown level 'a'"},
		{"ground", "row is missing"},
		{"ground 01", "signs of the row is missing"},
		{"hex", "hex is missing"},
		{"hex 0101", "terrain is missing"},
		{"hex 0101 vilage", "want one of clear, woods"},
		{"hex 1301 clear", "the map is 12x10"},
		{"hex 0101,0102x clear", "want four digits"},
		{"hex 0101 clear level=10", "from 0 to 9"},
		{"level 1", "hexes are missing"},
		{"level high 0101", "from 0 to 9"},
		{"slopes", "write slopes auto"},
		{"flat 0101/N", "not on the map"},
		{"flat 0101/S", "has no slope"},
		{"flat", "hexsides are missing"},
		{"stream", "hexsides are missing"},
		{"stream 0101/0103", "not adjacent"},
		{"stream 0101", "want 1512/1513"},
		{"bridge 0101/S", "no water for a bridge"},
		{"ford 0101/S", "no water for a ford"},
		{"road 0101", "two hexes at least"},
		{"road 0101 0103", "0101 and 0103 are not adjacent"},
		{"stream 0101/0102\nroad 0101 0102", "add bridge 0101/0102"},
		{"formation", "id is missing"},
		{"formation x", "side is missing"},
		{"formation x y z", "want French or Allied"},
		{"formation 1Div French", "want 1 to 8 of a-z"},
		{"formation ninechars French", "want 1 to 8 of a-z"},
		{"formation -a French", "begins with a hyphen"},
		{"formation 0101 French", "looks like a hex"},
		{"formation with French", "a word of the turn file"},
		{"formation move French", "a word of the turn file"},
		{"formation x French am=10", "from 0 to 9"},
		{"formation x French am=1,2,3", "one or two activation markers"},
		{"formation x French", "has no unit"},
		{"side Austrians\nside B\nunit x Austrians inf at=0101\ncommander austrian Austrians at=0101",
			"already used in line 3"},
		{"unit x French", "arm is missing"},
		{"unit x French dog", "want inf, cav or art"},
		{"unit x French inf heavy at=0101", `unexpected "heavy"`},
		{"unit x French cav horse at=0101", `unexpected "horse"`},
		{"unit x French inf", "is nowhere"},
		{"unit x French inf at=0101 at=0102", `unknown or repeated setting "at"`},
		{"unit x French inf at=0101 form=y", "with a formation of its side"},
		{"formation y Allied\nunit z Allied inf at=0505\nunit x French inf at=0101 form=y",
			"with a formation of its side"},
		{"unit x French inf at=0101\nunit x French inf at=0102", "already used in line 1"},
		{"unit x French inf at=0101\ncommander x French at=0101", "already used in line 1"},
		{"unit x French inf at=0101 sp=0", "from 1 to 20"},
		{"unit x French inf at=0101 coh=13", "from 0 to 12"},
		{"unit x French inf at=0101 sp=5/6", "better disordered"},
		{"unit x French inf at=0101 coh=5/6", "better disordered"},
		{"unit x French inf at=0101 eng=5/6", "better disordered"},
		{"unit x French inf at=0101 ma=5/6", "better disordered"},
		{"unit x French inf at=0101 sp=x", "from 1 to 20"},
		{"unit x French inf at=0101 sp=3/x", "from 0 to 20"},
		{"unit x French inf at=0x", "want four digits"},
		{"unit x French art at=0101 eng=5", `unknown or repeated setting "eng"`},
		{"unit x French inf at=0101 range=5", `unknown or repeated setting "range"`},
		{"unit x French art at=0101 range=6/3", "less than its effective range"},
		{"unit x French inf at=0101 face=N", "a counter faces a corner"},
		{"unit x French inf at=0101 state=tired", "want ordered, disordered or routed"},
		{"hex 0101 pond\nunit x French inf at=0101", "cannot stand in pond"},
		{"hex 0101 marsh\nunit x French art at=0101", "cannot stand in marsh"},
		{"unit x French inf at=0101\nunit y Allied inf at=0101", "both sides"},
		{"unit x French inf at=0101\nunit y French cav at=0101", "infantry and cavalry"},
		{"unit x French inf at=0101\nunit y French art at=0101", "list it first"},
		{"unit x French art at=0101\nunit y French art at=0101\nunit z French inf at=0101", "only one artillery"},
		{"unit w French art at=0101\nunit x French art at=0101\nunit y French art at=0101", "two artillery units"},
		{"unit x French art at=0101\nunit y French cav at=0101\nunit z French cav at=0101", "one cavalry unit"},
		{"unit x French inf\narrival 2 form=french hex=0105 units=x\nunit y French inf at=0202\n" +
			"unit z French cav at=0202",
			"infantry and cavalry"},
		{"unit x French inf at=0101 sp=4/3 state=disordered\nunit y French inf at=0101 sp=2\n" +
			"unit z French inf at=0101 sp=2",
			"6 SP or less"},
		{"unit x French inf at=0101 sp=3\nunit y French inf at=0101 sp=2\nunit z French inf at=0101 sp=2",
			"6 SP or less"},
		{"unit x French inf at=0101 state=routed\nunit y French inf at=0101", "routed units"},
		{"formation a French\nformation b French\nunit x French inf form=a at=0101\nunit y French inf form=b at=0101",
			"different formations"},
		{"unit x French inf at=0101\ncommander y French", "the hex of the commander is missing"},
		{"hex 0101 pond\nunit x French inf at=0202\ncommander y French at=0101", "cannot stand in pond"},
		{"unit x French inf at=0101\ncommander y Allied at=0102", "alone next to the enemy unit x"},
		{"unit w French inf\narrival 2 form=french hex=0105\nunit x Allied inf at=0909\ncommander y French at=0908",
			"alone next to the enemy unit x"},
		{"arrival", "turn is missing"},
		{"arrival 5 form=x hex=0101", "from 1 to 4"},
		{"unit x French inf\narrival 2 form=french hex=0x", "want four digits"},
		{"arrival 2 hex=0101", "the formation is missing"},
		{"arrival 2 form=x hex=0101", `formation "x" does not exist`},
		{"formation x French\nunit y French inf\narrival 2 form=x", "the entry hex is missing"},
		{"formation x French\nunit y French inf\narrival 2 form=x hex=0202", "on the edge"},
		{"hex 0101 pond\nformation x French\nunit y French inf\narrival 2 form=x hex=0101", "ground that it can enter"},
		{"formation x French\nunit y French inf at=0101\narrival 2 form=x hex=0103", "brings 0 units"},
		{"formation x French\nunit y French inf\narrival 2 form=x hex=0103 units=y,z", "brings 1 units"},
		{"formation x French\nunit y French inf\narrival 2 form=x hex=0103\narrival 3 form=x hex=0103 units=y",
			"arrives already"},
		{"formation x French\nunit y French inf\narrival 2 form=x hex=0105\nunit e Allied inf at=0104",
			"enemy entry hex 0105"},
		{"unit y French inf at=0101\ncam c French rating=4", "the formations are missing"},
		{"unit y French inf at=0101\ncam c Allied rating=4 forms=french", `formation "french"`},
		{"unit y French inf at=0101\ncam c French rating=4 forms=french,french", "each once"},
		{"unit y French inf at=0101\ncam c French rating=12 forms=french", "from 0 to 9"},
		{"unit y French inf at=0101\ncam", "id is missing"},
		{"goal", "hex is missing"},
		{"auto", "side is missing"},
		{"auto Saxon lost=1", "want French or Allied"},
		{"auto French goals=0101,0x", "want four digits"},
		{"side", "name of the side is missing"},
		{"turn", "number of the turn is missing"},
		{"turns", "number of turns is missing"},
		{"size", "size of the map is missing"},
		{"levels 01", "signs of the row is missing"},
		{"level", "level is missing"},
		{"level 1 0101 0x", "want four digits"},
		{"road 0101 0x", "want four digits"},
		{"commander", "id is missing"},
		{"goal 1301", "not on the map"},
		{"goal 0101 French=x", "from 0 to 999"},
		{"goal 0101 Frensh=3", `unknown or repeated setting "Frensh"`},
		{"goal 0101 held=Prussian", "want French or Allied"},
		{"goal 0101\ngoal 0101", "has a goal already"},
		{"hex 0101 pond\ngoal 0101", "a hex that a unit can hold"},
		{"victory per-sp=x", "from 0 to 99"},
		{"victory per-sp=Prussian:1", "want French or Allied"},
		{"victory\nvictory", "one victory line"},
		{"auto French", "the condition is empty"},
		{"auto French goals=0101", "is no goal"},
		{"auto French lost=3 from=9", "from 1 to 4"},
		{"scenario " + strings.Repeat("x", lines.MaxLine), "too long"},
	} {
		_, err := ParseScenario("case", []byte(c.text))
		var faults engine.Faults
		if !errors.As(err, &faults) {
			t.Errorf("%q: got %v, want faults", c.text, err)
			continue
		}
		last := strings.Count(c.text, "\n") + 1
		if len(faults) != 1 || faults[0].Line != last || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got\n%v\nwant one fault, of line %d: %q", c.text, err, last, c.want)
		}
	}
}

// TestScenarioAllFaults wants all that is wrong with a text to be told, in the
// order of its lines; what belongs to no line comes first.
func TestScenarioAllFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"side A", "a scenario has two sides (write a second side line)\n"},
		{"side A\nside a", "a scenario has two sides (write a second side line)\n" +
			"line 2: \"side a\": both sides are called \"a\"\n"},
		{"side A\nside B chief=bob\nunit x A inf at=0101",
			"line 2: \"side B chief=bob\": chief \"bob\" (want the id of a commander of the side)\n"},
		{"formation a French\nformation b French\nunit x French inf form=a at=0101\nunit y French inf at=0102\n" +
			"unit z French inf form=b at=0103",
			"line 4: \"unit y French inf at=0102\": formation \"\" of unit y (write form=ID with a formation of its " +
				"side)\n"},
		{"unit x French inf at=0101\ncommander y Allied at=0101",
			"line 2: \"commander y Allied at=0101\": commander y is in the hex of the enemy unit x (put him " +
				"elsewhere)\n" +
				"line 2: \"commander y Allied at=0101\": commander y is alone next to the enemy unit x (put him " +
				"elsewhere, or " +
				"with a unit)\n"},
		{"goal 0101 French=x Allied=y\nturns 0\nunit a French inf sp=x", // read in another order
			"line 1: \"goal 0101 French=x Allied=y\": French \"x\" (want a whole number from 0 to 999)\n" +
				"line 1: \"goal 0101 French=x Allied=y\": Allied \"y\" (want a whole number from 0 to 999)\n" +
				"line 2: \"turns 0\": number of turns \"0\" (want a whole number from 1 to 99)\n" +
				"line 3: \"unit a French inf sp=x\": sp \"x\" (want a whole number from 1 to 20)\n"},
		{"cliff 0101/S x=1 y=2", "line 1: \"cliff 0101/S x=1 y=2\": unknown or repeated setting \"x\" (write cliff " +
			"HEXSIDE…)\n" +
			"line 1: \"cliff 0101/S x=1 y=2\": unknown or repeated setting \"y\" (write cliff HEXSIDE…)\n"},
		{"turn 1 a b c", "line 1: \"turn 1 a b c\": unexpected \"b\" (write turn NUMBER [\"CLOCK\"] [fog] [night])\n" +
			"line 1: \"turn 1 a b c\": unexpected \"c\" (write turn NUMBER [\"CLOCK\"] [fog] [night])\n"},
		{"xyzz\nscenario \"X\nturns 0\n" + strings.Repeat("#", 10) + strings.Repeat("x", 4096) + "\nturn 2",
			"line 1: \"xyzz\": unknown word \"xyzz\" (want one of scenario, side, turn, turns, size, ground, levels, " +
				"hex, " +
				"level, slopes, flat, road, trail, formation, unit, commander, arrival, cam, goal, victory, auto, " +
				"slope, steep, " +
				"ridge, stream, river, redoubt, fortification, cliff, bridge, ford)\n" +
				"line 2: \"scenario \\\"X\": quote is not closed\n" +
				"line 3: \"turns 0\": number of turns \"0\" (want a whole number from 1 to 99)\n" +
				"line 4: \"" + strings.Repeat("#", 10) + strings.Repeat("x", 70) +
				" …\": the line is too long (at most 4096 bytes)\n" +
				"line 5: \"turn 2\": turn \"2\" (want turn 1: turns stand in order, from 1 to at most 99)\n"},
		{"hex 0101 clear \xff", "the file is not UTF-8 text\n"},
		{strings.Repeat("#", lines.MaxFile+1), "the file is too long (at most 1048576 bytes)\n"},
	} {
		_, err := ParseScenario("case", []byte(c.text))
		if got := fmt.Sprintln(err); got != c.want {
			t.Errorf("%.100q: got\n%swant\n%s", c.text, got, c.want)
		}
	}
}

// TestScenarioFaultLines wants the number and the words of the faulty line.
func TestScenarioFaultLines(t *testing.T) {
	for _, c := range []struct {
		text string
		line int
	}{
		{"# head\n\nunit x French inf at=0101\nformation y Allied # empty", 4},
		{"goal 0101\n\tauto French goals=0202\nunit x French inf at=0101", 2},
		{"unit y French inf at=0101\nunit x French inf at=0101 # second\n" +
			"unit z Allied inf at=0101\nunit w Allied inf at=0303", 3},
	} {
		_, err := ParseScenario("case", []byte(c.text))
		var faults engine.Faults
		if !errors.As(err, &faults) || len(faults) != 1 {
			t.Errorf("%q: got %v, want one fault", c.text, err)
			continue
		}
		want := strings.TrimSpace(strings.Split(c.text, "\n")[c.line-1])
		if f := faults[0]; f.Line != c.line || f.Text != want || f.Kind != engine.Invalid {
			t.Errorf("%q: got line %d %q, want line %d %q", c.text, f.Line, f.Text, c.line, want)
		}
	}
}

// TestScenarioLineOrder reads the lines of a scenario backwards.
func TestScenarioLineOrder(t *testing.T) {
	text := "goal 0304 French=2\narrival 2 form=a hex=0101\nunit y French inf form=a\n" +
		"unit x French inf form=b at=0304\n" +
		"formation b French\nformation a French\nroad 0304 0305\nslopes auto\nhex 0304 village Telnitz level=1\n" +
		"size 5x5\n" +
		"turns 3\n"
	s, err := ParseScenario("case", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if s.Goals[0].Name != "Telnitz" || !s.Map.At(hex.H(304)).Sides[hex.N].Has(Slope) || s.Units[0].Entry != 1 {
		t.Errorf("got goal %q, hexside %b, entry %d", s.Goals[0].Name, s.Map.At(hex.H(304)).Sides[hex.N],
			s.Units[0].Entry)
	}
}

func FuzzScenario(f *testing.F) {
	text, err := data.Files.ReadFile("scenarios/goldbach.txt")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte("unit a French inf at=0304\narrival 1 form=french hex=0101 units=a\nflat 0101/S\nredoubt 0101/S\n" +
		"cam c French forms=french"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := ParseScenario("fuzz", text)
		if err != nil {
			var faults engine.Faults
			if !errors.As(err, &faults) || len(faults) == 0 || len(faults) > lines.MaxFaults+1 {
				t.Fatalf("got %v, want faults", err)
			}
			return
		}
		for _, u := range s.Units {
			if _, ok := s.Form(u.Form); !ok || (u.Hex == hex.None) != (u.Entry > 0) || u.Entry > len(s.Entries) ||
				u.Hex != hex.None && !s.Map.On(u.Hex) {
				t.Errorf("unit %+v", u)
			}
		}
		for _, h := range s.Map.Hexes() {
			for _, d := range hex.Dirs {
				o := h.Neighbor(d)
				if s.Map.On(o) && s.Map.At(h).Sides[d] != s.Map.At(o).Sides[d.Turn(3)] {
					t.Errorf("hexside %s/%s differs from the other side", h, d)
				}
			}
		}
	})
}
