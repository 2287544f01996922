package hex

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Layout is how a sheet of hexes is laid out and how it names them. Hexes lie in
// lines: columns if their tops are flat, rows if they are pointed. Every second
// line is shifted by half a hex. See the package doc.
type Layout struct {
	Pointed   bool // tops; false: flat
	Lines     int  // columns of a flat sheet, rows of a pointed one; 1 to 99
	Length    int  // hexes in a line that is not shifted; 1 to 98
	OddShift  bool // the odd lines are the shifted ones; false: the even ones
	Ends      Ends // of the shifted lines
	HalfFirst bool // of the first line only the inner half is printed
	HalfLast  bool // of the last line too
	Naming    Notation
}

// Ends says how many hexes a shifted line has.
type Ends int8

const (
	Ragged Ends = iota // as many as the others: it juts out by half a hex at its end
	Short              // one fewer: half a hex is missing at either end
	Halves             // one more: the first and the last are half hexes
)

// Standard is a sheet as the package doc describes it first, with the functions
// of Hex: flat tops, even columns lower, four digits.
func Standard(cols, rows int) Layout {
	return Layout{Lines: cols, Length: rows, Naming: Notation{Digits: 2}}
}

// Point is a place in plane coordinates.
type Point struct{ X, Y int }

// Check says what is wrong with a layout.
func (l Layout) Check() error {
	switch {
	case l.Lines < 1 || l.Lines > 99 || l.Length < 1 || l.Length > 98:
		return fmt.Errorf("%d lines of %d hexes: want 1 to 99 of 1 to 98", l.Lines, l.Length)
	case l.Ends < Ragged || l.Ends > Halves:
		return errors.New("the ends of shifted lines are ragged, short or halves")
	case l.Ends == Short && l.Length == 1:
		return errors.New("a short line has no hex")
	case l.Lines == 1 && l.HalfFirst && l.HalfLast:
		return errors.New("of a single line both halves are cut away")
	}
	cols, rows := l.size()
	return l.Naming.check(cols, rows)
}

// size is the greatest column and row.
func (l Layout) size() (cols, rows int) {
	longest := l.Length
	if l.Ends == Halves && (l.Lines > 1 || l.OddShift) {
		longest++
	}
	if l.Pointed {
		return longest, l.Lines
	}
	return l.Lines, longest
}

// of returns the line of a hex, and which of the line it is.
func (l Layout) of(h Hex) (line, place int) {
	if l.Pointed {
		return int(h.Row), int(h.Col)
	}
	return int(h.Col), int(h.Row)
}

// at is the hex at a place of a line.
func (l Layout) at(line, place int) Hex {
	if l.Pointed {
		return Hex{int8(place), int8(line)}
	}
	return Hex{int8(line), int8(place)}
}

func (l Layout) shifted(line int) bool { return (line%2 != 0) == l.OddShift }

// shift is by how many half hexes a line lies further on than the others.
func (l Layout) shift(line int) int {
	switch {
	case !l.shifted(line):
		return 0
	case l.Ends == Halves:
		return -1
	}
	return 1
}

// length is how many hexes a line has.
func (l Layout) length(line int) int {
	switch {
	case !l.shifted(line) || l.Ends == Ragged:
		return l.Length
	case l.Ends == Short:
		return l.Length - 1
	}
	return l.Length + 1
}

// On reports whether a hex is on the sheet, whole or half.
func (l Layout) On(h Hex) bool {
	line, place := l.of(h)
	return line >= 1 && line <= l.Lines && place >= 1 && place <= l.length(line)
}

// Hexes lists the hexes of the sheet line by line.
func (l Layout) Hexes() []Hex {
	var hs []Hex
	for line := 1; line <= l.Lines; line++ {
		for place := 1; place <= l.length(line); place++ {
			hs = append(hs, l.at(line, place))
		}
	}
	return hs
}

// Plane returns the centre of a hex, which may lie off the sheet, in plane
// coordinates.
func (l Layout) Plane(h Hex) Point {
	line, place := l.of(h)
	if l.Pointed {
		return Point{2*place + l.shift(line), 3 * line}
	}
	return Point{3 * line, 2*place + l.shift(line)}
}

// Distance is the number of steps from a to b.
func (l Layout) Distance(a, b Hex) int {
	p, q := l.Plane(a), l.Plane(b)
	across, along := abs(p.X-q.X)/3, abs(p.Y-q.Y)
	if l.Pointed {
		across, along = abs(p.Y-q.Y)/3, abs(p.X-q.X)
	}
	return across + max(0, (along-across)/2)
}

// Neighbor returns the adjacent hex in a direction; it may lie off the sheet.
// The directions of a pointed sheet count clockwise from the one to the upper
// right.
func (l Layout) Neighbor(h Hex, d Dir) Hex {
	line, place := l.of(h)
	step := [6][2]int{{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}}[d] // lines, half hexes along one
	if l.Pointed {
		step = [6][2]int{{-1, 1}, {0, 2}, {1, 1}, {1, -1}, {0, -2}, {-1, -1}}[d]
	}
	half := 2*place + l.shift(line) + step[1]
	return l.at(line+step[0], (half-l.shift(line+step[0]))/2)
}

// Neighbors returns the adjacent hexes that are on the sheet, clockwise.
func (l Layout) Neighbors(h Hex) []Hex {
	ns := make([]Hex, 0, 6)
	for _, d := range Dirs {
		if n := l.Neighbor(h, d); l.On(n) {
			ns = append(ns, n)
		}
	}
	return ns
}

var pointedNames = [6]string{"NE", "E", "SE", "SW", "W", "NW"}

// DirName is the compass name of a direction on this sheet.
func (l Layout) DirName(d Dir) string {
	if l.Pointed {
		return pointedNames[d]
	}
	return d.String()
}

// ParseDir reads the name of a direction on this sheet, in any case. The error lists the names.
func (l Layout) ParseDir(s string) (Dir, error) {
	if !l.Pointed {
		return ParseDir(s)
	}
	for i, n := range pointedNames {
		if strings.EqualFold(s, n) {
			return Dir(i), nil
		}
	}
	return 0, fmt.Errorf("direction %q: want one of %s", s, strings.Join(pointedNames[:], ", "))
}

// Corners from the centre clockwise, the k-th where the side in direction k
// ends.
var (
	flatCorners    = [6]Point{{1, -1}, {2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}}
	pointedCorners = [6]Point{{1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}, {0, -2}}
)

// Outline returns the corners of a hex of the sheet, clockwise; of a half hex
// those of the half that is printed. The k-th corner of a whole hex is where its
// side in direction k ends.
func (l Layout) Outline(h Hex) []Point {
	line, place := l.of(h)
	keep := half{first: line == l.Lines && l.HalfLast, last: line == 1 && l.HalfFirst}
	if l.Ends == Halves && l.shifted(line) {
		keep.start, keep.end = place == l.length(line), place == 1
	}
	return l.cut(l.Plane(h), keep)
}

// half says which halves of a hex are kept: those toward the first or the last
// line, or toward the start or the end of its own line. The zero value keeps all.
type half struct{ first, last, start, end bool }

// cut returns the corners of the hex around a centre of which some halves are
// kept. The lines of a cut go through corners or the middle of sides, where
// coordinates are whole.
func (l Layout) cut(at Point, keep half) []Point {
	corners, left, right, upper, lower := flatCorners, keep.first, keep.last, keep.start, keep.end
	if l.Pointed {
		corners, left, right, upper, lower = pointedCorners, keep.start, keep.end, keep.first, keep.last
	}
	ps := keepOf(corners[:], func(p Point) int { return p.X }, left, right)
	ps = keepOf(ps, func(p Point) int { return p.Y }, upper, lower)
	for i := range ps {
		ps[i].X, ps[i].Y = ps[i].X+at.X, ps[i].Y+at.Y
	}
	return ps
}

// keepOf keeps the part of a polygon around zero where a coordinate is not above
// zero, or not below it.
func keepOf(ps []Point, coordinate func(Point) int, low, high bool) []Point {
	if !low && !high {
		return slices.Clone(ps)
	}
	var out []Point
	for i, p := range ps {
		before := ps[(i+len(ps)-1)%len(ps)]
		a, b := coordinate(before), coordinate(p)
		if high {
			a, b = -a, -b
		}
		if a < 0 && b > 0 || a > 0 && b < 0 { // sides that cross zero run parallel to an axis, or have it in the middle
			out = append(out, Point{(before.X + p.X) / 2, (before.Y + p.Y) / 2})
		}
		if b <= 0 {
			out = append(out, p)
		}
	}
	return out
}

// Gaps returns the outlines of the half hexes that fill up the ends of short
// lines. They are no hexes of the sheet and have no name.
func (l Layout) Gaps() [][]Point {
	if l.Ends != Short {
		return nil
	}
	var gaps [][]Point
	for line := 1; line <= l.Lines; line++ {
		if !l.shifted(line) {
			continue
		}
		keep := half{first: line == l.Lines && l.HalfLast, last: line == 1 && l.HalfFirst}
		before, after := keep, keep
		before.end, after.start = true, true
		gaps = append(gaps, l.cut(l.Plane(l.at(line, 0)), before), l.cut(l.Plane(l.at(line, l.Length)), after))
	}
	return gaps
}

// Bounds returns the least and the greatest coordinates of the sheet, its gaps
// included.
func (l Layout) Bounds() (least, greatest Point) {
	outlines := l.Gaps()
	for _, h := range l.Hexes() {
		outlines = append(outlines, l.Outline(h))
	}
	least = outlines[0][0]
	greatest = least
	for _, ps := range outlines {
		for _, p := range ps {
			least = Point{min(least.X, p.X), min(least.Y, p.Y)}
			greatest = Point{max(greatest.X, p.X), max(greatest.Y, p.Y)}
		}
	}
	return least, greatest
}
