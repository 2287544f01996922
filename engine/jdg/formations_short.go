package jdg

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
)

// Short implements engine.Expander: the lines for a formation, or for a combined marker, that
// at least one of its units can follow.
func (rs *Ruleset) Short(written engine.Draft, id string) (all []engine.Order) {
	d := written.(*draft)
	id = strings.ToLower(id)
	if !d.r.p.leads(id, d.r.side) {
		return nil
	}
	for _, v := range rs.verbs {
		form, ok := manyForms[v.Word]
		if !ok || !d.takes(v.step) {
			continue
		}
		m := d.musterOf(v.Word, id, form)
		switch {
		case m == nil:
		case form.goal == nil:
			if slices.ContainsFunc(m.units(), func(u int) bool { return len(m.options(v.Word, u)) > 0 }) {
				all = append(all, engine.Order{Words: []string{v.Word, id}})
			}
		default:
			for _, to := range m.goals(v.Word) {
				all = append(all, engine.Order{Words: []string{v.Word, id, form.goal[0], to}})
			}
		}
	}
	return all
}

// musterOf is an order for a formation as it would be read, with the nearest enemy as its goal.
func (d *draft) musterOf(word, id string, form manyForm) *muster {
	words := []string{word, id}
	if form.goal != nil {
		words = append(words, form.goal[0], nearest)
	}
	o, f := d.r.p.read(d.r.side, engine.Order{Words: words})
	if f != nil {
		return nil
	}
	return &muster{r: d.r, o: o}
}

// goals are what an order can be for, the nearest enemy first.
func (m *muster) goals(word string) (all []string) {
	var hexes []hex.Hex
	if word == "move" || word == "march" {
		if m.r.someoneMoves(m.o) {
			all = append(all, nearest)
		}
		hexes = m.wayTo()
	} else if hexes = m.targets(word); hexes != nil {
		all = append(all, nearest)
	}
	for _, h := range hexes {
		all = append(all, h.String())
	}
	return all
}

// wayTo are the hexes of the map to which a unit comes nearer.
func (m *muster) wayTo() (all []hex.Hex) {
	type reach struct {
		from hex.Hex
		ends []hex.Hex
	}
	var each []reach
	o := *m.o
	far := &muster{r: m.r, o: &o} // to whatever hex, but for that where a unit stands
	for _, u := range m.units() {
		far.o.hexes = []hex.Hex{m.elsewhere(u)}
		if rule, _ := far.stays(u); rule != "" {
			continue
		}
		w, _, f := far.walk(u, far.goal(u))
		if f != nil {
			continue
		}
		can := reach{from: w.from}
		for _, h := range w.search(hex.None).order {
			if ok, _, _ := m.r.p.mayStack(w.us, h); ok {
				can.ends = append(can.ends, h)
			}
		}
		each = append(each, can)
	}
	for _, h := range m.r.p.sc.Map.Hexes() {
		nearer := func(c reach) bool {
			return slices.ContainsFunc(c.ends, func(end hex.Hex) bool {
				return c.from == hex.None || end.Distance(h) < c.from.Distance(h)
			})
		}
		if slices.ContainsFunc(each, nearer) {
			all = append(all, h)
		}
	}
	return all
}

// elsewhere is a hex of the map in which a unit does not stand.
func (m *muster) elsewhere(u int) hex.Hex {
	hexes := m.r.p.sc.Map.Hexes()
	return hexes[boolInt(hexes[0] == m.r.p.unit(u).Hex)]
}

// targets are the hexes that a unit can attack now.
func (m *muster) targets(word string) (all []hex.Hex) {
	for _, u := range m.units() {
		for _, words := range m.options(word, u) {
			for _, h := range targetsOf(words) {
				if !slices.Contains(all, h) {
					all = append(all, h)
				}
			}
		}
	}
	return all
}

// leads reports whether a formation or a combined marker is among those that a side moves now.
func (p *Position) leads(id string, side int) bool {
	if p.Phase != ActivationPhase || p.Asked != nil || p.markerSide(p.Drawn) != side {
		return false
	}
	forms, now := p.activated(p.markerOf(id)), p.activated(p.Drawn)
	return forms != nil && !slices.ContainsFunc(forms, func(f int) bool { return !slices.Contains(now, f) })
}
