package board

import "berthier/engine/tongue"

// Lengths of a unit of y for sheets of hexes whose corners lie at whole numbers,
// in ten-millionths of a unit of x.
const (
	FlatTops = 17_320_508 // √3: columns stand upright
	Pointed  = 5_773_503  // 1/√3: rows lie level
)

// Board is what one side sees of a position.
type Board struct {
	Title tongue.Text
	// Min and Max are opposite corners of the plane that is drawn: the least
	// and the greatest coordinates.
	Min, Max Point
	Cell     int    // units of x that are the size of symbols, at least 1
	Stretch  int    // a unit of y in ten-millionths of a unit of x; 0 means the same length
	Ruler    Ruler  // of the scale; none if its length is zero
	Compass  bool   // north is up
	Sides    []Side // by index
	Regions  []Region
	Edges    []Edge
	Paths    []Path
	Pieces   []Piece // pieces at the same place are a stack, the lowest first
	Tracks   []Track // beside the plane
	Piles    []Pile  // beside the plane
	Arrows   []Arrow // of the last step, in order
	Signs    []Sign  // of what befell somebody in the last step, in order
}

// Point is a place on the plane.
type Point struct{ X, Y int }

// Ruler is a length that the players count in.
type Ruler struct {
	Length Point  // of one, along one axis: the other coordinate is 0
	Unit   string // "hex", "cell" or "base-width"
}

// Side is a party of the game.
type Side struct {
	Name  string // for the legend; empty: not in it
	Color string // a word of the package doc; empty: the drawing chooses by index
}

// Nobody is the index of no side.
const Nobody = -1

// Region is a part of the ground: a hex, half a hex, an area, a piece of
// terrain, a box. Later regions lie above earlier ones.
type Region struct {
	ID      string      // empty if no order names it
	Outline []Point     // its corners, clockwise; at least three
	Center  Point       // where its names, its signs and usually its pieces are
	Terrain string      // empty: none, not even clear ground
	Level   int         // elevation, from 0
	Name    tongue.Text // printed in it
	Marks   []Mark
}

// Mark is a sign in a region.
type Mark struct {
	Kind  string // "star" for an objective, "tag", "flag" or "turn"
	Text  string // of a tag or a flag
	Side  int    // of a flag; who holds a star, or Nobody
	Worth []int  // of a star: its points to each side, in the order of Sides, or one number for all
}

// Edge is a feature along a border: its points from end to end. A lies on the
// right hand of somebody who walks along it, B on his left.
type Edge struct {
	Kind string
	Line []Point
	A, B string // ids of the regions; empty if one is no region
}

// Path is a feature that runs through regions.
type Path struct {
	Kind string
	Line []Point
}

// Piece is a unit, a leader, a card, a marker.
type Piece struct {
	ID     string      // printed on it; empty if no order names it
	Name   tongue.Text // what people call it; may be empty
	At     Point       // its centre, or that of its stack
	Region string      // id of the region in which it is; may be empty
	Side   int         // index, or Nobody
	Symbol string
	Label  string      // large print: its strength, or "?" if unknown
	Title  tongue.Text // of a card whose face is seen: what it is called, in the place of Label
	Note   tongue.Text // small print
	Band   string      // what it belongs to; pieces of one band have a stripe of one colour
	Under  tongue.Text // what people call its band; empty: as Band has it
	State  string
	Count  int  // blocks or figures that it is made of, each shown; 0: it is one counter
	Lost   int  // blocks that it had besides, shown as gone
	Facing int  // degrees clockwise from up
	Faces  bool // false: no facing
	Active bool // may act now
}

// Track is a row of spaces beside the plane: turns, points, weather.
type Track struct {
	ID      string
	Name    tongue.Text
	Spaces  []string // what is printed in them
	Markers []Marker
}

// Marker lies on a track.
type Marker struct {
	At    int // index of its space
	Side  int // or Nobody
	Label string
}

// Pile holds pieces beside the plane: a hand, a deck, a pool, the inside of an
// army. Count is how many there are; Pieces are those that the side may see.
type Pile struct {
	ID     string
	Name   tongue.Text
	Side   int // its owner, or Nobody
	Count  int // at least the number of Pieces
	Pieces []Piece
}

// Arrow is one move or attack of the last step.
type Arrow struct {
	Kind string
	Side int // or Nobody
	Line []Point
}

// Sign is a thing that befell somebody in the last step, where it happened.
type Sign struct {
	Kind string
	At   Point
	Side int    // whom it befell, or Nobody
	Text string // who, for the reader who asks: "6jag"; may be empty
}
