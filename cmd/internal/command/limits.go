package command

import (
	"berthier/cmd/internal/phrase"
	"berthier/engine"
	"berthier/engine/tongue"
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

// tooMuch says why a mail asks for too much to be looked at. What its sender may not ask for weighs nothing.
func tooMuch(lines []Line, by Authority) []engine.Fault {
	if len(lines) > maxLines {
		return []engine.Fault{fault(0, "", phrase.Say("fault.mostcommands", "n", maxLines),
			phrase.Say("hint.othermail"))}
	}
	sum := 0
	for _, l := range lines {
		if l.Who&by == 0 {
			continue
		}
		if sum += l.weighs(); sum > maxWeight {
			return []engine.Fault{fault(l.No, l.Text, phrase.Say("fault.weight", "word", l.Word, "n",
				l.weighs(), "most", maxWeight), phrase.Say("hint.belowmail"))}
		}
	}
	return nil
}

// fault is what is wrong with a line, from 1, or with the mail as a whole; hint may be empty.
func fault(line int, text string, msg, hint tongue.Text) engine.Fault {
	return engine.Fault{Kind: engine.Invalid, Line: line, Text: text, Msg: msg, Hint: hint}
}

// write is the hint that says how a line is written.
func write(line string) tongue.Text { return phrase.Say("hint.write", "line", line) }
