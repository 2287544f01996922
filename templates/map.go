package templates

import (
	"image/color"
	"math"
	"slices"

	"berthier/engine/hex"
)

// MapOptions says how a chart is drawn. The zero value will do.
type MapOptions struct {
	Width int       // of the picture in pixels, from 200 to 4000; 0 means 1600
	Sides []MapSide // by index of side; for missing ones a default is used
}

// MapSide is how a side looks.
type MapSide struct {
	Name  string      // for the legend
	Color color.NRGBA // of its counters; transparent for the default
}

// SVG draws the chart as a self-contained SVG document. The same chart always
// gives the same bytes. What is not on the chart's cells is not drawn.
func SVG(c hex.Chart, o MapOptions) []byte {
	d := drawMap(c, o)
	return d.svg()
}

// PNG draws the chart as a PNG picture, the same drawing as SVG.
func PNG(c hex.Chart, o MapOptions) ([]byte, error) {
	d := drawMap(c, o)
	return d.png()
}

// Colours of the map.
var (
	paper     = rgb(0xf6f0de)
	ink       = rgb(0x2b2618)
	gridLine  = glaze(rgb(0x6d6444), 0x70)
	numberInk = rgb(0x6e6446)
	levels    = []color.NRGBA{rgb(0xe6ebc8), rgb(0xeee6b6), rgb(0xe8d49b), rgb(0xdbbe7f), rgb(0xc9a264), rgb(0xb28650), rgb(0x9a6e40)}
	sideInks  = []color.NRGBA{rgb(0x2c54a0), rgb(0x3b7a3c), rgb(0x9c3030), rgb(0x6b6f78)}
)

const (
	margin    = 14
	maxHex    = 46 // largest side of a hex in pixels
	titleSize = 22
	half      = 0.8660254 // half the height of a hex with side 1
)

// mapper draws one chart.
type mapper struct {
	drawing
	chart hex.Chart
	opts  MapOptions
	s     float32 // side of a hex in pixels
	zero  point   // where plane coordinates (0, 0) are
	cells map[hex.Hex]*hex.Cell
	forms map[string]color.NRGBA // stripe colours
}

func drawMap(c hex.Chart, o MapOptions) *drawing {
	if o.Width <= 0 {
		o.Width = 1600
	}
	o.Width = min(max(o.Width, 200), 4000)
	m := &mapper{chart: c, opts: o, cells: map[hex.Hex]*hex.Cell{}, forms: map[string]color.NRGBA{}}
	for i := range c.Cells {
		m.cells[c.Cells[i].Hex] = &c.Cells[i]
	}
	m.chart.Sides = slices.DeleteFunc(slices.Clone(c.Sides), func(s hex.Side) bool {
		_, adjacent := s.Edge.A.DirTo(s.Edge.B)
		return !adjacent || !m.on(s.Edge.A) && !m.on(s.Edge.B)
	})
	columns := float32(3*max(c.Cols, 1)+1) / 2
	m.s = min(maxHex, (float32(o.Width)-2*margin)/columns)
	m.w, m.back = float32(o.Width), paper
	if m.s == maxHex {
		m.w = max(m.s*columns+2*margin, 420)
	}
	top := float32(margin)
	if c.Title != "" {
		m.items = append(m.items, item{text: c.Title, at: point{margin, margin + titleSize*.8}, size: titleSize, font: boldFont, flush: true, fill: ink})
		top += titleSize * 1.3
	}
	m.zero = point{margin - m.s/2, top - m.s*half}
	rows := float32(2*c.Rows + 1)
	if c.Cols == 1 {
		rows--
	}
	m.ground()
	m.features()
	m.labels()
	m.arrows(false)
	m.counters()
	m.names()
	m.arrows(true)
	m.h = m.legend(top+rows*m.s*half+margin) + margin
	return &m.drawing
}

// place turns plane coordinates into pixels.
func (m *mapper) place(x, y int) point {
	return m.zero.add(float32(x)*m.s/2, float32(y)*m.s*half)
}

func (m *mapper) center(h hex.Hex) point               { return m.place(h.Plane()) }
func (m *mapper) corner(h hex.Hex, f hex.Facing) point { return m.place(h.Corner(f)) }

func (m *mapper) centers(hs []hex.Hex) []point {
	ps := make([]point, len(hs))
	for i, h := range hs {
		ps[i] = m.center(h)
	}
	return ps
}

// ends returns the two ends of a hexside, the left one as seen from A first.
func (m *mapper) ends(e hex.Edge) (left, right point) {
	d, _ := e.A.DirTo(e.B)
	f := hex.Facing(d)
	return m.corner(e.A, f.Turn(-1)), m.corner(e.A, f)
}

func (m *mapper) hexagon(h hex.Hex) path {
	ps := make([]point, 6)
	for i, f := range hex.Facings {
		ps[i] = m.corner(h, f)
	}
	return polygon(ps...)
}

// on reports whether a hex is on the chart.
func (m *mapper) on(h hex.Hex) bool { return m.cells[h] != nil }

// jitter is a number from -1 to 1 that looks random but is always the same for
// a hex and an index.
func jitter(h hex.Hex, i int) float32 {
	v := uint32(h.Col)*0x9e3779b1 ^ uint32(h.Row)*0x85ebca77 ^ uint32(i+1)*0xc2b2ae3d
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
