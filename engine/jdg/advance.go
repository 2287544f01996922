package jdg

import (
	"cmp"
	"slices"
	"strings"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// advance moves the winner, one of us, into a vacated hex: the best unit, or
// its whole stack without the artillery if several stacks attacked, or if it
// pursued as one [8.7.1-a, 8.7.1-b, 8.7.1-f, 9.5.2-f]. It returns the units that
// went and the hex that they left.
func (r *run) advance(c *combat, us []int, vacated []hex.Hex, rule string) (went []int, from hex.Hex, err error) {
	equals := r.p.firstToAdvance(r.advancers(c, us, vacated), c.chargers)
	if len(equals) == 0 {
		return nil, hex.None, nil
	}
	way, err := r.chooseAdvance(c.side, equals, vacated, rule)
	if err != nil {
		return nil, hex.None, err
	}
	went, from = []int{way.unit}, r.p.unit(way.unit).Hex
	if len(c.hexes) > 1 || c.pursuit > 0 {
		went = r.p.fighters([]hex.Hex{from}) // of one arm, and none of them routed [5.1.1-i, 5.1.1-k]
	}
	return went, from, r.advanceInto(went, way.to, way.facing, rule)
}

// advancers lists the units of us that are still where they attacked from and
// could enter one of the vacated hexes.
func (r *run) advancers(c *combat, us []int, vacated []hex.Hex) []int {
	return slices.DeleteFunc(slices.Clone(us), func(u int) bool {
		return r.p.unit(u).State >= setup.Routed || !slices.Contains(c.hexes, r.p.unit(u).Hex) ||
			!slices.ContainsFunc(vacated, func(h hex.Hex) bool { return r.mayAdvance(u, h) })
	})
}

// mayAdvance reports whether ground lets a unit advance into an empty hex
// [JDG-Q84, JDG-Q44].
func (r *run) mayAdvance(u int, h hex.Hex) bool {
	from := r.p.unit(u).Hex
	return from.Distance(h) == 1 && r.p.topUnit(h) < 0 && r.p.crossable(u, from, h) && !r.p.entryLocked(h, r.p.side(u))
}

// firstToAdvance picks the units that come first by the priorities of 8.7.3:
// cavalry that charged, heavy cavalry, cavalry, cohesion; among them those with
// more SP come first [JDG-Q88, JDG-P30].
func (p *Position) firstToAdvance(us, chargers []int) []int {
	class := func(u int) int {
		n := 0
		if p.spec(u).Arm == setup.Cavalry {
			n = 1
		}
		if p.spec(u).Heavy {
			n = 2
		}
		if slices.Contains(chargers, u) {
			n += 3
		}
		return n
	}
	rank := func(a, b int) int {
		return cmp.Or(cmp.Compare(class(b), class(a)), cmp.Compare(p.values(b).Cohesion, p.values(a).Cohesion))
	}
	us = slices.Clone(us)
	slices.SortStableFunc(us, func(a, b int) int {
		return cmp.Or(rank(a, b), cmp.Compare(p.values(b).SP, p.values(a).SP))
	})
	n := 0
	for n < len(us) && rank(us[0], us[n]) == 0 {
		n++
	}
	return us[:n]
}

// advanceWay is who advances, where to, and how he faces then.
type advanceWay struct {
	unit   int
	to     hex.Hex
	facing hex.Facing
}

// chooseAdvance lets the winner choose among equals, vacated hexes and
// facings, at most one corner away; before a breakthrough nobody turns
// [8.7.1-c, 8.7.1-d, 8.7.2-c, JDG-P30].
func (r *run) chooseAdvance(side int, equals []int, vacated []hex.Hex, rule string) (advanceWay, error) {
	var ways []advanceWay
	var options []string
	for _, u := range equals {
		for _, h := range vacated {
			if !r.mayAdvance(u, h) {
				continue
			}
			facings := r.p.turns(h, r.p.unit(u).Facing, side)
			if rule == "8.7.2-c" {
				facings = []hex.Facing{r.p.unit(u).Facing}
			}
			for _, f := range facings {
				ways = append(ways, advanceWay{u, h, f})
				options = append(options, strings.Join([]string{r.p.spec(u).ID, h.String(), f.String()}, " "))
			}
		}
	}
	c := choice{kind: "P30", side: side, unit: equals[0], rule: rule,
		prompt: "Who advances, into which hex, and facing where?", options: options, def: options[0]}
	if i := r.advanceSheet(side, equals, ways); i >= 0 {
		c.sheet = options[i]
	}
	return chosen(r, c, ways)
}

// advanceSheet is the way that standing orders prefer, -1 if they say nothing:
// who goes among equals, and whether he turns [JDG-P30].
func (r *run) advanceSheet(side int, equals []int, ways []advanceWay) int {
	best := r.p.spec(equals[0])
	words := strings.Split(r.p.sheet(side, "P30", best.ID, best.Form), ",")
	who := ways[0].unit
	if slices.Contains(words, "weakest") {
		who = ways[len(ways)-1].unit
	}
	keep := slices.Contains(words, "keep")
	if !keep && !slices.Contains(words, "weakest") && !slices.Contains(words, "strongest") {
		return -1
	}
	return slices.IndexFunc(ways, func(w advanceWay) bool {
		return w.unit == who && (!keep || w.facing == r.p.unit(who).Facing)
	})
}

// turns lists the facings at most one corner from the present, the one with
// most enemies in front first, then the present one.
func (p *Position) turns(h hex.Hex, now hex.Facing, s int) []hex.Facing {
	enemies := func(f hex.Facing) (all int) {
		for _, d := range f.Front() {
			if n := h.Neighbor(d); p.sideAt(n) == 1-s {
				all += len(p.stack(n))
			}
		}
		return all
	}
	fs := []hex.Facing{now, now.Turn(-1), now.Turn(1)}
	slices.SortStableFunc(fs, func(a, b hex.Facing) int { return enemies(b) - enemies(a) })
	return fs
}

// advanceInto moves units into a hex after combat, free of MP and ZOC, and
// disorders them if the ground does [8.7.1-h].
func (r *run) advanceInto(us []int, to hex.Hex, facing hex.Facing, rule string) error {
	for i, u := range us {
		from := r.p.unit(u).Hex
		r.note(u, forced)
		r.event(rule, "advance", r.p.side(u), "unit", r.p.spec(u).ID, "path",
			pathString([]hex.Hex{from, to}), "facing", facing.String())
		if err := r.arrivedAs(i, u, from, to); err != nil {
			return err
		}
		if r.p.unit(u).State == setup.Ordered && r.p.disordersAdvance(u, from, to) {
			r.disorder(u, "8.7.1-h", "terrain")
		}
	}
	return nil
}

// disordersAdvance reports whether advancing across this hexside into this
// hex disorders the unit.
func (p *Position) disordersAdvance(u int, from, to hex.Hex) bool {
	arm := p.spec(u).Arm
	if p.rs.tables.Hexes[p.sc.Map.At(to).Terrain].Disorders[arm] {
		return true
	}
	d, _ := from.DirTo(to)
	sides := p.sc.Map.At(from).Sides[d]
	crossing := sides.Has(setup.Bridge) || sides.Has(setup.Ford)
	for k := range setup.NumSideKinds {
		water := k == setup.Stream || k == setup.River
		if sides.Has(k) && p.rs.tables.Sides[k].Disorders[arm] && !(water && crossing) {
			return true
		}
	}
	return false
}

// enemiesInFront lists the front hexes of a unit with enemies that it could
// attack, as it is turned.
func (p *Position) enemiesInFront(u int) []hex.Hex {
	var hs []hex.Hex
	from := p.unit(u).Hex
	for _, d := range p.unit(u).Facing.Front() {
		if h := from.Neighbor(d); p.sideAt(h) == 1-p.side(u) && p.crossable(u, from, h) {
			hs = append(hs, h)
		}
	}
	return hs
}
