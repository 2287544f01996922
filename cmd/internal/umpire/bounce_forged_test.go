package umpire

import (
	"fmt"
	"testing"
	"time"

	"berthier/cmd/internal/quota"
)

// Whoever writes an address into From, or sends on what a player signed, cannot have
// the mails to a dead mailbox sent again and again, and the umpire told each time.
func TestForgedMailsReleaseSeldom(t *testing.T) {
	tb := newTable(t)
	tb.create()
	first := tb.deliver()[0].Raw
	question := signed(t, "Red", "game: duel-1\nside: Red\nstatus\nend\n")
	if err := tb.take(letter(address["Red"], "q@x", question)); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	for _, forged := range []struct{ name, from, text string }{
		{"unsigned", address["Red"], "hello"}, {"a copy", "somebody@example.org", question},
	} {
		tb.now = tb.now.Add(2 * quota.Day)
		again, notes := 0, 0
		for i := range 12 {
			tb.now = tb.now.Add(time.Hour)
			come := append([]byte(fmt.Sprintf("X-Back: %s %d\r\n", forged.name, i)), bounce(first, "failed")...)
			if err := tb.take(come); err != nil {
				t.Fatal(err)
			}
			if err := tb.take(letter(forged.from, fmt.Sprintf("%s-%d@x", forged.name[:3], i),
				forged.text)); err != nil {
				t.Fatal(err)
			}
			for _, m := range tb.deliver() {
				if m.To[0].Address == contact {
					notes++
				} else if m.ID == "duel-1.0.Red@berthier.example" {
					again++
				}
			}
		}
		if again != 1 || notes > 2 {
			t.Errorf("%s: the mail went out %d times more, and the umpire was told %d times", forged.name, again, notes)
		}
	}
	// What he signs himself lets them go on at any time.
	if err := tb.take(letter(address["Red"], "new@x",
		signed(t, "Red", "game: duel-1\nside: Red\nstatus // now\nend\n"))); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	found := false
	for _, m := range tb.got {
		found = found || m.ID == "duel-1.0.Red@berthier.example"
	}
	if waiting, err := tb.u.Post.Stopped(tb.u.Store.View, address["Red"]); len(waiting) > 0 || err != nil || !found {
		t.Errorf("his mails wait still: %v, %v", waiting, err)
	}
}
