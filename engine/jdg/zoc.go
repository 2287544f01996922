package jdg

import (
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// sixFronts reports whether the unit has six front hexes: in square, and in a
// town, village or castle [6.1.1-f, 6.1.1-g]. A routed unit has none [JDG-Q47].
func (p *Position) sixFronts(u int) bool {
	un := p.unit(u)
	if un.Hex == hex.None || un.State >= setup.Routed {
		return false
	}
	return un.Square || p.rs.tables.Hexes[p.sc.Map.At(un.Hex).Terrain].SixFronts
}

// fronts reports whether the unit has a front hex in a direction.
func (p *Position) fronts(u int, d hex.Dir) bool {
	un := p.unit(u)
	if un.Hex == hex.None || un.State >= setup.Routed {
		return false
	}
	f := un.Facing.Front()
	return d == f[0] || d == f[1] || p.sixFronts(u)
}

// front returns the unit's front hexes that lie on the map, clockwise from
// north [6.1.1].
func (p *Position) front(u int) []hex.Hex {
	var hs []hex.Hex
	for _, d := range hex.Dirs {
		if h := p.unit(u).Hex.Neighbor(d); p.fronts(u, d) && p.sc.Map.On(h) {
			hs = append(hs, h)
		}
	}
	return hs
}

// hasFront reports whether h is a front hex of the unit [6.1.1-d].
func (p *Position) hasFront(u int, h hex.Hex) bool {
	d, ok := p.unit(u).Hex.DirTo(h)
	return ok && p.fronts(u, d)
}

// rearOf reports whether an attack out of the adjacent hex from comes through
// a rear hex of the unit [6.1.1-e, 6.1.2-e]; never for a routed one, which has
// neither front nor rear [JDG-Q47].
func (p *Position) rearOf(u int, from hex.Hex) bool {
	d, ok := p.unit(u).Hex.DirTo(from)
	return ok && p.unit(u).State < setup.Routed && !p.fronts(u, d)
}

// controls reports whether the unit has a ZOC at all [6.2.1-b, -c, -d].
func (p *Position) controls(u int) bool {
	un := p.unit(u)
	return un.State < setup.Routed && !un.Square && p.sc.Units[u].Arm != setup.Artillery
}

// exerts reports whether the unit's ZOC extends into the adjacent hex [6.2.1].
func (p *Position) exerts(u int, into hex.Hex) bool {
	if !p.onMap(u) || !p.controls(u) || !p.sc.Map.On(into) {
		return false
	}
	d, ok := p.unit(u).Hex.DirTo(into)
	return ok && p.zocCrosses(p.sc.Units[u].Arm, p.unit(u).Hex, d)
}

// zocCrosses reports whether a ZOC of units of the arm goes from a hex across
// its hexside in direction d: not across what the arm cannot cross
// [6.2.1-e, JDG-Q31], not along a bridge or ford over a river [6.2.1-f], and
// not from outside into a redoubt, fortification or castle, whatever road
// leads there [6.2.1-g].
func (p *Position) zocCrosses(a setup.Arm, from hex.Hex, d hex.Dir) bool {
	to := from.Neighbor(d)
	here, there := p.sc.Map.At(from), p.sc.Map.At(to)
	if there.Terrain == setup.Castle && here.Terrain != setup.Castle {
		return false
	}
	for k := range setup.NumSideKinds {
		if !here.Sides[d].Has(k) {
			continue
		}
		switch p.rs.tables.Sides[k].ZOC {
		case setup.BarrierBoth:
			return false
		case setup.BarrierInto:
			if there.Inside[d.Turn(3)] {
				return false
			}
		}
	}
	return p.passable(a, from, d)
}

// zocUnits returns the units of side s whose ZOC extends into h, hex by hex
// clockwise from north, each stack from the top.
func (p *Position) zocUnits(h hex.Hex, s int) []int {
	var us []int
	for _, d := range hex.Dirs {
		n := h.Neighbor(d)
		if p.sideAt(n) != s {
			continue
		}
		for u := p.topUnit(n); u >= 0; u = p.below(u) {
			if p.exerts(u, h) {
				us = append(us, u)
			}
		}
	}
	return us
}

// inFrontZOC reports whether a unit of side s has h as a front hex and in its ZOC
// [6.2.2-k, 10.3.5-b, JDG-Q50].
func (p *Position) inFrontZOC(h hex.Hex, s int) bool {
	for _, d := range hex.Dirs {
		n := h.Neighbor(d)
		if p.sideAt(n) != s {
			continue
		}
		for u := p.topUnit(n); u >= 0; u = p.below(u) {
			if p.fronts(u, d.Turn(3)) && p.exerts(u, h) {
				return true
			}
		}
	}
	return false
}

// inEnemyZOC reports whether the unit stands in an enemy ZOC.
func (p *Position) inEnemyZOC(u int) bool {
	return p.onMap(u) && p.inZOC(p.unit(u).Hex, 1-p.side(u))
}

// inZOC reports whether any unit of side s exerts a ZOC on h.
func (p *Position) inZOC(h hex.Hex, s int) bool {
	for _, d := range hex.Dirs {
		n := h.Neighbor(d)
		if p.sideAt(n) == s && p.controlsInto(n, d.Turn(3)) {
			return true
		}
	}
	return false
}

// controlsInto reports whether any unit of a hex exerts a ZOC on the next one in direction d.
func (p *Position) controlsInto(h hex.Hex, d hex.Dir) bool {
	for u := p.topUnit(h); u >= 0; u = p.below(u) {
		if p.controls(u) && p.zocCrosses(p.sc.Units[u].Arm, h, d) {
			return true
		}
	}
	return false
}
