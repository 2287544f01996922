package umpire

import (
	"fmt"

	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// What the umpire does to a game, by name: the tests that are about what comes of it
// look at records rather than at the answer to a command.

func (u *Umpire) Start(id, by string) error {
	return u.act(id, "start", func(g *game) (batch, []store.Mail, error) { return u.start(g, by) })
}

func (u *Umpire) Rollback(id string, to int, reason, by string) (record record.Rollback, err error) {
	err = u.act(id, "rollback", func(g *game) (b batch, mails []store.Mail, err error) {
		record, b, mails, err = u.rollback(g, to, reason, by)
		return b, mails, err
	})
	return record, err
}

func (u *Umpire) Ruling(id string, text []byte, reason, by string) (record record.Ruling, err error) {
	err = u.act(id, "ruling", func(g *game) (b batch, mails []store.Mail, err error) {
		record, b, mails, err = u.ruling(g, text, reason, by)
		return b, mails, err
	})
	return record, err
}

func (u *Umpire) Substitute(id string, p Player, reason, by string) (record record.Substitute, err error) {
	err = u.act(id, "substitute", func(g *game) (b batch, mails []store.Mail, err error) {
		record, b, mails, err = u.substitute(g, p, reason, by)
		return b, mails, err
	})
	return record, err
}

func (u *Umpire) Announce(id, text, by string) (record record.Announce, err error) {
	err = u.act(id, "announce", func(g *game) (b batch, mails []store.Mail, err error) {
		record, b, mails, err = u.announce(g, text, by)
		return b, mails, err
	})
	return record, err
}

func (u *Umpire) Close(id, reason, by string) (record record.Abandon, err error) {
	err = u.act(id, "close", func(g *game) (b batch, mails []store.Mail, err error) {
		record, b, mails, err = u.close(g, reason, by)
		return b, mails, err
	})
	return record, err
}

func (u *Umpire) ChangeClock(id string, c ClockChange) (text string, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	var g *game
	err = u.Store.View(func(tx *store.Tx) (err error) { g, err = u.load(tx, id); return err })
	if err == nil && g.over() {
		err = fmt.Errorf("game %s: %w", id, ErrOver)
	}
	if err != nil {
		return "", err
	}
	b, mails, text, err := u.changeClock(g, c)
	if err != nil {
		return "", fmt.Errorf("game %s: %w", id, err)
	}
	b.mails(mails)
	if err := u.commit(b); err != nil {
		return "", err
	}
	u.Logger.Info("clock changed", "game", id, "step", g.state.Number+1, "change", c.Cause)
	return text, nil
}

func (u *Umpire) act(id, what string, decide func(*game) (batch, []store.Mail, error)) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	err := u.stepOn(id, what, decide)
	u.forget(id)
	return err
}

func (u *Umpire) Burn(id string, last int, reason, by string) (record record.Burn, err error) {
	err = u.act(id, "links burned", func(g *game) (b batch, mails []store.Mail, err error) {
		record, b, mails, err = u.burnTo(g, last, reason, by)
		return b, mails, err
	})
	return record, err
}

// SetKey is the command "key", or "revoke" without a text.
func (u *Umpire) SetKey(id string, side engine.Side, text string) (record.Key, error) {
	return u.keyCommand(id, side, func(g *game, k *record.Key) (code string, err error) {
		if text == "" {
			return "", g.refuseKeyless(k.Side)
		}
		k.New, err = u.newKey(g.info, k.Side, text)
		return "", err
	})
}

func (u *Umpire) Invite(id string, side engine.Side) (record.Key, error) {
	return u.keyCommand(id, side, func(*game, *record.Key) (string, error) { return u.newInvitation() })
}

func (u *Umpire) keyCommand(id string, side engine.Side,
	decide func(*game, *record.Key) (string, error)) (k record.Key, err error) {
	err = u.act(id, "key changed", func(g *game) (b batch, mails []store.Mail, err error) {
		k, b, mails, err = u.setKey(g, side, decide)
		return b, mails, err
	})
	return k, err
}

// Process resolves the next step of a game without waiting: sides that have
// not answered take their defaults. In a game with a beacon it closes the step.
// It returns ErrOver for a game that is over, ErrClosed for one whose step is
// closed already, and store.ErrNoGame for an unknown one.
func (u *Umpire) Process(id string) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.stepOn(id, "step resolved", u.process)
}

// Position is the encoding of the position of a game, for the umpire's eyes: it
// is what a ruling changes. An unknown game is store.ErrNoGame.
func (u *Umpire) Position(id string) (text []byte, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	err = u.Store.View(func(tx *store.Tx) error {
		s, err := u.stateOf(tx, id)
		if err == nil {
			text = s.Position.Encode()
		}
		return err
	})
	return text, err
}

// Attachment is what a side has to check its orders with, as its last report
// brought it. An unknown game is store.ErrNoGame.
func (u *Umpire) Attachment(id string, side engine.Side) (a Attachment, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	var g *game
	err = u.Store.View(func(tx *store.Tx) (err error) {
		g, err = u.load(tx, id)
		return err
	})
	if err != nil {
		return a, err
	}
	if side, err = g.sideNamed(side); err != nil {
		return a, err
	}
	chain, err := u.secretOf(id, secretChain)
	if err != nil {
		return a, err
	}
	link, err := engine.ChainLink(chain, g.state.Number)
	return g.attachment(side, link), err
}
