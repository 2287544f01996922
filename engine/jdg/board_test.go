package jdg

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/board"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// hexesOf are the hexes whose centres a line joins.
func hexesOf(line []board.Point) string {
	path := make([]hex.Hex, len(line))
	for i, p := range line {
		path[i] = hex.Hex{Col: int8(p.X / 3), Row: int8(p.Y / 2)}
	}
	return pathString(path)
}

const boardScenario = `
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
goal 0202 "The ford" French=1 held=Allied
`

func TestBoardGround(t *testing.T) {
	p := position(t, boardScenario)
	b := p.rs.Map(p, nil, "French")
	if err := b.Check(); err != nil {
		t.Error(err)
	}
	if b.Max != (board.Point{X: 38, Y: 22}) || len(b.Regions) != 120 || !slices.IsSortedFunc(b.Regions,
		func(x, y board.Region) int { return strings.Compare(x.ID, y.ID) }) {
		t.Errorf("up to %v, %d regions", b.Max, len(b.Regions))
	}
	region := func(id string) board.Region {
		return b.Regions[slices.IndexFunc(b.Regions, func(r board.Region) bool { return r.ID == id })]
	}
	got, want := region("0606"), board.Region{ID: "0606", Center: board.Point{X: 18, Y: 13}, Terrain: "village",
		Level: 2, Name: tongue.Name("Telnitz"),
		Outline: []board.Point{{X: 19, Y: 12}, {X: 20, Y: 13}, {X: 19, Y: 14}, {X: 17, Y: 14}, {X: 16, Y: 13},
			{X: 17, Y: 12}},
		Marks: []board.Mark{{Kind: "star", Side: board.Nobody, Worth: []int{2, 7}}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := region("1201").Marks; !reflect.DeepEqual(got, []board.Mark{{Kind: "turn", Text: "2"}}) {
		t.Errorf("entry hex: got marks %v", got)
	}
	if r := region("0202"); r.Name.String() != "The ford" || r.Marks[0].Side != 1 {
		t.Errorf("a goal that has a name of its own, held by the Allies: got %q, %+v", r.Name, r.Marks)
	}
	kinds := []string{}
	for _, e := range b.Edges {
		if e.A == "0505" && e.B == "0605" && slices.Equal(e.Line, []board.Point{{X: 17, Y: 10}, {X: 16, Y: 11}}) {
			kinds = append(kinds, e.Kind)
		}
	}
	if !slices.Equal(kinds, []string{"stream", "bridge"}) {
		t.Errorf("hexside: got %v of %v, want stream and bridge once each", kinds, b.Edges)
	}
	if len(b.Paths) != 1 || b.Paths[0].Kind != "road" || !slices.Equal(b.Paths[0].Line,
		[]board.Point{{X: 12, Y: 11}, {X: 15, Y: 10}, {X: 18, Y: 11}}) {
		t.Errorf("got paths %v", b.Paths)
	}
	if b.Title.String() != "test, turn 1 (7.00 a.m., fog)" {
		t.Errorf("got title %q", b.Title)
	}
}

func TestBoardPieces(t *testing.T) {
	p := position(t, boardScenario)
	p.Phase, p.Drawn = ActivationPhase, Marker{"alpha", 1, 4}
	var got []string
	for _, c := range p.rs.Map(p, nil, "French").Pieces {
		got = append(got, fmt.Sprintf("%s %s %d %s %s/%s %s faces=%v active=%v %s", c.Region, c.ID, c.Side, c.Symbol,
			c.Label, c.Note, c.Band, c.Faces, c.Active, c.State))
	}
	want := []string{
		"0404 a3 0 heavy-cavalry 4/6 alpha faces=true active=true ",
		"0505 a1 0 infantry 5/7 alpha faces=true active=true ",
		"0505 a2 0 artillery 3/6 alpha faces=true active=true ",
		"0505 chief 0 commander /  faces=false active=false ",
		"0705 b1 1 infantry 4/5 beta faces=false active=false routed",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	p.setSquare("a1", true)
	for _, c := range p.pieces() {
		if c.ID == "a1" && (c.State != "square" || c.Faces || c.At != board.Point{X: 15, Y: 10}) {
			t.Errorf("square: got %+v", c)
		}
	}
	p.setSquare("a1", false)
	for f, want := range map[hex.Facing]int{hex.NNE: 30, hex.E: 90, hex.NNW: 330} {
		p.edit(unit(t, p, "a1")).Facing = f
		for _, c := range p.pieces() {
			if c.ID == "a1" && c.Facing != want {
				t.Errorf("facing %s: got %d degrees, want %d", f, c.Facing, want)
			}
		}
	}
}

func TestBoardArrows(t *testing.T) {
	p := position(t, boardScenario)
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
	for _, a := range p.rs.Map(p, events, "French").Arrows {
		got = append(got, fmt.Sprintf("%s %d %s", a.Kind, a.Side, hexesOf(a.Line)))
	}
	want := []string{
		"fire 0 0505,0705", "move 0 0505,0605", "charge 0 0404,0504,0604", "charge 0 0604,0705", "charge 0 0605,0705",
		"charge 0 0605,0706",
		"retreat 1 0705,0805,0905", "rout 1 0905,1005",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestBoardSigns wants each thing that befell a unit to be where it stood then, also if it
// has gone on since, or is no more.
func TestBoardSigns(t *testing.T) {
	p := position(t, boardScenario)
	p.edit(unit(t, p, "b1")).Hex, p.edit(unit(t, p, "b2")).Hex = hex.None, hex.None
	events, err := engine.ParseEvents(`[4.1.1] move by=French unit=a1 path=0505,0605 cost=1
[7.1-b] fire by=Allied units=b2 at=0605 mode=reaction targets=a1
[7.5] disorder by=French unit=a1 cause=fire
[9.3.1-e] square by=French units=a1,a3 formed=yes
[9.3.1-e] square by=French units=a2 formed=no
[8.5] combat by=French kind=declared as=shock attackers=a1 targets=0705
[8.5-e] rout by=Allied unit=b1 cause="shock result"
[10.3.1] retreat by=Allied unit=b1 path=0705,0805
[10.3.1] retreat by=Allied unit=b1 path=0805,0905
[10.4-a] rout-move by=Allied unit=b1 path=0905,off
[8.9-g] eliminate by=Allied unit=b2 cause="artillery alone"
[13.2-b] hold by=Allied hex=0606 name=Telnitz
[10.3.5-c] eliminate by=Allied unit=b1 cause="enemy front hex"
[7.5] disorder by=Allied unit=b2 cause=fire for=Allied
`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range p.rs.Map(p, events, "French").Signs {
		got = append(got, fmt.Sprintf("%s %d %s %s", s.Kind, s.Side, hexesOf([]board.Point{s.At}), s.Text))
	}
	want := []string{"disordered 0 0605 a1", "square 0 0605 a1", "square 0 0404 a3", "fight -1 0705 ",
		"routed 1 0705 b1", "retreat 1 0705 b1", "eliminated 1 0705 b2", "captured 1 0606 Telnitz",
		"eliminated 1 0905 b1"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestBoardStarts wants an arrow to begin where its unit stood at that moment,
// also where the view shows it after later moves, and steps of one way to make
// one arrow.
func TestBoardStarts(t *testing.T) {
	p := position(t, boardScenario+"unit a4 \"4th Line\" French inf form=alpha at=0606\n")
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
		for _, a := range p.rs.Map(p, events, "French").Arrows {
			got = append(got, fmt.Sprintf("%s %d %s", a.Kind, a.Side, hexesOf(a.Line)))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestBoardMarks wants who holds a goal and what it is worth to each side, and the
// entry hexes of both sides as long as somebody is to come.
func TestBoardMarks(t *testing.T) {
	p := position(t, "unit a French inf\nunit b Allied inf\nunit c French inf at=0505\n"+
		"arrival 2 form=french hex=0101 units=a\narrival 3 form=allied hex=1201\n"+
		"goal 0505 French=7 Allied=2\ngoal 0506 French=2 Allied=7\n")
	for h, want := range map[int]string{505: "[{star  0 [7 2]}]", 506: "[{star  -1 [2 7]}]", 507: "[]",
		101: "[{turn 2 0 []}]", 1201: "[{turn 3 0 []}]"} {
		if got := fmt.Sprint(p.marks(hex.H(h))); got != want {
			t.Errorf("%s: got %q, want %q", hex.H(h), got, want)
		}
	}
	p.place(unit(t, p, "a"), hex.H(101))
	if got := p.marks(hex.H(101)); got != nil {
		t.Errorf("all have come: got %v", got)
	}
}
