package umpire

import (
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/roster"
)

// weekly lets days pass and gives the subjects of the letters that go to the umpire at each.
func (tb *table) weekly(w roster.Weekly, at string) (text string) {
	tb.t.Helper()
	now, err := time.Parse("2006-01-02 15:04", at)
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.now = now
	if err := tb.u.SendWeekly(w); err != nil {
		tb.t.Fatal(err)
	}
	for _, m := range tb.deliver() {
		if m.Subject == "Your games this week" {
			text += m.To[0].Address + " " + m.ID + "\n" + m.Text
		}
	}
	return text
}

func mondays(t *testing.T) roster.Weekly {
	zone, err := clock.LoadZone("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	w, err := roster.ParseWeekly("Monday 08:00", zone)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// One letter a week goes out, at its hour in the umpire's zone, whether the program runs all the
// time or begins again; one that is late says so; a clock that jumped sends none twice and drops none.
func TestWeeklyLetter(t *testing.T) {
	tb := club(t) // created on Monday 2 December 2030, 8.00 UTC; in Paris that is 9.00
	w := mondays(t)
	for _, step := range []struct{ at, want string }{
		{"2030-12-04 08:00", ""}, // no game ran on Monday at 8.00 in Paris
		{"2030-12-09 06:59", ""},
		{"2030-12-09 07:00", "2030-12-09"}, // 8.00 in Paris
		{"2030-12-09 07:01", ""},
		{"2030-12-15 23:00", ""},
		{"2030-12-19 10:00", "2030-12-16 late"}, // the machine was off
		{"2030-12-19 11:00", ""},
		{"2031-02-11 12:00", "2031-02-10 late"}, // the clock jumps weeks ahead,
		{"2030-12-19 12:00", ""},                // and back
		{"2030-12-23 07:00", "2030-12-23"},
		{"2030-12-22 12:00", ""}, // a day back
		{"2030-12-23 07:01", ""},
		{"2031-02-10 07:00", "2031-02-10"},
		{"2031-03-31 06:00", "2031-03-31"}, // in summer 8.00 in Paris is 6.00
	} {
		text := tb.weekly(w, step.at)
		want, late := strings.CutSuffix(step.want, " late")
		id, isLate := "chief@example.org weekly."+want+".", strings.Contains(text, "This letter was due on Monday")
		if (want == "") != (text == "") || want != "" && !strings.HasPrefix(text, id) || isLate != late {
			t.Fatalf("%s: got %q, want %q", step.at, text, step.want)
		}
		tb.restart()
		tb.u.UmpireAddress = "chief@example.org"
	}
}

// The letter has the table, and what can be done with the commands for it.
func TestWeeklyLetterSaysWhatToDo(t *testing.T) {
	tb := club(t)
	tb.u.Contact = "umpire@berthier.example"
	got := flat(tb.weekly(mondays(t), "2030-12-09 08:00"))
	for _, want := range []string{
		"Red has no player", "LATE", "not begun", "remind late", "substitute late Blue ADDRESS NAME",
		"close late REASON", "left needs another player for Red", "substitute left Red ADDRESS NAME",
		"late waits for Red (Michel Ney), Blue (Mikhail Kutuzov) since 2 Dec 08.00", "remind older",
		`Give it at the machine behind "berthier do", or mail it below a line "side: umpire"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q:\n%s", want, got)
		}
	}
	for _, no := range []string{"closed by the umpire", "remind paused", "remind waits", "remind new", "remind left"} {
		if strings.Contains(got, no) {
			t.Errorf("has %q:\n%s", no, got)
		}
	}
}

// Without a game that runs, an address or an hour there is no letter.
func TestNoWeeklyLetter(t *testing.T) {
	tb := club(t)
	if got := tb.weekly(roster.Weekly{}, "2030-12-09 08:00"); got != "" {
		t.Errorf("never: %s", got)
	}
	for _, game := range []string{"late", "waits", "older", "paused", "left", "new"} {
		tb.must("close "+game+" it is enough", "")
	}
	if got := tb.weekly(mondays(t), "2030-12-16 08:00"); got != "" {
		t.Errorf("no game: %s", got)
	}
	tb.create()
	address := tb.u.UmpireAddress
	tb.u.UmpireAddress, tb.u.Contact = "", ""
	if got := tb.weekly(mondays(t), "2030-12-23 08:00"); got != "" {
		t.Errorf("no address: %s", got)
	}
	tb.u.UmpireAddress = address
	for _, text := range []string{"", "monday", "8:00", "someday 08:00", "monday 25:00"} {
		if w, err := roster.ParseWeekly(text, time.UTC); err == nil {
			t.Errorf("%q is read as %v", text, w)
		}
	}
}
