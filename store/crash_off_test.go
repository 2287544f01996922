//go:build !crash

package store

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// At whatever point the program is killed while it mends, what is on the disk then
// is opened as the same store with a sound journal.
func TestKilledWhileMending(t *testing.T) {
	path, after := steps(t, 3)
	s := openTestAt(t, path)
	noSync(s)
	d := &Damage{Behind: 100, Transaction: 2, Why: "a bit"}
	copies := copiesAt(t, path, func() error { _, err := s.MendJournal(d, noon); return err })
	for _, point := range []string{"copied", "aside", "begun"} {
		at, ok := copies[point]
		if !ok {
			t.Errorf("%s: it never came there", point)
			continue
		}
		if got := withoutDiary(dumpFile(t, at)); !slices.Equal(got, after[len(after)-1]) {
			t.Errorf("%s: the store is another one", point)
		}
		os.Remove(at)
		if _, err := Rebuild(at); err != nil || !slices.Equal(withoutDiary(dumpFile(t, at)), after[len(after)-1]) {
			t.Errorf("%s: rebuilding: %v", point, err)
		}
	}
}

// copiesAt gives, for each point that is passed, a copy of the store and all that lies
// beside it there.
func copiesAt(t *testing.T, path string, do func() error) map[string]string {
	t.Helper()
	copies := map[string]string{}
	passed = func(point string) {
		dir := t.TempDir()
		files, err := filepath.Glob(path + "*")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			writeFile(t, filepath.Join(dir, filepath.Base(f)), readFile(t, f))
		}
		copies[point] = filepath.Join(dir, filepath.Base(path))
	}
	defer func() { passed = func(string) {} }()
	if err := do(); err != nil {
		t.Fatal(err)
	}
	return copies
}

// At whatever point the program is killed while it removes a game and cuts the journal, the
// game is there as it was or gone, and nothing of the old journal stays.
func TestKilledWhilePruning(t *testing.T) {
	path, after := steps(t, 3)
	s := openTestAt(t, path)
	noSync(s)
	remove := func(tx *Tx) error { _, err := tx.RemoveGame("wagram", noon); return err }
	removing := copiesAt(t, path, func() error { return s.Update(remove) })
	gone := dump(t, s)
	cutting := copiesAt(t, path, s.CutJournal)
	for _, points := range []struct {
		copies map[string]string
		names  []string
	}{{removing, []string{"begin", "written", "torn", "journalled", "committed"}},
		{cutting, []string{"copied", "aside", "begun", "cut"}}} {
		for _, point := range points.names {
			at, ok := points.copies[point]
			if !ok {
				t.Errorf("%s: it never came there", point)
				continue
			}
			want := gone
			if point == "begin" || point == "written" {
				want = after[len(after)-1]
			}
			for range 2 {
				if got := dumpFile(t, at); !slices.Equal(got, want) {
					t.Errorf("%s: the store is another one", point)
				}
			}
			s, err := Open(at, 0)
			if err != nil {
				t.Fatal(err)
			}
			view(t, s, func(tx *Tx) error {
				if old, err := tx.MayBeOld(); old || err != nil {
					t.Errorf("%s: the store counts as old, %v", point, err)
				}
				return nil
			})
			s.Close()
			if left, _ := filepath.Glob(at + ".journal.*"); len(left) > 0 {
				t.Errorf("%s: %q are left", point, left)
			}
			os.Remove(at)
			if _, err := Rebuild(at); err != nil || !slices.Equal(dumpFile(t, at), want) {
				t.Errorf("%s: rebuilding: %v", point, err)
			}
		}
	}
}
