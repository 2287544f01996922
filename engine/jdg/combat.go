package jdg

import (
	"cmp"
	"slices"
	"strings"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
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
	foes      []int // whom it is fought against, once reactions are over
	counters  []int // cavalry that counter-charged with success [9.4-d]
	begun     bool  // its resolution has begun, so that it takes on no more targets
	ledger    *ledger
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
func (r *run) combats() error {
	r.closeDeclarations()
	for _, c := range r.act.combats {
		if err := r.fightOut(c); err != nil {
			return err
		}
	}
	return nil
}

// fightOut resolves a declared combat up to the CTs that end its charges.
func (r *run) fightOut(c *combat) error {
	chargers := slices.Clone(c.chargers)
	c.ledger = newLedger()
	if err := r.fight(c); err != nil {
		return err
	}
	r.tellLapsed(c, c.ledger)
	return r.endOfCharges(chargers)
}

// fight resolves one combat and what follows from it at once [JDG-Q69].
func (r *run) fight(c *combat) error {
	parts, err := r.approach(c)
	if err != nil {
		return err
	}
	for _, part := range parts {
		fights, err := r.meet(part)
		if err != nil {
			return err
		}
		for _, fight := range fights {
			if err := r.settle(fight); err != nil {
				return err
			}
		}
	}
	return nil
}

// approach begins a combat, up to the ETs, and returns the parts of it in which
// it is carried on.
func (r *run) approach(c *combat) ([]*combat, error) {
	c.begun = true
	targets := slices.Clone(c.targets)
	if !r.refresh(c) {
		r.takeOver(c, targets)
		return nil, nil
	}
	rule, name := "8.5", "shock"
	if len(c.chargers) > 0 {
		rule, name = "9.2", "charge"
	}
	r.event(rule, "combat", c.side, "kind", combatNames[c.kind], "as", name,
		"attackers", r.p.unitIDs(c.attackers), "targets", pathString(c.targets))
	if err := r.evasions(c); err != nil {
		return nil, err
	}
	if err := r.enterEvaded(c); err != nil {
		return nil, err
	}
	r.refresh(c)
	r.engage(c)
	r.refresh(c)
	r.takeOver(c, targets)
	return r.parts(c), nil
}

// meet carries the reactions to a combat out and returns the fights that are
// left of it, each against those of its hexes who were not attacked before.
func (r *run) meet(c *combat) ([]*combat, error) {
	if !r.refresh(c) {
		return nil, nil
	}
	if err := r.counterCharges(c); err != nil {
		return nil, err
	}
	if err := r.reactions(c); err != nil {
		return nil, err
	}
	var fights []*combat
	if r.refresh(c) {
		fights = r.parts(c)
	}
	if len(fights) == 0 {
		if err := r.endOfCharges(c.counters); err != nil {
			return nil, err
		}
	}
	for _, part := range fights {
		part.foes = r.against(part)
	}
	for _, part := range fights {
		for _, u := range part.foes {
			if c.kind == declared { // other kinds are outside the limit [8.2-h, JDG-Q138]
				r.note(u, attacked)
			}
		}
	}
	return fights, nil
}

// settle ends a fight by a roll on the table, or by overrunning guns alone.
func (r *run) settle(c *combat) error {
	f, err := r.strike(c)
	for err == nil && len(f.left) > 0 {
		err = f.next()
	}
	return err
}

// strike is settle up to the roll on the table; what comes of that is left to be done.
func (r *run) strike(c *combat) (*aftermath, error) {
	if !r.refresh(c) {
		return &aftermath{}, r.endOfCharges(c.counters)
	}
	c.ledger.fight(c)
	if r.overruns(c) {
		return &aftermath{}, r.overrun(c)
	}
	return r.rolled(c), nil
}

// overruns reports whether a fight is against guns alone [JDG-Q72].
func (r *run) overruns(c *combat) bool { return len(r.opponents(c)) == 0 }

// against lists the units that a combat is against: all in the attacked hexes
// but those who were attacked before and have come there since [8.2-g,
// JDG-Q140].
func (r *run) against(c *combat) []int {
	var us []int
	for _, h := range c.targets {
		for _, u := range r.p.stack(h) {
			if c.kind != declared || !r.did(u, attacked) || slices.Contains(c.foes, u) {
				us = append(us, u)
			}
		}
	}
	return us
}

// opponents lists the infantry and cavalry that a combat is against.
func (r *run) opponents(c *combat) []int {
	return slices.DeleteFunc(r.against(c), func(u int) bool { return r.p.spec(u).Arm == setup.Artillery })
}

// refresh drops attackers that can no longer attack and targets that are no
// longer there; it reports whether a combat is left [8.3.3-f, JDG-Q68].
func (r *run) refresh(c *combat) bool {
	against := r.against(c)
	c.attackers = slices.DeleteFunc(c.attackers, func(u int) bool {
		why := r.outOf(c, u)
		if why != nil {
			c.ledger.drop(u, why)
		}
		return why != nil
	})
	c.targets = slices.DeleteFunc(c.targets, func(h hex.Hex) bool {
		why := r.goneFrom(c, h, against)
		c.ledger.lose(h, why)
		return why != nil || !slices.ContainsFunc(c.attackers, func(u int) bool { return r.attacks(c, u, h) })
	})
	c.attackers = slices.DeleteFunc(c.attackers, func(u int) bool {
		idle := !r.attacksAny(c, u, c.targets)
		if idle {
			c.ledger.drop(u, noTarget)
		}
		return idle
	})
	c.chargers = slices.DeleteFunc(c.chargers, func(u int) bool { return !slices.Contains(c.attackers, u) })
	c.hexes = r.p.hexesOf(c.attackers)
	return len(c.attackers) > 0
}

// attacks reports whether an attacked hex is one that the unit itself
// attacks: it lies in front of it, and ground and hexside do not bar the
// attack [8.2-a, 8.2-c, 9.1-o]. A unit with six front hexes has turned to two
// of them [6.1.2-h].
func (r *run) attacks(c *combat, u int, h hex.Hex) bool {
	from := r.p.unit(u).Hex
	d, adjacent := from.DirTo(h)
	if f := r.p.unit(u).Facing.Front(); !adjacent || d != f[0] && d != f[1] {
		return false
	}
	return r.p.crossable(u, from, h) && (!slices.Contains(c.chargers, u) || r.p.chargeable(from, h))
}

func (r *run) attacksAny(c *combat, u int, hs []hex.Hex) bool {
	return slices.ContainsFunc(hs, func(h hex.Hex) bool { return r.attacks(c, u, h) })
}

// takeOver hands the targets that a combat has lost, by a failed ET or before
// it began, to the first later combat with an attacker in front of whom they
// stand [8.2-f, 8.3.2-e, JDG-Q68].
func (r *run) takeOver(c *combat, targets []hex.Hex) {
	if c.kind != declared {
		return
	}
	for _, h := range targets {
		lost := !slices.Contains(c.targets, h) && r.p.sideAt(h) == 1-c.side && !r.allAttacked(h)
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
			return slices.Contains(o.hexes, r.p.unit(u).Hex) && r.attacks(o, u, h)
		}) {
			return o
		}
	}
	return nil
}

// allAttacked reports whether each unit in a hex was attacked in this activation
// [8.2-g, JDG-Q68, JDG-Q140].
func (r *run) allAttacked(h hex.Hex) bool {
	return !slices.ContainsFunc(r.p.stack(h), func(u int) bool { return !r.did(u, attacked) })
}

// hexesOf lists the hexes of some units, each once, in the units' order.
func (p *Position) hexesOf(us []int) []hex.Hex {
	var hs []hex.Hex
	for _, u := range us {
		if h := p.unit(u).Hex; h != hex.None && !slices.Contains(hs, h) {
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
			if p.spec(u).Arm != setup.Artillery {
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
			if p.spec(u).Arm == setup.Artillery {
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
		i := slices.IndexFunc(c.attackers, func(u int) bool { return r.p.unit(u).Hex == h })
		top := c.attackers[i]
		if slices.Contains(c.chargers, top) || r.rights(top) == full {
			continue
		}
		if r.engagementTest("8.3.2-a", top, "shock") {
			continue
		}
		for _, u := range c.attackers {
			if r.p.unit(u).Hex == h {
				r.note(u, failedET)
			}
		}
	}
}

// reactions gives every attacked artillery unit its reaction fire [8.3.3].
// Only artillery of the reacting player fires [JDG-Q59].
func (r *run) reactions(c *combat) error {
	if c.side != r.act.side {
		return nil
	}
	for _, g := range r.against(c) {
		if r.refresh(c) {
			if err := r.reactionOf(g, c); err != nil {
				return err
			}
		}
	}
	return nil
}

// reactionOf lets one gun fire at one of the attackers in its front hexes: at
// the first of a stack, or at a gun on top of it instead [5.1.3-m, 5.1.3-n].
func (r *run) reactionOf(g int, c *combat) error {
	if r.p.spec(g).Arm != setup.Artillery || !r.p.onMap(g) {
		return nil
	}
	var targets []int
	var why *bar
	for _, h := range c.hexes {
		i := slices.IndexFunc(c.attackers, func(u int) bool { return r.p.unit(u).Hex == h })
		if b := r.reactionBar(g, c.attackers[i]); b != nil {
			why = cmp.Or(why, b)
			continue
		}
		targets = append(targets, c.attackers[i])
		if top := r.p.topUnit(h); r.p.spec(top).Arm == setup.Artillery {
			targets = append(targets, top)
		}
	}
	if len(targets) == 0 {
		if s, ok := r.p.Sheets[r.p.side(g)].Find("P26", r.p.spec(g).ID, r.p.spec(g).Form); ok &&
			s.Answer != "no" && s.Answer != "ask" {
			r.notFollowed(r.p.side(g), s, why)
		}
		return nil
	}
	best := slices.MaxFunc(targets, func(a, b int) int { return r.p.fighterSP(a) - r.p.fighterSP(b) })
	options := []string{"no"}
	for _, t := range targets {
		options = append(options, r.p.spec(t).ID)
	}
	answer, err := r.reactionAnswer(g, options, r.p.spec(best).ID)
	if err != nil {
		return err
	}
	if t, ok := r.p.sc.Unit(answer); ok {
		return r.reactionFireAt(g, t, len(r.p.squared(r.p.unit(g).Hex)) > 0)
	}
	return nil
}

// reactionAnswer decides P26; the standing order "yes" means the default
// target.
func (r *run) reactionAnswer(g int, options []string, def string) (string, error) {
	c := choice{kind: "P26", side: r.p.side(g), unit: g, rule: "8.3.3-a",
		prompt: "At whom does " + r.p.spec(g).ID + " make reaction fire?", options: append(options, "yes"), def: def}
	answer, err := r.decide(c)
	if answer == "yes" {
		return def, nil
	}
	return answer, err
}

// fighterSP is a unit's strength in close combat; artillery has none [8.9-b].
func (p *Position) fighterSP(u int) int {
	if p.spec(u).Arm == setup.Artillery {
		return 0
	}
	return p.values(u).SP
}

// overrun eliminates artillery that was attacked without infantry or cavalry
// beside it; there is an advance but no breakthrough and no further charge
// [8.5-g, 8.9-g, 8.9-h].
func (r *run) overrun(c *combat) error {
	for _, g := range r.against(c) {
		if err := r.eliminate(g, "8.9-g", "artillery alone"); err != nil {
			return err
		}
	}
	_, _, err := r.advance(c, c.attackers, c.targets, "8.7.1-a")
	return err
}

// rolled rolls for a combat [8.5].
func (r *run) rolled(c *combat) *aftermath {
	mods := r.modifiers(c)
	var effects []setup.ShockEffect
	purpose := "shock of "
	rule := "8.5-a"
	if len(c.chargers) > 0 {
		purpose, rule = "charge of ", "9.2-b"
	}
	r.d10(rule, c.side, purpose+r.p.unitIDs(c.attackers)+" on "+pathString(c.targets), mods,
		func(total int) (string, string) {
			var cell string
			effects, cell = r.rs.tables.Shock(total)
			return "", cell
		})
	return r.newAftermath(c, effects)
}

// names prints unit names for a sentence.
func (p *Position) names(us []int) string {
	s := make([]string, len(us))
	for i, u := range us {
		s[i] = p.spec(u).Name
	}
	return strings.Join(s, ", ")
}
