package umpire

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/play"
	"berthier/engine"
	"berthier/engine/ccn"
	"berthier/mail"
)

// encounter is a battle with cards in which infantry stands before cavalry in each section, so
// that whatever cards are dealt, a melee can come at once and the cavalry is asked.
const encounter = `scenario "Encounter"
side British bottom nations=British,Portuguese hand=12
side French top nations=French hand=4
first British
banners 5
unit b-left British line at=D2
unit b-mid British line at=D6
unit b-right British line at=D11
unit f-left French light-cavalry at=E2
unit f-mid French light-cavalry at=E6
unit f-right French light-cavalry at=E11
`

// cardTable is a table with this battle, of which every reaction is asked by mail. Red plays the
// British, and Blue the French.
func cardTable(t *testing.T) *table {
	t.Helper()
	tb := newTable(t)
	rs, err := ccn.Load(map[string][]byte{"scenarios/encounter.txt": []byte(encounter)})
	if err != nil {
		t.Fatal(err)
	}
	tb.u.Rulesets = []engine.Ruleset{rs}
	s := play.Spec{Game: "duel-1", Title: "Encounter", Ruleset: "ccn",
		Setup: engine.Setup{Scenario: "encounter", Options: map[string]string{"ask": "all"}}}
	for i, side := range []engine.Side{"British", "French"} {
		who := []engine.Side{"Red", "Blue"}[i]
		s.Players = append(s.Players, play.Player{Side: side, Name: string(who), Address: address[who],
			Key: keys()[who].Public().String()})
	}
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	return tb
}

// orders sends a turn file of a side of the battle and gives what is answered.
func (tb *table) orders(by engine.Side, turn, step int, lines ...string) []*mail.Message {
	tb.t.Helper()
	tb.deliver()
	who := map[engine.Side]engine.Side{"British": "Red", "French": "Blue"}[by]
	if err := tb.take(letter(address[who], fmt.Sprintf("orders-%d@home", tb.uid),
		signed(tb.t, who, file(by, turn, step, lines...)))); err != nil {
		tb.t.Fatal(err)
	}
	return tb.deliver()
}

// cardsOf are the names of the cards in a hand, as a position has them.
func (tb *table) cardsOf(side string) (cards []string) {
	for line := range strings.Lines(string(tb.position())) {
		if f := strings.Fields(line); f[0] == "cards" && f[1] == "hand-"+side {
			for card := range strings.SplitSeq(f[2], ",") {
				name, _, _ := strings.Cut(card, "*")
				cards = append(cards, name)
			}
		}
	}
	return cards
}

// assault makes the British attack cavalry in one of the sections, with a card that they hold.
func (tb *table) assault() {
	tb.t.Helper()
	tb.orders("British", 1, 1, "standing battle-back always")
	tb.orders("French", 1, 1, "standing battle-back never")
	for _, card := range tb.cardsOf("British") {
		for section, unit := range map[string]string{"left": "left", "center": "mid", "right": "right"} {
			if what, where, _ := strings.Cut(card, "-"); where == section && slices.Contains(
				[]string{"attack", "probe", "assault", "scout"}, what) {
				has(tb.t, tb.orders("British", 1, 2, "play "+card, "order b-"+unit, "melee b-"+unit+" at f-"+unit),
					"First Strike")
				return
			}
		}
	}
	tb.t.Fatalf("no section card in %v", tb.cardsOf("British"))
}

// TestLateReaction: a reaction with a card that is not held, one that comes when the question is
// answered already, and one of a side that is asked nothing change nothing, and are told why.
func TestLateReaction(t *testing.T) {
	tb := cardTable(t)
	tb.assault()
	has(t, tb.orders("French", 1, 3, "answer yes"), "orders refused", `Line 6: "answer yes"`,
		"you do not hold first-strike. [8.2-g]", "Hint: answer no; your hand has ")
	has(t, tb.orders("British", 1, 3, "answer no"), "orders refused", "step 3 asks nothing of British",
		"wait for the next report")
	has(t, tb.orders("French", 1, 3, "answer no"), "Does f-")
	records := len(tb.records())
	for _, late := range []string{"answer no", "answer yes"} {
		has(t, tb.orders("French", 1, 3, late), "orders refused", "the file answers step 3, which is over", "step: 4")
	}
	if got := len(tb.records()); got != records {
		t.Errorf("%d records came of answers that were too late", got-records)
	}
}

// TestHandInPress: what a player writes in press are his own words, true or not: they reach those
// to whom he writes as he wrote them, and nobody and nothing else. His hand stays hidden in all
// that the program says itself.
func TestHandInPress(t *testing.T) {
	tb := cardTable(t)
	tb.ask("looker@example.org", lineToCopy(t, tb.ask("looker@example.org", "observe duel-1")))
	tb.orders("British", 1, 1, "standing battle-back always")
	tb.orders("French", 1, 1, "standing battle-back never")
	records := len(tb.records())
	boast := "My hand is " + strings.Join(tb.cardsOf("French"), ", ") + ". And yours?"
	got := tb.ask(
		address["Blue"],
		signed(t, "Blue", "game: duel-1\nside: French\n\npress British\n"+boast+"\nendpress\nend\n"),
	)
	if titles(got) != "ney@example.net: [duel-1] press from French\nkutuzov@example.com: [duel-1] press British" {
		t.Fatal(titles(got))
	}
	has(t, got[:1], boast)
	hasNot(t, got[1:], tb.cardsOf("French")...)
	if len(tb.records()) != records {
		t.Error("press is in the log")
	}
	known := tb.cardsOf("British") // of which some have the same names
	for _, m := range tb.orders("British", 1, 2, "hold") {
		for _, c := range tb.cardsOf("French") {
			if !slices.Contains(known, c) && m.To[0].Address != address["Blue"] && strings.Contains(whole(m), c) {
				t.Errorf("the mail to %s names %s", m.To[0], c)
			}
		}
	}
}
