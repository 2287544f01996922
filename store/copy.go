package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	bolt "go.etcd.io/bbolt"
)

// ErrNotEmpty is returned by the copies when something is where they are to go.
var ErrNotEmpty = errors.New("there is something already")

// ErrQueued is returned by CopyTo and CopyToFile while mails that came in are not judged yet.
var ErrQueued = errors.New("mails wait in the queue of the database")

// notFinished is the format of a store that is being copied, so that half a copy is never opened.
const notFinished = "a copy that was not finished"

// copyBytes is about how much of a copy one transaction has.
const copyBytes = 8 << 20

// WriteFile makes a file, with mode 0600, of what the store is at this moment: a backup of a store in
// a database. Of what is made of it Tx.MayBeOld is true. The error is ErrNotEmpty if something is at the path; after
// any other no file is left.
func (s *Store) WriteFile(path string) error {
	return s.View(func(tx *Tx) error {
		queued, err := tx.QueueLength()
		if err != nil {
			return err
		}
		return writeFileOf(tx, path, func(to *Tx) error {
			if queued > 0 {
				if err := to.readMailboxAgain(); err != nil {
					return err
				}
			}
			return markOld(to)
		})
	})
}

// readMailboxAgain takes out how far mailboxes were read: mails that were found later than others may wait in a queue
// that is not copied.
func (tx *Tx) readMailboxAgain() error {
	cursors, err := tx.table(bucketCursors)
	if err != nil {
		return err
	}
	for key := range cursors.rows(nil) {
		if err := cursors.delete(key); err != nil {
			return err
		}
	}
	return nil
}

// noQueue makes sure that no mail is lost by a copy.
func (tx *Tx) noQueue() error {
	n, err := tx.QueueLength()
	if err == nil && n > 0 {
		err = fmt.Errorf("%w: %d", ErrQueued, n)
	}
	return err
}

// CopyToFile makes the store in a file, with its journal, and compares it row by row. rows is how many there are.
// The error is ErrQueued while mails wait in a queue, ErrNotEmpty if something is at the path, or says which row
// differs.
func (s *Store) CopyToFile(path string) (rows int, err error) {
	err = s.View(func(tx *Tx) error {
		if err := tx.noQueue(); err != nil {
			return err
		}
		if err := writeFileOf(tx, path, func(*Tx) error { return nil }); err != nil {
			return err
		}
		to, err := Open(path, 0) // begins the journal
		if err != nil {
			return err
		}
		rows, err = to.sameAs(tx)
		return errors.Join(err, to.Close())
	})
	return rows, err
}

// CopyTo makes the store in an empty database, and compares it row by row. The error is ErrQueued while mails wait
// in a queue, ErrNotEmpty if the other has rows already, or says which row differs.
func (s *Store) CopyTo(to *Store) (rows int, err error) {
	to.mu.Lock()
	defer to.mu.Unlock()
	err = s.View(func(tx *Tx) error {
		if err := errors.Join(tx.noQueue(), to.isNew()); err != nil {
			return err
		}
		if err := copyRows(tx, func() (transaction, error) { return to.begin(true) }); err != nil {
			return err
		}
		if rows, err = to.sameAs(tx); err != nil {
			return err
		}
		return to.View(func(tx *Tx) error { return to.far.countFrom(tx.rows.(*databaseRows)) })
	})
	return rows, err
}

// writeFileOf makes a file of what a transaction sees, with what last adds, or leaves none.
func writeFileOf(tx *Tx, path string, last func(*Tx) error) (err error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("%s: %w", path, ErrNotEmpty), err)
	}
	db, err := openBolt(path, &bolt.Options{NoSync: true})
	if err != nil {
		return err
	}
	err = copyRows(tx, func() (transaction, error) {
		btx, err := db.Begin(true)
		if err != nil {
			return nil, err
		}
		return inBolt(btx), nil
	})
	if err == nil {
		err = updateFile(db, last)
	}
	if err == nil {
		err = db.Sync()
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// isNew makes sure that a store has nothing but what every new one has.
func (s *Store) isNew() error {
	return s.View(func(tx *Tx) error {
		return tx.each(func(path string, key, value []byte) error {
			if value == nil || path == bucketMeta && string(key) == keyFormat {
				return nil
			}
			return fmt.Errorf("%s: %w", table{path: path}.where(key), ErrNotEmpty)
		})
	})
}

// each calls fn with every row and bucket, but the place of the journal, which a copy has of its own or not at all.
func (tx *Tx) each(fn func(path string, key, value []byte) error) error {
	var walk func(t table) error
	walk = func(t table) error {
		for key, value := range t.rows(nil) {
			if t.path == bucketMeta && string(key) == keyJournal {
				continue
			}
			if err := fn(t.path, key, value); err != nil {
				return err
			}
			if value != nil {
				continue
			}
			path := string(key)
			if t.path != "" {
				path = t.path + "/" + path
			}
			if err := walk(table{tx, t.b.in(string(key)), path}); err != nil {
				return err
			}
		}
		return tx.rows.fault()
	}
	return walk(table{tx, tx.rows.root(), ""})
}

// bucketAt is the bucket at a path; nil if there is none.
func (tx *Tx) bucketAt(path string) bucket {
	b := tx.rows.root()
	if path == "" {
		return b
	}
	for name := range bytes.SplitSeq([]byte(path), []byte("/")) {
		if b = b.in(string(name)); b == nil {
			return nil
		}
	}
	return b
}

// copyRows writes all rows into transactions that begin makes.
func copyRows(from *Tx, begin func() (transaction, error)) error {
	to, written := &Tx{}, 0
	next := func() (err error) {
		if to.rows != nil {
			err = to.rows.commit()
		}
		if err == nil {
			to.rows, err = begin()
		}
		written = 0
		return err
	}
	var format []byte
	err := next()
	if err == nil {
		err = from.each(func(path string, key, value []byte) error {
			if path == bucketMeta && string(key) == keyFormat {
				format, value = bytes.Clone(value), []byte(notFinished)
			}
			b := to.bucketAt(path)
			if value == nil && b.in(string(key)) == nil {
				_, err := b.create(string(key))
				return err
			}
			if value == nil {
				return nil
			}
			if written += len(key) + len(value); written > copyBytes {
				if err := next(); err != nil {
					return err
				}
				b = to.bucketAt(path)
			}
			return b.Put(bytes.Clone(key), bytes.Clone(value))
		})
	}
	if err == nil {
		err = to.bucketAt(bucketMeta).Put([]byte(keyFormat), format)
	}
	if err == nil {
		return to.rows.commit()
	}
	if to.rows != nil {
		to.rows.rollback()
	}
	return err
}

// sameAs compares the store with what a transaction of another one sees, and counts the rows.
func (s *Store) sameAs(tx *Tx) (rows int, err error) {
	err = s.View(func(other *Tx) error {
		mine := 0
		err := other.each(func(string, []byte, []byte) error { mine++; return nil })
		if err != nil {
			return err
		}
		err = tx.each(func(path string, key, value []byte) error {
			rows++
			if b := other.bucketAt(path); b == nil || value == nil && b.in(string(key)) == nil ||
				value != nil && !bytes.Equal(b.Get(key), value) {
				return errors.Join(other.rows.fault(),
					Problem{table{path: path}.where(key), "the copy has it otherwise"})
			}
			return nil
		})
		if err == nil && mine != rows {
			err = fmt.Errorf("the copy has %d rows and buckets, want %d", mine, rows)
		}
		return err
	})
	return rows, err
}
