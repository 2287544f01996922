package jdg

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
)

// unmet says why a decision is not what a standing order of the reader wants,
// "" if it is or he has none.
func (t *teller) unmet(e engine.Event) string {
	kind, answer, source := e.Get("kind"), e.Get("answer"), e.Get("source")
	d := decisionOfKind(kind)
	if d == nil || t.own < 0 || t.p.sideOf(e.By) != t.own {
		return ""
	}
	wanted := t.standingFor(kind, e.Get("whom"))
	plain, condition, conditional := strings.Cut(wanted, " if ")
	switch {
	case wanted == "" || wanted == "ask" || plain == answer || !slices.Contains(d.answers, answer) || !slices.Contains(d.answers, plain):
		return ""
	case source == "standing" && conditional:
		return ", whose condition does not hold: if " + condition
	case source == "default" && (plain != "yes" || answer == "no"):
		return ": the standing order " + d.word + " " + wanted + " cannot be followed, since " + whyUnmet(kind, plain)
	}
	return ""
}

// standingFor is what the reader's standing orders say of a kind for a unit, a
// commander or the army.
func (t *teller) standingFor(kind, whom string) string {
	if u, ok := t.p.sc.Unit(whom); ok {
		return t.p.sheet(t.own, kind, whom, t.p.spec(u).Form)
	}
	if c, ok := t.p.sc.Commander(whom); ok {
		owners := []string{whom}
		if u := t.p.topUnit(t.p.Leaders[c].Hex); u >= 0 && t.p.side(u) == t.own {
			owners = append(owners, t.p.spec(u).ID, t.p.spec(u).Form)
		}
		return t.p.sheet(t.own, kind, owners...)
	}
	return t.p.sheet(t.own, kind)
}

// whyUnmet says why a choice has not an answer among its options.
func whyUnmet(kind, answer string) string {
	switch kind {
	case "P23":
		return "no way leads " + answer + " hex" + map[string]string{"two": "es"}[answer] + " away from the attackers"
	case "P15":
		return "no unit of his own side stands with him"
	case "P32":
		return map[string]string{"enter": "the hex that the attacker left is not open to the unit", "hold": "nobody is in front of the unit where it stands"}[answer]
	}
	return "that is not possible here"
}

// noteEntry counts the stacks that come on through a hex: what enters one way at
// one cost is one.
func (t *teller) noteEntry(e engine.Event) {
	switch {
	case e.Kind == "activate":
		t.columns, t.entry, t.waiting = nil, "", nil
	case e.Kind == "decision" && e.Get("kind") == "P19" && e.Get("answer") == "no":
		t.waiting = append(t.waiting, e.Get("whom"))
	case e.Kind == "enter":
		if way := e.Get("path") + " " + e.Get("cost"); way != t.entry {
			t.entry, t.columns = way, append(t.columns, pathOf(e)[1])
		}
	}
}

// tellDelayed tells of the units of an activation that were to come on and have
// not, and why [5.2.2-d].
func (t *teller) tellDelayed() {
	if t.p.Drawn == (Marker{}) {
		return
	}
	r := runOn(t.p.rs, t.p.clone(), nil)
	r.dry = true
	r.newActivation(nil)
	r.act.columns = t.columns
	for _, u := range r.act.units {
		if !r.p.arriving(u) || r.p.Forms[r.p.form(u)].Acted {
			continue
		}
		rule, why := r.entryBar(u)
		if slices.Contains(t.waiting, r.p.spec(u).ID) {
			rule, why = "5.2.1", "its owner lets it wait"
		} else if why == "" && r.p.side(u) == t.own {
			why = "no order brings it on, and along the road it finds no hex to stop in that is not next to the enemy or within his 5 hexes"
		}
		if why != "" {
			why = ": " + why
		}
		t.line(engine.Line{Rule: rule, Text: capital(t.do([]int{u}, "do not come on and")) + " " +
			inflect(t.many([]int{u}), "wait for the next turn") + why + "."})
	}
}

// entryBar says why a unit has not come on, and by which clause; "" if it could.
func (r *run) entryBar(u int) (rule, why string) {
	w, _, _, rule, why := r.enterWalk([]int{u}, "")
	if rule != "" {
		return rule, r.p.spec(u).ID + " " + why
	}
	mp, _, rule, why := w.entry(w.gate)
	switch {
	case rule != "":
		return rule, "at " + w.gate.String() + " " + why
	case mp > w.mp:
		return "5.2.2-d", fmt.Sprintf("as stack number %d it pays %d MP for %s, and it has %d", w.column, mp, w.gate, w.mp)
	}
	ends := func(h hex.Hex) bool { ok, _, _ := r.p.mayStack(w.us, h); return ok }
	if found := w.search(hex.None); !slices.ContainsFunc(found.order, ends) {
		return "5.2.2-d", "no hex that it can reach from " + w.gate.String() + " has room for it"
	}
	return "5.2.2-d", ""
}
