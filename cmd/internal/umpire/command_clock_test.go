package umpire

import (
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
)

// tellAsUmpire signs a mail of commands as the umpire.
func (tb *table) tellAsUmpire(body string) []*mail.Message {
	tb.t.Helper()
	tb.u.UmpireKeys = []sign.Key{keys()["Stranger"].Public()}
	tb.u.Forget()
	text := signed(tb.t, "Stranger", "game: duel-1\nside: umpire\n\n"+body+"\nend\n")
	return tb.ask(address["Stranger"], text)
}

// All of FINAL: nothing counts before orders are in, the last one resolves the step.
func TestFinalByCommand(t *testing.T) {
	tb := clocked(t, "2d; run final")
	tb.deliver()
	has(t, tb.tell("Red", "final"), "not carried out", "you have sent no orders")
	tb.play("Red", 1, 1, "pick 3")
	has(t, tb.tell("Red", "final\nstatus"), "not carried out", "the last command of its mail")
	has(t, tb.tell("Red", "status // first\nfinal"),
		"Your orders are final. The step is resolved by Wednesday 4 December 2030")
	// Twice is once, also in the same words, whose ssh signature is the same.
	again := len(tb.records())
	for _, body := range []string{"status // first\nfinal", "final // again", "final // again"} {
		has(t, tb.tell("Red", body), "carried out", "Your orders are final. The step is resolved by")
	}
	if n := len(tb.records()); n != again {
		t.Errorf("%d records more", n-again)
	}
	has(t, tb.tell("Red", "notfinal"), "Your orders are not final.")
	has(t, tb.tell("Red", "notfinal"), "Your orders are not final.")
	// What only said so again does not count where it would change something.
	for _, body := range []string{"status // first\nfinal", "final // again"} {
		got := tb.tell("Red", body)
		has(t, got, "not carried out", "carried out before", `"final // 2030-12-02 08:00"`)
		if tb.status().Clock.Side("Red").Final {
			t.Errorf("%q counts twice", body)
		}
	}
	has(t, tb.tell("Red", "final // 2030-12-02 08:00"), "Your orders are final.")
	tb.play("Blue", 1, 1, "pick 3")
	tb.play("Red", 1, 1, "pick 4") // takes it back
	if s := tb.status(); s.Step != 0 || s.Clock.Side("Red").Final {
		t.Fatalf("step %d, %+v", s.Step, s.Clock)
	}
	has(t, tb.tell("Blue", "final"), "Your orders are final.")
	has(t, tb.tell("Red", "final // and now"), "All orders are final: the step is resolved now.",
		"[duel-1] "+tb.subject("Red"))
	if s := tb.status(); s.Step != 1 {
		t.Fatalf("step %d", s.Step)
	}
	tb.sound()

	soon := clocked(t, "2d")
	soon.play("Red", 1, 1, "pick 3")
	has(t, soon.tell("Red", "final"), "not carried out", "as soon as all orders are in")
	none := newTable(t)
	none.create()
	has(t, none.tell("Red", "absence 2030-12-20"), "not carried out", "no deadlines")
}

// The clock avoids an absence by itself.
func TestAbsenceByCommand(t *testing.T) {
	tb := clocked(t, "3d; absence 10; remind never")
	tb.deliver()
	for body, want := range map[string]string{
		"absence 2030-12-02":            "at least one day before: it can begin on 2030-12-03",
		"absence 12-20":                 `"12-20" is not a date like 2027-04-05`,
		"absence tomorrow":              "is not a date",
		"absence 2030-12-20 2030-12-19": "is after",
		"absence 2030-12-10 2030-12-20": "11 days of absence in 2030, this game allows 10",
		"absence 2032-12-10 2032-12-12": "within a year",
	} {
		has(t, tb.tell("Red", body), "not carried out", want)
	}
	has(t, tb.tell("Red", "absence 2030-12-04 2030-12-06"),
		"Red is away from 2030-12-04 to 2030-12-06; the orders are due by Sunday 8 December 2030, 08.00 UTC.")
	has(t, tb.tell("Red", "absence 2030-12-25 2031-01-03"), "Red is away from 2030-12-25 to 2031-01-03.")
	if got := titles(tb.tell("Red", "absence 2030-12-04 2030-12-06")); !strings.Contains(got, "not carried out") {
		t.Errorf("the same mail counts twice: %s", got)
	}
	tb.play("Blue", 1, 1, "pick 3")
	tb.play("Red", 1, 1, "pick 3")
	got := tb.deliver()
	has(t, got, "Red is away from 2030-12-04 to 2030-12-06; the orders are due by Sunday 8 December 2030, 08.00 UTC.")
	tb.sound()
}

func TestPauseByAgreement(t *testing.T) {
	tb := clocked(t, "3d; pause 20; remind never")
	tb.deliver()
	has(t, tb.tell("Red", "pause"), "name the last day")
	has(t, tb.tell("Red", "pause 2031-12-01"), "a pause lasts 20 days at most: up to 2030-12-21")
	has(t, tb.tell("Red", "resume"), "the game is not paused")
	has(t, tb.tell("Red", "pause 2030-12-20"), "kutuzov@example.com [duel-1] a word about the clocks",
		"Red proposes a pause up to 2030-12-20")
	tb.at("2030-12-03 08:00")
	has(t, tb.tell("Blue", "pause 2030-12-12"), "All agree on a pause: no clock runs up to 2030-12-12.")
	has(t, tb.tell("Red", "status"), "owes orders, paused")
	if got := tb.at("2030-12-12 23:59"); got != "" || tb.status().Step != 0 {
		t.Fatalf("in the pause: %s", got)
	}
	got := tb.at("2030-12-13 00:00")
	if !strings.Contains(got, "the pause is over") {
		t.Errorf("got %s", got)
	}
	// Two of three days were left.
	if due := tb.clock("Red").Run.Due; !due.Equal(time.Date(2030, 12, 15, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("due %s", due)
	}
	has(t, tb.tell("Red", "pause 2030-12-30"), "proposes")
	has(t, tb.tell("Blue", "pause 2030-12-30 // yes"), "All agree")
	has(t, tb.tell("Blue", "resume"), "it does when all have said so")
	has(t, tb.tell("Red", "resume // too"), "All agree to go on")
	tb.sound()
}

func TestUmpireChangesClocks(t *testing.T) {
	tb := clocked(t, "3d; at 20:00; remind never")
	tb.deliver()
	has(t, tb.tell("Red", "extend 2d"), "only the umpire")
	has(t, tb.tellAsUmpire("extend 2d\ndeadline 2030-12-09 12:30 blue"), "[duel-1] the umpire changed the clocks",
		"By the umpire's decision the orders of Red are due by Saturday 7 December 2030, 20.00 UTC, the orders of "+
			"Blue are due by Saturday 7 December 2030, 20.00 UTC.",
		"By the umpire's decision the orders of Blue are due by Monday 9 December 2030, 12.30 UTC.")
	has(t, tb.tellAsUmpire("extend 2d\ndeadline 2030-12-09 12:30 blue"), "carried out before")
	has(t, tb.tellAsUmpire("extend 2x"), "not carried out", `write: "extend [GAME] SPAN [SIDE]"`)
	has(t, tb.tellAsUmpire("process\nextend 3d"), "not carried out", "must be the last one that changes the game")
	has(t, tb.tellAsUmpire("pause"), "The umpire paused the game")
	has(t, tb.tell("Blue", "resume"), "the umpire paused the game, and he ends it")
	tb.at("2031-03-01 00:00")
	has(t, tb.tellAsUmpire("resume"), "The pause is over: the clocks run again")
	if due := tb.clock("Blue").Run.Due; due.Before(time.Date(2031, 3, 8, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("Blue is due %s", due)
	}
	if s := tb.status(); s.Step != 0 {
		t.Errorf("step %d", s.Step)
	}
	if _, err := tb.u.Do("duel-1", "extend 1d"); err != nil {
		t.Fatal(err)
	}
	by := keys()["Stranger"].Public().Name()
	var did []string
	for _, a := range tb.verify().Acts {
		did = append(did, a.What+" by "+a.By)
	}
	want := []string{"the umpire changed deadlines by " + by, "the umpire changed deadlines by " + by,
		"the umpire stopped the clocks by " + by, "the umpire let the clocks run again by " + by,
		"the umpire changed deadlines by "}
	if !slices.Equal(did, want) {
		t.Errorf("whoever answers for what was done is not named:\n%q\nwant\n%q", did, want)
	}
	tb.sound()
}

// A change for which no command came is found.
func TestAuditOfClockCommands(t *testing.T) {
	tb := clocked(t, "3d; absence 10")
	tb.tell("Red", "absence 2030-12-04")
	records := tb.records()
	last := len(records) - 1
	c, err := record.ParseClock(records[last].Data, records[last].Hidden)
	if err != nil || c.Cause != record.ClockAbsence {
		t.Fatal(err, c.Cause)
	}
	for name, change := range map[string]func(*record.Clock){
		"of Blue":     func(c *record.Clock) { c.By = "Blue" },
		"another one": func(c *record.Clock) { c.Cause = record.ClockPause },
	} {
		forged, c := tb.records(), c
		change(&c)
		forged[last].Data, forged[last].Hidden = c.Print()
		if audit.CheckLog([]engine.Ruleset{tb.rules}, forged).Check("clocks").Err == nil {
			t.Errorf("%s: not found", name)
		}
	}
}

// A substitute begins with a full bank and a longer clock; who comes back gains nothing.
func TestTakeover(t *testing.T) {
	tb := clocked(t, "3d; takeover 48h; bank 24h; remind never; silent wait")
	tb.at("2030-12-05 20:00") // 12 hours of the bank
	tb.play("Red", 1, 1, "pick 3")
	if bank := tb.clock("Red").Bank; bank != 12*time.Hour {
		t.Fatalf("Red has %s left", bank)
	}
	seat := func(name, zone string) error {
		_, err := tb.u.Substitute("duel-1", play.Player{Side: "Red", Name: name, Address: "louis@example.org",
			Zone: zone},
			"he is ill", "")
		return err
	}
	if err := seat("Louis Davout", "Mars/Olympus"); err == nil || !strings.Contains(err.Error(), "no time zone") {
		t.Errorf("a zone that does not exist: %v", err)
	}
	if err := seat("Louis Davout", "Europe/Paris"); err != nil {
		t.Fatal(err)
	}
	red := tb.clock("Red")
	if due := time.Date(2030, 12, 10, 20, 0, 0, 0, time.UTC); !red.Run.Due.Equal(due) || red.Bank != 24*time.Hour ||
		red.Zone != "Europe/Paris" {
		t.Errorf("the substitute has %+v, want %s", red, due)
	}
	tb.at("2030-12-08 20:00")
	if err := seat("Michel Ney", ""); err != nil {
		t.Fatal(err)
	}
	if again := tb.clock("Red"); !again.Run.Due.Equal(red.Run.Due) || again.Bank != red.Bank {
		t.Errorf("who comes back has %+v, had %+v", again, red)
	}
	tb.sound()
}

// Who has resigned is not reminded, and the game goes on at the deadlines.
func TestResignedAndReminders(t *testing.T) {
	tb := clocked(t, "1d; remind 2h")
	tb.deliver()
	tb.sure("Red", "resign")
	if got := tb.at("2030-12-03 07:00"); got != "kutuzov@example.com: [duel-1] your orders are still missing" {
		t.Errorf("got %s", got)
	}
	tb.at("2030-12-03 08:00")
	if s := tb.status(); s.Step != 1 {
		t.Errorf("step %d", s.Step)
	}
	tb.sound()
}

// Clocks that began in a pause cannot be due before they began.
func TestDeadlineInAPause(t *testing.T) {
	tb := clocked(t, "3d; remind never")
	has(t, tb.tellAsUmpire("pause"), "The umpire paused the game")
	tb.at("2030-12-05 12:00")
	if err := tb.u.Process("duel-1"); err != nil {
		t.Fatal(err)
	}
	for _, date := range []string{"2030-12-03", "2030-12-05 12:00"} {
		has(t, tb.tellAsUmpire("deadline "+date), "not carried out", "which is past")
	}
	has(t, tb.tellAsUmpire("deadline 2030-12-05 12:01"), "due by Thursday 5 December 2030, 12.01 UTC")
	tb.sound()
	tb.at("2030-12-09 12:00")
	has(t, tb.tellAsUmpire("resume"), "are due by Monday 9 December 2030, 12.01 UTC")
	tb.sound()
}
