package jdg

import (
	"cmp"
	"slices"

	"berthier/engine/hex"
)

// advance moves the winner into a vacated hex [8.7.1] and returns the units
// that went. straight bars turning: a breakthrough follows [8.7.2-c].
func (r *run) advance(c *combat, vacated []hex.Hex, straight bool) []int {
	best, ok := r.p.firstToAdvance(r.advancers(c, vacated))
	if !ok {
		return nil
	}
	to := r.vacatedFor(best, vacated)
	us := []int{best}
	if len(c.hexes) > 1 {
		us = nil
		for _, u := range r.p.stack(r.p.Units[best].Hex) {
			if slices.Contains(r.advancers(c, []hex.Hex{to}), u) {
				us = append(us, u)
			}
		}
	}
	r.advanceInto(us, to, straight)
	return slices.DeleteFunc(us, func(u int) bool { return !r.p.onMap(u) })
}

// advancers lists the attackers that could enter one of the vacated hexes.
func (r *run) advancers(c *combat, vacated []hex.Hex) []int {
	var us []int
	for _, u := range c.attackers {
		if r.p.onMap(u) && r.p.Units[u].State < Routed && slices.Contains(c.hexes, r.p.Units[u].Hex) &&
			slices.ContainsFunc(vacated, func(h hex.Hex) bool { return r.mayAdvance(u, h) }) {
			us = append(us, u)
		}
	}
	return us
}

// mayAdvance reports whether ground lets a unit advance into a hex [JDG-Q84,
// JDG-Q44].
func (r *run) mayAdvance(u int, h hex.Hex) bool {
	from := r.p.Units[u].Hex
	return from.Distance(h) == 1 && r.p.topUnit(h) < 0 && r.p.crossable(u, from, h) && !r.p.entryLocked(h, r.p.side(u))
}

// vacatedFor picks the vacated hex that a unit enters: the first it may.
func (r *run) vacatedFor(u int, vacated []hex.Hex) hex.Hex {
	i := slices.IndexFunc(vacated, func(h hex.Hex) bool { return r.mayAdvance(u, h) })
	return vacated[i]
}

// firstToAdvance picks one unit by the priorities of 8.7.3: heavy cavalry,
// cavalry, cohesion; then more SP, then the order of the list [JDG-Q88,
// JDG-P30].
func (p *Position) firstToAdvance(us []int) (int, bool) {
	if len(us) == 0 {
		return -1, false
	}
	class := func(u int) int {
		switch {
		case p.spec(u).Heavy:
			return 2
		case p.spec(u).Arm == Cavalry:
			return 1
		}
		return 0
	}
	return slices.MaxFunc(us, func(a, b int) int {
		return cmp.Or(cmp.Compare(class(a), class(b)),
			cmp.Compare(p.values(a).Cohesion, p.values(b).Cohesion),
			cmp.Compare(p.values(a).SP, p.values(b).SP),
			cmp.Compare(slices.Index(us, b), slices.Index(us, a)))
	}), true
}

// advanceInto moves units into a hex after combat, free of MP and ZOC, and
// disorders them if the ground does [8.7.1-d, 8.7.1-h].
func (r *run) advanceInto(us []int, to hex.Hex, straight bool) {
	facing := r.p.Units[us[0]].Facing
	if !straight {
		facing = r.p.bestTurn(to, facing, r.p.side(us[0]))
	}
	for _, u := range us {
		from := r.p.Units[u].Hex
		r.note(u, forced)
		r.event("8.7.1-a", "advance", r.p.side(u), "unit", r.p.spec(u).ID, "path", pathString([]hex.Hex{from, to}), "facing", facing.String())
		r.arrived(u)
		if r.p.Units[u].State == Ordered && r.p.disordersAdvance(u, from, to) {
			r.disorder(u, "8.7.1-h", "terrain")
		}
	}
}

// bestTurn returns the facing, at most one corner away, with most enemies in
// front; the present one among equals.
func (p *Position) bestTurn(h hex.Hex, now hex.Facing, s int) hex.Facing {
	best, most := now, -1
	for _, f := range []hex.Facing{now, now.Turn(-1), now.Turn(1)} {
		n := 0
		for _, d := range f.Front() {
			if p.sideAt(h.Neighbor(d)) == 1-s {
				n++
			}
		}
		if n > most {
			best, most = f, n
		}
	}
	return best
}

// disordersAdvance reports whether advancing across this hexside into this
// hex disorders the unit.
func (p *Position) disordersAdvance(u int, from, to hex.Hex) bool {
	arm := p.spec(u).Arm
	if p.rs.tables.Hex(p.sc.Map.At(to).Terrain).Disorders[arm] {
		return true
	}
	d, ok := from.DirTo(to)
	if !ok {
		return false
	}
	sides := p.sc.Map.At(from).Sides[d]
	crossing := sides.Has(Bridge) || sides.Has(Ford)
	for k := range numSideKinds {
		water := k == Stream || k == River
		if sides.Has(k) && p.rs.tables.Side(k).Disorders[arm] && !(water && crossing) {
			return true
		}
	}
	return false
}

// breakThrough lets units that have advanced shock all enemies in their front
// hexes at once, without an ET [8.7.2].
func (r *run) breakThrough(c *combat, us []int) {
	us = slices.DeleteFunc(slices.Clone(us), func(u int) bool {
		return r.p.Units[u].State != Ordered || r.did(u, extra)
	})
	if len(us) == 0 {
		return
	}
	next := &combat{side: c.side, kind: breakthrough, attackers: us, hexes: r.p.hexesOf(us), pursued: -1}
	next.targets = r.p.enemiesInFront(us[0])
	if len(next.targets) == 0 || !r.goesOn(next) {
		return
	}
	for _, u := range us {
		r.note(u, extra)
	}
	r.fight(next)
}

// goesOn decides P31; the default is to attack at 1:1 or better.
func (r *run) goesOn(c *combat) bool {
	def := "no"
	if r.p.strength(c.attackers) >= r.p.strength(r.p.fighters(c.targets)) {
		def = "yes"
	}
	return r.yes(choice{kind: "P31", side: c.side, unit: c.attackers[0], rule: "8.7.2-d",
		prompt: "Does " + r.p.spec(c.attackers[0]).ID + " make a breakthrough combat against " + pathString(c.targets) + "?", def: def})
}

// enemiesInFront lists the front hexes of a unit with enemies that it could
// attack.
func (p *Position) enemiesInFront(u int) []hex.Hex {
	var hs []hex.Hex
	from := p.Units[u].Hex
	for _, d := range p.Units[u].Facing.Front() {
		if h := from.Neighbor(d); p.sideAt(h) == 1-p.side(u) && p.crossable(u, from, h) {
			hs = append(hs, h)
		}
	}
	return hs
}

// counterAttack lets the defender shock back at once [8.7.2-g, JDG-P32].
func (r *run) counterAttack(f *aftermath) {
	best, ratio := (*combat)(nil), -1
	for _, h := range f.defenderHexes {
		us := r.counterAttackers(f, h)
		if len(us) == 0 {
			continue
		}
		for _, t := range r.p.enemiesInFront(us[0]) {
			c := &combat{side: 1 - f.c.side, kind: counterAttack, attackers: us, hexes: []hex.Hex{h}, targets: []hex.Hex{t}, pursued: -1}
			// Tenths of the ratio, enough to compare.
			if n := 10 * r.p.strength(us) / max(r.p.strength(r.p.fighters(c.targets)), 1); n > ratio {
				best, ratio = c, n
			}
		}
	}
	enter := r.counterEntry(f)
	if best == nil && enter == nil {
		return
	}
	r.answerCounter(best, enter, ratio)
}

// counterAttackers lists the ordered infantry and cavalry of a defending hex
// that are still in place and have an extra combat left [JDG-Q87].
func (r *run) counterAttackers(f *aftermath, h hex.Hex) []int {
	var us []int
	for _, u := range f.defenders {
		un := r.p.Units[u]
		if f.was[u] == h && f.stays(u) && un.State == Ordered && !un.Square && !r.did(u, extra) {
			us = append(us, u)
		}
	}
	return us
}

// counterEntry returns the counter-attack out of the hex that the attacker
// left, if he left one [8.7.2-h]: who would enter, and where.
func (r *run) counterEntry(f *aftermath) *combat {
	for _, h := range f.attackerHexes {
		if r.p.topUnit(h) >= 0 {
			continue
		}
		for _, d := range f.defenderHexes {
			us := r.counterAttackers(f, d)
			if len(us) > 0 && r.mayAdvance(us[0], h) && slices.Contains(r.p.front(us[0]), h) {
				return &combat{side: 1 - f.c.side, kind: counterAttack, attackers: us, hexes: []hex.Hex{h}, pursued: -1}
			}
		}
	}
	return nil
}

// answerCounter decides P32 and carries it out. The default is to attack from
// the present hex at 1.5:1 or better.
func (r *run) answerCounter(hold, enter *combat, ratio int) {
	options, def := []string{"no"}, "no"
	var who int
	if enter != nil {
		options, who = append(options, "enter"), enter.attackers[0]
	}
	if hold != nil {
		options, who = append(options, "hold"), hold.attackers[0]
		if ratio >= 15 {
			def = "hold"
		}
	}
	answer := r.decide(choice{kind: "P32", side: r.p.side(who), unit: who, rule: "8.7.2-g",
		prompt: "Does " + r.p.spec(who).ID + " counter-attack?", options: options, def: def})
	c := hold
	switch answer {
	case "no":
		return
	case "enter":
		c = enter
		r.advanceInto(c.attackers, c.hexes[0], true)
		if c.attackers = slices.DeleteFunc(c.attackers, func(u int) bool { return r.p.Units[u].State != Ordered }); len(c.attackers) == 0 {
			return
		}
		c.targets = r.p.enemiesInFront(c.attackers[0])
	}
	if len(c.targets) == 0 {
		return
	}
	for _, u := range c.attackers {
		r.note(u, extra)
	}
	r.fight(c)
}
