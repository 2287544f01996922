package jdg

import "testing"

// TestShockOrders shows who has to test before a shock [8.3].
func TestShockOrders(t *testing.T) {
	checkFights(t, []fightCase{
		{name: "2.4.1-e orders: no test", ground: pair, orders: ro, lines: []string{"shock a at 0605"}, dice: []int{3, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "8.3.2-a passed", ground: pair, orders: no, lines: []string{"shock a at 0605"}, dice: []int{6, 3, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.2-a engagement test of a: shock: 6: passed
8.5-a shock of a on 0605: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "8.3.2-d failed", ground: pair, orders: no, lines: []string{"shock a at 0605"}, dice: []int{7}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.2-a engagement test of a: shock: 7: failed
8.3.2-d skip shock a at 0605 a cannot attack, because an engagement test was failed`},
		{name: "8.3.2-b one test for a stack, by the top unit", ground: "unit a French inf at=0505 eng=2\nunit b French inf at=0505 eng=9\nunit x Allied inf at=0605\n", orders: no,
			lines: []string{"shock a at 0605"}, dice: []int{3}, want: `
8.3.1-d shock a,b 0605
8.5 combat declared shock a,b 0605
8.3.2-a engagement test of a: shock: 3: failed
8.3.2-d skip shock a at 0605 a cannot attack, because an engagement test was failed`},
		{name: "5.1.3-j beneath artillery", ground: "unit g French art at=0505\nunit a French inf at=0505\nunit x Allied inf at=0605\n", orders: no,
			lines: []string{"shock a at 0605"}, dice: []int{7}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.2-a engagement test of a: shock: 7: failed
8.3.2-d skip shock a at 0605 a cannot attack, because an engagement test was failed`},
		{name: "Q68 the other attacks alone", ground: pair + second, orders: no,
			lines: []string{"shock a,b at 0605"}, dice: []int{7, 0, 3, 0}, want: `
8.3.1-d shock a,b 0605
8.5 combat declared shock a,b 0605
8.3.2-a engagement test of a: shock: 7: failed
8.3.2-a engagement test of b: shock: 0: passed
8.5-a shock of b on 0605: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of b: shock result: 0: passed
8.3.2-d skip shock a,b at 0605 a cannot attack, because an engagement test was failed yes`},
		{name: "8.3.2-e takes over what the neighbour leaves", ground: pair + second + "unit y Allied inf at=0606\n", orders: no,
			lines: []string{"shock a at 0605", "shock b at 0606"}, dice: []int{7, 0, 3, 0}, want: `
8.3.1-d shock a 0605
8.3.1-d shock b 0606
8.5 combat declared shock a 0605
8.3.2-a engagement test of a: shock: 7: failed
8.3.2-d skip shock a at 0605 a cannot attack, because an engagement test was failed
8.5 combat declared shock b 0606,0605
8.3.2-a engagement test of b: shock: 0: passed
8.5-a shock of b on 0606,0605: 3, ratio 1:2 -2: a-test a-retire counter-attack
8.5-d cohesion test of b: shock result: 0: passed
10.3.1 decision P29 b 0506,0405 default
10.3.1 retire b 0506,0405
8.7.2-g decision P32 x no default`},
		{name: "Q68 not what has been attacked", ground: pair + second + "unit y Allied inf at=0606\n", orders: no,
			lines: []string{"shock b at 0606", "shock a at 0605"}, dice: []int{0, 3, 0, 7}, want: `
8.3.1-d shock b 0606
8.3.1-d shock a 0605
8.5 combat declared shock b 0606
8.3.2-a engagement test of b: shock: 0: passed
8.5-a shock of b on 0606: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of b: shock result: 0: passed
8.5 combat declared shock a 0605
8.3.2-a engagement test of a: shock: 7: failed
8.3.2-d skip shock a at 0605 a cannot attack, because an engagement test was failed`},
		{name: "Q67 two ends of a chain without its middle", ground: "unit a French inf at=0505\nunit b French inf at=0506\nunit c French inf at=0606 face=NNW sp=7\nunit x Allied inf at=0605\n", orders: no,
			lines: []string{"shock a,b,c at 0605"}, dice: []int{0, 7, 0, 3, 0}, want: `
8.3.1-d shock a,b,c 0605
8.5 combat declared shock a,b,c 0605
8.3.2-a engagement test of a: shock: 0: passed
8.3.2-a engagement test of b: shock: 7: failed
8.3.2-a engagement test of c: shock: 0: passed
8.5-a shock of c on 0605: 3, ratio 1:1 +0, through a rear hex +2: a-test d-disorder
8.5-d cohesion test of c: shock result: 0: passed
8.5-e disorder x shock result
8.4.1-a skip shock a,b,c at 0605 a does not hang together with the other attackers any more; b cannot attack, because an engagement test was failed [8.3.2-d] yes`},
		{name: "Q66 nobody left to attack", ground: "unit a French inf at=0505\nunit x Allied cav at=0605\n", orders: no,
			lines: []string{"shock a at 0605"}, sheets: []string{"Allied P23 two", "French P24 no"}, dice: []int{0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-a decision P23 x two standing
8.8.1-g cohesion test of x: retire before combat: 0, two hexes -2: passed
8.8.1-a evade x 0605,0705
8.8.1-a evade x 0705,0804
8.8.1-p decision P24 a no standing
8.2-a skip shock a at 0605 no enemy is left in 0605`},
	})
}

// TestReactionFire shows the fire of attacked guns [8.3.3].
func TestShockReactionFire(t *testing.T) {
	const guns = "unit a French inf at=0505\nunit h Allied art at=0605 sp=9\nunit x Allied inf at=0605\n"
	const weak = "unit a French inf at=0505\nunit h Allied art at=0605\nunit x Allied inf at=0605\n"
	checkFights(t, []fightCase{
		{name: "8.3.3-a", ground: weak, orders: ro, lines: []string{"shock a at 0605"}, dice: []int{0, 3, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.3-a decision P26 h a default
8.3.3-a fire h 0505 reaction a
7.5-a fire of h at 0505: 0, fire strength +3, adjacent target +2, reaction fire -1: none
8.5-a shock of a on 0605: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "8.3.3-d not after a failed ET", ground: weak, orders: no, lines: []string{"shock a at 0605"}, dice: []int{7}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.2-a engagement test of a: shock: 7: failed
8.3.2-d skip shock a at 0605 a cannot attack, because an engagement test was failed`},
		{name: "8.3.3-c after the ET", ground: weak, orders: no, lines: []string{"shock a at 0605"}, dice: []int{6, 0, 3, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.2-a engagement test of a: shock: 6: passed
8.3.3-a decision P26 h a default
8.3.3-a fire h 0505 reaction a
7.5-a fire of h at 0505: 0, fire strength +3, adjacent target +2, reaction fire -1: none
8.5-a shock of a on 0605: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "8.3.3-f disordered attackers do not attack", ground: guns, orders: ro, lines: []string{"shock a at 0605"}, dice: []int{6}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.3-a decision P26 h a default
8.3.3-a fire h 0505 reaction a
7.5-a fire of h at 0505: 6, fire strength +9, adjacent target +2, reaction fire -1: disorder
7.5 disorder a fire
8.2-b skip shock a at 0605 a is disordered`},
		{name: "8.3.3-g the rest of the stack goes on", ground: "unit b French inf at=0505\n" + guns, orders: ro, lines: []string{"shock a at 0605"}, dice: []int{6, 3, 0}, want: `
8.3.1-d shock b,a 0605
8.5 combat declared shock b,a 0605
8.3.3-a decision P26 h b default
8.3.3-a fire h 0505 reaction b
7.5-a fire of h at 0505: 6, fire strength +9, adjacent target +2, reaction fire -1, dense target +1: rout
10.2-a rout b fire
10.3.1 decision P29 b 0505,0404,0304 default
10.3.1 retreat b 0505,0404
10.3.1 retreat b 0404,0304
8.5-a shock of a on 0605: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "7.1-i not behind it", ground: "unit a French inf at=0505\nunit h Allied art at=0605 face=E\nunit x Allied inf at=0605\n", orders: ro, lines: []string{"shock a at 0605"}, dice: []int{3, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "7.2-a not disordered", ground: "unit a French inf at=0505\nunit h Allied art at=0605 state=disordered\nunit x Allied inf at=0605\n", orders: ro, lines: []string{"shock a at 0605"}, dice: []int{3, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "7.4.4-b not over a ridge", ground: "ridge 0505/0605\n" + weak, orders: ro, lines: []string{"shock a at 0605"}, dice: []int{3, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "5.1.3-n beneath the guns", ground: "unit g French art at=0505\n" + weak, orders: ro, lines: []string{"shock a at 0605"}, dice: []int{0, 3, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.3-a decision P26 h a default
8.3.3-a fire h 0505 reaction a
7.5-a fire of h at 0505: 0, fire strength +3, adjacent target +2, reaction fire -1: none
8.5-a shock of a on 0605: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "5.1.3-n or the guns", ground: "unit g French art at=0505\n" + weak, orders: ro, lines: []string{"shock a at 0605"}, sheets: []string{"Allied P26 g"}, dice: []int{0, 3, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.3-a decision P26 h g standing
8.3.3-a fire h 0505 reaction g
7.5-a fire of h at 0505: 0, fire strength +3, adjacent target +2, reaction fire -1, target is artillery -1: none
8.5-a shock of a on 0605: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "8.3.3-b each gun by itself, not at who is out already", ground: guns + "unit b French inf at=0505 sp=3\nunit i Allied art at=0604\nunit y Allied inf at=0604\n", orders: ro,
			lines: []string{"shock a,b at 0605,0604"}, dice: []int{5, 0, 8, 0, 0}, want: `
8.3.1-d shock a,b 0605,0604
8.5 combat declared shock a,b 0605,0604
8.3.3-a decision P26 h a default
8.3.3-a fire h 0505 reaction a
7.5-a fire of h at 0505: 5, fire strength +9, adjacent target +2, reaction fire -1, dense target +1: disorder
7.5 disorder a fire
8.3.3-a decision P26 i b default
8.3.3-a fire i 0505 reaction b
7.5-a fire of i at 0505: 0, fire strength +3, adjacent target +2, reaction fire -1: none
8.5-a shock of b on 0605,0604: 8, ratio 1:4 -5: a-test
8.5-d cohesion test of a: shock result: 0: passed
8.5-d cohesion test of b: shock result: 0: passed
8.2-b skip shock a,b at 0605,0604 a is disordered yes`},
		{name: "held fire", ground: weak, orders: ro, lines: []string{"shock a at 0605"}, sheets: []string{"Allied P26 no"}, dice: []int{3, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.3-a decision P26 h no standing
8.5-a shock of a on 0605: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "7.1-l once in an activation", ground: weak, orders: ro, lines: []string{"shock a at 0605"}, setup: func(r *run) { r.note(1, reacted) }, dice: []int{3, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "Q59 not by the active player", ground: "unit a French inf at=0505 sp=6\nunit x Allied inf at=0605 sp=9\nunit g French art at=0506\nunit b French inf at=0506 sp=2 face=SSE\n", orders: ro, lines: []string{"shock a at 0605"}, dice: []int{1, 6, 0, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 1, ratio 1:1.5 -1: a-test a-retire counter-attack d-pursues
8.5-d cohesion test of a: shock result: 6: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
8.7.2-g decision P32 x hold default
8.5 combat counter-attack shock x 0506
8.5-a shock of x on 0506: 0, ratio 4:1 +6, through a rear hex +2: d-disorder d-retire
8.5-e disorder b shock result
10.3.1 decision P29 b 0506,0405 default
10.3.1 retire b 0506,0405
10.3.1 decision P29 g 0506,0405 default
10.3.1 retire g 0506,0405
8.9-f cohesion test of g: stacked with the beaten defender: 0: passed
8.7.1-a decision P30 x x 0506 W default
8.7.1-a advance x 0605,0506 W`},
		{name: "9.3.2-b out of a square", ground: weak, orders: ro, lines: []string{"shock a at 0605"}, setup: inSquare(1, 2), dice: []int{0, 0, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.3-a decision P26 h a default
8.3.3-a fire h 0505 reaction a
7.5-a fire of h at 0505: 0, fire strength +3, adjacent target +2, reaction fire -1, reaction fire out of a square -1: none
8.5-a shock of a on 0605: 0, ratio 1:1 +0, square against infantry +2, artillery in the square -1: a-test a-retire counter-attack
8.5-d cohesion test of a: shock result: 0: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404`},
	})
}

// TestArtilleryInShock shows what becomes of guns [8.9].
func TestArtilleryInShock(t *testing.T) {
	const alone = "unit a French inf at=0505\nunit h Allied art at=0605\n"
	checkFights(t, []fightCase{
		{name: "8.9-g alone, after its fire", ground: alone, orders: ro, lines: []string{"shock a at 0605"}, dice: []int{0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.3-a decision P26 h a default
8.3.3-a fire h 0505 reaction a
7.5-a fire of h at 0505: 0, fire strength +3, adjacent target +2, reaction fire -1: none
8.9-g eliminate h artillery alone
8.7.1-a decision P30 a a 0605 E default
8.7.1-a advance a 0505,0605 E`},
		{name: "8.9-g two guns", ground: alone + "unit i Allied art at=0605\n", orders: ro, lines: []string{"shock a at 0605"}, sheets: []string{"Allied P26 no"}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.3-a decision P26 h no standing
8.3.3-a decision P26 i no standing
8.9-g eliminate h artillery alone
8.9-g eliminate i artillery alone
8.7.1-a decision P30 a a 0605 E default
8.7.1-a advance a 0505,0605 E`},
		{name: "8.9-h no breakthrough", ground: alone + "unit y Allied inf at=0704 sp=1\n", orders: ro, lines: []string{"shock a at 0605"}, sheets: []string{"Allied P26 no"}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.3-a decision P26 h no standing
8.9-g eliminate h artillery alone
8.7.1-a decision P30 a a 0605 E default
8.7.1-a advance a 0505,0605 E`},
		{name: "9.5.2-m no further charge", ground: "unit a French cav at=0305\nunit h Allied art at=0605\nunit y Allied inf at=0704 sp=1\n", orders: ro,
			lines: []string{"charge a at 0605 via 0405 0505"}, sheets: []string{"Allied P26 no"}, dice: []int{0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
8.3.3-a decision P26 h no standing
8.9-g eliminate h artillery alone
8.7.1-a decision P30 a a 0605 E default
8.7.1-a advance a 0505,0605 E
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "8.9-i falls with the other hex", ground: alone + "unit x Allied inf at=0604\n", orders: ro, lines: []string{"shock a at 0605,0604"}, sheets: []string{"Allied P26 no"}, dice: []int{7}, want: `
8.3.1-d shock a 0605,0604
8.5 combat declared shock a 0605,0604
8.3.3-a decision P26 h no standing
8.5-a shock of a on 0605,0604: 7, ratio 1:1 +0: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0604,0704 default
10.3.1 retire x 0604,0704
8.9-i eliminate h artillery alone
8.7.1-a decision P30 a a 0605 E default
8.7.1-a advance a 0505,0605 E`},
		{name: "8.9-i stands with the other hex", ground: alone + "unit x Allied inf at=0604\n", orders: ro, lines: []string{"shock a at 0605,0604"}, sheets: []string{"Allied P26 no"}, dice: []int{3, 0}, want: `
8.3.1-d shock a 0605,0604
8.5 combat declared shock a 0605,0604
8.3.3-a decision P26 h no standing
8.5-a shock of a on 0605,0604: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "8.9-f with a beaten defender, test passed", ground: "unit h Allied art at=0605 state=disordered\n" + pair, orders: ro, lines: []string{"shock a at 0605"}, dice: []int{7, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 7, ratio 1:1 +0: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
10.3.1 decision P29 h 0605,0705 default
10.3.1 retire h 0605,0705
8.9-f cohesion test of h: stacked with the beaten defender: 0: passed
8.7.1-a decision P30 a a 0605 E default
8.7.1-a advance a 0505,0605 E`},
		{name: "8.9-f with a beaten defender, test failed", ground: "unit h Allied art at=0605\n" + pair, orders: ro, lines: []string{"shock a at 0605"}, sheets: []string{"Allied P26 no"}, dice: []int{7, 7}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.3-a decision P26 h no standing
8.5-a shock of a on 0605: 7, ratio 1:1 +0: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
10.3.1 decision P29 h 0605,0705 default
10.3.1 retire h 0605,0705
8.9-f cohesion test of h: stacked with the beaten defender: 7: failed
8.9-f disorder h stacked with the beaten defender
8.7.1-a decision P30 a a 0605 E default
8.7.1-a advance a 0505,0605 E`},
		{name: "Q75 one hex although the others rout", ground: "unit a French inf at=0505 sp=20 coh=8\nunit h Allied art at=0605\nunit x Allied inf at=0605 sp=4\n", orders: ro, lines: []string{"shock a at 0605"},
			sheets: []string{"Allied P26 no", "French P31 no"}, dice: []int{6, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.3-a decision P26 h no standing
8.5-a shock of a on 0605: 6, ratio 5:1 +7, cohesion +2: d-rout breakthrough
8.5-e rout x shock result
10.3.1 decision P29 x 0605,0705,0804 default
10.3.1 retreat x 0605,0705
10.3.1 retreat x 0705,0804
10.3.1 decision P29 h 0605,0705 default
10.3.1 retire h 0605,0705
8.9-f cohesion test of h: stacked with the beaten defender: 0: passed
8.7.2-c advance a 0505,0605 E
8.7.2-d decision P31 a no standing`},
		{name: "8.9-b no SP and no cohesion", ground: "unit g French art at=0505 sp=9 coh=9\nunit a French inf at=0505\nunit h Allied art at=0605 sp=9 coh=9\nunit x Allied inf at=0605\n", orders: ro,
			lines: []string{"shock a at 0605"}, sheets: []string{"Allied P26 no"}, dice: []int{3, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.3-a decision P26 h no standing
8.5-a shock of a on 0605: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "8.9-c with a beaten attacker", ground: "unit g French art at=0505\n" + pair, orders: ro, lines: []string{"shock a at 0605"}, dice: []int{2, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 2, ratio 1:1 +0: a-test a-retire
8.5-d cohesion test of a: shock result: 0: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
8.9-c disorder g stacked with the beaten attacker
10.3.1 retire g 0505,0404`},
		{name: "8.9-d stays if not all go", ground: "unit g French art at=0505\nunit b French inf at=0505 state=disordered\n" + pair, orders: ro, lines: []string{"shock a at 0605"}, dice: []int{3, 0, 7}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of b: shock result: 0: passed
8.5-d cohesion test of a: shock result: 7: failed
8.5-d disorder a shock result`},
		{name: "Q74 to the hex of the attacker", ground: "unit g French art at=0505\n" + pair, orders: ro, lines: []string{"shock a at 0605"}, sheets: []string{"French P29 0505,0405 for a"}, dice: []int{2, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 2, ratio 1:1 +0: a-test a-retire
8.5-d cohesion test of a: shock result: 0: passed
10.3.1 decision P29 a 0505,0405 standing
10.3.1 retire a 0505,0405
8.9-c disorder g stacked with the beaten attacker
10.3.1 retire g 0505,0405`},
		{name: "8.9-e does not advance", ground: "unit g French art at=0505\n" + pair, orders: ro, lines: []string{"shock a at 0605"}, dice: []int{7}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 7, ratio 1:1 +0: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.1-a decision P30 a a 0605 E default
8.7.1-a advance a 0505,0605 E`},
	})
}

// TestShockResults shows the order of effects and whom they still concern [8.5].
func TestShockResults(t *testing.T) {
	const strong = "unit a French inf at=0505 sp=12\n"
	checkFights(t, []fightCase{
		{name: "8.5-c every unit of the hex", ground: "unit a French inf at=0505\nunit b French inf at=0505 state=disordered\nunit x Allied inf at=0605\nunit y Allied inf at=0605\n", orders: ro,
			lines: []string{"shock a at 0605"}, dice: []int{7, 6, 7}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 7, ratio 1:2 -2: a-test d-disorder
8.5-d cohesion test of a: shock result: 6: passed
8.5-d cohesion test of b: shock result: 7: failed
8.5-d rout b shock result
10.3.1 decision P29 b 0505,0404,0304 default
10.3.1 retreat b 0505,0404
10.3.1 retreat b 0404,0304
8.5-e disorder x shock result
8.5-e disorder y shock result`},
		{name: "8.5-e retire after disorder", ground: pair, orders: ro, lines: []string{"shock a at 0605"}, dice: []int{7}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 7, ratio 1:1 +0: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.1-a decision P30 a a 0605 E default
8.7.1-a advance a 0505,0605 E`},
		{name: "8.5-e a routed unit has left and does not retire", ground: "unit a French inf at=0505\nunit x Allied inf at=0605 state=disordered\n", orders: ro, lines: []string{"shock a at 0605"}, dice: []int{7}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 7, ratio 1.5:1 +1, cohesion +1: d-disorder d-test d-retire
8.5-e rout x shock result
10.3.1 decision P29 x 0605,0705,0804 default
10.3.1 retreat x 0605,0705
10.3.1 retreat x 0705,0804
10.2-p rout-move x 0804,0904
10.2-p rout-move x 0904,1004
10.2-p rout-move x 1004,1104
10.2-p rout-move x 1104,1204
8.7.1-a decision P30 a a 0605 E default
8.7.1-a advance a 0505,0605 E`},
		{name: "8.5-f a routed unit makes a rout move for its test", ground: strong + "unit x Allied inf at=0605 state=disordered\n", orders: ro, lines: []string{"shock a at 0605"}, dice: []int{5}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 5, ratio 3:1 +5, cohesion +1: d-disorder d-test d-retire breakthrough
8.5-e rout x shock result
10.3.1 decision P29 x 0605,0705,0804 default
10.3.1 retreat x 0605,0705
10.3.1 retreat x 0705,0804
10.2-p rout-move x 0804,0904
10.2-p rout-move x 0904,1004
10.2-p rout-move x 1004,1104
10.2-p rout-move x 1104,1204
8.7.2-c advance a 0505,0605 E`},
		{name: "10.2-n 10.2-o a routed defender", ground: "unit a French inf at=0505\nunit x Allied inf at=0605 state=routed coh=6/6\n", orders: ro, lines: []string{"shock a at 0605"}, dice: []int{3, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 3, ratio 1.5:1 +1, defender routed +2: a-test d-disorder d-test
8.5-d cohesion test of a: shock result: 0: passed
10.2-o eliminate x shock result
8.7.1-a decision P30 a a 0605 E default
8.7.1-a advance a 0505,0605 E`},
		{name: "10.2-d routed again", ground: "unit a French inf at=0505 sp=20\nunit x Allied inf at=0605 state=routed coh=6/6\n", orders: ro, lines: []string{"shock a at 0605"}, dice: []int{5}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 5, ratio 5:1 +7, defender routed +2: d-rout breakthrough
10.2-d eliminate x shock result
8.7.2-c advance a 0505,0605 E`},
		{name: "8.5-e the attacker is thrown back", ground: "unit a French inf at=0505\nunit x Allied inf at=0605 sp=7\n", orders: ro, lines: []string{"shock a at 0605"}, sheets: []string{"Allied P32 no"}, dice: []int{0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 0, ratio 1:1.5 -1: a-disorder a-retire counter-attack d-pursues
8.5-e disorder a shock result
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
8.7.2-g decision P32 x no standing`},
		{name: "8.5-e a failed test is a level and the retire comes after it", ground: pair, orders: ro, lines: []string{"shock a at 0605"}, dice: []int{2, 7}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 2, ratio 1:1 +0: a-test a-retire
8.5-d cohesion test of a: shock result: 7: failed
8.5-d disorder a shock result
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404`},
		{name: "8.5 both test", ground: pair, orders: ro, lines: []string{"shock a at 0605"}, dice: []int{4, 7, 7}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 4, ratio 1:1 +0: a-test d-test
8.5-d cohesion test of a: shock result: 7: failed
8.5-d disorder a shock result
8.5-d cohesion test of x: shock result: 7: failed
8.5-d disorder x shock result`},
		{name: "4.2-o a square that is disordered is left", ground: "unit a French inf at=0505 sp=12\nunit h Allied art at=0605\nunit x Allied inf at=0605\n", orders: ro,
			lines: []string{"shock a at 0605"}, setup: inSquare(1, 2), sheets: []string{"Allied P26 no"}, dice: []int{1, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.3-a decision P26 h no standing
8.5-a shock of a on 0605: 1, ratio 2:1 +3, square against infantry +2, artillery in the square -1: a-test d-disorder
8.5-d cohesion test of a: shock result: 0: passed
8.5-e disorder x shock result
4.2-o square h no`},
		{name: "4.2-n a square that retires is left", ground: "unit a French inf at=0505 sp=12\nunit x Allied inf at=0605\n", orders: ro,
			lines: []string{"shock a at 0605"}, setup: inSquare(1), dice: []int{2}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 2, ratio 2:1 +3, square against infantry +2: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.1-a decision P30 a a 0605 E default
8.7.1-a advance a 0505,0605 E`},
	})
}
