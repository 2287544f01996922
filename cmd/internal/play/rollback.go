package play

import (
	"fmt"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
	"berthier/templates"
)

// DecideRollback takes a game back to the position after step number to, or to its
// beginning for 0. The next step has the next number and the next link. Files
// that wait are dropped, and a question that is open with them; all players
// get a report with the reason. A game whose step is closed may go back to where
// it stands: that opens the step again, if its round of the beacon cannot be had.
// by names the umpire's key, "" at the machine.
func (u *Master) DecideRollback(g *docket.Game, to int, reason, by string) (r record.Rollback, b docket.Batch,
	err error) {
	reason, err = cleanReason("reason", reason)
	if err == nil && (to < 0 || to > g.State.Number || to == g.State.Number && g.State.Closed == nil) {
		err = docket.Refusef("step %d: the game stands after step %d, so it can go back to 0, its beginning, or a step up "+
			"to %d", to, g.State.Number, g.State.Number-1)
		if g.State.Number == 0 {
			err = docket.Refusef("no step was resolved yet")
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
		return templates.Word{Heading: "The game was taken back", Paragraphs: []string{
			fmt.Sprintf("%s took the game back to %s. Reason: %s", docket.Capital(whoRules(by)), audit.AfterStep(to),
				reason),
			"What happened since does not count. It stays in the record of the game, and its dice are never used again.",
		}}
	})
	return r, b, err
}

// placeAfter finds where a game stood after a step, rollback or ruling: it follows
// the log as an audit does.
func (u *Master) placeAfter(g *docket.Game, number int) (*fold.Place, error) {
	var records []store.Record
	err := u.Store.View(func(tx *store.Tx) (err error) {
		records, err = docket.WholeLog(tx, g.Game)
		return err
	})
	if err != nil {
		return nil, err
	}
	place, err := fold.At(g.Rules, records, number)
	switch {
	case err != nil:
		return nil, fmt.Errorf("following the log: %w", err)
	case place == nil:
		return nil, docket.Refusef("there is no step %d: its link was burned", number)
	case place.Adrift || place.Lost:
		return nil, docket.Refusef("version %s of the rules, which this program has, cannot follow the log to step %d",
			g.Rules.Version(), number)
	}
	return place, nil
}
