package templates

import (
	"image/color"
	"slices"
	"strconv"
	"strings"

	"berthier/engine/board"
	"berthier/engine/tongue"
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

// pieceSize is the size of a piece in cells.
const pieceSize = 1.06

// stack is what lies at one place, the lowest first.
type stack struct {
	at     board.Point
	pieces []board.Piece
}

// stacks lists what lies on the plane, in the order in which it comes.
func (m *mapper) piled() (all []stack) {
	index := map[board.Point]int{}
	for _, p := range m.board.Pieces {
		if !m.board.Holds(p.At) {
			continue
		}
		i, ok := index[p.At]
		if !ok {
			i, index[p.At] = len(all), len(all)
			all = append(all, stack{at: p.At})
		}
		all[i].pieces = append(all[i].pieces, p)
	}
	return all
}

// pieces draws the stacks. They are fanned out downwards, so that of each piece the top
// with its id is seen; the uppermost is the lowest on the drawing.
func (m *mapper) pieces() {
	for _, k := range m.piled() {
		at, a, n := m.place(k.at), m.s*pieceSize, len(k.pieces)
		if m.simple {
			m.block(k, at, a)
			continue
		}
		step := min(.27, .7/float32(max(n-1, 1))) * a
		for i, p := range k.pieces {
			lies := laidPiece{p, at.add(0, (float32(i)-float32(n-1)/2)*step+m.s*.06), a}
			m.piece(p, lies.at, a)
			m.laid = append(m.laid, lies)
		}
		high := a + float32(n-1)*step
		m.take(at.add(0, m.s*.06), a, high, weighsPiece)
		if n > 2 {
			c := at.add(a*.5, high/2-a*.06)
			m.outline(disc(c, m.s*.2, 8), white, ink, max(.8, m.s*.03))
			m.write(strconv.Itoa(n), c, m.s*.28, boldFont, ink)
		}
		m.title(m.tellStack(k), at, a*.6)
	}
}

// block draws a stack where there is no room for more than its side: larger for more
// pieces, with an edge that shines if one of them may act.
func (m *mapper) block(k stack, at point, a float32) {
	top := k.pieces[len(k.pieces)-1]
	size := a * (.85 + .15*float32(min(len(k.pieces), 4)))
	if slices.ContainsFunc(k.pieces, func(p board.Piece) bool { return p.Active }) {
		m.fill(box(at, size+5, size+5, 0), ink)
		m.fill(box(at, size+3, size+3, 0), glow)
	}
	m.outline(box(at, size, size, 0), m.sideColor(top.Side), paper, 1)
	m.take(at, size, size, weighsPiece)
}

// tellStack says in words what lies at a place.
func (m *mapper) tellStack(k stack) string {
	var parts []string
	for _, p := range slices.Backward(k.pieces) {
		parts = append(parts, m.tellPiece(p))
	}
	text := strings.Join(parts, tongue.Semicolon.In(m.language))
	if where := k.pieces[0].Region; where != "" {
		return where + tongue.Colon.In(m.language) + text
	}
	return text
}

func (m *mapper) tellPiece(p board.Piece) string {
	text := p.ID
	if name := p.Name.In(m.language); name != "" && name != p.ID {
		text = strings.TrimSpace(name + " (" + p.ID + ")")
	}
	strength := ""
	if p.Count > 0 {
		strength = strconv.Itoa(p.Count) + "/" + strconv.Itoa(p.Count+p.Lost)
	}
	for _, s := range []string{p.Label, strength, m.word(p.State)} {
		if s != "" {
			text += ", " + s
		}
	}
	return text
}

// stackList shows the pieces of each stack beside each other, from top on, and returns
// where it ends.
func (m *mapper) stackList(top float32) float32 {
	if !m.stacks {
		return top
	}
	const a, gap = 42, 5
	at := point{margin, top + a/2}
	for _, k := range m.piled() {
		if len(k.pieces) < 2 {
			continue
		}
		width := textWidth(k.pieces[0].Region, boldFont, m.letters) + 6
		total := width + float32(len(k.pieces))*(a+gap) + 14
		if at.x > margin && at.x+total > m.w-margin {
			at = point{margin, at.y + a + gap + 2}
		}
		m.write(k.pieces[0].Region, at.add(width/2-3, 0), m.letters, boldFont, ink)
		for i, p := range slices.Backward(k.pieces) {
			p.Faces, p.Facing = false, 0
			m.piece(p, at.add(width+a/2+float32(len(k.pieces)-1-i)*(a+gap), 0), a)
		}
		at.x += total
	}
	if at.x == margin && at.y == top+a/2 {
		return top
	}
	return at.y + a/2 + margin*.7
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
			s = shorten(s, f, size*a*.3, width*a)
			m.write(s, at.add(x*a, y*a), fit(s, f, size*a, width*a), f, white)
			m.items[len(m.items)-1].halo = glaze(body, 0xd0)
		}
	}
	print(p.ID, 0, -.33, .27, .82, boldFont)
	switch {
	case p.Count > 0:
		m.blocks(p.Count, p.Lost, at.add(0, a*.38), a)
		print(p.Label, -.2, .21, .22, .4, boldFont)
		print(p.Note.In(m.language), .2, .23, .22, .4, plainFont)
	case p.Note.Empty():
		print(p.Label, 0, .31, .4, .6, boldFont)
	default:
		print(p.Label, -.12, .31, .4, .44, boldFont)
		print(p.Note.In(m.language), .22, .33, .22, .3, plainFont)
	}
}

// blocks draws a row of n blocks and of the places of those that are lost, closer together where
// they are many; from twelve on a number says how many there are.
func (m *mapper) blocks(n, lost int, at point, a float32) {
	all := n + lost
	if all > 12 || all < 0 {
		m.write("×"+strconv.Itoa(n), at, a*.26, boldFont, white)
		return
	}
	step := min(.17, .84/float32(all)) * a
	var row, gone path
	for i := range all {
		b := box(at.add((float32(i)-float32(all-1)/2)*step, 0), step*.72, a*.15, 0)
		if i < n {
			row = append(row, b...)
		} else {
			gone = append(gone, b...)
		}
	}
	m.outline(row, white, ink, max(.5, a*.02))
	if gone != nil {
		m.stroke(gone, glaze(white, 0xa0), max(.5, a*.025))
	}
}

// fit is the size of a text, made smaller where it would be too wide.
func fit(s string, f fontName, size, width float32) float32 {
	if w := textWidth(plain(s), f, size); w > width {
		return size * width / w
	}
	return size
}

// edges draws the stripe on the front edge, or on all four in square, and the
// band of a state: white with a broken line on the rear edge for disordered, red with it
// and stripes all over for routed, grey for spent, earth in front for entrenched. Any other state is a dashed frame.
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
		edge(turn+180, a*.21, white)
		m.broken(at, a, turn+180)
	case "routed":
		for i := -2; i <= 2; i++ {
			mid := at.add(float32(i)*a*.2, 0)
			m.stroke(polyline(mid.add(-a*.16, a*.4), mid.add(a*.16, -a*.4)), glaze(white, 0x90), a*.06)
		}
		edge(turn+180, a*.24, white)
		edge(turn+180, a*.2, routed)
		m.broken(at, a, turn+180)
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

// broken draws the line of what is out of order along an edge.
func (m *mapper) broken(at point, a, angle float32) {
	mid := at.around(a*.38, angle)
	m.stroke(zigzag(mid.around(a*.36, angle-90), mid.around(a*.36, angle+90), a*.06), ink, max(1, a*.045))
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
		m.arrow(m.places(a.Line), style, a.Side, max(m.s, 16))
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
