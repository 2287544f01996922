package command

import (
	"slices"
	"strings"

	"berthier/cmd/internal/said"
	"berthier/engine"
)

// Authority is who gives a command, or a set of those who may.
type Authority uint8

const (
	Stranger Authority = 1 << iota // an unsigned mail, whoever sent it
	Player                         // signed by a side of a game
	Umpire                         // signed with a key of the umpire
	Anybody  = Stranger | Player | Umpire
)

// Below is what follows the line of a command.
type Below int

const (
	Nothing      Below = iota
	TextBelow          // lines of text, to a line "end" with the word of the command: "endpress"
	TurnBelow          // a turn file, which is the rest of the mail
	MayTurnBelow       // the same, or nothing
)

// Kind is one row of the table of commands.
type Kind struct {
	Word string    // lower case
	Args string    // as HELP shows them: "[N]"
	Help string    // one plain sentence
	Who  Authority // who may give it; what strangers may not must be signed
	// it is about the mail that it comes in; any other that the umpire may give he gives at the machine too
	MailOnly    bool
	Whole       bool // its word is never cut short: it ends something
	Least, Most int  // words behind the command
	Below       Below
	Asks        bool // it changes nothing, not even for an observer
	NoGame      bool // it is about no game, or its own words name one: else the umpire may name it behind the word
	read        func(*reader) Command
	weight      int // what it costs, if that is more than 1; see maxWeight
}

// Usage is how the command is written.
func (k Kind) Usage() string {
	if k.takesGame(k.Who) && k.Who == Umpire {
		return strings.TrimSpace(k.Word + " [GAME] " + k.Args)
	}
	return strings.TrimSpace(k.Word + " " + k.Args)
}

// takesGame reports whether the name of a game may stand behind the word.
func (k Kind) takesGame(by Authority) bool { return by == Umpire && k.Who&Umpire != 0 && !k.NoGame }

// Verb is the row as a help text shows it.
func (k Kind) Verb() engine.Verb { return engine.Verb{Word: k.Word, Usage: k.Usage(), Help: k.Help} }

// Kinds is all commands, in the order in which HELP shows them.
func Kinds() []Kind { return slices.Clone(kinds) }

// Find finds the command that a word names or abbreviates among those that somebody may
// give, or else among all; if there is none, hint says what there is.
func Find(word string, by Authority) (k *Kind, hint string) { return find(kinds, word, by) }

// find is Find in a table.
func find(table []Kind, word string, by Authority) (k *Kind, hint string) {
	var all, longer []string
	for _, own := range []bool{true, false} {
		longer = nil
		for i := range table {
			t := &table[i]
			if own && t.Who&by == 0 {
				continue
			}
			if t.Word == word {
				return t, ""
			}
			if own {
				all = append(all, t.Word)
			}
			if len(word) >= said.MinAbbreviation && strings.HasPrefix(t.Word, word) {
				k, longer = t, append(longer, t.Word)
			}
		}
		if len(longer) == 1 && k.Whole {
			return nil, "did you mean " + k.Word + "? This word is written in full"
		}
		if len(longer) == 1 {
			return k, ""
		}
		if len(longer) > 1 {
			return nil, "it could be " + strings.Join(longer, " or ")
		}
	}
	if near := engine.Nearest(word, all); near != "" {
		return nil, "did you mean " + near + "?"
	}
	return nil, ""
}
