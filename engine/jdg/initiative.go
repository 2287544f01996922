package jdg

import (
	"fmt"
	"slices"

	"berthier/engine"
)

var initiativeVerbs = []*verb{{
	Verb: engine.Verb{Word: "initiative", Usage: "initiative GROUP|UNIT[,…], or initiative none", Rule: "2.4.3"},
	step: initiativeStep,
	parse: func(l *line, o *order) {
		if l.accept("none") {
			o.word = "none"
			return
		}
		l.groupNames(o)
	},
	do:       atOnce(doInitiative),
	subjects: func(r *run) []int { return r.indexes(len(r.p.Groups)) },
	options: func(r *run, i int, yield func(words ...string)) {
		if r.mayTry(i) {
			yield("initiative", r.p.Groups[i].ID)
		}
	},
}}

// mayTry reports whether a group of the activated formations may try the
// leader's initiative: it has no orders and has not tried [2.4.2-a, JDG-Q12].
func (r *run) mayTry(g int) bool {
	return slices.Contains(r.act.forms, r.p.Groups[g].Form) && r.act.groups[g] == limited &&
		slices.ContainsFunc(r.p.Groups[g].Units, r.p.onMap)
}

func doInitiative(r *run, o *order) *engine.Fault {
	if o.word == "none" {
		r.act.noInitiative = true
	}
	var groups []int
	for _, name := range o.words {
		gs, f := r.groupsNamed(o, name)
		if f != nil {
			return f
		}
		for _, i := range gs {
			g := r.p.Groups[i]
			switch {
			case slices.Contains(groups, i):
			case !slices.Contains(r.act.forms, g.Form):
				return o.fault("2.4.3-c", "%s does not belong to the activated formation", g.ID)
			case r.p.Faces[i].Orders == ReceivedOrders:
				return o.fault("2.4.2-a", "%s has Received Orders and needs no initiative", g.ID)
			case !slices.ContainsFunc(g.Units, r.p.onMap):
				return o.fault("2.4.3-c", "%s has no unit left on the map", g.ID)
			case !r.mayTry(i):
				return o.fault("2.4.3-d", "%s has tried in this activation", g.ID)
			default:
				groups = append(groups, i)
			}
		}
	}
	for _, i := range groups {
		r.tryInitiative(i)
	}
	return nil
}

// tryInitiative rolls against the drawn marker's rating; the result holds for
// this activation [2.4.3].
func (r *run) tryInitiative(i int) {
	g := r.p.Groups[i]
	var mods []engine.Mod
	if name, drm, ok := r.p.bestDRM(g); ok {
		mods = append(mods, engine.Mod{Name: "commander " + name, Value: -drm})
	}
	passed := r.test("2.4.3-d", r.act.side, "leader's initiative of "+g.ID, r.act.marker.Rating, mods...)
	if passed {
		r.act.groups[i] = full
		r.event("2.4.3-f", "leader", r.act.side, "group", g.ID, "acts", "fully")
		return
	}
	r.act.groups[i] = nothing
	r.event("2.4.3-h", "leader", r.act.side, "group", g.ID, "acts", "rally-only")
}

// bestDRM is the best single DRM of the own commanders with a unit of the
// group in range now [2.4.3-e, JDG-Q10, JDG-Q13, JDG-Q15], with the first who
// has it.
func (p *Position) bestDRM(g *Group) (name string, drm int, ok bool) {
	for c, l := range p.sc.Leaders {
		if p.commands(c, g) && (!ok || l.DRM > drm) {
			name, drm, ok = l.ID, l.DRM, true
		}
	}
	return name, drm, ok
}

// initiativeRest tries the leader's initiative for the groups that the turn
// file does not name where a standing order says so [JDG-P6].
func (r *run) initiativeRest() {
	if r.act.noInitiative {
		return
	}
	for i := range r.p.Groups {
		if !r.mayTry(i) {
			continue
		}
		g := r.p.Groups[i]
		c := choice{kind: "P6", rule: "2.4.3", side: r.act.side, unit: g.Units[0], with: g.Units[1:]}
		s, _ := r.p.Sheets[c.side].Find(c.kind, r.owners(c)...)
		r.outvoted(c, s)
		least, isChance := chance(s.Answer)
		if isChance && r.chanceOf(g) < least {
			r.notFollowed(c.side, s, &bar{"2.4.3", fmt.Sprintf("the chance of %s is %d %%", g.ID, 10*r.chanceOf(g))})
		}
		if s.Answer == "yes" || isChance && r.chanceOf(g) >= least {
			r.secret("2.4.3", "decision", r.act.side, "kind", "P6", "whom", g.ID, "answer", "yes", "source", "standing")
			r.tryInitiative(i)
		}
	}
}

// chanceOf is the chance of a group's leader in tenths.
func (r *run) chanceOf(g *Group) int {
	_, drm, _ := r.p.bestDRM(g)
	return min(max(r.act.marker.Rating+drm+1, 0), 10)
}
