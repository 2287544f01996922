package setup

import "berthier/engine/hex"

// Arm is the type of a unit [0.3].
type Arm uint8

const (
	Infantry Arm = iota
	Cavalry
	Artillery
)

var armNames = [...]string{"inf", "cav", "art"}

// String prints the arm as data files write it: inf, cav or art.
func (a Arm) String() string { return armNames[a] }

// Noun names the arm in a sentence.
func (a Arm) Noun() string { return [...]string{"infantry", "cavalry", "artillery"}[a] }

// Terrain is the kind of ground of one hex [0.2].
type Terrain uint8

const (
	Clear Terrain = iota
	Woods
	Orchard // orchard, garden or vineyard
	PalmGrove
	Village
	Town
	Castle
	Marsh
	Pond // impassable
	NumTerrains
)

var terrainNames = [...]string{"clear", "woods", "orchard", "palm-grove", "village", "town", "castle", "marsh", "pond"}

// String prints the terrain as data files write it.
func (t Terrain) String() string { return terrainNames[t] }

// SideKind is one kind of feature on a hexside. One hexside may have several.
type SideKind uint8

const (
	Slope         SideKind = iota
	Steep                  // steep slope
	Ridge                  // ridge or crest
	Stream                 // crossable water
	River                  // crossable only at a bridge or ford
	Redoubt                // redoubt or wall; Inside tells which hex it protects
	Fortification          // fortification or castle wall
	Cliff                  // impassable hexside
	Bridge                 // over the stream or river of the same hexside
	Ford                   // through the stream or river of the same hexside
	NumSideKinds
)

var sideKindNames = [...]string{"slope", "steep", "ridge", "stream", "river", "redoubt",
	"fortification", "cliff", "bridge", "ford"}

// String prints the kind as data files write it.
func (k SideKind) String() string { return sideKindNames[k] }

// Noun names a kind of hexside in a sentence.
func (k SideKind) Noun() string {
	if k == Steep {
		return "steep slope"
	}
	return k.String()
}

// SideSet is the set of features on one hexside.
type SideSet uint16

// Has reports whether the hexside has a feature of kind k.
func (s SideSet) Has(k SideKind) bool { return s&(1<<k) != 0 }

// With adds a kind.
func (s SideSet) With(k SideKind) SideSet { return s | 1<<k }

// Cell is the ground of one hex.
type Cell struct {
	Terrain Terrain
	Level   int8 // elevation, from 0
	Name    string
	Sides   [6]SideSet // by direction; both hexes of a hexside hold the same set
	// Inside tells by direction whether this hex is the protected one of the
	// redoubt, fortification or castle wall on that hexside.
	Inside [6]bool
	Road   [6]bool // a road crosses this hexside
	Trail  [6]bool // a trail crosses this hexside
}

// Map is the ground of a scenario.
type Map struct {
	Cols, Rows int
	cells      []Cell // by column, then row
}

// NewMap makes a map of clear ground at level 0.
func NewMap(cols, rows int) *Map {
	return &Map{Cols: cols, Rows: rows, cells: make([]Cell, cols*rows)}
}

// On reports whether the hex lies on the map.
func (m *Map) On(h hex.Hex) bool {
	return h.Col >= 1 && int(h.Col) <= m.Cols && h.Row >= 1 && int(h.Row) <= m.Rows
}

// At returns the ground of a hex of the map.
func (m *Map) At(h hex.Hex) *Cell { return &m.cells[(int(h.Col)-1)*m.Rows+int(h.Row)-1] }

// Hex is the hex with a number, counted from 0 by column, then row.
func (m *Map) Hex(n int) hex.Hex { return hex.Hex{Col: int8(n/m.Rows + 1), Row: int8(n%m.Rows + 1)} }

// Hexes returns every hex of the map by column, then row.
func (m *Map) Hexes() []hex.Hex {
	hs := make([]hex.Hex, 0, len(m.cells))
	for c := 1; c <= m.Cols; c++ {
		for r := 1; r <= m.Rows; r++ {
			hs = append(hs, hex.Hex{Col: int8(c), Row: int8(r)})
		}
	}
	return hs
}
