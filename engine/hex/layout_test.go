package hex

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// ccn is the board of Commands & Colors: rows A to I from the lower edge, 13
// hexes in the odd ones and 12 in the others, with half hexes at their ends.
var ccn = Layout{Pointed: true, Lines: 9, Length: 13, Ends: Short,
	Naming: Notation{RowFirst: true, Letters: RowLetters, FromLast: true}}

// layouts are sheets of every kind and several sizes.
func layouts(yield func(l Layout)) {
	namings := []Notation{{Digits: 2}, {Digits: 2, RowFirst: true}, {Letters: RowLetters, RowFirst: true},
		{Letters: ColumnLetters, FromLast: true},
		{Letters: ColumnLetters, RowFirst: true, Digits: 2}, {Letters: RowLetters, Digits: 3, FromLast: true}}
	n := 0
	for _, size := range [][2]int{{1, 1}, {1, 5}, {2, 2}, {5, 1}, {4, 3}, {5, 6}, {9, 13}, {31, 4}} {
		for k := range 2 * 2 * 3 * 4 {
			l := Layout{Pointed: k&1 != 0, OddShift: k&2 != 0, Ends: Ends(k / 4 % 3), HalfFirst: k/12&1 != 0,
				HalfLast: k/12&2 != 0, Lines: size[0], Length: size[1]}
			l.Naming = namings[n%len(namings)]
			if n++; l.Check() == nil {
				yield(l)
			}
		}
	}
	yield(ccn)
	yield(Standard(40, 40))
	yield(Layout{Lines: 99, Length: 98, Ends: Halves, Naming: Notation{Digits: 2}})
}

func TestLayoutCheck(t *testing.T) {
	named := Notation{Digits: 2}
	for _, tt := range []struct {
		l    Layout
		want string
	}{
		{ccn, ""},
		{Standard(99, 98), ""},
		{Standard(0, 5), "want 1 to 99 of 1 to 98"},
		{Standard(5, 99), "want 1 to 99 of 1 to 98"},
		{Layout{Lines: 3, Length: 1, Ends: Short, Naming: named}, "has no hex"},
		{Layout{Lines: 3, Length: 3, Ends: 7, Naming: named}, "ragged, short or halves"},
		{Layout{Lines: 1, Length: 3, HalfFirst: true, HalfLast: true, Naming: named}, "both halves"},
		{Layout{Lines: 3, Length: 3}, "111 says two things"},
		{Layout{Lines: 12, Length: 3, Naming: Notation{Digits: 1}}, "1 digits do not hold the number 12"},
		{Layout{Lines: 2, Length: 9, Ends: Halves, Naming: Notation{Digits: 1}}, "1 digits do not hold the number 10"},
		{Layout{Lines: 12, Length: 3, Naming: Notation{Letters: ColumnLetters, Digits: 1}}, ""},
		{Layout{Lines: 3, Length: 3, Naming: Notation{Letters: 9}}, "letters stand for"},
	} {
		err := tt.l.Check()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: got %v, want %q", tt.l, err, tt.want)
		}
	}
}

// TestLayoutNeighbors: neighbours are mutual, lie side by side, are one step
// apart, and nothing else is.
func TestLayoutNeighbors(t *testing.T) {
	layouts(func(l Layout) {
		hs := l.Hexes()
		for _, h := range hs {
			if !l.On(h) {
				t.Fatalf("%+v: %v is not on the sheet", l, h)
			}
			for _, d := range Dirs {
				n := l.Neighbor(h, d)
				if back := l.Neighbor(n, d.Turn(3)); back != h {
					t.Fatalf("%+v: %v has %v in direction %d, which has %v behind it", l, h, n, d, back)
				}
				if l.Distance(h, n) != 1 {
					t.Fatalf("%+v: neighbours %v and %v are %d apart", l, h, n, l.Distance(h, n))
				}
				if name, err := l.ParseDir(strings.ToLower(l.DirName(d))); err != nil || name != d {
					t.Fatalf("%+v: direction %d is %s, read as %v, %v", l, d, l.DirName(d), name, err)
				}
			}
			if len(hs) > 120 {
				continue
			}
			for _, o := range hs {
				if got := slices.Contains(l.Neighbors(h), o); got != (l.Distance(h, o) == 1) ||
					got != sideBySide(l, h, o) {
					t.Fatalf("%+v: %v and %v: neighbours %v, distance %d, side by side %v", l, h, o, got,
						l.Distance(h, o),
						sideBySide(l, h, o))
				}
			}
		}
	})
}

// sideBySide reports whether two hexes of a sheet, were they whole, have two
// corners in common.
func sideBySide(l Layout, a, b Hex) bool {
	l.HalfFirst, l.HalfLast = false, false
	n := 0
	whole := func(h Hex) []Point { return l.cut(l.Plane(h), half{}) }
	for _, p := range whole(a) {
		if slices.Contains(whole(b), p) {
			n++
		}
	}
	return n == 2
}

// TestLayoutDistance compares distances with steps counted on the sheet, and
// holds them to the laws of a metric.
func TestLayoutDistance(t *testing.T) {
	layouts(func(l Layout) {
		hs := l.Hexes()
		if len(hs) > 120 {
			return
		}
		for _, from := range hs {
			steps := map[Hex]int{from: 0}
			for queue := []Hex{from}; len(queue) > 0; queue = queue[1:] {
				for _, n := range l.Neighbors(queue[0]) {
					if _, ok := steps[n]; !ok {
						steps[n] = steps[queue[0]] + 1
						queue = append(queue, n)
					}
				}
			}
			for _, to := range hs {
				if got, ok := steps[to]; ok && got != l.Distance(from, to) {
					t.Fatalf("%+v: from %v to %v are %d steps, distance %d", l, from, to, got, l.Distance(from, to))
				}
				if l.Distance(from, to) != l.Distance(to, from) || (l.Distance(from, to) == 0) != (from == to) {
					t.Fatalf("%+v: %v and %v are %d and %d apart", l, from, to, l.Distance(from, to),
						l.Distance(to, from))
				}
				for _, via := range hs[:min(7, len(hs))] {
					if l.Distance(from, via)+l.Distance(via, to) < l.Distance(from, to) {
						t.Fatalf("%+v: the way from %v to %v is shorter over %v", l, from, to, via)
					}
				}
			}
		}
	})
}

// TestLayoutNames: every hex has a name of its own that reads back, in any case,
// and what is nearly a name does not.
func TestLayoutNames(t *testing.T) {
	layouts(func(l Layout) {
		seen := map[string]bool{}
		for _, h := range l.Hexes() {
			name := l.Name(h)
			if seen[name] {
				t.Fatalf("%+v: two hexes are named %s", l, name)
			}
			seen[name] = true
			for _, s := range []string{name, strings.ToLower(name)} {
				if got, err := l.Parse(s); err != nil || got != h {
					t.Fatalf("%+v: %v is named %s, read as %v, %v", l, h, s, got, err)
				}
			}
		}
		for _, s := range []string{"", "0", "a", "0a", "a0", "00", "zz99", "9999", "１２", "-1", "a-1", "1 1", "0x1",
			"99999999999"} {
			if h, err := l.Parse(s); err == nil && !seen[strings.ToUpper(s)] {
				t.Fatalf("%+v: %q is read as %v", l, s, h)
			}
		}
	})
	if _, err := ccn.Parse("B13"); err == nil || !strings.Contains(err.Error(), "named from I1 to A13") {
		t.Errorf("B13: got %v", err)
	}
}

func TestNamesOfSheets(t *testing.T) {
	for _, tt := range []struct {
		naming Notation
		h      Hex
		want   string
	}{
		{Notation{Digits: 2}, H(205), "0205"},
		{Notation{Digits: 2, RowFirst: true}, H(205), "0502"},
		{Notation{Letters: RowLetters, RowFirst: true}, H(205), "E2"},
		{Notation{Letters: ColumnLetters}, H(2810), "AB10"},
		{Notation{Letters: ColumnLetters, FromLast: true}, H(205), "B26"},
		{Notation{Letters: ColumnLetters, Digits: 2}, H(205), "B05"},
		{Notation{Letters: ColumnLetters, RowFirst: true, Digits: 2}, H(5305), "05BA"},
		{Notation{Digits: 2}, H(9901), "off"},
	} {
		l := Layout{Lines: 60, Length: 30, Naming: tt.naming}
		if got := l.Name(tt.h); got != tt.want {
			t.Errorf("%+v: got %s, want %s", tt.naming, got, tt.want)
		}
	}
}

// TestStandard: the functions of Hex are those of the standard layout.
func TestStandard(t *testing.T) {
	l := Standard(12, 9)
	if err := l.Check(); err != nil {
		t.Fatal(err)
	}
	for _, h := range l.Hexes() {
		if x, y := h.Plane(); l.Name(h) != h.String() || l.Plane(h) != (Point{x, y}) {
			t.Errorf("%s: got name %s, centre %v", h, l.Name(h), l.Plane(h))
		}
		for k, d := range Dirs {
			if l.Neighbor(h, d) != h.Neighbor(d) {
				t.Errorf("%s: got %v in direction %v", h, l.Neighbor(h, d), d)
			}
			if x, y := h.Corner(Facing(k)); l.Outline(h)[k] != (Point{x, y}) {
				t.Errorf("%s: got corner %v at %v", h, l.Outline(h)[k], Facing(k))
			}
		}
		for _, o := range l.Hexes() {
			if l.Distance(h, o) != h.Distance(o) {
				t.Errorf("%s to %s: got %d, want %d", h, o, l.Distance(h, o), h.Distance(o))
			}
		}
	}
}

// TestHalfHexBoard holds the board of 13 by 9 hexes to what is known of it.
func TestHalfHexBoard(t *testing.T) {
	if err := ccn.Check(); err != nil {
		t.Fatal(err)
	}
	if n := len(ccn.Hexes()); n != 5*13+4*12 {
		t.Errorf("%d hexes", n)
	}
	if n := len(ccn.Gaps()); n != 8 {
		t.Errorf("%d half hexes at the sides, want 8", n)
	}
	for name, want := range map[string]string{
		"B1": "C2 B2 A2 A1 C1", "A2": "B2 A3 A1 B1", "A1": "B1 A2", "E7": "F7 E8 D7 D6 E6 F6",
		"I13": "H12 I12", "F12": "G13 E13 E12 F11 G12",
	} {
		h, err := ccn.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, n := range ccn.Neighbors(h) {
			got = append(got, ccn.Name(n))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got neighbours %v, want %s", name, got, want)
		}
	}
	cube := func(h Hex) [3]int { // row and column as its players count them
		r, c := 9-int(h.Row), int(h.Col)
		x := c - 1 - r/2
		return [3]int{x, r, -x - r}
	}
	for _, a := range ccn.Hexes() {
		for _, b := range ccn.Hexes() {
			p, q := cube(a), cube(b)
			if want := max(abs(p[0]-q[0]), abs(p[1]-q[1]), abs(p[2]-q[2])); ccn.Distance(a, b) != want {
				t.Fatalf("%s to %s: got %d, want %d", ccn.Name(a), ccn.Name(b), ccn.Distance(a, b), want)
			}
		}
	}
	if lo, hi := ccn.Bounds(); lo != (Point{1, 1}) || hi != (Point{27, 29}) {
		t.Errorf("from %v to %v", lo, hi)
	}
}

// TestOutlinesTile: hexes and gaps lie beside each other: together they have the
// area of the sheet, each runs clockwise around its own, and a sheet whose ends
// are filled up is a rectangle but for its first and last line.
func TestOutlinesTile(t *testing.T) {
	layouts(func(l Layout) {
		outlines := l.Gaps()
		for _, h := range l.Hexes() {
			outlines = append(outlines, l.Outline(h))
		}
		total := 0
		for _, ps := range outlines {
			area := twiceArea(ps)
			if area != 12 && area != 6 && area != 3 {
				t.Fatalf("%+v: %v has the area %d/2, want that of a hex, a half or a quarter", l, ps, area)
			}
			total += area
		}
		lo, hi := l.Bounds()
		if l.Ends == Ragged || !l.HalfFirst || !l.HalfLast {
			return
		}
		if want := 2 * (hi.X - lo.X) * (hi.Y - lo.Y); total != want {
			t.Fatalf("%+v: hexes and gaps have the area %d/2, the rectangle %d/2", l, total, want)
		}
	})
}

// twiceArea is positive for outlines that run clockwise on the screen.
func twiceArea(ps []Point) (sum int) {
	for i, p := range ps {
		before := ps[(i+len(ps)-1)%len(ps)]
		sum += before.X*p.Y - p.X*before.Y
	}
	return sum
}

func ExampleLayout() {
	// Rows lie level and are named from A below; the second of them has one hex
	// fewer.
	l := Layout{Pointed: true, Lines: 9, Length: 13, Ends: Short,
		Naming: Notation{RowFirst: true, Letters: RowLetters, FromLast: true}}
	h, _ := l.Parse("b1")
	for _, n := range l.Neighbors(h) {
		fmt.Print(l.Name(n), " ")
	}
	a, _ := l.Parse("A1")
	fmt.Println(l.Distance(h, a), len(l.Gaps()))
	// Output: C2 B2 A2 A1 C1 1 8
}

// FuzzLayoutParse: whatever is read is the name of a hex of the sheet.
func FuzzLayoutParse(f *testing.F) {
	for _, s := range []string{"0205", "A1", "i13", "AB10", "", "999", "a", "Ａ1"} {
		f.Add(s)
	}
	sheets := []Layout{ccn, Standard(40, 40), {Lines: 60, Length: 30, Naming: Notation{Letters: ColumnLetters}},
		{Lines: 9, Length: 9, Ends: Halves, Naming: Notation{RowFirst: true, Digits: 3}}}
	f.Fuzz(func(t *testing.T, s string) {
		for _, l := range sheets {
			if h, err := l.Parse(s); err == nil && (!l.On(h) || !strings.EqualFold(l.Name(h), s)) {
				t.Errorf("%+v: %q is read as %v, named %s", l, s, h, l.Name(h))
			}
		}
	})
}
