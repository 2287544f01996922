package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/engine/tongue/tonguetest"
)

// TestReportsInLanguages: every report of whole games has words in each language: titles, stories,
// tables, questions, order templates, odds.
func TestReportsInLanguages(t *testing.T) {
	rs := loaded(t)
	for _, g := range []struct {
		scenario, ask string
		seed          uint64
		steps         int
	}{{"goldbach", "none", 31, 60}, {"goldbach", "all", 32, 90}, {"austerlitz", "all", 33, 12}} {
		told := 0
		playRandomly(t, rs, g.scenario, g.ask, g.seed, g.steps, func(s playedStep) {
			for _, side := range append(rs.Sides(s.after), "") {
				r := engine.Tell(rs, s.before, s.after, s.events, side)
				told++
				for _, lacks := range tonguetest.Whole(t, r) {
					t.Errorf("%s, for %q: %q is not translated", s.at, side, lacks)
				}
				if pl := r.Template.In(tongue.Pl); r.Template != nil && pl == r.Template.String() {
					t.Errorf("%s, for %q: the template is English\n%s", s.at, side, pl)
				}
			}
		})
		if told < 20 {
			t.Errorf("%s: %d reports", g.scenario, told)
		}
	}
}

// TestClocksInLanguages: the time of each turn is written as a reader writes it, and one stop ends the sentence.
func TestClocksInLanguages(t *testing.T) {
	rs := loaded(t)
	for _, scenario := range []string{"goldbach", "austerlitz"} {
		p, err := rs.Start(engine.Setup{Scenario: scenario})
		if err != nil {
			t.Fatal(err)
		}
		for _, turn := range p.(*Position).sc.Turns {
			clock := clockText(turn.Clock)
			if clock.String() != turn.Clock {
				t.Errorf("%q is told as %q", turn.Clock, clock)
			}
			for _, l := range tongue.Languages()[1:] {
				if got := clock.In(l); strings.Contains(got, "m.") {
					t.Errorf("%s: %q is told as %q", l, turn.Clock, got)
				}
			}
		}
	}
	if got := clockText("12.15 p.m.").In(tongue.Pl); got != "12.15 po południu" {
		t.Errorf("got %q", got)
	}
	if got := clockText("dawn").In(tongue.Pl); got != "dawn" {
		t.Errorf("got %q", got)
	}
	begins := say("turn", tongue.Number("turn", 3), tongue.Words("clock", clockText("9.15 a.m.").Clause()),
		tongue.Choice("weather", ""))
	for l, want := range map[tongue.Language]string{tongue.En: "9.15 a.m.", "fr": "9 h 15 du matin.",
		"el": "9.15 π.μ."} {
		if got := begins.In(l); !strings.HasSuffix(got, want) || strings.HasSuffix(got, "..") {
			t.Errorf("%s: got %q", l, got)
		}
	}
}
