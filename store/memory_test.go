package store

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Memory that was given back is read again when it is needed, also while
// somebody writes.
func TestRelax(t *testing.T) {
	s := openTest(t)
	if err := s.Update(func(tx *Tx) error { return tx.CreateGame("wagram") }); err != nil {
		t.Fatal(err)
	}
	for i := range 60 {
		text := []byte(strings.Repeat(fmt.Sprint(i, " "), 30000))
		err := s.Update(func(tx *Tx) error { return tx.SetState("wagram", fmt.Sprint("text/", i), text) })
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Relax(); err != nil {
			t.Fatal(err)
		}
	}
	read := func(between func() error) {
		t.Helper()
		err := s.View(func(tx *Tx) error {
			for i := range 60 {
				got, err := tx.State("wagram", fmt.Sprint("text/", i))
				if err != nil || string(got) != strings.Repeat(fmt.Sprint(i, " "), 30000) {
					return fmt.Errorf("text %d: %d bytes, %v", i, len(got), err)
				}
				if err := between(); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	read(s.Relax)
	read(func() error { return nil })
	held := mapped(t)
	if err := s.Relax(); err != nil {
		t.Fatal(err)
	}
	if after := mapped(t); held > 0 && after > held-3000 {
		t.Errorf("%d kB of files are held, %d when 5 MB had been read", after, held)
	}
}

// mapped is how many kB of files the process holds, on a disk or in memory; 0 if that is not known.
func mapped(t *testing.T) (kb int) {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var n int
		name, size, _ := strings.Cut(line, ":")
		if _, err := fmt.Sscanf(size, "%d kB", &n); err == nil && (name == "RssFile" || name == "RssShmem") {
			kb += n
		}
	}
	return kb
}
