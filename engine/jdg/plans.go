package jdg

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/jdg/setup"
)

// drawFacts are what the conditions of orders when drawn can name.
var drawFacts = []ask.Fact{
	{Word: "enemy-within", Shape: ask.IsNumber, Min: 1, Max: 99, What: say("value.hexes"), Example: "4"},
	{Word: "no-enemy-within", Shape: ask.IsNumber, Min: 1, Max: 99, What: say("value.hexes"), Example: "4"},
	{Word: "ordered"}, {Word: "no-orders"},
}

// planVerbs give orders for formations that are not drawn yet.
var planVerbs = []*verb{{
	Verb: engine.Verb{Word: "when",
		Usage: "when FORMATION|CAM[,…] [again] [if CONDITION] ORDER, or hold, or none", Rule: "2.2-c"},
	step: always, parse: parseWhen, do: atOnce(doWhen),
	subjects: func(r *run) []int { return r.indexes(len(r.p.sc.Forms)) }, options: whenOptions,
}}

// parseWhen reads everything of a line that does not depend on where the
// units stand when the marker is drawn [2.2-c, JDG-P8]. A line for several
// formations is as many lines.
func parseWhen(l *line, o *order) {
	o.beforehand = new(beforehand)
	list, rest := l.peek(), l.rest
	for id := range strings.SplitSeq(list, ",") {
		if len(rest) > 0 {
			l.rest = append([]string{id}, rest[1:]...)
		}
		o.plans = append(o.plans, l.planFor(o))
	}
}

// planFor reads the plan for one formation.
func (l *line) planFor(o *order) (pl ask.Plan) {
	var forms []int
	var bad *ask.Problem
	g := ask.PlanGrammar{Facts: drawFacts, What: "the formation", For: func(id string) *ask.Problem {
		m := l.p.markerOf(id)
		if forms = l.p.activated(m); forms != nil && l.p.markerSide(m) == l.side {
			return nil
		}
		yours := append(l.p.formIDs(l.side), l.p.camIDs(l.side)...)
		return problem("yours are "+strings.Join(yours, ", "), "%q is no formation or combined marker of yours", id)
	}}
	pl, l.rest, bad = g.ReadPlan(l.rest)
	l.problem(bad)
	if len(l.rest) == 2 && l.rest[1] == "hold" {
		l.rest = []string{"hold", l.rest[0]}
	}
	if w := l.peek(); w == "hold" || w == "none" {
		if o.word = l.next(""); w == "hold" {
			l.heldWhom(pl.For)
		}
		return pl
	}
	l.rest = l.p.rs.subjectFirst(l.rest, pl.For)
	pl.Order = strings.Join(l.nested(forms), " ")
	return pl
}

// heldWhom reads whom a plan to hold is for: the formation itself, and no unit of it.
func (l *line) heldWhom(formation string) {
	list := l.peek()
	if list == formation {
		l.next("")
		return
	}
	for id := range strings.SplitSeq(list, ",") {
		if _, ok := l.p.sc.Unit(id); !ok {
			return
		}
	}
	l.fail(noLineStays+"; for the whole formation write: when "+formation+" hold",
		"hold is for a whole formation, not for %s", list)
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

// nested takes an order of an activation and returns it in full words. Its
// units and groups must belong to the formations.
func (l *line) nested(forms []int) []string {
	word := l.next("the order")
	v := l.p.rs.actionVerb(word)
	if v == nil {
		if word != "" {
			l.fail("one of "+strings.Join(l.p.rs.actionWords(), ", ")+", hold, none",
				"%q is no order of an activation", word)
		}
		return nil
	}
	if i := slices.Index(l.rest, "if"); i >= 0 { // the condition stands before the order
		l.fail("write: "+l.v.Usage, "%q is not understood here", strings.Join(l.rest[i:], " "))
	}
	words := append([]string{v.Word}, l.rest...)
	inner := &line{p: l.p, side: l.side, rest: l.rest, o: l.o, v: v, bad: l.bad}
	l.rest = nil
	o := &order{Order: &engine.Order{Line: l.o.Line, Text: l.o.Text, Words: words}, verb: v, side: l.side}
	inner.order(o)
	if inner.bad == nil {
		inner.end()
	}
	l.bad = inner.bad
	l.members(o, forms)
	return words
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
	for _, pl := range o.plans {
		r.notePlan(o.side, pl, o.word == "none")
	}
	return nil
}

func (r *run) notePlan(side int, pl ask.Plan, none bool) {
	first := !slices.Contains(r.replaced, pl.Slot())
	switch {
	case none:
		r.unplan(side, pl, "withdrawn")
	case first && r.p.Plans[side].Has(pl.Slot()):
		r.unplan(side, pl, "replaced")
	}
	if first {
		r.replaced = append(r.replaced, pl.Slot())
	}
	if !none {
		r.secret("2.2-c", "plan", side, "formation", pl.For, "again", yesIf(pl.Again), "if",
			pl.If.String(), "order", pl.OrderText())
	}
}

func (r *run) unplan(side int, pl ask.Plan, why string) {
	r.secret("2.2-c", "unplan", side, "formation", pl.For, "again", yesIf(pl.Again), "why", why)
}

func yesIf(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// planOf reads the line that an event tells; it trusts the event.
func planOf(e engine.Event) ask.Plan {
	condition, _ := ask.ParseCondition(e.Get("if"))
	return ask.Plan{For: e.Get("formation"), Again: e.Get("again") == "yes", If: condition,
		Order: ask.ParseOrder(e.Get("order"))}
}

func (p *Position) applyPlan(e engine.Event) {
	s := p.sideOf(e.By)
	p.editSteady().Plans[s] = p.Plans[s].With(planOf(e))
}

func (p *Position) applyUnplan(e engine.Event) {
	s := p.sideOf(e.By)
	p.editSteady().Plans[s] = p.Plans[s].Without(planOf(e).Slot())
}

// applyDue: an activation begins.
func (p *Position) applyDue(e engine.Event) {
	s := p.sideOf(e.By)
	p.editSteady().Plans[s] = p.Plans[s].Begun(e.Get("formation"))
}

// followPlan looks what was ordered beforehand for the marker that has just
// been drawn. The first line whose condition holds decides which lines count:
// all with the same condition. Those that have become impossible are skipped.
// If no condition holds, or every line has become impossible, the owner is
// asked as if there were no plan; used or not, it is over.
func (r *run) followPlan(m Marker) {
	s := r.p.markerSide(m)
	mine := func(pl *ask.Plan) bool { return pl.For == m.ID }
	if !slices.ContainsFunc(r.p.Plans[s], mine) || !r.p.canAct(m) {
		return
	}
	all, condition, use := r.p.Plans[s].Chosen(m.ID, func(c ask.Condition) bool { return r.p.meets(m, c) })
	var possible []engine.Order
	var skipped []engine.Fault
	if use == ask.Used {
		possible, skipped = ask.Feasible(r.expandNow(s, all), func(lines []engine.Order) []engine.Fault {
			return r.rs.Check(r.p, engine.Orders{Side: r.p.sideName(s), Lines: lines})
		})
		if possible == nil && skipped != nil && !slices.ContainsFunc(all, r.p.ofFormations) {
			use = ask.Impossible
		}
	}
	r.secret("2.2-c", "due", s, "formation", m.ID, "is", string(use), "if", condition.String())
	if use == ask.Used {
		r.secret("2.2-c", "decision", s, "kind", "P8", "whom", m.ID, "answer", orderList(possible), "source",
			"when-drawn")
		r.in, r.have = []engine.Orders{{Side: r.p.sideName(s), Lines: possible}}, true
	}
	for _, f := range skipped {
		r.secret(f.Rule, "skip", s, "line", f.Text, "why", f.Msg.String())
	}
}

// voidPlans tells which orders when drawn lapse at the end of a turn, because
// nobody of their formation is left or still to come [1.C-a].
func (r *run) voidPlans() {
	for s := range r.p.sc.Sides {
		void := slices.DeleteFunc(slices.Clone(r.p.Plans[s]), func(pl *ask.Plan) bool { return r.p.lasts(pl.For) })
		for i, pl := range void {
			r.secret("1.C-a", "skip", s, "line", pl.String(), "why",
				"nobody of "+r.p.markerName(r.p.markerOf(pl.For))+" is left or still to come")
			if i == len(void)-1 || void[i+1].Slot() != pl.Slot() {
				r.unplan(s, *pl, "void")
			}
		}
	}
}

// lasts reports whether a formation, or one of a combined marker, has a unit on
// the map or one that is still to enter.
func (p *Position) lasts(id string) bool {
	forms := p.activated(p.markerOf(id))
	for u := range p.sc.Units {
		un := p.unit(u)
		if slices.Contains(forms, p.form(u)) &&
			(p.onMap(u) || p.spec(u).Entry > 0 && !un.Entered && un.State != setup.Eliminated) {
			return true
		}
	}
	return false
}

// meets reports whether the condition of a plan holds when the marker is
// drawn. It looks at public facts only: the groups' orders are turned up then.
func (p *Position) meets(m Marker, condition ask.Condition) bool {
	forms := p.activated(m)
	return condition.Holds(func(t ask.Term) bool {
		switch t.Fact {
		case "enemy-within":
			return p.formsToEnemy(forms) <= t.Number
		case "no-enemy-within":
			return p.formsToEnemy(forms) > t.Number
		}
		want := OrderStatus(NoOrders)
		if t.Fact == "ordered" {
			want = ReceivedOrders
		}
		for i, g := range p.Groups {
			if slices.Contains(forms, g.Form) && p.Faces[i].Orders != want {
				return false
			}
		}
		return true
	})
}

// formsToEnemy is the distance from formations to the nearest enemy unit; a
// unit that is to enter counts in its entry hex.
func (p *Position) formsToEnemy(forms []int) int {
	best := 999
	for u := range p.sc.Units {
		if !slices.Contains(forms, p.form(u)) {
			continue
		}
		switch {
		case p.onMap(u):
			best = min(best, p.nearestEnemy(p.unit(u).Hex, p.side(u)))
		case p.arriving(u):
			best = min(best, p.nearestEnemy(p.sc.Entries[p.spec(u).Entry-1].Hex, p.side(u)))
		}
	}
	return best
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
	for _, u := range p.sc.FormUnits[f] {
		if p.onMap(u) {
			return u
		}
	}
	return -1
}

// enemyNearest is the hex of the enemy unit nearest to a unit, or its own.
func (p *Position) enemyNearest(u int) string {
	best := p.unit(u).Hex
	for v := range p.sc.Units {
		h := p.unit(v).Hex
		if p.onMap(v) && p.side(v) != p.side(u) &&
			(best == p.unit(u).Hex || h.Distance(p.unit(u).Hex) < best.Distance(p.unit(u).Hex)) {
			best = h
		}
	}
	return best.String()
}
