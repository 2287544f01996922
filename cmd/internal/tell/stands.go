package tell

import (
	"slices"
	"strings"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/tongue"
)

// HowItStands is one plain clause on how the game stands.
func HowItStands(g *docket.Game) tongue.Text {
	switch o := g.Outcome(); {
	case g.State.Over == nil && g.State.Ended != nil:
		return phrase.Say("stands.ended", "outcome", Told(o), "until", phrase.Moment(g.State.Ended.Until))
	case o.Over:
		return Over(g.Rules, o)
	}
	return phrase.Say("stands.step", "turn", g.Turn(), "step", g.State.Number+1)
}

// Over is that clause on a game of some rules that is over.
func Over(rules engine.Ruleset, o engine.Outcome) tongue.Text {
	switch {
	case engine.Leads(rules, o):
		return phrase.Say("stands.battle")
	case o.Winner == "" && o.Rule == "":
		return phrase.Say("stands.over", "outcome", Told(o))
	case o.Winner == "":
		return phrase.Say("stands.draw")
	}
	return phrase.Say("stands.won", "winner", o.Winner)
}

// Ending is how a game ended, in a sentence: as its rules tell it, if they ended it.
func Ending(rules engine.Ruleset, at engine.Position, o engine.Outcome) tongue.Text {
	if rules != nil && at != nil && rules.Outcome(at) == o {
		if end := engine.Tell(rules, at, at, nil, "").End; !end.Empty() {
			return end
		}
	}
	return Told(o)
}

// Told is how people ended a game.
func Told(o engine.Outcome) tongue.Text {
	if reason, ok := strings.CutPrefix(o.Text, record.Abandoned); ok {
		return phrase.Say("history.closed", "reason", reason)
	}
	return phrase.Told(o.Text)
}

// Duty is what everybody may know about what a side has to do, and about its clock.
func Duty(g *docket.Game, side engine.Side, now time.Time) tongue.Text {
	all := []tongue.Text{owes(g, side)}
	if g.Vacant(side) {
		all = append(all, phrase.Say("duty.resigned"))
	}
	if g.OffersDraw(side) && !g.Over() {
		all = append(all, phrase.Say("duty.draw"))
	}
	return tongue.List(append(all, clockDuty(g, side, now)...), ", ")
}

func owes(g *docket.Game, side engine.Side) tongue.Text {
	switch {
	case g.Over():
		return tongue.Name("–")
	case g.Computed(side):
		return phrase.Say("duty.computer")
	case slices.Contains(g.Waiting(), side):
		return phrase.Say("duty.owes")
	case slices.Contains(g.Owing(), side):
		return phrase.Say("duty.answered")
	}
	return phrase.Say("duty.nothing")
}

// clockDuty is what everybody may know about the clock of a side, behind what it has to do.
func clockDuty(g *docket.Game, side engine.Side, now time.Time) (all []tongue.Text) {
	if g.State.Clock == nil || g.Over() {
		return nil
	}
	s := g.State.Clock.Side(side)
	switch {
	case s.Run == (clock.Run{}):
	case g.State.Clock.Paused.By != "":
		all = append(all, phrase.Say("duty.paused"))
	case g.Answered(side) && s.Final:
		all = append(all, phrase.Say("duty.final"))
	case g.Answered(side):
	case !now.Before(s.Run.Due):
		all = append(all, phrase.Say("duty.late", "due", phrase.When(s.Local(s.Run.Due)),
			"until", phrase.When(s.Local(s.Run.End))))
	default:
		all = append(all, phrase.Say("duty.due", "due", phrase.When(s.Local(s.Run.Due))))
	}
	if g.Clock.Bank > 0 {
		all = append(all, phrase.Say("duty.bank", "left", clock.Short(s.Bank)))
	}
	return all
}

// Sent is what a side may know about its own orders.
func Sent(g *docket.Game, side engine.Side) tongue.Text {
	p, ok := g.Pending(side)
	came := phrase.Moment(p.Time)
	switch {
	case !ok && slices.Contains(g.Waiting(), side):
		return phrase.Say("sent.nothing")
	case !ok:
		return phrase.Say("sent.owed")
	case !slices.Contains(g.Owing(), side):
		return phrase.Say("sent.beforehand", "came", came)
	}
	if until := Replaceable(g); !until.Empty() {
		return phrase.Say("sent.all", "until", until, "came", came)
	}
	return phrase.Say("sent.in", "came", came)
}

// Replaceable says until when orders that are all in can be replaced; empty without a
// change window.
func Replaceable(g *docket.Game) (none tongue.Text) {
	switch until := g.State.ChangesUntil(); {
	case g.Window == 0 || len(g.Waiting()) > 0:
		return none
	case until.IsZero():
		return phrase.Say("replace.paused")
	default:
		return phrase.Say("replace.until", "until", phrase.Moment(until))
	}
}
