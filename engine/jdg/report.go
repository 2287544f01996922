package jdg

import (
	"regexp"
	"slices"
	"strconv"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
	"berthier/engine/tongue"
)

// Report implements engine.Ruleset. It looks at nothing but the two views and
// the events that it is given.
func (rs *Ruleset) Report(before, after engine.Position, events []engine.Event, side engine.Side) engine.Report {
	a, b := before.(*Position), after.(*Position)
	work := a.clone() // for the story, then for the dry run of the order template
	story, episodes := tellStory(work, events, side)
	owed := rs.Owed(b)
	rep := engine.Report{
		Side:     side,
		Title:    title(a, b, events),
		Summary:  summary(a, b, events, episodes),
		Next:     b.askText(side, owed),
		Victory:  b.winning(b.sideOf(side)),
		Story:    story,
		Episodes: episodes,
		Trials:   rs.trials(a, events),
		Tables:   b.stateTables(b.sideOf(side)),
		Template: rs.template(b, b.sideOf(side), owed, work),
		Outcome:  rs.Outcome(b),
		End:      b.ending(),
	}
	for _, d := range owed {
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
func title(before, after *Position, events []engine.Event) tongue.Text {
	p := before
	if len(events) == 0 {
		p = after
	}
	return say("title", tongue.Words("title", battle(p.sc.Title)), tongue.Number("turn", p.Turn),
		tongue.Words("when", p.clock()),
		tongue.Words("about", subject(before, after, events)))
}

// battle is a title of a scenario, in the language of the reader if it is one that comes with the program.
func battle(title string) tongue.Text { return catalogue.Named("battle.", title) }

// clock is the time and the weather of the turn.
func (p *Position) clock() tongue.Text {
	t := p.turn()
	parts := make([]tongue.Text, 0, 2)
	if t.Clock != "" {
		parts = append(parts, clockText(t.Clock))
	}
	if w := weatherName(t); w != "" {
		parts = append(parts, say("weather."+w))
	}
	return tongue.List(parts, ", ")
}

// clockText is the time of a scenario, "9.15 a.m.", as a reader writes it; another one is told as it stands there.
func clockText(clock string) tongue.Text {
	f := clockForm.FindStringSubmatch(clock)
	if f == nil {
		return tongue.Name(clock)
	}
	hour, _ := strconv.Atoi(f[1])
	return say("clock", tongue.Number("hour", hour), named("minute", f[2]), tongue.Choice("half", f[3]+"m"))
}

var clockForm = regexp.MustCompile(`^(1?\d)\.(\d\d) ([ap])\.m\.$`)

// subject is what a step was about.
func subject(before, after *Position, events []engine.Event) tongue.Text {
	acted := actedIn(before, events)
	ends := slices.ContainsFunc(events, func(e engine.Event) bool { return e.Kind == "turn" })
	switch {
	case after.Phase == GameOver:
		return say("about.end")
	case len(acted) > 2:
		return say("about.several")
	case len(acted) > 0:
		return before.formations(acted)
	case ends:
		return say("about.turn")
	case before.Phase == OrdersPhase && len(events) > 0:
		return say("about.initiative")
	}
	return after.awaited()
}

// awaited is what the position waits for.
func (p *Position) awaited() tongue.Text {
	if p.Drawn != (Marker{}) {
		return p.formations([]Marker{p.Drawn})
	}
	return say("about.orders")
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
func (p *Position) formations(ms []Marker) tongue.Text {
	names := make([]tongue.Text, len(ms))
	for i, m := range ms {
		names[i] = tongue.Name(p.markerName(m))
	}
	return tongue.List(names, tongue.And)
}

// summary says in at most three sentences what matters most: what was taken and who broke,
// what it cost, and who acted.
func summary(before, after *Position, events []engine.Event, episodes []engine.Episode) tongue.Text {
	all := []tongue.Text{fallText(after, events, episodes), lossText(before, after), actText(before, after, events)}
	return tongue.List(slices.DeleteFunc(all, tongue.Text.Empty), " ")
}

// fallText tells what was taken, and which formations are demoralised.
func fallText(p *Position, events []engine.Event, episodes []engine.Episode) tongue.Text {
	var parts []tongue.Text
	taken := map[engine.Side][]hex.Hex{}
	for _, e := range events {
		switch {
		case e.Kind == "hold":
			taken[e.By] = append(taken[e.By], hexesIn(e.Get("hex"))...)
		case e.Kind == "demoralised" && e.Get("is") == "yes":
			f, _ := p.sc.Form(e.Get("formation"))
			parts = append(parts, say("sum.demoralised", named("name", p.formName(f)), bySide(e)))
		}
	}
	for s := range p.sc.Sides {
		if side := p.sideName(s); taken[side] != nil {
			parts = append(parts, say("sum.holds", named("side", string(side)), p.spotsArg("where", taken[side])))
		}
	}
	if f := heaviest(episodes); parts == nil && f != nil {
		who, against := tongue.Text{}, tongue.Text{}
		if len(f.Forces) == 2 {
			who, against = f.Forces[0].Who, f.Forces[1].Who
		}
		parts = append(parts, say("sum.fight", tongue.Words("title", f.Title), tongue.Words("who", who),
			tongue.Words("against", against), tongue.Words("result", f.Result)))
	}
	return sentenceOf(parts)
}

// sentenceOf joins clauses to a sentence; of many it tells the first and how many more.
func sentenceOf(parts []tongue.Text) tongue.Text {
	const most = 4
	if n := len(parts); n > most {
		parts = append(parts[:most-1:most-1], counted("sum.more", n-most+1))
	}
	if parts == nil {
		return tongue.Text{}
	}
	return say("sum", tongue.Words("parts", tongue.List(parts, "; "))).Sentence()
}

// heaviest is the fight with a result that matters most, nil if none cost anybody anything.
func heaviest(episodes []engine.Episode) (most *engine.Fight) {
	for _, ep := range episodes {
		for i, f := range ep.Fights {
			if f.Weight > 0 && !f.Result.Empty() && (most == nil || f.Weight > most.Weight) {
				most = &ep.Fights[i]
			}
		}
	}
	return most
}

// actText tells who acted, of many how many, and who came to hold strategic initiative.
func actText(before, after *Position, events []engine.Event) tongue.Text {
	var parts []tongue.Text
	switch acted := actedIn(before, events); {
	case len(acted) > 3:
		parts = append(parts, counted("sum.over", len(acted)))
	case len(acted) > 0:
		names := make([]tongue.Text, len(acted))
		for i, m := range acted {
			names[i] = tongue.Name(before.markerName(m) + " (" + string(before.sideName(before.markerSide(m))) + ")")
		}
		parts = append(parts, say("sum.acted", tongue.Words("who", tongue.List(names, tongue.And))))
	}
	if before.Holder != after.Holder && after.Holder >= 0 {
		parts = append(parts, say("sum.initiative", named("side", string(after.sideName(after.Holder)))))
	}
	return sentenceOf(parts)
}

// askText says who has to do what now; owed is what Owed says.
func (p *Position) askText(side engine.Side, owed []engine.Decision) tongue.Text {
	i := slices.IndexFunc(owed, func(d engine.Decision) bool { return !d.Optional })
	if i < 0 {
		return p.ending()
	}
	by := named("side", string(owed[i].Side))
	switch {
	case p.Phase == OrdersPhase:
		return say("next.both", tongue.Number("turn", p.Turn))
	case owed[i].Side != side && p.Asked != nil:
		return say("next.question", by)
	case owed[i].Side != side:
		return say("next.other", tongue.Words("who", p.formations([]Marker{p.Drawn})), by)
	case p.Asked != nil:
		return say("next.asked", tongue.Words("prompt", owed[i].Prompt))
	}
	return say("next.own", tongue.Words("who", p.formations([]Marker{p.Drawn})))
}

// ending is how the game ended.
func (p *Position) ending() tongue.Text { return p.endText(p.outcome().Text) }

// endText is what the record says of the end of a game, in words.
func (p *Position) endText(text string) tongue.Text {
	if text == "" {
		return tongue.Text{}
	}
	return heard("over.", text)
}

// lossText counts or names the units that have lost cohesion levels, with the
// strength of those eliminated.
func lossText(before, after *Position) tongue.Text {
	var parts []tongue.Text
	for s := range after.sc.Sides {
		var worse [4][]int
		n, sp := 0, 0
		for u := range after.sc.Units {
			if st := after.unit(u).State; after.side(u) == s && st > before.unit(u).State {
				worse[st] = append(worse[st], u)
				n++
				if st == setup.Eliminated {
					sp += after.spec(u).Front.SP
				}
			}
		}
		var what []tongue.Text
		for _, st := range []setup.State{setup.Eliminated, setup.Routed, setup.Disordered} {
			us, lost := worse[st], tongue.Text{}
			if st == setup.Eliminated {
				lost = say("sum.sp", tongue.Number("n", sp))
			}
			switch state, lost := tongue.Choice("state", st.String()), tongue.Words("lost", lost); {
			case len(us) == 0:
			case n <= 3:
				what = append(what, say("sum.units", tongue.Words("who", after.nameList(us)), state, lost))
			default:
				what = append(what, say("sum.many", tongue.Number("n", len(us)), state, lost))
			}
		}
		if n > 0 {
			parts = append(parts, say("sum.lost", named("side", string(after.sideName(s))),
				tongue.Words("what", tongue.List(what, ", "))))
		}
	}
	return sentenceOf(parts)
}
