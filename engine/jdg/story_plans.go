package jdg

import (
	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// sayPlan tells once for each activation that there are orders for it, and the first time that a
// table lists them.
func sayPlan(t *teller, e engine.Event) tongue.Text {
	pl := planOf(e)
	if t.planned == pl.Slot() {
		return tongue.Text{}
	}
	first := tongue.Choice("first", "yes")
	if t.tabled {
		first = tongue.Choice("first", "no")
	}
	t.planned, t.tabled = pl.Slot(), true
	return say("plan", append(t.planArg(pl), first)...)
}

func sayUnplan(t *teller, e engine.Event) tongue.Text {
	t.planned = ask.Slot{}
	return say("unplan", append(t.planArg(planOf(e)), tongue.Words("why", spelt("unplan.", e.Get("why"))))...)
}

// planArg names an activation that is to come.
func (t *teller) planArg(pl ask.Plan) []tongue.Arg {
	again := ""
	if pl.Again {
		again = "again"
	}
	return []tongue.Arg{named("name", t.p.markerName(t.p.markerOf(pl.For))), tongue.Choice("again", again)}
}

// sayDue tells why orders given beforehand are not used; that they are says
// the decision that follows.
func sayDue(t *teller, e engine.Event) tongue.Text {
	name := named("name", t.p.markerName(t.p.markerOf(e.Get("formation"))))
	switch e.Get("is") {
	case "unmet":
		return say("due.unmet", name)
	case "impossible":
		return say("due.impossible", name)
	}
	return tongue.Text{}
}

// planTable lists the reader's own orders when drawn, as they were understood.
func (p *Position) planTable(own int) engine.Table {
	t := engine.Table{Title: say("table.plans"), Columns: planColumns}
	if own < 0 {
		return t
	}
	for _, pl := range p.Plans[own] {
		drawn := say("cell.next")
		if pl.Again {
			drawn = say("cell.again")
		}
		t.Rows = append(t.Rows, []tongue.Text{tongue.Name(pl.For), drawn, orDash(tongue.Name(pl.If.String())),
			tongue.Name(pl.OrderText())})
	}
	return t
}

// plans shows what was ordered for formations that are still to be drawn, and a
// line for each of the others.
func (s *sheet) plans() {
	s.explain("plans")
	planned := map[string]bool{}
	for i, pl := range s.p.Plans[s.side] {
		if i < mostExamples {
			s.example([]string{pl.String()}, say("note.holds"))
		}
		planned[pl.For] = true
	}
	if n := len(s.p.Plans[s.side]) - mostExamples; n > 0 {
		s.explain("more-plans", tongue.Number("n", n))
	}
	some, open := "", s.p.openGoals(s.side)
	for _, id := range s.p.formIDs(s.side) {
		f, _ := s.p.sc.Form(id)
		if planned[id] || !s.p.present(f) && !s.p.due(f) {
			continue
		}
		some = id
		goal, what := s.p.goalFor(f, open)
		s.example([]string{"when", id, "move", "toward", goal}, what)
	}
	if some != "" && len(planned) == 0 {
		s.explain("condition")
		s.example([]string{"when", some, "if", "enemy-within", "1", "shock", nearest}, bare)
		s.example([]string{"when", some, "if", "no-enemy-within", "4", "hold"}, bare)
	}
}

// goalFor is where a formation on the map or due could go: of the goals that are open
// to it the nearest to its first unit, or the nearest enemy; what says what it is.
func (p *Position) goalFor(f int, open []int) (word string, what tongue.Text) {
	from, best, least := hex.None, 0, 999
	for u := range p.sc.Units {
		if p.form(u) == f && (p.onMap(u) || p.arriving(u)) {
			from = p.startOf(u)
			break
		}
	}
	for _, g := range open {
		if d := p.sc.Goals[g].Hex.Distance(from); d < least {
			best, least = g, d
		}
	}
	if least == 999 {
		return nearest, say("note.nearest")
	}
	goal := p.sc.Goals[best]
	return goal.Hex.String(), say("note.goal", named("name", goal.Name), tongue.Number("n", least))
}

// openGoals are the goals that a side does not hold, by number.
func (p *Position) openGoals(side int) []int {
	open := make([]int, 0, len(p.sc.Goals))
	for g := range p.sc.Goals {
		if p.holder(g) != side {
			open = append(open, g)
		}
	}
	return open
}
