package ccn

import (
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
)

// sees reports whether there is a line of sight between two hexes [5.5.3]. over says that
// artillery may fire over a friendly piece from a hill [7.2-l], which it may not in a
// Combined Arms attack [7.2-m].
func (p *Position) sees(a, b hex.Hex, side int, over bool) bool {
	for _, c := range setup.Trace(a, b) {
		switch c.Passage {
		case hex.Through:
			if p.obstacle(a, b, c.Hex, side, over) {
				return false
			}
		case hex.Alongside:
			if p.obstacle(a, b, c.Left, side, over) && p.obstacle(a, b, c.Right, side, over) {
				return false
			}
		}
	}
	return true
}

// obstacle reports whether a hex between two others is in the way [5.5.3-c].
func (p *Position) obstacle(a, b, h hex.Hex, side int, over bool) bool {
	if !setup.Sheet.On(h) {
		return true
	}
	if p.ground(h).Sight == setup.SightBlocked || p.hill(h) && p.hillBlocks(a, b, h) { // a hill under sand too
		return true
	}
	holder := p.occupant(h)
	if holder < 0 {
		return false
	}
	overhead := over && holder == side && p.hill(a) && !p.hill(h) && setup.Sheet.Distance(a, h) == 1
	return !overhead
}

func (p *Position) hill(h hex.Hex) bool { return p.sc.OnHill(h) }

// hillBlocks reports whether a hill hex between two others blocks sight by itself [7.2-f
// to 7.2-j, P6.2].
func (p *Position) hillBlocks(a, b, h hex.Hex) bool {
	if !p.hill(a) || !p.hill(b) {
		return true
	}
	if p.sc.SameHill(a, b) {
		return false
	}
	return !p.sc.SameHill(a, h) && !p.sc.SameHill(b, h)
}
