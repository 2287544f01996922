package docket

import (
	"testing"
	"time"

	"berthier/cmd/internal/clock"
)

func TestBeatIsRead(t *testing.T) {
	at := time.Date(2030, 12, 2, 8, 0, 0, 7, time.UTC)
	for _, w := range []clock.Watch{
		{}, {At: at, Steady: 5},
		{At: at, Steady: time.Hour, Doubt: clock.Doubt{Since: at.Add(-1), Wall: at.AddDate(1, 0, 0), Off: true}},
	} {
		for _, boot := range []string{"", "0c1f2b"} {
			got, name, told, err := parseBeat(string(beat(w, boot, 3)))
			if err != nil || got != w || name != boot || told != 3 {
				t.Errorf("%s: got %+v, %q, %d, %v", beat(w, boot, 3), got, name, told, err)
			}
		}
	}
	for _, bad := range []string{"", "x - 0 - - false 0", "- - 0 - - no 0"} {
		if w, _, _, err := parseBeat(bad); err == nil {
			t.Errorf("%q: got %+v", bad, w)
		}
	}
}
