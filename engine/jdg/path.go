package jdg

import (
	"slices"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// terrainCost is what the ground asks of an arm for a step from a hex in a
// direction: the hex and its hexside [4.3]. road says that road and trail
// rates may be used: they replace the cost of hex and hexside [4.3.1-a]. A
// road or trail lifts every Z, also where its rate may not be used [4.3.2-b,
// JDG-Q29]; on a slope that costs 2 MP [4.3.1-f, JDG-Q30]. Where a hex can be
// entered by road only there is no other cost than the road's.
func (p *Position) terrainCost(a setup.Arm, from hex.Hex, d hex.Dir, road bool) (mp int, ok bool) {
	m := p.sc.Map
	to := from.Neighbor(d)
	if !m.On(to) {
		return 0, false
	}
	here := m.At(from)
	way := here.Road[d] || here.Trail[d]
	side, climb := 0, 0
	if here.Sides[d] != 0 {
		if side, climb, ok = p.sideCost(a, here.Sides[d], way); !ok {
			return 0, false
		}
	}
	row := &p.rs.tables.Hexes[m.At(to).Terrain]
	cost := row.MP[a]
	if way && (road || cost == setup.NoEntry) {
		if here.Road[d] {
			cost = setup.Cheaper(cost, row.Road)
		}
		if here.Trail[d] {
			cost = setup.Cheaper(cost, row.Trail)
		}
	}
	if way && road {
		side = 0
	}
	return int(cost) + side + climb, cost != setup.NoEntry
}

// sideCost is what a hexside asks of an arm: its normal cost, and the 2 MP for
// a slope that only the road makes passable. A bridge or ford stands for the
// water under it [JDG-Q32].
func (p *Position) sideCost(a setup.Arm, set setup.SideSet, way bool) (mp, climb int, ok bool) {
	crossed := set.Has(setup.Bridge) || set.Has(setup.Ford)
	for k := range setup.NumSideKinds {
		if !set.Has(k) || crossed && (k == setup.Stream || k == setup.River) {
			continue
		}
		cost := p.rs.tables.Sides[k].MP[a]
		switch {
		case cost != setup.NoEntry:
			mp += int(cost)
		case !way:
			return 0, 0, false
		case k == setup.Slope || k == setup.Steep:
			climb = 2
		}
	}
	return mp, climb, true
}

// Why the ground bars an arm. A search asks often, and reads none of it.
var (
	groundBars  = ofArms("the ground there is impassable for ")
	hexsideBars = ofArms("the hexside there is impassable for ")
	gunsClimb   = map[setup.SideKind]string{
		setup.Slope: "artillery crosses a " + setup.Slope.Noun() + " by road or trail only, for 2 MP more",
		setup.Steep: "artillery crosses a " + setup.Steep.Noun() + " by road or trail only, for 2 MP more",
	}
)

// ofArms ends a sentence with each of the arms.
func ofArms(begin string) (all [setup.Artillery + 1]string) {
	for a := range all {
		all[a] = begin + setup.Arm(a).Noun()
	}
	return all
}

// impassable says which clause bars an arm from a step out of a hex, and why:
// the hexside, or the hex behind it.
func (p *Position) impassable(a setup.Arm, from hex.Hex, d hex.Dir) (rule, why string) {
	here := p.sc.Map.At(from)
	set := here.Sides[d]
	if _, _, ok := p.sideCost(a, set, here.Road[d] || here.Trail[d]); ok || !p.sc.Map.On(from.Neighbor(d)) {
		return "4.3.2-a", groundBars[a]
	}
	for _, k := range [...]setup.SideKind{setup.Steep, setup.Slope} {
		switch {
		case !set.Has(k) || p.rs.tables.Sides[k].MP[a] != setup.NoEntry:
		case a == setup.Artillery:
			return "4.3.1-e", gunsClimb[k]
		case k == setup.Steep && a == setup.Cavalry:
			return "4.3.1-d", "cavalry crosses a steep slope by road or trail only, for 2 MP more"
		}
	}
	return "4.3.2-a", hexsideBars[a]
}

// climbs is what hexsides of a kind, slopes or steep ones, cost an arm on a way
// beyond the hexes: the 2 MP of a road or trail that alone makes them passable,
// or their own cost where there is neither [4.3.1-f].
func (p *Position) climbs(a setup.Arm, path []hex.Hex, k setup.SideKind) (mp int) {
	for i := 1; i < len(path); i++ {
		if path[i-1] == hex.None || path[i] == hex.None {
			continue
		}
		d, _ := path[i-1].DirTo(path[i])
		here := p.sc.Map.At(path[i-1])
		if !here.Sides[d].Has(k) {
			continue
		}
		way := here.Road[d] || here.Trail[d]
		var only setup.SideSet
		side, climb, _ := p.sideCost(a, only.With(k), way)
		if way {
			side = 0
		}
		mp += side + climb
	}
	return mp
}

// enterCost is what the ground asks of a unit for the step between adjacent
// hexes, with road and trail rates if road is true [4.3]; ok is false if it
// cannot go there.
func (p *Position) enterCost(u int, from, to hex.Hex, road bool) (mp int, ok bool) {
	d, ok := from.DirTo(to)
	if !ok || !p.sc.Map.On(from) {
		return 0, false
	}
	return p.terrainCost(p.sc.Units[u].Arm, from, d, road)
}

// crossable reports whether the ground alone lets the unit go from a hex into
// an adjacent one [4.3.2, JDG-Q31, JDG-Q71].
func (p *Position) crossable(u int, from, to hex.Hex) bool {
	d, ok := from.DirTo(to)
	return ok && p.sc.Map.On(from) && p.passable(p.sc.Units[u].Arm, from, d)
}

// passable is crossable for an arm, and a direction out of a hex of the map.
func (p *Position) passable(a setup.Arm, from hex.Hex, d hex.Dir) bool {
	_, ok := p.terrainCost(a, from, d, true)
	return ok
}

// anyMP are more MP than a way costs.
const anyMP = 30_000

// field is the result of a search: the cheapest ways from one hex.
type field struct {
	spots spots
	from  hex.Hex // of the walk
	goal  hex.Hex
	todo  []found
	by    []queue   // by MP spent
	order []hex.Hex // hexes reached, the cheapest first

	ends []hex.Hex // those where the walk may end: see destinations
}

// found is a hex to which a search has found a way.
type found struct {
	at   hex.Hex
	next int32 // 1 + index of the next one for as many MP, 0 if there is none
}

// queue are those for as many MP, by the first and the last of them.
type queue struct{ first, last int32 }

// spot is what a search knows about a hex.
type spot struct {
	cost int16  // 1 + MP spent to get there; 0: not reached
	seen ground // 0: not looked at yet
	back int8   // direction back to the hex before; -1 at the start
	stop bool   // the walk ends there
}

// spots holds a spot for each hex near a way.
type spots struct {
	left, top, cols, rows int
	of                    []spot // by column, then row
}

// around makes the spots those of all hexes of the map that lie on a way of at most n
// steps from one hex to another, and of some more, all of them new. Every step costs 1 MP at
// least, so n MP lead to no others.
func (s *spots) around(m *setup.Map, from, to hex.Hex, n int) *spots {
	s.left, s.cols = span(int(from.Col), int(to.Col), n, m.Cols)
	s.top, s.rows = span(int(from.Row), int(to.Row), n, m.Rows)
	if all := s.cols * s.rows; all > cap(s.of) {
		s.of = make([]spot, all)
	} else {
		s.of = s.of[:all]
		clear(s.of)
	}
	return s
}

// span is the first of the columns, or of the rows, that a way of at most n steps passes, and how many
// they are.
func span(from, to, n, most int) (first, many int) {
	low, high := min(from, to), max(from, to)
	aside := max(n-(high-low), 0) / 2 // and back again
	first = max(low-aside, from-n, 1)
	return first, min(high+aside, from+n, most) - first + 1
}

// at returns the spot of a hex, nil if there is none.
func (s *spots) at(h hex.Hex) *spot {
	c, r := int(h.Col)-s.left, int(h.Row)-s.top
	if c < 0 || c >= s.cols || r < 0 || r >= s.rows {
		return nil
	}
	return &s.of[c*s.rows+r]
}

// reached reports whether a search came to h, and for how many MP.
func (s *spots) reached(h hex.Hex) (mp int, ok bool) {
	if at := s.at(h); at != nil && at.cost > 0 {
		return int(at.cost) - 1, true
	}
	return 0, false
}

// ends are the hexes that a search came to, but for the one where it began, column by column.
func (s *spots) ends() []hex.Hex {
	hs := make([]hex.Hex, 0, len(s.of))
	for i, at := range s.of {
		if at.cost > 1 {
			hs = append(hs, hex.Hex{Col: int8(s.left + i/s.rows), Row: int8(s.top + i%s.rows)})
		}
	}
	return hs
}

// way returns the hexes from the start of a search to h, which it reached.
func (s *spots) way(h hex.Hex) []hex.Hex {
	path := append(make([]hex.Hex, 0, 12), h)
	for b := s.at(h).back; b >= 0; b = s.at(h).back {
		h = h.Neighbor(hex.Dir(b))
		path = append(path, h)
	}
	slices.Reverse(path)
	return path
}

// search finds the cheapest ways of a walk, all of them or, with a goal, only
// that to the goal. Of equally cheap ways it keeps the one found first:
// neighbours are tried clockwise from north.
func (w *walk) search(goal hex.Hex) *field {
	return w.searchIn(newField(), goal)
}

func newField() *field { // with room for what a search usually has
	return &field{todo: make([]found, 0, 16), by: make([]queue, 0, 8), order: make([]hex.Hex, 0, 24)}
}

// searchIn is search in the room of a field that nobody looks at any more.
func (w *walk) searchIn(f *field, goal hex.Hex) *field {
	start := w.from
	if start == hex.None {
		start = w.gate
	}
	if goal == hex.None {
		w.spots = f.spots.around(w.p.sc.Map, start, start, 2*w.mp) // there, and as far back
	} else {
		w.spots = f.spots.around(w.p.sc.Map, start, goal, w.mp)
	}
	f.from, f.goal, f.todo, f.by, f.order = w.from, goal, f.todo[:0], f.by[:0], f.order[:0]
	if w.from != hex.None {
		f.put(w.from, 0, -1, false)
	} else if mp, stop, rule, _ := w.entry(w.gate); rule == "" && mp <= w.mp {
		f.put(w.gate, mp, -1, stop)
	}
	for cost := 0; cost < len(f.by); cost++ {
		for i := f.by[cost].first; i > 0; i = f.todo[i-1].next {
			h := f.todo[i-1].at
			if mp, _ := f.reached(h); mp != cost {
				continue
			}
			f.order = append(f.order, h)
			if h == goal {
				return f
			}
			f.expand(w, h, cost)
		}
	}
	return f
}

// put notes a way to a hex, unless there is one that is as cheap.
func (f *field) put(h hex.Hex, cost int, back int8, stop bool) {
	if mp, ok := f.reached(h); ok && mp <= cost {
		return
	}
	s := f.spots.at(h)
	s.cost, s.back, s.stop = int16(cost)+1, back, stop
	for len(f.by) <= cost {
		f.by = append(f.by, queue{})
	}
	f.todo = append(f.todo, found{at: h})
	q, n := &f.by[cost], int32(len(f.todo))
	if q.last > 0 {
		f.todo[q.last-1].next = n
	} else {
		q.first = n
	}
	q.last = n
}

// expand tries the steps of a walk out of a hex.
func (f *field) expand(w *walk, h hex.Hex, cost int) {
	if f.stops(h) {
		return
	}
	extra := 0
	if h != w.from {
		var rule string
		if extra, rule, _ = w.pass(h); rule != "" {
			return
		}
	}
	for _, d := range hex.Dirs {
		n := h.Neighbor(d)
		if mp, ok := f.reached(n); ok && mp <= cost+extra+1 ||
			f.goal != hex.None && cost+extra+1+n.Distance(f.goal) > w.mp {
			continue
		}
		if mp, stop, rule, _ := w.enter(h, d); rule == "" && cost+extra+mp <= w.mp {
			f.put(n, cost+extra+mp, int8(d.Turn(3)), stop)
		}
	}
}

// reached reports whether the search came to h, and for how many MP.
func (f *field) reached(h hex.Hex) (mp int, ok bool) { return f.spots.reached(h) }

// stops reports whether a walk that has come to h, which it reached, ends there.
func (f *field) stops(h hex.Hex) bool { return f.spots.at(h).stop }

// way returns the hexes to h: from where the walk starts, hex.None for off
// the map.
func (f *field) way(h hex.Hex) []hex.Hex {
	path := f.spots.way(h)
	if f.from == hex.None {
		return slices.Insert(path, 0, hex.None)
	}
	return path
}
