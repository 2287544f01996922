package jdg

import (
	"fmt"
	"slices"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// gait is a kind of voluntary movement.
type gait uint8

const (
	normalGait gait = iota // [4.1.1, 4.1.2]
	marchGait              // forced march [4.1.3]
	chargeGait             // charge movement [9.1]
	evadeGait              // retire before combat [8.8.1-m]
)

// walk is what does not change while a unit, or a stack that moves as one,
// looks for its way. The hexes that it enters are judged one by one; whether
// it may stay where it ends is left to mayStack.
type walk struct {
	p    *Position
	us   []int
	side int
	gait gait
	from hex.Hex // hex.None: from off the map, through gate
	gate hex.Hex // entry hex [5.2.2]
	mp   int     // the most that may be spent

	held       []int // enemy units in whose ZOC it starts
	beside     []int // enemy units next to which a charge starts
	away       []int // friendly units that make way before it begins
	guns       bool  // artillery is among the units
	disordered bool
	spiritless bool // of a demoralised formation
	renforts   bool // all carry the Renfort marker
	contact    int  // extra MP for entering an enemy ZOC
	night      bool
	column     int     // what the entry hex is multiplied by [5.2.2-c]
	near       cellSet // of an enemy, for forced marches
	spots      *spots  // of its last search
}

// newWalk prepares a walk of units that stand in one hex, or off the map.
func (p *Position) newWalk(us []int, g gait, mp int) walk {
	w := walk{
		p: p, us: us, side: p.side(us[0]), gait: g, from: p.unit(us[0]).Hex,
		mp: mp, renforts: true, column: 1,
	}
	if w.from != hex.None {
		w.held = p.zocUnits(w.from, 1-w.side)
	}
	for _, u := range us {
		un := p.unit(u)
		w.guns = w.guns || p.sc.Units[u].Arm == setup.Artillery
		w.disordered = w.disordered || un.State == setup.Disordered
		w.spiritless = w.spiritless || p.formAt(p.form(u)).Demoralised
		w.renforts = w.renforts && un.Renfort
	}
	switch t := p.turn(); {
	case t.Night:
		w.contact, w.night = 2, true
	case t.Fog:
		w.contact = 1
	}
	if w.disordered {
		w.contact++
	}
	switch g {
	case marchGait:
		w.near = p.nearMap(w.side, 5)
	case chargeGait:
		for _, n := range w.from.Neighbors() {
			if p.sideAt(n) == 1-w.side {
				w.beside = append(w.beside, p.stack(n)...)
			}
		}
	}
	return w
}

// nearMap marks the cells within n hexes of a unit of the other side than s.
func (p *Position) nearMap(s, n int) cellSet {
	m := p.sc.Map
	near := newCellSet(m)
	column := func(top hex.Hex, rows int) {
		if top.Col < 1 || int(top.Col) > m.Cols {
			return
		}
		base, first := (int(top.Col)-1)*m.Rows-1, max(1, int(top.Row))
		near.addRange(base+first, min(int(top.Row)+rows-1, m.Rows)-first+1)
	}
	for u := range p.sc.Units {
		if !p.onMap(u) || p.side(u) == s {
			continue
		}
		h := p.unit(u).Hex
		right := hex.Hex{Col: h.Col, Row: h.Row - int8(n)}
		left := right
		column(right, 2*n+1)
		for i := 1; i <= n; i++ {
			right, left = right.Neighbor(hex.SE), left.Neighbor(hex.SW)
			column(right, 2*n+1-i)
			column(left, 2*n+1-i)
		}
	}
	return near
}

// ground is what a walk finds in a hex and around it.
type ground uint16

const (
	looked   ground = 1 << iota
	foe             // an enemy unit in it
	friend          // a friendly unit that does not walk along
	footing         // a friendly infantry or cavalry unit among them
	squares         // a friendly unit in square
	guns            // friendly artillery
	adjacent        // next to an enemy unit
	control         // in an enemy ZOC
	heldBy          // in the ZOC of a unit in whose ZOC the walk began, or next to which a charge did
	frontOf         // in the ZOC and a front hex of an enemy unit
	locked          // an enemy entry hex or next to one
	close5          // within 5 hexes of an enemy unit, for forced marches
)

// look judges a hex, once per search.
func (w *walk) look(h hex.Hex) ground {
	var at *spot
	if w.spots != nil {
		at = w.spots.at(h)
	}
	if at != nil && at.seen != 0 {
		return at.seen
	}
	g := looked | w.inside(h) | w.around(h)
	if w.near != nil && w.near.has(w.p.cell(h)) {
		g |= close5
	}
	if w.p.entryLocked(h, w.side) {
		g |= locked
	}
	if at != nil {
		at.seen = g
	}
	return g
}

// inside looks at the units of a hex.
func (w *walk) inside(h hex.Hex) (g ground) {
	for u := w.p.topUnit(h); u >= 0; u = w.p.below(u) {
		switch {
		case w.p.side(u) != w.side:
			return foe
		case h == w.from && slices.Contains(w.us, u), slices.Contains(w.away, u):
			continue
		}
		g |= friend
		if w.p.sc.Units[u].Arm == setup.Artillery {
			g |= guns
		} else {
			g |= footing
		}
		if w.p.unit(u).Square {
			g |= squares
		}
	}
	return g
}

// around looks for enemies next to a hex.
func (w *walk) around(h hex.Hex) (g ground) {
	p := w.p
	if !p.maybeBeside(h) {
		return 0
	}
	for _, d := range hex.Dirs {
		n := h.Neighbor(d)
		if e := p.sideAt(n); e < 0 || e == w.side {
			continue
		}
		g |= adjacent
		for u := p.topUnit(n); u >= 0; u = p.below(u) {
			if !p.controls(u) || !p.zocCrosses(p.sc.Units[u].Arm, n, d.Turn(3)) {
				continue
			}
			g |= control
			if p.fronts(u, d.Turn(3)) {
				g |= frontOf
			}
			if slices.Contains(w.held, u) || slices.Contains(w.beside, u) {
				g |= heldBy
			}
		}
	}
	return g
}

// enter judges the step from a hex in direction d: its cost, and whether the
// walk has to stop there, or the clause that forbids it and why.
func (w *walk) enter(from hex.Hex, d hex.Dir) (mp int, stop bool, rule, why string) {
	to := from.Neighbor(d)
	if !w.p.sc.Map.On(to) {
		return 0, false, "4.4.1-h", "it lies off the map"
	}
	g := w.look(to)
	if rule, why = w.barred(g, from == w.from); rule != "" {
		return 0, false, rule, why
	}
	if w.gait == chargeGait {
		if rule, why = w.chargeBarred(from, d); rule != "" {
			return 0, false, rule, why
		}
	}
	for _, u := range w.us {
		cost, ok := w.p.terrainCost(w.p.sc.Units[u].Arm, from, d, g&adjacent == 0)
		if !ok {
			rule, why = w.p.impassable(w.p.sc.Units[u].Arm, from, d)
			return 0, false, rule, why
		}
		mp = max(mp, cost)
	}
	if len(w.held) > 0 && from == w.from {
		mp++ // [6.2.2-j]
	}
	if g&control != 0 {
		mp += w.contact
	}
	return mp, g&(control|close5) != 0, "", ""
}

// barred says which clause keeps the walk out of a hex of this kind; first
// tells its first step.
func (w *walk) barred(g ground, first bool) (rule, why string) {
	switch {
	case g&foe != 0:
		return "5.1.2-a", "an enemy unit is there"
	case g&locked != 0:
		return "5.2.3-a", "it is an enemy entry hex or next to one, and units are still to enter there"
	case w.gait == marchGait && g&friend != 0:
		return "4.1.3-h", "a forced march goes through no hex with a friendly unit"
	case g&close5 != 0 && !w.renforts:
		return "4.1.3-d", "a forced march comes no nearer to the enemy than 6 hexes"
	case w.gait == chargeGait && g&guns != 0:
		return "9.1-j", "a charge enters no hex with friendly artillery"
	case w.night && w.disordered && g&adjacent != 0:
		return "12.1-c", "at night a disordered unit does not go next to an enemy unit"
	case g&control == 0: // the rest is about enemy ZOC
	case w.spiritless:
		return "11.2-c", "units of a demoralised formation enter no enemy zone of control"
	case w.guns && g&footing == 0:
		return "6.2.2-g", "artillery enters an enemy zone of control only where friendly infantry or cavalry already is"
	case first && len(w.held) > 0 && g&frontOf != 0 && w.gait != evadeGait: // it costs a level instead [8.8.1-n]
		return "6.2.2-k", "out of an enemy zone of control no unit goes directly into a front hex of an enemy unit"
	case g&heldBy != 0 && w.gait == chargeGait && first:
		return "9.1-h", "a charge that starts next to an enemy unit leaves its zone of control with the first hex"
	case g&heldBy != 0 && w.gait != chargeGait:
		return "6.2.2-l", "a unit that leaves the zone of control of an enemy unit does not enter it again"
	}
	return "", ""
}

// chargeBarred says whether the ground bars a charge on a step [9.1-l, -m, -n].
func (w *walk) chargeBarred(from hex.Hex, d hex.Dir) (rule, why string) {
	m, t := w.p.sc.Map, w.p.rs.tables
	if t.Hexes[m.At(from.Neighbor(d)).Terrain].BlocksCharge {
		return "9.1-l", "no charge goes through " + m.At(from.Neighbor(d)).Terrain.String()
	}
	if set := m.At(from).Sides[d]; set != 0 {
		return w.p.chargeSide(set)
	}
	return "", ""
}

// chargeSide says whether a hexside bars charges [9.1-m, 9.1-n, 9.1-o]. A
// bridge or ford does so over a river only: over a stream it is no worse than
// the stream.
func (p *Position) chargeSide(set setup.SideSet) (rule, why string) {
	crossed := set.Has(setup.River) && (set.Has(setup.Bridge) || set.Has(setup.Ford))
	for k := range setup.NumSideKinds {
		if !set.Has(k) || !p.rs.tables.Sides[k].BlocksCharge || crossed && k == setup.River ||
			!crossed && (k == setup.Bridge || k == setup.Ford) {
			continue
		}
		if k == setup.Bridge || k == setup.Ford {
			return "9.1-m", "no charge crosses a " + k.String()
		}
		return "9.1-n", "no charge crosses a " + k.String() + " hexside"
	}
	return "", ""
}

// pass is what it costs to go on through a hex that was entered [4.4.3].
func (w *walk) pass(h hex.Hex) (mp int, rule, why string) {
	switch g := w.look(h); {
	case g&friend == 0:
		return 0, "", ""
	case g&squares != 0:
		return 0, "4.4.3-d", "no unit goes through a friendly square"
	}
	return 1, "", ""
}

// entry judges the entry hex for units that come from off the map; along the
// road, if there is one [JDG-Q42].
func (w *walk) entry(h hex.Hex) (mp int, stop bool, rule, why string) {
	g := w.look(h)
	if rule, why = w.barred(g, false); rule != "" {
		return 0, false, rule, why
	}
	c := w.p.sc.Map.At(h)
	road, trail, free := c.Road != [6]bool{}, c.Trail != [6]bool{}, g&adjacent == 0
	for _, u := range w.us {
		arm := w.p.sc.Units[u].Arm
		cost, ok := w.p.rs.tables.HexCost(arm, c.Terrain, road && free, trail && free)
		if !ok { // by road only, which is open next to the enemy too [JDG-Q29]
			cost, ok = w.p.rs.tables.HexCost(arm, c.Terrain, road, trail)
		}
		if !ok {
			return 0, false, "4.3.2-a", groundBars[arm]
		}
		mp = max(mp, cost)
	}
	mp *= w.column
	if g&control != 0 {
		mp += w.contact
	}
	return mp, g&(control|close5) != 0, "", ""
}

// tooDear says how much a way costs that costs more than may be spent. A charge
// has half the movement allowance, whatever the orders.
func (w *walk) tooDear(what string, mp int) (rule, why string) {
	rule, why = "4.4.1-f", fmt.Sprintf("%s %d MP, and it has %d", what, mp, w.mp)
	if w.gait == chargeGait {
		rule, why = "9.1-g", why+" for a charge, half its movement allowance"
	}
	return rule, why
}

// halt is why the walk does not go on from a hex where it has to stop.
func (w *walk) halt() (rule, why string) {
	if w.gait == marchGait {
		return "5.2.1-h", "reinforcements stop where they come within 5 hexes of the enemy"
	}
	return "6.2.2-a", "a unit stops when it enters an enemy zone of control"
}

// follow walks a path of adjacent hexes, whose first hex is where the walk starts, or hex.None
// for off the map. It returns the cost of each hex, or how far the walk came
// and what forbids the next hex.
func (w *walk) follow(path []hex.Hex) (costs []int, rule, why string) {
	costs = make([]int, len(path))
	total, stopped := 0, false
	for i := 1; i < len(path); i++ {
		var mp, extra int
		var stop bool
		if i > 1 {
			if extra, rule, why = w.pass(path[i-1]); rule != "" {
				return costs[:i], rule, why
			}
		}
		if path[i-1] == hex.None {
			mp, stop, rule, why = w.entry(path[i])
		} else {
			d, _ := path[i-1].DirTo(path[i])
			mp, stop, rule, why = w.enter(path[i-1], d)
		}
		switch {
		case rule != "":
			return costs[:i], rule, why
		case stopped:
			rule, why = w.halt()
			return costs[:i], rule, why
		case total+mp+extra > w.mp:
			rule, why = w.tooDear("the way up to there costs", total+mp+extra)
			return costs[:i], rule, why
		}
		costs[i-1] += extra
		costs[i] = mp
		total += mp + extra
		stopped = stop
	}
	return costs, "", ""
}
