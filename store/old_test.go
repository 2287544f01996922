package store

import (
	"os"
	"path/filepath"
	"testing"
)

// A store may be old if it was made again, or if its journal is gone, until somebody
// has dealt with it.
func TestMayBeOld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "berthier.db")
	isOld := func(want bool, deal bool) {
		t.Helper()
		s, err := Open(path, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		err = s.Update(func(tx *Tx) error {
			old, err := tx.MayBeOld()
			if old != want || err != nil {
				t.Errorf("got %v, %v, want %v", old, err, want)
			}
			if deal {
				err = tx.NotOld()
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if problems, err := s.Check(); err != nil || len(problems) > 0 {
			t.Errorf("got %v, %v", problems, err)
		}
	}
	remove := func(path string) {
		t.Helper()
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	isOld(false, false)
	isOld(false, false)
	remove(JournalPath(path))
	isOld(true, false)
	isOld(true, true)
	isOld(false, false)
	remove(path)
	if _, err := Rebuild(path); err != nil {
		t.Fatal(err)
	}
	isOld(true, true)
	isOld(false, true) // says it once more, and nothing else
	isOld(false, false)
}
