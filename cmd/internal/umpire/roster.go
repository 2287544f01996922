package umpire

import (
	"time"

	"berthier/cmd/internal/roster"
	"berthier/store"
)

// Roster is all games in the order in which they need attention, and the time that counts.
func (u *Umpire) Roster() (rows []roster.Row, now time.Time, err error) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	err = u.Store.View(func(tx *store.Tx) error {
		names, err := tx.Games()
		if err == nil {
			rows, err = roster.Of(u.Docket, tx, names)
		}
		return err
	})
	return rows, u.Now(), err
}
