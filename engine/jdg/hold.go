package jdg

import (
	"slices"
	"strings"

	"berthier/engine"
)

// holdVerbs answers an activation by doing nothing [1.D].
var holdVerbs = []*verb{{
	Verb:     engine.Verb{Word: "hold", Usage: "hold [FORMATION]", Rule: "1.D"},
	step:     holdStep,
	parse:    parseHold,
	do:       atOnce(doHold),
	subjects: func(*run) []int { return nil },
	options:  func(*run, int, func(words ...string)) {},
}}

const noLineStays = "a unit without a line of its own stays where it is"

func parseHold(l *line, o *order) {
	if l.peek() == "" {
		return
	}
	for id := range strings.SplitSeq(l.next("the formation"), ",") {
		if _, ok := l.p.sc.Unit(id); ok {
			l.fail(noLineStays, "hold is for a whole formation, not for %s", id)
		}
		o.words = append(o.words, id)
	}
}

// doHold has nothing to do; whom it names must be whose marker is drawn.
func doHold(r *run, o *order) *engine.Fault {
	for _, id := range o.words {
		if f, ok := r.p.sc.Form(id); id != r.p.Drawn.ID && (!ok || !slices.Contains(r.act.forms, f)) {
			return hint(o.fault("2.2-b", "the marker drawn is that of %s, not of %s",
				r.p.markerNames([]Marker{r.p.Drawn}),
				id), "write: hold; for a marker still to be drawn: when %s hold", id)
		}
	}
	return nil
}

// heldBack refuses a hold beside orders of the same activation: one of the two is a slip.
func heldBack(orders []*order) (faults []engine.Fault) {
	var hold, other *order
	for _, o := range orders {
		switch {
		case o.verb.step == holdStep:
			hold = o
		case o.verb.step > phaseA && o.verb.step <= rallyStep && other == nil:
			other = o
		}
	}
	if hold != nil && other != nil {
		faults = append(faults, *hint(hold.fault("1.D", "hold means no order at all, and the file has others"),
			"send one or the other: hold, or orders like %q", other.Text))
	}
	return faults
}
