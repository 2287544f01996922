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
	whole, journal, pages, size := branched(t)
	met := 0
	for name, spoil := range breaks {
		for _, page := range pages {
			t.Run(fmt.Sprintf("%s in page %d", name, page), func(t *testing.T) {
				broken := append([]byte{}, whole...)
				spoil(broken[page*size : (page+1)*size])
				if meetsIn(t, broken, journal) {
					met++
				}
			})
		}
	}
	if want := len(breaks) * len(pages) / 2; met < want {
		t.Errorf("%d of %d broken pages were met, want at least %d", met, len(breaks)*len(pages), want)
	}
}

// A page that leads back to itself, or to one above, is such an error too: nothing follows it for ever.
func TestPagesInARing(t *testing.T) {
	whole, journal, pages, size := branched(t)
	branches := 0
	for _, page := range pages {
		count := int(binary.LittleEndian.Uint16(whole[page*size+10:]))
		if whole[page*size+8]&1 == 0 {
			continue
		}
		branches++
		for name, children := range map[string][2]int{"first": {0, 1}, "second": {1, 2}, "last": {count - 1, count},
			"each": {0, count}} {
			t.Run(fmt.Sprintf("%s child of page %d", name, page), func(t *testing.T) {
				broken := append([]byte{}, whole...)
				for i := children[0]; i < children[1]; i++ {
					binary.LittleEndian.PutUint64(broken[page*size+16+int64(i)*16+8:], uint64(page))
				}
				if !meetsIn(t, broken, journal) {
					t.Error("it is not met")
				}
			})
		}
	}
	if branches == 0 {
		t.Error("the file has no branches")
	}
	t.Run("the game is removed", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "broken.db")
		for _, page := range pages {
			if whole[page*size+8]&1 != 0 {
				binary.LittleEndian.PutUint64(whole[page*size+16+8:], uint64(page))
			}
		}
		writeFile(t, path, whole)
		writeFile(t, JournalPath(path), journal)
		s, err := Open(path, 0)
		if err != nil {
			t.Fatal(err)
		}
		err = s.Update(func(tx *Tx) error {
			games, err := tx.table(bucketGames)
			return errors.Join(err, games.b.DeleteBucket([]byte("wagram")))
		})
		if !errors.Is(err, ErrDamaged) {
			t.Errorf("removing it: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

// branched is a file of which buckets have pages of their own, and some branches, with its journal.
func branched(t *testing.T) (whole, journal []byte, pages []int64, size int64) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "whole.db")
	s, err := Open(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	update(t, s, fill)
	for range 2 {
		update(t, s, func(tx *Tx) error {
			var all error
			for i := range 60 {
				_, err := tx.MarkSeen(fmt.Sprint("mark ", i), time.Unix(1, 0))
				all = errors.Join(all, err, tx.SetState("wagram", fmt.Sprint("value ", i), make([]byte, 500)))
			}
			return all
		})
	}
	size, pages = int64(s.db.Info().PageSize), pagesInUse(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return readFile(t, path), readFile(t, JournalPath(path)), pages, size
}

// meetsIn reads and writes all of a store with a broken page; met is false if only Check can tell.
func meetsIn(t *testing.T, broken, journal []byte) (met bool) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "broken.db")
	writeFile(t, path, broken)
	writeFile(t, JournalPath(path), journal)
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
