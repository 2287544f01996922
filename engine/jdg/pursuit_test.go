package jdg

import (
	"testing"

	"berthier/engine/hex"
)

// TestPursuit shows pursuits after a charge [9.5].
func TestPursuit(t *testing.T) {
	const ground = "unit a French cav heavy at=0305 sp=12\nunit x Allied inf at=0605\n"
	lines := []string{chargeIt}
	noSquare := []string{"Allied P17 no"}
	checkFights(t, []fightCase{
		{name: "9.5.1-a mandatory, 9.5.2-k next to the quarry, 9.5.2-s charged again", ground: ground, orders: ro, lines: lines, sheets: noSquare, dice: []int{3, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x no standing
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 3, ratio 2:1 +3, charge +1, charge by heavy cavalry +1: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
9.5.2-i pursue a 0505,0605 E
9.2 combat pursuit charge a 0705
9.2-b charge of a on 0705: 0, ratio 3:1 +5, cohesion +1, charge +1, charge by heavy cavalry +1: d-disorder d-retire
8.5-e rout x shock result
10.3.1 decision P29 x 0705,0804,0904 default
10.3.1 retreat x 0705,0804
10.3.1 retreat x 0804,0904
9.5.2-i pursue a 0605,0705 E
9.5.2-i pursue a 0705,0804 E
9.2 combat pursuit charge a 0904
9.2-b charge of a on 0904: 0, ratio 3:1 +5, cohesion +1, charge +1, charge by heavy cavalry +1, defender routed +2, pursuit -1: d-disorder d-test d-retire
10.2-o eliminate x shock result
9.5.2-l pursue a 0804,0904 E
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.5.2-i along the way of a rout", ground: "unit a French cav heavy at=0305 sp=12\nunit x Allied inf at=0605 state=disordered\n", orders: ro, lines: lines, sheets: noSquare, dice: []int{4, 4, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 4, ratio 3:1 +5, cohesion +1, charge +1, charge by heavy cavalry +1: d-rout breakthrough
8.5-e rout x shock result
10.3.1 decision P29 x 0605,0705,0804 default
10.3.1 retreat x 0605,0705
10.3.1 retreat x 0705,0804
9.5.2-i pursue a 0505,0605 E
9.5.2-i pursue a 0605,0705 E
9.2 combat pursuit charge a 0804
9.2-b charge of a on 0804: 4, ratio 3:1 +5, cohesion +1, charge +1, charge by heavy cavalry +1, defender routed +2: d-rout breakthrough
10.2-d eliminate x shock result
9.5.2-l pursue a 0705,0804 E
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.5.2-k another enemy stops it, 9.5.2-t he may stop", ground: "unit a French cav heavy at=0305 sp=12\nunit x Allied inf at=0605 state=disordered\nunit y Allied inf at=0804 sp=9\n", orders: ro, lines: lines,
			sheets: append([]string{"French P35 stop", "Allied P29 0605,0705,0805 for x"}, noSquare...), dice: []int{1, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 1, ratio 3:1 +5, cohesion +1, charge +1, charge by heavy cavalry +1: d-disorder d-test d-retire
8.5-e rout x shock result
10.3.1 decision P29 x 0605,0705,0805 standing
10.3.1 retreat x 0605,0705
10.3.1 retreat x 0705,0805
10.2-p rout-move x 0805,0905
10.2-p rout-move x 0905,1005
10.2-p rout-move x 1005,1105
10.2-p rout-move x 1105,1205
9.5.2-i pursue a 0505,0605 E
9.5.2-i pursue a 0605,0705 E
9.5.2-t decision P35 a stop standing
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.5.2-l after an elimination", ground: "unit a French cav heavy at=0305 sp=12\nunit x Allied inf at=0605 state=routed\nunit y Allied inf at=0606 sp=5\n", orders: ro, lines: lines, sheets: noSquare, dice: []int{9, 0, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 9, ratio 3:1 +5, cohesion +1, charge +1, charge by heavy cavalry +1, defender routed +2: d-eliminated breakthrough
8.5-e eliminate x shock result
9.5.2-l pursue a 0505,0605 SSE
9.5.2-t decision P35 a go-on default
9.3.1-a decision P17 y no standing
9.2 combat pursuit charge a 0606
9.2-b charge of a on 0606: 0, ratio 2:1 +3, charge +1, charge by heavy cavalry +1, through a rear hex +2: d-disorder d-retire
8.5-e disorder y shock result
10.3.1 decision P29 y 0606,0707 default
10.3.1 retire y 0606,0707
9.5.2-i pursue a 0605,0606 SSE
9.2 combat pursuit charge a 0707
9.2-b charge of a on 0707: 0, ratio 3:1 +5, cohesion +1, charge +1, charge by heavy cavalry +1, pursuit -1: d-disorder d-retire
8.5-e rout y shock result
10.3.1 decision P29 y 0707,0806,0906 default
10.3.1 retreat y 0707,0806
10.3.1 retreat y 0806,0906
9.5.2-i pursue a 0606,0707 E
9.5.2-i pursue a 0707,0806 E
9.2 combat pursuit charge a 0906
9.2-b charge of a on 0906: 0, ratio 3:1 +5, cohesion +1, charge +1, charge by heavy cavalry +1, defender routed +2, pursuit -2: d-disorder d-retire
10.2-o eliminate y shock result
9.5.2-l pursue a 0806,0906 E
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.5.2-b one of a stack", ground: "unit a French cav at=0305 coh=7\nunit b French cav at=0305 sp=8\nunit x Allied inf at=0605\n", orders: ro, lines: []string{"charge a,b at 0605 via 0405 0505"},
			sheets: append([]string{"French P33 unit"}, noSquare...), dice: []int{4, 0, 0, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.1-c charge b 0605 0305,0405,0505 E
9.3.1-a decision P17 x no standing
9.2 combat declared charge a,b 0605
9.2-b charge of a,b on 0605: 4, ratio 2:1 +3, cohesion +1, charge +1: d-disorder d-test d-retire
8.5-e disorder x shock result
8.5-d cohesion test of x: shock result: 0: passed
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
9.5.2-b decision P33 a unit standing
9.2-f cohesion test of b: end of the charge: 0: passed
9.5.2-i pursue a 0505,0605 E
9.2 combat pursuit charge a 0705
9.2-b charge of a on 0705: 0, ratio 1:1 +0, cohesion +2, charge +1: a-test
8.5-d cohesion test of a: shock result: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.5.2-f or the whole stack", ground: "unit a French cav at=0305 coh=7\nunit b French cav at=0305 sp=8\nunit x Allied inf at=0605\n", orders: ro, lines: []string{"charge a,b at 0605 via 0405 0505"}, sheets: noSquare, dice: []int{4, 0, 0, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.1-c charge b 0605 0305,0405,0505 E
9.3.1-a decision P17 x no standing
9.2 combat declared charge a,b 0605
9.2-b charge of a,b on 0605: 4, ratio 2:1 +3, cohesion +1, charge +1: d-disorder d-test d-retire
8.5-e disorder x shock result
8.5-d cohesion test of x: shock result: 0: passed
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
9.5.2-b decision P33 a stack default
9.5.2-i pursue a 0505,0605 E
9.5.2-i pursue b 0505,0605 E
9.2 combat pursuit charge a,b 0705
9.2-b charge of a,b on 0705: 0, ratio 3:1 +5, cohesion +2, charge +1: d-disorder d-retire
8.5-e rout x shock result
10.3.1 decision P29 x 0705,0804,0904 default
10.3.1 retreat x 0705,0804
10.3.1 retreat x 0804,0904
9.5.2-i pursue a 0605,0705 E
9.5.2-i pursue b 0605,0705 E
9.5.2-i pursue a 0705,0804 E
9.5.2-i pursue b 0705,0804 E
9.2 combat pursuit charge a,b 0904
9.2-b charge of a,b on 0904: 0, ratio 3:1 +5, cohesion +2, charge +1, defender routed +2, pursuit -1: d-disorder d-test d-retire
10.2-o eliminate x shock result
9.5.2-l pursue a 0804,0904 E
9.5.2-l pursue b 0804,0904 E
9.2-f cohesion test of a: end of the charge: 0: passed
9.2-f cohesion test of b: end of the charge: 0: passed`},
		{name: "9.5.2-c of several stacks the best, 9.5.2-e heavy before better", ground: "unit a French cav heavy at=0305 sp=6 coh=5\nunit b French cav at=0306 sp=6 coh=7\nunit x Allied inf at=0605\n", orders: ro,
			lines: []string{chargeIt, "charge b at 0605 via 0406 0506"}, sheets: noSquare, dice: []int{2, 0, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x no standing
9.1-c charge b 0605 0306,0406,0506 E
9.2 combat declared charge a,b 0605
9.2-b charge of a,b on 0605: 2, ratio 2:1 +3, cohesion +1, charge +1, charge by heavy cavalry +1: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
9.2-f cohesion test of b: end of the charge: 0: passed
9.5.2-i pursue a 0505,0605 E
9.2 combat pursuit charge a 0705
9.2-b charge of a on 0705: 0, ratio 1.5:1 +1, charge +1, charge by heavy cavalry +1: a-test
8.5-d cohesion test of a: shock result: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "8.7.3-b before infantry, 9.5.1", ground: "unit a French cav at=0305 sp=6 coh=3\nunit b French inf at=0506 sp=6 coh=9\nunit x Allied inf at=0605\n", orders: ro,
			lines: []string{chargeIt, "shock b at 0605"}, sheets: noSquare, dice: []int{1, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x no standing
8.3.1-d shock a,b 0605
9.2 combat declared charge a,b 0605
9.2-b charge of a,b on 0605: 1, ratio 2:1 +3, cohesion +3, charge +1: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
9.5.2-i pursue a 0505,0605 E
9.2 combat pursuit charge a 0705
9.2-b charge of a on 0705: 0, ratio 1.5:1 +1, cohesion -2, charge +1: a-test a-retire counter-attack d-pursues
8.5-d cohesion test of a: shock result: 0: passed
10.3.1 decision P29 a 0605,0505 default
10.3.1 retire a 0605,0505
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.5.2-o woods stop it", ground: "unit a French cav heavy at=0305 sp=12\nunit x Allied inf at=0605 state=disordered\nhex 0705,0706 woods\n", orders: ro, lines: lines, sheets: noSquare, dice: []int{1, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 1, ratio 3:1 +5, cohesion +1, charge +1, charge by heavy cavalry +1: d-disorder d-test d-retire
8.5-e rout x shock result
10.3.1 decision P29 x 0605,0705,0804 default
10.3.1 retreat x 0605,0705
10.3.1 retreat x 0705,0804
10.2-p rout-move x 0804,0904
10.2-p rout-move x 0904,1004
10.2-p rout-move x 1004,1104
10.2-p rout-move x 1104,1204
9.5.2-i pursue a 0505,0605 E
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.5.2-o a slope stops it", ground: "unit a French cav heavy at=0305 sp=12\nunit x Allied inf at=0605 state=disordered\nslope 0605/0705 0605/0706\n", orders: ro, lines: lines, sheets: noSquare, dice: []int{1, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 1, ratio 3:1 +5, cohesion +1, charge +1, charge by heavy cavalry +1: d-disorder d-test d-retire
8.5-e rout x shock result
10.3.1 decision P29 x 0605,0705,0804 default
10.3.1 retreat x 0605,0705
10.3.1 retreat x 0705,0804
10.2-p rout-move x 0804,0904
10.2-p rout-move x 0904,1004
10.2-p rout-move x 1004,1104
10.2-p rout-move x 1104,1204
9.5.2-i pursue a 0505,0605 E
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "Q107, Q154 not by disordered cavalry, which stays", ground: ground, orders: ro, lines: lines, sheets: noSquare, dice: []int{1, 7, 7, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x no standing
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 1, ratio 2:1 +3, charge +1, charge by heavy cavalry +1: a-test d-disorder d-test
8.5-d cohesion test of a: shock result: 7: failed
8.5-d disorder a shock result
8.5-e disorder x shock result
8.5-d cohesion test of x: shock result: 7: failed
8.5-d rout x shock result
10.3.1 decision P29 x 0605,0705,0804 default
10.3.1 retreat x 0605,0705
10.3.1 retreat x 0705,0804
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.3.1-b no second square in the pursuit", ground: "unit a French cav heavy at=0305 sp=18 coh=8\nunit x Allied inf at=0605 sp=3\n", orders: ro, lines: lines, sheets: []string{"French P18 no"}, dice: []int{0, 9, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x yes default
9.3.1-d square of x against the charge: 0: passed
9.3.1-e square x yes
9.3.3-a decision P18 a no standing
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 9, ratio 5:1 +7, cohesion +2, charge at a square -2, square against cavalry alone -1: d-rout breakthrough
4.2-n square x no
8.5-e rout x shock result
10.3.1 decision P29 x 0605,0705,0804 default
10.3.1 retreat x 0605,0705
10.3.1 retreat x 0705,0804
9.5.2-i pursue a 0505,0605 E
9.5.2-i pursue a 0605,0705 E
9.2 combat pursuit charge a 0804
9.2-b charge of a on 0804: 0, ratio 5:1 +7, cohesion +3, charge +1, charge by heavy cavalry +1, defender routed +2: d-rout breakthrough
10.2-d eliminate x shock result
9.5.2-l pursue a 0705,0804 E
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "Q97 a square against a pursuit, recalled", ground: "unit a French cav heavy at=0305 sp=12\nunit x Allied cav at=0605 state=disordered\nunit y Allied inf at=0706\n", orders: ro, lines: lines, sheets: []string{"French P35 go-on"}, dice: []int{1, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 1, ratio 4:1 +6, cohesion +1, charge +1, charge by heavy cavalry +1: d-disorder d-retire breakthrough
8.5-e rout x shock result
10.3.1 decision P29 x 0605,0705,0804,0904 default
10.3.1 retreat x 0605,0705
10.3.1 retreat x 0705,0804
10.3.1 retreat x 0804,0904
9.5.2-i pursue a 0505,0605 E
9.5.2-t decision P35 a go-on standing
9.3.1-a decision P17 y yes default
9.3.1-d square of y against the charge: 0: passed
9.3.1-e square y yes
9.3.3-a decision P18 a yes default
9.3.3-a engagement test of a: recall of the charge: 0: passed
9.3.3-b decision P18 a 0604 E default
9.3.3-b recall a 0605,0604
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "P36 reaction fire in the pursuit", ground: "unit a French cav heavy at=0305 sp=12\nunit x Allied cav at=0605 state=disordered\nunit h Allied art at=0706 face=W\n", orders: ro, lines: lines, sheets: []string{"French P35 go-on"}, dice: []int{1, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 1, ratio 4:1 +6, cohesion +1, charge +1, charge by heavy cavalry +1: d-disorder d-retire breakthrough
8.5-e rout x shock result
10.3.1 decision P29 x 0605,0705,0804,0904 default
10.3.1 retreat x 0605,0705
10.3.1 retreat x 0705,0804
10.3.1 retreat x 0804,0904
9.5.2-i pursue a 0505,0605 E
9.5.2-t decision P35 a go-on standing
9.2 combat pursuit charge a 0706
8.3.3-a decision P26 h a default
8.3.3-a fire h 0605 reaction a
7.5-a fire of h at 0605: 0, fire strength +3, adjacent target +2, reaction fire -1, dense target +1: none
8.9-g eliminate h artillery alone
8.7.1-a decision P30 a a 0706 E default
8.7.1-a advance a 0605,0706 E
9.2-f cohesion test of a: end of the charge: 0: passed`},
	})
}

// TestPursuitDRM shows the cumulative DRM of further charges [9.5.2-r].
func TestPursuitDRM(t *testing.T) {
	for n, want := range []int{0, 0, -1, -2, -3} {
		r := activated(t, "unit a French cav at=0505\nunit x Allied inf at=0605 sp=4\n", "french", ro)
		c := &combat{side: 0, attackers: []int{0}, chargers: []int{0}, hexes: []hex.Hex{hex.H(505)}, targets: []hex.Hex{hex.H(605)}, pursuit: n}
		got := 0
		for _, m := range r.modifiers(c) {
			if m.Name == "pursuit" {
				got = m.Value
			}
		}
		if got != want {
			t.Errorf("charge %d: got a pursuit DRM of %d, want %d", n, got, want)
		}
	}
}

// TestDefenderPursuit shows cavalry that pursues its attacker [9.5.1-c, 9.5.1-d].
func TestDefenderPursuit(t *testing.T) {
	const horses = "unit a French cav at=0305\nunit x Allied cav at=0605\n"
	lines := []string{chargeIt}
	checkFights(t, []fightCase{
		{name: "9.5.1-d after a counter-charge", ground: horses, orders: ro, lines: lines, sheets: []string{"Allied P34 yes"}, dice: []int{0, 2, 0, 3, 0, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.4-a decision P25 x yes default
9.4-b engagement test of x: counter-charge: 0: passed
9.4-d counter-charge x
9.2-b charge of a on 0605: 2, ratio 1:1 +0: a-test a-retire
8.5-d cohesion test of a: shock result: 0: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
9.5.1-d decision P34 x yes standing
9.5.2-i pursue x 0605,0505 W
9.2 combat pursuit charge x 0404
9.4-a decision P25 a yes default
9.4-b engagement test of a: counter-charge: 3: passed
9.4-d counter-charge a
9.2-b charge of x on 0404: 0, ratio 1:1 +0: a-test a-retire counter-attack d-pursues
8.5-d cohesion test of x: shock result: 0: passed
10.3.1 decision P29 x 0505,0604 default
10.3.1 retire x 0505,0604
9.5.1-c decision P34 a no default
9.2-f cohesion test of a: end of the charge: 0: passed
8.7.2-g decision P32 a no default
9.2-f cohesion test of x: end of the charge: 0: passed`},
		{name: "P34 not by default", ground: horses, orders: ro, lines: lines, dice: []int{0, 2, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.4-a decision P25 x yes default
9.4-b engagement test of x: counter-charge: 0: passed
9.4-d counter-charge x
9.2-b charge of a on 0605: 2, ratio 1:1 +0: a-test a-retire
8.5-d cohesion test of a: shock result: 0: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
9.5.1-d decision P34 x no default
9.2-f cohesion test of x: end of the charge: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.5.1-d not if it failed", ground: horses, orders: ro, lines: lines, sheets: []string{"Allied P34 yes"}, dice: []int{7, 1, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.4-a decision P25 x yes default
9.4-b engagement test of x: counter-charge: 7: failed
9.2-b charge of a on 0605: 1, ratio 1:1 +0, charge +1: a-test a-retire
8.5-d cohesion test of a: shock result: 0: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.5.1-c the table says so", ground: "unit a French cav at=0505\nunit x Allied cav at=0605\n", orders: ro, lines: []string{"shock a at 0605"}, sheets: []string{"Allied P34 yes", "Allied P32 no"}, dice: []int{2, 0, 5, 0, 0, 0, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 2, ratio 1:1 +0, cavalry without a charge -2: a-test a-retire counter-attack d-pursues
8.5-d cohesion test of a: shock result: 0: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
9.5.1-c decision P34 x yes standing
9.5.2-i pursue x 0605,0505 W
9.2 combat pursuit charge x 0404
9.4-a decision P25 a yes default
9.4-b engagement test of a: counter-charge: 5: passed
9.4-d counter-charge a
9.2-b charge of x on 0404: 0, ratio 1:1 +0: a-test a-retire counter-attack d-pursues
8.5-d cohesion test of x: shock result: 0: passed
10.3.1 decision P29 x 0505,0604 default
10.3.1 retire x 0505,0604
9.5.1-c decision P34 a no default
9.2-f cohesion test of a: end of the charge: 0: passed
8.7.2-g decision P32 a no default
9.2-f cohesion test of x: end of the charge: 0: passed`},
		{name: "9.5.1-c not without such a result", ground: "unit a French cav at=0505\nunit x Allied cav at=0605\n", orders: ro, lines: []string{"shock a at 0605"}, sheets: []string{"Allied P34 yes", "Allied P32 no"}, dice: []int{4, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 4, ratio 1:1 +0, cavalry without a charge -2: a-test a-retire
8.5-d cohesion test of a: shock result: 0: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404`},
		{name: "P25 the active player counter-charges", ground: "unit a French cav at=0505\nunit b French cav at=0404\nunit x Allied cav at=0605 sp=8\n", orders: ro, lines: []string{"shock a at 0605"},
			sheets: []string{"Allied P34 yes", "Allied P32 no", "French P29 0505,0405"}, dice: []int{4, 0, 7, 4, 0, 0, 0, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 4, ratio 1:2 -2, cavalry without a charge -2: a-test a-retire counter-attack d-pursues
8.5-d cohesion test of a: shock result: 0: passed
10.3.1 decision P29 a 0505,0405 standing
10.3.1 retire a 0505,0405
9.5.1-c decision P34 x yes standing
9.5.2-i pursue x 0605,0505 W
9.5.2-t decision P35 x go-on default
9.2 combat pursuit charge x 0405,0404
9.4-a decision P25 a yes default
9.4-b engagement test of a: counter-charge: 7: failed
9.4-a decision P25 b yes default
9.4-b engagement test of b: counter-charge: 4: passed
9.4-d counter-charge b
9.2-b charge of x on 0405,0404: 0, ratio 1:1 +0: a-test a-retire counter-attack d-pursues
8.5-d cohesion test of x: shock result: 0: passed
10.3.1 decision P29 x 0505,0604 default
10.3.1 retire x 0505,0604
9.5.1-c decision P34 a no default
9.5.1-c decision P34 b no default
9.2-f cohesion test of b: end of the charge: 0: passed
8.7.2-g decision P32 a no default
9.2-f cohesion test of x: end of the charge: 0: passed`},
	})
}
