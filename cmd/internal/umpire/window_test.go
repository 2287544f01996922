package umpire

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/store"
)

// windowed is a game in which orders can be replaced for half an hour when all are in.
func windowed(t testing.TB, deadline string) *table {
	t.Helper()
	tb := newTable(t)
	s := spec()
	s.Deadline, s.Window = deadline, 30*time.Minute
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	return tb
}

// resolved is how many steps the game has.
func (tb *table) resolved() (n int) {
	for _, r := range tb.records() {
		if r.Kind == record.KindStep {
			n++
		}
	}
	return n
}

// picked is what a side picked in the last step, by the records that it resolved.
func (tb *table) picked(side string) string {
	tb.t.Helper()
	text := ""
	for _, r := range tb.records() {
		if r.Kind != record.KindOrders {
			continue
		}
		o, err := record.ParseOrders(r.Data, r.Hidden)
		if err != nil {
			tb.t.Fatal(err)
		}
		if string(o.Side) == side {
			text = strings.Join(o.Lines[0].Words, " ")
		}
	}
	return text
}

func TestChangeWindow(t *testing.T) {
	for _, deadline := range []string{"", "3d; pause 20; remind never"} {
		tb := windowed(t, deadline)
		tb.play("Red", 1, 1, "pick 3")
		has(t, tb.deliver(), "When all orders are in you can still change them for 30 minutes")
		tb.at("2030-12-02 09:00")
		tb.play("Blue", 1, 1, "pick 5")
		got := tb.deliver()
		if len(got) != 2 {
			t.Fatalf("%d mails: %s", len(got), titles(got))
		}
		has(t, got, "ney@example.net [duel-1] all orders are in", "You can still replace yours until",
			"You can still change them until", "09.30 UTC")
		has(t, tb.tell("Red", "status"), "they can be replaced until 2 December 2030, 09.30 UTC")
		tb.restart()
		if got := tb.at("2030-12-02 09:20"); got != "" || tb.resolved() != 0 {
			t.Fatalf("in the window: %s", got)
		}
		tb.play("Red", 1, 1, "pick 4")
		has(t, tb.deliver(), "they replace the ones that you sent before", "09.30 UTC")
		if tb.at("2030-12-02 09:29"); tb.resolved() != 0 {
			t.Fatal("resolved before the window ended")
		}
		if got := tb.at("2030-12-02 09:30"); tb.resolved() != 1 || tb.picked("Red") != "pick 4" {
			t.Fatalf("at its end: %d steps, Red %s: %s", tb.resolved(), tb.picked("Red"), got)
		}
		tb.audited()
	}
}

// What stops a window, and what does not prolong it.
func TestWindowStops(t *testing.T) {
	begun := func(t *testing.T, deadline string) *table {
		tb := windowed(t, deadline)
		tb.play("Red", 1, 1, "pick 3")
		tb.play("Blue", 1, 1, "pick 5")
		tb.deliver()
		return tb
	}
	for _, tt := range []struct {
		name, deadline string
		happens        func(tb *table)
		early, at      string // not resolved at the one, resolved at the other
	}{
		{"a replacement does not prolong it", "", func(tb *table) {
			tb.at("2030-12-02 08:29")
			tb.play("Red", 1, 1, "pick 4")
		}, "2030-12-02 08:29", "2030-12-02 08:30"},
		{"a withdrawal ends it", "", func(tb *table) {
			tb.at("2030-12-02 08:20")
			has(tb.t, tb.tell("Red", "withdraw"), "do not count any more")
			tb.at("2030-12-02 09:20")
			tb.play("Red", 1, 1, "pick 4")
		}, "2030-12-02 09:49", "2030-12-02 09:50"},
		{"a pause stops it", "3d; pause 20; remind never", func(tb *table) {
			tb.at("2030-12-02 08:20")
			has(tb.t, tb.tellAsUmpire("pause"), "The umpire paused the game")
			has(tb.t, tb.tellAsUmpire("process"), "they can be replaced until the game goes on")
			tb.at("2030-12-02 12:00")
			tb.tellAsUmpire("resume")
		}, "2030-12-02 12:29", "2030-12-02 12:30"},
		{"a pause with an end", "3d; pause 20; remind never", func(tb *table) {
			tb.tellAsUmpire("pause 2030-12-02")
		}, "2030-12-03 00:29", "2030-12-03 00:30"},
		{"the deadline comes first", "20m; remind never", func(tb *table) {}, "2030-12-02 08:19", "2030-12-02 08:20"},
		{"the umpire cannot cut it short", "", func(tb *table) {
			has(tb.t, tb.tellAsUmpire("process"), "all orders are in, and they can be replaced until")
		}, "2030-12-02 08:29", "2030-12-02 08:30"},
		{"nobody was there when it ended", "", func(tb *table) {
			tb.now = tb.now.Add(3 * time.Hour)
			tb.restart()
			tb.tick()
		}, "2030-12-02 11:29", "2030-12-02 11:30"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := begun(t, tt.deadline)
			tt.happens(tb)
			if tb.at(tt.early); tb.resolved() != 0 {
				t.Fatalf("resolved by %s", tt.early)
			}
			if tb.at(tt.at); tb.resolved() != 1 {
				t.Errorf("not resolved by %s", tt.at)
			}
			tb.audited()
		})
	}
}

// A side that is silent does not make the others wait for a window.
func TestWindowAndSilence(t *testing.T) {
	tb := windowed(t, "1d; remind never")
	tb.play("Red", 1, 1, "pick 3")
	if tb.at("2030-12-03 08:00"); tb.resolved() != 1 {
		t.Error("not resolved at the deadline")
	}
	tb.audited()
}

// Who resolves a step before its window ended, writes none, or a longer one, is found out.
func TestWindowIsAudited(t *testing.T) {
	tb := windowed(t, "")
	tb.play("Red", 1, 1, "pick 3")
	tb.play("Blue", 1, 1, "pick 5")
	tb.at("2030-12-02 08:30")
	tb.audited()
	all := tb.records()
	at := slices.IndexFunc(all, func(r store.Record) bool { return r.Kind == record.KindWindow })
	for _, tt := range []struct {
		name, old, put, want string
	}{
		{"a step before its end", "until: 2030-12-02T08:30:00Z", "until: 2030-12-02T08:31:00Z", "it ends"},
		{"another length of all", "window: 30", "window: 31", "it ends"},
	} {
		forged := slices.Clone(all)
		for i := range forged {
			forged[i].Data = bytes.ReplaceAll(forged[i].Data, []byte(tt.old), []byte(tt.put))
		}
		if _, err := fold.Fold(tb.rules, forged, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v", tt.name, err)
		}
	}
	state, err := fold.Fold(tb.rules, all[:at+1], nil)
	if err != nil {
		t.Fatal(err)
	}
	step, err := fold.Read(all[at+1])
	if err != nil {
		t.Fatal(err)
	}
	s := step.Record.(record.Step)
	s.Time = s.Time.Add(-time.Second)
	step.Record = s
	if _, err := fold.Apply(state, step); err == nil || !strings.Contains(err.Error(), "could be replaced until") {
		t.Errorf("a second too early: %v", err)
	}
	if state, err = fold.Fold(tb.rules, all[:at], nil); err != nil {
		t.Fatal(err)
	}
	step.Seq--
	if _, err := fold.Apply(state, step); err == nil || !strings.Contains(err.Error(), "there was no time") {
		t.Errorf("without a window: %v", err)
	}
}

func TestWindowsThatCannotBe(t *testing.T) {
	tb := newTable(t)
	for _, tt := range []struct {
		window   time.Duration
		deadline string
	}{{30 * time.Second, ""}, {25 * time.Hour, ""}, {90 * time.Second, ""}, {-time.Minute, ""},
		{time.Hour, "3d; run final"}} {
		s := spec()
		s.Window, s.Deadline = tt.window, tt.deadline
		if _, err := tb.u.Create(s); err == nil {
			t.Errorf("a window of %s is accepted", tt.window)
		}
	}
}
