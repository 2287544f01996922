package templates

import (
	"image/color"
	"slices"
	"strconv"

	"berthier/engine/hex"
)

var (
	white  = rgb(0xffffff)
	routed = rgb(0xd8372a)
	glow   = rgb(0xffd23e)
	// stripes are the colours of formations, in the order of their appearance.
	stripes = []color.NRGBA{
		rgb(0xf2c230), rgb(0xe2574c), rgb(0x8fd0f0), rgb(0xf39a3d), rgb(0xc99be0), rgb(0xa8d860),
		rgb(0xf4a6c0), rgb(0x5fd0b8), rgb(0xe8e0c8), rgb(0xb0885a), rgb(0x1e1e28), rgb(0xff6fb0),
	}
)

// stripe is the colour of a formation, white for none.
func (m *mapper) stripe(form string) color.NRGBA {
	if form == "" {
		return white
	}
	c, ok := m.forms[form]
	if !ok {
		c = stripes[len(m.forms)%len(stripes)]
		m.forms[form] = c
	}
	return c
}

func (m *mapper) sideColor(side int) color.NRGBA {
	if side >= 0 && side < len(m.opts.Sides) && m.opts.Sides[side].Color.A > 0 {
		return m.opts.Sides[side].Color
	}
	return sideInks[max(side, 0)%len(sideInks)]
}

// counters draws the stacks. The lowest counter lies to the lower left.
func (m *mapper) counters() {
	stacks := map[hex.Hex][]hex.Counter{}
	var order []hex.Hex
	for _, c := range m.chart.Counters {
		if !m.on(c.Hex) {
			continue
		}
		if stacks[c.Hex] == nil {
			order = append(order, c.Hex)
		}
		stacks[c.Hex] = append(stacks[c.Hex], c)
	}
	for _, h := range order {
		stack := stacks[h]
		n := len(stack)
		step := min(.13, .4/float32(n)) * m.s
		for i, c := range stack {
			off := (float32(i) - float32(n-1)/2) * step
			m.counter(c, m.center(h).add(off, -off+m.s*.06), m.s*1.06)
		}
		if n > 1 {
			off := float32(n-1) / 2 * step
			at := m.center(h).add(off+m.s*.55, -off-m.s*.38)
			m.outline(disc(at, m.s*.2, 8), white, ink, max(.8, m.s*.03))
			m.write(strconv.Itoa(n), at, m.s*.28, boldFont, ink)
		}
	}
}

// counter draws one counter of size a around a point. Its body is turned so
// that the front edge with the formation's stripe points where it faces; what
// is printed on it stays upright.
func (m *mapper) counter(c hex.Counter, at point, a float32) {
	var turn float32
	if c.Faces {
		turn = facingAngle(c.Facing)
	}
	body := m.sideColor(c.Side)
	m.fill(roundBox(at.add(a*.04, a*.06), a, a, a*.12, turn), glaze(rgb(0x1c160c), 0x70))
	if c.Active {
		m.stroke(roundBox(at, a, a, a*.12, turn), glow, max(2, a*.16))
	}
	m.outline(roundBox(at, a, a, a*.12, turn), body, rgb(0xf6f0de), max(.8, a*.035))
	m.edges(c, at, a, turn)
	if c.Faces { // keep clear of the stripe
		at = at.around(-a*.045, turn)
	}
	m.symbol(c, at, a)
	print := func(s string, x, y, size, width float32, f fontName) {
		if s != "" {
			m.write(s, at.add(x*a, y*a), fit(s, f, size*a, width*a), f, white)
			m.items[len(m.items)-1].halo = glaze(body, 0xd0)
		}
	}
	print(c.ID, 0, -.31, .25, .74, plainFont)
	if c.Rating == "" {
		print(c.Strength, 0, .31, .36, .6, boldFont)
		return
	}
	print(c.Strength, -.1, .31, .36, .44, boldFont)
	print(c.Rating, .22, .33, .22, .3, plainFont)
}

// fit is the size of a text, made smaller where it would be too wide.
func fit(s string, f fontName, size, width float32) float32 {
	if w := textWidth(plain(s), f, size); w > width {
		return size * width / w
	}
	return size
}

func facingAngle(f hex.Facing) float32 { return 30 + 60*float32(f) }

// edges draws the stripe on the front edge, or on all four in square, and the
// band of a disordered or routed unit on the rear edge.
func (m *mapper) edges(c hex.Counter, at point, a, turn float32) {
	edge := func(angle, thick float32, col color.NRGBA) {
		m.fill(box(at.around(a*.5-thick/2-a*.02, angle), a*.82, thick, angle), col)
	}
	stripe := m.stripe(c.Stripe)
	switch c.State {
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
	}
	if c.Stripe != "" {
		edge(turn, a*.12, stripe)
	}
	if c.Faces {
		tip := at.around(a*.68, turn)
		m.outline(clockwise(tip, at.around(a*.53, turn+14), at.around(a*.53, turn-14)), white, ink, max(.6, a*.025))
	}
}

// symbol draws the arm: a crossed box for infantry, a box with one stroke for
// cavalry (half of it filled for heavy cavalry), with a dot for artillery, and
// a star for a commander.
func (m *mapper) symbol(c hex.Counter, at point, a float32) {
	w, h, line := a*.46, a*.29, max(.8, a*.045)
	lt, rt, lb, rb := at.add(-w/2, -h/2), at.add(w/2, -h/2), at.add(-w/2, h/2), at.add(w/2, h/2)
	if c.Arm == "cmd" {
		m.outline(star(at.add(0, a*.02), a*.25, a*.11, 5), glow, ink, max(.6, a*.03))
		return
	}
	m.fill(polygon(lt, rt, rb, lb), glaze(white, 0x38))
	lines := polygon(lt, rt, rb, lb)
	switch c.Arm {
	case "inf":
		lines = append(lines, polyline(lt, rb)...)
		lines = append(lines, polyline(lb, rt)...)
	case "cav":
		if c.Heavy {
			m.fill(polygon(lb, rt, rb), white)
		}
		lines = append(lines, polyline(lb, rt)...)
	case "art":
		m.fill(disc(at, h*.32, 8), white)
	}
	m.stroke(lines, white, line)
}

// arrowStyle is how a move or attack is drawn.
type arrowStyle struct {
	over  bool        // above the counters
	color color.NRGBA // transparent: the colour of the side
	width float32     // in sides of a hex
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
	for _, a := range m.chart.Arrows {
		style, ok := arrowStyles[a.Kind]
		if !ok {
			style = arrowStyles["move"]
		}
		if style.over != over || len(a.Path) < 2 || slices.Contains(a.Path, hex.None) {
			continue
		}
		m.arrow(m.centers(a.Path), style, a.Side, m.s)
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
	side1, side2 := tip.minus(dir.times(head*1.3)).plus(dir.left().times(head*.75)), tip.minus(dir.times(head*1.3)).minus(dir.left().times(head*.75))
	point := clockwise(tip, side1, side2)
	m.stroke(line, glaze(white, 0xd0), w+max(1.5, s*.06))
	m.outline(point, white, glaze(white, 0xd0), max(1.5, s*.06))
	m.items = append(m.items, item{path: line, pen: pen{color: c, width: w, dash: dash}})
	m.fill(point, c)
}
