package play

import (
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/record"
)

// TellCommand is what people read about it: one plain sentence.
func TellCommand(c record.Command) string {
	word, days, _ := strings.Cut(c.Command, " ")
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
	switch word {
	case record.CommandFinal:
		return fmt.Sprintf("%s says that the orders for step %d are final.", c.Side, c.Step+1)
	case record.CommandNotFinal:
		return fmt.Sprintf("%s says that the orders for step %d are not final.", c.Side, c.Step+1)
	case record.CommandAbsence:
		return fmt.Sprintf("%s is away: %s.", c.Side, strings.Replace(days, " ", " to ", 1))
	case record.CommandPause:
		return fmt.Sprintf("%s proposes a pause up to %s.", c.Side, days)
	case record.CommandResume:
		return fmt.Sprintf("%s wants no pause.", c.Side)
	}
	return fmt.Sprintf("%s has withdrawn the orders for step %d.", c.Side, c.Step+1)
}

// quiet reports whether the other players are not told of a command.
func quiet(c record.Command) bool {
	word, _, _ := strings.Cut(c.Command, " ")
	return slices.Contains([]string{
		record.CommandWithdraw, record.CommandFinal, record.CommandNotFinal, record.CommandAbsence,
	}, word)
}

// tell is what players read.
func tellLogKey(k record.LogKey) string {
	text := fmt.Sprintf("The log of the game is signed with another key from now on: %s, in place of %s. ",
		record.Fingerprint(k.New), record.Fingerprint(k.Old))
	if len(k.Signature) == 0 {
		return text + "The umpire says that the old key is lost: ask him for the fingerprint of the new one by " +
			"another way, and keep an earlier report, whose checkpoint still proves what was before it."
	}
	return text + "The old key signed that."
}
