package umpire

import (
	"errors"

	"berthier/cmd/internal/record"
)

// checkBeacon verifies the rounds that were mixed into the dice: that each was
// fixed when the answers were complete, before it was published, and that its
// signature is that of the chain.
func (c *auditor) checkBeacon() Check {
	check := Check{Name: "beacon", What: "rounds"}
	var closed entry
	for _, e := range c.entries {
		switch v := e.value.(type) {
		case record.Closed:
			closed = e
			if want := c.Game.Beacon.RoundFor(v.Time); v.Round != want {
				check.Err = e.at("names round %d, want round %d", v.Round, want)
				return check
			}
		case record.Step:
			was, _ := closed.value.(record.Closed)
			var err error
			switch {
			case was.Step != v.Step || v.Round.Number != was.Round:
				err = errors.New("its round was not fixed before")
			default:
				err = c.Game.Beacon.Verify(v.Round.Number, v.Round.Signature)
			}
			if err != nil {
				check.Err = e.at("%w", err)
				return check
			}
			check.Done++
		}
	}
	return check
}
