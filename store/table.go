package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"iter"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	formatVersion = 2

	bucketMeta    = "meta"
	bucketGames   = "games"
	bucketSecrets = "secrets"
	bucketSeen    = "seen"
	bucketCursors = "cursors"
	bucketMails   = "mails"
	bucketDiary   = "diary"
	bucketGone    = "gone"

	keyFormat  = "format"
	keyJournal = "journal"
	keyOld     = "old"
	keyBeat    = "beat"
	keyTree    = "tree"

	// maxKey is the longest key a caller may choose, in bytes. A Message-ID of
	// 998 octets, the longest line of RFC 5322 2.1.1, fits.
	maxKey = 1000
)

var (
	topBuckets  = []string{bucketMeta, bucketGames, bucketSecrets, bucketSeen, bucketCursors, bucketMails}
	lateBuckets = []string{bucketDiary, bucketGone} // made with their first rows
	gameBuckets = []string{"log", "hidden", "state", "inbox"}
	mailBuckets = []string{"entry", "raw", "id", "due", "game"}
)

// table is a bucket whose values are sealed: a checksum over place, key and
// payload stands before the payload, so that a changed, moved or swapped value
// is noticed when it is read.
type table struct {
	tx   *Tx
	b    bucket
	path string
}

// table finds a bucket by its path, and remembers it. A missing bucket is damage;
// methods that take a game's name look for the game first.
func (tx *Tx) table(path ...string) (table, error) {
	joined := strings.Join(path, "/")
	if t, ok := tx.tables[joined]; ok {
		return t, nil
	}
	b := tx.rows.root()
	for _, name := range path {
		if b = b.in(name); b == nil {
			break
		}
	}
	if err := tx.rows.fault(); err != nil {
		return table{}, err
	}
	if b == nil {
		return table{}, Problem{joined, "bucket missing"}
	}
	if tx.tables == nil {
		tx.tables = map[string]table{}
	}
	t := table{tx, b, joined}
	tx.tables[joined] = t
	return t, nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (t table) checksum(key, payload []byte) uint32 {
	sum := crc32.Update(0, castagnoli, []byte(t.path+"\x00"))
	sum = crc32.Update(sum, castagnoli, key)
	sum = crc32.Update(sum, castagnoli, []byte{0})
	return crc32.Update(sum, castagnoli, payload)
}

func (t table) put(key, payload []byte) error {
	t.tx.note(change{path: t.path, key: key, payload: payload})
	return t.write(key, payload)
}

// write is put without a note for the journal.
func (t table) write(key, payload []byte) error {
	return t.wrote(key, t.b.Put(key, t.seal(key, payload)))
}

// seal is the inverse of unseal.
func (t table) seal(key, payload []byte) []byte {
	value := binary.BigEndian.AppendUint32(make([]byte, 0, 4+len(payload)), t.checksum(key, payload))
	return append(value, payload...)
}

func (t table) delete(key []byte) error {
	t.tx.note(change{path: t.path, key: key, deleted: true})
	return t.wrote(key, t.b.Delete(key))
}

func (t table) wrote(key []byte, err error) error {
	if err == nil {
		return nil
	}
	return t.tx.wrote(t.where(key), err)
}

func (tx *Tx) wrote(where string, err error) error {
	if err == nil {
		return nil
	}
	err = fmt.Errorf("writing %s: %w", where, err)
	if tx.failed == nil {
		tx.failed = err
	}
	return err
}

func (t table) has(key []byte) bool { return t.b.Get(key) != nil }

// get returns a copy of the payload, ErrNotFound, or a Problem.
func (t table) get(key []byte) ([]byte, error) {
	value := t.b.Get(key)
	if err := t.tx.rows.fault(); err != nil {
		return nil, err
	}
	if value == nil {
		return nil, fmt.Errorf("%s: %w", t.where(key), ErrNotFound)
	}
	return t.unseal(key, value)
}

// must is get for a row that another row promises.
func (t table) must(key []byte) ([]byte, error) {
	value := t.b.Get(key)
	if err := t.tx.rows.fault(); err != nil {
		return nil, err
	}
	if value == nil {
		return nil, t.problem(key, "missing")
	}
	return t.unseal(key, value)
}

func (t table) unseal(key, value []byte) ([]byte, error) {
	if len(value) < 4 || binary.BigEndian.Uint32(value) != t.checksum(key, value[4:]) {
		return nil, t.problem(key, "checksum does not match")
	}
	// A copy, because bbolt's memory ends with the transaction; never nil.
	return append([]byte{}, value[4:]...), nil
}

// rows yields the keys that start with prefix, in order, with their sealed
// values (nil for a bucket). It seeks anew for each row, so the loop may write.
func (t table) rows(prefix []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		seek := t.b.seeker()
		for k, v := seek(prefix); k != nil && bytes.HasPrefix(k, prefix); {
			next := append(bytes.Clone(k), 0)
			if !yield(next[:len(k):len(k)], v) {
				return
			}
			k, v = seek(next)
		}
	}
}

// where names a row for people: sequence numbers in decimal, other bytes that
// do not print in hex.
func (t table) where(key []byte) string {
	path := strings.TrimPrefix(t.path+"/", "/")
	if len(key) == 8 && key[0] == 0 {
		return fmt.Sprint(path, binary.BigEndian.Uint64(key))
	}
	for _, c := range key {
		if c <= ' ' || c > '~' {
			return fmt.Sprintf("%s0x%x", path, key)
		}
	}
	return path + string(key)
}

func (t table) problem(key []byte, format string, args ...any) Problem {
	return Problem{t.where(key), fmt.Sprintf(format, args...)}
}

// checkKey holds for every key that a caller chooses.
func checkKey(what, key string) error {
	if key == "" || len(key) > maxKey || !utf8.ValidString(key) {
		return fmt.Errorf("%s of %d bytes: must be UTF-8 of 1 to %d bytes", what, len(key), maxKey)
	}
	return nil
}

func uint64Key(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// latest is the last instant that fits: int64 nanoseconds since 1970, in 2262.
var latest = time.Unix(0, 1<<63-1)

// timeKey encodes an instant so that bytes sort as time does. The zero Time is 0.
func timeKey(t time.Time) ([]byte, error) {
	if t.IsZero() {
		return uint64Key(0), nil
	}
	if t.Unix() < 0 || t.After(latest) {
		return nil, fmt.Errorf("time %s: must lie between 1970 and 2262", t)
	}
	return uint64Key(uint64(t.UnixNano())), nil
}

func parseTime(b []byte) (time.Time, bool) {
	if len(b) != 8 || b[0] >= 0x80 {
		return time.Time{}, false
	}
	n := binary.BigEndian.Uint64(b)
	if n == 0 {
		return time.Time{}, true
	}
	return time.Unix(0, int64(n)).UTC(), true
}
