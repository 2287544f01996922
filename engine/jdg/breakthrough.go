package jdg

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// breakThrough lets units that have advanced shock all enemies in their front
// hexes at once, without an ET [8.7.2].
func (r *run) breakThrough(c *combat, us []int) error {
	if r.fate != nil {
		return nil
	}
	us = slices.DeleteFunc(slices.Clone(us), func(u int) bool {
		why := r.extraBar(u)
		r.unable(choice{kind: "P31", side: c.side, unit: u}, why, "yes")
		return why != nil
	})
	if len(us) == 0 {
		return nil
	}
	next := &combat{side: c.side, kind: breakthrough, attackers: us, hexes: r.p.hexesOf(us)}
	next.targets = r.p.enemiesInFront(us[0])
	if len(next.targets) == 0 {
		return nil
	}
	if goes, err := r.goesOn(next); err != nil || !goes {
		return err
	}
	return r.fightExtra(next)
}

// extraBar says why a unit has no breakthrough combat and no counter-attack,
// nil if it can have one [8.7.2-a]; what is ordered in its hex attacks with it or
// not at all [5.1.3-d, JDG-Q144].
func (r *run) extraBar(u int) *bar {
	un := r.p.unit(u)
	if un.State != setup.Ordered {
		return r.of(u, "8.2-b", "is "+un.State.String())
	}
	for _, v := range append([]int{u}, r.p.stack(un.Hex)...) {
		if r.p.unit(v).State == setup.Ordered && r.did(v, extra) {
			return r.of(v, "8.7.2-a", "has had its breakthrough combat or counter-attack in this activation")
		}
	}
	return nil
}

// fightExtra fights a breakthrough combat or counter-attack, of which a unit
// has one in an activation [8.7.2-a].
func (r *run) fightExtra(c *combat) error {
	for _, u := range c.attackers {
		r.note(u, extra)
	}
	return r.fight(c)
}

// goesOn decides P31; the default is to attack at 1:1 or better.
func (r *run) goesOn(c *combat) (bool, error) {
	def := "no"
	if r.p.strength(c.attackers) >= r.p.strength(r.p.fighters(c.targets)) {
		def = "yes"
	}
	return r.yes(choice{kind: "P31", side: c.side, unit: c.attackers[0], with: c.attackers[1:], combat: c,
		rule: "8.7.2-d",
		prompt: "Does " + r.p.spec(c.attackers[0]).ID + " make a breakthrough combat against " +
			pathString(c.targets) + "?",
		def: def})
}

// reply is one counter-attack that the defender can choose.
type reply struct {
	answer string
	c      *combat
	enters bool // the hex that the attacker left
}

// counterAttack lets the defender shock back at once, out of his hex or out of
// the one that the attacker has left [8.7.2-g, 8.7.2-h, JDG-P32]. By default
// he holds his hex, at 1.5:1 or better.
func (r *run) counterAttack(f *aftermath) error {
	if r.fate != nil {
		return nil
	}
	holds, entries := r.counterShocks(f), r.counterEntries(f)
	ch := choice{kind: "P32", rule: "8.7.2-g", options: []string{"no"}, def: "no"}
	if len(holds)+len(entries) == 0 {
		r.noCounterAttack(f)
		return nil
	}
	if len(entries) > 0 {
		ch.options, ch.entry, ch.unit = append(ch.options, "enter"), entries[0].c, entries[0].c.attackers[0]
	}
	if len(holds) > 0 {
		ch.options, ch.combat, ch.unit = append(ch.options, "hold"), holds[0].c, holds[0].c.attackers[0]
		if 2*r.p.strength(ch.combat.attackers) >= 3*r.p.strength(r.p.fighters(ch.combat.targets)) {
			ch.def = "hold"
		}
	}
	for _, list := range [][]reply{entries, holds} {
		for _, a := range list {
			if len(list) > 1 {
				ch.options = append(ch.options, a.answer)
			}
		}
	}
	ch.side, ch.prompt = r.p.side(ch.unit), "Does "+r.p.spec(ch.unit).ID+" counter-attack?"
	answer, err := r.decide(ch)
	if err != nil {
		return err
	}
	return r.reply(answer, entries, holds)
}

// reply carries out the counter-attack that was chosen.
func (r *run) reply(answer string, entries, holds []reply) error {
	switch answer {
	case "no":
		return nil
	case "enter":
		answer = entries[0].answer
	case "hold":
		answer = holds[0].answer
	}
	all := slices.Concat(entries, holds)
	a := all[slices.IndexFunc(all, func(a reply) bool { return a.answer == answer })]
	if a.enters {
		return r.enterAndAttack(a.c)
	}
	return r.counterFrom(a.c)
}

// counterFrom attacks out of the present hex; a unit with six front hexes
// turns to it [6.1.2-g].
func (r *run) counterFrom(c *combat) error {
	if at, u := c.hexes[0], c.attackers[0]; r.p.sixFronts(u) {
		r.turnToAttack(c.side, at, r.p.facingToward(at, c.targets, r.p.unit(u).Facing))
	}
	return r.fightExtra(c)
}

// enterAndAttack enters the hex that the attacker left, without turning, and
// attacks what was chosen, if the ground has not disordered it.
func (r *run) enterAndAttack(c *combat) error {
	if err := r.advanceInto(c.attackers, c.hexes[0], r.p.unit(c.attackers[0]).Facing, "8.7.2-h"); err != nil {
		return err
	}
	return r.fightExtra(c)
}

// counterShocks lists the counter-attacks out of the present hexes.
func (r *run) counterShocks(f *aftermath) []reply {
	var all []reply
	for _, h := range f.defenderHexes {
		us := r.counterAttackers(f, h)
		if len(us) == 0 {
			continue
		}
		for _, targets := range r.counterTargets(us[0], h, r.p.front(us[0])) {
			c := &combat{side: 1 - f.c.side, kind: counterAttack, attackers: slices.Clone(us),
				hexes: []hex.Hex{h}, targets: targets}
			all = append(all, reply{answer: "hold " + h.String() + " " + pathString(targets), c: c})
		}
	}
	r.bestFirst(all)
	return all
}

// counterTargets lists what a counter-attack out of a hex can be aimed at: any
// of the front hexes with enemies, or two next to each other [8.7.2-j].
func (r *run) counterTargets(u int, from hex.Hex, front []hex.Hex) [][]hex.Hex {
	open := slices.DeleteFunc(slices.Clone(front),
		func(t hex.Hex) bool { return r.p.sideAt(t) != 1-r.p.side(u) || !r.p.crossable(u, from, t) })
	var all [][]hex.Hex
	for i, t := range open {
		all = append(all, []hex.Hex{t})
		for _, t2 := range open[i+1:] {
			if t.Distance(t2) == 1 {
				all = append(all, []hex.Hex{t, t2})
			}
		}
	}
	return all
}

// bestFirst sorts counter-attacks: at one hex before two, and those at nobody
// last; then by the ratio.
func (r *run) bestFirst(all []reply) {
	size := func(c *combat) int { return (len(c.targets) + 2) % 3 }
	order := func(a, b reply) int {
		// Cross products compare the ratios.
		return cmp.Or(cmp.Compare(size(a.c), size(b.c)),
			r.p.strength(b.c.attackers)*r.p.strength(r.p.fighters(a.c.targets))-
				r.p.strength(a.c.attackers)*r.p.strength(r.p.fighters(b.c.targets)))
	}
	sort.SliceStable(all, func(i, j int) bool { return order(all[i], all[j]) < 0 })
}

// counterAttackers lists the ordered infantry and cavalry of a defending hex
// that are still in place and have an extra combat left [JDG-Q87].
func (r *run) counterAttackers(f *aftermath, h hex.Hex) []int {
	var us []int
	for _, u := range f.defenders {
		un := r.p.unit(u)
		if f.was[u] == h && f.stays(u) && !un.Square && r.extraBar(u) == nil {
			us = append(us, u)
		}
	}
	return us
}

// noCounterAttack tells why none of the units that were attacked can make the
// counter-attack that the result gives them.
func (r *run) noCounterAttack(f *aftermath) {
	for _, u := range f.defenders {
		if !r.p.onMap(u) {
			continue
		}
		why := r.extraBar(u)
		switch {
		case why != nil:
		case !f.stays(u):
			why = r.of(u, "8.7.2-g", "has left its hex")
		case r.p.unit(u).Square:
			why = r.of(u, "8.7.2-g", "is in square")
		default:
			why = r.of(u, "8.7.2-g", "has nobody in front of it whom it can attack, and no hex that the attacker "+
				"left is open "+
				"to it")
		}
		r.unable(choice{kind: "P32", side: r.p.side(u), unit: u}, why, "hold", "enter")
	}
}

// counterEntries lists the counter-attacks out of a hex that the attacker left
// [8.7.2-h], not one in which he was eliminated [JDG-Q142], seen from there with
// the facing that the defender keeps; where nobody is in front of it he may
// enter all the same.
func (r *run) counterEntries(f *aftermath) []reply {
	var all []reply
	for _, d := range f.defenderHexes {
		us := r.counterAttackers(f, d)
		for _, h := range f.withdrew {
			if len(us) == 0 || !r.mayAdvance(us[0], h) {
				continue
			}
			front := r.p.unit(us[0]).Facing.Front()
			targets := r.counterTargets(us[0], h, []hex.Hex{h.Neighbor(front[0]), h.Neighbor(front[1])})
			if targets == nil {
				targets = [][]hex.Hex{nil}
			}
			for _, t := range targets {
				c := &combat{side: 1 - f.c.side, kind: counterAttack, attackers: slices.Clone(us), hexes: []hex.Hex{h},
					targets: t}
				answer := strings.TrimSpace("enter " + d.String() + " " + h.String() + " " + pathString(t))
				all = append(all, reply{answer: answer, c: c, enters: true})
			}
		}
	}
	r.bestFirst(all)
	return all
}
