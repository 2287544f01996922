package play

import (
	"crypto/rand"
	"io"
	"time"

	"berthier/cmd/internal/docket"
	"berthier/engine"
)

// Master moves games on.
type Master struct {
	*docket.Docket
	Random io.Reader                      // where secrets come from
	Dice   func(step int) engine.Recorder // tests only: dice that do not follow from the turn files
}

// New makes a Master of the games of a docket.
func New(d *docket.Docket) *Master { return &Master{Docket: d, Random: rand.Reader} }

// clockSlack is how far a clock may be set back without a word.
const clockSlack = time.Minute

// checkClock warns of a clock that stands before the newest record, which is of a game.
func (u *Master) checkClock(newest time.Time, game string) {
	if now := u.Clock(); now.Before(newest.Add(-clockSlack)) {
		u.Logger.Warn("the clock is wrong, or was: it stands before the newest record of the games; berthier "+
			"doctor looks at it",
			"now", now.UTC(), "record", newest, "game", game)
	}
}
