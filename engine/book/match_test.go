package book

import (
	"errors"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest/duel"
)

// duels are games of duel with things to count.
func duels() *Simulation {
	return &Simulation{
		Rules: duel.Ruleset{}, Setup: engine.Setup{Scenario: "three"},
		Players: map[engine.Side]engine.Bot{"Red": Random, "Blue": Random},
		Game: engine.Game{
			Counts: []engine.Count{{Name: "rolls", Is: func(e engine.Event) bool { return e.Roll != nil }}},
			Score: func(p engine.Position) []engine.Score {
				return []engine.Score{{Name: "length", Of: []int{len(p.Encode())}}}
			},
		},
	}
}

// TestMatch: what is counted is that of the log, and the same seed plays the same.
func TestMatch(t *testing.T) {
	s := duels()
	mails, rolls, last := 0, 0, engine.Position(nil)
	m, err := s.Play(5, func(f Frame) error {
		mails, last = mails+len(f.Step.Inputs), f.After
		for _, e := range f.Step.Events {
			if e.Roll != nil {
				rolls++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if m.Mails != mails || m.Counts[0] != rolls || rolls < 3 || m.Scores[0].Of[0] != len(last.Encode()) ||
		m.Turn != (duel.Ruleset{}).Turn(last) {
		t.Errorf("got %+v, want %d mails, %d rolls", m, mails, rolls)
	}
	if m.Log.Players != "Red random Blue random" || !m.Log.Outcome.Over {
		t.Errorf("the log says %q, %+v", m.Log.Players, m.Log.Outcome)
	}
	again, err := s.Play(5, none)
	if err != nil || string(again.Log.Encode()) != string(m.Log.Encode()) {
		t.Errorf("played again: %v\n%s\nwant\n%s", err, again.Log.Encode(), m.Log.Encode())
	}
	if other, _ := s.Play(6, none); string(other.Log.Encode()) == string(m.Log.Encode()) {
		t.Error("another seed plays the same game")
	}
}

// TestMatchFails: what must always hold is looked at after each step; the match keeps
// what was played.
func TestMatchFails(t *testing.T) {
	s := duels()
	s.Game.Inspect = func(_ engine.Ruleset, before engine.Position, events []engine.Event) error {
		if strings.Contains(string(before.Encode()), "round 2") {
			return errors.New("round 2 must not be")
		}
		return nil
	}
	m, err := s.Play(5, none)
	if err == nil || !strings.Contains(err.Error(), "round 2 must not be") || len(m.Log.Steps) == 0 ||
		m.Log.Outcome.Over {
		t.Errorf("got %v after %d steps", err, len(m.Log.Steps))
	}
	s = duels()
	s.Setup.Scenario = "nine"
	if _, err := s.Play(5, none); err == nil {
		t.Error("a scenario that there is not is played")
	}
}

// TestBots: each game can be played at random, after its own players.
func TestBots(t *testing.T) {
	own := engine.Bot{Name: "own"}
	g := engine.Game{Bots: []engine.Bot{own}}
	if got := Bots(g); len(got) != 2 || got[0].Name != "own" || got[1].Name != "random" || len(g.Bots) != 1 {
		t.Errorf("got %v", got)
	}
}
