package jdg

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// Chart is the map as a side sees it after the events of a step: ground,
// places, goals, counters from the bottom of each stack to the top, and an
// arrow for each movement, fire and attack. pos is that side's view.
func (rs *Ruleset) Chart(pos engine.Position, events []engine.Event, side engine.Side) hex.Chart {
	p := pos.(*Position)
	m := p.sc.Map
	c := hex.Chart{Cols: m.Cols, Rows: m.Rows, Lines: p.sc.Ground.Roads}
	c.Title = p.sc.Title + ", turn " + strconv.Itoa(p.Turn)
	if when := clockOf(p.sc, p.Turn); when != "" {
		c.Title += " (" + when + ")"
	}
	for _, h := range m.Hexes() {
		at := m.At(h)
		c.Cells = append(c.Cells, hex.Cell{Hex: h, Terrain: at.Terrain.String(), Level: int(at.Level), Name: at.Name, Mark: p.mark(h)})
		for d, set := range at.Sides {
			if n := h.Neighbor(hex.Dir(d)); m.On(n) && h.Less(n) {
				c.Sides = append(c.Sides, sidesOf(hex.EdgeOf(h, n), set)...)
			}
		}
	}
	c.Counters = p.counters()
	c.Arrows = p.arrows(engine.Visible(events, side))
	return c
}

func sidesOf(e hex.Edge, set setup.SideSet) []hex.Side {
	var out []hex.Side
	for k := range setup.NumSideKinds {
		if set.Has(k) {
			out = append(out, hex.Side{Edge: e, Kind: k.String()})
		}
	}
	return out
}

// mark is what a hex means for the game: a goal with the most that it is
// worth to a side, or an entry hex with the turn of an arrival to come.
func (p *Position) mark(h hex.Hex) string {
	for _, g := range p.sc.Goals {
		if g.Hex == h {
			return "objective " + strconv.Itoa(max(g.VP[0], g.VP[1]))
		}
	}
	for i, e := range p.sc.Entries {
		if e.Hex == h && p.comesIn(i, -1) {
			return "entry turn " + strconv.Itoa(e.Turn)
		}
	}
	return ""
}

// counters lists the counters hex by hex.
func (p *Position) counters() []hex.Counter {
	var out []hex.Counter
	active := p.activated(p.Drawn)
	for _, h := range p.sc.Map.Hexes() {
		stack := p.stack(h)
		slices.Reverse(stack)
		for _, u := range stack {
			spec, un, v := p.spec(u), &p.Units[u], p.values(u)
			c := hex.Counter{
				Hex: h, ID: spec.ID, Side: spec.Side, Arm: spec.Arm.String(), Heavy: spec.Heavy, Strength: strconv.Itoa(v.SP),
				Rating: strconv.Itoa(v.Cohesion), Stripe: spec.Form, Facing: un.Facing, Faces: !un.Square && un.State < setup.Routed,
				Active: p.Phase == ActivationPhase && slices.Contains(active, p.form(u)),
			}
			switch {
			case un.Square:
				c.State = "square"
			case un.State != setup.Ordered:
				c.State = un.State.String()
			}
			out = append(out, c)
		}
		for i, l := range p.sc.Leaders {
			if p.Leaders[i].Hex == h {
				out = append(out, hex.Counter{Hex: h, ID: l.ID, Side: l.Side, Arm: "cmd"})
			}
		}
	}
	return out
}

// arrowKinds says how each kind of movement is drawn.
var arrowKinds = map[string]string{
	"move": "move", "march": "move", "enter": "move", "advance": "move", "pursue": "move", "recall": "move", "commander": "move",
	"charge": "charge", "evade": "retreat", "retire": "retreat", "retreat": "retreat", "rout-move": "rout",
}

// arrows lists the arrows of the events, each once; the steps of one unit in
// one movement make one arrow.
func (p *Position) arrows(events []engine.Event) []hex.Arrow {
	at := p.startHexes(events)
	var out []hex.Arrow
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
			if i := last[id] - 1; i >= 0 && out[i].Kind == kind && out[i].Path[len(out[i].Path)-1] == path[0] {
				out[i].Path = append(slices.Clone(out[i].Path), path[1:]...)
			} else {
				out = append(out, hex.Arrow{Kind: kind, Side: side, Path: path})
				last[id] = len(out)
			}
			at[id] = path[len(path)-1]
		}
	}
	return distinct(out)
}

// distinct drops copies: units that went together, guns that fired together;
// and what leads nowhere.
func distinct(as []hex.Arrow) []hex.Arrow {
	var out []hex.Arrow
	for _, a := range as {
		if len(a.Path) > 1 && !slices.ContainsFunc(out, func(b hex.Arrow) bool { return b.Kind == a.Kind && slices.Equal(a.Path, b.Path) }) {
			out = append(out, a)
		}
	}
	return out
}

// between is a straight arrow; it has no path if one end is not known.
func between(kind string, side int, from, to hex.Hex) hex.Arrow {
	if from == hex.None {
		return hex.Arrow{}
	}
	return hex.Arrow{Kind: kind, Side: side, Path: []hex.Hex{from, to}}
}

// onMapPart is a way without what lies off the map.
func onMapPart(path []hex.Hex) []hex.Hex {
	return slices.DeleteFunc(path, func(h hex.Hex) bool { return h == hex.None })
}

// startHexes is where each unit stood before the events: where its first
// movement began or, if it did not move, where it is.
func (p *Position) startHexes(events []engine.Event) map[string]hex.Hex {
	at := map[string]hex.Hex{}
	for u := range p.Units {
		at[p.spec(u).ID] = p.Units[u].Hex
	}
	seen := map[string]bool{}
	for _, e := range events {
		if id := e.Get("unit"); e.Get("path") != "" && !seen[id] {
			at[id], seen[id] = pathOf(e)[0], true
		}
	}
	return at
}
