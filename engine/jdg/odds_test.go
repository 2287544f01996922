package jdg

import (
	"flag"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/hex"
)

var oddsRuns = flag.Int("odds.runs", 2500, "resolutions of each attack in TestOddsAgainstDice")
var oddsSeed = flag.Uint64("odds.seed", 0, "seed of TestOddsAgainstDice; 0 takes a new one")

// oddsCase is one attack, with what it takes for its fight to be the only one:
// the sheets keep out breakthroughs and counter-attacks, woods end pursuits.
type oddsCase struct {
	name   string
	ground string // as ReadCase reads it
	lines  string
}

const noMore = "phase D\ndrawn french\nstands French P9 no\nstands French P31 no\nstands Allied P31 no\nstands Allied P32 no\nstands Allied P34 no\n"

var oddsCases = []oddsCase{
	{name: "fire", ground: "unit g French art at=0505 sp=4 range=3/6\nunit x Allied inf at=0805 sp=6 state=disordered\nunit y Allied inf at=0805 sp=3\n",
		lines: "fire g at 0805"},
	{name: "fire with counter-battery", ground: "unit g French art at=0505 sp=5 range=3/6\nunit g2 French art at=0505 sp=4 range=3/6\n" +
		"unit h Allied art at=0805 sp=5\nunit i Allied art at=0805 sp=4\n",
		lines: "fire g,g2 at 0805"},
	{name: "shock with tests and reaction fire", ground: "orders none french\n" +
		"unit a French inf at=0505 sp=4\nunit b French inf at=0505 sp=2 coh=5/4\nunit h Allied art at=0605 sp=3\nunit x Allied inf at=0605 sp=3\n",
		lines: "shock a at 0605"},
	{name: "combined shock", ground: "unit a French inf at=0505 sp=4 face=E\nunit c French art at=0604 sp=3 face=SSE\nunit b French inf at=0604 sp=3 face=SSE coh=5/5\n" +
		"unit x Allied inf at=0605 sp=4 coh=7/6\nunit y Allied inf at=0605 sp=2\n",
		lines: "shock a,b at 0605"},
	{name: "charge at infantry", ground: "unit a French cav heavy at=0305 sp=6 coh=7/6\nunit x Allied inf at=0605 sp=6\nhex 0604,0705,0706,0606 woods\n",
		lines: chargeIt},
	{name: "counter-charge", ground: "orders none french\nunit a French cav heavy at=0305 sp=4 coh=7/6\nunit b French cav at=0305 sp=2\n" +
		"unit x Allied cav at=0605 sp=6\nhex 0604,0705,0706,0606 woods\n",
		lines: strings.Replace(chargeIt, "charge a", "charge a,b", 1)},
	{name: "cavalry that retires", ground: "unit a French inf at=0505 sp=4\nunit x Allied cav at=0605 sp=3 state=disordered\nunit y Allied cav at=0605 sp=3\n",
		lines: "shock a at 0605"},
	{name: "charge and shock", ground: "unit a French cav heavy at=0305 sp=4 coh=7/6\nunit b French inf at=0504 sp=4 face=SSE\n" +
		"unit x Allied inf at=0605 sp=6\nunit y Allied inf at=0605 sp=3 coh=5/4\nhex 0604,0705,0706,0606 woods\n",
		lines: chargeIt + "\nmove b 0604\nshock b at 0605"},
}

// start reads the case.
func (c oddsCase) start(t testing.TB) (*Ruleset, *Position, engine.Orders) {
	t.Helper()
	// Lines of a position that is no scenario come after those of the scenario.
	var scenario, extra []string
	for l := range strings.Lines(c.ground) {
		if caseWords[strings.Fields(l)[0]] != nil {
			extra = append(extra, l)
		} else {
			scenario = append(scenario, l)
		}
	}
	rs, p, err := ReadCase([]byte(strings.Join(scenario, "")+noMore+strings.Join(extra, "")), nil)
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	o := engine.Orders{Side: "French"}
	for i, l := range strings.Split(c.lines, "\n") {
		o.Lines = append(o.Lines, engine.Order{Line: i + 1, Text: l, Words: strings.Fields(strings.ToLower(l))})
	}
	if fs := rs.Check(p, o); len(fs) > 0 {
		t.Fatalf("%s: %v", c.name, fs)
	}
	return rs, p, o
}

// pcgDice are dice whose values come from a seed.
type pcgDice struct{ *rand.Rand }

func (d pcgDice) Draw(purpose string, n int) engine.Draw {
	return engine.Draw{Purpose: purpose, N: n, Value: d.IntN(n)}
}
func (d pcgDice) Seal(purpose string, n int) engine.Draw { return d.Draw(purpose, n) }

// byDice resolves the orders with dice, up to the rally step.
func byDice(rs *Ruleset, p *Position, o engine.Orders, dice engine.Dice) *run {
	r := newRun(rs, p, dice)
	r.begins([]engine.Orders{o})
	r.newActivation(o.Lines)
	r.act.orders, _ = r.readAll(r.act.side, o.Lines)
	for _, s := range activationSteps {
		r.carryOut(s)
		r.rest(s)
	}
	return r
}

// verdict judges one resolution as Odds names outcomes; it goes by where the
// units stand and in which state, and by the record of the rolls. In the cases
// every French unit attacks and every Allied one defends; the French attack
// 0605 or fire at 0805.
func verdict(before *Position, r *run) (end string, also []string) {
	var worst [2]State
	taken := false
	for u := range before.Units {
		if now := r.p.Units[u].State; now > before.Units[u].State {
			worst[before.side(u)] = max(worst[before.side(u)], now)
		}
		taken = taken || before.side(u) == 0 && r.p.Units[u].Hex == hex.H(605)
	}
	has := func(kind string, by engine.Side) bool {
		return slices.ContainsFunc(r.out, func(e engine.Event) bool { return e.Kind == kind && e.By == by })
	}
	rolled := func(rule, result string) bool {
		return slices.ContainsFunc(r.out, func(e engine.Event) bool {
			return e.Roll != nil && e.Rule == rule && (result == "" || e.Roll.Result == result)
		})
	}
	thrown := func(s engine.Side) bool {
		return has("retire", s) || has("retreat", s) || has("rout-move", s) || has("eliminate", s)
	}
	mine, his := worst[0], worst[1]
	when := func(is bool, name string) {
		if is {
			also = append(also, name)
		}
	}
	if !has("shock", "French") && !has("charge", "French") && !rolled("9.1-d", "") {
		first := r.out[slices.IndexFunc(r.out, func(e engine.Event) bool { return e.Rule == "7.5-a" })]
		missed := first.Roll.Result == "none"
		when(!missed, "hit")
		when(his > Ordered, "disordered or worse")
		when(his > Disordered, "routed or worse")
		when(mine > Ordered, "firing gun disordered or worse")
		return map[bool]string{true: "no effect", false: [...]string{"test passed", "disordered", "routed", "eliminated"}[his]}[missed], also
	}
	when(mine > Ordered, "attacker disordered or worse")
	when(mine > Disordered, "attacker routed or worse")
	when(his > Ordered, "defender disordered or worse")
	when(his > Disordered, "defender routed or worse")
	struck := rolled("8.5-a", "") || rolled("9.2-b", "")
	switch {
	case taken:
		return "hex taken", also
	case mine > Disordered:
		return "attacker routs", also
	case struck && thrown("French"):
		return "attacker retires", also
	case thrown("Allied"):
		return "defender leaves, hex not taken", also
	case struck:
		names := [...]string{"nothing", "attacker disordered", "defender disordered", "both disordered"}
		return names[boolInt(mine > Ordered)+2*boolInt(his > Ordered)], also
	case has("recall", "French"):
		return "charge recalled", also
	case has("evade", "Allied"):
		return "defender retires before combat", also
	case rolled("8.3.2-a", "failed") || rolled("9.1-d", "failed"):
		return "engagement test failed", also
	}
	return "stopped by fire", also
}

// diceDiffer holds counts of n resolutions to chances. By Bernstein's
// inequality a true chance strays so far in one of 2*10^8 tests.
func diceDiffer(chances []engine.Chance, counts map[string]int, n int) (wrong []string) {
	const x = 20 // minus the logarithm of half the odds of a false alarm
	for _, c := range chances {
		p, _ := c.P.Float64()
		got, want := float64(counts[c.What]), p*float64(n)
		if most := x/3.0 + math.Sqrt(x*x/9.0+2*x*want*(1-p)); math.Abs(got-want) > most {
			wrong = append(wrong, fmt.Sprintf("%s: %d of %d, want %.1f, %.1f more or less", c.What, counts[c.What], n, want, most))
		}
	}
	for what, k := range counts {
		if !slices.ContainsFunc(chances, func(c engine.Chance) bool { return c.What == what }) {
			wrong = append(wrong, fmt.Sprintf("%s: %d of %d, which the odds do not know", what, k, n))
		}
	}
	return wrong
}

// TestOddsAgainstDice compares the odds of every case with resolutions by
// dice: -odds.runs of each, 20,000 in all by default. They have other dice
// each time; -odds.seed repeats them.
func TestOddsAgainstDice(t *testing.T) {
	seed := *oddsSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("to repeat: -odds.seed=%d -odds.runs=%d", seed, *oddsRuns)
	for i, c := range oddsCases {
		t.Run(c.name, func(t *testing.T) {
			rs, p, o := c.start(t)
			odds := rs.Odds(p, o)
			if len(odds) != 1 {
				t.Fatalf("odds of %d attacks, want 1", len(odds))
			}
			ends, also := map[string]int{}, map[string]int{}
			dice := pcgDice{rand.New(rand.NewPCG(seed, uint64(i)))}
			for range *oddsRuns {
				end, with := verdict(p, byDice(rs, p, o, dice))
				ends[end]++
				for _, w := range with {
					also[w]++
				}
			}
			for _, w := range append(diceDiffer(odds[0].Outcomes, ends, *oddsRuns), diceDiffer(odds[0].Also, also, *oddsRuns)...) {
				t.Error(w)
			}
			wantTooFar(t, odds[0].Outcomes, ends)
		})
	}
}

// wantTooFar shows that odds which are wrong by one pip of one die are found
// out.
func wantTooFar(t *testing.T, chances []engine.Chance, counts map[string]int) {
	t.Helper()
	lies := slices.Clone(chances)
	slices.SortStableFunc(lies, func(a, b engine.Chance) int { return b.P.Cmp(a.P) })
	pip := big.NewRat(1, 10)
	lies[0].P, lies[1].P = new(big.Rat).Sub(lies[0].P, pip), new(big.Rat).Add(lies[1].P, pip)
	if diceDiffer(lies, counts, *oddsRuns) == nil {
		t.Errorf("%d resolutions do not tell the odds from others in which one pip counts for %q instead of %q", *oddsRuns, lies[1].What, lies[0].What)
	}
}

// TestOddsAreExact compares odds with every single course of the dice, ten
// values a roll, where these are few enough.
func TestOddsAreExact(t *testing.T) {
	for _, c := range []oddsCase{
		oddsCases[0],
		{name: "shock", ground: "unit a French inf at=0505 sp=12\nunit x Allied inf at=0605 sp=6\n", lines: "shock a at 0605"},
		{name: "charge", ground: "orders none french\nunit a French cav heavy at=0305 sp=6\nunit x Allied inf at=0605 sp=9/6 state=disordered\nhex 0604,0705,0706,0606 woods\n", lines: chargeIt},
	} {
		t.Run(c.name, func(t *testing.T) {
			rs, p, o := c.start(t)
			want := map[string]*big.Rat{}
			everyOutcome(t, func(dice engine.Dice) *run { return byDice(rs, p, o, dice) }, func(r *run, q *big.Rat) {
				end, also := verdict(p, r)
				for _, what := range append(also, end) {
					if want[what] == nil {
						want[what] = new(big.Rat)
					}
					want[what].Add(want[what], q)
				}
			})
			got := map[string]*big.Rat{}
			for _, x := range rs.Odds(p, o) {
				for _, c := range append(slices.Clone(x.Outcomes), x.Also...) {
					got[c.What] = c.P
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
	const pair = "unit a French inf at=0505 sp=12\nunit g French art at=0503 sp=4 range=3/6 face=E\nunit x Allied inf at=0605 sp=6\nunit y Allied inf at=0703 sp=6\n"
	tests := []struct {
		name, ground, lines string
		want                []string // for each attack: lines, words, rule, DRMs, notes
	}{
		{"fire and shock", pair, "shock a at 0605\nfire g at 0703", []string{
			"[2] fire of g at 0703 7.5 [{fire strength 4}] [cohesion levels lost on average: own 0.00, enemy 0.22]",
			"[1] shock of a at 0605 8.5 [{ratio 2:1 3}] [cohesion levels lost on average: own 0.12, enemy 1.05]"}},
		{"no attack", pair, "face g NNE", nil},
		{"after a move", "unit a French inf at=0504 sp=12 face=E\nunit x Allied inf at=0605 sp=6\n", "move a 0505\nshock a at 0605", []string{
			"[2] shock of a at 0605 8.5 [{ratio 2:1 3}] [cohesion levels lost on average: own 0.12, enemy 1.05]"}},
		{"artillery alone", "unit a French inf at=0505 sp=6\nunit x Allied art at=0605 sp=1 state=disordered\n", "shock a at 0605", []string{
			"[1] shock of a at 0605 8.5 [] [cohesion levels lost on average: own 0.00, enemy 2.00]"}},
		{"leader's initiative", "commander c French at=0101\norders none french\n" + strings.Split(pair, "\n")[0] + "\nunit x Allied inf at=0605 sp=6\n",
			"initiative french\nshock a at 0605", []string{
				"[2] shock of a at 0605 8.5 [{ratio 2:1 3}] [if the leader's initiative for french succeeds cohesion levels lost on average: own 0.12, enemy 1.05]"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rs, p, o := oddsCase{tt.name, tt.ground, tt.lines}.start(t)
			var got []string
			for _, x := range rs.Odds(p, o) {
				got = append(got, fmt.Sprint(x.Lines, " ", x.What, " ", x.Rule, " ", x.Mods, " ", x.Notes))
			}
			if g, w := strings.Join(got, "\n"), strings.Join(tt.want, "\n"); g != w {
				t.Errorf("got\n%s\nwant\n%s", g, w)
			}
		})
	}
}

// TestOddsKeepApart shows that an attack has the same odds with and without
// others before it: a fire that cannot miss, and a charge.
func TestOddsKeepApart(t *testing.T) {
	const ground = "unit a French inf at=0505 sp=6\nunit g French art at=0503 sp=14 range=3/6 face=SSE\nunit k French cav heavy at=0307 sp=6 face=E\n" +
		"unit x Allied inf at=0605 sp=6\nunit y Allied inf at=0607 sp=6\n"
	alone := oddsCase{"alone", ground, "shock a at 0605"}
	rs, p, o := alone.start(t)
	want := rs.Odds(p, o)
	_, p, o = oddsCase{"after others", ground, "shock a at 0605\nfire g at 0605\ncharge k at 0607 to 0507"}.start(t)
	got := rs.Odds(p, o)
	if len(want) != 1 || len(got) != 3 {
		t.Fatalf("got %d and %d odds, want 1 and 3", len(want), len(got))
	}
	if g, w := fmt.Sprint(got[2]), fmt.Sprint(want[0]); g != w {
		t.Errorf("got %s\nwant %s", g, w)
	}
}

// bigFight is three stacks of n units against two with a gun each: as much as
// the ground allows around one hex.
func bigFight(n int) string {
	var b strings.Builder
	for _, s := range []struct{ id, side, where string }{
		{"a", "French", "at=0505 face=E"}, {"b", "French", "at=0604 face=SSE"}, {"c", "French", "at=0704 face=SSW"},
		{"x", "Allied", "at=0605"}, {"y", "Allied", "at=0705"},
	} {
		if s.side == "Allied" {
			fmt.Fprintf(&b, "unit g%s Allied art %s sp=3\n", s.id, s.where)
		}
		for i := range n {
			fmt.Fprintf(&b, "unit %s%d %s inf %s sp=2\n", s.id, i+1, s.side, s.where)
		}
	}
	return b.String()
}

// TestOddsTooMany shows that what cannot be counted is said, and that it does
// not keep others from being counted.
func TestOddsTooMany(t *testing.T) {
	ground := bigFight(3) + "unit f French art at=0109 sp=4 range=3/6 face=E\nunit w Allied inf at=0309 sp=6\n"
	rs, p, o := oddsCase{"too many", ground, "shock a1,b1,c1 at 0605,0705\nfire f at 0309"}.start(t)
	odds := rs.Odds(p, o)
	if len(odds) != 2 || odds[0].Outcomes == nil || odds[1].Outcomes != nil || !slices.Equal(odds[1].Notes, []string{"too many ways to be counted"}) {
		t.Errorf("got %v", odds)
	}
}

// BenchmarkOdds counts usual fights and the worst one; ways are what the limits
// count.
func BenchmarkOdds(b *testing.B) {
	two := "unit a French inf at=0505 sp=4\nunit b French inf at=0505 sp=2\nunit c French inf at=0604 sp=4 face=SSE\nunit d French inf at=0604 sp=2 face=SSE\n" +
		"unit g Allied art at=0605 sp=3\nunit x Allied inf at=0605 sp=4\nunit y Allied inf at=0605 sp=2\n"
	for _, c := range append(slices.Clone(oddsCases),
		oddsCase{"two stacks at one with a gun", two, "shock a,c at 0605"},
		oddsCase{"three stacks at two with guns", bigFight(2), "shock a1,b1,c1 at 0605,0705"}) {
		b.Run(c.name, func(b *testing.B) {
			rs, p, o := c.start(b)
			for b.Loop() {
				if odds := rs.Odds(p, o); len(odds) != 1 || odds[0].Outcomes == nil {
					b.Fatal("not counted")
				}
			}
		})
	}
}
