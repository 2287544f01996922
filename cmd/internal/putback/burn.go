package putback

import (
	"fmt"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/ledger"
	"berthier/engine"
	"berthier/store"
)

// BurnLater lets the next play.Master.BurnDue burn links of a game that was put into a
// store: up to that of step last and one more; for last < 0, if it is not known how
// far the game went, docket.BurnMargin of them. Nothing is to be burned if the game is over
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
		last = docket.MarginFrom(step) - 1
	}
	return note(tx, id, last+1, reason)
}

// BurnDamaged is BurnLater for a game that cannot be read: it is burned from where it turns out to stand.
func BurnDamaged(tx *store.Tx, id, reason string) error { return note(tx, id, 0, reason) }

func note(tx *store.Tx, id string, number int, reason string) error {
	return tx.SetState(id, docket.StateBurn, fmt.Appendf(nil, "%d %s", number, reason))
}
