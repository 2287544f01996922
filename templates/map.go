package templates

import (
	"cmp"
	"image/color"
	"math"

	"berthier/engine/board"
	"berthier/engine/tongue"
)

// MapOptions says how a board is drawn. The zero value will do.
type MapOptions struct {
	Width    int             // of the picture in pixels, from 200 to 4000; 0 means 1600
	Language tongue.Language // of the legend and the titles
}

// SVG draws the board as a self-contained SVG document. The same board always
// gives the same bytes. Pieces off its plane are not drawn. A stack, a sign and an
// objective have a <title> that says in words what they are.
func SVG(b board.Board, o MapOptions) []byte {
	return drawMap(b, whole(o)).svg()
}

// PNG draws the board as a PNG picture, the same drawing as SVG.
func PNG(b board.Board, o MapOptions) ([]byte, error) {
	return drawMap(b, whole(o)).png(256)
}

// LightPNG is the same picture in the few colours of a map in a mail.
func LightPNG(b board.Board, o MapOptions) ([]byte, error) {
	return drawMap(b, whole(o)).png(mailColors)
}

// look is how a board is drawn.
type look struct {
	width   float32 // of the picture at most
	most    float32 // size of a cell at most
	text    float32 // least size of names and of the worth of objectives
	letters float32 // size of the text of the legend
	brief   bool    // the legend leaves out what the large map explains
	simple  bool    // pieces are blocks, and ground has no marks
	stacks  bool    // what lies in stacks is shown below, piece by piece
	covered bool    // the plane is cut out of a larger one
	frame   *frame  // is drawn on it

	language tongue.Language // of the reader
}

// whole is the look of the large map.
func whole(o MapOptions) look {
	if o.Width <= 0 {
		o.Width = 1600
	}
	return look{width: float32(min(max(o.Width, 200), 4000)), most: maxCell, text: 9, letters: 13,
		language: o.Language}
}

// Colours of the map.
var (
	paper     = rgb(0xf6f0de)
	ink       = rgb(0x2b2618)
	gridLine  = glaze(rgb(0x6d6444), 0x70)
	numberInk = rgb(0x6e6446)
	levels    = [...]color.NRGBA{rgb(0xe6ebc8), rgb(0xeee6b6), rgb(0xe8d49b), rgb(0xdbbe7f), rgb(0xc9a264),
		rgb(0xb28650), rgb(0x9a6e40)}
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
	look
	placer
	board board.Board
	s     float32                // size of a cell in pixels
	cell  float32                // the same in units of x
	tall  float32                // a unit of y in cells
	zero  point                  // where plane coordinates (0, 0) are
	sides map[side]int           // the region of each side of an outline, by index
	index map[string]int         // regions by id
	bands map[string]color.NRGBA // stripe colours
	laid  []laidPiece            // the pieces, as they were drawn
	still [2]int                 // the items that are the ground, from and to
}

// side is a straight piece of an outline, from corner to corner.
type side [2]board.Point

func drawMap(b board.Board, l look) *drawing { return &drawnMapper(b, l).drawing }

func drawnMapper(b board.Board, l look) *mapper {
	l.language = cmp.Or(l.language, tongue.En)
	m := &mapper{look: l, board: b, sides: map[side]int{}, index: map[string]int{}, bands: map[string]color.NRGBA{}}
	for i, r := range b.Regions {
		if r.ID != "" {
			m.index[r.ID] = i
		}
		for k := range r.Outline {
			m.sides[side{before(r.Outline, k), r.Outline[k]}] = i
		}
	}
	m.measure()
	m.back = paper
	top := float32(margin)
	if title := b.Title.In(l.language); title != "" {
		m.items = append(m.items, item{text: shorten(title, boldFont, titleSize, m.w-2*margin),
			at: point{margin, margin + titleSize*.8}, size: titleSize, font: boldFont, flush: true, fill: ink})
		top += titleSize * 1.3
	}
	m.zero = point{margin - float32(b.Min.X)*m.s/m.cell, top - float32(b.Min.Y)*m.s*m.tall}
	bottom := top + float32(max(b.Max.Y-b.Min.Y, 0))*m.s*m.tall
	m.lo, m.hi = point{margin, top}, point{m.w - margin, bottom}
	m.still[0] = len(m.items)
	m.ground()
	m.features()
	m.labels()
	m.still[1] = len(m.items)
	m.arrows(false)
	m.pieces()
	m.arrows(true)
	m.annotate()
	if m.covered {
		m.cover()
	}
	m.h = m.explain(m.stackList(m.beside(bottom+margin))) + margin
	return m
}

// cover paints over what reaches out of a plane that is cut out of a larger one.
func (m *mapper) cover() {
	const far = 4000
	for _, b := range [][4]float32{{-far, -far, far, m.lo.y}, {-far, m.hi.y, far, far}, {-far, -far, m.lo.x, far},
		{m.hi.x, -far, far, far}} {
		lo, hi := point{b[0], b[1]}, point{b[2], b[3]}
		m.fill(polygon(lo, point{hi.x, lo.y}, hi, point{lo.x, hi.y}), paper)
	}
	m.stroke(polygon(m.lo, point{m.hi.x, m.lo.y}, m.hi, point{m.lo.x, m.hi.y}), ink, 1.5)
}

// measure fits the plane into the width.
func (m *mapper) measure() {
	m.cell = float32(max(m.board.Cell, 1))
	m.tall = float32(tallness(m.board) / float64(m.cell))
	cells := max(float32(m.board.Max.X-m.board.Min.X)/m.cell, 1)
	fitting := (m.width - 2*margin) / cells
	m.s = min(m.most, fitting)
	if m.brief {
		m.align()
	}
	m.w = m.width
	if m.s < fitting {
		m.w = max(m.s*cells+2*margin, min(420, m.width))
	}
}

// align makes units of x and y whole pixels where cells become little smaller by that: so all cells
// are alike to the pixel, and a picture of them is smaller by a tenth.
func (m *mapper) align() {
	unit := float32(floor(m.s / m.cell))
	if unit*m.cell < .9*m.s {
		return
	}
	m.tall = float32(floor(unit*m.cell*m.tall+.5)) / (unit * m.cell)
	m.s = unit * m.cell
}

// tallness is the length of a unit of y in units of x.
func tallness(b board.Board) float64 {
	if b.Stretch > 0 {
		return float64(b.Stretch) / 1e7
	}
	return 1
}

// place turns plane coordinates into whole pixels, so that what is drawn alike comes out
// alike: pictures are packed by what repeats.
func (m *mapper) place(p board.Point) point {
	at := m.zero.add(float32(p.X)*m.s/m.cell, float32(p.Y)*m.s*m.tall)
	return point{float32(floor(at.x + .5)), float32(floor(at.y + .5))}
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
