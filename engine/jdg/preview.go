package jdg

import (
	"berthier/engine"
)

// rehearsal prepares an activation of the side's own view in which nothing is
// rolled; nil if the side has no activation to give orders for, or if there is a
// fault in them.
func (rs *Ruleset) rehearsal(pos engine.Position, o engine.Orders) (*Position, *run) {
	p := rs.View(pos, o.Side).(*Position)
	if p.Phase != ActivationPhase || p.Asked != nil || p.activeSide() != o.Side || len(rs.Check(p, o)) > 0 {
		return p, nil
	}
	o.Lines, _ = rs.expand(p, p.sideOf(o.Side), o.Lines)
	p.editSteady().ask = nil // nobody is asked: the defaults answer
	r := newRun(rs, p, nil)
	r.fate = &fate{}
	if err := r.takeStanding(o); err != nil {
		return p, nil
	}
	r.newActivation(o.Lines)
	r.act.orders, _ = r.readAll(r.act.side, o.Lines)
	return p, r
}

// Preview implements engine.Previewer for the activation that is awaited: its
// moves, fires and attacks. A combat is told as an event that nothing follows
// from. The package doc says which odds are counted.
func (rs *Ruleset) Preview(pos engine.Position, o engine.Orders) engine.Preview {
	view, r := rs.rehearsal(pos, o)
	if r == nil {
		return engine.Preview{After: view}
	}
	f := &forecast{}
	f.attacks(r)
	for _, c := range r.act.combats {
		name := "shock"
		if len(c.chargers) > 0 {
			name = "charge"
		}
		r.out = append(r.out, engine.NewEvent("8.5", "combat", o.Side, "kind", combatNames[c.kind], "as", name,
			"attackers", r.p.unitIDs(c.attackers), "targets", pathString(c.targets)))
	}
	return engine.Preview{After: rs.View(r.p, o.Side), Events: engine.Visible(r.out, o.Side), Odds: f.odds}
}

// Standing implements engine.Ruleset: standing orders, then the orders for
// formations that are not drawn yet.
func (rs *Ruleset) Standing(pos engine.Position, side engine.Side) (lines []string) {
	p := pos.(*Position)
	s := p.sideOf(side)
	if s < 0 {
		return nil
	}
	for _, o := range p.Sheets[s] {
		lines = append(lines, standingLine(o))
	}
	for _, pl := range p.Plans[s] {
		lines = append(lines, pl.String())
	}
	return lines
}
