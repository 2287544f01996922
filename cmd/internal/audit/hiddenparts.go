package audit

import (
	"errors"

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
