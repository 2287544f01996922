package jdg

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest"
)

// wayByWay counts the odds of a combat on each way of the dice by itself, from its
// declaration to its end; false if there are more ways than some.
func (f *forecast) wayByWay(r *run, c *combat, ways int) (engine.Odds, bool) {
	start, first := r, len(f.stages)
	for k, s := range f.stages {
		if f.before[k] != nil && slices.Contains(c.orders, s.order) {
			start, first = f.before[k], k
			break
		}
	}
	ours := func(o *order) bool { return slices.Contains(c.orders, o) }
	t, g := combatTally(r, c, start.p), &forecast{most: ways * wayTakes}
	counted := g.ways(root(start), wayTakes, t, func(b *branch) error {
		open := b.r.fate
		for k := first; k < len(f.stages); k++ {
			if f.before[k] == nil || !ours(f.stages[k].order) {
				b.r.fate = start.fate
			}
			if _, err := f.stages[k].do(b.r); err != nil {
				return err
			}
			b.r.fate = open
		}
		for _, c := range b.r.act.combats {
			if !slices.ContainsFunc(c.orders, ours) {
				continue
			}
			chargers := slices.Clone(c.chargers)
			if err := b.r.fight(c); err != nil {
				return err
			}
			if err := b.r.endOfCharges(chargers); err != nil {
				return err
			}
		}
		return nil
	}, t.add)
	return t.odds(counted, false), counted
}

// TestOddsWayByWay shows that odds do not change where ways of the dice that have led
// to the same are gone on from together: in random positions, and in a fight with many
// plain tests. BERTHIER_SEED=new brings others.
func TestOddsWayByWay(t *testing.T) {
	const mostWays, least = 600, 10
	seed, compared := enginetest.Seed(t), 0
	compare := func(what string, rs *Ruleset, p *Position, o engine.Orders) {
		_, r := rs.rehearsal(p, o)
		f := &forecast{}
		f.attacks(r)
		for i, got := range f.odds[len(f.odds)-len(r.act.combats):] {
			want, counted := f.wayByWay(r, r.act.combats[i], mostWays)
			if !counted || got.Outcomes == nil {
				continue
			}
			compared++
			if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
				t.Errorf("%s: got\n%s\nwant\n%s", what, g, w)
			}
		}
	}
	for _, c := range append(slices.Clone(oddsCases),
		oddsCase{"two stacks at one with a gun", twoStacks, "shock a,c at 0605"},
		oddsCase{"four stacks at one", bigFight(1), "shock a1,b1,c1,d1 at 0605"}) {
		rs, p, o := c.start(t)
		compare(c.name, rs, p, o)
	}
	for n := range *oddsPositions {
		rng := rand.New(rand.NewPCG(seed, uint64(n)))
		text, rs, p := throngCase(t, rng)
		compare(text, rs, p, attacksAtRandom(rng, rs, p))
	}
	if compared < least {
		t.Errorf("only %d attacks compared, want %d at least", compared, least)
	}
	t.Logf("%d attacks compared", compared)
}
