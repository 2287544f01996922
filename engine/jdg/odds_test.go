package jdg

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/tongue"
)

// oddsCase is one attack, with what it takes for its fight to be the only one:
// the sheets keep out breakthroughs and counter-attacks, woods end pursuits.
type oddsCase struct {
	name   string
	ground string // as ReadCase reads it; drawn is french, if it does not say
	lines  string
}

const noMore = "stands French P9 no\nstands French P31 no\nstands Allied P31 no\nstands Allied P32 no\n" +
	"stands Allied P34 no\n"

var oddsCases = []oddsCase{
	{name: "fire", ground: "unit g French art at=0505 sp=4 range=3/6\n" +
		"unit x Allied inf at=0805 sp=6 state=disordered\nunit y Allied inf at=0805 sp=3\n",
		lines: "fire g at 0805"},
	{name: "fire with counter-battery",
		ground: "unit g French art at=0505 sp=5 range=3/6\nunit g2 French art at=0505 sp=4 range=3/6\n" +
			"unit h Allied art at=0805 sp=5\nunit i Allied art at=0805 sp=4\n",
		lines: "fire g,g2 at 0805"},
	{name: "shock with tests and reaction fire", ground: "orders none french\n" +
		"unit a French inf at=0505 sp=4\nunit b French inf at=0505 sp=2 coh=5/4\nunit h Allied art at=0605 sp=3\n" +
		"unit x Allied inf at=0605 sp=3\n",
		lines: "shock a at 0605"},
	{name: "combined shock", ground: "unit a French inf at=0505 sp=4 face=E\n" +
		"unit c French art at=0604 sp=3 face=SSE\nunit b French inf at=0604 sp=3 face=SSE coh=5/5\n" +
		"unit x Allied inf at=0605 sp=4 coh=7/6\nunit y Allied inf at=0605 sp=2\n",
		lines: "shock a,b at 0605"},
	{name: "charge at infantry",
		ground: "unit a French cav heavy at=0305 sp=6 coh=7/6\nunit x Allied inf at=0605 sp=6\n" +
			"hex 0604,0705,0706,0606 woods\n",
		lines: chargeIt},
	{name: "counter-charge", ground: "orders none french\nunit a French cav heavy at=0305 sp=4 coh=7/6\n" +
		"unit b French cav at=0305 sp=2\n" +
		"unit x Allied cav at=0605 sp=6\nhex 0604,0705,0706,0606 woods\n",
		lines: strings.Replace(chargeIt, "charge a", "charge a,b", 1)},
	{name: "cavalry that retires",
		ground: "unit a French inf at=0505 sp=4\nunit x Allied cav at=0605 sp=3 state=disordered\n" +
			"unit y Allied cav at=0605 sp=3\n",
		lines: "shock a at 0605"},
	{name: "charge and shock",
		ground: "unit a French cav heavy at=0305 sp=4 coh=7/6\nunit b French inf at=0504 sp=4 face=SSE\n" +
			"unit x Allied inf at=0605 sp=6\nunit y Allied inf at=0605 sp=3 coh=5/4\nhex 0604,0705,0706,0606 woods\n",
		lines: chargeIt + "\nmove b 0604\nshock b at 0605"},
}

// start reads the case.
func (c oddsCase) start(t testing.TB) (*Ruleset, *Position, engine.Orders) {
	t.Helper()
	ground, side := c.ground, engine.Side("French")
	if strings.Contains(ground, "drawn allied") {
		side = "Allied"
	} else {
		ground = "drawn french\n" + ground
	}
	rs, p, err := ReadCase([]byte(ground+noMore), nil)
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	o := engine.Orders{Side: side}
	for i, l := range strings.Split(c.lines, "\n") {
		o.Lines = append(o.Lines, engine.Order{Line: i + 1, Text: l, Words: strings.Fields(strings.ToLower(l))})
	}
	if fs := rs.Check(p, o); len(fs) > 0 {
		t.Fatalf("%s: %v", c.name, fs)
	}
	return rs, p, o
}

// TestOddsAreExact compares odds with every single course of the dice, ten
// values a roll, where these are few enough.
func TestOddsAreExact(t *testing.T) {
	for _, c := range []oddsCase{
		oddsCases[0],
		{name: "shock", ground: "unit a French inf at=0505 sp=12\nunit x Allied inf at=0605 sp=6\n",
			lines: "shock a at 0605"},
		{name: "charge", ground: "orders none french\nunit a French cav heavy at=0305 sp=6\n" +
			"unit x Allied inf at=0605 sp=9/6 state=disordered\nhex 0604,0705,0706,0606 woods\n", lines: chargeIt},
	} {
		t.Run(c.name, func(t *testing.T) {
			rs, p, o := c.start(t)
			want := map[string]*big.Rat{}
			everyOutcome(t, func(dice engine.Dice) *run { return byDice(rs, p, o, dice) }, func(r *run, q *big.Rat) {
				end, also := c.fight(p).verdict(p, r)
				for _, what := range append(also, end) {
					if want[what] == nil {
						want[what] = new(big.Rat)
					}
					want[what].Add(want[what], q)
				}
			})
			got := map[string]*big.Rat{}
			for _, x := range rs.Preview(p, o).Odds {
				for _, c := range append(slices.Clone(x.Outcomes), x.Also...) {
					got[c.What.String()] = c.P
				}
			}
			if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
				t.Errorf("got %s\nwant %s", g, w)
			}
		})
	}
}

// TestOddsWords shows what odds say besides chances.
func TestOddsWords(t *testing.T) {
	const pair = "unit a French inf at=0505 sp=12\nunit g French art at=0503 sp=4 range=3/6 face=E\n" +
		"unit x Allied inf at=0605 sp=6\nunit y Allied inf at=0703 sp=6\n"
	tests := []struct {
		name, ground, lines string
		want                []string // for each attack: lines, words, rule, DRMs, notes
	}{
		{"fire and shock", pair, "shock a at 0605\nfire g at 0703", []string{
			"[2] fire of g at 0703 7.5 [{fire strength 4}] [cohesion levels lost on average: own 0.00, enemy 0.22]",
			"[1] shock of a at 0605 8.5 [{ratio 2:1 3}] [cohesion levels lost on average: own 0.12, enemy 1.05]"}},
		{"no attack", pair, "face g NNE", nil},
		{"after a move", "unit a French inf at=0504 sp=12 face=E\nunit x Allied inf at=0605 sp=6\n",
			"move a 0505\nshock a at 0605", []string{
				"[2] shock of a at 0605 8.5 [{ratio 2:1 3}] [cohesion levels lost on average: own 0.12, enemy 1.05]"}},
		{"artillery alone", "unit a French inf at=0505 sp=6\nunit x Allied art at=0605 sp=1 state=disordered\n",
			"shock a at 0605", []string{
				"[1] shock of a at 0605 8.5 [] [artillery alone is overrun without a roll cohesion levels lost on " +
					"average: own " +
					"0.00, enemy 2.00]"}},
		{"leader's initiative", "commander c French at=0101\norders none french\n" + strings.Split(pair, "\n")[0] +
			"\nunit x Allied inf at=0605 sp=6\n",
			"initiative french\nshock a at 0605", []string{
				"[2] shock of a at 0605 8.5 [{ratio 2:1 3}] [if the leader's initiative for french succeeds cohesion " +
					"levels lost " +
					"on average: own 0.12, enemy 1.05]"}},
		{"leader's initiative for a fire", "orders none french\n" + pair, "initiative french\nfire g at 0703", []string{
			"[2] fire of g at 0703 7.5 [{fire strength 4}] [if the leader's initiative for french succeeds cohesion " +
				"levels " +
				"lost on average: own 0.00, enemy 0.22]"}},
		{"leader's initiative for two units",
			"orders none french\nunit a French inf at=0505 sp=7\nunit b French inf at=0505 sp=5\n" +
				"unit x Allied inf at=0605 sp=6\n",
			"initiative french\nshock a at 0605", []string{
				"[2] shock of a at 0605 8.5 [{ratio 2:1 3}] [if the leader's initiative for french succeeds cohesion " +
					"levels lost " +
					"on average: own 0.24, enemy 1.05]"}},
		{"two leaders' initiatives",
			"orders none french.1 french.2\nunit a French inf at=0505 sp=6\nunit b French inf at=0601 sp=6 face=SSE\n" +
				"unit x Allied inf at=0605 sp=6\n",
			"initiative french.1,french.2\nmove b 0602 0603 0604\nshock a,b at 0605", []string{
				"[3] shock of a,b at 0605 8.5 [{ratio 2:1 3} {through a rear hex 2}] " +
					"[if the leader's initiative for french.1 succeeds " +
					"if the leader's initiative for french.2 succeeds cohesion levels lost on average: own 0.12, " +
					"enemy 1.42]"}},
		{"a leader's initiative for the second unit",
			"orders none french.2\nunit a French inf at=0505 sp=6\nunit b French inf at=0601 sp=6 face=SSE\n" +
				"unit x Allied inf at=0605 sp=6\n",
			"initiative french.2\nmove b 0602 0603 0604\nshock a,b at 0605", []string{
				"[3] shock of a,b at 0605 8.5 [{ratio 2:1 3} {through a rear hex 2}] [if the leader's initiative for " +
					"french.2 " +
					"succeeds cohesion levels lost on average: own 0.12, enemy 1.42]"}},
		{"replies do not decide, often though they come",
			"unit g French art at=0505 sp=1 range=3/6\nunit h Allied art at=0805 sp=4\n" +
				"unit i Allied art at=0805 sp=4\n",
			"fire g at 0805", []string{
				"[1] fire of g at 0805 7.5 [{fire strength 1} {target is artillery -1}] [cohesion levels lost on " +
					"average: own " +
					"0.26, enemy 0.06]"}},
		{"the other side", "drawn allied\nunit a French inf at=0505 sp=6\nunit x Allied inf at=0605 sp=12\n",
			"shock x at 0505", []string{
				"[1] shock of x at 0505 8.5 [{ratio 2:1 3}] [cohesion levels lost on average: own 0.12, enemy 1.05]"}},
		{"a charge that comes into a stack",
			"unit a French cav at=0305 sp=4\nunit b French cav at=0604 face=SSE sp=4\n" +
				"unit x Allied inf at=0605 sp=4 state=disordered\n",
			"charge a at 0605 via 0404 0504 0604 face SSE", []string{
				"[1] charge of a at 0605 9.2 [{ratio 2:1 3} {cohesion 1} {charge 1} {through a rear hex 2}] " +
					"[cohesion levels " +
					"lost on average: own 0.30, enemy 1.00]"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rs, p, o := oddsCase{tt.name, tt.ground, tt.lines}.start(t)
			var got []string
			for _, x := range rs.Preview(p, o).Odds {
				for _, n := range x.Notes {
					if fr := n.In(tongue.Fr); strings.Contains(fr, "en moyenne") != strings.Contains(fr, "0,") ||
						strings.Contains(fr, "0.") {
						t.Errorf("in French: %s", fr)
					}
				}
				got = append(got, fmt.Sprint(x.Lines, " ", x.What, " ", x.Rule, " ", x.Mods, " ", x.Notes))
			}
			if g, w := strings.Join(got, "\n"), strings.Join(tt.want, "\n"); g != w {
				t.Errorf("got\n%s\nwant\n%s", g, w)
			}
		})
	}
}

// TestOddsEndWithThePursuit shows that the next charge of a pursuit is not
// counted: slopes behind x, which let nobody charge on, change nothing.
func TestOddsEndWithThePursuit(t *testing.T) {
	const ground = "unit a French cav heavy at=0305 sp=6\nunit x Allied inf at=0605 sp=6 state=disordered\n"
	var got [2]string
	for i, more := range []string{"", "slope 0605/0705 0605/0706 0605/0606\n"} {
		rs, p, o := oddsCase{"charge", ground + more, chargeIt}.start(t)
		odds := rs.Preview(p, o).Odds
		if len(odds) != 1 || len(odds[0].Outcomes) == 0 {
			t.Fatalf("%q: got odds %v, want those of one attack", more, odds)
		}
		got[i] = oddsText(odds)
	}
	if got[0] != got[1] {
		t.Errorf("where a can charge on: got\n%s\nwant\n%s", got[0], got[1])
	}
}

// TestOddsKeepApart shows that an attack has the same odds with and without
// others before it: a fire that cannot miss, and a charge.
func TestOddsKeepApart(t *testing.T) {
	const ground = "unit a French inf at=0505 sp=6\nunit g French art at=0503 sp=14 range=3/6 face=SSE\n" +
		"unit k French cav heavy at=0307 sp=6 face=E\n" +
		"unit x Allied inf at=0605 sp=6\nunit y Allied inf at=0607 sp=6\n"
	alone := oddsCase{"alone", ground, "shock a at 0605"}
	rs, p, o := alone.start(t)
	want := rs.Preview(p, o).Odds
	_, p, o = oddsCase{"after others", ground, "shock a at 0605\nfire g at 0605\ncharge k at 0607 to 0507"}.start(t)
	got := rs.Preview(p, o).Odds
	if len(want) != 1 || len(got) != 3 {
		t.Fatalf("got %d and %d odds, want 1 and 3", len(want), len(got))
	}
	if g, w := fmt.Sprint(got[2]), fmt.Sprint(want[0]); g != w {
		t.Errorf("got %s\nwant %s", g, w)
	}
}

// TestOddsOfChargeBesideCharge shows the same of a charge with another after
// it: that one has come to where it attacks, and nothing has come of it. There
// it stands in the way of x, which can leave 0605 only by its front hex 0705.
func TestOddsOfChargeBesideCharge(t *testing.T) {
	const ground = "unit a French cav heavy at=0305 sp=6\nunit x Allied inf at=0605 sp=6 state=disordered\n" +
		"unit y Allied inf at=0804 sp=6 face=W\nhex 0606,0706 pond\n"
	rs, p, o := oddsCase{"it stands there", ground + "unit l French cav at=0704 sp=4 face=SSE\n", chargeIt}.start(t)
	want := rs.Preview(p, o).Odds
	_, p, o = oddsCase{"it charges", ground + "unit l French cav at=0701 sp=4 face=SSE\n",
		chargeIt + "\ncharge l at 0804 via 0702 0703 0704 face SSE"}.start(t)
	got := rs.Preview(p, o).Odds
	if len(want) != 1 || len(got) != 2 {
		t.Fatalf("got %d and %d odds, want 1 and 2", len(want), len(got))
	}
	if g, w := fmt.Sprint(got[0]), fmt.Sprint(want[0]); g != w {
		t.Errorf("got %s\nwant %s", g, w)
	}
}

// TestOddsEndWithTheAttack plays every way that the dice can fall: breakthroughs
// and counter-attacks, for which the position has room, are not fought.
func TestOddsEndWithTheAttack(t *testing.T) {
	for _, c := range []struct{ effect, ground string }{
		{"breakthrough", "unit a French inf at=0505 sp=12\nunit x Allied inf at=0605 sp=2\n" +
			"unit y Allied inf at=0705 sp=2\n"},
		{"counter-attack",
			"unit a French inf at=0505 sp=2\nunit b French inf at=0506 sp=2\nunit x Allied inf at=0605 sp=9\n"},
	} {
		start := activated(t, c.ground, "french", ro)
		wantFault(t, give(t, start, "shock a at 0605"), "", "")
		seen := false
		for course := []int{}; course != nil; {
			r, f := start.fork(), &fate{open: true, course: course}
			r.fate = f
			r.combats()
			for _, e := range r.out {
				seen = seen || e.Roll != nil && strings.Contains(e.Roll.Result, c.effect)
				if e.Kind == "combat" && e.Get("kind") != "declared" {
					t.Fatalf("%s: got %v", c.effect, e)
				}
			}
			course = f.next()
		}
		if !seen {
			t.Errorf("no way leads to a %s", c.effect)
		}
	}
}
