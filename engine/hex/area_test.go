package hex

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestRing(t *testing.T) {
	tests := []struct {
		n    int
		want []int
	}{
		{-1, nil},
		{0, []int{1510}},
		{1, []int{1509, 1609, 1610, 1511, 1410, 1409}},
		{2, []int{1508, 1608, 1709, 1710, 1711, 1611, 1512, 1411, 1311, 1310, 1309, 1408}},
	}
	for _, tt := range tests {
		var want []Hex
		for _, n := range tt.want {
			want = append(want, H(n))
		}
		if got := slices.Collect(Ring(H(1510), tt.n)); !slices.Equal(got, want) {
			t.Errorf("Ring(1510, %d) = %v, want %v", tt.n, got, want)
		}
	}
	for h := range Ring(H(1510), 3) {
		if h != H(1507) {
			t.Errorf("first of Ring(1510, 3) = %v, want 1507", h)
		}
		break
	}
}

// TestWithin compares with the distances of every hex around.
func TestWithin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, n := anyHex(t, "hex"), rapid.IntRange(0, 6).Draw(t, "n")
		want := map[Hex]bool{}
		for c := h.Col - 7; c <= h.Col+7; c++ {
			for r := h.Row - 7; r <= h.Row+7; r++ {
				if h.Distance(Hex{c, r}) <= n {
					want[Hex{c, r}] = true
				}
			}
		}
		last, count := 0, 0
		for o := range Within(h, n) {
			if !want[o] || h.Distance(o) < last {
				t.Fatalf("Within(%v, %d) yields %v, too far, twice or too late", h, n, o)
			}
			delete(want, o)
			last = h.Distance(o)
			count++
		}
		if len(want) > 0 || count != 1+3*n*(n+1) {
			t.Fatalf("Within(%v, %d) yields %d hexes and leaves out %d", h, n, count, len(want))
		}
	})
	for range Within(H(1510), 3) {
		break // a caller may stop at any time
	}
}

// TestInCone spells cones out; * is the counter in 1110, o its cone, · the
// rest. Each line is half a hex lower than the one above it.
//
// Facing E, front hexes 1209 and 1210:
//
//	11  12  13  14
//	            o    1408
//	·       o        1109, 1309
//	    o       o    1209, 1409
//	*       o        1110, 1310
//	    o       o    1210, 1410
//	·       o        1111, 1311
//	            o    1411
//
// Facing NNE, front hexes 1109 and 1209:
//
//	11  12  13  14
//	o       o        1108, 1308
//	    o       o    1208, 1408
//	o       o        1109, 1309
//	    o       ·    1209, 1409
//	*       ·        1110, 1310
//	    ·       ·    1210, 1410
func TestInCone(t *testing.T) {
	tests := []struct {
		facing Facing
		in     []int
		out    []int
	}{
		{NNE, []int{1109, 1209, 1108, 1208, 1309, 1308, 1107, 1408}, []int{1110, 1210, 1310, 1409, 1410, 1009, 1111}},
		{E, []int{1209, 1210, 1309, 1310, 1311, 1408, 1409, 1410, 1411},
			[]int{1110, 1109, 1111, 1308, 1312, 1407, 1412, 1010}},
		{SSE, []int{1210, 1111, 1311, 1211, 1112}, []int{1110, 1209, 1310, 1010, 1109}},
		{SSW, []int{1111, 1010, 1112, 1011, 911}, []int{1110, 1009, 910, 1210}},
		{W, []int{1010, 1009, 911, 910, 909}, []int{1110, 1111, 1109, 908, 912, 1209}},
		{NNW, []int{1009, 1109, 909, 1008, 1108}, []int{1110, 1010, 910, 1209}},
	}
	from := H(1110)
	for _, tt := range tests {
		for _, n := range tt.in {
			if !InCone(from, tt.facing, H(n)) {
				t.Errorf("%04d is not in the cone of %v facing %v", n, from, tt.facing)
			}
		}
		for _, n := range tt.out {
			if InCone(from, tt.facing, H(n)) {
				t.Errorf("%04d is in the cone of %v facing %v", n, from, tt.facing)
			}
		}
	}
}

// TestInConeBySteps builds each cone the way its definition says.
func TestInConeBySteps(t *testing.T) {
	for _, from := range []Hex{H(2020), H(2120)} {
		for _, f := range Facings {
			want := map[Hex]bool{}
			front := f.Front()
			row := from
			for i := range 9 {
				at := row
				for j := range 9 {
					if i+j > 0 {
						want[at] = true
					}
					at = at.Neighbor(front[1])
				}
				row = row.Neighbor(front[0])
			}
			for h := range Within(from, 8) {
				if got := InCone(from, f, h); got != want[h] {
					t.Errorf("InCone(%v, %v, %v) = %v, want %v", from, f, h, got, want[h])
				}
			}
		}
	}
}

// Every hex but the middle lies in one cone, or in two where they meet.
func TestConesCover(t *testing.T) {
	from := H(2020)
	for n := 1; n < 7; n++ {
		total := 0
		for h := range Ring(from, n) {
			cones := 0
			for _, f := range Facings {
				if InCone(from, f, h) {
					cones++
				}
			}
			if cones != 1 && cones != 2 {
				t.Errorf("%v lies in %d cones", h, cones)
			}
			total += cones
		}
		if want := 6 * (n + 1); total != want {
			t.Errorf("ring %d: cones hold %d hexes, want %d", n, total, want)
		}
	}
}

func ExampleTrace() {
	// A gun in 1110 looks at 1412: what lies under its line of sight?
	a, b := H(1110), H(1412)
	for _, c := range Trace(a, b) {
		switch c.Passage {
		case Through:
			fmt.Println("through", c.Hex)
		default:
			fmt.Println(c.Passage, c.Edge)
		}
	}
	// Output:
	// across 1110/1210
	// through 1210
	// across 1210/1211
	// through 1211
	// across 1211/1311
	// through 1311
	// across 1311/1312
	// through 1312
	// across 1312/1412
}

func ExampleInCone() {
	for h := range Ring(H(1110), 2) {
		if InCone(H(1110), E, h) {
			fmt.Print(h, " ")
		}
	}
	// Output: 1309 1310 1311
}
