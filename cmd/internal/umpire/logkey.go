package umpire

import (
	"errors"
	"fmt"

	"berthier/cmd/internal/record"
	"berthier/store"
)

// ErrLogKeyLost is returned by AdoptLogKey if the old key is not there.
var ErrLogKeyLost = errors.New("the log is signed with a key that is not here")

// AdoptLogKey lets next, in the place of Config.Key, sign the logs of all games that go
// on from now on. old is the key before it, which vouches for the new one; nil says that it is
// lost. It is a record of each log and stands in the next reports, with the
// fingerprint. It gives the games in which that was done; those that this key signs
// already it leaves alone. All are changed or none.
func (u *Umpire) AdoptLogKey(next record.Signer, old *record.Signer) (games []string, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
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
	var b batch
	for _, id := range names {
		var g *game
		err := u.Store.View(func(tx *store.Tx) error {
			over, err := IsOver(tx, id)
			if err != nil || over {
				return err
			}
			var held *HeldError
			if g, err = u.load(tx, id); errors.As(err, &held) {
				err = nil
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if g == nil || u.checkLogKey(g.info) == nil {
			continue
		}
		k := record.LogKey{Head: u.headOf(g), Old: g.logKey, New: u.Key.Verifier(g.origin())}
		if old != nil {
			if old.Verifier(g.origin()) != g.logKey {
				return nil, fmt.Errorf("game %s: %w: %s", id, ErrLogKeyLost, record.Fingerprint(g.logKey))
			}
			k.Signature = old.Vouch(k)
		}
		if err := attempt(func() error { g.record(&b, k); return nil }); err != nil {
			return nil, err
		}
		if err := u.signHead(&b, g); err != nil {
			return nil, err
		}
		games = append(games, id)
	}
	if err := u.commit(b); err != nil {
		return nil, err
	}
	u.forget()
	u.Post.Secret = u.Key.Derive(bouncePurpose)
	for _, id := range games {
		u.Logger.Info("another key signs the log", "game", id, "key", u.Key.String())
	}
	return games, nil
}
