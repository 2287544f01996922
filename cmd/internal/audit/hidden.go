package audit

import (
	"errors"
	"fmt"

	"berthier/cmd/internal/record"
)

// hiddenParts counts the hidden parts that are what their records commit to.
func hiddenParts(w *walk) question {
	return question{ask: func(c *Check, e entry) error {
		switch {
		case e.fault != nil:
			return e.fault
		case !record.Hides(e.Record):
		case e.hidden == nil && w.Result.Over != nil:
			return errors.New("the game is over, but the hidden part is missing")
		case e.hidden == nil:
			c.Left++
		default:
			c.Done++
		}
		return nil
	}}
}

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
