package setup

import (
	"slices"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/lines"
)

// Scenario is what one battle begins with.
type Scenario struct {
	Name  string // of its file, without .txt
	Title string
	Note  string // the comments at the head of the file
	lines.File

	Sides   [2]SideSpec
	First   int // side that takes the first turn [3-i]
	Units   []UnitSpec
	Leaders []LeaderSpec
	Goals   []Goal
	Exits   []Exit
	Weather Weather

	ground [Cells]Terrain
	raised [Cells]bool         // a hill lies under the ground
	works  map[hex.Hex][6]bool // by direction: which sides are fortified [7.5-a]
	names  map[hex.Hex]string
	hills  [Cells]int     // number of the hill, from 1: hexes of a hill that hang together
	pieces map[string]int // index of a unit, or of a leader behind all units
}

// SideSpec is one army.
type SideSpec struct {
	Name    engine.Side
	Top     bool // it has the upper side of the board [3-a]
	Nations []string
	Hand    int // Command cards at the start [3-e]
	Banners int // with which it has won [4-a]
}

// Weather is what hinders both armies in the whole battle.
type Weather struct {
	Wet  bool // ranged combat has a die less
	Wind bool // it has one less at 3 hexes and more
	Mud  bool // cavalry and horse artillery move a hex less, but at least 1
}

// UnitSpec is a unit at full strength [3-d].
type UnitSpec struct {
	ID, Name string
	Side     int
	Kind     Kind
	Hex      hex.Hex // hex.None: it arrives later
}

// LeaderSpec is a leader, alone or with the unit in his hex.
type LeaderSpec struct {
	ID, Name string
	Side     int
	Hex      hex.Hex // hex.None: he arrives later
}

// Goal is a task worth banners [4-d].
type Goal struct {
	Name    string
	Hexes   []hex.Hex
	Need    int    // of the hexes that the side has to hold
	Banners [2]int // for each side that holds them; 0 if it is no task of that side
	// Once: the banners stay when the hexes are lost; otherwise they count while a unit
	// of the side stands there [Q104].
	Once bool
	// AtStart: only how it is at the start of a turn of the side counts.
	AtStart bool
}

// Exit is hexes over which units of a side may leave the board [5.3-j].
type Exit struct {
	Side    int
	Hexes   []hex.Hex
	Banners int // for each unit that leaves
}

// At is what lies in a hex: the ground without field works, and without the hill under it.
func (s *Scenario) At(h hex.Hex) Terrain { return s.ground[Cell(h)] }

// OnHill reports whether a hex is a hill, bare or under other ground.
func (s *Scenario) OnHill(h hex.Hex) bool { return s.ground[Cell(h)] == Hill || s.raised[Cell(h)] }

// Later reports whether units or leaders are not on the board at the start.
func (s *Scenario) Later() bool {
	return slices.ContainsFunc(s.Units, func(u UnitSpec) bool { return u.Hex == hex.None }) ||
		slices.ContainsFunc(s.Leaders, func(l LeaderSpec) bool { return l.Hex == hex.None })
}

// Works reports whether a hex has field works on any side, and on which [7.5].
func (s *Scenario) Works(h hex.Hex) (sides [6]bool, any bool) {
	sides, any = s.works[h]
	return sides, any
}

// PlaceName is what a hex is called, or "".
func (s *Scenario) PlaceName(h hex.Hex) string { return s.names[h] }

// SameHill reports whether two hexes belong to one continuous hill [7.2-i].
func (s *Scenario) SameHill(a, b hex.Hex) bool {
	return s.hills[Cell(a)] != 0 && s.hills[Cell(a)] == s.hills[Cell(b)]
}

// Piece is the index of a unit by its id, or len(Units) more than that of a leader.
func (s *Scenario) Piece(id string) (int, bool) {
	i, ok := s.pieces[id]
	return i, ok
}

// SideNo is the index of a side by its name, or -1.
func (s *Scenario) SideNo(side engine.Side) int {
	for i := range s.Sides {
		if s.Sides[i].Name == side {
			return i
		}
	}
	return -1
}

// index notes what is asked for often.
func (s *Scenario) index() {
	s.pieces = map[string]int{}
	for i, u := range s.Units {
		s.pieces[u.ID] = i
	}
	for i, l := range s.Leaders {
		s.pieces[l.ID] = len(s.Units) + i
	}
	hills := 0
	for _, h := range Sheet.Hexes() {
		if s.OnHill(h) && s.hills[Cell(h)] == 0 {
			hills++
			s.climb(h, hills)
		}
	}
}

// climb numbers a hill from one of its hexes on.
func (s *Scenario) climb(h hex.Hex, number int) {
	s.hills[Cell(h)] = number
	for _, n := range Sheet.Neighbors(h) {
		if s.OnHill(n) && s.hills[Cell(n)] == 0 {
			s.climb(n, number)
		}
	}
}
