package jdg

import (
	"slices"

	"berthier/engine"
)

// What counting odds may take, in steps: a server counts odds for anybody who
// plays. A step is one hex farther in a search of ways; what else is done is counted
// as so many steps as take about as long.
const (
	wayTakes   = 250       // a way of the dice that is gone to its end
	choreTakes = 25        // a way of the dice in one chore of an aftermath
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
	before []*run  // by stage: the activation up to it, where it is a charge
	spare  []*room // of branches that nobody looks at any more, for others
	key    key     // room for the next
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
func (s stage) act(b *branch) error {
	_, err := s.do(b.r)
	return err
}

// ways does something to a fork of b once for each way that the dice can
// fall, and shows where each leads; false if they are too many, or if one of
// them waits for an answer. A way takes some steps.
func (f *forecast) ways(b branch, takes int, t *tally, do func(b *branch) error, see func(b branch)) bool {
	open := fate{open: true}
	for course := []int{}; course != nil; course = open.next() {
		if !f.take(takes) {
			return false
		}
		open = fate{open: true, course: course, taken: open.taken[:0]}
		next := b.fork(f.room())
		next.r.fate = &open
		err := do(&next)
		if f.used += open.tried; err != nil {
			return false
		}
		next.r.fate = b.r.fate
		next.weight = open.weight(b.weight)
		t.note(&next)
		see(next)
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
		return f.ways(root(r), wayTakes, t, stage{order: o}.act, t.add)
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
		return f.ways(b, wayTakes, t, s.act, func(b branch) { ok = ok && f.declared(b, i+1, orders, t) }) && ok
	}
	var left []int // combats, by number
	for n, c := range b.r.act.combats {
		if slices.ContainsFunc(c.orders, ours) {
			left = append(left, n)
		}
	}
	return f.fought(b, left, t)
}

// fought fights the combats with some numbers. Ways that have led to the same are gone
// on from together: where a combat comes to a roll on the table, and after each chore
// that the roll brings.
func (f *forecast) fought(b branch, left []int, t *tally) bool {
	if len(left) == 0 {
		t.add(b)
		return true
	}
	n := left[0]
	chargers := slices.Clone(b.r.act.combats[n].chargers)
	var met merger
	if !f.ways(b, wayTakes, t, func(b *branch) error { return b.approach(n, chargers) },
		func(b branch) { f.join(&met, b) }) {
		return false
	}
	after := agenda{{}}
	for _, b := range met.branches {
		if b.strike == nil {
			f.join(after.at(0), b)
		} else if !f.ways(b, choreTakes, t, func(b *branch) error { return b.roll(chargers) },
			func(b branch) { after.enter(f, b, left[1:], t) }) {
			return false
		}
	}
	return f.work(after, left[1:], t)
}

// agenda has the branches in the midst of an aftermath, by the number of chores
// that are left in it.
type agenda []merger

func (a *agenda) at(left int) *merger {
	for len(*a) <= left {
		*a = append(*a, merger{})
	}
	return &(*a)[left]
}

// work does all chores, those first before which most others are left, so that
// branches meet where they have as many to do, and then fights the other combats.
func (f *forecast) work(a agenda, others []int, t *tally) bool {
	for n := len(a) - 1; n > 0; n-- {
		for _, b := range a[n].branches {
			if !f.ways(b, choreTakes, t, (*branch).nextRoll, func(b branch) { a.enter(f, b, others, t) }) {
				return false
			}
			f.free(b)
		}
		a[n] = merger{}
	}
	for _, b := range a[0].branches {
		if !f.fought(b, others, t) {
			return false
		}
	}
	return true
}

// enter notes a branch for what is left to be done on it. One that is over is counted at once.
func (a *agenda) enter(f *forecast, b branch, others []int, t *tally) {
	left := len(b.after.left)
	switch {
	case len(others) > 0:
	case left == 0:
		t.add(b)
		f.free(b)
		return
	case b.after.c != nil && b.after.plain():
		t.addPlain(b)
		f.free(b)
		return
	}
	f.join(a.at(left), b)
}

// approach fights a combat up to the roll on the table, where there is one.
func (b *branch) approach(n int, chargers []int) error {
	r := b.r
	parts, err := r.approach(r.act.combats[n])
	if err != nil {
		return err
	}
	for _, part := range parts {
		fights, err := r.meet(part)
		if err != nil {
			return err
		}
		if len(parts) == 1 && len(fights) == 1 && !r.overruns(fights[0]) {
			b.strike = fights[0]
			return nil
		}
		for _, fight := range fights {
			if err := r.settle(fight); err != nil {
				return err
			}
		}
	}
	return r.endOfCharges(chargers)
}

// roll rolls on the table; the CTs that end the charges come last of all chores.
func (b *branch) roll(chargers []int) (err error) {
	if b.after, err = b.r.strike(b.strike.clone()); err != nil {
		return err
	}
	for _, u := range chargers {
		b.after.left = append(b.after.left, chore{what: chargeEnd, unit: u})
	}
	b.strike = nil
	return nil
}

// nextRoll does the chores up to the first in which dice are rolled, and those
// after it in which none are.
func (b *branch) nextRoll() error {
	for len(b.after.left) > 0 && (len(b.r.fate.taken) == 0 || b.after.quiet()) {
		if err := b.after.next(); err != nil {
			return err
		}
	}
	return nil
}
