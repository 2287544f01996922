package tlm

import (
	"slices"
	"strconv"

	"berthier/engine"
	"berthier/engine/area"
	"berthier/engine/board"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// kindSymbols are the words of package board for kinds of units.
var kindSymbols = [setup.NumKinds]string{"infantry", "light-infantry", "infantry", "cavalry", "artillery",
	"heavy-artillery",
	"marker", "heavy-cavalry", "heavy-artillery"}

// Map implements engine.Mapper: the areas with whose they are, Armies and units in them, the
// front line, the EFT box and the hands.
func (rs *Ruleset) Map(pos engine.Position, events []engine.Event, side engine.Side) board.Board {
	p := pos.(*Position)
	m := p.areaMap()
	b := board.Board{Title: battle(p.sc.Title), Cell: cellSize, Compass: true, Sides: []board.Side{
		{Name: setup.SideNames[0], Color: "grey"}, {Name: setup.SideNames[1], Color: "blue"}}}
	b.Min, b.Max = m.Corners()
	for _, g := range m.Grounds {
		b.Regions = append(b.Regions, board.Region{Outline: g.Outline, Center: g.At, Terrain: g.Terrain,
			Name: placeName(g.Name)})
	}
	for at, a := range m.Areas {
		b.Regions = append(b.Regions, p.region(at, a))
	}
	b.Edges = p.edges(slices.ContainsFunc(events, func(e engine.Event) bool { return e.Kind == "season" }))
	for at := range m.Areas {
		b.Pieces = append(b.Pieces, p.piecesIn(at)...)
	}
	p.beside(&b)
	p.arrows(&b, events)
	return b
}

const cellSize = 30

// region is one area.
func (p *Position) region(at int, a area.Area) board.Region {
	r := board.Region{ID: p.areaID(at), Outline: a.Outline, Center: a.At, Terrain: "clear", Name: p.areaName(at)}
	if a.Rough {
		r.Terrain = "rough"
	}
	holder := board.Nobody
	if c := p.Areas[at].Control; c < ContestedArea {
		holder = int(c)
	}
	if a.Value > 0 {
		r.Marks = append(r.Marks, board.Mark{Kind: "star", Side: holder, Worth: []int{a.Value}})
	}
	if a.Source != "" {
		r.Marks = append(r.Marks, board.Mark{Kind: "flag", Side: slices.Index(setup.SideNames[:], a.Source)})
	}
	return r
}

// edges are the borders, and above them where the front line was: at the start, a year ago and at
// the end of the Season Turn before this one, or before the one that has ended in this step. Above all
// lies where it is.
func (p *Position) edges(ended bool) (all []board.Edge) {
	put := func(kind string, drawn func(x area.Border) bool) {
		for _, x := range p.areaMap().Borders {
			if len(x.Line) == 2 && drawn(x) {
				all = append(all, board.Edge{Kind: kind, Line: x.Line, A: p.areaID(x.A), B: p.areaID(x.B)})
			}
		}
	}
	now := p.front()
	for _, kind := range []string{"border", "river"} {
		put(kind, func(x area.Border) bool { return !atFront(now, x) && (x.Kind == "river") == (kind == "river") })
	}
	past := func(kind, front string) {
		put(kind, func(x area.Border) bool { return atFront(front, x) && !atFront(now, x) })
	}
	fronts := p.Fronts
	if n := len(fronts); ended && n > 0 {
		fronts = fronts[:n-1]
	}
	if len(p.Fronts) > 0 {
		past("front-start", p.firstFront())
	}
	if n := len(fronts) - yearOfFronts; n >= 0 {
		past("front-year", fronts[n])
	}
	if n := len(fronts); n > 0 {
		past("front-season", fronts[n-1])
	}
	put("front", func(x area.Border) bool { return atFront(now, x) })
	return all
}

// atFront reports whether the front line runs along a border: areas belong to different sides, or
// one is Contested.
func atFront(front string, x area.Border) bool {
	a, b := front[x.A], front[x.B]
	return a != 'N' && b != 'N' && (a != b || a == 'C')
}

// firstFront is whose areas were at the start of the game.
func (p *Position) firstFront() string {
	first := Position{Areas: make([]Area, len(p.Areas))}
	for at, owner := range p.sc.Owner {
		first.Areas[at].Control = Control(owner)
	}
	return first.front()
}

// piecesIn are the Fort, the Armies and the units of an area.
func (p *Position) piecesIn(at int) (all []board.Piece) {
	a := p.areaMap().Areas[at]
	put := func(pc board.Piece) {
		pc.Region = p.areaID(at)
		all = append(all, pc)
	}
	if n := p.Areas[at].Fort; n != area.NoFort {
		put(board.Piece{Side: p.fortSide(at), Symbol: "fort", Label: strconv.Itoa(n)})
	}
	for side := range setup.NumSides {
		for _, i := range p.armiesIn(side, at) {
			x := &p.Armies[i]
			label, note := "?", ""
			switch {
			case x.Shown >= 0:
				label = strconv.Itoa(x.Shown)
			case !p.masked(i):
				label, note = strconv.Itoa(p.strength(i)), p.listUnits(p.in(i))
			}
			put(board.Piece{ID: p.armyID(i), Side: side, Symbol: "army", Label: label, Note: tongue.Name(note),
				State: dugState(x.Dug),
				Band:  x.Nation.String(), Active: p.Phase == TurnPhase && side == p.Active})
		}
		for _, g := range mergeStates(p.groupsIn(at)) {
			if g.Unit.Nation.Side() == side {
				put(board.Piece{ID: p.groupID(g), Side: side, Symbol: kindSymbols[g.Unit.Kind],
					Label: strconv.Itoa(g.N),
					State: dugState(g.Dug), Band: g.Unit.Nation.String()})
			}
		}
	}
	const wide = 30
	for i := range all { // beside each other, in rows of four
		const row = 4
		n := min(len(all)-i/row*row, row)
		all[i].At = board.Point{X: a.At.X + (2*(i%row)-n+1)*wide/2, Y: a.At.Y + i/row*wide - wide/3}
	}
	return all
}

func dugState(dug bool) string {
	if dug {
		return "entrenched"
	}
	return ""
}

// mergeStates joins groups of a place that differ in what matters for a Player Turn only: they have
// one word in orders.
func mergeStates(groups []Group) (all []Group) {
	for _, g := range groups {
		g.State = State{Dug: g.Dug}
		i := slices.IndexFunc(all, func(x Group) bool {
			return x.Unit == g.Unit && x.Place == g.Place && x.Dug == g.Dug
		})
		if i >= 0 {
			all[i].N += g.N
		} else {
			all = append(all, g)
		}
	}
	return all
}

// beside puts the VP track, the EFT box, the hands and what is in Armies beside the map.
func (p *Position) beside(b *board.Board) {
	const top = 30
	var spaces []string
	for n := range top + 1 {
		spaces = append(spaces, strconv.Itoa(n))
	}
	b.Tracks = append(b.Tracks, board.Track{Name: said.Say("board.vp"), Spaces: spaces, Markers: []board.Marker{
		{At: min(max(p.vp(), 0), top), Side: board.Nobody}}})
	east := board.Pile{Name: said.Say("place.east"), Side: setup.German}
	for _, g := range mergeStates(p.groupsIn(East)) {
		east.Count++
		east.Pieces = append(east.Pieces, board.Piece{ID: p.groupID(g), Side: setup.German,
			Symbol: kindSymbols[g.Unit.Kind],
			Label:  strconv.Itoa(g.N)})
	}
	b.Piles = append(b.Piles, east)
	for i := range p.Armies {
		inside := mergeStates(p.groupsIn(p.in(i)))
		if p.Armies[i].Place < 0 || len(inside) == 0 {
			continue
		}
		pile := board.Pile{Name: armyName(p.armyID(i)), Side: p.Armies[i].Nation.Side(), Count: len(inside)}
		for _, g := range inside {
			pile.Pieces = append(pile.Pieces, board.Piece{ID: p.groupID(g), Side: pile.Side,
				Symbol: kindSymbols[g.Unit.Kind],
				Label:  strconv.Itoa(g.N)})
		}
		b.Piles = append(b.Piles, pile)
	}
	for s := range setup.NumSides {
		pile := board.Pile{Name: said.Say("board.hand", name("side", setup.SideNames[s])), Side: s,
			Count: p.Cards.Count(handPlace(s))}
		for _, c := range p.hand(s) {
			pile.Pieces = append(pile.Pieces, board.Piece{Side: s, Symbol: "card", Label: c.String(),
				Title: said.Say("card." + c.String())})
		}
		b.Piles = append(b.Piles, pile)
	}
}

// arrows are the moves, the retreats and the battles of the last step.
func (p *Position) arrows(b *board.Board, events []engine.Event) {
	for _, e := range events {
		from, okF := p.findArea(e.Get("from"))
		to, okT := p.findArea(e.Get("to"))
		kind := map[string]string{"move": "move", "march": "move", "retreat": "retreat", "withdraw": "retreat"}[e.Kind]
		if kind != "" && okF && okT && from != to {
			b.Arrows = append(b.Arrows, board.Arrow{Kind: kind, Side: p.sideNo(e.By),
				Line: []board.Point{p.areaMap().Areas[from].At, p.areaMap().Areas[to].At}})
		}
		if at, ok := p.findArea(e.Get("area")); ok && e.Kind == "battle" {
			b.Signs = append(b.Signs, board.Sign{Kind: "fight", At: p.areaMap().Areas[at].At, Side: board.Nobody})
		}
		if at, ok := p.findArea(e.Get("area")); ok && e.Kind == "control" && e.By != "" {
			b.Signs = append(b.Signs, board.Sign{Kind: "captured", At: p.areaMap().Areas[at].At, Side: p.sideNo(e.By)})
		}
	}
}
