package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/jdg/setup"
	"berthier/engine/tongue/tonguetest"
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
	if lacks := tonguetest.Whole(t, f); lacks != nil {
		t.Errorf("some language lacks %q", lacks)
	}
	got := f.Msg.String()
	if !f.Hint.Empty() {
		got += " (" + f.Hint.String() + ")"
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
		{"failed initiative", chargers, noInitiative, []string{"charge h at 0605 to 0505"}, "2.4.3-h",
			"h failed its leader's initiative and can only rally"},
		{"failed ET", chargers, noted("h", failedET), []string{"charge h at 0605 to 0505"}, "2.4.2-f",
			"h failed its engagement test"},
		{"has moved", chargers, noted("h", moved), []string{"charge h at 0605 to 0505"}, "4.4.1-b",
			"h has moved already"},
		{"was recalled", chargers, noted("h", recalled), []string{"charge h at 0605 to 0505"}, "4.4.1-b",
			"h has moved already"},
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
		{"failed initiative", shockers, noInitiative, []string{"shock a at 0605"}, "2.4.3-h",
			"a failed its leader's initiative and can only rally"},
		{"failed ET", shockers, noted("a", failedET), []string{"shock a at 0605"}, "9.1-e",
			"a cannot enter combat any more in this activation"},
		{"attacks already", shockers, nil, []string{"shock a at 0605", "shock a at 0604"}, "8.2-g",
			"a attacks already"},
		{"attacked already", shockers, nil, []string{"shock a at 0605", "shock a2 at 0605"}, "8.2-g",
			"0605 is attacked already (name all attackers of 0605 in one line: shock a,b at 0605)"},
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
		{"failed ET", movers, noted("h", failedET), []string{"move h to 0305"}, "2.4.2-f",
			"h failed the engagement test of its charge and cannot move"},
		{"failed initiative", movers, noInitiative, []string{"move h to 0305"}, "2.4.3-h",
			"h failed its leader's initiative and can only try to rally"},
		{"has fired without orders", movers, func(r *run) { limitedOrders(r); noted("g", fired)(r) },
			[]string{"move g to 0310"}, "4.4.2-d",
			"g fired and has No Orders, so it cannot move"},
		{"in square", movers, func(r *run) { r.p.edit(0).Square = true }, []string{"move a to 0305"}, "4.2-i",
			"a is in square; write unsquare first"},
		{"a march without orders", movers, limitedOrders, []string{"march a to 0204"}, "4.1.3-b",
			"a has No Orders, and a forced march needs Received Orders"},
		{"a march after fire", movers, noted("g", fired), []string{"march g to 0310"}, "4.4.2-b",
			"g fired and has half its movement allowance"},
		{"a routed reinforcement", movers, func(r *run) { u, _ := r.p.sc.Unit("n"); r.p.edit(u).State = setup.Routed },
			[]string{"enter n to 0102"}, "10.2-j",
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
		{"tried", rallying, noted("d", triedRally), []string{"rally d"}, "11.1-i",
			"d has tried in this activation"},
		{"moved", rallying, noted("d", moved), []string{"rally d"}, "11.1-a",
			"d has acted or was moved in this activation"},
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
		for u := range r.p.sc.Units {
			if r.p.onMap(u) && r.p.side(u) == 0 {
				r.p.edit(u).Square = true
			}
		}
	}
	for _, c := range []refusal{
		{"failed initiative", squareGround, noInitiative, []string{"square a"}, "2.4.3-h",
			"a cannot form square: a failed its leader's initiative and can only try to rally"},
		{"left by another formation", squareGround, inSquare, []string{"unsquare m2"}, "2.2-b",
			"m2 cannot leave square: m2 does not belong to the activated formation"},
		{"left with 1 MP", squareGround, inSquare, []string{"unsquare m3"}, "4.2-j",
			"m3 cannot leave square: m3 has not the 2 MP that it takes"},
		{"turned in square", squareGround, inSquare, []string{"face a W"}, "6.1.1-g",
			"a is in square and has front hexes on all sides"},
	} {
		t.Run(c.name, c.check)
	}
}
