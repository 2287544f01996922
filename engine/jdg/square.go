package jdg

import (
	"slices"
	"strconv"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

var squareVerb = &verb{
	Verb: engine.Verb{Word: "square", Usage: "square UNIT", Rule: "4.2"},
	step: moveStep,
	parse: func(l *line, o *order) {
		o.units = l.units()
	},
	do:       atOnce((*run).doSquare),
	subjects: (*run).firstOfHexes, ofUnits: true,
	cost: func(*run, *order) (cost, why string) { return "all MP", "a square does not move" },
	options: func(r *run, u int, yield func(...string)) {
		if rule, _ := r.squareBan(r.p.stack(r.p.unit(u).Hex)); rule == "" {
			yield("square", r.p.spec(u).ID)
		}
	},
}

var unsquareVerb = &verb{
	Verb: engine.Verb{Word: "unsquare", Usage: "unsquare UNIT [face FACING]", Rule: "4.2-j"},
	step: moveStep,
	parse: func(l *line, o *order) {
		o.units = l.units()
		l.optionalFacing(o)
	},
	do:       atOnce((*run).doUnsquare),
	subjects: (*run).firstOfHexes, ofUnits: true,
	cost: func(*run, *order) (cost, why string) { return "2 MP", "for each unit of the hex" },
	options: func(r *run, u int, yield func(...string)) {
		us := r.p.squared(r.p.unit(u).Hex)
		if rule, _ := r.unsquareBan(us); rule == "" && len(us) > 0 {
			id := r.p.spec(us[0]).ID
			yield("unsquare", id)
			yield("unsquare", id, "face", r.p.toward(r.p.unit(u).Hex, r.p.side(u))[0].String())
		}
	},
}

// firstOfHexes stands for each hex with active units by the first of them.
func (r *run) firstOfHexes() []int {
	if r.firsts != nil {
		return r.firsts
	}
	firsts := make([]int, 0, len(r.act.units))
	for _, u := range r.act.units {
		if r.p.onMap(u) && !slices.ContainsFunc(firsts,
			func(m int) bool { return r.p.unit(m).Hex == r.p.unit(u).Hex }) {
			firsts = append(firsts, u)
		}
	}
	r.firsts = firsts
	return firsts
}

// oneHex returns all units of the hex in which the ordered units stand: square
// is a state of the whole hex [JDG-Q25].
func (r *run) oneHex(o *order) ([]int, *engine.Fault) {
	at := r.p.unit(o.units[0]).Hex
	for _, u := range o.units {
		if !r.p.onMap(u) {
			return nil, o.fault("4.2-d", "%s is not on the map", r.p.spec(u).ID)
		}
		if r.p.unit(u).Hex != at {
			return nil, hint(o.fault("4.2-p", "%s does not stand in the hex of %s", r.p.spec(u).ID,
				r.p.spec(o.units[0]).ID),
				"write one line for each hex")
		}
	}
	return r.p.stack(at), nil
}

// squareBan returns the clause that forbids the units of a hex to form square,
// and why [4.2-a to 4.2-h].
func (r *run) squareBan(us []int) (rule, why string) {
	ground := r.p.sc.Map.At(r.p.unit(us[0]).Hex).Terrain
	if !r.rs.tables.Hexes[ground].Square {
		return "4.2-a", "square is formed in clear terrain only, and this is " + ground.String()
	}
	foot := false
	for _, u := range us {
		spec, un := r.p.spec(u), r.p.unit(u)
		foot = foot || spec.Arm == setup.Infantry
		switch {
		case un.Square:
			return "4.2-h", spec.ID + " is in square already"
		case spec.Arm == setup.Cavalry:
			return "4.2-b", spec.ID + " is cavalry"
		case un.State != setup.Ordered:
			return "4.2-b", spec.ID + " is " + un.State.String()
		case r.did(u, moved|squared):
			return "4.2-d", spec.ID + " has moved already in this activation"
		case !r.active(u):
			return "4.2-f", spec.ID +
				" does not belong to the activated formation, and all units of the hex form square together"
		case r.rights(u) == nothing:
			return "2.4.3-h", spec.ID + " failed its leader's initiative and can only try to rally"
		}
	}
	if !foot {
		return "4.2-g", "artillery forms square only together with infantry"
	}
	return "", ""
}

func (r *run) doSquare(o *order) *engine.Fault {
	us, f := r.oneHex(o)
	if f != nil {
		return f
	}
	if rule, why := r.squareBan(us); rule != "" {
		return o.fault(rule, "%s cannot form square: %s", r.p.unitIDs(us), why)
	}
	r.formSquare(us)
	return nil
}

// formSquare puts the units of a hex into square, which uses up their MA
// [4.2-d, 4.2-e].
func (r *run) formSquare(us []int) {
	r.event("4.2-d", "square", r.act.side, "units", r.p.unitIDs(us), "formed", "yes")
	for _, u := range us {
		r.act.parts.edit(u).spent = int16(r.p.values(u).MA)
		r.note(u, squared)
	}
}

// squareRest forms the squares that standing orders demand once the others
// have moved: where enemy cavalry that can fight is near enough. Units that
// are ordered to shock do not [JDG-P13].
func (r *run) squareRest() {
	for _, u := range r.firstOfHexes() {
		us := r.p.stack(r.p.unit(u).Hex)
		c := choice{kind: "P13", rule: "4.2-d", side: r.act.side, unit: u, with: us}
		s, _ := r.p.Sheets[c.side].Find(c.kind, r.owners(c)...)
		if s.Answer == "" {
			continue
		}
		near, err := strconv.Atoi(s.Answer)
		if err != nil || !r.p.cavalryWithin(r.p.unit(u).Hex, 1-r.act.side, near) ||
			slices.ContainsFunc(us, func(m int) bool { return r.named("shock", m) }) {
			continue
		}
		if rule, _ := r.squareBan(us); rule != "" {
			r.unable(c, r.unsquared(us, s), s.Answer)
			continue
		}
		r.outvoted(c, s)
		r.secret("4.2-d", "decision", r.act.side, "kind", "P13", "whom", r.p.spec(u).ID, "answer",
			strconv.Itoa(near), "source", "standing")
		r.formSquare(us)
	}
}

// cavalryWithin reports whether cavalry of side s that is not routed stands
// within n hexes of h.
func (p *Position) cavalryWithin(h hex.Hex, s, n int) bool {
	for u := range p.sc.Units {
		if p.onMap(u) && p.side(u) == s && p.sc.Units[u].Arm == setup.Cavalry && p.unit(u).State < setup.Routed &&
			h.Distance(p.unit(u).Hex) <= n {
			return true
		}
	}
	return false
}

// squared lists the units of a hex that are in square. Artillery that was
// disordered in a square has left it, and the infantry has not [4.2-n, 4.2-o].
func (p *Position) squared(h hex.Hex) []int {
	return slices.DeleteFunc(p.stack(h), func(u int) bool { return !p.unit(u).Square })
}

// unsquareBan returns the clause that forbids the units of a square to leave
// it, and why.
func (r *run) unsquareBan(us []int) (rule, why string) {
	for _, u := range us {
		mp, rule, why := r.points(u, normalGait)
		if rule != "" {
			return rule, r.p.spec(u).ID + " " + why
		}
		if mp < 2 {
			return "4.2-j", r.p.spec(u).ID + " has not the 2 MP that it takes"
		}
	}
	return "", ""
}

func (r *run) doUnsquare(o *order) *engine.Fault {
	if _, f := r.oneHex(o); f != nil {
		return f
	}
	for _, u := range o.units {
		if id := r.p.spec(u).ID; !r.p.unit(u).Square {
			return o.fault("4.2-j", "%s cannot leave square: %s is not in square", id, id)
		}
	}
	us := r.p.squared(r.p.unit(o.units[0]).Hex)
	if rule, why := r.unsquareBan(us); rule != "" {
		return o.fault(rule, "%s cannot leave square: %s", r.p.unitIDs(us), why)
	}
	r.event("4.2-j", "square", r.act.side, "units", r.p.unitIDs(us), "formed", "no")
	for _, u := range us {
		r.act.parts.edit(u).spent += 2
		r.note(u, squared)
		if o.faces && r.p.unit(u).Facing != o.facing {
			r.event("4.2-k", "face", r.act.side, "unit", r.p.spec(u).ID, "facing", o.facing.String())
		}
	}
	return nil
}

var faceVerb = &verb{
	Verb: engine.Verb{Word: "face", Usage: "face UNIT[,UNIT…] FACING", Rule: "6.1.2"},
	step: moveStep,
	parse: func(l *line, o *order) {
		o.units = l.units()
		l.facing(o)
	},
	do:       atOnce((*run).doFace),
	subjects: (*run).activeUnits, ofUnits: true,
	options: func(r *run, u int, yield func(...string)) {
		for _, f := range r.faceChoices(u) {
			if _, rule, _ := r.turning(u, f); rule == "" {
				yield("face", r.p.spec(u).ID, f.String())
			}
		}
	},
}

// faceChoices are the facings that an option list offers: toward the nearest
// enemy and beside it, and one corner to each side.
func (r *run) faceChoices(u int) []hex.Facing {
	near, now := r.p.toward(r.p.unit(u).Hex, r.p.side(u)), r.p.unit(u).Facing
	if !r.act.part(u).start.zoc {
		return near[:]
	}
	return []hex.Facing{now.Turn(1), now.Turn(-1)}
}

// turning returns the units that turn if unit u is to face f: all infantry and
// cavalry of its hex, or all artillery [6.1.1-b, 6.1.1-c]; or the clause that
// forbids it and why [6.1.2-b, 6.2.2-i, JDG-Q48].
func (r *run) turning(u int, f hex.Facing) (us []int, rule, why string) {
	if rule, why = r.idle(u); rule != "" {
		return nil, rule, r.p.spec(u).ID + " " + why
	}
	switch un := r.p.unit(u); {
	case un.Square:
		return nil, "6.1.1-g", r.p.spec(u).ID + " is in square and has front hexes on all sides"
	case un.Facing == f:
		return nil, "6.1.2-b", r.p.spec(u).ID + " faces " + f.String() + " already"
	}
	for _, m := range r.p.stack(r.p.unit(u).Hex) {
		if !r.p.sameClass(u, m) || r.p.unit(m).Facing == f {
			continue
		}
		if why := r.barred(m); why != "" {
			return nil, classRule(r.p.spec(u).Arm), r.p.spec(m).ID + " has to face the same way and " + why
		}
		switch id := r.p.spec(m).ID; {
		case r.did(m, charging):
			return nil, classRule(r.p.spec(u).Arm), id + " has to face the same way and has made its charge move"
		case !r.act.part(m).start.zoc || r.did(m, moved):
		case r.p.unit(m).Facing.Steps(f) > 1 || r.did(m, faced):
			return nil, "6.2.2-i", id + " began in an enemy zone of control and may turn by one corner only"
		}
		us = append(us, m)
	}
	return us, "", ""
}

// barred says why a unit may not act now, so that nothing that others of its
// hex do may turn or move it either [6.1.1-b, 6.1.1-c, JDG-Q145]; empty if it
// may.
func (r *run) barred(u int) (why string) {
	switch {
	case !r.active(u):
		return "does not belong to the activated formation"
	case r.rights(u) == nothing:
		return "failed its leader's initiative and can only try to rally"
	case r.did(u, failedET|recalled):
		return "can do nothing any more in this activation but try to rally"
	case r.did(u, fired) && r.rights(u) == limited:
		return "fired and has No Orders, so it turns no more"
	}
	return ""
}

// turnsAlong checks that all units of the same class in the hex of u may turn
// with it to a facing [JDG-Q145].
func (r *run) turnsAlong(u int, f hex.Facing, o *order) *engine.Fault {
	for _, m := range r.p.stack(r.p.unit(u).Hex) {
		if !r.p.sameClass(u, m) || r.p.unit(m).Facing == f {
			continue
		}
		if why := r.barred(m); why != "" {
			return o.fault(classRule(r.p.spec(u).Arm), "%s has to face the same way and %s", r.p.spec(m).ID, why)
		}
	}
	return nil
}

func (r *run) doFace(o *order) *engine.Fault {
	var all []int
	for _, u := range o.units {
		us, rule, why := r.turning(u, o.facing)
		now := r.p.unit(u).Facing
		switch {
		case rule == "4.4.1-b":
			return hint(o.fault(rule, "%s", why), "a unit that moves turns with its move: move UNIT to HEX face FACING")
		case rule == "6.2.2-i" && !r.did(u, faced):
			return hint(o.fault(rule, "%s", why), "from %s: %s or %s", now, now.Turn(-1), now.Turn(1))
		case rule != "":
			return o.fault(rule, "%s", why)
		}
		for _, m := range us {
			if !slices.Contains(all, m) {
				all = append(all, m)
			}
		}
	}
	for _, u := range all {
		r.event("6.1.2-b", "face", r.act.side, "unit", r.p.spec(u).ID, "facing", o.facing.String())
		r.note(u, turned|faced)
	}
	return nil
}
