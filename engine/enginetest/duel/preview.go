package duel

import (
	"fmt"
	"math/big"

	"berthier/engine"
	"berthier/engine/tongue"
)

// Preview shows a pick, and counts the chance of a double.
func (d Ruleset) Preview(pos engine.Position, o engine.Orders) engine.Preview {
	p := pos.(*position)
	pv := engine.Preview{After: d.View(p, o.Side)}
	if len(d.Check(p, o)) > 0 {
		return pv
	}
	if len(o.Lines) > 0 && p.phase == "choose" {
		pv.Events = []engine.Event{engine.NewEvent("1.2", "chosen", o.Side)}
	}
	switch d.Bug {
	case "preview is no view":
		pv.After = p
	case "preview tells what is hidden":
		e := engine.NewEvent("1.2", "chosen", o.Side)
		e.For = engine.Only()
		pv.Events = append(pv.Events, e)
	case "preview rolls":
		pv.Events = append(pv.Events, engine.Event{Rule: "1.3", Kind: "roll", Roll: &engine.Roll{Result: "none"}})
	case "preview leaks":
		pv.Events = []engine.Event{engine.NewEvent("1.2", "chosen", o.Side, "cards", fmt.Sprint(p.card))}
	}
	pv.Odds = d.odds(p, o)
	return pv
}

func (d Ruleset) odds(p *position, o engine.Orders) []engine.Odds {
	if p.phase != "double" || len(o.Lines) == 0 || o.Lines[0].Words[1] != "yes" {
		return nil
	}
	half, line := big.NewRat(1, 2), o.Lines[0].Line
	x := engine.Odds{Lines: []int{line}, What: tongue.English("double"), Rule: "2.1",
		Outcomes: []engine.Chance{{What: tongue.English("a point more"), P: half},
			{What: tongue.English("nothing"), P: half}}}
	switch {
	case d.is("odds do not add up"):
		x.Outcomes[0].P = big.NewRat(1, 4)
	case d.is("odds of no line"):
		x.Lines = []int{0}
	case d.is("odds change their argument"):
		p.score[0]++
	case d.is("odds leak"):
		x.Notes = []tongue.Text{tongue.Name(fmt.Sprint(p.card))}
	}
	return []engine.Odds{x}
}
