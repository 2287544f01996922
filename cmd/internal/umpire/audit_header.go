package umpire

import (
	"fmt"
	"strings"

	"berthier/cmd/internal/record"
	"berthier/cmd/internal/said"
	"berthier/engine"
)

// verbs are those of the rules that a log names, if they are here: a turn file is
// read with them.
func (c *auditor) verbs() []engine.Verb {
	if rs := findRuleset(c.rulesets, c.Game.Ruleset, c.Game.Version); rs != nil {
		return rs.Verbs()
	}
	return nil
}

// addressed checks that what a side signed is a turn file for this game, side and
// step: one that it wrote for another counts nowhere else, whoever has it.
func addressed(o record.Orders, text []byte, verbs []engine.Verb, limits engine.Limits) error {
	text, _ = said.CutCode(said.Turn(text))
	file, _ := engine.ParseTurnFile(text, verbs, limits)
	if file.Game != o.Game || !strings.EqualFold(string(file.Side), string(o.Side)) || file.Step != o.Step {
		return fmt.Errorf("what %s signed is for side %q, step %d of game %q", o.Side, file.Side, file.Step, file.Game)
	}
	return nil
}
