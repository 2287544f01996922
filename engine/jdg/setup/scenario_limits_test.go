package setup

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"berthier/engine/hex"
)

// parsed reads a scenario that has to be right.
func parsed(t *testing.T, text string) *Scenario {
	t.Helper()
	s, err := ParseScenario("case", []byte(text))
	if err != nil {
		t.Fatalf("%.200q: %v", text, err)
	}
	return s
}

// TestScenarioLimits wants each number of a scenario to be taken from the
// least to the most that the fault names, and no other.
func TestScenarioLimits(t *testing.T) {
	const units = "unit a French inf at=0101\nunit b Allied inf at=1210\n"
	for _, c := range []struct {
		text     string // # stands for the number
		low, top int
	}{
		{"turns #", 1, 99},
		{"size #x3", 1, 99},
		{"size 3x#", 1, 99},
		{"ground # ............", 1, 10},
		{"levels # 012345678901", 1, 10},
		{"hex 0101 clear level=#", 0, 9},
		{"level # 0101", 0, 9},
		{"formation f French am=#\nunit x French inf form=f at=0101", 0, 9},
		{"unit x French inf at=0101 sp=#/1", 1, 20},
		{"unit x French inf at=0101 sp=20/#", 0, 20},
		{"unit x French inf at=0101 coh=#/0", 0, 12},
		{"unit x French inf at=0101 coh=#", 0, 12},
		{"unit x French inf at=0101 eng=#/0", 0, 12},
		{"unit x French inf at=0101 ma=#/0", 0, 15},
		{"unit x French art at=0101 range=#/12", 1, 12},
		{"unit x French art at=0101 range=1/#", 1, 12},
		{units + "commander c French at=0101 drm=#", -5, 5},
		{units + "commander c French at=0101 rating=#", 0, 20},
		{units + "commander c French at=0101 range=#", 0, 50},
		{units + "cam c French forms=french rating=#", 0, 9},
		{units + "cam c French forms=french from=#", 1, 4},
		{"unit x French inf\narrival # form=french hex=0101", 1, 4},
		{"goal 0101 French=#", 0, 999},
		{"goal 0101 Allied=#", 0, 999},
		{"victory per-sp=#", 0, 99},
		{"victory per-routed=French:#", 0, 99},
		{"victory per-demoralised=Allied:#", 0, 99},
		{"victory margin=#", 0, 999},
		{"auto French lost=#", 1, 999},
		{"auto French lost=1 from=#", 1, 4},
	} {
		for _, n := range []int{c.low - 1, c.low, c.top, c.top + 1} {
			_, err := ParseScenario("case", []byte(strings.ReplaceAll(c.text, "#", strconv.Itoa(n))))
			if got, want := err == nil, c.low <= n && n <= c.top; got != want {
				t.Errorf("%q with %d: got %v, want legal %v", c.text, n, err, want)
			}
		}
	}
}

// TestScenarioLengths does the same for names, lists and lines.
func TestScenarioLengths(t *testing.T) {
	many := func(n int) string {
		var b strings.Builder
		b.WriteString("size 30x30\n")
		for i := range n {
			fmt.Fprintf(&b, "unit u%d French inf at=%02d%02d\n", i, i%30+1, i/30+1)
		}
		return b.String()
	}
	turns := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "turn %d\n", i+1)
		}
		return b.String()
	}
	for _, c := range []struct {
		what        string
		good, wrong string
		fault       string
	}{
		{"units", many(500), many(501), "too many units (at most 500)"},
		{"turns", turns(99), turns(100), `turn "100"`},
		{"line", "scenario " + strings.Repeat("x", 4096-9), "scenario " + strings.Repeat("x", 4096-8),
			"the line is too long (at most 4096 bytes)"},
		{"file", strings.Repeat("\n", 1<<20), strings.Repeat("\n", 1<<20+1), "the file is too long"},
		{"side", "side azAZazAZazAZ\nside B", "side azAZazAZazAZb\nside B", "12 ASCII letters"},
		{"side", "side azAZ\nside B", "side az{\nside B", "ASCII letters"},
		{"side", "side azAZ\nside B", "side AZ[\nside B", "ASCII letters"},
		{"side", "side azAZ\nside B", "side `a\nside B", "ASCII letters"},
		{"side", "side azAZ\nside B", "side @A\nside B", "ASCII letters"},
		{"id", "unit az-09az9 French inf at=0101", "unit az-09az90 French inf at=0101", "too short or too long"},
		{"id", "unit a French inf at=0101", `unit "" French inf at=0101`, "too short or too long"},
		{"id", "unit a French inf at=0101", "unit a{ French inf at=0101", "not allowed"},
		{"id", "unit a French inf at=0101", "unit a: French inf at=0101", "not allowed"},
		{"id", "unit a French inf at=0101", "unit a/ French inf at=0101", "not allowed"},
		{"id", "unit a French inf at=0101", "unit a` French inf at=0101", "not allowed"},
		{"level", "size 2x1\nlevels 1 09", "size 2x1\nlevels 1 0:", "unknown level ':'"},
		{"level", "size 2x1\nlevels 1 09", "size 2x1\nlevels 1 0/", "unknown level '/'"},
		{"markers", "formation f French am=1,2\nunit x French inf form=f at=0101",
			"formation f French am=1,2,3\nunit x French inf form=f at=0101", "one or two"},
	} {
		parsed(t, c.good)
		if _, err := ParseScenario("case", []byte(c.wrong)); err == nil || !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %.100q: got %v, want %s", c.what, c.wrong, err, c.fault)
		}
	}
}

// TestScenarioManyFaults counts those that are not told; what is left over of a
// faulty line is none.
func TestScenarioManyFaults(t *testing.T) {
	for _, c := range []struct{ lines, told int }{{49, 49}, {50, 50}, {51, 51}, {60, 51}} {
		_, err := ParseScenario("case", []byte(strings.Repeat("turns 0 x\n", c.lines)))
		if got := strings.Count(fmt.Sprintln(err), "\n"); got != c.told {
			t.Errorf("%d faults: got %d lines, want %d", c.lines, got, c.told)
		}
		more := ""
		if c.lines > 50 {
			more = fmt.Sprintf("and %d more faults", c.lines-50)
		}
		if !strings.HasSuffix(err.Error(), more) {
			t.Errorf("%d faults: got %q at the end, want %q", c.lines, err, more)
		}
	}
}

// TestScenarioQuotesLine wants a fault to quote 80 bytes of its line, and no
// broken letter.
func TestScenarioQuotesLine(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"x" + strings.Repeat("y", 79), "x" + strings.Repeat("y", 79)},
		{"x" + strings.Repeat("y", 80), "x" + strings.Repeat("y", 79) + " …"},
		{"x" + strings.Repeat("y", 78) + "ä", "x" + strings.Repeat("y", 78) + " …"},
	} {
		_, err := ParseScenario("case", []byte(c.line))
		if want := fmt.Sprintf("line 1: %q: unknown word", c.want); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestScenarioUsual wants what the package doc promises for settings that are
// left out.
func TestScenarioUsual(t *testing.T) {
	s := parsed(t, `unit i French inf at=0101
unit c French cav at=0201
unit g French art horse at=0301
unit p French inf at=0401 sp=9 coh=3 eng=0 ma=1
unit r French art at=0501 range=2
unit q French inf at=0601 sp=3/1 coh=4/4 eng=5/1 ma=6/2
commander m French at=0101
commander n French at=0201
commander k Allied at=1010
unit e Allied inf at=1110
cam x French forms=french
goal 0305
hex 0306 town "Place"
goal 0306 Allied=4
goal 0307 "Named" French=3 held=Allied
auto French lost=3
auto Allied goals=0305,0306 from=2
victory per-sp=2 per-routed=Allied:3 per-demoralised=French:4,Allied:5
`)
	for _, c := range []struct {
		id          string
		front, back Values
		near, far   int
	}{
		{"i", Values{6, 6, 6, 5}, Values{4, 5, 5, 4}, 0, 0},
		{"c", Values{4, 6, 6, 9}, Values{3, 5, 5, 8}, 0, 0},
		{"g", Values{3, 6, 0, 6}, Values{2, 5, 0, 5}, 3, 6},
		{"p", Values{9, 3, 0, 1}, Values{6, 2, 0, 0}, 0, 0},
		{"r", Values{3, 6, 0, 6}, Values{2, 5, 0, 5}, 2, 4},
		{"q", Values{3, 4, 5, 6}, Values{1, 4, 1, 2}, 0, 0},
	} {
		i, _ := s.Unit(c.id)
		if u := s.Units[i]; u.Front != c.front || u.Back != c.back || u.Near != c.near || u.Far != c.far {
			t.Errorf("%s: got %v %v %d/%d, want %v %v %d/%d", c.id, u.Front, u.Back, u.Near, u.Far,
				c.front, c.back, c.near, c.far)
		}
	}
	if c := s.Leaders[0]; c.DRM != 1 || c.Rating != 3 || c.Range != 6 ||
		s.Sides[0].Chief != "m" || s.Sides[1].Chief != "k" {
		t.Errorf("commander: got %+v, chiefs %q and %q", c, s.Sides[0].Chief, s.Sides[1].Chief)
	}
	if c := s.CAMs[0]; c.Rating != 4 || c.From != 1 || c.Mandatory || c.Name != "x" {
		t.Errorf("CAM: got %+v", c)
	}
	goals := []Goal{
		{Hex: hex.H(305), Name: "0305", Held: -1},
		{Hex: hex.H(306), Name: "Place", VP: [2]int{0, 4}, Held: -1},
		{Hex: hex.H(307), Name: "Named", VP: [2]int{3, 0}, Held: 1},
	}
	if !slices.Equal(s.Goals, goals) {
		t.Errorf("goals: got %+v, want %+v", s.Goals, goals)
	}
	victory := VictorySpec{
		PerSP: [2]int{2, 2}, PerRouted: [2]int{0, 3}, PerDemoral: [2]int{4, 5},
		Auto: []AutoVictory{{Side: 0, LostSP: 3, From: 1},
			{Side: 1, Goals: []hex.Hex{hex.H(305), hex.H(306)}, From: 2}},
	}
	if !reflect.DeepEqual(s.Victory, victory) {
		t.Errorf("victory: got %+v, want %+v", s.Victory, victory)
	}
}

// TestScenarioNames wants a name in quotes, and one that is a side's only if
// another side follows.
func TestScenarioNames(t *testing.T) {
	s := parsed(t, "formation f \"The Left\" French\nformation g French Allied\nunit a French inf form=f at=0101\n"+
		"unit b \"B Bat\" Allied inf form=g at=0909 corps=V nation=Saxon")
	got := []string{s.Forms[0].Name, s.Forms[1].Name, s.Units[0].Name, s.Units[0].Nation, s.Units[1].Name,
		s.Units[1].Corps, s.Units[1].Nation}
	want := []string{"The Left", "French", "a", "French", "B Bat", "V", "Saxon"}
	if !slices.Equal(got, want) || s.Forms[1].Side != 1 {
		t.Errorf("got %q and side %d, want %q and 1", got, s.Forms[1].Side, want)
	}
	if _, err := ParseScenario("case",
		[]byte("formation f French French French\nunit x French inf at=0101")); err == nil {
		t.Error("three names of a side in a line were read")
	}
}

// TestScenarioFacing wants a unit to turn its back to its rout edge.
func TestScenarioFacing(t *testing.T) {
	for _, c := range []struct {
		rout string
		want hex.Facing
	}{
		{"west", hex.E}, {"east", hex.W}, {"north", hex.Facing(hex.S)}, {"south", hex.Facing(hex.N)},
		{"N", hex.Facing(hex.S)}, {"SE", hex.Facing(hex.NW)}, {"NW", hex.Facing(hex.SE)},
	} {
		s := parsed(t, "side A rout="+c.rout+"\nside B\nunit x A inf at=0505")
		if got := s.Units[0].Facing; got != c.want {
			t.Errorf("rout=%s: got %v, want %v", c.rout, got, c.want)
		}
	}
}

// TestScenarioComments cuts a line at a # that opens a word outside of quotes.
func TestScenarioComments(t *testing.T) {
	for _, c := range []struct{ line, title string }{
		{`scenario A # B`, "A"},
		{"scenario A\t# B", "A"},
		{`scenario A#B`, "A#B"},
		{`scenario A #B`, "A"},
		{`scenario "A # B" # C`, "A # B"},
		{`scenario "A \" # B" # C`, `A " # B`},
		{"\n#scenario A\nscenario B", "B"},
		{"# head\n#\n\nscenario B", "B"},
	} {
		if s := parsed(t, c.line); s.Title != c.title {
			t.Errorf("%q: got title %q, want %q", c.line, s.Title, c.title)
		}
	}
	for _, c := range []struct{ text, source string }{
		{"# one\n#  two\n\n# no", "one\ntwo"},
		{"\n\n# one", "one"},
		{"turns 3\n# no", ""},
		{"turns 3\n\n# no", ""},
		{"# one\nturns 3\n# no", "one"},
		{"#\n# one\n#", "one"},
	} {
		if s := parsed(t, c.text); s.Note != c.source {
			t.Errorf("%q: got source %q, want %q", c.text, s.Note, c.source)
		}
	}
}

// TestScenarioAllows wants what is just legal to be taken.
func TestScenarioAllows(t *testing.T) {
	for _, text := range []string{
		"unit x French inf at=0101 sp=5/5 coh=5/5 eng=5/5 ma=5/5",
		"unit x French art at=0101 range=5/5",
		"unit x French inf at=0101 state=ordered",
		"hex 0101,0102 pond\nroad 0101 0102\nunit x French inf at=0101",
		"hex 0101,0102 marsh\ntrail 0101 0102\nunit x French art at=0101",
		"hex 0101 marsh\nunit x French inf at=0101",
		"unit x French inf at=0101 sp=4/2 state=disordered\nunit y French inf at=0101 sp=2\n" +
			"unit z French inf at=0101 sp=2",
		"unit x French inf at=0101\nunit y French inf at=0102\ncommander c French at=0101\n" +
			"commander d French at=0404\nunit e Allied inf at=0202",
		"unit x French inf at=0101\ncommander c French at=0101\nunit e Allied inf at=0102",
		"unit x French inf at=0909\ncommander c French at=0101\nunit e Allied inf at=0103",
		"formation f French\nunit x French inf form=f\narrival 2 form=f hex=0105\nunit e Allied inf at=0305",
		"formation f French\nunit x French inf form=f at=0101\nunit y French inf form=f\narrival 2 form=f hex=0105\n" +
			"unit e French inf form=f at=0106",
		"unit x French inf\nunit y French inf\narrival 2 form=french hex=0105 units=x\narrival 3 form=french hex=1205",
		"unit x French inf\nunit y French inf\nunit z French inf\nunit w French inf\n" +
			"arrival 2 form=french hex=0501 units=x,y\narrival 3 form=french hex=0510 units=w,z",
	} {
		parsed(t, text)
	}
}

// TestScenarioMadeUp makes up the formation of a side that has none, and
// finds each side's chief.
func TestScenarioMadeUp(t *testing.T) {
	s := parsed(t, "side Austrians chief=two\nside B\nunit x Austrians inf at=0101\nunit y B inf at=0909\n"+
		"commander one Austrians at=0101\ncommander two Austrians at=0101\ncommander three B at=0909")
	if s.Forms[0].ID != "austrian" || s.Forms[0].Name != "Austrians" || s.Units[0].Form != "austrian" ||
		s.Sides[0].Chief != "two" || s.Sides[1].Chief != "three" {
		t.Errorf("got formation %+v, chiefs %q and %q", s.Forms[0], s.Sides[0].Chief, s.Sides[1].Chief)
	}
}

// TestScenarioLevels lets the later of two lines about a hex count, level 0 too,
// and a hex have walls on several sides.
func TestScenarioLevels(t *testing.T) {
	s := parsed(t, "size 3x3\nlevels 1 111\nhex 0101 clear level=0\nhex 0201 woods\nredoubt 0202/N 0202/NE\n"+
		"fortification 0202/S")
	for h, want := range map[int]int8{101: 0, 201: 1, 301: 1, 102: 0} {
		if got := s.Map.At(hex.H(h)).Level; got != want {
			t.Errorf("%s: got level %d, want %d", hex.H(h), got, want)
		}
	}
	if in := s.Map.At(hex.H(202)).Inside; !in[hex.N] || !in[hex.NE] || !in[hex.S] ||
		in[hex.SE] || in[hex.SW] || in[hex.NW] {
		t.Errorf("got walls %v, want those of N, NE and S", in)
	}
	s = parsed(t, "size 2x1\nridge 0101/0201\nsteep 0101/0201\nslope 0101/0201")
	if got := s.Map.At(hex.H(101)).Sides[hex.SE]; got != 1<<Ridge|1<<Slope {
		t.Errorf("a steep slope made gentle: got hexside %b, want a ridge and a slope", got)
	}
	s = parsed(t, "size 2x1\nlevels 1 03\nslopes auto\nridge 0101/0201\nflat 0101/0201")
	if got := s.Map.At(hex.H(101)).Sides[hex.SE]; got != 1<<Ridge {
		t.Errorf("a steep slope made flat: got hexside %b, want a ridge alone", got)
	}
}
