package clock

import (
	"flag"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"berthier/engine"
	"berthier/engine/enginetest"
)

var sides = []engine.Side{"Red", "Blue"}

// clockedGame is a game of which only the clocks are real.
type clockedGame struct {
	t        *testing.T
	p        Policy
	s        State
	owed     []engine.Decision
	answered map[engine.Side]bool
	reminded map[engine.Side]time.Time
	rand     *rand.Rand

	steps, missed, reminders, moved int
}

var years = flag.Int("clock.years", 2, "simulated years of TestYears")

// TestYears lets the clocks of 100 games run for years of simulated time, in five zones with
// daylight saving, with players who answer or do not, go away, pause and are replaced. Each
// thing is done at the very second at which it is due, and each deadline is where counting days on a
// calendar puts it.
func TestYears(t *testing.T) {
	years := *years
	if testing.Short() { // the race detector learns in one what it would in more
		years = 1
	}
	seed := enginetest.Seed(t)
	begun := time.Now()
	games := make([]*clockedGame, 100)
	synctest.Test(t, func(t *testing.T) {
		end := time.Now().AddDate(years, 0, 0)
		var running sync.WaitGroup
		for i := range games {
			running.Go(func() {
				games[i] = &clockedGame{t: t, rand: rand.New(rand.NewPCG(seed, uint64(i)))}
				games[i].play(i, end)
			})
		}
		running.Wait()
	})
	var sum clockedGame
	for _, g := range games {
		sum.steps, sum.missed, sum.reminders, sum.moved = sum.steps+g.steps, sum.missed+g.missed,
			sum.reminders+g.reminders, sum.moved+g.moved
	}
	t.Logf("%d years of 100 games: %d steps, %d deadlines missed, %d reminders, %d changes, in %s",
		years, sum.steps, sum.missed, sum.reminders, sum.moved, time.Since(begun).Round(time.Millisecond))
	if sum.steps < 1000*years || sum.missed < 100*years || sum.reminders < 1000*years || sum.moved < 100*years {
		t.Error("that is too little")
	}
}

var yearPolicies = []string{
	"3d; at 20:00; remind 24h 4h; grace 12h; bank 72h; absence 30; pause 30; takeover 48h",
	"5d; at 02:30; off sat sun 12-24..01-02; absence 20; pause 60; grace 5h",
	"2d; for D2 6d; at 00:00; remind 1h; run final; absence 30",
	"50h; remind 24h; bank 300h; silent wait umpire 2 substitute 3; absence 30",
	"7d; at 23:59; remind never; grace 36h; pause 10",
}

func (g *clockedGame) play(i int, end time.Time) {
	var err error
	if g.p, err = Parse(yearPolicies[i%len(yearPolicies)]); err != nil {
		g.t.Error(err)
		return
	}
	g.s = New(g.p, time.Now(), sides, map[engine.Side]string{"Red": zones[i/5%len(zones)],
		"Blue": zones[g.rand.IntN(len(zones))]})
	g.begin(nil)
	for time.Now().Before(end) && !g.t.Failed() {
		act := time.Now().Add(time.Duration(g.rand.IntN(48*60)+1) * time.Minute)
		next, ok := g.s.Next(g.p, func(s engine.Side) time.Time { return g.reminded[s] }, g.has)
		if !ok || act.Before(next) {
			time.Sleep(time.Until(act))
			g.act()
			continue
		}
		if next.Before(time.Now()) {
			g.t.Errorf("game %d: on %s something is due since %s: %+v, owed %+v, answered %v", i, time.Now(), next,
				g.s, g.owed, g.answered)
		}
		time.Sleep(time.Until(next))
		g.tick(next)
	}
}

func (g *clockedGame) has(s engine.Side) bool { return g.answered[s] }

// begin is a step: the sides owe something else.
func (g *clockedGame) begin(silent []engine.Side) {
	g.owed = nil
	for n := g.rand.IntN(3); len(g.owed) < 1+n/2; {
		g.owed = append(g.owed, engine.Decision{Side: sides[(n+len(g.owed))%2],
			Kind: []string{"D1", "D2"}[g.rand.IntN(2)]})
	}
	fresh := map[engine.Side]bool{}
	for _, s := range g.s.Sides {
		fresh[s.Side] = s.Fresh
	}
	g.s = g.s.Begin(g.p, time.Now(), g.owed, silent)
	g.answered, g.reminded = map[engine.Side]bool{}, map[engine.Side]time.Time{}
	for _, s := range g.s.Sides {
		if s.Run != (Run{}) && !fresh[s.Side] {
			g.compare(s)
		}
	}
}

// compare finds the deadline once more, by counting days on a calendar.
func (g *clockedGame) compare(s Side) {
	span := g.p.allowance(g.owed, s.Side)
	if span.Time > 0 {
		return // TestClocksRunOnLiveDaysOnly counts minutes
	}
	z, err := LoadZone(s.Zone)
	if err != nil {
		g.t.Error(err)
		return
	}
	live := func(t time.Time) bool {
		date := t.Format("2006-01-02")
		for _, o := range s.Absence {
			if o.From.String() <= date && date <= o.To.String() {
				return false
			}
		}
		for _, o := range g.p.Off {
			from, to, md := o.From.String(), o.To.String(), t.Format("01-02")
			// over new year
			if o.From == (Date{}) && t.Weekday() == o.Weekday || o.From != (Date{}) && (from <= md || md <= to) {
				return false
			}
		}
		return true
	}
	at := s.Run.Start.In(z)
	clockAt := at.Format("15:04:05")
	d := time.Date(at.Year(), at.Month(), at.Day(), 12, 0, 0, 0, z) // noon: no change of clocks is near
	if !live(d) || at.Add(-time.Second).Day() != at.Day() {         // from the beginning of a day, whenever that is
		clockAt = "00:00:00"
	}
	for !live(d) {
		d = d.AddDate(0, 0, 1)
	}
	for range span.Days {
		for d = d.AddDate(0, 0, 1); !live(d); {
			d = d.AddDate(0, 0, 1)
		}
	}
	grid := time.Date(0, 1, 1, g.p.At/60, g.p.At%60, 0, 0, time.UTC).Format("15:04:05")
	if grid < clockAt {
		for d = d.AddDate(0, 0, 1); !live(d); {
			d = d.AddDate(0, 0, 1)
		}
	}
	due := s.Run.Due.In(z)
	_, now := due.Zone()
	_, before := due.Add(-2 * time.Hour).Zone()
	_, after := due.Add(2 * time.Hour).Zone()
	if want := d.Format("2006-01-02 ") + grid; due.Format("2006-01-02 15:04:05") != want && now == before &&
		now == after {
		g.t.Errorf("%s, policy %s: from %s the deadline is %s, want %s", s.Zone, g.p, at, due, want)
	}
}

// tick does what is due now, as the umpire does.
func (g *clockedGame) tick(now time.Time) {
	if p := g.s.Paused; p.By != "" && p.Until.Equal(now) {
		g.s, _, _ = g.s.Resume(g.p, now)
		g.change(now)
		return
	}
	silent := g.s.Silent(now, g.has)
	ready := g.s.Ready(g.p, now, g.has)
	if len(silent) > 0 && (ready || g.p.Wait) {
		before := g.s
		var misses []Miss
		g.s, misses = g.s.Missed(g.p, now, silent, g.owed)
		for _, m := range misses {
			if end := before.Side(m.Side).Run.End; now.Before(end) || g.p.Wait && now.After(end) {
				g.t.Errorf("%s missed the deadline of %s on %s", m.Side, end, now)
			}
		}
		g.missed += len(misses)
	}
	if ready {
		g.steps++
		g.begin(silent)
		return
	}
	for _, side := range sides {
		if g.answered[side] {
			continue
		}
		for _, r := range g.s.Reminders(g.p, side, g.reminded[side], now) {
			if !r.At.Equal(now) {
				g.t.Errorf("%s is reminded on %s, which was due on %s", side, now, r.At)
			}
			g.reminders++
			g.reminded[side] = r.At
		}
	}
}

// change counts a change, after which reminders that would have been due before are too late.
func (g *clockedGame) change(now time.Time) {
	g.moved++
	for _, side := range sides {
		g.reminded[side] = now
	}
}

// act is a player, or the umpire.
func (g *clockedGame) act() {
	now, side := time.Now(), sides[g.rand.IntN(2)]
	day := func(n int) Date { t := now.AddDate(0, 0, n); return Date{t.Year(), t.Month(), t.Day()} }
	before := g.s
	var s State
	var err error
	switch g.rand.IntN(16) {
	case 0:
		s, _, err = g.s.Away(g.p, now, side, day(2+g.rand.IntN(3)), day(5+g.rand.IntN(5)))
	case 1:
		last := day(3 + g.rand.IntN(6))
		if s, _, err = g.s.WantPause(g.p, now, "Red", last); err == nil {
			s, _, err = s.WantPause(g.p, now, "Blue", last)
		}
	case 2:
		if s, _, err = g.s.WantResume(g.p, now, "Red"); err == nil {
			s, _, err = s.WantResume(g.p, now, "Blue")
		}
	case 3:
		s, _, err = g.s.Extend(g.p, now, "", Span{Days: 1 + g.rand.IntN(2)})
	case 4:
		s, _ = g.s.Takeover(g.p, now, side, "", g.rand.IntN(2) == 0, g.owed)
	case 5, 6, 7, 8, 9: // silent
		return
	default:
		g.answer(now, side)
		return
	}
	if err != nil {
		return
	}
	g.s = s
	g.change(now)
	for _, x := range s.Sides {
		if old := before.Side(x.Side); x.Run.Due.Before(old.Run.Due) || x.Run.End.Before(old.Run.End) {
			g.t.Errorf("a deadline comes nearer: %+v, then %+v", old, x)
		}
	}
}

func (g *clockedGame) answer(now time.Time, side engine.Side) {
	if !engine.Owes(g.owed, side) {
		return
	}
	if !g.answered[side] {
		g.s, _ = g.s.Answered(g.p, now, side)
	}
	g.answered[side] = true
	g.s = g.s.SetFinal(now, side, g.rand.IntN(2) == 0)
	if g.s.Ready(g.p, now, g.has) {
		g.steps++
		g.begin(g.s.Silent(now, g.has))
	}
}
