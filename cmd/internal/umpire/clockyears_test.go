package umpire

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	_ "time/tzdata"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/roster"
	"berthier/engine"
	"berthier/engine/enginetest"
	"berthier/mail"
	"berthier/mail/wire"
	"berthier/store"
)

var (
	clockYears = flag.Int("umpire.years", 1, "simulated years of TestYearsOfDeadlines")
	clockGames = flag.Int("umpire.games", 3, "games that it plays")
)

// endlessDuel is a duel without an end.
type endlessDuel struct{ duel }

func (e endlessDuel) Apply(p engine.Position, events []engine.Event) engine.Position {
	next := *e.duel.Apply(p, events).(*duelPos)
	if next.phase == "over" {
		next.phase = "pick"
	}
	return &next
}

// looks is how often the simulated daemon looks at its mailbox.
const looks = 10 * time.Minute

// years is a daemon with its goroutines in a bubble of time, and players who answer at times,
// late, or not at all, go away and make pauses.
type years struct {
	t     *testing.T
	u     *Umpire
	store *store.Store
	rand  *rand.Rand
	mu    sync.Mutex
	off   time.Time // until when nobody looks at the mailbox
	mails int
}

var yearZones = []string{"Europe/Paris", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Africa/Cairo"}

var yearPolicies = []string{
	"9d; at 20:00; remind 48h 4h; grace 12h; bank 72h; absence 30; pause 30; silent defaults umpire 1 substitute 2",
	"12d; at 02:30; off sat sun 12-24..01-02; remind 24h; absence 20; pause 60",
	"10d; for D1 14d; remind 1h; grace 3h; run final",
	"200h; remind 24h; bank 300h; silent wait umpire 2 substitute 3",
	"15d; at 00:00; remind never; grace 36h; outage 48h; absence 30",
}

func (y *years) n(n int) int { y.mu.Lock(); defer y.mu.Unlock(); return y.rand.IntN(n) }

// TestYearsOfDeadlines lets the real daemon loop run for years of simulated time. No deadline is early,
// none is missed, none counts twice, and the log of each game says so. -umpire.years 10
// -umpire.games 100 take half an hour.
func TestYearsOfDeadlines(t *testing.T) {
	keys() // made outside of the bubble
	seed := enginetest.Seed(t)
	path, begun := filepath.Join(t.TempDir(), "berthier.db"), time.Now()
	synctest.Test(t, func(t *testing.T) {
		y := &years{t: t, rand: rand.New(rand.NewPCG(seed, 0))}
		y.open(path)
		ctx, stop := context.WithTimeout(t.Context(), time.Duration(*clockYears)*365*24*time.Hour)
		defer stop()
		var running sync.WaitGroup
		for i := range *clockGames {
			y.create(i)
			running.Go(func() { y.players(ctx, i) })
		}
		running.Go(func() { _ = y.u.RunClocks(ctx) })
		running.Go(func() { y.poller(ctx) })
		running.Wait()
		y.check()
		if err := y.store.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Logf("%d years of %d games took %s", *clockYears, *clockGames, time.Since(begun).Round(time.Millisecond))
}

func (y *years) open(path string) {
	y.t.Helper()
	var err error
	if y.store, err = store.Open(path, 0); err != nil {
		y.t.Fatal(err)
	}
	key, err := record.GenerateSigner(&stream{40})
	if err != nil {
		y.t.Fatal(err)
	}
	y.u, err = New(docket.Config{
		Store: y.store, Key: key, Rulesets: []engine.Ruleset{endlessDuel{duel{version: "1"}}},
		Address: mail.Address{Address: own}, Contact: "umpire@berthier.example", Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		y.t.Fatal(err)
	}
}

func yearGame(i int) string { return fmt.Sprintf("year-%d", i) }

func (y *years) create(i int) {
	y.t.Helper()
	s := spec()
	s.Game, s.Deadline = yearGame(i), yearPolicies[i%len(yearPolicies)]
	s.Players[0].Zone, s.Players[1].Zone = yearZones[i%len(yearZones)], yearZones[(i/2+1)%len(yearZones)]
	if _, err := y.u.Create(s); err != nil {
		y.t.Fatal(err)
	}
}

// poller is what wire.Poller tells of its looks; now and then the daemon is off for days.
func (y *years) poller(ctx context.Context) {
	for ctx.Err() == nil {
		pause := looks
		if y.n(20000) == 0 {
			pause = time.Duration(y.n(96)+2) * time.Hour
			y.mu.Lock()
			y.off = time.Now().Add(pause)
			y.mu.Unlock()
		}
		sleep(ctx, pause)
		y.u.Looked(nil)
	}
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// players plays both sides of a game.
func (y *years) players(ctx context.Context, i int) {
	for {
		sleep(ctx, time.Duration(y.n(6*24*60)+60)*time.Minute)
		if ctx.Err() != nil {
			return
		}
		y.mu.Lock()
		off := time.Until(y.off)
		y.mu.Unlock()
		if off > 0 {
			continue // nobody takes mails in
		}
		s, err := y.u.Status(yearGame(i))
		if err != nil {
			y.t.Error(err)
			return
		}
		y.act(s)
	}
}

// act does something that a player may do.
func (y *years) act(s roster.Status) {
	side := duelSides[y.n(2)]
	date := func(days int) string { return time.Now().AddDate(0, 0, days).Format("2006-01-02") }
	switch n := y.n(20); {
	case n == 0:
		y.send(s, side, "absence "+date(2+y.n(5))+" "+date(7+y.n(5)))
	case n == 1:
		last := date(3 + y.n(20))
		y.send(s, "Red", "pause "+last)
		y.send(s, "Blue", "pause "+last)
	case n == 2 && s.Clock.Paused.By != "":
		y.send(s, "Red", "resume")
		y.send(s, "Blue", "resume")
	case n == 3:
		change := play.ClockChange{Cause: record.ClockExtend, Span: clock.Span{Days: 1 + y.n(3)}}
		_, _ = y.u.ChangeClock(s.Game, change)
	case n < 6: // silent
	default:
		for _, side := range s.Waiting {
			if y.n(3) > 0 {
				word := "pick 3"
				if mayDouble(s) {
					word = "double no"
				}
				y.send(s, side, fmt.Sprintf("turn: %d\nstep: %d\n\n%s", s.Turn, s.Step+1, word))
			}
		}
		if s.GameRecord.Clock.Final {
			y.send(s, side, "final")
		}
	}
}

// send signs a text and hands it to the daemon.
func (y *years) send(s roster.Status, side engine.Side, body string) {
	y.mu.Lock()
	y.mails++
	n := y.mails
	y.mu.Unlock()
	text := fmt.Sprintf("game: %s\nside: %s\n%s\n// %d\nend\n", s.Game, side, body, n)
	raw := letter(address[side], fmt.Sprintf("%d@home", n), signed(y.t, side, text))
	if err := y.u.Take(context.Background(), wire.Arrival{Raw: raw, Size: int64(len(raw))}); err != nil {
		y.t.Error(err)
	}
}

// check looks at what the logs say about all those years.
func (y *years) check() {
	counts := map[string]int{}
	for i := range *clockGames {
		id := yearGame(i)
		a, err := y.u.Verify(id)
		if err != nil {
			y.t.Errorf("%s: %v", id, err)
		}
		err = y.store.View(func(tx *store.Tx) error { return y.walk(tx, id, counts) })
		if err != nil {
			y.t.Errorf("%s: %v", id, err)
		}
		counts["steps"] += len(a.Steps)
	}
	y.t.Logf("%d mails from players; %v", y.mails, counts)
	for _, want := range []string{"steps", "missed", "reminder", "begin", "absence", "pause", "resume", "extend"} {
		if counts[want] == 0 {
			y.t.Errorf("in all these years there was no %s", want)
		}
	}
}

// walk compares the times of a log with the deadlines that it had set.
func (y *years) walk(tx *store.Tx, id string, counts map[string]int) error {
	var last *record.Clock
	moved := false // whether a pause can have put deadlines on another time of the day
	for r, err := range tx.Records(id, 1) {
		if err != nil {
			return err
		}
		if r.Kind != record.KindClock {
			continue
		}
		c, err := record.ParseClock(r.Data, r.Hidden)
		if err != nil {
			return err
		}
		counts[string(c.Cause)]++
		if last != nil {
			y.onTime(id, *last, c)
		}
		moved = c.Cause == record.ClockResume || moved && c.Cause != record.ClockBegin
		for _, s := range c.State.Sides {
			if !moved {
				y.grid(id, s)
			}
			if last == nil {
				continue
			}
			old := last.State.Side(s.Side)
			early := old.Run.End.Sub(c.Time)
			switch {
			case c.Cause == record.ClockMissed && s.Missed > old.Missed && early > 0:
				y.t.Errorf("%s: %s missed a deadline %s early", id, s.Side, early)
			case c.Cause == record.ClockMissed && s.Missed > old.Missed && last.State.Paused.By != "":
				y.t.Errorf("%s: %s missed a deadline in a pause", id, s.Side)
			}
		}
		last = &c
	}
	seen := map[string]bool{}
	for m, err := range tx.Mails(id) {
		if err != nil {
			return err
		}
		if seen[m.ID] {
			y.t.Errorf("%s: mail %s went out twice", id, m.ID)
		}
		seen[m.ID] = true
		if strings.Contains(m.ID, ".reminder.") {
			counts["reminder"]++
		}
	}
	return y.overdue(id, last)
}

// onTime checks that a deadline was dealt with as soon as the mailbox was read, or else was
// put off because of an outage.
func (y *years) onTime(id string, last, c record.Clock) {
	var due time.Time // when the last side had no time left
	unseen := false   // whether the time of one was over for long
	for _, s := range last.State.Sides {
		unseen = unseen || s.Run != (clock.Run{}) && c.Time.Sub(s.Run.End) > fold.Unnoticed
		end := s.Run.Due
		if c.State.Side(s.Side).Missed > s.Missed {
			end = s.Run.End
		}
		if end.After(due) {
			due = end
		}
	}
	switch late := c.Time.Sub(due); {
	case c.Cause == record.ClockMissed && late > fold.Unnoticed:
		y.t.Errorf("%s: a deadline of %s counts as missed only on %s", id, due, c.Time)
	case c.Cause == record.ClockOutage && !unseen:
		y.t.Errorf("%s: an outage on %s, when nobody's time was over for long", id, c.Time)
	}
}

// grid checks that a deadline falls when the policy says, on the wall of the player.
func (y *years) grid(id string, s clock.Side) {
	g, err := y.u.Info(id)
	if err != nil {
		y.t.Fatal(err)
	}
	if s.Run == (clock.Run{}) || g.Clock.At < 0 {
		return
	}
	zone, err := clock.LoadZone(s.Zone)
	if err != nil {
		y.t.Fatal(err)
	}
	local := s.Run.Due.In(zone)
	at := local.Hour()*60 + local.Minute()
	_, now := local.Zone()
	_, before := local.Add(-time.Second).Zone()
	if at != g.Clock.At && now == before {
		y.t.Errorf("%s: the deadline of %s is %s", id, s.Side, local)
	}
}

// overdue finds a deadline that passed and was forgotten.
func (y *years) overdue(id string, last *record.Clock) error {
	if next, ok, err := y.u.NextDue(); err != nil || ok && time.Since(next) > 98*time.Hour {
		y.t.Errorf("since %s something is due, %v", next, err)
	}
	if last == nil {
		return fmt.Errorf("game %s has no clocks", id)
	}
	return nil
}
