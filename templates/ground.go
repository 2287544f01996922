package templates

import (
	"image/color"

	"berthier/engine/hex"
)

// ground draws elevation, terrain and the grid.
func (m *mapper) ground() {
	for _, c := range m.chart.Cells {
		m.fill(m.hexagon(c.Hex), levels[min(max(c.Level, 0), len(levels)-1)])
	}
	for _, c := range m.chart.Cells {
		if t, ok := terrains[c.Terrain]; ok && t.area != (color.NRGBA{}) {
			m.fill(m.area(c), t.area)
		}
	}
	m.grid()
	for _, c := range m.chart.Cells {
		m.terrain(c.Terrain, c.Hex, m.center(c.Hex), m.s)
	}
}

// terrain is how one kind of ground looks.
type terrain struct {
	area  color.NRGBA // of the whole area, under the marks; none if zero
	marks func(m *mapper, h hex.Hex, at point, s float32)
}

var terrains = map[string]terrain{
	"clear":      {},
	"woods":      {glaze(rgb(0xa3c47a), 0xc8), (*mapper).woods},
	"orchard":    {glaze(rgb(0xd3e0a0), 0xb0), (*mapper).orchard},
	"vineyard":   {glaze(rgb(0xdcd59a), 0xb0), (*mapper).vineyard},
	"palm-grove": {glaze(rgb(0xe5dfa8), 0xb0), (*mapper).palms},
	"village":    {glaze(rgb(0xead9bd), 0xd0), (*mapper).village},
	"town":       {glaze(rgb(0xe0c8a8), 0xe0), (*mapper).town},
	"castle":     {glaze(rgb(0xd8d2c4), 0xe0), (*mapper).castle},
	"marsh":      {glaze(rgb(0xb9d6c4), 0xb0), (*mapper).marsh},
	"pond":       {rgb(0x93c0df), (*mapper).pond},
}

// terrain draws the marks of one kind of ground around a point. A kind that
// is not known gets a question mark, so that nothing is passed over.
func (m *mapper) terrain(kind string, h hex.Hex, at point, s float32) {
	t, ok := terrains[kind]
	switch {
	case !ok && kind != "":
		m.write("?", at, s*.7, boldFont, glaze(ink, 0x60))
	case t.marks != nil:
		t.marks(m, h, at, s)
	}
}

// area outlines the ground of one hex: up to the hexside where the same ground
// goes on, rounded and drawn back elsewhere.
func (m *mapper) area(c hex.Cell) path {
	at := m.center(c.Hex)
	same := func(d hex.Dir) bool {
		n := m.cells[c.Hex.Neighbor(d)]
		return n == nil && m.rim(c.Hex, d) || n != nil && n.Terrain == c.Terrain
	}
	var ps []point
	for _, d := range hex.Dirs {
		left, right := m.corner(c.Hex, hex.Facing(d).Turn(-1)), m.corner(c.Hex, hex.Facing(d))
		mid := left.to(right, .5)
		if same(d) {
			from, to := left, right
			if !same(d.Turn(-1)) {
				from = left.to(mid, .3)
			}
			if !same(d.Turn(1)) {
				to = right.to(mid, .3)
			}
			ps = append(ps, from, to)
			continue
		}
		pull := .12 + .05*jitter(c.Hex, int(d))
		ps = append(ps, left.to(mid, .5).to(at, pull+.02), right.to(mid, .5).to(at, pull))
	}
	return polygon(ps...)
}

// rim reports that beyond the hexside there is no hex, so that ground runs up
// to it.
func (m *mapper) rim(h hex.Hex, d hex.Dir) bool { return !m.on(h.Neighbor(d)) }

// grid draws every hexside once, in one path for each column, and a thin brown
// line where the level changes.
func (m *mapper) grid() {
	var lines, contours path
	column := int8(0)
	flush := func() {
		m.stroke(contours, glaze(rgb(0x8a6a3c), 0xd0), max(1, m.s*.05))
		m.stroke(lines, gridLine, 1)
		lines, contours = nil, nil
	}
	for _, c := range m.chart.Cells {
		if c.Hex.Col != column && lines != nil {
			flush()
		}
		column = c.Hex.Col
		for _, d := range hex.Dirs {
			n := m.cells[c.Hex.Neighbor(d)]
			if n != nil && n.Hex.Less(c.Hex) {
				continue
			}
			left, right := m.ends(c.Hex.Edge(d))
			if lines = append(lines, polyline(left, right)...); n != nil && n.Level != c.Level {
				contours = append(contours, polyline(left, right)...)
			}
		}
	}
	flush()
}

func (m *mapper) woods(h hex.Hex, at point, s float32) {
	var shadow, crowns path
	for i := range 8 {
		p := at.around(s*(.58+.07*jitter(h, i)), float32(i)*45+14*jitter(h, 20+i))
		if i == 7 {
			p = at.add(s*.12*jitter(h, 31), s*.12*jitter(h, 32))
		}
		r := s * (.13 + .03*jitter(h, 40+i))
		shadow = append(shadow, disc(p.add(r*.35, r*.45), r, 5)...)
		crowns = append(crowns, disc(p, r, 5)...)
	}
	m.fill(shadow, glaze(rgb(0x35502a), 0x90))
	m.outline(crowns, rgb(0x7ea658), rgb(0x4d7037), max(.6, s*.025))
}

func (m *mapper) orchard(h hex.Hex, at point, s float32) {
	var crowns path
	for x := -2; x <= 2; x++ {
		for y := -1; y <= 1; y++ {
			if x%2 == 0 || y >= 0 {
				crowns = append(crowns, disc(at.add(float32(x)*s*.27, float32(y)*s*.4-float32(x&1)*s*.2+s*.1*float32(x&1)), s*.085, 5)...)
			}
		}
	}
	m.outline(crowns, rgb(0x86b05c), rgb(0x52763a), max(.6, s*.02))
}

func (m *mapper) vineyard(_ hex.Hex, at point, s float32) {
	var rows path
	for i := -3; i <= 3; i++ {
		p := at.add(float32(i)*s*.18, 0)
		l := s * (.55 - .07*float32(i*i)/3)
		rows = append(rows, polyline(p.around(l, 25), p.around(l, 205))...)
	}
	m.items = append(m.items, item{path: rows, pen: pen{color: rgb(0x7c7a2c), width: max(1, s*.06), dash: max(2, s*.11)}})
}

func (m *mapper) palms(h hex.Hex, at point, s float32) {
	var trunks, leaves path
	for i := range 4 {
		p := at.around(s*.42, float32(i)*90+45+10*jitter(h, i))
		trunks = append(trunks, polyline(p.add(0, s*.14), p.add(s*.02, -s*.1))...)
		for a := -80; a <= 80; a += 40 {
			leaves = append(leaves, polyline(p.add(s*.02, -s*.1), p.add(s*.02, -s*.08).around(s*.16, float32(a)))...)
		}
	}
	m.stroke(trunks, rgb(0x7a5a34), max(1, s*.05))
	m.stroke(leaves, rgb(0x4f7a38), max(.8, s*.04))
}

// houses draws n blocks around a point.
func (m *mapper) houses(h hex.Hex, at point, s float32, n int, ring float32, roof color.NRGBA) {
	var shadow, blocks path
	for i := range n {
		angle := float32(i)*360/float32(n) + 9*jitter(h, i)
		p := at.around(s*(ring+.06*jitter(h, 10+i)), angle)
		w, l := s*(.2+.03*jitter(h, 20+i)), s*(.27+.05*jitter(h, 30+i))
		turn := angle + 90*float32(i%2) + 8*jitter(h, 40+i)
		shadow = append(shadow, box(p.add(s*.03, s*.04), l, w, turn)...)
		blocks = append(blocks, box(p, l, w, turn)...)
	}
	m.fill(shadow, glaze(rgb(0x3a2a1c), 0x90))
	m.outline(blocks, roof, rgb(0x5a2c1e), max(.6, s*.025))
}

func (m *mapper) village(h hex.Hex, at point, s float32) {
	m.houses(h, at, s, 6, .46, rgb(0xb9654a))
	m.church(at, s)
}

func (m *mapper) town(h hex.Hex, at point, s float32) {
	m.houses(h, at, s, 9, .6, rgb(0xa8523c))
	m.houses(h, at, s, 5, .28, rgb(0x98463a))
	m.church(at, s)
}

func (m *mapper) church(at point, s float32) {
	cross := polyline(at.add(0, -s*.14), at.add(0, s*.12))
	cross = append(cross, polyline(at.add(-s*.08, -s*.05), at.add(s*.08, -s*.05))...)
	m.stroke(cross, rgb(0x5a2c1e), max(1, s*.05))
}

func (m *mapper) castle(_ hex.Hex, at point, s float32) {
	line := max(.8, s*.04)
	m.outline(box(at, s*.7, s*.7, 0), rgb(0xb8b0a0), rgb(0x4a4438), line)
	m.outline(box(at, s*.34, s*.34, 0), rgb(0xe6e0d0), rgb(0x4a4438), line)
	var towers path
	for i := range 4 {
		towers = append(towers, disc(at.around(s*.49, float32(i)*90+45), s*.13, 8)...)
	}
	m.outline(towers, rgb(0x968e7e), rgb(0x4a4438), line)
}

func (m *mapper) marsh(h hex.Hex, at point, s float32) {
	var water, reeds path
	for i := range 5 {
		p := at.around(s*.5, float32(i)*72+36)
		if i == 4 {
			p = at.add(0, s*.05)
		}
		p = p.add(s*.06*jitter(h, i), 0)
		water = append(water, polyline(p.add(-s*.17, 0), p.add(s*.17, 0))...)
		for a := -24; a <= 24; a += 24 {
			reeds = append(reeds, polyline(p, p.around(s*.17, float32(a)))...)
		}
	}
	m.stroke(reeds, rgb(0x58803f), max(.8, s*.035))
	m.stroke(water, rgb(0x4787b0), max(1, s*.05))
}

func (m *mapper) pond(h hex.Hex, at point, s float32) {
	var waves path
	for i := range 3 {
		p := at.add(s*.2*jitter(h, i), s*(.34*float32(i)-.34))
		waves = append(waves, smooth([]point{p.add(-s*.28, 0), p.add(-s*.12, -s*.07), p, p.add(s*.14, s*.07), p.add(s*.28, 0)})...)
	}
	m.stroke(waves, rgb(0xd8ebf6), max(.8, s*.04))
}
