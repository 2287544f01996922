package tlm

import (
	"slices"
	"sort"

	"berthier/engine"
	"berthier/engine/area"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// most units of a side in an area [1.2.2-a].
const stacking = 3

// refusal is why something is not possible: the clause and the reason.
type refusal struct {
	rule string
	why  tongue.Text
	hint tongue.Text
}

func no(rule, key string, args ...tongue.Arg) *refusal {
	return &refusal{rule: rule, why: said.Say(key, args...)}
}

func (f *refusal) but(hint tongue.Text) *refusal {
	f.hint = hint
	return f
}

// fault is the refusal of a line.
func (f *refusal) fault(o *order) engine.Fault {
	return engine.Fault{Kind: engine.Illegal, Line: o.Line, Text: o.Text, Rule: f.rule, Msg: f.why, Hint: f.hint}
}

// areaArg is an argument that names an area.
func (p *Position) areaArg(key string, at int) tongue.Arg {
	if at < 0 {
		return name(key, placeNames[at])
	}
	return tongue.Words(key, p.areaName(at))
}

// areaName is what an area is called. Readers have names of their own for those of the war, as for theatres elsewhere;
// what only the map of an owner has is called as it is there.
func (p *Position) areaName(at int) tongue.Text { return placeName(p.sc.Map.Areas[at].Name) }

func placeName(name string) tongue.Text {
	for _, kind := range []string{"area.", "ground.", "theatre."} {
		if t, ok := said.Read(kind, name); ok {
			return t
		}
	}
	return tongue.Name(name)
}

// pass reports whether the active side has played no card of the Offensive class.
func (p *Position) pass() bool { return p.Offense.Card == "" }

// mover is who moves: an Army, or one unit of a group.
type mover struct {
	army  int // or -1
	group Group
}

// side is that of a mover.
func (p *Position) moverSide(m mover) int {
	if m.army >= 0 {
		return p.Armies[m.army].Nation.Side()
	}
	return m.group.Unit.Nation.Side()
}

// at is where a mover is.
func (p *Position) moverAt(m mover) int {
	if m.army >= 0 {
		return p.Armies[m.army].Place
	}
	return p.areaOf(m.group.Place)
}

// state is that of a mover.
func (p *Position) moverState(m mover) State {
	if m.army >= 0 {
		return p.Armies[m.army].State
	}
	s := m.group.State
	if a := p.armyOf(m.group.Place); a >= 0 {
		s.Mode, s.Back = p.Armies[a].Mode, p.Armies[a].Back // the marker of supply stays on the Army [A111]
	}
	return s
}

// holding reports whether a mover can hold an area.
func (p *Position) holding(m mover) bool {
	if m.army < 0 {
		return p.row(m.group.Unit.Kind).Holds
	}
	return slices.ContainsFunc(p.groupsIn(p.in(m.army)), func(g Group) bool { return p.row(g.Unit.Kind).Holds })
}

// counted reports whether a mover counts for stacking.
func (p *Position) counted(m mover) bool { return m.army < 0 || !p.empty(m.army) }

// left is how many areas a mover can still travel on foot.
func (p *Position) left(m mover) int {
	if m.army < 0 {
		return p.row(m.group.Unit.Kind).Move - int(m.group.Used)
	}
	n := 1 - int(p.Armies[m.army].Used)
	for _, g := range p.groupsIn(p.in(m.army)) {
		n = min(n, p.row(g.Unit.Kind).Move-int(g.Used))
	}
	return n
}

// movers are the units that a piece of a line names, one by one; fewer if there are not so
// many. Mobile ones come before Entrenched ones, those that have travelled least first.
func (p *Position) movers(side int, pc piece) (all []mover, bad *refusal) {
	if pc.army >= 0 {
		if p.Armies[pc.army].Nation.Side() != side || p.Armies[pc.army].Place < 0 {
			return nil, no("2.II.1-b", "fault.no-army", name("army", p.armyID(pc.army)))
		}
		return []mover{{army: pc.army}}, nil
	}
	var groups []Group
	for _, g := range p.groupsIn(pc.place) {
		if g.Unit == pc.unit && (!pc.dug || g.Dug) && pc.unit.Nation.Side() == side {
			groups = append(groups, g)
		}
	}
	sort.SliceStable(groups, func(i, j int) bool {
		if a, b := groups[i], groups[j]; a.Dug == b.Dug {
			return a.Used < b.Used
		}
		return groups[j].Dug
	})
	for _, g := range groups {
		for range g.N {
			if len(all) < pc.n {
				one := g
				one.N = 1
				all = append(all, mover{army: -1, group: one})
			}
		}
	}
	if len(all) < pc.n {
		return nil, no("2.II.1-b", "fault.few", name("piece", pc.text), tongue.Number("n", len(all)))
	}
	return all, nil
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// goTo moves a mover to an area: to another area, in a way of moving.
func (r *run) goTo(rule string, m *mover, to, areas int, mode Mode, kv ...string) {
	now := r.p.moverState(*m)
	now.Dug = false
	now.Used, now.Mode = int8(min(int(now.Used)+areas, mostUsed)), mode
	if m.army >= 0 {
		r.t.marched = append(r.t.marched, m.army)
		r.army(rule, "march", m.army, to, now, areas, kv...)
	} else {
		from := r.p.armyOf(m.group.Place)
		r.shift(rule, "move", m.group.Unit, 1, m.group.Place, to, m.group.State, now, kv...)
		m.group.Place, m.group.State = to, now
		if from >= 0 {
			r.emptied(from)
		}
	}
	r.settle(rule)
}

// mayMove says why a mover cannot move at all in this Player Turn in a way.
func (r *run) mayMove(m mover, mode Mode) *refusal {
	s := r.p.moverState(m)
	fresh := s.Used == 0 && s.Mode == OnFoot && (m.army < 0 || r.p.left(m) > 0)
	switch {
	case s.Back:
		return no("5.4-b", "fault.back")
	case s.Mode != OnFoot, mode != OnFoot && (s.Used > 0 || r.p.carriesMoved(m)):
		return no("4.4-d", "fault.mixed")
	case r.p.pass() && (fresh || r.carried(m)) && mode != FromReserves && r.t.moved >= 1 && !r.goesOn(m):
		return no("2.II.1-d", "fault.one-unit")
	}
	return nil
}

// carriesMoved reports whether a mover is an Army with a unit in it that has travelled.
func (p *Position) carriesMoved(m mover) bool {
	return m.army >= 0 && slices.ContainsFunc(p.groupsIn(p.in(m.army)), func(g Group) bool { return g.Used > 0 })
}

// carried reports whether a mover is in an Army that has moved: out of it it is another unit [2.II.1-d].
func (r *run) carried(m mover) bool {
	return m.army < 0 && slices.Contains(r.t.marched, r.p.armyOf(m.group.Place))
}

// goesOn reports whether a mover is the unit that has left its Army in this Pass, and is still the same one [A130].
func (r *run) goesOn(m mover) bool {
	return m.army < 0 && r.t.left.n > 0 && m.group.Unit == r.t.left.unit && m.group.Place == r.t.left.place &&
		m.group.Used == 0
}

// moved counts a mover for a Pass.
func (r *run) moved(m mover, mode Mode) {
	if s := r.p.moverState(m); (s.Used == 0 && s.Mode == OnFoot || r.carried(m)) && mode != FromReserves {
		r.t.moved++
		r.t.left = piece{}
	}
}

// walk moves a mover to an adjacent area [4.2].
func (r *run) walk(m *mover, to int) *refusal {
	p := r.p
	side, from := p.moverSide(*m), p.moverAt(*m)
	if from == Lost { // its first area was no place for an Empty Army
		return no("8.1-k", "fault.no-army", name("army", p.armyID(m.army)))
	}
	if f := r.mayMove(*m, OnFoot); f != nil {
		return f
	}
	if from == East || to == East {
		return r.toAndFromEast(m, to)
	}
	switch {
	case p.left(*m) < 1 && p.Areas[from].Fresh && p.moverState(*m).Used == mostUsed:
		return no("A91", "fault.stops", p.areaArg("at", from))
	case p.left(*m) < 1:
		return no("4.1-c", "fault.spent")
	case from == p.england() || to == p.england():
		return no("A129", "fault.england").but(said.Say("hint.sea"))
	case !p.areaMap().Touch(from, to):
		return no("4.1-a", "fault.apart", p.areaArg("from", from), p.areaArg("to", to))
	}
	if f := r.mayEnter(*m, from, to); f != nil {
		return f
	}
	assault := !p.friendly(side, to) && !p.contested(to) && p.holds(1-side, to)
	r.moved(*m, OnFoot)
	areas := 1
	if assault { // it stops there [A91]
		areas = mostUsed
		r.t.assaults++
	}
	r.goTo("4.1-a", m, to, areas, OnFoot)
	return nil
}

// mayEnter says why a mover cannot go from an area to another one beside it.
func (r *run) mayEnter(m mover, from, to int) *refusal {
	p := r.p
	side := p.moverSide(m)
	enemy := p.friendly(1-side, to) || p.neutral(to)
	switch {
	case p.neutral(from):
		return no("4.2-f", "fault.neutral", p.areaArg("at", from))
	case p.neutral(to) && !p.sc.Opens(to, side):
		return no("4.2-f", "fault.neutral", p.areaArg("at", to))
	case enemy && p.pass():
		return no("2.II.1-e", "fault.pass-enemy", p.areaArg("to", to))
	case enemy && !p.friendly(side, from):
		return no("4.2-b", "fault.contested-enemy", p.areaArg("from", from), p.areaArg("to", to))
	case enemy && p.holds(1-side, to) && !p.holding(m):
		return no("A92", "fault.cannot-hold", p.areaArg("to", to))
	case enemy && p.holds(1-side, to) && p.Offense.Card == setup.Limited.String() && r.t.assaults > 0:
		return no("9.1.2-b", "fault.limited")
	}
	return r.room(m, side, to)
}

// room says that an area is full [1.2.2-d].
func (r *run) room(m mover, side, to int) *refusal {
	if r.p.counted(m) && r.p.stack(side, to) >= stacking {
		return no("1.2.2-d", "fault.full", r.p.areaArg("to", to), tongue.Number("most", stacking))
	}
	return nil
}

// toAndFromEast moves a German unit to the EFT box or back [3.2.8, A130].
func (r *run) toAndFromEast(m *mover, to int) *refusal {
	p := r.p
	switch {
	case p.moverSide(*m) != setup.German || m.army >= 0:
		return no("A130", "fault.east-who")
	case r.t.rails >= mostRails:
		return no("4.4-e", "fault.rails", tongue.Number("most", mostRails))
	case p.moverState(*m).Used > 0:
		return no("A130", "fault.spent")
	}
	k := m.group.Unit.Kind
	if to == East {
		at := p.moverAt(*m)
		switch {
		case !p.row(k).Infantry && k != setup.Cavalry && k != setup.Artillery:
			return no("A130", "fault.east-who")
		case !p.source(setup.German, at) || !p.friendly(setup.German, at) || p.Areas[at].Began != GermanArea:
			return no("A130", "fault.east-where")
		}
	} else {
		if !p.source(setup.German, to) || !p.friendly(setup.German, to) {
			return no("A130", "fault.east-where")
		}
		if f := r.room(*m, setup.German, to); f != nil {
			return f
		}
	}
	r.moved(*m, ToTheEast)
	r.t.rails++
	r.goTo("A130", m, to, 1, ToTheEast)
	return nil
}

const (
	mostRails   = 2 // units by Rail Movement in a Player Turn [4.4-e]
	railReach   = 3 // areas of Rail Movement [4.4-a]
	mostLeaps   = 2 // units by Strategic Movement [4.5-e]
	firstLeaps  = 1 // and in the first Season Turn
	mostStraits = 1 // units by Sea Movement [4.6-b]
)

// rail moves by Rail Movement [4.4].
func (r *run) rail(m *mover, to int) *refusal {
	p := r.p
	side, from := p.moverSide(*m), p.moverAt(*m)
	if f := r.mayMove(*m, ByRail); f != nil {
		return f
	}
	own := func(a int) bool {
		return p.friendly(side, a) && p.Areas[a].Began == Control(side) &&
			(!p.counted(*m) || p.stack(side, a) < stacking)
	}
	switch {
	case r.t.rails >= mostRails:
		return no("4.4-e", "fault.rails", tongue.Number("most", mostRails))
	case from < 0:
		return no("A130", "fault.east-where")
	case from == p.england() || to == p.england():
		return no("A129", "fault.england")
	case !p.friendly(side, from) || p.Areas[from].Began != Control(side) || !p.friendly(side, to) ||
		p.Areas[to].Began != Control(side):
		return no("4.4-b", "fault.rail", p.areaArg("to", to))
	}
	if f := r.room(*m, side, to); f != nil {
		return f
	}
	way := p.wayTo(from, to, railReach, own)
	switch {
	case way != nil:
	case p.wayTo(from, to, railReach, func(int) bool { return true }) != nil: // it is near, but all ways are barred
		return no("4.4-b", "fault.rail", p.areaArg("to", to))
	default:
		return no("4.4-a", "fault.rail-far", p.areaArg("to", to), tongue.Number("most", railReach))
	}
	r.moved(*m, ByRail)
	r.t.rails++
	r.goTo("4.4-a", m, to, len(way)-1, ByRail)
	return nil
}

// wayTo is a way from an area to another, or nil.
func (p *Position) wayTo(from, to, most int, pass func(int) bool) area.Way {
	for _, w := range p.areaMap().Reach(from, most, pass) {
		if w.To() == to {
			return w
		}
	}
	return nil
}

// leap moves by Strategic Movement [4.5].
func (r *run) leap(m *mover, to int) *refusal {
	p := r.p
	side, from := p.moverSide(*m), p.moverAt(*m)
	if f := r.mayMove(*m, Strategic); f != nil {
		return f
	}
	most := mostLeaps
	if p.Turn == 1 {
		most = firstLeaps
	}
	own := func(a int) bool {
		return a >= 0 && p.source(setup.Allied, a) && p.friendly(side, a) && p.Areas[a].Began == AlliedArea
	}
	switch {
	case side != setup.Allied:
		return no("4.5-a", "fault.leap-who")
	case r.t.leaps >= most:
		return no("4.5-e", "fault.leaps", tongue.Number("most", most))
	case !own(from) || !own(to) || from == to:
		return no("4.5-b", "fault.leap", p.areaArg("from", from), p.areaArg("to", to))
	}
	if f := r.room(*m, side, to); f != nil {
		return f
	}
	r.moved(*m, Strategic)
	r.t.leaps++
	r.goTo("4.5-b", m, to, 1, Strategic)
	return nil
}

// sail moves by Sea Movement [4.6].
func (r *run) sail(m *mover, to int) *refusal {
	p := r.p
	from, england := p.moverAt(*m), p.england()
	nation := m.group.Unit.Nation
	if m.army >= 0 {
		nation = p.Armies[m.army].Nation
	}
	if f := r.mayMove(*m, BySea); f != nil {
		return f
	}
	port := func(a int) bool {
		return a >= 0 && p.source(setup.Allied, a) && p.areaMap().Areas[a].Coast &&
			(p.friendly(setup.Allied, a) || p.contested(a))
	}
	switch {
	case nation != setup.UK, m.army >= 0 && p.carriesGuests(m.army):
		return no("A72", "fault.sea-who")
	case r.t.straits >= mostStraits:
		return no("4.6-b", "fault.straits")
	case !(from == england && port(to)) && !(port(from) && to == england):
		return no("4.6-c", "fault.sea", p.areaArg("from", from), p.areaArg("to", to))
	}
	if f := r.room(*m, setup.Allied, to); f != nil {
		return f
	}
	r.moved(*m, BySea)
	r.t.straits++
	r.goTo("4.6-c", m, to, 1, BySea)
	return nil
}

// carriesGuests reports whether units of another nation are in an Army [8.1-b].
func (p *Position) carriesGuests(army int) bool {
	return slices.ContainsFunc(p.groupsIn(p.in(army)), func(g Group) bool {
		return g.Unit.Nation != p.Armies[army].Nation
	})
}

// fromReserves plays Strategic Reserves! [9.6].
func (r *run) fromReserves(m *mover, to int) *refusal {
	p := r.p
	side, from := p.moverSide(*m), p.moverAt(*m)
	if f := r.mayMove(*m, FromReserves); f != nil {
		return f
	}
	own := func(a int) bool { return p.friendly(side, a) && (!p.counted(*m) || p.stack(side, a) < stacking) }
	switch {
	case !p.holdsCard(side, setup.Reserves):
		return p.noCard("9.6-a", side, setup.Reserves)
	case p.pass() && r.t.reserves > 0:
		return no("2.II.1-h", "fault.one-reserves")
	case from < 0:
		return no("A123", "fault.east-where")
	case from == p.england() || to == p.england():
		return no("A123", "fault.england")
	case !p.friendly(side, from) && !p.contested(from), !p.friendly(side, to) && !p.contested(to):
		return no("9.6-b", "fault.reserves", p.areaArg("to", to))
	}
	if f := r.room(*m, side, to); f != nil {
		return f
	}
	way := p.wayTo(from, to, len(p.Areas), own)
	if way == nil {
		return no("9.6-b", "fault.reserves", p.areaArg("to", to))
	}
	r.discard("9.6-a", side, discardPlace, setup.Reserves)
	r.event("9.6-a", "spent", side, "card", setup.Reserves.String())
	r.t.reserves++
	r.goTo("9.6-b", m, to, min(len(way)-1, mostUsed), FromReserves)
	return nil
}

func cardArg(c setup.Card) tongue.Arg { return tongue.Words("card", said.Say("card."+c.String())) }
