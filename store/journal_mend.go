package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"
)

// MendJournal lets another journal begin, out of all that the store has, in the
// place of a damaged one. That one is kept beside it, under the name
//
//	JOURNAL.damaged-YYYYMMDDTHHMMSSZ-byte-BEHIND
//
// and the diary says so. A store that is damaged too is refused with its first
// Problem; then nothing is changed. Writers wait meanwhile.
func (s *Store) MendJournal(d *Damage, at time.Time) (kept string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken != nil {
		return "", fmt.Errorf("%w: %w", ErrBroken, s.broken)
	}
	return s.mendJournal(d, at)
}

func (s *Store) mendJournal(d *Damage, at time.Time) (kept string, err error) {
	if err := s.soundInside(); err != nil {
		return "", fmt.Errorf("the journal cannot be mended out of the store: %w", err)
	}
	path, err := journalFile(s.db.Path())
	if err != nil {
		return "", err
	}
	kept = keptName(path, d, at)
	text := fmt.Sprintf("The journal was damaged behind byte %d, in transaction %d: %s. It is kept as %s. "+
		"Another journal began with all that the store has; nothing is lost.", d.Behind, d.Transaction, d.Why, kept)
	old := s.journal
	err = s.beginJournal(path, journalStart{behind: old.end.seq, aside: kept, entry: text, at: at})
	if err != nil {
		return "", fmt.Errorf("mending the journal: %w", err)
	}
	return kept, old.f.Close()
}

// soundInside is the first damage of the store without its journal.
func (s *Store) soundInside() error {
	return s.db.View(func(btx *bolt.Tx) error {
		c := &checker{tx: inFile(btx), file: btx, reported: map[Problem]bool{}}
		c.run()
		if len(c.problems) > 0 {
			return c.problems[0]
		}
		return nil
	})
}

// journalFile is where the journal of a store is, or would be, if its name is a link.
func journalFile(store string) (string, error) {
	path := JournalPath(store)
	for range 10 {
		to, err := os.Readlink(path)
		if err != nil {
			return path, nil // no link: a file, or nothing
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", fmt.Errorf("%s: too many links", JournalPath(store))
}

// keptName is a name for a damaged journal that nothing has yet.
func keptName(path string, d *Damage, at time.Time) string {
	name := fmt.Sprintf("%s.damaged-%s-byte-%d", path, at.UTC().Format("20060102T150405Z"), d.Behind)
	for n, first := 2, name; ; n++ {
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name
		}
		name = fmt.Sprintf("%s-%d", first, n)
	}
}

// mendAtOpen mends a journal that does not fit the store, if it has nothing that the
// store lacks: then the store knows all, and the journal is of no use any more.
func (s *Store) mendAtOpen(cause error) error {
	v, err := survey(context.Background(), s.journal.f)
	if err != nil {
		return errors.Join(cause, err)
	}
	d := v.damage
	if d == nil {
		d = &Damage{Behind: v.whole.size, Transaction: v.whole.seq + 1, Why: "it ends there"}
	}
	if end := s.journal.end.seq; v.whole.seq > end || d.Last > end {
		return cause
	}
	if v.damage == nil { // it was cut, or store and journal were put back from different times
		err = updateFile(s.db, markOld)
	}
	if err == nil {
		_, err = s.mendJournal(d, time.Now())
	}
	if err != nil {
		return errors.Join(cause, err)
	}
	return nil
}
