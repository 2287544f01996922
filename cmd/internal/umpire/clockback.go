package umpire

import (
	"strings"
	"time"

	"berthier/store"
)

// clockSlack is how far a clock may be set back without a word.
const clockSlack = time.Minute

// clockWentBack notices that the clock was set back since the given time. Mails
// that wait after a failure are tried at once: their waits were counted by
// another clock, and could last for years.
func (u *Umpire) clockWentBack(before time.Time) error {
	now := u.Clock()
	if !now.Before(before.Add(-clockSlack)) {
		return nil
	}
	u.Logger.Warn("the clock was set back: mails that wait are tried at once, and records of games get times before those of earlier ones",
		"from", before, "to", now)
	return u.Config.Store.Update(func(tx *store.Tx) error { return tx.RetryNow() })
}

// checkClock warns of a clock that stands before the newest record of a game.
func (u *Umpire) checkClock() error {
	return u.Store.View(func(tx *store.Tx) error {
		names, err := tx.Games()
		if err != nil {
			return err
		}
		newest, game := time.Time{}, ""
		for _, name := range names {
			last, err := tx.LastSeq(name)
			if err != nil || last == 0 {
				return err
			}
			r, err := oneRecord(tx, name, last)
			if err != nil {
				return err
			}
			if at := recordTime(r.Data); at.After(newest) {
				newest, game = at, name
			}
		}
		if now := u.Clock(); now.Before(newest.Add(-clockSlack)) {
			u.Logger.Warn("the clock is wrong, or was: it stands before the newest record of the games; berthier doctor looks at it",
				"now", now.UTC(), "record", newest, "game", game)
		}
		return nil
	})
}

// recordTime is the time that stands in a record.
func recordTime(data []byte) time.Time {
	_, rest, _ := strings.Cut(string(data), "\n")
	r := &lineReader{rest: rest}
	r.word("game")
	r.word("step")
	return r.time(r.word("time"))
}
