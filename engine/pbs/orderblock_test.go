package pbs

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/enginetest"
)

// TestTemplateIsLegal: in campaigns of both scenarios what a side reads that owes an answer is legal without its
// signs, each line alone and all of them together, and each verb is explained once.
func TestTemplateIsLegal(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	seed, seen := enginetest.Seed(t), map[Phase]bool{}
	for i := range 6 {
		set := engine.Setup{Scenario: "danube", Options: map[string]string{"ask": "none"}}
		if i%2 == 1 {
			set = engine.Setup{Scenario: "trebbia", Options: map[string]string{"ask": "all", "weather": "yes"}}
		}
		players := map[engine.Side]engine.Bot{}
		p, err := rs.Start(set)
		if err != nil {
			t.Fatal(err)
		}
		for _, side := range rs.Sides(p) {
			players[side] = book.Bots(Game)[0]
		}
		s := book.Simulation{Game: Game, Rules: rs, Setup: set, Players: players}
		if _, err := s.Play(seed+uint64(i), func(f book.Frame) error {
			p := f.After.(*Position)
			for _, d := range rs.Owed(p) {
				seen[p.Phase] = true
				checkTemplate(t, rs, p, d.Side)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, ph := range []Phase{CardPhase, DayPhase, GroundPhase, PlacePhase, AdjustPhase, DeployPhase, GeneralPhase} {
		if !seen[ph] {
			t.Errorf("no template of phase %v was seen", ph)
		}
	}
}

// checkTemplate holds the lines of a template to be orders that can be sent.
func checkTemplate(t *testing.T, rs *Ruleset, p *Position, side engine.Side) {
	t.Helper()
	template := engine.Tell(rs, p, p, nil, side).Template
	lines := enginetest.Proposed(template)
	if len(lines) == 0 {
		t.Errorf("%s in phase %v reads\n%s", side, p.Phase, template)
	}
	for _, body := range append(lines, strings.Join(lines, "\n")) {
		if faults := enginetest.Refused(rs, p, side, body); len(faults) > 0 {
			t.Errorf("%s in phase %v: %v\n%s", side, p.Phase, faults, body)
		}
	}
}
