package jdg

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/jdg/setup"
)

// groupNames takes a list of groups, units or formations of the own side.
// Which groups there are is known only when the line is carried out.
func (l *line) groupNames(o *order) {
	for name := range strings.SplitSeq(l.next("the group"), ",") {
		base, _, _ := strings.Cut(name, ".")
		f, isForm := l.p.sc.Form(base)
		u, isUnit := l.p.sc.Unit(name)
		c, leads := l.p.sc.Commander(name)
		switch {
		case isForm && l.p.sc.Forms[f].Side == l.side, isUnit && l.p.side(u) == l.side:
			o.words = append(o.words, name)
		case isForm, isUnit, leads && l.p.sc.Leaders[c].Side != l.side:
			l.fail(l.p.yourForms(l.side), "%s is not yours", name)
		case leads:
			l.fail(l.p.yourForms(l.side), "%s is a commander, no unit", name)
		default:
			near := l.p.nearestUnit(name, l.side)
			if !strings.HasPrefix(near, "did you mean") {
				near = l.p.yourForms(l.side)
			}
			l.fail(near, "there is no group, formation or unit %q", name)
		}
	}
}

// yourForms lists the formations of a side, for hints.
func (p *Position) yourForms(s int) string { return "yours are " + strings.Join(p.formIDs(s), ", ") }

// yourUnits lists the units of a side that act now, or else its formations, for hints.
func (p *Position) yourUnits(s int) string {
	us := p.activeUnits()
	if len(us) == 0 || p.side(us[0]) != s {
		return p.yourForms(s)
	}
	return "yours are " + strings.ReplaceAll(p.unitIDs(us), ",", ", ")
}

// yourCommanders lists the commanders of a side, for hints.
func (p *Position) yourCommanders(s int) string {
	return "yours are " + strings.Join(p.commanderIDs(s), ", ")
}

// commanderIDs lists the commanders of a side.
func (p *Position) commanderIDs(s int) (ids []string) {
	for _, c := range p.sc.Leaders {
		if c.Side == s {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// groupsNamed returns the indexes of the groups that a name stands for: one
// group, that of a unit, or all of a formation.
func (r *run) groupsNamed(o *order, name string) ([]int, *engine.Fault) {
	var found []int
	for i, g := range r.p.Groups {
		if g.ID == name || r.p.sc.Forms[g.Form].ID == name {
			found = append(found, i)
		}
	}
	if u, ok := r.p.sc.Unit(name); ok && r.p.unit(u).Group >= 0 {
		found = append(found, int(r.p.unit(u).Group))
	}
	if found != nil {
		return found, nil
	}
	var ids []string
	for _, g := range r.p.Groups {
		if r.p.sc.Forms[g.Form].Side == o.side {
			ids = append(ids, g.ID)
		}
	}
	return nil, hint(o.fault("2.3.1-c", "%s is in no tactical group of this turn", name),
		"groups are %s", strings.Join(ids, ", "))
}

func parseOrder(l *line, o *order) {
	if l.accept("none") {
		return
	}
	l.groupNames(o)
	if l.accept("by") {
		o.word = l.next("the commander")
		if c, ok := l.p.sc.Commander(o.word); o.word != "" && (!ok || l.p.sc.Leaders[c].Side != l.side) {
			l.fail(l.p.yourCommanders(l.side), "%q is no commander of yours", o.word)
		}
	}
}

// doOrder notes orders for groups; the markers are laid when all lines of the
// side have been read [2.3.2].
func doOrder(r *run, o *order) *engine.Fault {
	r.formForOrders(o.side)
	before := r.issued
	for _, name := range o.words {
		f := r.orderGroups(o, name)
		if f != nil {
			r.issued = before
			return f
		}
	}
	return nil
}

// formForOrders makes the groups to which the first order is given: what
// changes them has been done before all orders.
func (r *run) formForOrders(side int) {
	if r.issued == nil {
		r.dropStanding(side)
		r.regroup()
	}
}

func (r *run) orderGroups(o *order, name string) *engine.Fault {
	groups, f := r.groupsNamed(o, name)
	if f != nil {
		return f
	}
	by := -1
	if o.word != "" {
		by, _ = r.p.sc.Commander(o.word)
	}
	for _, g := range groups {
		if f := r.issueTo(o, r.p.Groups[g], by); f != nil {
			return f
		}
	}
	return nil
}

// issueTo adds one order if somebody can give it.
func (r *run) issueTo(o *order, g *Group, by int) *engine.Fault {
	if i := slices.IndexFunc(r.issued, func(is issue) bool { return is.group == g.ID }); i >= 0 {
		if r.issued[i].order == o {
			return nil
		}
		return o.fault("2.3.2", "%s has an order already", g.ID)
	}
	more := append(slices.Clone(r.issued), issue{g.ID, by, o})
	if _, ok := r.p.assign(more); ok {
		r.issued = more
		return nil
	}
	var can, alive []string
	for c, l := range r.p.sc.Leaders {
		if l.Side != o.side || !r.p.commanderAlive(c) {
			continue
		}
		alive = append(alive, fmt.Sprintf("%s (%s) %d", l.ID, r.p.Leaders[c].Hex, l.Range))
		if r.p.commands(c, g) {
			can = append(can, fmt.Sprintf("%s %d", l.ID, l.Rating))
		}
	}
	switch {
	case alive == nil:
		return o.fault("2.5.2-i", "your army has no commander left: nobody can give orders")
	case can == nil || by >= 0 && !r.p.commands(by, g):
		return hint(
			o.fault("2.3.2-e", "no unit of %s is within command range", g.ID),
			"command range in hexes: %s",
			strings.Join(alive, ", "),
		)
	}
	return hint(o.fault("2.3.2-b", "%s cannot get an order: the commanders in range have given all that they may",
		g.ID), "orders that each in range may give: %s", strings.Join(can, ", "))
}

// orderSubjects lists the groups as they are when an order is given.
func orderSubjects(r *run) []int {
	r.formForOrders(r.side)
	return r.indexes(len(r.p.Groups))
}

func orderOptions(r *run, i int, yield func(words ...string)) {
	g := r.p.Groups[i]
	if r.p.sc.Forms[g.Form].Side != r.side ||
		slices.ContainsFunc(r.issued, func(is issue) bool { return is.group == g.ID }) {
		return
	}
	if _, ok := r.p.assign(append(slices.Clone(r.issued), issue{g.ID, -1, nil})); ok {
		yield("order", g.ID)
	}
}

func parseCAM(l *line, o *order) {
	if l.accept("none") {
		return
	}
	if w := l.next("the marker"); w != "" {
		l.problem(l.camList(w))
		o.words = strings.Split(w, ",")
	}
}

// doCAM puts combined markers into the cup [1.A-a, 2.1.2-b].
func doCAM(r *run, o *order) *engine.Fault {
	for _, id := range o.words {
		if b := r.camBar(r.p.sc.CAM(id)); b != nil {
			return o.fault(b.rule, "%s", b.why)
		}
	}
	for _, id := range o.words {
		r.putCAM(r.p.sc.CAM(id))
	}
	return nil
}

func combinedMarker(c *setup.CAMSpec) Marker { return Marker{ID: c.ID, Rating: c.Rating} }

// putCAM puts a combined marker into the cup unless it is there already.
func (r *run) putCAM(c *setup.CAMSpec) {
	if !slices.Contains(r.p.cup(), combinedMarker(c)) {
		r.event("2.1.2-b", "cup", c.Side, "marker", combinedMarker(c).String())
	}
}

// fillCup puts a side's combined markers into the cup: the mandatory ones,
// and those that it chose now or beforehand [JDG-P1].
func (r *run) fillCup(s int, orders []*order) error {
	for i := range r.p.sc.CAMs {
		if c := &r.p.sc.CAMs[i]; c.Side == s && c.Mandatory && r.camReady(c) {
			r.putCAM(c)
		}
	}
	if n, err := r.ordersOf(orders, "cam"); err != nil || n > 0 {
		return err
	}
	list, _ := r.p.Sheets[s].Find("P1")
	for id := range strings.SplitSeq(list.Answer, ",") {
		c := r.p.sc.CAM(id)
		switch {
		case c == nil:
		case r.camReady(c):
			r.putCAM(c)
		default:
			r.notFollowed(s, list, r.camBar(c))
		}
	}
	return nil
}

func (r *run) camReady(c *setup.CAMSpec) bool { return r.camBar(c) == nil }

// camBar says why a combined marker cannot go into the cup, nil if it can.
func (r *run) camBar(c *setup.CAMSpec) *bar {
	switch {
	case r.p.Turn < c.From:
		return &bar{"2.1.2-c", c.ID + " comes into play in turn " + itoa(c.From)}
	case !r.p.canAct(combinedMarker(c)):
		return &bar{"1.C-a", c.ID + " would activate nothing: none of its formations is on the map or due"}
	}
	return nil
}

func camOptions(r *run, i int, yield func(words ...string)) {
	if c := &r.p.sc.CAMs[i]; c.Side == r.side && r.camReady(c) {
		yield("cam", c.ID)
	}
}

// bestMarker returns the marker with the highest initiative rating, or with the
// rating that is named, of the first formation in the list that has one among
// ms, the first of them among equals, or "none" [JDG-P5, JDG-Q146].
func (r *run) bestMarker(answer string, ms []Marker) string {
	for entry := range strings.SplitSeq(answer, ",") {
		id, rating, rated := strings.Cut(entry, ":")
		var best Marker
		for _, m := range ms {
			if m.ID == id && (!rated || itoa(m.Rating) == rating) && (best == Marker{} || m.Rating > best.Rating) {
				best = m
			}
		}
		if best != (Marker{}) {
			return best.String()
		}
	}
	return "none"
}
