package templates

import (
	"image/color"
	"slices"
	"strings"

	"berthier/engine/board"
)

// features draws what lies along borders and what runs through regions.
func (m *mapper) features() {
	m.water("river", rgb(0x3c76a8), .24)
	m.water("river", rgb(0x86b9de), .15)
	m.water("stream", rgb(0x4387bd), .1)
	if m.simple {
		for _, e := range m.board.Edges {
			if e.Kind == "border" || e.Kind == "frontier" || e.Kind == "front" || pastFront(e.Kind) {
				m.edge(e.Kind, m.places(e.Line), true, m.s)
			}
		}
		m.paths()
		return
	}
	for _, e := range m.board.Edges {
		if !pastFront(e.Kind) {
			m.edge(e.Kind, m.places(e.Line), m.downhill(e), m.s)
		}
	}
	m.paths()
	for _, e := range m.board.Edges {
		if n := len(e.Line); n > 1 && (e.Kind == "bridge" || e.Kind == "ford") {
			left, right := m.place(e.Line[(n-1)/2]), m.place(e.Line[(n-1)/2+1])
			m.passage(e.Kind, left.to(right, .5), right.minus(left).unit(), m.s)
		}
	}
}

// water draws all streams or rivers along borders as running lines.
func (m *mapper) water(kind string, c color.NRGBA, width float32) {
	var course path
	for _, ps := range m.courses(kind) {
		course = append(course, smooth(ps)...)
	}
	if course != nil {
		m.stroke(course, c, max(1, width*m.s))
	}
}

// courses joins the edges of a kind to lines from fork to fork.
func (m *mapper) courses(kind string) [][]point {
	var order []board.Point
	next := map[board.Point][]board.Point{}
	link := func(a, b board.Point) {
		if next[a] == nil {
			order = append(order, a)
		}
		next[a] = append(next[a], b)
	}
	for _, e := range m.board.Edges {
		for i := 1; i < len(e.Line) && e.Kind == kind; i++ {
			link(e.Line[i-1], e.Line[i])
			link(e.Line[i], e.Line[i-1])
		}
	}
	through := map[board.Point]bool{} // neither an end nor a fork
	for _, at := range order {
		through[at] = len(next[at]) == 2
	}
	var out [][]point
	walk := func(from board.Point) {
		ps := []point{m.place(from)}
		for at := from; len(next[at]) > 0; {
			to := next[at][0]
			next[at] = next[at][1:]
			next[to] = slices.DeleteFunc(next[to], func(s board.Point) bool { return s == at })
			ps = append(ps, m.place(to))
			if at = to; !through[at] {
				break
			}
		}
		if len(ps) > 1 {
			out = append(out, ps)
		}
	}
	for pass := range 2 { // first from ends and forks, then round what is left
		for _, s := range order {
			for (pass == 1 || !through[s]) && len(next[s]) > 0 {
				walk(s)
			}
		}
	}
	return out
}

// downhill reports whether the ground falls from A to B of an edge; on level
// ground it is taken to.
func (m *mapper) downhill(e board.Edge) bool {
	a, known := m.index[e.A]
	b, also := m.index[e.B]
	return !known || !also || m.board.Regions[a].Level >= m.board.Regions[b].Level
}

// borders are the edges that are plain lines.
var borders = map[string]struct {
	color color.NRGBA
	width float32 // in cells
	dash  bool
}{
	"border":   {rgb(0x6d6444), .05, false},
	"frontier": {rgb(0x8c3a2c), .1, true},
	"front":    {rgb(0xc22a1e), .2, false},
	// Where the front line was, drawn on overviews only: the older, the paler.
	"front-season": {rgb(0xd8872a), .18, false},
	"front-year":   {rgb(0x8a5fa3), .16, false},
	"front-start":  {rgb(0x55677a), .14, true},

	"coast":   {rgb(0x2f6ea0), .12, false},
	"barrier": {rgb(0x2e2620), .16, false},
	"section": {rgb(0xa8382c), .06, true},

	"deployment-zone": {rgb(0x8c3a2c), .1, true},
	"flank-sector":    {rgb(0xa8382c), .06, true},
}

// pastFront reports whether a kind of edge is where the front line was.
func pastFront(kind string) bool { return strings.HasPrefix(kind, "front-") }

// edge draws one feature along a border.
func (m *mapper) edge(kind string, line []point, down bool, s float32) {
	if b, ok := borders[kind]; ok {
		p := pen{color: b.color, width: max(1, b.width*s)}
		if b.dash {
			p.dash = max(3, s*.16)
		}
		m.items = append(m.items, item{path: polyline(line...), pen: p})
		return
	}
	for i := 1; i < len(line); i++ {
		m.along(kind, line[i-1], line[i], down, s)
	}
}

// along draws one feature along a straight line from left to right. Hachures point
// away from the reader's left hand if down is set, that is from A to B.
func (m *mapper) along(kind string, left, right point, down bool, s float32) {
	out := right.minus(left).unit().left()
	if !down {
		out = out.times(-1)
	}
	brown, dark, stone := rgb(0x94693a), rgb(0x59391c), rgb(0x55504a)
	switch kind {
	case "stream", "river", "bridge", "ford":
	case "slope":
		m.fill(hachures(left, right, out.times(s*.2), 6, .38), glaze(brown, 0xe0))
	case "steep":
		m.fill(hachures(left, right, out.times(s*.32), 8, .62), dark)
		m.stroke(polyline(left, right), dark, max(1, s*.06))
	case "cliff":
		m.fill(hachures(left, right, out.times(s*.24), 4, 1), rgb(0x2e2620))
		m.stroke(polyline(left, right), rgb(0x2e2620), max(1.2, s*.09))
	case "ridge":
		m.fill(hachures(left, right, out.times(s*.17), 7, .5), dark)
		m.fill(hachures(right, left, out.times(-s*.17), 7, .5), dark)
		m.stroke(polyline(left, right), dark, max(1.2, s*.1))
	case "wall":
		m.stroke(polyline(left, right), rgb(0x4a4640), max(1.5, s*.12))
		m.items = append(m.items, item{path: polyline(left, right),
			pen: pen{color: rgb(0xc4bdb0), width: max(.8, s*.06),
				dash: max(2, s*.1)}})
	case "redoubt":
		m.stroke(polyline(left, right), rgb(0x6b4a28), max(1.5, s*.13))
		m.fill(merlons(left, right, s*.13, s*.2), rgb(0x6b4a28))
	case "fortification":
		m.stroke(polyline(left, right), stone, max(1.5, s*.15))
		m.fill(merlons(left, right, s*.16, s*.3), stone)
	default:
		m.items = append(m.items, item{path: polyline(left, right),
			pen: pen{color: rgb(0x7a3f8c), width: max(1.2, s*.08),
				dash: max(2, s*.12)}})
	}
}

// hachures is a row of n wedges that stand on a line and point to tip; width
// is the share of the line that they cover.
func hachures(left, right, tip point, n int, width float32) path {
	var out path
	for i := range n {
		mid := (float32(i) + .5) / float32(n)
		w := width / float32(n) / 2
		a, b := left.to(right, mid-w), left.to(right, mid+w)
		out = append(out, clockwise(a, left.to(right, mid).plus(tip), b)...)
	}
	return out
}

// clockwise is a triangle that runs clockwise.
func clockwise(a, b, c point) path {
	if ab, ac := b.minus(a), c.minus(a); ab.x*ac.y-ab.y*ac.x < 0 {
		b, c = c, b
	}
	return polygon(a, b, c)
}

// merlons is the teeth of a wall along a line.
func merlons(left, right point, size, height float32) path {
	var out path
	turn := bearing(right.minus(left))
	for _, f := range []float32{.12, .37, .63, .88} {
		out = append(out, box(left.to(right, f), height, size, turn)...)
	}
	return out
}

// paths draws rivers, roads, trails and railways.
func (m *mapper) paths() {
	var by [4]path
	for _, p := range m.board.Paths {
		k := max(slices.Index(pathKinds, p.Kind), 0)
		by[k] = append(by[k], smooth(m.places(p.Line))...)
	}
	m.drawPaths(by, m.s)
}

// pathKinds in the order of drawPaths; what is unknown is drawn as the first.
var pathKinds = []string{"road", "trail", "railway", "river"}

func (m *mapper) drawPaths(by [4]path, s float32) {
	roads, trails, railways, rivers := by[0], by[1], by[2], by[3]
	if rivers != nil {
		m.stroke(rivers, rgb(0x3c76a8), max(2, s*.24))
		m.stroke(rivers, rgb(0x86b9de), max(1.2, s*.15))
	}
	if trails != nil {
		m.items = append(m.items, item{path: trails, pen: pen{color: rgb(0x80603a), width: max(1, s*.07),
			dash: max(3, s*.17)}})
	}
	if railways != nil {
		m.stroke(railways, rgb(0x3b362c), max(2, s*.13))
		m.items = append(m.items, item{path: railways,
			pen: pen{color: paper, width: max(1, s*.07), dash: max(3, s*.2)}})
	}
	if roads != nil {
		m.stroke(roads, rgb(0x6e5030), max(2, s*.17))
		m.stroke(roads, rgb(0xf8ecd2), max(1, s*.1))
	}
}

// passage draws a bridge or ford in the middle of a hexside; along is the
// direction of the hexside.
func (m *mapper) passage(kind string, at, along point, s float32) {
	turn := bearing(along)
	if kind == "ford" {
		var stones path
		for i := -1; i <= 1; i++ {
			stones = append(stones, box(at.plus(along.left().times(float32(i)*s*.14)), s*.08, s*.3, turn)...)
		}
		m.outline(stones, rgb(0xf4f8fa), rgb(0x3c6c94), max(.5, s*.02))
		return
	}
	m.fill(box(at, s*.5, s*.26, turn), rgb(0xf8ecd2))
	var rails path
	for _, side := range []float32{-.13, .13} {
		rail := at.plus(along.times(side * s))
		rails = append(rails, polyline(rail.plus(along.left().times(-s*.24)), rail.plus(along.left().times(s*.24)))...)
	}
	m.stroke(rails, rgb(0x3b2c1c), max(1.2, s*.07))
}

// labels draws the ids of regions, and the marks that lie below the pieces.
func (m *mapper) labels() {
	for _, r := range m.board.Regions {
		if r.ID == "" || m.simple {
			continue
		}
		size := max(6, m.s*.25)
		at := m.place(r.Center).add(0, -m.s*.64)
		m.write(r.ID, at, size, plainFont, numberInk)
		m.take(at, size*2.2, size, weighsNumber)
	}
	for _, r := range m.board.Regions {
		for i, mark := range r.Marks {
			if !isObjective(mark) {
				m.mark(mark, m.place(r.Center).add(m.s*.52, m.s*(.62*float32(i)-.42)), m.s)
			}
		}
	}
}

// mark draws a flag of a side, and anything else as a tag with its words.
func (m *mapper) mark(mark board.Mark, at point, s float32) {
	size := max(7, s*.34)
	m.take(at, size*2.5, size*1.4, weighsLabel)
	if mark.Kind == "flag" {
		foot, top := at.add(-size*.6, size), at.add(-size*.6, -size*.8)
		m.stroke(polyline(foot, top), ink, max(1, s*.05))
		m.outline(polygon(top, top.add(size*1.5, size*.1), top.add(size*1.5, size), top.add(0, size*.95)),
			m.sideColor(mark.Side), ink, max(.6, s*.025))
		m.write(mark.Text, at.add(size*.15, -size*.3), size*.7, boldFont, white)
		return
	}
	text := mark.Text
	if mark.Kind != "tag" {
		text = strings.TrimSpace(m.word(mark.Kind) + " " + text)
	}
	text = shorten(text, boldFont, size, max(s*4, m.w*.3))
	w := textWidth(text, boldFont, size) + size*.7
	m.outline(roundBox(at, w, size*1.35, size*.3, 0), rgb(0xfdf6e0), rgb(0x8c2f22), max(1, s*.04))
	m.write(text, at, size, boldFont, rgb(0x8c2f22))
}

// star is a star with n points.
func star(at point, outer, inner float32, n int) path {
	ps := make([]point, 0, 2*n)
	for i := range n {
		a := 360 * float32(i) / float32(n)
		ps = append(ps, at.around(outer, a), at.around(inner, a+180/float32(n)))
	}
	return polygon(ps...)
}
