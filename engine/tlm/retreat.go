package tlm

import (
	"cmp"
	"slices"
	"strings"

	"berthier/engine/tlm/setup"
)

// standOff lets the Defender retreat instead of firing, with Pursuit Fire [5.4.1, A100]. His
// Empty Armies must [8.1-j].
func (r *run) standOff(c *combat) error {
	p := r.p
	for _, a := range p.armiesIn(c.def, c.at) {
		if p.empty(a) {
			r.emptyRetreats("8.1-j", c, a, r.wanted(c.def, c.at))
		}
	}
	options := []string{"hold", "cover", "withdraw"}
	if p.fighters(c.def, c.at, anyKind) == 0 || !r.anyRefuge(c) {
		options = options[:1]
	}
	stance, err := r.decide("D13", c.def, c.at, "hold", options, r.strengthHolds(c.def, c.at, 0, nil), nil)
	if err != nil || stance == "hold" {
		return err
	}
	x, all := r.retreatsOf("5.4.1-b", c.def, c.at, Nobody), stance == "withdraw"
	r.regroup(x, Nobody)
	if err := r.pursue(c, x, all); err != nil {
		return err
	}
	c.gone += r.depart(x, all)
	r.settle("A90")
	return nil
}

// mayRetreat reports whether units of a kind can retreat [8.3.3-f, 8.3.6-d].
func mayRetreat(k setup.Kind) bool { return k != setup.Siege && k != setup.Paris }

// anyRefuge reports whether something of the Defender could retreat.
func (r *run) anyRefuge(c *combat) bool {
	_, ok := r.refuge(c.def, c.at, mover{army: -1}, nil)
	return ok
}

// emptyRetreats sends an Empty Army away [8.1-i, 8.1-j]. One that has retreated before is
// eliminated [5.4.4-c].
func (r *run) emptyRetreats(rule string, c *combat, a int, wanted []int) {
	if r.p.Armies[a].Back {
		r.army("5.4.4-c", "eliminate", a, Lost, State{}, 0)
		return
	}
	side := r.p.Armies[a].Nation.Side()
	to, ok := r.refuge(side, c.at, mover{army: a}, wanted)
	if !ok {
		r.army("A60", "eliminate", a, Lost, State{}, 0)
		return
	}
	r.army(rule, "withdraw", a, to, State{Back: true, Oos: r.p.Armies[a].Oos}, 0)
	c.gone += boolInt(side == c.def)
}

// pursue rolls Pursuit Fire at what will retreat [8.3.1-e]. No Infantry may stay, and no Cavalry
// be among those that retreat [A29].
func (r *run) pursue(c *combat, x *retreats, all bool) error {
	p := r.p
	later := r.departed(x, all)
	infantry := func(k setup.Kind) bool { return p.row(k).Infantry }
	cavalry := isKind(setup.Cavalry)
	if later.fighters(c.def, c.at, infantry) > 0 || p.fighters(c.att, c.at, cavalry) == 0 ||
		later.fighters(c.def, c.at, cavalry) < p.fighters(c.def, c.at, cavalry) ||
		later.fighters(c.def, c.at, anyKind) == p.fighters(c.def, c.at, anyKind) ||
		p.rule(c.att, "D14", c.at, never, "always") != "always" {
		return nil
	}
	hits := 0
	for _, v := range r.volleys(c, c.att, func(g Group) int { return boolInt(g.Unit.Kind == setup.Cavalry) }) {
		h, _ := r.fire("8.3.1-e", c, c.att, v, 0)
		hits += h
	}
	return r.payRetreating(c, hits, later)
}

// fleeing lists what can take Losses of those that will have gone: Armies, and units that go by
// themselves.
func (r *run) fleeing(side, at int, later *Position) (all []target) {
	for _, t := range r.targets(side, at, nil) {
		n := r.p.leave(t.group, later)
		if t.kind >= 0 {
			t.group.N = n
		}
		if t.kind == armyKind && later.Armies[t.army].Place != at || t.kind >= 0 && n > 0 {
			all = append(all, t)
		}
	}
	for _, a := range r.p.armiesIn(side, at) {
		if later.Armies[a].Place != at {
			continue
		}
		for _, g := range r.p.groupsIn(r.p.in(a)) {
			if g.N = r.p.leave(g, later); g.N > 0 {
				all = append(all, target{kind: int(g.Unit.Kind), army: a, group: g, strength: 1})
			}
		}
	}
	return all
}

// leave is how many units of a group are not in its place later.
func (p *Position) leave(g Group, later *Position) int {
	if i := later.find(g.Unit, g.Place, g.State); i >= 0 {
		return g.N - later.Groups[i].N
	}
	return g.N
}

// payRetreating pays Pursuit Fire with those who retreat; a Fort is none of them [A30].
func (r *run) payRetreating(c *combat, hits int, later *Position) error {
	if hits == 0 {
		return nil
	}
	take := func(r *run, c *combat) bool {
		all := r.fleeing(c.def, c.at, later)
		if len(all) > 0 {
			r.loseOf(all, c.def, c.at)
		}
		return len(all) > 0
	}
	points, err := r.ersatz(c, c.def, hits, take)
	if err != nil {
		return err
	}
	for hits -= points; hits > 0 && take(r, c); hits-- {
	}
	return nil
}

// retreatArmy retreats an Army with all that is in it, to the first area that is possible. Guns
// that cannot retreat are left behind or lost [D24]. It reports whether there was an area.
func (r *run) retreatArmy(x *retreats, a int, first ...int) bool {
	p := r.p
	to, ok := r.goal(x, mover{army: a}, first...)
	if !ok {
		return false
	}
	r.leaveGuns(x, a)
	if p.Armies[a].Place < 0 {
		return true
	}
	r.army(x.rule, "withdraw", a, to, State{Used: p.Armies[a].Used, Mode: p.Armies[a].Mode, Back: true,
		Oos: p.Armies[a].Oos}, 0)
	return true
}

// leaveGuns leaves the Siege Guns and the Paris Gun of an Army behind that retreats, or loses
// them [A07].
func (r *run) leaveGuns(x *retreats, a int) {
	p, side, at := r.p, x.side, x.at
	then := cmp.Or(x.later, p)
	stays := then.count(side, at, func(g Group) bool {
		return p.row(g.Unit.Kind).Infantry && then.fighting(g) && p.armyOf(g.Place) != a
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
			if leave && p.stack(side, at)-boolInt(p.strength(a) == 1) < stacking {
				r.shift("D24", "leave", g.Unit, 1, g.Place, at, g.State, State{Used: g.Used})
			} else {
				r.shift("A07", "loss", g.Unit, 1, g.Place, Pool, g.State, State{}, "army", p.armyID(a))
			}
		}
	}
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
	answer, err := r.decide("D17", side, c.at, "stay", options, r.strengthHolds(side, c.at, 0, nil), nil)
	if err != nil {
		return err
	}
	r.forcedRetreats(c, side, forced, to, answer == "retreat") // for these the others give way [A103]
	r.leftEmpty(c, side, to, answer == "retreat")
	if answer == "retreat" {
		x := r.retreatsOf("5.4.2-b", side, c.at, to)
		r.regroup(x, Nobody)
		r.depart(x, true)
	}
	r.settle("A90")
	return nil
}

// leftEmpty sends the Empty Armies of a side away: Cavalry that went before the battle can have left one behind [8.1-i,
// A138]. They go where the others do [5.4.2-b].
func (r *run) leftEmpty(c *combat, side, to int, all bool) {
	wanted := r.wanted(side, c.at)
	if all {
		wanted = []int{to}
	}
	for _, a := range r.p.armiesIn(side, c.at) {
		if r.p.empty(a) && r.p.contested(c.at) {
			r.emptyRetreats("8.1-i", c, a, wanted)
		}
	}
}

// forcedRetreats makes Armies retreat that have not yet: those that their owner has named, and then
// the weakest that is not told to stay [A33, A103]. The others go too, or not: so it is seen who stays with guns.
func (r *run) forcedRetreats(c *combat, side, n, to int, all bool) {
	p := r.p
	x := r.retreatsOf("8.2.2-h", side, c.at, Nobody)
	for ; n > 0; n-- {
		may := r.mustGo(x)
		if len(may) == 0 {
			return
		}
		if now := may[:min(n, len(may))]; all {
			x.later = r.forced(x, now, to)
		} else {
			x.later = p.without(now)
		}
		r.regroup(x, may[0])
		if !r.retreatArmy(x, may[0], to) {
			r.destroy("A32", may[0])
		}
	}
}

// mustGo lists the Armies that can be forced to retreat, those first that go first.
func (r *run) mustGo(x *retreats) []int {
	p := r.p
	named := strings.Split(p.rule(x.side, "D17-obey", x.at, never, ""), "+")
	rank := func(a int) int {
		if i := slices.Index(named, p.armyID(a)); i >= 0 {
			return i - len(named)
		}
		to, said := armyWay(x.ways, a)
		return p.strength(a) + mostUnits*boolInt(said && to == stays)
	}
	may := slices.DeleteFunc(p.armiesIn(x.side, x.at), func(a int) bool { return p.Armies[a].Back })
	slices.SortStableFunc(may, func(a, b int) int { return rank(a) - rank(b) })
	return may
}

// forced is how things stand when Armies have gone that must, and then all others that have room in the area to which
// they go [A103].
func (r *run) forced(x *retreats, armies []int, to int) *Position {
	later, y := newRun(r.rs, r.p.clone(), nil), *x
	later.dry, y.forecast, y.later = true, true, nil
	for _, a := range armies {
		if !later.retreatArmy(&y, a, to) {
			later.p.Armies[a].Place = Lost
		}
	}
	y.one = to
	later.depart(&y, true)
	return later.p
}

// without is how things stand when some Armies have gone.
func (p *Position) without(armies []int) *Position {
	later := p.clone()
	for _, a := range armies {
		later.Armies[a].Place = Lost
	}
	return later
}

// destroy eliminates an Army with all that is in it [A32].
func (r *run) destroy(rule string, a int) {
	for _, g := range slices.Clone(r.p.groupsIn(r.p.in(a))) {
		r.shift(rule, "loss", g.Unit, g.N, g.Place, Pool, g.State, State{}, "army", r.p.armyID(a))
	}
	r.army(rule, "eliminate", a, Lost, State{}, 0)
}

// alone eliminates units that have retreated into an area in which nobody of theirs is left
// who has not, after its battle [5.4.4-b].
func (r *run) alone(at int) {
	p := r.p
	for s := range setup.NumSides {
		if p.present(s, at) {
			continue
		}
		for _, a := range p.armiesIn(s, at) {
			if p.Armies[a].Back {
				r.destroy("5.4.4-b", a)
			}
		}
		for _, g := range slices.Clone(p.groupsIn(at)) {
			if g.Unit.Nation.Side() == s && g.Back {
				r.shift("5.4.4-b", "loss", g.Unit, g.N, g.Place, Pool, g.State, State{}, "area", p.areaID(at))
			}
		}
	}
}
