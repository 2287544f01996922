package jdg

import (
	"slices"

	"berthier/engine/hex"
)

// breakThrough lets units that have advanced shock all enemies in their front
// hexes at once, without an ET [8.7.2].
func (r *run) breakThrough(c *combat, us []int) {
	us = slices.DeleteFunc(slices.Clone(us), func(u int) bool {
		return r.p.Units[u].State != Ordered || r.did(u, extra)
	})
	if len(us) == 0 {
		return
	}
	next := &combat{side: c.side, kind: breakthrough, attackers: us, hexes: r.p.hexesOf(us)}
	next.targets = r.p.enemiesInFront(us[0])
	if len(next.targets) > 0 && r.goesOn(next) {
		r.fightExtra(next)
	}
}

// fightExtra fights a breakthrough combat or counter-attack, of which a unit
// has one in an activation [8.7.2-a].
func (r *run) fightExtra(c *combat) {
	for _, u := range c.attackers {
		r.note(u, extra)
	}
	r.fight(c)
}

// goesOn decides P31; the default is to attack at 1:1 or better.
func (r *run) goesOn(c *combat) bool {
	def := "no"
	if r.p.strength(c.attackers) >= r.p.strength(r.p.fighters(c.targets)) {
		def = "yes"
	}
	return r.yes(choice{kind: "P31", side: c.side, unit: c.attackers[0], combat: c, rule: "8.7.2-d",
		prompt: "Does " + r.p.spec(c.attackers[0]).ID + " make a breakthrough combat against " + pathString(c.targets) + "?", def: def})
}

// counterAttack lets the defender shock back at once, out of his hex or out of
// the one that the attacker has left [8.7.2-g, 8.7.2-h, JDG-P32]. By default
// he holds his hex, at 1.5:1 or better.
func (r *run) counterAttack(f *aftermath) {
	holds := r.counterShocks(f)
	enter := r.counterEntry(f)
	options, def, who := []string{"no"}, "no", -1
	var best *combat
	if enter != nil {
		options, who = append(options, "enter"), enter.attackers[0]
	}
	if len(holds) > 0 {
		options, who, best = append(options, "hold"), holds[0].attackers[0], holds[0]
		if 2*r.p.strength(holds[0].attackers) >= 3*r.p.strength(r.p.fighters(holds[0].targets)) {
			def = "hold"
		}
	}
	for _, c := range holds {
		if len(holds) > 1 {
			options = append(options, "hold "+pathString(c.hexes)+" "+pathString(c.targets))
		}
	}
	if who < 0 {
		return
	}
	switch answer := r.decide(choice{kind: "P32", side: r.p.side(who), unit: who, combat: best, rule: "8.7.2-g",
		prompt: "Does " + r.p.spec(who).ID + " counter-attack?", options: options, def: def}); answer {
	case "no":
	case "enter":
		r.enterAndAttack(enter)
	case "hold":
		r.counterFrom(holds[0])
	default:
		i := slices.IndexFunc(holds, func(c *combat) bool { return answer == "hold "+pathString(c.hexes)+" "+pathString(c.targets) })
		r.counterFrom(holds[i])
	}
}

// counterFrom attacks out of the present hex; a unit with six front hexes
// turns to it [6.1.2-g].
func (r *run) counterFrom(c *combat) {
	at := c.hexes[0]
	r.turnToAttack(c.side, at, r.p.facingToward(at, c.targets, r.p.Units[c.attackers[0]].Facing))
	r.fightExtra(c)
}

// enterAndAttack enters the hex that the attacker left, without turning, and
// attacks all enemies in front of it.
func (r *run) enterAndAttack(c *combat) {
	r.advanceInto(c.attackers, c.hexes[0], r.p.Units[c.attackers[0]].Facing, "8.7.2-h")
	c.attackers = slices.DeleteFunc(c.attackers, func(u int) bool { return r.p.Units[u].State != Ordered })
	if len(c.attackers) == 0 {
		return
	}
	if c.targets = r.p.enemiesInFront(c.attackers[0]); len(c.targets) > 0 {
		r.fightExtra(c)
	}
}

// counterShocks lists the counter-attacks out of the present hexes: each at
// one front hex, or at two next to each other; the best ratio first, one hex
// before two [8.7.2-j].
func (r *run) counterShocks(f *aftermath) []*combat {
	var ones, twos []*combat
	for _, h := range f.defenderHexes {
		us := r.counterAttackers(f, h)
		if len(us) == 0 {
			continue
		}
		shock := func(targets ...hex.Hex) *combat {
			return &combat{side: 1 - f.c.side, kind: counterAttack, attackers: slices.Clone(us), hexes: []hex.Hex{h}, targets: targets}
		}
		open := slices.DeleteFunc(r.p.front(us[0]), func(t hex.Hex) bool { return r.p.sideAt(t) != f.c.side || !r.p.crossable(us[0], h, t) })
		for i, t := range open {
			ones = append(ones, shock(t))
			for _, t2 := range open[i+1:] {
				if t.Distance(t2) == 1 {
					twos = append(twos, shock(t, t2))
				}
			}
		}
	}
	slices.SortStableFunc(ones, func(a, b *combat) int {
		// Cross products compare the ratios.
		return r.p.strength(b.attackers)*r.p.strength(r.p.fighters(a.targets)) - r.p.strength(a.attackers)*r.p.strength(r.p.fighters(b.targets))
	})
	return append(ones, twos...)
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
		for _, d := range f.defenderHexes {
			us := r.counterAttackers(f, d)
			if len(us) > 0 && r.mayAdvance(us[0], h) && r.p.hasFront(us[0], h) {
				return &combat{side: 1 - f.c.side, kind: counterAttack, attackers: us, hexes: []hex.Hex{h}}
			}
		}
	}
	return nil
}
