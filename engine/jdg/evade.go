package jdg

import (
	"slices"

	"berthier/engine"
	"berthier/engine/hex"
)

// evasions lets attacked cavalry retire before combat [8.8] and returns the
// hexes that are left empty by it.
func (r *run) evasions(c *combat) []hex.Hex {
	var vacated []hex.Hex
	test, ok := r.mayEvadeFrom(c)
	if !ok {
		return nil
	}
	for _, h := range slices.Clone(c.targets) {
		for _, u := range r.p.stack(h) {
			if r.mayEvade(u, c, test) {
				r.evade(u, c, test)
			}
		}
		if r.p.topUnit(h) < 0 {
			vacated = append(vacated, h)
		}
	}
	return vacated
}

// mayEvadeFrom reports whether cavalry may retire before a combat at all, and
// whether a CT goes with it: before infantry, with or without cavalry beside
// it, yes; before heavy cavalry alone, without a CT [8.8.1, 8.8.2]. Nobody
// retires before a charge or a counter-attack [9-a, JDG-Q81].
func (r *run) mayEvadeFrom(c *combat) (test, ok bool) {
	if len(c.chargers) > 0 || c.kind == counterAttack {
		return false, false
	}
	if slices.ContainsFunc(c.attackers, func(u int) bool { return r.p.spec(u).Arm == Infantry }) {
		return true, true
	}
	return false, slices.ContainsFunc(c.attackers, func(u int) bool { return r.p.spec(u).Heavy })
}

// mayEvade reports whether one unit may retire before the combat [JDG-Q80].
func (r *run) mayEvade(u int, c *combat, test bool) bool {
	spec := r.p.spec(u)
	return spec.Arm == Cavalry && r.p.Units[u].State < Routed && !r.did(u, evaded) && (test || !spec.Heavy)
}

// evasion is one way to retire before combat.
type evasion struct {
	path   []hex.Hex
	losses int // levels lost by the way itself [8.8.1-l, 8.8.1-n]
}

// evade decides P23 for one unit and carries it out. The default is to stay
// if ordered; disordered cavalry retires two hexes if a way without loss
// exists.
func (r *run) evade(u int, c *combat, test bool) {
	ways := [3][]evasion{1: r.p.evasionsOf(u, c.hexes, 1), 2: r.p.evasionsOf(u, c.hexes, 2)}
	options, def := []string{"stay"}, "stay"
	if len(ways[1]) > 0 {
		options = append(options, "one")
	}
	if len(ways[2]) > 0 {
		options = append(options, "two")
		if r.p.Units[u].State == Disordered && ways[2][0].losses == 0 {
			def = "two"
		}
	}
	n := slices.Index([]string{"stay", "one", "two"}, r.decide(choice{kind: "P23", side: r.p.side(u), unit: u, rule: "8.8.1-a",
		prompt:  "Does " + r.p.spec(u).ID + " retire before the attack of " + r.p.unitIDs(c.attackers) + ", one hex or two?",
		options: options, def: def}))
	if n == 0 {
		return
	}
	r.note(u, evaded|forced)
	if test && !r.evasionTest(u, n) {
		r.loseLevel(u, "8.8.1-f", "retire before combat", c.hexes)
		if !r.p.onMap(u) || r.p.Units[u].State == Routed {
			return // its retreat replaces the retire [JDG-Q78]
		}
	}
	r.followEvasion(u, ways[n][0], c.hexes)
}

// evasionTest rolls the CT of a retire before combat: +1 for one hex, -2 for
// two [8.8.1-e, 8.8.1-g].
func (r *run) evasionTest(u, n int) bool {
	mod := engine.Mod{Name: "one hex", Value: 1}
	if n == 2 {
		mod = engine.Mod{Name: "two hexes", Value: -2}
	}
	return r.cohesionTest("8.8.1-i", u, "retire before combat", mod)
}

// followEvasion moves the unit hex by hex; a level lost by the way may end it
// in a rout, whose retreat replaces the rest.
func (r *run) followEvasion(u int, w evasion, from []hex.Hex) {
	for i := 1; i < len(w.path); i++ {
		here, to := w.path[i-1], w.path[i]
		dear := r.p.dearStep(u, here, to)
		r.event("8.8.1-a", "evade", r.p.side(u), "unit", r.p.spec(u).ID, "path", pathString([]hex.Hex{here, to}))
		r.goneWith(u, here, to)
		r.arrived(u)
		if dear {
			r.loseLevel(u, "8.8.1-l", "difficult ground", from)
		}
		if r.p.onMap(u) && r.p.Units[u].Hex == to && len(r.p.frontZOC(to, 1-r.p.side(u))) > 0 {
			r.loseLevel(u, "8.8.1-n", "enemy front hex", from)
		}
		if !r.p.onMap(u) || r.p.Units[u].Hex != to {
			return
		}
	}
	r.settleFacing(u)
}

// dearStep reports whether entering the hex costs 3 MP or more [8.8.1-l].
func (p *Position) dearStep(u int, here, to hex.Hex) bool {
	mp, ok := p.enterCost(u, here, to, true)
	return ok && mp >= 3
}

// evasionsOf lists the ways to retire n hexes before attackers, the default
// first: fewest losses, then farthest from enemies, then nearest to the own
// rout edge. It obeys the limits of normal movement [8.8.1-m, JDG-Q76,
// JDG-Q79].
func (p *Position) evasionsOf(u int, from []hex.Hex, n int) []evasion {
	var ways []evasion
	start := p.Units[u].Hex
	var walk func(path []hex.Hex, spent, losses int)
	walk = func(path []hex.Hex, spent, losses int) {
		here := path[len(path)-1]
		if len(path) == n+1 {
			if p.mayJoin(u, p.Units[u].State, here) && (n == 1 || p.clearOf(here, from, 2)) {
				ways = append(ways, evasion{slices.Clone(path), losses})
			}
			return
		}
		for _, to := range here.Neighbors() {
			cost, ok := p.evasionCost(u, here, to, from)
			if !ok || spent+cost > p.values(u).MA || slices.Contains(path, to) {
				continue
			}
			lost := losses
			if p.dearStep(u, here, to) {
				lost++
			}
			if len(p.frontZOC(to, 1-p.side(u))) > 0 {
				lost++
			}
			if last := len(path) == n; !last && len(p.zocUnits(to, 1-p.side(u))) > 0 {
				continue // an enemy ZOC stops it [6.2.2-a]
			}
			walk(append(path, to), spent+cost, lost)
		}
	}
	walk([]hex.Hex{start}, 0, 0)
	slices.SortStableFunc(ways, func(a, b evasion) int {
		ea, eb := a.path[len(a.path)-1], b.path[len(b.path)-1]
		s := p.side(u)
		switch {
		case a.losses != b.losses:
			return a.losses - b.losses
		case p.nearestEnemy(ea, s) != p.nearestEnemy(eb, s):
			return p.nearestEnemy(eb, s) - p.nearestEnemy(ea, s)
		}
		return p.toRoutEdge(ea, s) - p.toRoutEdge(eb, s)
	})
	return ways
}

// evasionCost is the MP for one step of a retire before combat; a step from
// ZOC to ZOC of the same enemy is never allowed [8.8.1-o].
func (p *Position) evasionCost(u int, here, to hex.Hex, from []hex.Hex) (int, bool) {
	s := p.side(u)
	if !p.sc.Map.On(to) || p.sideAt(to) == 1-s || p.zocToZOC(u, here, to) || p.entryLocked(to, s) {
		return 0, false
	}
	cost, ok := p.enterCost(u, here, to, true)
	if len(p.zocUnits(here, 1-s)) > 0 {
		cost++
	}
	return cost, ok
}

// clearOf reports whether h is at least n hexes from all the others.
func (p *Position) clearOf(h hex.Hex, others []hex.Hex, n int) bool {
	return !slices.ContainsFunc(others, func(o hex.Hex) bool { return h.Distance(o) < n })
}

// enterEvaded lets attackers enter a hex that cavalry left before the combat:
// optional, with the artillery of an infantry stack, no breakthrough [8.8.1-p,
// 8.8.1-q, JDG-Q82, JDG-P24].
func (r *run) enterEvaded(c *combat, vacated []hex.Hex) {
	best, ok := r.p.firstToAdvance(r.advancers(c, vacated))
	if !ok {
		return
	}
	if !r.yes(choice{kind: "P24", side: c.side, unit: best, rule: "8.8.1-p",
		prompt: "Does " + r.p.spec(best).ID + " enter the hex that was left?", def: "yes"}) {
		return
	}
	us := []int{best}
	if r.p.spec(best).Arm == Infantry {
		us = append(us, r.p.guns([]hex.Hex{r.p.Units[best].Hex})...)
	}
	to := r.vacatedFor(best, vacated)
	us = slices.DeleteFunc(us, func(u int) bool { return !r.p.crossable(u, r.p.Units[u].Hex, to) })
	r.advanceInto(us, to, false)
}
