package jdg

import (
	"slices"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// ableToPursue lists the cavalry that charged, is still fit to go on, and could
// enter one of the attacked hexes now [9.5.1-a, 9.5.2-i, JDG-Q107]. Who pursued
// as a stack goes on as one or not at all [9.5.2-f, JDG-Q151].
func (r *run) ableToPursue(c *combat, attacked []hex.Hex) []int {
	if c.pursuit > 0 && !r.chargersFit(c) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(c.chargers),
		func(u int) bool { return !r.fit(c, u) || len(r.openTo(u, attacked)) == 0 })
}

// fit reports whether a charger is still ordered, in the hex that it attacked
// from.
func (r *run) fit(c *combat, u int) bool {
	return r.p.onMap(u) && r.p.unit(u).State == setup.Ordered && slices.Contains(c.hexes, r.p.unit(u).Hex)
}

// chargersFit reports whether all chargers of a combat are fit, with those of a
// pursuing stack who fell out before the roll.
func (r *run) chargersFit(c *combat) bool {
	return !slices.ContainsFunc(slices.Concat(c.chargers, c.stack), func(u int) bool { return !r.fit(c, u) })
}

// openTo lists those of some hexes that a unit could enter after combat, empty
// as they are.
func (r *run) openTo(u int, hs []hex.Hex) []hex.Hex {
	return slices.DeleteFunc(slices.Clone(hs), func(h hex.Hex) bool { return !r.mayAdvance(u, h) })
}

// pursue carries out the mandatory pursuit after a charge that emptied hexes
// [9.5]. Those who charged and do not pursue take their CT first, the pursuers
// at the end [JDG-Q102].
func (r *run) pursue(c *combat, f *aftermath) error {
	us, err := r.pursuers(c, f)
	if err != nil {
		return err
	}
	vacated := r.openTo(us[0], f.defenderHexes)
	others := slices.DeleteFunc(slices.Clone(c.chargers), func(u int) bool { return slices.Contains(us, u) })
	if err := r.endOfCharges(others); err != nil {
		return err
	}
	if err := r.chase(us, c, f, f.defenders, vacated); err != nil {
		return err
	}
	return r.endOfCharges(us)
}

// pursuers picks who pursues: out of one stack the best unit or all of it, by
// choice [JDG-P33]; out of several the stack of the best [9.5.2-b, 9.5.2-c,
// 9.5.2-d, 9.5.2-e]. Infantry that joined a charge is no stack that charged.
func (r *run) pursuers(c *combat, f *aftermath) ([]int, error) {
	able := r.ableToPursue(c, f.defenderHexes)
	if c.pursuit > 0 {
		return able, nil // all of the stack
	}
	several := slices.ContainsFunc(c.chargers, func(u int) bool { return f.was[u] != f.was[c.chargers[0]] })
	equals := r.p.firstToAdvance(able, c.chargers)
	options := make([]string, len(equals))
	for i, u := range equals {
		options[i] = r.p.spec(u).ID
	}
	stackOf := func(u int) []int {
		return slices.DeleteFunc(slices.Clone(able), func(v int) bool { return r.p.unit(v).Hex != r.p.unit(u).Hex })
	}
	ch := choice{kind: "P33", side: c.side, unit: equals[0], with: c.chargers}
	if several {
		r.unable(ch, &bar{"9.5.2-c", "several stacks charged, and a whole one of them pursues"}, "unit")
	} else if len(able) == 1 && len(c.chargers) > 1 {
		r.unable(ch, r.of(able[0], "9.5.1-a", "alone is fit to pursue"), "stack")
	}
	if !several && len(able) > 1 {
		answer, err := r.decide(choice{kind: "P33", side: c.side, unit: equals[0], with: able, rule: "9.5.2-b",
			prompt:  "Does the whole stack of " + options[0] + " pursue, or one unit alone?",
			options: []string{"stack", "unit"}, def: "stack"})
		if err != nil || answer == "stack" {
			return able, err
		}
	}
	best, rule := equals[0], "9.5.2-b"
	if several {
		rule = "9.5.2-c"
	}
	if !several || len(r.p.hexesOf(equals)) > 1 {
		var err error
		if best, err = chosen(r, choice{kind: "P33", side: c.side, unit: best, rule: rule, detail: true,
			prompt: "Which of the best units pursues?", options: options, def: options[0]}, equals); err != nil {
			return nil, err
		}
	}
	if !several {
		return []int{best}, nil
	}
	return stackOf(best), nil
}

// quarry lets the pursuer choose the unit that he follows: one of those that
// left the hexes which he may enter and are still on the map, by default the
// one with most SP [JDG-P35]; -1 if all were eliminated.
func (r *run) quarry(u int, fled []int, f *aftermath, vacated []hex.Hex) (int, error) {
	left := slices.DeleteFunc(slices.Clone(fled),
		func(e int) bool { return !r.p.onMap(e) || !slices.Contains(vacated, f.was[e]) })
	if len(left) == 0 {
		return -1, nil
	}
	slices.SortStableFunc(left, func(a, b int) int { return r.p.fighterSP(b) - r.p.fighterSP(a) })
	options := make([]string, len(left))
	for i, e := range left {
		options[i] = r.p.spec(e).ID
	}
	return chosen(r, choice{kind: "P35", side: r.p.side(u), unit: u, rule: "9.5.2-i", detail: true,
		prompt: "Whom does " + r.p.spec(u).ID + " pursue?", options: options, def: options[0]}, left)
}

// firstHex is the vacated hex that a pursuit goes into first: the one that
// the quarry left, or, where all were eliminated, any [JDG-Q108].
func (r *run) firstHex(u int, vacated []hex.Hex, f *aftermath, quarry int) (hex.Hex, error) {
	if quarry >= 0 {
		return f.was[quarry], nil
	}
	options := make([]string, len(vacated))
	for i, h := range vacated {
		options[i] = h.String()
	}
	return chosen(r, choice{kind: "P35", side: r.p.side(u), unit: u, rule: "9.5.2-l", detail: true,
		prompt: "Which hex does " + r.p.spec(u).ID + " enter?", options: options, def: options[0]}, vacated)
}

// chase moves pursuers into a vacated hex and along the way of the unit that
// they follow, one of fled, until they are next to it or meet another enemy;
// then they may have to charge again [9.5.2]. If another charger, routed in the
// end, has disordered one of them on his way, all stay [JDG-Q107, JDG-Q151].
func (r *run) chase(us []int, c *combat, f *aftermath, fled []int, vacated []hex.Hex) error {
	if slices.ContainsFunc(us, func(u int) bool { return r.p.unit(u).State != setup.Ordered }) {
		return nil
	}
	quarry, err := r.quarry(us[0], fled, f, vacated)
	if err != nil {
		return err
	}
	first, err := r.firstHex(us[0], vacated, f, quarry)
	if err != nil {
		return err
	}
	way := []hex.Hex{first}
	if quarry >= 0 {
		way = r.wentBy(quarry)
	}
	for i, to := range way {
		if i > 0 && (r.meets(us[0], quarry) || r.reached(us[0], quarry)) {
			break
		}
		if goes, err := r.pursuitStep(us, to, way[i+1:], quarry); err != nil || !goes {
			return err
		}
	}
	return r.chargeOn(us, c, quarry)
}

// reached reports whether the pursuer is next to the unit that it follows.
func (r *run) reached(u, quarry int) bool {
	return r.p.unit(u).Hex.Distance(r.p.unit(quarry).Hex) <= 1
}

// meets reports whether an enemy unit other than the quarry stands in a front
// hex, with the quarry or where it cannot be charged too [9.5.2-k, 9.5.2-t,
// JDG-Q150].
func (r *run) meets(u, quarry int) bool {
	return slices.ContainsFunc(r.p.front(u), func(h hex.Hex) bool {
		return slices.ContainsFunc(r.p.stack(h), func(e int) bool { return e != quarry && r.p.side(e) != r.p.side(u) })
	})
}

// pursuitStep moves all pursuers one hex, turning by at most one corner
// toward what they follow; it reports false where the ground or a friend
// ends the pursuit [9.5.2-g, 9.5.2-o, JDG-Q104].
func (r *run) pursuitStep(us []int, to hex.Hex, rest []hex.Hex, quarry int) (bool, error) {
	u := us[0]
	from := r.p.unit(u).Hex
	if !r.p.crossable(u, from, to) || !r.p.chargeable(from, to) || r.p.entryLocked(to, r.p.side(u)) ||
		r.p.topUnit(to) >= 0 || r.timid(u, to) {
		return false, nil
	}
	aim := to
	if len(rest) > 0 {
		aim = rest[0]
	}
	rule := "9.5.2-i"
	if quarry < 0 {
		rule = "9.5.2-l"
	}
	facing, err := r.pursuitFacing(u, to, aim, quarry)
	if err != nil {
		return false, err
	}
	for i, v := range us {
		r.note(v, forced)
		r.event(rule, "pursue", r.p.side(v), "unit", r.p.spec(v).ID, "path",
			pathString([]hex.Hex{from, to}), "facing", facing.String())
		if err := r.arrivedAs(i, v, from, to); err != nil {
			return false, err
		}
	}
	return true, nil
}

// timid reports whether a unit of a demoralised formation would enter an
// enemy ZOC: its pursuit stops before [JDG-Q134].
func (r *run) timid(u int, to hex.Hex) bool {
	return r.p.formAt(r.p.form(u)).Demoralised && len(r.p.zocUnits(to, 1-r.p.side(u))) > 0
}

// pursuitFacing lets the owner of a pursuer that enters a hex keep its facing
// or turn by one corner, after a unit that it follows only so that aim, where
// that one went, is in front [9.5.2-g, 9.5.2-h, 9.5.2-l, JDG-P35]; by default
// it has aim in front, and most enemies.
func (r *run) pursuitFacing(u int, to, aim hex.Hex, quarry int) (hex.Facing, error) {
	now := r.p.unit(u).Facing
	fs := []hex.Facing{now}
	for _, f := range []hex.Facing{now.Turn(1), now.Turn(-1)} {
		d, ok := to.DirTo(aim)
		if front := f.Front(); quarry < 0 || ok && (front[0] == d || front[1] == d) {
			fs = append(fs, f)
		}
	}
	score := func(f hex.Facing) (n int) {
		for _, d := range f.Front() {
			switch {
			case to.Neighbor(d) == aim:
				n += 100
			case r.p.sideAt(to.Neighbor(d)) == 1-r.p.side(u):
				n++
			}
		}
		return n
	}
	options := make([]string, len(fs))
	for i, f := range fs {
		options[i] = f.String()
	}
	best := slices.MaxFunc(fs, func(a, b hex.Facing) int { return score(a) - score(b) })
	return chosen(r, choice{kind: "P35", side: r.p.side(u), unit: u, rule: "9.5.2-g", detail: true,
		prompt: "Which way does " + r.p.spec(u).ID + " face in " + to.String() + "?", options: options,
		def: best.String()},
		fs)
}

// chargeOn lets or makes the pursuers charge what stands in front of them
// [9.5.2-l, 9.5.2-s, 9.5.2-t].
func (r *run) chargeOn(us []int, c *combat, quarry int) error {
	if r.fate != nil {
		return nil
	}
	next := &combat{side: r.p.side(us[0]), kind: pursuitCharge, attackers: slices.Clone(us), chargers: slices.Clone(us),
		stack: us, hexes: r.p.hexesOf(us), pursuit: c.pursuit + 1}
	for _, h := range r.p.enemiesInFront(us[0]) {
		if r.p.chargeable(next.hexes[0], h) {
			next.targets = append(next.targets, h)
		}
	}
	if len(next.targets) == 0 {
		return nil
	}
	if r.meets(us[0], quarry) {
		if goes, err := r.goOnCharging(next); err != nil || !goes {
			return err
		}
	}
	formed, err := r.squaresAgainst(next.targets, next.pursuit)
	if err != nil {
		return err
	}
	if err := r.recall(next, slices.Clone(us), formed); err != nil {
		return err
	}
	return r.fight(next)
}

// goOnCharging decides P35 where the pursuit may be stopped: by default it
// stops at a pursuit DRM of -2 or worse, or below 1:1.
func (r *run) goOnCharging(c *combat) (bool, error) {
	def := "go-on"
	if r.rs.tables.PursuitDRM(c.pursuit) <= -2 || r.p.strength(c.attackers) < r.p.strength(r.p.fighters(c.targets)) {
		def = "stop"
	}
	answer, err := r.decide(choice{kind: "P35", side: c.side, unit: c.attackers[0],
		with: c.attackers[1:], combat: c, rule: "9.5.2-t",
		prompt:  "Does " + r.p.spec(c.attackers[0]).ID + " charge on, against " + pathString(c.targets) + "?",
		options: []string{"go-on", "stop"}, def: def})
	return answer == "go-on", err
}

// defenderPursuit lets attacked cavalry pursue one of the attackers who were
// beaten out of their hexes: when the table says so, or after a successful
// counter-charge, which lets it follow who withdrew, not enter the hex of one
// eliminated on the spot [9.5.1-c, 9.5.1-d, JDG-P34]; by default it does not. Ground
// that bars charges keeps it where it is [9.5.2-a]. Then
// cavalry that counter-charged takes the CT that ends it [JDG-Q101].
func (r *run) defenderPursuit(f *aftermath, beaten []int) error {
	left := f.withdrew
	if f.pursues {
		left = slices.DeleteFunc(slices.Clone(f.attackerHexes), func(h hex.Hex) bool {
			return !slices.ContainsFunc(beaten, func(u int) bool { return f.was[u] == h })
		})
	}
	for _, h := range f.defenderHexes {
		us := r.mayPursueBack(f, h)
		if len(us) == 0 {
			r.noPursuitBack(f, h)
			continue
		}
		vacated, rule := r.openTo(us[0], left), "9.5.1-c"
		if len(vacated) > 0 {
			rule = "9.5.2-a"
			vacated = slices.DeleteFunc(vacated, func(v hex.Hex) bool { return !r.p.chargeable(h, v) })
		}
		if len(vacated) == 0 {
			r.unable(choice{kind: "P34", side: r.p.side(us[0]), unit: us[0], with: us[1:]},
				&bar{rule, "no hex that the attacker left is open to " + r.p.unitIDs(us)}, "yes", "stack", "unit")
			continue
		}
		us, err := r.pursuersBack(f, us)
		if err != nil {
			return err
		}
		if len(us) > 0 {
			if err := r.chase(us, &combat{side: r.p.side(us[0]), chargers: us, hexes: []hex.Hex{h}}, f,
				beaten, vacated); err != nil {
				return err
			}
			if err := r.endOfCharges(us); err != nil {
				return err
			}
			break
		}
	}
	return r.endOfCharges(f.c.counters)
}

// noPursuitBack tells why cavalry of an attacked hex cannot pursue the attacker,
// although the result lets it.
func (r *run) noPursuitBack(f *aftermath, h hex.Hex) {
	for _, u := range f.defenders {
		if f.was[u] != h || r.p.spec(u).Arm != setup.Cavalry || !r.p.onMap(u) ||
			!f.pursues && !slices.Contains(f.c.counters, u) {
			continue
		}
		why := r.of(u, "9.5.1-c", "is "+r.p.unit(u).State.String())
		if dark := r.p.tooDark(); dark != nil {
			why = r.of(u, dark.rule, dark.why)
		} else if r.p.unit(u).State == setup.Ordered {
			why = r.of(u, "9.5.1-c", "has left its hex")
		}
		r.unable(choice{kind: "P34", side: r.p.side(u), unit: u}, why, "yes", "stack", "unit")
	}
}

// pursuersBack decides P34: nobody, the whole stack or one of its best units.
func (r *run) pursuersBack(f *aftermath, us []int) ([]int, error) {
	rule := "9.5.1-d"
	if f.pursues {
		rule = "9.5.1-c"
	}
	equals := r.p.firstToAdvance(us, us)
	options := []string{"no", "yes"}
	if len(us) > 1 {
		options = []string{"no", "stack", "unit"}
		for _, u := range equals {
			options = append(options, r.p.spec(u).ID)
		}
	}
	answer, err := r.decide(choice{kind: "P34", side: r.p.side(us[0]), unit: us[0], with: us[1:], rule: rule,
		prompt: "Does " + r.p.spec(us[0]).ID + " pursue the attacker?", options: options, def: "no"})
	if err != nil {
		return nil, err
	}
	switch answer {
	case "no":
		return nil, nil
	case "yes", "stack":
		return us, nil
	case "unit":
		return equals[:1], nil
	default:
		u, _ := r.p.sc.Unit(answer)
		return []int{u}, nil
	}
}

// mayPursueBack lists the cavalry of a defending hex that may pursue, under the limits of a charge [9.5.2-a].
func (r *run) mayPursueBack(f *aftermath, h hex.Hex) []int {
	if r.p.tooDark() != nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(f.defenders), func(u int) bool {
		return f.was[u] != h || r.p.spec(u).Arm != setup.Cavalry || !f.stays(u) ||
			r.p.unit(u).State != setup.Ordered ||
			!f.pursues && !slices.Contains(f.c.counters, u)
	})
}

// endOfCharges rolls the CTs of several units, such as those that counter-charged
// [JDG-Q101].
func (r *run) endOfCharges(us []int) error {
	for _, u := range us {
		if err := r.endOfCharge(u); err != nil {
			return err
		}
	}
	return nil
}
