package play

import (
	"errors"
	"fmt"

	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
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

// EndGame records that a game is over otherwise than by its rules: at once with its last
// mails, or for as long as it can be reopened without them. g becomes the game after that.
func (u *Master) EndGame(g *docket.Game, b *docket.Batch, o engine.Outcome) (err error) {
	if g.Reopen == 0 {
		return u.finish(g, b, o)
	}
	g.Record(b, fold.End(g.State, o, u.Now()))
	u.forgetReminders(g, b)
	b.Add(func(*store.Tx) error { u.Schedule.Touch(g.Game); return nil })
	told, err := u.tellAll(g, messageOf("the game has ended", fmt.Sprintf("The game has ended: %s. The umpire can reopen it "+
		"until %s. If he does not, it is over then: its secrets are opened, and your last mail says how to check it.",
		o.Text, post.Moment(g.State.Ended.Until))))
	b.Send(told...)
	return errors.Join(err, u.SignHead(b, g), g.Snapshot(b))
}

// DecideReopen lets a game go on that its players or the umpire ended, as long as it has
// the time for that. by names the umpire's key, "" at the machine.
func (u *Master) DecideReopen(g *docket.Game, reason, by string) (b docket.Batch, err error) {
	if reason, err = cleanReason("reason", reason); err != nil {
		return b, err
	}
	r, err := fold.Reopen(g.State, u.Now(), by, reason)
	if err != nil {
		return b, docket.Refuse(err)
	}
	g.Record(&b, r)
	if !g.State.Waits {
		u.beginClocks(g, &b, nil)
	}
	told, err := u.tellAll(g, message{"the game goes on", whoRules(by), []string{
		"The umpire has reopened the game: it goes on where it stood. Reason: " + reason + ".",
		"What you had sent for the next step still counts. Your last report says what is owed. Its clocks begin anew.",
	}})
	b.Send(told...)
	if err == nil && len(g.Waiting()) == 0 && !g.State.Waits && g.State.Closed == nil {
		err = u.Await(g, &b, "")
	}
	return b, errors.Join(err, u.SignHead(&b, g), g.Snapshot(&b))
}

// finish opens the secrets of a game that is over, and writes its last mails.
func (u *Master) finish(g *docket.Game, b *docket.Batch, o engine.Outcome) error {
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
