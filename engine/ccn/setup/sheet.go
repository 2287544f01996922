package setup

import "berthier/engine/hex"

// Sheet is the board [2.2-a]: nine rows, A to I from the lower edge, of 13 hexes
// and, in B, D, F and H, of 12 that are shifted by half a hex. The half hexes at the
// side edges are no hexes [Q105].
var Sheet = hex.Layout{Pointed: true, Lines: 9, Length: 13, Ends: hex.Short,
	Naming: hex.Naming{RowFirst: true, Letters: hex.RowLetters, FromLast: true}}

// Section is a third of the battlefield [2.2-b].
type Section uint8

// The sections as a player sees them from his own side of the board [2.2-c].
const (
	Left Section = iota
	Center
	Right
	NumSections
)

var sectionNames = [...]string{"left", "center", "right"}

// String prints the section as orders write it.
func (s Section) String() string { return sectionNames[s] }

// ParseSection reads what String prints.
func ParseSection(word string) (Section, bool) {
	for i, name := range sectionNames {
		if name == word {
			return Section(i), true
		}
	}
	return Left, false
}

// Sections is a set of sections.
type Sections [NumSections]bool

// SectionsOf are the sections to which a hex belongs: one, or two if a dotted line
// cuts it [2.2-d]. top says for which side of the board: left and right are exchanged
// for the upper one.
func SectionsOf(h hex.Hex, top bool) (set Sections) {
	const leftCut, rightCut = 4, 9 // columns of the short rows that a line cuts
	short := isShort(h)
	set[Left] = h.Col <= leftCut
	set[Right] = h.Col > rightCut || short && h.Col == rightCut
	set[Center] = h.Col > leftCut && h.Col <= rightCut || short && h.Col == leftCut
	if top {
		set[Left], set[Right] = set[Right], set[Left]
	}
	return set
}

// isShort reports whether the row of a hex has 12 hexes.
func isShort(h hex.Hex) bool { return h.Row%2 == 0 }

// Baseline is the row of a side [2.2]: the first from its own edge.
func Baseline(top bool) int8 {
	if top {
		return 1
	}
	return int8(Sheet.Lines)
}

// Back are the hexes next to one that are nearer to a side's own edge: two at most,
// none on its baseline [5.8-d].
func Back(h hex.Hex, top bool) []hex.Hex {
	back := make([]hex.Hex, 0, 2)
	for _, n := range Sheet.Neighbors(h) {
		if top && n.Row < h.Row || !top && n.Row > h.Row {
			back = append(back, n)
		}
	}
	return back
}

// Trace is what the straight line between two hexes meets, as hex.Trace tells it of a
// standard sheet: this sheet is one that lies on its side.
func Trace(a, b hex.Hex) []hex.Crossing {
	crossings := hex.Trace(turned(a), turned(b))
	for i := range crossings {
		c := &crossings[i]
		c.Hex, c.Left, c.Right = turned(c.Hex), turned(c.Right), turned(c.Left)
		if c.Passage != hex.Through {
			c.Edge = hex.EdgeOf(turned(c.Edge.A), turned(c.Edge.B))
		}
	}
	return crossings
}

// turned exchanges columns and rows.
func turned(h hex.Hex) hex.Hex { return hex.Hex{Col: h.Row, Row: h.Col} }
