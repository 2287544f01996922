package jdg

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// oddsText writes odds with their exact chances.
func oddsText(odds []engine.Odds) string {
	var b strings.Builder
	for _, o := range odds {
		fmt.Fprintf(&b, "lines %v: %s [%s]\n", o.Lines, o.What, o.Rule)
		for _, m := range o.Mods {
			fmt.Fprintf(&b, "\t%+d %s\n", m.Value, m.Name)
		}
		for _, c := range o.Outcomes {
			fmt.Fprintf(&b, "\t%s %% %s\n", c.P.RatString(), c.What)
		}
		for _, c := range o.Also {
			fmt.Fprintf(&b, "\talso %s %% %s\n", c.P.RatString(), c.What)
		}
		for _, n := range o.Notes {
			fmt.Fprintf(&b, "\t%s\n", n)
		}
	}
	return strings.ReplaceAll(b.String(), " %", "")
}

// TestOddsGolden holds the exact chances of usual fights to what they were when
// TestOddsAgainstDice, which takes long, found them right.
func TestOddsGolden(t *testing.T) {
	cases := slices.DeleteFunc(slices.Clone(oddsCases), func(c oddsCase) bool { return c.name == counterCharge })
	cases = append(cases,
		oddsCase{name: "overrun guns",
			ground: "unit a French inf at=0505 sp=4\nunit h Allied art at=0605 sp=3\n", lines: "shock a at 0605"},
		oddsCase{name: "two attacks, one after the other",
			ground: "unit g French art at=0505 sp=4 range=3/6\nunit a French inf at=0508 sp=4\n" +
				"unit x Allied inf at=0805 sp=3\nunit y Allied inf at=0608 sp=3\n",
			lines: "fire g at 0805\nshock a at 0608"},
		oddsCase{name: "by the leader's initiative",
			ground: "orders none french\nunit a French inf at=0405 sp=4\nunit x Allied inf at=0605 sp=3\n",
			lines:  "initiative french\nmove a 0505\nshock a at 0605"},
		oddsCase{name: "charge at a square",
			ground: "unit a French cav heavy at=0305 sp=6\nunit x Allied inf at=0605 sp=6\nsquared x\n" +
				"hex 0604,0705,0706,0606 woods\n", lines: chargeIt},
		oddsCase{name: "charge and shock, the line of the shock first",
			ground: "unit a French cav at=0305 sp=4\nunit b French inf at=0504 sp=4 face=SSE\n" +
				"unit x Allied inf at=0605 sp=6\n" +
				"hex 0604,0705,0706,0606 woods\n",
			lines: "move b 0604\nshock b at 0605\n" + chargeIt})
	var b strings.Builder
	for _, c := range cases {
		rs, p, o := c.start(t)
		fmt.Fprintf(&b, "== %s\n%s", c.name, oddsText(rs.Preview(p, o).Odds))
	}
	golden(t, "odds", b.String())
}

const counterCharge = "counter-charge"

// TestOddsGoldenCounterCharge is the one of them that takes longest.
func TestOddsGoldenCounterCharge(t *testing.T) {
	c := oddsCases[slices.IndexFunc(oddsCases, func(c oddsCase) bool { return c.name == counterCharge })]
	rs, p, o := c.start(t)
	golden(t, "odds-counter-charge", oddsText(rs.Preview(p, o).Odds))
}
