package store

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

func TestOpenRefuses(t *testing.T) {
	raw := func(fn func(*Tx) error) func(*testing.T, string) {
		return func(t *testing.T, path string) { editRaw(t, path, fn) }
	}
	format := func(value string) func(*testing.T, string) {
		return raw(func(tx *Tx) error { return at(tx, "meta").Put([]byte("format"), []byte(value)) })
	}
	tests := []struct {
		name  string
		spoil func(*testing.T, string)
		want  string
	}{
		{"newer format", format("3"), "written by a newer berthier: format 3, this program reads 2"},
		{"format zero", format("0"), `not a berthier store: format "0"`},
		{"format with a tail", format("1x"), `not a berthier store: format "1x"`},
		{"no format", raw(func(tx *Tx) error { return at(tx, "meta").Delete([]byte("format")) }),
			"not a berthier store"},
		{"another program's file", raw(func(tx *Tx) error { return tx.rows.root().DeleteBucket([]byte("meta")) }),
			"not a berthier store"},
		{"text", func(t *testing.T, path string) { writeFile(t, path, []byte(strings.Repeat("text ", 10000))) },
			"invalid database"},
		{"one byte", func(t *testing.T, path string) { writeFile(t, path, []byte("x")) }, "opening store"},
		{"cut short by a page", func(t *testing.T, path string) { truncate(t, path, -1) }, "damaged"},
		{"cut short after its list of free pages", cutBehindFreelist, "cut short"},
		{"cut to two pages", func(t *testing.T, path string) { truncate(t, path, 2) }, "opening store"},
		{"zeroes after the first pages", zeroTail, "damaged"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filledFile(t)
			test.spoil(t, path)
			for range 2 { // a failure must not leave the file locked, unless bbolt panicked
				s, err := Open(path, 0)
				if err == nil {
					s.Close()
				}
				if err == nil || !strings.Contains(err.Error(), test.want) || errors.Is(err, ErrInUse) {
					t.Fatalf("got %v, want …%s…", err, test.want)
				}
				if strings.Contains(err.Error(), "damaged") {
					break
				}
			}
		})
	}
}

// filledFile returns the path of a closed store with content.
func filledFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "filled.db")
	s, err := Open(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	update(t, s, fill)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// editRaw changes a closed store behind its back.
func editRaw(t *testing.T, path string, fn func(*Tx) error) {
	t.Helper()
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(func(btx *bolt.Tx) error { return fn(inFile(btx)) }), db.Close()); err != nil {
		t.Fatal(err)
	}
}

func writeFile(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// cutBehindFreelist makes a hole in the file, into which bbolt then puts its list
// of free pages, which it reads at Open; and cuts off the last page.
func cutBehindFreelist(t *testing.T, path string) {
	t.Helper()
	for i := range 4 {
		editRaw(t, path, func(tx *Tx) error {
			return at(tx, "seen").Put([]byte("x"), make([]byte, 50000*max(0, 1-i)))
		})
	}
	truncate(t, path, -1)
}

// truncate cuts a file to a number of pages; a negative one is taken from the
// pages in use.
func truncate(t *testing.T, path string, pages int64) {
	t.Helper()
	page := int64(os.Getpagesize())
	if pages < 0 {
		db, err := bolt.Open(path, 0o600, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = db.View(func(btx *bolt.Tx) error { pages += btx.Size() / page; return nil })
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(path, pages*page); err != nil {
		t.Fatal(err)
	}
}

func zeroTail(t *testing.T, path string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	clear(content[2*os.Getpagesize():])
	writeFile(t, path, content)
}

func TestOpenLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	openTestAt(t, path)
	for _, wait := range []time.Duration{0, 100 * time.Millisecond} {
		if _, err := Open(path, wait); !errors.Is(err, ErrInUse) {
			t.Errorf("waiting %v: got %v, want %v", wait, err, ErrInUse)
		}
	}
}

func TestOpenMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		return
	}
	path := filepath.Join(t.TempDir(), "test.db")
	openTestAt(t, path)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != 0o600 {
		t.Errorf("got mode %o, want 600", got)
	}
}

// testdata/format-2.db.gz was written when the format was fixed, by fill on an
// empty store. It must never be written again.
func TestReadsFrozenFile(t *testing.T) {
	path := frozen(t, "testdata/format-2.db.gz")
	fresh := openTest(t)
	update(t, fresh, fill)
	if got, want := dump(t, openTestAt(t, path)), dump(t, fresh); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Format 1 had a hash chain in the place of the tree.
func TestRefusesOlderFormat(t *testing.T) {
	_, err := Open(frozen(t, "testdata/format-1.db.gz"), 0)
	if err == nil || !strings.Contains(err.Error(), "written by an older berthier: format 1") {
		t.Errorf("got %v", err)
	}
}

// frozen unpacks a file of the test data.
func frozen(t *testing.T, name string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "frozen.db")
	packed, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, path, content)
	return path
}

// overwrite puts zeroes into a file.
func overwrite(t *testing.T, path string, offset int64, n int) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteAt(make([]byte, n), offset)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}
