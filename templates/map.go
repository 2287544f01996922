package templates

import (
	"image/color"
	"math"

	"berthier/engine/board"
)

// MapOptions says how a board is drawn. The zero value will do.
type MapOptions struct {
	Width int // of the picture in pixels, from 200 to 4000; 0 means 1600
}

// SVG draws the board as a self-contained SVG document. The same board always
// gives the same bytes. Pieces off its plane are not drawn.
func SVG(b board.Board, o MapOptions) []byte {
	d := drawMap(b, o)
	return d.svg()
}

// PNG draws the board as a PNG picture, the same drawing as SVG.
func PNG(b board.Board, o MapOptions) ([]byte, error) {
	d := drawMap(b, o)
	return d.png()
}

// Colours of the map.
var (
	paper     = rgb(0xf6f0de)
	ink       = rgb(0x2b2618)
	gridLine  = glaze(rgb(0x6d6444), 0x70)
	numberInk = rgb(0x6e6446)
	levels    = []color.NRGBA{rgb(0xe6ebc8), rgb(0xeee6b6), rgb(0xe8d49b), rgb(0xdbbe7f), rgb(0xc9a264), rgb(0xb28650),
		rgb(0x9a6e40)}
	sideInks  = []color.NRGBA{rgb(0x2c54a0), rgb(0x3b7a3c), rgb(0x9c3030), rgb(0x6b6f78)}
	nobodyInk = rgb(0x857a62)
	colors    = map[string]color.NRGBA{
		"blue": sideInks[0], "green": sideInks[1], "red": sideInks[2], "grey": sideInks[3],
		"brown": rgb(0x7a5230), "yellow": rgb(0xa8841c), "violet": rgb(0x69418c), "black": rgb(0x28282c),
	}
)

const (
	margin    = 14
	maxCell   = 46 // largest size of a cell in pixels
	titleSize = 22
)

// mapper draws one board.
type mapper struct {
	drawing
	board board.Board
	s     float32                // size of a cell in pixels
	cell  float32                // the same in units of x
	tall  float32                // a unit of y in cells
	zero  point                  // where plane coordinates (0, 0) are
	sides map[side]int           // the region of each side of an outline, by index
	index map[string]int         // regions by id
	bands map[string]color.NRGBA // stripe colours
}

// side is a straight piece of an outline, from corner to corner.
type side [2]board.Point

func drawMap(b board.Board, o MapOptions) *drawing {
	if o.Width <= 0 {
		o.Width = 1600
	}
	o.Width = min(max(o.Width, 200), 4000)
	m := &mapper{board: b, sides: map[side]int{}, index: map[string]int{}, bands: map[string]color.NRGBA{}}
	for i, r := range b.Regions {
		if r.ID != "" {
			m.index[r.ID] = i
		}
		for k := range r.Outline {
			m.sides[side{before(r.Outline, k), r.Outline[k]}] = i
		}
	}
	m.measure(float32(o.Width))
	m.back = paper
	top := float32(margin)
	if b.Title != "" {
		m.items = append(m.items, item{text: b.Title, at: point{margin, margin + titleSize*.8}, size: titleSize,
			font: boldFont, flush: true, fill: ink})
		top += titleSize * 1.3
	}
	m.zero = point{margin - float32(b.Min.X)*m.s/m.cell, top - float32(b.Min.Y)*m.s*m.tall}
	m.ground()
	m.features()
	m.labels()
	m.arrows(false)
	m.pieces()
	m.objectives()
	m.names()
	m.arrows(true)
	m.h = m.legend(m.beside(top+float32(max(b.Max.Y-b.Min.Y, 0))*m.s*m.tall+margin)) + margin
	return &m.drawing
}

// measure fits the plane into a width.
func (m *mapper) measure(width float32) {
	m.cell = float32(max(m.board.Cell, 1))
	stretch := float64(1)
	if m.board.Stretch > 0 {
		stretch = float64(m.board.Stretch) / 1e7
	}
	m.tall = float32(stretch / float64(m.cell))
	cells := max(float32(m.board.Max.X-m.board.Min.X)/m.cell, 1)
	m.s = min(maxCell, (width-2*margin)/cells)
	m.w = width
	if m.s == maxCell {
		m.w = max(m.s*cells+2*margin, 420)
	}
}

// place turns plane coordinates into pixels.
func (m *mapper) place(p board.Point) point {
	return m.zero.add(float32(p.X)*m.s/m.cell, float32(p.Y)*m.s*m.tall)
}

func (m *mapper) places(line []board.Point) []point {
	ps := make([]point, len(line))
	for i, p := range line {
		ps[i] = m.place(p)
	}
	return ps
}

// before is the corner before the k-th of an outline.
func before(outline []board.Point, k int) board.Point {
	return outline[(k+len(outline)-1)%len(outline)]
}

// beyond returns the index of the region on the other side of the k-th side of
// a region, -1 if there is none. Outlines run clockwise, so that its outline has
// the same side the other way round; that of a region above or below has not.
func (m *mapper) beyond(i, k int) int {
	outline := m.board.Regions[i].Outline
	if n, ok := m.sides[side{outline[k], before(outline, k)}]; ok {
		return n
	}
	return -1
}

// jitter is a number from -1 to 1 that looks random but is always the same for
// a place and an index.
func jitter(at board.Point, i int) float32 {
	v := uint32(at.X)*0xdf67d33b ^ uint32(at.Y>>1)*0x85ebca77 ^ uint32(i+1)*0xc2b2ae3d
	v ^= v >> 15
	v *= 0x2c1b3c6d
	v ^= v >> 12
	v *= 0x297a2d39
	v ^= v >> 15
	return float32(v%2001)/1000 - 1
}

// bearing is the angle of a step on the drawing in degrees, clockwise from up.
func bearing(d point) float32 {
	return float32(math.Atan2(float64(d.x), float64(-d.y)) * 180 / math.Pi)
}

// write puts a text so that its capitals are centred on a point.
func (m *mapper) write(s string, at point, size float32, f fontName, c color.NRGBA) {
	m.items = append(m.items, item{text: s, at: at.add(0, size*.36), size: size, font: f, fill: c})
}
