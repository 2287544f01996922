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
	story, episodes := tellStory(a, events, side)
	rep := engine.Report{
		Side:     side,
		Title:    title(a, b, events),
		Summary:  summary(a, b, events, episodes),
		Next:     b.askText(side),
		Victory:  b.winning(b.sideOf(side)),
		Story:    story,
		Episodes: episodes,
		Trials:   rs.trials(a, events),
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

// summary says in at most three sentences what matters most: what was taken and who broke,
// what it cost, and who acted.
func summary(before, after *Position, events []engine.Event, episodes []engine.Episode) string {
	text := ""
	for _, more := range [...]string{fallText(after, events, episodes), lossText(before, after),
		actText(before, after, events)} {
		if text != "" && more != "" {
			text += " "
		}
		text += more
	}
	return text
}

// fallText tells what was taken, and which formations are demoralised.
func fallText(p *Position, events []engine.Event, episodes []engine.Episode) string {
	var parts []string
	for _, e := range events {
		switch {
		case e.Kind == "hold":
			h := hexesIn(e.Get("hex"))
			parts = append(parts, string(e.By)+" now holds "+p.spots(h))
		case e.Kind == "demoralised" && e.Get("is") == "yes":
			f, _ := p.sc.Form(e.Get("formation"))
			parts = append(parts, p.formName(f)+", "+string(e.By)+", is demoralised")
		}
	}
	if f := heaviest(episodes); parts == nil && f != nil {
		who := f.Title
		if len(f.Forces) == 2 {
			who += ", " + f.Forces[0].Who + " against " + f.Forces[1].Who
		}
		parts = append(parts, who+": "+f.Result)
	}
	return sentenceOf(parts)
}

// sentenceOf joins clauses to a sentence; of many it tells the first and how many more.
func sentenceOf(parts []string) string {
	const most = 4
	if n := len(parts); n > most {
		parts = append(parts[:most-1:most-1], fmt.Sprintf("%d things more", n-most+1))
	}
	if parts == nil {
		return ""
	}
	return capital(strings.Join(parts, "; ") + ".")
}

// heaviest is the fight with a result that matters most, nil if none cost anybody anything.
func heaviest(episodes []engine.Episode) (most *engine.Fight) {
	for _, ep := range episodes {
		for i, f := range ep.Fights {
			if f.Weight > 0 && f.Result != "" && (most == nil || f.Weight > most.Weight) {
				most = &ep.Fights[i]
			}
		}
	}
	return most
}

// actText tells who acted, of many how many, and who came to hold strategic initiative.
func actText(before, after *Position, events []engine.Event) string {
	var parts []string
	switch acted := actedIn(before, events); {
	case len(acted) > 3:
		parts = append(parts, fmt.Sprintf("%d activations are over", len(acted)))
	case len(acted) > 0:
		var names []string
		for _, m := range acted {
			names = append(names, before.markerName(m)+" ("+string(before.sideName(before.markerSide(m)))+")")
		}
		parts = append(parts, and(names)+" "+inflect(len(names) > 1, "have")+" acted")
	}
	if before.Holder != after.Holder && after.Holder >= 0 {
		parts = append(parts, string(after.sideName(after.Holder))+" holds strategic initiative")
	}
	return sentenceOf(parts)
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
