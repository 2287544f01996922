package clock

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
	_ "time/tzdata"

	"berthier/engine/enginetest"
)

// The five zones have daylight saving of different kinds: at 1.00 UTC, at 2.00 on the wall, by half an
// hour, at midnight, and on the southern half of the world.
var zones = []string{"Europe/Paris", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Africa/Cairo"}

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := LoadZone(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func random(t testing.TB) *rand.Rand {
	t.Helper()
	seed := enginetest.Seed(t)
	return rand.New(rand.NewPCG(seed, 0))
}

var changesOf = map[string][]time.Time{}

func changes(z *time.Location) []time.Time {
	if changesOf[z.String()] == nil {
		changesOf[z.String()] = findChanges(z)
	}
	return changesOf[z.String()]
}

// findChanges finds the moments of 24 years, some of them leap years beyond the tables, at which a zone puts its
// clocks forward or back.
func findChanges(z *time.Location) (all []time.Time) {
	_, last := time.Date(2024, 1, 1, 0, 0, 0, 0, z).Zone()
	for h := range 24 * 366 * 24 * 2 { // half hours
		at := time.Date(2024, 1, 1, 0, 0, 0, 0, z).Add(time.Duration(h) * 30 * time.Minute)
		if _, offset := at.Zone(); offset != last {
			all, last = append(all, at), offset
		}
	}
	return all
}

func TestZonesChange(t *testing.T) {
	for _, name := range zones {
		if n := len(changes(zone(t, name))); n < 48 {
			t.Errorf("%s changes its clocks %d times in 24 years, want 48", name, n)
		}
	}
}

// moments are times of ten years, most of them near a change of the clocks.
func moment(r *rand.Rand, z *time.Location, at []time.Time) time.Time {
	if r.IntN(4) == 0 {
		return time.Date(2024, 1, 1, 0, r.IntN(24*365*24*60), 0, 0, z)
	}
	return at[r.IntN(len(at))].Add(time.Duration(r.IntN(4*24*60)-3*24*60) * time.Minute)
}

// someDays is a calendar in which some days are off.
func someDays(r *rand.Rand, z *time.Location) calendar {
	a, b, n := r.IntN(7), r.IntN(7), r.IntN(3)
	from := dayOf(2024, 1, 1) + day(r.IntN(24*365))
	return calendar{z, func(d day) bool {
		w := int(d.utc().Weekday())
		return n > 0 && w == a || n > 1 && w == b || from <= d && d < from+10
	}}
}

// The wall clock, looked at minute by minute.
func TestWallIsWhatTheClockShows(t *testing.T) {
	r := random(t)
	for range 300 {
		z := zone(t, zones[r.IntN(len(zones))])
		c := calendar{zone: z}
		d := c.day(moment(r, z, changes(z)))
		minutes := r.IntN(24 * 60)
		if r.IntN(2) == 0 {
			minutes = r.IntN(4 * 60) // where clocks change
		}
		var shown []time.Time
		var beyond time.Time
		for m := range 32 * 60 {
			at := d.utc().Add(time.Duration(m-3*60) * time.Minute).Add(-offsetAt(z, d))
			local := at.In(z)
			switch now := local.Hour()*60 + local.Minute(); {
			case c.day(at) == d && now == minutes:
				shown = append(shown, at)
			case (c.day(at) == d && now > minutes || c.day(at) > d) && beyond.IsZero():
				beyond = at
			}
		}
		last, first := beyond, beyond
		if len(shown) > 0 {
			first, last = shown[0], slices.MaxFunc(shown, time.Time.Compare)
		}
		if got := c.wall(d, minutes*60, false); !got.Equal(last) {
			t.Fatalf("%s, %s, %d minutes: got %s, want %s", z, d.date(), minutes, got.In(z), last.In(z))
		}
		if got := c.wall(d, minutes*60, true); !got.Equal(first) {
			t.Fatalf("%s, %s, %d minutes, first: got %s, want %s", z, d.date(), minutes, got.In(z), first.In(z))
		}
	}
}

// offsetAt is about the offset of a zone: the window of the search is wide enough.
func offsetAt(z *time.Location, d day) time.Duration {
	_, offset := d.utc().In(z).Zone()
	return time.Duration(offset) * time.Second
}

// running counts the minutes in which a clock runs, one by one.
func (c calendar) running(from, to time.Time) (n time.Duration) {
	for t := from; t.Before(to); t = t.Add(time.Minute) {
		if !c.off(c.day(t)) {
			n += time.Minute
		}
	}
	return n
}

func TestClocksRunOnLiveDaysOnly(t *testing.T) {
	r := random(t)
	for range 400 {
		z := zone(t, zones[r.IntN(len(zones))])
		c := someDays(r, z)
		from := moment(r, z, changes(z))
		want := time.Duration(r.IntN(6*24*60)) * time.Minute
		to := c.run(from, want)
		if got := c.running(from, to); got != want {
			t.Fatalf("%s: from %s it is %s, in which %s run, want %s", z, from, to.In(z), got, want)
		}
		if c.off(c.day(to)) {
			t.Fatalf("%s: from %s %s end at %s, a day off", z, from, want, to.In(z))
		}
		if got := c.elapsed(from, to); got != want {
			t.Fatalf("%s: from %s to %s: elapsed %s, want %s", z, from, to.In(z), got, want)
		}
	}
}

func TestDaysAreThoseOfTheCalendar(t *testing.T) {
	r := random(t)
	for range 2000 {
		z := zone(t, zones[r.IntN(len(zones))])
		c := someDays(r, z)
		from := moment(r, z, changes(z))
		n := r.IntN(10) + 1
		to := c.after(from, Span{Days: n})
		start := c.live(from)
		days := 0
		for d := c.day(start) + 1; d <= c.day(to); d++ {
			if !c.off(d) {
				days++
			}
		}
		local, end := start.In(z), to.In(z)
		shown := local.Format("15:04")
		if local.Add(-time.Second).Day() != local.Day() {
			shown = "00:00" // the beginning of a day, whenever that is
		}
		sameWall := shown == end.Format("15:04")
		if !sameWall { // only where the wall leaves the time out
			sameWall = slices.ContainsFunc(changes(z), to.Equal)
		}
		if days != n || !sameWall || c.off(c.day(to)) {
			t.Fatalf("%s: %d days from %s are over at %s", z, n, local, end)
		}
		at := r.IntN(24 * 60)
		due := c.grid(to, at)
		if due.Before(to) || c.off(c.day(due)) || c.grid(due, at) != due {
			t.Fatalf("%s: the next time of day %d from %s is %s", z, at, end, due.In(z))
		}
		if again := c.grid(due.Add(time.Minute), at); !again.After(due) || c.running(to, due) >= 26*time.Hour {
			t.Fatalf("%s: from %s to %s", z, end, due.In(z))
		}
	}
}

// Where the clocks change at midnight a day begins at one o'clock. Days that are
// counted from its beginning end at midnight all the same.
func TestDaysFromABeginningAtOne(t *testing.T) {
	zone, err := time.LoadLocation("America/Santiago")
	if err != nil {
		t.Fatal(err)
	}
	away := dayOf(2000, 10, 14)
	c := calendar{zone: zone, off: func(d day) bool { return d == away }}
	from := time.Date(2000, 10, 14, 17, 34, 0, 0, zone)
	if got := c.live(from).In(zone).Format("2006-01-02 15:04"); got != "2000-10-15 01:00" {
		t.Fatalf("the day begins at %s", got)
	}
	to := c.grid(c.after(from, Span{Days: 2}), 0)
	if got := to.In(zone).Format("2006-01-02 15:04"); got != "2000-10-17 00:00" {
		t.Errorf("two days are over at %s", got)
	}
}
