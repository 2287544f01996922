package jdg

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// movementVerbs are the orders of chapters 4 and 6.
var movementVerbs = []*verb{
	{
		Verb: engine.Verb{Word: "move",
			Usage: "move UNIT[,UNIT…] to|toward HEX [face FACING] or move UNIT[,UNIT…] HEX|DIRECTION… [face FACING]",
			Rule:  "4.1"},
		step: moveStep, parse: parseMove,
		do:       func(r *run, o *order) (*engine.Fault, error) { return r.doMove(o, normalGait) },
		subjects: (*run).activeUnits,
		options:  func(r *run, u int, yield func(...string)) { r.moveOptions("move", normalGait, u, yield) },
		ofUnits:  true, cost: moveCost(normalGait),
	},
	{
		Verb: engine.Verb{Word: "march",
			Usage: "march UNIT[,UNIT…] to|toward HEX [face FACING] or march UNIT[,UNIT…] HEX|DIRECTION… [face FACING]",
			Rule:  "4.1.3"},
		step: moveStep, parse: parseMove,
		do:       func(r *run, o *order) (*engine.Fault, error) { return r.doMove(o, marchGait) },
		subjects: (*run).activeUnits,
		options:  func(r *run, u int, yield func(...string)) { r.moveOptions("march", marchGait, u, yield) },
		ofUnits:  true, cost: moveCost(marchGait),
	},
	squareVerb, unsquareVerb, faceVerb,
}

// parseMove reads UNIT[,UNIT…] and a way, and perhaps a facing.
func parseMove(l *line, o *order) {
	o.units = l.units()
	l.path(o)
	l.optionalFacing(o)
}

// half is a limited movement allowance [4.1.2].
func half(ma int) int { return (ma + 1) / 2 }

// idle returns the clause that keeps a unit from using movement points at all
// in this activation, and why; square aside.
func (r *run) idle(u int) (rule, why string) {
	switch {
	case !r.active(u):
		return "2.2-b", "does not belong to the activated formation"
	case r.p.unit(u).State == setup.Eliminated:
		return "10.2-e", "is eliminated"
	case !r.p.onMap(u):
		return "5.2.2-a", "is not on the map; a reinforcement comes on with enter"
	case r.p.unit(u).State == setup.Routed:
		return "10.2-j", "is routed and moves in Phase E only"
	case r.rights(u) == nothing:
		return "2.4.3-h", "failed its leader's initiative and can only try to rally"
	case r.did(u, failedET):
		return "2.4.2-f", "failed the engagement test of its charge and cannot move"
	case r.did(u, moved|charging|recalled):
		return "4.4.1-b", "has moved already in this activation"
	case r.did(u, fired) && r.rights(u) == limited:
		return "4.4.2-d", "fired and has No Orders, so it cannot move"
	}
	return "", ""
}

// allowance returns the MP that a unit may spend now by a gait, or the clause
// that forbids it.
func (r *run) allowance(u int, g gait) (mp int, rule, why string) {
	mp, rule, why = r.points(u, g)
	if rule == "" && r.p.unit(u).Square {
		return 0, "4.2-i", "is in square; write unsquare first"
	}
	return mp, rule, why
}

// points returns the MP that a unit, in square or not, has left for a gait
// [4.1], or the clause that forbids it.
func (r *run) points(u int, g gait) (mp int, rule, why string) {
	if rule, why = r.idle(u); rule != "" {
		return 0, rule, why
	}
	mp = r.p.values(u).MA
	switch {
	case g == marchGait:
		if rule, why = r.marchBan(u); rule != "" {
			return 0, rule, why
		}
		mp *= 2
	case g == chargeGait, r.rights(u) == limited, r.did(u, fired):
		mp = half(mp)
	}
	return mp - int(r.act.part(u).spent), "", ""
}

// marchBan returns the clause that forbids a forced march to a unit [4.1.3].
func (r *run) marchBan(u int) (rule, why string) {
	arrives := r.p.unit(u).Renfort || !r.p.onMap(u)
	switch t := r.p.turn(); {
	case r.rights(u) != full:
		return "4.1.3-b", "has No Orders, and a forced march needs Received Orders"
	case r.p.unit(u).State != setup.Ordered:
		return "4.1.3-c", "is not ordered and makes no forced march"
	case r.did(u, fired):
		return "4.4.2-b", "fired and has half its movement allowance"
	case t.Night && !arrives:
		return "12.1-a", "makes no forced march at night"
	case t.Fog && !arrives:
		return "12.2-a", "makes no forced march in fog"
	case r.p.onMap(u) && r.p.nearestEnemy(r.p.unit(u).Hex, r.p.side(u)) <= 5:
		return "4.1.3-d", "is within 5 hexes of an enemy unit and makes no forced march"
	}
	return "", ""
}

// stacked sorts units of one hex from the top of the stack to the bottom.
func (p *Position) stacked(us []int) []int {
	sorted := make([]int, 0, len(us))
	for u := p.topUnit(p.unit(us[0]).Hex); u >= 0; u = p.below(u) {
		if slices.Contains(us, u) {
			sorted = append(sorted, u)
		}
	}
	return sorted
}

// walkOf prepares the common move of units: the smallest allowance of its
// units is the limit of a stack [4.4.1-c, JDG-Q33].
func (r *run) walkOf(o *order, g gait) (walk, *engine.Fault) {
	if here := r.p.unit(o.units[0]).Hex; o.from != hex.None && o.from != here {
		return walk{}, hint(o.fault("4.1.1", "%s is in %s, not in %s", r.p.spec(o.units[0]).ID, here, o.from),
			"leave \"from %s\" out", o.from)
	}
	least := anyMP
	for _, u := range o.units {
		mp, rule, why := r.allowance(u, g)
		if rule != "" {
			return walk{}, o.fault(rule, "%s %s", r.p.spec(u).ID, why)
		}
		if r.p.unit(u).Hex != r.p.unit(o.units[0]).Hex {
			return walk{}, hint(o.fault("4.4.1-b", "%s does not stand in the hex of %s", r.p.spec(u).ID,
				r.p.spec(o.units[0]).ID),
				"only units of one hex move together; write one line for each")
		}
		least = min(least, mp)
	}
	return r.p.newWalk(r.p.stacked(o.units), g, max(least, 0)), nil
}

// doMove carries out move and march.
func (r *run) doMove(o *order, g gait) (*engine.Fault, error) {
	w, f := r.walkOf(o, g)
	if f != nil {
		return f, nil
	}
	t, f := r.trip(&w, o)
	if f != nil {
		return f, nil
	}
	kind, rule := "move", "4.1.1"
	switch u := w.us[0]; {
	case g == marchGait:
		kind, rule = "march", "4.1.3"
	case r.rights(u) == limited:
		rule = "4.1.2"
	case r.did(u, fired):
		rule = "4.4.2-b"
	}
	return nil, r.make(t, rule, kind)
}

// moveCost is what a legal move or march takes.
func moveCost(g gait) func(r *run, o *order) (cost, why string) {
	return func(r *run, o *order) (cost, why string) {
		w, f := r.walkOf(o, g)
		if f != nil {
			return "", ""
		}
		return r.wayCost(&w, o)
	}
}

// wayCost is what it takes to go where an order wants.
func (r *run) wayCost(w *walk, o *order) (cost, why string) {
	path, f := r.route(w, o)
	if f != nil {
		return "", ""
	}
	return w.costOf(path)
}

// costOf adds up what a legal way takes, hex by hex.
func (w *walk) costOf(path []hex.Hex) (cost, why string) {
	costs, rule, _ := w.follow(path)
	if rule != "" {
		return "", ""
	}
	total, parts := 0, make([]string, 0, len(path))
	for i, mp := range costs {
		if total += mp; i > 0 || mp > 0 {
			parts = append(parts, path[i].String()+" for "+strconv.Itoa(mp))
		}
	}
	return strconv.Itoa(total) + " MP", strings.Join(parts, ", ") + ", of " + strconv.Itoa(w.mp) + " MP"
}

// trip is a move that has been found legal.
type trip struct {
	w      *walk
	path   []hex.Hex
	costs  []int // of each hex of the path
	facing []hex.Facing
}

// trip finds the way that an order wants and checks it to the end.
func (r *run) trip(w *walk, o *order) (trip, *engine.Fault) {
	path, f := r.route(w, o)
	if f != nil {
		return trip{}, f
	}
	costs, rule, why := w.follow(path)
	if rule != "" {
		return trip{}, hint(o.fault(rule, "%s cannot go to %s: %s", r.p.unitIDs(w.us), path[len(costs)], why),
			"%s", r.elsewhere(w, path[len(costs)]))
	}
	end := path[len(path)-1]
	if ok, rule, why := r.p.mayStack(w.us, end); !ok {
		return trip{}, hint(o.fault(rule, "%s cannot stop in %s: %s", r.p.unitIDs(w.us), end, why), "%s",
			r.elsewhere(w, end))
	}
	facing, f := r.endFacing(w.us, end, o)
	return trip{w, path, costs, facing}, f
}

// route returns the hexes of the way that an order names or, if it names only
// the destination, the cheapest.
func (r *run) route(w *walk, o *order) ([]hex.Hex, *engine.Fault) {
	still := "4.4.1-a" // the clause against a way that goes nowhere
	if w.gait == chargeGait {
		still = "9.1-f"
	}
	if !o.to {
		path, rule, why := r.resolvePath(w.us, o.steps)
		switch {
		case rule != "":
			return nil, o.fault(rule, "%s", why)
		case len(path) == 1:
			return nil, o.fault(still, "the way has no hex but the first")
		}
		return path, nil
	}
	goal := o.hexes[0]
	if goal == w.from {
		return nil, o.fault(still, "%s stands in %s already", r.p.unitIDs(w.us), goal)
	}
	if o.toward {
		return r.routeToward(w, o)
	}
	found := w.searchIn(r.wayRoom(), goal)
	if _, ok := found.reached(goal); ok {
		return found.way(goal), nil
	}
	if r.listing {
		return nil, o.fault("4.4.1-a", "no legal way leads there")
	}
	rule, why := w.unreachable(goal)
	return nil, hint(o.fault(rule, "%s cannot reach %s: %s", r.p.unitIDs(w.us), goal, why), "%s", r.elsewhere(w, goal))
}

// unreachable says why a walk cannot reach a hex.
func (w *walk) unreachable(goal hex.Hex) (rule, why string) {
	if rule, why = w.barred(w.look(goal), w.from.Distance(goal) == 1); rule != "" {
		return rule, why
	}
	far := *w
	far.mp = anyMP
	all := far.search(hex.None)
	if mp, ok := all.reached(goal); ok {
		return w.tooDear("the cheapest way costs", mp)
	}
	rule, why = "4.4.1-a", "no legal way leads there"
	for _, d := range hex.Dirs {
		n := goal.Neighbor(d)
		if _, ok := all.reached(n); !ok {
			continue
		}
		if all.stops(n) {
			rule, why = w.halt()
			continue
		}
		if _, rule, why = w.pass(n); rule == "" {
			_, _, rule, why = w.enter(n, d.Turn(3))
		}
		return rule, why
	}
	return rule, why
}

// elsewhere names the hex nearest to goal in which the walk may end.
func (r *run) elsewhere(w *walk, goal hex.Hex) string {
	best, found := hex.None, w.searchIn(r.wayRoom(), hex.None)
	for _, h := range found.order {
		if ok, _, _ := r.p.mayStack(w.us, h); ok && h != w.from &&
			(best == hex.None || h.Distance(goal) < best.Distance(goal)) {
			best = h
		}
	}
	switch best {
	case hex.None:
		return "it cannot go anywhere"
	case goal: // by another way
		verb := map[gait]string{normalGait: "move", marchGait: "march"}[w.gait]
		if w.from == hex.None {
			verb = "enter"
		}
		return "legal here: " + verb + " " + r.p.unitIDs(w.us) + " to " + goal.String()
	}
	mp, _ := found.reached(best)
	return "the nearest hex that it can reach is " + best.String() + ", for " + strconv.Itoa(mp) +
		" of its " + strconv.Itoa(w.mp) + " MP"
}

// resolvePath turns the words of a way into hexes, the hex where the units
// stand first; for units off the map hex.None and then their entry hex, which
// the words may name or not. Where they cannot be followed it returns the
// clause and why.
func (r *run) resolvePath(us []int, steps []pathStep) (path []hex.Hex, rule, why string) {
	at := r.p.unit(us[0]).Hex
	path = append(path, at)
	if at == hex.None {
		at = r.p.sc.Entries[r.p.sc.Units[us[0]].Entry-1].Hex
		path = append(path, at)
	}
	for i, s := range steps {
		to := s.hex
		if s.is {
			to = at.Neighbor(s.dir)
		}
		switch _, next := at.DirTo(to); {
		case i == 0 && to == at:
			continue
		case !r.p.sc.Map.On(to):
			return nil, "4.4.1-h", "the way leaves the map after " + at.String()
		case !next:
			return nil, "4.4.1-a", to.String() + " is not adjacent to " + at.String()
		}
		at = to
		path = append(path, at)
	}
	return path, "", ""
}

// endFacing returns the facing of each unit at the end of its move. Infantry
// and cavalry that join others take their facing, and so does artillery that
// joins artillery [6.1.1-b, 6.1.1-c].
func (r *run) endFacing(us []int, h hex.Hex, o *order) ([]hex.Facing, *engine.Fault) {
	fs := make([]hex.Facing, len(us))
	for i, u := range us {
		fs[i] = r.p.unit(u).Facing
		if o.faces {
			fs[i] = o.facing
		}
		for _, m := range r.p.stack(h) {
			if slices.Contains(us, m) || !r.p.sameClass(u, m) || r.p.unit(m).Facing == fs[i] {
				continue
			}
			if o.faces {
				return nil, hint(o.fault(classRule(r.p.spec(u).Arm),
					"%s in %s faces %s, and %s has to face the same way",
					r.p.spec(m).ID, h, r.p.unit(m).Facing, r.p.spec(u).ID), "write face %s, or turn %s first",
					r.p.unit(m).Facing, r.p.spec(m).ID)
			}
			fs[i] = r.p.unit(m).Facing
		}
	}
	return fs, nil
}

// sameClass reports whether two units of one hex have to face the same way:
// both are artillery or neither is.
func (p *Position) sameClass(a, b int) bool {
	return (p.sc.Units[a].Arm == setup.Artillery) == (p.sc.Units[b].Arm == setup.Artillery)
}

// classRule is the clause that makes units of one hex face the same way.
func classRule(a setup.Arm) string {
	if a == setup.Artillery {
		return "6.1.1-c"
	}
	return "6.1.1-b"
}

// make carries out a trip: one event for each unit, the top of the stack
// first. Where an enemy commander has to react on the way the events are cut
// in two [2.5.2, JDG-Q16].
func (r *run) make(t trip, rule, kind string) error {
	from := 0
	for i := 1; i < len(t.path); i++ {
		alarm := !r.dry && r.alarms(t.path[i-1], t.path[i], t.w.side)
		last := i == len(t.path)-1
		if !alarm && !last {
			continue
		}
		cost := 0
		for _, c := range t.costs[from+1 : i+1] {
			cost += c
		}
		for k, u := range t.w.us {
			r.moveEvent(rule, kind, u, t.path[from:i+1], t.facing[k], last, cost)
			r.act.parts.edit(u).spent += int16(cost)
			r.note(u, moved)
		}
		if alarm {
			if err := r.enemyEntered(t.w.side, t.path[i-1], t.path[i]); err != nil {
				return err
			}
		}
		from = i
	}
	for _, u := range t.w.us {
		r.checkRenfortsAlong(u, t.path)
	}
	return nil
}

// moveEvent tells the move of one unit along hexes.
func (r *run) moveEvent(rule, kind string, u int, path []hex.Hex, f hex.Facing, last bool, cost int) {
	kv := append(make([]string, 0, 8), "unit", r.p.spec(u).ID, "path", pathString(path))
	if last && f != r.p.unit(u).Facing {
		kv = append(kv, "facing", f.String())
	}
	r.event(rule, kind, r.p.side(u), append(kv, "cost", strconv.Itoa(cost))...)
}

// alarms reports whether a step of a unit of side s brings it next to an enemy
// commander to whom it was not adjacent before.
func (r *run) alarms(from, to hex.Hex, s int) bool {
	for i, l := range r.p.Leaders {
		if r.p.sc.Leaders[i].Side != s && l.Hex != hex.None && alarms(from, to, l.Hex) {
			return true
		}
	}
	return false
}

// chargeWalk judges a charge move along a path, whose first hex is where the
// cavalry stands: ground, MP, ZOC and stacking [9.1-f to 9.1-n]. It returns the
// clause that forbids the move and why.
func (r *run) chargeWalk(w *walk, path []hex.Hex) (rule, why string) {
	if start := r.p.sc.Map.At(path[0]).Terrain; r.rs.tables.Hexes[start].BlocksCharge {
		return "9.1-l", "no charge starts in " + start.String()
	}
	costs, rule, why := w.follow(path)
	if rule != "" {
		return rule, path[len(costs)].String() + " cannot be entered: " + why
	}
	_, rule, why = r.p.mayStack(w.us, path[len(path)-1])
	return rule, why
}
