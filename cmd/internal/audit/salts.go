package audit

import (
	"fmt"

	"berthier/cmd/internal/record"
)

// salts computes the salts of all hidden parts once the secret that they come from is
// open: none was chosen to fit a hash.
func salts(w *walk) question {
	over := w.Result.Over
	if over == nil {
		return question{}
	}
	return question{ask: func(c *Check, e entry) error {
		if e.hidden == nil || e.fault != nil {
			return nil
		}
		if got := record.SaltOf(e.hidden); got != record.Salt(over.Sealed, w.Game.Game, e.Seq) {
			return fmt.Errorf("its salt %x does not follow from the sealed secret", got)
		}
		c.Done++
		return nil
	}}
}
