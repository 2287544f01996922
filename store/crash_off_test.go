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
	if _, err := s.MendJournal(d, noon); err != nil {
		t.Fatal(err)
	}
	passed = func(string) {}
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
