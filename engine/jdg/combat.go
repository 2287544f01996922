package jdg

import (
	"slices"
	"strings"

	"berthier/engine/hex"
)

// combat is one close combat: a shock, a charge, or both together [JDG-Q90].
type combat struct {
	orders  []*order // that declared it; none for one that follows from another
	side    int      // the attacker
	kind    combatKind
	hexes   []hex.Hex // attacking hexes
	targets []hex.Hex // attacked hexes
	// attackers are the units that add their strength; chargers those of
	// them that charge.
	attackers []int
	chargers  []int
	pursuit   int   // how many charges came before it in a pursuit; 0 for the first charge
	stack     []int // who pursues together
	counters  []int // cavalry that counter-charged with success [9.4-d]
	begun     bool  // its resolution has begun, so that it takes on no more targets
}

// combatKind is why a combat takes place.
type combatKind uint8

const (
	declared combatKind = iota
	breakthrough
	counterAttack
	pursuitCharge
)

var combatNames = [...]string{"declared", "breakthrough", "counter-attack", "pursuit"}

// combats carries out the combats of an activation in the order of their
// declaration, charges first [JDG-P22]. Whoever charged and did not pursue
// takes the CT that ends his charge when his combat is over [JDG-Q102].
func (r *run) combats() {
	r.closeDeclarations()
	for _, c := range r.act.combats {
		r.fightOut(c)
	}
}

// fightOut resolves a declared combat up to the CTs that end its charges.
func (r *run) fightOut(c *combat) {
	chargers := slices.Clone(c.chargers)
	r.fight(c)
	for _, u := range chargers {
		r.endOfCharge(u)
	}
}

// fight resolves one combat and what follows from it at once [JDG-Q69].
func (r *run) fight(c *combat) {
	for _, part := range r.approach(c) {
		if r.meet(part) {
			r.strike(part)
		}
	}
}

// approach begins a combat, up to the ETs, and returns the parts of it in which
// it is carried on.
func (r *run) approach(c *combat) []*combat {
	c.begun = true
	targets := slices.Clone(c.targets)
	if !r.refresh(c) {
		r.takeOver(c, targets)
		return nil
	}
	rule, name := "8.5", "shock"
	if len(c.chargers) > 0 {
		rule, name = "9.2", "charge"
	}
	r.event(rule, "combat", c.side, "kind", combatNames[c.kind], "as", name,
		"attackers", r.p.unitIDs(c.attackers), "targets", pathString(c.targets))
	r.evasions(c)
	r.enterEvaded(c)
	r.refresh(c)
	r.engage(c)
	r.refresh(c)
	r.takeOver(c, targets)
	return r.parts(c)
}

// meet carries the reactions to a combat out and reports whether it comes to a
// roll on the table; guns alone are overrun.
func (r *run) meet(c *combat) bool {
	r.refresh(c)
	r.counterCharges(c)
	r.reactions(c)
	left := r.refresh(c)
	for _, h := range c.targets {
		for _, u := range r.p.stack(h) {
			r.note(u, attacked)
		}
	}
	switch {
	case !left:
		r.endCounterCharge(c)
	case len(r.p.fighters(c.targets)) == 0:
		r.overrun(c)
	default:
		return true
	}
	return false
}

// refresh drops attackers that can no longer attack and targets that are no
// longer there; it reports whether a combat is left [8.3.3-f, JDG-Q68].
func (r *run) refresh(c *combat) bool {
	c.attackers = slices.DeleteFunc(c.attackers, func(u int) bool {
		return !r.p.onMap(u) || r.p.Units[u].State != Ordered || r.did(u, failedET|recalled) ||
			!slices.Contains(c.hexes, r.p.Units[u].Hex)
	})
	c.targets = slices.DeleteFunc(c.targets, func(h hex.Hex) bool {
		return r.p.sideAt(h) != 1-c.side || !slices.ContainsFunc(c.attackers, func(u int) bool { return r.attacks(c, u, h) }) ||
			c.kind == declared && r.allAttacked(h)
	})
	c.attackers = slices.DeleteFunc(c.attackers, func(u int) bool { return !r.attacksAny(c, u, c.targets) })
	c.chargers = slices.DeleteFunc(c.chargers, func(u int) bool { return !slices.Contains(c.attackers, u) })
	c.hexes = r.p.hexesOf(c.attackers)
	return len(c.attackers) > 0
}

// attacks reports whether an attacked hex is one that the unit itself
// attacks: it lies in front of it, and ground and hexside do not bar the
// attack [8.2-a, 8.2-c, 9.1-o]. A unit with six front hexes has turned to two
// of them [6.1.2-h].
func (r *run) attacks(c *combat, u int, h hex.Hex) bool {
	from := r.p.Units[u].Hex
	d, adjacent := from.DirTo(h)
	if f := r.p.Units[u].Facing.Front(); !adjacent || d != f[0] && d != f[1] {
		return false
	}
	return r.p.crossable(u, from, h) && (!slices.Contains(c.chargers, u) || r.p.chargeable(from, h))
}

func (r *run) attacksAny(c *combat, u int, hs []hex.Hex) bool {
	return slices.ContainsFunc(hs, func(h hex.Hex) bool { return r.attacks(c, u, h) })
}

// parts splits a combat whose attackers do not all belong together, at first
// or because one in the middle has dropped out: those of one part attack a
// common defender and stand side by side [8.4.1-a, JDG-Q67]. Chargers need not
// stand side by side. Of two chains around one defender the stronger attacks
// him; the other is left with what else stands in front of it.
func (r *run) parts(c *combat) []*combat {
	var parts []*combat
	open, rest := slices.Clone(c.targets), slices.Clone(c.attackers)
	for {
		rest = slices.DeleteFunc(rest, func(u int) bool { return !r.attacksAny(c, u, open) })
		if len(rest) == 0 {
			return parts
		}
		part := *c
		part.attackers = r.strongestChain(c, r.together(c, rest, open))
		part.chargers = slices.Clone(c.chargers) // refresh leaves those of the part
		part.targets = slices.DeleteFunc(slices.Clone(open), func(h hex.Hex) bool {
			return !slices.ContainsFunc(part.attackers, func(u int) bool { return r.attacks(c, u, h) })
		})
		open = slices.DeleteFunc(open, func(h hex.Hex) bool { return slices.Contains(part.targets, h) })
		parts = append(parts, &part)
	}
}

// together returns the first of some attackers with all that are joined to it
// by common defenders.
func (r *run) together(c *combat, us []int, targets []hex.Hex) []int {
	joined := []int{us[0]}
	for grown := true; grown; {
		grown = false
		for _, u := range us {
			common := func(h hex.Hex) bool {
				return r.attacks(c, u, h) && slices.ContainsFunc(joined, func(v int) bool { return r.attacks(c, v, h) })
			}
			if !slices.Contains(joined, u) && slices.ContainsFunc(targets, common) {
				joined, grown = append(joined, u), true
			}
		}
	}
	return joined
}

// strongestChain returns those of some attackers who stand side by side, the
// strongest such group, the first among equals.
func (r *run) strongestChain(c *combat, us []int) []int {
	var best []int
	for rest := slices.Clone(us); len(rest) > 0; {
		chain := []int{rest[0]}
		for grown := true; grown; {
			grown = false
			for _, u := range rest {
				beside := func(v int) bool {
					return r.p.Units[u].Hex.Distance(r.p.Units[v].Hex) <= 1 || slices.Contains(c.chargers, u) && slices.Contains(c.chargers, v)
				}
				if !slices.Contains(chain, u) && slices.ContainsFunc(chain, beside) {
					chain, grown = append(chain, u), true
				}
			}
		}
		rest = slices.DeleteFunc(rest, func(u int) bool { return slices.Contains(chain, u) })
		if best == nil || r.p.strength(chain) > r.p.strength(best) {
			best = chain
		}
	}
	return best
}

// takeOver hands the targets that a combat has lost, by a failed ET or before
// it began, to the first later combat with an attacker in front of whom they
// stand [8.2-f, 8.3.2-e, JDG-Q68].
func (r *run) takeOver(c *combat, targets []hex.Hex) {
	if c.kind != declared {
		return
	}
	for _, h := range targets {
		lost := !slices.Contains(c.targets, h) && r.p.sideAt(h) == 1-c.side && !r.wasAttacked(h)
		if o := r.bound(h); lost && o != nil {
			o.targets = append(o.targets, h)
		}
	}
}

// bound returns the first later combat with an attacker who has a hex before
// him, nil if there is none.
func (r *run) bound(h hex.Hex) *combat {
	for _, o := range r.act.combats {
		if !o.begun && slices.ContainsFunc(o.attackers, func(u int) bool {
			return slices.Contains(o.hexes, r.p.Units[u].Hex) && r.attacks(o, u, h)
		}) {
			return o
		}
	}
	return nil
}

// wasAttacked reports whether a unit in a hex was attacked in this activation
// [8.2-g].
func (r *run) wasAttacked(h hex.Hex) bool {
	return slices.ContainsFunc(r.p.stack(h), func(u int) bool { return r.did(u, attacked) })
}

// allAttacked reports whether every unit in a hex was attacked in this
// activation, in another hex: nobody is left there for a further attack [8.2-g].
func (r *run) allAttacked(h hex.Hex) bool {
	return !slices.ContainsFunc(r.p.stack(h), func(u int) bool { return !r.did(u, attacked) })
}

// hexesOf lists the hexes of some units, each once, in the units' order.
func (p *Position) hexesOf(us []int) []hex.Hex {
	var hs []hex.Hex
	for _, u := range us {
		if h := p.Units[u].Hex; h != hex.None && !slices.Contains(hs, h) {
			hs = append(hs, h)
		}
	}
	return hs
}

// fighters lists the infantry and cavalry in some hexes.
func (p *Position) fighters(hs []hex.Hex) []int {
	var us []int
	for _, h := range hs {
		for _, u := range p.stack(h) {
			if p.spec(u).Arm != Artillery {
				us = append(us, u)
			}
		}
	}
	return us
}

// guns lists the artillery in some hexes.
func (p *Position) guns(hs []hex.Hex) []int {
	var us []int
	for _, h := range hs {
		for _, u := range p.stack(h) {
			if p.spec(u).Arm == Artillery {
				us = append(us, u)
			}
		}
	}
	return us
}

// engage rolls the ETs of attackers without orders, one per stack, by its
// top unit that is not artillery [8.3.2, 5.1.3-h, -j]. Chargers took theirs
// before they moved [2.4.2-h].
func (r *run) engage(c *combat) {
	if c.kind != declared {
		return
	}
	for _, h := range slices.Clone(c.hexes) {
		i := slices.IndexFunc(c.attackers, func(u int) bool { return r.p.Units[u].Hex == h })
		top := c.attackers[i]
		if slices.Contains(c.chargers, top) || r.rights(top) == full {
			continue
		}
		if r.engagementTest("8.3.2-a", top, "shock") {
			continue
		}
		for _, u := range c.attackers {
			if r.p.Units[u].Hex == h {
				r.note(u, failedET)
			}
		}
	}
}

// reactions gives every attacked artillery unit its reaction fire [8.3.3].
// Only artillery of the reacting player fires [JDG-Q59].
func (r *run) reactions(c *combat) {
	if c.side != r.act.side {
		return
	}
	for _, g := range r.p.guns(c.targets) {
		if r.refresh(c) {
			r.reactionOf(g, c)
		}
	}
}

// reactionOf lets one gun fire at one of the attackers in its front hexes: at
// the first of a stack, or at a gun on top of it instead [5.1.3-m, 5.1.3-n].
func (r *run) reactionOf(g int, c *combat) {
	var targets []int
	for _, h := range c.hexes {
		i := slices.IndexFunc(c.attackers, func(u int) bool { return r.p.Units[u].Hex == h })
		if !r.canReact(g, c.attackers[i]) {
			continue
		}
		targets = append(targets, c.attackers[i])
		if top := r.p.topUnit(h); r.p.spec(top).Arm == Artillery {
			targets = append(targets, top)
		}
	}
	if len(targets) == 0 {
		return
	}
	best := slices.MaxFunc(targets, func(a, b int) int { return r.p.fighterSP(a) - r.p.fighterSP(b) })
	options := []string{"no"}
	for _, t := range targets {
		options = append(options, r.p.spec(t).ID)
	}
	if t, ok := r.p.sc.Unit(r.reactionAnswer(g, options, r.p.spec(best).ID)); ok {
		r.reactionFireAt(g, t, r.p.Units[g].Square)
	}
}

// reactionAnswer decides P26; the standing order "yes" means the default
// target.
func (r *run) reactionAnswer(g int, options []string, def string) string {
	c := choice{kind: "P26", side: r.p.side(g), unit: g, rule: "8.3.3-a",
		prompt: "At whom does " + r.p.spec(g).ID + " make reaction fire?", options: append(options, "yes"), def: def}
	if answer := r.decide(c); answer != "yes" {
		return answer
	}
	return def
}

// fighterSP is a unit's strength in close combat; artillery has none [8.9-b].
func (p *Position) fighterSP(u int) int {
	if p.spec(u).Arm == Artillery {
		return 0
	}
	return p.values(u).SP
}

// overrun eliminates artillery that was attacked without infantry or cavalry
// beside it; there is an advance but no breakthrough and no further charge
// [8.5-g, 8.9-g, 8.9-h].
func (r *run) overrun(c *combat) {
	for _, g := range r.p.guns(c.targets) {
		r.eliminate(g, "8.9-g", "artillery alone")
	}
	r.advance(c, c.attackers, c.targets, "8.7.1-a")
}

// strike rolls for a combat and applies its result [8.5].
func (r *run) strike(c *combat) {
	mods := r.modifiers(c)
	var effects []ShockEffect
	purpose := "shock of "
	rule := "8.5-a"
	if len(c.chargers) > 0 {
		purpose, rule = "charge of ", "9.2-b"
	}
	r.d10(rule, c.side, purpose+r.p.unitIDs(c.attackers)+" on "+pathString(c.targets), mods, func(total int) (string, string) {
		var cell string
		effects, cell = r.rs.tables.Shock(total)
		return "", cell
	})
	f := r.newAftermath(c)
	for _, e := range effects {
		f.apply(e)
	}
	f.artillery()
	f.follow()
}

// names prints unit names for a sentence.
func (p *Position) names(us []int) string {
	s := make([]string, len(us))
	for i, u := range us {
		s[i] = p.spec(u).Name
	}
	return strings.Join(s, ", ")
}
