package intake

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// The file of the intake is read whatever stands in it.
func TestIntakeFile(t *testing.T) {
	a, b := strings.Repeat("a", 64), strings.Repeat("b", 64)
	line := func(hash string, slow, quick int, state string) string {
		return fmt.Sprintf("%s %d %d %s\n", hash, slow, quick, state)
	}
	for _, c := range []struct {
		name, text string
		want       map[string]deaths
	}{
		{"nothing", "", map[string]deaths{}},
		{"none", heading + " 0\n" + line(a, 1, 1, long), map[string]deaths{}},
		{"alone", heading + " 1\n" + line(a, 0, 1, alone) + line(b, 1, 1, long),
			map[string]deaths{a: {0, 2}}},
		{"long", heading + " 2\n" + line(a, 0, 0, together) + line(b, 1, 0, long),
			map[string]deaths{a: {}, b: {2, 0}}},
		{"waits", heading + " 1\n" + line(a, 1, 2, waits), map[string]deaths{a: {1, 2}}},
		{"half a line", heading + " 2\n" + line(a, 0, 0, alone) + b[:20], map[string]deaths{a: {0, 1}}},
		{"another file", "berthier journal 1\n" + line(a, 0, 0, alone), map[string]deaths{}},
	} {
		in := &Intake{suspects: map[string]deaths{}, state: map[string]string{}}
		if in.read(c.text); !maps.Equal(in.suspects, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, in.suspects, c.want)
		}
	}
	folder := t.TempDir()
	for run := range 3 {
		in, err := Open(folder, slog.Default())
		if err != nil {
			t.Fatal(err)
		}
		if in.Deadly(a) || in.Suspected(b) != (run > 0) {
			t.Errorf("run %d: %v", run, in.suspects)
		}
		in.Begin(b)
		in.End() // it is over, and b did no harm
		in.Begin(b, a)
	}
}

// A mail that is judged for a quarter of a second takes long until it is done with,
// where it was taken in with another. One that is alone stays long until its end.
func TestLong(t *testing.T) {
	a, b := strings.Repeat("a", 64), strings.Repeat("b", 64)
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		in, err := Open(folder, slog.Default())
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		state := func(want ...string) {
			t.Helper()
			synctest.Wait()
			text, err := os.ReadFile(filepath.Join(folder, "intake"))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, line := range strings.Split(string(text), "\n")[1 : len(want)+1] {
				got = append(got, strings.Fields(line)[3])
			}
			if !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		}
		in.Begin(a, b)
		in.Judging(a)
		time.Sleep(LongTime - time.Nanosecond)
		state(together, together)
		time.Sleep(time.Nanosecond)
		state(long, together)
		in.Judging(b)
		state(together, together)
		time.Sleep(LongTime)
		state(together, long)
		in.Judging("")
		time.Sleep(time.Hour)
		state(together, together)
		in.End()

		in.Begin(a)
		time.Sleep(LongTime)
		state(long)
		in.Judging("")
		state(long)
		in.End()
	})
}

// What is set aside is bounded, and can be deleted.
func TestAsideIsBounded(t *testing.T) {
	a := AsideIn(t.TempDir())
	for i := range asideMails {
		if err := a.Put(fmt.Appendf(nil, "mail %d", i)); err != nil {
			t.Fatal(err)
		}
	}
	all, err := a.List()
	if err != nil || len(all) != asideMails {
		t.Fatalf("%d mails, %v", len(all), err)
	}
	if err := a.Put([]byte("one more")); !errors.Is(err, ErrAsideFull) {
		t.Errorf("one more: %v", err)
	}
	if err := errors.Join(a.Put([]byte("mail 0")), a.Delete(all[0].Hash), a.Put([]byte("one more"))); err != nil {
		t.Error(err)
	}
	if err := a.Delete(all[0].Hash); !errors.Is(err, ErrNotAside) {
		t.Errorf("deleted twice: %v", err)
	}
	if err := a.Delete(""); !errors.Is(err, ErrNotAside) {
		t.Errorf("no name: %v", err)
	}
	if err := AsideIn(t.TempDir()).Put(make([]byte, asideBytes+1)); !errors.Is(err, ErrAsideFull) {
		t.Errorf("a large one: %v", err)
	}
}
