package umpire

import (
	"strings"
	"testing"
	"testing/fstest"

	"berthier/engine"
	"berthier/engine/tongue"
)

// duelWords is what the duel of these tests has in more than one language.
var duelWords = tongue.MustLoad(fstest.MapFS{"words/en.properties": {Data: []byte("round = The round")},
	"words/pl.properties": {Data: []byte("round = Runda")}})

// TestLanguage: a player has his reports in his language from his command on, the other has not;
// the log has it, and an audit finds it sound.
func TestLanguage(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	has(t, tb.tell("Red", "language"), "pl (polski)")
	has(t, tb.tell("Red", "language Polski"), "language pl")
	has(t, tb.tell("Red", "language PL"), "will be written in polski")
	has(t, tb.tell("Red", "language pl"), "Your reports are written in polski")
	has(t, tb.tell("Red", "language tlh"), "there is no such language here; there are en (English), fr (français)")
	has(t, tb.ask(address["Red"], "language pl"), "only the player of a side chooses")
	tb.play("Red", 1, 1, "pick 2")
	tb.play("Blue", 1, 1, "pick 3")
	told := map[string]string{}
	for _, m := range tb.deliver() {
		told[m.To[0].Address] += whole(m)
	}
	for side, want := range map[engine.Side]string{"Red": "Runda", "Blue": "The round"} {
		for _, word := range []string{"Runda", "The round"} {
			if got := told[address[side]]; strings.Contains(got, word) != (word == want) {
				t.Errorf("%s reads %q, want %q", side, got, want)
			}
		}
	}
	chosen := 0
	for _, e := range tb.records() {
		if strings.Contains(string(e.Data), "\ncommand: \"language pl\"\n") {
			chosen++
		}
	}
	if chosen != 1 {
		t.Errorf("the log has it %d times", chosen)
	}
	tb.audited()
}
