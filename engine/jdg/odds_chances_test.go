package jdg

import (
	"fmt"
	"math/big"
	"testing"

	"berthier/engine"
)

// chanceOf gives the chance of one outcome, or of something that may come with
// any; 0 if the odds do not have it.
func chanceOf(x engine.Odds, what string) *big.Rat {
	for _, c := range append(x.Outcomes, x.Also...) {
		if c.What.String() == what {
			return c.P
		}
	}
	return new(big.Rat)
}

// TestOddsByHand compares single chances with such as are worked out by hand
// from the ratings and tables.
func TestOddsByHand(t *testing.T) {
	const (
		charge   = "unit a French cav heavy at=0305 sp=6 coh=7/6\nunit x Allied inf at=0605 sp=6\n"
		broken   = "unit a French cav at=0305 sp=6\nunit x Allied inf at=0605 sp=6 state=disordered\n"
		joined   = broken + "unit b French cav at=0602 sp=6 face=SSE\n"
		byB      = "\ncharge b at 0605 via 0603 0604"
		recalled = "charge recalled"
		refused  = "engagement test failed"
	)
	type oddsByHand struct {
		name, ground, lines, what, want string
	}
	tests := []oddsByHand{
		// Each ET is passed by 0 to 6.
		{"two stacks without orders",
			"orders none french\nunit a French inf at=0505\nunit b French inf at=0604 face=SSE\n" +
				"unit x Allied inf at=0605\n",
			"shock a,b at 0605", refused, "9/100"},
		// One fails its ET and fire, as below, stops the other: 2 times 7/10 times 3/10 times 22/100.
		{"two stacks before a gun, both refuse",
			"orders none french\nunit a French inf at=0505\nunit b French inf at=0604 face=SSE\n" +
				"unit h Allied art at=0605 sp=3 face=NNW\n",
			"shock a,b at 0605", refused, "9/100"},
		{"two stacks before a gun, fire stops the last",
			"orders none french\nunit a French inf at=0505\nunit b French inf at=0604 face=SSE\n" +
				"unit h Allied art at=0605 sp=3 face=NNW\n",
			"shock a,b at 0605", "stopped by fire", "231/2500"},
		{"two charges without orders", "orders none french.1 french.2\n" + joined, chargeIt + byB, refused, "9/100"},
		{"the first charge only", "orders none french.1 french.2\n" + joined, chargeIt, refused, "3/10"},
		// Standing orders take effect where they would in play.
		{"a standing order for the leader's initiative",
			"stands French P6 yes\norders none french\n" + broken, chargeIt, refused, "0"},
		{"a standing order in the same file", charge, "standing recall no\n" + chargeIt, recalled, "0"},
		// The square is formed by 0 to 6, and so does the ET of the recall pass.
		{"recall", charge, chargeIt, recalled, "49/100"},
		{"what is asked by mail follows the default", "ask P17,P18\n" + charge, chargeIt, recalled, "49/100"},
		// Before it goes two hexes x is tested for its cohesion of 5 with -2: 0 to 7
		// pass, and 8 and 9 rout it.
		{"retires before combat",
			"stands French P24 no\nunit a French inf at=0505\nunit x Allied cav at=0605 state=disordered\n",
			"shock a at 0605", "defender retires before combat", "4/5"},
		{"routs before combat", "stands French P24 no\nunit a French inf at=0505\n" +
			"unit x Allied cav at=0605 state=disordered\n",
			"shock a at 0605", "defender leaves, hex not taken", "1/5"},
		// Reaction fire at +4 disorders by 9, and by 5 to 8 if 7 to 9 fail the CT: 22 of
		// 100. Then 6 to 9 fail the CT that ends the charge.
		{"a charge that fire stops", "unit a French cav at=0305 sp=6\nunit h Allied art at=0605 sp=3\n",
			chargeIt, "attacker routs", "11/125"},
	}
	// Much may have been told before: 7 of 10 pass the ET, then fire as above.
	stopped, turns := "orders none french.1\nunit a French inf at=0505\nunit h Allied art at=0605 sp=3\n", ""
	for i := range 8 {
		stopped += fmt.Sprintf("unit m%d French inf at=0%d09\n", i, i+1)
		turns += fmt.Sprintf("face m%d NNE\n", i)
	}
	tests = append(tests, oddsByHand{"a shock that fire stops after other events", stopped,
		turns + "shock a at 0605", "stopped by fire", "77/500"})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rs, p, o := oddsCase{tt.name, tt.ground, tt.lines}.start(t)
			odds := rs.Preview(p, o).Odds
			if len(odds) != 1 || odds[0].Outcomes == nil {
				t.Fatalf("got %v", odds)
			}
			if got := chanceOf(odds[0], tt.what).RatString(); got != tt.want {
				t.Errorf("%s: got %s, want %s", tt.what, got, tt.want)
			}
		})
	}
}

// TestOddsOfParts holds an attack of which some may fail their ETs to what is
// left of it in each case. Between a and c stands b: if it alone fails, a and c
// do not stand side by side, and c, the stronger, attacks [8.4.1-a, JDG-Q67].
func TestOddsOfParts(t *testing.T) {
	const ground = "unit a French inf at=0604 face=SSW sp=12\nunit b French inf at=0505\n" +
		"unit c French inf at=0506 sp=13\n" +
		"unit x Allied inf at=0605\n"
	taken := func(more, lines string) *big.Rat {
		t.Helper()
		rs, p, o := oddsCase{lines, more + ground, lines}.start(t)
		return chanceOf(rs.Preview(p, o).Odds[0], "hex taken")
	}
	all, withoutA, onlyC := taken("", "shock b,a,c at 0605"), taken("", "shock b,c at 0605"),
		taken("", "shock c at 0605")

	want := new(big.Rat)
	for _, x := range []struct {
		ets int64 // of 100
		p   *big.Rat
	}{{49, all}, {21, withoutA}, {30, onlyC}} {
		want.Add(want, new(big.Rat).Mul(big.NewRat(x.ets, 100), x.p))
	}
	if got := taken("granted c\norders none french\n", "shock b,a,c at 0605"); got.Cmp(want) != 0 {
		t.Errorf("got %s, want %s", got, want)
	}
}
