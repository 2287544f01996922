package umpire

import (
	"strings"
	"testing"
)

// The text of a mail says which game is meant, whatever address it was sent to.
func TestTextNamesTheGame(t *testing.T) {
	tb := newTable(t)
	tb.create()
	if _, err := tb.u.Create(clubSpec("duel-2", keys()["Red"].Public().String())); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	for game, want := range map[string]string{
		"duel-2": "Your mail for game duel-2 carries no signature",
		"duel-3": "The text of the mail is for game duel-3, and there is no game of this name here",
	} {
		text := strings.Replace(file("Red", 1, 1, "pick 4"), "duel-1", game, 1)
		got := tb.ask(address["Red"], text)
		has(t, got, want)
		hasNot(t, got, "duel-1")
	}
	has(t, tb.ask(address["Red"], "hello"), "Your mail for game duel-1 carries no signature")
	hasNot(t, tb.ask("nobody@example.org", "game: duel-3\nside: Red\nturn: 1\nstep: 1\nend\n"), "duel-3")
}
