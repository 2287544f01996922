package umpire

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/onlooker"
	"berthier/cmd/internal/record"
	"berthier/mail"
)

// monitored begins to monitor the game from an address, and returns what reads the
// results that came to it since.
func (tb *table) monitored(address string) func() []onlooker.Results {
	tb.t.Helper()
	how := textTo(tb.t, tb.ask(address, "monitor duel-1"), address, "monitor")
	at := strings.Index(how, "monitor duel-1 ")
	line, _, _ := strings.Cut(how[at:], "\n")
	has(tb.t, tb.ask(address, line), "From the next step on")
	return func() (got []onlooker.Results) {
		tb.t.Helper()
		for _, m := range tb.deliver() {
			if m.To[0].Address != address {
				continue
			}
			var x onlooker.Results
			if len(m.Attachments) != 1 {
				tb.t.Fatalf("%d attachments of %q", len(m.Attachments), m.Subject)
			}
			if err := json.Unmarshal(m.Attachments[0].Bytes, &x); err != nil {
				tb.t.Fatal(err)
			}
			got = append(got, x)
		}
		return got
	}
}

// A program that follows a game is told of every number that the game has: when,
// and whether it was a step or an act of the umpire.
func TestMonitorActs(t *testing.T) {
	tb := newTable(t)
	tb.create()
	read := tb.monitored("robot@example.org")
	one := func(kind string, step int, told ...string) onlooker.Results {
		t.Helper()
		got := read()
		if len(got) != 1 {
			t.Fatalf("%d results, want 1", len(got))
		}
		x := got[0]
		if x.Kind != kind || x.Step != step || x.Time != tb.now.UTC().Format("2006-01-02T15:04:05Z") {
			t.Errorf("got %s %d of %s, want %s %d of %s", x.Kind, x.Step, x.Time, kind, step, tb.now)
		}
		text := strings.Join(x.Told, "\n")
		for _, want := range told {
			if !strings.Contains(text, want) {
				t.Errorf("told\n%s\nwant %q", text, want)
			}
		}
		if (kind == record.KindStep) != (len(x.Told) == 0) || (kind == record.KindStep) != (len(x.Events) > 0) {
			t.Errorf("%s: %d events, told %q", kind, len(x.Events), x.Told)
		}
		return x
	}
	tb.both(1, 1, 2, 5)
	first := one(record.KindStep, 1)
	tb.now = tb.now.Add(time.Hour)
	tb.play(tb.status().Waiting[0], 1, 2, "double yes")
	second := one(record.KindStep, 2)
	tb.now = tb.now.Add(time.Hour)
	if _, err := tb.u.Rollback("duel-1", 1, "a file was lost", ""); err != nil {
		t.Fatal(err)
	}
	back := one(record.KindRollback, 3, "took the game back to where it stood after step 1", "Reason: a file was lost")
	if !slices.Equal(back.Waiting, first.Waiting) || back.Turn != first.Turn || second.Turn == first.Turn {
		t.Errorf("after the rollback it waits for %v in turn %d, want %v in turn %d; it was turn %d", back.Waiting,
			back.Turn, first.Waiting, first.Turn, second.Turn)
	}
	tb.now = tb.now.Add(time.Hour)
	if _, err := tb.u.Ruling("duel-1", []byte("- "+card(t, tb.position())+"\n+ card card777 card1\n"), "a torn card",
		""); err != nil {
		t.Fatal(err)
	}
	ruled := one(record.KindRuling, 4, "Reason: a torn card", "You may not see what changed")
	if text, err := json.Marshal(ruled); err != nil || strings.Contains(string(text), "card777") {
		t.Errorf("what is hidden is told: %s, %v", text, err)
	}
}

// Mails to those who look on have the null return path. A delivery report that
// comes all the same stops nothing, and nobody is told.
func TestObserverBounces(t *testing.T) {
	tb := newTable(t)
	tb.create()
	read := tb.monitored("robot@example.org")
	tb.both(1, 1, 2, 5)
	var lost *mail.Message
	for _, m := range tb.deliver() {
		if m.To[0].Address == "robot@example.org" {
			lost = m
		}
	}
	if lost == nil {
		t.Fatal("nothing came")
	}
	if err := tb.take(bounce(lost.Raw, "failed")); err != nil {
		t.Fatal(err)
	}
	if got := tb.deliver(); len(got) > 0 {
		t.Errorf("got %s", titles(got))
	}
	tb.play(tb.status().Waiting[0], 1, 2, "double no")
	if got := read(); len(got) != 1 || got[0].Step != 2 {
		t.Errorf("got %+v", got)
	}
}
