package jdg

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/board"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
	"berthier/engine/tongue"
)

// Map implements engine.Mapper: ground, places, goals, pieces from the bottom of
// each stack to the top, and an arrow for each movement, fire and attack.
func (rs *Ruleset) Map(pos engine.Position, events []engine.Event, side engine.Side) board.Board {
	p := pos.(*Position)
	m := p.sc.Map
	b := board.Board{
		Title: say("title.map", tongue.Words("title", battle(p.sc.Title)), tongue.Number("turn", p.Turn),
			tongue.Words("when", p.clock())),
		Min: board.Point{X: 1, Y: 1}, Max: board.Point{X: 3*m.Cols + 2, Y: 2*m.Rows + 2},
		Cell: 2, Stretch: board.FlatTops,
		Ruler: board.Ruler{Length: board.Point{Y: 2}, Unit: "hex"}, Compass: true,
	}
	if m.Cols == 1 {
		b.Max.Y--
	}
	for _, s := range rs.Sides(p) {
		b.Sides = append(b.Sides, board.Side{Name: string(s)})
	}
	b.Regions, b.Edges = p.ground()
	for _, way := range p.sc.Ground.Roads {
		b.Paths = append(b.Paths, board.Path{Kind: way.Kind, Line: centers(way.Hexes)})
	}
	b.Pieces = p.pieces()
	events = engine.Visible(events, side)
	for _, a := range p.arrows(events) {
		b.Arrows = append(b.Arrows, board.Arrow{Kind: a.kind, Side: a.side, Line: centers(a.path)})
	}
	b.Signs = p.signs(events)
	return b
}

func center(h hex.Hex) board.Point {
	x, y := h.Plane()
	return board.Point{X: x, Y: y}
}

func centers(hs []hex.Hex) []board.Point {
	ps := make([]board.Point, len(hs))
	for i, h := range hs {
		ps[i] = center(h)
	}
	return ps
}

func corner(h hex.Hex, f hex.Facing) board.Point {
	x, y := h.Corner(f)
	return board.Point{X: x, Y: y}
}

// ground lists the hexes, and what lies on their hexsides.
func (p *Position) ground() (regions []board.Region, edges []board.Edge) {
	m := p.sc.Map
	for _, h := range m.Hexes() {
		at := m.At(h)
		r := board.Region{
			ID: h.String(), Outline: make([]board.Point, 6), Center: center(h),
			Terrain: at.Terrain.String(), Level: int(at.Level), Name: tongue.Name(at.Name), Marks: p.marks(h),
		}
		if g := p.goalAt(h); g >= 0 && at.Name == "" && p.sc.Goals[g].Name != r.ID {
			r.Name = tongue.Name(p.sc.Goals[g].Name)
		}
		for i, f := range hex.Facings {
			r.Outline[i] = corner(h, f)
		}
		regions = append(regions, r)
		for d, set := range at.Sides {
			n := h.Neighbor(hex.Dir(d))
			if !m.On(n) || !h.Less(n) {
				continue
			}
			for k := range setup.NumSideKinds {
				if set.Has(k) {
					f := hex.Facing(d)
					line := []board.Point{corner(h, f.Turn(-1)), corner(h, f)}
					edges = append(edges, board.Edge{Kind: k.String(), Line: line, A: h.String(), B: n.String()})
				}
			}
		}
	}
	return regions, edges
}

// marks is what a hex means for the game: a goal with who holds it and its worth to
// each side, or an entry hex with the turn of an arrival to come.
func (p *Position) marks(h hex.Hex) []board.Mark {
	if g := p.goalAt(h); g >= 0 {
		return []board.Mark{{Kind: "star", Side: p.holder(g), Worth: slices.Clone(p.sc.Goals[g].VP[:])}}
	}
	for i, e := range p.sc.Entries {
		if e.Hex == h && p.comesIn(i, -1) {
			return []board.Mark{{Kind: "turn", Text: strconv.Itoa(e.Turn)}}
		}
	}
	return nil
}

// symbols are the words of package board for the arms.
var symbols = [...]string{setup.Infantry: "infantry", setup.Cavalry: "cavalry", setup.Artillery: "artillery"}

// pieces lists units and commanders hex by hex.
func (p *Position) pieces() []board.Piece {
	var out []board.Piece
	active := p.activated(p.Drawn)
	for _, h := range p.sc.Map.Hexes() {
		stack := p.stack(h)
		slices.Reverse(stack)
		for _, u := range stack {
			spec, un, v := p.spec(u), p.unit(u), p.values(u)
			q := board.Piece{
				ID: spec.ID, Name: tongue.Name(spec.Name), At: center(h), Region: h.String(), Side: spec.Side,
				Symbol: symbols[spec.Arm], Label: strconv.Itoa(v.SP),
				Note: tongue.Name(strconv.Itoa(v.Cohesion)), Band: spec.Form,
				Facing: 30 + 60*int(un.Facing), Faces: !un.Square && un.State < setup.Routed,
				Active: p.Phase == ActivationPhase && slices.Contains(active, p.form(u)),
			}
			if spec.Heavy {
				q.Symbol = "heavy-" + q.Symbol
			}
			switch {
			case un.Square:
				q.State = "square"
			case un.State != setup.Ordered:
				q.State = un.State.String()
			}
			out = append(out, q)
		}
		for i, l := range p.sc.Leaders {
			if p.Leaders[i].Hex == h {
				out = append(out, board.Piece{ID: l.ID, Name: tongue.Name(l.Name), At: center(h), Region: h.String(),
					Side: l.Side, Symbol: "commander"})
			}
		}
	}
	return out
}

// arrowKinds says how each kind of movement is drawn.
var arrowKinds = map[string]string{
	"move": "move", "march": "move", "enter": "move", "advance": "move",
	"pursue": "move", "recall": "move", "commander": "move",
	"charge": "charge", "evade": "retreat", "retire": "retreat", "retreat": "retreat", "rout-move": "rout",
}

// arrow is one move or attack, by hexes.
type arrow struct {
	kind string
	side int
	path []hex.Hex
}

// arrows lists the arrows of the events, each once; the steps of one unit in
// one movement make one arrow.
func (p *Position) arrows(events []engine.Event) []arrow {
	at := p.startHexes(events)
	var out []arrow
	last := map[string]int{} // by unit or commander: 1 + its open arrow
	for _, e := range events {
		side := p.sideOf(e.By)
		switch {
		case e.Kind == "fire":
			if h, err := hex.Parse(e.Get("at")); err == nil {
				gun, _, _ := strings.Cut(e.Get("units"), ",")
				out = append(out, between("fire", side, at[gun], h))
			}
		case e.Kind == "combat":
			for id := range strings.SplitSeq(e.Get("attackers"), ",") {
				for _, h := range hexesIn(e.Get("targets")) {
					attack := "shock"
					if charges(e) {
						attack = "charge"
					}
					if at[id].Distance(h) == 1 {
						out = append(out, between(attack, side, at[id], h))
					}
				}
			}
		case e.Get("path") != "":
			kind, id := arrowKinds[e.Kind], e.Get("unit")+e.Get("id")
			path := onMapPart(pathOf(e))
			if i := last[id] - 1; i >= 0 && out[i].kind == kind && out[i].path[len(out[i].path)-1] == path[0] {
				out[i].path = append(slices.Clone(out[i].path), path[1:]...)
			} else {
				out = append(out, arrow{kind, side, path})
				last[id] = len(out)
			}
			at[id] = path[len(path)-1]
		}
	}
	return distinct(out)
}

// distinct drops copies: units that went together, guns that fired together;
// and what leads nowhere.
func distinct(as []arrow) []arrow {
	var out []arrow
	for _, a := range as {
		same := func(b arrow) bool { return b.kind == a.kind && slices.Equal(a.path, b.path) }
		if len(a.path) > 1 && !slices.ContainsFunc(out, same) {
			out = append(out, a)
		}
	}
	return out
}

// between is a straight arrow; it has no path if one end is not known.
func between(kind string, side int, from, to hex.Hex) arrow {
	if from == hex.None {
		return arrow{}
	}
	return arrow{kind, side, []hex.Hex{from, to}}
}

// onMapPart is a way without what lies off the map.
func onMapPart(path []hex.Hex) []hex.Hex {
	return slices.DeleteFunc(path, func(h hex.Hex) bool { return h == hex.None })
}

// startHexes is where each unit stood before the events: where its first
// movement began or, if it did not move, where it is.
func (p *Position) startHexes(events []engine.Event) map[string]hex.Hex {
	at := map[string]hex.Hex{}
	for u := range p.sc.Units {
		at[p.spec(u).ID] = p.unit(u).Hex
	}
	seen := map[string]bool{}
	for _, e := range events {
		if id := e.Get("unit"); e.Get("path") != "" && !seen[id] {
			at[id], seen[id] = pathOf(e)[0], true
		}
	}
	return at
}
