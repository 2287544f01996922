package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"berthier/cmd/internal/umpire"
	"berthier/store"
)

// openLogKey reads the key that signs the logs, and makes one for a store in
// which no game goes on.
func openLogKey(path string, s *store.Store) (umpire.LogKey, error) {
	text, err := os.ReadFile(path)
	if err == nil {
		key, err := umpire.ParseLogKey(text)
		if err != nil {
			return key, fmt.Errorf("%s: %w", path, err)
		}
		return key, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return umpire.LogKey{}, err
	}
	err = s.View(func(tx *store.Tx) error {
		names, err := tx.Games()
		for _, name := range names {
			over, overErr := umpire.IsOver(tx, name)
			if overErr != nil {
				return overErr
			}
			if !over {
				return hint(fmt.Errorf("no key at %s, with which the log of game %s is signed", path, name), "put it back from your backup; the game cannot go on with another")
			}
		}
		return err
	})
	if err != nil {
		return umpire.LogKey{}, err
	}
	key, err := umpire.GenerateLogKey(rand.Reader)
	if err == nil {
		err = writeNew(path, key.Marshal(), 0o600)
	}
	return key, err
}
