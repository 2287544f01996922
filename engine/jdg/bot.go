package jdg

import (
	"cmp"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// Tactical is a plain computer player: it fires when it can, goes for the
// nearest enemy or place to take, charges and shocks where the modifiers are
// good, keeps disordered units back and rallies. It looks only at the side's
// view, uses no chance, and always gives legal orders. In the Orders Phase it
// leaves everything to the defaults, and it answers questions by theirs.
func (rs *Ruleset) Tactical(pos engine.Position, side engine.Side) engine.Orders {
	return rs.tactical(pos, side, nil)
}

func (rs *Ruleset) tactical(pos engine.Position, side engine.Side, keen *keenness) engine.Orders {
	p := rs.View(pos, side).(*Position).clone() // for a dry run
	out := engine.Orders{Side: side}
	s := p.sideOf(side)
	switch {
	case p.Asked != nil:
		if q, ok := p.Asked.Question(side); ok {
			out.Lines = []engine.Order{botLine(1, append([]string{"answer"}, strings.Fields(q.Default)...)...)}
		}
	case p.Phase == ActivationPhase && p.markerSide(p.Drawn) == s:
		b := &bot{r: &run{rs: rs, p: p, dry: true, listing: true, side: s}, side: s, keen: keen}
		b.r.newActivation(nil)
		b.activation()
		out.Lines = b.lines
		if b.r.closeDeclarations() != nil {
			rs.retract(pos, &out)
		}
	}
	return out
}

// retract takes back lines until the rest is legal: an attack can oblige a
// friend in the hex where it ends to more than is ordered [5.1.3-c, 8.2-f].
func (rs *Ruleset) retract(pos engine.Position, out *engine.Orders) {
	for range len(out.Lines) {
		fs := rs.Check(pos, *out)
		if len(fs) == 0 {
			return
		}
		out.Lines = slices.DeleteFunc(out.Lines, func(o engine.Order) bool { return o.Line == fs[0].Line })
		for i := range out.Lines {
			out.Lines[i].Line = i + 1
		}
	}
}

func botLine(no int, words ...string) engine.Order {
	for i, w := range words {
		words[i] = strings.ToLower(w)
	}
	return engine.Order{Line: no, Text: strings.Join(words, " "), Words: words}
}

// bot thinks one activation through in a dry run.
type bot struct {
	r     *run
	side  int
	lines []engine.Order
	keen  *keenness  // nil for all but Keen
	plans [][]string // lines of orders when drawn
}

// give gives an order if it is legal.
func (b *bot) give(words ...string) bool {
	line := botLine(len(b.lines)+1, words...)
	o, f := b.r.p.read(b.side, line)
	if f == nil {
		f, _ = o.verb.do(b.r, o) // a dry run asks nobody
	}
	if f != nil {
		return false
	}
	b.lines = append(b.lines, line)
	return true
}

func (b *bot) activation() {
	b.initiative()
	b.fire()
	b.reinforce()
	b.charges()
	for _, u := range b.movers() {
		b.move(u)
	}
	b.shocks()
}

// initiative tries the leader's initiative where it succeeds more often than
// not.
func (b *bot) initiative() {
	if b.r.act.marker.Rating < 5 {
		return
	}
	for _, words := range b.options("initiative") {
		b.give(words...)
	}
}

// options collects the options of one verb.
func (b *bot) options(word string) [][]string {
	i := slices.IndexFunc(b.r.rs.verbs, func(v *verb) bool { return v.Word == word })
	var all [][]string
	if v := b.r.rs.verbs[i]; v.options != nil {
		v.eachOption(b.r, func(words ...string) { all = append(all, slices.Clone(words)) })
	}
	return all
}

// fire lets every gun fire at the hex with most strength in it.
func (b *bot) fire() {
	all := b.options("fire")
	slices.SortStableFunc(all, func(x, y []string) int { return cmp.Compare(b.targetSP(y), b.targetSP(x)) })
	for _, words := range all {
		b.give(words...)
	}
}

// targetSP is the strength in the hex that a fire order names.
func (b *bot) targetSP(words []string) int {
	h, _ := hex.Parse(words[slices.Index(words, "at")+1])
	return b.r.p.strength(b.r.p.stack(h))
}

// reinforce brings arriving units on, as near to the enemy as they can.
func (b *bot) reinforce() {
	all := b.options("enter")
	slices.SortStableFunc(all, func(x, y []string) int { return cmp.Compare(b.endsNear(x), b.endsNear(y)) })
	for _, words := range all {
		b.give(words...)
	}
}

// endsNear is the distance to the nearest enemy of the last hex named.
func (b *bot) endsNear(words []string) int {
	var last hex.Hex
	for _, w := range words {
		if h, err := hex.Parse(w); err == nil {
			last = h
		}
	}
	return b.r.p.nearestEnemy(last, b.side)
}

// attack is an order to attack with how good it looks.
type attack struct {
	words []string
	value int // sum of its modifiers
}

// charges gives the charges with good modifiers, the best first.
func (b *bot) charges() {
	b.attacks("charge")
}

// shocks gives the shocks with good modifiers, the best first.
func (b *bot) shocks() {
	b.attacks("shock")
}

// attacks gives all attacks of one verb whose modifiers add up to more than 0, or to 0 for Keen.
// An attack that was given changes what is open to the others.
func (b *bot) attacks(word string) {
	for range len(b.r.p.sc.Units) {
		best := attack{value: b.keen.least() - 1}
		all := b.options(word)
		slices.SortStableFunc(all, func(x, y []string) int {
			return strings.Count(x[1], ",") - strings.Count(y[1],
				",")
		})
		for _, words := range all { // a joint attack has to be better than one alone
			if v := b.value(words); v > best.value {
				best = attack{words, v}
			}
		}
		if best.words == nil || !b.give(best.words...) {
			return
		}
	}
}

// value adds up the modifiers of an attack.
func (b *bot) value(words []string) int {
	o, _ := b.r.p.read(b.side, botLine(0, slices.Clone(words)...))
	c := &combat{side: b.side, targets: o.hexes}
	for _, h := range b.r.p.hexesOf(o.units) {
		for _, u := range b.r.p.stack(h) {
			if b.r.p.spec(u).Arm != setup.Artillery && b.r.p.unit(u).State == setup.Ordered {
				c.attackers = append(c.attackers, u)
			}
		}
	}
	if o.verb.Word == "charge" {
		c.attackers, c.chargers, c.targets = o.units, o.units, o.hexes[:1]
	}
	if len(b.r.p.fighters(c.targets)) == 0 {
		return 9 // artillery alone
	}
	return sum(b.r.modifiers(c))
}

// movers lists the units that may move, the nearest to the enemy first.
func (b *bot) movers() []int {
	var us []int
	for _, u := range b.r.act.units {
		if b.r.p.onMap(u) && b.r.p.unit(u).State == setup.Ordered {
			us = append(us, u)
		}
	}
	slices.SortStableFunc(us, func(x, y int) int {
		return cmp.Compare(b.r.p.nearestEnemy(b.r.p.unit(x).Hex, b.side),
			b.r.p.nearestEnemy(b.r.p.unit(y).Hex, b.side))
	})
	return us
}

// move takes one unit where it likes best to be, if that is not where it is.
func (b *bot) move(u int) {
	p := b.r.p
	mp, rule, _ := b.r.allowance(u, normalGait)
	if rule != "" || p.spec(u).Arm != setup.Artillery && len(p.enemiesInFront(u)) > 0 {
		return
	}
	w := p.newWalk([]int{u}, normalGait, mp)
	aims := b.aims(u)
	best, most := p.unit(u).Hex, b.like(u, p.unit(u).Hex, aims)
	for _, h := range w.search(hex.None).order {
		v := b.like(u, h, aims)
		better := v > most || v == most && best != p.unit(u).Hex && b.keen.either()
		if better && p.mayEnd(u, h) {
			best, most = h, v
		}
	}
	facing := p.facingToward(best, []hex.Hex{b.step(best, nearestAim(best, aims))}, p.unit(u).Facing)
	switch {
	case best == p.unit(u).Hex && facing != p.unit(u).Facing:
		b.give("face", p.spec(u).ID, facing.String())
	case best == p.unit(u).Hex:
	case !b.give("move", p.spec(u).ID, "to", best.String(), "face", facing.String()):
		b.give("move", p.spec(u).ID, "to", best.String())
	}
}

// step is the neighbour of h that is nearest to a hex.
func (b *bot) step(h, to hex.Hex) hex.Hex {
	ns := h.Neighbors()
	return slices.MinFunc(ns[:], func(x, y hex.Hex) int { return x.Distance(to) - y.Distance(to) })
}

// aim is a hex that a unit may go for, and by how much farther it counts than it is.
type aim struct {
	at    hex.Hex
	extra int
}

// aims are all that a unit may go for: each enemy, and each place to take.
func (b *bot) aims(u int) []aim {
	p := b.r.p
	var as []aim
	for e := range p.sc.Units {
		if p.onMap(e) && p.side(e) != b.side {
			as = append(as, aim{p.unit(e).Hex, 0})
		}
	}
	if p.spec(u).Arm == setup.Artillery {
		return as
	}
	for _, g := range p.sc.Goals {
		if p.sideAt(g.Hex) != b.side {
			as = append(as, aim{g.Hex, 1})
		}
	}
	return as
}

// nearestAim is what a unit in h goes for: the nearest of its aims, or h if there is none.
func nearestAim(h hex.Hex, aims []aim) hex.Hex {
	best, near := h, 999
	for _, a := range aims {
		if d := h.Distance(a.at) + a.extra; d < near {
			best, near = a.at, d
		}
	}
	return best
}

// like values a hex for a unit: infantry wants to be next to what it goes for,
// cavalry at the distance of a charge, artillery at its effective range, all
// on ground that helps.
func (b *bot) like(u int, h hex.Hex, aims []aim) int {
	p, spec := b.r.p, b.r.p.spec(u)
	at := nearestAim(h, aims)
	d := h.Distance(at)
	want := 1
	switch {
	case b.keen != nil && spec.Arm != setup.Artillery && p.topUnit(at) < 0:
		want = 0 // nobody is there: it is to be taken
	case spec.Arm == setup.Artillery:
		want = max(spec.Near, 2)
	case spec.Arm == setup.Cavalry && p.topUnit(at) >= 0:
		want = 3 // room for a charge
	}
	v := -10 * max(d-want, want-d)
	return v - p.rs.tables.Hexes[p.sc.Map.At(h).Terrain].Defence - len(p.zocUnits(h, 1-b.side))
}
