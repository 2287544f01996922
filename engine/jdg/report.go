package jdg

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/jdg/setup"
)

// Report implements engine.Ruleset. It looks at nothing but the two views and
// the events that it is given.
func (rs *Ruleset) Report(before, after engine.Position, events []engine.Event, side engine.Side) engine.Report {
	a, b := before.(*Position), after.(*Position)
	rep := engine.Report{
		Side:     side,
		Title:    title(a, b, events),
		Summary:  summary(a, b, events, side),
		Victory:  b.winning(b.sideOf(side)),
		Story:    tellStory(a, events, side),
		Tables:   b.stateTables(b.sideOf(side)),
		Template: rs.orderTemplate(b, b.sideOf(side)),
		Outcome:  rs.Outcome(b),
	}
	for _, d := range rs.Owed(b) {
		switch {
		case d.Side == side && d.Optional:
			rep.Optional = append(rep.Optional, d)
		case d.Side == side:
			rep.Owed = append(rep.Owed, d)
		case !d.Optional && !slices.Contains(rep.Waiting, d.Side):
			rep.Waiting = append(rep.Waiting, d.Side)
		}
	}
	return rep
}

// title is "Austerlitz, turn 3 (9.00 a.m.): Saint-Hilaire".
func title(before, after *Position, events []engine.Event) string {
	p := before
	if len(events) == 0 {
		p = after
	}
	text := fmt.Sprintf("%s, turn %d", p.sc.Title, p.Turn)
	if when := clockOf(p.sc, p.Turn); when != "" {
		text += " (" + when + ")"
	}
	return text + ": " + subject(before, after, events)
}

// subject is what a step was about.
func subject(before, after *Position, events []engine.Event) string {
	acted := actedIn(before, events)
	ends := slices.ContainsFunc(events, func(e engine.Event) bool { return e.Kind == "turn" })
	switch {
	case after.Phase == GameOver:
		return "the end"
	case len(acted) > 2:
		return "several activations"
	case len(acted) > 0:
		return before.formations(acted)
	case ends:
		return "end of the turn"
	case before.Phase == OrdersPhase && len(events) > 0:
		return "orders and initiative"
	}
	return after.awaited()
}

// awaited is what the position waits for.
func (p *Position) awaited() string {
	if p.Drawn != (Marker{}) {
		return p.formations([]Marker{p.Drawn})
	}
	return "orders"
}

// actedIn lists the markers whose activations were completed.
func actedIn(p *Position, events []engine.Event) []Marker {
	var ms []Marker
	for _, e := range events {
		if e.Kind != "aside" || e.Get("why") != "done" {
			continue
		}
		if m, err := parseMarker(e.Get("marker")); err == nil {
			ms = append(ms, m)
		}
	}
	return ms
}

// formations names what markers activate, without ratings.
func (p *Position) formations(ms []Marker) string {
	names := make([]string, len(ms))
	for i, m := range ms {
		names[i] = p.markerName(m)
	}
	return and(names)
}

// summary says in a few words what matters to the reader: who acted, what it
// cost, and what he is asked for.
func summary(before, after *Position, events []engine.Event, side engine.Side) string {
	var parts []string
	if acted := actedIn(before, events); len(acted) > 0 {
		var names []string
		for _, m := range acted {
			names = append(names, before.markerName(m)+" ("+string(before.sideName(before.markerSide(m)))+")")
		}
		parts = append(parts, and(names)+" "+inflect(len(names) > 1, "have")+" acted.")
	}
	if before.Holder != after.Holder && after.Holder >= 0 {
		parts = append(parts, string(after.sideName(after.Holder))+" holds strategic initiative.")
	}
	parts = append(parts, lossText(before, after), after.askText(side))
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}

// askText says who has to do what now.
func (p *Position) askText(side engine.Side) string {
	switch owed := p.owes(); {
	case len(owed) == 0:
		return p.Result.Text
	case p.Phase == OrdersPhase:
		return fmt.Sprintf("Both sides give orders for turn %d.", p.Turn)
	case owed[0].Side != side && p.Asked != nil:
		return string(owed[0].Side) + " has a question to answer."
	case owed[0].Side != side:
		return "The next to act is " + p.formations([]Marker{p.Drawn}) + ", " + string(owed[0].Side) + "."
	case p.Asked != nil:
		return "You are asked: " + owed[0].Prompt
	}
	return "The next to act is your " + p.formations([]Marker{p.Drawn}) + "."
}

// lossText counts or names the units that have lost cohesion levels, with the
// strength of those eliminated.
func lossText(before, after *Position) string {
	var parts []string
	for s := range after.sc.Sides {
		var worse [4][]int
		n, sp := 0, 0
		for u := range after.Units {
			if st := after.Units[u].State; after.side(u) == s && st > before.Units[u].State {
				worse[st] = append(worse[st], u)
				n++
				if st == setup.Eliminated {
					sp += after.spec(u).Front.SP
				}
			}
		}
		var what []string
		lost := fmt.Sprintf(" (%d SP)", sp)
		for _, st := range []setup.State{setup.Eliminated, setup.Routed, setup.Disordered} {
			switch us := worse[st]; {
			case len(us) == 0:
			case n <= 3:
				what = append(what, after.names(us)+" "+st.String()+lost)
			default:
				what = append(what, fmt.Sprintf("%d %s%s", len(us), st, lost))
			}
			lost = ""
		}
		if n > 0 {
			parts = append(parts, string(after.sideName(s))+": "+strings.Join(what, ", "))
		}
	}
	if parts == nil {
		return ""
	}
	return strings.Join(parts, "; ") + "."
}
