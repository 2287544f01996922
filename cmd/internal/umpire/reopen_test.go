package umpire

import (
	"strings"
	"testing"
	"time"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/putback"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// reopenable is a game in which an end can be taken back for seven days.
func reopenable(t testing.TB, deadline string) *table {
	t.Helper()
	tb := newTable(t)
	s := spec()
	s.Deadline, s.Reopen = deadline, 7*24*time.Hour
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	return tb
}

// reopened is a game that goes on after it had ended.
func reopened(t testing.TB) *table {
	tb := reopenable(t, "3d; remind never")
	has(t, tb.sure("Red", "concede"), "The umpire can reopen it until 9 December 2030, 08.00 UTC")
	tb.now = tb.now.Add(time.Hour)
	has(t, tb.tellAsUmpire("reopen it was a slip"), "The game goes on where it stood", "Reason: it was a slip.")
	return tb
}

// A game that its players or the umpire ended goes on as if nothing had been, and no secret
// was opened.
func TestReopen(t *testing.T) {
	for _, deadline := range []string{"", "3d; remind never"} {
		for _, tt := range []struct {
			name string
			ends func(tb *table)
		}{
			{"conceded", func(tb *table) { tb.sure("Red", "concede") }},
			{"drawn", func(tb *table) { tb.tell("Red", "draw"); tb.sure("Blue", "draw") }},
			{"closed", func(tb *table) {
				tb.tellAsUmpire("close " + sureCode(tb.t, tb.tellAsUmpire("close nobody has time")))
			}},
		} {
			t.Run(tt.name, func(t *testing.T) {
				tb := reopenable(t, deadline)
				tb.play("Red", 1, 1, "pick 4")
				tb.deliver()
				tt.ends(tb)
				if s := tb.status(); !s.Outcome.Over {
					t.Fatal("the game goes on")
				}
				if a := tb.audited(); a.Over != nil {
					t.Fatal("its secrets are open")
				}
				has(t, tb.tell("Blue", "draw // now"), "the game is over", "reopen it until 9 December 2030, 08.00 UTC")
				late := tb.ask(address["Blue"], signed(t, "Blue", file("Blue", 1, 1, "pick 2")))
				has(t, late, "the game is over", "reopen it until 9 December 2030, 08.00 UTC")
				hasNot(t, late, "are due", "Start again", "its last mail")
				tb.restart()
				tb.at("2030-12-08 08:00")
				has(t, tb.tellAsUmpire("reopen it was a slip"), "The game goes on where it stood",
					"kutuzov@example.com [duel-1] the game goes on")
				tb.restart()
				has(t, tb.tellAsUmpire("reopen again"), "not carried out", "the game has not ended")
				tb.play("Blue", 1, 1, "pick 2")
				has(t, tb.deliver(), "The umpire has reopened the game: it was a slip.")
				if tb.resolved() != 1 {
					t.Error("the game does not go on")
				}
				tb.audited()
			})
		}
	}
}

// A store that was put back while the game had ended uses no link again either.
func TestReopenAfterBurn(t *testing.T) {
	for _, reopens := range []bool{true, false} {
		tb := reopenable(t, "3d; remind never")
		tb.both(1, 1, 2, 5)
		tb.tell("Red", "draw")
		tb.sure("Blue", "draw")
		if err := tb.store.Update(func(tx *store.Tx) error {
			return putback.BurnLater(tx, "duel-1", -1, "put back")
		}); err != nil {
			t.Fatal(err)
		}
		if err := tb.u.BurnDue(); err != nil {
			t.Fatal(err)
		}
		tb.deliver()
		before := tb.status().Step
		if before < 2 || !tb.status().Outcome.Over {
			t.Fatalf("stands after step %d", before)
		}
		if reopens {
			has(t, tb.tellAsUmpire("reopen it was a slip"), "The game goes on where it stood")
			tb.audited()
			continue
		}
		tb.at("2030-12-09 08:00")
		if a := tb.audited(); a.Over == nil || a.Over.Outcome.Rule != "agreement" {
			t.Errorf("it ends with %+v", a.Over)
		}
	}
}

// When the time is over the secrets are opened, and nobody can reopen the game.
func TestReopenTooLate(t *testing.T) {
	tb := reopenable(t, "")
	tb.sure("Red", "concede")
	if got := tb.at("2030-12-09 07:59"); got != "" {
		t.Fatalf("before its time: %s", got)
	}
	tb.restart()
	if got := tb.at("2030-12-09 08:00"); !strings.Contains(got, "A duel is over") {
		t.Fatalf("at the end of its time: %s", got)
	}
	a := tb.audited()
	if want := (engine.Outcome{Over: true, Winner: "Blue", Rule: "concession",
		Text: "Red gave the game up"}); a.Over == nil || a.Over.Outcome != want {
		t.Errorf("it ends with %+v", a.Over)
	}
	has(t, tb.tellAsUmpire("reopen after all"), "not carried out", "the game is over")
}

// A log in which secrets were opened early, or a game went on too late, cannot stand.
func TestReopenIsAudited(t *testing.T) {
	tb := reopenable(t, "")
	tb.sure("Red", "concede")
	tb.at("2030-12-09 08:00")
	all := tb.records()
	at := 0
	for i, r := range all {
		if r.Kind == record.KindEnded {
			at = i
		}
	}
	behind := func(n int) fold.State {
		s, err := fold.Fold(tb.rules, all[:n], nil)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	entry := func(r store.Record) fold.Entry {
		e, err := fold.Read(r)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	over := entry(all[at+1])
	early := over.Record.(record.Over)
	early.Time = early.Time.Add(-time.Second)
	over.Record = early
	if _, err := fold.Apply(behind(at+1), over); err == nil ||
		!strings.Contains(err.Error(), "could be reopened until") {
		t.Errorf("secrets that are opened early: %v", err)
	}
	over.Seq--
	if _, err := fold.Apply(behind(at), over); err == nil || !strings.Contains(err.Error(), "there was no time") {
		t.Errorf("no time to reopen it: %v", err)
	}
	ended := entry(all[at])
	longer := ended.Record.(record.Ended)
	longer.Until = longer.Until.Add(time.Minute)
	ended.Record = longer
	if _, err := fold.Apply(behind(at), ended); err == nil ||
		!strings.Contains(err.Error(), "it can be reopened until") {
		t.Errorf("another time: %v", err)
	}
	late := record.Reopen{Head: behind(at + 1).Head(longer.Until), Reason: "late"}
	if _, err := fold.Apply(behind(at+1), fold.Entry{Seq: uint64(at + 2), Record: late}); err == nil ||
		!strings.Contains(err.Error(), "could be reopened until") {
		t.Errorf("reopened too late: %v", err)
	}
}
