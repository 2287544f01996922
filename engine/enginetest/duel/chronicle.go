package duel

import (
	"berthier/engine"
	"berthier/engine/tongue"
)

var _ engine.Chronicler = Ruleset{}

// Chronicle implements engine.Chronicler: the points of each side.
func (d Ruleset) Chronicle(pos engine.Position) engine.Chronicle {
	p := pos.(*position)
	c := engine.Chronicle{Measures: []engine.Measure{{Name: tongue.English("Points"), Of: p.score[:]}}}
	if d.is("chronicle forgets a measure") && p.round > 1 {
		c.Measures[0].Name = tongue.Text{}
	}
	if d.is("chronicle leaks a hedge") {
		c.Goals = []engine.Goal{{Name: tongue.English("the hedge"),
			Holder: map[bool]engine.Side{true: "Red"}[p.hedge[0]+p.hedge[1] > 0]}}
	}
	return c
}
