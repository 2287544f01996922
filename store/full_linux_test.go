package store

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// limitFiles makes writing beyond a size fail, as a full disk would; 0 takes
// the limit back.
func limitFiles(t *testing.T, size uint64) {
	t.Helper()
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	if limit.Cur = size; size == 0 {
		limit.Cur = limit.Max
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
}

// On a full disk an Update fails, wherever the disk ends: in the journal or in
// the file. The store is as before, works on when there is room, and is sound.
func TestFullDisk(t *testing.T) {
	if os.Getenv("BERTHIER_FULL_DISK") == "" { // the limit is one of the whole process
		cmd := exec.Command(os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
		cmd.Env = append(os.Environ(), "BERTHIER_FULL_DISK=1")
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: TestFullDisk") {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	defer limitFiles(t, 0)
	inJournal, inFile := 0, 0
	for size := uint64(20_000); size < 250_000; size += 20_001 {
		path := filepath.Join(t.TempDir(), "test.db")
		s, err := Open(path, 0)
		if err != nil {
			t.Fatal(err)
		}
		noSync(s)
		update(t, s, fill)
		limitFiles(t, size)
		var before []string
		for n := 0; ; n++ {
			before = dump(t, s)
			end := s.journal.end.size
			err := s.Update(func(tx *Tx) error {
				key := "k" // what is written again and again grows the journal only
				if size%2 == 0 {
					key = fmt.Sprint("k", n)
				}
				return tx.SetState("wagram", key, fmt.Appendf(nil, "%01000d", n))
			})
			if err == nil {
				continue
			}
			if !errors.Is(err, ErrNotWritten) {
				t.Fatalf("%d bytes: got %v, want %v", size, err, ErrNotWritten)
			}
			if end+2000 > int64(size) {
				inJournal++
			} else {
				inFile++
			}
			break
		}
		if err := s.Update(fill2); err == nil {
			t.Errorf("%d bytes: the next one was written", size)
		}
		limitFiles(t, 0)
		if got := dump(t, s); !slices.Equal(got, before) {
			t.Fatalf("%d bytes: something changed", size)
		}
		checkSound(t, s)
		update(t, s, fill2)
		want := dump(t, s)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if got := dumpFile(t, path); !slices.Equal(got, want) {
			t.Fatalf("%d bytes: opened again, it is another store", size)
		}
	}
	if inJournal == 0 || inFile == 0 {
		t.Errorf("the disk was full %d times in the journal and %d times in the file: want both", inJournal, inFile)
	}
}

// fill2 is too large for a disk that is full.
func fill2(tx *Tx) error {
	return tx.SetState("wagram", "large", make([]byte, 400_000))
}
