package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math"
)

// Record is one entry of a game's log. The store gives Kind, Step and Data no meaning.
type Record struct {
	Seq  uint64 // place in the log, from 1 without gaps; Append sets it
	Kind string // UTF-8 of 1 to 255 bytes
	Step int    // step of the game the record belongs to, not negative
	Data []byte
}

type chain [sha256.Size]byte

// head is the end of a log.
type head struct {
	seq   uint64 // of the last record; 0 if there is none
	chain chain  // of the last record
}

func (h head) encode() []byte { return append(uint64Key(h.seq), h.chain[:]...) }

func decodeHead(b []byte) (head, bool) {
	var h head
	if len(b) != 8+sha256.Size {
		return h, false
	}
	h.seq = binary.BigEndian.Uint64(b)
	copy(h.chain[:], b[8:])
	return h, true
}

// firstChain is the chain value before record 1.
func firstChain(game string) chain {
	return sha256.Sum256([]byte("berthier log 1\n" + game + "\n"))
}

// encode returns the record's canonical bytes without the sequence number.
func (r Record) encode() []byte {
	b := uint64Key(uint64(r.Step))
	b = append(b, byte(len(r.Kind)))
	b = append(b, r.Kind...)
	return append(b, r.Data...)
}

// decodeRecord is the inverse of encode: whatever it takes, encode gives back.
func decodeRecord(seq uint64, b []byte) (Record, error) {
	if len(b) < 9 {
		return Record{}, errors.New("too short for a record")
	}
	step, kind, rest := binary.BigEndian.Uint64(b), int(b[8]), b[9:]
	if kind > len(rest) {
		return Record{}, errors.New("kind is longer than the record")
	}
	if step > math.MaxInt {
		return Record{}, errors.New("step out of range")
	}
	r := Record{seq, string(rest[:kind]), int(step), bytes.Clone(rest[kind:])}
	return r, r.check()
}

func (r Record) check() error {
	if err := checkKey("record kind", r.Kind); err != nil {
		return err
	}
	if len(r.Kind) > 255 {
		return fmt.Errorf("record kind of %d bytes: at most 255", len(r.Kind))
	}
	if r.Step < 0 {
		return fmt.Errorf("record step %d is negative", r.Step)
	}
	return nil
}

func nextChain(previous chain, seq uint64, canonical []byte) chain {
	h := sha256.New()
	h.Write(previous[:])
	h.Write(uint64Key(seq))
	h.Write(canonical)
	return chain(h.Sum(nil))
}

// log returns the table of a game's records and the end of the log.
func (tx *Tx) log(name string) (table, head, error) {
	game, err := tx.game(name)
	if err != nil {
		return table{}, head{}, err
	}
	value, err := game.must([]byte(keyHead))
	if err != nil {
		return table{}, head{}, err
	}
	h, ok := decodeHead(value)
	if !ok {
		return table{}, head{}, game.problem([]byte(keyHead), "not a head")
	}
	log, err := tx.game(name, "log")
	return log, h, err
}

// Append adds a record at the end of a game's log and returns its sequence
// number. r.Seq must be zero. Nothing changes or removes a record later.
func (tx *Tx) Append(game string, r Record) (seq uint64, err error) {
	log, end, err := tx.log(game)
	if err != nil {
		return 0, err
	}
	if r.Seq != 0 {
		return 0, fmt.Errorf("appending a record that has sequence number %d", r.Seq)
	}
	if err := r.check(); err != nil {
		return 0, err
	}
	seq = end.seq + 1
	key := uint64Key(seq)
	if log.has(key) {
		return 0, log.problem(key, "record lies beyond the head of the log")
	}
	canonical := r.encode()
	link := nextChain(end.chain, seq, canonical)
	if err := log.put(key, append(link[:], canonical...)); err != nil {
		return 0, err
	}
	parent, err := tx.game(game)
	if err != nil {
		return 0, err
	}
	return seq, parent.put([]byte(keyHead), head{seq, link}.encode())
}

// LastSeq returns the sequence number of the last record; 0 if there is none.
func (tx *Tx) LastSeq(game string) (uint64, error) {
	_, end, err := tx.log(game)
	return end.seq, err
}

// Records yields a game's records in order from sequence number from (0 and 1
// both mean the first) to the last that existed when the loop began. It checks
// the hash chain on the way; at an error it yields that error and stops.
func (tx *Tx) Records(game string, from uint64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		log, end, err := tx.log(game)
		if err != nil {
			yield(Record{}, err)
			return
		}
		from := max(from, 1)
		if from > end.seq {
			return
		}
		previous := firstChain(game)
		if from > 1 {
			if _, previous, err = log.record(from - 1); err != nil {
				yield(Record{}, err)
				return
			}
		}
		for seq := from; seq <= end.seq; seq++ {
			r, link, err := log.follow(seq, previous)
			if err == nil && seq == end.seq && link != end.chain {
				err = log.problem(uint64Key(seq), "does not match the head of the log")
			}
			if err != nil {
				yield(Record{}, err)
				return
			}
			if !yield(r, nil) {
				return
			}
			previous = link
		}
	}
}

// record reads one record and its chain value, and checks neither against others.
func (t table) record(seq uint64) (Record, chain, error) {
	key := uint64Key(seq)
	b, err := t.must(key)
	if err != nil {
		return Record{}, chain{}, err
	}
	if len(b) < sha256.Size {
		return Record{}, chain{}, t.problem(key, "too short for a record")
	}
	r, err := decodeRecord(seq, b[sha256.Size:])
	if err != nil {
		return Record{}, chain{}, t.problem(key, "%v", err)
	}
	return r, chain(b[:sha256.Size]), nil
}

// follow reads the record that comes after the one with the given chain value.
func (t table) follow(seq uint64, previous chain) (Record, chain, error) {
	r, link, err := t.record(seq)
	if err != nil {
		return Record{}, link, err
	}
	if nextChain(previous, seq, r.encode()) != link {
		return Record{}, link, t.problem(uint64Key(seq), "chain value does not match the record before")
	}
	return r, link, nil
}
