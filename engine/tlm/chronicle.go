package tlm

import (
	"berthier/engine"
	"berthier/engine/tlm/setup"
)

// Chronicle implements engine.Chronicler: the VP total, and for the Allies what all areas are worth
// beyond it; areas of worth and who has them, and what
// each nation has in the field.
func (rs *Ruleset) Chronicle(pos engine.Position) engine.Chronicle {
	p := pos.(*Position)
	var units [setup.NumSides]int
	var nations [setup.NumNations]int
	for _, g := range p.Groups {
		units[g.Unit.Nation.Side()] += g.N
		nations[g.Unit.Nation] += g.N
	}
	all := 0
	for _, a := range p.sc.Map.Areas {
		all += a.Value
	}
	c := engine.Chronicle{Measures: []engine.Measure{{Name: said.Say("column.vp"), Of: []int{p.vp(), all - p.vp()}},
		{Name: said.Say("measure.units"), Of: units[:]}}}
	for at, a := range p.sc.Map.Areas {
		if a.Value == 0 {
			continue
		}
		goal := engine.Goal{Name: p.areaName(at)}
		if now := p.Areas[at].Control; now != ContestedArea {
			goal.Holder = p.sideName(int(now))
		}
		c.Goals = append(c.Goals, goal)
	}
	for n := range setup.NumNations {
		full := 0
		for _, k := range p.rs.tables.Counters[n].Units {
			full += k
		}
		c.Forces = append(c.Forces, engine.Formation{Name: nationName(n, "army"), Side: p.sideName(n.Side()),
			Began: full,
			Lost:  full - nations[n]})
	}
	return c
}
