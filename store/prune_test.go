package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A game that was removed leaves nothing but the row by which its name stays taken,
// in the file, in the journal, and in a store that is made out of it.
func TestRemoveGame(t *testing.T) {
	path := filledFile(t)
	s, err := Open(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 20 { // more than a page of everything
		if err := benchStep(s, "wagram", n); err != nil {
			t.Fatal(err)
		}
		update(t, s, func(tx *Tx) error { return tx.KeepMessage("wagram", fmt.Sprint(n), make([]byte, 6000)) })
	}
	var backup bytes.Buffer
	if err := s.Backup(&backup); err != nil {
		t.Fatal(err)
	}
	var want Tombstone
	view(t, s, func(tx *Tx) error {
		tree, err := tx.Tree("wagram")
		want = Tombstone{"wagram", noon, tree.Size(), tree.Root()}
		return err
	})
	update(t, s, func(tx *Tx) error {
		got, err := tx.RemoveGame("wagram", noon.Add(time.Millisecond))
		if got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
		return err
	})
	checkSound(t, s)
	lines := dump(t, s)
	named := slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return !strings.Contains(l, "wagram") })
	if len(named) != 2 || !strings.HasPrefix(named[0], `"cursors"`) || !strings.HasPrefix(named[1], `"gone"/"wagram"`) {
		t.Errorf("of it are left\n%s", strings.Join(named, "\n"))
	}
	for range 2 {
		err := s.Update(func(tx *Tx) error { return tx.CreateGame("wagram") })
		if !errors.Is(err, ErrGameExists) || !strings.Contains(err.Error(), "was removed") {
			t.Errorf("its name is given again: %v", err)
		}
		if _, err := s.journal.f.Stat(); err != nil {
			t.Fatal(err)
		}
		if err := s.CutJournal(); err != nil {
			t.Fatal(err)
		}
		if text := readFile(t, JournalPath(path)); bytes.Contains(text, []byte("of wagram")) {
			t.Error("the journal still has its records")
		}
		if files, _ := filepath.Glob(path + "*"); len(files) != 2 {
			t.Errorf("there are %q", files)
		}
		checkSound(t, s)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := filepath.Join(t.TempDir(), "again.db")
	writeFile(t, JournalPath(again), readFile(t, JournalPath(path)))
	if _, err := Rebuild(again); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(dumpFile(t, again), lines) {
		t.Error("the rebuilt store is another one")
	}
	// A backup from before is behind a journal that does not begin with it.
	writeFile(t, path, backup.Bytes())
	if _, err := Open(path, 0); !errors.Is(err, ErrJournal) {
		t.Errorf("the backup of before: got %v, want %v", err, ErrJournal)
	}
	os.Remove(path)
	if _, err := Rebuild(path); err != nil {
		t.Fatal(err)
	}
	s = openTestAt(t, path)
	if got := dump(t, s); !slices.Equal(got, lines) {
		t.Error("the store that was rebuilt in its place is another one")
	}
}

// A backup that was made before a game was removed removes it too, as long as the
// journal is the same.
func TestBackupRemovesGame(t *testing.T) {
	path := filledFile(t)
	backup := readFile(t, path)
	s, err := Open(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	update(t, s, func(tx *Tx) error {
		if _, err := tx.RemoveGame("austerlitz", noon); err != nil {
			return err
		}
		_, err := tx.RemoveSeen(noon.AddDate(1, 0, 0))
		return err
	})
	want := dump(t, s)
	s.Close()
	writeFile(t, path, backup)
	if got := dumpFile(t, path); !slices.Equal(got, want) {
		t.Error("it is another store")
	}
}

func TestRemoveWithoutGame(t *testing.T) {
	s := openTest(t)
	if err := s.Update(func(tx *Tx) error { _, err := tx.RemoveGame("wagram", noon); return err }); !errors.Is(err,
		ErrNoGame) {
		t.Errorf("got %v, want %v", err, ErrNoGame)
	}
}
