package umpire

import (
	"fmt"

	"berthier/cmd/internal/audit"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
	"berthier/templates"
)

// rollback takes a game back to the position after step number to, or to its
// beginning for 0. The next step has the next number and the next link. Files
// that wait are dropped, and a question that is open with them; all players
// get a report with the reason. A game whose step is closed may go back to where
// it stands: that opens the step again, if its round of the beacon cannot be had.
// by names the umpire's key, "" at the machine.
func (u *Master) rollback(g *game, to int, reason, by string) (r record.Rollback, b batch, mails []store.Mail,
	err error) {
	reason, err = cleanReason("reason", reason)
	if err == nil && (to < 0 || to > g.state.Number || to == g.state.Number && g.state.Closed == nil) {
		err = refusef("step %d: the game stands after step %d, so it can go back to 0, its beginning, or a step up "+
			"to %d", to, g.state.Number, g.state.Number-1)
		if g.state.Number == 0 {
			err = refusef("no step was resolved yet")
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
		return r, nil, nil, err
	}
	r.To, r.Position = to, engine.Hash(place.Position)
	b, mails, err = u.intervene(g, r.Intervention, r, place, func(engine.Side) templates.Word {
		return templates.Word{Heading: "The game was taken back", Paragraphs: []string{
			fmt.Sprintf("%s took the game back to %s. Reason: %s", capital(whoRules(by)), audit.AfterStep(to), reason),
			"What happened since does not count. It stays in the record of the game, and its dice are never used again.",
		}}
	})
	return r, b, mails, err
}

// placeAfter finds where a game stood after a step, rollback or ruling: it follows
// the log as an audit does.
func (u *Master) placeAfter(g *game, number int) (*fold.Place, error) {
	var records []store.Record
	err := u.Store.View(func(tx *store.Tx) (err error) {
		records, err = wholeLog(tx, g.Game)
		return err
	})
	if err != nil {
		return nil, err
	}
	place, err := fold.At(g.rs, records, number)
	switch {
	case err != nil:
		return nil, fmt.Errorf("following the log: %w", err)
	case place == nil:
		return nil, refusef("there is no step %d: its link was burned", number)
	case place.Adrift || place.Lost:
		return nil, refusef("version %s of the rules, which this program has, cannot follow the log to step %d",
			g.rs.Version(), number)
	}
	return place, nil
}
