package pbs

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/tongue"
)

// TestRollsInLanguages: what a roll is for, and how its dice fell, has words in each language.
func TestRollsInLanguages(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for seed := range uint64(3) {
		s := book.Simulation{Game: Game, Rules: rs, Setup: engine.Setup{Scenario: "danube",
			Options: map[string]string{"weather": "yes"}},
			Players: map[engine.Side]engine.Bot{"French": bots[0], "Allied": bots[0]}}
		if _, err := s.Play(seed, func(f book.Frame) error {
			for _, c := range engine.Tell(rs, f.Before, f.After, f.Step.Events, "French").Story {
				for _, l := range c.Lines {
					if l.Roll == nil {
						continue
					}
					word, _, _ := strings.Cut(l.Roll.Purpose(), " ")
					seen[word] = true
					english, shown := l.Text.In(tongue.En), l.Fell.In(tongue.En)
					for _, in := range tongue.Languages()[1:] {
						text, err := l.Text.Render(in)
						fell, err2 := l.Fell.Render(in)
						if err != nil || err2 != nil || text == english || fell == shown ||
							strings.Contains(text, word) {
							t.Errorf("%s: %s: %s, %v %v; in English %s: %s", in, text, fell, err, err2, english, shown)
						}
					}
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, word := range []string{"dice-off", "weather", "placement", "adjustment"} {
		if !seen[word] {
			t.Errorf("no roll was for %s", word)
		}
	}
}
