package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/engine/tongue/tonguetest"
)

// TestReportsInLanguages: every report of whole games has words in each language: titles, stories,
// tables, questions, order templates, odds. What is left in English is why an order came to nothing.
func TestReportsInLanguages(t *testing.T) {
	rs := loaded(t)
	for _, g := range []struct {
		scenario, ask string
		seed          uint64
		steps         int
	}{{"goldbach", "none", 31, 60}, {"goldbach", "all", 32, 90}, {"austerlitz", "all", 33, 12}} {
		told := 0
		playRandomly(t, rs, g.scenario, g.ask, g.seed, g.steps, func(s played) {
			for _, side := range append(rs.Sides(s.after), "") {
				r := engine.Tell(rs, s.before, s.after, s.events, side)
				told++
				for _, lacks := range tonguetest.Whole(t, r) {
					if !strings.Contains(lacks, "rder \"") {
						t.Errorf("%s, for %q: %q is not translated", s.at, side, lacks)
					}
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
