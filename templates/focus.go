package templates

import (
	"math"
	"slices"

	"berthier/engine/board"
)

// spot is a place that a reader wants to see, in cells.
type spot struct {
	x, y   float64
	weight int
}

// arrowWeights says how much the ends of an arrow are worth looking at.
var arrowWeights = map[string]int{"shock": 8, "charge": 8, "fire": 4, "rout": 3, "retreat": 3}

// focus is the part of a board that is shown from near. It is the same for the same
// board, and a board has nothing that its side may not know.
func focus(b board.Board) frame {
	// No smaller than three quarters, so that a small thing is seen with what is around it;
	// and as large as it can be if no other picture shows the rest.
	switch {
	case calm(b):
		return frame{b.Min, b.Max}
	case nearlyAll(b):
		return focusOf(b, 1)
	}
	return focusOf(b, .75)
}

// focusOf is focus with a share of the largest part at least.
func focusOf(b board.Board, least float64) frame {
	cell := float64(max(b.Cell, 1))
	across, down := 1/cell, tallness(b)/cell
	spots := interests(b, across, down)
	lo := [2]float64{float64(b.Min.X) * across, float64(b.Min.Y) * down}
	hi := [2]float64{float64(b.Max.X) * across, float64(b.Max.Y) * down}
	wide, high := min(closeUp, hi[0]-lo[0]), tall(hi[1]-lo[1])
	x0, x1, y0, y1 := window(spots, wide-2*rim, high-2*rim)
	fit := func(a, b, most, lo, hi float64) (from, to float64) {
		length := min(max(b-a+2*rim, most*least), most)
		from = min(max((a+b)/2-length/2, lo), hi-length)
		return from, from + length
	}
	x0, x1 = fit(x0, x1, wide, lo[0], hi[0])
	y0, y1 = fit(y0, y1, high, lo[1], hi[1])
	var xs, ys []float64
	for _, q := range b.Pieces {
		if q.Region == "" {
			xs, ys = append(xs, float64(q.At.X)*across), append(ys, float64(q.At.Y)*down)
		}
	}
	x0, x1 = uncut(xs, x0, x1, wide, lo[0], hi[0])
	y0, y1 = uncut(ys, y0, y1, high, lo[1], hi[1])
	f := frame{board.Point{X: int(math.Round(x0 / across)), Y: int(math.Round(y0 / down))},
		board.Point{X: int(math.Round(x1 / across)), Y: int(math.Round(y1 / down))}}
	f.min = board.Point{X: max(f.min.X, b.Min.X), Y: max(f.min.Y, b.Min.Y)}
	f.max = board.Point{X: min(f.max.X, b.Max.X), Y: min(f.max.Y, b.Max.Y)}
	return f
}

// uncut moves the ends of a stretch, of at most a length, so that they go through as few pieces as they can, and
// otherwise as little as they can. Pieces that stand in regions stand as far from the ends as those.
func uncut(at []float64, from, to, most, lo, hi float64) (float64, float64) {
	const half = pieceSize/2 + .12 // with what a stack needs beside it
	ends := func(end float64) []float64 {
		all := []float64{end}
		for _, x := range at {
			for _, e := range []float64{x - half, x + half} {
				if math.Abs(e-end) <= 2*half && e >= lo && e <= hi {
					all = append(all, e)
				}
			}
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	cuts := func(end, limit float64) (n int) {
		for _, x := range at {
			if math.Abs(x-end) < half-1e-9 && end != limit {
				n++
			}
		}
		return n
	}
	best, fewest, least := [2]float64{from, to}, math.MaxInt, 0.
	for _, a := range ends(from) {
		for _, z := range ends(to) {
			if z-a > most+1e-9 || z <= a {
				continue
			}
			n, way := cuts(a, lo)+cuts(z, hi), math.Abs(a-from)+math.Abs(z-to)
			if n < fewest || n == fewest && way < least {
				best, fewest, least = [2]float64{a, z}, n, way
			}
		}
	}
	return best[0], best[1]
}

// tall is how much of a height is shown: all of it where only a little would be missing.
func tall(high float64) float64 {
	if high <= 1.35*closeUp {
		return high
	}
	return min(high, closeUp)
}

// rim is what a spot needs around it, in cells.
const rim = 1.3

// interests are the places of fights and of what came of them, of pieces that may act,
// and of objectives that the other side is near; if there are none, where sides face each
// other; if they do not, where pieces are.
func interests(b board.Board, across, down float64) (spots []spot) {
	add := func(p board.Point, weight int) {
		if b.Holds(p) {
			spots = append(spots, spot{float64(p.X) * across, float64(p.Y) * down, weight})
		}
	}
	for _, a := range b.Arrows {
		if len(a.Line) > 0 {
			add(a.Line[0], max(arrowWeights[a.Kind]/2, 1))
			add(a.Line[len(a.Line)-1], max(arrowWeights[a.Kind], 1))
		}
	}
	for _, s := range b.Signs {
		add(s.At, 8)
	}
	near := func(p board.Point, side int, cells float64) bool {
		return slices.ContainsFunc(b.Pieces, func(q board.Piece) bool {
			return q.Side != side && q.Side != board.Nobody && math.Hypot(float64(q.At.X-p.X)*across,
				float64(q.At.Y-p.Y)*down) < cells
		})
	}
	for _, q := range b.Pieces {
		if q.Active {
			add(q.At, 2)
		}
	}
	for _, r := range b.Regions {
		if slices.ContainsFunc(r.Marks, func(k board.Mark) bool {
			return isObjective(k) && k.Side != board.Nobody && near(r.Center, k.Side, 4)
		}) {
			add(r.Center, 3)
		}
	}
	for _, cells := range []float64{4, 8, math.Inf(1)} {
		if len(spots) > 0 {
			break
		}
		for _, q := range b.Pieces[:min(len(b.Pieces), 300)] {
			if math.IsInf(cells, 1) || near(q.At, q.Side, cells) {
				add(q.At, 1)
			}
		}
	}
	return spots
}

// window finds the part of a size that has most of some spots, and returns their bounds;
// infinite ones if there are no spots.
func window(spots []spot, wide, high float64) (x0, x1, y0, y1 float64) {
	most := 0
	x0, x1, y0, y1 = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	starts := func(of func(spot) float64) (all []float64) {
		for _, s := range spots {
			all = append(all, of(s))
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	tops := starts(func(s spot) float64 { return s.y })
	for _, left := range starts(func(s spot) float64 { return s.x }) {
		for _, top := range tops {
			sum := 0
			a, b, c, d := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
			for _, s := range spots {
				if s.x >= left && s.x <= left+wide && s.y >= top && s.y <= top+high {
					sum += s.weight
					a, b, c, d = min(a, s.x), max(b, s.x), min(c, s.y), max(d, s.y)
				}
			}
			if sum > most {
				most, x0, x1, y0, y1 = sum, a, b, c, d
			}
		}
	}
	return x0, x1, y0, y1
}
