package umpire

import (
	"fmt"
	"time"

	"berthier/cmd/internal/record"
	"berthier/store"
)

// Act is something that the umpire did in a game, as its log has it.
type Act struct {
	Record uint64
	Kind   string
	Step   int // its own number, or the last one before it
	Time   time.Time
	By     string // sign.Key.Name of the umpire's key; "" at the machine
	What   string // in plain words
}

// String is one line for people.
func (a Act) String() string {
	at := fmt.Sprintf("after step %d", a.Step)
	if a.Kind == record.KindRollback || a.Kind == record.KindRuling || a.Kind == record.KindBurn {
		at = fmt.Sprintf("step %d", a.Step)
	}
	if a.By != "" {
		return at + ": " + a.What + " (by " + a.By + ")"
	}
	return at + ": " + a.What
}

// act tells what the umpire did, if the value of a record is that.
func act(r store.Record, value record.Record) (a Act, ok bool) {
	a = Act{Record: r.Seq, Kind: r.Kind, Step: r.Step}
	switch v := value.(type) {
	case record.Rollback:
		a.Time, a.By, a.What = v.Time, v.By, fmt.Sprintf("the game was taken back to %s: %s", afterStep(v.To), v.Reason)
	case record.Ruling:
		a.Time, a.By, a.What = v.Time, v.By, "the position was changed: "+v.Reason
	case record.Burn:
		a.Time, a.By, a.What = v.Time, v.By, fmt.Sprintf("the links %d to %d of the dice were burned: %s", v.From, v.Step, v.Reason)
	case record.Substitute:
		a.Time, a.By, a.What = v.Time, v.By, fmt.Sprintf("%s took the place of %s (%s): %s", v.New, v.Old, v.Side, v.Reason)
	case record.Abandon:
		a.Time, a.By, a.What = v.Time, v.By, "the game was closed without a result: "+v.Reason
	case record.Start:
		a.Time, a.By, a.What = v.Time, v.By, "the game was started"
	case record.Announce:
		a.Time, a.By, a.What = v.Time, v.By, "a word to all players"
	default:
		return a, false
	}
	return a, true
}

// parseAct reads the record of something that the umpire did; other kinds give
// nil.
func parseAct(r store.Record) (record.Record, error) {
	switch r.Kind {
	case record.KindRollback, record.KindRuling, record.KindBurn, record.KindSubstitute, record.KindAbandon, record.KindStart, record.KindAnnounce:
		return record.Parse(r.Kind, r.Data, r.Hidden)
	}
	return nil, nil
}

// Acts lists what the umpire did in a game, in order. An unknown game is
// store.ErrNoGame.
func (u *Umpire) Acts(id string) (acts []Act, err error) {
	err = u.Config.Store.View(func(tx *store.Tx) error {
		for r, err := range tx.Records(id, 1) {
			if err != nil {
				return err
			}
			value, err := parseAct(r)
			if err != nil {
				return fmt.Errorf("game %s, record %d: %w", id, r.Seq, err)
			}
			if a, ok := act(r, value); ok {
				acts = append(acts, a)
			}
		}
		return nil
	})
	return acts, err
}
