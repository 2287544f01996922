package umpire

import (
	"fmt"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// What the umpire does to a game, by name: the tests that are about what comes of it
// look at records rather than at the answer to a command.

func (u *Umpire) Start(id, by string) error {
	return u.act(id, "start", func(g *docket.Game) (docket.Batch, []store.Mail, error) { return u.DecideStart(g, by) })
}

func (u *Umpire) Rollback(id string, to int, reason, by string) (record record.Rollback, err error) {
	err = u.act(id, "rollback", func(g *docket.Game) (b docket.Batch, mails []store.Mail, err error) {
		record, b, mails, err = u.DecideRollback(g, to, reason, by)
		return b, mails, err
	})
	return record, err
}

func (u *Umpire) Ruling(id string, text []byte, reason, by string) (record record.Ruling, err error) {
	err = u.act(id, "ruling", func(g *docket.Game) (b docket.Batch, mails []store.Mail, err error) {
		record, b, mails, err = u.DecideRuling(g, text, reason, by)
		return b, mails, err
	})
	return record, err
}

func (u *Umpire) Substitute(id string, p play.Player, reason, by string) (record record.Substitute, err error) {
	err = u.act(id, "substitute", func(g *docket.Game) (b docket.Batch, mails []store.Mail, err error) {
		record, b, mails, err = u.DecideSubstitute(g, p, reason, by)
		return b, mails, err
	})
	return record, err
}

func (u *Umpire) Announce(id, text, by string) (record record.Announce, err error) {
	err = u.act(id, "announce", func(g *docket.Game) (b docket.Batch, mails []store.Mail, err error) {
		record, b, mails, err = u.DecideAnnounce(g, text, by)
		return b, mails, err
	})
	return record, err
}

func (u *Umpire) Close(id, reason, by string) (record record.Abandon, err error) {
	err = u.act(id, "close", func(g *docket.Game) (b docket.Batch, mails []store.Mail, err error) {
		record, b, mails, err = u.DecideClose(g, reason, by)
		return b, mails, err
	})
	return record, err
}

func (u *Umpire) ChangeClock(id string, c play.ClockChange) (text string, err error) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	var g *docket.Game
	err = u.Store.View(func(tx *store.Tx) (err error) { g, err = u.Open(tx, id); return err })
	if err == nil && g.Over() {
		err = fmt.Errorf("game %s: %w", id, docket.ErrOver)
	}
	if err != nil {
		return "", err
	}
	b, mails, text, err := u.DecideClock(g, c)
	if err != nil {
		return "", fmt.Errorf("game %s: %w", id, err)
	}
	b.Mails(mails)
	if err := u.Commit(b); err != nil {
		return "", err
	}
	u.Logger.Info("clock changed", "game", id, "step", g.State.Number+1, "change", c.Cause)
	return text, nil
}

func (u *Umpire) act(id, what string, decide func(*docket.Game) (docket.Batch, []store.Mail, error)) error {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	err := u.StepOn(id, what, decide)
	u.Forget(id)
	return err
}

func (u *Umpire) Burn(id string, last int, reason, by string) (record record.Burn, err error) {
	err = u.act(id, "links burned", func(g *docket.Game) (b docket.Batch, mails []store.Mail, err error) {
		record, b, mails, err = u.BurnTo(g, last, reason, by)
		return b, mails, err
	})
	return record, err
}

// SetKey is the command "key", or "revoke" without a text.
func (u *Umpire) SetKey(id string, side engine.Side, text string) (record.Key, error) {
	return u.keyCommand(id, side, func(g *docket.Game, k *record.Key) (code string, err error) {
		if text == "" {
			return "", g.RefuseKeyless(k.Side)
		}
		k.New, err = u.NewKey(g.Info, k.Side, text)
		return "", err
	})
}

func (u *Umpire) Invite(id string, side engine.Side) (record.Key, error) {
	return u.keyCommand(id, side, func(*docket.Game, *record.Key) (string, error) { return u.NewInvitation() })
}

func (u *Umpire) keyCommand(id string, side engine.Side,
	decide func(*docket.Game, *record.Key) (string, error)) (k record.Key, err error) {
	err = u.act(id, "key changed", func(g *docket.Game) (b docket.Batch, mails []store.Mail, err error) {
		k, b, mails, err = u.DecideKey(g, side, decide)
		return b, mails, err
	})
	return k, err
}

// Process resolves the next step of a game without waiting: sides that have
// not answered take their defaults. In a game with a beacon it closes the step.
// It returns ErrOver for a game that is over, ErrClosed for one whose step is
// closed already, and store.ErrNoGame for an unknown one.
func (u *Umpire) Process(id string) error {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	return u.StepOn(id, "step resolved", u.ProcessStep)
}

// Position is the encoding of the position of a game, for the umpire's eyes: it
// is what a ruling changes. An unknown game is store.ErrNoGame.
func (u *Umpire) Position(id string) (text []byte, err error) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	err = u.Store.View(func(tx *store.Tx) error {
		s, err := u.StateOf(tx, id)
		if err == nil {
			text = s.Position.Encode()
		}
		return err
	})
	return text, err
}

// Attachment is what a side has to check its orders with, as its last report
// brought it. An unknown game is store.ErrNoGame.
func (u *Umpire) Attachment(id string, side engine.Side) (a docket.Attachment, err error) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	var g *docket.Game
	err = u.Store.View(func(tx *store.Tx) (err error) {
		g, err = u.Open(tx, id)
		return err
	})
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
