package jdg

import (
	"cmp"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

var shockVerbs = []*verb{{
	Verb: engine.Verb{Word: "shock", Usage: "shock UNIT[,UNIT…] at HEX[,HEX…] [face FACING]", Rule: "8.2"},
	step: combatStep,
	parse: func(l *line, o *order) {
		o.units = l.units()
		if !l.accept("at") {
			l.fail("write: "+l.v.Usage, "the word at and the attacked hex are missing")
		}
		o.hexes = l.hexList("the attacked hex")
		l.optionalFacing(o)
	},
	do:       atOnce((*run).declareShock),
	subjects: (*run).shockSubjects, options: (*run).shockOptions, ofUnits: true,
}, {
	Verb:     engine.Verb{Word: "resolve", Usage: "resolve HEX[,HEX…]", Rule: "1.D-h"},
	step:     combatStep,
	parse:    func(l *line, o *order) { o.hexes = l.hexList("the attacked hex") },
	do:       atOnce((*run).orderCombats),
	subjects: func(r *run) []int { return r.indexes(len(r.act.combats)) },
	options: func(r *run, i int, yield func(words ...string)) {
		if i > 0 { // the first is resolved first anyway
			yield("resolve", r.act.combats[i].targets[0].String())
		}
	},
}}

// orderCombats puts the combats at some hexes first [1.D-h, JDG-P22, JDG-Q90].
// What has lapsed since the order was written is told.
func (r *run) orderCombats(o *order) *engine.Fault {
	var first []*combat
	var none []string
	for _, h := range o.hexes {
		i := slices.IndexFunc(r.act.combats, func(c *combat) bool { return slices.Contains(c.targets, h) })
		switch {
		case i >= 0 && !slices.Contains(first, r.act.combats[i]):
			first = append(first, r.act.combats[i])
		case i < 0 && r.dry:
			var hs []hex.Hex
			for _, c := range r.act.combats {
				hs = append(hs, c.targets...)
			}
			f := o.fault("1.D-h", "there is no combat at %s", h)
			if len(hs) == 0 {
				return hint(f, "no combat is ordered")
			}
			return hint(f, "combats are at %s", pathString(hs))
		case i < 0:
			none = append(none, h.String())
		}
	}
	if none != nil {
		r.lapsed(o, "1.D-h", "there is no combat at "+strings.Join(none, " or "), len(first) > 0)
	}
	rest := slices.DeleteFunc(slices.Clone(r.act.combats), func(c *combat) bool { return slices.Contains(first, c) })
	r.act.combats = append(first, rest...)
	return nil
}

// declareShock declares one shock [8.3.1].
func (r *run) declareShock(o *order) *engine.Fault {
	for _, u := range o.units {
		if b := r.shockBar(u); b != nil {
			return o.fault(b.rule, "%s %s", r.p.spec(u).ID, b.why)
		}
	}
	for _, h := range o.hexes {
		if f := r.mayBeShocked(h, o); f != nil {
			return f
		}
	}
	hexes := r.p.hexesOf(o.units)
	if f := r.staysBehind(hexes, o); f != nil {
		return f
	}
	facings, f := r.shockFacings(hexes, o)
	if f != nil {
		return f
	}
	c, old := r.joined(o, o.hexes)
	us := slices.DeleteFunc(r.p.fighters(hexes), func(u int) bool { return r.shockBar(u) != nil })
	c.attackers = append(c.attackers, us...)
	c.join(hexes, o.hexes)
	if f := r.facing(hexes, facings, func() *engine.Fault { return r.checkShock(c, us, o) }); f != nil {
		return f
	}
	for i, h := range hexes {
		r.turnToAttack(r.act.side, h, facings[i])
	}
	for _, u := range us {
		r.note(u, shocked)
	}
	r.enlist(c, old)
	r.event("8.3.1-d", "shock", r.act.side, "attackers", r.p.unitIDs(c.attackers), "targets", pathString(c.targets))
	return nil
}

// join adds attacking and attacked hexes to a combat.
func (c *combat) join(hexes, targets []hex.Hex) {
	for _, h := range hexes {
		if !slices.Contains(c.hexes, h) {
			c.hexes = append(c.hexes, h)
		}
	}
	for _, h := range targets {
		if !slices.Contains(c.targets, h) {
			c.targets = append(c.targets, h)
		}
	}
}

// joined begins a combat that an order declares and puts into it the charges
// at one of its targets: what is attacked by several is attacked once [8.2-g,
// JDG-Q90]. It returns those charges too; enlist does away with them.
func (r *run) joined(o *order, targets []hex.Hex) (c *combat, old []*combat) {
	c = &combat{side: r.act.side}
	for _, e := range r.act.combats {
		if slices.ContainsFunc(targets, func(h hex.Hex) bool { return slices.Contains(e.targets, h) }) {
			old = append(old, e)
			c.orders = append(c.orders, e.orders...)
			c.attackers, c.chargers = append(c.attackers, e.attackers...), append(c.chargers, e.chargers...)
			c.join(e.hexes, e.targets)
		}
	}
	c.orders = append(c.orders, o)
	return c, old
}

// enlist puts a combat in the place of those that it has taken in.
func (r *run) enlist(c *combat, old []*combat) {
	if len(old) == 0 {
		r.act.combats = append(r.act.combats, c)
		return
	}
	r.act.combats[slices.Index(r.act.combats, old[0])] = c
	r.act.combats = slices.DeleteFunc(r.act.combats, func(e *combat) bool { return slices.Contains(old, e) })
}

// facing runs a check with the infantry and cavalry of some hexes turned as
// they will be.
func (r *run) facing(hexes []hex.Hex, facings []hex.Facing, check func() *engine.Fault) *engine.Fault {
	old := make([]hex.Facing, len(hexes))
	turn := func(fs []hex.Facing) {
		for i, h := range hexes {
			for _, u := range r.p.fighters([]hex.Hex{h}) {
				old[i], r.p.edit(u).Facing = r.p.unit(u).Facing, fs[i]
			}
		}
	}
	now := slices.Clone(facings)
	turn(now)
	f := check()
	turn(slices.Clone(old))
	return f
}

// bar is a rule with the reason why a unit cannot do something.
type bar struct{ rule, why string }

// shockBar returns why a unit cannot shock, nil if it can [8.2].
func (r *run) shockBar(u int) *bar {
	un, spec := r.p.unit(u), r.p.spec(u)
	switch {
	case !r.p.onMap(u):
		return &bar{"8.2-a", "is not on the map"}
	case !r.active(u):
		return &bar{"8.2-a", "does not belong to the activated formation"}
	case spec.Arm == setup.Artillery:
		return &bar{"8.9-a", "is artillery, which never takes part in a shock"}
	case un.State != setup.Ordered:
		return &bar{"8.2-b", "is " + un.State.String()}
	case un.Square:
		return &bar{"4.2-l", "is in square"}
	case r.rights(u) == nothing:
		return &bar{"2.4.3-h", "failed its leader's initiative and can only rally"}
	case r.did(u, failedET|recalled):
		return &bar{"9.1-e", "cannot enter combat any more in this activation"}
	case r.did(u, charging|shocked):
		return &bar{"8.2-g", "attacks already"}
	}
	return nil
}

// staysBehind refuses an attack out of a hex in which an ordered unit cannot
// join: only a disordered one may stay out of it [5.1.3-d, JDG-Q144]. Who attacks
// already does not stay behind, and what this marker does not activate does not count.
func (r *run) staysBehind(hexes []hex.Hex, o *order) *engine.Fault {
	for _, u := range r.p.fighters(hexes) {
		b := r.shockBar(u)
		if b == nil || r.p.unit(u).State != setup.Ordered || !r.active(u) ||
			r.did(u, charging|shocked) && !r.did(u, recalled) || slices.Contains(o.units, u) {
			continue
		}
		return o.fault("5.1.3-d",
			"%s stands there too, is ordered and would have to attack as well, but it %s", r.p.spec(u).ID, b.why)
	}
	return nil
}

// shockFacings returns how the attackers of each hex will face: as they do,
// or, out of a hex with six front hexes, toward the targets [6.1.2-g].
func (r *run) shockFacings(hexes []hex.Hex, o *order) ([]hex.Facing, *engine.Fault) {
	fs := make([]hex.Facing, len(hexes))
	for i, h := range hexes {
		u := r.p.fighters([]hex.Hex{h})[0]
		fs[i] = r.p.unit(u).Facing
		switch {
		case r.p.sixFronts(u):
			fs[i] = r.p.facingToward(h, o.hexes, fs[i])
			if o.faces {
				fs[i] = o.facing
			}
			if f := r.turnsAlong(u, fs[i], o); f != nil {
				return nil, f
			}
		case o.faces && o.facing != fs[i]:
			return nil, hint(o.fault("6.1.2-g", "%s cannot turn before a shock", r.p.spec(u).ID),
				"only a unit in a town, village or castle turns to attack; turn while moving")
		}
	}
	return fs, nil
}

// facingToward returns the facing with most of the targets in front and, among
// equals, fewest other units of their side, then the one nearest to the
// present, then the first clockwise from north.
func (p *Position) facingToward(from hex.Hex, targets []hex.Hex, now hex.Facing) hex.Facing {
	side := p.sideAt(targets[0])
	count := func(f hex.Facing) (aimed, others int) {
		for _, d := range f.Front() {
			switch n := from.Neighbor(d); {
			case slices.Contains(targets, n):
				aimed++
			case side >= 0 && p.sideAt(n) == side:
				others++
			}
		}
		return aimed, others
	}
	return slices.MaxFunc(hex.Facings[:], func(a, b hex.Facing) int {
		aimedA, othersA := count(a)
		aimedB, othersB := count(b)
		return cmp.Or(cmp.Compare(aimedA, aimedB), cmp.Compare(othersB, othersA),
			cmp.Compare(b.Steps(now), a.Steps(now)))
	})
}

// turnToAttack turns the infantry and cavalry of a hex; a disordered unit that is
// turned along does not rally then [11.1-a].
func (r *run) turnToAttack(side int, h hex.Hex, f hex.Facing) {
	for _, u := range r.p.fighters([]hex.Hex{h}) {
		if r.p.unit(u).Facing != f {
			r.note(u, turned)
			r.event("6.1.2-g", "face", side, "unit", r.p.spec(u).ID, "facing", f.String())
		}
	}
}

// mayBeShocked checks one attacked hex [8.2].
func (r *run) mayBeShocked(h hex.Hex, o *order) *engine.Fault {
	if r.p.sideAt(h) != 1-r.act.side {
		return o.fault("8.2-a", "there is no enemy in %s", h)
	}
	for _, c := range r.act.combats {
		if len(c.chargers) == 0 && slices.Contains(c.targets, h) {
			return hint(o.fault("8.2-g", "%s is attacked already", h),
				"name all attackers of %s in one line: shock a,b at %s", h, h)
		}
	}
	return nil
}

// checkShock checks that every target is open to one of the attackers us, that
// each of them has one in front, and that all belong together [8.2-a, 8.2-c,
// 8.4.1-a].
func (r *run) checkShock(c *combat, us []int, o *order) *engine.Fault {
	for _, h := range o.hexes {
		if slices.ContainsFunc(us, func(u int) bool { return r.attacks(c, u, h) }) {
			continue
		}
		for _, u := range us {
			if slices.Contains(r.p.ahead(u), h) {
				d, _ := r.p.unit(u).Hex.DirTo(h)
				_, why := r.p.impassable(r.p.spec(u).Arm, r.p.unit(u).Hex, d)
				return o.fault("8.2-c", "%s cannot enter %s from %s, so it cannot attack it: %s",
					r.p.spec(u).ID, h, r.p.unit(u).Hex, why)
			}
		}
		return hint(o.fault("8.2-a", "%s is not a front hex of any attacker", h), "%s", r.aheadOf(us))
	}
	for _, u := range us {
		if !r.attacksAny(c, u, o.hexes) {
			return hint(o.fault("8.2-a", "%s has no attacked hex in front of it", r.p.spec(u).ID), "%s", r.aheadOf(us))
		}
	}
	if len(r.groups(c)[0].attackers) < len(c.attackers) {
		return hint(o.fault("8.4.1-a", "units that attack together stand next to one another and attack the same "+
			"defender"),
			"write one shock line for each group that does")
	}
	return r.checkFaced(c, o)
}

// checkFaced checks that each attacker has every attacked hex in front of it: a
// unit's strength does not reach where it does not face. A charger has to attack
// what its charge attacks, with those whose charge meets it [JDG-Q143, JDG-Q155].
func (r *run) checkFaced(c *combat, o *order) *engine.Fault {
	for _, u := range c.attackers {
		for _, h := range c.targets {
			charged := slices.ContainsFunc(r.act.combats, func(e *combat) bool {
				return slices.Contains(e.chargers, u) && slices.Contains(e.targets, h)
			})
			if !charged && !r.attacks(c, u, h) {
				return hint(o.fault("8.2-a",
					"%s has not %s in front of it, and units that attack together all have every attacked hex in "+
						"front of them",
					r.p.spec(u).ID, h), "write one shock line for each attacked hex; %s", r.aheadOf(c.attackers))
			}
		}
	}
	return nil
}

// ahead lists the two hexes before a unit as it is turned.
func (p *Position) ahead(u int) []hex.Hex {
	f := p.unit(u).Facing.Front()
	return []hex.Hex{p.unit(u).Hex.Neighbor(f[0]), p.unit(u).Hex.Neighbor(f[1])}
}

// aheadOf prints the front hexes of attackers for a hint.
func (r *run) aheadOf(us []int) string {
	var parts []string
	for _, u := range us {
		parts = append(parts, r.p.spec(u).ID+": "+pathString(r.p.ahead(u)))
	}
	return "front hexes of " + strings.Join(parts, "; ")
}

// closeDeclarations ends the declarations: the units of a stack attack together
// [5.1.3-c], and every attacker has to attack all enemies in his front hexes
// that nobody else attacks [8.2-f]. In orders under check such an enemy is a
// fault; in play he is added.
func (r *run) closeDeclarations() []engine.Fault {
	var faults []engine.Fault
	for _, c := range r.act.combats {
		r.joinStacks(c)
		for _, u := range c.attackers {
			for _, h := range r.unattacked(c, u) {
				if r.dry {
					faults = append(faults, *hint(r.orderOf(c, u).fault("8.2-f",
						"the enemy in %s stands in a front hex of %s and must be attacked too", h, r.p.spec(u).ID),
						"add %s to the attacked hexes, or let another unit attack it", h))
				} else {
					c.targets = append(c.targets, h)
				}
			}
		}
	}
	return faults
}

// joinStacks lets units that stand with chargers, and could attack, attack with
// them; whoever shocks has his whole stack with him already [5.1.3-d]. Those
// who attack already are barred from a shock, so nobody joins twice.
func (r *run) joinStacks(c *combat) {
	for _, u := range r.p.fighters(c.hexes) {
		if r.shockBar(u) == nil {
			c.attackers = append(c.attackers, u)
			r.note(u, shocked)
		}
	}
}

// orderOf returns the order that declared the attack of a unit: it names the
// unit or one of its hex.
func (r *run) orderOf(c *combat, u int) *order {
	i := slices.IndexFunc(c.orders, func(o *order) bool {
		return slices.Contains(r.p.hexesOf(o.units),
			r.p.unit(u).Hex)
	})
	return c.orders[max(i, 0)]
}

// unattacked lists the front hexes of an attacker with enemies that no combat
// attacks, where it could attack them [8.2-c, 8.2-f].
func (r *run) unattacked(c *combat, u int) []hex.Hex {
	return slices.DeleteFunc(r.p.ahead(u), func(h hex.Hex) bool {
		return r.p.sideAt(h) != 1-c.side || !r.attacks(c, u, h) ||
			slices.ContainsFunc(r.act.combats, func(o *combat) bool { return slices.Contains(o.targets, h) })
	})
}

// shockSubjects stands for each hex with active units by one of them, hexes in
// their order.
func (r *run) shockSubjects() []int {
	us := slices.Clone(r.firstOfHexes())
	slices.SortStableFunc(us, func(a, b int) int { return compareHex(r.p.unit(a).Hex, r.p.unit(b).Hex) })
	return us
}

// shockOptions yields, for the stack of a unit if it can attack, a shock at
// all enemies in front of it, and joint shocks with stacks beside it at one
// defender.
func (r *run) shockOptions(u int, yield func(words ...string)) {
	a, ok := r.shockOptionAt(r.p.unit(u).Hex)
	if !ok {
		return
	}
	yield("shock", a.id, "at", pathString(a.targets))
	for _, d := range []hex.Dir{hex.S, hex.NE, hex.SE} { // each pair once, the hexes in their order
		if r.p.sideAt(a.hex.Neighbor(d)) != r.act.side {
			continue
		}
		b, _ := r.shockOptionAt(a.hex.Neighbor(d))
		if slices.Equal(a.targets, b.targets) && !r.p.sixFronts(a.unit) && !r.p.sixFronts(b.unit) {
			yield("shock", a.id+","+b.id, "at", pathString(a.targets))
		}
	}
}

// shockOption is one stack that can attack with what stands in front of it.
type shockOption struct {
	hex     hex.Hex
	unit    int
	id      string
	targets []hex.Hex
}

func (r *run) shockOptionAt(h hex.Hex) (shockOption, bool) {
	i := slices.IndexFunc(r.p.stack(h), func(u int) bool { return r.shockBar(u) == nil })
	if i < 0 || r.staysBehind([]hex.Hex{h}, &order{Order: unwritten}) != nil {
		return shockOption{}, false
	}
	u := r.p.stack(h)[i]
	facing := r.p.unit(u).Facing
	if r.p.sixFronts(u) {
		var enemies []hex.Hex
		for _, n := range h.Neighbors() {
			if r.p.sideAt(n) == 1-r.act.side && r.free(u, n) {
				enemies = []hex.Hex{n}
				break
			}
		}
		if enemies == nil {
			return shockOption{}, false
		}
		facing = r.p.facingToward(h, enemies, facing)
	}
	s := shockOption{hex: h, unit: u, id: r.p.spec(u).ID}
	for _, d := range facing.Front() {
		if n := h.Neighbor(d); r.p.sideAt(n) == 1-r.act.side && r.free(u, n) {
			s.targets = append(s.targets, n)
		}
	}
	return s, len(s.targets) > 0
}

// free reports whether a front hex can still be attacked by a shock.
func (r *run) free(u int, h hex.Hex) bool {
	return r.p.crossable(u, r.p.unit(u).Hex, h) &&
		!slices.ContainsFunc(r.act.combats, func(c *combat) bool { return slices.Contains(c.targets, h) })
}
