package umpire

import (
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
		case OrdersRecord:
			side = v.Side
		case StepRecord, RollbackRecord, RulingRecord, BurnRecord:
			clear(offers)
		case AbandonRecord:
			return v.outcome(), nil
		case KeyRecord:
			if v.By == KeyByUmpire || v.By == KeyByInvitation {
				delete(vacant, v.Side)
			}
			side = v.Side
		case CommandRecord:
			side = v.Side
			if vacant[side] {
				break
			}
			switch v.Command {
			case CommandDraw, CommandNoDraw:
				offers[side] = v.Command == CommandDraw
			case CommandConcede:
				conceded[side] = true
			case CommandResign:
				vacant[side], side = true, ""
			}
		}
		if vacant[side] {
			return end, e.at("%s has resigned, and nobody has taken the seat", side)
		}
		if _, over := e.value.(OverRecord); end.Over && !over && c.Over != nil && e.Kind != KindReport {
			return end, e.at("the players have ended the game before it")
		}
		end = endByPlayers(sides, conceded, offers)
	}
	return end, nil
}
