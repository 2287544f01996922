package jdg

import "testing"

// TestBreakthrough shows the further shock of the winner [8.7.2].
func TestBreakthrough(t *testing.T) {
	const deep = "unit a French inf at=0505 sp=18\nunit x Allied inf at=0605\nunit y Allied inf at=0706 sp=9\n"
	checkFights(t, []fightCase{
		{name: "8.7.2-c straight on, 8.7.2-e without a test", ground: deep, orders: no, lines: []string{"shock a at 0605"}, dice: []int{0, 5, 3, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.3.2-a engagement test of a: shock: 0: passed
8.5-a shock of a on 0605: 5, ratio 3:1 +5: d-disorder d-retire breakthrough
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.2-c advance a 0505,0605 E
8.7.2-d decision P31 a yes default
8.5 combat breakthrough shock a 0705,0706
8.5-a shock of a on 0705,0706: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "8.7.2-c no turn toward an enemy", ground: "unit a French inf at=0505 sp=18\nunit x Allied inf at=0605\nunit y Allied inf at=0606 sp=9\n", orders: ro, lines: []string{"shock a at 0605"}, sheets: []string{"French P31 no"}, dice: []int{5}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 5, ratio 3:1 +5: d-disorder d-retire breakthrough
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.2-c advance a 0505,0605 E
8.7.2-d decision P31 a no standing`},
		{name: "8.7.2-f all in front", ground: deep + "unit z Allied inf at=0705 sp=3\n", orders: ro, lines: []string{"shock a at 0605"}, dice: []int{5, 3, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 5, ratio 3:1 +5: d-disorder d-retire breakthrough
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.2-c advance a 0505,0605 E
8.7.2-d decision P31 a yes default
8.5 combat breakthrough shock a 0705,0706
8.5-a shock of a on 0705,0706: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed`},
		{name: "P31 not below 1:1", ground: "unit a French inf at=0505 sp=18\nunit x Allied inf at=0605\nunit y Allied inf at=0706 sp=19\n", orders: ro, lines: []string{"shock a at 0605"}, dice: []int{5}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 5, ratio 3:1 +5: d-disorder d-retire breakthrough
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.2-c advance a 0505,0605 E
8.7.2-d decision P31 a no default`},
		{name: "Q85 optional", ground: deep, orders: ro, lines: []string{"shock a at 0605"}, sheets: []string{"French P31 no"}, dice: []int{5}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 5, ratio 3:1 +5: d-disorder d-retire breakthrough
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.2-c advance a 0505,0605 E
8.7.2-d decision P31 a no standing`},
		{name: "8.7.2-a once per unit", ground: "unit a French inf at=0505 sp=18\nunit x Allied inf at=0605 sp=3\nunit y Allied inf at=0706 sp=3\nunit z Allied inf at=0806 sp=3\n", orders: ro, lines: []string{"shock a at 0605"}, dice: []int{9, 9}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 9, ratio 5:1 +7: d-rout breakthrough
8.5-e rout x shock result
10.3.1 decision P29 x 0605,0705,0804 default
10.3.1 retreat x 0605,0705
10.3.1 retreat x 0705,0804
8.7.2-c advance a 0505,0605 E
8.7.2-d decision P31 a yes default
8.5 combat breakthrough shock a 0706
8.5-a shock of a on 0706: 9, ratio 5:1 +7: d-rout breakthrough
8.5-e rout y shock result
10.3.1 decision P29 y 0706,0805,0905 default
10.3.1 retreat y 0706,0805
10.3.1 retreat y 0805,0905
8.7.2-c advance a 0605,0706 E`},
		{name: "8.2-h at who was attacked before", ground: "unit a French inf at=0505 sp=18\nunit b French inf at=0606 sp=6\nunit x Allied inf at=0605\nunit y Allied inf at=0706 sp=6\n", orders: ro,
			lines: []string{"shock b at 0706", "shock a at 0605"}, dice: []int{3, 0, 5, 3, 0, 0, 0}, want: `
8.3.1-d shock b 0706
8.3.1-d shock a 0605
8.5 combat declared shock b 0706
8.5-a shock of b on 0706: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of b: shock result: 0: passed
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 5, ratio 3:1 +5: d-disorder d-retire breakthrough
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.2-c advance a 0505,0605 E
8.7.2-d decision P31 a yes default
8.5 combat breakthrough shock a 0705,0706
8.5-a shock of a on 0705,0706: 3, ratio 1.5:1 +1: a-test d-test
8.5-d cohesion test of a: shock result: 0: passed
8.5-d cohesion test of x: shock result: 0: passed
8.5-d cohesion test of y: shock result: 0: passed`},
		{name: "8.7.2-b disordered by the advance", ground: "steep 0505/0605\n" + deep, orders: ro, lines: []string{"shock a at 0605"}, dice: []int{7}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 7, ratio 3:1 +5: d-rout breakthrough
8.5-e rout x shock result
10.3.1 decision P29 x 0605,0705,0804 default
10.3.1 retreat x 0605,0705
10.3.1 retreat x 0705,0804
8.7.2-c advance a 0505,0605 E
8.7.1-h disorder a terrain`},
	})
}

// TestCounterAttack shows the further shock of the defender [8.7.2-g].
func TestCounterAttack(t *testing.T) {
	const thrown = "unit a French inf at=0505 sp=6\nunit x Allied inf at=0605 sp=9\nunit b French inf at=0506 sp=2 face=SSE\n"
	lines := []string{"shock a at 0605"}
	checkFights(t, []fightCase{
		{name: "8.7.2-g at one in a front hex, by default at 1.5:1", ground: thrown, orders: ro, lines: lines, dice: []int{1, 6, 3, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 1, ratio 1:1.5 -1: a-test a-retire counter-attack d-pursues
8.5-d cohesion test of a: shock result: 6: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
8.7.2-g decision P32 x hold default
8.5 combat counter-attack shock x 0506
8.5-a shock of x on 0506: 3, ratio 4:1 +6, through a rear hex +2: d-disorder d-test d-retire breakthrough
8.5-e disorder b shock result
8.5-d cohesion test of b: shock result: 0: passed
10.3.1 decision P29 b 0506,0405 default
10.3.1 retire b 0506,0405
8.7.2-c advance x 0605,0506 W`},
		{name: "P32 not by default below 1.5:1", ground: "unit a French inf at=0505 sp=6\nunit x Allied inf at=0605 sp=9\nunit b French inf at=0506 sp=7 face=SSE\n", orders: ro, lines: lines, dice: []int{1, 6}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 1, ratio 1:1.5 -1: a-test a-retire counter-attack d-pursues
8.5-d cohesion test of a: shock result: 6: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
8.7.2-g decision P32 x no default`},
		{name: "8.7.2-h enters the vacated hex and attacks, without turning", ground: "unit a French inf at=0505 sp=6\nunit x Allied inf at=0605 sp=9\n", orders: ro, lines: lines, sheets: []string{"Allied P32 enter"}, dice: []int{1, 6, 2, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 1, ratio 1:1.5 -1: a-test a-retire counter-attack d-pursues
8.5-d cohesion test of a: shock result: 6: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
8.7.2-g decision P32 x enter standing
8.7.2-h advance x 0605,0505 W
8.5 combat counter-attack shock x 0404
8.5-a shock of x on 0404: 2, ratio 1.5:1 +1: a-test
8.5-d cohesion test of x: shock result: 0: passed`},
		{name: "8.7.2-j all in front of it", ground: "unit a French inf at=0505 sp=6\nunit x Allied inf at=0605 sp=9\nunit b French inf at=0405 sp=2\n", orders: ro, lines: lines, sheets: []string{"Allied P32 enter 0605 0505 0405,0404"}, dice: []int{1, 6, 3, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 1, ratio 1:1.5 -1: a-test a-retire counter-attack d-pursues
8.5-d cohesion test of a: shock result: 6: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
8.7.2-g decision P32 x enter 0605 0505 0405,0404 standing
8.7.2-h advance x 0605,0505 W
8.5 combat counter-attack shock x 0405,0404
8.5-a shock of x on 0405,0404: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of x: shock result: 0: passed`},
		{name: "8.7.2-j two front hexes", ground: "hex 0605 village\nunit a French inf at=0505 sp=4\nunit x Allied inf at=0605 sp=9\nunit b French inf at=0506 sp=2 face=SSE\nunit c French inf at=0606 sp=2\n", orders: ro, lines: lines,
			sheets: []string{"Allied P32 hold 0605 0606,0506"}, dice: []int{4, 6}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 4, ratio 1:3 -4, village -1: a-disorder a-retire counter-attack d-pursues
8.5-e disorder a shock result
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
8.7.2-g decision P32 x hold 0605 0606,0506 standing
6.1.2-g face x SSW
8.5 combat counter-attack shock x 0606,0506
8.5-a shock of x on 0606,0506: 6, ratio 2:1 +3, through a rear hex +2, out of a hex with six front hexes -1: d-disorder d-retire breakthrough
8.5-e disorder c shock result
8.5-e disorder b shock result
10.3.1 decision P29 c 0606,0507 default
10.3.1 retire c 0606,0507
10.3.1 decision P29 b 0506,0405 default
10.3.1 retire b 0506,0405
8.7.2-c decision P30 x x 0606 SSW default
8.7.2-c advance x 0605,0606 SSW`},
		{name: "Q87 not by a disordered unit", ground: "unit a French inf at=0505 sp=6\nunit x Allied inf at=0605 sp=9 state=disordered\nunit b French inf at=0506 sp=2 face=SSE\n", orders: ro, lines: lines, dice: []int{0, 6}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 0, ratio 1:1 +0, cohesion +1: a-test a-retire counter-attack
8.5-d cohesion test of a: shock result: 6: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404`},
		{name: "4.2-l not by a square", ground: thrown, orders: ro, lines: lines, setup: inSquare(1), dice: []int{0, 6}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 0, ratio 1:1.5 -1, square against infantry +2: a-test a-retire counter-attack
8.5-d cohesion test of a: shock result: 6: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404`},
		{name: "8.7.2-a once per unit", ground: thrown, orders: ro, lines: lines, setup: func(r *run) { r.note(1, extra) }, dice: []int{1, 6}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 1, ratio 1:1.5 -1: a-test a-retire counter-attack d-pursues
8.5-d cohesion test of a: shock result: 6: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404`},
		{name: "8.7.2-a no breakthrough after it", ground: "unit a French inf at=0505 sp=6\nunit x Allied inf at=0605 sp=12\nunit b French inf at=0506 sp=2 face=SSE\nunit c French inf at=0406 sp=2\n", orders: ro, lines: lines, dice: []int{1, 6}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 1, ratio 1:2 -2: a-disorder a-retire counter-attack d-pursues
8.5-e disorder a shock result
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
8.7.2-g decision P32 x hold default
8.5 combat counter-attack shock x 0506
8.5-a shock of x on 0506: 6, ratio 5:1 +7, through a rear hex +2: d-rout breakthrough
8.5-e rout b shock result
10.3.1 decision P29 b 0506,0405,0305 default
10.3.1 retreat b 0506,0405
10.3.1 retreat b 0405,0305
8.7.2-c advance x 0605,0506 W`},
		{name: "6.1.2-g turns out of a village", ground: "hex 0605 village\nunit a French inf at=0505 sp=6\nunit x Allied inf at=0605 sp=9\nunit b French inf at=0705 sp=2\n", orders: ro, lines: lines, dice: []int{2, 6, 3}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 2, ratio 1:1.5 -1, village -1: a-test a-retire counter-attack d-pursues
8.5-d cohesion test of a: shock result: 6: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
8.7.2-g decision P32 x hold default
6.1.2-g face x NNE
8.5 combat counter-attack shock x 0705
8.5-a shock of x on 0705: 3, ratio 4:1 +6, through a rear hex +2, out of a hex with six front hexes -1: d-disorder d-retire breakthrough
8.5-e disorder b shock result
10.3.1 decision P29 b 0705,0704 default
10.3.1 retire b 0705,0704
8.7.2-c advance x 0605,0705 NNE`},
	})
}
