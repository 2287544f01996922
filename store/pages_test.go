package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// breaks are what can become of a page: of its header, of where its rows say they lie, of how long they say they are.
var breaks = map[string]func(page []byte){
	"zeroes": func(page []byte) { clear(page) },
	"far away": func(page []byte) {
		for i := 16; i+16 <= 16*17; i += 16 {
			binary.LittleEndian.PutUint32(page[i+4:], 1<<31-1)
		}
	},
	"too long": func(page []byte) {
		for i := 16; i+16 <= 16*17; i += 16 {
			binary.LittleEndian.PutUint32(page[i+12:], 1<<20)
		}
	},
}

// A broken page is an error of whatever meets it, and of Check, and never a panic or a fault that ends the program.
func TestBrokenPages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "whole.db")
	s, err := Open(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	update(t, s, fill)
	for range 2 { // so that buckets have pages of their own, and some branches
		update(t, s, func(tx *Tx) error {
			var all error
			for i := range 60 {
				_, err := tx.MarkSeen(fmt.Sprint("mark ", i), time.Unix(1, 0))
				all = errors.Join(all, err, tx.SetState("wagram", fmt.Sprint("value ", i), make([]byte, 500)))
			}
			return all
		})
	}
	size, pages := int64(s.db.Info().PageSize), pagesInUse(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, journal := readFile(t, path), readFile(t, JournalPath(path))
	met := 0
	for name, spoil := range breaks {
		for _, page := range pages {
			t.Run(fmt.Sprintf("%s in page %d", name, page), func(t *testing.T) {
				broken := append([]byte{}, whole...)
				spoil(broken[page*size : (page+1)*size])
				path := filepath.Join(t.TempDir(), "broken.db")
				writeFile(t, path, broken)
				writeFile(t, JournalPath(path), journal)
				if meets(t, path) {
					met++
				}
			})
		}
	}
	if want := len(breaks) * len(pages) / 2; met < want {
		t.Errorf("%d of %d broken pages were met, want at least %d", met, len(breaks)*len(pages), want)
	}
}

// meets reads and writes all of a store with a broken page; met is false if only Check can tell.
func meets(t *testing.T, path string) (met bool) {
	t.Helper()
	s, err := Open(path, 0)
	if err != nil {
		return errors.Is(err, ErrDamaged)
	}
	reads := func(tx *Tx) error { _, err := readAll(tx); return err }
	read := s.View(reads)
	wrote := s.Update(func(tx *Tx) error {
		return errors.Join(reads(tx), tx.SetState("wagram", "value 30", make([]byte, 600)))
	})
	if read != nil && wrote == nil {
		t.Errorf("read: %v, and yet written", read)
	}
	if problems, err := s.Check(); err != nil || len(problems) == 0 {
		t.Errorf("read: %v; check: %v, %v", read, problems, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	return errors.Is(read, ErrDamaged) || errors.Is(wrote, ErrDamaged)
}

// pagesInUse are those of branches and leaves.
func pagesInUse(t *testing.T, s *Store) (all []int64) {
	t.Helper()
	err := s.db.View(func(btx *bolt.Tx) error {
		used := map[int64]bool{}
		var visit func(b *bolt.Bucket)
		visit = func(b *bolt.Bucket) {
			used[int64(b.Root())] = true
			b.ForEachBucket(func(name []byte) error { visit(b.Bucket(name)); return nil })
		}
		visit(btx.Cursor().Bucket())
		delete(used, 0) // stands inside of another
		for page := range btx.Size() / int64(os.Getpagesize()) {
			if used[page] {
				all = append(all, page)
			}
		}
		return nil
	})
	if err != nil || len(all) < 4 {
		t.Fatalf("pages %v: %v", all, err)
	}
	return all
}
