package umpire

import (
	"fmt"
	"testing"
)

// All that is wrong with a new game is told at once, with the line that it is about: lines that cannot be
// read, and sides, players, keys and options that the game does not have.
func TestCreateFaultsAtOnce(t *testing.T) {
	tb := chief(t)
	for i, c := range []struct {
		lines string
		want  []string
	}{
		{"two\nplayer Grene ney@example.net Michel Ney\nplayer Blue kutuzov\nkey Blue rubbish\ndeadline 3x\n" +
			"option colour red\noptions ask yes\nendcreate\nend\n",
			[]string{"7 things are wrong",
				`Line 3: "player Grene ney@example.net Michel Ney" This cannot be done: no side "Grene"`,
				"side Red has no player",
				`Line 4: "player Blue kutuzov" This cannot be done: player of side Blue: public key`,
				`player of side Blue: mail address "kutuzov": want name@domain`,
				`Line 6: "deadline 3x" This cannot be used: "3x" is not a time`, `no option "colour"`,
				`Line 8: "options ask yes"`}},
		{"too\nplayer Red\nplayer Blue kutuzov\ndeadline 3x\nendcreate\nend\n",
			[]string{"4 things are wrong", `no scenario "too" (did you mean two?)`,
				`Line 3: "player Red" This cannot be done: player of side Red: the mail address is missing.`,
				`Line 4: "player Blue kutuzov" This cannot be done: player of side Blue: mail address`,
				`Line 5: "deadline 3x"`}},
		{"two\nplayer Red ney@example.net\nkey Red\nABC\nplayer Blue kutuzov\nendcreate\nend\n",
			[]string{"one thing is wrong", "the key of Red has no end"}},
	} {
		got := tb.command(fmt.Sprintf("side: umpire\ncreate duel-%d ", i+2) + c.lines)
		has(t, got, c.want...)
	}
}

// Who may not make a game is told that, and nothing of a game that nobody would make for him.
func TestCreateOfAPlayer(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	got := tb.tell("Red", "create duel-1 two\nplayer Grene kutuzov\ndeadline 3x\nendcreate")
	has(t, got, "only the umpire")
	hasNot(t, got, "no side", "exists", "want name@domain")
}
