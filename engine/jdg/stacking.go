package jdg

import (
	"slices"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// stackingVerbs are the orders of section 5.1.
var stackingVerbs = []*verb{{
	Verb: engine.Verb{Word: "stack", Usage: "stack HEX UNIT,UNIT…", Rule: "5.1.2-d"},
	step: stackStep,
	parse: func(l *line, o *order) {
		o.hexes = []hex.Hex{l.hex("the hex")}
		o.units = l.units()
	},
	do:       atOnce((*run).doStack),
	subjects: (*run).firstOfHexes, ofUnits: true,
	options: func(r *run, u int, yield func(...string)) {
		us, guns := r.p.stack(r.p.unit(u).Hex), 0
		for _, m := range us {
			if r.p.spec(m).Arm == setup.Artillery {
				guns++
			}
		}
		for i := 1; i < len(us); i++ {
			if i != guns && r.barred(us[i-1]) == "" && r.barred(us[i]) == "" {
				swapped := slices.Clone(us)
				swapped[i-1], swapped[i] = swapped[i], swapped[i-1]
				yield("stack", r.p.unit(u).Hex.String(), r.p.unitIDs(swapped))
			}
		}
	},
}}

// doStack changes the order of a stack at the start of the activation of its
// units; who may not act keeps his place [5.1.2-d, JDG-Q145].
func (r *run) doStack(o *order) *engine.Fault {
	us := r.p.stack(o.hexes[0])
	same := len(us) == len(o.units)
	for _, u := range o.units {
		same = same && slices.Contains(us, u)
	}
	if !same {
		return hint(o.fault("5.1.2-d", "these are not the units of %s", o.hexes[0]),
			"there, from the top: %s", r.p.unitIDs(us))
	}
	if !slices.ContainsFunc(us, func(u int) bool { return r.barred(u) == "" }) {
		return o.fault("5.1.2-d", "no unit of %s can act in this activation", o.hexes[0])
	}
	for i, u := range us {
		if why := r.barred(u); why != "" && o.units[i] != u {
			return hint(o.fault("5.1.2-d", "%s %s, and keeps its place in the stack", r.p.spec(u).ID, why),
				"there, from the top: %s", r.p.unitIDs(us))
		}
	}
	for i := 1; i < len(o.units); i++ {
		if r.p.spec(o.units[i]).Arm == setup.Artillery && r.p.spec(o.units[i-1]).Arm != setup.Artillery {
			return o.fault("5.1.2-c", "artillery lies on top: %s above %s", r.p.spec(o.units[i]).ID,
				r.p.spec(o.units[i-1]).ID)
		}
	}
	if !slices.Equal(us, o.units) {
		r.event("5.1.2-d", "stack", r.act.side, "units", r.p.unitIDs(o.units))
	}
	return nil
}

// stackRest puts the stacks that no order line names into order at the start
// of the activation: the infantry or cavalry with the best engagement rating
// on top of the others [5.1.2-d, JDG-P7].
func (r *run) stackRest() error {
	for _, u := range r.firstOfHexes() {
		at := r.p.unit(u).Hex
		us := r.p.stack(at)
		if len(us) < 2 || slices.ContainsFunc(r.act.orders, func(o *order) bool {
			return o.verb.Word == "stack" &&
				o.hexes[0] == at
		}) {
			continue
		}
		sorted := r.byEngagement(us)
		c := choice{kind: "P7", side: r.act.side, unit: u, with: us, rule: "5.1.2-d",
			prompt:  "Does the best engagement rating in " + at.String() + " go on top?",
			options: []string{"engagement", "keep"}, def: "engagement"}
		r.unable(c, r.unsorted(sorted), "engagement")
		if slices.Equal(us, sorted) {
			continue
		}
		answer, err := r.decide(c)
		if err != nil {
			return err
		}
		if answer == "engagement" {
			r.event("5.1.2-d", "stack", r.act.side, "units", r.p.unitIDs(sorted))
		}
	}
	return nil
}

// byEngagement puts the infantry or cavalry of a stack into the order of their
// engagement ratings; who may not act keeps his place [JDG-Q145].
func (r *run) byEngagement(us []int) []int {
	stays := func(u int) bool { return r.p.spec(u).Arm == setup.Artillery || r.barred(u) != "" }
	best := slices.DeleteFunc(slices.Clone(us), stays)
	slices.SortStableFunc(best, func(a, b int) int { return r.p.values(b).Engagement - r.p.values(a).Engagement })
	sorted := slices.Clone(us)
	for i, u := range us {
		if !stays(u) {
			sorted[i], best = best[0], best[1:]
		}
	}
	return sorted
}

// unsorted says why a stack that was sorted as far as possible is not in the
// order of engagement ratings; nil if it is.
func (r *run) unsorted(us []int) *bar {
	last := -1
	for _, u := range us {
		if r.p.spec(u).Arm == setup.Artillery {
			continue
		}
		if last >= 0 && r.p.values(u).Engagement > r.p.values(last).Engagement {
			if r.barred(u) == "" {
				u = last
			}
			return r.of(u, "5.1.2-d", "keeps its place: it "+r.barred(u))
		}
		last = u
	}
	return nil
}

// pileOn adds a unit of the position to those that are to share a hex.
func (p *Position) pileOn(c *setup.Pile, u int) {
	c.Add(&p.sc.Units[u], p.unit(u).State, p.unit(u).Square)
}

// mayStack reports whether units may stand in h together with the other
// units there, and if not the clause and the reason [5.1.1]. Units of us that
// stand in h already count once.
func (p *Position) mayStack(us []int, h hex.Hex) (ok bool, rule, why string) {
	var c setup.Pile
	for _, u := range us {
		p.pileOn(&c, u)
	}
	for u := p.topUnit(h); u >= 0; u = p.below(u) {
		if p.side(u) != p.side(us[0]) {
			return false, "5.1.2-a", "an enemy unit is there"
		}
		if !slices.Contains(us, u) {
			p.pileOn(&c, u)
		}
	}
	rule, why = c.Fault()
	return rule == "", rule, why
}

// mayEnd reports whether one unit may stand in h.
func (p *Position) mayEnd(u int, h hex.Hex) bool {
	ok, _, _ := p.mayStack([]int{u}, h)
	return ok
}
