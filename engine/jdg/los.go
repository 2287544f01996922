package jdg

import (
	"fmt"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// los reports whether the line of sight between the centres of two hexes is
// clear, and if not, what blocks it [7.4].
func (p *Position) los(from, to hex.Hex) (clear bool, why string) {
	s := sight{p: p, from: p.level(from), to: p.level(to), length: from.Distance(to)}
	for _, c := range hex.Trace(from, to) {
		why := ""
		switch c.Passage {
		case hex.Through:
			why = s.hex(c.Hex, c.FromA, c.FromB)
		case hex.Across:
			why = s.side(c)
		case hex.Alongside:
			left := s.hex(c.Left, 2*from.Distance(c.Left), 2*to.Distance(c.Left))
			right := s.hex(c.Right, 2*from.Distance(c.Right), 2*to.Distance(c.Right))
			if why = s.side(c); why == "" && left != "" && right != "" {
				why = left + " and " + right
			}
		}
		if why != "" {
			return false, why
		}
	}
	return true, ""
}

// level is the elevation of a hex.
func (p *Position) level(h hex.Hex) int { return int(p.sc.Map.At(h).Level) }

// sight is one line of sight being looked along.
type sight struct {
	p        *Position
	from, to int // levels of its ends
	length   int
}

// ignored reports whether an obstacle on a level does not block because of
// the elevation of firer or target [7.4.3]. fromA and fromB are twice its
// distances from them.
func (s sight) ignored(level, fromA, fromB int) bool {
	switch {
	case s.from > level && s.to > level:
		return true
	case s.from > level:
		return fromA <= s.length
	case s.to > level:
		return fromB <= s.length
	}
	return false
}

// hex says why a hex blocks the line, "" if it does not [7.4.1-a, -b, -c].
func (s sight) hex(h hex.Hex, fromA, fromB int) string {
	if !s.p.sc.Map.On(h) {
		return ""
	}
	level, cell := s.p.level(h), s.p.sc.Map.At(h)
	switch {
	case level > s.from && level > s.to:
		return "the higher ground of " + h.String()
	case s.ignored(level, fromA, fromB):
	case s.p.rs.tables.Hexes[cell.Terrain].BlocksLOS:
		return cell.Terrain.String() + " in " + h.String()
	case s.p.topUnit(h) >= 0:
		return s.p.spec(s.p.topUnit(h)).ID + " in " + h.String()
	}
	return ""
}

// side says why a hexside blocks the line, "" if it does not [7.4.1-d, -e].
// Its level is that of the higher of its two hexes [JDG-Q63]; the sides of a
// castle count as fortification [JDG-Q64]. Between adjacent hexes only a ridge
// or steep slope is left of all this: neither end is above it [7.4.4].
func (s sight) side(c hex.Crossing) string {
	m := s.p.sc.Map
	if !m.On(c.Edge.A) || !m.On(c.Edge.B) {
		return ""
	}
	d, _ := c.Edge.A.DirTo(c.Edge.B)
	set := m.At(c.Edge.A).Sides[d]
	if (m.At(c.Edge.A).Terrain == setup.Castle) != (m.At(c.Edge.B).Terrain == setup.Castle) {
		set = set.With(setup.Fortification)
	}
	if s.ignored(max(s.p.level(c.Edge.A), s.p.level(c.Edge.B)), c.FromA, c.FromB) {
		return ""
	}
	near := c.FromA <= 1 || c.FromB <= 1
	for k := range setup.NumSideKinds {
		if !set.Has(k) {
			continue
		}
		if screen := s.p.rs.tables.Sides[k].LOS; screen == setup.ScreenAlways || screen == setup.ScreenFar && !near {
			return fmt.Sprintf("the %s %s", k, c.Edge)
		}
	}
	return ""
}

// inCone reports whether h lies in the unit's cone of fire: its two front
// hexes extended outward, all round with six front hexes [7.2-c, JDG-Q46].
func (p *Position) inCone(u int, h hex.Hex) bool { return p.inConeFacing(u, p.unit(u).Facing, h) }

func (p *Position) inConeFacing(u int, f hex.Facing, h hex.Hex) bool {
	at := p.unit(u).Hex
	return p.sixFronts(u) && h != at || hex.InCone(at, f, h)
}
