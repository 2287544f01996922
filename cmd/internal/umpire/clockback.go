package umpire

import (
	"time"

	"berthier/cmd/internal/record"
	"berthier/store"
)

// clockSlack is how far a clock may be set back without a word.
const clockSlack = time.Minute

// checkClock warns of a clock that stands before the newest record of a game.
func (u *Master) checkClock() error {
	return u.Store.View(func(tx *store.Tx) error {
		newest, game, err := newestRecord(tx)
		if now := u.Clock(); err == nil && now.Before(newest.Add(-clockSlack)) {
			u.Logger.Warn("the clock is wrong, or was: it stands before the newest record of the games; berthier "+
				"doctor looks at it",
				"now", now.UTC(), "record", newest, "game", game)
		}
		return err
	})
}

// newestRecord is the time of the newest record of all games.
func newestRecord(tx *store.Tx) (newest time.Time, game string, err error) {
	names, err := tx.Games()
	for _, name := range names {
		at, err := lastTime(tx, name)
		if err != nil {
			return newest, "", err
		}
		if at.After(newest) {
			newest, game = at, name
		}
	}
	return newest, game, err
}

// lastTime is the time of the last record of a game.
func lastTime(tx *store.Tx, game string) (at time.Time, err error) {
	last, err := tx.LastSeq(game)
	if err != nil || last == 0 {
		return at, err
	}
	r, err := oneRecord(tx, game, last)
	return record.Time(r.Data), err
}

// timeOf is the time of the next record of a game: never before that of its last one,
// although the clock may have been set back.
func (u *Docket) timeOf(g *game) time.Time {
	if now := u.now(); now.After(g.state.Time) {
		return now
	}
	return g.state.Time
}

// headOf begins a record that belongs to the last step of a game.
func (u *Docket) headOf(g *game) record.Head {
	return g.state.Head(u.now())
}
