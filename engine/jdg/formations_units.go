package jdg

import (
	"cmp"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// muster gathers the orders for units that an order for formations comes to.
type muster struct {
	r      *run
	o      *order
	taken  []int // units that another line of this step has an order for
	orders []engine.Order
	left   []engine.Fault
}

// muster expands an order in a dry run, which carries it out. file is all orders
// of the file, and done what came of those before.
func (r *run) muster(o *order, file []*order, done []*muster) *muster {
	m := &muster{r: r, o: o}
	for _, other := range file {
		if !other.many && other.verb.step == o.verb.step {
			m.taken = append(m.taken, other.units...)
		}
	}
	for _, other := range done {
		if other != nil && other.o.verb.step == o.verb.step {
			m.taken = append(m.taken, other.taken...)
		}
	}
	switch o.Words[0] {
	case "fire":
		m.fire()
	case "charge":
		m.charge()
	case "shock":
		m.shock()
	case "rally":
		m.rally()
	default:
		m.move()
	}
	return m
}

// units are those that the order is for and no other line of this step.
func (m *muster) units() []int {
	return slices.DeleteFunc(slices.Clone(m.o.units), func(u int) bool {
		p := m.r.p
		return slices.Contains(m.taken, u) || !p.onMap(u) && !p.arriving(u)
	})
}

// give gives units an order if it is legal, or says why it is not.
func (m *muster) give(us []int, words ...string) *engine.Fault {
	o := engine.Order{Line: m.o.Line, Text: m.o.Text, Words: lower(words)}
	ord, f := m.r.p.read(m.o.side, o)
	if f == nil {
		f = m.r.rehearseOne(ord)
	}
	if f == nil {
		m.orders, m.taken = append(m.orders, o), append(m.taken, us...)
	}
	return f
}

// leave notes why a unit gets no order.
func (m *muster) leave(rule, format string, args ...any) {
	m.left = append(m.left, *m.o.fault(rule, format, args...))
}

// leaveTogether notes one reason for several units, as it is said of one of them and of more.
func (m *muster) leaveTogether(us []int, rule, one, more string) {
	switch len(us) {
	case 0:
	case 1:
		m.leave(rule, one, m.r.p.unitIDs(us))
	default:
		m.leave(rule, more, strings.ReplaceAll(m.r.p.unitIDs(us), ",", ", "))
	}
}

// aimedAt reports whether the order is for a target: its hex, or all of them.
func (m *muster) aimedAt(h hex.Hex) bool { return m.o.hexes == nil || m.o.hexes[0] == h }

// move sends the units toward their hex one after the other, the nearest to it
// first, so that none stands in the way of those behind it.
func (m *muster) move() {
	for _, u := range m.movers() {
		if rule, why := m.stays(u); rule != "" {
			m.leave(rule, "%s %s", m.r.p.spec(u).ID, why)
		} else if f := m.moveOne(u, m.goal(u)); f != nil {
			m.left = append(m.left, *f)
		}
	}
}

// stays says why a unit is not to move: it is there, or it fights where it is.
func (m *muster) stays(u int) (rule, why string) {
	p := m.r.p
	switch {
	case p.unit(u).Hex == m.goal(u):
		return "4.4.1-a", "stands in " + m.goal(u).String() + " already"
	case p.onMap(u) && p.spec(u).Arm != setup.Artillery && p.unit(u).State == setup.Ordered &&
		len(p.enemiesInFront(u)) > 0:
		return "6.2.2-a", "has an enemy in front and stays; to take it away, write a line for it"
	}
	return "", ""
}

// someoneMoves reports whether an order to move comes to anything. It looks at less
// than the order itself.
func (r *run) someoneMoves(o *order) bool {
	m := &muster{r: r, o: o}
	return slices.ContainsFunc(m.movers(), func(u int) bool {
		if rule, _ := m.stays(u); rule != "" {
			return false
		}
		w, _, f := m.walk(u, m.goal(u))
		return f == nil && r.nearer(&w, m.goal(u), r.searchRoom()) != hex.None
	})
}

// nearer is the hex nearest to a goal where a walk can end, hex.None if none is nearer
// than where it begins.
func (r *run) nearer(w *walk, goal hex.Hex, room *field) hex.Hex {
	best, least := hex.None, 999
	if w.from != hex.None {
		least = w.from.Distance(goal)
	}
	for _, h := range w.searchIn(room, hex.None).order {
		if ok, _, _ := r.p.mayStack(w.us, h); ok && h.Distance(goal) < least {
			best, least = h, h.Distance(goal)
		}
	}
	return best
}

// word is the verb that moves a unit.
func (m *muster) word(u int) string {
	if !m.r.p.onMap(u) {
		return "enter"
	}
	return m.o.Words[0]
}

// movers are the units in the order in which they move.
func (m *muster) movers() []int {
	us := m.units()
	slices.SortStableFunc(us, func(a, b int) int {
		return cmp.Compare(m.r.p.startOf(a).Distance(m.goal(a)), m.r.p.startOf(b).Distance(m.goal(b)))
	})
	return us
}

// goal is the hex that a unit is to go to.
func (m *muster) goal(u int) hex.Hex {
	if m.o.hexes != nil {
		return m.o.hexes[0]
	}
	at := m.r.p.startOf(u)
	best := at
	for _, h := range m.r.enemyHexes() {
		if best == at || at.Distance(h) < at.Distance(best) {
			best = h
		}
	}
	return best
}

// startOf is where a unit stands or comes on.
func (p *Position) startOf(u int) hex.Hex {
	if !p.onMap(u) {
		return p.sc.Entries[p.spec(u).Entry-1].Hex
	}
	return p.unit(u).Hex
}

// moveOne sends a unit as far as it comes, with its front to the nearest enemy
// unless others where it ends prescribe another.
func (m *muster) moveOne(u int, goal hex.Hex) *engine.Fault {
	r := m.r
	end, f := m.endOf(u, goal)
	if f != nil {
		return f
	}
	words := []string{m.word(u), r.p.spec(u).ID, "toward", end.String()}
	if m.give([]int{u}, r.withFacing([]int{u}, end, 0, slices.Clone(words))...) == nil {
		return nil
	}
	return m.give([]int{u}, words...)
}

// walk prepares the way of a unit to a goal.
func (m *muster) walk(u int, goal hex.Hex) (walk, *order, *engine.Fault) {
	o, f := m.r.p.read(m.o.side, engine.Order{Line: m.o.Line, Text: m.o.Text,
		Words: []string{m.word(u), strings.ToLower(m.r.p.spec(u).ID), "toward", goal.String()}})
	if f != nil {
		return walk{}, nil, f
	}
	w, f := m.r.walkFor(o)
	return w, o, f
}

// endOf is the hex to which a unit comes on its way to a goal. Where others
// stand there it is a hex beside it, as near to the goal, that is free. If it cannot
// go that way it is the nearest to the goal of all that it can reach.
func (m *muster) endOf(u int, goal hex.Hex) (hex.Hex, *engine.Fault) {
	r := m.r
	w, o, f := m.walk(u, goal)
	if f != nil {
		return hex.None, f
	}
	way, f := r.route(&w, o)
	if f == nil && w.from != hex.None && way[len(way)-1].Distance(goal) > w.from.Distance(goal) {
		f = o.fault("4.4.1-f", "%s could go to %s only by a way that first leads away from it; write a line for it",
			r.p.spec(u).ID, goal)
	}
	if f != nil {
		if h := r.nearer(&w, goal, newField()); h != hex.None {
			return h, nil
		}
		return hex.None, f
	}
	end := way[len(way)-1]
	if r.p.topUnit(end) < 0 {
		return end, nil
	}
	reach, best := w.search(hex.None), end
	for _, n := range end.Neighbors() {
		if _, ok := reach.reached(n); ok && n != w.from && r.p.topUnit(n) < 0 && r.p.mayEnd(u, n) &&
			n.Distance(goal) <= end.Distance(goal) && (best == end || n.Distance(goal) < best.Distance(goal)) {
			best = n
		}
	}
	return best, nil
}

// walkFor prepares the walk of an order to move, march or enter.
func (r *run) walkFor(o *order) (walk, *engine.Fault) {
	switch o.verb.Word {
	case "move":
		return r.walkOf(o, normalGait)
	case "march":
		return r.walkOf(o, marchGait)
	}
	w, _, u, rule, why := r.enterWalk(o.units, o.word)
	if rule != "" {
		return walk{}, o.fault(rule, "%s %s", r.p.spec(u).ID, why)
	}
	return w, nil
}

// options lists the orders of a verb for a unit.
func (m *muster) options(word string, u int) (all [][]string) {
	r := m.r
	r.full = true
	defer func() { r.full = false }()
	for _, v := range r.rs.verbs {
		if v.Word == word {
			v.options(r, u, func(words ...string) { all = append(all, slices.Clone(words)) })
		}
	}
	return all
}

// targetsOf are the hexes after "at".
func targetsOf(words []string) []hex.Hex { return hexesIn(words[slices.Index(words, "at")+1]) }

// fire lets each gun fire at the nearest target, of several the strongest, as it
// stands if it can.
func (m *muster) fire() {
	var none []int
	for _, u := range m.units() {
		if m.r.p.spec(u).Arm != setup.Artillery || !m.r.p.onMap(u) {
			continue
		}
		if f := m.r.checkGun(m.o, u); f != nil {
			m.left = append(m.left, *f)
		} else if !m.best("fire", u) {
			none = append(none, u)
		}
	}
	m.leaveTogether(none, "7.2-c", "%s has nothing to fire at", "%s have nothing to fire at")
}

// charge lets the cavalry charge, one unit after the other.
func (m *muster) charge() {
	var none []int
	for _, u := range m.units() {
		if m.r.p.spec(u).Arm != setup.Cavalry {
			continue
		}
		if b := m.r.chargeBar(u); b != nil {
			m.leave(b.rule, "%s %s", m.r.p.spec(u).ID, b.why)
		} else if !m.best("charge", u) {
			none = append(none, u)
		}
	}
	m.leaveTogether(none, "9.1", "%s has nothing to charge at", "%s have nothing to charge at")
}

// best gives a unit the first legal one of its own orders, that at the nearest
// target first, then at the strongest.
func (m *muster) best(word string, u int) bool {
	r := m.r
	all := slices.DeleteFunc(m.options(word, u), func(words []string) bool {
		return strings.Contains(words[1], ",") || !m.aimedAt(targetsOf(words)[0])
	})
	slices.SortStableFunc(all, func(a, b []string) int {
		x, y := targetsOf(a)[0], targetsOf(b)[0]
		at := r.p.unit(u).Hex
		return cmp.Or(cmp.Compare(at.Distance(x), at.Distance(y)), r.targetSP(y)-r.targetSP(x))
	})
	return slices.ContainsFunc(all, func(words []string) bool { return m.give([]int{u}, words...) == nil })
}

// shock lets each stack attack what it has in front, first those that attack
// one defender together.
func (m *muster) shock() {
	r := m.r
	for m.shockOne() {
	}
	var none []int
	for _, u := range m.units() {
		if !r.p.onMap(u) || r.p.spec(u).Arm == setup.Artillery {
			continue
		}
		if b := r.shockBar(u); b != nil {
			m.leave(b.rule, "%s %s", r.p.spec(u).ID, b.why)
		} else {
			none = append(none, u)
		}
	}
	m.leaveTogether(none, "8.2", "%s has no enemy in front to attack", "%s have no enemy in front to attack")
}

// shockOne declares the first shock that is legal, one of two stacks before one
// of a stack alone, and reports whether there was any.
func (m *muster) shockOne() bool {
	var all [][]string
	for _, u := range m.r.shockSubjects() {
		all = append(all, m.options("shock", u)...)
	}
	slices.SortStableFunc(all, func(a, b []string) int { return strings.Count(b[1], ",") - strings.Count(a[1], ",") })
	return slices.ContainsFunc(all, func(words []string) bool {
		us := m.r.p.unitsOf(words[1])
		if !slices.ContainsFunc(targetsOf(words), m.aimedAt) ||
			slices.ContainsFunc(us, func(u int) bool { return !slices.Contains(m.units(), u) }) {
			return false
		}
		return m.give(m.r.p.fighters(m.r.p.hexesOf(us)), words...) == nil
	})
}

// rally lets those try that may.
func (m *muster) rally() {
	var none []int
	for _, u := range m.units() {
		switch {
		case !m.r.p.onMap(u):
		case m.r.p.unit(u).State == setup.Ordered:
			none = append(none, u)
		default:
			if f := m.give([]int{u}, "rally", m.r.p.spec(u).ID); f != nil {
				m.left = append(m.left, *f)
			}
		}
	}
	if m.orders == nil {
		m.leaveTogether(none, "11.1-a", "%s has nothing to rally from", "%s have nothing to rally from")
	}
}
