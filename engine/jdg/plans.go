package jdg

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/jdg/setup"
)

// Plan is one line of orders when drawn: an order for a formation whose marker
// is still to be drawn [2.2-c, JDG-P8]. The lines for one activation with the
// same condition belong together.
type Plan struct {
	For   string // id of the formation or combined marker
	Again bool   // not for its next activation, but for the one after that
	If    string // condition, empty if there is none
	Order string // an order line of an activation, or "hold": no order at all
}

// slot names the activation that a line is for, as the player writes it.
func (pl Plan) slot() string {
	if pl.Again {
		return pl.For + " again"
	}
	return pl.For
}

// String is the line as a player writes it, without abbreviations.
func (pl Plan) String() string {
	text := "when " + pl.slot()
	if pl.If != "" {
		text += " if " + pl.If
	}
	return text + " " + pl.Order
}

// planVerbs give orders for formations that are not drawn yet.
var planVerbs = []*verb{{
	Verb: engine.Verb{Word: "when", Usage: "when FORMATION|CAM [again] [if CONDITION] ORDER, or hold, or none", Rule: "2.2-c",
		Help: "Gives an order for a formation before its marker is drawn; a CONDITION is enemy-within N, no-enemy-within N, ordered or no-orders."},
	step: always, parse: parseWhen, do: atOnce(doWhen),
	subjects: func(r *run) []int { return indexes(len(r.p.sc.Forms)) }, options: whenOptions,
}}

// parseWhen reads everything of a line that does not depend on where the
// units stand when the marker is drawn.
func parseWhen(l *line, o *order) {
	pl := &o.plan
	pl.For = l.next("the formation")
	forms := l.p.activated(l.p.markerOf(pl.For))
	if pl.For != "" && (forms == nil || l.p.markerSide(l.p.markerOf(pl.For)) != l.side) {
		l.fail("yours are "+strings.Join(append(l.p.formIDs(l.side), l.p.camIDs(l.side)...), ", "), "%q is no formation or combined marker of yours", pl.For)
	}
	pl.Again = l.accept("again")
	if l.accept("if") {
		pl.If = l.drawCondition()
	}
	if w := l.peek(); w == "hold" || w == "none" {
		pl.Order = l.next("")
		return
	}
	pl.Order = l.nested(forms)
}

// markerOf is any marker of a formation or CAM, for what does not depend on
// which it is.
func (p *Position) markerOf(id string) Marker {
	if c := p.sc.CAM(id); c != nil {
		return combinedMarker(c)
	}
	return Marker{ID: id, No: 1}
}

// camIDs lists the combined markers of a side.
func (p *Position) camIDs(s int) []string {
	var ids []string
	for _, c := range p.sc.CAMs {
		if c.Side == s {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// drawCondition takes the condition of a line.
func (l *line) drawCondition() string {
	w := l.next("the condition")
	switch w {
	case "", "ordered", "no-orders":
		return w
	case "enemy-within", "no-enemy-within":
		n, err := strconv.Atoi(l.next("the number of hexes"))
		if l.bad == nil && (err != nil || n < 1 || n > 99) {
			l.fail("for example: if "+w+" 4", "after %s comes a number of hexes", w)
		}
		return w + " " + strconv.Itoa(n)
	}
	l.fail("enemy-within 4, no-enemy-within 4, ordered or no-orders", "%q is no condition", w)
	return ""
}

// nested takes an order of an activation and returns it in full words. Its
// units and groups must belong to the formations.
func (l *line) nested(forms []int) string {
	word := l.next("the order")
	v := l.p.rs.actionVerb(word)
	if v == nil {
		if word != "" {
			l.fail("one of "+strings.Join(l.p.rs.actionWords(), ", ")+", hold, none", "%q is no order of an activation", word)
		}
		return ""
	}
	words := append([]string{v.Word}, l.rest...)
	inner := &line{p: l.p, side: l.side, rest: l.rest, o: l.o, v: v, bad: l.bad}
	l.rest = nil
	o := &order{Order: engine.Order{Line: l.o.Line, Text: l.o.Text, Words: words}, verb: v, side: l.side}
	v.parse(inner, o)
	if inner.bad == nil {
		inner.end()
	}
	l.bad = inner.bad
	l.members(o, forms)
	return strings.Join(words, " ")
}

// members demands that the units and groups of an order belong to formations.
func (l *line) members(o *order, forms []int) {
	for _, u := range o.units {
		if !slices.Contains(forms, l.p.form(u)) {
			l.fail("it belongs to "+l.p.spec(u).Form, "%s does not belong to the formation", l.p.spec(u).ID)
		}
	}
	for _, name := range o.words { // the groups of an initiative line
		base, _, _ := strings.Cut(name, ".")
		f, ok := l.p.sc.Form(base)
		if u, isUnit := l.p.sc.Unit(name); isUnit {
			f, ok = l.p.form(u), true
		}
		if !ok || !slices.Contains(forms, f) {
			l.fail("its groups are those of "+l.p.formNames(forms), "%s does not belong to the formation", name)
		}
	}
}

// formNames lists formations by id.
func (p *Position) formNames(forms []int) string {
	var ids []string
	for _, f := range forms {
		ids = append(ids, p.sc.Forms[f].ID)
	}
	return strings.Join(ids, ", ")
}

// actionVerb finds a verb of an activation by its word or an abbreviation of
// three letters or more, as a turn file allows them: no two begin alike.
func (rs *Ruleset) actionVerb(word string) *verb {
	for _, v := range rs.verbs {
		if v.step >= initiativeStep && v.step <= rallyStep && len(word) >= 3 && strings.HasPrefix(v.Word, word) {
			return v
		}
	}
	return nil
}

func (rs *Ruleset) actionWords() []string {
	var words []string
	for _, v := range rs.verbs {
		if v.step >= initiativeStep && v.step <= rallyStep {
			words = append(words, v.Word)
		}
	}
	return words
}

// doWhen takes one line. The first line of a file for an activation replaces
// what was ordered for it before.
func doWhen(r *run, o *order) *engine.Fault {
	pl := o.plan
	known := slices.ContainsFunc(r.p.Plans[o.side], func(old Plan) bool { return old.slot() == pl.slot() })
	first := !slices.Contains(r.replaced, pl.slot())
	switch {
	case pl.Order == "none":
		r.unplan(o.side, pl, "withdrawn")
	case first && known:
		r.unplan(o.side, pl, "replaced")
	}
	if first {
		r.replaced = append(r.replaced, pl.slot())
	}
	if pl.Order != "none" {
		e := engine.NewEvent("2.2-c", "plan", r.p.sideName(o.side), "formation", pl.For, "again", yesIf(pl.Again), "if", pl.If, "order", pl.Order)
		r.emitSecret(e)
	}
	return nil
}

func (r *run) unplan(side int, pl Plan, why string) {
	r.secret("2.2-c", "unplan", side, "formation", pl.For, "again", yesIf(pl.Again), "why", why)
}

// emitSecret emits an event for the side that it is by only.
func (r *run) emitSecret(e engine.Event) {
	e.For = []engine.Side{e.By}
	r.emit(e)
}

func yesIf(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// planOf reads the line that an event tells.
func planOf(e engine.Event) Plan {
	return Plan{For: e.Get("formation"), Again: e.Get("again") == "yes", If: e.Get("if"), Order: e.Get("order")}
}

// setPlans replaces a side's plans by those that keep lets pass; positions
// share the old ones.
func (p *Position) setPlans(s int, keep func(*Plan) bool) {
	var plans []Plan
	for _, pl := range p.Plans[s] {
		if keep(&pl) {
			plans = append(plans, pl)
		}
	}
	p.Plans[s] = plans
}

func (p *Position) applyPlan(e engine.Event) {
	s := p.sideOf(e.By)
	p.Plans[s] = append(p.Plans[s][:len(p.Plans[s]):len(p.Plans[s])], planOf(e))
}

func (p *Position) applyUnplan(e engine.Event) {
	slot := planOf(e).slot()
	p.setPlans(p.sideOf(e.By), func(pl *Plan) bool { return pl.slot() != slot })
}

// applyDue: an activation begins. Its plan is over, and that of the activation
// after it moves up.
func (p *Position) applyDue(e engine.Event) {
	id := e.Get("formation")
	p.setPlans(p.sideOf(e.By), func(pl *Plan) bool {
		mine := pl.For == id
		again := pl.Again
		pl.Again = again && !mine
		return !mine || again
	})
}

// followPlan looks what was ordered beforehand for the marker that has just
// been drawn. The first line whose condition holds decides which lines count:
// all with the same condition. Those that have become impossible are skipped.
// If no condition holds, or every line has become impossible, the owner is
// asked as if there were no plan; used or not, it is over.
func (r *run) followPlan(m Marker) {
	s := r.p.markerSide(m)
	mine := func(pl Plan) bool { return pl.For == m.ID }
	if !slices.ContainsFunc(r.p.Plans[s], mine) || !r.p.canAct(m) {
		return
	}
	all, condition, is := r.chosenPlan(s, m)
	var possible []engine.Order
	var skipped []engine.Fault
	if is == "used" {
		possible, skipped = r.feasible(s, all)
		if possible == nil && skipped != nil {
			is = "impossible"
		}
	}
	r.secret("2.2-c", "due", s, "formation", m.ID, "is", is, "if", condition)
	if is == "used" {
		r.secret("2.2-c", "decision", s, "kind", "P8", "whom", m.ID, "answer", orderList(possible), "source", "when-drawn")
		r.in, r.have = []engine.Orders{{Side: r.p.sideName(s), Lines: possible}}, true
	}
	for _, f := range skipped {
		r.secret(f.Rule, "skip", s, "line", f.Text, "why", f.Msg)
	}
}

// voidPlans tells which orders when drawn lapse at the end of a turn, because
// nobody of their formation is left or still to come [1.C-a].
func (r *run) voidPlans() {
	for s := range r.p.sc.Sides {
		void := slices.DeleteFunc(slices.Clone(r.p.Plans[s]), func(pl Plan) bool { return r.p.lasts(pl.For) })
		for i, pl := range void {
			r.secret("1.C-a", "skip", s, "line", pl.String(), "why", "nobody of "+r.p.markerName(r.p.markerOf(pl.For))+" is left or still to come")
			if i == len(void)-1 || void[i+1].slot() != pl.slot() {
				r.unplan(s, pl, "void")
			}
		}
	}
}

// lasts reports whether a formation, or one of a combined marker, has a unit on
// the map or one that is still to enter.
func (p *Position) lasts(id string) bool {
	forms := p.activated(p.markerOf(id))
	for u := range p.Units {
		un := &p.Units[u]
		if slices.Contains(forms, p.form(u)) && (p.onMap(u) || p.spec(u).Entry > 0 && !un.Entered && un.State != setup.Eliminated) {
			return true
		}
	}
	return false
}

// chosenPlan returns the order lines for the next activation of a marker whose
// condition holds, with the condition, and what is to be done with them: used;
// unmet, no condition holds; later, there are lines only for the activation
// after it.
func (r *run) chosenPlan(s int, m Marker) (lines []engine.Order, condition, is string) {
	is = "later"
	for _, pl := range r.p.Plans[s] {
		if pl.For != m.ID || pl.Again {
			continue
		}
		if is != "used" {
			is = "unmet"
			if r.p.meets(m, pl.If) {
				is, condition = "used", pl.If
			}
		}
		if is == "used" && pl.If == condition && pl.Order != "hold" {
			lines = append(lines, engine.Order{Line: len(lines) + 1, Text: pl.Order, Words: strings.Fields(pl.Order)})
		}
	}
	return lines, condition, is
}

// meets reports whether the condition of a plan holds when the marker is
// drawn. It looks at public facts only: the groups' orders are turned up then.
func (p *Position) meets(m Marker, condition string) bool {
	forms := p.activated(m)
	word, number, _ := strings.Cut(condition, " ")
	n, _ := strconv.Atoi(number)
	switch word {
	case "enemy-within":
		return p.formsToEnemy(forms) <= n
	case "no-enemy-within":
		return p.formsToEnemy(forms) > n
	case "ordered", "no-orders":
		want := OrderStatus(NoOrders)
		if word == "ordered" {
			want = ReceivedOrders
		}
		return !slices.ContainsFunc(p.Groups, func(g Group) bool { return slices.Contains(forms, g.Form) && g.Orders != want })
	}
	return true
}

// formsToEnemy is the distance from formations to the nearest enemy unit; a
// unit that is to enter counts in its entry hex.
func (p *Position) formsToEnemy(forms []int) int {
	best := 999
	for u := range p.Units {
		if !slices.Contains(forms, p.form(u)) {
			continue
		}
		switch {
		case p.onMap(u):
			best = min(best, p.nearestEnemy(p.Units[u].Hex, p.side(u)))
		case p.arriving(u):
			best = min(best, p.nearestEnemy(p.sc.Entries[p.spec(u).Entry-1].Hex, p.side(u)))
		}
	}
	return best
}

// feasible takes lines out, the first fault first, until the others are legal
// together as those of a turn file would have to be.
func (r *run) feasible(s int, lines []engine.Order) (possible []engine.Order, skipped []engine.Fault) {
	possible = lines
	for len(possible) > 0 {
		faults := r.rs.Check(r.p, engine.Orders{Side: r.p.sideName(s), Lines: possible})
		if len(faults) == 0 {
			return possible, skipped
		}
		skipped = append(skipped, faults[0])
		possible = slices.DeleteFunc(slices.Clone(possible), func(o engine.Order) bool { return o.Line == faults[0].Line })
	}
	return nil, skipped
}

// orderList writes order lines in one.
func orderList(lines []engine.Order) string {
	if len(lines) == 0 {
		return "hold"
	}
	var texts []string
	for _, o := range lines {
		texts = append(texts, strings.Join(o.Words, " "))
	}
	return strings.Join(texts, "; ")
}

// whenOptions yields, for a formation on the map, some plans with and without
// conditions.
func whenOptions(r *run, f int, yield func(words ...string)) {
	id, u := r.p.sc.Forms[f].ID, r.p.firstOf(f)
	if r.p.sc.Forms[f].Side != r.side || u < 0 {
		return
	}
	name, enemy := r.p.spec(u).ID, r.p.enemyNearest(u)
	yield("when", id, "hold")
	yield("when", id, "again", "if", "no-enemy-within", "3", "hold")
	yield("when", id, "if", "ordered", "move", name, "toward", enemy)
	yield("when", id, "again", "move", name, "toward", enemy)
	yield("when", id, "if", "enemy-within", "2", "shock", name, "at", enemy)
	yield("when", id, "none")
}

// firstOf is the first unit of a formation on the map, -1 if there is none.
func (p *Position) firstOf(f int) int {
	for u := range p.Units {
		if p.form(u) == f && p.onMap(u) {
			return u
		}
	}
	return -1
}

// enemyNearest is the hex of the enemy unit nearest to a unit, or its own.
func (p *Position) enemyNearest(u int) string {
	best := p.Units[u].Hex
	for v := range p.Units {
		h := p.Units[v].Hex
		if p.onMap(v) && p.side(v) != p.side(u) && (best == p.Units[u].Hex || h.Distance(p.Units[u].Hex) < best.Distance(p.Units[u].Hex)) {
			best = h
		}
	}
	return best.String()
}
