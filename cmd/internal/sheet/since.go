package sheet

import (
	"berthier/engine"
	"berthier/engine/board"
	"berthier/engine/tongue"
)

// Since is the map as the player has it, with an arrow for each piece that was elsewhere in an earlier sheet of the
// game; nil if the game draws none. earlier is nil if there is none. The arrows are straight: no sheet says
// by which way a piece went.
func (s *Sheet) Since(earlier *Sheet, in tongue.Language) *Map {
	m, ok := s.rules.(engine.Mapper)
	if !ok {
		return nil
	}
	b := engine.Show(m, s.view, nil, s.asked.Side)
	if earlier != nil {
		b.Arrows = moves(engine.Show(m, earlier.view, nil, s.asked.Side), b)
	}
	return s.drawn(b, in)
}

// NameOf is what people call a piece on the map; nothing if it is not there, or has no name.
func (s *Sheet) NameOf(id string) tongue.Text {
	m, ok := s.rules.(engine.Mapper)
	if !ok {
		return tongue.Text{}
	}
	p, _ := only(engine.Show(m, s.view, nil, s.asked.Side), id)
	return p.Name
}

// moves are arrows from where pieces were to where they are, one for those that went the same way.
func moves(was, is board.Board) (arrows []board.Arrow) {
	type way struct {
		side     int
		from, to board.Point
	}
	drawn := map[way]bool{}
	for _, p := range is.Pieces {
		old, ok := only(was, p.ID)
		if _, one := only(is, p.ID); !ok || !one || old.Side != p.Side || old.At == p.At ||
			p.Region != "" && old.Region == p.Region {
			continue
		}
		if w := (way{p.Side, old.At, p.At}); !drawn[w] {
			drawn[w] = true
			arrows = append(arrows, board.Arrow{Kind: "move", Side: p.Side, Line: []board.Point{old.At, p.At}})
		}
	}
	return arrows
}

// only is the one piece of a board that has an id.
func only(b board.Board, id string) (found board.Piece, ok bool) {
	for _, p := range b.Pieces {
		if p.ID == id && id != "" {
			if ok {
				return found, false
			}
			found, ok = p, true
		}
	}
	return found, ok
}
