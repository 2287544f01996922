package hex

// Passage is how a straight line meets a part of the map.
type Passage int8

const (
	Through   Passage = iota // through the interior of Hex
	Across                   // across Edge, at a point that is not one of its ends
	Alongside                // exactly along Edge from end to end, between Left and Right
)

// String prints the passage as a word: through, across, along.
func (p Passage) String() string { return [...]string{"through", "across", "along"}[p] }

// Crossing is one thing that a straight line between two hex centres meets.
type Crossing struct {
	Passage Passage
	Hex     Hex  // the hex passed through; None for a hexside
	Edge    Edge // the hexside; zero for a hex
	// Left and Right are the two hexes of Edge as seen by somebody who walks
	// along the line; for Across they are the hex that he leaves and the hex
	// that he enters. None for a hex.
	Left, Right Hex
	// FromA and FromB are twice the distances from the start and from the end
	// of the line: for a hex twice its distance, for a hexside the sum of the
	// distances of its two hexes, which is twice their mean. A thing is
	// half-way from the start, or nearer, if FromA <= a.Distance(b).
	FromA, FromB int
}

// Trace returns what the straight line from the centre of a to the centre of b
// meets, in order from a to b. The interiors of a and b are not reported, the
// hexsides by which the line leaves a and enters b are. A line that only
// touches a corner neither crosses a hexside nor enters a hex there; passing
// through a corner from one hex to another it crosses no hexside. The line
// from a to a meets nothing. Reported hexes may lie just off the map.
func Trace(a, b Hex) []Crossing {
	l := liner{a: a, b: b}
	l.x, l.y = a.Plane()
	bx, by := b.Plane()
	l.dx, l.dy = bx-l.x, by-l.y
	for h := a; h != b; {
		h = l.leave(h)
		if h != b {
			l.met = append(l.met, Crossing{Passage: Through, Hex: h, FromA: 2 * a.Distance(h),
				FromB: 2 * b.Distance(h)})
		}
	}
	return l.met
}

// liner walks along one line.
type liner struct {
	a, b         Hex
	x, y, dx, dy int
	met          []Crossing
}

// leave finds where the line leaves h, reports the hexside crossed or
// followed there, and returns the next hex whose interior it enters.
func (l *liner) leave(h Hex) Hex {
	for f := range Facing(6) {
		left, right := h.Neighbor(Dir(f)), h.Neighbor(Dir(f).Turn(1))
		switch here, next := l.turn(h, f), l.turn(h, f.Turn(1)); {
		case here < 0 && next > 0: // out over the hexside between the two corners
			l.side(Across, h, right)
			return right
		case here == 0 && l.turn(h, f.Turn(-1)) < 0: // out at the corner
			switch beyond := l.turn(left, f.Turn(1)); {
			case beyond > 0: // the hexside between left and right bends off to the right
				return left
			case beyond < 0:
				return right
			}
			l.side(Alongside, left, right)
			return left.Neighbor(Dir(f).Turn(1))
		}
	}
	panic("hex: a straight line that does not leave a hex") // a line has two ends on every convex shape that it enters
}

func (l *liner) side(p Passage, left, right Hex) {
	l.met = append(l.met, Crossing{
		Passage: p, Edge: EdgeOf(left, right), Left: left, Right: right,
		FromA: l.a.Distance(left) + l.a.Distance(right),
		FromB: l.b.Distance(left) + l.b.Distance(right),
	})
}

// turn tells on which side of the line a corner of h lies: negative on the
// left, positive on the right, 0 on the line.
func (l *liner) turn(h Hex, corner Facing) int {
	x, y := h.Corner(corner)
	return l.dx*(y-l.y) - l.dy*(x-l.x)
}

// Corners from the centre in plane coordinates, by Facing.
var (
	cornerX = [6]int{1, 2, 1, -1, -2, -1}
	cornerY = [6]int{-1, 0, 1, 1, 0, -1}
)

// Plane returns the centre of the hex in the plane coordinates of the package
// doc.
func (h Hex) Plane() (x, y int) {
	x, y = 3*int(h.Col), 2*int(h.Row)
	if h.Col%2 == 0 {
		y++
	}
	return x, y
}

// Corner returns the corner of the hex that facing f points at, in the plane
// coordinates of the package doc. A corner has the same coordinates in each of
// the three hexes that share it.
func (h Hex) Corner(f Facing) (x, y int) {
	x, y = h.Plane()
	return x + cornerX[f], y + cornerY[f]
}
