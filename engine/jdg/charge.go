package jdg

import (
	"slices"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

var chargeVerbs = []*verb{{
	Verb: engine.Verb{Word: "charge",
		Usage: "charge UNIT[,UNIT…] at HEX to HEX [face FACING] or charge UNIT[,UNIT…] at HEX via HEX|DIRECTION… [face " +
			"FACING]", Rule: "9.1",
		Help: "Charge with ordered cavalry: at least one hex of movement, half the movement allowance, ending with the " +
			"target in a front hex."},
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
	o.units = slices.DeleteFunc(r.p.stack(plan.path[0]), func(u int) bool { return !slices.Contains(o.units, u) })
	top := o.units[0]
	if r.rights(top) == limited && !r.engagementTest("9.1-d", top, "charge") {
		for _, u := range o.units {
			r.note(u, failedET)
		}
		r.lapsed(o, "9.1-e", r.p.spec(top).ID+" failed the engagement test of its charge, stays where it is and cannot "+
			"enter combat", false)
		return nil, nil
	}
	for _, u := range o.units {
		r.note(u, charging|moved)
	}
	if err := r.chargeMove(o.units, plan); err != nil {
		return nil, err
	}
	targets := r.chargedBy(top, plan.target)
	c, old := r.joined(o, targets)
	c.join([]hex.Hex{plan.path[len(plan.path)-1]}, targets)
	c.attackers, c.chargers = append(c.attackers, o.units...), append(c.chargers, o.units...)
	r.enlist(c, old)
	if !r.dry && !r.fate.closed() {
		if _, err := r.squaresAgainst(targets, 0); err != nil {
			return nil, err
		}
		if err := r.recall(c, o.units,
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
			facing = r.p.Units[us[0]].Facing
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
	from := r.p.Units[u].Hex
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
		if r.p.Units[u].Hex != r.p.Units[o.units[0]].Hex {
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
	if plan.path, f = r.route(w, &way); f != nil {
		return plan, f
	}
	if rule, why := r.chargeWalk(w, plan.path); why != "" {
		return plan, o.fault(rule, "%s", why)
	}
	return r.chargeFacing(plan, u, o)
}

// chargeFacing works out how the charging unit faces at the end: as ordered,
// else toward the target; a unit that started next to an enemy cannot turn
// [9.1-i, JDG-Q92].
func (r *run) chargeFacing(plan chargePlan, u int, o *order) (chargePlan, *engine.Fault) {
	end := plan.path[len(plan.path)-1]
	now := r.p.Units[u].Facing
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
				return plan, o.fault("9.1-o", "%s cannot be charged from %s: the ground or the hexside bars it", plan.target, end)
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
		if f := r.p.Units[u].Facing; f != facing && !slices.Contains(o.units, u) {
			return hint(o.fault("6.1.1-b", "%s stands in %s and faces %s", r.p.spec(u).ID, end, f),
				"add: face %s, or charge from another hex", f)
		}
	}
	return nil
}

// chargeBar returns why a unit cannot charge, nil if it can.
func (r *run) chargeBar(u int) *bar {
	un, t := r.p.Units[u], r.p.turn()
	switch {
	case t.Night:
		return &bar{"12.1-e", "cannot charge at night"}
	case t.Fog:
		return &bar{"12.2-d", "cannot charge in fog"}
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

// chargeTarget checks the charged hex: an enemy in LOS within the front cone
// before the move [9.1-a], on ground where a charge is possible [9.1-l].
func (r *run) chargeTarget(u int, target hex.Hex, o *order) *engine.Fault {
	from := r.p.Units[u].Hex
	switch {
	case r.p.sideAt(target) != 1-r.act.side:
		return o.fault("9.1-a", "there is no enemy in %s", target)
	case r.rs.tables.Hexes[r.p.sc.Map.At(target).Terrain].BlocksCharge:
		return hint(o.fault("9.1-l", "%s is %s, where nobody can be charged", target, r.p.sc.Map.At(target).Terrain),
			"cavalry may shock it instead")
	case !r.p.inCone(u, target):
		return hint(o.fault("9.1-a", "%s is not in the cone of the front hexes of %s", target, r.p.spec(u).ID),
			"it faces %s", r.p.Units[u].Facing)
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

// squaresAgainst lets charged infantry try to form square, once for each hex:
// against the first of several charges at it, and again against each pursuit
// [9.3.1, JDG-P17, JDG-Q95, JDG-Q96, JDG-Q97]. It returns the hexes in which a
// square was formed.
func (r *run) squaresAgainst(targets []hex.Hex, pursuit int) (formed []hex.Hex, err error) {
	for _, h := range targets {
		infantry := r.maySquare(h)
		if foot := r.foot(h); len(infantry) == 0 && len(foot) > 0 {
			r.unable(choice{kind: "P17", side: r.p.side(foot[0]), unit: foot[0], with: foot[1:]}, r.chargedSquareBar(h), "yes")
		}
		if len(infantry) == 0 || pursuit == 0 && r.did(infantry[0], triedSquare) {
			continue
		}
		for _, u := range infantry {
			r.note(u, triedSquare)
		}
		worst := slices.MinFunc(infantry, func(a, b int) int { return r.p.values(a).Cohesion - r.p.values(b).Cohesion })
		need := r.p.values(worst).Cohesion
		def := "no"
		if need >= 5 {
			def = "yes"
		}
		try, err := r.yes(choice{kind: "P17", side: r.p.side(worst), unit: infantry[0], with: infantry[1:], rule: "9.3.1-a",
			prompt: "Does the infantry in " + h.String() + " try to form square against the charge?", def: def})
		if err != nil {
			return nil, err
		}
		if !try {
			continue
		}
		stands, err := r.trySquare(h, infantry, need)
		if err != nil {
			return nil, err
		}
		if stands {
			formed = append(formed, h)
		}
	}
	return formed, nil
}

// formedNow reports whether the units of a hex are in a square that they formed
// against the charges of this activation.
func (r *run) formedNow(h hex.Hex) bool {
	return slices.ContainsFunc(r.p.stack(h), func(u int) bool { return r.p.Units[u].Square && r.did(u, triedSquare) })
}

// foot lists the infantry of a hex that is not in square.
func (r *run) foot(h hex.Hex) []int {
	return slices.DeleteFunc(r.p.fighters([]hex.Hex{h}),
		func(u int) bool { return r.p.spec(u).Arm != setup.Infantry || r.p.Units[u].Square })
}

// maySquare lists the infantry of a hex if it may try to form square.
func (r *run) maySquare(h hex.Hex) []int {
	if r.chargedSquareBar(h) != nil {
		return nil
	}
	return r.foot(h)
}

// chargedSquareBar says why the units of a hex cannot try to form square
// against a charge, nil if they can [9.3.1-a, 9.3.1-b].
func (r *run) chargedSquareBar(h hex.Hex) *bar {
	if ground := r.p.sc.Map.At(h).Terrain; !r.rs.tables.Hexes[ground].Square {
		return &bar{"9.3.1-a", "square is formed in clear terrain only, and " + h.String() + " is " + ground.String()}
	}
	for _, u := range r.p.stack(h) {
		un, id := r.p.Units[u], r.p.spec(u).ID
		switch {
		case un.State != setup.Ordered:
			return &bar{"9.3.1-a", id + " is " + un.State.String()}
		case un.Square:
			return &bar{"4.2-h", id + " is in square already"}
		case r.did(u, lostSquare):
			return &bar{"9.3.1-b", id + " has lost its square to a charge in this activation"}
		case r.p.spec(u).Arm == setup.Cavalry:
			return &bar{"4.2-b", id + " is cavalry"}
		}
	}
	return nil
}

// trySquare rolls the attempt; on failure all infantry of the hex is
// disordered [9.3.1-d … -g]. It reports whether the square stands.
func (r *run) trySquare(h hex.Hex, infantry []int, need int) (bool, error) {
	if r.test("9.3.1-d", r.p.side(infantry[0]), "square of "+r.p.unitIDs(infantry)+" against the charge", need) {
		us := r.p.stack(h)
		r.event("9.3.1-e", "square", r.p.side(us[0]), "units", r.p.unitIDs(us), "formed", "yes")
		return true, nil
	}
	for _, u := range infantry {
		if err := r.loseLevel(u, "9.3.1-g", "failed square", nil); err != nil {
			return false, err
		}
	}
	return false, nil
}

// recall lets chargers of one stack try to call the charge off if targets have
// formed square against it, in the given hexes [9.3.3, JDG-P18, JDG-Q156]; the
// default is to try.
func (r *run) recall(c *combat, us []int, squares []hex.Hex) error {
	top := us[0]
	if len(squares) == 0 {
		return nil
	}
	try, err := r.yes(choice{kind: "P18", side: c.side, unit: top, with: us[1:], rule: "9.3.3-a",
		prompt: "Does " + r.p.spec(top).ID + " try to call off its charge against the square?", def: "yes"})
	if err != nil || !try {
		return err
	}
	if !r.engagementTest("9.3.3-a", top, "recall of the charge") {
		return nil
	}
	from := r.p.Units[top].Hex
	way, err := r.recallWay(us, squares[0])
	if err != nil {
		return err
	}
	for _, u := range us {
		r.note(u, recalled)
		if way.to == hex.None {
			r.event("9.3.3-c", "recall", c.side, "unit", r.p.spec(u).ID, "path", from.String())
			continue
		}
		kv := []string{"unit", r.p.spec(u).ID, "path", pathString([]hex.Hex{from, way.to})}
		if way.facing != r.p.Units[u].Facing {
			kv = append(kv, "facing", way.facing.String())
		}
		r.event("9.3.3-b", "recall", c.side, kv...)
		if err := r.arrived(u, from, way.to); err != nil {
			return err
		}
	}
	r.refresh(c) // what only they attacked is free for others
	return nil
}

// recallWay lets the owner choose the hex that recalled cavalry withdraws to,
// and its facing there: adjacent, farther from the target, no enemy front hex,
// legal stacking; by default the farthest from enemies, without a turn. Without
// any it is hex.None [9.3.3-b, 9.3.3-c, JDG-Q98].
func (r *run) recallWay(us []int, target hex.Hex) (advanceWay, error) {
	p, from, s := r.p, r.p.Units[us[0]].Hex, r.p.side(us[0])
	var open []hex.Hex
	for _, to := range from.Neighbors() {
		if !p.sc.Map.On(to) || to.Distance(target) <= from.Distance(target) || !p.crossable(us[0], from, to) ||
			p.entryLocked(to, s) || p.inFrontZOC(to, 1-s) {
			continue
		}
		if ok, _, _ := p.mayStack(us, to); ok {
			open = append(open, to)
		}
	}
	slices.SortStableFunc(open, func(a, b hex.Hex) int { return p.nearestEnemy(b, s) - p.nearestEnemy(a, s) })
	var ways []advanceWay
	var options []string
	for _, h := range open {
		for _, f := range r.p.facingsIn(us[0], h) {
			ways = append(ways, advanceWay{us[0], h, f})
			options = append(options, h.String()+" "+f.String())
		}
	}
	if len(ways) == 0 {
		return advanceWay{to: hex.None}, nil
	}
	return chosen(r, choice{kind: "P18", side: s, unit: us[0], with: us[1:], rule: "9.3.3-b", detail: true,
		options: options, def: options[0],
		prompt: "Where does " + p.spec(us[0]).ID + " withdraw to after the recall of its charge, and facing where?"}, ways)
}

// facingsIn lists the facings that a unit may take when it comes to a hex, the
// present one first: that of the units there, or any [6.1.1-b, 6.1.1-c].
func (p *Position) facingsIn(u int, h hex.Hex) []hex.Facing {
	for _, v := range p.stack(h) {
		if v != u && p.sameClass(u, v) {
			return []hex.Facing{p.Units[v].Facing}
		}
	}
	var fs []hex.Facing
	for _, n := range []int{0, -1, 1, -2, 2, 3} {
		fs = append(fs, p.Units[u].Facing.Turn(n))
	}
	return fs
}

// counterCharges lets charged cavalry try to counter-charge [9.4, JDG-P25].
func (r *run) counterCharges(c *combat) error {
	for _, h := range c.targets {
		us := r.mayCounter(c, h)
		if len(us) == 0 {
			r.unable(r.counterBar(c, h))
			continue
		}
		top := us[0]
		try, err := r.yes(choice{kind: "P25", side: r.p.side(top), unit: top, with: us[1:], rule: "9.4-a",
			prompt: "Does " + r.p.spec(top).ID + " try to counter-charge?", def: "yes"})
		if err != nil {
			return err
		}
		if !try {
			continue
		}
		var mods []engine.Mod
		if !r.p.spec(top).Heavy && slices.ContainsFunc(c.chargers, func(u int) bool { return r.p.spec(u).Heavy }) {
			mods = append(mods, engine.Mod{Name: "against heavy cavalry", Value: 2})
		}
		if r.engagementTest("9.4-b", top, "counter-charge", mods...) {
			c.counters = append(c.counters, us...)
			r.event("9.4-d", "counter-charge", r.p.side(top), "units", r.p.unitIDs(us))
		}
	}
	return nil
}

// mayCounter lists the cavalry of a hex that may counter-charge: ordered, and
// charged through a front hex [9.4-a, JDG-Q100].
func (r *run) mayCounter(c *combat, h hex.Hex) []int {
	var us []int
	for _, u := range r.p.stack(h) {
		if r.p.spec(u).Arm == setup.Cavalry && r.p.Units[u].State == setup.Ordered && slices.Contains(r.against(c), u) &&
			slices.ContainsFunc(c.chargers, func(a int) bool { return r.p.hasFront(u, r.p.Units[a].Hex) }) {
			us = append(us, u)
		}
	}
	return us
}

// counterBar says why cavalry of a charged hex may not counter-charge, with the
// choice that it would have and the answer for it; no reason without cavalry.
func (r *run) counterBar(c *combat, h hex.Hex) (choice, *bar, string) {
	horse := slices.DeleteFunc(r.p.fighters([]hex.Hex{h}),
		func(u int) bool { return r.p.spec(u).Arm != setup.Cavalry || !slices.Contains(r.against(c), u) })
	if len(c.chargers) == 0 || len(horse) == 0 {
		return choice{}, nil, ""
	}
	top := horse[0]
	ch := choice{kind: "P25", side: r.p.side(top), unit: top, with: horse[1:]}
	if r.p.Units[top].State != setup.Ordered {
		return ch, r.of(top, "9.4-a", "is "+r.p.Units[top].State.String()), "yes"
	}
	return ch, r.of(top, "9.4-a", "is not charged through a front hex"), "yes"
}

// endOfCharge is the CT that ends a charge for each cavalry unit that took
// part [9.2-f, JDG-Q101, JDG-Q102].
func (r *run) endOfCharge(u int) error {
	if r.did(u, chargeTest) || !r.p.onMap(u) || r.p.Units[u].State == setup.Routed {
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
	near := slices.DeleteFunc(r.enemyHexes(), func(h hex.Hex) bool { return r.p.Units[u].Hex.Distance(h) > mp+1 })
	if len(near) == 0 {
		return
	}
	slices.SortFunc(near, compareHex)
	reach := r.p.newWalk([]int{u}, chargeGait, mp).search(hex.None)
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
		o := &order{side: r.act.side, units: []int{u}, hexes: []hex.Hex{h, end}, to: true}
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
