package jdg

import (
	"slices"

	"berthier/engine"
	"berthier/engine/hex"
)

var shockVerbs = []*verb{{
	Verb: engine.Verb{Word: "shock", Usage: "shock UNIT[,UNIT…] at HEX[,HEX…] [face FACING]", Rule: "8.2",
		Help: "Attack in close combat; name all units that attack the same defenders together."},
	step: combatStep,
	parse: func(l *line, o *order) {
		o.units = l.units()
		if !l.accept("at") {
			l.fail("write: "+l.v.Usage, "the word at and the attacked hex are missing")
		}
		o.hexes = l.hexList("the attacked hex")
		l.optionalFacing(o)
	},
	do:      (*run).declareShock,
	options: (*run).shockOptions,
}}

// declareShock declares one shock [8.3.1].
func (r *run) declareShock(o *order) *engine.Fault {
	for _, u := range o.units {
		if f := r.mayShock(u, o); f != nil {
			return f
		}
	}
	hexes := r.p.hexesOf(o.units)
	if f := r.chained(hexes, o); f != nil {
		return f
	}
	facings, f := r.shockFacings(hexes, o)
	if f != nil {
		return f
	}
	for _, h := range o.hexes {
		if f := r.mayBeShocked(h, hexes, facings, o); f != nil {
			return f
		}
	}
	for i, h := range hexes {
		r.turnToAttack(h, facings[i])
	}
	c := r.combatAt(o.hexes)
	if c == nil {
		c = &combat{order: o, side: r.act.side, pursued: -1}
		r.act.combats = append(r.act.combats, c)
	}
	c.join(hexes, o.hexes)
	for _, h := range hexes {
		for _, u := range r.p.stack(h) {
			if r.shockBar(u) == nil {
				c.attackers = append(c.attackers, u)
				r.note(u, shocked)
			}
		}
	}
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

// combatAt returns the combat by chargers that already has one of the hexes
// as a target: a shock at it joins the charge [JDG-Q90].
func (r *run) combatAt(targets []hex.Hex) *combat {
	for _, c := range r.act.combats {
		if len(c.chargers) > 0 && slices.ContainsFunc(targets, func(h hex.Hex) bool { return slices.Contains(c.targets, h) }) {
			return c
		}
	}
	return nil
}

// bar is a rule with the reason why a unit cannot do something.
type bar struct{ rule, why string }

// shockBar returns why a unit cannot shock, nil if it can [8.2].
func (r *run) shockBar(u int) *bar {
	un, spec := r.p.Units[u], r.p.spec(u)
	switch {
	case !r.p.onMap(u):
		return &bar{"8.2-a", "is not on the map"}
	case !r.active(u):
		return &bar{"8.2-a", "does not belong to the activated formation"}
	case spec.Arm == Artillery:
		return &bar{"8.9-a", "is artillery, which never takes part in a shock"}
	case un.State != Ordered:
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

func (r *run) mayShock(u int, o *order) *engine.Fault {
	if b := r.shockBar(u); b != nil {
		return o.fault(b.rule, "%s %s", r.p.spec(u).ID, b.why)
	}
	return nil
}

// chained checks that attackers in several hexes stand side by side [8.4.1,
// JDG-Q67].
func (r *run) chained(hexes []hex.Hex, o *order) *engine.Fault {
	if len(hexes) < 2 {
		return nil
	}
	for _, h := range hexes {
		if !slices.ContainsFunc(hexes, func(x hex.Hex) bool { return x.Distance(h) == 1 }) {
			return o.fault("8.4.1-a", "the units in %s are not next to another attacking hex", h)
		}
	}
	return nil
}

// shockFacings returns how the attackers of each hex will face: as they do,
// or, out of a hex with six front hexes, toward the targets [6.1.2-g].
func (r *run) shockFacings(hexes []hex.Hex, o *order) ([]hex.Facing, *engine.Fault) {
	fs := make([]hex.Facing, len(hexes))
	for i, h := range hexes {
		u := r.p.fighters([]hex.Hex{h})[0]
		fs[i] = r.p.Units[u].Facing
		switch {
		case r.p.sixFronts(u):
			fs[i] = r.p.facingToward(h, o.hexes, fs[i])
			if o.faces {
				fs[i] = o.facing
			}
		case o.faces && o.facing != fs[i]:
			return nil, hint(o.fault("6.1.2-g", "%s cannot turn before a shock", r.p.spec(u).ID),
				"only a unit in a town, village or castle turns to attack; turn while moving")
		}
	}
	return fs, nil
}

// facingToward returns the facing with most of the hexes in front and, among
// equals, fewest other enemies, then the one nearest to the present.
func (p *Position) facingToward(from hex.Hex, targets []hex.Hex, now hex.Facing) hex.Facing {
	best, bestScore := now, -1<<30
	for _, f := range hex.Facings {
		score := -f.Steps(now)
		for _, d := range f.Front() {
			n := from.Neighbor(d)
			if slices.Contains(targets, n) {
				score += 1000
			} else if p.topUnit(n) >= 0 {
				score -= 10
			}
		}
		if score > bestScore {
			best, bestScore = f, score
		}
	}
	return best
}

// turnToAttack turns the infantry and cavalry of a hex.
func (r *run) turnToAttack(h hex.Hex, f hex.Facing) {
	for _, u := range r.p.fighters([]hex.Hex{h}) {
		if r.p.Units[u].Facing != f {
			r.event("6.1.2-g", "face", r.act.side, "unit", r.p.spec(u).ID, "facing", f.String())
		}
	}
}

// mayBeShocked checks one attacked hex against the attackers [8.2].
func (r *run) mayBeShocked(h hex.Hex, hexes []hex.Hex, facings []hex.Facing, o *order) *engine.Fault {
	if r.p.sideAt(h) != 1-r.act.side {
		return o.fault("8.2-a", "there is no enemy in %s", h)
	}
	for _, c := range r.act.combats {
		if len(c.chargers) == 0 && slices.Contains(c.targets, h) {
			return hint(o.fault("8.2-g", "%s is attacked already", h), "name all attackers of %s in one line: shock a,b at %s", h, h)
		}
	}
	for _, u := range r.p.stack(h) {
		if r.did(u, attacked) {
			return o.fault("8.2-g", "%s was attacked in this activation", r.p.spec(u).ID)
		}
	}
	inFront := false
	for i, a := range hexes {
		for _, d := range facings[i].Front() {
			if a.Neighbor(d) == h {
				if u := r.p.fighters([]hex.Hex{a})[0]; r.p.crossable(u, a, h) {
					inFront = true
				}
			}
		}
	}
	if !inFront {
		return hint(o.fault("8.2-a", "%s is not a front hex, open to attack, of any attacker", h), "front hexes: %s", r.frontList(hexes, facings))
	}
	return nil
}

// frontList prints the front hexes of attackers for a hint.
func (r *run) frontList(hexes []hex.Hex, facings []hex.Facing) string {
	var hs []hex.Hex
	for i, a := range hexes {
		for _, d := range facings[i].Front() {
			if n := a.Neighbor(d); r.p.sc.Map.On(n) && !slices.Contains(hs, n) {
				hs = append(hs, n)
			}
		}
	}
	return pathString(hs)
}

// closeDeclarations ends the declarations: every attacker has to attack all
// enemies in his front hexes that nobody else attacks [8.2-f]. In orders
// under check what is missing is a fault; in play it is added.
func (r *run) closeDeclarations() []engine.Fault {
	var faults []engine.Fault
	for _, c := range r.act.combats {
		for _, h := range r.unattacked(c) {
			if r.dry && c.order != nil {
				faults = append(faults, *hint(c.order.fault("8.2-f", "the enemy in %s stands in a front hex and must be attacked too", h),
					"add %s to the attacked hexes, or let another unit attack it", h))
				continue
			}
			c.targets = append(c.targets, h)
		}
	}
	return faults
}

// unattacked lists the front hexes of a combat's attackers with enemies that
// no combat attacks, where they could be attacked [8.2-c, 8.2-f].
func (r *run) unattacked(c *combat) []hex.Hex {
	var hs []hex.Hex
	for _, u := range c.attackers {
		for _, d := range r.p.Units[u].Facing.Front() {
			h := r.p.Units[u].Hex.Neighbor(d)
			if r.p.sideAt(h) != 1-c.side || slices.Contains(hs, h) || !r.mustAttack(u, h, slices.Contains(c.chargers, u)) {
				continue
			}
			if !slices.ContainsFunc(r.act.combats, func(o *combat) bool { return slices.Contains(o.targets, h) }) {
				hs = append(hs, h)
			}
		}
	}
	return hs
}

// mustAttack reports whether ground and earlier attacks leave a unit the duty
// to attack a front hex.
func (r *run) mustAttack(u int, h hex.Hex, charges bool) bool {
	from := r.p.Units[u].Hex
	if !r.p.crossable(u, from, h) || charges && !r.p.chargeable(from, h) {
		return false
	}
	return !slices.ContainsFunc(r.p.stack(h), func(e int) bool { return r.did(e, attacked) })
}

// shockOptions yields, for every stack that can attack, a shock at all
// enemies in front of it, and joint shocks of neighbours at one defender.
func (r *run) shockOptions(yield func(words ...string)) {
	var stacks []shockOption
	for _, h := range r.p.sc.Map.Hexes() {
		if r.p.sideAt(h) != r.act.side {
			continue
		}
		if s, ok := r.shockOptionAt(h); ok {
			stacks = append(stacks, s)
			yield("shock", s.id, "at", pathString(s.targets))
		}
	}
	for i, a := range stacks {
		for _, b := range stacks[i+1:] {
			common := slices.ContainsFunc(a.targets, func(h hex.Hex) bool { return slices.Contains(b.targets, h) })
			if common && a.hex.Distance(b.hex) == 1 && !r.p.sixFronts(a.unit) && !r.p.sixFronts(b.unit) {
				all := slices.Clone(a.targets)
				for _, h := range b.targets {
					if !slices.Contains(all, h) {
						all = append(all, h)
					}
				}
				yield("shock", a.id+","+b.id, "at", pathString(all))
			}
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
	if i < 0 {
		return shockOption{}, false
	}
	u := r.p.stack(h)[i]
	facing := r.p.Units[u].Facing
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
	if r.p.sixFronts(u) && facing != r.p.facingToward(h, s.targets, r.p.Units[u].Facing) {
		return s, false
	}
	return s, len(s.targets) > 0
}

// free reports whether a front hex can still be attacked by a shock.
func (r *run) free(u int, h hex.Hex) bool {
	return r.mustAttack(u, h, false) &&
		!slices.ContainsFunc(r.act.combats, func(c *combat) bool { return slices.Contains(c.targets, h) })
}
