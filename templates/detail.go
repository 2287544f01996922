package templates

import (
	"slices"

	"berthier/engine/board"
	"berthier/engine/tongue"
)

// The pictures of a mail. They are shown as they are in a column of 46em, and smaller on a
// telephone of 360 points, of which 344 are left: so a piece of closeUp cells has 20 points
// there, and 33 in the column. What is drawn from near is as narrow as can be read: with 720
// points it weighs a third more.
const (
	mailWidth = 720
	nearWidth = 580
	closeUp   = (nearWidth - 2*margin) / (20. / 344 * nearWidth / pieceSize) // cells side by side
)

// Detail draws a part of the board from near: where something happened in the last
// step, where somebody is to act, or else where the sides face each other. That depends on
// nothing but the board. The legend is in the language of the reader.
func Detail(b board.Board, l tongue.Language) ([]byte, error) { return near(b, l).png(mailColors) }

// DetailSVG is the same drawing for a page.
func DetailSVG(b board.Board, l tongue.Language) []byte { return near(b, l).svg() }

func near(b board.Board, l tongue.Language) *drawing {
	f := focus(b)
	cut := crop(b, f)
	cut.Title, cut.Ruler.Length = tongue.Text{}, board.Point{}
	return drawMap(cut, look{width: nearWidth, most: 47, text: 14, letters: 15, brief: true, stacks: true, language: l,
		covered: cut.Min != b.Min || cut.Max != b.Max})
}

// Overview draws the whole board so that it can be read on a telephone: pieces are
// blocks, and a frame shows what Detail shows. It is nil where that is nearly everything, and
// has every piece.
func Overview(b board.Board, l tongue.Language) ([]byte, error) {
	if nearlyAll(b) {
		return nil, nil
	}
	f := focus(b)
	b.Title, b.Compass, b.Ruler.Length = tongue.Text{}, false, board.Point{}
	b.Tracks, b.Piles = nil, nil
	return drawMap(b, look{width: mailWidth, most: 40, text: 16, letters: 17, brief: true, simple: true,
		frame: &f, language: l}).png(mailColors)
}

// mailColors are few, since each of them makes a picture larger.
const mailColors = 24

// frame is a part of the plane.
type frame struct{ min, max board.Point }

// nearlyAll reports whether a picture from near has room for most of a board, and for every
// piece, objective and named place on it.
func nearlyAll(b board.Board) bool {
	if calm(b) {
		return true
	}
	cell := float64(max(b.Cell, 1))
	wide, high := float64(b.Max.X-b.Min.X)/cell, float64(b.Max.Y-b.Min.Y)*tallness(b)/cell
	if min(wide, closeUp)*tall(high) <= .6*wide*high {
		return false
	}
	shown := crop(b, focusOf(b, 1))
	return !slices.ContainsFunc(b.Pieces, func(p board.Piece) bool { return b.Holds(p.At) && !shown.Holds(p.At) }) &&
		!slices.ContainsFunc(
			b.Regions,
			func(r board.Region) bool {
				return (slices.ContainsFunc(r.Marks, isObjective) || !r.Name.Empty()) && !shown.Holds(r.Center)
			},
		)
}

// calm reports whether nothing on a board asks to be seen from near.
func calm(b board.Board) bool { return len(interests(b, 1, 1)) == 0 }

// crop cuts a frame out of a board: with what reaches into it, and nothing else.
func crop(b board.Board, f frame) board.Board {
	around := b
	around.Min = board.Point{X: f.min.X - b.Cell, Y: f.min.Y - b.Cell}
	around.Max = board.Point{X: f.max.X + b.Cell, Y: f.max.Y + b.Cell}
	reaches := func(line []board.Point) bool {
		lo, hi := line[0], line[0]
		for _, p := range line {
			lo = board.Point{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}
			hi = board.Point{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
		}
		return lo.X <= around.Max.X && hi.X >= around.Min.X && lo.Y <= around.Max.Y && hi.Y >= around.Min.Y
	}
	without := func(line []board.Point) bool { return len(line) == 0 || !reaches(line) }
	b.Min, b.Max = f.min, f.max
	b.Regions = slices.DeleteFunc(slices.Clone(b.Regions), func(r board.Region) bool { return without(r.Outline) })
	b.Edges = slices.DeleteFunc(slices.Clone(b.Edges), func(e board.Edge) bool { return without(e.Line) })
	b.Paths = slices.DeleteFunc(slices.Clone(b.Paths), func(p board.Path) bool { return without(p.Line) })
	b.Arrows = slices.DeleteFunc(slices.Clone(b.Arrows), func(a board.Arrow) bool { return without(a.Line) })
	b.Signs = slices.DeleteFunc(slices.Clone(b.Signs), func(s board.Sign) bool { return !b.Holds(s.At) })
	b.Pieces = slices.DeleteFunc(slices.Clone(b.Pieces), func(p board.Piece) bool { return !b.Holds(p.At) })
	return b
}
