package agenda

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"berthier/engine/enginetest"
)

// The dates of a Schedule are those that a list of all games gives.
func TestScheduleIsAList(t *testing.T) {
	random := rand.New(rand.NewPCG(enginetest.Seed(t), 0))
	var s Schedule
	if s.Change("g0"); s.Begin(func() ([]string, error) { return []string{"g1", "g0"}, nil }) != nil ||
		!slices.Equal(s.Changed(), []string{"g0", "g1"}) {
		t.Fatalf("at first %q are to be looked at", s.Changed())
	}
	dates, rounds := map[string]time.Time{}, map[string]bool{}
	for range 3000 {
		id, at := fmt.Sprint("g", random.IntN(40)), time.Time{}
		if random.IntN(3) > 0 {
			at = time.Unix(int64(random.IntN(60)), 0)
		}
		s.Change(id)
		s.Set(id, at, random.IntN(2) == 0)
		if delete(dates, id); !at.IsZero() {
			dates[id] = at
		}
		if delete(rounds, id); s.rounds[id] {
			rounds[id] = true
		}
		var first time.Time
		for _, at := range dates {
			if first.IsZero() || at.Before(first) {
				first = at
			}
		}
		if got, ok := s.First(); ok != (len(dates) > 0) || !got.Equal(first) {
			t.Fatalf("first is %v, %v, want %v", got, ok, first)
		}
		by := time.Unix(int64(random.IntN(60)), 0)
		late := maps.Clone(dates)
		maps.DeleteFunc(late, func(_ string, at time.Time) bool { return at.After(by) })
		if got := s.Due(by); !slices.Equal(got, slices.Sorted(maps.Keys(late))) {
			t.Fatalf("by %v %q are due, want %v", by, got, late)
		}
		if slices.Contains(s.Changed(), id) || !slices.Equal(s.Rounds(), slices.Sorted(maps.Keys(rounds))) {
			t.Fatalf("%q still to be looked at, %q wait for rounds", s.Changed(), s.Rounds())
		}
	}
}
