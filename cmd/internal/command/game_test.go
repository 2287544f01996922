package command

import (
	"fmt"
	"strings"
	"testing"
)

// The umpire names the game behind the word of a command, whatever the command is; a mail is about
// one game. The other order of words, and a word that is nearly right, get the right one.
func TestGameBehindCommand(t *testing.T) {
	games := []string{"duel-1", "duel-2", "french"}
	for _, tt := range []struct{ text, want string }{
		{"start duel-2", "duel-2: start"},
		{"START Duel-2", "duel-2: start"},
		{"start", ": start"},
		{"rollback duel-1 12 Bob's mail was lost", "duel-1: rollback 12 Bob's mail was lost"},
		{"invite duel-1 Red", "duel-1: invite Red"},
		{"pause duel-1", "duel-1: pause"},
		{"preview duel-1 Red", "duel-1: preview Red"},
		{"press duel-1 all\nHello\nendpress", "duel-1: press all"},
		{"announce duel-1\nHello\nendannounce", "duel-1: announce"},
		{"game: duel-1\nside: umpire\n\ninvite duel-1 Red\nkeys\nstatus duel-2",
			"duel-1: invite Red|keys|status duel-2"},
		{"start duel-1\nkeys", "duel-1: start|keys"},
		{"map duel-1", ": map duel-1"},
		{"close duel-1", `duel-1: close! 1 "close duel-1" something is missing behind the command; write: close ` +
			`[GAME] REASON|CODE|no`},
		{"invite french Red", "french: invite Red"},
		{"start duel-3", `: start duel-3! 1 "start duel-3" there are too many words behind the command, or there is ` +
			`no game ` +
			`"duel-3"; did you mean duel-1?`},
		{"start Waterloo", `: start Waterloo! 1 "start Waterloo" there are too many words behind the command, or ` +
			`there is no ` +
			`game "Waterloo"; write: start [GAME]`},
		{"duel-1 start", `: ! 1 "duel-1 start" the command comes first, and then the game; write: start duel-1`},
		{"duel-1 rollback 12 a slip", `: ! 1 "duel-1 rollback 12 a slip" the command comes first, and then the game; ` +
			`write: rollback duel-1 12 a slip`},
		{"duel-1 help", `: ! 1 "duel-1 help" the command comes first, and then the game; write: help`},
		{"start duel-1\nstart duel-2",
			`duel-1: start|start! 2 "start duel-2" a mail is about one game, and a command ` +
				`above names duel-1; send it in a mail of its own`},
		{"keys\nstart duel-2", `: keys|start! 2 "start duel-2" the commands above name no game, and this one does; ` +
			`put a ` +
			`line "game: duel-2" above them all`},
		{"game: duel-1\nside: umpire\n\nstart duel-2",
			`duel-1: start! 4 "start duel-2" a mail is about one game, and the ` +
				`line game: above names duel-1; send it in a mail of its own, or leave that line out`},
		{"rolback duel-1 1 a slip", `: ! 1 "rolback duel-1 1 a slip" this is not a command; did you mean rollback?`},
		{"start duel-1 now", `duel-1: start now! 1 "start duel-1 now" there are too many words behind the command, ` +
			`or there is no game "now"; write: start [GAME]`},
		{"strat duel-1", `: ! 1 "strat duel-1" this is not a command; did you mean start?`},
		{"press all anonymos\na\nendpress",
			`: press all anonymos! 1 "press all anonymos" this is no way to send press; did you mean anonymous? ` +
				`write: ` +
				`press all|SIDE|umpire [anonymous]`},
		{"create g s\nplayr Red a@b.example\nendcreate",
			`: create g s! 2 "playr Red a@b.example" this is no line ` +
				`about a new game; did you mean player? "help create" says what can stand there`},
	} {
		m, ok := ParseUmpire([]byte(tt.text+"\nend\n"), games, false)
		var lines, faults []string
		for _, l := range m.Lines {
			lines = append(lines, l.As())
		}
		for _, f := range m.Faults {
			faults = append(faults, fmt.Sprintf("! %d %q %s; %s", f.Line, f.Text, f.Msg, f.Hint))
		}
		if got := m.Game + ": " + strings.Join(lines, "|") + strings.Join(faults, ""); got != tt.want || !ok {
			t.Errorf("%q: got\n%s, %t\nwant\n%s", tt.text, got, ok, tt.want)
		}
	}
}

// A player's word is never the name of a game.
func TestPlayersNameNoGame(t *testing.T) {
	m, _ := Parse([]byte("game: duel-1\nside: Red\n\npause duel-1\nend\n"), Player)
	if len(m.Faults) != 1 || !strings.Contains(m.Faults[0].Msg.String(), "not a date") {
		t.Errorf("%+v", m.Faults)
	}
}
