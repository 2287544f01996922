package templates

import (
	"cmp"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"berthier/engine/board"
	"berthier/engine/tongue"
)

// annotate puts what is said about places where it covers least: objectives, then what
// happened in the last step, then names. They lie above the pieces.
func (m *mapper) annotate() {
	for _, a := range m.board.Arrows {
		ps := m.places(a.Line)
		for i := 1; i < len(ps) && i < 100; i++ {
			for _, f := range []float32{.25, .5, .75} {
				m.take(ps[i-1].to(ps[i], f), m.s*.3, m.s*.3, weighsArrow)
			}
		}
	}
	m.frames()
	m.objectives()
	m.signs()
	m.names()
}

// frames shows what another picture shows from near.
func (m *mapper) frames() {
	if m.look.frame == nil {
		return
	}
	lo, hi := m.place(m.look.frame.min), m.place(m.look.frame.max)
	line := polygon(lo, point{hi.x, lo.y}, hi, point{lo.x, hi.y})
	m.stroke(line, white, 5)
	m.stroke(line, ink, 2.5)
}

func isObjective(mark board.Mark) bool { return mark.Kind == "star" }

// objectives draws a star in the colour of the side that holds a place, and beside it
// the worth of the place to each side in that side's colour.
func (m *mapper) objectives() {
	size := max(m.text, m.s*.34)
	for _, r := range m.board.Regions {
		for _, mark := range r.Marks {
			at := m.place(r.Center)
			if !isObjective(mark) || !m.within(at) {
				continue
			}
			w, h := worthWidth(mark, size), size*1.3
			m.objective(mark, m.leader(at, m.put(at, m.s*.57, w, h, -45), h), size)
			m.title(m.tellObjective(r, mark), at, m.s)
		}
	}
}

// within reports whether a place lies on the plane that is shown.
func (m *mapper) within(p point) bool {
	return p.x >= m.lo.x && p.x <= m.hi.x && p.y >= m.lo.y && p.y <= m.hi.y
}

// leader draws a line to a label that stands far from what it belongs to.
func (m *mapper) leader(from, label point, high float32) point {
	if label.minus(from).length() > 1.7*m.s+high {
		m.stroke(polyline(from, label), glaze(white, 0xd0), 3)
		m.stroke(polyline(from, label), ink, 1)
	}
	return label
}

func worthWidth(mark board.Mark, size float32) float32 {
	w := size * 1.3
	for _, n := range mark.Worth {
		w += worthCell(strconv.Itoa(n), size)
	}
	return w
}

func worthCell(text string, size float32) float32 { return textWidth(text, boldFont, size) + size*.45 }

// objective draws a row of cells around a point.
func (m *mapper) objective(mark board.Mark, at point, size float32) {
	worth := make([]string, len(mark.Worth))
	for i, n := range mark.Worth {
		worth[i] = strconv.Itoa(n)
	}
	right := m.worth(worth, at.add(worthWidth(mark, size)/2, 0), size)
	at = m.badge(right, size*1.3, size, m.sideColor(mark.Side))
	m.outline(star(at, size*.6, size*.26, 5), glow, ink, max(.5, size*.05))
}

// worth draws cells with texts, each in the colour of its side if there are several, and
// returns where they begin.
func (m *mapper) worth(texts []string, right point, size float32) point {
	for side, text := range slices.Backward(texts) {
		fill := ink
		if len(texts) > 1 {
			fill = m.sideColor(side)
		}
		width := worthCell(text, size)
		m.write(text, m.badge(right, width, size, fill), size, boldFont, white)
		right = right.add(-width, 0)
	}
	return right
}

// badge draws a cell for text of a size, and returns its centre.
func (m *mapper) badge(right point, width, size float32, fill color.NRGBA) point {
	at := right.add(-width/2, 0)
	m.outline(box(at, width, size*1.3, 0), fill, white, max(.7, size*.07))
	return at
}

// tellObjective says an objective in words.
func (m *mapper) tellObjective(r board.Region, mark board.Mark) string {
	place := strings.TrimSpace(r.ID + " " + r.Name.In(m.language))
	text := m.say("legend.told", tongue.Words("place", tongue.Name(place)))
	for i, n := range mark.Worth {
		if text += ", " + strconv.Itoa(n); len(mark.Worth) == len(m.board.Sides) && len(mark.Worth) > 1 {
			text += " (" + m.board.Sides[i].Name + ")"
		}
	}
	if name := m.sideName(mark.Side); name != "" {
		text += "; " + m.say("legend.held", tongue.Words("side", tongue.Name(name)))
	}
	return text
}

func (m *mapper) sideName(side int) string {
	if side < 0 || side >= len(m.board.Sides) {
		return ""
	}
	return m.board.Sides[side].Name
}

// names writes the place names. A river or a hill of several regions has its name once.
func (m *mapper) names() {
	size := max(m.text, m.s*.38)
	for _, r := range m.namesakes() {
		at := m.place(r.Center)
		name := shorten(r.Name.In(m.language), italicFont, size, (m.hi.x-m.lo.x)*.6)
		w := textWidth(name, italicFont, size) + size*.2
		at = m.put(at, m.s*.56, w, size*1.05, 180)
		m.items = append(m.items, item{text: name, at: at.add(0, size*.33), size: size, font: italicFont, fill: ink,
			halo: glaze(paper, 0xd8)})
	}
}

// namesakes are the regions at which a name is written: of those that lie side by side
// under one name, the one in the middle.
func (m *mapper) namesakes() (named []board.Region) {
	var groups [][]board.Region
	for _, r := range m.board.Regions {
		if r.Name.Empty() || !m.within(m.place(r.Center)) || m.simple && !slices.ContainsFunc(r.Marks, isObjective) {
			continue
		}
		group, apart := []board.Region{r}, groups[:0:0]
		for _, g := range groups {
			if slices.ContainsFunc(g, func(o board.Region) bool { return o.Name.Equal(r.Name) && touch(o, r) }) {
				group = append(g, group...)
			} else {
				apart = append(apart, g)
			}
		}
		groups = append(apart, group)
	}
	for _, g := range groups {
		var sum point
		for _, r := range g {
			sum = sum.plus(m.place(r.Center))
		}
		middle := sum.times(1 / float32(len(g)))
		named = append(named, slices.MinFunc(g, func(a, b board.Region) int {
			return cmp.Compare(m.place(a.Center).minus(middle).length(), m.place(b.Center).minus(middle).length())
		}))
	}
	return named
}

// touch reports whether two regions have a corner in common.
func touch(a, b board.Region) bool {
	return slices.ContainsFunc(a.Outline, func(p board.Point) bool { return slices.Contains(b.Outline, p) })
}

// signs draws what befell somebody in the last step, where it happened.
func (m *mapper) signs() {
	size := max(m.text*1.3, m.s*.5)
	for _, s := range m.board.Signs {
		at := m.place(s.At)
		if !m.within(at) || m.simple && !showsFromAfar(s) {
			continue
		}
		c := m.leader(at, m.put(at, m.s*.5, size, size, 45), size)
		m.sign(s, c, size)
		text := m.word(s.Kind)
		if s.Text != "" {
			text += tongue.Colon.In(m.language) + s.Text
		}
		m.title(text, c, size/2)
	}
}

// showsFromAfar reports whether an overview has room for a sign.
func showsFromAfar(s board.Sign) bool {
	return slices.Contains([]string{"fight", "eliminated", "captured"}, s.Kind)
}

// sign draws one: a picture in a disc with a rim in the colour of whom it befell. A kind
// that is not known gets an exclamation mark.
func (m *mapper) sign(s board.Sign, at point, size float32) {
	r := size / 2
	m.outline(disc(at, r*.92, 8), white, m.sideColor(s.Side), max(1.5, r*.2))
	line := max(1.4, r*.2)
	switch s.Kind {
	case "fight": // two crossed swords
		blades := append(polyline(at.add(-r*.45, -r*.45), at.add(r*.4, r*.4)),
			polyline(at.add(r*.45, -r*.45), at.add(-r*.4, r*.4))...)
		guards := append(polyline(at.add(r*.02, r*.42), at.add(r*.42, r*.02)),
			polyline(at.add(-r*.02, r*.42), at.add(-r*.42, r*.02))...)
		m.stroke(append(blades, guards...), rgb(0xc0281c), line)
	case "disordered":
		m.stroke(zigzag(at.add(-r*.55, 0), at.add(r*.55, 0), r*.28), ink, line)
	case "routed": // a white flag
		pole := at.add(-r*.3, 0)
		m.stroke(polyline(pole.add(0, -r*.6), pole.add(0, r*.6)), ink, line)
		m.outline(polygon(pole.add(0, -r*.6), pole.add(r*.85, -r*.5), pole.add(r*.85, r*.05), pole.add(0, 0)), white,
			ink, line*.8)
	case "retreat": // an arrow that turns back
		m.stroke(smooth([]point{at.add(r*.5, r*.4), at.add(r*.6, -r*.35), at.add(-r*.1, -r*.4), at.add(-r*.3, r*.05)}),
			ink, line)
		m.fill(clockwise(at.add(-r*.4, r*.55), at.add(-r*.65, -r*.05), at.add(0, r*.12)), ink)
	case "eliminated":
		m.stroke(append(polyline(at.add(-r*.4, -r*.4), at.add(r*.4, r*.4)),
			polyline(at.add(r*.4, -r*.4), at.add(-r*.4, r*.4))...), ink, line*1.7)
	case "square":
		m.stroke(box(at, r*.8, r*.8, 0), ink, line*1.3)
	case "captured":
		m.outline(star(at, r*.62, r*.27, 5), m.sideColor(s.Side), ink, line*.5)
	default:
		m.write("!", at, r*1.3, boldFont, ink)
	}
}

// zigzag is a broken line with teeth of a height to both sides.
func zigzag(from, to point, height float32) path {
	side := to.minus(from).unit().left().times(height)
	ps := []point{from}
	for i := range 4 {
		if i > 0 {
			side = side.times(-1)
		}
		ps = append(ps, from.to(to, (float32(i)+.5)/4).plus(side))
	}
	return polyline(append(ps, to)...)
}
