package play

import (
	"errors"
	"fmt"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/spec"
	"berthier/cmd/internal/tell"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/templates"
)

// DecideSubstitute gives a side to another player, with another address and key; if he has none yet he is invited to
// register one. A file of the side that waits is dropped. The new player gets a mail with all that he needs,
// everybody, with the player who leaves, a note with the reason. by names the umpire's key, "" at the machine.
func (u *Master) DecideSubstitute(g *docket.Game, p Player, reason, by string) (s record.Substitute, b docket.Batch,
	err error) {
	side, err := g.SideNamed(p.Side)
	if err != nil {
		return s, b, err
	}
	if err := g.RefuseClosed(); err != nil {
		return s, b, amiss.Refuse(err)
	}
	player, err1 := spec.Player(g.Rules, p, side, u.Now())
	reason, err2 := cleanReason("reason", reason)
	if err := errors.Join(err1, u.notOurs(p), err2); err != nil {
		return s, b, amiss.Refuse(err)
	}
	if faults := u.KeyFaults(g.Info, side, player.Key); len(faults) > 0 && p.Key != "" {
		return s, b, amiss.Refusef("the new player's key: %s", faults[0].Msg)
	}
	s = record.Substitute{Head: u.HeadOf(g), By: by, Side: side, Old: g.Player(side).Name, New: player.Name,
		Computer: player.Computer, Reason: reason}
	old := g.Info
	g.Record(&b, s)
	g.ChangeKey(&b, record.Key{Head: s.Head, Side: side, By: record.KeyBySubstitute, New: player.Key})
	if g.State.Clock != nil {
		returns, err := u.playedBefore(g, side, player.Name)
		if err != nil {
			return s, b, err
		}
		due := g.State.Due(g.Rules.Owed(g.State.Position))
		state, text := g.State.Clock.Takeover(g.Clock, s.Time, side, p.Zone, returns, due)
		u.SetClock(g, &b, record.Clock{Cause: record.ClockTakeover, By: record.ClockByUmpire, State: state, Text: text})
	}
	g.Info = g.Info.With(side, p.Address)
	b.Set(g.Game, docket.StateAddress+string(side), []byte(p.Address))
	u.letMove(g, &b)
	invitation := ""
	if player.Key == (sign.Key{}) && !g.Computed(side) {
		if invitation, err = u.invite(&b, g.Game, side); err != nil {
			return s, b, err
		}
	}
	u.tellSeat(&b, g, old, s)
	if !g.Computed(side) {
		welcome, err := u.welcome(g, s, invitation)
		if err != nil {
			return s, b, err
		}
		g.RecordReports(&b, s.Time, []docket.Report{welcome})
	}
	u.SignHead(&b, g)
	return s, b, nil
}

// tellSeat tells everybody who has a seat now; the one who leaves, with old, too.
func (u *Master) tellSeat(b *docket.Batch, g *docket.Game, old *docket.Info, s record.Substitute) {
	before := *g
	before.Info = old
	for _, to := range g.Sides {
		who := g
		if to == s.Side {
			who = &before
		}
		if !who.Computed(to) {
			u.Tell(b, u.notice(who, to, fmt.Sprintf("notice.%d", g.State.Tree.Size()), messageOf(tell.Substitute(s))))
		}
	}
}

// playedBefore reports whether somebody of this name had the side before.
func (u *Master) playedBefore(g *docket.Game, side engine.Side, name string) (ok bool, err error) {
	for _, p := range g.State.First.Players {
		ok = ok || p.Side == side && p.Name == name
	}
	for r, err := range u.Store.Records(g.Game, 1) {
		if err != nil {
			return ok, err
		}
		if r.Kind != record.KindSubstitute {
			continue
		}
		s, err := record.ParseSubstitute(r.Data)
		if err != nil {
			return ok, err
		}
		ok = ok || s.Side == side && s.New == name
	}
	return ok, nil
}

// welcome is the first mail of a player who takes a place.
func (u *Master) welcome(g *docket.Game, s record.Substitute, invitation string) (r docket.Report, err error) {
	m := templates.OpeningMail{Invitation: invitation, Leaves: s.Old}
	if m.Checkpoint, err = u.Checkpoint(g); err != nil {
		return r, err
	}
	l := u.opening(g, s.Side, m, g.Letter(s.Side, fmt.Sprintf("welcome.%d", g.State.Tree.Size())))
	r.Side, r.Text = s.Side, record.Whole(l.Page.Text, l.Page.Beside)
	r.Mail, err = u.Post.Write(l)
	return r, err
}
