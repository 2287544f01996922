package setup

import (
	"slices"
	"strings"

	"berthier/engine/hex"
)

// Sheet is the board [2.2-a]: nine rows, A to I from the lower edge, of 13 hexes
// and, in B, D, F and H, of 12 that are shifted by half a hex. The half hexes at the
// side edges are no hexes [Q105].
var Sheet = newBoard(hex.Layout{Pointed: true, Lines: 9, Length: 13, Ends: hex.Short,
	Naming: hex.Notation{RowFirst: true, Letters: hex.RowLetters, FromLast: true}})

// Board is a layout that knows by heart what is asked most often. What it lists is
// not to be changed.
type Board struct {
	hex.Layout
	hexes  []hex.Hex
	places [Cells]place
	byName map[string]hex.Hex
}

// place is what a board knows of a hex.
type place struct {
	on   bool
	name string
	near []hex.Hex
	back [2][]hex.Hex // nearer to the lower edge, and to the upper one
}

// Cells is the length of a table that has a place for each hex, and for those beside the
// board.
const Cells = 256

// Cell is the place of a hex in such a table.
func Cell(h hex.Hex) uint8 { return uint8(h.Row)<<4 | uint8(h.Col)&15 }

func newBoard(l hex.Layout) *Board {
	b := &Board{Layout: l, hexes: l.Hexes(), byName: map[string]hex.Hex{}}
	for i := range b.places {
		b.places[i].name = l.Name(hex.None)
	}
	for _, h := range b.hexes {
		p := &b.places[Cell(h)]
		*p = place{on: true, name: l.Name(h), near: slices.Clip(l.Neighbors(h))}
		for _, n := range p.near {
			switch {
			case n.Row > h.Row:
				p.back[0] = append(p.back[0], n)
			case n.Row < h.Row:
				p.back[1] = append(p.back[1], n)
			}
		}
		b.byName[p.name] = h
	}
	return b
}

// On is Layout.On for hexes of the board and those next to it.
func (b *Board) On(h hex.Hex) bool { return b.places[Cell(h)].on }

// Hexes is Layout.Hexes.
func (b *Board) Hexes() []hex.Hex { return b.hexes }

// Neighbors is Layout.Neighbors.
func (b *Board) Neighbors(h hex.Hex) []hex.Hex { return b.places[Cell(h)].near }

// Name is Layout.Name.
func (b *Board) Name(h hex.Hex) string { return b.places[Cell(h)].name }

// Parse is Layout.Parse.
func (b *Board) Parse(name string) (hex.Hex, error) {
	if h, ok := b.byName[name]; ok {
		return h, nil
	}
	return b.Layout.Parse(name)
}

// NoHex says of a name that no hex has which there are, and the clause that says so.
func NoHex(name string) (rule, hint string) {
	row := strings.ToUpper(name[:min(1, len(name))])
	switch {
	case row < "A" || row > "I":
		return "2.2-a", "rows are A to I from the lower edge, and hexes are named like E6"
	case strings.Contains("BDFH", row):
		return "Q105", "row " + row + " has " + row + "1 to " + row + "12: a half hex at the edge is no hex"
	}
	return "2.2-a", "row " + row + " has " + row + "1 to " + row + "13"
}

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
	if top {
		return Sheet.places[Cell(h)].back[1]
	}
	return Sheet.places[Cell(h)].back[0]
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
