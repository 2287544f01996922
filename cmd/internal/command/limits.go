package command

import (
	"fmt"

	"berthier/engine"
)

// What one mail of commands may hold. All of it is counted before anything of the
// mail is done. Sizes, headers, parts and signatures of any mail are bounded by package
// mail, lines and words of a turn file by package engine, odds by the ruleset.
const (
	maxText   = 1 << 16 // bytes of a text that is read as commands
	maxTyped  = 2 << 20 // of one that the umpire gives at the machine, as files in Base64
	maxLines  = 20      // commands
	maxArg    = 80      // bytes of one word behind a command
	maxFaults = 50      // that the answer lists

	// maxWeight bounds the weights of the commands of one mail together. Most
	// weigh 1.
	maxWeight = 20
	twice     = 2  // draws the first maps of a game
	heavy     = 6  // draws a map, or reads the whole log of a game
	heavier   = 12 // resolves a step for all sides
	heaviest  = 15 // counts odds and draws a map

	maxReasonWords = 200 // of a reason on the line of a command
)

// weighs is the share of a command of maxWeight.
func (k Kind) weighs() int { return max(k.weight, 1) }

// tooMuch says why a mail asks for too much to be looked at.
func tooMuch(lines []Line) []engine.Fault {
	if len(lines) > maxLines {
		return []engine.Fault{{Kind: engine.Invalid, Msg: fmt.Sprintf("a mail holds at most %d commands", maxLines),
			Hint: "send the others in another mail"}}
	}
	sum := 0
	for _, l := range lines {
		if sum += l.weighs(); sum > maxWeight {
			return []engine.Fault{{
				Kind: engine.Invalid, Line: l.No, Text: l.Text,
				Msg: fmt.Sprintf("this is more than one mail may ask for: %s counts as %d commands, and a mail "+
					"holds at most %d", l.Word, l.weighs(), maxWeight),
				Hint: "send this line and those below it in another mail",
			}}
		}
	}
	return nil
}
