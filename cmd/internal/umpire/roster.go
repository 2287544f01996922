package umpire

import (
	"time"

	"berthier/cmd/internal/roster"
)

// Roster is all games in the order in which they need attention, and the time that counts.
func (u *Umpire) Roster() (rows []roster.Row, now time.Time, err error) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	if err := u.CatchUp(); err != nil {
		return nil, now, err
	}
	names, err := u.Store.Games()
	if err == nil {
		rows, err = roster.Of(u.Docket, names)
	}
	return rows, u.Now(), err
}

// SendWeekly sends it if it is due now.
func (u *Umpire) SendWeekly(w roster.Weekly) error {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	if err := u.CatchUp(); err != nil {
		return err
	}
	return u.Deciding(func() error { return w.Send(u.Docket) })
}

// Status tells how a game stands. An unknown one is store.ErrNoGame.
func (u *Umpire) Status(id string) (roster.Status, error) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	if err := u.CatchUp(); err != nil {
		return roster.Status{}, err
	}
	return roster.StatusOf(u.Docket, id)
}
