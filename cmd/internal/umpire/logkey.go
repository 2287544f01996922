package umpire

import (
	"errors"
	"fmt"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/record"
)

// ErrLogKeyLost is returned by AdoptLogKey if the old key is not there.
var ErrLogKeyLost = errors.New("the log is signed with a key that is not here")

// AdoptLogKey lets next, in the place of Config.Key, sign the logs of all games that go
// on from now on. old is the key before it, which vouches for the new one; nil says that it is
// lost. It is a record of each log and stands in the next reports, with the
// fingerprint. It gives the games in which that was done; those that this key signs
// already it leaves alone. All are changed or none.
func (u *Umpire) AdoptLogKey(next record.Signer, old *record.Signer) (games []string, err error) {
	names, err := u.Games()
	if err != nil {
		return nil, err
	}
	err = u.With(func() error {
		games, err = u.adoptLogKey(next, old)
		return err
	}, names...)
	return games, err
}

// adoptLogKey is AdoptLogKey for who decides of all games.
func (u *Umpire) adoptLogKey(next record.Signer, old *record.Signer) (games []string, err error) {
	before := u.Key
	u.Key = next
	defer func() {
		if err != nil {
			u.Key = before
		}
	}()
	names, err := u.Games()
	if err != nil {
		return nil, err
	}
	var b docket.Batch
	for _, id := range names {
		over, err := u.Store.IsOver(id)
		var g *docket.Game
		if err == nil && !over {
			g, err = u.Open(id)
		}
		if _, held := errors.AsType[*docket.HeldError](err); err != nil && !held {
			return nil, err
		}
		if over || u.CheckLogKey(g.Info) == nil {
			continue
		}
		k := record.LogKey{Head: u.HeadOf(g), Old: g.LogKey, New: u.Key.Verifier(g.Origin())}
		if old != nil {
			if old.Verifier(g.Origin()) != g.LogKey {
				return nil, fmt.Errorf("game %s: %w: %s", id, ErrLogKeyLost, record.Fingerprint(g.LogKey))
			}
			k.Signature = old.Vouch(k)
		}
		if err := amiss.Attempt(func() error { g.Record(&b, k); return nil }); err != nil {
			return nil, err
		}
		u.SignHead(&b, g)
		games = append(games, id)
	}
	if err := u.Commit(b); err != nil {
		return nil, err
	}
	u.Forget()
	u.Post.Secret = u.Key.Derive(docket.BouncePurpose)
	for _, id := range games {
		u.Logger.Info("another key signs the log", "game", id, "key", u.Key.String())
	}
	return games, nil
}
