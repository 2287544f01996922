package jdg

import (
	"fmt"
	"slices"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// pointsLine is one reason for victory points [13.2-b].
type pointsLine struct {
	Side int
	VP   int
	N    int    // how many of the other side
	What string // are what; or the place that is held
	Goal bool   // it is a place
}

// What victory points are counted by.
const (
	eliminatedSP    = "sp"
	routedUnit      = "routed"
	demoralisedForm = "demoralised"
)

// holder is the side that holds a goal: whose units, not all routed, stand
// there, else who held it last. A place changes hands in Phase F, so troops
// that only marched through have not taken it.
func (p *Position) holder(g int) int {
	for u := p.topUnit(p.sc.Goals[g].Hex); u >= 0; u = p.below(u) {
		if p.unit(u).State < setup.Routed {
			return p.side(u)
		}
	}
	return p.Held[g]
}

// pointsBy yields what both sides' victory points come from, in the order of
// the scenario.
func (p *Position) pointsBy(yield func(pointsLine) bool) {
	for g, goal := range p.sc.Goals {
		s := p.holder(g)
		if s >= 0 && goal.VP[s] != 0 && !yield(pointsLine{Side: s, VP: goal.VP[s], What: goal.Name, Goal: true}) {
			return
		}
	}
	for s := range p.sc.Sides {
		v := &p.sc.Victory
		for _, l := range [...]pointsLine{
			{Side: s, VP: v.PerSP[s], N: p.lostSP(1 - s), What: eliminatedSP},
			{Side: s, VP: v.PerRouted[s], N: p.routedUnits(1 - s), What: routedUnit},
			{Side: s, VP: v.PerDemoral[s], N: p.demoralisedForms(1 - s), What: demoralisedForm},
		} {
			if l.VP *= l.N; l.VP != 0 && !yield(l) {
				return
			}
		}
	}
}

// points is what each side's victory points come to now [13.2].
func (p *Position) points() [2]int {
	var vp [2]int
	for l := range p.pointsBy {
		vp[l.Side] += l.VP
	}
	return vp
}

// lostSP is the strength, when ordered, of a side's eliminated infantry and
// cavalry.
func (p *Position) lostSP(s int) int {
	sp := 0
	for u := range p.sc.Units {
		if p.side(u) == s && p.unit(u).State == setup.Eliminated && p.spec(u).Arm != setup.Artillery {
			sp += p.spec(u).Front.SP
		}
	}
	return sp
}

func (p *Position) routedUnits(s int) int {
	n := 0
	for u := range p.sc.Units {
		if p.side(u) == s && p.unit(u).State == setup.Routed && p.onMap(u) {
			n++
		}
	}
	return n
}

func (p *Position) demoralisedForms(s int) int {
	n := 0
	for f := range p.sc.Forms {
		if p.sc.Forms[f].Side == s && p.formAt(f).Demoralised {
			n++
		}
	}
	return n
}

// victory notes who holds the goals, checks the victory conditions at the end
// of a turn and ends the game if they decide it [1.F-a, 13].
func (r *run) victory() bool {
	for g, goal := range r.p.sc.Goals {
		if s := r.p.holder(g); s != r.p.Held[g] {
			r.event("13.2-b", "hold", s, "hex", goal.Hex.String(), "name", goal.Name)
		}
	}
	if r.automatic() {
		return true
	}
	if r.p.Turn < len(r.p.sc.Turns) {
		return false
	}
	vp := r.p.points()
	best := 0
	if vp[1] > vp[0] {
		best = 1
	}
	if vp[best]-vp[1-best] < r.p.margin() {
		r.over("13.2-a", -1, fmt.Sprintf("A draw: %s.", r.p.scoreText(vp)))
		return true
	}
	r.over("13.2-a", best, fmt.Sprintf("%s wins on victory points: %s.", r.p.sideName(best), r.p.scoreText(vp)))
	return true
}

func (p *Position) scoreText(vp [2]int) string {
	return fmt.Sprintf("%s %d, %s %d", p.sideName(0), vp[0], p.sideName(1), vp[1])
}

func (r *run) over(rule string, winner int, text string) {
	r.event(rule, "over", winner, "text", text)
}

// automatic ends the game if a side has achieved an automatic victory [13.1].
// Should both have, it is a draw.
func (r *run) automatic() bool {
	won := r.p.atOnce()
	switch {
	case won[0] && won[1]:
		r.over("13.1-a", -1, "A draw: both sides have achieved an automatic victory.")
	case won[0]:
		r.over("13.1-a", 0, string(r.p.sideName(0))+" has achieved an automatic victory.")
	case won[1]:
		r.over("13.1-a", 1, string(r.p.sideName(1))+" has achieved an automatic victory.")
	}
	return won[0] || won[1]
}

// fulfilled reports whether a condition of automatic victory holds.
func (p *Position) fulfilled(a setup.AutoVictory) bool {
	return p.Turn >= a.From && p.lostSP(1-a.Side) >= a.LostSP && !slices.ContainsFunc(a.Goals, func(h hex.Hex) bool {
		return p.holder(p.goalAt(h)) != a.Side
	})
}

// applyHold notes who holds a goal.
func (p *Position) applyHold(e engine.Event) {
	h, _ := hex.Parse(e.Get("hex"))
	for g, goal := range p.sc.Goals {
		if goal.Hex == h {
			p.hold(g, p.sideOf(e.By))
		}
	}
}

func (p *Position) hold(g, side int) {
	p.editSteady().Held = slices.Clone(p.Held)
	p.Held[g] = side
}

// margin is the lead that wins at the end, in VP [13.2-a].
func (p *Position) margin() int { return max(1, p.sc.Victory.Margin) }

// atOnce says which sides would win at once if the turn ended now [13.1].
func (p *Position) atOnce() (won [2]bool) {
	for _, a := range p.sc.Victory.Auto {
		won[a.Side] = won[a.Side] || p.fulfilled(a)
	}
	return won
}

// goalAt is the index of the goal in a hex, -1 if there is none.
func (p *Position) goalAt(h hex.Hex) int {
	return slices.IndexFunc(p.sc.Goals, func(g setup.Goal) bool { return g.Hex == h })
}
