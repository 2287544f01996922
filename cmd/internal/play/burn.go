package play

import (
	"errors"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/putback"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/store"
	"berthier/templates"
)

// BurnTo takes the links of a game out of use up to that of step last, of which
// somebody holds a report, and one more, whose number the record has. Files that
// wait are dropped, all players get a report with the reason.
func (u *Master) BurnTo(g *docket.Game, last int, reason, by string) (r record.Burn, b docket.Batch, err error) {
	if last <= g.State.Number || last >= engine.ChainLength-1 {
		return r, b, amiss.Refusef("step %d: the game stands after step %d, and its links end with %d", last,
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
		Reason: reason, HiddenPart: g.NextHidden(), Position: engine.Hash(g.State.Position),
	}}
	told := r.Intervention
	told.Previous = link.Before(1) // a report shows what one hash gives
	b, err = u.intervene(g, told, r, nil, func(engine.Side) templates.Word { return burnWord(r) })
	b.Drop(g.Game, docket.StateBurn)
	return r, b, err
}

// burnWord is what players are told.
func burnWord(b record.Burn) templates.Word {
	return templates.Word{Heading: templates.Burn, Paragraphs: []tongue.Text{
		phrase.Say("burn", "from", b.From, "to", b.Step, "reason", b.Reason),
		phrase.Say("burn.report", "step", b.From-1),
		phrase.Say("burn.hash", "n", b.Step-b.From+1, "step", b.From-1),
	}}
}

// BurnDue burns what has to be burned before games go on: of those that were put
// back, and of all if the store may be older than what was published (store.Tx.MayBeOld).
// Resume does it too. A game that is held waits until it goes on.
func (u *Master) BurnDue() error {
	return u.With(u.BurnNow)
}

// BurnNow is BurnDue for who holds Mu.
func (u *Master) BurnNow() error {
	if err := u.Store.Update(u.noteOld); err != nil {
		return err
	}
	var noted []string
	err := u.Config.Store.View(func(tx *store.Tx) error {
		noted = nil
		for s, err := range tx.AllStates(docket.StateBurn) {
			if s.Game != "" && u.Store.IsDamaged(s.Game, err) {
				continue
			}
			if err != nil {
				return err
			}
			noted = append(noted, s.Game)
		}
		return nil
	})
	for _, id := range noted {
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
	const why = "the umpire's store was put back or made again, and what came after it may be lost"
	for _, id := range names {
		if err != nil {
			break
		}
		if err = putback.BurnLater(tx, id, -1, why); err != nil && u.Store.IsDamaged(id, err) {
			err = putback.BurnDamaged(tx, id, why)
		}
		if err != nil && u.Store.IsDamaged(id, err) { // there is no place for the note
			u.Logger.Error("links of a damaged game have to be burned before it goes on", "game", id, "damage", err)
			err = nil
		}
	}
	u.Logger.Warn("the store may be older than what players hold: links are burned", "games", len(names))
	return errors.Join(err, tx.NotOld())
}

// BurnNoted burns what was noted for a game, unless it is held.
func (u *Master) BurnNoted(id string) error {
	noted, err := u.Store.Value(id, docket.StateBurn)
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
	if held || u.Store.IsDamaged(id, err) || errors.Is(err, docket.ErrOver) || errors.Is(err, docket.ErrNoRuleset) {
		return nil
	}
	u.Forget(id)
	return err
}
