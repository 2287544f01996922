package command

import (
	"cmp"
	"slices"
	"strings"

	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/engine/tongue"
)

// Authority is who gives a command, or a set of those who may.
type Authority uint8

const (
	Stranger Authority = 1 << iota // an unsigned mail, whoever sent it
	Player                         // signed by a side of a game
	Umpire                         // signed with a key of the umpire
	Anybody  = Stranger | Player | Umpire
)

// Rest is what follows the line of a command.
type Rest int

const (
	Nothing      Rest = iota
	TextBelow         // lines of text, to a line "end" with the word of the command: "endpress"
	TurnBelow         // a turn file, which is the rest of the mail
	MayTurnBelow      // the same, or nothing
)

// Kind is one row of the table of commands.
type Kind struct {
	Word string      // lower case
	Args string      // as HELP shows them: "[N]"
	Help tongue.Text // one plain sentence
	Who  Authority   // who may give it; what strangers may not must be signed
	// it is about the mail that it comes in; any other that the umpire may give he gives at the machine too
	MailOnly    bool
	Whole       bool // its word is never cut short: it ends something
	Least, Most int  // words behind the command
	Below       Rest
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

// Kinds is all commands, in the order in which HELP shows them.
func Kinds() []Kind { return slices.Clone(kinds) }

// Find finds the command that a word names or abbreviates among those that somebody may
// give, or else among all; if there is none, hint says what there is.
func Find(word string, by Authority) (k *Kind, hint tongue.Text) { return find(kinds, word, by) }

// find is Find in a table.
func find(table []Kind, word string, by Authority) (k *Kind, hint tongue.Text) {
	var all, longer []string
	if means := said.Means(word); len(means) == 1 {
		word = means[0]
	} else if len(means) > 1 {
		return nil, phrase.Say("hint.couldbe", "words", tongue.List(tongue.Names(means...), tongue.Or))
	}
	for _, own := range []bool{true, false} {
		longer = nil
		for i := range table {
			t := &table[i]
			if own && t.Who&by == 0 {
				continue
			}
			if t.Word == word {
				return t, hint
			}
			if own {
				all = append(all, t.Word)
			}
			if len(word) >= said.MinAbbreviation && strings.HasPrefix(t.Word, word) {
				k, longer = t, append(longer, t.Word)
			}
		}
		if len(longer) == 1 && k.Whole {
			return nil, phrase.Say("hint.full", "word", k.Word)
		}
		if len(longer) == 1 {
			return k, hint
		}
		if len(longer) > 1 {
			return nil, phrase.Say("hint.couldbe", "words", tongue.List(tongue.Names(longer...), tongue.Or))
		}
	}
	if near := cmp.Or(engine.Nearest(word, all), said.Near(word)); near != "" {
		return nil, phrase.Say("hint.mean", "word", near)
	}
	return nil, hint
}
