package umpire

import (
	"time"

	"berthier/cmd/internal/record"
)

// checkTimes checks that no record is of an earlier time than the one before it: a
// daemon whose clock was set back keeps the time of the record before.
func (c *auditor) checkTimes() Check {
	check := Check{Name: "times", What: "times of records"}
	var last time.Time
	for _, e := range c.entries {
		at := record.Time(e.Data)
		if at.Before(last) {
			check.Err = e.at("it is of %s, the one before it of %s", at.Format(time.RFC3339), last.Format(time.RFC3339))
			return check
		}
		last = at
		check.Done++
	}
	return check
}

// checkSalts computes the salts of all hidden parts once the secret that they come
// from is open: none was chosen to fit a hash.
func (c *auditor) checkSalts() Check {
	check := Check{Name: "salts", What: "salts of hidden parts"}
	if c.Over == nil {
		return Check{}
	}
	for _, e := range c.entries {
		if e.Hidden == nil || e.err != nil {
			continue
		}
		if got, want := record.SaltOf(e.Hidden), record.Salt(c.Over.Sealed, c.Game.Game, e.Seq); got != want {
			check.Err = e.at("its salt %x does not follow from the sealed secret", got)
			return check
		}
		check.Done++
	}
	return check
}
