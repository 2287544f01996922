package tlm

import (
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
	"slices"
)

// fits says why units cannot go into an Army [8.1-b, 1.4-e, 8.3.2-e, 8.3.4-g].
func (p *Position) fits(u setup.Unit, army int) *refusal {
	a := &p.Armies[army]
	row := &p.rs.tables.Counters[a.Nation]
	infantry, all, guns, planes := 0, 0, 0, 0
	for _, g := range p.groupsIn(p.in(army)) {
		all += g.N
		infantry += g.N * boolInt(p.row(g.Unit.Kind).Infantry)
		guns += g.N * boolInt(g.Unit.Kind == setup.Artillery)
		planes += g.N * boolInt(g.Unit.Kind == setup.Biplane)
	}
	guest := u == setup.Unit{Nation: setup.US, Kind: setup.Infantry} && a.Nation.Side() == setup.Allied
	switch {
	case u.Nation != a.Nation && !guest:
		return no("8.1-b", "fault.nation", name("army", p.armyID(army)))
	case all >= row.Infantry+row.Auxiliary || p.row(u.Kind).Infantry && infantry >= row.Infantry:
		return no("1.4-e", "fault.template", name("army", p.armyID(army)), tongue.Number("infantry", row.Infantry),
			tongue.Number("all", row.Infantry+row.Auxiliary))
	case u.Kind == setup.Artillery && guns >= p.year().Guns[a.Nation]:
		return no("8.3.2-e", "fault.guns", name("army", p.armyID(army)), tongue.Number("most", p.year().Guns[a.Nation]))
	case u.Kind == setup.Biplane && planes > 0:
		return no("8.3.4-g", "fault.planes", name("army", p.armyID(army)))
	}
	return nil
}

// join puts a unit into an Army in the same area. In a Pass it is the move of the one unit
// [2.II.1-f].
func (r *run) join(m mover, army int) *refusal {
	p := r.p
	if m.army >= 0 {
		return no("1.2.1-c", "fault.army-inside")
	}
	if p.Armies[army].Place != p.moverAt(m) {
		return no("4.1-a", "fault.not-there", name("army", p.armyID(army)))
	}
	from := p.armyOf(m.group.Place)
	if from == army {
		return no("4.1-a", "fault.in-it", name("army", p.armyID(army)))
	}
	if f := p.fits(m.group.Unit, army); f != nil {
		return f
	}
	switch {
	case p.Armies[army].Oos:
		return no("6.5-e", "fault.oos", name("army", p.armyID(army)))
	case p.keptApart(m, army):
		return no("4.6-h", "fault.kept-apart", name("army", p.armyID(army)))
	}
	counts := p.empty(army) && p.stack(p.moverSide(m), p.moverAt(m)) >= stacking && from >= 0 && p.strength(from) > 1
	if counts {
		return no("A135", "fault.full", p.areaArg("to", p.moverAt(m)), tongue.Number("most", stacking))
	}
	if f := r.countMove(m); f != nil {
		return f
	}
	dug := p.Armies[army].Dug || p.empty(army) && m.group.Dug && from < 0
	used := p.moverState(m).Used
	if p.moverState(m).Mode != OnFoot { // the Army does not carry it on [A137]
		used = mostUsed
	}
	r.shift("4.1-b", "join", m.group.Unit, 1, m.group.Place, p.in(army), m.group.State, State{Used: used})
	if x := p.Armies[army]; dug != x.Dug {
		x.Dug = dug
		r.army("4.3-c", "mark", army, x.Place, x.State, 0)
	}
	if from >= 0 {
		r.emptied(from)
	}
	r.settle("4.1-j")
	return nil
}

// keptApart reports whether a unit and an Army begin the scenario in England, where they may not
// be combined [4.6-h, A84]. Of like units there those that are more than began there came later.
func (p *Position) keptApart(m mover, army int) bool {
	england, x := p.england(), p.Armies[army]
	there := 0
	for _, g := range p.groupsIn(m.group.Place) {
		there += g.N * boolInt(g.Unit == m.group.Unit)
	}
	return x.Place == england && m.group.Place == england &&
		slices.ContainsFunc(p.sc.Armies, func(a setup.Army) bool {
			return a.Nation == x.Nation && a.No == x.No && a.Area == england
		}) &&
		slices.ContainsFunc(p.sc.Groups, func(g setup.Group) bool {
			return g.Area == england && g.Count.Unit == m.group.Unit && there <= g.Count.N
		})
}

// emptied takes the trenches from an Army that has become Empty [A106].
func (r *run) emptied(army int) {
	if x := r.p.Armies[army]; r.p.empty(army) && x.Dug {
		x.Dug = false
		r.army("A106", "mark", army, x.Place, x.State, 0)
	}
}

// countMove counts a change of Armies in a Pass.
func (r *run) countMove(m mover) *refusal {
	if r.p.Phase != TurnPhase || !r.p.pass() {
		return nil
	}
	if s := r.p.moverState(m); (s.Used > 0 || s.Mode != OnFoot) && !r.carried(m) {
		return nil
	}
	if r.t.moved >= 1 && !r.goesOn(m) {
		return no("2.II.1-f", "fault.one-unit")
	}
	r.t.moved++
	r.t.left = piece{}
	return nil
}

// leave takes a unit out of its Army.
func (r *run) leave(m mover) *refusal {
	p := r.p
	if m.army >= 0 || p.armyOf(m.group.Place) < 0 {
		return no("4.1-a", "fault.no-content")
	}
	army, at, side := p.armyOf(m.group.Place), p.moverAt(m), p.moverSide(m)
	if p.stack(side, at)-boolInt(p.strength(army) == 1) >= stacking {
		return no("A135", "fault.full", p.areaArg("to", at), tongue.Number("most", stacking))
	}
	if f := r.countMove(m); f != nil {
		return f
	}
	r.shift("4.1-b", "leave", m.group.Unit, 1, m.group.Place, at, m.group.State, p.moverState(m))
	r.t.left = piece{army: -1, unit: m.group.Unit, n: 1, place: at}
	r.emptied(army)
	r.settle("4.1-j")
	return nil
}
