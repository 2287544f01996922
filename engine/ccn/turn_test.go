package ccn

import (
	"slices"
	"testing"

	"berthier/engine"
	"berthier/engine/deck"
)

// TestEmptyHand: a side without a card plays none, and what it played in the turn before counts
// no more when it draws.
func TestEmptyHand(t *testing.T) {
	for _, card := range []string{"scout-left", "elan"} {
		rs, p, err := ReadCase([]byte("scenario \"Empty hand\"\nunit br British line at=A1\n" +
			"unit foe French line at=I1\ndiscards bombard\nlast British " + card + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range p.Cards.Empty(deck.Way{From: p.hand(0), To: p.hand(1)}) {
			p.Cards = p.Cards.Apply(e)
		}
		events, err := rs.Resolve(p, nil, &allDice{})
		if err != nil {
			t.Fatal(err)
		}
		after := rs.Apply(p, events).(*Position)
		if n := after.Cards.Count(after.hand(0)); n != 1 || after.Cards.Count("discard") != 1 || after.Active != 1 ||
			after.Cards.Count("rejected-British") > 0 {
			t.Errorf("after %s: %d cards, %d discards", card, n, after.Cards.Count("discard"))
		}
		if slices.ContainsFunc(events, func(e engine.Event) bool { return e.Kind == "command" }) {
			t.Errorf("after %s: a card is told", card)
		}
	}
}
