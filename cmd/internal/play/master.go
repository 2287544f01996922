package play

import (
	"crypto/rand"
	"io"

	"berthier/cmd/internal/docket"
	"berthier/engine"
	"berthier/store"
)

// Master moves games on.
type Master struct {
	*docket.Docket
	Random io.Reader                      // where secrets come from
	Dice   func(step int) engine.Recorder // tests only: dice that do not follow from the turn files
}

// New makes a Master of the games of a docket.
func New(d *docket.Docket) *Master { return &Master{Docket: d, Random: rand.Reader} }

// CheckClock warns of a clock that stands before the newest record of a game.
func (u *Master) CheckClock() error {
	return u.Store.View(func(tx *store.Tx) error {
		newest, game, err := docket.NewestRecord(tx)
		if now := u.Clock(); err == nil && now.Before(newest.Add(-docket.ClockSlack)) {
			u.Logger.Warn("the clock is wrong, or was: it stands before the newest record of the games; berthier "+
				"doctor looks at it",
				"now", now.UTC(), "record", newest, "game", game)
		}
		return err
	})
}
