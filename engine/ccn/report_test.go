package ccn

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/deck"
)

// simulate plays games between the tactical player and one who plays at random, and shows
// each step.
func simulate(t *testing.T, seeds uint64, options map[string]string, watch func(rs *Ruleset, f book.Frame) error) {
	t.Helper()
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range seeds {
		s := book.Simulation{Game: Game, Rules: rs, Setup: engine.Setup{Scenario: "crossroads", Options: options},
			Players: map[engine.Side]engine.Bot{"British": book.Bots(Game)[seed&1],
				"French": book.Bots(Game)[seed>>1&1]}}
		if _, err := s.Play(seed, func(f book.Frame) error { return watch(rs, f) }); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// An order block is what a card allows and nothing else: each card with whom it orders, each
// move and each attack with a card that allows it.
func TestOrderBlockIsLegal(t *testing.T) {
	kinds := map[string]int{}
	simulate(t, 8, map[string]string{"ask": "D16,D20,D21"}, func(rs *Ruleset, f book.Frame) error {
		for _, side := range rs.Sides(f.After) {
			if p := f.Before.(*Position); p.Phase == DealPhase {
				checkBlock(t, rs, p, side, engine.Tell(rs, p, p, nil, side).Template.String(), kinds)
			}
			p := rs.View(f.After, side).(*Position)
			r := engine.Tell(rs, f.Before, f.After, f.Step.Events, side)
			if len(r.Owed) == 0 {
				if !r.Template.Empty() {
					t.Errorf("%s owes nothing, and gets\n%s", side, r.Template)
				}
				continue
			}
			checkBlock(t, rs, p, side, r.Template.String(), kinds)
		}
		return nil
	})
	for _, k := range []string{"play", "order", "move", "fire", "melee", "answer", "standing"} {
		if kinds[k] == 0 {
			t.Errorf("no line with %s", k)
		}
	}
}

// checkBlock holds the lines of an order block to the rules.
func checkBlock(t *testing.T, rs *Ruleset, p *Position, side engine.Side, text string, kinds map[string]int) {
	t.Helper()
	legal := func(lines ...[]string) []engine.Fault {
		o := engine.Orders{Side: side}
		for i, w := range lines {
			o.Lines = append(o.Lines, engine.Order{Words: w}.Arrived(i+1))
		}
		return rs.Check(p, o)
	}
	var plays, cards [][]string
	for l := range strings.Lines(text) {
		l = strings.TrimSuffix(l, "\n")
		if strings.HasPrefix(l, "##") {
			continue
		}
		l, _, _ = strings.Cut(l, "  #")
		w := strings.Fields(strings.TrimPrefix(l, "# "))
		if w[0] == "end" || verbOf(w[0]) == nil {
			continue
		}
		kinds[w[0]]++
		var bad []engine.Fault
		switch w[0] {
		case "play":
			bad, plays = legal(w), append(plays, w)
			cards = append(cards, w)
		case "order":
			if bad = legal(w); len(plays) > 0 {
				bad = legal(plays[len(plays)-1], w)
			}
		case "move", "fire", "melee":
			ways := [][][]string{nil} // the dice lie
			for _, play := range cards {
				ways = append(ways, [][]string{play})
			}
			if !slices.ContainsFunc(ways, func(way [][]string) bool {
				return len(legal(append(way, w)...)) == 0 || len(legal(append(way, []string{"order", w[1]}, w)...)) == 0
			}) {
				bad = legal(append(ways[len(ways)-1], w)...)
			}
		default:
			bad = legal(w)
		}
		if len(bad) > 0 {
			t.Errorf("turn %d of %s: %q: %v\n%s", p.Turn, side, strings.Join(w, " "), bad, text)
		}
	}
}

// The reader alone is shown what he holds, and all of it.
func TestHandIsShownToItsOwner(t *testing.T) {
	simulate(t, 2, nil, func(rs *Ruleset, f book.Frame) error {
		for _, side := range []engine.Side{"British", "French", ""} {
			r := engine.Tell(rs, f.Before, f.After, f.Step.Events, side)
			p, n := f.After.(*Position), 0
			for _, c := range r.Cards {
				n += c.Count
				if c.Text.String() == "" || !p.Cards.Has(p.hand(p.sc.SideNo(side)), deck.Card(c.Word)) {
					t.Errorf("%s is shown %+v", side, c)
				}
			}
			want := 0
			if s := p.sc.SideNo(side); s >= 0 && p.Phase != GameOver {
				want = p.Cards.Count(p.hand(s))
			}
			if n != want {
				t.Errorf("%q is shown %d cards, want %d", side, n, want)
			}
		}
		return nil
	})
}
