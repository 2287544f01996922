package jdg

import "berthier/engine"

// Score is how a game stands in numbers, by side in the scenario's order.
type Score struct {
	VP   [2]int // victory points [13.2]
	Lost [2]int // SP of infantry and cavalry eliminated, front values
}

// Score returns how a position stands.
func (rs *Ruleset) Score(pos engine.Position) Score {
	p := pos.(*Position)
	return Score{VP: p.points(), Lost: [2]int{p.lostSP(0), p.lostSP(1)}}
}
