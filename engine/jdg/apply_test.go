package jdg

import (
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/hex"
)

// happened applies events, one a line.
func happened(t *testing.T, p *Position, lines string) {
	t.Helper()
	events, err := engine.ParseEvents(lines)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		p.apply(e)
	}
}

// TestNewTurn ends what lasts for a turn only: commanders may move again
// [2.5.1-f], orders that came with an entry next to the enemy are over
// [5.2.1-q], formations may bring reinforcements on again [5.2.2-d], groups
// are made anew [2.3.1-b].
func TestNewTurn(t *testing.T) {
	p := position(t, "unit a French inf at=0505\nunit x Allied inf at=0905\ncommander c French at=0505\n"+
		"commander k Allied at=0905")
	happened(t, p, `[1.D-b] activate by=French marker=french/1:4
[2.5.1-f] commander by=French id=c to=0605 path=0505,0605 moved=yes
[5.2.1-q] renfort by=French unit=a carries=no granted=yes
[2.2-c] aside by=French marker=french/1:4 why=done
`)
	if !p.Leaders[0].Moved || p.Leaders[1].Moved || !p.unit(0).Granted || !p.formAt(0).Acted ||
		p.formAt(1).Acted || p.Drawn != (Marker{}) {
		t.Fatalf("got commanders %+v, unit %+v, formations %+v, drawn %v", p.Leaders, p.unit(0), p.formAt(0), p.Drawn)
	}
	p.Holder = 1
	happened(t, p, "[1.F-b] turn n=2\n")
	if p.Leaders[0].Moved || p.unit(0).Granted || p.formAt(0).Acted || p.Holder != -1 ||
		p.Turn != 2 || p.Phase != OrdersPhase {
		t.Errorf("turn 2: got commander %+v, unit %+v, formation %+v, initiative %d", p.Leaders[0],
			p.unit(0), p.formAt(0), p.Holder)
	}
	if p.Leaders[0].Hex != hex.H(605) || len(p.Groups) != 0 || p.unit(0).Group >= 0 {
		t.Errorf("turn 2: got commander %+v, groups %v, unit %+v", p.Leaders[0], p.Groups, p.unit(0))
	}
}

// TestMarkersGo takes a marker out of the cup when it is drawn or laid aside.
func TestMarkersGo(t *testing.T) {
	p := position(t, "unit a French inf at=0505\nunit x Allied inf at=0905")
	happened(t, p, `[3-e] first by=French marker=french/2:3
[1.C] cup by=French marker=french/1:4
[1.C] cup by=Allied marker=allied/1:4
[1.C] cup by=Allied marker=allied/2:3
[1.D-b] activate by=French marker=french/2:3
`)
	want := func(what string, drawn, first Marker, cup ...Marker) {
		t.Helper()
		if p.Drawn != drawn || p.First != first || len(p.Cup) != len(cup) || p.marker(p.Cup[0]) != cup[0] {
			t.Errorf("%s: got drawn %v, first %v, cup %v, want %v, %v, %v", what, p.Drawn, p.First, p.cup(), drawn,
				first, cup)
		}
	}
	none, f1, a1, a2 := Marker{}, Marker{"french", 1, 4}, Marker{"allied", 1, 4}, Marker{"allied", 2, 3}
	want("the first", Marker{"french", 2, 3}, none, f1, a1, a2)
	happened(t, p, "[2.2-c] aside by=French marker=french/2:3 why=done\n[1.D-a] activate by=French marker=french/1:4\n")
	want("drawn", f1, none, a1, a2)
	happened(t, p, "[2.2-c] aside by=French marker=french/1:4 why=done\n"+
		"[1.D-k] aside by=Allied marker=allied/1:4 why=last\n")
	want("the last", none, none, a2)
}

// TestMovesEndSquares takes a unit that is moved by whatever out of square
// [4.2-n], and lets one that stopped its rout go on [10.4-n].
func TestMovesEndSquares(t *testing.T) {
	for _, c := range []struct{ event, at string }{
		{"[10.3.1] retire by=French unit=a path=0505,0405", "0405"},
		{"[10.4-a] rout-move by=French unit=a path=0505,0405", "0405"},
		{"[11.1-h] rally by=French unit=a to=disordered facing=W", "0505"},
	} {
		p := position(t, "unit a French inf at=0505 state=routed\nunit x Allied inf at=0905")
		p.edit(0).Halted, p.edit(0).Square = true, true
		happened(t, p, c.event+"\n")
		if u := p.unit(0); u.Halted || u.Hex.String() != c.at || u.Square && c.at != "0505" {
			t.Errorf("%s: got %+v", c.event, u)
		}
	}
}

// TestHaltStays notes who has stopped in a village.
func TestHaltStays(t *testing.T) {
	p := position(t, "unit a French inf at=0505 state=routed\nunit x Allied inf at=0905")
	happened(t, p, "[10.4-l] halt by=French unit=a stays=yes\n")
	if !p.unit(0).Halted {
		t.Error("it has not stopped")
	}
}

// TestRevealUnknown turns a marker up that the reader did not know.
func TestRevealUnknown(t *testing.T) {
	p := position(t, "unit a French inf at=0505\nunit x Allied inf at=0905")
	for _, want := range []OrderStatus{NoOrders, ReceivedOrders} {
		p.Faces[1].Orders, p.Faces[1].Revealed = Unknown, false
		happened(t, p, "[2.4-a] reveal by=Allied group=allied orders="+want.String()+"\n")
		if g := p.Faces[1]; g.Orders != want || !g.Revealed {
			t.Errorf("got %v, revealed %v, want %v", g.Orders, g.Revealed, want)
		}
	}
}

// TestChiefDRM is that of the chief, of the best commander left without him,
// and 0 without any [3-b, JDG-Q5].
func TestChiefDRM(t *testing.T) {
	for _, c := range []struct {
		leaders string
		lost    []int
		want    int
	}{
		{"commander a French at=0505 drm=1\ncommander b French at=0505 drm=3\n", nil, 1},
		{"commander x Allied at=0905 drm=4\ncommander a French at=0505 drm=2\n", nil, 2},
		{"commander a French at=0505 drm=3\ncommander b French at=0505 drm=1\ncommander c French at=0505 drm=2\n",
			[]int{0},
			2},
		{"commander a French at=0505 drm=3\ncommander b French at=0505 drm=2\ncommander c French at=0505 drm=1\n",
			[]int{0},
			2},
		{"commander a French at=0505 drm=3\ncommander b French at=0505 drm=-2\ncommander c French at=0505 drm=-1\n",
			[]int{0},
			-1},
		{"commander a French at=0505 drm=3\ncommander b French at=0505 drm=-1\ncommander x Allied at=0905 drm=4\n",
			[]int{0},
			-1},
		{"commander a French at=0505 drm=3\n", []int{0}, 0},
		{"", nil, 0},
	} {
		p := position(t, "unit f French inf at=0505\nunit e Allied inf at=0905\n"+c.leaders)
		for _, i := range c.lost {
			p.Leaders[i].Hex = hex.None
		}
		if got := p.chiefDRM(0); got != c.want {
			t.Errorf("%q without %v: got %d, want %d", c.leaders, c.lost, got, c.want)
		}
	}
}

// TestToRoutEdge counts hexes to the edge that a side routs to.
func TestToRoutEdge(t *testing.T) {
	for edge, want := range map[string]int{"west": 4, "east": 7, "north": 2, "N": 2,
		"south": 7, "S": 7, "NE": 4, "SW": 4} {
		p := position(t, "side A rout="+edge+"\nside B\nunit f A inf at=0503\nunit e B inf at=0909")
		if got := p.toRoutEdge(hex.H(503), 0); got != want {
			t.Errorf("rout=%s: got %d, want %d", edge, got, want)
		}
	}
}

// TestStandingApart: standing orders that replace others leave alone the position before them.
func TestStandingApart(t *testing.T) {
	p := position(t, "unit a French inf at=0505\nunit x Allied inf at=0905")
	for _, kind := range []string{"P17", "P15", "P14"} {
		p.setStanding(0, ask.StandingOrder{Kind: kind, Answer: "yes"})
	}
	q := p.rs.Apply(p, []engine.Event{
		engine.NewEvent("1", "standing", "French", "kind", "P17", "answer", "no"),
		engine.NewEvent("1", "standing", "French", "kind", "P15", "answer", "default"),
	}).(*Position)
	if got := ask.Answers(p.Sheets[0]); got != "yes else yes else yes" {
		t.Errorf("before: got %s, want yes for all", got)
	}
	if got := ask.Answers(q.Sheets[0]); got != "yes else no" {
		t.Errorf("after: got %s, want yes for P14, no for P17", got)
	}
	r := q.clone()
	r.setStanding(0, ask.StandingOrder{Kind: "P14", Answer: "no"})
	if got := ask.Answers(q.Sheets[0]); got != "yes else no" {
		t.Errorf("after a change of its clone: got %s, want the same as before", got)
	}
}

// TestClonesPart: what happens to a position and to its clone after they
// part, each for itself, does not show in the other, also where the slices of
// the first have room left.
func TestClonesPart(t *testing.T) {
	p := position(t, "unit a French inf at=0505\nunit x Allied inf at=0905\ncommander c French at=0505")
	p.Cup = make([]cupMarker, 0, 8)
	p.setStanding(0, ask.StandingOrder{Kind: "P14", Answer: "a"})
	q := p.clone()
	happened(t, p, "[1.C] cup by=French marker=french/1:4\n")
	happened(t, q, "[1.C] cup by=Allied marker=allied/2:3\n")
	p.setStanding(0, ask.StandingOrder{Kind: "P15", Answer: "stay"})
	q.setStanding(0, ask.StandingOrder{Kind: "P17", Answer: "no"})
	if got := p.marker(p.Cup[0]); got != (Marker{"french", 1, 4}) {
		t.Errorf("the cup: got %v in it, want the marker of the French", got)
	}
	if got := p.Sheets[0]; len(got) != 2 || got[1].Kind != "P15" {
		t.Errorf("standing orders: got %v, want those for P14 and P15", got)
	}
}

// TestSteadyApart: what few events change stays as it was in the position before them, and in one
// that was made from the same.
func TestSteadyApart(t *testing.T) {
	for _, event := range []string{
		"[1.B] first by=French marker=davout/1:4",
		"[13] hold by=French hex=0101",
		"[0.4] standing by=French kind=P17 whom=a answer=yes",
		"[2.2-c] plan by=French formation=davout again=yes if=\"\" order=1|hold|hold",
		"[2.2-c] unplan by=French formation=ney again=yes",
		"[2.2-c] due by=French formation=ney",
		"[8.7.1-c] resume",
		"[13] over by=French text=won",
	} {
		made := fullPosition(t)
		made.close()
		before := string(made.Encode())
		e, err := engine.ParseEvent(event)
		if err != nil {
			t.Fatal(err)
		}
		after := made.rs.Apply(made, []engine.Event{e})
		same := made.rs.Apply(made, nil)
		if string(after.Encode()) == before {
			t.Errorf("%s: it changes nothing", event)
		}
		if string(made.Encode()) != before || string(same.Encode()) != before {
			t.Errorf("%s: it changes the position before it too, or another one", event)
		}
		room := new(Position)
		changing := made.clone()
		changing.copyTo(room)
		if changing.apply(e); string(room.Encode()) != before {
			t.Errorf("%s: it changes the copy of a position that is being changed", event)
		}
	}
}
