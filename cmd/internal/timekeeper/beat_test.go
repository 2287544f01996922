package timekeeper

import (
	"path/filepath"
	"testing"
	"time"

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
