package umpire

import (
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// clocksOf is what an audit says of the clocks in records, which are numbered anew.
func (tb *table) clocksOf(records []store.Record) string {
	for i := range records {
		records[i].Seq = uint64(i + 1)
	}
	a := audit.CheckLog([]engine.Ruleset{tb.rules}, records)
	for _, name := range []string{"clocks", "deadlines"} {
		if err := a.Check(name).Err; err != nil {
			return err.Error()
		}
	}
	return ""
}

// An umpire cannot give time by clocks that begin anew behind nothing.
func TestAuditOfClocksThatBeginAgain(t *testing.T) {
	tb := clocked(t, "1d")
	tb.play("Red", 1, 1, "pick 3")
	records := tb.records()
	c, err := record.ParseClock(records[1].Data, records[1].Hidden)
	if err != nil {
		t.Fatal(err)
	}
	c.Time = record.Time(records[len(records)-1].Data).Add(time.Hour)
	again := records[1]
	again.Data, again.Hidden = c.Print()
	if said := tb.clocksOf(append(records, again)); !strings.Contains(said, "nothing before it begins the clocks") {
		t.Errorf("got %q", said)
	}
}

// What a player says about his time counts at once.
func TestAuditOfAnAbsenceThatDidNotCount(t *testing.T) {
	for _, line := range []string{"absence 2030-12-20", "pause 2030-12-20"} {
		tb := clocked(t, "3d; absence 10; pause 30")
		tb.tell("Red", line)
		tb.play("Red", 1, 1, "pick 3")
		records := tb.records()
		i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindCommand })
		if records[i+1].Kind != record.KindClock {
			t.Fatalf("%s: behind the command stands a record of kind %s", line, records[i+1].Kind)
		}
		if said := tb.clocksOf(tb.records()); said != "" {
			t.Errorf("%s: %s", line, said)
		}
		if said := tb.clocksOf(slices.Delete(records, i+1, i+2)); !strings.Contains(said, "did not change his clock") {
			t.Errorf("%s: got %q", line, said)
		}
	}
}

// A clock changes by what happened before it, as that says: not for somebody else, not by another
// date, and not without it.
func TestAuditOfClocksForSomethingElse(t *testing.T) {
	final := func(side engine.Side, final bool) func(c *record.Clock) {
		return func(c *record.Clock) {
			for i := range c.State.Sides {
				s := &c.State.Sides[i]
				s.Final = s.Side == side && final
			}
		}
	}
	for name, c := range map[string]struct {
		deadline string
		play     func(tb *table)
		cause    record.ClockCause
		change   func(c *record.Clock)
		want     string
	}{
		"orders of the other side are final": {"3d; run final", func(tb *table) {
			tb.play("Red", 1, 1, "pick 3")
			tb.tell("Red", "final")
		}, record.ClockFinal, final("Blue", true), "computed again"},
		"orders are not final": {"3d; run final", func(tb *table) {
			tb.play("Red", 1, 1, "pick 3")
			tb.tell("Red", "final")
		}, record.ClockFinal, final("", false), "computed again"},
		"another absence": {"3d; absence 10", func(tb *table) { tb.tell("Red", "absence 2030-12-20") },
			record.ClockAbsence, func(c *record.Clock) {
				for i := range c.State.Sides {
					for k := range c.State.Sides[i].Absence {
						c.State.Sides[i].Absence[k].From.Day, c.State.Sides[i].Absence[k].To.Day = 24, 24
					}
				}
			}, "computed again"},
		"late by hours more": {"3d; bank 48h", func(tb *table) {
			tb.at("2030-12-06 10:00")
			tb.play("Red", 1, 1, "pick 3")
		}, record.ClockLate, func(c *record.Clock) {
			c.Time, c.State.At = c.Time.Add(5*time.Hour), c.State.At.Add(5*time.Hour)
			for i := range c.State.Sides {
				if c.State.Sides[i].Side == "Red" {
					c.State.Sides[i].Bank -= 5 * time.Hour
				}
			}
		}, "but counts from"},
		"a deadline that is past": {"3d", func(tb *table) {
			tb.tellAsUmpire("deadline 2030-12-09 12:30 blue")
		}, record.ClockDeadline, func(c *record.Clock) {
			for i := range c.State.Sides {
				if s := &c.State.Sides[i]; s.Side == "Blue" {
					s.RunTo(clock.Policy{At: -1}, s.Run.Start, true)
				}
			}
		}, "past"},
		"an outage before the time was over": {"1d; outage 36h; remind never", func(tb *table) {
			tb.now = tb.now.AddDate(0, 0, 4)
			tb.tick()
		}, record.ClockOutage, func(c *record.Clock) {
			p, _ := clock.Parse("1d; outage 36h; remind never")
			c.Time = c.State.Sides[0].Run.Start.Add(2 * time.Hour)
			c.State.At = c.Time
			for i := range c.State.Sides {
				c.State.Sides[i].Run.End = c.Time.Add(p.Outage)
			}
		}, "outage"},
	} {
		t.Run(name, func(t *testing.T) {
			tb := clocked(t, c.deadline)
			c.play(tb)
			records := tb.records()
			if said := tb.clocksOf(records); said != "" {
				t.Fatal(said)
			}
			i := slices.IndexFunc(records, func(r store.Record) bool {
				k, err := record.ParseClock(r.Data, r.Hidden)
				return r.Kind == record.KindClock && err == nil && k.Cause == c.cause
			})
			if i < 0 {
				t.Fatalf("no clock for %s", c.cause)
			}
			k, _ := record.ParseClock(records[i].Data, records[i].Hidden)
			c.change(&k)
			records[i].Data, records[i].Hidden = k.Print()
			if said := tb.clocksOf(records[:i+1]); !strings.Contains(said, c.want) {
				t.Errorf("got %q, want %q", said, c.want)
			}
		})
	}
}

// What begins or ends the clock of a side stands in its place, once.
func TestAuditOfClocksInTheirPlace(t *testing.T) {
	late := func(tb *table) {
		tb.at("2030-12-06 10:00")
		tb.play("Red", 1, 1, "pick 3")
	}
	takeover := func(tb *table) {
		tb.at("2030-12-03 10:00")
		if _, err := tb.u.Substitute("duel-1", play.Player{Side: "Red", Name: "Louis Davout",
			Address: "louis@example.org"}, "ill", ""); err != nil {
			tb.t.Fatal(err)
		}
	}
	final := func(tb *table) {
		tb.play("Red", 1, 1, "pick 3")
		tb.tell("Red", "final")
		tb.play("Red", 1, 1, "pick 4")
		tb.tell("Red", "withdraw")
	}
	missed := func(tb *table) { tb.at("2030-12-06 10:00") }
	for name, c := range map[string]struct {
		deadline string
		play     func(tb *table)
		cause    record.ClockCause
		by       string
		forge    func(records []store.Record, i int) []store.Record
		want     string
	}{
		"final orders replaced": {"3d; run final", final, record.ClockFinal, record.ClockItself, leftOut,
			"are not final"},
		"a takeover left out": {"3d; bank 10h; takeover 24h", takeover, record.ClockTakeover, record.ClockByUmpire,
			leftOut, "new player"},
		"a takeover twice": {"3d; bank 10h; takeover 24h", takeover, record.ClockTakeover, record.ClockByUmpire, twice,
			"new player"},
		"late without orders": {"3d; bank 48h", late, record.ClockLate, record.ClockItself,
			func(records []store.Record, i int) []store.Record { return slices.Delete(records, i-1, i) }, "no orders"},
		"missed twice": {"3d", missed, record.ClockMissed, record.ClockItself,
			func(records []store.Record, i int) []store.Record {
				k, _ := record.ParseClock(records[i].Data, records[i].Hidden)
				for n := range k.State.Sides {
					k.State.Sides[n].Missed++
				}
				again := records[i]
				again.Data, again.Hidden = k.Print()
				return slices.Insert(records, i+1, again)
			}, "decided nothing"},
	} {
		t.Run(name, func(t *testing.T) {
			tb := clocked(t, c.deadline)
			c.play(tb)
			records := tb.records()
			if said := tb.clocksOf(slices.Clone(records)); said != "" {
				t.Fatal(said)
			}
			i := slices.IndexFunc(records, func(r store.Record) bool {
				k, err := record.ParseClock(r.Data, r.Hidden)
				return r.Kind == record.KindClock && err == nil && k.Cause == c.cause && k.By == c.by
			})
			if i < 0 {
				t.Fatalf("no clock for %s", c.cause)
			}
			if said := tb.clocksOf(c.forge(records, i)); !strings.Contains(said, c.want) {
				t.Errorf("got %q, want %q", said, c.want)
			}
		})
	}
}

// A step that the defaults decide can be the first by other rules.
func TestAuditOfAMissedDeadlineUnderOtherRules(t *testing.T) {
	tb := clocked(t, "1d; remind never")
	tb.rules.version = "2"
	tb.restart()
	tb.at("2030-12-05 12:00")
	records := tb.records()
	i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindMigrate })
	if i < 0 || records[i-1].Kind != record.KindClock || records[i+1].Kind != record.KindStep {
		t.Fatalf("record %d is the change of rules", i+1)
	}
	if said := tb.clocksOf(records); said != "" {
		t.Error(said)
	}
}

func leftOut(records []store.Record, i int) []store.Record { return slices.Delete(records, i, i+1) }

func twice(records []store.Record, i int) []store.Record {
	return slices.Insert(records, i+1, records[i])
}
