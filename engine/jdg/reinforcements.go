package jdg

import (
	"slices"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// reinforcementVerbs are the orders of section 5.2.
var reinforcementVerbs = []*verb{
	{
		Verb: engine.Verb{Word: "enter", Rule: "5.2.2",
			Usage: "enter UNIT[,UNIT…] to|toward HEX [march|normal] [face FACING] or enter UNIT[,UNIT…] " +
				"HEX|DIRECTION… [march|normal] [face FACING]"},
		step: moveStep, parse: parseEnter, do: (*run).doEnter, subjects: (*run).activeUnits,
		options: (*run).enterOptions, cost: enterCost,
	},
	{
		Verb:     engine.Verb{Word: "drop", Usage: "drop UNIT[,UNIT…]", Rule: "5.2.1-i"},
		step:     phaseA,
		parse:    func(l *line, o *order) { o.units = l.units() },
		do:       atOnce((*run).doDrop),
		subjects: func(r *run) []int { return r.indexes(len(r.p.sc.Units)) },
		options: func(r *run, u int, yield func(...string)) {
			// Dropped markers make other groups: not once orders are given.
			if r.p.unit(u).Renfort && r.p.side(u) == r.side && len(r.issued) == 0 {
				yield("drop", r.p.spec(u).ID)
			}
		},
	},
}

// parseEnter reads UNIT[,UNIT…], a way, and in any order a gait and a facing.
func parseEnter(l *line, o *order) {
	o.units = l.units()
	l.path(o)
	for {
		switch w := l.peek(); {
		case o.word == "" && l.accept("march", "normal"):
			o.word = w
		case !o.faces && slices.Contains([]string{"face", "facing"}, w):
			l.optionalFacing(o)
		default:
			return
		}
	}
}

// arrivalBan returns the clause that keeps a unit from coming on now, and why.
func (r *run) arrivalBan(u int) (rule, why string) {
	spec, un := r.p.spec(u), r.p.unit(u)
	switch {
	case !r.active(u):
		return "2.2-b", "does not belong to the activated formation"
	case spec.Entry == 0 || un.Entered || un.State == setup.Eliminated:
		return "5.2.2-a", "is no reinforcement that waits to enter"
	case !r.p.arriving(u):
		return "5.2-a", "is not due yet"
	case r.p.formAt(r.p.form(u)).Acted:
		return "5.2.2-d", "did not enter in the first activation of its formation this turn and waits for the next turn"
	case un.State == setup.Routed:
		return "10.2-j", "is routed"
	}
	return "", ""
}

// entryGait is how an arriving unit moves: by forced march and with a Renfort
// marker, by normal movement and without orders, or, where an enemy is within
// 5 hexes of the entry hex, with Received Orders for this turn only
// [5.2.1-f, 5.2.1-n, 5.2.1-q].
func (r *run) entryGait(u int, want string) (g gait, near bool, rule, why string) {
	near = r.p.nearestEnemy(r.p.sc.Entries[r.p.spec(u).Entry-1].Hex, r.p.side(u)) <= 5
	switch {
	case near && want == "march":
		return 0, near, "5.2.1-q", "cannot march: an enemy is within 5 hexes of the entry hex"
	case near || want == "normal":
		return normalGait, near, "", ""
	}
	rule, why = r.marchBan(u)
	return marchGait, near, rule, why
}

// enterWalk prepares the entry of units that come on as one stack. The second
// stack to enter through the hex in this activation pays twice its cost, the
// third three times [5.2.2-c, JDG-Q42].
func (r *run) enterWalk(us []int, want string) (w walk, near bool, u int, rule, why string) {
	least, g := 99, normalGait
	for _, u := range us {
		if rule, why = r.arrivalBan(u); rule != "" {
			return walk{}, false, u, rule, why
		}
		if r.p.spec(u).Entry != r.p.spec(us[0]).Entry {
			return walk{}, false, u, "5.2.2-b", "does not come with " + r.p.spec(us[0]).ID
		}
		if want == "" && r.p.unit(u).State != setup.Ordered {
			want = "normal" // a stack has one gait
		}
		if g, near, rule, why = r.entryGait(u, want); rule != "" {
			return walk{}, false, u, rule, why
		}
		least = min(least, r.p.values(u).MA)
	}
	if g == marchGait {
		least *= 2
	}
	w = r.p.newWalk(us, g, least)
	w.gate, w.renforts = r.p.sc.Entries[r.p.spec(us[0]).Entry-1].Hex, true
	for _, h := range r.act.columns {
		if h == w.gate {
			w.column++
		}
	}
	return w, near, 0, "", ""
}

// doEnter brings reinforcements on.
func (r *run) doEnter(o *order) (*engine.Fault, error) {
	w, near, u, rule, why := r.enterWalk(o.units, o.word)
	if rule != "" {
		return o.fault(rule, "%s %s", r.p.spec(u).ID, why), nil
	}
	if ok, rule, why := r.p.mayStack(w.us, hex.None); !ok {
		return o.fault(rule, "%s cannot enter as one stack: %s", r.p.unitIDs(w.us), why), nil
	}
	t, f := r.trip(&w, o)
	if f != nil {
		return f, nil
	}
	r.act.columns = append(r.act.columns, w.gate)
	if err := r.make(t, "5.2.2", "enter"); err != nil {
		return nil, err
	}
	for _, u := range w.us {
		switch {
		case near:
			r.event("5.2.1-q", "renfort", r.act.side, "unit", r.p.spec(u).ID, "carries", "no", "granted", "yes")
		case w.gait == marchGait:
			r.event("5.2.1-g", "renfort", r.act.side, "unit", r.p.spec(u).ID, "carries", "yes", "granted", "no")
		}
	}
	r.checkRenforts()
	return nil, nil
}

// enterCost is what a legal entry takes.
func enterCost(r *run, o *order) (cost, why string) {
	w, _, _, rule, _ := r.enterWalk(o.units, o.word)
	if rule != "" {
		return "", ""
	}
	return r.wayCost(&w, o)
}

// enterRest brings the reinforcements on that no order line names, one by
// one, as far along the road as they may go [JDG-P19].
func (r *run) enterRest() error {
	for u := range r.p.sc.Units {
		if rule, _ := r.arrivalBan(u); rule != "" || r.named("enter", u) {
			continue
		}
		word, err := r.decide(choice{kind: "P19", side: r.act.side, unit: u, rule: "5.2.1",
			prompt:  "How does " + r.p.spec(u).ID + " come on?",
			options: []string{"march", "normal", "no"}, def: "march"})
		if err != nil {
			return err
		}
		if word == "no" {
			continue
		}
		if word == "march" {
			word = "" // or by normal movement where the enemy is too near
			_, _, rule, why := r.entryGait(u, "march")
			r.unable(choice{kind: "P19", side: r.act.side, unit: u}, r.of(u, rule, why), "march")
		}
		if steps := r.roadSteps(u, word); len(steps) > 0 {
			o := &order{Order: unwritten, side: r.act.side, units: []int{u}, steps: steps, word: word}
			if _, err := r.doEnter(o); err != nil {
				return err
			}
		}
	}
	return nil
}

// roadSteps is the way of a unit that comes on by default: the road as far as
// it may go without losing its Renfort marker or being next to an enemy
// [JDG-P2, JDG-P19]; none if it cannot enter at all [5.2.2-d].
func (r *run) roadSteps(u int, word string) []pathStep {
	w, _, _, _, _ := r.enterWalk([]int{u}, word)
	path := append([]hex.Hex{hex.None}, r.p.roadFrom(w.gate, w.side, w.mp)...)
	costs, _, _ := w.follow(path)
	n := len(costs)
	for n > 1 && (!r.p.mayEnd(u, path[n-1]) || w.look(path[n-1])&(adjacent|close5) != 0) {
		n--
	}
	var steps []pathStep
	for _, h := range path[1:n] {
		steps = append(steps, pathStep{hex: h})
	}
	return steps
}

// roadFrom follows the road, or else the trail, from a hex over at most n
// more. Where it forks it goes on nearer to the enemies of side s, clockwise
// from north among equals. Without road or trail it goes straight at them.
func (p *Position) roadFrom(at hex.Hex, s, n int) []hex.Hex {
	way := []hex.Hex{at}
	wild := p.sc.Map.At(at).Road == [6]bool{} && p.sc.Map.At(at).Trail == [6]bool{}
	for range n {
		best, c := hex.None, p.sc.Map.At(at)
		for _, leads := range [][6]bool{c.Road, c.Trail, {wild, wild, wild, wild, wild, wild}} {
			for _, d := range hex.Dirs {
				next := at.Neighbor(d)
				if leads[d] && p.sc.Map.On(next) && !slices.Contains(way, next) &&
					(best == hex.None || p.nearestEnemy(next, s) < p.nearestEnemy(best, s)) {
					best = next
				}
			}
			if best != hex.None {
				break
			}
		}
		if best == hex.None {
			return way
		}
		at = best
		way = append(way, at)
	}
	return way
}

// doDrop gives Renfort markers up.
func (r *run) doDrop(o *order) *engine.Fault {
	for _, u := range o.units {
		if !r.p.unit(u).Renfort {
			return o.fault("5.2.1-i", "%s carries no Renfort marker", r.p.spec(u).ID)
		}
	}
	for _, u := range o.units {
		r.event("5.2.1-i", "renfort", o.side, "unit", r.p.spec(u).ID, "carries", "no", "granted", "no", "why", "wish")
	}
	return nil
}

// enterOptions yields entries of an arriving unit, alone and with the one
// before it.
func (r *run) enterOptions(u int, yield func(...string)) {
	if rule, _ := r.arrivalBan(u); rule != "" {
		return
	}
	r.entryOptions([]int{u}, 6, yield)
	for v := u - 1; v >= 0; v-- {
		if rule, _ := r.arrivalBan(v); rule != "" {
			continue
		}
		if r.p.spec(v).Entry == r.p.spec(u).Entry {
			r.entryOptions([]int{v, u}, 2, yield)
		}
		return
	}
}

// entryOptions yields entries of a stack by march and by normal movement: at
// most n of each unless the listing is to be full.
func (r *run) entryOptions(us []int, n int, yield func(...string)) {
	for _, word := range []string{"march", "normal"} {
		w, _, _, rule, _ := r.enterWalk(us, word)
		if rule != "" {
			continue
		}
		found := w.searchIn(r.searchRoom(), hex.None)
		all, some := r.destinations(found, &w)
		if !r.full {
			all = r.among(spread(some, n))
		}
		for _, h := range all {
			yield(r.withFacing(us, h, 0, []string{"enter", r.p.unitIDs(us), "to", h.String(), word})...)
		}
	}
}

// entryLocked reports whether h is an entry hex of the other side than s, or
// next to one, through which units are still to come [5.2.3, JDG-Q44].
func (p *Position) entryLocked(h hex.Hex, s int) bool {
	for i, e := range p.sc.Entries {
		if h.Distance(e.Hex) <= 1 && p.comesIn(i, s) {
			return true
		}
	}
	return false
}

// comesIn reports whether an arrival is of the other side than s and has units
// that have not entered yet.
func (p *Position) comesIn(arrival, s int) bool {
	for u := range p.sc.Units {
		if p.sc.Units[u].Entry == arrival+1 && !p.unit(u).Entered && p.unit(u).State != setup.Eliminated &&
			p.side(u) != s {
			return true
		}
	}
	return false
}

// checkRenforts takes the Renfort marker off every unit that has come within
// 5 hexes of an enemy, whoever moved; the unit is No Orders from now on
// [5.2.1-h, 5.2.1-j, JDG-Q40]. It is called after every movement event.
func (r *run) checkRenforts() { r.checkRenfortsAlong(-1, nil) }

// checkRenfortsAlong is checkRenforts for the unit mover, which passed the
// hexes of path on its way to where it is.
func (r *run) checkRenfortsAlong(mover int, path []hex.Hex) {
	for u := range r.p.sc.Units {
		if !r.p.unit(u).Renfort || !r.p.onMap(u) {
			continue
		}
		near := r.p.nearestEnemy(r.p.unit(u).Hex, r.p.side(u)) <= 5
		for _, h := range path {
			switch {
			case near || h == hex.None || mover < 0:
			case u == mover:
				near = r.p.nearestEnemy(h, r.p.side(u)) <= 5
			case r.p.side(u) != r.p.side(mover):
				near = h.Distance(r.p.unit(u).Hex) <= 5
			}
		}
		if near {
			r.event("5.2.1-h", "renfort", r.p.side(u), "unit", r.p.spec(u).ID, "carries", "no", "granted", "no", "why",
				"enemy")
		}
	}
}
