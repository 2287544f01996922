package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

// rebuildBytes is about how much of a journal is read before it is written.
const rebuildBytes = 8 << 20

// Rebuilding is what became of a journal from which a store was made.
type Rebuilding struct {
	Transactions uint64  // that the store was made of
	Damage       *Damage // where the journal could be read no further; nil if all was
}

// Rebuild makes the store at path again out of its journal. An unfinished transaction
// at the end of the journal never happened. There must be no file at path yet; if
// Rebuild fails there still is none.
//
// Of a damaged journal the store gets all whole transactions before the damage;
// what lies behind is told and not used. Then another journal begins and the
// damaged one is kept beside it, as MendJournal does.
//
// Of the store Tx.MayBeOld is true: nobody can tell whether the journal is the newest.
func Rebuild(path string) (Rebuilding, error) {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return Rebuilding{}, errors.Join(fmt.Errorf("%s is there already", path), err)
	}
	f, err := os.Open(JournalPath(path))
	if err != nil {
		return Rebuilding{}, err
	}
	defer f.Close()
	v, err := survey(context.Background(), f)
	if err != nil {
		return Rebuilding{}, err
	}
	fresh := path + ".new"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Rebuilding{}, err
	}
	n, d, err := rebuild(f, fresh, v)
	if err != nil {
		os.Remove(fresh)
		return Rebuilding{}, fmt.Errorf("rebuilding %s: %w", path, err)
	}
	if err := os.Rename(fresh, path); err != nil {
		return Rebuilding{}, err
	}
	if err := syncFolder(filepath.Dir(path)); err != nil || d == nil {
		return Rebuilding{n, d}, err
	}
	s, err := Open(path, 0) // begins another journal
	if err != nil {
		return Rebuilding{}, err
	}
	return Rebuilding{n, d}, s.Close()
}

// rebuild makes a store in a fresh file, and gives back the damage if it is one.
func rebuild(f *os.File, fresh string, v journalSurvey) (n uint64, d *Damage, err error) {
	if d, err = v.saves(f); err != nil {
		return 0, nil, err
	}
	db, err := openBolt(fresh, &bolt.Options{NoSync: true})
	if err != nil {
		return 0, nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	r, err := newJournalReader(io.NewSectionReader(f, 0, v.whole.size), place{})
	if err != nil {
		return 0, nil, err
	}
	first := r.at.seq
	err = updateFile(db, func(tx *Tx) error { return inNew(tx, r.at) })
	for r.at.seq < v.whole.seq && err == nil {
		err = updateFile(db, func(tx *Tx) error {
			return errors.Join(r.some(tx), tx.setPlace(r.at))
		})
	}
	if err == nil && d != nil {
		err = updateFile(db, func(tx *Tx) error { return v.lose(tx, f) })
	}
	if err != nil {
		return 0, nil, err
	}
	return r.at.seq - first, d, db.Sync()
}

// inNew begins a store that is made out of a journal.
func inNew(tx *Tx, at place) error { return errors.Join(create(tx), markOld(tx), tx.setPlace(at)) }

// some applies the next transactions.
func (j *journalReader) some(tx *Tx) error {
	for start := j.at.size; j.at.size < start+rebuildBytes; {
		changes, err := j.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := tx.apply(changes); err != nil {
			return fmt.Errorf("transaction %d: %w", j.at.seq, err)
		}
	}
	return nil
}

// saves gives the damage of a journal, if it has one and a store can be made of what
// stands before it. What a crash left unfinished is no damage.
func (v journalSurvey) saves(f *os.File) (*Damage, error) {
	if v.damage == nil {
		return nil, nil
	}
	torn, err := v.torn(f)
	if err != nil || torn && !v.more {
		return nil, err
	}
	switch {
	case v.whole == place{}:
		return nil, fmt.Errorf("%w: its first line must be %q", v.damage, strings.TrimSpace(journalTitle))
	case v.whole == startBehind(v.whole.seq):
		return nil, fmt.Errorf("%w: nothing stands before that", v.damage)
	case v.more:
		return nil, fmt.Errorf(
			"%w: what stands before that is only a part of what the store had when the journal began",
			v.damage,
		)
	}
	return v.damage, nil
}

// torn reports whether what could not be read is the end of the journal as a crash
// leaves it: then the transaction has no last line, and no other begins behind it.
func (v journalSurvey) torn(f *os.File) (bool, error) {
	tail, err := io.ReadAll(io.NewSectionReader(f, v.whole.size, 1<<62))
	if err != nil {
		return false, err
	}
	whole := bytes.Contains(tail, fmt.Appendf(nil, "\ncommit %d ", v.whole.seq+1))
	return !whole && !bytes.Contains(tail, []byte("\nbegin ")), nil
}

// lose notes in a store that it lacks what stands behind a damage, and lets it be
// ahead of everything that the journal has: so another one takes its place.
func (v journalSurvey) lose(tx *Tx, f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	last := max(v.damage.Last, v.whole.seq)
	text := fmt.Sprintf("The store was made again out of its journal, which is damaged: it has everything up to "+
		"transaction %d and nothing after it. %s",
		v.whole.seq, v.damage.Tell())
	return errors.Join(
		tx.WriteDiary(time.Now(), DiaryRebuilt, text),
		tx.setPlace(place{seq: last, size: info.Size() + 1}),
	)
}
