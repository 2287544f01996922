package tlm

import (
	"slices"

	"berthier/engine/tlm/setup"
)

// standOff lets the Defender retreat instead of firing, with Pursuit Fire [5.4.1, A100]. His
// Empty Armies must [8.1-j].
func (r *run) standOff(c *combat) error {
	p := r.p
	for _, a := range p.armiesIn(c.def, c.at) {
		if p.empty(a) {
			r.emptyRetreats(c, a)
		}
	}
	options := []string{"hold", "cover", "withdraw"}
	if p.fighters(c.def, c.at, anyKind) == 0 || !r.anyRefuge(c) {
		options = options[:1]
	}
	stance, err := r.decide("D13", c.def, c.at, "hold", options, r.strengthHolds(c.def, c.at, 0), nil)
	if err != nil || stance == "hold" {
		return err
	}
	all := stance == "withdraw"
	if err := r.pursue(c, all); err != nil {
		return err
	}
	r.depart(c, all)
	r.settle("A90")
	return nil
}

// depart retreats the Armies of the Defender, and all else of his too if it is said so.
func (r *run) depart(c *combat, all bool) {
	p := r.p
	for _, a := range p.armiesIn(c.def, c.at) {
		if !p.Armies[a].Back && !p.empty(a) {
			if r.retreatArmy("5.4.1-b", a, r.wanted(c.def, c.at)) {
				c.gone++
			}
		}
	}
	if !all {
		return
	}
	for _, g := range p.groupsIn(c.at) {
		if g.Unit.Nation.Side() == c.def && !g.Back && mayRetreat(g.Unit.Kind) {
			r.retreatGroup("5.4.1-b", g, c.def, c.at, r.wanted(c.def, c.at))
		}
	}
}

// mayRetreat reports whether units of a kind can retreat [8.3.3-f, 8.3.6-d].
func mayRetreat(k setup.Kind) bool { return k != setup.Siege && k != setup.Paris }

// anyRefuge reports whether something of the Defender could retreat.
func (r *run) anyRefuge(c *combat) bool {
	_, ok := r.refuge(c.def, c.at, mover{army: -1}, nil)
	return ok
}

// emptyRetreats sends an Empty Army of the Defender away [8.1-j]. One that has retreated before is
// eliminated [5.4.4-c].
func (r *run) emptyRetreats(c *combat, a int) {
	if r.p.Armies[a].Back {
		r.army("5.4.4-c", "eliminate", a, Lost, State{}, 0)
		return
	}
	to, ok := r.refuge(c.def, c.at, mover{army: a}, r.wanted(c.def, c.at))
	if !ok {
		r.army("A60", "eliminate", a, Lost, State{}, 0)
		return
	}
	r.army("8.1-j", "withdraw", a, to, State{Back: true, Oos: r.p.Armies[a].Oos}, 0)
	c.gone++
}

// pursue rolls Pursuit Fire at what will retreat [8.3.1-e]. No Infantry may stay, and no Cavalry
// be among those that retreat [A29].
func (r *run) pursue(c *combat, all bool) error {
	p := r.p
	later := newRun(r.rs, p.clone(), nil)
	later.dry = true
	after := *c
	later.depart(&after, all)
	infantry := func(k setup.Kind) bool { return p.row(k).Infantry }
	cavalry := isKind(setup.Cavalry)
	if later.p.fighters(c.def, c.at, infantry) > 0 || p.fighters(c.att, c.at, cavalry) == 0 ||
		later.p.fighters(c.def, c.at, cavalry) < p.fighters(c.def, c.at, cavalry) ||
		later.p.fighters(c.def, c.at, anyKind) == p.fighters(c.def, c.at, anyKind) ||
		p.rule(c.att, "D14", c.at, never, "always") != "always" {
		return nil
	}
	hits := 0
	for _, v := range r.volleys(c, c.att, func(g Group) int { return boolInt(g.Unit.Kind == setup.Cavalry) }) {
		h, _ := r.fire("8.3.1-e", c, c.att, v, 0)
		hits += h
	}
	return r.payRetreating(c, hits, func(t target) bool {
		switch t.kind {
		case fortKind:
			return false
		case armyKind:
			return later.p.Armies[t.army].Place != c.at
		}
		return later.p.find(t.group.Unit, c.at, t.group.State) < 0
	})
}

// payRetreating pays Pursuit Fire with those who retreat; a Fort is none of them [A30].
func (r *run) payRetreating(c *combat, hits int, goes func(t target) bool) error {
	if hits == 0 {
		return nil
	}
	points, err := r.ersatz(c, c.def, hits)
	if err != nil {
		return err
	}
	for hits -= points; hits > 0; hits-- {
		all := slices.DeleteFunc(r.targets(c.def, c.at, nil), func(t target) bool { return !goes(t) })
		if len(all) == 0 {
			break
		}
		r.loseOf(all, c.def, c.at)
	}
	return nil
}

// retreatArmy retreats an Army with all that is in it, to the first area that is possible. Guns
// that cannot retreat are left behind or lost [D24]. It reports whether there was an area.
func (r *run) retreatArmy(rule string, a int, list []int) bool {
	p := r.p
	side, at := p.Armies[a].Nation.Side(), p.Armies[a].Place
	to, ok := r.refuge(side, at, mover{army: a}, list)
	if !ok {
		return false
	}
	r.leaveGuns(side, at, a)
	if p.Armies[a].Place < 0 {
		return true
	}
	r.army(rule, "withdraw", a, to, State{Used: p.Armies[a].Used, Mode: p.Armies[a].Mode, Back: true,
		Oos: p.Armies[a].Oos}, 0)
	return true
}

// leaveGuns leaves the Siege Guns and the Paris Gun of an Army behind that retreats, or loses
// them [A07].
func (r *run) leaveGuns(side, at, a int) {
	p := r.p
	stays := p.count(side, at, func(g Group) bool {
		return p.row(g.Unit.Kind).Infantry && p.fighting(g) && p.armyOf(g.Place) != a
	}) > 0
	otherwise := "lose"
	if stays {
		otherwise = "leave"
	}
	leave := p.rule(side, "D24", at, never, otherwise) == "leave"
	for _, g := range slices.Clone(p.groupsIn(p.in(a))) {
		if mayRetreat(g.Unit.Kind) {
			continue
		}
		for range g.N {
			if leave && p.stack(side, at) < stacking {
				r.shift("D24", "leave", g.Unit, 1, g.Place, at, g.State, State{Used: g.Used})
			} else {
				r.shift("A07", "loss", g.Unit, 1, g.Place, Pool, g.State, State{}, "army", p.armyID(a))
			}
		}
	}
}

// retreatGroup retreats units one by one, as long as there is an area for them.
func (r *run) retreatGroup(rule string, g Group, side, at int, list []int) (gone bool) {
	for range g.N {
		to, ok := r.refuge(side, at, mover{army: -1, group: g}, list)
		if !ok {
			return false
		}
		r.retreatUnit(rule, g, to)
	}
	return true
}

// afterBattle lets a side retreat after the battle, and makes Armies retreat that must
// [5.4.2, 8.2.2-h, 8.3.5-e].
func (r *run) afterBattle(c *combat, side int) error {
	p := r.p
	forced := 0
	if side == c.def {
		forced = max(c.forced-c.gone, 0)
	}
	options := []string{"stay", "retreat"}
	to, ok := r.refuge(side, c.at, mover{army: -1}, r.wanted(side, c.at))
	if p.fighters(side, c.at, anyKind) == 0 || !ok {
		options = options[:1]
	}
	answer, err := r.decide("D17", side, c.at, "stay", options, r.strengthHolds(side, c.at, 0), nil)
	if err != nil {
		return err
	}
	armies := p.armiesIn(side, c.at)
	armies = slices.DeleteFunc(armies, func(a int) bool { return p.Armies[a].Back })
	if answer == "retreat" {
		for _, a := range armies {
			if r.room(mover{army: a}, side, to) == nil && r.retreatArmy("5.4.2-b", a, []int{to}) {
				forced = max(forced-1, 0)
			}
		}
		for _, g := range p.groupsIn(c.at) {
			for range g.N {
				if g.Unit.Nation.Side() == side && !g.Back && mayRetreat(g.Unit.Kind) &&
					r.room(mover{army: -1}, side, to) == nil {
					r.retreatUnit("5.4.2-b", g, to)
				}
			}
		}
	}
	r.forcedRetreats(c, side, forced, to)
	r.settle("A90")
	return nil
}

// forcedRetreats makes the weakest Armies retreat that have not yet [A33, A103].
func (r *run) forcedRetreats(c *combat, side, n, to int) {
	p := r.p
	for ; n > 0; n-- {
		weakest := -1
		for _, a := range p.armiesIn(side, c.at) {
			if !p.Armies[a].Back && (weakest < 0 || p.strength(a) < p.strength(weakest)) {
				weakest = a
			}
		}
		if weakest < 0 {
			return
		}
		rule := "8.2.2-h"
		if !r.retreatArmy(rule, weakest, append([]int{to}, r.wanted(side, c.at)...)) {
			r.destroy("A32", weakest)
		}
	}
}

// destroy eliminates an Army with all that is in it [A32].
func (r *run) destroy(rule string, a int) {
	for _, g := range r.p.groupsIn(r.p.in(a)) {
		r.shift(rule, "loss", g.Unit, g.N, g.Place, Pool, g.State, State{}, "army", r.p.armyID(a))
	}
	r.army(rule, "eliminate", a, Lost, State{}, 0)
}

// alone eliminates units that have retreated into an area in which nobody of theirs is left
// who has not, after its battle [5.4.4-b].
func (r *run) alone(at int) {
	p := r.p
	for s := range setup.NumSides {
		if !p.holds(1-s, at) || p.fighters(s, at, anyKind) > 0 || p.fort(s, at) >= 0 {
			continue
		}
		for _, a := range p.armiesIn(s, at) {
			if p.Armies[a].Back {
				r.destroy("5.4.4-b", a)
			}
		}
		for _, g := range p.groupsIn(at) {
			if g.Unit.Nation.Side() == s && g.Back {
				r.shift("5.4.4-b", "loss", g.Unit, g.N, g.Place, Pool, g.State, State{}, "area", p.areaID(at))
			}
		}
	}
}
