package hex

import "iter"

// Ring yields the hexes at distance n from h, clockwise from the one straight
// north; Ring(h, 0) yields h alone and a negative n nothing. Hexes may lie off
// any map.
func Ring(h Hex, n int) iter.Seq[Hex] {
	return func(yield func(Hex) bool) {
		if n == 0 {
			yield(h)
			return
		}
		at := h
		for range n {
			at = at.Neighbor(N)
		}
		for side := range Dirs {
			for range max(n, 0) {
				if !yield(at) {
					return
				}
				at = at.Neighbor(SE.Turn(side))
			}
		}
	}
}

// Within yields the hexes at a distance of at most n from h, the nearest
// first: h itself, then ring after ring.
func Within(h Hex, n int) iter.Seq[Hex] {
	return func(yield func(Hex) bool) {
		for i := range n + 1 {
			for o := range Ring(h, i) {
				if !yield(o) {
					return
				}
			}
		}
	}
}

// InCone reports whether to lies in the cone of a counter in from that faces
// f: the hexes reached by any number of steps into the directions of its two
// front hexes. The two rows of hexes straight through the front hexes bound
// the cone and belong to it; from itself does not.
func InCone(from Hex, f Facing, to Hex) bool {
	q1, r1, s1 := from.cube()
	q2, r2, s2 := to.cube()
	q, r, s := q2-q1, r2-r1, s2-s1
	switch f {
	case NNE:
		return to != from && q >= 0 && s >= 0
	case E:
		return to != from && r <= 0 && s <= 0
	case SSE:
		return to != from && q >= 0 && r >= 0
	case SSW:
		return to != from && q <= 0 && s <= 0
	case W:
		return to != from && r >= 0 && s >= 0
	default:
		return to != from && q <= 0 && r <= 0
	}
}
