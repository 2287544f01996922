package setup

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"testing"
)

// A sample fight walks one result of the tables to its end, branching at every
// cohesion test: one unit a side, clear ground, room to withdraw.

// sampleCohesion is the cohesion of a unit by State: ordered, disordered.
type sampleCohesion [2]int

var (
	sampleInfantry = sampleCohesion{6, 5}
	sampleHeavy    = sampleCohesion{7, 6}
	sampleLight    = sampleCohesion{6, 5}
)

// sampleUnit is one unit in a sample.
type sampleUnit struct {
	coh   sampleCohesion
	state State
	left  bool // its hex
}

// sample is a fight in the course of one result.
type sample struct {
	attacker, defender sampleUnit
	charge             bool // the attacker owes an end-of-charge test
	breakthrough       bool
	counter            bool
	pursued            bool
}

// taken says that the attacker ends in the hex.
func (f sample) taken() bool { return f.defender.left && !f.attacker.left }

// sampleOdds is an exact distribution.
type sampleOdds map[sample]*big.Rat

func (o sampleOdds) add(f sample, p *big.Rat) {
	if o[f] == nil {
		o[f] = new(big.Rat)
	}
	o[f].Add(o[f], p)
}

// chance is the probability of the fights that hold.
func (o sampleOdds) chance(holds func(sample) bool) *big.Rat {
	return o.mean(func(f sample) int64 {
		if holds(f) {
			return 1
		}
		return 0
	})
}

func (o sampleOdds) mean(value func(sample) int64) *big.Rat {
	sum := new(big.Rat)
	for f, p := range o {
		sum.Add(sum, new(big.Rat).Mul(p, big.NewRat(value(f), 1)))
	}
	return sum
}

// each carries every fight of o one step on.
func (o sampleOdds) each(step func(sample) sampleOdds) sampleOdds {
	out := sampleOdds{}
	for f, p := range o {
		for g, q := range step(f) {
			out.add(g, new(big.Rat).Mul(p, q))
		}
	}
	return out
}

// lose takes a cohesion level [10].
func (u *sampleUnit) lose() {
	if u.state++; u.state >= Routed {
		u.state = min(u.state, Eliminated)
		u.left = true
	}
}

// rout routs a unit directly [10.2].
func (u *sampleUnit) rout() {
	u.state = max(u.state, Disordered)
	u.lose()
}

// sampleTest branches on a cohesion test: a routed unit makes a rout move instead
// [8.5], a failed test costs one level [0.4.1].
func sampleTest(f sample, who func(*sample) *sampleUnit) sampleOdds {
	u := who(&f)
	if u.state >= Routed {
		u.left = true
		return sampleOdds{f: big.NewRat(1, 1)}
	}
	pass := int64(u.coh[u.state] + 1)
	out := sampleOdds{f: big.NewRat(pass, 10)}
	u.lose()
	out[f] = big.NewRat(10-pass, 10)
	return out
}

func sampleAttacker(f *sample) *sampleUnit { return &f.attacker }
func sampleDefender(f *sample) *sampleUnit { return &f.defender }

// sampleEffect applies one word of a cell.
func sampleEffect(f sample, e ShockEffect) sampleOdds {
	switch e {
	case AttackerTest:
		return sampleTest(f, sampleAttacker)
	case DefenderTest:
		return sampleTest(f, sampleDefender)
	case AttackerDisorder:
		f.attacker.lose()
	case DefenderDisorder:
		f.defender.lose()
	case AttackerRetire:
		f.attacker.left = true
	case DefenderRetire:
		f.defender.left = true
	case AttackerRout:
		f.attacker.rout()
	case DefenderRout:
		f.defender.rout()
	case AttackerEliminated:
		f.attacker.state, f.attacker.left = Eliminated, true
	case DefenderEliminated:
		f.defender.state, f.defender.left = Eliminated, true
	case Breakthrough:
		f.breakthrough = true
	case CounterAttack:
		f.counter = true
	case DefenderPursues:
		f.pursued = true
	}
	return sampleOdds{f: big.NewRat(1, 1)}
}

// sampleCell walks one cell of the Shock and Charge Table, and the test at the end
// of a charge [9.2].
func sampleCell(tb *Tables, index int, f sample) sampleOdds {
	effects, _ := tb.Shock(index)
	o := sampleOdds{f: big.NewRat(1, 1)}
	for _, e := range effects {
		o = o.each(func(f sample) sampleOdds { return sampleEffect(f, e) })
	}
	if !f.charge {
		return o
	}
	return o.each(func(f sample) sampleOdds {
		if f.attacker.state >= Routed {
			return sampleOdds{f: big.NewRat(1, 1)}
		}
		return sampleTest(f, sampleAttacker)
	})
}

// sampleShock rolls the die.
func sampleShock(tb *Tables, drm int, f sample) sampleOdds {
	all := sampleOdds{}
	for d := range 10 {
		for g, p := range sampleCell(tb, d+drm, f) {
			all.add(g, new(big.Rat).Mul(p, big.NewRat(1, 10)))
		}
	}
	return all
}

// sampleFire walks one roll on the Fire Table against one unit.
func sampleFire(tb *Tables, index int, f sample) sampleOdds {
	switch tb.Fire(index) {
	case FireTest:
		return sampleTest(f, sampleDefender)
	case FireDisorder:
		f.defender.lose()
	case FireRout:
		f.defender.rout()
	}
	return sampleOdds{f: big.NewRat(1, 1)}
}

func percentOf(r *big.Rat) string {
	return new(big.Rat).Mul(r, big.NewRat(100, 1)).FloatString(2)
}

// withinBand checks a probability against a band in whole per cent.
func withinBand(t *testing.T, what string, got *big.Rat, low, high int64) {
	t.Helper()
	if got.Cmp(big.NewRat(low, 100)) < 0 || got.Cmp(big.NewRat(high, 100)) > 0 {
		t.Errorf("%s: got %s %%, want %d to %d", what, percentOf(got), low, high)
	}
	t.Logf("%s: %s %% (band %d to %d)", what, percentOf(got), low, high)
}

// showOdds logs a whole distribution, most telling fields first.
func showOdds(t *testing.T, what string, o sampleOdds) {
	lines := map[string]*big.Rat{}
	for f, p := range o {
		place := "stands off"
		switch {
		case f.taken():
			place = "takes the hex"
		case f.attacker.left:
			place = "leaves his hex"
		}
		line := fmt.Sprintf("attacker %-10s %-14s defender %-10s", f.attacker.state, place, f.defender.state)
		for _, may := range []struct {
			is   bool
			name string
		}{{f.breakthrough, " breakthrough"}, {f.counter, " counter-attack"}, {f.pursued, " d-pursues"}} {
			if may.is {
				line += may.name
			}
		}
		if lines[line] == nil {
			lines[line] = new(big.Rat)
		}
		lines[line].Add(lines[line], p)
	}
	t.Log(what)
	for _, line := range slices.Sorted(maps.Keys(lines)) {
		t.Logf("  %6s %%  %s", percentOf(lines[line]), line)
	}
}

// TestBalanceFire holds the effect of fire strength 4 at effective range.
func TestBalanceFire(t *testing.T) {
	tb := loadTables(t)
	target := sample{defender: sampleUnit{coh: sampleInfantry}}
	all, hit := sampleOdds{}, new(big.Rat)
	for d := range 10 {
		index := d + 4 + tb.FireDRM(FireEffective)
		if tb.Fire(index) >= FireTest {
			hit.Add(hit, big.NewRat(1, 10))
		}
		for f, p := range sampleFire(tb, index, target) {
			all.add(f, new(big.Rat).Mul(p, big.NewRat(1, 10)))
		}
	}
	showOdds(t, "fire strength 4 at infantry of cohesion 6", all)
	withinBand(t, "test or worse", hit, 40, 65)
	withinBand(t, "disorder or worse", all.chance(func(f sample) bool { return f.defender.state > Ordered }), 12, 30)
}

// balanceMatches are the fights whose odds the tables are made for.
func balanceMatches(tb *Tables) []balanceMatch {
	ratio := func(a, d int) int { n, _ := tb.Ratio(a, d); return n }
	inf := sample{attacker: sampleUnit{coh: sampleInfantry}, defender: sampleUnit{coh: sampleInfantry}}
	charge := func(coh sampleCohesion, s State) sample {
		return sample{attacker: sampleUnit{coh: coh}, defender: sampleUnit{coh: sampleInfantry, state: s}, charge: true}
	}
	bonus := tb.ShockDRM(ShockCharge)
	heavy := bonus + tb.ShockDRM(ShockHeavyCharge)
	square := tb.ShockDRM(ShockChargeAtSquare) + tb.ShockDRM(ShockSquareCavalry)
	return []balanceMatch{
		{"infantry 1:2", ratio(1, 2), inf, 8, 25},
		{"infantry 1:1", ratio(1, 1), inf, 33, 50},
		{"infantry 2:1", ratio(2, 1), inf, 60, 75},
		{"infantry 3:1", ratio(3, 1), inf, 75, 90},
		{"heavy charge 1:1", 1 + heavy, charge(sampleHeavy, Ordered), 50, 70},
		{"heavy charge 1:1 at a square", 1 + square, charge(sampleHeavy, Ordered), 0, 15},
		{"heavy charge 1:1 at disordered infantry", 2 + heavy, charge(sampleHeavy, Disordered), 75, 100},
		{"light charge 1:1", bonus, charge(sampleLight, Ordered), 33, 60},
	}
}

// balanceMatch is one kind of combat with the band for the hex taken, in per cent.
type balanceMatch struct {
	name      string
	drm       int // ratio, cohesion difference and charge
	start     sample
	low, high int64
}

// TestBalanceShock holds the chance to take the hex.
func TestBalanceShock(t *testing.T) {
	tb := loadTables(t)
	for _, m := range balanceMatches(tb) {
		t.Run(m.name, func(t *testing.T) {
			o := sampleShock(tb, m.drm, m.start)
			showOdds(t, fmt.Sprintf("%s, DRM %+d", m.name, m.drm), o)
			if total := o.chance(func(sample) bool { return true }); total.Cmp(big.NewRat(1, 1)) != 0 {
				t.Errorf("probabilities add up to %s", total)
			}
			withinBand(t, "hex taken", o.chance(sample.taken), m.low, m.high)
			out := o.chance(func(f sample) bool {
				return f.attacker.state == Eliminated ||
					f.defender.state == Eliminated
			})
			withinBand(t, "elimination", out, 0, 5)
		})
	}
}

// worth is what a fight brought the attacker: cohesion levels, the ground,
// and what may follow.
func (f sample) worth(start sample) int64 {
	n := int64(f.defender.state-start.defender.state) - int64(f.attacker.state-start.attacker.state)
	for _, term := range []struct {
		is    bool
		value int64
	}{{f.taken(), 2}, {f.attacker.left, -1}, {f.breakthrough, 1}, {f.counter, -1}, {f.pursued, -1}} {
		if term.is {
			n += term.value
		}
	}
	return n
}

// TestBalanceShockMonotone shows for many pairs of units that no higher index
// is worse for the attacker, as a whole and in each thing that he looks at. The
// defender's losses count in the whole only: a unit thrown out of its hex may
// well lose less than one that stands.
func TestBalanceShockMonotone(t *testing.T) {
	tb := loadTables(t)
	is := func(holds func(sample) bool) func(sample) int64 {
		return func(f sample) int64 {
			if holds(f) {
				return 1
			}
			return 0
		}
	}
	for _, start := range sampleStarts() {
		measures := []struct {
			name  string
			value func(sample) int64
		}{
			{"worth", func(f sample) int64 { return f.worth(start) }},
			{"hex taken", is(sample.taken)},
			{"defender still in his hex",
				func(f sample) int64 { return -is(func(f sample) bool { return !f.defender.left })(f) }},
			{"attacker's losses", func(f sample) int64 { return -int64(f.attacker.state) }},
			{"attacker thrown back", func(f sample) int64 {
				return -is(func(f sample) bool { return f.attacker.left })(f)
			}},
			{"breakthrough", is(func(f sample) bool { return f.breakthrough })},
			{"counter-attack", func(f sample) int64 { return -is(func(f sample) bool { return f.counter })(f) }},
			{"pursuit by the defender", func(f sample) int64 {
				return -is(func(f sample) bool { return f.pursued })(f)
			}},
		}
		for i := tb.shock.first; i <= tb.shock.first+len(tb.shock.rows); i++ {
			before, after := sampleCell(tb, i-1, start), sampleCell(tb, i, start)
			for _, m := range measures {
				if a, b := before.mean(m.value), after.mean(m.value); b.Cmp(a) < 0 {
					t.Errorf("%+v: %s falls from %s at index %d to %s at %d", start, m.name, a, i-1, b, i)
				}
			}
		}
	}
}

// sampleStarts are the beginnings of fights of good and bad units, ordered and not.
func sampleStarts() []sample {
	var all []sample
	for _, charge := range []bool{false, true} {
		for _, a := range []sampleCohesion{{8, 7}, sampleHeavy, sampleInfantry, {4, 3}} {
			for _, d := range []sampleCohesion{{8, 7}, sampleInfantry, {4, 3}} {
				for s := Ordered; s <= Routed; s++ {
					all = append(all, sample{attacker: sampleUnit{coh: a}, defender: sampleUnit{coh: d, state: s},
						charge: charge})
				}
			}
		}
	}
	return all
}

// TestBalanceFireMonotone shows that no higher index is worse for the firer.
func TestBalanceFireMonotone(t *testing.T) {
	tb := loadTables(t)
	for _, start := range sampleStarts() {
		for i := tb.fire.first; i <= tb.fire.first+len(tb.fire.rows); i++ {
			loss := func(f sample) int64 { return int64(f.defender.state) }
			a, b := sampleFire(tb, i-1, start).mean(loss), sampleFire(tb, i, start).mean(loss)
			if b.Cmp(a) < 0 {
				t.Errorf("%+v: losses fall from %s at index %d to %s at %d", start.defender, a, i-1, b, i)
			}
		}
	}
}

// TestBalanceVariety shows what may follow a shock where it belongs: nothing
// for the attacker in a bad roll at even odds, nothing for the defender in a
// good one, and every kind of effect within the reach of common DRMs.
func TestBalanceVariety(t *testing.T) {
	tb := loadTables(t)
	at := map[ShockEffect][]int{} // indices where an effect stands
	for i := tb.shock.first; i < tb.shock.first+len(tb.shock.rows); i++ {
		effects, _ := tb.Shock(i)
		for _, e := range effects {
			at[e] = append(at[e], i)
		}
	}
	for _, c := range []struct {
		effect    ShockEffect
		low, high int // the first and last index that may and must have it
	}{
		{AttackerEliminated, -7, -7},
		{AttackerRout, -6, -4},
		{AttackerRetire, -3, 2},
		{CounterAttack, -7, 1},
		{DefenderPursues, -7, 0},
		{DefenderRetire, 7, 11},
		{Breakthrough, 10, 17},
		{DefenderRout, 12, 16},
		{DefenderEliminated, 17, 17},
	} {
		is := at[c.effect]
		if len(is) == 0 || is[0] != c.low || is[len(is)-1] != c.high || len(is) != c.high-c.low+1 {
			t.Errorf("%s stands at %v, want from %d to %d", c.effect, is, c.low, c.high)
		}
	}
}
