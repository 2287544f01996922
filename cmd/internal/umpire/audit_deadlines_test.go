package umpire

import (
	"fmt"
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

// timed are games in which something happened to the clocks.
var timed = map[string]func(t *testing.T) *table{
	"silent": func(t *testing.T) *table {
		tb := clocked(t, "3d; for D2 1d; at 20:00; off sat sun; grace 12h; bank 24h; remind 24h; zone Europe/Paris",
			"Asia/Tokyo")
		tb.at("2030-12-07 09:30")
		tb.play("Red", 1, 1, "pick 3") // late
		tb.at("2030-12-12 00:00")
		tb.round("pick 2", "pick 4")
		tb.at("2030-12-20 00:00")
		return tb
	},
	"waits": func(t *testing.T) *table {
		tb := clocked(t, "1d; takeover 48h; bank 24h; remind never; silent wait umpire 2 substitute 3")
		tb.at("2030-12-06 20:00")
		if _, err := tb.u.Substitute("duel-1", play.Player{Side: "Red", Name: "Louis Davout",
			Address: "louis@example.org",
			Zone:    "Europe/Paris"}, "ill", ""); err != nil {
			t.Fatal(err)
		}
		tb.at("2030-12-07 20:00")
		if _, err := tb.u.Substitute("duel-1", play.Player{Side: "Red", Name: "Michel Ney", Address: "ney@example.org"},
			"well", ""); err != nil {
			t.Fatal(err)
		}
		return tb
	},
	"outage": func(t *testing.T) *table {
		tb := clocked(t, "1d; outage 36h; bank 10h; remind never")
		tb.now = tb.now.AddDate(0, 0, 4)
		tb.tick()
		tb.at("2030-12-09 00:00")
		return tb
	},
	"players": func(t *testing.T) *table {
		tb := clocked(t, "3d; absence 10; pause 20; remind never; run final")
		tb.tell("Red", "absence 2030-12-04 2030-12-06")
		tb.play("Blue", 1, 1, "pick 3")
		tb.tell("Blue", "final")
		tb.tell("Red", "pause 2030-12-12")
		tb.tell("Blue", "pause 2030-12-10")
		tb.at("2030-12-13 00:00")
		tb.tell("Blue", "pause 2030-12-30")
		tb.tell("Red", "pause 2030-12-29")
		tb.tell("Red", "resume")
		tb.tell("Blue", "resume")
		tb.play("Blue", 1, 1, "pick 4")
		return tb
	},
	"umpire": func(t *testing.T) *table {
		tb := clocked(t, "3d; at 20:00; grace 2h; remind never")
		tb.tellAsUmpire("extend 2d\ndeadline 2030-12-09 12:30 blue")
		tb.tellAsUmpire("pause")
		tb.at("2031-03-01 00:00")
		tb.tellAsUmpire("resume")
		if _, err := tb.u.Burn("duel-1", 5, "an old store", ""); err != nil {
			t.Fatal(err)
		}
		tb.tellAsUmpire("extend 1d red")
		return tb
	},
}

// timeChanges are what can be done to the clock of a side.
var timeChanges = map[string]func(s *clock.Side){
	"start":      func(s *clock.Side) { s.Run.Start = s.Run.Start.Add(-time.Hour) },
	"due later":  func(s *clock.Side) { s.Run.Due, s.Run.End = s.Run.Due.Add(time.Hour), s.Run.End.Add(time.Hour) },
	"end later":  func(s *clock.Side) { s.Run.End = s.Run.End.Add(time.Second) },
	"end sooner": func(s *clock.Side) { s.Run.End = s.Run.End.Add(-time.Second) },
	"bank":       func(s *clock.Side) { s.Bank -= time.Minute },
	"missed":     func(s *clock.Side) { s.Missed++ },
	"forgiven":   func(s *clock.Side) { s.Missed-- },
	"final":      func(s *clock.Side) { s.Final = !s.Final },
	"fresh":      func(s *clock.Side) { s.Fresh = !s.Fresh },
	"zone":       func(s *clock.Side) { s.Zone = "Pacific/Kiritimati" },
	"vote":       func(s *clock.Side) { s.Vote = clock.Date{Year: 2031, Month: 5, Day: 1} },
}

// Whatever a record says of a clock follows from the clocks before it: each change of any
// of them is found, also by a program that does not have the rules.
func TestDeadlinesAgain(t *testing.T) {
	causes, alone := map[record.ClockCause]bool{}, map[string]int{}
	for name, play := range timed {
		t.Run(name, func(t *testing.T) {
			tb := play(t)
			records := tb.records()
			for _, rulesets := range [][]engine.Ruleset{{tb.rules}, nil} {
				if a := audit.CheckLog(rulesets, records); a.Err() != nil || a.Check("deadlines").Left > 0 {
					t.Fatalf("%v, %+v", a.Err(), a.Check("deadlines"))
				}
			}
			for i, r := range records {
				if r.Kind != record.KindClock {
					continue
				}
				for what, change := range timeChanges {
					for side := range 2 {
						if (i+side+len(what))%2 == 0 { // half of them say as much
							continue
						}
						c, err := record.ParseClock(r.Data, r.Hidden)
						if err != nil {
							t.Fatal(err)
						}
						causes[c.Cause] = true
						was := c.State.Sides[side]
						if change(&c.State.Sides[side]); was.Run == (clock.Run{}) &&
							was.Run != c.State.Sides[side].Run || c.State.Sides[side].Missed < 0 ||
							c.State.Sides[side].Bank < 0 {
							continue
						}
						if c.Cause == record.ClockTakeover && what == "zone" && side == 0 {
							continue // the new player chose it
						}
						forged := slices.Clone(records)
						forged[i].Data, forged[i].Hidden = c.Print()
						failed, _ := tb.failing(forged)
						if !slices.Contains(failed, "deadlines") && !slices.Contains(failed, "clocks") &&
							!slices.Contains(failed, "records") {
							t.Errorf("record %d, %s of %s, side %d: not found by %v", r.Seq, what, c.Cause, side,
								failed)
						}
						if slices.Equal(failed, []string{"deadlines"}) {
							alone[what]++
						}
					}
				}
			}
		})
	}
	for what := range timeChanges {
		if alone[what] == 0 {
			t.Errorf("%s: never found by this check alone", what)
		}
	}
	if len(causes) != len(audit.ClockCauses) {
		t.Errorf("only these changes were tried: %v", causes)
	}
}

// A change counts from when it was recorded, and what nobody could notice is an outage.
func TestWhenClocksChange(t *testing.T) {
	tb := timed["silent"](t)
	records := tb.records()
	find := func(cause record.ClockCause) (int, record.Clock) {
		t.Helper()
		for i, r := range records {
			if c, err := record.ParseClock(r.Data, r.Hidden); r.Kind == record.KindClock && err == nil &&
				c.Cause == cause && i > 2 {
				return i, c
			}
		}
		t.Fatalf("no record says %s", cause)
		return 0, record.Clock{}
	}
	for name, c := range map[string]struct {
		cause  record.ClockCause
		change func(c *record.Clock)
		want   string
	}{
		"begins earlier": {record.ClockBegin, func(c *record.Clock) {
			at := c.State.At.Add(-2 * time.Hour)
			before := clock.State{At: at, Sides: slices.Clone(c.State.Sides)}
			c.State = before.Begin(tb.status().GameRecord.Clock, at,
				[]engine.Decision{{Side: "Red", Kind: "D1"}, {Side: "Blue", Kind: "D1"}}, nil)
		}, "but counts from"},
		"noticed days later": {record.ClockMissed, func(c *record.Clock) { c.Time = c.Time.AddDate(0, 0, 3) },
			"but counts from"},
		"nobody looked": {record.ClockMissed, func(c *record.Clock) {
			c.Time, c.State.At = c.Time.AddDate(0, 0, 3), c.State.At.AddDate(0, 0, 3)
		}, "which is an outage"},
	} {
		t.Run(name, func(t *testing.T) {
			i, r := find(c.cause)
			c.change(&r)
			forged := slices.Clone(records)
			forged[i].Data, forged[i].Hidden = r.Print()
			a, _ := tb.check(forged)
			if err := a.Check("deadlines").Err; !strings.Contains(fmt.Sprint(err), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// In a log without its hidden parts deadlines cannot be computed again: nobody may know who
// is away.
func TestDeadlinesHidden(t *testing.T) {
	tb := timed["players"](t)
	var open []store.Record
	for _, r := range tb.records() {
		r.Hidden = nil
		open = append(open, r)
	}
	a, err := tb.check(open)
	if c := a.Check("deadlines"); err != nil || c.Done != 0 || c.Left < 8 {
		t.Errorf("got %v, %+v", err, c)
	}
}
