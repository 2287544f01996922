package jdg

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/hex"
)

const chartScenario = `
turn 1 "7.00 a.m." fog
turn 2
formation alpha "Alpha" French
formation beta "Beta" Allied
unit a2 "Guns" French art form=alpha at=0505
unit a1 "3rd Line" French inf form=alpha at=0505 sp=5/3 coh=7/6
unit a3 "Horse" French cav heavy form=alpha at=0404
unit b1 "Perm" Allied inf form=beta at=0705 state=routed
unit b2 "Late" Allied inf form=beta
commander chief "Marshal A" French at=0505
arrival 2 form=beta hex=1201
hex 0606 village "Telnitz" level=2
stream 0505/0605
bridge 0505/0605
road 0405 0505 0605
goal 0606 "Telnitz" French=2 Allied=7
`

func TestChartGround(t *testing.T) {
	p := position(t, chartScenario)
	c := p.rs.Chart(p, nil, "French")
	if c.Cols != 12 || c.Rows != 10 || len(c.Cells) != 120 || !slices.IsSortedFunc(c.Cells, func(a, b hex.Cell) int { return compareHex(a.Hex, b.Hex) }) {
		t.Errorf("%d by %d, %d cells", c.Cols, c.Rows, len(c.Cells))
	}
	cell := func(n int) hex.Cell {
		return c.Cells[slices.IndexFunc(c.Cells, func(x hex.Cell) bool { return x.Hex == hex.H(n) })]
	}
	if got, want := cell(606), (hex.Cell{Hex: hex.H(606), Terrain: "village", Level: 2, Name: "Telnitz", Mark: "objective 7"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := cell(1201).Mark; got != "entry turn 2" {
		t.Errorf("entry hex: got mark %q", got)
	}
	kinds := []string{}
	for _, s := range c.Sides {
		if s.Edge == hex.EdgeOf(hex.H(505), hex.H(605)) {
			kinds = append(kinds, s.Kind)
		}
	}
	if !slices.Equal(kinds, []string{"stream", "bridge"}) {
		t.Errorf("hexside: got %v, want stream and bridge once each", kinds)
	}
	if len(c.Lines) != 1 || c.Lines[0].Kind != "road" || len(c.Lines[0].Hexes) != 3 {
		t.Errorf("got lines %v", c.Lines)
	}
	if c.Title != "test, turn 1 (7.00 a.m., fog)" {
		t.Errorf("got title %q", c.Title)
	}
}

func TestChartCounters(t *testing.T) {
	p := position(t, chartScenario)
	p.Phase, p.Drawn = ActivationPhase, Marker{"alpha", 1, 4}
	var got []string
	for _, c := range p.rs.Chart(p, nil, "French").Counters {
		got = append(got, fmt.Sprintf("%s %s %d %s %s/%s %s faces=%v active=%v heavy=%v %s", c.Hex, c.ID, c.Side, c.Arm, c.Strength, c.Rating, c.Stripe, c.Faces, c.Active, c.Heavy, c.State))
	}
	want := []string{
		"0404 a3 0 cav 4/6 alpha faces=true active=true heavy=true ",
		"0505 a1 0 inf 5/7 alpha faces=true active=true heavy=false ",
		"0505 a2 0 art 3/6 alpha faces=true active=true heavy=false ",
		"0505 chief 0 cmd /  faces=false active=false heavy=false ",
		"0705 b1 1 inf 4/5 beta faces=false active=false heavy=false routed",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	p.setSquare("a1", true)
	for _, c := range p.counters() {
		if c.ID == "a1" && (c.State != "square" || c.Faces) {
			t.Errorf("square: got %+v", c)
		}
	}
}

func TestChartArrows(t *testing.T) {
	p := position(t, chartScenario)
	events, err := engine.ParseEvents(`[7.1-b] fire by=French units=a2 at=0705 mode=normal targets=b1
[4.1.1] move by=French unit=a1 path=0505,0605 cost=1
[4.1.1] move by=French unit=a2 path=0505,0605 cost=1
[9.1-c] charge by=French unit=a3 target=0705 path=0404,0504,0604 facing=E
[9.2] combat by=French kind=declared as=charge attackers=a3,a1 targets=0705,0706
[10.3.1] retreat by=Allied unit=b1 path=0705,0805
[2.5.2] commander by=Allied id=chief to=0606 path=0505,0606 cause=displaced for=Allied
[10.3.1] retreat by=Allied unit=b1 path=0805,0905
[10.4-a] rout-move by=Allied unit=b1 path=0905,1005
[10.4-a] rout-move by=Allied unit=b1 path=1005,off
`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range p.rs.Chart(p, events, "French").Arrows {
		got = append(got, fmt.Sprintf("%s %d %s", a.Kind, a.Side, pathString(a.Path)))
	}
	want := []string{
		"fire 0 0505,0705", "move 0 0505,0605", "charge 0 0404,0504,0604", "charge 0 0604,0705", "charge 0 0605,0705", "charge 0 0605,0706",
		"retreat 1 0705,0805,0905", "rout 1 0905,1005",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestChartStarts wants an arrow to begin where its unit stood at that moment,
// also where the view shows it after later moves, and steps of one way to make
// one arrow.
func TestChartStarts(t *testing.T) {
	p := position(t, chartScenario+"unit a4 \"4th Line\" French inf form=alpha at=0606\n")
	for _, c := range []struct {
		name   string
		events string
		want   []string
	}{
		{"one unit, step by step", `[10.3.1] retreat by=Allied unit=b1 path=0705,0805
[10.3.1] retreat by=Allied unit=b1 path=0805,0905
`, []string{"retreat 1 0705,0805,0905"}},
		{"not one way", `[10.3.1] retreat by=Allied unit=b1 path=0705,0805
[10.3.1] retreat by=Allied unit=b1 path=0905,1005
`, []string{"retreat 1 0705,0805", "retreat 1 0905,1005"}},
		{"recalled on the spot, then on", `[9.3.3-c] recall by=French unit=a3 path=0404
[4.1.1] move by=French unit=a1 path=0505,0605 cost=1
[9.3.3-b] recall by=French unit=a3 path=0404,0304
[9.3.3-c] recall by=French unit=a2 path=0505
`, []string{"move 0 0404,0304", "move 0 0505,0605"}},
		{"fired before it moved", `[7.2-d] face by=French unit=a4 facing=E
[7.1-b] fire by=French units=a4 at=0705 mode=normal targets=b1
[4.1.1] move by=French unit=a4 path=0405,0505 cost=1
[4.1.1] move by=French unit=a4 path=0505,0606 cost=1
[7.1-b] fire by=French units=a4 at=0805 mode=normal targets=b1
`, []string{"fire 0 0405,0705", "move 0 0405,0505,0606", "fire 0 0606,0805"}},
		{"turned only", `[7.2-d] face by=French unit=a2 facing=E
[7.1-b] fire by=French units=a2,a1 at=0705 mode=normal targets=b1
`, []string{"fire 0 0505,0705"}},
		{"came on and went", `[5.2.2] enter by=Allied unit=b2 path=off,1201,1101 cost=2
[10.4-a] rout-move by=Allied unit=b2 path=1101,off
`, []string{"move 1 1201,1101"}},
		{"a commander who is lost", `[2.5.2-i] commander by=French id=chief to=off cause="no way out"
`, nil},
		{"from nowhere", `[7.1-b] fire by=Allied units=b2 at=0505 mode=normal targets=a1
[8.5] combat by=French kind=declared as=shock attackers=a1,a3 targets=0506
`, []string{"shock 0 0505,0506"}},
		{"together", `[4.1.1] move by=French unit=a1 path=0505,0605 cost=1
[4.1.1] move by=French unit=a2 path=0505,0605 cost=1
[2.5.2] commander by=French id=chief to=0605 path=0505,0605 cause=with
[2.5.2] commander by=French id=chief to=0604 path=0605,0604 cause=displaced
`, []string{"move 0 0505,0605", "move 0 0505,0605,0604"}},
	} {
		events, err := engine.ParseEvents(c.events)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var got []string
		for _, a := range p.rs.Chart(p, events, "French").Arrows {
			got = append(got, fmt.Sprintf("%s %d %s", a.Kind, a.Side, pathString(a.Path)))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestChartMarks wants the most that a goal is worth to either side, and the
// entry hexes of both sides as long as somebody is to come.
func TestChartMarks(t *testing.T) {
	p := position(t, "unit a French inf\nunit b Allied inf\nunit c French inf at=0505\n"+
		"arrival 2 form=french hex=0101 units=a\narrival 3 form=allied hex=1201\ngoal 0505 French=7 Allied=2\ngoal 0506 French=2 Allied=7\n")
	for h, want := range map[int]string{505: "objective 7", 506: "objective 7", 507: "", 101: "entry turn 2", 1201: "entry turn 3"} {
		if got := p.mark(hex.H(h)); got != want {
			t.Errorf("%s: got %q, want %q", hex.H(h), got, want)
		}
	}
	p.place(unit(t, p, "a"), hex.H(101))
	if got := p.mark(hex.H(101)); got != "" {
		t.Errorf("all have come: got %q", got)
	}
}
