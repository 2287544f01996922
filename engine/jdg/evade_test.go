package jdg

import "testing"

// TestRetireBeforeCombat shows how cavalry gets out of the way [8.8].
func TestRetireBeforeCombat(t *testing.T) {
	const foot = "unit a French inf at=0505\nunit x Allied cav at=0605\n"
	// narrow leaves 0705, in front of b, as the only way out.
	const narrow = foot + "hex 0606,0706 pond\nunit b French inf at=0804 face=W\n"
	lines := []string{"shock a at 0605"}
	checkFights(t, []fightCase{
		{name: "P23 ordered cavalry stays", ground: foot, orders: ro, lines: lines, dice: []int{3, 0, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-a decision P23 x stay default
8.5-a shock of a on 0605: 3, ratio 1.5:1 +1: a-test d-test
8.5-d cohesion test of a: shock result: 0: passed
8.5-d cohesion test of x: shock result: 0: passed`},
		{name: "P23 disordered cavalry goes two hexes", ground: "unit a French inf at=0505\nunit x Allied cav at=0605 state=disordered\n", orders: ro, lines: lines, dice: []int{0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-a decision P23 x two default
8.8.1-g cohesion test of x: retire before combat: 0, two hexes -2: passed
8.8.1-a evade x 0605,0705
8.8.1-a evade x 0705,0804
8.8.1-p decision P24 a yes default
8.8.1-p decision P30 a a 0605 E default
8.8.1-p advance a 0505,0605 E
8.2-a skip shock a at 0605 no enemy is left in 0605`},
		{name: "8.8.1-e one hex: +1", ground: foot, orders: ro, lines: lines, sheets: []string{"Allied P23 one", "French P24 no"}, dice: []int{5}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-a decision P23 x one standing
8.8.1-e cohesion test of x: retire before combat: 5, one hex +1: passed
8.8.1-a evade x 0605,0705
8.8.1-p decision P24 a no standing
8.2-a skip shock a at 0605 no enemy is left in 0605`},
		{name: "8.8.1-f one hex: failed", ground: foot, orders: ro, lines: lines, sheets: []string{"Allied P23 one", "French P24 no"}, dice: []int{6}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-a decision P23 x one standing
8.8.1-e cohesion test of x: retire before combat: 6, one hex +1: failed
8.8.1-f disorder x retire before combat
8.8.1-a evade x 0605,0705
8.8.1-p decision P24 a no standing
8.2-a skip shock a at 0605 no enemy is left in 0605`},
		{name: "8.8.1-g two hexes: -2", ground: foot, orders: ro, lines: lines, sheets: []string{"Allied P23 two", "French P24 no"}, dice: []int{8}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-a decision P23 x two standing
8.8.1-g cohesion test of x: retire before combat: 8, two hexes -2: passed
8.8.1-a evade x 0605,0705
8.8.1-a evade x 0705,0804
8.8.1-p decision P24 a no standing
8.2-a skip shock a at 0605 no enemy is left in 0605`},
		{name: "8.8.1-h two hexes: failed", ground: foot, orders: ro, lines: lines, sheets: []string{"Allied P23 two", "French P24 no"}, dice: []int{9}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-a decision P23 x two standing
8.8.1-g cohesion test of x: retire before combat: 9, two hexes -2: failed
8.8.1-h disorder x retire before combat
8.8.1-a evade x 0605,0705
8.8.1-a evade x 0705,0804
8.8.1-p decision P24 a no standing
8.2-a skip shock a at 0605 no enemy is left in 0605`},
		{name: "Q78 a rout replaces the retire", ground: "unit a French inf at=0505\nunit x Allied cav at=0605 state=disordered\n", orders: ro, lines: lines, sheets: []string{"Allied P23 one", "French P24 no"}, dice: []int{5}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-a decision P23 x one standing
8.8.1-e cohesion test of x: retire before combat: 5, one hex +1: failed
8.8.1-f rout x retire before combat
10.3.1 decision P29 x 0605,0705,0804,0904 default
10.3.1 retreat x 0605,0705
10.3.1 retreat x 0705,0804
10.3.1 retreat x 0804,0904
8.8.1-p decision P24 a no standing
8.2-a skip shock a at 0605 no enemy is left in 0605`},
		{name: "8.8.1-c before the ET", ground: foot, orders: no, lines: lines, sheets: []string{"Allied P23 two", "French P24 no"}, dice: []int{0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-a decision P23 x two standing
8.8.1-g cohesion test of x: retire before combat: 0, two hexes -2: passed
8.8.1-a evade x 0605,0705
8.8.1-a evade x 0705,0804
8.8.1-p decision P24 a no standing
8.2-a skip shock a at 0605 no enemy is left in 0605`},
		{name: "8.8.1-p infantry enters", ground: foot, orders: no, lines: lines, sheets: []string{"Allied P23 two"}, dice: []int{0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-a decision P23 x two standing
8.8.1-g cohesion test of x: retire before combat: 0, two hexes -2: passed
8.8.1-a evade x 0605,0705
8.8.1-a evade x 0705,0804
8.8.1-p decision P24 a yes default
8.8.1-p decision P30 a a 0605 E default
8.8.1-p advance a 0505,0605 E
8.2-a skip shock a at 0605 no enemy is left in 0605`},
		{name: "8.8.1-q with its guns", ground: "unit g French art at=0505 face=NNE\n" + foot, orders: ro, lines: lines, sheets: []string{"Allied P23 two"}, dice: []int{0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-a decision P23 x two standing
8.8.1-g cohesion test of x: retire before combat: 0, two hexes -2: passed
8.8.1-a evade x 0605,0705
8.8.1-a evade x 0705,0804
8.8.1-p decision P24 a yes default
8.8.1-p decision P30 a a 0605 E default
8.8.1-p advance a 0505,0605 E
8.8.1-q advance g 0505,0605 NNE
8.2-a skip shock a at 0605 no enemy is left in 0605`},
		{name: "8.8.1-k each unit for itself", ground: foot + "unit y Allied cav at=0605 coh=4\n", orders: ro, lines: lines, sheets: []string{"Allied P23 two", "French P24 no"}, dice: []int{8, 8}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-a decision P23 x two standing
8.8.1-g cohesion test of x: retire before combat: 8, two hexes -2: passed
8.8.1-a evade x 0605,0705
8.8.1-a evade x 0705,0804
8.8.1-a decision P23 y two standing
8.8.1-g cohesion test of y: retire before combat: 8, two hexes -2: failed
8.8.1-h disorder y retire before combat
8.8.1-a evade y 0605,0705
8.8.1-a evade y 0705,0804
8.8.1-p decision P24 a no standing
8.2-a skip shock a at 0605 no enemy is left in 0605`},
		{name: "Q80 one goes, one stays", ground: foot + "unit y Allied cav at=0605\n", orders: ro, lines: lines, sheets: []string{"Allied P23 two for x"}, dice: []int{0, 2, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-a decision P23 x two standing
8.8.1-g cohesion test of x: retire before combat: 0, two hexes -2: passed
8.8.1-a evade x 0605,0705
8.8.1-a evade x 0705,0804
8.8.1-a decision P23 y stay default
8.5-a shock of a on 0605: 2, ratio 1.5:1 +1: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "8.8.1-b once per activation", ground: foot, orders: ro, lines: lines, sheets: []string{"Allied P23 two"}, setup: func(r *run) { r.note(1, evaded) }, dice: []int{3, 0, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-b skip standing retire two x has retired before a combat in this activation
8.5-a shock of a on 0605: 3, ratio 1.5:1 +1: a-test d-test
8.5-d cohesion test of a: shock result: 0: passed
8.5-d cohesion test of x: shock result: 0: passed`},
		{name: "Q80 routed cavalry does not", ground: "unit a French inf at=0505\nunit x Allied cav at=0605 state=routed sp=6/6 coh=6/6\n", orders: ro, lines: lines, sheets: []string{"Allied P23 two"}, dice: []int{1, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
10.2-j skip standing retire two x is routed
8.5-a shock of a on 0605: 1, ratio 1:1 +0, defender routed +2: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "8.8.2-d before heavy cavalry without a test", ground: "unit a French cav heavy at=0505\nunit x Allied cav at=0605\n", orders: ro, lines: lines, sheets: []string{"Allied P23 two", "French P24 no"}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-a decision P23 x two standing
8.8.1-a evade x 0605,0705
8.8.1-a evade x 0705,0804
8.8.1-p decision P24 a no standing
8.2-a skip shock a at 0605 no enemy is left in 0605`},
		{name: "8.8.2-b not heavy before heavy", ground: "unit a French cav heavy at=0505\nunit x Allied cav heavy at=0605\n", orders: ro, lines: lines, sheets: []string{"Allied P23 two"}, dice: []int{5, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.2 skip standing retire two x is heavy cavalry and retires before infantry only
8.5-a shock of a on 0605: 5, ratio 1:1 +0, cavalry without a charge -2: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "Q81 not before light cavalry", ground: "unit a French cav at=0505\nunit x Allied cav at=0605\n", orders: ro, lines: lines, sheets: []string{"Allied P23 two"}, dice: []int{5, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-a skip standing retire two nobody retires before light cavalry
8.5-a shock of a on 0605: 5, ratio 1:1 +0, cavalry without a charge -2: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "8.8.2-e with infantry: the test is taken", ground: "unit a French cav heavy at=0505\nunit b French inf at=0506\nunit x Allied cav heavy at=0605\n", orders: ro, lines: []string{"shock a,b at 0605"},
			sheets: []string{"Allied P23 two", "French P24 no"}, dice: []int{0}, want: `
8.3.1-d shock a,b 0605
8.5 combat declared shock a,b 0605
8.8.1-a decision P23 x two standing
8.8.1-g cohesion test of x: retire before combat: 0, two hexes -2: passed
8.8.1-a evade x 0605,0705
8.8.1-a evade x 0705,0804
8.8.1-p decision P24 a no standing
8.2-a skip shock a,b at 0605 no enemy is left in 0605`},
		{name: "8.8.2-c not before a charge", ground: "unit a French cav heavy at=0305\nunit x Allied cav at=0605\n", orders: ro, lines: []string{"charge a at 0605 via 0405 0505"}, sheets: []string{"Allied P23 two", "Allied P25 no"}, dice: []int{1, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9-a skip standing retire two nobody retires before a charge
9.4-a decision P25 x no standing
9.2-b charge of a on 0605: 1, ratio 1:1 +0, charge +1, charge by heavy cavalry +1: a-test
8.5-d cohesion test of a: shock result: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "8.8.1-l into a hex of 3 MP", ground: "hex 0705,0706,0604,0606 woods\n" + foot, orders: ro, lines: lines, sheets: []string{"Allied P23 one", "French P24 no"}, dice: []int{0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-a decision P23 x one standing
8.8.1-e cohesion test of x: retire before combat: 0, one hex +1: passed
8.8.1-a evade x 0605,0705
8.8.1-l disorder x difficult ground
8.8.1-p decision P24 a no standing
8.2-a skip shock a at 0605 no enemy is left in 0605`},
		{name: "8.8.1-n into an enemy front hex", ground: narrow, orders: ro, lines: lines, sheets: []string{"Allied P23 one", "French P24 no"}, dice: []int{0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-a decision P23 x one standing
8.8.1-e cohesion test of x: retire before combat: 0, one hex +1: passed
8.8.1-a evade x 0605,0705
8.8.1-n disorder x enemy front hex
8.8.1-m face x NNE
8.8.1-p decision P24 a no standing
8.2-a skip shock a at 0605 no enemy is left in 0605`},
		{name: "6.2.2-a an enemy ZOC ends it", ground: narrow, orders: ro, lines: lines, sheets: []string{"Allied P23 two", "French P24 no"}, dice: []int{3, 0, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.8.1-a skip standing retire two x finds no way that leads two hexes away from the attackers
8.8.1-a decision P23 x stay default
8.5-a shock of a on 0605: 3, ratio 1.5:1 +1: a-test d-test
8.5-d cohesion test of a: shock result: 0: passed
8.5-d cohesion test of x: shock result: 0: passed`},
		{name: "Q81 before a breakthrough", ground: "unit a French inf at=0505 sp=18\nunit x Allied inf at=0605\nunit y Allied cav at=0706\n", orders: ro, lines: lines, sheets: []string{"Allied P23 two", "French P24 no"}, dice: []int{5, 0, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 5, ratio 3:1 +5: d-disorder d-retire breakthrough
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.2-c advance a 0505,0605 E
8.7.2-d decision P31 a yes default
8.5 combat breakthrough shock a 0705,0706
8.8.1-a decision P23 y two standing
8.8.1-g cohesion test of y: retire before combat: 0, two hexes -2: passed
8.8.1-a evade y 0706,0805
8.8.1-a evade y 0805,0905
8.5-a shock of a on 0705: 0, ratio 4:1 +6, cohesion +1: d-disorder d-retire
8.5-e rout x shock result
10.3.1 decision P29 x 0705,0804,0904 default
10.3.1 retreat x 0705,0804
10.3.1 retreat x 0804,0904
8.7.1-a decision P30 a a 0705 E default
8.7.1-a advance a 0605,0705 E`},
		{name: "Q81 not before a counter-attack", ground: "unit a French inf at=0505\nunit b French cav at=0506 face=SSE sp=2\nunit x Allied inf at=0605 sp=9\n", orders: ro, lines: lines, sheets: []string{"French P23 two"}, dice: []int{1, 6, 3, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 1, ratio 1:1.5 -1: a-test a-retire counter-attack d-pursues
8.5-d cohesion test of a: shock result: 6: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
8.7.2-g decision P32 x hold default
8.5 combat counter-attack shock x 0506
8.8.1-a skip standing retire two nobody retires before a counter-attack
8.5-a shock of x on 0506: 3, ratio 4:1 +6, through a rear hex +2: d-disorder d-test d-retire breakthrough
8.5-e disorder b shock result
8.5-d cohesion test of b: shock result: 0: passed
10.3.1 decision P29 b 0506,0405 default
10.3.1 retire b 0506,0405
8.7.2-c advance x 0605,0506 W`},
		{name: "8.2 what is left of an attack goes on", ground: foot + "unit y Allied inf at=0604\n", orders: ro, lines: []string{"shock a at 0604,0605"}, sheets: []string{"Allied P23 two"}, dice: []int{0, 3, 0}, want: `
8.3.1-d shock a 0604,0605
8.5 combat declared shock a 0604,0605
8.8.1-a decision P23 x two standing
8.8.1-g cohesion test of x: retire before combat: 0, two hexes -2: passed
8.8.1-a evade x 0605,0705
8.8.1-a evade x 0705,0804
8.5-a shock of a on 0604: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed
8.2-a skip shock a at 0604,0605 no enemy is left in 0605 yes`},
	})
}
