package umpire

import (
	"context"
	"fmt"
	"time"

	"berthier/cmd/internal/docket"
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

// RunWeekly sends the weekly letter when it is due, until ctx is done; then it returns the error of
// ctx. It ends earlier only at a fault of the store.
func (u *Umpire) RunWeekly(ctx context.Context, w roster.Weekly) error {
	for w.Zone != nil {
		if err := u.SendWeekly(w); err != nil {
			return fmt.Errorf("the weekly letter: %w", err)
		}
		now := u.Clock()
		wait := min(docket.ClockPause, w.Next(now).Sub(now)) // the clock may be set, or the machine sleep
		select {
		case <-ctx.Done():
		case <-time.After(max(wait, time.Second)):
			continue
		}
		break
	}
	<-ctx.Done()
	return ctx.Err()
}

// SendWeekly sends it if it is due now.
func (u *Umpire) SendWeekly(w roster.Weekly) error {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	return w.Send(u.Docket)
}
