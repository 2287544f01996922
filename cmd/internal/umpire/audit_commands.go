package umpire

import (
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// outcome is how the game stands at the end of the log, by its rules or by its
// players. The error is a record that players could not give any more.
func (c *auditor) outcome() (engine.Outcome, error) {
	byRules := c.rs.Outcome(c.Last)
	if byRules.Over {
		return byRules, nil
	}
	var sides []engine.Side
	for _, p := range c.Game.Players {
		sides = append(sides, p.Side)
	}
	conceded, offers, vacant := map[engine.Side]bool{}, map[engine.Side]bool{}, map[engine.Side]bool{}
	var end engine.Outcome
	for _, e := range c.entries {
		side := engine.Side("")
		switch v := e.value.(type) {
		case record.Orders:
			side = v.Side
		case record.Step, record.Rollback, record.Ruling, record.Burn:
			clear(offers)
		case record.Abandon:
			return v.Outcome(), nil
		case record.Key:
			if v.By == record.KeyByUmpire || v.By == record.KeyByInvitation {
				delete(vacant, v.Side)
			}
			side = v.Side
		case record.Command:
			side = v.Side
			if vacant[side] {
				break
			}
			switch v.Command {
			case record.CommandDraw, record.CommandNoDraw:
				offers[side] = v.Command == record.CommandDraw
			case record.CommandConcede:
				conceded[side] = true
			case record.CommandResign:
				vacant[side], side = true, ""
			}
		}
		if vacant[side] {
			return end, e.at("%s has resigned, and nobody has taken the seat", side)
		}
		if _, over := e.value.(record.Over); end.Over && !over && c.Over != nil && e.Kind != record.KindReport {
			return end, e.at("the players have ended the game before it")
		}
		end = endByPlayers(sides, conceded, offers)
	}
	return end, nil
}
