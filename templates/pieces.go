package templates

import (
	"image/color"
	"strconv"

	"berthier/engine/board"
)

var (
	white  = rgb(0xffffff)
	routed = rgb(0xd8372a)
	glow   = rgb(0xffd23e)
	// stripes are the colours of bands, in the order of their appearance.
	stripes = []color.NRGBA{
		rgb(0xf2c230), rgb(0xe2574c), rgb(0x8fd0f0), rgb(0xf39a3d), rgb(0xc99be0), rgb(0xa8d860),
		rgb(0xf4a6c0), rgb(0x5fd0b8), rgb(0xe8e0c8), rgb(0xb0885a), rgb(0x1e1e28), rgb(0xff6fb0),
	}
)

// stripe is the colour of a band, white for none.
func (m *mapper) stripe(band string) color.NRGBA {
	if band == "" {
		return white
	}
	c, ok := m.bands[band]
	if !ok {
		c = stripes[len(m.bands)%len(stripes)]
		m.bands[band] = c
	}
	return c
}

func (m *mapper) sideColor(side int) color.NRGBA {
	if side == board.Nobody {
		return nobodyInk
	}
	if side >= 0 && side < len(m.board.Sides) {
		if c, ok := colors[m.board.Sides[side].Color]; ok {
			return c
		}
	}
	return sideInks[max(side, 0)%len(sideInks)]
}

// pieces draws the stacks. The lowest piece lies to the lower left.
func (m *mapper) pieces() {
	stacks := map[board.Point][]board.Piece{}
	var order []board.Point
	for _, p := range m.board.Pieces {
		if !m.board.Holds(p.At) {
			continue
		}
		if stacks[p.At] == nil {
			order = append(order, p.At)
		}
		stacks[p.At] = append(stacks[p.At], p)
	}
	for _, place := range order {
		stack := stacks[place]
		n := len(stack)
		step := min(.13, .4/float32(n)) * m.s
		for i, p := range stack {
			off := (float32(i) - float32(n-1)/2) * step
			m.piece(p, m.place(place).add(off, -off+m.s*.06), m.s*1.06)
		}
		if n > 1 {
			off := float32(n-1) / 2 * step
			at := m.place(place).add(off+m.s*.55, -off-m.s*.38)
			m.outline(disc(at, m.s*.2, 8), white, ink, max(.8, m.s*.03))
			m.write(strconv.Itoa(n), at, m.s*.28, boldFont, ink)
		}
	}
}

// piece draws one piece of size a around a point. Its body is turned so that
// the front edge with the stripe of its band points where it faces; what is
// printed on it stays upright.
func (m *mapper) piece(p board.Piece, at point, a float32) {
	var turn float32
	if p.Faces {
		turn = float32(p.Facing)
	}
	body := m.sideColor(p.Side)
	m.fill(roundBox(at.add(a*.04, a*.06), a, a, a*.12, turn), glaze(rgb(0x1c160c), 0x70))
	if p.Active {
		m.stroke(roundBox(at, a, a, a*.12, turn), glow, max(2, a*.16))
	}
	m.outline(roundBox(at, a, a, a*.12, turn), body, rgb(0xf6f0de), max(.8, a*.035))
	m.edges(p, at, a, turn)
	if p.Faces { // keep clear of the stripe
		at = at.around(-a*.045, turn)
	}
	m.symbol(p.Symbol, at, a)
	print := func(s string, x, y, size, width float32, f fontName) {
		if s != "" {
			m.write(s, at.add(x*a, y*a), fit(s, f, size*a, width*a), f, white)
			m.items[len(m.items)-1].halo = glaze(body, 0xd0)
		}
	}
	print(p.ID, 0, -.31, .25, .74, plainFont)
	switch {
	case p.Count > 0:
		m.blocks(p.Count, at.add(0, a*.36), a)
		print(p.Label, -.2, .23, .22, .4, boldFont)
		print(p.Note, .2, .23, .22, .4, plainFont)
	case p.Note == "":
		print(p.Label, 0, .31, .36, .6, boldFont)
	default:
		print(p.Label, -.1, .31, .36, .44, boldFont)
		print(p.Note, .22, .33, .22, .3, plainFont)
	}
}

// blocks draws a row of n blocks, closer together where they are many; from
// twelve on a number says how many there are.
func (m *mapper) blocks(n int, at point, a float32) {
	if n > 12 {
		m.write("×"+strconv.Itoa(n), at, a*.26, boldFont, white)
		return
	}
	step := min(.17, .84/float32(n)) * a
	var row path
	for i := range n {
		row = append(row, box(at.add((float32(i)-float32(n-1)/2)*step, 0), step*.72, a*.15, 0)...)
	}
	m.outline(row, white, ink, max(.5, a*.02))
}

// fit is the size of a text, made smaller where it would be too wide.
func fit(s string, f fontName, size, width float32) float32 {
	if w := textWidth(plain(s), f, size); w > width {
		return size * width / w
	}
	return size
}

// edges draws the stripe on the front edge, or on all four in square, and the
// band of a state: white on the rear edge for disordered, red for routed, grey
// for spent, earth in front for entrenched. Any other state is a dashed frame.
func (m *mapper) edges(p board.Piece, at point, a, turn float32) {
	edge := func(angle, thick float32, col color.NRGBA) {
		m.fill(box(at.around(a*.5-thick/2-a*.02, angle), a*.82, thick, angle), col)
	}
	stripe := m.stripe(p.Band)
	switch p.State {
	case "":
	case "square":
		for i := range 4 {
			edge(turn+90*float32(i), a*.1, stripe)
		}
		return
	case "disordered":
		edge(turn+180, a*.19, white)
	case "routed":
		edge(turn+180, a*.19, white)
		edge(turn+180, a*.15, routed)
	case "spent":
		edge(turn+180, a*.17, rgb(0xa8a498))
	case "entrenched":
		left, right := at.around(a*.74, turn-38), at.around(a*.74, turn+38)
		m.stroke(polyline(left, right), rgb(0x6b4a28), max(1.5, a*.1))
		m.fill(merlons(left, right, a*.1, a*.18), rgb(0x6b4a28))
	default:
		m.items = append(m.items, item{path: roundBox(at, a*.9, a*.9, a*.1, turn),
			pen: pen{color: rgb(0xf2c230), width: max(1, a*.06), dash: max(2, a*.12)}})
	}
	if p.Band != "" {
		edge(turn, a*.12, stripe)
	}
	if p.Faces {
		tip := at.around(a*.68, turn)
		m.outline(clockwise(tip, at.around(a*.53, turn+14), at.around(a*.53, turn-14)), white, ink, max(.6, a*.025))
	}
}

// arrowStyle is how a move or attack is drawn.
type arrowStyle struct {
	over  bool        // above the counters
	color color.NRGBA // transparent: the colour of the side
	width float32     // in cells
	dash  bool
}

var arrowStyles = map[string]arrowStyle{
	"move":    {width: .13},
	"retreat": {width: .11, dash: true},
	"rout":    {color: rgb(0xd8372a), width: .11, dash: true},
	"fire":    {over: true, color: rgb(0xd8372a), width: .06},
	"shock":   {over: true, color: rgb(0xc0281c), width: .17},
	"charge":  {over: true, color: rgb(0xe07b16), width: .17},
}

// arrows draws the arrows that lie above, or below, the counters.
func (m *mapper) arrows(over bool) {
	for _, a := range m.board.Arrows {
		style, ok := arrowStyles[a.Kind]
		if !ok {
			style = arrowStyles["move"]
		}
		if style.over != over || len(a.Line) < 2 {
			continue
		}
		m.arrow(m.places(a.Line), style, a.Side, m.s)
	}
}

// arrow draws one arrow; over the counters it runs from edge to edge only.
func (m *mapper) arrow(ps []point, style arrowStyle, side int, s float32) {
	c, n := style.color, len(ps)
	if c.A == 0 {
		c = m.sideColor(side)
	}
	cut := func(p, q point, most float32) point {
		l := q.minus(p).length()
		return p.to(q, min(most*s, l*.42)/max(l, .01))
	}
	tip := cut(ps[n-1], ps[n-2], .72)
	if style.over {
		ps[0] = cut(ps[0], ps[1], .5)
		tip = cut(ps[n-1], ps[n-2], .5)
	}
	dir := tip.minus(ps[n-2]).unit()
	head := max(s*.2, style.width*s*1.9)
	ps[n-1] = tip.minus(dir.times(head))
	w := max(1.5, style.width*s)
	var dash float32
	if style.dash {
		dash = 2.2 * w
	}
	line := smooth(ps)
	back, wing := tip.minus(dir.times(head*1.3)), dir.left().times(head*.75)
	point := clockwise(tip, back.plus(wing), back.minus(wing))
	m.stroke(line, glaze(white, 0xd0), w+max(1.5, s*.06))
	m.outline(point, white, glaze(white, 0xd0), max(1.5, s*.06))
	m.items = append(m.items, item{path: line, pen: pen{color: c, width: w, dash: dash}})
	m.fill(point, c)
}
