package umpire

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/marks"
	"berthier/cmd/internal/phrase"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
)

// maxDoubtful is how many mails are kept for one damaged game of which nobody knows whose they are. Anybody can send
// them: those behind them are judged as if there were no such game.
const maxDoubtful = 1000

// namesDamaged is the damaged game that a mail names, in its text or else by its likeliest mark; "" for none.
func (t *verdict) namesDamaged() (string, error) {
	if err := t.u.FindSeats(); err != nil || len(t.u.Store.Damaged) == 0 {
		return "", err
	}
	for _, text := range sign.Texts(t.Mail) {
		if file, _ := engine.ParseTurnFile(text.Bytes, nil, t.u.Limits.Turn); file.Game != "" {
			return t.orNone(file.Game)
		}
	}
	found, err := marks.Of(t.u.Docket, t.Mail)
	if err != nil {
		return "", err
	}
	return t.orNone(marks.Game(found))
}

// orNone is a damaged game if it has room for another mail; "" for any other game.
func (t *verdict) orNone(id string) (string, error) {
	if _, damaged := t.u.Store.Damaged[id]; !damaged {
		return "", nil
	}
	keys, err := t.u.Store.Values(id, docket.StateStuck)
	if len(keys) >= maxDoubtful {
		return "", err
	}
	return id, err
}

// perhapsDamaged is the damage of a game for which a mail may be that no game knows: who plays in one that is damaged
// may be what is lost. A mail whose sender another game knows is judged as ever.
func (t *verdict) perhapsDamaged() error {
	if len(t.u.Store.Damaged) == 0 {
		return nil
	}
	known, err := t.FromKnown()
	if known || err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(t.u.Store.Damaged)) {
		if id, err = t.orNone(id); id != "" || err != nil {
			return cmp.Or(err, error(t.u.Store.Damaged[id]))
		}
	}
	return nil
}

// keepIfDamaged keeps a mail that cannot be judged because a game is damaged, if an error says that.
func (t *verdict) keepIfDamaged(err error) error {
	id := t.u.Store.Damage(err)
	if id == "" || t.again || t.Machine != nil {
		return err
	}
	if err := t.u.Mine(id); err != nil {
		return err
	}
	t.Batch, t.Effects, t.Counts = docket.Batch{}, nil, nil
	t.Game, t.Side, t.ByUmpire, t.Passing, t.Copy = nil, "", false, false, false
	raw, hash := t.Mail.Raw, t.Mail.HashString()
	key := fmt.Sprintf("%s%020d/%s", docket.StateStuck, t.u.Clock().UnixNano(), hash)
	t.Batch.Set(id, key, []byte(hash))
	t.Batch.Add(func(tx *store.Tx) error { return tx.KeepMessage(id, hash, raw) })
	t.u.Schedule.Touch(id)
	t.Done = func() { t.Log.Info("mail kept: a game is damaged that it may be for", "game", id) }
	why := phrase.Say("kept", "why", "a row of its store is damaged")
	if err := t.AnswerStranger(phrase.Say("kept.title"), t.words(why, phrase.Say("kept.later"))); err != nil {
		t.Log.Error("the sender cannot be told", "error", err)
	}
	return nil
}
