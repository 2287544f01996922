package play

import (
	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/tell"
	"berthier/engine"
	"berthier/engine/tongue"
)

// DecideClose ends a game without a result. Its secrets are opened, and all players
// get the last mail. by names the umpire's key, "" at the machine.
func (u *Master) DecideClose(g *docket.Game, reason, by string) (b docket.Batch, err error) {
	if reason, err = cleanReason("reason", reason); err != nil {
		return b, err
	}
	c := record.Abandon{Head: u.HeadOf(g), By: by, Reason: reason}
	g.Record(&b, c)
	u.EndGame(g, &b, c.Outcome())
	return b, nil
}

// EndGame records that a game is over otherwise than by its rules: at once with its last
// mails, or for as long as it can be reopened without them. g becomes the game after that.
func (u *Master) EndGame(g *docket.Game, b *docket.Batch, o engine.Outcome) {
	if g.Reopen == 0 {
		b.Fail(u.finish(g, b, o))
		return
	}
	g.Record(b, fold.End(g.State, o, u.Now()))
	u.forgetReminders(g, b)
	u.touch(g, b)
	u.tellAll(b, g, messageOf(phrase.Say("ended.title"),
		phrase.Say("ended", "outcome", tell.Told(o), "until", phrase.Moment(g.State.Ended.Until))))
	u.SignHead(b, g)
	g.Snapshot(b)
}

// DecideReopen lets a game go on that its players or the umpire ended, as long as it has
// the time for that. by names the umpire's key, "" at the machine.
func (u *Master) DecideReopen(g *docket.Game, reason, by string) (b docket.Batch, err error) {
	if reason, err = cleanReason("reason", reason); err != nil {
		return b, err
	}
	r, err := fold.Reopen(g.State, u.Now(), by, reason)
	if err != nil {
		return b, amiss.Refuse(err)
	}
	g.Record(&b, r)
	if !g.State.Waits {
		u.beginClocks(g, &b, nil)
	}
	u.tellAll(&b, g, message{phrase.Say("reopened.title"), phrase.Umpire(by), []tongue.Text{
		phrase.Say("reopened", "reason", reason), phrase.Say("reopened.orders"),
	}})
	if len(g.Waiting()) == 0 && !g.State.Waits && g.State.Closed == nil {
		u.Await(g, &b, "")
	}
	u.SignHead(&b, g)
	g.Snapshot(&b)
	return b, nil
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
	last := u.lastMails(g, *over, g.State.Link, head)
	sent, err := u.finals(g, last)()
	if err != nil {
		return err
	}
	g.RecordReports(b, u.TimeOf(g), sent)
	u.observedEnd(b, g, last)
	u.SignHead(b, g)
	g.Snapshot(b)
	return nil
}
