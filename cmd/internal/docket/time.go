package docket

import (
	"time"

	"berthier/cmd/internal/record"
	"berthier/store"
)

// ClockSlack is how far a clock may be set back without a word.
const ClockSlack = time.Minute

// NewestRecord is the time of the newest record of all games.
func NewestRecord(tx *store.Tx) (newest time.Time, game string, err error) {
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
	r, err := OneRecord(tx, game, last)
	return record.Time(r.Data), err
}

// TimeOf is the time of the next record of a game: never before that of its last one,
// although the clock may have been set back.
func (u *Docket) TimeOf(g *Game) time.Time { return u.HeadOf(g).Time }

// HeadOf begins a record that belongs to the last step of a game.
func (u *Docket) HeadOf(g *Game) record.Head { return g.State.Head(u.Now()) }
