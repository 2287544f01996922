package putback

import (
	"fmt"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/ledger"
	"berthier/engine"
	"berthier/store"
)

// burnMargin is how many links more than those that are known to be published are
// burned, if nobody says which was the last. A game uses a few a day.
const burnMargin = 256

// BurnLater lets the next play.Master.BurnDue burn links of a game that was put into a
// store: up to that of step last and one more; for last < 0, if it is not known how
// far the game went, burnMargin of them. Nothing is to be burned if the game is over
// or stands after step last.
func BurnLater(tx *store.Tx, id string, last int, reason string) error {
	over, err := ledger.IsOver(tx, id)
	if err != nil || over {
		return err
	}
	step, err := ledger.LastNumber(tx, id)
	switch {
	case err != nil:
		return err
	case last >= engine.ChainLength-1 || last >= 0 && last < step:
		return fmt.Errorf("the game stands after step %d, and its links end with %d: %d cannot be the last step", step,
			engine.ChainLength, last)
	case last == step:
		return nil
	case last < 0:
		last = MarginFrom(step) - 1
	}
	return tx.SetState(id, docket.StateBurn, fmt.Appendf(nil, "%d %s", last+1, reason))
}

// MarginFrom is the number up to which links are burned if step is the last that is
// known: burnMargin of them, or half of what is left.
func MarginFrom(step int) int { return step + min(burnMargin, (engine.ChainLength-step)/2) }
