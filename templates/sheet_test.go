package templates

import (
	"strconv"
	"strings"

	"berthier/engine/board"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// sheet is a sheet of hexes as the tests write it; board makes a board of it.
type sheet struct {
	Title      string
	Cols, Rows int
	Cells      []hexCell // ordered by hex
	Sides      []hexSide
	Lines      []hexLine
	Counters   []counter
	Arrows     []hexArrow
}

type hexCell struct {
	Hex     hex.Hex
	Terrain string
	Level   int
	Name    string
	Mark    string // "objective 5", "entry A", or words
}

type hexSide struct {
	Edge hex.Edge
	Kind string
}

type hexLine struct {
	Kind  string
	Hexes []hex.Hex
}

type hexArrow struct {
	Kind string
	Side int
	Path []hex.Hex
}

type counter struct {
	board.Piece
	Hex hex.Hex
}

func center(h hex.Hex) board.Point {
	x, y := h.Plane()
	return board.Point{X: x, Y: y}
}

func corner(h hex.Hex, f hex.Facing) board.Point {
	x, y := h.Corner(f)
	return board.Point{X: x, Y: y}
}

func centers(hs []hex.Hex) (ps []board.Point) {
	for _, h := range hs {
		ps = append(ps, center(h))
	}
	return ps
}

func edgeOf(e hex.Edge, kind string) board.Edge {
	d, _ := e.A.DirTo(e.B)
	f := hex.Facing(d)
	return board.Edge{Kind: kind, Line: []board.Point{corner(e.A, f.Turn(-1)), corner(e.A, f)}, A: e.A.String(),
		B: e.B.String()}
}

func (s sheet) board() board.Board {
	b := board.Board{
		Title: tongue.Name(s.Title), Min: board.Point{X: 1, Y: 1}, Max: board.Point{X: 3*s.Cols + 2,
			Y: 2*s.Rows + 2}, Cell: 2, Stretch: board.FlatTops,
		Ruler: board.Ruler{Length: board.Point{Y: 2}, Unit: "hex"}, Compass: true,
		Sides: []board.Side{{Name: "French"}, {Name: "Allied"}},
	}
	if s.Cols == 1 {
		b.Max.Y--
	}
	for _, c := range s.Cells {
		r := board.Region{ID: c.Hex.String(), Center: center(c.Hex), Terrain: c.Terrain, Level: c.Level,
			Name: tongue.Name(c.Name)}
		for _, f := range hex.Facings {
			r.Outline = append(r.Outline, corner(c.Hex, f))
		}
		word, rest, _ := strings.Cut(c.Mark, " ")
		switch {
		case c.Mark == "":
		case word == "objective":
			n, _ := strconv.Atoi(rest)
			r.Marks = []board.Mark{{Kind: "star", Side: board.Nobody, Worth: []int{n, n + 1}}}
		case word == "entry" && rest != "":
			r.Marks = []board.Mark{{Kind: "tag", Text: rest}}
		default:
			r.Marks = []board.Mark{{Kind: "tag", Text: c.Mark}}
		}
		b.Regions = append(b.Regions, r)
	}
	for _, e := range s.Sides {
		b.Edges = append(b.Edges, edgeOf(e.Edge, e.Kind))
	}
	for _, l := range s.Lines {
		b.Paths = append(b.Paths, board.Path{Kind: l.Kind, Line: centers(l.Hexes)})
	}
	for _, c := range s.Counters {
		c.At = center(c.Hex)
		b.Pieces = append(b.Pieces, c.Piece)
	}
	for _, a := range s.Arrows {
		b.Arrows = append(b.Arrows, board.Arrow{Kind: a.Kind, Side: a.Side, Line: centers(a.Path)})
	}
	return b
}
