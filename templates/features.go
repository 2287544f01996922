package templates

import (
	"image/color"
	"slices"
	"strings"

	"berthier/engine/hex"
)

// features draws what lies on hexsides and what runs through hexes.
func (m *mapper) features() {
	m.water("river", rgb(0x3c76a8), .24)
	m.water("river", rgb(0x86b9de), .15)
	m.water("stream", rgb(0x4387bd), .1)
	for _, s := range m.chart.Sides {
		left, right := m.ends(s.Edge)
		m.side(s.Kind, left, right, m.downhill(s.Edge), m.s)
	}
	m.lines()
	for _, s := range m.chart.Sides {
		if s.Kind == "bridge" || s.Kind == "ford" {
			left, right := m.ends(s.Edge)
			m.passage(s.Kind, left.to(right, .5), right.minus(left).unit(), m.s)
		}
	}
}

// water draws all streams or rivers as running lines.
func (m *mapper) water(kind string, c color.NRGBA, width float32) {
	var course path
	for _, ps := range m.courses(kind) {
		course = append(course, smooth(ps)...)
	}
	if course != nil {
		m.stroke(course, c, max(1, width*m.s))
	}
}

// spot is a corner of the grid in plane coordinates.
type spot struct{ x, y int }

// courses joins the hexsides of a kind to lines from fork to fork.
func (m *mapper) courses(kind string) [][]point {
	var order []spot
	next := map[spot][]spot{}
	link := func(a, b spot) {
		if next[a] == nil {
			order = append(order, a)
		}
		next[a] = append(next[a], b)
	}
	for _, s := range m.chart.Sides {
		if s.Kind == kind {
			d, _ := s.Edge.A.DirTo(s.Edge.B)
			var a, b spot
			a.x, a.y = s.Edge.A.Corner(hex.Facing(d).Turn(-1))
			b.x, b.y = s.Edge.A.Corner(hex.Facing(d))
			link(a, b)
			link(b, a)
		}
	}
	through := map[spot]bool{} // neither an end nor a fork
	for _, at := range order {
		through[at] = len(next[at]) == 2
	}
	var out [][]point
	walk := func(from spot) {
		ps := []point{m.place(from.x, from.y)}
		for at := from; len(next[at]) > 0; {
			to := next[at][0]
			next[at] = next[at][1:]
			next[to] = slices.DeleteFunc(next[to], func(s spot) bool { return s == at })
			ps = append(ps, m.place(to.x, to.y))
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

// downhill reports whether the ground falls from A to B of a hexside; on level
// ground it is taken to.
func (m *mapper) downhill(e hex.Edge) bool {
	a, b := m.cells[e.A], m.cells[e.B]
	return a == nil || b == nil || a.Level >= b.Level
}

// side draws one feature along a hexside from left to right. Hachures point
// away from the reader's left hand if down is set, that is from A to B.
func (m *mapper) side(kind string, left, right point, down bool, s float32) {
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
		m.items = append(m.items, item{path: polyline(left, right), pen: pen{color: rgb(0xc4bdb0), width: max(.8, s*.06), dash: max(2, s*.1)}})
	case "redoubt":
		m.stroke(polyline(left, right), rgb(0x6b4a28), max(1.5, s*.13))
		m.fill(merlons(left, right, s*.13, s*.2), rgb(0x6b4a28))
	case "fortification":
		m.stroke(polyline(left, right), stone, max(1.5, s*.15))
		m.fill(merlons(left, right, s*.16, s*.3), stone)
	default:
		m.items = append(m.items, item{path: polyline(left, right), pen: pen{color: rgb(0x7a3f8c), width: max(1.2, s*.08), dash: max(2, s*.12)}})
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

// lines draws roads and trails.
func (m *mapper) lines() {
	var roads, trails path
	for _, l := range m.chart.Lines {
		ps := m.centers(l.Hexes)
		if l.Kind == "trail" {
			trails = append(trails, smooth(ps)...)
		} else {
			roads = append(roads, smooth(ps)...)
		}
	}
	m.drawLines(roads, trails, m.s)
}

func (m *mapper) drawLines(roads, trails path, s float32) {
	if trails != nil {
		m.items = append(m.items, item{path: trails, pen: pen{color: rgb(0x80603a), width: max(1, s*.07), dash: max(3, s*.17)}})
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

// labels draws hex numbers and marks.
func (m *mapper) labels() {
	for _, c := range m.chart.Cells {
		m.write(c.Hex.String(), m.center(c.Hex).add(0, -m.s*.62), max(6, m.s*.25), plainFont, numberInk)
	}
	for _, c := range m.chart.Cells {
		if c.Mark != "" {
			m.mark(c.Mark, m.center(c.Hex).add(m.s*.52, -m.s*.42), m.s)
		}
	}
}

// names draws the place names, below the counter of their hex.
func (m *mapper) names() {
	for _, c := range m.chart.Cells {
		if c.Name != "" {
			m.items = append(m.items, item{text: c.Name, at: m.center(c.Hex).add(0, m.s*.88), size: max(9, m.s*.42), font: italicFont, fill: ink, halo: glaze(paper, 0xd8)})
		}
	}
}

// mark draws an objective as a star with its value, an entry as a tag with its
// letter, and anything else as a tag with its words.
func (m *mapper) mark(text string, at point, s float32) {
	word, rest, _ := strings.Cut(text, " ")
	size := max(7, s*.34)
	if word == "objective" {
		m.outline(star(at, size, size*.55, 8), rgb(0xf4c534), rgb(0x7a5410), max(.8, s*.03))
		m.write(rest, at, size*.95, boldFont, ink)
		return
	}
	if word != "entry" || rest == "" {
		rest = text
	}
	w := textWidth(plain(rest), boldFont, size) + size*.7
	m.outline(roundBox(at, w, size*1.35, size*.3, 0), rgb(0xfdf6e0), rgb(0x8c2f22), max(1, s*.04))
	m.write(rest, at, size, boldFont, rgb(0x8c2f22))
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
