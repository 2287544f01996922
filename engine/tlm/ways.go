package tlm

import (
	"slices"
	"strings"

	"berthier/engine/ask"
	"berthier/engine/tlm/setup"
)

// way is what a side has said of an Army or of units for when they retreat [D25].
type way struct {
	piece
	to int // area, or place of an Army, or stays
}

// stays is the place of a way on which nobody goes.
const stays = Inside - 1

// readWay reads PIECE:stay, PIECE:AREA or UNIT:ARMY.
func (p *Position) readWay(word string) (w way, ok bool) {
	what, where, ok := strings.Cut(word, ":")
	l := &line{p: p, v: verbOf("move")}
	if w.piece = l.piece(what); !ok || l.bad != nil {
		return w, false
	}
	if where == "stay" {
		w.to = stays
		return w, true
	}
	w.to, ok = p.findPlace(where)
	return w, ok && w.to >= 0 && (w.army < 0 || p.armyOf(w.to) < 0)
}

// othersWay refuses to say what an Army or a unit of the other side does.
func (p *Position) othersWay(side int, answer string) *ask.Problem {
	for word := range strings.SplitSeq(answer, "+") {
		w, _ := p.readWay(word)
		nation := w.unit.Nation
		if w.army >= 0 {
			nation = p.Armies[w.army].Nation
		}
		if nation.Side() != side {
			what, _, _ := strings.Cut(word, ":")
			return &ask.Problem{Msg: said.Say("fault.not-yours", name("unit", what)),
				Hint: said.Say("hint.standing.ways")}
		}
	}
	return nil
}

// ways is what a side has said for an area.
func (p *Position) ways(side, at int) (all []way) {
	for word := range strings.SplitSeq(p.rule(side, "D25", at, never, ""), "+") {
		if w, ok := p.readWay(word); ok {
			all = append(all, w)
		}
	}
	return all
}

// toldTo is the area to which an Army is told to go, or none.
func toldTo(ways []way, army int) []int {
	if to, said := armyWay(ways, army); said && to != stays {
		return []int{to}
	}
	return nil
}

// armyWay is where an Army is told to go. Nothing is said of most.
func armyWay(ways []way, army int) (to int, said bool) {
	i := slices.IndexFunc(ways, func(w way) bool { return w.army == army })
	if i < 0 {
		return 0, false
	}
	return ways[i].to, true
}

// retreats is a retreat of a side out of an area: who goes, and where to.
type retreats struct {
	rule     string
	side, at int
	ways     []way
	one      int   // the area to which all go, or Nobody: each goes where it can [5.4.1-b, 5.4.2-b]
	wanted   []int // areas, the first first
	kinds    func(setup.Kind) bool
	down     []way     // units that have left their Armies to stay
	later    *Position // when all have gone who go, to see who stays with guns; nil: they are not known yet
	forecast bool      // only that is being found out
}

func (r *run) retreatsOf(rule string, side, at, one int) *retreats {
	return &retreats{rule: rule, side: side, at: at, ways: r.p.ways(side, at), one: one, wanted: r.wanted(side, at),
		kinds: mayRetreat}
}

// goal is where a mover of the retreat goes; first is where it is told to go.
func (r *run) goal(x *retreats, m mover, first ...int) (to int, ok bool) {
	if x.one != Nobody {
		return x.one, r.room(m, x.side, x.one) == nil
	}
	return r.refuge(x.side, x.at, m, append(slices.Clip(first), x.wanted...))
}

// regroup lets units leave their Armies to stay behind, or go into others of the area with which
// they retreat [8.1-c, D25]: all, or those of one Army that has to go. The last unit of an Army stays in it.
// Between Armies that both hold nobody changes.
func (r *run) regroup(x *retreats, army int) {
	p := r.p
	var goes func(army int) bool
	for _, w := range x.ways {
		a := p.armyOf(w.place)
		if w.army >= 0 || p.areaOf(w.place) != x.at || army != Nobody && a != army {
			continue
		}
		if army == Nobody && goes == nil {
			goes = r.going(x)
		}
		if army == Nobody && !goes(a) && !goes(p.armyOf(w.to)) {
			continue
		}
		for range w.n {
			g, ok := p.unitOf(x.side, w.piece)
			if !ok || a >= 0 && p.strength(a) < 2 {
				break
			}
			r.regroupOne(x, g, w)
		}
	}
}

// going says which Armies will have gone after the retreat.
func (r *run) going(x *retreats) func(army int) bool {
	later := r.departed(x, false)
	return func(army int) bool { return army >= 0 && later.Armies[army].Place != x.at }
}

// regroupOne takes one unit into another Army of its area, or out of its own.
func (r *run) regroupOne(x *retreats, g Group, w way) {
	p := r.p
	from, into := p.armyOf(g.Place), p.armyOf(w.to)
	switch {
	case w.to == stays && from >= 0 && p.stack(x.side, x.at) < stacking:
		r.shift("D25", "leave", g.Unit, 1, g.Place, x.at, g.State, State{Used: g.Used})
		x.down = append(x.down, way{piece{army: -1, unit: g.Unit, n: 1, place: x.at}, stays})
	case into >= 0 && into != from && p.Armies[into].Place == x.at && !p.Armies[into].Back && !p.empty(into) &&
		p.takes(g.Unit, into):
		r.shift("D25", "join", g.Unit, 1, g.Place, w.to, g.State, State{Used: g.Used})
	}
}

// takes reports whether an Army takes a unit that retreats with it: there is room in it, and it is in supply [A111].
func (p *Position) takes(u setup.Unit, army int) bool {
	return !p.Armies[army].Oos && p.fits(u, army) == nil
}

// unitOf is a unit that a piece of the side names and that has not retreated, mobile ones first.
func (p *Position) unitOf(side int, pc piece) (g Group, ok bool) {
	pc.n = 1
	movers, bad := p.movers(side, pc)
	if bad != nil || p.moverState(movers[0]).Back {
		return g, false
	}
	return movers[0].group, true
}

// goAlone retreats units that are told to go by themselves, in Armies or not: to an area of
// their own, or into an Army that has retreated before them.
func (r *run) goAlone(x *retreats) {
	p := r.p
	for _, w := range x.ways {
		to, into := p.areaOf(w.to), p.armyOf(w.to)
		if w.army >= 0 || p.areaOf(w.place) != x.at || to < 0 || x.one != Nobody && to != x.one ||
			into >= 0 && !p.Armies[into].Back {
			continue
		}
		for range w.n {
			g, ok := p.unitOf(x.side, w.piece)
			if from := p.armyOf(w.place); !ok || !x.kinds(g.Unit.Kind) || from >= 0 && p.strength(from) < 2 {
				break
			}
			if found, _ := r.refuge(x.side, x.at, mover{army: -1, group: g}, []int{to}); found != to {
				break
			}
			r.retreatUnit(x.rule, g, to)
			if into >= 0 && p.takes(g.Unit, into) { // [A59]
				now := p.retreated(g)
				r.shift("D25", "join", g.Unit, 1, to, w.to, now, State{Used: now.Used})
			}
		}
	}
}

// depart retreats what a side does not hold back: Armies, and separate units too if all is so. It
// returns how many Armies have gone.
func (r *run) depart(x *retreats, all bool) (armies int) {
	p := r.p
	if x.later == nil && !x.forecast {
		x.later = r.departed(x, all)
	}
	r.goAlone(x)
	for _, a := range p.armiesIn(x.side, x.at) {
		to, said := armyWay(x.ways, a)
		if p.Armies[a].Back || p.empty(a) || said && to == stays {
			continue
		}
		armies += boolInt(r.retreatArmy(x, a, toldTo(x.ways, a)...))
	}
	if all {
		r.departUnits(x, func(g Group) bool { return g.Place == x.at })
	}
	return armies
}

// departed is how things stand when all have gone who go.
func (r *run) departed(x *retreats, all bool) *Position {
	later, y := newRun(r.rs, r.p.clone(), nil), *x
	later.dry, y.forecast = true, true
	later.depart(&y, all)
	return later.p
}

// departUnits retreats units one by one, but for those that stay, as long as there is an area for
// them.
func (r *run) departUnits(x *retreats, which func(g Group) bool) {
	p := r.p
	stay := append(slices.Clone(x.ways), x.down...)
	for _, g := range slices.Clone(p.Groups) {
		if g.Unit.Nation.Side() != x.side || p.areaOf(g.Place) != x.at || !p.fighting(g) || !x.kinds(g.Unit.Kind) ||
			!which(g) {
			continue
		}
		for range g.N {
			if i := slices.IndexFunc(stay, func(w way) bool {
				return w.army < 0 && w.to == stays && w.unit == g.Unit && w.place == g.Place && w.n > 0
			}); i >= 0 {
				stay[i].n--
			} else if to, ok := r.goal(x, mover{army: -1, group: g}); ok {
				r.retreatUnit(x.rule, g, to)
			}
		}
	}
}

// nationRank is the place of a nation among those whose units its side wants to lose first.
func (p *Position) nationRank(side, at int, n setup.Nation) int {
	list := strings.Split(p.rule(side, "D15-nation", at, never, ""), "+")
	if i := slices.Index(list, n.String()); i >= 0 {
		return i
	}
	return len(list)
}
