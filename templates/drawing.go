package templates

import (
	"image/color"
	"math"
)

// point is a place on the drawing in pixels, y downwards.
type point struct{ x, y float32 }

func (p point) add(x, y float32) point      { return point{p.x + x, p.y + y} }
func (p point) plus(q point) point          { return point{p.x + q.x, p.y + q.y} }
func (p point) minus(q point) point         { return point{p.x - q.x, p.y - q.y} }
func (p point) times(f float32) point       { return point{p.x * f, p.y * f} }
func (p point) to(q point, f float32) point { return p.plus(q.minus(p).times(f)) }
func (p point) length() float32             { return float32(math.Hypot(float64(p.x), float64(p.y))) }

// unit is p shortened or stretched to length 1.
func (p point) unit() point {
	if l := p.length(); l > 0 {
		return p.times(1 / l)
	}
	return point{1, 0}
}

// left is p turned by a quarter, against the clock on the screen.
func (p point) left() point { return point{p.y, -p.x} }

// around is the point at a distance and an angle in degrees, clockwise from
// straight up.
func (p point) around(distance, degrees float32) point {
	sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
	return p.add(distance*float32(sin), -distance*float32(cos))
}

// drawing is a display list: what is drawn, from the bottom up. SVG and PNG
// are made from the same list.
type drawing struct {
	w, h  float32
	back  color.NRGBA
	items []item
}

// item is a path, or a text if text is not empty.
type item struct {
	path path
	fill color.NRGBA // not filled if transparent
	pen  pen

	text  string
	at    point // middle of the base line, or its left end if flush is set
	size  float32
	font  fontName
	flush bool
	tight bool        // no wider in another font: it stands in a frame
	halo  color.NRGBA // in the colour of paper; none if transparent

	title string // what is drawn in the path is that, in words; nothing else is drawn of it
}

// pen strokes a path with round ends and joins.
type pen struct {
	color color.NRGBA
	width float32 // nothing is stroked if 0
	dash  float32 // length of dashes and gaps; 0 for a full line
}

// path is one or several contours. All contours of one path run the same way
// round, so that they add up where they overlap.
type path []segment

// segment goes to the point p: by a move (M), a line (L) or a quadratic curve
// with the control point c (Q), or back to the start of the contour (Z).
type segment struct {
	op   byte
	c, p point
}

func (d *drawing) fill(p path, c color.NRGBA) { d.items = append(d.items, item{path: p, fill: c}) }

func (d *drawing) stroke(p path, c color.NRGBA, width float32) {
	d.items = append(d.items, item{path: p, pen: pen{color: c, width: width}})
}

func (d *drawing) outline(p path, fill, line color.NRGBA, width float32) {
	d.items = append(d.items, item{path: p, fill: fill, pen: pen{color: line, width: width}})
}

// title says in words what is drawn around a point.
func (d *drawing) title(text string, at point, r float32) {
	d.items = append(d.items, item{path: box(at, 2*r, 2*r, 0), title: text})
}

func polyline(ps ...point) path {
	out := make(path, len(ps))
	for i, p := range ps {
		out[i] = segment{op: 'L', p: p}
	}
	if len(out) > 0 {
		out[0].op = 'M'
	}
	return out
}

func polygon(ps ...point) path { return append(polyline(ps...), segment{op: 'Z'}) }

// disc is a regular outline of n curves around a point, clockwise: round from
// n = 6 on, lumpy below.
func disc(at point, r float32, n int) path {
	turn := 360 / float32(n)
	out := path{{op: 'M', p: at.around(r, 0)}}
	reach := r / float32(math.Cos(math.Pi/float64(n)))
	for i := range n {
		a := float32(i) * turn
		out = append(out, segment{op: 'Q', c: at.around(reach, a+turn/2), p: at.around(r, a+turn)})
	}
	return append(out, segment{op: 'Z'})
}

// box is a rectangle around a point, turned clockwise by degrees.
func box(at point, w, h, degrees float32) path {
	right := point{}.around(w/2, degrees+90)
	down := point{}.around(h/2, degrees+180)
	return polygon(at.minus(right).minus(down), at.plus(right).minus(down), at.plus(right).plus(down),
		at.minus(right).plus(down))
}

// roundBox is a box with round corners.
func roundBox(at point, w, h, r, degrees float32) path {
	right := point{}.around(1, degrees+90)
	down := point{}.around(1, degrees+180)
	corner := func(sx, sy, inX, inY float32) point {
		return at.plus(right.times(sx * (w/2 - inX))).plus(down.times(sy * (h/2 - inY)))
	}
	out := path{{op: 'M', p: corner(-1, -1, r, 0)}}
	for _, c := range [][2]float32{{1, -1}, {1, 1}, {-1, 1}, {-1, -1}} {
		before, after := corner(c[0], c[1], r, 0), corner(c[0], c[1], 0, r)
		if c[0] == c[1] {
			before, after = corner(c[0], c[1], 0, r), corner(c[0], c[1], r, 0)
		}
		out = append(out, segment{op: 'L', p: before}, segment{op: 'Q', c: corner(c[0], c[1], 0, 0), p: after})
	}
	return append(out, segment{op: 'Z'})
}

// smooth is a line from the first to the last point that rounds the others
// off: it passes the middle between each two of them.
func smooth(ps []point) path {
	if len(ps) < 3 {
		return polyline(ps...)
	}
	out := path{{op: 'M', p: ps[0]}, {op: 'L', p: ps[0].to(ps[1], .5)}}
	for i := 1; i+1 < len(ps); i++ {
		out = append(out, segment{op: 'Q', c: ps[i], p: ps[i].to(ps[i+1], .5)})
	}
	return append(out, segment{op: 'L', p: ps[len(ps)-1]})
}

// flatten calls line for every contour with its points.
func (p path) flatten(line func(ps []point, closed bool)) {
	var ps []point
	emit := func(closed bool) {
		if len(ps) > 1 {
			line(ps, closed)
		}
		ps = ps[:0]
	}
	for _, s := range p {
		switch s.op {
		case 'M':
			emit(false)
			ps = append(ps, s.p)
		case 'L':
			ps = append(ps, s.p)
		case 'Q':
			from := ps[len(ps)-1]
			n := min(8, 2+int(s.p.minus(from).length()/5))
			for i := 1; i <= n; i++ {
				t := float32(i) / float32(n)
				ps = append(ps, from.to(s.c, t).to(s.c.to(s.p, t), t))
			}
		case 'Z':
			emit(true)
		}
	}
	emit(false)
}

// bounds are the corners of the box around points.
func bounds(ps []point) (lo, hi point) {
	lo, hi = point{math.MaxFloat32, math.MaxFloat32}, point{-math.MaxFloat32, -math.MaxFloat32}
	for _, p := range ps {
		lo = point{min(lo.x, p.x), min(lo.y, p.y)}
		hi = point{max(hi.x, p.x), max(hi.y, p.y)}
	}
	return lo, hi
}

// within reports whether a point lies in a polygon.
func within(p point, outline []point) bool {
	in := false
	for i, b := range outline {
		a := outline[(i+len(outline)-1)%len(outline)]
		if (a.y > p.y) != (b.y > p.y) && p.x < a.x+(p.y-a.y)/(b.y-a.y)*(b.x-a.x) {
			in = !in
		}
	}
	return in
}

// rgb makes an opaque colour from 0xrrggbb.
func rgb(v uint32) color.NRGBA {
	return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}
}

// glaze makes a colour translucent, alpha from 0 to 255.
func glaze(c color.NRGBA, alpha uint8) color.NRGBA {
	c.A = alpha
	return c
}
