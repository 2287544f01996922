package main

import (
	"bytes"
	"context"
	"fmt"

	cmds "berthier/cmd/internal/command"
	"berthier/engine"
	"berthier/templates"
)

// victoryEntry stands, beside helpEntry, for what is not in the list of commands.
var victoryEntry = command{
	name: "help " + cmds.Victory, usage: "[SCENARIO]", help: "tell how a scenario is won",
	long: `
Prints how the game ends, what brings victory points to each side, what wins at
once, and how it stands at the beginning; without a name of the scenario that
newcomers try. Of a game that goes on "help victory" tells it by mail.`,
	run: helpVictory,
}

// helpVictory prints how a scenario is won, as everybody may see it.
func helpVictory(_ context.Context, c *call) error {
	if len(c.args) > 1 {
		return c.usageError("want at most one scenario, got %d words", len(c.args))
	}
	setup := games[0].First
	rulesets, err := loadRulesets(config{})
	if err != nil {
		return err
	}
	rs := rulesets[0]
	if len(c.args) == 1 {
		if setup, rs, err = chosen(rulesets, "", c.args[0]); err != nil {
			return err
		}
	}
	p, err := rs.Start(setup)
	if err != nil {
		return err
	}
	report := engine.Tell(rs, p, p, nil, "")
	text, _, err := templates.Commands(templates.CommandsMail{Here: true, Done: []templates.CommandResult{
		{Parts: append([]templates.Part{{Text: report.Title}}, templates.VictoryParts(report.Victory)...)}}})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.stdout, "%s\n", bytes.TrimSpace(text))
	return err
}
