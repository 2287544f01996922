package jdg

import (
	"strings"
	"testing"

	"berthier/engine/jdg/data"
	"berthier/engine/jdg/setup"
)

// horse charges x over two hexes.
const (
	horse    = "unit a French cav heavy at=0305 sp=6\n"
	foot     = "unit x Allied inf at=0605\n"
	chargeIt = "charge a at 0605 via 0405 0505"
)

func TestChargeLimits(t *testing.T) {
	const mark = "unit x Allied cav at=0605\n"
	const two = horse + mark
	moved := []string{"[9.1-c] charge by=French unit=a target=0605 path=0305,0405,0505 facing=E"}
	checkAll(t, []orderCase{
		{"9.1-c", two, ro, []string{chargeIt}, moved, "", ""},
		{"9.1-c the cheapest way", two, ro, []string{"charge a at 0605 to 0505"}, []string{"[9.1-c] charge by=French unit=a target=0605 path=0305,0404,0505 facing=E"}, "", ""},
		{"9.1-a out of sight", two + "hex 0504 woods\nhex 0405 woods\n", ro, []string{"charge a at 0605 via 0306 0406 0506"}, nil, "9.1-a", "line of sight"},
		{"9.1-a behind", "unit a French cav at=0305 face=W\n" + mark, ro, []string{chargeIt}, nil, "9.1-a", "cone"},
		{"9.1-b disordered", "unit a French cav at=0305 state=disordered\n" + mark, ro, []string{chargeIt}, nil, "9.1-b", "disordered"},
		{"9.1-b routed", "unit a French cav at=0305 state=routed\n" + mark, ro, []string{chargeIt}, nil, "9.1-b", "routed"},
		{"8.1-b infantry", "unit a French inf at=0305\n" + mark, ro, []string{chargeIt}, nil, "8.1-b", "not cavalry"},
		{"9.1-g limited movement, with orders", "unit a French cav at=0105 ma=6\n" + mark, ro, []string{"charge a at 0605 via 0205 0305 0405 0505"}, nil, "9.1-g", "the way up to there costs 4 MP, and it has 3 for a charge, half its movement allowance"},
		{"9.1-g half rounded up", "unit a French cav at=0205 ma=5\n" + mark, ro, []string{"charge a at 0605 via 0305 0405 0505"}, []string{"[9.1-c] charge by=French unit=a target=0605 path=0205,0305,0405,0505 facing=E"}, "", ""},
		{"9.1-f at least one hex", "unit a French cav at=0505\n" + mark, ro, []string{"charge a at 0605 via 0505"}, nil, "4.4.1-a", "no hex but the first"},
		{"9.1-h 1 MP to leave a ZOC, 9.1-i without turning", "unit a French cav at=0505 face=SSE ma=4\nunit x Allied cav at=0504 face=E\nunit y Allied cav at=0507\n", ro, []string{"charge a at 0507 via 0506"}, []string{"[9.1-c] charge by=French unit=a target=0507 path=0505,0506 facing=SSE"}, "", ""},
		{"9.1-h that MP is missing", "unit a French cav at=0505 face=SSE ma=2\nunit x Allied cav at=0504 face=E\nunit y Allied cav at=0507\n", ro, []string{"charge a at 0507 via 0506"}, nil, "9.1-g", "the way up to there costs 2 MP, and it has 1 for a charge, half its movement allowance"},
		{"9.1-i no turn", "unit a French cav at=0505 face=SSE\nunit x Allied cav at=0504 face=E\nunit y Allied cav at=0507\n", ro, []string{"charge a at 0507 via 0506 face ssw"}, nil, "9.1-i", "keeps its facing SSE"},
		{"9.1-j friendly artillery", two + "unit g French art at=0406\n", ro, []string{"charge a at 0605 via 0306 0406 0506"}, nil, "9.1-j", "artillery"},
		{"9.1-l out of woods", two + "hex 0305 woods\n", ro, []string{chargeIt}, nil, "9.1-l", "starts in woods"},
		{"9.1-l through a village", two + "hex 0406 village\n", ro, []string{"charge a at 0605 via 0306 0406 0506"}, nil, "9.1-l", "village"},
		{"9.1-l into a village", two + "hex 0605 village\n", ro, []string{chargeIt}, nil, "9.1-l", "nobody can be charged"},
		{"9.1-m over a bridge", two + "river 0405/0505\nbridge 0405/0505\n", ro, []string{chargeIt}, nil, "9.1-m", "bridge"},
		{"9.1-n over a slope", two + "slope 0405/0505\n", ro, []string{chargeIt}, nil, "9.1-n", "slope"},
		{"9.1-o across a slope", two + "slope 0505/0605\n", ro, []string{chargeIt}, nil, "9.1-o", "cannot be charged"},
		{"9.1-p a shock across a slope", "unit a French cav at=0505\n" + mark + "slope 0505/0605\n", ro, []string{"shock a at 0605"}, []string{"[8.3.1-d] shock by=French attackers=a targets=0605"}, "", ""},
		{"9.2-a the target before it", two, ro, []string{"charge a at 0605 via 0405 0505 face w"}, nil, "9.2-a", "not a front hex"},
		{"9.2-a next to it", two, ro, []string{"charge a at 0605 via 0405"}, nil, "9.2-a", "not a front hex"},
		{"4.4.1-b once", two, ro, []string{chargeIt, "charge a at 0605 via 0506"}, moved, "4.4.1-b", "has moved"},
		{"6.1.1-b faces like the cavalry it joins", two + "unit b French cav at=0506 face=NNE\n", ro, []string{"charge a at 0605 via 0306 0406 0506"}, nil, "6.1.1-b", "faces NNE"},
		{"12.1-e night", "turn 1 night\n" + two, ro, []string{chargeIt}, nil, "12.1-e", "night"},
		{"12.2-d fog", "turn 1 fog\n" + two, ro, []string{chargeIt}, nil, "12.2-d", "fog"},
		{"8.2-g a charged hex from the other side", two + "unit b French inf at=0705 face=W\n", ro, []string{chargeIt, "shock b at 0605"}, moved, "8.4.1-a", "next to one another"},
		{"9.2-d infantry beside it joins", two + "unit b French inf at=0506\n", ro, []string{chargeIt, "shock b at 0605"}, append(moved[:1:1], "[8.3.1-d] shock by=French attackers=a,b targets=0605"), "", ""},
		{"8.2-b attacks already", two, ro, []string{chargeIt, "shock a at 0605"}, moved, "8.2-g", "attacks already"},
	})
}

func TestCharge(t *testing.T) {
	lines := []string{chargeIt}
	checkFights(t, []fightCase{
		{name: "2.4.2-h one test for a charge without orders", ground: horse + foot, orders: no, lines: lines, sheets: []string{"Allied P17 no"}, dice: []int{6, 1, 0, 0}, want: `
9.1-d engagement test of a: charge: 6: passed
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x no standing
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 1, ratio 1:1 +0, charge +1, charge by heavy cavalry +1: a-test
8.5-d cohesion test of a: shock result: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.1-e failed: it stays and does not fight", ground: horse + foot, orders: no, lines: lines, dice: []int{7}, want: `
9.1-d engagement test of a: charge: 7: failed
9.1-e skip charge a at 0605 via 0405 0505 a failed the engagement test of its charge, stays where it is and cannot enter combat`},
		{name: "9.2-f the test at the end", ground: horse + foot, orders: ro, lines: lines, sheets: []string{"Allied P17 no"}, dice: []int{1, 0, 7}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x no standing
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 1, ratio 1:1 +0, charge +1, charge by heavy cavalry +1: a-test
8.5-d cohesion test of a: shock result: 0: passed
9.2-f cohesion test of a: end of the charge: 7: failed
9.2-f disorder a end of the charge`},
		{name: "9.2-g on top of other disorder", ground: horse + foot, orders: ro, lines: lines, sheets: []string{"Allied P17 no"}, dice: []int{1, 7, 6}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x no standing
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 1, ratio 1:1 +0, charge +1, charge by heavy cavalry +1: a-test
8.5-d cohesion test of a: shock result: 7: failed
8.5-d disorder a shock result
9.2-f cohesion test of a: end of the charge: 6: failed
9.2-f rout a end of the charge
10.3.1 decision P29 a 0505,0404,0304,0203 default
10.3.1 retreat a 0505,0404
10.3.1 retreat a 0404,0304
10.3.1 retreat a 0304,0203`},
		{name: "Q101 not by a routed unit", ground: horse + "unit x Allied inf at=0605 sp=20 coh=8\n", orders: ro, lines: lines, sheets: []string{"Allied P17 no", "Allied P32 no"}, dice: []int{0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x no standing
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 0, ratio 1:4 -5, cohesion -2, charge +1, charge by heavy cavalry +1: a-rout counter-attack d-pursues
8.5-e rout a shock result
10.3.1 decision P29 a 0505,0404,0304,0203 default
10.3.1 retreat a 0505,0404
10.3.1 retreat a 0404,0304
10.3.1 retreat a 0304,0203
8.7.2-g decision P32 x no standing`},
		{name: "Q102 before the next combat", ground: horse + foot + "unit b French inf at=0508\nunit y Allied inf at=0608\n", orders: ro, lines: []string{chargeIt, "shock b at 0608"}, sheets: []string{"Allied P17 no"}, dice: []int{1, 0, 0, 3, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x no standing
8.3.1-d shock b 0608
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 1, ratio 1:1 +0, charge +1, charge by heavy cavalry +1: a-test
8.5-d cohesion test of a: shock result: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed
8.5 combat declared shock b 0608
8.5-a shock of b on 0608: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of b: shock result: 0: passed`},
		{name: "9.2-a all enemies in front", ground: horse + foot + "unit y Allied inf at=0604\n", orders: ro, lines: []string{chargeIt + " face e"}, sheets: []string{"Allied P17 no"}, dice: []int{3, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x no standing
9.3.1-a decision P17 y no standing
9.2 combat declared charge a 0605,0604
9.2-b charge of a on 0605,0604: 3, ratio 1:2 -2, charge +1, charge by heavy cavalry +1: a-test
8.5-d cohesion test of a: shock result: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.2-a not where no charge can go", ground: horse + foot + "hex 0604 village\nunit y Allied inf at=0604\n", orders: ro, lines: []string{chargeIt + " face e"}, sheets: []string{"Allied P17 no"}, dice: []int{1, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x no standing
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 1, ratio 1:1 +0, charge +1, charge by heavy cavalry +1: a-test
8.5-d cohesion test of a: shock result: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "8.2-g two charges at one hex are one combat", ground: horse + foot + "unit b French cav at=0306 sp=6\n", orders: ro, lines: []string{chargeIt, "charge b at 0605 via 0406 0506"}, sheets: []string{"Allied P17 no"}, dice: []int{0, 0, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x no standing
9.1-c charge b 0605 0306,0406,0506 E
9.2 combat declared charge a,b 0605
9.2-b charge of a,b on 0605: 0, ratio 2:1 +3, charge +1, charge by heavy cavalry +1: a-test d-disorder
8.5-d cohesion test of a: shock result: 0: passed
8.5-d cohesion test of b: shock result: 0: passed
8.5-e disorder x shock result
9.2-f cohesion test of a: end of the charge: 0: passed
9.2-f cohesion test of b: end of the charge: 0: passed`},
		{name: "9.2-d with infantry", ground: horse + foot + "unit b French inf at=0506\n", orders: ro, lines: []string{chargeIt, "shock b at 0605"}, sheets: []string{"Allied P17 no"}, dice: []int{0, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x no standing
8.3.1-d shock a,b 0605
9.2 combat declared charge a,b 0605
9.2-b charge of a,b on 0605: 0, ratio 2:1 +3, charge +1, charge by heavy cavalry +1: a-test d-disorder
8.5-d cohesion test of a: shock result: 0: passed
8.5-d cohesion test of b: shock result: 0: passed
8.5-e disorder x shock result
9.2-f cohesion test of a: end of the charge: 0: passed`},
	})
}

// TestSquareAgainstCharge shows the attempt at a square and the recall [9.3].
func TestSquareAgainstCharge(t *testing.T) {
	lines := []string{chargeIt}
	both := horse + "unit x Allied inf at=0605 coh=6\nunit y Allied inf at=0605 coh=5 sp=1\n"
	checkFights(t, []fightCase{
		{name: "9.3.1-e formed, 9.3.3-d recall failed", ground: horse + foot, orders: ro, lines: lines, dice: []int{6, 7, 4, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x yes default
9.3.1-d square of x against the charge: 6: passed
9.3.1-e square x yes
9.3.3-a decision P18 a yes default
9.3.3-a engagement test of a: recall of the charge: 7: failed
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 4, ratio 1:1 +0, charge at a square -2, square against cavalry alone -1: a-test a-retire counter-attack
8.5-d cohesion test of a: shock result: 0: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.3.1-g failed: disordered", ground: horse + foot, orders: ro, lines: lines, dice: []int{7, 0, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x yes default
9.3.1-d square of x against the charge: 7: failed
9.3.1-g disorder x failed square
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 0, ratio 1.5:1 +1, cohesion +1, charge +1, charge by heavy cavalry +1: a-test d-test
8.5-d cohesion test of a: shock result: 0: passed
8.5-d cohesion test of x: shock result: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.3.1-e one roll for the hex, against the worst", ground: both, orders: ro, lines: lines, sheets: []string{"French P18 no"}, dice: []int{5, 4, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x yes default
9.3.1-d square of x,y against the charge: 5: passed
9.3.1-e square x,y yes
9.3.3-a decision P18 a no standing
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 4, ratio 1:1.5 -1, charge at a square -2, square against cavalry alone -1: a-test a-retire counter-attack d-pursues
8.5-d cohesion test of a: shock result: 0: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "Q95 all infantry is disordered", ground: both, orders: ro, lines: lines, dice: []int{6, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x yes default
9.3.1-d square of x,y against the charge: 6: failed
9.3.1-g disorder x failed square
9.3.1-g disorder y failed square
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 0, ratio 1:1 +0, cohesion +1, charge +1, charge by heavy cavalry +1: a-test
8.5-d cohesion test of a: shock result: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.3.1-c guns form with it", ground: horse + "unit h Allied art at=0605\n" + foot, orders: ro, lines: lines, sheets: []string{"French P18 no", "Allied P26 no"}, dice: []int{6, 4, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x yes default
9.3.1-d square of x against the charge: 6: passed
9.3.1-e square h,x yes
9.3.3-a decision P18 a no standing
9.2 combat declared charge a 0605
8.3.3-a decision P26 h no standing
9.2-b charge of a on 0605: 4, ratio 1:1 +0, charge at a square -2, square against cavalry alone -1: a-test a-retire counter-attack
8.5-d cohesion test of a: shock result: 0: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "Q95 guns are not disordered with it", ground: horse + "unit h Allied art at=0605\n" + foot, orders: ro, lines: lines, sheets: []string{"Allied P26 no"}, dice: []int{7, 0, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x yes default
9.3.1-d square of x against the charge: 7: failed
9.3.1-g disorder x failed square
9.2 combat declared charge a 0605
8.3.3-a decision P26 h no standing
9.2-b charge of a on 0605: 0, ratio 1.5:1 +1, cohesion +1, charge +1, charge by heavy cavalry +1: a-test d-test
8.5-d cohesion test of a: shock result: 0: passed
8.5-d cohesion test of x: shock result: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.3.1-a not disordered", ground: horse + "unit x Allied inf at=0605 state=disordered\n", orders: ro, lines: lines, dice: []int{0, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 0, ratio 1.5:1 +1, cohesion +1, charge +1, charge by heavy cavalry +1: a-test d-test
8.5-d cohesion test of a: shock result: 0: passed
8.5-d cohesion test of x: shock result: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "P17 cohesion 4: no attempt", ground: horse + "unit x Allied inf at=0605 coh=4\n", orders: ro, lines: lines, dice: []int{0, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x no default
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 0, ratio 1:1 +0, cohesion +2, charge +1, charge by heavy cavalry +1: a-test d-test
8.5-d cohesion test of a: shock result: 0: passed
8.5-d cohesion test of x: shock result: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.3.3-b recalled", ground: horse + foot, orders: ro, lines: lines, dice: []int{6, 6}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x yes default
9.3.1-d square of x against the charge: 6: passed
9.3.1-e square x yes
9.3.3-a decision P18 a yes default
9.3.3-a engagement test of a: recall of the charge: 6: passed
9.3.3-b decision P18 a 0504 E default
9.3.3-b recall a 0505,0504`},
		{name: "9.3.3-b to the hex of its choice", ground: horse + foot, orders: ro, lines: lines, sheets: []string{"French P18 0405 NNW"}, dice: []int{6, 6}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x yes default
9.3.1-d square of x against the charge: 6: passed
9.3.1-e square x yes
9.3.3-a decision P18 a yes default
9.3.3-a engagement test of a: recall of the charge: 6: passed
9.3.3-b decision P18 a 0405 NNW standing
9.3.3-b recall a 0505,0405 NNW`},
		{name: "9.3.3-c nowhere to go", ground: "unit a French cav heavy at=0507 face=NNE\nunit x Allied inf at=0605 face=NNW\nunit y Allied inf at=0508 face=NNE\nunit b French inf at=0406\nunit c French inf at=0405\n", orders: ro,
			lines: []string{"charge a at 0605 via 0506"}, dice: []int{6, 6}, want: `
9.1-c charge a 0605 0507,0506 NNE
9.3.1-a decision P17 x yes default
9.3.1-d square of x against the charge: 6: passed
9.3.1-e square x yes
9.3.3-a decision P18 a yes default
9.3.3-a engagement test of a: recall of the charge: 6: passed
9.3.3-c recall a 0506`},
		{name: "9.3.3-e the top unit tests for the stack", ground: "unit a French cav at=0305 eng=2\nunit b French cav at=0305 eng=9\n" + foot, orders: ro, lines: []string{"charge a,b at 0605 via 0405 0505"}, dice: []int{6, 3, 4, 0, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.1-c charge b 0605 0305,0405,0505 E
9.3.1-a decision P17 x yes default
9.3.1-d square of x against the charge: 6: passed
9.3.1-e square x yes
9.3.3-a decision P18 a yes default
9.3.3-a engagement test of a: recall of the charge: 3: failed
9.2 combat declared charge a,b 0605
9.2-b charge of a,b on 0605: 4, ratio 1:1 +0, charge at a square -2, square against cavalry alone -1: a-test a-retire counter-attack
8.5-d cohesion test of a: shock result: 0: passed
8.5-d cohesion test of b: shock result: 0: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
10.3.1 decision P29 b 0505,0404 default
10.3.1 retire b 0505,0404
9.2-f cohesion test of a: end of the charge: 0: passed
9.2-f cohesion test of b: end of the charge: 0: passed`},
		{name: "9.3.3 not at a square of before", ground: horse + foot, orders: ro, lines: lines, setup: inSquare(1), dice: []int{4, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 4, ratio 1:1 +0, charge at a square -2, square against cavalry alone -1: a-test a-retire counter-attack
8.5-d cohesion test of a: shock result: 0: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.3.1-b none after a square that was lost", ground: horse + foot, orders: ro, lines: lines, setup: func(r *run) { r.note(1, lostSquare) }, dice: []int{0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 0, ratio 1:1 +0, charge +1, charge by heavy cavalry +1: a-test a-retire
8.5-d cohesion test of a: shock result: 0: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "Q96 one attempt against two charges", ground: horse + foot + "unit b French cav at=0306 sp=6\n", orders: ro, lines: []string{chargeIt, "charge b at 0605 via 0406 0506"}, dice: []int{6, 6, 7, 5, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x yes default
9.3.1-d square of x against the charge: 6: passed
9.3.1-e square x yes
9.3.3-a decision P18 a yes default
9.3.3-a engagement test of a: recall of the charge: 6: passed
9.3.3-b decision P18 a 0504 E default
9.3.3-b recall a 0505,0504
9.1-c charge b 0605 0306,0406,0506 E
9.3.3-a decision P18 b yes default
9.3.3-a engagement test of b: recall of the charge: 7: failed
9.2 combat declared charge b 0605
9.2-b charge of b on 0605: 5, ratio 1:1 +0, charge at a square -2, square against cavalry alone -1: a-test a-retire
8.5-d cohesion test of b: shock result: 0: passed
10.3.1 decision P29 b 0506,0405 default
10.3.1 retire b 0506,0405
9.2-f cohesion test of b: end of the charge: 0: passed`},
		{name: "Q96 none after a failure", ground: horse + foot + "unit b French cav at=0306 sp=6\n", orders: ro, lines: []string{chargeIt, "charge b at 0605 via 0406 0506"}, dice: []int{7, 0, 0, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x yes default
9.3.1-d square of x against the charge: 7: failed
9.3.1-g disorder x failed square
9.1-c charge b 0605 0306,0406,0506 E
9.2 combat declared charge a,b 0605
9.2-b charge of a,b on 0605: 0, ratio 3:1 +5, cohesion +1, charge +1, charge by heavy cavalry +1: d-disorder d-retire
8.5-e rout x shock result
10.3.1 decision P29 x 0605,0705,0804 default
10.3.1 retreat x 0605,0705
10.3.1 retreat x 0705,0804
9.2-f cohesion test of b: end of the charge: 0: passed
9.5.2-i pursue a 0505,0605 E
9.5.2-i pursue a 0605,0705 E
9.2 combat pursuit charge a 0804
9.2-b charge of a on 0804: 0, ratio 1.5:1 +1, cohesion +1, charge +1, charge by heavy cavalry +1, defender routed +2: a-test d-disorder d-test
8.5-d cohesion test of a: shock result: 0: passed
10.2-o eliminate x shock result
9.5.2-l pursue a 0705,0804 E
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "8.2-f who is left attacks what a recalled charge leaves", ground: horse + foot + "unit b French inf at=0506\nunit y Allied inf at=0606\n", orders: ro, lines: []string{chargeIt, "shock b at 0606"}, dice: []int{6, 6, 5, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x yes default
9.3.1-d square of x against the charge: 6: passed
9.3.1-e square x yes
9.3.3-a decision P18 a yes default
9.3.3-a engagement test of a: recall of the charge: 6: passed
9.3.3-b decision P18 a 0504 E default
9.3.3-b recall a 0505,0504
8.3.1-d shock b 0606
8.5 combat declared shock b 0606,0605
8.5-a shock of b on 0606,0605: 5, ratio 1:2 -2: a-test
8.5-d cohesion test of b: shock result: 0: passed`},
		{name: "Q99 the square of two hexes counts", ground: horse + foot + "unit y Allied inf at=0604\n", orders: ro, lines: []string{chargeIt + " face e"}, sheets: []string{"Allied P17 no for y", "French P18 no"}, dice: []int{6, 6, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.3.1-a decision P17 x yes default
9.3.1-d square of x against the charge: 6: passed
9.3.1-e square x yes
9.3.1-a decision P17 y no standing
9.3.3-a decision P18 a no standing
9.2 combat declared charge a 0605,0604
9.2-b charge of a on 0605,0604: 6, ratio 1:2 -2, charge at a square -2, square against cavalry alone -1: a-test a-retire counter-attack
8.5-d cohesion test of a: shock result: 0: passed
10.3.1 decision P29 a 0505,0404 default
10.3.1 retire a 0505,0404
8.7.2-g decision P32 y no default
9.2-f cohesion test of a: end of the charge: 0: passed`},
	})
}

func TestCounterCharge(t *testing.T) {
	lines := []string{chargeIt}
	checkFights(t, []fightCase{
		{name: "9.4-d passed: no bonus", ground: "unit a French cav at=0305\nunit x Allied cav at=0605\n", orders: ro, lines: lines, dice: []int{6, 3, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.4-a decision P25 x yes default
9.4-b engagement test of x: counter-charge: 6: passed
9.4-d counter-charge x
9.2-b charge of a on 0605: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed
9.2-f cohesion test of x: end of the charge: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.4-e failed", ground: "unit a French cav at=0305\nunit x Allied cav at=0605\n", orders: ro, lines: lines, dice: []int{7, 2, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.4-a decision P25 x yes default
9.4-b engagement test of x: counter-charge: 7: failed
9.2-b charge of a on 0605: 2, ratio 1:1 +0, charge +1: a-test
8.5-d cohesion test of a: shock result: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.4-c non-heavy against heavy: +2", ground: horse + "unit x Allied cav at=0605\n", orders: ro, lines: lines, dice: []int{5, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.4-a decision P25 x yes default
9.4-b engagement test of x: counter-charge: 5, against heavy cavalry +2: failed
9.2-b charge of a on 0605: 0, ratio 1.5:1 +1, charge +1, charge by heavy cavalry +1: a-test
8.5-d cohesion test of a: shock result: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.4-c heavy against heavy: nothing", ground: horse + "unit x Allied cav heavy at=0605\n", orders: ro, lines: lines, dice: []int{6, 2, 0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.4-a decision P25 x yes default
9.4-b engagement test of x: counter-charge: 6: passed
9.4-d counter-charge x
9.2-b charge of a on 0605: 2, ratio 1.5:1 +1: a-test
8.5-d cohesion test of a: shock result: 0: passed
9.2-f cohesion test of x: end of the charge: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.4-a not from behind", ground: horse + "unit x Allied cav at=0605 face=E\n", orders: ro, lines: lines, dice: []int{0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 0, ratio 1.5:1 +1, charge +1, charge by heavy cavalry +1, through a rear hex +2: a-test d-disorder
8.5-d cohesion test of a: shock result: 0: passed
8.5-e disorder x shock result
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "10.1-h not disordered", ground: horse + "unit x Allied cav at=0605 state=disordered\n", orders: ro, lines: lines, dice: []int{0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.2-b charge of a on 0605: 0, ratio 2:1 +3, cohesion +1, charge +1, charge by heavy cavalry +1: a-test d-disorder d-test
8.5-d cohesion test of a: shock result: 0: passed
8.5-e rout x shock result
10.3.1 decision P29 x 0605,0705,0804,0904 default
10.3.1 retreat x 0605,0705
10.3.1 retreat x 0705,0804
10.3.1 retreat x 0804,0904
10.2-p rout-move x 0904,1004
10.2-p rout-move x 1004,1104
10.2-p rout-move x 1104,1204
10.2-p rout-move x 1204,off
10.4-t eliminate x left the map
9.5.2-l pursue a 0505,0605 E
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "9.4-g the top unit for the stack", ground: horse + "unit x Allied cav at=0605 eng=2\nunit y Allied cav at=0605 eng=9\n", orders: ro, lines: lines, dice: []int{3, 2, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.4-a decision P25 x yes default
9.4-b engagement test of x: counter-charge: 3, against heavy cavalry +2: failed
9.2-b charge of a on 0605: 2, ratio 1:1.5 -1, charge +1, charge by heavy cavalry +1: a-test
8.5-d cohesion test of a: shock result: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "P25 not tried", ground: horse + "unit x Allied cav at=0605\n", orders: ro, lines: lines, sheets: []string{"Allied P25 no"}, dice: []int{0, 0, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.4-a decision P25 x no standing
9.2-b charge of a on 0605: 0, ratio 1.5:1 +1, charge +1, charge by heavy cavalry +1: a-test
8.5-d cohesion test of a: shock result: 0: passed
9.2-f cohesion test of a: end of the charge: 0: passed`},
		{name: "Q101 the counter-charger tests too, and fails", ground: "unit a French cav at=0305\nunit x Allied cav at=0605\n", orders: ro, lines: lines, dice: []int{6, 3, 0, 7, 0}, want: `
9.1-c charge a 0605 0305,0405,0505 E
9.2 combat declared charge a 0605
9.4-a decision P25 x yes default
9.4-b engagement test of x: counter-charge: 6: passed
9.4-d counter-charge x
9.2-b charge of a on 0605: 3, ratio 1:1 +0: a-test
8.5-d cohesion test of a: shock result: 0: passed
9.2-f cohesion test of x: end of the charge: 7: failed
9.2-f disorder x end of the charge
9.2-f cohesion test of a: end of the charge: 0: passed`},
	})
}

// TestSquareGround shows that a charge into ground where no squares form is met
// without one [9.3.1-a]. The bundled table has no such ground that can be charged.
func TestSquareGround(t *testing.T) {
	text, err := data.Files.ReadFile("tables/terrain.csv")
	if err != nil {
		t.Fatal(err)
	}
	woods := strings.Replace(string(text), "\nwoods,2,3,3,1,1,yes,yes,", "\nwoods,2,3,3,1,1,yes,no,", 1)
	tables, err := setup.LoadTables(map[string][]byte{"tables/terrain.csv": []byte(woods)})
	if err != nil {
		t.Fatal(err)
	}
	r := activated(t, "unit a French cav at=0305\nunit x Allied inf at=0605\nhex 0605 woods\n", "french", ro)
	r.rs.tables = tables
	wantFault(t, give(t, r, "charge a at 0605 via 0405 0505"), "", "")
	wantTold(t, r, "[9.1-c] charge by=French unit=a target=0605 path=0305,0405,0505 facing=E")
}
