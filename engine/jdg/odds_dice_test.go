package jdg

import (
	"flag"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/enginetest"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

var (
	oddsRuns  = flag.Int("odds.runs", 2500, "resolutions of each attack that odds are compared with")
	oddsGames = flag.Int("odds.games", 1, "random games whose shocks TestOddsInPlay looks at")
)

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

// fight is who fights whom.
type fight struct {
	attackers, defenders []int
	targets              []hex.Hex
}

// fight is that of the cases: every French unit attacks, every Allied one
// defends 0605, or is fired at.
func (c oddsCase) fight(p *Position) fight {
	a := fight{targets: []hex.Hex{hex.H(605)}}
	for u := range p.sc.Units {
		if p.side(u) == 0 {
			a.attackers = append(a.attackers, u)
		} else {
			a.defenders = append(a.defenders, u)
		}
	}
	return a
}

// record is what is looked up in the record of a resolution.
type record []engine.Event

// rolled reports whether a roll was made by a rule, with a result if one is given.
func (es record) rolled(rule, result string) bool {
	return slices.ContainsFunc(es, func(e engine.Event) bool {
		return e.Roll != nil && e.Rule == rule && (result == "" || e.Roll.Result == result)
	})
}

// did reports whether one of some units did one of some things.
func (es record) did(p *Position, us []int, kinds ...string) bool {
	return slices.ContainsFunc(es, func(e engine.Event) bool {
		u, ok := p.sc.Unit(e.Get("unit"))
		return ok && slices.Contains(us, u) && slices.Contains(kinds, e.Kind)
	})
}

// verdict judges one resolution as Odds names outcomes; it goes by where the
// units stand and in which state, and by the record of the rolls.
func (a fight) verdict(before *Position, r *run) (end string, also []string) {
	worst := func(us []int) setup.State {
		s := setup.Ordered
		for _, u := range us {
			if now := r.p.unit(u).State; now > before.unit(u).State {
				s = max(s, now)
			}
		}
		return s
	}
	mine, his := worst(a.attackers), worst(a.defenders)
	when := func(is bool, name string) {
		if is {
			also = append(also, name)
		}
	}
	es := record(r.out)
	if !slices.ContainsFunc(es,
		func(e engine.Event) bool { return e.Kind == "shock" || e.Kind == "charge" || e.Rule == "9.1-d" }) {
		first := es[slices.IndexFunc(es, func(e engine.Event) bool { return e.Rule == "7.5-a" })]
		missed := first.Roll.Result == "none"
		when(!missed, "hit")
		when(his > setup.Ordered, "disordered or worse")
		when(his > setup.Disordered, "routed or worse")
		when(mine > setup.Ordered, "firing gun disordered or worse")
		return map[bool]string{true: "no effect",
			false: [...]string{"test passed", "disordered", "routed", "eliminated"}[his]}[missed], also
	}
	when(mine > setup.Ordered, "attacker disordered or worse")
	when(mine > setup.Disordered, "attacker routed or worse")
	when(his > setup.Ordered, "defender disordered or worse")
	when(his > setup.Disordered, "defender routed or worse")
	thrown := func(us []int) bool { return es.did(before, us, "retire", "retreat", "rout-move", "eliminate") }
	struck := es.rolled("8.5-a", "") || es.rolled("9.2-b", "")
	switch {
	case slices.ContainsFunc(a.attackers, func(u int) bool { return slices.Contains(a.targets, r.p.unit(u).Hex) }):
		return "hex taken", also
	case mine > setup.Disordered:
		return "attacker routs", also
	case struck && thrown(a.attackers):
		return "attacker retires", also
	case thrown(a.defenders):
		return "defender leaves, hex not taken", also
	case struck:
		names := [...]string{"nothing", "attacker disordered", "defender disordered", "both disordered"}
		return names[boolInt(mine > setup.Ordered)+2*boolInt(his > setup.Ordered)], also
	case es.did(before, a.attackers, "recall"):
		return "charge recalled", also
	case es.did(before, a.defenders, "evade"):
		return "defender retires before combat", also
	case slices.ContainsFunc(es, func(e engine.Event) bool { return e.Kind == "fire" && e.Get("mode") == "reaction" }):
		return "stopped by fire", also
	case es.rolled("8.3.2-a", "failed") || es.rolled("9.1-d", "failed"):
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
		got, want := float64(counts[c.What.String()]), p*float64(n)
		if most := x/3.0 + math.Sqrt(x*x/9.0+2*x*want*(1-p)); math.Abs(got-want) > most {
			wrong = append(wrong, fmt.Sprintf("%s: %d of %d, want %.1f, %.1f more or less", c.What,
				counts[c.What.String()], n, want, most))
		}
	}
	for what, k := range counts {
		if !slices.ContainsFunc(chances, func(c engine.Chance) bool { return c.What.String() == what }) {
			wrong = append(wrong, fmt.Sprintf("%s: %d of %d, which the odds do not know", what, k, n))
		}
	}
	return wrong
}

// positions are those in which a game was, without those that ask a question.
func (g recordedGame) positions() []*Position {
	p := g.start
	all := []*Position{p.(*Position)}
	for _, s := range g.steps {
		p = g.rs.Apply(p, s.Events)
		all = append(all, p.(*Position))
	}
	return all
}

// oneShock makes orders of the first shock that is possible, and keeps all
// other fights out of the position.
func oneShock(rs *Ruleset, p *Position) (o engine.Orders, a fight, ok bool) {
	if p.Phase != ActivationPhase {
		return o, a, false
	}
	d := rs.Owed(p)[0]
	for _, kind := range []string{"P9", "P31", "P32", "P34"} {
		for s := range p.Sheets {
			p.setStanding(s, ask.StandingOrder{Kind: kind, Answer: "no"})
		}
	}
	for _, l := range rs.Draft(p, d).Options() {
		o = engine.Orders{Side: d.Side, Lines: []engine.Order{{Line: 1, Words: l.Words}}}
		if l.Words[0] != "shock" || len(rs.Check(p, o)) > 0 {
			continue
		}
		read, _ := p.read(p.sideOf(d.Side), o.Lines[0])
		for _, h := range p.hexesOf(read.units) {
			a.attackers = append(a.attackers, p.stack(h)...)
		}
		for _, h := range read.hexes {
			a.defenders = append(a.defenders, p.stack(h)...)
		}
		a.targets = read.hexes
		return o, a, true
	}
	return o, a, false
}

// TestOddsAgainstDice compares the odds of every case with resolutions by
// dice: -odds.runs of each, 20,000 in all by default. BERTHIER_SEED=new
// brings other dice.
func TestOddsAgainstDice(t *testing.T) {
	seed := enginetest.Seed(t)
	for i, c := range oddsCases {
		t.Run(c.name, func(t *testing.T) {
			rs, p, o := c.start(t)
			odds := rs.Preview(p, o).Odds
			if len(odds) != 1 {
				t.Fatalf("odds of %d attacks, want 1", len(odds))
			}
			ends := sampled(t, rs, p, o, c.fight(p), odds[0], rand.New(rand.NewPCG(seed, uint64(i))))
			wantTooFar(t, odds[0].Outcomes, ends)
		})
	}
}

// sampled resolves the orders again and again and compares what comes of them
// with odds.
func sampled(t *testing.T, rs *Ruleset, p *Position, o engine.Orders, a fight, odds engine.Odds,
	random *rand.Rand) (ends map[string]int) {
	t.Helper()
	ends, also := map[string]int{}, map[string]int{}
	for range *oddsRuns {
		end, with := a.verdict(p, byDice(rs, p, o, pcgDice{random}))
		ends[end]++
		for _, w := range with {
			also[w]++
		}
	}
	for _, w := range append(diceDiffer(odds.Outcomes, ends, *oddsRuns), diceDiffer(odds.Also, also, *oddsRuns)...) {
		t.Error(w)
	}
	return ends
}

// TestOddsInPlay compares the odds of shocks in random games with dice; -odds.games
// are played.
func TestOddsInPlay(t *testing.T) {
	seed := enginetest.Seed(t)
	for n := range *oddsGames {
		g := playRandom(t, "goldbach", seed+uint64(n), 60)
		found := 0
		for i, p := range g.positions() {
			if found == 3 {
				break
			}
			if o, a, ok := oneShock(g.rs, p); ok {
				found++
				t.Run(fmt.Sprintf("game %d, step %d", n+1, i+1), func(t *testing.T) {
					odds := g.rs.Preview(p, o).Odds
					if len(odds) != 1 {
						t.Fatalf("odds of %d attacks, want 1", len(odds))
					}
					t.Log(odds[0])
					sampled(t, g.rs, p, o, a, odds[0], rand.New(rand.NewPCG(seed, uint64(i))))
				})
			}
		}
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
		t.Errorf("%d resolutions do not tell the odds from others in which one pip counts for %q instead of %q",
			*oddsRuns, lies[1].What, lies[0].What)
	}
}
