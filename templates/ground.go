package templates

import (
	"image/color"

	"berthier/engine/board"
)

// ground draws elevation, terrain and the grid.
func (m *mapper) ground() {
	// Each colour in one path: two that meet would let the paper shine through.
	var floors [len(levels)]path
	kinds, areas := []string(nil), map[string]path{}
	for i, r := range m.board.Regions {
		if r.Terrain == "" {
			continue
		}
		l := min(max(r.Level, 0), len(levels)-1)
		floors[l] = append(floors[l], polygon(m.places(r.Outline)...)...)
		if terrains[r.Terrain].area != (color.NRGBA{}) {
			if areas[r.Terrain] == nil {
				kinds = append(kinds, r.Terrain)
			}
			areas[r.Terrain] = append(areas[r.Terrain], m.area(i)...)
		}
	}
	for l, p := range floors {
		m.fill(p, levels[l])
	}
	for _, kind := range kinds {
		m.fill(areas[kind], terrains[kind].area)
	}
	if m.simple {
		return
	}
	m.grid()
	for _, r := range m.board.Regions {
		for _, at := range m.spots(r) {
			m.terrain(r.Terrain, at, m.place(at), m.s)
		}
	}
}

// terrain is how one kind of ground looks.
type terrain struct {
	area  color.NRGBA // of the whole area, under the marks; none if zero
	marks func(m *mapper, seed board.Point, at point, s float32)
}

var terrains = map[string]terrain{
	"clear":       {},
	"woods":       {glaze(rgb(0xa3c47a), 0xc8), (*mapper).woods},
	"forest":      {glaze(rgb(0xa3c47a), 0xc8), (*mapper).woods},
	"orchard":     {glaze(rgb(0xd3e0a0), 0xb0), (*mapper).orchard},
	"vineyard":    {glaze(rgb(0xdcd59a), 0xb0), (*mapper).vineyard},
	"palm-grove":  {glaze(rgb(0xe5dfa8), 0xb0), (*mapper).palms},
	"village":     {glaze(rgb(0xead9bd), 0xd0), (*mapper).village},
	"windmill":    {glaze(rgb(0xead9bd), 0xd0), (*mapper).village},
	"town":        {glaze(rgb(0xe0c8a8), 0xe0), (*mapper).town},
	"castle":      {glaze(rgb(0xd8d2c4), 0xe0), (*mapper).castle},
	"marsh":       {glaze(rgb(0xb9d6c4), 0xb0), (*mapper).marsh},
	"pond":        {rgb(0x93c0df), (*mapper).pond},
	"sea":         {rgb(0x93c0df), (*mapper).pond},
	"river-hex":   {rgb(0x93c0df), (*mapper).pond},
	"hill":        {glaze(rgb(0xdcc48a), 0xc0), (*mapper).hill},
	"mountain":    {glaze(rgb(0xb9a078), 0xd0), (*mapper).mountain},
	"rugged-hill": {glaze(rgb(0xb9a078), 0xd0), (*mapper).mountain},
	"sand":        {glaze(rgb(0xe8dcae), 0xc0), (*mapper).rough},
	"rough":       {glaze(rgb(0xd8cfae), 0xc0), (*mapper).rough},
	"box":         {paper, nil},
}

// spots are the places at which the marks of a region's terrain are drawn: its
// centre or, if it is much larger than a cell, as many as find room in it.
func (m *mapper) spots(r board.Region) []board.Point {
	const step, room, most = 2, .6, 400 // in cells; places
	outline := m.places(r.Outline)
	lo, hi := bounds(outline)
	if size := hi.minus(lo); max(size.x, size.y) <= 2.4*m.s || size.x*size.y > most*step*step*m.s*m.s {
		return []board.Point{r.Center}
	}
	var spots []board.Point
	start := func(lo, hi float32) float32 { // the places lie around the middle
		n := floor(max((hi-lo)/m.s-2*room, 0) / step)
		return (lo+hi)/2 - float32(n)*step*m.s/2
	}
	for y := start(lo.y, hi.y); y <= hi.y; y += step * m.s {
		for x := start(lo.x, hi.x); x <= hi.x; x += step * m.s {
			at, fits := point{x, y}, true
			for _, d := range []point{{-room, -room}, {room, -room}, {room, room}, {-room, room}} {
				fits = fits && within(at.plus(d.times(m.s)), outline)
			}
			if fits {
				p := at.minus(m.zero)
				spots = append(spots, board.Point{X: floor(p.x/m.s*m.cell + .5), Y: floor(p.y/m.s/m.tall + .5)})
			}
		}
	}
	if spots == nil {
		return []board.Point{r.Center}
	}
	return spots
}

// terrain draws the marks of one kind of ground around a point. A kind that
// is not known gets a question mark, so that nothing is passed over.
func (m *mapper) terrain(kind string, seed board.Point, at point, s float32) {
	t, ok := terrains[kind]
	switch {
	case !ok && kind != "":
		m.write("?", at, s*.7, boldFont, glaze(ink, 0x60))
	case t.marks != nil:
		t.marks(m, seed, at, s)
	}
}

// area outlines the ground of one region: up to the border where the same
// ground or nothing goes on, rounded and drawn back elsewhere.
func (m *mapper) area(i int) path {
	r := m.board.Regions[i]
	at, n := m.place(r.Center), len(r.Outline)
	same := func(k int) bool {
		other := m.beyond(i, (k+n)%n)
		return other < 0 || m.board.Regions[other].Terrain == r.Terrain
	}
	var ps []point
	for k := range r.Outline {
		left, right := m.place(before(r.Outline, k)), m.place(r.Outline[k])
		mid := left.to(right, .5)
		if same(k) {
			from, to := left, right
			if !same(k - 1) {
				from = left.to(mid, .3)
			}
			if !same(k + 1) {
				to = right.to(mid, .3)
			}
			ps = append(ps, from, to)
			continue
		}
		pull := .12 + .05*jitter(r.Center, k)
		ps = append(ps, left.to(mid, .5).to(at, pull+.02), right.to(mid, .5).to(at, pull))
	}
	return polygon(ps...)
}

// grid draws every side of an outline once, in one path for each row or column
// of centres, and a thin brown line where the level changes.
func (m *mapper) grid() {
	var lines, contours path
	var first board.Point
	flush := func() {
		m.stroke(contours, glaze(rgb(0x8a6a3c), 0xd0), max(1, m.s*.05))
		m.stroke(lines, gridLine, 1)
		lines, contours = nil, nil
	}
	for i, r := range m.board.Regions {
		if r.Center.X != first.X && r.Center.Y != first.Y {
			if lines != nil {
				flush()
			}
			first = r.Center
		}
		for k := range r.Outline {
			n := m.beyond(i, k)
			if n >= 0 && n < i {
				continue
			}
			a, b := before(r.Outline, k), r.Outline[k]
			if b.Y < a.Y || b.Y == a.Y && b.X > a.X { // downwards, whose side it is does not matter
				a, b = b, a
			}
			line := polyline(m.place(a), m.place(b))
			if lines = append(lines, line...); n >= 0 && m.board.Regions[n].Level != r.Level {
				contours = append(contours, line...)
			}
		}
	}
	flush()
}

func (m *mapper) woods(seed board.Point, at point, s float32) {
	var shadow, crowns path
	for i := range 8 {
		p := at.around(s*(.58+.07*jitter(seed, i)), float32(i)*45+14*jitter(seed, 20+i))
		if i == 7 {
			p = at.add(s*.12*jitter(seed, 31), s*.12*jitter(seed, 32))
		}
		r := s * (.13 + .03*jitter(seed, 40+i))
		shadow = append(shadow, disc(p.add(r*.35, r*.45), r, 5)...)
		crowns = append(crowns, disc(p, r, 5)...)
	}
	m.fill(shadow, glaze(rgb(0x35502a), 0x90))
	m.outline(crowns, rgb(0x7ea658), rgb(0x4d7037), max(.6, s*.025))
}

func (m *mapper) orchard(seed board.Point, at point, s float32) {
	var crowns path
	for x := -2; x <= 2; x++ {
		for y := -1; y <= 1; y++ {
			if x%2 == 0 || y >= 0 {
				crowns = append(crowns, disc(at.add(float32(x)*s*.27,
					float32(y)*s*.4-float32(x&1)*s*.2+s*.1*float32(x&1)),
					s*.085, 5)...)
			}
		}
	}
	m.outline(crowns, rgb(0x86b05c), rgb(0x52763a), max(.6, s*.02))
}

func (m *mapper) vineyard(_ board.Point, at point, s float32) {
	var rows path
	for i := -3; i <= 3; i++ {
		p := at.add(float32(i)*s*.18, 0)
		l := s * (.55 - .07*float32(i*i)/3)
		rows = append(rows, polyline(p.around(l, 25), p.around(l, 205))...)
	}
	m.items = append(m.items, item{path: rows, pen: pen{color: rgb(0x7c7a2c), width: max(1, s*.06),
		dash: max(2, s*.11)}})
}

func (m *mapper) palms(seed board.Point, at point, s float32) {
	var trunks, leaves path
	for i := range 4 {
		p := at.around(s*.42, float32(i)*90+45+10*jitter(seed, i))
		trunks = append(trunks, polyline(p.add(0, s*.14), p.add(s*.02, -s*.1))...)
		for a := -80; a <= 80; a += 40 {
			leaves = append(leaves, polyline(p.add(s*.02, -s*.1), p.add(s*.02, -s*.08).around(s*.16, float32(a)))...)
		}
	}
	m.stroke(trunks, rgb(0x7a5a34), max(1, s*.05))
	m.stroke(leaves, rgb(0x4f7a38), max(.8, s*.04))
}

// houses draws n blocks around a point.
func (m *mapper) houses(seed board.Point, at point, s float32, n int, ring float32, roof color.NRGBA) {
	var shadow, blocks path
	for i := range n {
		angle := float32(i)*360/float32(n) + 9*jitter(seed, i)
		p := at.around(s*(ring+.06*jitter(seed, 10+i)), angle)
		w, l := s*(.2+.03*jitter(seed, 20+i)), s*(.27+.05*jitter(seed, 30+i))
		turn := angle + 90*float32(i%2) + 8*jitter(seed, 40+i)
		shadow = append(shadow, box(p.add(s*.03, s*.04), l, w, turn)...)
		blocks = append(blocks, box(p, l, w, turn)...)
	}
	m.fill(shadow, glaze(rgb(0x3a2a1c), 0x90))
	m.outline(blocks, roof, rgb(0x5a2c1e), max(.6, s*.025))
}

func (m *mapper) village(seed board.Point, at point, s float32) {
	m.houses(seed, at, s, 6, .46, rgb(0xb9654a))
	m.church(at, s)
}

func (m *mapper) town(seed board.Point, at point, s float32) {
	m.houses(seed, at, s, 9, .6, rgb(0xa8523c))
	m.houses(seed, at, s, 5, .28, rgb(0x98463a))
	m.church(at, s)
}

func (m *mapper) church(at point, s float32) {
	cross := polyline(at.add(0, -s*.14), at.add(0, s*.12))
	cross = append(cross, polyline(at.add(-s*.08, -s*.05), at.add(s*.08, -s*.05))...)
	m.stroke(cross, rgb(0x5a2c1e), max(1, s*.05))
}

func (m *mapper) castle(_ board.Point, at point, s float32) {
	line := max(.8, s*.04)
	m.outline(box(at, s*.7, s*.7, 0), rgb(0xb8b0a0), rgb(0x4a4438), line)
	m.outline(box(at, s*.34, s*.34, 0), rgb(0xe6e0d0), rgb(0x4a4438), line)
	var towers path
	for i := range 4 {
		towers = append(towers, disc(at.around(s*.49, float32(i)*90+45), s*.13, 8)...)
	}
	m.outline(towers, rgb(0x968e7e), rgb(0x4a4438), line)
}

func (m *mapper) marsh(seed board.Point, at point, s float32) {
	var water, reeds path
	for i := range 5 {
		p := at.around(s*.5, float32(i)*72+36)
		if i == 4 {
			p = at.add(0, s*.05)
		}
		p = p.add(s*.06*jitter(seed, i), 0)
		water = append(water, polyline(p.add(-s*.17, 0), p.add(s*.17, 0))...)
		for a := -24; a <= 24; a += 24 {
			reeds = append(reeds, polyline(p, p.around(s*.17, float32(a)))...)
		}
	}
	m.stroke(reeds, rgb(0x58803f), max(.8, s*.035))
	m.stroke(water, rgb(0x4787b0), max(1, s*.05))
}

func (m *mapper) pond(seed board.Point, at point, s float32) {
	var waves path
	for i := range 3 {
		p := at.add(s*.2*jitter(seed, i), s*(.34*float32(i)-.34))
		waves = append(waves, smooth([]point{p.add(-s*.28, 0), p.add(-s*.12, -s*.07), p, p.add(s*.14, s*.07),
			p.add(s*.28, 0)})...)
	}
	m.stroke(waves, rgb(0xd8ebf6), max(.8, s*.04))
}

func (m *mapper) hill(_ board.Point, at point, s float32) {
	var rays path
	for a := float32(0); a < 360; a += 24 {
		rays = append(rays, polyline(at.around(s*.42, a), at.around(s*.62, a))...)
	}
	m.stroke(rays, rgb(0x94693a), max(.8, s*.05))
}

func (m *mapper) mountain(_ board.Point, at point, s float32) {
	for _, d := range []point{{-.28, -.1}, {.3, -.02}, {-.02, .3}} {
		p := at.plus(d.times(s))
		m.outline(clockwise(p.add(-s*.26, s*.16), p.add(0, -s*.3), p.add(s*.26, s*.16)), rgb(0x9a8562), rgb(0x59391c),
			max(.8, s*.04))
		m.fill(clockwise(p.add(-s*.08, -s*.14), p.add(0, -s*.3), p.add(s*.08, -s*.14)), white)
	}
}

func (m *mapper) rough(seed board.Point, at point, s float32) {
	var stones path
	for i := range 6 {
		p := at.around(s*(.34+.16*jitter(seed, i)), float32(i)*60+20*jitter(seed, 10+i))
		stones = append(stones, disc(p, s*(.08+.03*jitter(seed, 20+i)), 5)...)
	}
	m.outline(stones, rgb(0xb5ab92), rgb(0x6b6350), max(.6, s*.025))
}
