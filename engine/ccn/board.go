package ccn

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/board"
	"berthier/engine/ccn/setup"
	"berthier/engine/deck"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// Map implements engine.Mapper: the battlefield with its sections, the units with their
// blocks, banners, and the cards that the reader sees.
func (rs *Ruleset) Map(pos engine.Position, events []engine.Event, side engine.Side) board.Board {
	p := pos.(*Position)
	least, most := setup.Sheet.Bounds()
	b := board.Board{
		Title:   battle(p.sc.Title),
		Min:     board.Point(least),
		Max:     board.Point(most),
		Cell:    1,
		Stretch: board.Pointed,
		Ruler:   board.Ruler{Length: board.Point{X: 2}, Unit: "hex"},
		Arrows:  p.arrows(events),
	}
	for s := range p.sc.Sides {
		b.Sides = append(b.Sides, board.Side{Name: string(p.sideName(s)), Color: sideColor(p.sc.Sides[s].Nations)})
	}
	for _, h := range setup.Sheet.Hexes() {
		b.Regions = append(b.Regions, p.region(h))
	}
	b.Edges = append(p.worksEdges(), sectionEdges()...)
	for u := range p.Units {
		if p.alive(u) {
			b.Pieces = append(b.Pieces, p.unitPiece(u))
		}
	}
	for l := range p.Leaders {
		if h := p.Leaders[l].Hex; h != hex.None {
			b.Pieces = append(b.Pieces, board.Piece{ID: p.sc.Leaders[l].ID, At: board.Point(setup.Sheet.Plane(h)),
				Region: setup.Sheet.Name(h), Side: p.leaderSide(l), Symbol: "leader"})
		}
	}
	b.Tracks = p.bannerTracks()
	b.Piles = p.piles()
	return b
}

// sideColor is that of the blocks of the first nation of a side [2.1-d]; those of Russians
// and Austrians are that of their coats.
func sideColor(nations []string) string {
	switch nations[0] {
	case "French":
		return "blue"
	case "British":
		return "red"
	case "Portuguese":
		return "brown"
	case "Russian":
		return "green"
	case "Austrian":
		return "grey"
	}
	return ""
}

// terrains are the words of package board for ground.
var terrains = map[setup.Terrain]string{setup.Open: "clear", setup.Forest: "forest", setup.Hill: "hill",
	setup.RuggedHill: "rugged-hill", setup.Town: "town", setup.Windmill: "windmill", setup.River: "river-hex",
	setup.Ford: "river-hex", setup.Bridge: "river-hex", setup.Sand: "sand"}

func (p *Position) region(h hex.Hex) board.Region {
	r := board.Region{
		ID:      setup.Sheet.Name(h),
		Center:  board.Point(setup.Sheet.Plane(h)),
		Terrain: terrains[p.sc.At(h)],
		Name:    tongue.Name(p.sc.PlaceName(h)),
	}
	if p.sc.OnHill(h) && p.sc.At(h) != setup.Hill {
		r.Level = 1 // as its sign is that of the other ground
	}
	for _, c := range setup.Sheet.Outline(h) {
		r.Outline = append(r.Outline, board.Point(c))
	}
	if t := p.sc.At(h); t == setup.Ford || t == setup.Bridge {
		r.Marks = append(r.Marks, board.Mark{Kind: t.String()})
	}
	for g, goal := range p.sc.Goals {
		if !slices.Contains(goal.Hexes, h) {
			continue
		}
		holder := board.Nobody
		for s := range p.sc.Sides {
			if p.Won[s][g] || p.holds(s, g) {
				holder = s
			}
		}
		r.Marks = append(r.Marks, board.Mark{Kind: "star", Side: holder, Worth: goal.Banners[:]})
	}
	return r
}

// worksEdges are the fortified sides.
func (p *Position) worksEdges() (edges []board.Edge) {
	for _, h := range setup.Sheet.Hexes() {
		sides, any := p.sc.Works(h)
		if !any {
			continue
		}
		outline := setup.Sheet.Outline(h)
		for d, fortified := range sides {
			if !fortified {
				continue
			}
			n := len(outline)
			e := board.Edge{Kind: "fortification", A: setup.Sheet.Name(h),
				Line: []board.Point{board.Point(outline[(d+n-1)%n]), board.Point(outline[d%n])}}
			if nb := setup.Sheet.Neighbor(h, hex.Dir(d)); setup.Sheet.On(nb) {
				e.B = setup.Sheet.Name(nb)
			}
			edges = append(edges, e)
		}
	}
	return edges
}

// sectionEdges are the two dotted lines [2.2-b]: each goes down through the hexes of the
// short rows that it cuts.
func sectionEdges() (edges []board.Edge) {
	least, most := setup.Sheet.Bounds()
	const leftCut, rightCut = 4, 9
	for _, col := range []int8{leftCut, rightCut} {
		x := setup.Sheet.Plane(hex.Hex{Col: col, Row: 2}).X
		edges = append(edges, board.Edge{Kind: "section", Line: []board.Point{{X: x, Y: least.Y}, {X: x, Y: most.Y}}})
	}
	return edges
}

func (p *Position) unitPiece(u int) board.Piece {
	h, k := p.Units[u].Hex, p.kind(u)
	symbol := k.Arm.String()
	switch {
	case k.Heavy:
		symbol = "heavy-" + symbol
	case k.Light, k.Horse, k.Arm == setup.Cavalry:
		symbol = "light-" + symbol
	}
	state := ""
	if p.inSquare(u) {
		state = "square"
	}
	return board.Piece{ID: p.sc.Units[u].ID, At: board.Point(setup.Sheet.Plane(h)), Region: setup.Sheet.Name(h),
		Side: p.unitSide(u), Symbol: symbol, Label: k.Label, State: state, Count: p.Units[u].Blocks,
		Lost: k.Blocks - p.Units[u].Blocks, Name: tongue.Name(p.sc.Units[u].Name), Band: k.Nation}
}

// bannerTracks show the banners of each side.
func (p *Position) bannerTracks() (tracks []board.Track) {
	for s := range p.sc.Sides {
		t := board.Track{Name: said.Say("board.banners", name("side", string(p.sideName(s))))}
		for n := range p.sc.Sides[s].Banners + 1 {
			t.Spaces = append(t.Spaces, strconv.Itoa(n))
		}
		t.Markers = []board.Marker{{At: min(p.banners(s), p.sc.Sides[s].Banners), Side: s}}
		tracks = append(tracks, t)
	}
	return tracks
}

// piles are the cards, as far as the reader sees them. The discards are in a table.
func (p *Position) piles() []board.Pile {
	piles := []board.Pile{p.pile(said.Say("board.deck"), board.Nobody, "deck")}
	for s := range p.sc.Sides {
		own := string(p.sideName(s))
		piles = append(piles, p.pile(said.Say("board.hand", name("side", own)), s, p.hand(s)))
		var slots []string
		for slot := 1; slot <= squares; slot++ {
			slots = append(slots, slotName(own, slot))
		}
		if under := p.pile(said.Say("board.squares", name("side", own)), s, slots...); under.Count > 0 {
			piles = append(piles, under)
		}
	}
	return piles
}

// pile is what lies in some places.
func (p *Position) pile(name tongue.Text, side int, places ...string) board.Pile {
	pile := board.Pile{Name: name, Side: side}
	for _, place := range places {
		pile.Count += p.Cards.Count(place)
		for _, c := range p.Cards.Cards(place) {
			if c != deck.Unknown {
				pile.Pieces = append(pile.Pieces, board.Piece{Side: side, Symbol: "card", Title: cardName(string(c))})
			}
		}
	}
	return pile
}

// arrowKinds are the arrows of events that move a piece.
var arrowKinds = map[string]string{"move": "move", "retreat": "retreat", "advance": "shock"}

// arrows are the moves and attacks of the last step. A path tells the hexes after the
// first, which is told by where the piece was before.
func (p *Position) arrows(events []engine.Event) (arrows []board.Arrow) {
	for _, e := range events {
		kind, moves := arrowKinds[e.Kind]
		piece, known := p.sc.Piece(e.Get("piece"))
		if !known {
			continue
		}
		a := board.Arrow{Side: p.pieceSide(piece)}
		switch {
		case moves && e.Get("from") != "":
			a.Kind = kind
			for name := range strings.SplitSeq(e.Get("from")+","+e.Get("path"), ",") {
				a.Line = append(a.Line, board.Point(setup.Sheet.Plane(hexOf(name))))
			}
		case e.Kind == "attack":
			a.Kind = map[string]string{"fire": "fire", "melee": "shock"}[e.Get("kind")]
			a.Line = []board.Point{board.Point(setup.Sheet.Plane(hexOf(e.Get("from")))),
				board.Point(setup.Sheet.Plane(hexOf(e.Get("at"))))}
		default:
			continue
		}
		arrows = append(arrows, a)
	}
	return arrows
}
