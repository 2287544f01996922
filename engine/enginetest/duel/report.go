package duel

import (
	"fmt"
	"slices"

	"berthier/engine"
	"berthier/engine/tongue"
)

func (d Ruleset) Report(before, after engine.Position, events []engine.Event, side engine.Side) engine.Report {
	p := after.(*position)
	r := engine.Report{Side: side, Title: tongue.English(fmt.Sprintf("Round %d", p.round)), Outcome: d.Outcome(p),
		End:      tongue.English(d.Outcome(p).Text),
		Template: engine.LinesOf("# pick 1\n# chip a\nend\n"), Victory: d.victory(p, side)}
	chapter := engine.Chapter{Heading: tongue.English("The round")}
	for _, e := range events {
		chapter.Lines = append(chapter.Lines, engine.Line{Text: tongue.English(e.Kind), Rule: e.Rule, Roll: e.Roll})
	}
	r.Story = append(r.Story, chapter)
	for _, dec := range d.Owed(p) {
		switch {
		case dec.Side == side && dec.Optional && !d.is("report says that an optional answer is owed"):
			r.Optional = append(r.Optional, dec)
		case dec.Side == side:
			r.Owed = append(r.Owed, dec)
		case dec.Optional && !d.is("report waits for an optional answer"):
		case !slices.Contains(r.Waiting, dec.Side):
			r.Waiting = append(r.Waiting, dec.Side)
		}
	}
	switch d.Bug {
	case "report knows more than its view":
		r.Summary = tongue.Name(fmt.Sprint(p.truth))
	case "report tells a foreign roll":
		r.Story[0].Lines = append(r.Story[0].Lines, engine.Line{Roll: &engine.Roll{Draws: []engine.Draw{{No: 99}}}})
	case "report omits what is owed":
		r.Owed = nil
	case "report cannot be said":
		r.Summary = engine.Say("roll.need")
	case "template cannot be read":
		r.Template = engine.LinesOf("pikc 1\n")
	}
	return r
}
