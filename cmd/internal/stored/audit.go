package stored

import (
	"bytes"
	"errors"
	"fmt"

	"berthier/cmd/internal/acts"
	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/ledger"
	"berthier/cmd/internal/record"
	"berthier/store"
)

// Audit reads a game of a store and audits it with the mails that somebody kept,
// and what the store holds beside its log.
func Audit(u audit.Auditor, tx *store.Tx, id string, mails []audit.Mail) (audit.Result, fold.SavedGame, error) {
	s, err := Save(tx, id)
	if err != nil {
		return audit.Result{}, s, err
	}
	r := u.Audit(audit.Evidence{SavedGame: s, Mails: mails})
	r.Checks = append([]audit.Check{CheckState(tx, id, r)}, r.Checks...)
	return r, s, nil
}

// CheckState compares what the store holds beside the log of a game.
func CheckState(tx *store.Tx, id string, a audit.Result) audit.Check {
	c := audit.Check{Name: "stored position", What: "positions"}
	text, err1 := ledger.Optional(tx.State(id, docket.StateSnapshot))
	log, err2 := ledger.WholeLog(tx, id)
	switch {
	case err1 != nil || err2 != nil:
		c.Err = errors.Join(err1, err2)
		return c
	case a.Game.Game != id:
		c.Err = fmt.Errorf("the log is that of game %s", a.Game.Game)
		return c
	case text == nil:
		c.Left, c.Why = 1, "there is no snapshot"
		return c
	case !a.Followed():
		c.Left, c.Why = 1, "the log could not be replayed"
		return c
	}
	number, position, err := fold.CheckSnapshot(log, text)
	switch c.Err = err; {
	case err != nil:
	case number == a.Stands.Number && !bytes.Equal(a.Stands.Position.Encode(), position):
		c.Err = errors.New("it is not the one after the last step of the log")
	default:
		c.Done = 1
	}
	return c
}

// Acts lists what the umpire did in a game, in order. An unknown game is store.ErrNoGame.
func Acts(tx *store.Tx, id string) (all []acts.Act, err error) {
	for r, err := range tx.Records(id, 1) {
		if err != nil {
			return nil, err
		}
		value, err := record.Parse(r.Kind, r.Data, r.Hidden)
		if err != nil {
			return nil, fmt.Errorf("game %s, record %d: %w", id, r.Seq, err)
		}
		if a, ok := acts.Of(r.Seq, value); ok {
			all = append(all, a)
		}
	}
	return all, nil
}
