package game

import (
	"testing"
	"time"
)

func TestOutdates(t *testing.T) {
	at := func(minute int) time.Time {
		if minute < 0 {
			return time.Time{}
		}
		return time.Date(2030, 12, 2, 8, minute, 0, 0, time.UTC)
	}
	for _, tt := range []struct {
		name           string
		last, lastCame int
		signed, came   int
		want           bool
	}{
		{"later", 10, 11, 12, 13, false},
		{"earlier", 10, 11, 9, 13, true},
		{"the same second", 10, 11, 10, 13, false},
		{"no time", 10, 11, -1, 13, false},
		{"after one without a time", -1, 11, 9, 13, false},
		{"a clock that was ahead and is right now", 30, 11, 12, 13, false},
		{"a clock that is ahead both times", 30, 11, 29, 13, true},
		{"signed before one by a clock that was ahead", 30, 11, 10, 13, true},
		{"both ahead, in order", 30, 11, 31, 13, false},
	} {
		if got := (Signature{At: at(tt.last), Came: at(tt.lastCame)}).Outdates(at(tt.signed),
			at(tt.came)); got != tt.want {
			t.Errorf("%s: got %v", tt.name, got)
		}
	}
}
