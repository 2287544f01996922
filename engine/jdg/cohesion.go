package jdg

import (
	"slices"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// loseLevel takes one cohesion level from a unit with all that this brings
// [10.1, 10.2]. from lists the hexes that a retreat has to lead away from.
// Artillery that is disordered already is eliminated if the cause is "fire"
// [10.1-d].
func (r *run) loseLevel(u int, rule, cause string, from []hex.Hex) error {
	switch r.p.unit(u).State {
	case setup.Ordered:
		r.disorder(u, rule, cause)
	case setup.Disordered:
		return r.routNow(u, rule, cause, from)
	case setup.Routed:
		return r.eliminate(u, "10.2-o", cause)
	}
	return nil
}

// disorder turns an ordered unit to its disordered side. Infantry in square
// takes its whole hex out of square with it [4.2-n, 4.2-o].
func (r *run) disorder(u int, rule, cause string) {
	wasSquare := r.p.unit(u).Square
	r.event(rule, "disorder", r.p.side(u), "unit", r.p.spec(u).ID, "cause", cause)
	if wasSquare && r.p.spec(u).Arm == setup.Infantry {
		r.breakSquare(r.p.unit(u).Hex, "4.2-o")
	}
}

// breakSquare takes the square off a hex.
func (r *run) breakSquare(h hex.Hex, rule string) {
	if us := r.p.squared(h); len(us) > 0 {
		r.event(rule, "square", r.p.side(us[0]), "units", r.p.unitIDs(us), "formed", "no")
	}
}

// noteOther records a deed if an activation is under way.
func (r *run) noteOther(u int, d deed) {
	if r.act != nil {
		r.note(u, d)
	}
}

// routNow makes a unit rout at once and retreat [10.2]. A routed unit, and
// by fire artillery that is disordered already, is eliminated.
func (r *run) routNow(u int, rule, cause string, from []hex.Hex) error {
	state := r.p.unit(u).State
	switch {
	case state == setup.Routed:
		return r.eliminate(u, "10.2-d", cause)
	case state > setup.Routed:
		return nil
	case state == setup.Disordered && r.p.spec(u).Arm == setup.Artillery && cause == "fire":
		return r.eliminate(u, "10.1-d", cause)
	}
	r.rout(u, rule, cause)
	return r.withdraw(u, from)
}

// rout marks a unit as routed; its retreat is the caller's business. A gun leaves the square of its hex alone
// [4.2-n, 4.2-o].
func (r *run) rout(u int, rule, cause string) {
	if r.p.unit(u).Square && r.p.spec(u).Arm == setup.Infantry {
		r.breakSquare(r.p.unit(u).Hex, "4.2-n")
	}
	r.event(rule, "rout", r.p.side(u), "unit", r.p.spec(u).ID, "cause", cause)
}

// eliminate takes a unit off the map for good [10.2-e].
func (r *run) eliminate(u int, rule, cause string) error {
	h := r.p.unit(u).Hex
	r.event(rule, "eliminate", r.p.side(u), "unit", r.p.spec(u).ID, "cause", cause)
	if h != hex.None && r.p.topUnit(h) < 0 {
		return r.leftAlone(h, r.p.side(u))
	}
	return nil
}

// mustTest makes a unit take a CT and lose a level if it fails [JDG-Q109]. A
// routed unit makes a rout move instead [10.2-p].
func (r *run) mustTest(u int, rule, why string, from []hex.Hex, mods ...engine.Mod) error {
	switch {
	case r.dry || !r.p.onMap(u):
	case r.p.unit(u).State == setup.Routed:
		return r.routMove(u, "10.2-p")
	case !r.cohesionTest(rule, u, why, mods...):
		return r.loseLevel(u, rule, why, from)
	}
	return nil
}

// retreatLength is the number of hexes that a routing unit retreats [10.2-g,
// 10.2-h].
func (p *Position) retreatLength(u int) int {
	if p.spec(u).Arm == setup.Cavalry {
		return 3
	}
	return 2
}

// canWithdrawInto reports whether a withdrawing unit may go from one hex to
// the next as far as ground and enemies go [10.3.4, JDG-Q118].
func (p *Position) canWithdrawInto(u int, from, to hex.Hex) bool {
	if !p.sc.Map.On(to) || !p.crossable(u, from, to) {
		return false
	}
	if p.sideAt(to) == 1-p.side(u) {
		return false
	}
	if p.sc.Map.At(to).Terrain == setup.Castle {
		mp, ok := p.enterCost(u, from, to, !p.adjacentEnemy(to, p.side(u)))
		return ok && mp <= p.values(u).MA
	}
	return true
}

// losesByCrossing reports whether a withdrawal across the hexside costs a
// cohesion level: steep slope, ford or bridge [10.3.4-b].
func (p *Position) losesByCrossing(from, to hex.Hex) bool {
	d, _ := from.DirTo(to)
	sides := p.sc.Map.At(from).Sides[d]
	for k := range setup.NumSideKinds {
		if sides.Has(k) && p.rs.tables.Sides[k].LosesLevel {
			return true
		}
	}
	return false
}

// fartherFrom reports whether the step leads away from every attacker. A unit
// that retires, but not one that routs, may keep its distance from an attacker
// next to it where his ZOC does not reach [10.3.1-e, JDG-Q149, JDG-Q153].
func (p *Position) fartherFrom(u int, state setup.State, here, to hex.Hex, from []hex.Hex) bool {
	for _, f := range from {
		if to.Distance(f) > here.Distance(f) {
			continue
		}
		if state == setup.Routed || here.Distance(f) != 1 || to.Distance(f) != 1 || p.anyExerts(f, to, p.side(u)) {
			return false
		}
	}
	return true
}

// anyExerts reports whether an enemy of side s in hex f exerts a ZOC into to.
func (p *Position) anyExerts(f, to hex.Hex, s int) bool {
	return slices.ContainsFunc(p.stack(f), func(e int) bool { return p.side(e) != s && p.exerts(e, to) })
}

// awayFrom returns what a retreat without an adjacent attacker leads away
// from: all adjacent enemies [JDG-Q111].
func (p *Position) awayFrom(u int) []hex.Hex {
	var hs []hex.Hex
	h := p.unit(u).Hex
	for _, n := range h.Neighbors() {
		if p.sideAt(n) == 1-p.side(u) {
			hs = append(hs, n)
		}
	}
	return hs
}
