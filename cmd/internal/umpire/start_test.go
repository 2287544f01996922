package umpire

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail"
	"berthier/store"
	"berthier/store/storetest"
)

// What a start asks of a database does not grow by a question for each game, whether this program looked at their
// steps or another one did, and also where no run before kept the time. A look at the steps of a game, which comes
// later, asks for what it needs in one transaction.
func TestStartAsksForManyGamesAtOnce(t *testing.T) {
	database = storetest.Start(t)
	defer func() { database = nil }()
	tb := newTable(t)
	made := 0
	grow := func(to int) {
		t.Helper()
		for ; made < to; made++ {
			s := spec()
			s.Game, s.Deadline = fmt.Sprintf("duel-%d", made+1), "7d"
			if _, err := tb.u.Create(s); err != nil {
				t.Fatal(err)
			}
			for step := 1; step <= 3; step++ {
				for _, side := range []engine.Side{"Red", "Blue"}[:min(2, 4-step)] { // the last step waits
					text := strings.Replace(file(side, step, step, "pick 4"), "duel-1", s.Game, 1)
					raw := letter(address[side], fmt.Sprint(s.Game, side, step, "@home"), signed(t, side, text))
					if err := tb.take(raw); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		tb.deliver()
	}
	proxy, far := storetest.NewProxy(t, tb.address)
	key, err := record.GenerateSigner(&stream{40})
	if err != nil {
		t.Fatal(err)
	}
	start := func(build string, then func(u *Umpire, asked int) error) {
		t.Helper()
		s, err := store.OpenDatabase(far, tb.path+".key")
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		before := proxy.Asked()
		u, err := New(docket.Config{Store: s, Key: key, Rulesets: []engine.Ruleset{tb.rules},
			Address: mail.Address{Address: own}, Contact: "umpire@berthier.example", Build: build,
			Clock: func() time.Time { return tb.now }, Steady: func() time.Duration { return 0 },
			Logger: slog.New(slog.DiscardHandler)})
		if err == nil {
			err = u.Resume()
		}
		if err == nil {
			err = then(u, proxy.Asked()-before)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	asked := map[string][]int{}
	for _, n := range []int{5, 25} {
		grow(n)
		start("1", func(u *Umpire, _ int) error {
			later, before := len(u.Unchecked), proxy.Asked()
			err := u.CheckGames(t.Context())
			if each := (proxy.Asked() - before) / later; each > 50 {
				t.Errorf("a look at the steps of a game asks %d times", each)
			}
			return err
		})
		for build, later := range map[string]int{"1": 0, "2": n} {
			start(build, func(u *Umpire, count int) error {
				known := len(u.Seats.Of(keys()["Red"].Public()))
				if known != n || len(u.Unchecked) != later {
					t.Errorf("program %s knows %d of %d games, and leaves %d to be looked at later, want %d", build,
						known, n, len(u.Unchecked), later)
				}
				asked[build] = append(asked[build], count)
				return nil
			})
		}
	}
	for build, n := range asked {
		if n[1] > n[0]+10 {
			t.Errorf("program %s asks %d times with 5 games and %d times with 25", build, n[0], n[1])
		}
	}
}

// A start warns of a clock that stands before a record of any game, and of no other.
func TestStartLooksAtTheClock(t *testing.T) {
	tb := newTable(t)
	start := tb.now
	for n := range 3 { // the newest record is in the middle
		s := spec()
		s.Game, tb.now = fmt.Sprintf("duel-%d", n), start.Add([]time.Duration{0, time.Hour, time.Minute}[n])
		if _, err := tb.u.Create(s); err != nil {
			t.Fatal(err)
		}
	}
	for late, warned := range map[time.Duration]bool{time.Hour: false, 59 * time.Minute: false, time.Minute: true} {
		tb.now = start.Add(late)
		tb.logs.Reset()
		tb.restart()
		got := tb.logs.String()
		if strings.Contains(got, "the clock is wrong") != warned ||
			warned && !strings.Contains(got, `"game":"duel-1"`) {
			t.Errorf("%v after the first game, with a record after an hour, the log has\n%s", late, got)
		}
	}
}
