package umpire

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/timekeeper"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/store"
)

// wobblyTable is a table on a machine whose wall clock can be wrong.
type wobblyTable struct {
	*table
	off    time.Duration // of the wall clock
	booted time.Time     // when the machine was started
	right  bool          // what the machine says of its wall clock
}

func newWobbly(t testing.TB, deadline string) *wobblyTable {
	t.Helper()
	w := &wobblyTable{table: newTable(t)}
	w.booted = w.now.Add(-72 * time.Hour)
	w.umpire()
	s := spec()
	s.Deadline = deadline
	if _, err := w.u.Create(s); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	return w
}

// umpire starts the hub.
func (w *wobblyTable) umpire() {
	w.t.Helper()
	random := w.u.Random
	key, err := record.GenerateSigner(&stream{40})
	if err != nil {
		w.t.Fatal(err)
	}
	w.u, err = New(docket.Config{
		Store: w.store, Key: key, Rulesets: []engine.Ruleset{w.rules},
		Address: mail.Address{Name: "Berthier", Address: own},
		Contact: "umpire@berthier.example", Logger: slog.New(slog.NewTextHandler(w.logs, nil)),
		UmpireKeys:   []sign.Key{keys()["Stranger"].Public()},
		Clock:        func() time.Time { return w.now.Add(w.off) },
		Steady:       func() time.Duration { return w.now.Sub(w.booted) },
		Boot:         w.booted.String(),
		Synchronised: func() (bool, error) { return w.right, nil },
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.u.Random = random
	if err := w.u.Resume(); err != nil {
		w.t.Fatal(err)
	}
}

// pass lets the time pass as a daemon does.
func (w *wobblyTable) pass(d time.Duration) {
	w.t.Helper()
	for end := w.now.Add(d); ; w.now = w.now.Add(30 * time.Minute) {
		w.look()
		if !w.now.Before(end) {
			return
		}
	}
}

// look is one round of all that the daemon does by its clocks.
func (w *wobblyTable) look() {
	w.t.Helper()
	if err := w.u.WatchTime(); err != nil {
		w.t.Fatal(err)
	}
	w.u.Looked(nil)
	w.u.Looked(nil)
	if err := w.u.Tick(w.u.Schedule.Read); err != nil {
		w.t.Fatal(err)
	}
	w.deliver()
}

// told counts the mails to the umpire with a word in them.
func (w *wobblyTable) told(word string) (n int) {
	for _, m := range w.got {
		if m.To[0].Address == w.u.Contact && strings.Contains(flat(m.Text), word) {
			n++
		}
	}
	return n
}

// life is a game with reminders, grace, a bank and a pause. Between the hours of
// which it tells nothing happens.
func (w *wobblyTable) life(quiet func(name string, hours int)) {
	h := func(n int) { w.pass(time.Duration(n) * time.Hour) }
	h(2)
	quiet("before a deadline", 3)
	h(14) // a reminder at 2.00, 6 hours before the deadline
	quiet("between reminder and deadline", 3)
	h(3) // the deadline was at 8.00
	quiet("in the grace", 2)
	h(2) // which ended at 12.00
	quiet("in the bank", 3)
	w.play("Red", 1, 1, "pick 3")
	w.play("Blue", 1, 1, "pick 4")
	h(1)
	if _, err := w.u.ChangeClock("duel-1",
		play.ClockChange{Cause: record.ClockPause, Date: clock.Date{Year: 2030, Month: 12, Day: 4},
			Minutes: -1}); err != nil {
		w.t.Fatal(err)
	}
	quiet("in a pause", 5)
	h(40) // it ends at the beginning of 5 December
	quiet("after the pause", 3)
	h(60)
}

// story is all that the players can notice: the log, and the mails to them.
func (w *wobblyTable) story() string {
	w.t.Helper()
	var b strings.Builder
	for _, r := range w.records() {
		fmt.Fprintf(&b, "%s\n%s\n", r.Data, r.Hidden)
	}
	for _, m := range w.got {
		if m.To[0].Address != w.u.Contact {
			fmt.Fprintf(&b, "%s\n", m.Raw)
		}
	}
	return b.String()
}

var allJumps = flag.Bool("umpire.jumps", false, "let the clock jump in each way at each time")

var jumps = []time.Duration{4 * 24 * time.Hour, 365 * 24 * time.Hour, -4 * 24 * time.Hour, -365 * 24 * time.Hour}

const lifePolicy = "1d; remind 6h; grace 4h; bank 10h; pause 30; silent defaults umpire 1 substitute 2"

// A clock that jumps and comes back changes nothing at all, at whatever time, also if
// the program is started anew meanwhile; the umpire is told once of each.
func TestClockJumpsAndComesBack(t *testing.T) {
	right := newWobbly(t, lifePolicy)
	var times []string
	right.life(func(name string, hours int) {
		times = append(times, name)
		right.pass(time.Duration(hours) * time.Hour)
	})
	want := right.story()
	if s := right.status(); s.Step < 2 || s.Clock.Side("Red").Bank == 10*time.Hour {
		t.Fatalf("nothing happened: step %d, %+v", s.Step, s.Clock)
	}
	for i, when := range times {
		for j, jump := range jumps {
			if !*allJumps && (i+j)%len(jumps) != 0 {
				continue
			}
			restart := i%2 == 0
			t.Run(fmt.Sprint(when, " ", jump, " restart ", restart), func(t *testing.T) {
				w := newWobbly(t, lifePolicy)
				w.life(func(name string, hours int) {
					if name == when {
						w.pass(time.Hour / 2)
						w.off = jump
						w.pass(time.Hour / 2)
						if restart {
							w.umpire()
						}
						w.pass(time.Duration(hours-1)*time.Hour - time.Hour/2)
						w.off = 0
						w.pass(time.Hour / 2)
						return
					}
					w.pass(time.Duration(hours) * time.Hour)
				})
				if got := w.story(); got != want {
					t.Errorf("the game is another one:\n%s\nwant\n%s", got, want)
				}
				if a, b := w.told("Until that is clear"), w.told("fits again"); a != 1 || b != 1 {
					t.Errorf("the umpire was told %d times of the jump and %d times of its end", a, b)
				}
			})
		}
	}
}

// A deadline that falls into the doubt waits for its end, and counts then as after an
// outage: the player gets more time and keeps his bank.
func TestDeadlineInTheDoubt(t *testing.T) {
	w := newWobbly(t, "1d; remind never; bank 10h; outage 24h")
	w.pass(20 * time.Hour)
	w.off = jumps[0]
	w.pass(30 * time.Hour)
	if s := w.status(); s.Step != 0 || s.Clock.Side("Red").Bank != 10*time.Hour || s.Clock.Side("Red").Missed != 0 {
		t.Errorf("in the doubt: %+v", s.Clock)
	}
	w.play("Red", 1, 1, "pick 3")
	if bank := w.clock("Red").Bank; bank != 10*time.Hour {
		t.Errorf("in the doubt orders came late, and %s of the bank are left", bank)
	}
	w.off = 0
	w.look()
	blue := w.clock("Blue")
	if s := w.status(); s.Step != 0 || blue.Missed != 0 || blue.Bank != 10*time.Hour ||
		blue.Run.End.Before(w.now.Add(24*time.Hour)) {
		t.Errorf("after it: %+v", s.Clock)
	}
	w.pass(35 * time.Hour)
	if s := w.status(); s.Step != 1 {
		t.Errorf("the step was never resolved: %+v", s.Clock)
	}
	w.sound()
}

// The umpire says that a clock which jumped is right, at the machine or by mail.
func TestConfirmClock(t *testing.T) {
	for _, by := range []string{"machine", "mail"} {
		for _, jump := range jumps {
			w := newWobbly(t, "1d; remind never; grace 1h")
			if err := w.u.ConfirmClock(); !errors.Is(err, timekeeper.ErrClockFits) {
				t.Errorf("without a doubt: got %v", err)
			}
			w.pass(2 * time.Hour)
			w.off = jump
			w.pass(time.Hour)
			number := doubtNumber(w.u)
			if number == 0 || w.told(fmt.Sprintf(`"confirm %d"`, number)) != 1 {
				t.Fatalf("%s: doubt %d was not told", jump, number)
			}
			if by == "machine" {
				if err := w.u.ConfirmClock(); err != nil {
					t.Fatal(err)
				}
			} else {
				for n, wrong := range []uint64{number + 1, number} {
					body := signed(t, "Stranger", fmt.Sprintf("side: umpire\n\nconfirm %d\nend\n", wrong))
					if err := w.take(letter("umpire@berthier.example", fmt.Sprintf("%d@home", n), body)); err != nil {
						t.Fatal(err)
					}
					if got := doubtNumber(w.u) == 0; got != (wrong == number) {
						t.Errorf("confirm %d: the doubt is over: %t", wrong, got)
					}
				}
			}
			w.look()
			if got := w.u.Now(); !got.Equal(w.now.Add(jump)) || w.told("fits again, or was confirmed") != 1 {
				t.Errorf("%s: it is %s, want %s", jump, got, w.now.Add(jump))
			}
			w.umpire()
			if doubtNumber(w.u) != 0 {
				t.Errorf("%s: after a restart the doubt is back", jump)
			}
			red := w.clock("Red")
			if jump > 0 && !red.Run.End.After(w.u.Now()) || red.Missed != 0 {
				t.Errorf("%s: no outage: %+v", jump, red)
			}
			// What is recorded now is not before what was recorded then.
			w.play("Red", 1, 1, "pick 3")
			w.play("Blue", 1, 1, "pick 4")
			last := time.Time{}
			for _, r := range w.records() {
				at := record.Time(r.Data)
				if at.Before(last) {
					t.Errorf("%s: record %d, %s, at %s is before the one before, %s", jump, r.Seq, r.Kind, at, last)
				}
				last = at
			}
			if s := w.status(); s.Step != 1 {
				t.Errorf("%s: %d steps", jump, s.Step)
			}
			w.sound()
		}
	}
}

// A machine that was off: for a while it fits; for days it is an outage if a time
// service keeps the clock right; otherwise the umpire decides.
func TestMachineWasOff(t *testing.T) {
	tests := []struct {
		name  string
		off   time.Duration // how long
		wrong time.Duration // by how much the wall clock is wrong
		right bool
		doubt bool
	}{
		{"half an hour", 30 * time.Minute, 0, false, false},
		{"four days, with a time service", 96 * time.Hour, 0, true, false},
		{"four days, without one", 96 * time.Hour, 0, false, true},
		{"half an hour, and the clock is a year ahead", 30 * time.Minute, 365 * 24 * time.Hour, false, true},
		{"half an hour, and the clock is a year behind", 30 * time.Minute, -365 * 24 * time.Hour, true, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newWobbly(t, "1d; remind never; grace 1h")
			w.pass(20 * time.Hour)
			before := w.clock("Red").Run
			w.now = w.now.Add(test.off)
			w.booted, w.off, w.right = w.now.Add(-time.Minute), test.wrong, test.right
			w.umpire()
			w.look()
			if got := doubtNumber(w.u) != 0; got != test.doubt {
				t.Fatalf("doubted: %t, want %t", got, test.doubt)
			}
			if after := w.clock("Red").Run; test.doubt && after != before {
				t.Errorf("in the doubt the deadline moved from %v to %v", before, after)
			}
			w.off = 0 // somebody puts it right
			w.look()
			if doubtNumber(w.u) != 0 {
				if test.off < 2*time.Hour {
					t.Error("the clock is right again, and doubted")
				}
				if err := w.u.ConfirmClock(); err != nil {
					t.Fatal(err)
				}
				w.look()
			}
			red := w.clock("Red")
			if outage := test.off > 24*time.Hour; outage && red.Run.End.Before(w.now.Add(23*time.Hour)) ||
				!outage && red.Run != before || red.Missed != 0 {
				t.Errorf("the clock is %+v, was %+v", red, before)
			}
			w.sound()
		})
	}
}

// Nobody is silenced, and no mail waits, because the clock was wrong for a while.
func TestClockSilencesNobody(t *testing.T) {
	for _, jump := range jumps {
		w := newWobbly(t, "1d; remind never")
		w.pass(time.Hour)
		w.off = jump
		w.look()
		down := errors.New("try later")
		if err := w.take(letter(address["Red"], "1@home", "status\nend\n")); err != nil {
			t.Fatal(err)
		}
		if _, err := w.u.Post.Send(context.Background(),
			func(context.Context, string, []string, []byte) error { return down }); err != nil {
			t.Fatal(err)
		}
		w.off = 0
		w.now = w.now.Add(5 * time.Minute)
		w.look()
		if waiting := w.backlog(); waiting != 0 {
			t.Errorf("%s: %d mails wait", jump, waiting)
		}
		before := len(w.got)
		for n := range 3 { // of 4 in an hour one is used
			if err := w.take(letter(address["Red"], fmt.Sprintf("%d@there", n),
				fmt.Sprintf("status // %d\nend\n", n))); err != nil {
				t.Fatal(err)
			}
		}
		if w.deliver(); len(w.got)-before != 3 {
			t.Errorf("%s: %d answers, want 3", jump, len(w.got)-before)
		}
	}
}

func (w *wobblyTable) backlog() (waiting int) {
	w.t.Helper()
	err := w.store.View(func(tx *store.Tx) (err error) {
		waiting, _, err = tx.Backlog()
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return waiting
}

// doubtNumber is what "confirm" has to name by mail; 0 if nobody doubts the clock.
func doubtNumber(u *Umpire) uint64 {
	number, doubted := u.Doubt()
	if !doubted {
		return 0
	}
	return number
}
