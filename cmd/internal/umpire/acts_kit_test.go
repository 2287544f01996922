package umpire

import (
	"context"
	"fmt"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/position"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/stored"
	"berthier/engine"
	"berthier/mail/wire"
	"berthier/store"
)

// What the umpire does to a game, by name: the tests that are about what comes of it
// look at records rather than at the answer to a command.

func (u *Umpire) Start(id, by string) error {
	return u.act(id, "start", func(g *docket.Game) (docket.Batch, error) { return u.DecideStart(g, by) })
}

func (u *Umpire) Rollback(id string, to int, reason, by string) (record record.Rollback, err error) {
	err = u.act(id, "rollback", func(g *docket.Game) (b docket.Batch, err error) {
		record, b, err = u.DecideRollback(g, to, reason, by)
		return b, err
	})
	return record, err
}

func (u *Umpire) Ruling(id string, text []byte, reason, by string) (record record.Ruling, err error) {
	err = u.act(id, "ruling", func(g *docket.Game) (b docket.Batch, err error) {
		record, b, err = u.DecideRuling(g, text, reason, by)
		return b, err
	})
	return record, err
}

func (u *Umpire) Substitute(id string, p play.Player, reason, by string) (record record.Substitute, err error) {
	err = u.act(id, "substitute", func(g *docket.Game) (b docket.Batch, err error) {
		record, b, err = u.DecideSubstitute(g, p, reason, by)
		return b, err
	})
	return record, err
}

func (u *Umpire) Announce(id, text, by string) error {
	return u.act(id, "announce", func(g *docket.Game) (docket.Batch, error) { return u.DecideAnnounce(g, text, by) })
}

func (u *Umpire) Close(id, reason, by string) error {
	return u.act(id, "close", func(g *docket.Game) (docket.Batch, error) { return u.DecideClose(g, reason, by) })
}

func (u *Umpire) ChangeClock(id string, c play.ClockChange) (text string, err error) {
	err = u.With(func() error {
		text, err = u.changeClock(id, c)
		return err
	}, id)
	return text, err
}

func (u *Umpire) changeClock(id string, c play.ClockChange) (text string, err error) {
	g, err := u.Open(id)
	if err == nil && g.Over() {
		err = fmt.Errorf("game %s: %w", id, docket.ErrOver)
	}
	if err != nil {
		return "", err
	}
	text, b, err := u.DecideClock(g, c, "")
	if err != nil {
		return "", fmt.Errorf("game %s: %w", id, err)
	}
	if err := u.Commit(b); err != nil {
		return "", err
	}
	u.Logger.Info("clock changed", "game", id, "step", g.State.Number+1, "change", c.Cause)
	return text, nil
}

func (u *Umpire) act(id, what string, decide func(*docket.Game) (docket.Batch, error)) error {
	return u.With(func() error {
		err := u.StepOn(id, what, decide)
		u.Forget(id)
		return err
	}, id)
}

func (u *Umpire) Burn(id string, last int, reason, by string) (record record.Burn, err error) {
	err = u.act(id, "links burned", func(g *docket.Game) (b docket.Batch, err error) {
		record, b, err = u.BurnTo(g, last, reason, by)
		return b, err
	})
	return record, err
}

// SetKey is the command "key", or "revoke" without a text.
func (u *Umpire) SetKey(id string, side engine.Side, text string) (k record.Key, err error) {
	err = u.act(id, "key changed", func(g *docket.Game) (b docket.Batch, err error) {
		k, b, err = u.DecideKey(g, side, "", func(k *record.Key) (code string, err error) {
			if text == "" {
				return "", nil
			}
			k.New, err = u.NewKey(g.Info, k.Side, text)
			return "", err
		})
		return b, err
	})
	return k, err
}

func (u *Umpire) Invite(id string, side engine.Side) (k record.Key, err error) {
	err = u.act(id, "key changed", func(g *docket.Game) (b docket.Batch, err error) {
		k, b, err = u.DecideKey(g, side, "", func(*record.Key) (string, error) { return u.NewInvitation() })
		return b, err
	})
	return k, err
}

// Process resolves the next step of a game without waiting: sides that have
// not answered take their defaults. In a game with a beacon it closes the step.
// It returns ErrOver for a game that is over, ErrClosed for one whose step is
// closed already, and store.ErrNoGame for an unknown one.
func (u *Umpire) Process(id string) error {
	return u.With(func() error { return u.StepOn(id, "step resolved", u.ProcessStep) }, id)
}

// Position is the encoding of the position of a game, for the umpire's eyes: it
// is what a ruling changes. An unknown game is store.ErrNoGame.
func (u *Umpire) Position(id string) (text []byte, err error) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	if err := u.CatchUp(); err != nil {
		return nil, err
	}
	s, err := u.StateOf(id)
	if err != nil {
		return nil, err
	}
	return s.Position.Encode(), nil
}

// Attachment is what a side has to check its orders with, as its last report
// brought it. An unknown game is store.ErrNoGame.
func (u *Umpire) Attachment(id string, side engine.Side) (a position.Attachment, err error) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	if err := u.CatchUp(); err != nil {
		return a, err
	}
	g, err := u.Look(id)
	if err != nil {
		return a, err
	}
	if side, err = g.SideNamed(side); err != nil {
		return a, err
	}
	chain, err := u.SecretOf(id, docket.SecretChain)
	if err != nil {
		return a, err
	}
	link, err := engine.ChainLink(chain, g.State.Number)
	return g.Attachment(side, link), err
}

// Verify checks the whole log of a game, that the head which the daemon signed lies on
// it, and that the stored position agrees with it.
func (u *Umpire) Verify(id string) (audit.Result, error) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	var a audit.Result
	err := u.Store.View(func(tx *store.Tx) error {
		s, err := stored.Save(tx, id)
		if err != nil {
			return err
		}
		rulesets := u.Rulesets
		if inf, err := u.Info(id); err == nil && inf.Rules != nil { // with the tables of the game
			rulesets = []engine.Ruleset{inf.Rules}
		}
		a = audit.CheckLog(rulesets, s.Records)
		a.Checks = append(a.Checks, audit.CheckHead(a, s.Records, s.Head), stored.CheckState(tx, id, a))
		return a.Err()
	})
	if err != nil {
		return a, fmt.Errorf("verifying game %s: %w", id, err)
	}
	return a, nil
}

// Take is TakeAll for one mail.
func (u *Umpire) Take(ctx context.Context, a wire.Arrival) error {
	_, err := u.takeAll(ctx, []wire.Arrival{a})
	return err
}
