package clock

import (
	"math/rand/v2"
	"testing"
	"time"

	"berthier/engine"
	"berthier/engine/enginetest"
)

// begunAt is a game in which Red owes something from a time on.
func begunAt(t *testing.T, policy, zone string, at time.Time) (Policy, State) {
	t.Helper()
	p, err := Parse(policy)
	if err != nil {
		t.Fatal(err)
	}
	s := New(p, at, sides, map[engine.Side]string{"Red": zone, "Blue": zone})
	return p, s.Begin(p, at, []engine.Decision{{Side: "Red"}}, nil)
}

// paused pauses at one time and goes on at another.
func paused(t *testing.T, p Policy, s State, from, to time.Time) State {
	t.Helper()
	s, _, err := s.Stop(from, time.Time{})
	if err == nil {
		s, _, err = s.Resume(p, to)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A pause of a second moved a deadline by a day: to the next time of the day at which
// deadlines fall.
func TestPauseOfASecond(t *testing.T) {
	at := time.Date(2030, 12, 2, 20, 0, 0, 0, time.UTC)
	p, s := begunAt(t, "3d; at 20:00; grace 12h; bank 72h", "UTC", at)
	before := s.Side("Red").Run
	from := at.Add(time.Hour)
	if got := paused(t, p, s, from, from).Side("Red").Run; got != before {
		t.Errorf("a pause of no time: %+v, want %+v", got, before)
	}
	got := paused(t, p, s, from, from.Add(time.Second)).Side("Red").Run
	if d := got.Due.Sub(before.Due); d != time.Second {
		t.Errorf("a pause of a second puts the deadline off by %s", d)
	}
	if d := got.End.Sub(before.End); d != time.Second {
		t.Errorf("a pause of a second puts the end off by %s", d)
	}
	for range 30 {
		s = paused(t, p, s, from, from.Add(time.Second))
		from = from.Add(time.Minute)
	}
	if d := s.Side("Red").Run.Due.Sub(before.Due); d != 30*time.Second {
		t.Errorf("thirty pauses of a second put the deadline off by %s", d)
	}
}

// A deadline that a pause has put off is extended from where it is, and an absence
// puts it off by whole days.
func TestChangesAfterAPause(t *testing.T) {
	at := time.Date(2030, 12, 2, 15, 0, 0, 0, time.UTC)
	p, s := begunAt(t, "3d; at 20:00; absence 10", "UTC", at)
	s = paused(t, p, s, at.Add(time.Hour), at.Add(4*time.Hour))
	want := time.Date(2030, 12, 5, 23, 0, 0, 0, time.UTC)
	if got := s.Side("Red").Run.Due; !got.Equal(want) {
		t.Fatalf("after three hours it is due %s, want %s", got, want)
	}
	more, _, err := s.Extend(p, at.Add(5*time.Hour), "", Span{Days: 1})
	if got := more.Side("Red").Run.Due; err != nil || !got.Equal(want.AddDate(0, 0, 1)) {
		t.Errorf("a day more is %s, %v", got, err)
	}
	away, _, err := s.Away(p, at.Add(5*time.Hour), "Red", Date{2030, 12, 4}, Date{2030, 12, 5})
	if got := away.Side("Red").Run.Due; err != nil || !got.Equal(want.AddDate(0, 0, 2)) {
		t.Errorf("two days away are %s, %v", got, err)
	}
}

// A pause puts a deadline off by exactly the time for which the clock would have run, in
// whatever zone, over days off and changes of the wall clock.
func TestPauseIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(enginetest.Seed(t), 1))
	for i := range 4000 {
		zone := zones[i%len(zones)]
		at := time.Date(2030, 1, 1, 0, 0, r.IntN(366*86400), 0, time.UTC)
		p, s := begunAt(t, yearPolicies[i/len(zones)%len(yearPolicies)], zone, at)
		before := s.Side("Red")
		from := at.Add(time.Duration(r.IntN(int(before.Run.End.Sub(at)/time.Second))) * time.Second)
		to := from.Add(time.Duration(r.IntN(1+[]int{0, 60, 86400, 30 * 86400}[r.IntN(4)])) * time.Second)
		c := before.calendar(p)
		ran := c.elapsed(from, to)
		after := paused(t, p, s, from, to).Side("Red").Run
		for _, x := range []struct {
			what     string
			old, now time.Time
			stays    bool
		}{
			{"deadline", before.Run.Due, after.Due, !from.Before(before.Run.Due)},
			{"end", before.Run.End, after.End, false},
		} {
			want := ran
			if x.stays {
				want = 0
			}
			if got := c.elapsed(x.old, x.now); got != want || want == 0 && !x.now.Equal(x.old) {
				t.Fatalf("%s, %s: paused from %s to %s, the %s moves from %s to %s: by %s, want %s", zone, p, from, to,
					x.what, x.old, x.now, got, want)
			}
		}
	}
}
