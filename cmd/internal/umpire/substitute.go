package umpire

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
	"berthier/templates"
)

// substitute gives a side to another player, with another address and key; if
// he has none yet he is invited to register one. A file of the side that waits
// is dropped. The new player gets a mail with all that he needs, everybody,
// with the player who leaves, a note with the reason. by names the umpire's key,
// "" at the machine.
func (u *Master) substitute(g *game, p Player, reason, by string) (s record.Substitute, b batch, mails []store.Mail,
	err error) {
	side, err := g.sideNamed(p.Side)
	if err != nil {
		return s, nil, nil, err
	}
	if err := g.refuseClosed(); err != nil {
		return s, nil, nil, refuse(err)
	}
	player, err1 := playerOf(p, side, u.now())
	reason, err2 := cleanReason("reason", reason)
	if err := errors.Join(err1, err2); err != nil {
		return s, nil, nil, refuse(err)
	}
	if faults := u.keyFaults(g.info, side, player.Key); len(faults) > 0 && p.Key != "" {
		return s, nil, nil, refusef("the new player's key: %s", faults[0].Msg)
	}
	s = record.Substitute{Head: u.headOf(g), By: by, Side: side, Old: g.player(side).Name, New: player.Name,
		Reason: reason}
	old := g.info
	g.record(&b, s)
	g.changeKey(&b, record.Key{Head: record.Head{Game: g.Game, Step: g.state.Number, Time: s.Time}, Side: side,
		By: record.KeyByUmpire, New: player.Key})
	if g.state.Clock != nil {
		returns, err := u.playedBefore(g, side, player.Name)
		if err != nil {
			return s, nil, nil, err
		}
		state, text := g.state.Clock.Takeover(g.Clock, s.Time, side, p.Zone, returns, g.rs.Owed(g.state.Position))
		u.setClock(g, &b, record.Clock{Cause: record.ClockTakeover, By: record.ClockByUmpire, State: state, Text: text})
	}
	g.info = g.info.with(side, p.Address)
	b.set(g.Game, stateAddress+string(side), []byte(p.Address))
	invitation := ""
	if player.Key == (sign.Key{}) {
		if invitation, err = u.newInvitation(); err != nil {
			return s, nil, nil, err
		}
		b.set(g.Game, stateInvite+string(side), []byte(invitation))
	}
	notes, err := u.tellAll(g, messageOf(tellSubstitute(s)))
	if err != nil {
		return s, nil, nil, err
	}
	for i, to := range g.sides {
		if to == side { // the one who leaves
			before := *g
			before.info = old
			if notes[i], err = u.Post.Write(u.notice(&before, side, messageOf(tellSubstitute(s)))); err != nil {
				return s, nil, nil, err
			}
		}
	}
	welcome, err := u.welcome(g, s, invitation)
	if err != nil {
		return s, nil, nil, err
	}
	mails = append(notes, g.recordReports(&b, s.Time, []report{welcome})...)
	return s, b, mails, u.signHead(&b, g)
}

// sideNamed finds a side by its name in any case.
func (g *info) sideNamed(name engine.Side) (engine.Side, error) {
	i := slices.IndexFunc(g.sides, func(s engine.Side) bool { return strings.EqualFold(string(s), string(name)) })
	if i < 0 {
		return "", refusef("no side %q; the sides are %v", name, g.sides)
	}
	return g.sides[i], nil
}

// playedBefore reports whether somebody of this name had the side before.
func (u *Master) playedBefore(g *game, side engine.Side, name string) (ok bool, err error) {
	err = u.Store.View(func(tx *store.Tx) error {
		for r, err := range tx.Records(g.Game, 1) {
			if err != nil {
				return err
			}
			switch r.Kind {
			case record.KindGame:
				first, err := record.ParseGame(r.Data, nil)
				if err != nil {
					return err
				}
				p := (&info{GameRecord: first}).player(side)
				ok = ok || p.Name == name
			case record.KindSubstitute:
				s, err := record.ParseSubstitute(r.Data)
				if err != nil {
					return err
				}
				ok = ok || s.Side == side && s.New == name
			}
		}
		return nil
	})
	return ok, err
}

// with has another address for a side.
func (g *info) with(side engine.Side, address string) *info {
	n := *g
	n.address = maps.Clone(g.address)
	n.address[side] = address
	return &n
}

// told is the substitution for people.
func tellSubstitute(s record.Substitute) (title, text string) {
	return "another player", fmt.Sprintf("%s plays %s from now on, in the place of %s. Reason: %s", s.New, s.Side,
		s.Old, s.Reason)
}

// welcome is the first mail of a player who takes a place.
func (u *Master) welcome(g *game, s record.Substitute, invitation string) (report, error) {
	head, err := u.checkpoint(g)
	if err != nil {
		return report{}, err
	}
	only := *g
	in := *g.info
	only.info, in.sides = &in, []engine.Side{s.Side}
	sent, err := u.eachSide(&only, func(side engine.Side) post.Letter {
		a := g.attachment(side, g.state.Link)
		m := templates.OpeningMail{
			Mail: u.reportModel(g, a, g.state.Position, nil), Anchor: g.Anchor, Sealed: g.Sealed, Log: g.logKey,
			LogPrint:   record.Fingerprint(g.logKey),
			Invitation: invitation, Leaves: s.Old,
		}
		m.Checkpoint = head
		pictures := u.pictures(g, side, nil, &m.Mail)
		l := g.letter(side, fmt.Sprintf("welcome.%d", g.state.Tree.Size()))
		l.Alone, l.Unasked = true, true
		l.Subject, l.Page = subject(m.Report), post.Fill(templates.Opening, m)
		pictures.attach(&l)
		l.Attachments = append(l.Attachments, positionFile(a))
		return l
	})
	if err != nil {
		return report{}, err
	}
	return sent[0], nil
}
