package jdg

import (
	"berthier/engine"
	"berthier/engine/ask"
)

// sayPlan tells once for each activation that there are orders for it; the
// table lists them.
func sayPlan(t *teller, e engine.Event) string {
	pl := planOf(e)
	if t.planned == pl.Slot() {
		return ""
	}
	t.planned = pl.Slot()
	return "your orders for " + t.planName(pl) + " are noted; the table of your orders when drawn shows them."
}

func sayUnplan(t *teller, e engine.Event) string {
	t.planned = ask.Slot{}
	return "the orders for " + t.planName(planOf(e)) + " are " + e.Get("why") + "."
}

// planName names an activation that is to come.
func (t *teller) planName(pl ask.Plan) string {
	name := t.p.markerName(t.p.markerOf(pl.For))
	if pl.Again {
		return "the activation of " + name + " after the next"
	}
	return "the next activation of " + name
}

// sayDue tells why orders given beforehand are not used; that they are says
// the decision that follows.
func sayDue(t *teller, e engine.Event) string {
	name := t.p.markerName(t.p.markerOf(e.Get("formation")))
	switch e.Get("is") {
	case "unmet":
		return name + " is drawn, and no condition of what you ordered beforehand holds: you are asked."
	case "impossible":
		return name + " is drawn, and nothing of what you ordered beforehand is possible any more: you are asked."
	}
	return ""
}

// planTable lists the reader's own orders when drawn, as they were understood.
func (p *Position) planTable(own int) engine.Table {
	t := engine.Table{Title: "Your orders when drawn", Columns: []string{"Formation", "Drawn", "If", "Order"}}
	if own < 0 {
		return t
	}
	for _, pl := range p.Plans[own] {
		drawn := "next"
		if pl.Again {
			drawn = "again"
		}
		t.Rows = append(t.Rows, []string{pl.For, drawn, dash(pl.If.String()), pl.OrderText()})
	}
	return t
}

// plans shows what was ordered for formations that are still to be drawn, and
// how to do it.
func (s *sheet) plans() {
	s.explain("Orders for a formation before it is drawn; again is for its activation after the next. Lines replace " +
		"those sent before, none withdraws them.")
	for _, pl := range s.p.Plans[s.side] {
		s.example([]string{pl.String()}, "holds now")
	}
	if s.p.Plans[s.side] != nil {
		return
	}
	for _, id := range s.p.formIDs(s.side) {
		f, _ := s.p.sc.Form(id)
		if u := s.p.firstOf(f); u >= 0 {
			s.example([]string{"when", id, "move", s.p.spec(u).ID, "toward", s.p.enemyNearest(u)}, "")
			s.example([]string{"when", id, "if", "no-enemy-within", "4", "hold"}, "")
			return
		}
	}
}
