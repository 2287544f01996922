package umpire

import (
	"context"
	"fmt"
	"time"

	"berthier/cmd/internal/roster"
	"berthier/cmd/internal/timekeeper"
)

// Roster is all games in the order in which they need attention, and the time that counts.
func (u *Umpire) Roster() (rows []roster.Row, now time.Time, err error) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	names, err := u.Store.Games()
	if err == nil {
		rows, err = roster.Of(u.Docket, names)
	}
	return rows, u.Now(), err
}

// RunWeekly sends the weekly letter when it is due, until ctx is done; then it returns the error of
// ctx. It ends earlier only at a fault of the store.
func (u *Umpire) RunWeekly(ctx context.Context, w roster.Weekly) error {
	if w.Zone == nil {
		<-ctx.Done()
		return ctx.Err()
	}
	return timekeeper.Every(ctx, nil, func() (time.Duration, error) {
		if err := u.SendWeekly(w); err != nil {
			return 0, fmt.Errorf("the weekly letter: %w", err)
		}
		now := u.Clock()
		wait := min(timekeeper.Pause, w.Next(now).Sub(now)) // the clock may be set, or the machine sleep
		return max(wait, time.Second), nil
	})
}

// SendWeekly sends it if it is due now.
func (u *Umpire) SendWeekly(w roster.Weekly) error {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	return w.Send(u.Docket)
}

// Status tells how a game stands. An unknown one is store.ErrNoGame.
func (u *Umpire) Status(id string) (roster.Status, error) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	return roster.StatusOf(u.Docket, id)
}
