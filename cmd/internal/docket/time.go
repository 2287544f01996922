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
		last, err := tx.LastSeq(name)
		if err != nil {
			return newest, "", err
		}
		r, err := OneRecord(tx, name, last)
		if err != nil {
			return newest, "", err
		}
		if at := record.Time(r.Data); at.After(newest) {
			newest, game = at, name
		}
	}
	return newest, game, err
}

// TimeOf is the time of the next record of a game: never before that of its last one,
// although the clock may have been set back.
func (u *Docket) TimeOf(g *Game) time.Time { return u.HeadOf(g).Time }

// HeadOf begins a record that belongs to the last step of a game.
func (u *Docket) HeadOf(g *Game) record.Head { return g.State.Head(u.Now()) }
