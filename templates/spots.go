package templates

import (
	"crypto/sha256"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"berthier/engine/board"
	"berthier/engine/tongue"
)

// Chart is a drawing of a board with the places of what can be pointed at on it.
type Chart struct {
	// Ground is a picture of what stays as it is for most of a game, which takes the longest to draw, and SVG one of
	// all else, to be laid upon it: a page that has the ground draws the rest alone.
	Ground, SVG   []byte
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

// Charted draws the board as SVG does, in two layers, and says where everything is that has an id. The drawings say
// nothing of it themselves.
func Charted(b board.Board, o MapOptions) Chart {
	m := drawnMapper(b, whole(o))
	from, to := m.still[0], m.still[1]
	ground, rest := m.drawing, m.drawing
	ground.h, ground.items = m.hi.y+margin, untitled(m.items[from:to])
	rest.back, rest.items = color.NRGBA{}, untitled(slices.Concat(m.items[:from], m.items[to:]))
	c := Chart{Ground: ground.svg(), SVG: rest.svg(), Width: m.w, Height: m.h}
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

// On is a fingerprint of the ground.
func (c Chart) On() string { return fmt.Sprintf("%x", sha256.Sum256(c.Ground))[:16] }

// untitled are items without those that only say what is drawn.
func untitled(items []item) []item {
	return slices.DeleteFunc(slices.Clone(items), func(it item) bool { return it.title != "" })
}

// laidPiece is a piece as it lies on the drawing.
type laidPiece struct {
	piece board.Piece
	at    point
	size  float32
}

func (l laidPiece) corners() []point {
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
