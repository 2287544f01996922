package duel

import (
	"strconv"

	"berthier/engine"
	"berthier/engine/board"
	"berthier/engine/tongue"
)

// Map implements engine.Mapper: six squares to pick from, three chips, the track
// of rounds, and a card for each side.
func (d Ruleset) Map(pos engine.Position, events []engine.Event, side engine.Side) board.Board {
	p := pos.(*position)
	b := board.Board{Title: tongue.Name("Duel"), Max: board.Point{X: 6, Y: 2}, Cell: 1,
		Sides: []board.Side{{Name: "Red", Color: "red"}, {Name: "Blue"}}}
	for i := range 6 {
		b.Regions = append(b.Regions, board.Region{
			ID: strconv.Itoa(i + 1), Center: board.Point{X: i, Y: 1}, Terrain: "clear",
			Outline: []board.Point{{X: i}, {X: i + 1}, {X: i + 1, Y: 1}, {X: i, Y: 1}},
		})
	}
	for i, chip := range []string{"a", "b", "c"} {
		b.Pieces = append(b.Pieces, board.Piece{ID: chip, At: board.Point{X: i, Y: 2}, Side: board.Nobody,
			Symbol: "marker"})
	}
	b.Tracks = []board.Track{{Name: tongue.English("Rounds"), Spaces: []string{"1", "2", "3", "end"},
		Markers: []board.Marker{{At: min(p.round, 4) - 1, Side: board.Nobody}}}}
	for i, s := range sides {
		pile := board.Pile{Name: tongue.English("Card of " + string(s)), Side: i}
		if p.card[i] != -1 {
			pile.Count = 1
		}
		if p.card[i] >= 0 {
			pile.Pieces = []board.Piece{{Side: i, Symbol: "card", Label: cardText(p.card[i])}}
		}
		b.Piles = append(b.Piles, pile)
	}
	switch d.Bug {
	case "map id is two words":
		b.Pieces[0].ID = "chip a"
	case "map ids are no words of orders":
		for i := range b.Pieces {
			b.Pieces[i].ID = "x" + b.Pieces[i].ID
		}
	case "map knows more than its view":
		b.Title = tongue.Name(cardText(p.truth[0]) + cardText(p.truth[1]))
	}
	return b
}
