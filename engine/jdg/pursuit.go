package jdg

import (
	"cmp"
	"slices"

	"berthier/engine/hex"
)

// canPursue reports whether cavalry that charged is still fit to go on
// [9.5.1-a, JDG-Q107].
func (r *run) canPursue(c *combat) bool { return len(r.ableToPursue(c)) > 0 }

func (r *run) ableToPursue(c *combat) []int {
	var us []int
	for _, u := range c.chargers {
		if r.p.onMap(u) && r.p.Units[u].State == Ordered && slices.Contains(c.hexes, r.p.Units[u].Hex) {
			us = append(us, u)
		}
	}
	return us
}

// pursue carries out the mandatory pursuit after a charge that emptied hexes
// [9.5].
func (r *run) pursue(c *combat, f *aftermath, vacated []hex.Hex) {
	us := r.pursuers(c)
	quarry := r.quarry(f.defenders, f, vacated)
	r.chase(us, c, quarry, r.entered(us[0], vacated, f.was, quarry))
	for _, u := range c.chargers {
		r.endOfCharge(u)
	}
}

// pursuers picks who pursues: out of one stack the best unit or all of it, by
// choice [JDG-P33]; out of several the stack of the best [9.5.2-b … -e].
func (r *run) pursuers(c *combat) []int {
	able := r.ableToPursue(c)
	best, _ := r.p.firstToAdvance(able)
	var stack []int
	for _, u := range able {
		if r.p.Units[u].Hex == r.p.Units[best].Hex {
			stack = append(stack, u)
		}
	}
	if len(stack) == 1 || len(c.hexes) > 1 {
		return stack
	}
	if r.decide(choice{kind: "P33", side: c.side, unit: best, rule: "9.5.2-b",
		prompt: "Does the whole stack of " + r.p.spec(best).ID + " pursue, or that unit alone?", options: []string{"stack", "unit"}, def: "stack"}) == "unit" {
		return []int{best}
	}
	return stack
}

// quarry is the unit that a pursuit follows: of those that left the vacated
// hexes and are still on the map, the one with most SP [JDG-P35]; -1 if all
// were eliminated.
func (r *run) quarry(us []int, f *aftermath, vacated []hex.Hex) int {
	var left []int
	for _, u := range us {
		if r.p.onMap(u) && slices.Contains(vacated, f.was[u]) {
			left = append(left, u)
		}
	}
	if len(left) == 0 {
		return -1
	}
	return slices.MaxFunc(left, func(a, b int) int {
		return cmp.Or(cmp.Compare(r.p.fighterSP(a), r.p.fighterSP(b)), cmp.Compare(b, a))
	})
}

// entered is the vacated hex that the pursuit goes into first: the one that
// the quarry left.
func (r *run) entered(u int, vacated []hex.Hex, was map[int]hex.Hex, quarry int) hex.Hex {
	if quarry >= 0 {
		return was[quarry]
	}
	for _, h := range vacated {
		if r.mayAdvance(u, h) {
			return h
		}
	}
	return vacated[0]
}

// chase moves pursuers into the vacated hex and along the quarry's way, until
// they are next to it or meet another enemy; then they may have to charge
// again [9.5.2].
func (r *run) chase(us []int, c *combat, quarry int, first hex.Hex) {
	way := []hex.Hex{first}
	if quarry >= 0 {
		if i := slices.Index(r.trails[quarry], first); i >= 0 {
			way = r.trails[quarry][i:]
		}
	}
	for i, to := range way {
		if i > 0 && (r.meets(us[0], quarry) || r.reached(us[0], quarry)) {
			break
		}
		if !r.pursuitStep(us, to, way[i+1:], quarry) {
			return
		}
	}
	r.chargeOn(us, c, quarry)
}

// reached reports whether the pursuer is next to the unit that it follows.
func (r *run) reached(u, quarry int) bool {
	return quarry >= 0 && r.p.onMap(quarry) && r.p.Units[u].Hex.Distance(r.p.Units[quarry].Hex) <= 1
}

// meets reports whether an enemy other than the quarry stands in a front hex.
func (r *run) meets(u, quarry int) bool {
	return slices.ContainsFunc(r.p.front(u), func(h hex.Hex) bool {
		return r.p.sideAt(h) == 1-r.p.side(u) && !slices.Contains(r.p.stack(h), quarry)
	})
}

// pursuitStep moves all pursuers one hex, turning by at most one corner
// toward what they follow; it reports false where the ground or a friend
// ends the pursuit [9.5.2-g, 9.5.2-o, JDG-Q104].
func (r *run) pursuitStep(us []int, to hex.Hex, rest []hex.Hex, quarry int) bool {
	u := us[0]
	from := r.p.Units[u].Hex
	if from == to {
		return true
	}
	if from.Distance(to) != 1 || !r.p.crossable(u, from, to) || !r.p.chargeable(from, to) || r.p.entryLocked(to, r.p.side(u)) ||
		len(r.p.guns([]hex.Hex{to})) > 0 || r.p.topUnit(to) >= 0 || r.timid(u, to) {
		return false
	}
	aim := to
	if len(rest) > 0 {
		aim = rest[0]
	} else if quarry >= 0 && r.p.onMap(quarry) {
		aim = r.p.Units[quarry].Hex
	}
	facing := r.p.turnToward(to, r.p.Units[u].Facing, aim, r.p.side(u))
	for _, v := range us {
		r.note(v, forced)
		r.event("9.5.2-i", "pursue", r.p.side(v), "unit", r.p.spec(v).ID, "path", pathString([]hex.Hex{from, to}), "facing", facing.String())
		r.arrived(v)
	}
	return r.p.onMap(u)
}

// timid reports whether a unit of a demoralised formation would enter an
// enemy ZOC: its pursuit stops before [JDG-Q134].
func (r *run) timid(u int, to hex.Hex) bool {
	return r.p.Forms[r.p.form(u)].Demoralised && len(r.p.zocUnits(to, 1-r.p.side(u))) > 0
}

// turnToward returns the facing at most one corner from now that has aim in
// front, or comes nearest to it.
func (p *Position) turnToward(h hex.Hex, now hex.Facing, aim hex.Hex, s int) hex.Facing {
	best, bestScore := now, -1<<30
	for _, f := range []hex.Facing{now, now.Turn(1), now.Turn(-1)} {
		score := 0
		for _, d := range f.Front() {
			n := h.Neighbor(d)
			score -= 4 * n.Distance(aim)
			if n == aim {
				score += 100
			}
			if p.sideAt(n) == 1-s {
				score++
			}
		}
		if score > bestScore {
			best, bestScore = f, score
		}
	}
	return best
}

// chargeOn lets or makes the pursuers charge what stands in front of them
// [9.5.2-l, 9.5.2-s, 9.5.2-t].
func (r *run) chargeOn(us []int, c *combat, quarry int) {
	us = slices.DeleteFunc(slices.Clone(us), func(u int) bool { return !r.p.onMap(u) || r.p.Units[u].State != Ordered })
	if len(us) == 0 {
		return
	}
	next := &combat{side: r.p.side(us[0]), kind: pursuitCharge, attackers: us, chargers: slices.Clone(us),
		hexes: r.p.hexesOf(us), pursuit: c.pursuit + 1, pursued: quarry}
	others := false
	for _, h := range r.p.enemiesInFront(us[0]) {
		if r.p.chargeable(next.hexes[0], h) {
			next.targets = append(next.targets, h)
			others = others || !slices.Contains(r.p.stack(h), quarry)
		}
	}
	if len(next.targets) == 0 || others && !r.goOnCharging(next) {
		return
	}
	if next.side == r.act.side {
		r.squaresAgainst(next)
		r.recall(next, us)
	}
	r.fight(next)
}

// goOnCharging decides P35 where the pursuit may be stopped: by default it
// stops at a pursuit DRM of -2 or worse, or below 1:1.
func (r *run) goOnCharging(c *combat) bool {
	def := "go-on"
	if r.rs.tables.PursuitDRM(c.pursuit) <= -2 || r.p.strength(c.attackers) < r.p.strength(r.p.fighters(c.targets)) {
		def = "stop"
	}
	return r.decide(choice{kind: "P35", side: c.side, unit: c.attackers[0], rule: "9.5.2-t",
		prompt:  "Does " + r.p.spec(c.attackers[0]).ID + " charge on, against " + pathString(c.targets) + "?",
		options: []string{"go-on", "stop"}, def: def}) == "go-on"
}

// defenderPursuit lets attacked cavalry pursue an attacker who withdrew: when
// the table says so, or after a successful counter-charge [9.5.1-c, 9.5.1-d,
// JDG-P34]; by default it does not.
func (r *run) defenderPursuit(f *aftermath) {
	var us []int
	for _, u := range f.defenders {
		countered := slices.Contains(f.c.counters, u)
		if r.p.spec(u).Arm == Cavalry && f.stays(u) && r.p.Units[u].State == Ordered && (f.pursues || countered) &&
			(len(us) == 0 || f.was[us[0]] == f.was[u]) {
			us = append(us, u)
		}
	}
	var vacated []hex.Hex
	for _, h := range f.attackerHexes {
		if r.p.topUnit(h) < 0 && len(us) > 0 && r.mayAdvance(us[0], h) {
			vacated = append(vacated, h)
		}
	}
	if len(us) == 0 || len(vacated) == 0 {
		r.endCounterCharge(f.c)
		return
	}
	if r.yes(choice{kind: "P34", side: r.p.side(us[0]), unit: us[0], rule: "9.5.1-c",
		prompt: "Does " + r.p.spec(us[0]).ID + " pursue the attacker?", def: "no"}) {
		for _, u := range us {
			r.note(u, charging)
		}
		quarry := r.quarry(f.attackers, f, vacated)
		r.chase(us, &combat{side: r.p.side(us[0])}, quarry, r.entered(us[0], vacated, f.was, quarry))
		for _, u := range us {
			r.endOfCharge(u)
		}
	}
	r.endCounterCharge(f.c)
}

// endCounterCharge rolls the CT of cavalry that counter-charged [JDG-Q101].
func (r *run) endCounterCharge(c *combat) {
	for _, u := range c.counters {
		r.endOfCharge(u)
	}
}
