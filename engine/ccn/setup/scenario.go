package setup

import (
	"crypto/sha256"

	"berthier/engine"
	"berthier/engine/hex"
)

// Scenario is what one battle begins with.
type Scenario struct {
	Name   string // of its file, without .txt
	Title  string
	Note   string // the comments at the head of the file
	Source string // where it is from, for players
	Own    bool   // it is made up by this project
	Hash   [sha256.Size]byte
	Text   []byte

	Sides   [2]SideSpec
	First   int // side that takes the first turn [3-i]
	Units   []UnitSpec
	Leaders []LeaderSpec
	Goals   []Goal
	Exits   []Exit

	ground map[hex.Hex]Terrain
	works  map[hex.Hex][6]bool // by direction: which sides are fortified [7.5-a]
	names  map[hex.Hex]string
	hills  map[hex.Hex]int // number of the hill, from 1: hexes of a hill that hang together
	pieces map[string]int  // index of a unit, or of a leader behind all units
}

// SideSpec is one army.
type SideSpec struct {
	Name    engine.Side
	Top     bool // it has the upper side of the board [3-a]
	Nations []string
	Hand    int // Command cards at the start [3-e]
	Banners int // with which it has won [4-a]
}

// UnitSpec is a unit at full strength [3-d].
type UnitSpec struct {
	ID, Name string
	Side     int
	Kind     Kind
	Hex      hex.Hex
}

// LeaderSpec is a leader, alone or with the unit in his hex.
type LeaderSpec struct {
	ID, Name string
	Side     int
	Hex      hex.Hex
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

// At is what lies in a hex: the ground without field works.
func (s *Scenario) At(h hex.Hex) Terrain { return s.ground[h] }

// Works reports whether a hex has field works on any side, and on which [7.5].
func (s *Scenario) Works(h hex.Hex) (sides [6]bool, any bool) {
	sides, any = s.works[h]
	return sides, any
}

// PlaceName is what a hex is called, or "".
func (s *Scenario) PlaceName(h hex.Hex) string { return s.names[h] }

// SameHill reports whether two hexes belong to one continuous hill [7.2-i].
func (s *Scenario) SameHill(a, b hex.Hex) bool { return s.hills[a] != 0 && s.hills[a] == s.hills[b] }

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
	s.hills = map[hex.Hex]int{}
	hills := 0
	for _, h := range Sheet.Hexes() {
		if s.ground[h] == Hill && s.hills[h] == 0 {
			hills++
			s.climb(h, hills)
		}
	}
}

// climb numbers a hill from one of its hexes on.
func (s *Scenario) climb(h hex.Hex, number int) {
	s.hills[h] = number
	for _, n := range Sheet.Neighbors(h) {
		if s.ground[n] == Hill && s.hills[n] == 0 {
			s.climb(n, number)
		}
	}
}
