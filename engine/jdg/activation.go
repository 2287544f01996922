package jdg

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
)

// right is what a unit may do in the present activation [2.4].
type right uint8

const (
	full    right = iota // Received Orders, or leader's initiative [2.4.1]
	limited              // No Orders [2.4.2]
	nothing              // failed leader's initiative: rally only [2.4.3-h]
)

// deed is something that a unit did, or that was done to it, in the present
// activation; "once per Activation Phase" means this [JDG-Q1].
type deed uint32

const (
	fired       deed = 1 << iota // normal fire
	moved                        // spent movement points, or was moved
	turned                       // changed facing
	squared                      // formed or left square
	charging                     // made a charge move that still stands
	failedET                     // failed a test that bars it from combat
	recalled                     // its charge was recalled
	shocked                      // took part in an attack
	attacked                     // was attacked [8.2-g]
	evaded                       // retired before combat [8.8.1-b]
	reacted                      // counter-battery or reaction fire [7.1-l]
	extra                        // breakthrough or counter-attack [8.7.2-a]
	lostSquare                   // was driven out of its square by a charge [9.3.1-b]
	triedSquare                  // could attempt a square against a charge [JDG-Q96]
	chargeTest                   // took its end-of-charge CT [9.2-f]
	forced                       // was moved by a result
	faced                        // turned in place in the movement step [JDG-Q48]
	triedRally                   // attempted to rally
)

// acted are the deeds that forbid a disordered unit to rally [JDG-Q126].
const acted = fired | moved | turned | squared | charging | shocked | forced | recalled

// activation is the activation of one marker under way.
type activation struct {
	lines  []engine.Order
	side   int
	forms  []int
	marker Marker
	units  []int       // of these formations, on the map or not
	groups []right     // rights of the tactical groups, by index
	parts  pages[part] // by unit
	orders []*order
	// columns lists the entry hexes through which stacks have come on, one for
	// each stack [5.2.2-c].
	columns []hex.Hex

	combats []*combat

	rested       bool // in a dry run: standing orders have tried the leader's initiative
	noInitiative bool // standing orders to try the leader's initiative are off
	noRally      bool // no rally but those ordered
}

// part is a unit's part in the activation.
type part struct {
	deeds deed
	spent int16 // MP
	start startPlace
}

// part returns a unit's part.
func (a *activation) part(u int) part { return *a.parts.at(u) }

// startPlace is where a unit stood when the activation began.
type startPlace struct {
	zoc    bool // in an enemy ZOC
	facing hex.Facing
}

// did reports whether the unit has any of the deeds.
func (r *run) did(u int, d deed) bool { return r.act.part(u).deeds&d != 0 }

// note records deeds of a unit.
func (r *run) note(u int, d deed) { r.act.parts.edit(u).deeds |= d }

// active reports whether a unit belongs to the activated formations.
func (r *run) active(u int) bool {
	return r.p.side(u) == r.act.side && slices.Contains(r.act.forms, r.p.form(u))
}

// rights returns what an active unit may do. A unit outside all groups came
// on this turn, or gave its Renfort marker up [5.2.1].
func (r *run) rights(u int) right {
	un := r.p.unit(u)
	switch {
	case un.Renfort, un.Granted, r.p.arriving(u):
		return full
	case un.Group < 0:
		return limited
	}
	return r.act.groups[un.Group]
}

// newActivation prepares the activation of the drawn marker.
func (r *run) newActivation(lines []engine.Order) {
	room, forms, most := r.spare, r.p.activated(r.p.Drawn), 0
	if room == nil {
		room = new(activation)
	}
	for _, f := range forms {
		most += len(r.p.sc.FormUnits[f])
	}
	*room = activation{
		lines: lines, side: r.p.markerSide(r.p.Drawn), forms: forms, marker: r.p.Drawn,
		groups: zeroed(room.groups, len(r.p.Groups)), parts: room.parts,
		units: slices.Grow(room.units[:0], most),
	}
	r.p.prints().parts.copyTo(&room.parts)
	r.act, r.spare, r.firsts = room, nil, nil
	for i, face := range r.p.Faces {
		if face.Orders != ReceivedOrders {
			r.act.groups[i] = limited
		}
	}
	for _, f := range forms {
		r.act.units = append(r.act.units, r.p.sc.FormUnits[f]...)
	}
	slices.Sort(r.act.units)
	for _, u := range r.act.units {
		if r.p.onMap(u) {
			r.act.parts.edit(u).start = startPlace{zoc: r.p.inEnemyZOC(u), facing: r.p.unit(u).Facing}
		}
	}
}

// zeroed is a list of n zeros in the room of another.
func zeroed[T any](room []T, n int) []T {
	list := slices.Grow(room[:0], n)[:n]
	clear(list)
	return list
}

// activate carries out the activation of the drawn marker [1.D].
func (r *run) activate() error {
	side := r.p.markerSide(r.p.Drawn)
	r.newActivation(r.linesOf(side))
	r.in, r.have = nil, false
	r.act.orders, _ = r.readAll(side, r.act.lines)
	for _, s := range activationSteps {
		if err := r.carryOut(s); err != nil {
			return err
		}
		if err := r.rest(s); err != nil {
			return err
		}
	}
	if err := r.carryOut(rallyStep); err != nil {
		return err
	}
	if err := r.rallyRest(); err != nil {
		return err
	}
	r.event("2.2-c", "aside", side, "marker", r.act.marker.String(), "why", "done")
	for _, f := range r.act.forms {
		if r.p.formAt(f).Delayed && !r.p.due(f) {
			r.event("5.2.1-c", "delayed", side, "formation", r.p.sc.Forms[f].ID, "is", "no")
		}
	}
	r.act, r.spare = nil, r.act
	return nil
}

// activationSteps are the steps up to the combats [1.D-e].
var activationSteps = [...]step{initiativeStep, stackStep, fireStep, moveStep, combatStep}

// rest does what a step does when its orders have been carried out.
func (r *run) rest(s step) error {
	switch s {
	case initiativeStep:
		r.initiativeRest()
	case stackStep:
		return r.stackRest()
	case fireStep:
		return r.fireRest()
	case moveStep:
		if err := r.enterRest(); err != nil {
			return err
		}
		r.squareRest()
		r.leadRest()
	case combatStep:
		return r.combats()
	}
	return nil
}

// carryOut does the orders of one step in the order of their lines.
func (r *run) carryOut(s step) error {
	for _, o := range r.act.orders {
		if o.verb.step != s {
			continue
		}
		if err := r.carry(o); err != nil {
			return err
		}
	}
	return nil
}

// named reports whether an order line with the verb names the unit.
func (r *run) named(word string, u int) bool {
	return slices.ContainsFunc(r.act.orders, func(o *order) bool {
		return o.verb.Word == word && slices.Contains(o.units, u)
	})
}

// readAll reads order lines and sorts them by step, lines of one step in
// their order.
func (r *run) readAll(side int, lines []engine.Order) ([]*order, []engine.Fault) {
	orders := make([]*order, 0, len(lines))
	var faults []engine.Fault
	room := &r.line
	for n := range lines {
		l := &lines[n]
		if i := slices.IndexFunc(r.read, func(o *order) bool { return o.side == side && o.is(l) }); i >= 0 {
			orders = append(orders, r.read[i])
			continue
		}
		o, f := r.p.readIn(room, side, l)
		if f != nil {
			faults = append(faults, *f)
			continue
		}
		orders = append(orders, o)
	}
	slices.SortStableFunc(orders, func(a, b *order) int { return a.rank() - b.rank() })
	return orders, faults
}

// is reports whether an order has been read from this very line.
func (o *order) is(l *engine.Order) bool {
	return o.Line == l.Line && len(o.Words) == len(l.Words) && &o.Words[0] == &l.Words[0]
}

// rank sorts orders by step. Renfort markers are given up before anything
// else of Phase A, because that makes new groups; a commander who goes with a
// unit moves when it has.
func (o *order) rank() int {
	switch {
	case o.verb.Word == "drop":
		return 2*int(o.verb.step) - 1
	case o.verb.Word == "lead" && len(o.units) > 0, o.verb.Word == "resolve":
		return 2*int(o.verb.step) + 1
	}
	return 2 * int(o.verb.step)
}

// Check implements engine.Ruleset.
func (rs *Ruleset) Check(pos engine.Position, o engine.Orders) []engine.Fault {
	_, faults := (&run{rs: rs, p: pos.(*Position).clone()}).check(o)
	return faults
}

// check is Check in a run that has just begun. It returns the orders too, as it has read them.
func (r *run) check(o engine.Orders) ([]*order, []engine.Fault) {
	side := r.p.sideOf(o.Side)
	if side < 0 {
		return nil, []engine.Fault{{Kind: engine.Invalid, Msg: reason("there is no side " + string(o.Side))}}
	}
	lines, _ := r.rs.expand(r.p, side, o.Lines)
	r.dry = true
	orders, faults := r.readAll(side, lines)
	faults = append(append(faults, heldBack(orders)...), r.rehearse(side, orders)...)
	engine.SortFaults(faults)
	return orders, faults
}

// rehearse goes through a side's orders in a dry run and returns what is
// illegal in them.
func (r *run) rehearse(side int, orders []*order) []engine.Fault {
	r.startRehearsal(side)
	var faults []engine.Fault
	for _, o := range orders {
		if f := r.rehearseOne(o); f != nil {
			if f.Hint.Empty() && f.Rule == "2.2-b" && len(o.units) > 0 {
				f.Hint = advice(r.drawnInstead(o.units))
			}
			if f.Hint.Empty() && len(faults) < maxListed {
				f.Hint = advice(r.legalInstead(o))
			}
			faults = append(faults, *f)
		}
	}
	if r.act != nil {
		faults = append(faults, r.closeDeclarations()...)
	}
	return faults
}

// startRehearsal makes a dry run ready for the orders of a side.
func (r *run) startRehearsal(side int) {
	r.side = side
	if r.p.Asked == nil && r.p.markerSide(r.p.Drawn) == side {
		r.newActivation(nil)
	}
}

// rehearseOne does the next order of a dry run, or says why it cannot be done.
func (r *run) rehearseOne(o *order) *engine.Fault {
	f := r.allowed(r.side, o)
	if r.act != nil && o.verb.step > initiativeStep && !r.act.rested {
		r.initiativeRest()
		r.act.rested = true
	}
	if f != nil {
		return f
	}
	f, _ = o.do(r) // a dry run asks nobody
	return f
}

// drawnInstead says whose units were named, and whose marker was drawn.
func (r *run) drawnInstead(us []int) string {
	u := us[0]
	if i := slices.IndexFunc(us, func(u int) bool { return !r.active(u) }); i >= 0 {
		u = us[i]
	}
	return fmt.Sprintf("%s belongs to %s; the marker of %s is drawn: %s", r.p.spec(u).ID, r.p.formName(r.p.form(u)),
		r.p.markerNames([]Marker{r.p.Drawn}), r.p.unitIDs(r.p.activeUnits()))
}

// activeUnits lists the units of the drawn marker that are on the map.
func (p *Position) activeUnits() (us []int) {
	forms := p.activated(p.Drawn)
	for u := range p.sc.Units {
		if p.onMap(u) && slices.Contains(forms, p.form(u)) {
			us = append(us, u)
		}
	}
	return us
}

// maxListed is the number of faults of one file for which legal orders are
// searched.
const maxListed = 10

// legalInstead lists some orders of the same verb that are legal where a fault
// was found: for the units that the order names, or else for any.
func (r *run) legalInstead(o *order) string {
	var same, other []string
	o.verb.eachOption(r, func(words ...string) {
		named := slices.ContainsFunc(o.units, func(u int) bool {
			return slices.Contains(strings.Split(words[1], ","), r.p.spec(u).ID)
		})
		if line := strings.ToLower(strings.Join(words, " ")); named {
			same = append(same, line)
		} else {
			other = append(other, line)
		}
	})
	if len(same) == 0 {
		same = other
	}
	if len(same) == 0 {
		return fmt.Sprintf("no order %q is legal here", o.verb.Word)
	}
	const most = 3
	return "legal here: " + strings.Join(same[:min(len(same), most)], "; ")
}

// allowed says whether orders of this step can be given now.
func (r *run) allowed(side int, o *order) *engine.Fault {
	switch {
	case o.verb.step == always:
	case r.p.Phase == GameOver:
		return hint(o.fault(r.p.outcome().Rule, "the game is over"), "%s", r.p.outcome().Text)
	case r.p.Asked != nil:
		if _, ok := r.p.Asked.Question(r.p.sideName(side)); !ok || o.verb.step != answerStep {
			return hint(o.fault("1.D", "a question has to be answered first"),
				"write: answer followed by one of the options")
		}
	case o.verb.step == answerStep:
		return hint(o.fault("1.D", "no question is open"), "legal now: %s", r.rs.verbsOf(r.stepsNow()...))
	case (o.verb.step == phaseA) != (r.p.Phase == OrdersPhase):
		if r.p.Phase == OrdersPhase {
			return hint(o.fault("1.A", "%s belongs to an activation, and this is the Orders Phase", o.verb.Word),
				"legal now: %s", r.rs.verbsOf(r.stepsNow()...))
		}
		return hint(o.fault("1.A", "%s belongs to the Orders Phase, which is over", o.verb.Word), "legal now: %s",
			r.rs.verbsOf(r.stepsNow()...))
	case r.p.Phase == ActivationPhase && r.act == nil:
		return hint(o.fault("1.D-b", "the activated formation is not yours"), "legal now: %s", r.rs.verbsOf())
	}
	return nil
}

// stepsNow lists the steps whose orders the present phase takes.
func (r *run) stepsNow() []step {
	if r.p.Phase == OrdersPhase {
		return []step{phaseA}
	}
	return append(activationSteps[:], rallyStep, holdStep)
}

// verbsOf lists the verbs of some steps, with those that can be used always.
func (rs *Ruleset) verbsOf(steps ...step) string {
	var names []string
	for _, v := range rs.verbs {
		if v.step == always || slices.Contains(steps, v.step) {
			names = append(names, v.Word)
		}
	}
	return strings.Join(names, ", ")
}
