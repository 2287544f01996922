package jdg

import (
	"cmp"
	"slices"
	"sort"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// evasions lets attacked cavalry retire before combat [8.8].
func (r *run) evasions(c *combat) error {
	for _, u := range r.against(c) {
		if !slices.Contains(c.targets, r.p.unit(u).Hex) || r.p.spec(u).Arm != setup.Cavalry {
			continue
		}
		only := r.combatAt(c, r.p.unit(u).Hex)
		test, why := r.evasionBar(u, only)
		if why != nil {
			r.unable(choice{kind: "P23", side: r.p.side(u), unit: u, combat: only}, why, "one", "two")
			continue
		}
		if err := r.evade(u, only, test); err != nil {
			return err
		}
	}
	return nil
}

// evasionBar says why cavalry may not retire before a combat, nil if it may, and
// whether a CT goes with it: before infantry, with or without cavalry beside
// it, yes; before heavy cavalry alone, without a CT [8.8.1, 8.8.2, JDG-Q80]. Nobody
// retires before a charge or a counter-attack [9-a, JDG-Q81].
func (r *run) evasionBar(u int, c *combat) (test bool, why *bar) {
	heavy := slices.ContainsFunc(c.attackers, func(u int) bool { return r.p.spec(u).Heavy })
	test = slices.ContainsFunc(c.attackers, func(u int) bool { return r.p.spec(u).Arm == setup.Infantry })
	switch {
	case len(c.chargers) > 0:
		return test, &bar{"9-a", "nobody retires before a charge"}
	case c.kind == counterAttack:
		return test, &bar{"8.8.1-a", "nobody retires before a counter-attack"}
	case !test && !heavy:
		return test, &bar{"8.8.1-a", "nobody retires before light cavalry"}
	case !test && r.p.spec(u).Heavy:
		return test, r.of(u, "8.8.2", "is heavy cavalry and retires before infantry only")
	case r.did(u, evaded):
		return test, r.of(u, "8.8.1-b", "has retired before a combat in this activation")
	case r.p.unit(u).State >= setup.Routed:
		return test, r.of(u, "10.2-j", "is routed")
	}
	return test, nil
}

// evasion is one way to retire before combat.
type evasion struct {
	path   []hex.Hex
	losses int // levels lost by the way itself [8.8.1-l, 8.8.1-n]
}

// evade decides P23 for one unit and carries it out. The default is to stay
// if ordered; disordered cavalry retires two hexes if a way without loss
// exists.
func (r *run) evade(u int, c *combat, test bool) error {
	ways := [3][]evasion{1: r.p.evasionsOf(u, c.hexes, 1), 2: r.p.evasionsOf(u, c.hexes, 2)}
	options, def := []string{"stay"}, "stay"
	if len(ways[1]) > 0 {
		options = append(options, "one")
	}
	if len(ways[2]) > 0 {
		options = append(options, "two")
		if r.p.unit(u).State == setup.Disordered && ways[2][0].losses == 0 {
			def = "two"
		}
	}
	answer, err := r.decide(choice{kind: "P23", side: r.p.side(u), unit: u, combat: c, rule: "8.8.1-a",
		prompt: "Does " + r.p.spec(u).ID + " retire before the attack of " + r.p.unitIDs(c.attackers) +
			", one hex or two?",
		options: options, def: def})
	if err != nil || answer == "stay" {
		return err
	}
	n := slices.Index([]string{1: "one", 2: "two"}, answer)
	way, err := r.chooseEvasion(u, ways[n])
	if err != nil {
		return err
	}
	r.note(u, evaded|forced)
	if test && !r.evasionTest(u, n) {
		if err := r.loseLevel(u, [3]string{1: "8.8.1-f", 2: "8.8.1-h"}[n], "retire before combat",
			c.hexes); err != nil {
			return err
		}
		if !r.p.onMap(u) || r.p.unit(u).State == setup.Routed {
			return nil // its retreat replaces the retire [JDG-Q78]
		}
	}
	return r.followEvasion(u, way, c.hexes)
}

// chooseEvasion lets the owner choose among ways to retire before combat,
// which come best first [JDG-P23].
func (r *run) chooseEvasion(u int, ways []evasion) (evasion, error) {
	const most = 12 // as many as a question can list
	ways = ways[:min(len(ways), most)]
	options := make([]string, len(ways))
	for i, w := range ways {
		options[i] = pathString(w.path)
	}
	return chosen(r, choice{kind: "P23", side: r.p.side(u), unit: u, rule: "8.8.1-m", detail: true,
		prompt: "Which way does " + r.p.spec(u).ID + " retire before combat?", options: options, def: options[0]}, ways)
}

// evasionTest rolls the CT of a retire before combat: +1 for one hex, -2 for
// two [8.8.1-e, 8.8.1-g].
func (r *run) evasionTest(u, n int) bool {
	if n == 2 {
		return r.cohesionTest("8.8.1-g", u, "retire before combat", engine.Mod{Name: "two hexes", Value: -2})
	}
	return r.cohesionTest("8.8.1-e", u, "retire before combat", engine.Mod{Name: "one hex", Value: 1})
}

// followEvasion moves the unit hex by hex; a level lost by the way may end it
// in a rout, whose retreat replaces the rest.
func (r *run) followEvasion(u int, w evasion, from []hex.Hex) error {
	for i := 1; i < len(w.path); i++ {
		here, to := w.path[i-1], w.path[i]
		walk := r.p.newWalk([]int{u}, evadeGait, 0)
		dear := walk.dear(w.path, i)
		r.event("8.8.1-a", "evade", r.p.side(u), "unit", r.p.spec(u).ID, "path", pathString([]hex.Hex{here, to}))
		if err := r.arrived(u, here, to); err != nil {
			return err
		}
		if dear {
			if err := r.loseLevel(u, "8.8.1-l", "difficult ground", from); err != nil {
				return err
			}
		}
		if r.p.unit(u).Hex == to && r.p.inFrontZOC(to, 1-r.p.side(u)) {
			if err := r.loseLevel(u, "8.8.1-n", "enemy front hex", from); err != nil {
				return err
			}
		}
		if r.p.unit(u).Hex != to {
			return nil
		}
	}
	return r.faceAfterEvasion(u)
}

// faceAfterEvasion lets a unit that has retired before combat turn: like the
// units that it joins, else as its owner wants, by default toward the nearest
// enemy [8.8.1-m, 6.1.2-b, JDG-P23].
func (r *run) faceAfterEvasion(u int) error {
	h, now := r.p.unit(u).Hex, r.p.unit(u).Facing
	facings := r.p.facingsIn(u, h)
	options := make([]string, len(facings))
	for i, f := range facings {
		options[i] = f.String()
	}
	def := facings[0]
	if f := r.p.toward(h, r.p.side(u)); len(facings) > 1 && !slices.Contains(f[:], now) {
		def = f[0]
	}
	f, err := chosen(r, choice{kind: "P23", side: r.p.side(u), unit: u, rule: "8.8.1-m", detail: true,
		prompt: "Which way does " + r.p.spec(u).ID + " face in " + h.String() + "?", options: options,
		def: def.String()},
		facings)
	if err == nil && f != now {
		r.event("8.8.1-m", "face", r.p.side(u), "unit", r.p.spec(u).ID, "facing", f.String())
	}
	return err
}

// dear reports whether entering the i-th hex of a way costs 3 MP or more, with what an enemy ZOC and friends in
// its way add; only leaving a ZOC does not count [8.8.1-l].
func (w *walk) dear(path []hex.Hex, i int) bool {
	g := w.look(path[i])
	mp, ok := w.p.enterCost(w.us[0], path[i-1], path[i], g&adjacent == 0)
	if g&control != 0 {
		mp += w.contact
	}
	if g&friend != 0 && i+1 < len(path) {
		mp++ // [4.4.3-a]
	}
	return ok && mp >= 3
}

// evasionsOf lists the ways to retire n hexes before attackers, the default
// first: fewest losses, then farthest from enemies, then nearest to the own
// rout edge. It obeys the limits of normal movement [8.8.1-m, JDG-Q76,
// JDG-Q79].
func (p *Position) evasionsOf(u int, from []hex.Hex, n int) []evasion {
	w := p.newWalk([]int{u}, evadeGait, p.values(u).MA)
	var ways []evasion
	for _, a := range p.unit(u).Hex.Neighbors() {
		paths := [][]hex.Hex{{w.from, a}}
		if n == 2 {
			paths = nil
			for _, b := range a.Neighbors() {
				paths = append(paths, []hex.Hex{w.from, a, b})
			}
		}
		for _, path := range paths {
			end := path[n]
			if _, rule, _ := w.follow(path); rule == "" && end != w.from && p.mayEnd(u, end) &&
				(n == 1 || p.clearOf(end, from, 2)) {
				ways = append(ways, evasion{path, w.losses(path)})
			}
		}
	}
	s := w.side
	order := func(a, b evasion) int {
		ea, eb := a.path[n], b.path[n]
		return cmp.Or(cmp.Compare(a.losses, b.losses),
			cmp.Compare(p.nearestEnemy(eb, s), p.nearestEnemy(ea, s)),
			cmp.Compare(p.toRoutEdge(ea, s), p.toRoutEdge(eb, s)))
	}
	sort.SliceStable(ways, func(i, j int) bool { return order(ways[i], ways[j]) < 0 })
	return ways
}

// losses counts the levels that a way to retire before combat costs by itself.
func (w *walk) losses(path []hex.Hex) int {
	n := 0
	for i := 1; i < len(path); i++ {
		n += boolInt(w.dear(path, i)) + boolInt(w.p.inFrontZOC(path[i], 1-w.side))
	}
	return n
}

// clearOf reports whether h is at least n hexes from all the others.
func (p *Position) clearOf(h hex.Hex, others []hex.Hex, n int) bool {
	return !slices.ContainsFunc(others, func(o hex.Hex) bool { return h.Distance(o) < n })
}

// enterEvaded lets attackers who have nobody left in front of them enter a hex
// that cavalry left before the combat, empty: infantry or heavy cavalry, the first by
// the priorities of an advance; optional, with the artillery of an infantry
// stack, no breakthrough [8.8.1-p, 8.8.1-q, JDG-Q82, JDG-P24].
func (r *run) enterEvaded(c *combat) error {
	idle := slices.DeleteFunc(slices.Clone(c.attackers), func(u int) bool {
		return r.p.spec(u).Arm == setup.Cavalry && !r.p.spec(u).Heavy ||
			slices.ContainsFunc(c.targets, func(h hex.Hex) bool {
				return r.p.sideAt(h) == 1-c.side &&
					r.attacks(c, u, h)
			})
	})
	equals := r.p.firstToAdvance(r.advancers(c, idle, c.targets), nil)
	empty := slices.ContainsFunc(c.targets, func(h hex.Hex) bool { return r.p.topUnit(h) < 0 })
	if len(equals) == 0 && empty && len(c.attackers) > 0 {
		r.unable(choice{kind: "P24", side: c.side, unit: c.attackers[0], with: c.attackers[1:]},
			&bar{"8.8.1-p", "infantry or heavy cavalry with nobody else before it enters, and none can"}, "yes")
	}
	if len(equals) == 0 {
		return nil
	}
	enters, err := r.yes(choice{kind: "P24", side: c.side, unit: equals[0], rule: "8.8.1-p",
		prompt: "Does " + r.p.spec(equals[0]).ID + " enter the hex that was left?", def: "yes"})
	if err != nil || !enters {
		return err
	}
	went, from, err := r.advance(c, idle, c.targets, "8.8.1-p")
	if err != nil {
		return err
	}
	if r.p.spec(went[0]).Arm != setup.Infantry {
		return nil
	}
	to := r.p.unit(went[0]).Hex
	for _, g := range r.p.guns([]hex.Hex{from}) {
		if r.p.crossable(g, from, to) {
			if err := r.advanceInto([]int{g}, to, r.p.turns(to, r.p.unit(g).Facing, c.side)[0],
				"8.8.1-q"); err != nil {
				return err
			}
		}
	}
	return nil
}
