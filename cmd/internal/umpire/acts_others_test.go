package umpire

import (
	"errors"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/docket"
)

// In a game with deadlines clocks begin with the game, and anew after a rollback
// and a ruling, for which nobody was late; a substitute has a longer one.
func TestActsAndClocks(t *testing.T) {
	tb := newTable(t)
	s := spec()
	s.Deadline, s.Wait = "3d; bank 1d; takeover 48h; zone UTC", true
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	if c := tb.status().Clock; len(c.Sides) > 0 {
		t.Errorf("a clock runs before the start: %+v", c)
	}
	tb.at("2030-12-20 08:00")
	if got := tb.status().Step; got != 0 {
		t.Fatalf("step %d was resolved before the start", got)
	}
	if err := tb.u.Start("duel-1", ""); err != nil {
		t.Fatal(err)
	}
	due := func() time.Time { return tb.status().Clock.Side("Red").Run.Due }
	if want := tb.now.Add(72 * time.Hour); due().Before(want) {
		t.Errorf("due %s, the game began %s", due(), tb.now)
	}
	tb.both(1, 1, 2, 5)
	tb.now = tb.now.Add(24 * time.Hour)
	if _, err := tb.u.Rollback("duel-1", 0, "a mail was lost", ""); err != nil {
		t.Fatal(err)
	}
	for _, side := range tb.status().Clock.Sides {
		if side.Missed > 0 || side.Run.Due.Before(tb.now.Add(72*time.Hour)) {
			t.Errorf("after the rollback: %+v", side)
		}
	}
	if _, err := tb.u.Substitute("duel-1", newcomer(), "gone", ""); err != nil {
		t.Fatal(err)
	}
	if want := tb.now.Add((72 + 48) * time.Hour); due().Before(want) {
		t.Errorf("the substitute's orders are due %s, want %s", due(), want)
	}
	tb.verify()
	if _, err := tb.u.Ruling("duel-1", []byte("- score 0 0\n+ score 1 0\n"), "a wager", ""); err != nil {
		t.Fatal(err)
	}
	tb.verify()
	tb.at("2030-12-27 08:00")
	if got := tb.status().Step; got < 4 {
		t.Errorf("step %d: the clocks do not run after a ruling", got)
	}
	if tb.status().Outcome.Over {
		t.Fatal("the game is over too early")
	}
	if err := tb.u.Close("duel-1", "enough", ""); err != nil {
		t.Fatal(err)
	}
	tb.at("2031-02-20 08:00")
	tb.verify()
}

// While a step waits for its round of the beacon, a rollback takes back the
// answers that were complete, and nothing else can change.
func TestActsAndBeacon(t *testing.T) {
	tb := newTable(t)
	ask := drandServer(tb)
	tb.createWithBeacon()
	tb.both(1, 1, 2, 5)
	tb.now = tb.now.Add(time.Minute)
	tb.draw(ask, 0)
	if got := tb.status().Step; got != 1 {
		t.Fatalf("step %d", got)
	}
	line := "double no"
	tb.play(tb.status().Waiting[0], 1, 2, line)
	if tb.status().Closed == nil {
		t.Fatal("the step is not closed")
	}
	if _, err := tb.u.Substitute("duel-1", newcomer(), "gone", ""); !errors.Is(err, docket.ErrClosed) {
		t.Errorf("a substitute while the step is closed: %v", err)
	}
	if _, err := tb.u.Rollback("duel-1", 0, "a mail was lost", ""); err != nil {
		t.Fatal(err)
	}
	if s := tb.status(); s.Closed != nil || s.Step != 2 || s.Turn != 1 {
		t.Errorf("closed %v, step %d, turn %d", s.Closed, s.Step, s.Turn)
	}
	tb.now = tb.now.Add(time.Minute)
	tb.draw(ask, 0)
	if got := tb.status().Step; got != 2 {
		t.Errorf("step %d was resolved with the answers that were taken back", got)
	}
	tb.both(1, 3, 4, 2)
	tb.now = tb.now.Add(time.Minute)
	tb.draw(ask, 0)
	if got := tb.status().Step; got != 3 {
		t.Errorf("step %d", got)
	}
	if a := tb.verify(); a.Check("beacon").Done != 2 {
		t.Errorf("%+v", a.Checks)
	}
}

// Offers of a draw end with a rollback, a seat that was left stays empty, and a
// substitute fills it.
func TestActsAndPlayersWords(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.both(1, 1, 2, 5)
	has(t, tb.tell("Red", "draw"), "You offer a draw")
	if _, err := tb.u.Rollback("duel-1", 0, "a mail was lost", ""); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	has(t, tb.tell("Blue", "draw"), "You offer a draw")
	if tb.status().Outcome.Over {
		t.Fatal("an offer from before the rollback counts")
	}
	has(t, tb.sure("Red", "resign"), "You have left the game")
	if _, err := tb.u.Rollback("duel-1", 1, "it was not lost", ""); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	tb.play("Red", 1, 4, "double yes")
	if got := titles(tb.deliver()); !strings.Contains(got, "refused") {
		t.Errorf("the seat is not empty after a rollback:\n%s", got)
	}
	if _, err := tb.u.Substitute("duel-1", newcomer(), "Ney has resigned", ""); err != nil {
		t.Fatal(err)
	}
	has(t, tb.ask("murat@example.net", signed(t, "Stranger", file("Red", 1, 4))), "murat@example.net")
	hasNot(t, tb.deliver(), "resigned")
	tb.verify()
}
