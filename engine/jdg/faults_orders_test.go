package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
)

// TestFaultsOfOrders holds what a player is told about orders that he cannot
// give now, and about standing orders that mean nothing.
func TestFaultsOfOrders(t *testing.T) {
	const ground = "formation ney French am=5,3\nformation davout French\nunit a French inf form=ney at=0505\nunit b French inf form=davout at=0507\n" +
		"unit x Allied inf at=0805\ncommander soult French at=0505\n"
	const drawn = ground + "drawn ney\n"
	for _, tt := range []struct {
		name     string
		position string
		side     engine.Side
		orders   string
		want     string
	}{
		{"a side that does not play", drawn, "Prussian", "move a to 0605", "there is no side Prussian"},
		{"an activation in the Orders Phase", ground, "French", "move a to 0605", `line 1: "move a to 0605": move belongs to an activation, and this is the Orders Phase [1.A] (legal now: standing, when, order, cam, first, drop)`},
		{"the Orders Phase in an activation", drawn, "French", "order ney", `line 1: "order ney": order belongs to the Orders Phase, which is over [1.A] (legal now: standing, when, initiative, lead, move, march, square, unsquare, face, stack, enter, fire, shock, resolve, charge, rally)`},
		{"a group that there is not", ground, "French", "order ney.2", `line 1: "order ney.2": ney.2 is in no tactical group of this turn [2.3.1-c] (groups are ney, davout)`},
		{"an answer without a question", drawn, "French", "answer yes", `line 1: "answer yes": no question is open [1.D] (legal now: standing, when, initiative, lead, move, march, square, unsquare, face, stack, enter, fire, shock, resolve, charge, rally)`},
		{"the enemy's activation", drawn, "Allied", "move x to 0705", `line 1: "move x to 0705": the activated formation is not yours [1.D-b] (legal now: standing, when)`},
		{"standing orders at any time", drawn, "Allied", "standing square yes", ""},
		{"a unit that cannot go there, and where it could", drawn, "French", "move a to 1205", `line 1: "move a to 1205": a cannot reach 1205: the cheapest way costs 7 MP, and it has 5 [4.4.1-f] (the nearest hex that it can reach is 1004, for 5 of its 5 MP)`},
		{"a unit of another formation", drawn, "French", "move b to 0607", `line 1: "move b to 0607": b does not belong to the activated formation [2.2-b] (legal here: move a to 0705 face e; move a 0604 0705 face sse; move a to 0706 face nne)`},
		{"a shock where no unit can", drawn, "French", "shock a at 0605", `line 1: "shock a at 0605": there is no enemy in 0605 [8.2-a] (no order shock is legal here)`},
		{"an order that has no list", drawn, "French", "resolve 0605", `line 1: "resolve 0605": there is no combat at 0605 [1.D-h] (no combat is ordered)`},
		{"initiative by the file, and by standing orders for others", drawn + "orders none ney\nstands French P6 yes\n", "French", "initiative ney", ""},
		{"initiative by standing orders comes before the moves", drawn + "orders none ney\nstands French P6 yes\n", "French", "move a to 0105", ""},
		{"without it the group goes half as far", drawn + "orders none ney\n", "French", "move a to 0105", `line 1: "move a to 0105": a cannot reach 0105: the cheapest way costs 4 MP, and it has 3 [4.4.1-f] (the nearest hex that it can reach is 0205, for 3 of its 3 MP)`},
		{"no initiative although standing orders say so", drawn + "orders none ney\nstands French P6 yes\n", "French", "initiative none; move a to 0105", `line 2: "move a to 0105": a cannot reach 0105: the cheapest way costs 4 MP, and it has 3 [4.4.1-f] (the nearest hex that it can reach is 0205, for 3 of its 3 MP)`},

		{"a word that is no kind of decision", ground, "French", "standing squares yes", `line 1: "standing squares yes": there are no standing orders for "squares" (did you mean square?)`},
		{"no kind of decision near it", ground, "French", "standing qqqqq yes", `line 1: "standing qqqqq yes": there are no standing orders for "qqqqq" (one of cam, drop, order-first, first, initiative, stack, fire, counter-battery, form-square, lead, displace, square, recall, enter, retire, enter-vacated, counter-charge, reaction-fire, withdraw, advance, breakthrough, counter-attack, pursue, counter-pursue, pursuit, rally, rout, stop-rout, pass)`},
		{"no kind of decision at all", ground, "French", "standing", `line 1: "standing": the kind of decision is missing (write: standing WORD ANSWER [if CONDITION] [for UNIT|FORMATION|COMMANDER])`},
		{"no answer", ground, "French", "standing square", `line 1: "standing square": the answer is missing (write: standing WORD ANSWER [if CONDITION] [for UNIT|FORMATION|COMMANDER])`},
		{"not an answer", ground, "French", "standing square perhaps", `line 1: "standing square perhaps": "perhaps" is not an answer to square (one of yes, no, default; try to form square against a charge; default: yes if 5, the worst cohesion in the stack)`},
		{"back to the default", ground, "French", "standing square default", ""},
		{"ask where nothing is asked", ground, "French", "standing square ask", `line 1: "standing square ask": square is not asked by mail in this game (this game asks nothing by mail)`},
		{"ask where others are asked", "ask P23,P25\n" + ground, "French", "standing square ask", `line 1: "standing square ask": square is not asked by mail in this game (this game asks retire, counter-charge)`},
		{"ask where it is asked", "ask P17\n" + ground, "French", "standing square ask", ""},
		{"a list of arms", ground, "French", "standing fire guns,any", ""},
		{"an arm twice", ground, "French", "standing fire guns,guns", `line 1: "standing fire guns,guns": "guns,guns" is not an answer to fire (one of yes, no, infantry, cavalry, guns, any, default; guns without an order fire: yes, at an enemy in a front hex; a list of arms, at any target as they stand; default: yes)`},
		{"a list of arms for what has none", ground, "French", "standing square guns,any", `line 1: "standing square guns,any": "guns,any" is not an answer to square (one of yes, no, default; try to form square against a charge; default: yes if 5, the worst cohesion in the stack)`},
		{"no such arm", ground, "French", "standing reaction-fire guns,horses", `line 1: "standing reaction-fire guns,horses": "guns,horses" is not an answer to reaction-fire (one of yes, no, infantry, cavalry, guns, any, default; fire at attackers, at the arms of a list only; default: yes, at the strongest)`},
		{"for a unit", ground, "French", "standing square yes for a", ""},
		{"for a formation", ground, "French", "standing square yes for ney", ""},
		{"for a unit of the enemy", ground, "French", "standing square yes for x", `line 1: "standing square yes for x": "x" is no unit or formation of yours (unit ids are in the tables of your report)`},
		{"for a formation of the enemy", ground, "French", "standing square yes for allied", `line 1: "standing square yes for allied": "allied" is no unit or formation of yours (unit ids are in the tables of your report)`},
		{"for nobody", ground, "French", "standing square yes for", `line 1: "standing square yes for": the unit or formation is missing (write: standing WORD ANSWER [if CONDITION] [for UNIT|FORMATION|COMMANDER])`},
		{"for a unit where the army decides", ground, "French", "standing order-first ney for a", `line 1: "standing order-first ney for a": order-first is decided for the army as a whole (leave out: for a)`},
		{"for a formation where the army decides", ground, "French", "standing order-first ney for ney", `line 1: "standing order-first ney for ney": order-first is decided for the army as a whole (leave out: for ney)`},
		{"a commander who falls back", ground, "French", "standing displace fall-back for soult", ""},
		{"a commander for what is not his", ground, "French", "standing square yes for soult", `line 1: "standing square yes for soult": "soult" is no unit or formation of yours (unit ids are in the tables of your report)`},
		{"a commander follows a unit", ground, "French", "standing lead a for soult", ""},
		{"a unit follows a unit", ground, "French", "standing lead a for b", `line 1: "standing lead a for b": "b" is no commander of yours (write: standing WORD ANSWER [if CONDITION] [for UNIT|FORMATION|COMMANDER])`},
		{"a commander of the enemy", ground, "Allied", "standing lead x for soult", `line 1: "standing lead x for soult": "soult" is no commander of yours (write: standing WORD ANSWER [if CONDITION] [for UNIT|FORMATION|COMMANDER])`},
		{"a commander follows an enemy", ground, "French", "standing lead x for soult", `line 1: "standing lead x for soult": "x" is no unit of yours (unit ids are in the tables of your report)`},
		{"a commander follows nobody", ground, "French", "standing lead nobody for soult", `line 1: "standing lead nobody for soult": "nobody" is no unit of yours (unit ids are in the tables of your report)`},
		{"formations in their order", ground, "French", "standing order-first davout,ney", ""},
		{"no formations", ground, "French", "standing order-first none", ""},
		{"a formation of the enemy in the list", ground, "French", "standing order-first ney,allied", `line 1: "standing order-first ney,allied": "allied" is no formation of yours (yours are ney, davout)`},
		{"not a formation in the list", ground, "French", "standing order-first ney,soult", `line 1: "standing order-first ney,soult": "soult" is no formation of yours (yours are ney, davout)`},
		{"no combined markers", ground, "French", "standing cam none", ""},
		{"not a combined marker", ground, "French", "standing cam ney", `line 1: "standing cam ney": "ney" is no combined marker of yours (write: standing WORD ANSWER [if CONDITION] [for UNIT|FORMATION|COMMANDER])`},
		{"a combined marker", ground + "cam grand French rating=5 forms=ney\n", "French", "standing cam grand", ""},
		{"a combined marker of the enemy", ground + "cam grand Allied rating=5 forms=allied\n", "French", "standing cam grand", `line 1: "standing cam grand": "grand" is no combined marker of yours (write: standing WORD ANSWER [if CONDITION] [for UNIT|FORMATION|COMMANDER])`},

		{"cohesion of 0", ground, "French", "standing square yes if 0", ""},
		{"cohesion of 12", ground, "French", "standing square yes if 12", ""},
		{"cohesion of 13", ground, "French", "standing square yes if 13", `line 1: "standing square yes if 13": "13" is no condition of square (after "if" comes the least cohesion that the worst infantry of the stack must have)`},
		{"negative cohesion", ground, "French", "standing square yes if -1", `line 1: "standing square yes if -1": "-1" is no condition of square (after "if" comes the least cohesion that the worst infantry of the stack must have)`},
		{"a ratio for a cohesion", ground, "French", "standing square yes if 2:1", `line 1: "standing square yes if 2:1": "2:1" is no condition of square (after "if" comes the least cohesion that the worst infantry of the stack must have)`},
		{"a condition of the answer no", ground, "French", "standing square no if 6", `line 1: "standing square no if 6": square no has no condition (leave out: if 6)`},
		{"a condition where there is none", ground, "French", "standing recall yes if 6", `line 1: "standing recall yes if 6": recall yes has no condition (leave out: if 6)`},
		{"a condition that is missing", ground, "French", "standing square yes if", `line 1: "standing square yes if": the condition is missing (write: standing WORD ANSWER [if CONDITION] [for UNIT|FORMATION|COMMANDER])`},
		{"a ratio", ground, "French", "standing breakthrough yes if 1.5:1", ""},
		{"a number for a ratio", ground, "French", "standing breakthrough yes if 6", `line 1: "standing breakthrough yes if 6": "6" is no condition of breakthrough (after "if" comes a ratio such as 1.5:1, attacker to defender)`},
		{"infantry where only a ratio counts", ground, "French", "standing breakthrough yes if infantry", `line 1: "standing breakthrough yes if infantry": "infantry" is no condition of breakthrough (after "if" comes a ratio such as 1.5:1, attacker to defender)`},
		{"if infantry attacks", ground, "French", "standing retire two if infantry", ""},
		{"if cavalry attacks", ground, "French", "standing retire two if cavalry", `line 1: "standing retire two if cavalry": "cavalry" is no condition of retire (after "if" comes infantry, if it attacks too, or a ratio such as 1.5:1, attacker to defender)`},

		{"no order at all", drawn, "French", "mvoe a to 0605", `line 1: "mvoe a to 0605": "mvoe" is not an order (orders are standing, when, order, cam, first, initiative, lead, move, march, square, unsquare, face, stack, enter, drop, fire, shock, resolve, charge, rally, answer)`},
		{"no unit", drawn, "French", "move", `line 1: "move": the unit is missing (write: move UNIT[,UNIT…] to|toward HEX [face FACING] or move UNIT[,UNIT…] HEX|DIRECTION… [face FACING])`},
		{"no such unit, but one near it", drawn + "unit lannes1 French inf form=ney at=0201\n", "French", "move lannes to 0605", `line 1: "move lannes to 0605": there is no unit "lannes" (did you mean lannes1?)`},
		{"no such unit", drawn, "French", "move zz to 0605", `line 1: "move zz to 0605": there is no unit "zz" (unit ids are in the tables of your report)`},
		{"a unit of the enemy in a list", drawn, "French", "move x,zz to 0605", `line 1: "move x,zz to 0605": x is not yours (write: move UNIT[,UNIT…] to|toward HEX [face FACING] or move UNIT[,UNIT…] HEX|DIRECTION… [face FACING])`},
		{"a unit twice, and another fault", drawn, "French", "move a,a,zz to 0605", `line 1: "move a,a,zz to 0605": a is named twice (write: move UNIT[,UNIT…] to|toward HEX [face FACING] or move UNIT[,UNIT…] HEX|DIRECTION… [face FACING])`},
		{"an unknown unit, and another fault", drawn, "French", "move zz,x to 0605", `line 1: "move zz,x to 0605": there is no unit "zz" (unit ids are in the tables of your report)`},
		{"no way", drawn, "French", "move a", `line 1: "move a": the way is missing (write: move UNIT[,UNIT…] to|toward HEX [face FACING] or move UNIT[,UNIT…] HEX|DIRECTION… [face FACING])`},
		{"no destination", drawn, "French", "move a to", `line 1: "move a to": the destination is missing (write: move UNIT[,UNIT…] to|toward HEX [face FACING] or move UNIT[,UNIT…] HEX|DIRECTION… [face FACING])`},
		{"not a hex", drawn, "French", "move a to off", `line 1: "move a to off": "off" is not a hex (write: move UNIT[,UNIT…] to|toward HEX [face FACING] or move UNIT[,UNIT…] HEX|DIRECTION… [face FACING])`},
		{"a hex off the map", drawn, "French", "move a to 9999", `line 1: "move a to 9999": hex 9999 is not on the map (write: move UNIT[,UNIT…] to|toward HEX [face FACING] or move UNIT[,UNIT…] HEX|DIRECTION… [face FACING])`},
		{"a way off the map", drawn, "French", "move a 9901", `line 1: "move a 9901": hex 9901 is not on the map (write: move UNIT[,UNIT…] to|toward HEX [face FACING] or move UNIT[,UNIT…] HEX|DIRECTION… [face FACING])`},
		{"a way that begins with 0", drawn, "French", "move a 0x05", `line 1: "move a 0x05": hex "0x05": want four digits, column then row, as printed on the map (write: move UNIT[,UNIT…] to|toward HEX [face FACING] or move UNIT[,UNIT…] HEX|DIRECTION… [face FACING])`},
		{"a word of four letters in a way", drawn, "French", "move a east", `line 1: "move a east": the way is missing (write: move UNIT[,UNIT…] to|toward HEX [face FACING] or move UNIT[,UNIT…] HEX|DIRECTION… [face FACING])`},
		{"a word of four letters behind a way", drawn, "French", "move a 0605 face", `line 1: "move a 0605 face": the facing is missing (write: move UNIT[,UNIT…] to|toward HEX [face FACING] or move UNIT[,UNIT…] HEX|DIRECTION… [face FACING])`},
		{"a sign in a way", drawn, "French", "move a (12)", `line 1: "move a (12)": the way is missing (write: move UNIT[,UNIT…] to|toward HEX [face FACING] or move UNIT[,UNIT…] HEX|DIRECTION… [face FACING])`},
		{"not a hex in a list", drawn, "French", "shock a at off", `line 1: "shock a at off": "off" is not a hex (write: shock UNIT[,UNIT…] at HEX[,HEX…] [face FACING])`},
		{"a hex off the map in a list", drawn, "French", "shock a at 0605,9999", `line 1: "shock a at 0605,9999": hex 9999 is not on the map (write: shock UNIT[,UNIT…] at HEX[,HEX…] [face FACING])`},
		{"no hex in a list", drawn, "French", "shock a at", `line 1: "shock a at": the attacked hex is missing (write: shock UNIT[,UNIT…] at HEX[,HEX…] [face FACING])`},
		{"a direction for a facing", drawn, "French", "face a ne", `line 1: "face a ne": facing "ne": a counter faces a corner: want one of NNE, E, SSE, SSW, W, NNW, or its two front hexes such as NE/SE (with NE as a front hex: E or NNE)`},
		{"nonsense for a facing", drawn, "French", "face a zz", `line 1: "face a zz": facing "zz": a counter faces a corner: want one of NNE, E, SSE, SSW, W, NNW, or its two front hexes such as NE/SE (write: face UNIT[,UNIT…] FACING)`},
		{"no facing", drawn, "French", "face a", `line 1: "face a": the facing is missing (write: face UNIT[,UNIT…] FACING)`},
		{"words left over", drawn, "French", "move a to 0605 quickly", `line 1: "move a to 0605 quickly": "quickly" is not understood here (write: move UNIT[,UNIT…] to|toward HEX [face FACING] or move UNIT[,UNIT…] HEX|DIRECTION… [face FACING])`},

		{"orders for no group", ground, "French", "order zz", `line 1: "order zz": there is no group, formation or unit "zz" (unit ids are in the tables of your report)`},
		{"orders for a formation of the enemy", ground, "French", "order allied", `line 1: "order allied": allied is not yours (write: order GROUP|UNIT|FORMATION[,…] [by COMMANDER], or order none)`},
		{"orders by nobody", ground, "French", "order ney by", `line 1: "order ney by": the commander is missing (write: order GROUP|UNIT|FORMATION[,…] [by COMMANDER], or order none)`},
		{"orders by a unit", ground, "French", "order ney by a", `line 1: "order ney by a": "a" is no commander of yours (write: order GROUP|UNIT|FORMATION[,…] [by COMMANDER], or order none)`},
		{"a line that fails issues nothing", strings.Replace(ground, "soult French", "soult French rating=1", 1), "French", "order ney,davout; order davout", `line 1: "order ney,davout": davout cannot get an order: the commanders in range have given all that they may [2.3.2-b] (soult gives 1)`},
		{"a combined marker that would activate nothing", ground + "cam grand French rating=5 forms=ney\nlost a\n", "French", "cam grand", `line 1: "cam grand": grand would activate nothing: none of its formations is on the map or due [1.C-a] (no order cam is legal here)`},
		{"a combined marker too early", "turns 3\n" + ground + "cam grand French rating=5 forms=ney from=2\n", "French", "cam grand", `line 1: "cam grand": grand comes into play in turn 2 [2.1.2-c] (no order cam is legal here)`},

		{"plans for nobody", ground + "cam grand French rating=5 forms=ney\n", "French", "when soult hold", `line 1: "when soult hold": "soult" is no formation or combined marker of yours (yours are ney, davout, grand)`},
		{"plans for the enemy", ground, "French", "when allied hold", `line 1: "when allied hold": "allied" is no formation or combined marker of yours (yours are ney, davout)`},
		{"plans for a combined marker", ground + "cam grand French rating=5 forms=ney,davout\n", "French", "when grand move b to 0607", ""},
		{"plans with a unit of another formation", ground, "French", "when ney move b to 0607", `line 1: "when ney move b to 0607": b does not belong to the formation (it belongs to davout)`},
		{"plans with the group of a unit of another formation", ground, "French", "when ney initiative b", `line 1: "when ney initiative b": b does not belong to the formation (its groups are those of ney)`},
		{"plans with the group of a unit", ground, "French", "when ney initiative a", ""},
		{"plans with another group", ground, "French", "when ney initiative davout", `line 1: "when ney initiative davout": davout does not belong to the formation (its groups are those of ney)`},
		{"plans for two formations with the group of a third", ground + "formation murat French\nunit c French cav form=murat at=0203\ncam grand French rating=5 forms=ney,davout\n", "French", "when grand initiative murat", `line 1: "when grand initiative murat": murat does not belong to the formation (its groups are those of ney, davout)`},
		{"plans with an order of the Orders Phase", ground, "French", "when ney order ney", `line 1: "when ney order ney": "order" is no order of an activation (one of initiative, lead, move, march, square, unsquare, face, stack, enter, fire, shock, resolve, charge, rally, hold, none)`},
		{"plans without an order", ground, "French", "when ney", `line 1: "when ney": the order is missing (write: when FORMATION|CAM [again] [if CONDITION] ORDER, or hold, or none)`},
		{"plans with no such order", ground, "French", "when ney dance", `line 1: "when ney dance": "dance" is no order of an activation (one of initiative, lead, move, march, square, unsquare, face, stack, enter, fire, shock, resolve, charge, rally, hold, none)`},
		{"plans with an abbreviated order", ground, "French", "when ney init a", ""},
		{"plans with two letters", ground, "French", "when ney mo a to 0605", `line 1: "when ney mo a to 0605": "mo" is no order of an activation (one of initiative, lead, move, march, square, unsquare, face, stack, enter, fire, shock, resolve, charge, rally, hold, none)`},
		{"plans with an order that two verbs begin with", ground, "French", "when ney s a at 0605", `line 1: "when ney s a at 0605": "s" is no order of an activation (one of initiative, lead, move, march, square, unsquare, face, stack, enter, fire, shock, resolve, charge, rally, hold, none)`},
		{"no condition", ground, "French", "when ney if hold", `line 1: "when ney if hold": "hold" is no condition (enemy-within 4, no-enemy-within 4, ordered or no-orders)`},
		{"a condition without its number", ground, "French", "when ney if enemy-within hold", `line 1: "when ney if enemy-within hold": after enemy-within comes a number of hexes (for example: if enemy-within 4)`},
		{"a condition with no hexes", ground, "French", "when ney if enemy-within 0 hold", `line 1: "when ney if enemy-within 0 hold": after enemy-within comes a number of hexes (for example: if enemy-within 4)`},
		{"a condition with 99 hexes", ground, "French", "when ney if enemy-within 99 hold", ""},
		{"a condition with 1 hex", ground, "French", "when ney if no-enemy-within 1 hold", ""},
		{"a condition with too many hexes", ground, "French", "when ney if enemy-within 100 hold", `line 1: "when ney if enemy-within 100 hold": after enemy-within comes a number of hexes (for example: if enemy-within 4)`},
		{"a plan that goes on too long", ground, "French", "when ney hold now", `line 1: "when ney hold now": "now" is not understood here (write: when FORMATION|CAM [again] [if CONDITION] ORDER, or hold, or none)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rs, p, err := ReadCase([]byte(tt.position), nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range rs.Check(p, lines(tt.side, strings.Split(tt.orders, "; ")...)) {
				got = append(got, f.Error())
			}
			if s := strings.Join(got, "\n"); s != tt.want {
				t.Errorf("got\n%s\nwant\n%s", s, tt.want)
			}
		})
	}
}

// TestFaultsWhenOver: when the game is over there is nothing left to order.
func TestFaultsWhenOver(t *testing.T) {
	p := position(t, "turns 1\nunit a French inf at=0505\nunit x Allied inf at=0905\n")
	p.apply(engine.NewEvent("13.2-a", "over", "French", "text", "French wins."))
	for _, l := range []string{"move a to 0405", "rally a", "initiative french", "order french", "answer yes", "resolve 0505"} {
		got := engine.Faults(p.rs.Check(p, lines("French", l))).Error()
		if want := `line 1: "` + l + `": the game is over [13.2-a] (French wins.)`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestManyFaults: all faults are told, the first ten with what would be legal.
func TestManyFaults(t *testing.T) {
	rs, p, err := ReadCase([]byte("unit a French inf at=0505\nunit x Allied inf at=0805\ndrawn french\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	var text []string
	for range 12 {
		text = append(text, "shock a at 0605")
	}
	for i, f := range rs.Check(p, lines("French", text...)) {
		if f.Line != i+1 || (f.Hint != "") != (i < 10) {
			t.Errorf("fault %d: line %d with hint %q", i+1, f.Line, f.Hint)
		}
	}
}
