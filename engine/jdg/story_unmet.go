package jdg

import (
	"fmt"
	"slices"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// noteEntry counts the stacks that come on through a hex: what enters one way at
// one cost is one.
func (t *teller) noteEntry(e engine.Event) {
	switch {
	case e.Kind == "activate":
		t.columns, t.entry, t.comingOn = nil, "", map[string]string{}
	case e.Kind == "decision" && e.Get("kind") == "P19":
		t.comingOn[e.Get("whom")] = e.Get("answer")
	case e.Kind == "enter":
		if way := e.Get("path") + " " + e.Get("cost"); way != t.entry {
			t.entry, t.columns = way, append(t.columns, pathOf(e)[1])
		}
	}
}

// tellDelayed tells of the units of an activation that were to come on and have
// not, and why [5.2.2-d].
func (t *teller) tellDelayed() {
	late := func(u int) bool { return t.p.arriving(u) && !t.p.formAt(t.p.form(u)).Acted }
	if t.p.Drawn == (Marker{}) || !slices.ContainsFunc(indexes(len(t.p.sc.Units)), late) {
		return
	}
	r := runOn(t.p.rs, t.p.clone(), nil)
	r.dry = true
	r.newActivation(nil)
	r.act.columns = t.columns
	for _, u := range r.act.units {
		if !late(u) {
			continue
		}
		how := t.comingOn[r.p.spec(u).ID]
		rule, bar := r.entryBar(u, how)
		why := reason(bar)
		if how == "no" {
			rule, why = "5.2.1", say("late.wish")
		} else if bar == "" && r.p.side(u) == t.own {
			why = say("late.road")
		}
		t.line(engine.Line{Rule: rule, Text: say("late", t.who(u), tongue.Words("why", why)).Sentence()})
	}
}

// entryBar says why a unit has not come on, and by which clause; "" if it could.
// By default it comes on at a forced march, or by normal movement where it may not.
func (r *run) entryBar(u int, how string) (rule, why string) {
	if how != "normal" {
		how = ""
	}
	w, _, _, rule, why := r.enterWalk([]int{u}, how)
	if rule != "" {
		return rule, r.p.spec(u).ID + " " + why
	}
	mp, _, rule, why := w.entry(w.gate)
	switch {
	case rule != "":
		return rule, "at " + w.gate.String() + " " + why
	case mp > w.mp:
		return "5.2.2-d", fmt.Sprintf("as stack number %d it pays %d MP for %s, and it has %d", w.column, mp, w.gate,
			w.mp)
	}
	ends := func(h hex.Hex) bool { ok, _, _ := r.p.mayStack(w.us, h); return ok }
	if found := w.search(hex.None); !slices.ContainsFunc(found.order, ends) {
		return "5.2.2-d", "no hex that it can reach from " + w.gate.String() + " has room for it"
	}
	return "5.2.2-d", ""
}
