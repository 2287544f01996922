package jdg

import (
	"testing"

	"berthier/engine/ask"
)

// TestRoutWay shows the way of a rout move [10.4]; the unit has 4 MP unless
// it says otherwise.
func TestRoutWay(t *testing.T) {
	const a = "unit a Allied inf state=routed at="
	side := func(edge string) string { return "side French rout=west\nside Allied rout=" + edge + "\n" }
	tests := []struct{ name, ground, want string }{
		{"east, a row", a + "0505\n", "0505,0605,0705,0805,0905"},
		{"east, from an even column", a + "0605\n", "0605,0705,0805,0905,1005"},
		{"west", side("west") + a + "0905\n", "0905,0805,0705,0605,0505"},
		{"north", side("north") + a + "0507\n", "0507,0506,0505,0504,0503"},
		{"south", side("south") + a + "0503\n", "0503,0504,0505,0506,0507"},
		{"NE", side("ne") + a + "0505\n", "0505,0604,0704,0803,0903"},
		{"SE", side("se") + a + "0505\n", "0505,0605,0706,0806,0907"},
		{"SW", side("sw") + a + "0905\n", "0905,0805,0706,0606,0507"},
		{"NW", side("nw") + a + "0905\n", "0905,0804,0704,0603,0503"},
		{"10.4-b the MP of the disordered side", a + "0505 ma=9/2\n", "0505,0605,0705"},
		{"10.4-d straight on, not the cheapest way", a + "0505\nhex 0605,0705 woods\n", "0505,0605,0705"},
		{"10.4-h what is left does not suffice", a + "0505\nhex 0605,0705,0805 marsh\n", "0505,0605"},
		{"4.3.1-a along a road", a + "0505\nhex 0605,0705,0805,0905 woods\nroad 0505 0605 0705 0805 0905\n", "0505,0605,0705,0805,0905"},
		{"JDG-Q119 1 MP to leave a ZOC", a + "0505\nunit x French inf at=0405 face=W\n", "0505,0605,0705,0805"},
		{"JDG-Q119 it does not stop in one", a + "0505\nunit x French inf at=0606 face=W\n", "0505,0605,0705,0805"},
		{"10.4-o a pond: left before right", a + "0505\nhex 0605 pond\n", "0505,0604,0704,0804,0904"},
		{"10.4-o right if left is closed", a + "0505\nhex 0605,0604 pond\n", "0505,0506,0606,0706,0806"},
		{"10.4-o left going west", side("west") + a + "0905\nhex 0805 pond\n", "0905,0906,0806,0706,0606"},
		{"10.4-o left going north", side("north") + a + "0507\nhex 0506 pond\n", "0507,0406,0405,0404,0403"},
		{"10.4-o left going south", side("south") + a + "0503\nhex 0504 pond\n", "0503,0603,0604,0605,0606"},
		{"10.4-o left going NE", side("ne") + a + "0507\nhex 0606 pond\n", "0507,0506,0605,0705,0804"},
		{"10.4-o an enemy unit", a + "0505\nunit x French art at=0605\n", "0505,0604,0704,0804,0904"},
		{"10.4-o an enemy front hex", a + "0505\nunit x French inf at=0706 face=NNW\n", "0505,0604,0704,0804,0904"},
		{"10.4-p two columns", side("north") + a + "0507\nhex 0506,0606,0405 pond\n", "0507,0406,0306,0305,0304"},
		{"10.4-p infantry shifts two columns, not three", side("north") + a + "0507\nhex 0506,0606,0405,0305 pond\n", "0507,0406,0306"},
		{"10.4-q cavalry three", side("north") + "unit a Allied cav state=routed ma=5/4 at=0507\nhex 0506,0606,0405,0305 pond\n", "0507,0406,0306,0205,0204"},
		{"10.4-t off the map", a + "1105\n", "1105,1205,off"},
		{"10.4-t not without MP for it", a + "1105 ma=2/1\n", "1105,1205"},
		{"10.4-i friends cost no MP", a + "0505\nunit b Allied inf at=0605\n", "0505,0605,0705,0805,0905"},
		{"5.1.2-j not to end on a friend", a + "0505\nunit b Allied inf at=0905\n", "0505,0605,0705,0805,0905,1005"},
		{"10.4-r one hex less than another", a + "0505\nunit b Allied inf state=routed at=0905\n", "0505,0605,0705,0805"},
		{"10.4-f blocked all round", a + "0505\nhex 0605,0604,0506,0606 pond\n", ""},
		{"10.4-g from ZOC to ZOC", a + "0505\nunit x French inf at=0504 face=W\nunit y French inf at=0506 face=W\n", ""},
		{"10.4-g too dear", "unit a Allied inf state=routed ma=2/1 at=0505\nhex 0604,0605,0606,0506,0504 woods\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := position(t, tt.ground)
			got := ""
			if ways := p.routWays(0); len(ways) > 0 {
				got = pathString(ways[0].path)
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestRoutMove shows what happens along the way [10.4, 10.5].
func TestRoutMove(t *testing.T) {
	const a = "unit a Allied inf state=routed at=0505 ma=5/2\n"
	move := func(r *run) { r.routMove(0, "10.4-a") }
	checkEffects(t, []effectCase{
		{name: "10.4-a", ground: a, do: move, want: `
10.4-a rout-move a 0505,0605
10.4-a rout-move a 0605,0705`},
		{name: "10.4-t off the map", ground: "unit a Allied inf state=routed at=1205\ncommander k Allied at=1205\n", do: move, want: `
10.4-a rout-move a 1205,off
2.5.2-h commander k off lost with a
2.5.2-i reveal allied none
10.4-t eliminate a left the map`},
		{name: "10.4-f cannot move", ground: a + "hex 0605,0604,0506,0606 pond\n", do: move, want: `
10.4-f eliminate a cannot rout`},
		{name: "10.3.5-c dies in an enemy front hex", ground: a + "hex 0604,0506,0606 pond\nunit x French inf at=0706 face=NNW\n", do: move, want: `
10.4-a rout-move a 0505,0605
10.3.5-c eliminate a enemy front hex`},
		{name: "10.4-j a ford is no loss", ground: a + "stream 0505/0605\nford 0505/0605\n", do: move, want: `
10.4-a rout-move a 0505,0605`},
		{name: "10.4-l stops in a village", ground: a + "hex 0605 village\n", do: move, want: `
10.4-a rout-move a 0505,0605
10.4-l decision P40 a stop default
10.4-l halt a yes`},
		{name: "P40 goes on with an enemy next to it", ground: a + "hex 0605 village\nunit x French art at=0606 face=SSE\n", do: move, want: `
10.4-a rout-move a 0505,0605
10.4-l decision P40 a go-on default`},
		{name: "10.4-l owner's choice", ground: a + "hex 0605 village\n", setup: func(r *run) { r.p.Sheets[1] = ask.Sheet{{Kind: "P40", Answer: "go-on"}} }, do: move, want: `
10.4-a rout-move a 0505,0605
10.4-l decision P40 a go-on standing`},
		{name: "10.4-m stays there", ground: a + "hex 0505 village\n", setup: func(r *run) { r.p.Units[0].Halted = true }, do: move, want: `
10.4-l decision P40 a stop default`},
		{name: "10.4-n may go on", ground: a + "hex 0505 village\n", setup: func(r *run) { r.p.Units[0].Halted = true; r.p.Sheets[1] = ask.Sheet{{Kind: "P40", Answer: "go-on"}} }, do: move, want: `
10.4-l decision P40 a go-on standing
10.4-a rout-move a 0505,0605
10.4-a rout-move a 0605,0705`},
		{name: "10.5-b the friend passed tests", ground: a + "unit b Allied inf at=0605\n", dice: []int{7}, do: move, want: `
10.4-a rout-move a 0505,0605
10.4-a rout-move a 0605,0705
10.5-b cohesion test of b: passed through by a: 7: failed
10.5-b disorder b passed through by a`},
		{name: "10.4-l no test of friends beyond the village", ground: "unit a Allied inf state=routed at=0505\nhex 0605 village\nunit b Allied inf at=0705\n", do: move, want: `
10.4-a rout-move a 0505,0605
10.4-l decision P40 a stop default
10.4-l halt a yes`},
	})
}

// TestRoutPhase shows the order of Phase E [1.E-a, JDG-Q121].
func TestRoutPhase(t *testing.T) {
	const ground = `
unit a Allied inf at=0403 state=routed ma=5/1
unit b Allied inf at=0605 state=routed ma=5/1
unit c Allied inf at=0607 state=routed ma=5/1
unit d French inf at=0909 state=routed ma=5/1
unit e French inf at=0201 state=routed ma=5/1
unit z Allied inf at=1210
`
	phase := func(r *run) { r.p.Phase = RoutPhase; r.routPhase() }
	checkEffects(t, []effectCase{
		{name: "nobody holds the initiative: first side first, nearest its edge first, then by id", ground: ground, setup: func(r *run) { r.p.Holder = -1 }, do: phase, want: `
10.4-a rout-move e 0201,0101
10.4-a rout-move d 0909,0809
10.4-a rout-move b 0605,0705
10.4-a rout-move c 0607,0707
10.4-a rout-move a 0403,0503
11.2-b demoralised french yes
1 phase F`},
		{name: "the holder first", ground: ground, setup: func(r *run) { r.p.Holder = 1 }, do: phase, want: `
10.4-a rout-move b 0605,0705
10.4-a rout-move c 0607,0707
10.4-a rout-move a 0403,0503
10.4-a rout-move e 0201,0101
10.4-a rout-move d 0909,0809
11.2-b demoralised french yes
1 phase F`},
		{name: "JDG-Q122 who routed in Phase D moves again, 10.4-r pairs part", ground: "unit a Allied inf at=0505 state=routed ma=5/3\nunit b Allied inf at=0505 state=routed ma=5/3\nunit z Allied inf at=1210\n", do: phase, want: `
10.4-a rout-move a 0505,0605
10.4-a rout-move a 0605,0705
10.4-a rout-move a 0705,0805
10.4-a rout-move b 0505,0605
10.4-a rout-move b 0605,0705
1 phase F`},
	})
}
