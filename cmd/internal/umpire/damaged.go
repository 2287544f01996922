package umpire

import (
	"berthier/cmd/internal/damage"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/phrase"
)

// keepIfDamaged keeps a mail that cannot be judged because a game is damaged, if an error says that.
func (t *verdict) keepIfDamaged(err error) error {
	id := t.u.Store.Damage(err)
	if id == "" || t.again {
		return err
	}
	if err := t.u.Mine(id); err != nil {
		return err
	}
	t.Batch, t.Effects, t.Counts = docket.Batch{}, nil, nil
	t.Game, t.Side, t.ByUmpire, t.Passing, t.Copy = nil, "", false, false, false
	if !damage.Room(t.u.Docket, id) {
		t.ourFault(err)
		return nil
	}
	damage.Keep(t.u.Docket, &t.Batch, id, t.Mail)
	t.Done = func() { t.Log.Info("mail kept: a game is damaged that it may be for", "game", id) }
	why := phrase.Say("kept", "why", "a row of its store is damaged")
	if err := t.AnswerStranger(phrase.Say("kept.title"), t.words(why, phrase.Say("kept.later"))); err != nil {
		t.Log.Error("the sender cannot be told", "error", err)
	}
	return nil
}
