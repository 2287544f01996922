package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"
)

// rebuildBytes is about how much of a journal is read before it is written.
const rebuildBytes = 8 << 20

// Rebuild makes the store at path again out of its journal, and returns how
// many transactions it holds. An unfinished transaction at the end of the
// journal never happened. There must be no file at path yet; if Rebuild fails
// there still is none. The journal is not changed.
func Rebuild(path string) (transactions uint64, err error) {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return 0, errors.Join(fmt.Errorf("%s is there already", path), err)
	}
	f, err := os.Open(JournalPath(path))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	fresh := path + ".new"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	end, err := rebuild(f, fresh)
	if err != nil {
		return 0, errors.Join(fmt.Errorf("rebuilding %s: %w", path, err), os.Remove(fresh))
	}
	if err := os.Rename(fresh, path); err != nil {
		return 0, err
	}
	return end.seq, syncFolder(filepath.Dir(path))
}

func rebuild(f *os.File, fresh string) (end place, err error) {
	db, err := openBolt(fresh, &bolt.Options{NoSync: true})
	if err != nil {
		return end, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Update(create); err != nil {
		return end, err
	}
	r, err := newJournalReader(f, place{})
	for more := true; err == nil && more; {
		err = db.Update(func(btx *bolt.Tx) error {
			tx := &Tx{btx: btx}
			if more, err = r.some(tx, f.Name()); err != nil {
				return err
			}
			return tx.setPlace(r.at)
		})
	}
	if err != nil {
		return end, err
	}
	return r.at, db.Sync()
}

// some applies the next transactions; more says that there are others.
func (j *journalReader) some(tx *Tx, name string) (more bool, err error) {
	for start := j.at.size; j.at.size < start+rebuildBytes; {
		changes, err := j.next()
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, j.torn(err, name)
		}
		if err := tx.apply(changes); err != nil {
			return false, fmt.Errorf("transaction %d: %w", j.at.seq, err)
		}
	}
	return true, nil
}
