package area

import "berthier/engine/board"

// corner is a corner of an outline on its way to a whole number. Products are made float64
// explicitly, so that no machine joins them with a sum and comes to another number.
type corner struct{ x, y float64 }

// side is a side of an outline: from a corner to the next one of the outline, and who lies
// beyond it, or -1 at the edge of the map.
type side struct {
	from   corner
	beyond int
}

const margin = 60 // around the outermost middles

// Corners are opposite corners of what is drawn of the map.
func (m *Map) Corners() (least, greatest board.Point) {
	least, greatest = board.Point{X: most, Y: most}, board.Point{}
	for _, p := range m.middles() {
		least.X, least.Y = min(least.X, p.X), min(least.Y, p.Y)
		greatest.X, greatest.Y = max(greatest.X, p.X), max(greatest.Y, p.Y)
	}
	return board.Point{X: least.X - margin, Y: least.Y - margin},
		board.Point{X: greatest.X + margin, Y: greatest.Y + margin}
}

// middles are those of all areas, and then of all grounds.
func (m *Map) middles() (all []board.Point) {
	for _, a := range m.Areas {
		all = append(all, a.At)
	}
	for _, g := range m.Grounds {
		all = append(all, g.At)
	}
	return all
}

// outlines gives each area and ground the points that are nearer to its middle than to any
// other.
func (m *Map) outlines() {
	middles := m.middles()
	least, greatest := m.Corners()
	lines := map[[2]int][]board.Point{}
	var spare []side // room for the next cut, since each is needed only until the one behind it
	for i := range middles {
		cell := []side{{corner{float64(least.X), float64(least.Y)}, -1},
			{corner{float64(greatest.X), float64(least.Y)}, -1},
			{corner{float64(greatest.X), float64(greatest.Y)}, -1}, {corner{float64(least.X), float64(greatest.Y)}, -1}}
		for k := range middles {
			if k != i {
				cell, spare = cut(spare[:0], cell, middles[i], middles[k], k), cell
			}
		}
		var outline []board.Point
		for n, s := range cell {
			at, next := s.from.point(), cell[(n+1)%len(cell)].from.point()
			if at == next {
				continue
			}
			outline = append(outline, at)
			if s.beyond > i {
				lines[[2]int{i, s.beyond}] = []board.Point{at, next}
			}
		}
		if i < len(m.Areas) {
			m.Areas[i].Outline = outline
		} else {
			m.Grounds[i-len(m.Areas)].Outline = outline
		}
	}
	for i := range m.Borders {
		m.Borders[i].Line = lines[[2]int{m.Borders[i].A, m.Borders[i].B}]
	}
}

func (c corner) point() board.Point {
	return board.Point{X: round(c.x), Y: round(c.y)}
}

// round is the nearest whole number.
func round(x float64) int {
	if x < 0 {
		return -int(0.5 - x)
	}
	return int(x + 0.5)
}

// cut adds to rest what of a cell does not lie nearer to another middle.
func cut(rest, cell []side, own, other board.Point, beyond int) []side {
	// The line of points equally far from both is n·p = d.
	nx, ny := float64(other.X-own.X), float64(other.Y-own.Y)
	d := (float64(nx*float64(other.X+own.X)) + float64(ny*float64(other.Y+own.Y))) / 2
	over := func(c corner) float64 { return float64(nx*c.x) + float64(ny*c.y) - d }
	for i, s := range cell {
		next := cell[(i+1)%len(cell)].from
		a, b := over(s.from), over(next)
		if a <= 0 {
			rest = append(rest, s)
		}
		if (a <= 0) != (b <= 0) {
			t := a / (a - b)
			at := corner{s.from.x + float64(t*(next.x-s.from.x)), s.from.y + float64(t*(next.y-s.from.y))}
			if a <= 0 { // the cell is left here: what follows lies along the new line
				rest = append(rest, side{at, beyond})
			} else {
				rest = append(rest, side{at, s.beyond})
			}
		}
	}
	return rest
}
