package jdg

import (
	"cmp"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// nearest is the word for the nearest enemy in the place of a hex.
const nearest = "nearest"

// goalWords are the words before the hex of an order for formations, by its verb.
var goalWords = map[string][]string{"move": {"toward", "to"}, "march": {"toward", "to"}, "rally": nil,
	"fire": {"at"}, "charge": {"at"}, "shock": {"at"}}

// ofFormations reports whether an order names a formation or a combined marker
// where others name units.
func (p *Position) ofFormations(o engine.Order) bool {
	if _, ok := goalWords[o.Words[0]]; !ok || len(o.Words) < 2 {
		return false
	}
	return slices.ContainsFunc(strings.Split(o.Words[1], ","), func(id string) bool {
		_, unit := p.sc.Unit(id)
		return !unit && p.activated(p.markerOf(id)) != nil
	})
}

// parseMany reads FORMATION[,FORMATION…] and, but for a rally, the hex that they
// go for, or "nearest".
func parseMany(l *line, o *order) {
	for id := range strings.SplitSeq(l.next("the formation"), ",") {
		forms := l.p.activated(l.p.markerOf(id))
		if u, ok := l.p.sc.Unit(id); ok && l.p.side(u) == l.side {
			o.units = append(o.units, u)
			continue
		} else if ok || forms != nil && l.p.sc.Forms[forms[0]].Side != l.side {
			l.fail("", "%s is not yours", id)
		} else if forms == nil {
			l.fail(l.p.nearestUnit(id, l.side), "there is no formation or unit %q", id)
		}
		for u := range l.p.Units {
			if slices.Contains(forms, l.p.form(u)) && !slices.Contains(o.units, u) {
				o.units = append(o.units, u)
			}
		}
	}
	o.many = true
	words := goalWords[o.Words[0]]
	if words == nil {
		return
	}
	if !l.accept(words...) && l.peek() != nearest {
		l.fail("", "the word %s is missing", strings.Join(words, " or "))
	}
	if !l.accept(nearest) {
		o.hexes = []hex.Hex{l.hex("the hex, or " + nearest)}
	}
}

// subjectFirst puts the verb before what it is for: "frank shock nearest". The
// units of an order without any are those of the formation named.
func (rs *Ruleset) subjectFirst(words []string, formation string) []string {
	if len(words) == 0 {
		return words
	}
	words = slices.Clone(words)
	if len(words) > 1 && rs.actionVerb(words[0]) == nil && rs.actionVerb(words[1]) != nil {
		words[0], words[1] = words[1], words[0]
	}
	v := rs.actionVerb(words[0])
	if v == nil {
		return words
	}
	if _, ok := goalWords[v.Word]; ok && (len(words) == 1 ||
		slices.Contains([]string{"at", "to", "toward", nearest}, words[1])) {
		words = slices.Insert(words, 1, formation)
	}
	return words
}

// Expand implements engine.Expander.
func (rs *Ruleset) Expand(pos engine.Position, o engine.Orders) (engine.Orders, []engine.Fault) {
	p := pos.(*Position)
	lines, left := rs.expand(p, p.sideOf(o.Side), o.Lines)
	return engine.Orders{Side: o.Side, Lines: lines}, left
}

// expand puts orders for units in the place of those for formations, and says
// which units get none and why. A line of which nothing comes stays as it is.
func (rs *Ruleset) expand(p *Position, side int, lines []engine.Order) (out []engine.Order, left []engine.Fault) {
	if p.Phase != ActivationPhase || p.Asked != nil || p.markerSide(p.Drawn) != side ||
		!slices.ContainsFunc(lines, p.ofFormations) {
		return lines, nil
	}
	musters := rs.musters(p, side, lines)
	for rs.dropOne(p, side, lines, musters) {
	}
	for i, l := range lines {
		m := musters[i]
		if m == nil || m.orders == nil {
			out = append(out, l)
			continue
		}
		for _, o := range m.orders {
			out = append(out, engine.Order{Line: l.Line, Text: l.Text, Words: o.Words})
		}
		for _, f := range m.left {
			f.Line, f.Text = l.Line, l.Text
			left = append(left, f)
		}
	}
	return out, left
}

// expandNow is expand for orders that are about to be carried out. The lines are
// numbered, each is told in its own words, and so is what no unit gets.
func (r *run) expandNow(side int, lines []engine.Order) []engine.Order {
	if !slices.ContainsFunc(lines, r.p.ofFormations) {
		return lines
	}
	out, left := r.rs.expand(r.p, side, lines)
	for _, f := range left {
		r.secret(f.Rule, "skip", side, "line", f.Text, "why", f.Msg)
	}
	out = slices.Clone(out)
	for i := range out {
		out[i].Line, out[i].Text = i+1, strings.Join(out[i].Words, " ")
	}
	return out
}

// musters expands each line for formations when the orders of the steps and
// lines before it have been carried out in a dry run; nil for other lines.
func (rs *Ruleset) musters(p *Position, side int, lines []engine.Order) []*muster {
	r := &run{rs: rs, p: p.clone(), dry: true}
	numbered := slices.Clone(lines)
	for i := range numbered {
		numbered[i].Line = i
	}
	file, _ := r.readAll(side, numbered)
	r.startRehearsal(side)
	all := make([]*muster, len(lines))
	for _, o := range file {
		if o.many {
			all[o.Line] = r.muster(o, file, all)
		} else {
			r.rehearseOne(o)
		}
	}
	return all
}

// dropOne takes the first order out that was put in the place of another and is
// illegal beside the others, and reports whether there was one.
func (rs *Ruleset) dropOne(p *Position, side int, lines []engine.Order, musters []*muster) bool {
	type origin struct {
		m *muster
		i int
	}
	var flat []engine.Order
	var from []origin
	add := func(o engine.Order, at origin) {
		o.Line = len(flat)
		flat, from = append(flat, o), append(from, at)
	}
	for i, l := range lines {
		if !p.ofFormations(l) {
			add(l, origin{})
			continue
		} else if musters[i] == nil { // it cannot be read
			continue
		}
		for k, o := range musters[i].orders {
			add(o, origin{musters[i], k})
		}
	}
	for _, f := range rs.check(p.clone(), engine.Orders{Side: p.sideName(side), Lines: flat}) {
		if at := from[f.Line]; at.m != nil {
			at.m.left = append(at.m.left, f)
			at.m.orders = slices.Delete(at.m.orders, at.i, at.i+1)
			return true
		}
	}
	return false
}

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

// leaveTogether notes one reason for several units.
func (m *muster) leaveTogether(us []int, rule, why string) {
	switch len(us) {
	case 0:
	case 1:
		m.leave(rule, "%s has %s", m.r.p.unitIDs(us), why)
	default:
		m.leave(rule, "%s have %s", strings.ReplaceAll(m.r.p.unitIDs(us), ",", ", "), why)
	}
}

// aimedAt reports whether the order is for a target: its hex, or all of them.
func (m *muster) aimedAt(h hex.Hex) bool { return m.o.hexes == nil || m.o.hexes[0] == h }

// doMany does an order for formations in a dry run, or says that none of their units
// can follow it.
func (r *run) doMany(o *order) *engine.Fault {
	if !r.dry {
		return o.fault("2.2-b", "no unit can follow it now")
	}
	m := r.muster(o, nil, nil)
	if m.orders != nil {
		return nil
	}
	var why []string
	for _, f := range m.left {
		why = append(why, f.Msg)
	}
	if why == nil {
		return hint(o.fault("2.2-b", "%s has no unit on the map that could follow this", o.Words[1]),
			"write orders for units of the activated formation")
	}
	const most = 4
	more := ""
	if len(why) > most {
		more = "; and so on"
	}
	return hint(o.fault(m.left[0].Rule, "no unit of %s can follow this", o.Words[1]), "%s",
		strings.Join(why[:min(len(why), most)], "; ")+more)
}

// move sends the units toward their hex one after the other, the nearest to it
// first, so that none stands in the way of those behind it. Infantry and cavalry
// with an enemy in front stay: they fight there.
func (m *muster) move() {
	p, us := m.r.p, m.units()
	slices.SortStableFunc(us, func(a, b int) int {
		return cmp.Compare(m.startOf(a).Distance(m.goal(a)), m.startOf(b).Distance(m.goal(b)))
	})
	for _, u := range us {
		id, goal := p.spec(u).ID, m.goal(u)
		switch {
		case p.onMap(u) && p.spec(u).Arm != setup.Artillery && p.Units[u].State == setup.Ordered &&
			len(p.enemiesInFront(u)) > 0:
			m.leave("6.2.2-a", "%s has an enemy in front and stays; to take it away, write a line for it", id)
		case p.Units[u].Hex == goal:
			m.leave("4.4.1-a", "%s stands in %s already", id, goal)
		default:
			if f := m.moveOne(u, goal); f != nil {
				m.left = append(m.left, *f)
			}
		}
	}
}

// goal is the hex that a unit is to go to.
func (m *muster) goal(u int) hex.Hex {
	if m.o.hexes != nil {
		return m.o.hexes[0]
	}
	at := m.startOf(u)
	best := at
	for _, h := range m.r.enemyHexes() {
		if best == at || at.Distance(h) < at.Distance(best) {
			best = h
		}
	}
	return best
}

// startOf is where a unit stands or comes on.
func (m *muster) startOf(u int) hex.Hex {
	if p := m.r.p; !p.onMap(u) {
		return p.sc.Entries[p.spec(u).Entry-1].Hex
	}
	return m.r.p.Units[u].Hex
}

// moveOne sends a unit as far as it comes, with its front to the nearest enemy
// unless others where it ends prescribe another.
func (m *muster) moveOne(u int, goal hex.Hex) *engine.Fault {
	r, word := m.r, m.o.Words[0]
	if !r.p.onMap(u) {
		word = "enter"
	}
	id := r.p.spec(u).ID
	end, f := m.endOf(u, word, goal)
	if f != nil {
		return f
	}
	words := []string{word, id, "toward", end.String()}
	if m.give([]int{u}, r.withFacing([]int{u}, end, 0, slices.Clone(words))...) == nil {
		return nil
	}
	return m.give([]int{u}, words...)
}

// endOf is the hex to which a unit comes on its way to a goal. Where others
// stand there it is a hex beside it, as near to the goal, that is free.
func (m *muster) endOf(u int, word string, goal hex.Hex) (hex.Hex, *engine.Fault) {
	r := m.r
	o, f := r.p.read(m.o.side, engine.Order{Line: m.o.Line, Text: m.o.Text,
		Words: []string{word, strings.ToLower(r.p.spec(u).ID), "toward", goal.String()}})
	if f != nil {
		return hex.None, f
	}
	w, f := r.walkFor(o)
	if f != nil {
		return hex.None, f
	}
	way, f := r.route(w, o)
	if f != nil {
		return hex.None, f
	}
	end := way[len(way)-1]
	if r.p.topUnit(end) < 0 {
		return end, nil
	}
	reach := w.search(hex.None)
	best := end
	for _, n := range end.Neighbors() {
		if _, ok := reach.reached(n); ok && n != w.from && r.p.topUnit(n) < 0 && r.p.mayEnd(u, n) &&
			n.Distance(goal) <= end.Distance(goal) && (best == end || n.Distance(goal) < best.Distance(goal)) {
			best = n
		}
	}
	return best, nil
}

// walkFor prepares the walk of an order to move, march or enter.
func (r *run) walkFor(o *order) (*walk, *engine.Fault) {
	switch o.verb.Word {
	case "move":
		return r.walkOf(o, normalGait)
	case "march":
		return r.walkOf(o, marchGait)
	}
	w, _, u, rule, why := r.enterWalk(o.units, o.word)
	if rule != "" {
		return nil, o.fault(rule, "%s %s", r.p.spec(u).ID, why)
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
			v.options(r, u, func(words ...string) { all = append(all, words) })
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
	m.leaveTogether(none, "7.2-c", "nothing to fire at")
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
	m.leaveTogether(none, "9.1", "nothing to charge at")
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
		at := r.p.Units[u].Hex
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
	m.leaveTogether(none, "8.2", "no enemy in front to attack")
}

// shockOne declares the first shock that is legal, one of two stacks before one
// of a stack alone, and reports whether there was any.
func (m *muster) shockOne() bool {
	var all [][]string
	for _, u := range m.r.shockSubjects() {
		for _, words := range m.options("shock", u) {
			all = append(all, words)
		}
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
		case m.r.p.Units[u].State == setup.Ordered:
			none = append(none, u)
		default:
			if f := m.give([]int{u}, "rally", m.r.p.spec(u).ID); f != nil {
				m.left = append(m.left, *f)
			}
		}
	}
	if m.orders == nil {
		m.leaveTogether(none, "11.1-a", "nothing to rally from")
	}
}
