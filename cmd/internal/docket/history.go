package docket

import (
	"fmt"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/record"
	"berthier/store"
)

// Acts lists what the umpire did in a game, in order. An unknown game is
// store.ErrNoGame.
func (u *Docket) Acts(id string) (acts []audit.Act, err error) {
	err = u.Config.Store.View(func(tx *store.Tx) error {
		for r, err := range tx.Records(id, 1) {
			if err != nil {
				return err
			}
			value, err := record.Parse(r.Kind, r.Data, r.Hidden)
			if err != nil {
				return fmt.Errorf("game %s, record %d: %w", id, r.Seq, err)
			}
			if a, ok := audit.ActOf(r.Seq, value); ok {
				acts = append(acts, a)
			}
		}
		return nil
	})
	return acts, err
}
