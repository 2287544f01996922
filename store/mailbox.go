package store

import (
	"crypto/sha256"
	"time"
)

// MarkSeen notes that an incoming message was dealt with, under a key that
// recognises it (its Message-ID, a hash of its content; mark each). It reports
// whether the key was marked before; the first time stays. The key may be any
// string, since a sender chooses it; at must lie between 1970 and 2262. The error is a Problem if the earlier mark
// is damaged.
func (tx *Tx) MarkSeen(key string, at time.Time) (already bool, err error) {
	if _, already, err = tx.Seen(key); err != nil || already {
		return already, err
	}
	stamp, err := timeKey(at)
	if err != nil {
		return false, err
	}
	seen, err := tx.table(bucketSeen)
	if err != nil {
		return false, err
	}
	return false, seen.put(seenKey(key), stamp)
}

// Seen reports whether and when MarkSeen was first called with the key. The error is a Problem if the mark is
// damaged.
func (tx *Tx) Seen(key string) (at time.Time, ok bool, err error) {
	seen, err := tx.table(bucketSeen)
	if err != nil || !seen.has(seenKey(key)) {
		return time.Time{}, false, err
	}
	stamp, err := seen.get(seenKey(key))
	if err != nil {
		return time.Time{}, false, err
	}
	at, ok = parseTime(stamp)
	if !ok {
		return time.Time{}, false, seen.problem(seenKey(key), "not a time")
	}
	return at, true, nil
}

func seenKey(key string) []byte {
	sum := sha256.Sum256([]byte(key))
	return sum[:]
}

// SetCursor stores how far a mailbox has been read, in place of the value
// before. The mailbox's name is UTF-8 of 1 to 1000 bytes. What was damaged before is overwritten without an error.
func (tx *Tx) SetCursor(mailbox string, value []byte) error {
	if err := checkKey("mailbox name", mailbox); err != nil {
		return err
	}
	cursors, err := tx.table(bucketCursors)
	if err != nil {
		return err
	}
	return cursors.put([]byte(mailbox), value)
}

// Cursor returns what SetCursor stored, or ErrNotFound.
func (tx *Tx) Cursor(mailbox string) ([]byte, error) {
	cursors, err := tx.table(bucketCursors)
	if err != nil {
		return nil, err
	}
	return cursors.get([]byte(mailbox))
}

// CursorRow is where SetCursor stores that of a mailbox, as a Problem names it.
func CursorRow(mailbox string) string { return table{path: bucketCursors}.where([]byte(mailbox)) }

// DamagedCursors are the problems of what SetCursor stored. They are no error; that they lie nowhere at all is one.
func (tx *Tx) DamagedCursors() (damage []Problem, err error) {
	cursors, err := tx.table(bucketCursors)
	if err != nil {
		return nil, err
	}
	for key, sealed := range cursors.rows(nil) {
		if _, err := cursors.unseal(key, sealed); err != nil {
			damage = append(damage, err.(Problem))
		}
	}
	return damage, nil
}
