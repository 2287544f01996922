package setup

import (
	"berthier/engine/hex"
	"berthier/engine/lines"
)

// check looks for what is wrong between the lines of a scenario that reads
// well line by line.
func (r *scenarioReader) check() {
	r.checkChiefs()
	r.checkForms()
	r.checkCrossings()
	for i := range r.s.Units {
		r.checkUnit(&r.s.Units[i])
	}
	r.checkStacks()
	for i, e := range r.s.Entries {
		r.checkEntry(i, e)
	}
	for _, c := range r.s.Leaders {
		r.checkLeader(c)
	}
	r.checkGoals()
}

// of is where a thing was declared.
func (r *scenarioReader) of(kind, id string) lines.Place { return r.places[kind+" "+id] }

// checkChiefs fills in who rolls for strategic initiative [3]: the first
// commander of the side, unless the scenario says who.
func (r *scenarioReader) checkChiefs() {
	for i := range r.s.Sides {
		side := &r.s.Sides[i]
		if side.Chief != "" {
			if k, ok := r.s.Commander(side.Chief); !ok || r.s.Leaders[k].Side != i {
				r.FaultAt(r.of("side", string(side.Name)), "want the id of a commander of the side", "chief %q",
					side.Chief)
			}
			continue
		}
		for _, c := range r.s.Leaders {
			if c.Side == i {
				side.Chief = c.ID
				break
			}
		}
	}
}

func (r *scenarioReader) checkForms() {
	fights := make(map[string]bool, len(r.s.Forms))
	for _, u := range r.s.Units {
		fights[u.Form] = true
	}
	for _, f := range r.s.Forms {
		if !fights[f.ID] {
			r.FaultAt(r.of("formation", f.ID), "give it one, or take the line out", "formation %s has no unit", f.ID)
		}
	}
}

// checkCrossings holds bridges and fords to water, and roads over water to a
// bridge or ford.
func (r *scenarioReader) checkCrossings() {
	wet := func(e hex.Edge) bool { return r.has(e, Stream) || r.has(e, River) }
	for _, c := range r.crossings {
		if !wet(c.edge) {
			r.FaultAt(c.at, "a bridge or ford lies on a stream or river", "hexside %s has no water for a %s", c.edge,
				c.kind)
		}
	}
	for _, c := range r.roads {
		if wet(c.edge) && !r.has(c.edge, Bridge) && !r.has(c.edge, Ford) {
			r.FaultAt(c.at, "add bridge "+c.edge.String()+" or a ford", "the way crosses water at %s", c.edge)
		}
	}
}

// has reports whether a hexside of the map has a feature.
func (r *scenarioReader) has(e hex.Edge, k SideKind) bool {
	d, _ := e.A.DirTo(e.B)
	return r.s.Map.At(e.A).Sides[d].Has(k)
}

func (r *scenarioReader) checkUnit(u *UnitSpec) {
	at := r.of("unit", u.ID)
	if k, ok := r.s.Form(u.Form); !ok || r.s.Forms[k].Side != u.Side {
		r.FaultAt(at, "write form=ID with a formation of its side", "formation %q of unit %s", u.Form, u.ID)
	}
	if u.Hex == hex.None && u.Entry == 0 {
		r.FaultAt(at, "write at=HEX or an arrival line", "unit %s is nowhere", u.ID)
	}
	if u.Back.SP > u.Front.SP || u.Back.Cohesion > u.Front.Cohesion ||
		u.Back.Engagement > u.Front.Engagement || u.Back.MA > u.Front.MA {
		r.FaultAt(at, "the second number is that of the disordered side", "unit %s is better disordered than ordered",
			u.ID)
	}
	if u.Far < u.Near {
		r.FaultAt(at, "write range=EFFECTIVE/MAXIMUM",
			"maximum range %d of unit %s is less than its effective range", u.Far, u.ID)
	}
	if u.Hex == hex.None {
		return
	}
	if c := r.s.Map.At(u.Hex); barred(c, u.Arm) {
		r.FaultAt(at, "put it elsewhere, or lay a road", "unit %s cannot stand in %s at %s", u.ID, c.Terrain, u.Hex)
	}
	for _, e := range r.s.Entries {
		if k, _ := r.s.Form(e.Form); r.s.Forms[k].Side != u.Side && u.Hex.Distance(e.Hex) <= 1 {
			r.FaultAt(at, "keep it two hexes away [5.2.3]", "unit %s stands at the enemy entry hex %s", u.ID, e.Hex)
		}
	}
}

// barred reports whether the ground is no lines.Place for a unit to start on: a
// pond without a road, and for guns a marsh without one.
func barred(c *Cell, a Arm) bool {
	for d := range c.Road {
		if c.Road[d] || c.Trail[d] {
			return false
		}
	}
	return c.Terrain == Pond || c.Terrain == Marsh && a == Artillery
}

// checkStacks holds every hex to the stacking limits [5.1.1]. The first unit
// of a hex in the text is the top of its stack.
func (r *scenarioReader) checkStacks() {
	stacks := map[hex.Hex][]UnitSpec{}
	for _, u := range r.s.Units {
		if u.Hex == hex.None {
			continue
		}
		stack := append(stacks[u.Hex], u)
		stacks[u.Hex] = stack
		if fault := stackFault(stack); fault != "" {
			r.FaultAt(r.of("unit", u.ID), "see the stacking limits [5.1.1]", "hex %s: %s", u.Hex, fault)
		}
	}
}

// stackFault says why the units, from the top, may not share a hex, or "".
func stackFault(us []UnitSpec) string {
	var c Pile
	for i, u := range us {
		if u.Side != us[0].Side {
			return "units of both sides"
		}
		if u.Arm == Artillery && i > c.count[Artillery] {
			return "artillery lies on top of a stack: list it first"
		}
		c.Add(&us[i], u.State, false)
	}
	_, why := c.Fault()
	return why
}

func (r *scenarioReader) checkEntry(i int, a Arrival) {
	h, m := a.Hex, r.s.Map
	if h.Col != 1 && int(h.Col) != m.Cols && h.Row != 1 && int(h.Row) != m.Rows {
		r.FaultAt(r.entry[i], "want a hex on the edge of the map", "entry hex %s", h)
	}
	for _, u := range r.s.Units {
		if u.Entry == i+1 && barred(m.At(h), u.Arm) {
			r.FaultAt(r.entry[i], "want ground that it can enter", "entry hex %s of unit %s", h, u.ID)
		}
	}
}

// checkLeader keeps commanders out of ponds and away from enemies: no
// commander is alone next to one [2.5.1].
func (r *scenarioReader) checkLeader(c CommanderSpec) {
	at := r.of("commander", c.ID)
	if barred(r.s.Map.At(c.Hex), Infantry) {
		r.FaultAt(at, "put him elsewhere", "commander %s cannot stand in %s at %s", c.ID, r.s.Map.At(c.Hex).Terrain,
			c.Hex)
	}
	alone, near := true, ""
	for _, u := range r.s.Units {
		if u.Hex == hex.None {
			continue
		}
		alone = alone && (u.Side != c.Side || u.Hex != c.Hex)
		if u.Side != c.Side && u.Hex.Distance(c.Hex) <= 1 {
			near = u.ID
		}
		if u.Side != c.Side && u.Hex == c.Hex {
			r.FaultAt(at, "put him elsewhere", "commander %s is in the hex of the enemy unit %s", c.ID, u.ID)
		}
	}
	if alone && near != "" {
		r.FaultAt(at, "put him elsewhere, or with a unit", "commander %s is alone next to the enemy unit %s", c.ID,
			near)
	}
}

// checkGoals wants every goal to be worth something and to be reachable, and
// every condition of automatic victory to name goals.
func (r *scenarioReader) checkGoals() {
	known := map[hex.Hex]bool{}
	for i, g := range r.s.Goals {
		known[g.Hex] = true
		if barred(r.s.Map.At(g.Hex), Infantry) {
			r.FaultAt(r.goals[i], "want a hex that a unit can hold", "goal %s lies in %s", g.Hex,
				r.s.Map.At(g.Hex).Terrain)
		}
	}
	for i, a := range r.s.Victory.Auto {
		for _, h := range a.Goals {
			if !known[h] {
				r.FaultAt(r.autos[i], "write a goal line for it", "hex %s is no goal", h)
			}
		}
	}
}
