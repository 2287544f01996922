package audit

import (
	"fmt"

	"berthier/cmd/internal/record"
)

// outcome counts the end of the game, which the game compares with how it stands, as
// far as that can be told.
func outcome(w *walk) question {
	return question{
		ask: func(c *Check, e entry) error {
			over, ok := e.Record.(record.Over)
			switch {
			case !ok:
			case w.Abandoned != nil || w.ByPlayers() == over.Outcome:
				c.Done++
			case !w.followed():
				c.Left, c.Why = 1, "the steps before it could not be replayed"
			case !w.own() && w.rules.Outcome(w.Position) != over.Outcome:
				c.Left, c.Why = 1, fmt.Sprintf("the game ended under version %s of the rules, this program has %s",
					w.Rules.Version, w.rules.Version())
			default:
				c.Done++
			}
			return nil
		},
		end: func(_ *Check, whole bool) error {
			if !whole {
				return nil
			}
			return w.Complete()
		},
	}
}
