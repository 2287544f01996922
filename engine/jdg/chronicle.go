package jdg

import (
	"cmp"

	"berthier/engine"
	"berthier/engine/jdg/setup"
	"berthier/engine/tongue"
)

// Chronicle implements engine.Chronicler: victory points, the strength that still fights, who
// holds the objectives since the last Phase F, and what the formations have lost. A formation
// has broken when it is demoralised [11.2].
func (rs *Ruleset) Chronicle(pos engine.Position) engine.Chronicle {
	p := pos.(*Position)
	vp := p.points()
	c := engine.Chronicle{Forces: make([]engine.Formation, len(p.sc.Forms))}
	for f, spec := range p.sc.Forms {
		c.Forces[f] = engine.Formation{Name: tongue.Name(p.formName(f)), Side: p.sideName(spec.Side),
			Broken: p.formAt(f).Demoralised}
	}
	var fights [2]int
	for u := range p.sc.Units {
		spec, un := p.spec(u), p.unit(u)
		sp, gone := spec.Front.SP, un.State >= setup.Routed
		if spec.Arm == setup.Artillery { // whose numbers are those of its fire
			continue
		}
		if f := p.form(u); f >= 0 {
			c.Forces[f].Began += sp
			if un.State == setup.Eliminated {
				c.Forces[f].Lost += sp
			}
		}
		if !gone {
			fights[p.side(u)] += sp
		}
	}
	c.Measures = []engine.Measure{{Name: say("column.vp"), Of: vp[:]}, {Name: say("measure.strength"), Of: fights[:]}}
	for g, goal := range p.sc.Goals {
		c.Goals = append(c.Goals, engine.Goal{Name: tongue.Name(cmp.Or(goal.Name, goal.Hex.String())),
			Holder: p.sideName(p.Held[g])})
	}
	return c
}
