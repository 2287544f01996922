package ledger

import (
	"errors"
	"fmt"
	"time"

	"berthier/cmd/internal/record"
	"berthier/store"
)

// OneRecord reads a record of a log, or store.ErrNotFound.
func OneRecord(tx *store.Tx, id string, seq uint64) (store.Record, error) {
	for r, err := range tx.Records(id, seq) {
		return r, err
	}
	return store.Record{}, fmt.Errorf("game %s, record %d: %w", id, seq, store.ErrNotFound)
}

// WholeLog reads all records of a game.
func WholeLog(tx *store.Tx, id string) (log []store.Record, err error) {
	for r, err := range tx.Records(id, 1) {
		if err != nil {
			return nil, err
		}
		log = append(log, r)
	}
	return log, nil
}

// IsOver reports whether the log of a game says that it is over. It reads only
// the end of the log.
func IsOver(tx *store.Tx, id string) (bool, error) {
	last, err := tx.LastSeq(id)
	for seq := last; err == nil && seq > 0; seq-- {
		var r store.Record
		if r, err = OneRecord(tx, id, seq); r.Kind != record.KindReport {
			return r.Kind == record.KindOver, err
		}
	}
	return false, err
}

// LastNumber is that of the last step, rollback or ruling, or the last link that was
// burned, by the last record alone.
func LastNumber(tx *store.Tx, id string) (int, error) {
	last, err := tx.LastSeq(id)
	if err != nil {
		return 0, err
	}
	r, err := OneRecord(tx, id, last)
	if r.Kind == record.KindOrders || r.Kind == record.KindClosed {
		return r.Step - 1, err
	}
	return r.Step, err
}

// LastTime is when the last record of a game was made; zero if it has none.
func LastTime(tx *store.Tx, id string) (at time.Time, err error) {
	last, err := tx.LastSeq(id)
	if err != nil || last == 0 {
		return at, err
	}
	r, err := OneRecord(tx, id, last)
	return record.Time(r.Data), err
}

// Optional is a state value that may be missing.
func Optional(value []byte, err error) ([]byte, error) {
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return value, err
}
