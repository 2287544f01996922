package main

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
)

// silentSide answers in no game with deadlines; in each other one nobody does.
const silentSide engine.Side = "Allied"

// due makes games whose deadlines pass while daemons die, the first some seconds from now.
func (c *crowd) due(games int) {
	c.withHub(func(h *hub) {
		for n := range games {
			ago := time.Duration(55-10*(n%5)) * time.Second
			h.umpire.Config.Clock = func() time.Time { return time.Now().Add(-ago) }
			game := fmt.Sprintf("due%04d", n)
			spec := play.Spec{Game: game, Ruleset: "jdg", Setup: engine.Setup{Scenario: "goldbach"},
				Deadline: "1m; remind never; silent defaults"}
			for side, key := range c.keys {
				spec.Players = append(spec.Players, c.player(game, side, key))
			}
			c.mu.Lock()
			c.timed[game] = n%2 == 0
			c.mu.Unlock()
			if _, err := h.umpire.Create(spec); err != nil {
				c.t.Fatal(err)
			}
		}
	})
}

func (c *crowd) player(game string, side engine.Side, key *sign.PrivateKey) play.Player {
	return play.Player{Side: side, Name: string(side), Key: key.Public().String(),
		Address: fmt.Sprintf("%s+%s@club.test", strings.ToLower(string(side)), game)}
}

// all are the games with deadlines and those without.
func (c *crowd) all() map[string]bool {
	all := maps.Clone(c.timed)
	maps.Copy(all, c.games)
	return all
}

// isSilent reports whether a side does not answer in a game, because a deadline is to pass.
func (c *crowd) isSilent(game string, side engine.Side) bool {
	nobody, timed := c.timed[game]
	return timed && (nobody || side == silentSide)
}

// overdue are the games in which a deadline that passed by a time has brought nothing yet.
func (c *crowd) overdue(by time.Time) (games []string) {
	c.withHub(func(h *hub) {
		for game := range c.timed {
			v := c.clockOf(h, game)
			if !v.over && !v.end.IsZero() && !v.end.After(by) {
				games = append(games, game)
			}
		}
	})
	return games
}

// deadlineLog is what the log of a game says of its deadlines.
type deadlineLog struct {
	over   bool
	end    time.Time                         // when the step that is open is to be resolved; zero if it waits
	missed map[int]int                       // how often sides were late, by the number of the step
	ends   map[int]map[engine.Side]time.Time // of the time of each side that owed something in a step
	late   time.Duration                     // the longest from the end of a time until something came of it
	faults []string
}

// clockOf reads the log of a game.
func (c *crowd) clockOf(h *hub, game string) deadlineLog {
	v := deadlineLog{missed: map[int]int{}, ends: map[int]map[engine.Side]time.Time{}}
	err := h.store.View(func(tx *store.Tx) error {
		for row, err := range tx.Records(game, 1) {
			if err != nil {
				return err
			}
			r, err := record.Parse(row.Kind, row.Data, row.Hidden)
			if err != nil {
				return err
			}
			v.read(r)
		}
		return nil
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return v
}

// read reads one record more.
func (v *deadlineLog) read(r record.Record) {
	step := r.About().Step + 1 // which is open behind it
	switch r := r.(type) {
	case record.Over:
		v.over = true
	case record.Clock:
		if r.Cause == record.ClockMissed {
			v.missed[step]++
			if v.end.IsZero() || r.Time.Before(v.end) {
				v.faults = append(v.faults, fmt.Sprintf("step %d was resolved %v, before %v", step, r.Time, v.end))
			}
			v.late = max(v.late, r.Time.Sub(v.end))
			v.end = time.Time{}
			return
		}
		if r.Cause == record.ClockOutage {
			v.faults = append(v.faults, fmt.Sprintf("step %d: a deadline was put off after an outage", step))
		}
		v.end, v.ends[step] = time.Time{}, map[engine.Side]time.Time{}
		for _, s := range r.State.Sides {
			if s.Run.End.IsZero() {
				continue
			}
			v.ends[step][s.Side] = s.Run.End
			if s.Run.End.After(v.end) {
				v.end = s.Run.End
			}
		}
	}
}

// judgeDeadlines holds the games with deadlines to their logs: whenever a daemon died, each deadline that passed
// brought its step once and not too soon, and what came in time counted.
func (c *crowd) judgeDeadlines(h *hub) {
	if len(c.timed) == 0 {
		return
	}
	forced, late, files := 0, time.Duration(0), 0
	for game, nobody := range c.timed {
		v := c.clockOf(h, game)
		for _, fault := range v.faults {
			c.t.Errorf("game %s: %s", game, fault)
		}
		for step, times := range v.missed {
			if times != 1 {
				c.t.Errorf("game %s, step %d: its deadline was missed %d times", game, step, times)
			}
		}
		if forced, late = forced+len(v.missed), max(late, v.late); len(v.missed) == 0 && nobody {
			c.t.Errorf("game %s: no deadline passed", game)
		}
		for place, times := range c.files {
			var step int
			var side engine.Side
			if n, _ := fmt.Sscanf(place, game+" %d %s", &step, &side); n != 2 {
				continue
			}
			end, owed := v.ends[step][side]
			came := c.delivered[place]
			switch {
			case times != 1: // judgeGame saw it in the log
				files++
			case !owed || came.Before(end):
				c.t.Errorf("game %s, step %d: the orders of %s came at %v and count not, although there was time "+
					"until %v", game, step, side, came, end)
			default: // it was late
				delete(c.files, place)
			}
		}
	}
	c.t.Logf("%d games with deadlines: %d passed, the last thing that came of one was %v late; %d files came in time",
		len(c.timed), forced, late, files)
}

// The log of a game tells of each deadline how often it brought a step, and whether that was too soon.
func TestTimekeeping(t *testing.T) {
	at := func(second int) time.Time { return time.Date(2030, 12, 2, 8, 0, second, 0, time.UTC) }
	clockAt := func(second int, cause record.ClockCause, end int) record.Clock {
		c := record.Clock{Head: record.Head{Step: 4, Time: at(second)}, Cause: cause}
		c.State.Sides = []clock.Side{{Side: "French"}, {Side: "Allied", Run: clock.Run{End: at(end)}}}
		return c
	}
	for _, tt := range []struct {
		name   string
		log    []record.Record
		missed int
		open   bool
		faults string
	}{
		{"it runs", []record.Record{clockAt(0, record.ClockBegin, 30)}, 0, true, ""},
		{"once", []record.Record{clockAt(0, record.ClockBegin, 30), clockAt(31, record.ClockMissed, 90)}, 1, false, ""},
		{"too soon", []record.Record{clockAt(0, record.ClockBegin, 30), clockAt(29, record.ClockMissed, 90)}, 1, false,
			"step 5 was resolved"},
		{"twice", []record.Record{clockAt(0, record.ClockBegin, 30), clockAt(31, record.ClockMissed, 90),
			clockAt(32, record.ClockMissed, 90)}, 2, false, "step 5 was resolved"},
		{"put off", []record.Record{clockAt(0, record.ClockBegin, 30), clockAt(40, record.ClockOutage, 90)}, 0, true,
			"step 5: a deadline was put off"},
	} {
		v := deadlineLog{missed: map[int]int{}, ends: map[int]map[engine.Side]time.Time{}}
		for _, r := range tt.log {
			v.read(r)
		}
		if got := strings.Join(v.faults, ", "); v.missed[5] != tt.missed || v.end.IsZero() == tt.open ||
			!strings.HasPrefix(got, tt.faults) || (got == "") != (tt.faults == "") {
			t.Errorf("%s: missed %d times, open until %v, faults %q", tt.name, v.missed[5], v.end, got)
		}
	}
}
