package setup

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine/hex"
)

// at is the hex of a name.
func at(t *testing.T, name string) hex.Hex {
	t.Helper()
	h, err := Sheet.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// names lists hexes in the order of their names.
func names(hs []hex.Hex) string {
	var list []string
	for _, h := range hs {
		list = append(list, Sheet.Name(h))
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func TestSheet(t *testing.T) {
	if err := Sheet.Check(); err != nil {
		t.Fatal(err)
	}
	rows := map[byte]int{}
	for _, h := range Sheet.Hexes() {
		rows[Sheet.Name(h)[0]]++
	}
	for row := byte('A'); row <= 'I'; row++ {
		if want := 13 - int(row-'A')%2; rows[row] != want {
			t.Errorf("row %c has %d hexes, want %d", row, rows[row], want)
		}
	}
	for _, name := range []string{"A14", "B13", "J1", "A0", "1A"} {
		if h, err := Sheet.Parse(name); err == nil {
			t.Errorf("%s is read as %v, want a fault", name, h)
		}
	}
}

func TestNeighbors(t *testing.T) {
	for _, c := range []struct{ of, want string }{
		{"B1", "A1 A2 B2 C1 C2"}, {"A2", "A1 A3 B1 B2"}, {"E7", "D6 D7 E6 E8 F6 F7"}, {"I13", "H12 I12"},
		{"A1", "A2 B1"},
	} {
		if got := names(Sheet.Neighbors(at(t, c.of))); got != c.want {
			t.Errorf("neighbours of %s: %s, want %s", c.of, got, c.want)
		}
	}
}

func TestBack(t *testing.T) {
	for _, c := range []struct {
		of   string
		top  bool
		want string
	}{
		{"E7", false, "D6 D7"}, {"E7", true, "F6 F7"}, {"B1", false, "A1 A2"}, {"C1", false, "B1"},
		{"C13", false, "B12"},
		{"A5", false, ""}, {"I5", true, ""}, {"H12", true, "I12 I13"},
	} {
		if got := names(Back(at(t, c.of), c.top)); got != c.want {
			t.Errorf("behind %s (top %t): %q, want %q", c.of, c.top, got, c.want)
		}
	}
	for _, h := range Sheet.Hexes() {
		for _, top := range []bool{false, true} {
			if is := h.Row == Baseline(top); is != (len(Back(h, top)) == 0) {
				t.Errorf("%s on the baseline of the top side %t: %t", Sheet.Name(h), top, is)
			}
		}
	}
}

func TestSections(t *testing.T) {
	for _, c := range []struct {
		of   string
		top  bool
		want string
	}{
		{"A4", false, "left"}, {"A5", false, "center"}, {"A9", false, "center"}, {"A10", false, "right"},
		{"B4", false, "left center"}, {"B3", false, "left"}, {"B5", false, "center"}, {"B9", false, "center right"},
		{"B10", false, "right"}, {"A4", true, "right"}, {"B4", true, "center right"}, {"B9", true, "left center"},
	} {
		var got []string
		for s, in := range SectionsOf(at(t, c.of), c.top) {
			if in {
				got = append(got, Section(s).String())
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s (top %t) lies in %v, want %s", c.of, c.top, got, c.want)
		}
	}
}

// TestTrace holds the lines of the examples of sight: through hexes in a row, and
// along the side that two hexes share.
func TestTrace(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"A1", "C1", "along off B1"}, {"E5", "E7", "E6"}, {"E5", "G5", "along F4 F5"}, {"B3", "D3", "along C3 C4"},
		{"A1", "D2", "B1 C2"},
	} {
		a, b := at(t, c.from), at(t, c.to)
		var got []string
		for _, x := range Trace(a, b) {
			switch x.Passage {
			case hex.Through:
				got = append(got, Sheet.Name(x.Hex))
			case hex.Alongside:
				pair := []string{Sheet.Name(x.Left), Sheet.Name(x.Right)}
				for i, h := range []hex.Hex{x.Left, x.Right} {
					if !Sheet.On(h) {
						pair[i] = "off"
					}
				}
				got = append(got, "along "+strings.Join(pair, " "))
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("from %s to %s: %q, want %q", c.from, c.to, strings.Join(got, " "), c.want)
		}
		for _, x := range Trace(a, b) {
			if x.Passage == hex.Across &&
				(x.Edge != hex.EdgeOf(x.Left, x.Right) || Sheet.Distance(x.Left, x.Right) != 1) {
				t.Errorf("from %s to %s: hexside %v between %v and %v", c.from, c.to, x.Edge, x.Left, x.Right)
			}
		}
	}
}

func TestMirrored(t *testing.T) {
	for c, want := range map[Card]Card{ScoutLeft: ScoutRight, ScoutCenter: ScoutCenter, ProbeRight: ProbeLeft,
		AttackLeft: AttackRight, AssaultRight: AssaultLeft, Forward: Forward, Elan: Elan} {
		if got := c.Mirrored(); got != want {
			t.Errorf("%s mirrored is %s, want %s", c.Name(), got.Name(), want.Name())
		}
	}
}

// TestBoard: what the board knows by heart is what its layout says.
func TestBoard(t *testing.T) {
	if !slices.Equal(Sheet.Hexes(), Sheet.Layout.Hexes()) {
		t.Error("the hexes are others")
	}
	for row := int8(0); row <= 10; row++ {
		for col := int8(0); col <= 14; col++ {
			h := hex.Hex{Col: col, Row: row}
			if Sheet.On(h) != Sheet.Layout.On(h) || Sheet.Name(h) != Sheet.Layout.Name(h) {
				t.Errorf("%v: on %t, named %s", h, Sheet.On(h), Sheet.Name(h))
			}
			if !Sheet.On(h) {
				continue
			}
			if !slices.Equal(Sheet.Neighbors(h), Sheet.Layout.Neighbors(h)) {
				t.Errorf("%s has the neighbours %s", Sheet.Name(h), names(Sheet.Neighbors(h)))
			}
			for _, name := range []string{Sheet.Name(h), strings.ToLower(Sheet.Name(h))} {
				if got, err := Sheet.Parse(name); err != nil || got != h {
					t.Errorf("%s reads as %v, %v", name, got, err)
				}
			}
		}
	}
	if _, err := Sheet.Parse("B13"); err == nil {
		t.Error("B13 is on the board")
	}
}
