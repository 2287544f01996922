package docket

import (
	"bytes"
	"errors"
	"fmt"

	"berthier/cmd/internal/audit"
	fold "berthier/cmd/internal/game"
	"berthier/store"
)

// AuditStored saves a game of a store and audits it with the mails that somebody kept,
// and what the store holds beside its log.
func AuditStored(u audit.Auditor, tx *store.Tx, id string, mails []audit.Mail) (audit.Result, fold.Saved, error) {
	s, err := Save(tx, id)
	if err != nil {
		return audit.Result{}, s, err
	}
	r := u.Audit(audit.Evidence{Saved: s, Mails: mails})
	r.Checks = append([]audit.Check{CheckState(tx, id, r)}, r.Checks...)
	return r, s, nil
}

// CheckState compares what the store holds beside the log of a game.
func CheckState(tx *store.Tx, id string, a audit.Result) audit.Check {
	c := audit.Check{Name: "stored position", What: "positions"}
	text, err1 := Optional(tx.State(id, StateSnapshot))
	log, err2 := WholeLog(tx, id)
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
