package play

import (
	"errors"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// DecideClose ends a game without a result. Its secrets are opened, and all players
// get the last mail. by names the umpire's key, "" at the machine.
func (u *Master) DecideClose(g *docket.Game, reason, by string) (b docket.Batch, err error) {
	if reason, err = cleanReason("reason", reason); err != nil {
		return b, err
	}
	c := record.Abandon{Head: u.HeadOf(g), By: by, Reason: reason}
	g.Record(&b, c)
	return b, u.EndGame(g, &b, c.Outcome())
}

// EndGame records that a game is over otherwise than by its rules, and writes its
// last mails. g becomes the game after that.
func (u *Master) EndGame(g *docket.Game, b *docket.Batch, o engine.Outcome) error {
	over, err := u.ending(g, o)
	if err != nil {
		return err
	}
	g.Record(b, *over)
	u.forgetReminders(g, b)
	head, err := u.Checkpoint(g)
	if err != nil {
		return err
	}
	sent, err := u.finals(g, *over, g.State.Link, head)()
	if err != nil {
		return err
	}
	g.RecordReports(b, u.TimeOf(g), sent)
	looking, err := u.observedEnd(g, u.overModel(g, *over, g.State.Link, head))
	b.Send(looking...)
	return errors.Join(err, u.SignHead(b, g), g.Snapshot(b))
}
