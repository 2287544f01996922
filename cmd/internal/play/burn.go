package play

import (
	"errors"
	"fmt"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
	"berthier/templates"
)

// burnMargin is how many links more than those that are known to be published are
// burned, if nobody says which was the last. A game uses a few a day.
const burnMargin = 256

// BurnTo takes the links of a game out of use up to that of step last, of which
// somebody holds a report, and one more, whose number the record has. Files that
// wait are dropped, all players get a report with the reason.
func (u *Master) BurnTo(g *docket.Game, last int, reason, by string) (r record.Burn, b docket.Batch, err error) {
	if last <= g.State.Number || last >= engine.ChainLength-1 {
		return r, b, docket.Refusef("step %d: the game stands after step %d, and its links end with %d", last,
			g.State.Number, engine.ChainLength)
	}
	return u.DecideBurn(g, last+1, reason, by)
}

// DecideBurn takes the links up to that of a number out of use. It changes nothing.
func (u *Master) DecideBurn(g *docket.Game, to int, reason, by string) (r record.Burn, b docket.Batch, err error) {
	if reason, err = cleanReason("reason", reason); err != nil {
		return r, b, err
	}
	link, err := u.linkOf(g.Game, to)
	if err != nil {
		return r, b, err
	}
	r = record.Burn{From: g.State.Number + 1, Intervention: record.Intervention{
		Head: record.Head{Game: g.Game, Step: to, Time: u.TimeOf(g)}, By: by, Previous: g.State.Link, Link: link,
		Reason: reason, Hidden: g.NextHidden(), Position: engine.Hash(g.State.Position),
	}}
	told := r.Intervention
	told.Previous = link.Before(1) // a report shows what one hash gives
	b, err = u.intervene(g, told, r, nil, func(engine.Side) templates.Word { return burnWord(r) })
	b.Drop(g.Game, docket.StateBurn)
	return r, b, err
}

// burnWord is what players are told.
func burnWord(b record.Burn) templates.Word {
	return templates.Word{Heading: "Links are burned", Paragraphs: []string{
		fmt.Sprintf("The links of the dice with the numbers %d to %d are never used, because some of them may be "+
			"known. Reason: %s", b.From, b.Step, b.Reason),
		fmt.Sprintf("If you have a report of one of these steps, it does not count: the game goes on from %s. Keep "+
			"it all the same, it proves that its link was not used again.", audit.AfterStep(b.From-1)),
		fmt.Sprintf("The link below, hashed %d times, gives that of step %d.", b.Step-b.From+1, b.From-1),
	}}
}

// BurnLater lets the next Resume or BurnDue burn links of a game that was put into a
// store: up to that of step last and one more; for last < 0, if it is not known how
// far the game went, burnMargin of them. Nothing is to be burned if the game is over
// or stands after step last.
func BurnLater(tx *store.Tx, id string, last int, reason string) error {
	over, err := docket.IsOver(tx, id)
	if err != nil || over {
		return err
	}
	step, err := docket.LastNumber(tx, id)
	switch {
	case err != nil:
		return err
	case last >= engine.ChainLength-1 || last >= 0 && last < step:
		return fmt.Errorf("the game stands after step %d, and its links end with %d: %d cannot be the last step", step,
			engine.ChainLength, last)
	case last == step:
		return nil
	case last < 0:
		last = MarginFrom(step) - 1
	}
	return tx.SetState(id, docket.StateBurn, fmt.Appendf(nil, "%d %s", last+1, reason))
}

// MarginFrom is the number up to which links are burned if step is the last that is
// known: burnMargin of them, or half of what is left.
func MarginFrom(step int) int { return step + min(burnMargin, (engine.ChainLength-step)/2) }

// BurnDue burns what has to be burned before games go on: of those that were put
// back, and of all if the store may be older than what was published (store.Tx.MayBeOld).
// Resume does it too. A game that is held waits until it goes on.
func (u *Master) BurnDue() error {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	return u.BurnNow()
}

// BurnNow is BurnDue for who holds Mu.
func (u *Master) BurnNow() error {
	if err := u.Store.Update(u.noteOld); err != nil {
		return err
	}
	names, err := u.Games()
	for _, id := range names {
		if err == nil {
			err = u.BurnNoted(id)
		}
	}
	return err
}

// noteOld notes for every game of a store that may be old that links have to be burned.
func (u *Master) noteOld(tx *store.Tx) error {
	old, err := tx.MayBeOld()
	if err != nil || !old {
		return err
	}
	names, err := tx.Games()
	for _, id := range names {
		if err == nil {
			err = BurnLater(tx, id, -1, "the umpire's store was put back or made again, and what came after it may "+
				"be lost")
		}
	}
	u.Logger.Warn("the store may be older than what players hold: links are burned", "games", len(names))
	return errors.Join(err, tx.NotOld())
}

// BurnNoted burns what was noted for a game, unless it is held.
func (u *Master) BurnNoted(id string) error {
	var noted []byte
	err := u.Store.View(func(tx *store.Tx) (err error) {
		noted, err = docket.Optional(tx.State(id, docket.StateBurn))
		return err
	})
	if err != nil || noted == nil {
		return err
	}
	return u.burnPending(id)
}

// burnPending burns what was noted for a game.
func (u *Master) burnPending(id string) error {
	err := u.StepOn(id, "links burned", func(g *docket.Game) (b docket.Batch, err error) {
		if g.BurnTo <= g.State.Number {
			return b, nil
		}
		r, b, err := u.DecideBurn(g, g.BurnTo, g.BurnWhy, "")
		if err == nil {
			u.Logger.Warn("links are burned", "game", id, "from", r.From, "to", r.Step, "reason", r.Reason)
		}
		return b, err
	})
	_, held := errors.AsType[*docket.HeldError](err)
	if held || errors.Is(err, docket.ErrOver) || errors.Is(err, docket.ErrNoRuleset) {
		return nil
	}
	u.Forget(id)
	return err
}
