package pbs

import (
	"strconv"
	"strings"

	"berthier/engine/pbs/setup"
)

// bw is a base width in the unit of all positions: a quarter of it [B70].
const bw = 4

// Rect is a rectangle with sides parallel to the edges of the table, in quarters of a base
// width: X grows to the right and Y away from the rear edge of whoever looks. In a position
// that is the Defender [B70].
type Rect struct{ X, Y, W, H int }

// laid reports whether it is a place at all: what is not on the table has one without a width.
func (r Rect) laid() bool { return r.W > 0 }

// overlaps reports whether the interiors share a point [B72].
func (r Rect) overlaps(o Rect) bool {
	return r.X < o.X+o.W && o.X < r.X+r.W && r.Y < o.Y+o.H && o.Y < r.Y+r.H
}

// apart reports whether two rectangles are at least so far from each other [B72].
func (r Rect) apart(o Rect, distance int) bool {
	gx, gy := gap(r.X, r.W, o.X, o.W), gap(r.Y, r.H, o.Y, o.H)
	return gx*gx+gy*gy >= distance*distance
}

// gap is what lies between two stretches of a line.
func gap(a, la, b, lb int) int { return max(0, max(a, b)-min(a+la, b+lb)) }

// within reports whether the rectangle lies in another.
func (r Rect) within(o Rect) bool {
	return r.X >= o.X && r.Y >= o.Y && r.X+r.W <= o.X+o.W && r.Y+r.H <= o.Y+o.H
}

// turned is the rectangle after a quarter turn about its centre [B77].
func (r Rect) turned() Rect {
	return Rect{r.X + (r.W-r.H)/2, r.Y + (r.H-r.W)/2, r.H, r.W}
}

// moved is the rectangle after a move.
func (r Rect) moved(dx, dy int) Rect { return Rect{r.X + dx, r.Y + dy, r.W, r.H} }

// seen is a rectangle of the Defender's view in the view of a side, and the other way round
// [B70].
func (p *Position) seen(side int, r Rect) Rect {
	if side == p.Defender {
		return r
	}
	return Rect{p.format.Width - (r.X + r.W), p.format.Depth - (r.Y + r.H), r.W, r.H}
}

// table is the whole table.
func (p *Position) table() Rect { return Rect{0, 0, p.format.Width, p.format.Depth} }

// Sector is a part of the table, as a side sees it [6-c].
type Sector uint8

const (
	LeftSector Sector = iota
	CentreSector
	RightSector
)

var sectorNames = [...]string{"left", "centre", "right"}

// String is the word of orders.
func (s Sector) String() string { return sectorNames[s] }

// sectorOf is the sector of a placement roll [6-e].
func sectorOf(roll int) Sector { return Sector((roll - 1) / 2) }

// inSector reports whether the centre of a rectangle of a side's own view lies in a sector,
// borders included [B74].
func (p *Position) inSector(r Rect, s Sector) bool {
	x2, w, d := 2*r.X+r.W, 2*p.format.Width, 2*p.format.Sector
	switch s {
	case LeftSector:
		return x2 <= d
	case RightSector:
		return x2 >= w-d
	}
	return x2 >= d && x2 <= w-d
}

// sectorAt is the sector in which the centre of a rectangle lies; on a border the centre.
func (p *Position) sectorAt(r Rect) Sector {
	for _, s := range []Sector{CentreSector, LeftSector} {
		if p.inSector(r, s) {
			return s
		}
	}
	return RightSector
}

// atEdge reports whether a rectangle touches an edge of the table that bounds a sector [B73].
func (p *Position) atEdge(r Rect, s Sector) bool {
	return r.Y == 0 || r.Y+r.H == p.format.Depth || s == LeftSector && r.X == 0 ||
		s == RightSector && r.X+r.W == p.format.Width
}

// lengthText prints a length as players write it, in base widths: "12.5".
func lengthText(q int) string {
	return strconv.FormatFloat(float64(q)/bw, 'f', -1, 64)
}

// pointText prints a point as players write it.
func pointText(x, y int) string { return lengthText(x) + "," + lengthText(y) }

// sizeText prints a size as players write it.
func sizeText(w, h int) string { return lengthText(w) + "x" + lengthText(h) }

// parseLength reads a length in base widths with steps of a quarter: "12.25".
func parseLength(s string) (q int, ok bool) {
	minus := strings.HasPrefix(s, "-")
	whole, part, point := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	quarters := map[string]int{"": 0, "0": 0, "00": 0, "25": 1, "5": 2, "50": 2, "75": 3}
	n, known := quarters[part]
	base, err := strconv.ParseUint(whole, 10, 16)
	if err != nil || !known || point && part == "" {
		return 0, false
	}
	q = int(base)*bw + n
	if minus {
		q = -q
	}
	return q, true
}

// parsePoint reads what pointText prints.
func parsePoint(s string) (x, y int, ok bool) {
	a, b, comma := strings.Cut(s, ",")
	x, okX := parseLength(a)
	y, okY := parseLength(b)
	return x, y, comma && okX && okY
}

// parseSize reads what sizeText prints.
func parseSize(s string) (w, h int, ok bool) {
	a, b, cross := strings.Cut(s, "x")
	w, okW := parseLength(a)
	h, okH := parseLength(b)
	return w, h, cross && okW && okH
}

// search finds the first place of a size that is legal, as a side sees the table: rows from
// its rear edge onward, or from the front backward, and in each row from left to right; at
// first in whole base widths, then in quarters [B75, B99].
func (p *Position) search(w, h int, front int, legal func(Rect) bool) (Rect, bool) {
	depth := p.format.Depth
	if front > 0 {
		depth = front
	}
	for _, step := range []int{bw, 1} {
		for n := 0; n*step+h <= depth; n++ {
			y := n * step
			if front > 0 {
				y = depth - h - y
			}
			for x := 0; x+w <= p.format.Width; x += step {
				if r := (Rect{x, y, w, h}); legal(r) {
					return r, true
				}
			}
		}
	}
	return Rect{}, false
}

// Cell is a cell of the map of the march.
type Cell struct {
	Line    int // from 0
	Density setup.Density
}

// String is the word of orders: its column from a, Featureless, to e, and its line from 1.
func (c Cell) String() string { return string(rune('a'+int(c.Density))) + strconv.Itoa(c.Line+1) }

// parseCell reads what String prints.
func (p *Position) parseCell(s string) (Cell, bool) {
	if s == "" {
		return Cell{}, false
	}
	n, err := strconv.Atoi(s[1:])
	c := Cell{n - 1, setup.Density(s[0] - 'a')}
	return c, err == nil && s[0] >= 'a' && c.Density < setup.NumDensities && n >= 1 && n <= len(p.grid.Lines) &&
		c.String() == s
}

// is reports whether a cell is of a territory [3-d].
func (p *Position) is(c Cell, t setup.Territory) bool {
	return p.grid.Lines[c.Line].Cells[c.Density][t]
}

// cells lists all cells, line by line.
func (p *Position) cells() (all []Cell) {
	for l := range p.grid.Lines {
		for d := range setup.NumDensities {
			all = append(all, Cell{l, d})
		}
	}
	return all
}

// stepped is a cell some columns and lines away; there is none beyond the columns at the
// ends, while the lines go round [3-l, B10].
func (p *Position) stepped(c Cell, columns, lines int) (Cell, bool) {
	n := len(p.grid.Lines)
	d := int(c.Density) + columns
	return Cell{((c.Line+lines)%n + n) % n, setup.Density(d)}, d >= 0 && d < int(setup.NumDensities)
}

// steps are the ways by which a pawn may go for a difference of ranks, each once or twice
// the first figures [3-h to 3-k, B62].
var steps = []struct{ difference, times, columns, lines int }{
	{1, 1, 1, 0}, {1, 1, -1, 0}, {1, 1, 0, 1}, {1, 1, 0, -1},
	{2, 1, 1, 1}, {2, 1, 1, -1}, {2, 1, -1, 1}, {2, 1, -1, -1},
	{3, 2, 1, 0}, {3, 2, -1, 0}, {3, 2, 0, 1}, {3, 2, 0, -1},
	{4, 2, 1, 1}, {4, 2, 1, -1}, {4, 2, -1, 1}, {4, 2, -1, -1},
}

// reach lists the cells to which the pawn may go for a difference of ranks, where it stands
// first: on cells of the territory alone, also on its way [3-c, B09].
func (p *Position) reach(difference int) []Cell {
	all := []Cell{p.Site.Pawn}
steps:
	for _, s := range steps {
		if s.difference > difference {
			continue
		}
		c := p.Site.Pawn
		for range s.times {
			next, ok := p.stepped(c, s.columns, s.lines)
			if !ok || !p.is(next, p.Site.Territory) {
				continue steps
			}
			c = next
		}
		all = append(all, c)
	}
	return all
}
