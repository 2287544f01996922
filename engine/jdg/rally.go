package jdg

import (
	"slices"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

var rallyVerbs = []*verb{{
	Verb: engine.Verb{Word: "rally", Usage: "rally UNIT[,UNIT] [face F], or rally none", Rule: "11.1"},
	step: rallyStep,
	parse: func(l *line, o *order) {
		if l.accept("none") {
			o.word = "none"
			return
		}
		o.units = l.units()
		l.optionalFacing(o)
	},
	do:       atOnce(doRally),
	subjects: (*run).activeUnits, ofUnits: true,
	options: func(r *run, u int, yield func(words ...string)) {
		if r.p.unit(u).State != setup.Ordered && r.checkRally(&order{Order: unwritten, side: r.act.side}, u) == nil {
			yield("rally", r.p.spec(u).ID)
		}
	},
}}

func doRally(r *run, o *order) *engine.Fault {
	if o.word == "none" {
		r.act.noRally = true
	}
	for _, u := range o.units {
		if f := r.checkRally(o, u); f != nil {
			return f
		}
		if face := r.p.rallyFacing(u); o.faces && r.p.bound(u) && o.facing != face {
			return o.fault("6.1.1-b", "%s stands with others that face %s", r.p.spec(u).ID, face)
		}
	}
	for i, u := range o.units {
		// One that has just rallied may have made the stack too strong for the next [5.1.1-h].
		if f := r.checkRally(o, u); f != nil && r.dry {
			return hint(f, "legal here: rally %s", r.p.unitIDs(o.units[:i]))
		} else if f != nil {
			r.lapsed(o, f.Rule, f.Msg.String(), true)
			continue
		}
		face := r.p.rallyFacing(u)
		if o.faces {
			face = o.facing
		}
		r.rally(u, face)
	}
	return nil
}

// checkRally says why a unit may not try to rally, nil if it may [11.1,
// JDG-Q126]. Orders do not matter [11.1-d].
func (r *run) checkRally(o *order, u int) *engine.Fault {
	id, un := r.p.spec(u).ID, r.p.unit(u)
	switch {
	case !r.p.onMap(u):
		return o.fault("11.1-a", "%s is not on the map", id)
	case !r.active(u):
		return o.fault("11.1-a", "%s does not belong to the activated formation", id)
	case un.State == setup.Ordered:
		return o.fault("11.1-a", "%s is ordered", id)
	case r.did(u, triedRally):
		return o.fault("11.1-i", "%s has tried in this activation", id)
	case un.State == setup.Disordered && r.did(u, acted):
		return o.fault("11.1-a", "%s has acted or was moved in this activation", id)
	case r.p.adjacentEnemy(un.Hex, r.p.side(u)):
		return o.fault("11.1-c", "%s is adjacent to an enemy unit", id)
	case un.State == setup.Routed && len(r.p.stack(un.Hex)) > 1:
		return o.fault("10.4-s", "%s is stacked with another routed unit", id)
	case un.State == setup.Disordered && r.p.tooStrong(u):
		return o.fault("5.1.1-h", "%s would make its stack of three stronger than 6 SP", id)
	}
	return nil
}

// tooStrong reports whether a disordered unit, rallied, would bring a stack of
// three units of its arm above 6 SP [5.1.1-g, 5.1.1-h, JDG-Q128].
func (p *Position) tooStrong(u int) bool {
	n, sp := 0, 0
	for _, v := range p.stack(p.unit(u).Hex) {
		switch {
		case p.spec(v).Arm != p.spec(u).Arm || p.spec(u).Arm == setup.Artillery:
			continue
		case v == u:
			sp += p.spec(v).Front.SP
		default:
			sp += p.values(v).SP
		}
		n++
	}
	return n > 2 && sp > 6
}

// rally makes one attempt [11.1-e]. At night disordered units rally without a
// roll [12.1-g].
func (r *run) rally(u int, face hex.Facing) {
	r.note(u, triedRally)
	id, night := r.p.spec(u).ID, r.p.turn().Night
	rule, was := "11.1-g", r.p.unit(u).State
	switch {
	case was == setup.Disordered && night:
		rule = "12.1-g"
	case was == setup.Disordered:
		if !r.test("11.1-f", r.p.side(u), "rally of "+id, r.p.spec(u).Back.Cohesion) {
			return
		}
	default:
		rule = "11.1-h"
		mod := engine.Mod{Name: "routed", Value: 1}
		if night {
			mod = engine.Mod{Name: "routed at night", Value: -3}
		}
		if !r.test("11.1-f", r.p.side(u), "rally of "+id, r.p.spec(u).Back.Cohesion, mod) {
			return
		}
	}
	r.event(rule, "rally", r.p.side(u), "unit", id, "to", (was - 1).String(), "facing", face.String())
}

// rallyRest lets all units that qualify and have no line of their own try to
// rally, unless their owner does not want it [JDG-P37]. What happens by itself
// at night cannot be refused [12.1-g].
func (r *run) rallyRest() error {
	for _, u := range r.act.units {
		if !r.p.onMap(u) || r.p.unit(u).State == setup.Ordered {
			continue
		}
		c := choice{kind: "P37", side: r.act.side, unit: u, rule: "11.1",
			prompt: "Does " + r.p.spec(u).ID + " try to rally?", def: "yes"}
		if f := r.checkRally(&order{Order: unwritten, side: r.act.side}, u); f != nil {
			if !r.did(u, triedRally) && !r.act.noRally {
				r.unable(c, &bar{f.Rule, f.Msg.String()}, "yes")
			}
			continue
		}
		automatic := r.p.turn().Night && r.p.unit(u).State == setup.Disordered
		if automatic {
			r.unable(c, r.of(u, "12.1-g", "rallies by itself at night"), "no")
		} else if r.act.noRally {
			continue
		} else if tries, err := r.yes(c); err != nil {
			return err
		} else if !tries {
			continue
		}
		r.rally(u, r.p.rallyFacing(u))
	}
	return nil
}

// bound reports whether a unit has to face like others of its hex [6.1.1-b,
// 6.1.1-c].
func (p *Position) bound(u int) bool {
	return slices.ContainsFunc(p.stack(p.unit(u).Hex), func(v int) bool {
		return v != u && (p.spec(v).Arm == setup.Artillery) == (p.spec(u).Arm == setup.Artillery)
	})
}

// rallyFacing is the facing that a rallied unit takes by itself: that of its
// stack, else toward the nearest enemy with as little turning as possible; of
// several as near that with least [JDG-P37].
func (p *Position) rallyFacing(u int) hex.Facing {
	un := p.unit(u)
	if p.bound(u) {
		return un.Facing
	}
	best, least, at := un.Facing, 999, hex.None
	for v := range p.sc.Units {
		h := p.unit(v).Hex
		if h == hex.None || p.side(v) == p.side(u) {
			continue
		}
		for _, turn := range []int{0, 1, -1, 2, -2, 3} {
			f := un.Facing.Turn(turn)
			n := 9*un.Hex.Distance(h) + f.Steps(un.Facing)
			if hex.InCone(un.Hex, f, h) && (n < least || n == least && compareHex(h, at) < 0) {
				best, least, at = f, n, h
			}
		}
	}
	return best
}
