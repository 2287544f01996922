package audit

import (
	"errors"
	"fmt"

	"berthier/cmd/internal/record"
)

// rounds verifies the rounds of the beacon that were mixed into the dice: that each was
// fixed when the answers were complete, before it was published, and that its
// signature is that of the chain.
func rounds(w *walk) question {
	chain := w.Game.Beacon
	if !chain.Used() {
		return question{}
	}
	return question{ask: func(c *Check, e entry) error {
		switch v := e.Record.(type) {
		case record.Closed:
			if want := chain.RoundFor(v.Time); v.Round != want {
				return fmt.Errorf("names round %d, want round %d", v.Round, want)
			}
		case record.Step:
			if w.Closed == nil || w.Closed.Round != v.Round.Number {
				return errors.New("its round was not fixed before")
			}
			c.Done++
			return chain.Verify(v.Round.Number, v.Round.Signature)
		}
		return nil
	}}
}
