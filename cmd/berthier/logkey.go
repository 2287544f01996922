package main

import (
	"fmt"

	"berthier/cmd/internal/ledger"
	"berthier/cmd/internal/record"
	"berthier/store"
)

// openLogKey reads the key that signs the logs, and makes one for a store in
// which no game goes on.
func openLogKey(path string, s *store.Store) (record.Signer, error) {
	old, err := readLogKey(path)
	if err != nil {
		return record.Signer{}, err
	}
	if old != nil {
		return *old, nil
	}
	err = s.View(func(tx *store.Tx) error {
		names, err := tx.Games()
		for _, name := range names {
			over, overErr := ledger.IsOver(tx, name)
			if overErr != nil {
				return overErr
			}
			if !over {
				return hint(fmt.Errorf("no key at %s, with which the log of game %s is signed", path, name),
					"put it back from your backup; if it is lost, berthier logkey -lost makes another")
			}
		}
		return err
	})
	if err != nil {
		return record.Signer{}, err
	}
	key, err := newLogKey(path)
	return *key, err
}
