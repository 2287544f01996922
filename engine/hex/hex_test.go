package hex

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestNeighbor(t *testing.T) {
	tests := []struct {
		from Hex
		want [6]int // N NE SE S SW NW
	}{
		{H(1512), [6]int{1511, 1611, 1612, 1513, 1412, 1411}},
		{H(1612), [6]int{1611, 1712, 1713, 1613, 1513, 1512}},
	}
	for _, tt := range tests {
		for i, n := range tt.from.Neighbors() {
			if n != H(tt.want[i]) {
				t.Errorf("%v.Neighbor(%v) = %v, want %v", tt.from, Dir(i), n, H(tt.want[i]))
			}
			if back := n.Neighbor(Dir(i).Turn(3)); back != tt.from {
				t.Errorf("%v and back = %v, want %v", tt.from, back, tt.from)
			}
			if d := tt.from.Distance(n); d != 1 {
				t.Errorf("%v.Distance(%v) = %d, want 1", tt.from, n, d)
			}
		}
	}
}

func TestDistance(t *testing.T) {
	// Breadth-first search over neighbours is the definition of hex distance.
	start := H(1010)
	dist := map[Hex]int{start: 0}
	queue := []Hex{start}
	for len(queue) > 0 {
		h := queue[0]
		queue = queue[1:]
		if dist[h] == 8 {
			continue
		}
		for _, n := range h.Neighbors() {
			if _, ok := dist[n]; !ok {
				dist[n] = dist[h] + 1
				queue = append(queue, n)
			}
		}
	}
	for h, want := range dist {
		if got := start.Distance(h); got != want {
			t.Errorf("%v.Distance(%v) = %d, want %d", start, h, got, want)
		}
	}
}

func TestTurn(t *testing.T) {
	for i := range Dir(6) {
		for n := -13; n <= 13; n++ {
			want := (int(i) + n + 60) % 6
			if got := i.Turn(n); int(got) != want {
				t.Errorf("%v.Turn(%d) = %v, want %v", i, n, got, Dir(want))
			}
			if got := Facing(i).Turn(n); int(got) != want {
				t.Errorf("%v.Turn(%d) = %v, want %v", Facing(i), n, got, Facing(want))
			}
		}
	}
}

func TestFacing(t *testing.T) {
	fronts := map[Facing][2]Dir{NNE: {N, NE}, E: {NE, SE}, SSE: {SE, S}, SSW: {S, SW}, W: {SW, NW}, NNW: {NW, N}}
	for i, f := range Facings {
		if f.Front() != fronts[f] {
			t.Errorf("%v.Front() = %v, want %v", f, f.Front(), fronts[f])
		}
		for j, want := range []int{0, 1, 2, 3, 2, 1} {
			if got := f.Steps(Facings[(i+j)%6]); got != want {
				t.Errorf("%v.Steps(%v) = %d, want %d", f, Facings[(i+j)%6], got, want)
			}
		}
	}
}

func TestDirTo(t *testing.T) {
	h := H(1512)
	for i, n := range h.Neighbors() {
		if d, ok := h.DirTo(n); !ok || d != Dir(i) {
			t.Errorf("%v.DirTo(%v) = %v, %v, want %v", h, n, d, ok, Dir(i))
		}
	}
	for _, o := range []Hex{h, H(1514), H(1711), None} {
		if d, ok := h.DirTo(o); ok {
			t.Errorf("%v.DirTo(%v) = %v, want none", h, o, d)
		}
	}
}

func TestLess(t *testing.T) {
	hs := []Hex{H(1612), H(1513), H(101), H(1512), H(110)}
	slices.SortFunc(hs, func(a, b Hex) int {
		if a.Less(b) {
			return -1
		}
		return 1
	})
	if got, want := fmt.Sprint(hs), "[0101 0110 1512 1513 1612]"; got != want {
		t.Errorf("sorted: %s, want %s", got, want)
	}
}

func TestParse(t *testing.T) {
	try := func(what string, f func(string) (fmt.Stringer, error), good map[string]string, bad ...string) {
		for in, want := range good {
			if got, err := f(in); err != nil || got.String() != want {
				t.Errorf("%s %q = %v, %v, want %s", what, in, got, err, want)
			}
		}
		for _, in := range bad {
			if got, err := f(in); err == nil {
				t.Errorf("%s %q = %v, want an error", what, in, got)
			} else if !strings.HasPrefix(err.Error(), what+" ") {
				t.Errorf("%s %q: error %q does not name the thing", what, in, err)
			}
		}
	}
	try("hex", func(s string) (fmt.Stringer, error) { return Parse(s) },
		map[string]string{"1512": "1512", "0101": "0101", "9999": "9999"},
		"", "151", "15123", "0012", "1200", "0000", "15a2", "off", "١٢", "-101")
	try("direction", func(s string) (fmt.Stringer, error) { return ParseDir(s) },
		map[string]string{"N": "N", "ne": "NE", "Se": "SE", "S": "S", "sW": "SW", "NW": "NW"},
		"", "E", "north", "N ")
	try("facing", func(s string) (fmt.Stringer, error) { return ParseFacing(s) },
		map[string]string{"E": "E", "nne": "NNE", "NE/SE": "E", "se/ne": "E", "n/nw": "NNW", "NW/N": "NNW",
			"SSE": "SSE", "SSW": "SSW", "W": "W"},
		"", "N", "NE/SW", "NE/NE", "NE/", "/", "N/NE/SE")
	try("hexside", func(s string) (fmt.Stringer, error) { return ParseEdge(s) },
		map[string]string{"1512/1513": "1512/1513", "1513/1512": "1512/1513", "1512/S": "1512/1513",
			"1512/nw": "1411/1512"},
		"", "1512", "1512/1514", "1512/1512", "1512/x", "x/1512", "0012/N", "1512/1513/1514")
}

func TestEdge(t *testing.T) {
	h := H(1512)
	for _, d := range Dirs {
		n := h.Neighbor(d)
		if e := h.Edge(d); e != EdgeOf(h, n) || e != EdgeOf(n, h) || e != n.Edge(d.Turn(3)) || e.B.Less(e.A) {
			t.Errorf("hexside %v of %v is %v, not the same from both hexes", d, h, e)
		}
	}
}

func TestOff(t *testing.T) {
	if got := None.String(); got != "off" {
		t.Errorf("None prints as %q, want off", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"1512", "0000", "15", "off"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if h, err := Parse(s); err == nil && (h.String() != s || H(int(h.Col)*100+int(h.Row)) != h) {
			t.Errorf("Parse(%q) = %v", s, h)
		}
	})
}

func FuzzParseFacing(f *testing.F) {
	for _, s := range []string{"E", "ne/SE", "N/NE/", "SSW", "N"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		fc, err := ParseFacing(s)
		if err != nil {
			return
		}
		if back, err := ParseFacing(fc.String()); err != nil || back != fc {
			t.Errorf("ParseFacing(%q) = %v, read again %v, %v", s, fc, back, err)
		}
	})
}

func FuzzParseEdge(f *testing.F) {
	for _, s := range []string{"1512/1513", "1512/S", "0101/N", "/", "9999/9998"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		e, err := ParseEdge(s)
		if err != nil {
			return
		}
		if _, ok := e.A.DirTo(e.B); !ok || e.B.Less(e.A) {
			t.Fatalf("ParseEdge(%q) = %v", s, e)
		}
		if e.A.Col < 1 || e.A.Row < 1 || e.B.Row < 1 || e.B.Col > 99 || e.B.Row > 99 {
			return // the outer side of a border hex has no name in hex/hex form
		}
		if back, err := ParseEdge(e.String()); err != nil || back != e {
			t.Errorf("ParseEdge(%q) = %v, read again %v, %v", s, e, back, err)
		}
	})
}

func Example() {
	h, err := Parse("1512")
	if err != nil {
		fmt.Println(err)
		return
	}
	f, _ := ParseFacing("NE/SE")
	fmt.Println("facing", f, "from", h)
	for _, d := range f.Front() {
		fmt.Println("front hex", h.Neighbor(d), "across", h.Edge(d))
	}
	fmt.Println(h.Distance(H(1816)), "hexes to 1816")
	// Output:
	// facing E from 1512
	// front hex 1611 across 1512/1611
	// front hex 1612 across 1512/1612
	// 6 hexes to 1816
}
