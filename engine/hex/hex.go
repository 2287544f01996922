package hex

import (
	"fmt"
	"strings"
)

// Hex is one map cell by its printed number: column and row, both from 1.
// Columns stand upright (flat-topped hexes); even columns lie half a hex
// lower than odd ones. The zero Hex is no hex at all.
type Hex struct{ Col, Row int8 }

// None is no hex.
var None Hex

// H makes a hex from its printed number as an integer: H(1512) is column 15,
// row 12.
func H(number int) Hex { return Hex{int8(number / 100), int8(number % 100)} }

// Parse reads a printed number, four digits: column and row, from 01 to 99. The error has a text that is none.
func Parse(s string) (Hex, error) {
	if len(s) != 4 {
		return None, fmt.Errorf("hex %q: want four digits, column then row, as printed on the map", s)
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return None, fmt.Errorf("hex %q: want four digits, column then row, as printed on the map", s)
		}
	}
	h := Hex{int8((s[0]-'0')*10 + s[1] - '0'), int8((s[2]-'0')*10 + s[3] - '0')}
	if h.Col == 0 || h.Row == 0 {
		return None, fmt.Errorf("hex %q: columns and rows count from 01", s)
	}
	return h, nil
}

// String prints the hex as on the map: "1512"; no hex is "off".
func (h Hex) String() string {
	var b [4]byte
	return string(h.Append(b[:0]))
}

// Append appends what String prints to b.
func (h Hex) Append(b []byte) []byte {
	if h == None {
		return append(b, "off"...)
	}
	return append(b, '0'+byte(h.Col/10), '0'+byte(h.Col%10), '0'+byte(h.Row/10), '0'+byte(h.Row%10))
}

// Less orders hexes by column, then row.
func (h Hex) Less(o Hex) bool { return h.Col < o.Col || h.Col == o.Col && h.Row < o.Row }

// Dir is one of the six directions across a hexside, clockwise from north.
type Dir int8

const (
	N Dir = iota
	NE
	SE
	S
	SW
	NW
)

var dirNames = [6]string{"N", "NE", "SE", "S", "SW", "NW"}

// Dirs lists the six directions clockwise from north.
var Dirs = [6]Dir{N, NE, SE, S, SW, NW}

// String prints the direction's compass name.
func (d Dir) String() string { return dirNames[d] }

// Turn returns the direction n hexsides clockwise, n may be negative.
func (d Dir) Turn(n int) Dir { return Dir(((int(d)+n)%6 + 6) % 6) }

// DirOf reads a direction in any case; ok says whether the word is one.
func DirOf(s string) (d Dir, ok bool) {
	for i, n := range dirNames {
		if strings.EqualFold(s, n) {
			return Dir(i), true
		}
	}
	return 0, false
}

// ParseDir is DirOf with an error for what is no direction.
func ParseDir(s string) (Dir, error) {
	if d, ok := DirOf(s); ok {
		return d, nil
	}
	return 0, fmt.Errorf("direction %q: want one of %s", s, strings.Join(dirNames[:], ", "))
}

// Facing is one of the six corners that a counter's front edge can point at,
// clockwise. Facing f has the front hexes Dir(f) and Dir(f).Turn(1).
type Facing int8

const (
	NNE Facing = iota // front hexes N and NE
	E                 // NE and SE
	SSE               // SE and S
	SSW               // S and SW
	W                 // SW and NW
	NNW               // NW and N
)

var facingNames = [6]string{"NNE", "E", "SSE", "SSW", "W", "NNW"}

// Facings lists the six facings clockwise.
var Facings = [6]Facing{NNE, E, SSE, SSW, W, NNW}

// String prints the corner's compass name.
func (f Facing) String() string { return facingNames[f] }

// Front returns the directions of the two front hexes, the left one first.
func (f Facing) Front() [2]Dir { return [2]Dir{Dir(f), Dir(f).Turn(1)} }

// Turn returns the facing n corners clockwise, n may be negative.
func (f Facing) Turn(n int) Facing { return Facing(((int(f)+n)%6 + 6) % 6) }

// Steps returns by how many corners the two facings differ, 0 to 3.
func (f Facing) Steps(o Facing) int {
	d := int(f-o+6) % 6
	return min(d, 6-d)
}

// ParseFacing reads a corner by its name (E, NNE …) or by its two front
// directions in either order (NE/SE), in any case. The error lists the names.
func ParseFacing(s string) (Facing, error) {
	for i, n := range facingNames {
		if strings.EqualFold(s, n) {
			return Facing(i), nil
		}
	}
	if a, b, ok := strings.Cut(s, "/"); ok {
		da, errA := ParseDir(a)
		db, errB := ParseDir(b)
		if errA == nil && errB == nil {
			switch {
			case da.Turn(1) == db:
				return Facing(da), nil
			case db.Turn(1) == da:
				return Facing(db), nil
			}
		}
	}
	return 0, fmt.Errorf("facing %q: a counter faces a corner: want one of %s, or its two front hexes such as NE/SE",
		s, strings.Join(facingNames[:], ", "))
}

// Neighbor returns the adjacent hex in a direction; it may lie off any map.
func (h Hex) Neighbor(d Dir) Hex {
	by := beside[h.Col&1][d]
	return Hex{h.Col + by.Col, h.Row + by.Row}
}

// beside is how far away the adjacent hexes are, of even columns and of odd ones.
var beside = [2][6]Hex{
	{N: {0, -1}, NE: {1, 0}, SE: {1, 1}, S: {0, 1}, SW: {-1, 1}, NW: {-1, 0}},
	{N: {0, -1}, NE: {1, -1}, SE: {1, 0}, S: {0, 1}, SW: {-1, 0}, NW: {-1, -1}},
}

// Neighbors returns the six adjacent hexes clockwise from north.
func (h Hex) Neighbors() [6]Hex {
	var ns [6]Hex
	for _, d := range Dirs {
		ns[d] = h.Neighbor(d)
	}
	return ns
}

// DirTo returns the direction of an adjacent hex.
func (h Hex) DirTo(o Hex) (Dir, bool) {
	for _, d := range Dirs {
		if h.Neighbor(d) == o {
			return d, true
		}
	}
	return 0, false
}

// cube returns cube coordinates with q+r+s = 0. Even columns lie half a hex
// lower, so a column pair shares its row offset.
func (h Hex) cube() (q, r, s int) {
	q = int(h.Col)
	r = int(h.Row) - (q-1)>>1
	return q, r, -q - r
}

// Distance is the number of hexes from h to o, the target hex counted and
// the starting hex not.
func (h Hex) Distance(o Hex) int {
	q1, r1, s1 := h.cube()
	q2, r2, s2 := o.cube()
	return max(abs(q1-q2), abs(r1-r2), abs(s1-s2))
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// Edge is a hexside: the two hexes that it parts, the lesser one first.
type Edge struct{ A, B Hex }

// EdgeOf returns the hexside between two adjacent hexes.
func EdgeOf(a, b Hex) Edge {
	if b.Less(a) {
		a, b = b, a
	}
	return Edge{a, b}
}

// Edge returns the hexside of h in a direction.
func (h Hex) Edge(d Dir) Edge { return EdgeOf(h, h.Neighbor(d)) }

// String prints the hexside as "1512/1513".
func (e Edge) String() string { return e.A.String() + "/" + e.B.String() }

// ParseEdge reads "1512/1513" or "1512/S". The error has a text that is neither, or says that the hexes are not
// adjacent.
func ParseEdge(s string) (Edge, error) {
	left, right, ok := strings.Cut(s, "/")
	if !ok {
		return Edge{}, fmt.Errorf("hexside %q: want 1512/1513 or 1512/S", s)
	}
	a, err := Parse(left)
	if err != nil {
		return Edge{}, fmt.Errorf("hexside %q: %w", s, err)
	}
	if d, err := ParseDir(right); err == nil {
		return a.Edge(d), nil
	}
	b, err := Parse(right)
	if err != nil {
		return Edge{}, fmt.Errorf("hexside %q: %w", s, err)
	}
	if _, ok := a.DirTo(b); !ok {
		return Edge{}, fmt.Errorf("hexside %q: the hexes are not adjacent", s)
	}
	return EdgeOf(a, b), nil
}
