package umpire

import (
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// TellCommand is what people read about it: one plain sentence.
func TellCommand(c record.Command) string {
	switch c.Command {
	case record.CommandDraw:
		return fmt.Sprintf("%s offers a draw; the offer ends when the next step is resolved.", c.Side)
	case record.CommandNoDraw:
		return fmt.Sprintf("%s does not offer a draw any more.", c.Side)
	case record.CommandConcede:
		return fmt.Sprintf("%s gives the game up.", c.Side)
	case record.CommandResign:
		return fmt.Sprintf("%s has resigned; until the umpire finds another player the defaults are used.", c.Side)
	}
	return fmt.Sprintf("%s has withdrawn the orders for step %d.", c.Side, c.Step+1)
}

// endByPlayers is how a game ends when its players end it: all sides but one
// have conceded, or all others have offered a draw.
func endByPlayers(sides []engine.Side, conceded, offers map[engine.Side]bool) engine.Outcome {
	left := slices.DeleteFunc(slices.Clone(sides), func(s engine.Side) bool { return conceded[s] })
	if len(left) == 1 {
		loser := slices.DeleteFunc(slices.Clone(sides), func(s engine.Side) bool { return !conceded[s] })
		var names []string
		for _, s := range loser {
			names = append(names, string(s))
		}
		return engine.Outcome{Over: true, Winner: left[0], Rule: "concession", Text: strings.Join(names, " and ") + " gave the game up"}
	}
	if !slices.ContainsFunc(left, func(s engine.Side) bool { return !offers[s] }) {
		return engine.Outcome{Over: true, Rule: "agreement", Text: "the players agreed to a draw"}
	}
	return engine.Outcome{}
}
