package timekeeper

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"berthier/cmd/internal/clock"
	"berthier/store"
)

func TestBeatIsKept(t *testing.T) {
	s, err := store.Open(filepath.Join(t.TempDir(), "berthier.db"), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	at := time.Date(2030, 12, 2, 8, 0, 0, 7, time.UTC)
	for _, w := range []clock.Watch{
		{}, {At: at, Steady: 5},
		{At: at, Steady: time.Hour, Doubt: clock.Doubt{Since: at.Add(-1), Wall: at.AddDate(1, 0, 0), Off: true}},
	} {
		for _, boot := range []string{"", "0c1f2b"} {
			u := &Watch{store: s, clocks: Clocks{Boot: boot}}
			if err := u.keep(w, 3); err != nil {
				t.Fatal(err)
			}
			if got, err := keptBeat(s, at); err != nil || got != (beat{w, boot, 3}) {
				t.Errorf("got %+v, %v, want %+v", got, err, w)
			}
		}
	}
	for _, bad := range []string{"x", `{"At":"yesterday"}`, `{"Told":-1}`} {
		if err := s.SetBeat([]byte(bad)); err != nil {
			t.Fatal(err)
		}
		if got, err := keptBeat(s, at); err == nil {
			t.Errorf("%q: got %+v", bad, got)
		}
	}
	if problems, err := s.Check(); err != nil || len(problems) > 0 {
		t.Error(problems, err)
	}
}

// Where no run before kept the time it is that of the newest record of all games, if the wall clock is behind that.
func TestNoBeatIsKept(t *testing.T) {
	s, err := store.Open(filepath.Join(t.TempDir(), "berthier.db"), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	at := time.Date(2030, 12, 2, 8, 0, 0, 0, time.UTC)
	err = s.Update(func(tx *store.Tx) error {
		for i, days := range [][]int{{0, 1}, {2, 3}, {1}, {}} {
			game := fmt.Sprint("g", i)
			if err := tx.CreateGame(game); err != nil {
				return err
			}
			for _, day := range days {
				made := at.AddDate(0, 0, day).Format(time.RFC3339)
				_, err := tx.Append(game, store.Record{Kind: "start",
					Data: fmt.Appendf(nil, "berthier start 1\ngame: %s\nstep: 0\ntime: %s\n", game, made)})
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	newest := at.AddDate(0, 0, 3)
	for wall, want := range map[time.Time]time.Time{at: newest, newest.Add(-1): newest, newest: {}} {
		if got, err := keptBeat(s, wall); err != nil || !got.At.Equal(want) {
			t.Errorf("at %v it is %v, %v, want %v", wall, got.At, err, want)
		}
	}
	if problems, err := s.Check(); err != nil || len(problems) > 0 {
		t.Error(problems, err)
	}
}

// A beat that is damaged in the store does not stop the program: it goes on as without one, and that is told once.
func TestDamagedBeat(t *testing.T) {
	path := filepath.Join(t.TempDir(), "berthier.db")
	at := time.Date(2030, 12, 2, 8, 0, 0, 0, time.UTC)
	clocks := Clocks{Wall: func() time.Time { return at }, Steady: func() time.Duration { return time.Hour }}
	told := 0
	run := func() {
		t.Helper()
		s, err := store.Open(path, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		w, err := New(clocks, s, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		w.Told = func() error { told++; return nil }
		if err := w.WatchTime(); err != nil {
			t.Fatal(err)
		}
		if got := w.Now(); !got.Equal(at) {
			t.Errorf("it is %v, want %v", got, at)
		}
		if problems, err := s.Check(); err != nil || len(problems) > 0 {
			t.Error(problems, err)
		}
		if told == 0 {
			return
		}
		_ = s.View(func(tx *store.Tx) error {
			for e, err := range tx.Diary() {
				if want := "meta/beat: checksum does not match"; err != nil || !strings.Contains(e.Text, want) {
					t.Errorf("the diary has %q, %v, want %q", e.Text, err, want)
				}
			}
			return nil
		})
	}
	run()
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		meta := tx.Bucket([]byte("meta"))
		value := append([]byte{}, meta.Get([]byte("beat"))...)
		value[5] ^= 1
		return meta.Put([]byte("beat"), value)
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	run()
	run()
	if told != 1 {
		t.Errorf("it is told %d times, want once", told)
	}
}
