package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"

	"berthier/store/leaf"
)

// Record is one entry of a game's log.
type Record = leaf.Record

// Tree is the Merkle tree over the records of a log.
type Tree = leaf.Tree

// encodeRecord returns a record's row without the sequence number and what is hidden.
func encodeRecord(r Record) []byte {
	b := uint64Key(uint64(r.Step))
	b = append(b, byte(len(r.Kind)))
	b = append(b, r.Kind...)
	return append(b, r.Data...)
}

// decodeRecord is the inverse of encodeRecord: whatever it takes, that gives back.
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
	r := Record{Seq: seq, Kind: string(rest[:kind]), Step: int(step), Data: bytes.Clone(rest[kind:])}
	return r, checkRecord(r)
}

func checkRecord(r Record) error {
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

// logTables are where the records of one game lie.
type logTables struct{ open, hidden table }

// log returns the tables of a game's records and the tree that should fit them.
func (tx *Tx) log(name string) (l logTables, tree Tree, err error) {
	game, err := tx.game(name)
	if err != nil {
		return l, tree, err
	}
	if tree, err = game.tree(name); err != nil {
		return l, tree, err
	}
	if l.open, err = tx.game(name, "log"); err != nil {
		return l, tree, err
	}
	if _, err = tx.game(name, "inbox"); err != nil { // without it no record of a mail can be written
		return l, tree, err
	}
	l.hidden, err = tx.game(name, "hidden")
	return l, tree, err
}

// tree is that of the table of a game, with the records that this transaction appended.
func (t table) tree(name string) (Tree, error) {
	if grown, ok := t.tx.grown[name]; ok {
		return grown, nil
	}
	value, err := t.must([]byte(keyTree))
	if err != nil {
		return Tree{}, err
	}
	tree, ok := leaf.DecodeTree(value)
	if !ok {
		return tree, t.problem([]byte(keyTree), "not a tree")
	}
	return tree, nil
}

// putTrees writes the trees of the logs that grew: once, however many records came.
func (tx *Tx) putTrees() error {
	for _, name := range slices.Sorted(maps.Keys(tx.grown)) {
		game, err := tx.gameBefore(name)
		if err == nil {
			err = game.put([]byte(keyTree), tx.grown[name].Encode())
		}
		if err != nil {
			return err
		}
	}
	tx.grown = nil
	return nil
}

// Append adds a record at the end of a game's log and returns its sequence
// number. r.Seq must be zero. Nothing changes or removes a record later. The error is ErrNoGame, or says what is
// wrong with the kind or the step of the record.
func (tx *Tx) Append(game string, r Record) (seq uint64, err error) {
	log, tree, err := tx.log(game)
	if err != nil {
		return 0, err
	}
	if r.Seq != 0 {
		return 0, fmt.Errorf("appending a record that has sequence number %d", r.Seq)
	}
	if err := checkRecord(r); err != nil {
		return 0, err
	}
	seq = tree.Size() + 1
	key := uint64Key(seq)
	if log.open.has(key) || log.hidden.has(key) {
		return 0, log.open.problem(key, "record lies beyond the end of the log")
	}
	if err := log.open.put(key, encodeRecord(r)); err != nil {
		return 0, err
	}
	if r.Hidden != nil {
		if err := log.hidden.put(key, r.Hidden); err != nil {
			return 0, err
		}
	}
	if tx.grown == nil {
		tx.grown = map[string]Tree{}
	}
	tx.grown[game] = tree.Append(r.Data)
	return seq, nil
}

// LastSeq returns the sequence number of the last record; 0 if there is none. The error is that of Tree.
func (tx *Tx) LastSeq(game string) (uint64, error) {
	tree, err := tx.Tree(game)
	return tree.Size(), err
}

// Tree returns the Merkle tree over a game's log. The error is ErrNoGame, or a Problem if it is damaged.
func (tx *Tx) Tree(game string) (Tree, error) {
	_, tree, err := tx.log(game)
	return tree, err
}

// Records yields a game's records in order from sequence number from (0 and 1
// both mean the first) to the last that existed when the loop began; at an
// error it yields that error and stops. When it has read the whole log it
// compares it with the tree.
func (tx *Tx) Records(game string, from uint64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		log, end, err := tx.log(game)
		if err != nil {
			yield(Record{}, err)
			return
		}
		first := max(from, 1)
		var tree Tree
		for seq := first; seq <= end.Size() && seq >= first; seq++ {
			r, err := log.record(seq)
			if err == nil && first == 1 {
				tree = tree.Append(r.Data)
				if seq == end.Size() && !tree.Equal(end) {
					err = log.open.problem(uint64Key(seq), "the log does not fit its tree")
				}
			}
			if err != nil {
				yield(Record{}, err)
				return
			}
			if !yield(r, nil) {
				return
			}
		}
	}
}

// record reads one record.
func (l logTables) record(seq uint64) (Record, error) {
	key := uint64Key(seq)
	b, err := l.open.must(key)
	if err != nil {
		return Record{}, err
	}
	r, err := decodeRecord(seq, b)
	if err != nil {
		return Record{}, l.open.problem(key, "%v", err)
	}
	if l.hidden.has(key) {
		r.Hidden, err = l.hidden.get(key)
	}
	return r, err
}
