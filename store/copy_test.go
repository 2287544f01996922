package store

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"berthier/store/storetest"
)

// A club goes from a file into a database and back, byte by byte, and on from there.
func TestCopy(t *testing.T) {
	from := openTestAt(t, filepath.Join(t.TempDir(), "from.db"))
	update(t, from, fill)
	update(t, from, func(tx *Tx) error {
		for _, size := range []int{copyBytes, 10, copyBytes / 2, copyBytes} { // in several transactions
			if err := tx.KeepMessage("wagram", strings.Repeat("x", size%100+1), make([]byte, size)); err != nil {
				return err
			}
		}
		return tx.WriteDiary(noon, "copied", "x")
	})
	if err := from.SetBeat([]byte("beat")); err != nil {
		t.Fatal(err)
	}
	want := dump(t, from)
	server = storetest.Start(t)
	defer func() { server = nil }()
	far := openTest(t)
	back := filepath.Join(t.TempDir(), "back.db")
	n, err := from.CopyTo(far)
	if err != nil || n != len(want) {
		t.Fatalf("into the database: %d rows of %d, %v", n, len(want), err)
	}
	if got := dump(t, far); !slices.Equal(got, want) {
		t.Error("the database has other rows")
	}
	if _, err := from.CopyTo(far); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("once more: %v", err)
	}
	if n, err := far.CopyToFile(back); err != nil || n != len(want) {
		t.Fatalf("back into a file: %d rows of %d, %v", n, len(want), err)
	}
	if _, err := far.CopyToFile(back); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("once more: %v", err)
	}
	s := openTestAt(t, back)
	if got := dump(t, s); !slices.Equal(got, want) {
		t.Error("the file has other rows")
	}
	for _, s := range []*Store{far, s} {
		if err := mark(s, "goes on"); err != nil {
			t.Error(err)
		}
	}
	plain := filepath.Join(t.TempDir(), "backup.db")
	if err := far.WriteFile(plain); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(plain); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file of a backup: %v, %v", info, err)
	}
	view(t, openTestAt(t, plain), func(tx *Tx) error {
		if old, err := tx.MayBeOld(); !old || err != nil {
			t.Errorf("a backup that is put back may be old: got %v, %v", old, err)
		}
		return nil
	})
}

// A copy that differs in one byte is found, and one that was not finished is not opened.
func TestCopyIsCompared(t *testing.T) {
	from := openTestAt(t, filepath.Join(t.TempDir(), "from.db"))
	update(t, from, fill)
	path := filepath.Join(t.TempDir(), "to.db")
	if _, err := from.CopyToFile(path); err != nil {
		t.Fatal(err)
	}
	compare := func() error {
		to, err := Open(path, 0)
		if err != nil {
			return err
		}
		defer to.Close()
		return from.View(func(tx *Tx) error { _, err := to.sameAs(tx); return err })
	}
	if err := compare(); err != nil {
		t.Error(err)
	}
	for _, spoiled := range []func(*Tx) error{
		func(tx *Tx) error { return at(tx, "cursors").Put([]byte("wagram@example.org"), []byte("other")) },
		func(tx *Tx) error { return at(tx, "cursors").Delete([]byte("wagram@example.org")) },
		func(tx *Tx) error { return at(tx, "cursors").Put([]byte("one more"), []byte("other")) },
		func(tx *Tx) error { _, err := at(tx, "secrets").create("more"); return err },
		func(tx *Tx) error { return at(tx, "meta").Put([]byte("format"), []byte(notFinished)) },
	} {
		good := readFile(t, path)
		editRaw(t, path, spoiled)
		if err := compare(); err == nil {
			t.Error("a difference was not found")
		}
		writeFile(t, path, good)
	}
}
