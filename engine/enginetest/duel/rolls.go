package duel

import (
	"slices"

	"berthier/engine"
)

// spoilRoll tells the roll of a round, as a bug would.
func (d Ruleset) spoilRoll(roll engine.Event) []engine.Event {
	switch d.Bug {
	case "event without rule":
		roll.Rule = ""
	case "event does not read back":
		roll.Args = []engine.Arg{{Key: "by", Value: "x"}}
	case "total is no sum", "more hits than dice", "pool without its die":
		r := *roll.Roll
		switch d.Bug {
		case "total is no sum":
			r.Total++
		case "more hits than dice":
			r.Total, r.Hits = 2, true
		default:
			r.Pool = []engine.Mod{{Name: "all", Value: 2}}
		}
		roll.Roll = &r
	case "draw not told":
		return nil
	case "draw told twice":
		return []engine.Event{roll, roll}
	case "draw told wrong":
		r := *roll.Roll
		r.Draws = slices.Clone(r.Draws)
		r.Draws[0].Value = (r.Draws[0].Value + 1) % 6
		roll.Roll = &r
	case "event by a stranger":
		roll.By = "Green"
	}
	return []engine.Event{roll}
}
