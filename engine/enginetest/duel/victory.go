package duel

import (
	"fmt"
	"slices"

	"berthier/engine"
	"berthier/engine/tongue"
)

// victory is how the game stands for a side, "" for the public.
func (d Ruleset) victory(p *position, side engine.Side) engine.Victory {
	v := engine.Victory{
		Stands: tongue.English(fmt.Sprintf("Red %d, Blue %d.", p.score[0], p.score[1])),
		Needs:  tongue.English(p.needs(slices.Index(sides, side))),
		Ways: []engine.Line{
			{Rule: "1.4", Text: tongue.English("The nearer number scores 1 point and 1 for each of its chips.")},
			{Rule: "3", Text: tongue.English("After three rounds the higher score wins.")},
		},
	}
	switch d.Bug {
	case "report is silent on the score":
		v.Stands = tongue.Text{}
	case "report is silent on what is needed":
		v.Needs = tongue.Text{}
	case "report is silent on the way to win":
		v.Ways = nil
	case "report names no rule of victory":
		v.Ways[1].Rule = ""
	}
	return v
}

// needs is what the reader lacks, or each side if it is the public.
func (p *position) needs(side int) string {
	if p.phase == "over" {
		return ""
	}
	lead := func(i int) int { return p.score[i] - p.score[1-i] }
	switch {
	case side < 0:
		return fmt.Sprintf("After three rounds Red needs a lead of 1 and has one of %d.", lead(0))
	case lead(side) > 0:
		return "You win if it stays so for three rounds."
	}
	return fmt.Sprintf("You need %d more within three rounds.", 1-lead(side))
}
