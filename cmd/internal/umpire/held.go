package umpire

import (
	"context"
	"fmt"
	"strings"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/phrase"
	"berthier/store"
)

// CheckGames resolves the steps of all games again that another program last
// went on with, and tries again what waits in them. Resume leaves them to it,
// so that a start does not wait; a game of which a mail comes meanwhile is
// looked at first. It ends when all are looked at or ctx is done.
func (u *Umpire) CheckGames(ctx context.Context) error {
	for {
		u.Mu.Lock()
		if len(u.Unchecked) == 0 || ctx.Err() != nil {
			u.Mu.Unlock()
			return ctx.Err()
		}
		name := u.Unchecked[0]
		err := u.Deciding(func() error { return u.resume(name) }, name)
		if err == nil {
			u.Unchecked = u.Unchecked[1:]
		}
		u.Mu.Unlock()
		if err != nil {
			return fmt.Errorf("resuming game %s: %w", name, err)
		}
	}
}

// answerHeld keeps a mail for a game that is held, to be taken in when it goes on, and tells its sender.
func (t *verdict) answerHeld(held *docket.HeldError) error {
	if t.again {
		return held
	}
	t.Batch = docket.Batch{}
	if !t.Copy {
		t.keepStuck()
	}
	t.Done = func() { t.Log.Info("mail kept: the game is held", "game", t.Game.Game, "side", t.Side) }
	if !t.MayAnswerSigned() {
		return nil
	}
	subject, page := t.u.Words(t.Game.Info, t.Side, phrase.Say("kept.title"),
		phrase.Say("kept", "why", strings.TrimSuffix(held.Why, ".")), phrase.Say("kept.later"))
	return t.Answer("held", subject, page)
}

// PutBack lets put write a game into the store, by Restore and putback.BurnLater, and lets it go on.
func (u *Umpire) PutBack(put func(tx *store.Tx) (game string, err error)) error {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	var id string
	err := u.Deciding(func() error {
		return u.Config.Store.Update(func(tx *store.Tx) (err error) {
			id, err = put(tx)
			return err
		})
	})
	if err != nil {
		return err
	}
	u.Logger.Info("a game was put back", "game", id)
	u.Forget(id)
	return u.Deciding(func() error {
		if err := u.BurnNow(); err != nil {
			return err
		}
		u.Schedule.Touch(id)
		u.Post.Wake()
		return u.resume(id)
	}, id)
}
