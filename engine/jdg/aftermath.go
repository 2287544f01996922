package jdg

import (
	"slices"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// aftermath carries out one result of the Shock and Charge Table, chore by chore.
type aftermath struct {
	r    *run
	c    *combat
	left []chore         // what is still to be done
	was  map[int]hex.Hex // where every unit concerned stood
	// attackers and defenders are all infantry and cavalry in the hexes of
	// the combat: results affect every unit of a hex [8.5-c].
	attackers, defenders         []int
	attackerGuns, defenderGuns   []int
	attackerHexes, defenderHexes []hex.Hex
	withdrew                     []hex.Hex // attackers' hexes that the defender may enter [8.7.2-h, JDG-Q142]
	through, back, pursues       bool      // breakthrough, counter-attack, defender's pursuit
	beaten                       bool      // a hex was lost before anything happened to the guns
	// guns alone in a hex were eliminated: no breakthrough, no pursuit [8.9-h, JDG-Q137]
	overran bool
	charged []int // units in a square that was charged
}

// chore is the least part of an aftermath that is done without looking back at
// how the dice have fallen in it: all that it depends on is how things stand.
type chore struct {
	what   work
	effect setup.ShockEffect // of the table
	unit   int               // for whom
}

// work is a kind of chore.
type work uint8

const (
	effectOn    work = iota // an effect of the table on a unit [8.5-e]
	lookAtGuns              // whether a hex was lost, before the guns
	defenderGun             // what happens to a gun beside the defender [8.9]
	attackerGun             // the same beside the attacker
	goAfter                 // advance, pursuit and what follows from them
	chargeEnd               // the CT that ends a unit's charge
)

func (r *run) newAftermath(c *combat, effects []setup.ShockEffect) *aftermath {
	f := &aftermath{r: r, c: c, was: map[int]hex.Hex{},
		attackerHexes: slices.Clone(c.hexes), defenderHexes: slices.Clone(c.targets)}
	f.attackers, f.attackerGuns = r.p.fighters(c.hexes), r.p.guns(c.hexes)
	f.defenders, f.defenderGuns = r.p.fighters(c.targets), r.p.guns(c.targets)
	for _, us := range [][]int{f.attackers, f.attackerGuns, f.defenders, f.defenderGuns} {
		for _, u := range us {
			f.was[u] = r.p.unit(u).Hex
			r.trails = slices.DeleteFunc(r.trails, func(t wake) bool { return t.unit == u })
			r.trail(u, f.was[u])
		}
	}
	if len(c.chargers) > 0 {
		for _, h := range c.targets {
			f.charged = append(f.charged, r.p.squared(h)...)
		}
	}
	f.plan(effects)
	return f
}

// stays reports whether a unit is still where it fought.
func (f *aftermath) stays(u int) bool { return f.r.p.onMap(u) && f.r.p.unit(u).Hex == f.was[u] }

// plan lists the chores that a result brings: each effect for one unit after the
// other, then the guns, then the advance.
func (f *aftermath) plan(effects []setup.ShockEffect) {
	add := func(what work, e setup.ShockEffect, us ...int) {
		for _, u := range us {
			f.left = append(f.left, chore{what, e, u})
		}
	}
	for _, e := range effects {
		switch e {
		case setup.Breakthrough:
			f.through = true
		case setup.CounterAttack:
			f.back = true
		case setup.DefenderPursues:
			f.pursues = true
		default:
			add(effectOn, e, f.hit(e)...)
		}
	}
	if len(f.defenderGuns) > 0 {
		add(lookAtGuns, 0, -1)
	}
	add(defenderGun, 0, f.defenderGuns...)
	add(attackerGun, 0, f.attackerGuns...)
	add(goAfter, 0, -1)
}

// hit lists whom an effect concerns.
func (f *aftermath) hit(e setup.ShockEffect) []int {
	switch e {
	case setup.DefenderTest, setup.DefenderDisorder, setup.DefenderRetire, setup.DefenderRout,
		setup.DefenderEliminated:
		return f.defenders
	}
	return f.attackers
}

// next does the next chore.
func (f *aftermath) next() error {
	todo := f.left[0]
	f.left = f.left[1:]
	switch u := todo.unit; todo.what {
	case effectOn:
		if !f.r.p.onMap(u) {
			return nil
		}
		return f.apply(todo.effect, u)
	case lookAtGuns:
		f.beaten = slices.ContainsFunc(f.defenderHexes, func(h hex.Hex) bool { return f.lost(f.defenders, h) })
		return nil
	case defenderGun:
		return f.besideDefender(u)
	case attackerGun:
		return f.besideAttacker(u)
	case goAfter:
		return f.follow()
	default:
		return f.r.endOfCharge(u)
	}
}

// quiet reports whether the next chore rolls no dice for certain.
func (f *aftermath) quiet() bool {
	switch todo := f.left[0]; todo.what {
	case effectOn:
		return !f.r.p.onMap(todo.unit)
	case lookAtGuns:
		return true
	case defenderGun:
		return !f.stays(todo.unit) || !f.beaten && !f.lost(f.defenders, f.was[todo.unit])
	case attackerGun:
		return !f.stays(todo.unit) || !f.lost(f.attackers, f.was[todo.unit])
	case goAfter: // nobody goes into a hex that is not empty
		return !f.pursues && len(f.c.counters) == 0 &&
			!slices.ContainsFunc(f.defenderHexes, func(h hex.Hex) bool { return f.r.p.topUnit(h) < 0 })
	}
	return false
}

// plain reports whether all that is left disorders ordered units at most, each of
// them once, or does nothing: nobody moves any more, and how one of them fares
// changes nothing for the others.
func (f *aftermath) plain() bool {
	if f.pursues || len(f.c.counters) > 0 || f.anyLost() {
		return false
	}
	for i, todo := range f.left {
		u := todo.unit
		switch {
		case todo.what != effectOn && todo.what != chargeEnd, !f.r.p.onMap(u):
			continue // guns are gone or stay where they are, and no hex is empty
		case todo.what == chargeEnd && f.r.did(u, chargeTest):
			continue
		case todo.what == effectOn && todo.effect > setup.DefenderDisorder:
			return false
		}
		if f.r.p.unit(u).State != setup.Ordered || f.r.p.unit(u).Square ||
			slices.ContainsFunc(f.left[:i], func(c chore) bool { return c.unit == u }) {
			return false
		}
	}
	return true
}

// anyLost reports whether a hex of the combat is lost, or empty.
func (f *aftermath) anyLost() bool {
	return slices.ContainsFunc(f.defenderHexes, func(h hex.Hex) bool {
		return f.r.p.topUnit(h) < 0 || f.lost(f.defenders, h)
	}) || slices.ContainsFunc(f.attackerHexes, func(h hex.Hex) bool { return f.lost(f.attackers, h) })
}

// apply carries out one effect on a unit [8.5-e].
func (f *aftermath) apply(e setup.ShockEffect, u int) error {
	r, from := f.r, f.attackerHexes
	if slices.Contains(f.attackers, u) {
		from = f.defenderHexes
	}
	switch e {
	case setup.AttackerTest, setup.DefenderTest:
		return r.mustTest(u, "8.5-d", "shock result", from)
	case setup.AttackerDisorder, setup.DefenderDisorder:
		return r.loseLevel(u, "8.5-e", "shock result", from)
	case setup.AttackerRout, setup.DefenderRout:
		return r.routNow(u, "8.5-e", "shock result", from)
	case setup.AttackerEliminated, setup.DefenderEliminated:
		return r.eliminate(u, "8.5-e", "shock result")
	}
	if f.stays(u) { // else it has retired already
		return r.withdraw(u, from)
	}
	return nil
}

// lost reports whether all infantry and cavalry that fought in a hex have
// left it [JDG-Q73]; a hex without any has not lost.
func (f *aftermath) lost(us []int, h hex.Hex) bool {
	fought := false
	for _, u := range us {
		if f.was[u] == h {
			fought = true
			if f.stays(u) {
				return false
			}
		}
	}
	return fought
}

// withdrawn lists the hexes that an attacker has left on its own feet, whatever
// became of it on the way.
func (f *aftermath) withdrawn() []hex.Hex {
	return slices.DeleteFunc(slices.Clone(f.attackerHexes), func(h hex.Hex) bool {
		return !slices.ContainsFunc(f.attackers, func(u int) bool { return f.was[u] == h && len(f.r.wentBy(u)) > 1 })
	})
}

// besideDefender carries out what happens to a gun stacked with the defenders [8.9].
func (f *aftermath) besideDefender(g int) error {
	r := f.r
	alone := !slices.ContainsFunc(f.defenders, func(u int) bool { return f.was[u] == f.was[g] })
	switch {
	case !f.stays(g):
	case alone && f.beaten:
		if err := r.eliminate(g, "8.9-i", "artillery alone"); err != nil {
			return err
		}
		f.overran = true
	case f.lost(f.defenders, f.was[g]):
		if err := r.withdraw(g, f.attackerHexes); err != nil {
			return err
		}
		return r.mustTest(g, "8.9-f", "stacked with the beaten defender", f.attackerHexes)
	}
	return nil
}

// besideAttacker does the same for one stacked with the attackers.
func (f *aftermath) besideAttacker(g int) error {
	if f.stays(g) && f.lost(f.attackers, f.was[g]) {
		return f.goAlong(g)
	}
	return nil
}

// goAlong takes a level from a gun stacked with beaten attackers, who have all
// left, and makes it retire with them [8.9-c, 8.9-d].
func (f *aftermath) goAlong(g int) error {
	if err := f.r.loseLevel(g, "8.9-c", "stacked with the beaten attacker", f.defenderHexes); err != nil {
		return err
	}
	if went := f.whereTo(f.was[g]); f.stays(g) && len(went) > 0 {
		return f.r.withdraw(g, f.defenderHexes, went...)
	}
	return nil
}

// whereTo lists the hexes to which the attackers of a hex have withdrawn.
func (f *aftermath) whereTo(h hex.Hex) []hex.Hex {
	var hs []hex.Hex
	for _, u := range f.attackers {
		if f.was[u] == h && f.r.p.onMap(u) {
			hs = append(hs, f.r.p.unit(u).Hex)
		}
	}
	return hs
}

// follow carries out advance, breakthrough, counter-attack and pursuit. All of
// them enter hexes only that are empty now.
func (f *aftermath) follow() error {
	r, c := f.r, f.c
	for _, u := range f.charged {
		if !f.stays(u) {
			r.note(u, lostSquare)
		}
	}
	beaten := slices.DeleteFunc(slices.Clone(f.attackers), f.stays)
	f.withdrew = f.withdrawn()
	switch {
	case !f.overran && len(r.ableToPursue(c, f.defenderHexes)) > 0:
		if err := r.pursue(c, f); err != nil {
			return err
		}
	case !r.chargersFit(c): // the hex stays empty [JDG-Q154]
	case f.through && f.overran:
		r.unable(choice{kind: "P31", side: c.side, unit: c.attackers[0], with: c.attackers[1:]},
			&bar{"8.9-h", "no breakthrough follows where guns alone were eliminated"}, "yes")
		if _, _, err := r.advance(c, c.attackers, f.defenderHexes, "8.7.1-a"); err != nil {
			return err
		}
	case f.through:
		went, _, err := r.advance(c, c.attackers, f.defenderHexes, "8.7.2-c")
		if err != nil {
			return err
		}
		if err := r.breakThrough(c, went); err != nil {
			return err
		}
	default:
		if _, _, err := r.advance(c, c.attackers, f.defenderHexes, "8.7.1-a"); err != nil {
			return err
		}
	}
	if err := r.defenderPursuit(f, beaten); err != nil {
		return err
	}
	if f.back {
		return r.counterAttack(f)
	}
	return nil
}
