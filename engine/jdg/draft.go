package jdg

import (
	"slices"
	"strings"

	"berthier/engine"
)

// draft is an answer that is being written: a dry run in which the orders
// written so far have been carried out.
type draft struct {
	r        *run
	optional bool
	last     step // of the orders so far
	room     []candidate
}

// candidate is a verb, by index, with one of its subjects.
type candidate struct{ verb, subject int16 }

// Draft implements engine.Ruleset. For an open decision it takes orders of the
// last order's step of the activation or of a later one, each legal by
// itself; for an optional one those that can be given beforehand.
func (rs *Ruleset) Draft(pos engine.Position, d engine.Decision) engine.Draft {
	p := pos.(*Position)
	r := &run{rs: rs, p: p.clone(), dry: true, listing: true}
	r.startRehearsal(p.sideOf(d.Side))
	return &draft{r: r, optional: d.Optional}
}

// takes reports whether orders of a step may follow.
func (d *draft) takes(s step) bool {
	switch p := d.r.p; {
	case d.optional:
		return s == always
	case p.Asked != nil:
		return s == answerStep
	case p.Phase == OrdersPhase:
		return s == phaseA
	}
	return s >= max(d.last, initiativeStep) && s <= rallyStep
}

// Options implements engine.Draft.
func (d *draft) Options() []engine.Order {
	d.r.full = true
	defer func() { d.r.full = false }()
	var out []engine.Order
	for _, v := range d.r.rs.verbs {
		if d.takes(v.step) {
			v.eachOption(d.r, func(words ...string) { out = append(out, engine.Order{Words: slices.Clone(words)}) })
		}
	}
	return out
}

// About implements engine.Draft.
func (d *draft) About(id string) (about []engine.Option) {
	d.r.full = true
	defer func() { d.r.full = false }()
	u, unit := d.r.p.sc.Unit(strings.ToLower(id))
	_, form := d.r.p.sc.Form(strings.ToLower(id))
	for _, v := range d.r.rs.verbs {
		if !d.takes(v.step) || v.ofUnits && form || v.ofLeaders && unit {
			continue
		}
		for _, s := range v.subjects(d.r) {
			if unit && v.ofUnits && !d.r.p.beside(s, u) {
				continue
			}
			v.options(d.r, s, func(words ...string) {
				if o := (engine.Order{Words: words}); o.Names(id) {
					o.Words = slices.Clone(words)
					about = append(about, d.priced(o))
				}
			})
		}
	}
	return about
}

// beside reports whether two units stand in one hex or in adjacent ones, or
// neither is on the map.
func (p *Position) beside(a, b int) bool {
	if p.onMap(a) && p.onMap(b) {
		return p.unit(a).Hex.Distance(p.unit(b).Hex) <= 1
	}
	return p.onMap(a) == p.onMap(b)
}

// priced says what an option costs.
func (d *draft) priced(o engine.Order) engine.Option {
	option := engine.Option{Order: o}
	o.Words = lower(o.Words)
	if ord, f := d.r.p.read(d.r.side, o); f == nil && ord.verb.cost != nil {
		option.Cost, option.Why = ord.verb.cost(d.r, ord)
	}
	return option
}

// Pick implements engine.Draft. It draws the verb together with the subject,
// all alike, then one of the orders that there are for both; of the hexes where
// a unit may go, one of those that destinations picks. Where there is none it
// draws again among the others.
func (d *draft) Pick(below func(n int) int) (o engine.Order, ok bool) {
	all := slices.Grow(d.room[:0], len(d.r.p.sc.Units)+64)
	for i, v := range d.r.rs.verbs {
		if !d.takes(v.step) {
			continue
		}
		for _, s := range v.subjects(d.r) {
			all = append(all, candidate{int16(i), int16(s)})
		}
	}
	d.room, d.r.below = all, below
	defer func() { d.r.below = nil }()
	n := 0 // options of the candidate at hand
	choose := func(words ...string) {
		if n++; below(n) == 0 {
			o.Words, ok = append(o.Words[:0], words...), true
		}
	}
	for len(all) > 0 && !ok {
		i := below(len(all))
		c := all[i]
		n = 0
		d.r.rs.verbs[c.verb].options(d.r, int(c.subject), choose)
		all[i] = all[len(all)-1]
		all = all[:len(all)-1]
	}
	return o, ok
}

// Add implements engine.Draft.
func (d *draft) Add(o engine.Order) {
	ord, f := d.r.p.readIn(&d.r.line, d.r.side, &o)
	if f != nil || d.r.rehearseOne(ord) != nil {
		return
	}
	d.last = max(d.last, ord.verb.step)
}
