package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"
)

// Kinds of diary entries.
const (
	DiaryMended  = "mended"  // another journal took the place of a damaged or missing one
	DiaryRebuilt = "rebuilt" // the store was made out of a journal that is damaged
)

// Entry is one thing that happened to the store itself, and that the person in
// charge must hear of.
type Entry struct {
	Seq  uint64    // counted from 1
	At   time.Time // UTC, to the second
	Kind string    // one word, such as DiaryMended
	Text string    // sentences, not empty
	Told bool      // the person was told, see Told
}

// encode writes the entry as the package documentation says.
func (e Entry) encode() []byte {
	word := "new"
	if e.Told {
		word = "told"
	}
	return fmt.Appendf(nil, "%s %s %s\n%s", e.At.UTC().Format(time.RFC3339), e.Kind, word, e.Text)
}

// decodeEntry takes only what encode writes.
func decodeEntry(seq uint64, b []byte) (e Entry, err error) {
	head, text, _ := strings.Cut(string(b), "\n")
	words := strings.Split(head, " ")
	if len(words) != 3 || text == "" {
		return e, errors.New("not an entry of the diary")
	}
	e = Entry{Seq: seq, Kind: words[1], Text: text, Told: words[2] == "told"}
	if e.At, err = time.Parse(time.RFC3339, words[0]); err != nil {
		return e, err
	}
	if string(e.encode()) != string(b) {
		return e, errors.New("not in canonical form")
	}
	return e, nil
}

// diary returns the table of the entries; ok is false before the first.
func (tx *Tx) diary() (t table, ok bool) {
	t, err := tx.table(bucketDiary)
	return t, err == nil
}

// WriteDiary adds an entry to the diary of the store. The kind is one word. It refuses a kind of several words and
// an empty text.
func (tx *Tx) WriteDiary(at time.Time, kind, text string) error {
	if kind == "" || strings.ContainsAny(kind, " \n") || text == "" {
		return fmt.Errorf("a diary entry of kind %q with %d bytes: want one word and a text", kind, len(text))
	}
	t, err := tx.room(bucketDiary)
	if err != nil {
		return err
	}
	seq := uint64(1)
	if last := t.b.last(); last != nil {
		seq = binary.BigEndian.Uint64(last) + 1
	}
	e := Entry{At: at.Truncate(time.Second), Kind: kind, Text: strings.ToValidUTF8(text, "?")}
	return t.put(uint64Key(seq), e.encode())
}

// Told notes that the person in charge was told of an entry, or ErrNotFound.
func (tx *Tx) Told(seq uint64) error {
	t, ok := tx.diary()
	if !ok {
		return fmt.Errorf("diary entry %d: %w", seq, ErrNotFound)
	}
	b, err := t.get(uint64Key(seq))
	if err != nil {
		return err
	}
	e, err := decodeEntry(seq, b)
	if err != nil {
		return t.problem(uint64Key(seq), "%v", err)
	}
	e.Told = true
	return t.put(uint64Key(seq), e.encode())
}

// Diary yields all entries, the oldest first. At an error it yields that error
// and stops.
func (tx *Tx) Diary() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		t, ok := tx.diary()
		if !ok {
			return
		}
		for key, value := range t.rows(nil) {
			e, err := t.entry(key, value)
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// entry reads one row of the diary.
func (t table) entry(key, value []byte) (Entry, error) {
	if len(key) != 8 {
		return Entry{}, t.problem(key, "not a sequence number")
	}
	b, err := t.unseal(key, value)
	if err != nil {
		return Entry{}, err
	}
	e, err := decodeEntry(binary.BigEndian.Uint64(key), b)
	if err != nil {
		return Entry{}, t.problem(key, "%v", err)
	}
	return e, nil
}
