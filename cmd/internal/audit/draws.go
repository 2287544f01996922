package audit

import (
	"fmt"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// draws computes every draw again, the sealed ones when their secret is known, and
// holds the events to them: each draw stands in one of them.
func draws(w *walk) question {
	return question{ask: func(c *Check, e entry) error {
		s, ok := e.Record.(record.Step)
		if !ok {
			return nil
		}
		untold, err := engine.Account(s.Draws, s.Events)
		if err == nil && s.Known && len(untold) > 0 {
			err = fmt.Errorf("draw %d stands in no event", untold[0])
		}
		for i, d := range s.Draws {
			if err == nil {
				err = w.checkDraw(c, s, i+1, d)
			}
		}
		return err
	}}
}

// checkDraw computes one draw again.
func (w *walk) checkDraw(c *Check, s record.Step, no int, d engine.Draw) error {
	key, from := s.Link, "link"
	if d.Sealed && (w.Result.Over == nil || !s.Known) { // what is missing is told by another check
		c.Left++
		return nil
	}
	if d.Sealed {
		key, from = w.Result.Over.Sealed, "sealed secret"
	}
	switch {
	case d.No != no:
		return fmt.Errorf("draw %d is missing", no)
	case !engine.VerifyDraw(key, s.Game, s.Step, s.Hash, d):
		return fmt.Errorf("draw %d (%s) does not follow from the %s", d.No, d.Purpose, from)
	}
	c.Done++
	return nil
}
