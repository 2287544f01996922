package clock

import (
	"sort"
	"time"
)

// day counts the days of a calendar from 1 January 1970.
type day int

func dayOf(year int, month time.Month, d int) day {
	return day(time.Date(year, month, d, 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// utc is the day as a time in UTC, for its date and weekday.
func (d day) utc() time.Time { return time.Unix(int64(d)*86400, 0).UTC() }

// calendar is a zone and the days in it on which no clock runs.
type calendar struct {
	zone *time.Location
	off  func(day) bool
}

func (c calendar) day(t time.Time) day { return dayOf(t.In(c.zone).Date()) }

// wall is when a clock on the wall shows a number of seconds after midnight. A
// time that the zone leaves out becomes the moment at which it does so; of one
// that comes twice it is the later, or the first.
func (c calendar) wall(d day, seconds int, first bool) time.Time {
	const widest = 26 * 3600 // no zone is further from UTC
	shown := int64(d)*86400 + int64(seconds)
	before, after := c.offset(shown-widest), c.offset(shown+widest)
	early, late := shown-before, shown-after
	switch isEarly, isLate := c.offset(early) == before, c.offset(late) == after; {
	case before == after, isEarly && (!isLate || first == (early < late)):
		return time.Unix(early, 0).UTC()
	case isLate:
		return time.Unix(late, 0).UTC()
	}
	from := shown - widest // the zone leaves the time out: find the change
	n := sort.Search(2*widest, func(n int) bool { return c.offset(from+int64(n)) == after })
	return time.Unix(from+int64(n), 0).UTC()
}

// offset is how many seconds the wall clock is ahead of UTC. Time.ZoneBounds is not of
// use here: for years beyond the tables its end can be before the time itself.
func (c calendar) offset(unix int64) int64 {
	_, offset := time.Unix(unix, 0).In(c.zone).Zone()
	return int64(offset)
}

// start is the first moment of a day.
func (c calendar) start(d day) time.Time { return c.wall(d, 0, true) }

// liveDay is the first day from d on that counts.
func (c calendar) liveDay(d day) day {
	for range 4000 { // a policy and absences leave days; this is against a fault in that
		if !c.off(d) {
			return d
		}
		d++
	}
	return d
}

// live is t, or the beginning of the next day that counts.
func (c calendar) live(t time.Time) time.Time {
	if d := c.day(t); c.off(d) {
		return c.start(c.liveDay(d + 1))
	}
	return t
}

// run is when a clock that starts at t has run for a time. A clock that runs out at
// midnight runs out when the next day that counts begins.
func (c calendar) run(t time.Time, left time.Duration) time.Time {
	for t = c.live(t); ; {
		end := c.start(c.day(t) + 1)
		rest := end.Sub(t)
		if left < rest {
			return t.Add(left)
		}
		left -= rest
		t = c.live(end)
	}
}

// elapsed is how long a clock runs between two times; 0 if to is not later.
func (c calendar) elapsed(from, to time.Time) (sum time.Duration) {
	for t := c.live(from); t.Before(to); {
		end := c.start(c.day(t) + 1)
		if !end.Before(to) {
			return sum + to.Sub(t)
		}
		sum += end.Sub(t)
		t = c.live(end)
	}
	return sum
}

// after is when a span that begins at t is over: days are days that count, to the same
// time on the wall, and what is beyond them is time.
func (c calendar) after(t time.Time, s Span) time.Time {
	t = c.live(t)
	if s.Days > 0 {
		local := t.In(c.zone)
		d := c.day(t)
		shown := local.Hour()*3600 + local.Minute()*60 + local.Second()
		if t.Equal(c.start(d)) {
			shown = 0 // where the clocks change at midnight a day can begin at one
		}
		for range s.Days {
			d = c.liveDay(d + 1)
		}
		t = c.wall(d, shown, false)
	}
	return c.run(t, s.Time)
}

// grid is the first time from t on at which the wall shows a number of minutes after
// midnight, on a day that counts.
func (c calendar) grid(t time.Time, minutes int) time.Time {
	for d := c.liveDay(c.day(t)); ; d = c.liveDay(d + 1) {
		if w := c.wall(d, minutes*60, false); !w.Before(t) {
			return w
		}
	}
}
