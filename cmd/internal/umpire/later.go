package umpire

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/matter"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/position"
	"berthier/cmd/internal/putback"
	"berthier/engine"
	"berthier/store"
)

// burnShown burns what a mail shows to be published, and docket.BurnMargin more.
func (u *Umpire) burnShown(e *putback.Error) error {
	u.Logger.Warn("a mail shows that the store was put back", "game", e.Game, "step", e.Last, "reason", e.Why)
	to := min(docket.MarginFrom(e.Last), engine.ChainLength-1)
	err := u.StepOn(e.Game, "links burned", func(g *docket.Game) (docket.Batch, error) {
		_, b, err := u.DecideBurn(g, max(to, g.State.Number+1), e.Why, "")
		for _, mark := range e.Seen {
			b.Mark(mark, u.Now())
		}
		return b, err
	})
	u.Forget(e.Game)
	if held, ok := errors.AsType[*docket.HeldError](err); ok {
		u.Logger.Warn("links cannot be burned while the game is held", "game", e.Game, "reason", held.Why)
		return nil
	}
	return err
}

// askForReport asks a player who answers a step that the game has not come to for the
// report that he answers, and tells the umpire, once a day: whatever step the player names, the umpire asks
// all of them. A store that is put back may hold that he was told before. That the player says so is no proof:
// he could have links burned at will.
func (t *verdict) askForReport(in matter.FileIn) error {
	g := t.Game
	if in.File.Step <= in.Step || in.File.Game != g.Game || g.Over() {
		return nil
	}
	for i, f := range in.Faults {
		if f.Msg.Equal(position.StaleStep(in.File.Step, in.Step)) {
			in.Faults[i].Hint = phrase.Say("hint.later", "step", in.File.Step-1, "next", strconv.Itoa(in.Step))
		}
	}
	day := t.u.Now().UTC().Format(time.DateOnly)
	mark := fmt.Sprintf("answers later %s %s %s", g.Game, t.Side, day)
	if known, err := t.u.Store.Seen(mark); err != nil || known {
		return err
	}
	mails, err := t.u.Post.Note(fmt.Sprintf("later.%s.%s.%s", g.Game, t.Side, day),
		store.Mail{Game: g.Game, To: []string{g.Address[t.Side]}},
		fmt.Sprintf("%s answers step %d", t.Side, in.File.Step),
		fmt.Sprintf("%s signed orders for step %d, but the game has only come to step %d.", t.Side, in.File.Step,
			in.Step),
		fmt.Sprintf("If this is no slip, your store is an old one that was put back. Ask the players for their last "+
			"report. If they have one of step %d, this makes sure that its dice are not used again:", in.File.Step-1),
		fmt.Sprintf("    berthier do burn %s %d an old store was put back", g.Game, in.File.Step-1))
	t.Batch.Send(mails...)
	t.Batch.Mark(mark, t.u.Now())
	return err
}
