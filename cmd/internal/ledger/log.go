package ledger

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"berthier/cmd/internal/record"
	"berthier/store"
)

// OneRecord reads a record of a log, or store.ErrNotFound.
func OneRecord(tx *store.Tx, id string, seq uint64) (store.Record, error) {
	for r, err := range tx.Records(id, seq) {
		return r, cmp.Or(err, whole(id, r))
	}
	return store.Record{}, fmt.Errorf("game %s, record %d: %w", id, seq, store.ErrNotFound)
}

// WholeLog reads all records of a game.
func WholeLog(tx *store.Tx, id string) (log []store.Record, err error) {
	for r, err := range tx.Records(id, 1) {
		if err := cmp.Or(err, whole(id, r)); err != nil {
			return nil, err
		}
		log = append(log, r)
	}
	return log, nil
}

// whole says that the hidden part of a record is missing, which the last line of the open one names: the store has all.
func whole(id string, r store.Record) error {
	last := bytes.LastIndexByte(bytes.TrimSuffix(r.Data, []byte("\n")), '\n')
	if r.Hidden != nil || !bytes.HasPrefix(r.Data[last+1:], []byte("hidden: ")) {
		return nil
	}
	return promised(store.ErrNotFound, "games", id, "hidden", strconv.FormatUint(r.Seq, 10))
}

// Secret is one of a game. All are there from its first record on: it is damage if one is missing.
func Secret(tx *store.Tx, id, name string) (store.Secret, error) {
	s, err := tx.Secret(id, name)
	return s, promised(err, "secrets", id, name)
}

// Promised is a state value that a game always has: it is damage if that is missing.
func Promised(tx *store.Tx, id, key string) ([]byte, error) {
	value, err := tx.State(id, key)
	return value, promised(err, "games", id, "state", key)
}

// promised is the error of reading a row that has to be there.
func promised(err error, row ...string) error {
	if errors.Is(err, store.ErrNotFound) {
		return store.Problem{Where: strings.Join(row, "/"), What: "missing"}
	}
	return err
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
