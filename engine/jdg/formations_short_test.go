package jdg

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// What is listed for a formation is legal and comes to orders; a hex that is not listed is one
// to which nobody comes nearer.
func TestShort(t *testing.T) {
	rs := embedded(t)
	rng := rand.New(rand.NewPCG(3, 4))
	verbs := map[string]int{}
	for i, scenario := range []string{"goldbach", "austerlitz"} {
		playRandomly(t, rs, scenario, "P5", 5, []int{60, 15}[i], func(now playedStep) {
			p := now.before.(*Position)
			if p.Phase != ActivationPhase || p.Asked != nil || p.markerSide(p.Drawn) < 0 {
				return
			}
			side := rs.Sides(p)[p.markerSide(p.Drawn)]
			view := rs.View(p, side).(*Position)
			owed := rs.Owed(view)
			d := rs.Draft(view, owed[slices.IndexFunc(owed, func(d engine.Decision) bool { return d.Side == side })])
			listed := rs.Short(d, strings.ToUpper(p.Drawn.ID))
			if p.leads(p.Drawn.ID, 1-p.markerSide(p.Drawn)) {
				t.Errorf("%s is moved by the enemy", p.Drawn.ID)
			}
			if got := rs.Short(d, "nobody"); got != nil {
				t.Errorf("lines for nobody: %v", got)
			}
			for i, n := range rng.Perm(len(listed)) {
				o := listed[n]
				if i > 12 && o.Words[0] != "rally" {
					continue
				}
				o.Line, o.Text = 1, strings.Join(o.Words, " ")
				orders := engine.Orders{Side: side, Lines: []engine.Order{o}}
				if faults := rs.Check(view, orders); faults != nil {
					t.Errorf("%s, %s: %v", scenario, o.Text, engine.Faults(faults))
				}
				if out, _ := rs.Expand(view, orders); slices.Equal(out.Lines[0].Words, o.Words) {
					t.Errorf("%s, %s: nothing comes of it", scenario, o.Text)
				}
				verbs[o.Words[0]]++
			}
			missing := 0
			for _, h := range p.sc.Map.Hexes() {
				o := engine.Order{Line: 1, Words: []string{"move", strings.ToLower(p.Drawn.ID), "toward", h.String()}}
				if slices.ContainsFunc(listed, func(x engine.Order) bool { return slices.Equal(x.Words, o.Words) }) {
					continue
				}
				if missing++; missing > 8 {
					break
				}
				if rs.Check(view, engine.Orders{Side: side, Lines: []engine.Order{o}}) == nil {
					t.Errorf("%s, %v is legal and not listed", scenario, o.Words)
				}
			}
		})
	}
	for word := range manyForms {
		if verbs[word] == 0 {
			t.Errorf("no line for %q was listed", word)
		}
	}
}
