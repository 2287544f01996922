package umpire

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"berthier/mail/wire"
)

// A mailbox that is renumbered brings every mail again, also those of which no mark was
// kept: the answers that are still there stop no mail, one by one or together.
func TestMailsThatComeAgain(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.play("Red", 1, 1, "pick 4")
	tb.play("Blue", 1, 1, "pick 2")
	old := signed(t, "Red", file("Red", 1, 1, "pick 4"))
	var all []wire.Arrival
	for i := range 6 {
		raw := letter(address["Red"], fmt.Sprint("copy", i/2, "@elsewhere"), old)
		if i >= 4 {
			raw = letter("nobody@example.org", "stranger@elsewhere", strings.Repeat("What is this? ", 100))
		}
		all = append(all, wire.Arrival{Raw: raw, Size: int64(len(raw))})
	}
	for round := range 4 {
		for i := range all {
			all[i].Cursor = wire.Cursor{UIDValidity: uint32(round), UID: uint32(i + 1)}
		}
		if n, err := tb.u.takeAll(context.Background(), all[:round*2]); n != round*2 || err != nil {
			t.Fatalf("round %d: %d taken in: %v", round, n, err)
		}
		for _, a := range all {
			if err := tb.u.Take(context.Background(), a); err != nil {
				t.Fatalf("round %d: %v", round, err)
			}
		}
		tb.now = tb.now.Add(time.Hour)
		tb.deliver()
	}
	if strings.Contains(tb.logs.String(), "fault of this program") {
		t.Errorf("the log says\n%s", tb.logs)
	}
}
