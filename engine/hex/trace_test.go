package hex

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// short prints what a line meets: 1512 through, 1512>1513 across from left to
// right, 1512|1513 along with left and right.
func short(met []Crossing) string {
	var parts []string
	for _, c := range met {
		switch c.Passage {
		case Through:
			parts = append(parts, c.Hex.String())
		case Across:
			parts = append(parts, c.Left.String()+">"+c.Right.String())
		case Alongside:
			parts = append(parts, c.Left.String()+"|"+c.Right.String())
		}
	}
	return strings.Join(parts, " ")
}

func TestTrace(t *testing.T) {
	tests := []struct {
		name string
		a, b int
		want string
	}{
		{"nowhere", 1010, 1010, ""},
		{"next hex", 1010, 1011, "1010>1011"},
		{"down the column", 1010, 1013, "1010>1011 1011 1011>1012 1012 1012>1013"},
		{"same row, two columns on, odd", 1110, 1310, "1209|1210"},
		{"same row, two columns on, even", 1010, 1210, "1110|1111"},
		{"same row, two columns back", 1210, 1010, "1111|1110"},
		{"same row, four columns on", 1110, 1510, "1209|1210 1310 1409|1410"},
		{"along, steep: one column on, two rows up", 1110, 1208, "1109|1209"},
		{"along, steep: one column on, two rows down", 1010, 1112, "1111|1011"},
		{"knight's move", 1110, 1409, "1110>1209 1209 1209>1310 1310 1310>1409"},
		{"through two corners", 1010, 1413, "1010>1111 1111 1211 1211>1212 1212 1313 1313>1413"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := short(Trace(H(tt.a), H(tt.b))); got != tt.want {
				t.Errorf("Trace(%d, %d) = %s, want %s", tt.a, tt.b, got, tt.want)
			}
		})
	}
}

func TestTraceAxes(t *testing.T) {
	for _, d := range Dirs {
		a := H(2020)
		want, at := "", a
		for n := range 6 {
			next := at.Neighbor(d)
			if n > 0 {
				want += " " + at.String() + " "
			}
			want += at.String() + ">" + next.String()
			at = next
		}
		met := Trace(a, at)
		if got := short(met); got != want {
			t.Errorf("six hexes %v: %s, want %s", d, got, want)
		}
		for i, c := range met { // doubled distances grow by one from item to item
			if c.FromA != i+1 || c.FromB != 11-i {
				t.Errorf("%v, item %d: FromA, FromB = %d, %d, want %d, %d", d, i, c.FromA, c.FromB, i+1, 11-i)
			}
		}
	}
}

func anyHex(t *rapid.T, label string) Hex {
	return Hex{int8(rapid.IntRange(1, 40).Draw(t, label+" column")), int8(rapid.IntRange(1, 40).Draw(t, label+" row"))}
}

func TestTraceReversed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyHex(t, "a"), anyHex(t, "b")
		back := Trace(b, a)
		slices.Reverse(back)
		for i, c := range back {
			back[i].Left, back[i].Right, back[i].FromA, back[i].FromB = c.Right, c.Left, c.FromB, c.FromA
		}
		if got := Trace(a, b); !slices.Equal(got, back) {
			t.Fatalf("Trace(%v, %v) = %s, the way back reversed = %s", a, b, short(got), short(back))
		}
	})
}

func TestTraceByBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := anyHex(t, "a")
		b := Hex{a.Col + int8(rapid.IntRange(-9, 9).Draw(t, "columns")),
			a.Row + int8(rapid.IntRange(-9, 9).Draw(t, "rows"))}
		if got, want := short(Trace(a, b)), bruteLine(a, b); got != want {
			t.Fatalf("Trace(%v, %v) = %s, want %s", a, b, got, want)
		}
	})
}

// clip is the part of a line inside one closed hex, as fractions of its
// length; inner tells whether it passes the hex's interior.
type clip struct {
	hex    Hex
	t0, t1 *big.Rat
	inner  bool
}

// bruteLine cuts every hex near the line out of it with half-planes and sorts
// the pieces. It shares nothing with Line but the coordinates.
func bruteLine(a, b Hex) string {
	if a == b {
		return ""
	}
	var clips []clip
	lo := Hex{min(a.Col, b.Col) - 1, min(a.Row, b.Row) - 1}
	hi := Hex{max(a.Col, b.Col) + 1, max(a.Row, b.Row) + 1}
	for c := lo.Col; c <= hi.Col; c++ {
		for r := lo.Row; r <= hi.Row; r++ {
			if k, ok := clipHex(a, b, Hex{c, r}); ok {
				clips = append(clips, k)
			}
		}
	}
	slices.SortFunc(clips, func(x, y clip) int { return x.t0.Cmp(y.t0) })
	var parts []string
	for i, k := range clips {
		if !k.inner { // a stretch of hexside: its twin on the other side follows
			if j := i + 1; j < len(clips) && !clips[j].inner && clips[j].t0.Cmp(k.t0) == 0 {
				l, r := k.hex, clips[j].hex
				if sideOf(a, b, l) > 0 {
					l, r = r, l
				}
				parts = append(parts, l.String()+"|"+r.String())
			}
			continue
		}
		if k.hex != a && k.hex != b {
			parts = append(parts, k.hex.String())
		}
		for _, next := range clips {
			if next.inner && next.t0.Cmp(k.t1) == 0 && !atCorner(a, b, k.t1, k.hex) {
				parts = append(parts, k.hex.String()+">"+next.hex.String())
			}
		}
	}
	return strings.Join(parts, " ")
}

// clipHex intersects the line with |y| <= 1 and |x|+|y| <= 2 around h.
func clipHex(a, b, h Hex) (clip, bool) {
	ax, ay := a.Plane()
	bx, by := b.Plane()
	hx, hy := h.Plane()
	k := clip{hex: h, t0: new(big.Rat), t1: big.NewRat(1, 1), inner: true}
	for _, p := range [][3]int{{0, 1, 1}, {0, -1, 1}, {1, 1, 2}, {1, -1, 2}, {-1, 1, 2}, {-1, -1, 2}} {
		// p0·x + p1·y <= p2 for (x, y) = a - h + t·(b - a)
		at0 := p[0]*(ax-hx) + p[1]*(ay-hy)
		slope := p[0]*(bx-ax) + p[1]*(by-ay)
		switch {
		case slope == 0 && at0 > p[2]:
			return k, false
		case slope == 0 && at0 == p[2]:
			k.inner = false
		case slope > 0:
			if t := big.NewRat(int64(p[2]-at0), int64(slope)); t.Cmp(k.t1) < 0 {
				k.t1 = t
			}
		case slope < 0:
			if t := big.NewRat(int64(p[2]-at0), int64(slope)); t.Cmp(k.t0) > 0 {
				k.t0 = t
			}
		}
	}
	return k, k.t0.Cmp(k.t1) < 0
}

func sideOf(a, b, h Hex) int {
	ax, ay := a.Plane()
	bx, by := b.Plane()
	hx, hy := h.Plane()
	return (bx-ax)*(hy-ay) - (by-ay)*(hx-ax)
}

// atCorner reports whether the point at fraction t of the line is a corner of h.
func atCorner(a, b Hex, t *big.Rat, h Hex) bool {
	ax, ay := a.Plane()
	bx, by := b.Plane()
	hx, hy := h.Plane()
	x := new(big.Rat).Mul(t, big.NewRat(int64(bx-ax), 1))
	y := new(big.Rat).Mul(t, big.NewRat(int64(by-ay), 1))
	x.Add(x, big.NewRat(int64(ax-hx), 1))
	y.Add(y, big.NewRat(int64(ay-hy), 1))
	for _, c := range []string{"1 -1", "2 0", "1 1", "-1 1", "-2 0", "-1 -1"} {
		if fmt.Sprint(x.RatString(), " ", y.RatString()) == c {
			return true
		}
	}
	return false
}

func BenchmarkTrace(b *testing.B) {
	for b.Loop() {
		Trace(H(1010), H(1705))
	}
}

// Three hexes meet in every corner and agree on where it is.
func TestCorner(t *testing.T) {
	for _, h := range []Hex{H(1110), H(1210)} {
		for _, f := range Facings {
			x, y := h.Corner(f)
			front := f.Front()
			for _, twin := range []struct {
				hex Hex
				f   Facing
			}{{h.Neighbor(front[0]), f.Turn(2)}, {h.Neighbor(front[1]), f.Turn(-2)}} {
				if tx, ty := twin.hex.Corner(twin.f); tx != x || ty != y {
					t.Errorf("corner %v of %v is (%d, %d), the same corner of %v is (%d, %d)", f, h, x, y, twin.hex,
						tx, ty)
				}
			}
		}
	}
}
