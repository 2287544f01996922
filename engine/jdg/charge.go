package jdg

import (
	"slices"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

var chargeVerbs = []*verb{{
	Verb: engine.Verb{Word: "charge",
		Usage: "charge UNIT[,UNIT…] at HEX to HEX [face FACING] or charge UNIT[,UNIT…] at HEX via HEX|DIRECTION… " +
			"[face FACING]", Rule: "9.1"},
	step: moveStep,
	parse: func(l *line, o *order) {
		o.units = l.units()
		if !l.accept("at") {
			l.fail("write: "+l.v.Usage, "the word at and the charged hex are missing")
		}
		o.hexes = []hex.Hex{l.hex("the charged hex")}
		if l.peek() != "to" && !l.accept("via") {
			l.fail("write: "+l.v.Usage, "the word to with the last hex of the charge, or via with its way, is missing")
		}
		target := o.hexes
		l.path(o)
		o.hexes = append(slices.Clone(target), o.hexes[len(o.hexes)-boolInt(o.to):]...)
		l.optionalFacing(o)
	},
	do:       (*run).declareCharge,
	subjects: (*run).activeUnits, options: (*run).chargeOptions, ofUnits: true,
	cost: chargeCost,
}}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// chargePlan is a charge move found legal.
type chargePlan struct {
	target hex.Hex
	path   []hex.Hex // with the starting hex
	facing hex.Facing
}

// declareCharge declares a charge and makes its move, the defender's attempt
// at a square and the recall [9-c].
func (r *run) declareCharge(o *order) (*engine.Fault, error) {
	plan, f := r.planCharge(o)
	if f != nil {
		return f, nil
	}
	// They move from the top of their stack down, so that it keeps its order.
	us := slices.DeleteFunc(r.p.stack(plan.path[0]), func(u int) bool { return !slices.Contains(o.units, u) })
	top := us[0]
	if r.rights(top) == limited && !r.engagementTest("9.1-d", top, "charge") {
		for _, u := range us {
			r.note(u, failedET)
		}
		r.lapsed(o, "9.1-e", r.p.spec(top).ID+
			" failed the engagement test of its charge, stays where it is and cannot "+
			"enter combat", false)
		return nil, nil
	}
	for _, u := range us {
		r.note(u, charging|moved)
	}
	if err := r.chargeMove(us, plan); err != nil {
		return nil, err
	}
	targets := r.chargedBy(top, plan.target)
	c, old := r.joined(o, targets)
	c.join([]hex.Hex{plan.path[len(plan.path)-1]}, targets)
	c.attackers, c.chargers = append(c.attackers, us...), append(c.chargers, us...)
	r.enlist(c, old)
	if !r.dry && !r.fate.closed() {
		if _, err := r.squaresAgainst(targets, 0); err != nil {
			return nil, err
		}
		if err := r.recall(c, us,
			slices.DeleteFunc(slices.Clone(targets), func(h hex.Hex) bool { return !r.formedNow(h) })); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// chargeMove moves chargers along their way; where an enemy commander has to
// react, the events are cut in two [2.5.2, JDG-Q16].
func (r *run) chargeMove(us []int, plan chargePlan) error {
	from, last := 0, len(plan.path)-1
	for i := 1; i <= last; i++ {
		alarm := !r.dry && r.alarms(plan.path[i-1], plan.path[i], r.act.side)
		if i < last && !alarm {
			continue
		}
		facing := plan.facing
		if i < last {
			facing = r.p.unit(us[0]).Facing
		}
		for _, u := range us {
			r.event("9.1-c", "charge", r.act.side, "unit", r.p.spec(u).ID, "target", plan.target.String(),
				"path", pathString(plan.path[from:i+1]), "facing", facing.String())
		}
		if alarm {
			if err := r.enemyEntered(r.act.side, plan.path[i-1], plan.path[i]); err != nil {
				return err
			}
		}
		for _, u := range us {
			r.checkRenfortsAlong(u, plan.path[from:i+1])
		}
		from = i
	}
	return nil
}

// chargedBy lists the hexes that a charging unit attacks: the target and all
// enemies in its front hexes that can be charged [JDG-Q91].
func (r *run) chargedBy(u int, target hex.Hex) []hex.Hex {
	hs := []hex.Hex{target}
	from := r.p.unit(u).Hex
	for _, h := range r.p.front(u) {
		if h != target && r.p.sideAt(h) == 1-r.p.side(u) && r.p.crossable(u, from, h) && r.p.chargeable(from, h) {
			hs = append(hs, h)
		}
	}
	return hs
}

// planCharge checks a charge [9.1] and works out its path and facing.
func (r *run) planCharge(o *order) (chargePlan, *engine.Fault) {
	var plan chargePlan
	for _, u := range o.units {
		if b := r.chargeBar(u); b != nil {
			return plan, o.fault(b.rule, "%s %s", r.p.spec(u).ID, b.why)
		}
		if r.p.unit(u).Hex != r.p.unit(o.units[0]).Hex {
			return plan, hint(o.fault("9.1-c", "the charging units do not stand in one hex"),
				"write one charge line for each hex")
		}
	}
	plan.target = o.hexes[0]
	u := o.units[0]
	if f := r.chargeTarget(u, plan.target, o); f != nil {
		return plan, f
	}
	w, _ := r.walkOf(o, chargeGait) // what it refuses, chargeBar and the loop have refused
	way := *o
	way.hexes = o.hexes[1:]
	var f *engine.Fault
	if plan.path, f = r.route(&w, &way); f != nil {
		return plan, f
	}
	if rule, why := r.chargeWalk(&w, plan.path); why != "" {
		return plan, o.fault(rule, "%s", why)
	}
	return r.chargeFacing(plan, u, o)
}

// chargeFacing works out how the charging unit faces at the end: as ordered,
// else toward the target; a unit that started next to an enemy cannot turn
// [9.1-i, JDG-Q92].
func (r *run) chargeFacing(plan chargePlan, u int, o *order) (chargePlan, *engine.Fault) {
	end := plan.path[len(plan.path)-1]
	now := r.p.unit(u).Facing
	fixed := r.p.adjacentEnemy(plan.path[0], r.p.side(u))
	plan.facing = now
	switch {
	case fixed && o.faces && o.facing != now:
		return plan, o.fault("9.1-i", "%s starts next to an enemy and keeps its facing %s", r.p.spec(u).ID, now)
	case o.faces:
		plan.facing = o.facing
	case !fixed:
		plan.facing = r.p.facingToward(end, []hex.Hex{plan.target}, now)
	}
	if f := r.chargeStack(o, end, plan.facing); f != nil {
		return plan, f
	}
	if f := r.staysBehind([]hex.Hex{end}, o); f != nil {
		return plan, f
	}
	for _, d := range plan.facing.Front() {
		if end.Neighbor(d) == plan.target {
			if !r.p.chargeable(end, plan.target) || !r.p.crossable(u, end, plan.target) {
				return plan, o.fault("9.1-o", "%s cannot be charged from %s: the ground or the hexside bars it",
					plan.target, end)
			}
			return plan, nil
		}
	}
	return plan, o.fault("9.2-a", "at the end of the charge, in %s facing %s, %s is not a front hex",
		end, plan.facing, plan.target)
}

// chargeStack checks that the chargers face like the cavalry that they join
// [6.1.1-b].
func (r *run) chargeStack(o *order, end hex.Hex, facing hex.Facing) *engine.Fault {
	for _, u := range r.p.fighters([]hex.Hex{end}) {
		if f := r.p.unit(u).Facing; f != facing && !slices.Contains(o.units, u) {
			return hint(o.fault("6.1.1-b", "%s stands in %s and faces %s", r.p.spec(u).ID, end, f),
				"add: face %s, or charge from another hex", f)
		}
	}
	return nil
}

// chargeBar returns why a unit cannot charge, nil if it can.
func (r *run) chargeBar(u int) *bar {
	un, dark := r.p.unit(u), r.p.tooDark()
	switch {
	case dark != nil:
		return dark
	case !r.p.onMap(u):
		return &bar{"9.1", "is not on the map"}
	case !r.active(u):
		return &bar{"9.1-c", "does not belong to the activated formation"}
	case r.p.spec(u).Arm != setup.Cavalry:
		return &bar{"8.1-b", "is not cavalry"}
	case un.State != setup.Ordered:
		return &bar{"9.1-b", "is " + un.State.String()}
	case r.rights(u) == nothing:
		return &bar{"2.4.3-h", "failed its leader's initiative and can only rally"}
	case r.did(u, failedET):
		return &bar{"2.4.2-f", "failed its engagement test"}
	case r.did(u, charging|moved|recalled):
		return &bar{"4.4.1-b", "has moved already"}
	case r.did(u, faced):
		return &bar{"9.1-a", "has turned, and charges only at what it had in front of it before"}
	}
	return nil
}

// tooDark says why nobody charges or pursues this turn, nil if they may [12.1-e, 12.2-d, 9.5.2-a].
func (p *Position) tooDark() *bar {
	switch t := p.turn(); {
	case t.Night:
		return &bar{"12.1-e", "cannot charge at night"}
	case t.Fog:
		return &bar{"12.2-d", "cannot charge in fog"}
	}
	return nil
}

// chargeTarget checks the charged hex: an enemy in LOS within the front cone
// before the move [9.1-a], on ground where a charge is possible [9.1-l].
func (r *run) chargeTarget(u int, target hex.Hex, o *order) *engine.Fault {
	from := r.p.unit(u).Hex
	switch {
	case r.p.sideAt(target) != 1-r.act.side:
		return o.fault("9.1-a", "there is no enemy in %s", target)
	case r.rs.tables.Hexes[r.p.sc.Map.At(target).Terrain].BlocksCharge:
		return hint(o.fault("9.1-l", "%s is %s, where nobody can be charged", target, r.p.sc.Map.At(target).Terrain),
			"cavalry may shock it instead")
	case !r.p.inCone(u, target):
		return hint(o.fault("9.1-a", "%s is not in the cone of the front hexes of %s", target, r.p.spec(u).ID),
			"it faces %s", r.p.unit(u).Facing)
	}
	if clear, why := r.p.los(from, target); !clear {
		return o.fault("9.1-a", "%s is not in line of sight of %s: %s", target, r.p.spec(u).ID, why)
	}
	return nil
}

// chargeable reports whether a charge can strike from one hex into an adjacent one:
// neither ground nor hexside bars it [9.1-l, 9.1-m, 9.1-n, 9.1-o].
func (p *Position) chargeable(from, to hex.Hex) bool {
	t := p.rs.tables
	if t.Hexes[p.sc.Map.At(from).Terrain].BlocksCharge || t.Hexes[p.sc.Map.At(to).Terrain].BlocksCharge {
		return false
	}
	d, _ := from.DirTo(to)
	rule, _ := p.chargeSide(p.sc.Map.At(from).Sides[d])
	return rule == ""
}

// endOfCharge is the CT that ends a charge for each cavalry unit that took
// part [9.2-f, JDG-Q101, JDG-Q102].
func (r *run) endOfCharge(u int) error {
	if r.did(u, chargeTest) || !r.p.onMap(u) || r.p.unit(u).State == setup.Routed {
		return nil
	}
	r.note(u, chargeTest)
	return r.mustTest(u, "9.2-f", "end of the charge", nil)
}

// chargeCost is what the charge move of a legal charge takes.
func chargeCost(r *run, o *order) (cost, why string) {
	plan, f := r.planCharge(o)
	if f != nil {
		return "", ""
	}
	w, _ := r.walkOf(o, chargeGait)
	return w.costOf(plan.path)
}

// chargeOptions yields charges of a unit at enemies in its cone that it can
// reach: at most three unless the listing is to be full.
func (r *run) chargeOptions(u int, yield func(words ...string)) {
	if r.chargeBar(u) != nil {
		return
	}
	mp, _, _ := r.allowance(u, chargeGait)
	near := slices.DeleteFunc(r.enemyHexes(), func(h hex.Hex) bool { return r.p.unit(u).Hex.Distance(h) > mp+1 })
	if len(near) == 0 {
		return
	}
	slices.SortStableFunc(near, compareHex)
	w := r.p.newWalk([]int{u}, chargeGait, mp)
	reach := w.search(hex.None)
	found := 0
	for _, h := range near {
		if (found < 3 || r.full) && r.chargeOption(u, h, reach, yield) {
			found++
		}
	}
}

// chargeOption yields a charge of u at h if the cheapest way to a hex next to
// it is legal; reach is where u can go at a charge.
func (r *run) chargeOption(u int, h hex.Hex, reach *field, yield func(words ...string)) bool {
	for _, end := range h.Neighbors() {
		if _, ok := reach.reached(end); !ok {
			continue
		}
		o := &order{Order: unwritten, side: r.act.side, units: []int{u}, hexes: []hex.Hex{h, end}, to: true}
		if plan, f := r.planCharge(o); f == nil {
			words := []string{"charge", r.p.spec(u).ID, "at", h.String(), "via"}
			for _, s := range plan.path[1:] {
				words = append(words, s.String())
			}
			yield(words...)
			return true
		}
	}
	return false
}
