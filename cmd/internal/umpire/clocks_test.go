package umpire

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// clocked is a game with deadlines.
func clocked(t testing.TB, deadline string, zones ...string) *table {
	t.Helper()
	tb := newTable(t)
	s := spec()
	s.Deadline = deadline
	for i := range zones {
		s.Players[i].Zone = zones[i] // Blue, Red
	}
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	return tb
}

// at lets the time pass, with a look at the clocks whenever they ask for one, and gives
// the mails that were sent.
func (tb *table) at(text string) string {
	tb.t.Helper()
	to, err := time.Parse("2006-01-02 15:04", text)
	if err != nil {
		tb.t.Fatal(err)
	}
	before := len(tb.got)
	tb.until(to)
	tb.deliver()
	return titles(tb.got[before:])
}

// until lets the time pass, with a look at the clocks whenever they ask for one.
func (tb *table) until(to time.Time) {
	tb.t.Helper()
	for {
		next, ok, err := tb.u.NextDue()
		if err != nil {
			tb.t.Fatal(err)
		}
		if !ok || next.After(to) {
			break
		}
		if next.After(tb.now) {
			tb.now = next
		}
		tb.tick()
		if again, ok, err := tb.u.NextDue(); err != nil || ok && !again.After(tb.now) {
			tb.t.Fatalf("the clocks ask for %s again at %s: %v", again, tb.now, err)
		}
	}
	tb.now = to
	tb.tick()
}

func (tb *table) tick() {
	tb.t.Helper()
	if err := tb.u.Tick(tb.now); err != nil {
		tb.t.Fatal(err)
	}
	tb.deliver()
}

func (tb *table) clock(side engine.Side) clock.Side {
	tb.t.Helper()
	return tb.status().Clock.Side(side)
}

// sound checks the log.
func (tb *table) sound() {
	tb.t.Helper()
	a, err := tb.u.Verify("duel-1")
	if err != nil {
		tb.t.Error(err)
	}
	if c := a.Check("clocks"); c.Done == 0 || c.Left > 0 {
		tb.t.Errorf("clocks: %+v", c)
	}
}

// The example of the page on deadlines: reminders, grace, defaults, the umpire, a substitute.
func TestSilentPlayer(t *testing.T) {
	// It is Monday 2 December 2030, 9.00 in Paris and 17.00 in Tokyo.
	tb := clocked(t, "3d; at 20:00; off sat sun; remind 24h; grace 12h; silent defaults umpire 1 substitute 2; zone "+
		"Europe/Paris", "Asia/Tokyo")
	opening := tb.deliver()
	for i, want := range []string{"by Thursday 5 December 2030, 20.00 CET: see",
		"by Thursday 5 December 2030, 20.00 JST: see"} {
		if !strings.Contains(flat(opening[i].Text), want) {
			t.Errorf("the opening does not say %q:\n%s", want, opening[i].Text)
		}
	}
	for _, tt := range []struct{ at, want string }{
		{"2030-12-04 10:59", ""},
		{"2030-12-04 11:00", "kutuzov@example.com: [duel-1] your orders are still missing"},
		{"2030-12-04 18:59", ""},
		{"2030-12-04 19:00", "ney@example.net: [duel-1] your orders are still missing"},
		{"2030-12-05 10:59", ""},
		{"2030-12-05 11:00", "kutuzov@example.com: [duel-1] your orders are late"},
	} {
		if got := tb.at(tt.at); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.at, got, tt.want)
		}
	}
	tb.play("Red", 1, 1, "pick 3")
	receipt := tb.deliver()
	if len(receipt) != 1 || !strings.Contains(flat(receipt[0].Text),
		"The step is resolved by Friday 6 December 2030, 00.00 CET at the latest.") {
		t.Errorf("receipt: %s", receipt[0].Text)
	}
	if got := tb.at("2030-12-05 22:59"); got != "" || tb.status().Step != 0 {
		t.Errorf("before the grace is over: %s", got)
	}
	got := tb.at("2030-12-05 23:00")
	if got != "umpire@berthier.example: [duel-1] Blue is silent\nney@example.net: [duel-1] "+tb.subject("Red")+
		"\nkutuzov@example.com: [duel-1] "+tb.subject("Blue") {
		t.Errorf("at the end of the grace:\n%s", got)
	}
	if told := flat(tb.got[len(tb.got)-3].Text); !strings.Contains(told, "To the umpire of game duel-1:") ||
		!strings.Contains(told, "berthier do -file - duel-1 substitute Blue ADDRESS NAME") {
		t.Errorf("the umpire is told\n%s", told)
	}
	report := flat(whole(tb.got[len(tb.got)-2]))
	for _, want := range []string{
		"Blue sent no orders by Thursday 5 December 2030, 20.00 JST, nor in the 12h of grace and time bank after it; " +
			"the defaults decided. The umpire was told.",
		"Blue: no file came, the defaults were used",
	} {
		if !strings.Contains(report, want) {
			t.Errorf("the report does not say %q:\n%s", want, report)
		}
	}
	if blue, red := tb.clock("Blue"), tb.clock("Red"); blue.Missed != 1 || red.Missed != 0 {
		t.Errorf("missed: Blue %d, Red %d", blue.Missed, red.Missed)
	}
	tb.sound()
}

// subject is the subject of the report that a side has now, without the game.
func (tb *table) subject(side engine.Side) string {
	for _, d := range tb.status().Owed {
		if d.Side == side && !d.Optional {
			return fmt.Sprintf("your orders: Round %d", tb.status().Turn)
		}
	}
	return fmt.Sprintf("Round %d", tb.status().Turn)
}

// Both are silent to the end: each step is decided once, in time.
func TestSilentGame(t *testing.T) {
	tb := clocked(t, "1d; remind never; silent defaults umpire 2 substitute 3")
	tb.deliver()
	sought := tb.at("2031-01-01 00:00")
	s := tb.status()
	if !s.Outcome.Over || s.Step != 4 {
		t.Fatalf("%d steps, %+v", s.Step, s.Outcome)
	}
	for _, want := range []string{"umpire@berthier.example: [duel-1] Red is silent", "a substitute is sought for"} {
		if !strings.Contains(sought, want) {
			t.Errorf("nobody was told: %q is not in\n%s", want, sought)
		}
	}
	for i, r := range tb.records() {
		want := time.Date(2030, 12, 2, 8, 0, 0, 0, time.UTC)
		if r.Kind == record.KindStep {
			step, err := record.ParseStep(r.Data, r.Hidden)
			if err != nil || !step.Time.Equal(want.AddDate(0, 0, step.Step)) {
				t.Errorf("record %d: step %d at %s, %v", i+1, step.Step, step.Time, err)
			}
		}
	}
	if next, ok, err := tb.u.NextDue(); ok || err != nil {
		t.Errorf("the game is over, but something is due at %s, %v", next, err)
	}
	tb.sound()
}

func TestTimeBank(t *testing.T) {
	tb := clocked(t, "1d; grace 2h; bank 24h; remind never")
	tb.at("2030-12-03 09:59")
	tb.play("Red", 1, 1, "pick 3") // in the grace
	tb.at("2030-12-03 15:30")
	tb.play("Blue", 1, 1, "pick 3")
	if red, blue := tb.clock("Red").Bank, tb.clock("Blue").Bank; red != 24*time.Hour ||
		blue != 24*time.Hour-330*time.Minute {
		t.Errorf("Red has %s left, Blue %s, want 24h and 18h30m", red, blue)
	}
	report := tb.deliver()
	if text := report[len(report)-1].Text; !strings.Contains(text,
		"Blue was late: 5h30m of the time bank are used, 18h30m are left.") {
		t.Errorf("the report does not tell of the bank:\n%s", text)
	}
	tb.sound()
}

// Orders that are not final wait for the deadline, and count then.
func TestFinal(t *testing.T) {
	tb := clocked(t, "2d; run final; remind 1h")
	tb.deliver()
	tb.play("Red", 1, 1, "pick 3")
	tb.play("Blue", 1, 1, "pick 3")
	receipt := tb.deliver()
	want := "All orders are in. The step is resolved on Wednesday 4 December 2030, 08.00 UTC, or when all have said " +
		"that theirs are final."
	if text := flat(receipt[1].Text); !strings.Contains(text, want) {
		t.Errorf("receipt:\n%s", text)
	}
	if got := tb.at("2030-12-04 07:59"); got != "" || tb.status().Step != 0 {
		t.Errorf("before the deadline: %s", got)
	}
	tb.at("2030-12-04 08:00")
	if s := tb.status(); s.Step != 1 || tb.clock("Red").Missed+tb.clock("Blue").Missed != 0 {
		t.Errorf("at the deadline: %d steps", s.Step)
	}
	tb.sound()
}

func TestSilentWait(t *testing.T) {
	tb := clocked(t, "1d; remind never; silent wait umpire 2 substitute 3")
	tb.deliver()
	tb.play("Blue", 1, 1, "pick 3")
	tb.deliver()
	if got := tb.at("2030-12-03 08:00"); got != "ney@example.net: [duel-1] your deadline has passed" {
		t.Errorf("first deadline:\n%s", got)
	}
	if got := tb.at("2030-12-04 08:00"); !strings.Contains(got, "umpire@berthier.example: [duel-1] Red is silent") {
		t.Errorf("second deadline:\n%s", got)
	}
	tb.play("Red", 1, 1, "pick 3")
	if s := tb.status(); s.Step != 1 {
		t.Errorf("%d steps", s.Step)
	}
	tb.sound()
}

// The daemon was off when the time was over: nobody loses by it.
func TestOutage(t *testing.T) {
	tb := clocked(t, "1d; outage 36h; bank 10h; remind never")
	tb.deliver()
	tb.now = time.Date(2030, 12, 10, 7, 0, 0, 0, time.UTC)
	tb.restart()
	tb.tick()
	if s := tb.status(); s.Step != 0 {
		t.Fatalf("resolved after an outage: %d steps", s.Step)
	}
	sent := titles(tb.deliver()) + titles(tb.got)
	if !strings.Contains(sent, "more time for orders") {
		t.Errorf("nobody was told:\n%s", sent)
	}
	if end := tb.clock("Red").Run.End; !end.Equal(tb.now.Add(46 * time.Hour)) {
		t.Errorf("Red has until %s, want 36 hours and then its bank", end)
	}
	tb.at("2030-12-11 18:00")
	tb.play("Red", 1, 1, "pick 3")
	tb.at("2030-12-11 19:30")
	tb.play("Blue", 1, 1, "pick 3")
	if red, blue := tb.clock("Red").Bank, tb.clock("Blue").Bank; red != 10*time.Hour || blue != 570*time.Minute {
		t.Errorf("Red has %s left, Blue %s", red, blue)
	}
	tb.sound()
}

// A clock that is set back fires nothing twice and misses nothing; no clock runs from
// before the last thing that happened.
func TestClockIsSetBack(t *testing.T) {
	tb := clocked(t, "1d; remind 2h")
	tb.at("2030-12-03 06:30") // reminders went out
	before := len(tb.got)
	tb.now = time.Date(2030, 12, 2, 12, 0, 0, 0, time.UTC)
	tb.tick()
	if got := titles(tb.got[before:]); got != "" {
		t.Errorf("set back: %s", got)
	}
	tb.play("Red", 1, 1, "pick 3")
	tb.deliver()
	before = len(tb.got)
	tb.at("2030-12-03 08:00")
	if s := tb.status(); s.Step != 1 || s.Clock.Side("Blue").Missed != 1 {
		t.Fatalf("%d steps, %+v", s.Step, s.Clock)
	}
	if got := titles(tb.got[before:]); strings.Contains(got, "missing") {
		t.Errorf("reminded twice:\n%s", got)
	}
	tb.now = time.Date(2030, 12, 2, 12, 0, 0, 0, time.UTC)
	tb.tick()
	if s := tb.status(); s.Step != 1 {
		t.Fatalf("%d steps after the clock was set back again", s.Step)
	}
	for _, side := range tb.status().Waiting {
		s := tb.status()
		tb.play(side, s.Turn, s.Step+1, "double no")
	}
	// Step 3 began, by the wall clock, before step 2 did.
	for _, s := range tb.status().Clock.Sides {
		if s.Run.Due.Before(time.Date(2030, 12, 4, 8, 0, 0, 0, time.UTC)) {
			t.Errorf("%s is due %s", s.Side, s.Run.Due)
		}
	}
	tb.sound()
}

// Whatever write of a deadline fails, nothing has happened, and it is done once the next time.
func TestDeadlineIsOneTransaction(t *testing.T) {
	for n := 0; ; n++ {
		tb := clocked(t, "1d; remind never; silent defaults umpire 1 substitute 1")
		tb.deliver()
		tb.now = time.Date(2030, 12, 3, 8, 0, 0, 0, time.UTC)
		before, broke := tb.dump(), false
		tb.u.Breaking = func(i int) error {
			if i == n {
				broke = true
				return errors.New("no space left on device")
			}
			return nil
		}
		_ = tb.u.Tick(tb.now)
		tb.u.Breaking = nil
		if broke && tb.dump() != before {
			t.Fatalf("write %d failed, but something was changed", n)
		}
		tb.restart()
		tb.tick()
		tb.tick()
		if s := tb.status(); s.Step != 1 || s.Clock.Side("Red").Missed != 1 {
			t.Fatalf("write %d failed: %d steps, %+v", n, s.Step, s.Clock)
		}
		if !broke {
			if n < 8 {
				t.Errorf("a deadline has only %d writes", n)
			}
			return
		}
	}
}

// Nothing is over before all mails are in that came in time.
func TestWaitsForTheMailbox(t *testing.T) {
	tb := clocked(t, "1d; remind never; bank 5h")
	tb.u.Looked(nil)
	tb.now = time.Date(2030, 12, 3, 13, 1, 0, 0, time.UTC)
	for range 2 {
		if err := tb.u.Tick(tb.u.Schedule.Read); err != nil || tb.status().Step != 0 {
			t.Fatalf("resolved before the mailbox was read: %v", err)
		}
		tb.u.Looked(errors.New("no connection"))
	}
	tb.play("Red", 1, 1, "pick 3")
	if bank := tb.clock("Red").Bank; bank != 5*time.Hour {
		t.Errorf("a mail that may have waited in the mailbox costs %s", 5*time.Hour-bank)
	}
	tb.u.Looked(nil)
	tb.now = tb.now.Add(time.Minute)
	tb.u.Looked(nil)
	if err := tb.u.Tick(tb.u.Schedule.Read); err != nil || tb.status().Step != 1 {
		t.Fatalf("not resolved: %v", err)
	}
}

// What the log says about time cannot be made up.
func TestAuditOfClocks(t *testing.T) {
	tb := clocked(t, "1d; grace 2h; bank 4h")
	tb.at("2030-12-03 14:00")
	records := tb.records()
	missed := -1
	for i, r := range records {
		if r.Kind == record.KindClock && strings.Contains(string(r.Data), "cause: missed") {
			missed = i
		}
	}
	if missed < 0 {
		t.Fatal("no deadline was missed")
	}
	for name, change := range map[string]func(*record.Clock){
		"too early":   func(c *record.Clock) { c.Time = c.Time.Add(-time.Second) },
		"bank grows":  func(c *record.Clock) { c.State.Sides[0].Bank = 99 * time.Hour },
		"wrong cause": func(c *record.Clock) { c.Cause = record.ClockExtend },
		"of umpire":   func(c *record.Clock) { c.By = record.ClockByUmpire },
		"earlier":     func(c *record.Clock) { c.State.At = c.State.At.AddDate(-1, 0, 0) },
		"nearer": func(c *record.Clock) {
			c.State.Sides[0].Missed, c.State.Sides[0].Run.Due = 0, c.State.Sides[0].Run.Start
		},
		"out of order": func(c *record.Clock) { c.State.Sides[0].Run.End = c.State.Sides[0].Run.Start },
		"without Blue": func(c *record.Clock) { c.State.Sides = c.State.Sides[:1] },
		"unknown side": func(c *record.Clock) { c.State.Sides[0].Side = "Green" },
	} {
		forged := tb.records()
		c, err := record.ParseClock(records[missed].Data, records[missed].Hidden)
		if err != nil {
			t.Fatal(err)
		}
		change(&c)
		forged[missed].Data, forged[missed].Hidden = c.Print()
		a := audit.CheckLog([]engine.Ruleset{tb.rules}, forged)
		if name == "without Blue" { // the game itself says so
			if a.Check("records").Err == nil {
				t.Errorf("%s: not found", name)
			}
		} else if err := a.Check("clocks").Err; err == nil {
			t.Errorf("%s: not found", name)
		}
	}
	first := tb.records()
	first = append(first[:1:1], first[2:]...)
	for i := range first {
		first[i].Seq = uint64(i + 1)
	}
	if a := audit.CheckLog([]engine.Ruleset{tb.rules}, first); a.Check("clocks").Err == nil {
		t.Error("a game whose clocks did not begin is not found")
	}
}

func TestBadDeadlines(t *testing.T) {
	tb := newTable(t)
	for _, tt := range []struct{ deadline, zone, want string }{
		{"3x", "", "deadline"},
		{"3d", "Mars/Olympus", "no time zone"},
		{"", "Europe/Paris", "of no use"},
	} {
		s := spec()
		s.Deadline, s.Players[0].Zone = tt.deadline, tt.zone
		if _, err := tb.u.Create(s); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q, %q: got %v", tt.deadline, tt.zone, err)
		}
	}
}
