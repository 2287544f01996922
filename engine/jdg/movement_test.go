package jdg

import (
	"testing"

	"berthier/engine/hex"
)

// orderCase gives orders to the formation "french" of a scenario.
type orderCase struct {
	name     string
	scenario string
	orders   OrderStatus
	lines    []string
	want     []string // events
	rule     string   // of the fault; empty: none
	part     string   // of its message
}

func (c orderCase) check(t *testing.T) {
	t.Helper()
	r := activated(t, c.scenario, "french", c.orders)
	wantFault(t, give(t, r, c.lines...), c.rule, c.part)
	wantTold(t, r, c.want...)
}

func checkAll(t *testing.T, cases []orderCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, c.check)
	}
}

// The usual infantry has 5 MP, 4 disordered; cavalry 9 and 8, artillery 6 and 5.
const (
	alone = "unit a French inf at=0205\nunit x Allied inf at=1205\n"
	ro    = ReceivedOrders
	no    = NoOrders
)

func TestMove(t *testing.T) {
	checkAll(t, []orderCase{
		{"cheapest way", alone, ro, []string{"move a to 0405"}, []string{"[4.1.1] move by=French unit=a path=0205,0305,0405 cost=2"}, "", ""},
		{"all MP", alone, ro, []string{"move a N N N N"}, []string{"[4.1.1] move by=French unit=a path=0205,0204,0203,0202,0201 cost=4"}, "", ""},
		{"too far", alone, ro, []string{"move a to 0805"}, nil, "4.4.1-f", "costs 6 MP, and it has 5"},
		{"limited is half rounded up", alone, no, []string{"move a N N N"}, []string{"[4.1.2] move by=French unit=a path=0205,0204,0203,0202 cost=3"}, "", ""},
		{"limited no farther", alone, no, []string{"move a N N N N"}, nil, "4.4.1-f", "0201"},
		{"disordered side counts", "unit a French inf at=0205 ma=5/4 state=disordered\n", no, []string{"move a N N N"}, nil, "4.4.1-f", "0202"},
		{"facing", alone, ro, []string{"move a N face W"}, []string{"[4.1.1] move by=French unit=a path=0205,0204 facing=W cost=1"}, "", ""},
		{"hexes and directions", alone, ro, []string{"move a 0305 NE 0405"}, []string{"[4.1.1] move by=French unit=a path=0205,0305,0404,0405 cost=3"}, "", ""},
		{"gap in the path", alone, ro, []string{"move a 0405"}, nil, "4.4.1-a", "0405 is not adjacent to 0205"},
		{"off the map", alone, ro, []string{"move a SW SW"}, nil, "4.4.1-h", "leaves the map after 0106"},
		{"one move only", alone, ro, []string{"move a N", "move a N"}, []string{"[4.1.1] move by=French unit=a path=0205,0204 cost=1"}, "4.4.1-b", "has moved already"},
		{"already there", alone, ro, []string{"move a to 0205"}, nil, "4.4.1-a", "already"},
		{"routed", "unit a French inf at=0205 state=routed\n", ro, []string{"move a N"}, nil, "10.2-j", "routed"},
		{"other formation", "formation french French\nformation b French\nunit a French inf form=french at=0205\nunit b2 French inf form=b at=0206\n", ro, []string{"move b2 N"}, nil, "2.2-b", "activated"},
		{"into an enemy", "unit a French inf at=0205\nunit x Allied art at=0204\n", ro, []string{"move a to 0204"}, nil, "5.1.2-a", "enemy unit"},
	})
}

func TestMoveTerrain(t *testing.T) {
	road := "unit a French inf at=0205\nunit c French cav at=0207\nunit g French art at=0209\nhex 0204,0203,0202 woods\nroad 0205 0204 0203 0202\n"
	hill := "unit c French cav at=0207\nunit g French art at=0209\n"
	checkAll(t, []orderCase{
		{"terrain", "unit a French inf at=0205\nhex 0204 woods\n", ro, []string{"move a N"}, []string{"[4.1.1] move by=French unit=a path=0205,0204 cost=2"}, "", ""},
		{"road", road, ro, []string{"move a N N N"}, []string{"[4.1.1] move by=French unit=a path=0205,0204,0203,0202 cost=3"}, "", ""},
		{"road only along it", road, ro, []string{"move a NW N NE"}, []string{"[4.1.1] move by=French unit=a path=0205,0105,0104,0203 cost=4"}, "", ""},
		{"no road rate next to an enemy", road + "unit x Allied art at=0201\n", ro, []string{"move a N N N"}, []string{"[4.1.1] move by=French unit=a path=0205,0204,0203,0202 cost=4"}, "", ""},
		{"nor next to a routed one", road + "unit x Allied inf at=0201 state=routed\n", ro, []string{"move a N N N"}, []string{"[4.1.1] move by=French unit=a path=0205,0204,0203,0202 cost=4"}, "", ""},
		{"steep slope bars cavalry", hill + "steep 0207/N\n", ro, []string{"move c N"}, nil, "4.3.1-d", "cavalry crosses a steep slope by road or trail only"},
		{"by road it costs 2 more", hill + "steep 0207/N\nroad 0207 0206\n", ro, []string{"move c N"}, []string{"[4.1.1] move by=French unit=c path=0207,0206 cost=3"}, "", ""},
		{"slope and artillery", hill + "slope 0209/N\n", ro, []string{"move g N"}, nil, "4.3.1-e", "artillery crosses a slope by road or trail only"},
		{"slope by trail", hill + "slope 0209/N\ntrail 0209 0208\nhex 0208 woods\n", ro, []string{"move g N"}, []string{"[4.1.1] move by=French unit=g path=0209,0208 cost=3"}, "", ""},
		{"next to an enemy the slope by road stays open", hill + "ridge 0207/N\nsteep 0207/N\nroad 0207 0206\nhex 0206 woods\nunit x Allied art at=0205\n", ro,
			[]string{"move c N"}, []string{"[4.1.1] move by=French unit=c path=0207,0206 cost=6"}, "", ""},
		{"river", hill + "river 0207/N\n", ro, []string{"move c N"}, nil, "4.3.2-a", "impassable"},
		{"ford", hill + "river 0207/N\nford 0207/N\n", ro, []string{"move c N"}, []string{"[4.1.1] move by=French unit=c path=0207,0206 cost=2"}, "", ""},
		{"bridge", hill + "river 0207/N\nbridge 0207/N\n", ro, []string{"move c N"}, []string{"[4.1.1] move by=French unit=c path=0207,0206 cost=1"}, "", ""},
		{"stream", hill + "stream 0207/N\n", ro, []string{"move c N"}, []string{"[4.1.1] move by=French unit=c path=0207,0206 cost=2"}, "", ""},
		{"pond by road", hill + "hex 0206 pond\nroad 0207 0206\n", ro, []string{"move c N"}, []string{"[4.1.1] move by=French unit=c path=0207,0206 cost=1"}, "", ""},
	})
}

func TestMoveZOC(t *testing.T) {
	// x faces west: its front hexes are 0605 (SW) and 0604 (NW).
	zoc := "unit a French inf at=0405 ma=9/8\nunit x Allied inf at=0705 face=W\n"
	// a in the ZOC of x, and y beyond.
	in := "unit a French inf at=0605 ma=9/8\nunit x Allied inf at=0705 face=W\n"
	checkAll(t, []orderCase{
		{"stops in a ZOC", zoc, ro, []string{"move a 0505 0605"}, []string{"[4.1.1] move by=French unit=a path=0405,0505,0605 cost=2"}, "", ""},
		{"does not go on", zoc, ro, []string{"move a 0505 0605 0606"}, nil, "6.2.2-a", "0606"},
		{"leaving costs 1", in, ro, []string{"move a 0505"}, []string{"[4.1.1] move by=French unit=a path=0605,0505 cost=2"}, "", ""},
		{"rear hex of the same unit", in, ro, []string{"move a 0606 0706"}, nil, "6.2.2-l", "does not enter it again"},
		{"round about", in, ro, []string{"move a 0606 0607 0707 0706"}, nil, "6.2.2-l", "0706"},
		{"into the rear of another", in + "unit y Allied inf at=0507 face=W\n", ro, []string{"move a 0606"}, []string{"[4.1.1] move by=French unit=a path=0605,0606 cost=2"}, "", ""},
		{"into the front of another", in + "unit y Allied inf at=0507 face=NNE\n", ro, []string{"move a 0606"}, nil, "6.2.2-k", "front hex"},
		{"artillery alone", "unit g French art at=0405\nunit x Allied inf at=0705\n", ro, []string{"move g to 0605"}, nil, "6.2.2-g", "artillery"},
		{"artillery behind infantry", "unit g French art at=0405\nunit a French inf at=0605\nunit x Allied inf at=0705\n", ro, []string{"move g 0505 0605"},
			[]string{"[4.1.1] move by=French unit=g path=0405,0505,0605 cost=2"}, "", ""},
		{"disordered", "unit a French inf at=0405 state=disordered\nunit x Allied inf at=0705\n", ro, []string{"move a 0505 0605"}, []string{"[4.1.1] move by=French unit=a path=0405,0505,0605 cost=3"}, "", ""},
		{"fog", "turn 1 fog\nunit a French inf at=0405 state=disordered\nunit x Allied inf at=0705\n", ro, []string{"move a 0505 0605"}, []string{"[4.1.1] move by=French unit=a path=0405,0505,0605 cost=4"}, "", ""},
		{"night", "turn 1 night\nunit a French inf at=0405\nunit x Allied inf at=0705\n", ro, []string{"move a 0505 0605"}, []string{"[4.1.1] move by=French unit=a path=0405,0505,0605 cost=4"}, "", ""},
		{"no contact at night", "turn 1 night\nunit a French inf at=0405 state=disordered\nunit x Allied art at=0705\n", ro, []string{"move a to 0605"}, nil, "12.1-c", "at night"},
		{"artillery has no ZOC", "unit a French inf at=0405 ma=9/8\nunit x Allied art at=0705\n", ro, []string{"move a 0505 0605 0606"}, []string{"[4.1.1] move by=French unit=a path=0405,0505,0605,0606 cost=3"}, "", ""},
	})
}

func TestMoveDemoralised(t *testing.T) {
	r := activated(t, "unit a French inf at=0505\nunit x Allied inf at=0705\n", "french", ro)
	r.p.Forms[0].Demoralised = true
	wantFault(t, give(t, r, "move a to 0605"), "11.2-c", "demoralised")
}

func TestMoveStacks(t *testing.T) {
	two := "unit g French art at=0205 ma=6/5\nunit a French inf at=0205 ma=5/4\nunit b French inf at=0205 ma=4/3\n"
	checkAll(t, []orderCase{
		{"top first", two, ro, []string{"move b,a,g N"}, []string{
			"[4.1.1] move by=French unit=g path=0205,0204 cost=1",
			"[4.1.1] move by=French unit=a path=0205,0204 cost=1",
			"[4.1.1] move by=French unit=b path=0205,0204 cost=1"}, "", ""},
		{"highest cost", two + "stream 0205/N\n", ro, []string{"move a,g N"}, []string{
			"[4.1.1] move by=French unit=g path=0205,0204 cost=3",
			"[4.1.1] move by=French unit=a path=0205,0204 cost=3"}, "", ""},
		{"smallest allowance", two, ro, []string{"move a,b to 0705"}, nil, "4.4.1-f", "it has 4"},
		{"one hex only", two + "unit c French inf at=0206\n", ro, []string{"move a,c N"}, nil, "4.4.1-b", "does not stand in the hex"},
		{"through friends", "unit a French inf at=0205\nunit c French cav at=0204\n", ro, []string{"move a N N"}, []string{"[4.1.1] move by=French unit=a path=0205,0204,0203 cost=3"}, "", ""},
		{"stopping with friends", "unit a French inf at=0205\nunit c French inf at=0204\n", ro, []string{"move a N"}, []string{"[4.1.1] move by=French unit=a path=0205,0204 cost=1"}, "", ""},
		{"end on cavalry", "unit a French inf at=0205\nunit c French cav at=0204\n", ro, []string{"move a N"}, nil, "5.1.1-k", "cannot stop in 0204"},
		{"facing of those there", "unit a French inf at=0205\nunit c French inf at=0204 face=W\n", ro, []string{"move a N"}, []string{"[4.1.1] move by=French unit=a path=0205,0204 facing=W cost=1"}, "", ""},
		{"another facing", "unit a French inf at=0205\nunit c French inf at=0204 face=W\n", ro, []string{"move a N face E"}, nil, "6.1.1-b", "faces W"},
		{"artillery faces as it likes", "unit g French art at=0205\nunit c French inf at=0204 face=W\n", ro, []string{"move g N face NNE"}, []string{"[4.1.1] move by=French unit=g path=0205,0204 facing=NNE cost=1"}, "", ""},
		{"through routed friends", "unit a French inf at=0205\nunit c French inf at=0204 state=routed\n", ro, []string{"move a N N"}, []string{"[4.1.1] move by=French unit=a path=0205,0204,0203 cost=3"}, "", ""},
	})
	r := activated(t, "unit a French inf at=0205\nunit c French inf at=0204\n", "french", ro)
	wantFault(t, give(t, r, "square c", "move a N N"), "4.4.3-d", "square")
	r = activated(t, "unit a French inf at=0205\nunit c French inf at=0204\n", "french", ro)
	wantFault(t, give(t, r, "square c", "move a N"), "5.1.1-j", "square")
}

func TestMoveArtilleryThatFired(t *testing.T) {
	for _, c := range []struct {
		orders OrderStatus
		line   string
		rule   string
	}{{ro, "move g N N N", ""}, {ro, "move g N N N N", "4.4.1-f"}, {no, "move g N", "4.4.2-d"}, {ro, "march g N", "4.4.2-b"}} {
		r := activated(t, "unit g French art at=0208\nunit x Allied inf at=1208\n", "french", c.orders)
		r.note(unit(t, r.p, "g"), fired)
		wantFault(t, give(t, r, c.line), c.rule, "")
	}
}

func TestMarch(t *testing.T) {
	far := "size 30x20\nunit a French inf at=0205\nunit x Allied inf at=1505\n"
	checkAll(t, []orderCase{
		{"twice the allowance", far, ro, []string{"march a S S S S S S S S S S"},
			[]string{"[4.1.3] march by=French unit=a path=0205,0206,0207,0208,0209,0210,0211,0212,0213,0214,0215 cost=10"}, "", ""},
		{"needs orders", far, no, []string{"march a S"}, nil, "4.1.3-b", "Received Orders"},
		{"up to 6 hexes", far, ro, []string{"march a to 0905"}, []string{"[4.1.3] march by=French unit=a path=0205,0305,0404,0504,0603,0704,0804,0905 cost=7"}, "", ""},
		{"no nearer", far, ro, []string{"march a to 1005"}, nil, "4.1.3-d", "no nearer"},
		{"not from 5 hexes", "unit a French inf at=0205\nunit x Allied inf at=0705 state=routed\n", ro, []string{"march a N"}, nil, "4.1.3-d", "within 5 hexes"},
		{"not disordered", "unit a French inf at=0205 state=disordered\n", ro, []string{"march a N"}, nil, "4.1.3-c", "not ordered"},
		{"not at night", "turn 1 night\nunit a French inf at=0205\n", ro, []string{"march a N"}, nil, "12.1-a", "night"},
		{"not in fog", "turn 1 fog\nunit a French inf at=0205\n", ro, []string{"march a N"}, nil, "12.2-a", "fog"},
		{"not through friends", far + "unit b French cav at=0206\n", ro, []string{"march a S S"}, nil, "4.1.3-h", "friendly unit"},
		{"not to friends", far + "unit b French inf at=0206\n", ro, []string{"march a to 0206"}, nil, "4.1.3-h", "friendly unit"},
		{"out of a stack", far + "unit b French inf at=0205\n", ro, []string{"march a S"}, []string{"[4.1.3] march by=French unit=a path=0205,0206 cost=1"}, "", ""},
		{"no two kinds", far, ro, []string{"march a S", "move a S"}, []string{"[4.1.3] march by=French unit=a path=0205,0206 cost=1"}, "4.4.1-b", "already"},
	})
}

func TestChargeWalk(t *testing.T) {
	base := "unit c French cav at=0405 face=E\nunit x Allied inf at=0805 face=W\n"
	path := func(ns ...int) []hex.Hex {
		var hs []hex.Hex
		for _, n := range ns {
			hs = append(hs, hex.H(n))
		}
		return hs
	}
	for _, c := range []struct {
		name     string
		scenario string
		path     []hex.Hex
		rule     string
	}{
		{"plain", base, path(405, 505, 605, 705), ""},
		{"limited allowance", base, path(405, 404, 403, 402, 401, 501, 601), "9.1-g"},
		{"through guns", base + "unit g French art at=0505\n", path(405, 505, 605), "9.1-j"},
		{"to guns", base + "unit g French art at=0505\n", path(405, 505), "9.1-j"},
		{"through woods", base + "hex 0505 woods\n", path(405, 505, 605), "9.1-l"},
		{"out of woods", base + "hex 0405 woods\n", path(405, 505, 605), "9.1-l"},
		{"slope", base + "slope 0405/0505\n", path(405, 505, 605), "9.1-n"},
		{"bridge", base + "river 0405/0505\nbridge 0405/0505\n", path(405, 505, 605), "9.1-m"},
		{"zoc to zoc of one unit", "unit c French cav at=0605\nunit x Allied inf at=0705 face=E\n", path(605, 706), "9.1-h"},
		{"and back to it", "unit c French cav at=0605\nunit x Allied inf at=0705 face=E\n", path(605, 606, 706), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := activated(t, c.scenario, "french", ro)
			w, f := r.walkOf(&order{units: []int{unit(t, r.p, "c")}}, chargeGait)
			if f != nil {
				t.Fatal(f)
			}
			if rule, why := r.chargeWalk(w, c.path); rule != c.rule {
				t.Errorf("got rule %q (%s), want %q", rule, why, c.rule)
			}
		})
	}
}

// TestMovePastCommander cuts a move in two where a commander gets out of its
// way, and only where the unit is new to him.
func TestMovePastCommander(t *testing.T) {
	r := activated(t, "unit a French inf at=0205\nunit x Allied inf at=1210\ncommander k Allied at=0503\n", "french", ro)
	wantFault(t, give(t, r, "move a 0204 0304 0403 0404"), "", "")
	moves := 0
	for i, e := range r.out {
		switch {
		case e.Kind == "move" && i == 0:
			if e.Get("path") != "0205,0204,0304,0403" || e.Get("cost") != "3" {
				t.Errorf("first part: got %v", e)
			}
			moves++
		case e.Kind == "move":
			if e.Get("path") != "0403,0404" || e.Get("cost") != "1" {
				t.Errorf("second part: got %v", e)
			}
			moves++
		}
	}
	if moves != 2 || len(r.out) < 3 || r.out[1].Kind == "move" {
		t.Errorf("got events\n%s\nwant a move, the commander, and the rest of the move", told(r))
	}
	if r.act.spent[0] != 4 {
		t.Errorf("spent: got %d MP, want 4", r.act.spent[0])
	}
}
