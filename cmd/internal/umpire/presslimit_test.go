package umpire

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/quota"
	"berthier/cmd/internal/record"
)

// A player sends as much press a day as the game allows, in how many mails soever,
// also across a start; it does not touch anybody else's, nor his orders.
func TestPressIsLimited(t *testing.T) {
	for _, limit := range []int{0, 1, 5} {
		t.Run(fmt.Sprint(limit), func(t *testing.T) {
			tb := newTable(t)
			s := spec()
			s.PressLimit = limit
			if _, err := tb.u.Create(s); err != nil {
				t.Fatal(err)
			}
			most := limit
			if limit == 0 {
				most = record.DefaultPressLimit
			}
			tb.deliver()
			n := 0
			press := func(count int) bool {
				n++
				body := strings.Repeat("press Blue\nMeet me.\nendpress\n", count) + fmt.Sprint("// ", n)
				sent := 0
				for _, m := range tb.tell("Red", body) {
					if strings.Contains(m.Subject, "press from Red") {
						sent++
					}
				}
				if sent != 0 && sent != count {
					t.Fatalf("%d of %d are sent", sent, count)
				}
				return sent > 0
			}
			if press(most + 1) {
				t.Error("more in one mail than a day allows")
			}
			first := tb.now
			if !press(most) {
				t.Fatal("as much as is allowed is refused")
			}
			tb.now = tb.now.Add(2 * time.Hour) // the answers of a mail are limited too
			tb.restart()
			if press(1) {
				t.Error("one more after a start")
			}
			if got := tb.tell("Red", "press umpire\nMeet me.\nendpress"); len(got) != 1 ||
				!strings.Contains(flat(got[0].Text), "in 24 hours") {
				t.Errorf("one more to the umpire: %s", titles(got))
			}
			if got := tb.tell("Blue", "press Red\nNo.\nendpress"); len(got) != 2 {
				t.Errorf("the other player: %s", titles(got))
			}
			tb.play("Red", 1, 1, "pick 3")
			if got := tb.deliver(); titles(got) != address["Red"]+": [duel-1] orders received" {
				t.Errorf("orders: %s", titles(got))
			}
			tb.now = first.Add(quota.Day - time.Second)
			if press(1) {
				t.Error("one more before the day is over")
			}
			tb.now = first.Add(quota.Day)
			if !press(1) {
				t.Error("none on the next day")
			}
			tb.now = tb.now.AddDate(-1, 0, 0) // the clock was set back
			if !press(1) {
				t.Error("none for a year after the clock was set back")
			}
			tb.verify()
		})
	}
}

func TestPressLimitOfAGame(t *testing.T) {
	tb := newTable(t)
	for _, limit := range []int{-1, 201} {
		s := spec()
		s.PressLimit = limit
		if _, err := tb.u.Create(s); err == nil || !strings.Contains(err.Error(), "want 1 to 200") {
			t.Errorf("%d: %v", limit, err)
		}
	}
	for _, limit := range []int{0, 20, 7} {
		s := spec()
		s.Game, s.PressLimit = fmt.Sprintf("game-%d", limit), limit
		g, err := tb.u.Create(s)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := g.Print()
		if again, err := record.ParseGame(text, nil); err != nil || again.PressLimit != g.PressLimit ||
			strings.Contains(string(text), "press-limit") != (limit == 7) {
			t.Errorf("%d: %v\n%s", limit, err, text)
		}
	}
}
