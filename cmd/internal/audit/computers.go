package audit

import (
	"slices"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// computers computes the orders of computers again, out of what their sides saw and the links.
func computers(w *walk) question {
	if !slices.ContainsFunc(w.Steps, func(s record.Step) bool { return len(s.Computed) > 0 }) {
		return question{}
	}
	return question{ask: func(c *Check, e entry) error {
		s, _ := e.Record.(record.Step)
		if len(s.Computed) == 0 {
			return nil
		}
		if !s.Known || !w.own() || !w.followed() {
			c.Left += len(s.Computed)
			return nil
		}
		in, err := w.answers(s)
		if err != nil {
			return err
		}
		done, left, err := w.played(s).Check(s, in, engine.NewRecorded(s.Draws))
		c.Done, c.Left = c.Done+done, c.Left+left
		return err
	}}
}
