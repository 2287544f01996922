package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/jdg/setup"
)

// refusal is an order that cannot be given, and what its owner is told: the
// reason, and in parentheses what would be legal.
type refusal struct {
	name   string
	ground string
	setup  func(r *run) // what dice would have done
	lines  []string     // the last one is refused
	rule   string
	want   string
}

func (c refusal) check(t *testing.T) {
	t.Helper()
	r := activated(t, c.ground, "french", ReceivedOrders)
	r.dry = true
	if c.setup != nil {
		c.setup(r)
	}
	last := len(c.lines) - 1
	if f := give(t, r, c.lines[:last]...); f != nil {
		t.Fatalf("%v", f)
	}
	var f *engine.Fault
	text := c.lines[last]
	o, f := r.p.read(r.act.side, engine.Order{Line: 1, Text: text, Words: strings.Fields(text)})
	if f == nil {
		f, _ = o.verb.do(r, o)
	}
	if f == nil {
		t.Fatal("it is not refused")
	}
	got := f.Msg
	if f.Hint != "" {
		got += " (" + f.Hint + ")"
	}
	if f.Rule != c.rule || got != c.want {
		t.Errorf("%s: got\n\t%q, %q\nwant\n\t%q, %q", text, f.Rule, got, c.rule, c.want)
	}
}

// note is a setup that notes deeds of a unit.
func noted(id string, d deed) func(r *run) {
	return func(r *run) {
		u, _ := r.p.sc.Unit(id)
		r.note(u, d)
	}
}

func noInitiative(r *run) { r.act.groups[0] = nothing }

func limitedOrders(r *run) { r.act.groups[0] = limited }

const chargers = `formation french French
formation b French
unit h  French cav form=french at=0305
unit h2 French cav form=french at=0306
unit o  French cav form=b at=0308
unit e  Allied inf at=0605
unit n  French cav form=french
arrival 1 form=french hex=0101
`

func TestRefusedCharges(t *testing.T) {
	for _, c := range []refusal{
		{"no at", chargers, nil, []string{"charge h 0605"}, "",
			"the word at and the charged hex are missing (write: charge UNIT[,UNIT…] at HEX to HEX [face FACING] or charge UNIT[,UNIT…] at HEX via HEX|DIRECTION… [face FACING])"},
		{"no way", chargers, nil, []string{"charge h at 0605"}, "",
			"the word to with the last hex of the charge, or via with its way, is missing (write: charge UNIT[,UNIT…] at HEX to HEX [face FACING] or charge UNIT[,UNIT…] at HEX via HEX|DIRECTION… [face FACING])"},
		{"not on the map", chargers, nil, []string{"charge n at 0605 to 0505"}, "9.1",
			"n is not on the map"},
		{"of another formation", chargers, nil, []string{"charge o at 0605 to 0505"}, "9.1-c",
			"o does not belong to the activated formation"},
		{"failed initiative", chargers, noInitiative, []string{"charge h at 0605 to 0505"}, "2.4.3-h",
			"h failed its leader's initiative and can only rally"},
		{"failed ET", chargers, noted("h", failedET), []string{"charge h at 0605 to 0505"}, "2.4.2-f",
			"h failed its engagement test"},
		{"has moved", chargers, noted("h", moved), []string{"charge h at 0605 to 0505"}, "4.4.1-b",
			"h has moved already"},
		{"was recalled", chargers, noted("h", recalled), []string{"charge h at 0605 to 0505"}, "4.4.1-b",
			"h has moved already"},
		{"has turned", chargers, nil, []string{"face h SSE", "charge h at 0605 to 0505"}, "9.1-a",
			"h has turned, and charges only at what it had in front of it before"},
		{"nobody there", chargers, nil, []string{"charge h at 0505 to 0405"}, "9.1-a",
			"there is no enemy in 0505"},
		{"a friend there", chargers, nil, []string{"charge h at 0306 to 0405"}, "9.1-a",
			"there is no enemy in 0306"},
		{"two hexes", chargers, nil, []string{"charge h,h2 at 0605 to 0505"}, "9.1-c",
			"the charging units do not stand in one hex (write one charge line for each hex)"},
		{"too far", strings.Replace(chargers, "at=0305", "at=0105", 1) + "unit m French cav form=french at=0202 ma=2\n", nil, []string{"charge m at 0605 to 0505"}, "9.1-a",
			"0605 is not in the cone of the front hexes of m (it faces E)"},
		{"the slowest of a stack", chargers + "unit s French cav form=french at=0305 ma=2\n", nil, []string{"charge h,s at 0605 to 0505"}, "9.1-g",
			"h,s cannot reach 0505: the cheapest way costs 2 MP, and it has 1 for a charge, half its movement allowance (the nearest hex that it can reach is 0404, for 1 of its 1 MP)"},
		{"into a full hex", chargers + "unit f French inf form=french at=0505\n", nil, []string{"charge h at 0605 to 0505"}, "9.1-a",
			"0605 is not in line of sight of h: f in 0505"},
		{"across a stream of no ford", chargers + "river 0505/0605\n", nil, []string{"charge h at 0605 to 0505"}, "9.1-o",
			"0605 cannot be charged from 0505: the ground or the hexside bars it"},
	} {
		t.Run(c.name, c.check)
	}
}

const shockers = `formation french French
formation b French
unit g  French art form=french at=0505
unit a  French inf form=french at=0505
unit a2 French inf form=french at=0507
unit o  French inf form=b at=0508
unit e  Allied inf at=0605
unit e2 Allied inf at=0604
unit e3 Allied inf at=0606
unit n  French inf form=french
arrival 1 form=french hex=0101
`

func TestRefusedShocks(t *testing.T) {
	for _, c := range []refusal{
		{"no at", shockers, nil, []string{"shock a 0605"}, "",
			"the word at and the attacked hex are missing (write: shock UNIT[,UNIT…] at HEX[,HEX…] [face FACING])"},
		{"not on the map", shockers, nil, []string{"shock n at 0605"}, "8.2-a",
			"n is not on the map"},
		{"of another formation", shockers, nil, []string{"shock o at 0606"}, "8.2-a",
			"o does not belong to the activated formation"},
		{"guns", shockers, nil, []string{"shock g at 0605"}, "8.9-a",
			"g is artillery, which never takes part in a shock"},
		{"failed initiative", shockers, noInitiative, []string{"shock a at 0605"}, "2.4.3-h",
			"a failed its leader's initiative and can only rally"},
		{"failed ET", shockers, noted("a", failedET), []string{"shock a at 0605"}, "9.1-e",
			"a cannot enter combat any more in this activation"},
		{"attacks already", shockers, nil, []string{"shock a at 0605", "shock a at 0604"}, "8.2-g",
			"a attacks already"},
		{"attacked already", shockers, nil, []string{"shock a at 0605", "shock a2 at 0605"}, "8.2-g",
			"0605 is attacked already (name all attackers of 0605 in one line: shock a,b at 0605)"},
		{"nobody there", shockers, nil, []string{"shock a at 0504"}, "8.2-a",
			"there is no enemy in 0504"},
		{"behind", shockers, nil, []string{"shock a at 0606"}, "8.2-a",
			"0606 is not a front hex of any attacker (front hexes of a: 0604,0605)"},
		{"one of two sees nobody", shockers, nil, []string{"shock a,a2 at 0605"}, "8.2-a",
			"a2 has no attacked hex in front of it (front hexes of a: 0604,0605; a2: 0606,0607)"},
		{"not side by side", shockers, nil, []string{"shock a,a2 at 0605,0606"}, "8.4.1-a",
			"units that attack together stand next to one another and attack the same defender (write one shock line for each group that does)"},
		{"turned", shockers, nil, []string{"shock a at 0605 face SSE"}, "6.1.2-g",
			"a cannot turn before a shock (only a unit in a town, village or castle turns to attack; turn while moving)"},
		{"no combat there", shockers, nil, []string{"resolve 0605"}, "1.D-h",
			"there is no combat at 0605 (no combat is ordered)"},
		{"no combat there, but elsewhere", shockers, nil, []string{"shock a at 0604,0605", "resolve 0606"}, "1.D-h",
			"there is no combat at 0606 (combats are at 0604,0605)"},
		{"across a river", shockers + "river 0505/0605\n", nil, []string{"shock a at 0605"}, "8.2-c",
			"a cannot enter 0605 from 0505, so it cannot attack it: the hexside there is impassable for infantry"},
	} {
		t.Run(c.name, c.check)
	}
}

const shooters = `formation french French
formation b French
unit g  French art form=french at=0505
unit g2 French art form=french at=0505
unit g3 French art form=french at=0504
unit g4 French art form=b at=0508
unit i  French inf form=french at=0510
unit e  Allied inf at=0705
unit n  French art form=french
arrival 1 form=french hex=0101
`

func TestRefusedFire(t *testing.T) {
	for _, c := range []refusal{
		{"no at", shooters, nil, []string{"fire g 0705"}, "",
			"the word \"at\" is missing (write: fire UNIT[,UNIT] at HEX [face F])"},
		{"no guns", shooters, nil, []string{"fire i at 0705"}, "",
			"i is not artillery (write: fire UNIT[,UNIT] at HEX [face F])"},
		{"not on the map", shooters, nil, []string{"fire n at 0705"}, "7.1-b",
			"n is not on the map"},
		{"of another formation", shooters, nil, []string{"fire g4 at 0705"}, "7.1-b",
			"g4 does not belong to the activated formation"},
		{"twice", shooters, nil, []string{"fire g at 0705", "fire g at 0705"}, "7.1-b",
			"g has fired in this activation"},
		{"not of one hex", shooters, nil, []string{"fire g,g3 at 0705"}, "7.3-c",
			"only two guns in one hex and of one formation combine their fire"},
		{"three", shooters, nil, []string{"fire g,g2,g3 at 0705"}, "7.3-c",
			"only two guns in one hex and of one formation combine their fire"},
		{"not there", shooters, nil, []string{"fire g at 0706"}, "7.1-c",
			"there is no enemy unit in 0706"},
		{"one corner only", shooters, nil, []string{"fire g at 0705 face W"}, "7.2-e",
			"g turns by one corner at most before it fires (from E: NNE or SSE)"},
		{"one corner once", shooters + "unit down Allied inf at=0709\n", nil, []string{"fire g at 0709 face SSE", "fire g2 at 0705 face E"}, "7.2-e",
			"g2 turns by one corner at most before it fires (from E: NNE or SSE)"},
		{"beyond reach", shooters + "unit far Allied inf at=1205\n", nil, []string{"fire g at 1205"}, "7.3-e",
			"1205 is 7 hexes away, g reaches 6"},
		{"one of the two is beyond reach", shooters + "unit far Allied inf at=1005\nunit g5 French art form=french at=0503 range=2/4\nunit g6 French art form=french at=0503\n", nil, []string{"fire g5,g6 at 1005"}, "7.3-e",
			"1005 is 5 hexes away, g5 reaches 4"},
		{"not in front, a turn would help", shooters + "unit up Allied inf at=0502\n", nil, []string{"fire g at 0502"}, "7.2-c",
			"0502 is not in front of g (add: face NNE)"},
		{"not in front, the other turn would help", shooters + "unit down Allied inf at=0709\n", nil, []string{"fire g at 0709"}, "7.2-c",
			"0709 is not in front of g (add: face SSE)"},
		{"not in front, it has turned", shooters + "unit up Allied inf at=0502\nunit down Allied inf at=0709\n", nil, []string{"fire g at 0709 face SSE", "fire g2 at 0502"}, "7.2-c",
			"0502 is not in front of g2"},
		{"not in front, no turn helps", shooters + "unit rear Allied inf at=0205\n", nil, []string{"fire g at 0205"}, "7.2-c",
			"0205 is not in front of g"},
		{"not in front as ordered", shooters + "unit up Allied inf at=0502\n", nil, []string{"fire g at 0502 face E"}, "7.2-c",
			"0502 is not in front of g"},
		{"an enemy before it", shooters + "unit near Allied inf at=0605\n", nil, []string{"fire g at 0705"}, "7.2-g",
			"g has an enemy in a front hex and fires at no other (fire at 0605, or hold fire)"},
		{"two enemies before it", shooters + "unit near Allied inf at=0605\nunit up Allied inf at=0604\n", nil, []string{"fire g at 0705"}, "7.2-g",
			"g has an enemy in a front hex and fires at no other (fire at 0604 or 0605, or hold fire)"},
		{"an enemy before it, before it turned away", shooters + "unit near Allied inf at=0605\nunit up Allied inf at=0502\n", nil, []string{"fire g at 0502 face NNE"}, "7.2-g",
			"g has an enemy in a front hex and fires at no other (fire at 0605, or hold fire)"},
		{"out of sight", shooters + "unit f French inf form=french at=0605\nunit f2 French inf form=french at=0604\n", nil, []string{"fire g at 0705"}, "7.4-a",
			"the line of sight from 0505 to 0705 is blocked by f2 in 0604 and f in 0605"},
		{"fog", "turn 1 fog\n" + shooters, nil, []string{"fire g at 0705"}, "12.2-c",
			"in the dark or in fog guns fire at adjacent hexes only"},
	} {
		t.Run(c.name, c.check)
	}
}

const movers = `formation french French
formation b French
unit a  French inf form=french at=0205
unit a2 French inf form=french at=0206
unit h  French cav form=french at=0208
unit g  French art form=french at=0210
unit o  French inf form=b at=0108
unit e  Allied inf at=1105
unit n  French inf form=french
unit n2 French inf form=french
arrival 1 form=french hex=0101 units=n
arrival 1 form=french hex=0112 units=n2
size 20x12
`

func TestRefusedMoves(t *testing.T) {
	for _, c := range []refusal{
		{"not of one hex", movers, nil, []string{"move a,a2 to 0305"}, "4.4.1-b",
			"a2 does not stand in the hex of a (only units of one hex move together; write one line for each)"},
		{"failed ET", movers, noted("h", failedET), []string{"move h to 0305"}, "2.4.2-f",
			"h failed the engagement test of its charge and cannot move"},
		{"failed initiative", movers, noInitiative, []string{"move h to 0305"}, "2.4.3-h",
			"h failed its leader's initiative and can only try to rally"},
		{"has fired without orders", movers, func(r *run) { limitedOrders(r); noted("g", fired)(r) }, []string{"move g to 0310"}, "4.4.2-d",
			"g fired and has No Orders, so it cannot move"},
		{"not on the map", movers, nil, []string{"move n to 0102"}, "5.2.2-a",
			"n is not on the map; a reinforcement comes on with enter"},
		{"in square", movers, func(r *run) { r.p.Units[0].Square = true }, []string{"move a to 0305"}, "4.2-i",
			"a is in square; write unsquare first"},
		{"too far", movers, nil, []string{"move a to 0905"}, "4.4.1-f",
			"a cannot reach 0905: the cheapest way costs 7 MP, and it has 5 (the nearest hex that it can reach is 0704, for 5 of its 5 MP)"},
		{"too far, and cavalry where it would get to", movers + "unit x French cav form=french at=0704\n", nil, []string{"move a to 0905"}, "4.4.1-f",
			"a cannot reach 0905: the cheapest way costs 7 MP, and it has 5 (the nearest hex that it can reach is 0705, for 5 of its 5 MP)"},
		{"surrounded by water", movers + "river 0205/N 0205/NE 0205/SE 0205/S 0205/SW 0205/NW\n", nil, []string{"move a to 0305"}, "4.3.2-a",
			"a cannot reach 0305: the hexside there is impassable for infantry (it cannot go anywhere)"},
		{"an island", movers + "river 0405/N 0405/NE 0405/SE 0405/S 0405/SW 0405/NW\n", nil, []string{"move a to 0405"}, "4.3.2-a",
			"a cannot reach 0405: the hexside there is impassable for infantry (the nearest hex that it can reach is 0305, for 1 of its 5 MP)"},
		{"a pond", movers + "hex 0405 pond\n", nil, []string{"move a to 0405"}, "4.3.2-a",
			"a cannot reach 0405: the ground there is impassable for infantry (the nearest hex that it can reach is 0305, for 1 of its 5 MP)"},
		{"behind a line of control", movers + "unit x1 Allied inf at=0302\nunit x2 Allied inf at=0104\n", nil, []string{"move h to 0101"}, "4.4.1-a",
			"h cannot reach 0101: no legal way leads there (the nearest hex that it can reach is 0303, for 6 of its 9 MP)"},
		{"through a zone of control", movers + "unit x1 Allied inf at=1902\n", nil, []string{"move h to 2001"}, "6.2.2-a",
			"h cannot reach 2001: a unit stops when it enters an enemy zone of control (the nearest hex that it can reach is 1106, for 9 of its 9 MP)"},
		{"no MP", movers + "unit z French inf form=french at=0305 ma=0\n", nil, []string{"move z N"}, "4.4.1-f",
			"z cannot go to 0304: the way up to there costs 1 MP, and it has 0 (it cannot go anywhere)"},
		{"no MP on top of a stack", movers + "unit z French inf form=french at=0305 ma=0\nunit y French inf form=french at=0305\n", nil, []string{"move z,y N"}, "4.4.1-f",
			"z,y cannot go to 0304: the way up to there costs 1 MP, and it has 0 (it cannot go anywhere)"},
		{"an enemy there", movers, nil, []string{"march h to 1105"}, "5.1.2-a",
			"h cannot reach 1105: an enemy unit is there (the nearest hex that it can reach is 0507, for 3 of its 18 MP)"},
		{"a march near the enemy", movers, nil, []string{"march h to 0705"}, "4.1.3-d",
			"h cannot reach 0705: a forced march comes no nearer to the enemy than 6 hexes (the nearest hex that it can reach is 0506, for 4 of its 18 MP)"},
		{"a march begun near the enemy", movers + "unit x1 Allied inf at=0605\n", nil, []string{"march a to 0204"}, "4.1.3-d",
			"a is within 5 hexes of an enemy unit and makes no forced march"},
		{"a march without orders", movers, limitedOrders, []string{"march a to 0204"}, "4.1.3-b",
			"a has No Orders, and a forced march needs Received Orders"},
		{"a march after fire", movers, noted("g", fired), []string{"march g to 0310"}, "4.4.2-b",
			"g fired and has half its movement allowance"},
		{"cannot stop with cavalry", movers, nil, []string{"move a to 0208"}, "5.1.1-k",
			"a cannot stop in 0208: infantry and cavalry do not stack (the nearest hex that it can reach is 0207, for 3 of its 5 MP)"},
		{"faces like those there", movers, nil, []string{"move a to 0206 face W"}, "6.1.1-b",
			"a2 in 0206 faces E, and a has to face the same way (write face E, or turn a2 first)"},
		{"off the map", movers, nil, []string{"move a NW NW"}, "4.4.1-h",
			"the way leaves the map after 0105"},
		{"the same hex", movers, nil, []string{"move a 0205"}, "4.4.1-a",
			"the way has no hex but the first"},
		{"enter what is there", movers, nil, []string{"enter a to 0102"}, "5.2.2-a",
			"a is no reinforcement that waits to enter"},
		{"enter from two sides", movers, nil, []string{"enter n,n2 to 0102"}, "5.2.2-b",
			"n2 does not come with n"},
		{"enter beyond reach", movers, nil, []string{"enter n to 0901 normal"}, "4.4.1-f",
			"n cannot reach 0901: the cheapest way costs 9 MP, and it has 5 (the nearest hex that it can reach is 0501, for 5 of its 5 MP)"},
		{"enter in a column", movers, nil, []string{"enter n N"}, "4.4.1-h",
			"the way leaves the map after 0101"},
		{"enter in two ways", movers, nil, []string{"enter n to 0102 march normal"}, "",
			"\"normal\" is not understood here (write: enter UNIT[,UNIT…] to|toward HEX [march|normal] [face FACING] or enter UNIT[,UNIT…] HEX|DIRECTION… [march|normal] [face FACING])"},
		{"a routed reinforcement", movers, func(r *run) { u, _ := r.p.sc.Unit("n"); r.p.Units[u].State = setup.Routed }, []string{"enter n to 0102"}, "10.2-j",
			"n is routed"},
		{"drop what it has not", movers, nil, []string{"drop a"}, "5.2.1-i",
			"a carries no Renfort marker"},
	} {
		t.Run(c.name, c.check)
	}
}

const rallying = `formation french French
formation b French
unit o   French inf form=french at=0205
unit d   French inf form=french at=0306 state=disordered
unit d2  French inf form=b at=0310 state=disordered
unit r   French inf form=french at=0508 state=routed
unit r2  French inf form=french at=0508 state=routed
unit n   French inf form=french at=0910 state=disordered
unit s1  French inf form=french at=0102 sp=3/2 state=disordered
unit s2  French inf form=french at=0102 sp=2
unit s3  French inf form=french at=0102 sp=2
unit t1  French inf form=french at=0110 state=disordered face=W
unit t2  French inf form=french at=0110 face=W
unit e   Allied inf at=1010
unit gone French inf form=french
arrival 2 form=french hex=0101
`

func TestRefusedRallies(t *testing.T) {
	for _, c := range []refusal{
		{"ordered", rallying, nil, []string{"rally o"}, "11.1-a",
			"o is ordered"},
		{"of another formation", rallying, nil, []string{"rally d2"}, "11.1-a",
			"d2 does not belong to the activated formation"},
		{"not on the map", rallying, nil, []string{"rally gone"}, "11.1-a",
			"gone is not on the map"},
		{"tried", rallying, noted("d", triedRally), []string{"rally d"}, "11.1-i",
			"d has tried in this activation"},
		{"moved", rallying, noted("d", moved), []string{"rally d"}, "11.1-a",
			"d has acted or was moved in this activation"},
		{"next to an enemy", rallying, nil, []string{"rally n"}, "11.1-c",
			"n is adjacent to an enemy unit"},
		{"stacked", rallying, nil, []string{"rally r"}, "10.4-s",
			"r is stacked with another routed unit"},
		{"too strong", rallying, nil, []string{"rally s1"}, "5.1.1-h",
			"s1 would make its stack of three stronger than 6 SP"},
		{"bound to its stack", rallying, nil, []string{"rally t1 face E"}, "6.1.1-b",
			"t1 stands with others that face W"},
	} {
		t.Run(c.name, c.check)
	}
}

const squareGround = `formation french French
formation b French
unit a   French inf form=french at=0205
unit h   French cav form=french at=0305
unit g   French art form=french at=0207
unit d   French inf form=french at=0306 state=disordered
unit v   French inf form=french at=0308
unit m   French inf form=french at=0310
unit m2  French inf form=b at=0401
unit m3  French inf form=french at=0403 ma=1
unit e   Allied inf at=1010
hex 0308 village
unit n   French inf form=french
arrival 1 form=french hex=0101
`

func TestRefusedSquares(t *testing.T) {
	inSquare := func(r *run) {
		for u := range r.p.Units {
			if r.p.onMap(u) && r.p.side(u) == 0 {
				r.p.Units[u].Square = true
			}
		}
	}
	for _, c := range []refusal{
		{"not on the map", squareGround, nil, []string{"square n"}, "4.2-d",
			"n is not on the map"},
		{"two hexes", squareGround, nil, []string{"square a,d"}, "4.2-p",
			"d does not stand in the hex of a (write one line for each hex)"},
		{"village", squareGround, nil, []string{"square v"}, "4.2-a",
			"v cannot form square: square is formed in clear terrain only, and this is village"},
		{"cavalry", squareGround, nil, []string{"square h"}, "4.2-b",
			"h cannot form square: h is cavalry"},
		{"disordered", squareGround, nil, []string{"square d"}, "4.2-b",
			"d cannot form square: d is disordered"},
		{"guns alone", squareGround, nil, []string{"square g"}, "4.2-g",
			"g cannot form square: artillery forms square only together with infantry"},
		{"again", squareGround, nil, []string{"square a", "square a"}, "4.2-h",
			"a cannot form square: a is in square already"},
		{"moved", squareGround, nil, []string{"move a N", "square a"}, "4.2-d",
			"a cannot form square: a has moved already in this activation"},
		{"of another formation", squareGround, nil, []string{"square m2"}, "4.2-f",
			"m2 cannot form square: m2 does not belong to the activated formation, and all units of the hex form square together"},
		{"failed initiative", squareGround, noInitiative, []string{"square a"}, "2.4.3-h",
			"a cannot form square: a failed its leader's initiative and can only try to rally"},
		{"leaving what it is not in", squareGround, nil, []string{"unsquare a"}, "4.2-j",
			"a cannot leave square: a is not in square"},
		{"left by another formation", squareGround, inSquare, []string{"unsquare m2"}, "2.2-b",
			"m2 cannot leave square: m2 does not belong to the activated formation"},
		{"left with 1 MP", squareGround, inSquare, []string{"unsquare m3"}, "4.2-j",
			"m3 cannot leave square: m3 has not the 2 MP that it takes"},
		{"turned in square", squareGround, inSquare, []string{"face a W"}, "6.1.1-g",
			"a is in square and has front hexes on all sides (a unit that moves turns with its move: move UNIT to HEX face FACING)"},
		{"turned as it is", squareGround, nil, []string{"face a E"}, "6.1.2-b",
			"a faces E already (a unit that moves turns with its move: move UNIT to HEX face FACING)"},
		{"turned by another formation", squareGround, nil, []string{"face m2 W"}, "2.2-b",
			"m2 does not belong to the activated formation (a unit that moves turns with its move: move UNIT to HEX face FACING)"},
		{"turned in a ZOC", squareGround + "unit x Allied inf at=0206\n", nil, []string{"face a W"}, "6.2.2-i",
			"a began in an enemy zone of control and may turn by one corner only (a unit that moves turns with its move: move UNIT to HEX face FACING)"},
		{"stack that is none", squareGround, nil, []string{"stack 0205 a,d"}, "5.1.2-d",
			"these are not the units of 0205 (there, from the top: a)"},
		{"guns below", squareGround + "unit g2 French art form=french at=0201\nunit i2 French inf form=french at=0201\n", nil, []string{"stack 0201 i2,g2"}, "5.1.2-c",
			"artillery lies on top: g2 above i2"},
		{"stack of others", squareGround, nil, []string{"stack 0401 m2"}, "5.1.2-d",
			"no unit of 0401 can act in this activation"},
	} {
		t.Run(c.name, c.check)
	}
}
