package pbs

import (
	"slices"
	"strconv"

	"berthier/engine"
	"berthier/engine/board"
	"berthier/engine/pbs/setup"
	"berthier/engine/tongue"
)

// Map implements engine.Mapper: the map of the march as long as the armies march, and then
// the table, each side's own half below.
func (rs *Ruleset) Map(pos engine.Position, events []engine.Event, side engine.Side) board.Board {
	p := pos.(*Position)
	b := board.Board{Title: battle(p.sc.Title)}
	for s := range p.sc.Sides {
		b.Sides = append(b.Sides, board.Side{Name: string(p.sideName(s))})
	}
	if p.Site.Day < days {
		p.march(&b, events)
	} else {
		p.tableTop(&b, p.sideNo(side))
	}
	for s := range p.sc.Sides {
		pile := board.Pile{
			Name:  said.Say("board.hand", tongue.Words("side", tongue.Name(string(p.sideName(s))))),
			Side:  s,
			Count: p.Cards.Count(p.hand(s)),
		}
		for _, c := range p.held(s) {
			pile.Pieces = append(pile.Pieces, board.Piece{Side: s, Symbol: "card", Label: c.String(),
				Title: said.Say("card." + c.String())})
		}
		b.Piles = append(b.Piles, pile)
	}
	return b
}

// cellSize is the side of a cell of the map of the march.
const cellSize = 10

// cellTerrain are the words of package board for territories.
var cellTerrain = [setup.NumTerritories]string{"clear", "orchard", "sea", "mountain", "woods", "palm-grove", "rough"}

// march draws the map of the march.
func (p *Position) march(b *board.Board, events []engine.Event) {
	b.Max = board.Point{X: int(setup.NumDensities) * cellSize, Y: len(p.grid.Lines) * cellSize}
	b.Cell = cellSize / 2
	b.Ruler = board.Ruler{Length: board.Point{X: cellSize}, Unit: "cell"}
	for _, c := range p.cells() {
		x, y := int(c.Density)*cellSize, c.Line*cellSize
		r := board.Region{ID: c.String(), Center: centreOf(c), Outline: rectOutline(Rect{x, y, cellSize, cellSize})}
		var names []tongue.Text
		for t := range setup.NumTerritories {
			if p.is(c, t) {
				r.Terrain = cellTerrain[t]
				names = append(names, term(t.String()))
			}
		}
		r.Name = tongue.List(names, "/")
		b.Regions = append(b.Regions, r)
	}
	if p.Site.Known {
		b.Pieces = append(b.Pieces, board.Piece{At: centreOf(p.Site.Pawn), Region: p.Site.Pawn.String(),
			Side: board.Nobody, Symbol: "army", Label: strconv.Itoa(p.Site.Day)})
	}
	for _, e := range events {
		from, okF := p.parseCell(e.Get("from"))
		to, okT := p.parseCell(e.Get("to"))
		if e.Kind == "day" && okF && okT && from != to {
			b.Arrows = append(b.Arrows, board.Arrow{Kind: "move", Side: p.sideNo(e.By),
				Line: []board.Point{centreOf(from), centreOf(to)}})
		}
	}
}

func centreOf(c Cell) board.Point {
	return board.Point{X: int(c.Density)*cellSize + cellSize/2, Y: c.Line*cellSize + cellSize/2}
}

func rectOutline(r Rect) []board.Point {
	return []board.Point{{X: r.X, Y: r.Y}, {X: r.X + r.W, Y: r.Y}, {X: r.X + r.W, Y: r.Y + r.H}, {X: r.X, Y: r.Y + r.H}}
}

// kindTerrain are the words of package board for kinds of terrain.
var kindTerrain = [setup.NumKinds]string{setup.OpenArea: "clear", setup.Hills: "hill", setup.RockyGround: "rough",
	setup.Brush: "orchard", setup.PloughedFields: "orchard", setup.TallCrops: "orchard", setup.Village: "village",
	setup.BoundariedFields: "orchard", setup.Orchards: "orchard", setup.Vineyards: "vineyard", setup.Town: "town",
	setup.Woods: "woods", setup.Gully: "rough", setup.Marsh: "marsh", setup.Mountains: "mountain",
	setup.Forest: "woods",
	setup.Swamp:  "marsh", setup.SandyGround: "rough", setup.Wadi: "rough", setup.SandDunes: "hill",
	setup.TerrainedHills: "hill", setup.ImpassableHills: "mountain", setup.DeepWater: "pond"}

// tableTop draws the table: the reader's rear edge is below, the Defender's for everybody
// else.
func (p *Position) tableTop(b *board.Board, side int) {
	if side < 0 {
		side = p.Defender
	}
	// drawn is a rectangle of the Defender's view as it is drawn, y downwards.
	drawn := func(r Rect) Rect {
		r = p.seen(side, r)
		return Rect{r.X, p.format.Depth - r.Y - r.H, r.W, r.H}
	}
	b.Max = board.Point{X: p.format.Width, Y: p.format.Depth}
	b.Cell = 2 * bw
	b.Ruler = board.Ruler{Length: board.Point{X: bw}, Unit: "base-width"}
	whole := p.table()
	b.Regions = append(b.Regions, board.Region{Outline: rectOutline(whole), Center: middle(whole), Terrain: "clear"})
	for _, pc := range p.Pieces {
		if pc.Fate != Placed {
			continue
		}
		r := drawn(pc.At)
		b.Regions = append(b.Regions, board.Region{Outline: rectOutline(r), Center: middle(r),
			Terrain: kindTerrain[pc.Ground.Kind], Name: groundName(pc.Ground.String())})
	}
	b.Edges = p.zoneEdges()
	for s := range p.Armies {
		p.armyPieces(b, s, drawn)
	}
}

func middle(r Rect) board.Point { return board.Point{X: r.X + r.W/2, Y: r.Y + r.H/2} }

// zoneEdges are the limits of both deployment zones and of the flank sectors.
func (p *Position) zoneEdges() (edges []board.Edge) {
	w, d := p.format.Width, p.format.Depth
	for _, y := range []int{p.zoneDepth(), d - p.zoneDepth()} {
		edges = append(edges, board.Edge{Kind: "deployment-zone", Line: []board.Point{{X: 0, Y: y}, {X: w, Y: y}}})
	}
	for _, x := range []int{p.format.Sector, w - p.format.Sector} {
		edges = append(edges, board.Edge{Kind: "flank-sector", Line: []board.Point{{X: x, Y: 0}, {X: x, Y: d}}})
	}
	return edges
}

// armyPieces are the camp, unit groups, ambush cards and generals of a side.
func (p *Position) armyPieces(b *board.Board, s int, drawn func(Rect) Rect) {
	a := &p.Armies[s]
	if a.Camp.laid() {
		b.Pieces = append(b.Pieces, board.Piece{At: middle(drawn(a.Camp)), Side: s, Symbol: "camp"})
	}
	for g := range a.Groups {
		if at := a.Groups[g].At; at.laid() {
			b.Pieces = append(b.Pieces, p.groupPiece(s, g, middle(drawn(at))))
		}
	}
	for i, x := range a.Ambushes {
		piece := board.Piece{At: middle(drawn(x.At)), Side: s, Symbol: "marker", Label: "?"}
		if x.Group != Masked {
			piece = p.groupPiece(s, x.Group, piece.At)
		}
		piece.Note = said.Say("board.ambush", tongue.Number("n", i+1))
		b.Pieces = append(b.Pieces, piece)
	}
	for g := range a.Generals {
		at := a.Generals[g]
		if a.marching(g) && a.Camp.laid() {
			at = Rect{X: a.Camp.X + a.Camp.W/2, Y: a.Camp.Y + a.Camp.H/2}
		}
		if at.X >= 0 {
			b.Pieces = append(b.Pieces, board.Piece{ID: p.generalID(s, g), Name: troops(p.roster(s).Generals[g].Name),
				At: middle(drawn(at)), Side: s, Symbol: "leader"})
		}
	}
}

// groupPiece is a unit group on the table.
func (p *Position) groupPiece(s, g int, at board.Point) board.Piece {
	ro := &p.roster(s).Groups[g]
	symbol := []string{"infantry", "cavalry", "artillery"}[ro.Arm]
	if ro.Skirmisher || ro.Has(setup.Light) {
		symbol = "light-" + symbol
	}
	general := ro.General
	if c := p.Armies[s].Command[g]; c >= 0 {
		general = c
	}
	under := p.roster(s).Generals[general].Name
	return board.Piece{ID: p.groupID(s, g), Name: troops(ro.Name), At: at, Side: s, Symbol: symbol,
		Band: under, Under: troops(under), Active: slices.Contains(p.Armies[s].pool(), g)}
}
