package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
)

// match plays games of the training battle, and counts what each side wins.
func match(t *testing.T, games int, bots map[engine.Side]engine.Bot) map[engine.Side]int {
	t.Helper()
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	wins := map[engine.Side]int{}
	for seed := range games {
		s := book.Simulation{Game: Game, Rules: rs, Setup: engine.Setup{Scenario: "goldbach"}, Players: bots}
		m, err := s.Play(uint64(seed)+1, func(book.Frame) error { return nil })
		if err != nil {
			t.Fatalf("seed %d: %v", seed+1, err)
		}
		wins[m.Log.Outcome.Winner]++
	}
	return wins
}

// idle is a player who does nothing.
var idle = engine.Bot{Name: "idle", New: func(rs engine.Ruleset, _ uint64) func(engine.Position,
	engine.Side) engine.Orders {
	return func(p engine.Position, side engine.Side) engine.Orders {
		return engine.Held(rs, p, engine.Orders{Side: side})
	}
}}

// TestKeen: who steps onto what nobody holds beats who stops beside it, on either side, and
// wins every game against somebody who does nothing.
func TestKeen(t *testing.T) {
	keen, cautious := bots()[0], bots()[1]
	for side, other := range map[engine.Side]engine.Side{"French": "Allied", "Allied": "French"} {
		const games = 30
		wins := match(t, games, map[engine.Side]engine.Bot{side: keen, other: cautious})
		if wins[side] < games/2 {
			t.Errorf("as %s it wins %d of %d games against the cautious player: %v", side, wins[side], games, wins)
		}
		wins = match(t, 10, map[engine.Side]engine.Bot{side: keen, other: idle})
		if wins[side] < 10 {
			t.Errorf("as %s it wins %d of 10 games against a player who does nothing: %v", side, wins[side], wins)
		}
	}
}

// TestKeenChance: the seed decides, and another one can give other orders.
func TestKeenChance(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rs.Start(engine.Setup{Scenario: "austerlitz"})
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]bool{}
	for seed := range uint64(8) {
		texts[text(rs.Keen(p, "Allied", seed))] = true
		if a, b := text(rs.Keen(p, "Allied", seed)), text(rs.Keen(p, "Allied", seed)); a != b {
			t.Errorf("seed %d gives two answers:\n%s\n%s", seed, a, b)
		}
	}
	if len(texts) < 2 {
		t.Error("eight seeds give the same orders")
	}
}

// TestKeenTakesAnEmptyHex: the keen player sends infantry onto a goal that nobody holds, and the cautious one stops
// beside it.
func TestKeenTakesAnEmptyHex(t *testing.T) {
	rs, p, err := ReadCase([]byte("goal 0605 French=9 Allied=9\nunit a French inf at=0405\n"+
		"unit x Allied inf at=1210\ndrawn french\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := text(rs.Keen(p, "French", 1)); !strings.Contains(got, "to 0605") {
		t.Errorf("the keen player orders %q, want that it goes to 0605", got)
	}
	if got := text(rs.Tactical(p, "French")); !strings.Contains(got, "to 0505") {
		t.Errorf("the cautious player orders %q, want that it goes to 0505", got)
	}
}

func text(o engine.Orders) (s string) {
	for _, l := range o.Lines {
		s += l.Text + "\n"
	}
	return s
}
