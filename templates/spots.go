package templates

import (
	"strings"

	"berthier/engine/board"
	"berthier/engine/tongue"
)

// Chart is a drawing of a board with the places of what can be pointed at on it.
type Chart struct {
	SVG           []byte
	Width, Height float32 // of the drawing in pixels
	Regions       []Spot  // those with an id, the lowest first
	Pieces        []Spot  // those with an id that are drawn on the plane, the lowest first
}

// Spot is where something is on a drawing, and what it is.
type Spot struct {
	ID      string
	Outline []Dot  // its corners, clockwise
	Said    string // what it is in the reader's words, for who hears the map instead of seeing it
	Side    int    // as in board.Piece; board.Nobody for a region
	Band    string // of a piece
	Region  string // in which a piece is; may be empty
	Facing  int    // of a piece, in degrees clockwise from up
	Faces   bool   // the piece has a facing
	Active  bool   // the piece may act now
}

// Dot is a place on a drawing in pixels, y downwards.
type Dot struct{ X, Y float32 }

// Charted draws the board as SVG does, and says where everything is that has an id.
func Charted(b board.Board, o MapOptions) Chart {
	m := drawnMapper(b, whole(o))
	c := Chart{SVG: m.svg(), Width: m.w, Height: m.h}
	for _, r := range b.Regions {
		if r.ID != "" {
			c.Regions = append(c.Regions, Spot{ID: r.ID, Outline: dots(m.places(r.Outline)), Said: m.tellRegion(r),
				Side: board.Nobody})
		}
	}
	for _, l := range m.laid {
		if p := l.piece; p.ID != "" {
			c.Pieces = append(c.Pieces, Spot{ID: p.ID, Outline: dots(l.corners()), Said: m.tellPiece(p), Side: p.Side,
				Band: p.Band, Region: p.Region, Facing: p.Facing, Faces: p.Faces, Active: p.Active})
		}
	}
	return c
}

// laid is a piece as it lies on the drawing.
type laid struct {
	piece board.Piece
	at    point
	size  float32
}

func (l laid) corners() []point {
	h := l.size / 2
	return []point{l.at.add(-h, -h), l.at.add(h, -h), l.at.add(h, h), l.at.add(-h, h)}
}

func dots(ps []point) (out []Dot) {
	for _, p := range ps {
		out = append(out, Dot{p.x, p.y})
	}
	return out
}

// tellRegion says in words what ground is there.
func (m *mapper) tellRegion(r board.Region) string {
	parts := []string{r.ID}
	for _, s := range []string{r.Name.In(m.language), m.word(r.Terrain)} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if r.Level > 0 {
		parts = append(parts, m.say("legend.level", tongue.Number("n", r.Level)))
	}
	return strings.Join(parts, ", ")
}
