package play

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/templates"
)

// maxReason bounds a reason, and what is announced, in letters.
const maxReason = 2000

// cleanReason makes one line of what the umpire wrote; what names it in the error.
func cleanReason(what, s string) (string, error) {
	s = strings.Join(strings.Fields(s), " ")
	bad := func(r rune) bool { return !unicode.IsPrint(r) }
	if s == "" || !utf8.ValidString(s) || utf8.RuneCountInString(s) > maxReason || strings.ContainsFunc(s, bad) {
		return "", amiss.Refusef("%s: want 1 to %d printable letters; the players read it", what, maxReason)
	}
	return s, nil
}

// intervention begins one for the next number of a game.
func (u *Master) intervention(g *docket.Game, by, reason string) (i record.Intervention, err error) {
	if err := g.RefuseBurned(); err != nil {
		return i, err
	}
	link, err := u.linkOf(g.Game, g.State.Number+1)
	return record.Intervention{
		Head: g.State.Next(u.Now()), By: by, Previous: g.State.Link, Link: link, Reason: reason,
		HiddenPart: g.NextHidden(),
	}, err
}

// intervene lets a game go on from another position: what is written, and the reports; back is the place that a
// rollback leads to. word is what each side is told. It changes nothing.
func (u *Master) intervene(g *docket.Game, i record.Intervention, by record.Record, back *fold.Place,
	word func(engine.Side) templates.Word) (docket.Batch, error) {
	shown := record.Step{Head: i.Head, Link: i.Link, Previous: i.Previous}
	r := resolution{record: shown, word: func(side engine.Side) *templates.Word {
		w := word(side)
		w.Paragraphs = append(w.Paragraphs, g.Dropped(side, i.Step+1))
		return &w
	}}
	return u.conclude(g, r, by, back)
}

// DecideRollback takes a game back to the position after step number to, or to its beginning for 0. The next step has
// the next number and the next link. Files that wait are dropped, and a question that is open with them; all players
// get a report with the reason. A game whose step is closed may go back to where it stands: that opens the step again,
// if its round of the beacon cannot be had. by names the umpire's key, "" at the machine.
func (u *Master) DecideRollback(g *docket.Game, to int, reason, by string) (r record.Rollback, b docket.Batch,
	err error) {
	reason, err = cleanReason("reason", reason)
	if err == nil && (to < 0 || to > g.State.Number || to == g.State.Number && g.State.Closed == nil) {
		err = amiss.Refusef("step %d: the game stands after step %d; the last that it can go back to is %d, and 0 is "+
			"its beginning", to, g.State.Number, g.State.Number-1)
		if g.State.Number == 0 {
			err = amiss.Refusef("no step was resolved yet")
		}
	}
	var place *fold.Place
	if err == nil {
		place, err = u.placeAfter(g, to)
	}
	if err == nil {
		r.Intervention, err = u.intervention(g, by, reason)
	}
	if err != nil {
		return r, b, err
	}
	r.To, r.Position = to, engine.Hash(place.Position)
	b, err = u.intervene(g, r.Intervention, r, place, func(engine.Side) templates.Word {
		return templates.Word{Heading: templates.Rollback, Paragraphs: []tongue.Text{
			phrase.Say("rollback", "who", phrase.Umpire(by).Sentence(), "step", to, "reason", reason),
			phrase.Say("rollback.since"),
		}}
	})
	return r, b, err
}

// placeAfter finds where a game stood after a step, rollback or ruling: it follows the log as an audit does.
func (u *Master) placeAfter(g *docket.Game, number int) (*fold.Place, error) {
	records, err := u.Store.Log(g.Game)
	if err != nil {
		return nil, err
	}
	place, err := fold.At(g.Rules, records, number)
	switch {
	case err != nil:
		return nil, fmt.Errorf("following the log: %w", err)
	case place == nil:
		return nil, amiss.Refusef("there is no step %d: its link was burned", number)
	case place.Adrift || place.Lost:
		return nil, amiss.Refusef("version %s of the rules, which this program has, cannot follow the log to step %d",
			g.Rules.Version(), number)
	}
	return place, nil
}
