package store

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// inJournal is where Check finds what the journal does not agree with.
const inJournal = "journal"

// journal compares the store with its journal, if there is one, up to the last
// transaction that the store has. What stands behind it is up to Open.
func (c *checker) journal(path string) error {
	end, known, err := c.tx.place()
	if err != nil || !known {
		return err
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	told, err := readJournal(f, end)
	if err != nil {
		c.report(Problem{inJournal, err.Error()})
		return nil
	}
	err = c.tx.all(func(t table, key, value []byte) error {
		name := t.path + "\x00" + string(key)
		want, ok := told[name]
		delete(told, name)
		switch payload, err := t.unseal(key, value); {
		case err != nil: // was reported already
		case !ok:
			c.report(t.problem(key, "the journal does not have it"))
		case sha256.Sum256(payload) != want.sum:
			c.report(t.problem(key, "the journal has another value"))
		}
		return nil
	})
	for _, lost := range told {
		c.report(Problem{table{path: lost.path}.where(lost.key), "missing, although the journal has it"})
	}
	return err
}

// toldRow is what a row must hold by what the journal tells.
type toldRow struct {
	path string
	key  []byte
	sum  [sha256.Size]byte
}

// readJournal gives all rows that there must be after the transaction that
// ends at a place.
func readJournal(f io.Reader, end place) (map[string]toldRow, error) {
	r, err := newJournalReader(f, place{})
	if err != nil {
		return nil, err
	}
	rows := map[string]toldRow{}
	for r.at.seq < end.seq {
		changes, err := r.next()
		if err != nil {
			return nil, fmt.Errorf("transaction %d, behind byte %d: %w", r.at.seq+1, r.at.size, err)
		}
		for _, c := range changes {
			name := c.path + "\x00" + string(c.key)
			if c.deleted {
				delete(rows, name)
			} else {
				rows[name] = toldRow{c.path, c.key, sha256.Sum256(c.payload)}
			}
		}
	}
	if r.at != end {
		return nil, fmt.Errorf("transaction %d is another one than the store has", end.seq)
	}
	return rows, nil
}
