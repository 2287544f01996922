package umpire

import (
	"slices"
	"strings"

	"berthier/cmd/internal/said"
	"berthier/engine"
)

// authority is who gives a command, or a set of those who may.
type authority uint8

const (
	byStranger authority = 1 << iota // an unsigned mail, whoever sent it
	byPlayer                         // signed by a side of a game
	byUmpire                         // signed with a key of the umpire
	byAnybody  = byStranger | byPlayer | byUmpire
)

// body is what follows the line of a command.
type body int

const (
	noBody   body = iota
	textBody      // lines of text, to a line "end" with the word of the command: "endpress"
	turnBody      // a turn file, which is the rest of the mail
	mayTurn       // the same, or nothing
)

// command is one row of the table of commands. The package doc says how to add
// one.
type command struct {
	word        string    // lower case
	args        string    // as HELP shows them: "[N]"
	help        string    // one plain sentence
	who         authority // who may give it; what strangers may not must be signed
	least, most int       // words behind the command
	body        body
	weight      int  // what it costs, if that is more than 1; see maxWeight
	asks        bool // it changes nothing, not even for an observer
	do          func(*doing) error
}

// usage is how the command is written.
func (c command) usage() string { return strings.TrimSpace(c.word + " " + c.args) }

// commandTable is all commands, in the order in which HELP shows them.
func commandTable() []command {
	return slices.Concat(askCommands(), orderCommands(), endCommands(), recallCommands(), pressCommands(), observeCommands(), clockCommands(), umpireCommands())
}

// findCommand finds the command that a word names or abbreviates among those
// that somebody may give, or else among all; if there is none, hint says what
// there is.
func findCommand(table []command, word string, by authority) (c *command, hint string) {
	var all, longer []string
	for _, own := range []bool{true, false} {
		longer = nil
		for i := range table {
			t := &table[i]
			if own && t.who&by == 0 {
				continue
			}
			if t.word == word {
				return t, ""
			}
			if own {
				all = append(all, t.word)
			}
			if len(word) >= said.MinAbbreviation && strings.HasPrefix(t.word, word) {
				c, longer = t, append(longer, t.word)
			}
		}
		if len(longer) == 1 {
			return c, ""
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
