package jdg

import (
	"crypto/sha256"
	"fmt"
	"math/big"
	"slices"

	"berthier/engine"
)

// What counting odds may take, in steps: a server counts odds for anybody who
// plays. A step is one hex farther in a search of ways; what else is done is counted
// as so many steps as take about as long.
const (
	wayTakes   = 250       // a way of the dice that is gone to its end
	stageTakes = 100       // an order, or a step of the activation, after a charge on one way of that
	routTakes  = 5         // one hex farther in a search of rout moves
	mostWork   = 3_000_000 // all attacks of one file
	leastWork  = 250_000   // one attack, even if those are used up
	lastWork   = 3_500_000 // one file, whatever is left
)

// forecast counts the odds of the attacks of one activation.
type forecast struct {
	odds   []engine.Odds
	used   int // steps that have been taken
	most   int // steps that may have been taken with the attack at hand
	stages []stage
	before []*run // by stage: the activation up to it, where it is a charge
}

// attacks carries out the orders of an activation up to its combats and counts
// the odds of each attack that they declare: fire, shock and charge.
func (f *forecast) attacks(r *run) {
	f.stages = stagesOf(r.act.orders)
	f.before = make([]*run, len(f.stages))
	for i, s := range f.stages {
		before := r.fork()
		switch able, err := s.do(r); {
		case err != nil:
			return // nothing can be counted that waits for an answer
		case !able:
		case s.order.verb.Word == "fire":
			f.fire(before, s.order)
		case s.order.verb.Word == "charge":
			f.before[i] = before
		}
	}
	for _, c := range r.act.combats {
		f.combat(r, c)
	}
}

// stage is a part of an activation up to its combats: an order, or what its
// step does without orders.
type stage struct {
	order *order
	step  step
}

func stagesOf(orders []*order) []stage {
	var all []stage
	for _, s := range activationSteps {
		for _, o := range orders {
			if o.verb.step == s {
				all = append(all, stage{o, s})
			}
		}
		all = append(all, stage{nil, s})
	}
	return all
}

// do carries a stage out; it reports whether that was an order that could be
// carried out. What follows the declarations of combats is left out, but for
// their completion.
func (s stage) do(r *run) (able bool, err error) {
	switch {
	case s.order != nil:
		f, err := s.order.verb.do(r, s.order)
		return f == nil, err
	case s.step == combatStep:
		r.closeDeclarations()
	default:
		return false, r.rest(s.step)
	}
	return false, nil
}

// act is do for ways.
func (s stage) act(r *run) (*combat, error) {
	_, err := s.do(r)
	return nil, err
}

// branch is one way, or several that have led to the same, that the dice can
// fall up to some point.
type branch struct {
	r      *run
	weight *big.Rat // its probability
	strike *combat  // for which the table is to be rolled on next
}

// root is the branch before the first roll. What has been told up to there
// counts for nothing: no roll and no fight is among it.
func root(r *run) branch { return branch{r: r, weight: big.NewRat(1, 1)} }

// ways does something to a fork of b once for each way that the dice can
// fall, and shows where each leads; false if they are too many, or if one of
// them waits for an answer.
func (f *forecast) ways(b branch, do func(r *run) (strike *combat, err error), see func(b branch)) bool {
	for course := []int{}; course != nil; {
		if !f.take(wayTakes) {
			return false
		}
		open := &fate{open: true, course: course}
		next := branch{r: b.r.fork()}
		next.r.fate = open
		var err error
		next.strike, err = do(next.r)
		if f.used += open.tried; err != nil {
			return false
		}
		next.r.fate = b.r.fate
		next.weight = open.weight(b.weight)
		see(next)
		course = open.next()
	}
	return true
}

// take takes some steps, false if there are not enough left.
func (f *forecast) take(steps int) bool {
	if f.used+steps > f.most {
		return false
	}
	f.used += steps
	return true
}

// fire counts the odds of one fire order and of the replies to it.
func (f *forecast) fire(r *run, o *order) {
	t := fireTally(r, o)
	f.count(t, func() bool {
		return f.ways(root(r), stage{order: o}.act, t.add)
	})
}

// combat counts the odds of one combat, from the first of its charges on.
func (f *forecast) combat(r *run, c *combat) {
	start, i := r, len(f.stages)
	for k, s := range f.stages {
		if f.before[k] != nil && slices.Contains(c.orders, s.order) {
			start, i = f.before[k], k
			break
		}
	}
	t := combatTally(r, c, start.p)
	f.count(t, func() bool { return f.declared(root(start), i, c.orders, t) })
}

// count counts the ways of one attack, as far as the work that is left to it
// suffices.
func (f *forecast) count(t *tally, ways func() bool) {
	before := f.used
	f.most = before + min(max(mostWork-before, leastWork), lastWork-before)
	f.odds = append(f.odds, t.odds(ways(), before > 0))
}

// declared goes through the stages from number i on, in every way in which the
// given charges can turn out, and fights what they and the shocks have declared.
func (f *forecast) declared(b branch, i int, orders []*order, t *tally) bool {
	ours := func(o *order) bool { return slices.Contains(orders, o) }
	for ; i < len(f.stages); i++ {
		s := f.stages[i]
		if f.before[i] == nil || !ours(s.order) {
			if !f.take(stageTakes) {
				return false
			}
			before := b.r.fate.tried
			_, err := s.do(b.r)
			if f.used += b.r.fate.tried - before; err != nil {
				return false
			}
			continue
		}
		ok := true
		return f.ways(b, s.act, func(b branch) { ok = ok && f.declared(b, i+1, orders, t) }) && ok
	}
	var left []int // combats, by number
	for n, c := range b.r.act.combats {
		if slices.ContainsFunc(c.orders, ours) {
			left = append(left, n)
		}
	}
	return f.fought(b, left, t)
}

// fought fights the combats with some numbers. Where one comes to a roll on
// the table, ways that have led to the same are gone on from together.
func (f *forecast) fought(b branch, left []int, t *tally) bool {
	if len(left) == 0 {
		t.add(b)
		return true
	}
	n := left[0]
	chargers := slices.Clone(b.r.act.combats[n].chargers)
	var met merger
	ok := f.ways(b, func(r *run) (*combat, error) {
		parts, err := r.approach(r.act.combats[n])
		if err != nil {
			return nil, err
		}
		for _, part := range parts {
			fights, err := r.meet(part)
			if err != nil {
				return nil, err
			}
			if len(parts) == 1 && len(fights) == 1 && !r.overruns(fights[0]) {
				return fights[0], nil
			}
			for _, fight := range fights {
				if err := r.settle(fight); err != nil {
					return nil, err
				}
			}
		}
		return nil, r.endOfCharges(chargers)
	}, func(b branch) { met.add(b, t) })
	rest := true // the combats after this one are counted too
	for _, b := range met.branches {
		strike := func(r *run) (*combat, error) {
			if b.strike == nil {
				return nil, nil
			}
			if err := r.settle(b.strike.clone()); err != nil {
				return nil, err
			}
			return nil, r.endOfCharges(chargers)
		}
		ok = ok && f.ways(b, strike, func(b branch) { rest = rest && f.fought(b, left[1:], t) })
	}
	return ok && rest
}

// merger puts branches together that differ in nothing that still matters.
type merger struct {
	branches []branch
	number   map[[sha256.Size]byte]int // by key
}

func (m *merger) add(b branch, t *tally) {
	if m.number == nil {
		m.number = map[[sha256.Size]byte]int{}
	}
	key := b.key(t)
	i, known := m.number[key]
	if !known {
		m.number[key] = len(m.branches)
		m.branches = append(m.branches, b)
		return
	}
	same := &m.branches[i]
	same.weight.Add(same.weight, b.weight)
}

// key is a hash of all of a branch on which the rest of its combats, and what t
// makes of them, can depend.
func (b branch) key(t *tally) [sha256.Size]byte {
	r := b.r
	all := fmt.Appendln(r.p.Encode(), r.act.parts, r.convoy)
	for _, c := range append(slices.Clip(r.act.combats), b.strike) {
		if c != nil {
			all = fmt.Appendln(all, c.hexes, c.targets, c.attackers, c.chargers, c.counters, c.foes, c.begun)
		}
	}
	return sha256.Sum256(fmt.Append(all, t.courseOf(r.out)))
}

// clone copies a combat.
func (c *combat) clone() *combat {
	d := *c
	d.orders, d.hexes, d.targets = slices.Clone(c.orders), slices.Clone(c.hexes), slices.Clone(c.targets)
	d.attackers, d.chargers, d.counters = slices.Clone(c.attackers), slices.Clone(c.chargers), slices.Clone(c.counters)
	d.stack, d.foes = slices.Clone(c.stack), slices.Clone(c.foes)
	return &d
}

// fork copies a run with everything that it may still change and look at. The
// trails are begun anew by each combat.
func (r *run) fork() *run {
	q := *r
	q.p = r.p.clone()
	q.out = slices.Clip(r.out)
	act := *r.act
	act.groups, act.parts, act.columns = slices.Clone(act.groups), slices.Clone(act.parts), slices.Clone(act.columns)
	act.combats = make([]*combat, len(r.act.combats))
	for i, c := range r.act.combats {
		act.combats[i] = c.clone()
	}
	q.act = &act
	return &q
}
