package umpire

import (
	"context"
	"strings"
	"testing"

	"berthier/cmd/internal/record"
	"berthier/mail/wire"
)

// withoutCursor is everything in the store but how far mailboxes were read.
func (tb *table) withoutCursor() string {
	text := tb.dump()
	return text[:strings.LastIndex(text, "cursor ")]
}

// However the same mail comes again, it counts once.
func TestTakenOnce(t *testing.T) {
	orders := func() string { return signed(t, "Red", file("Red", 1, 1, "pick 4")) }
	text := orders()
	first := letter(address["Red"], "1@home", text)
	elsewhere := func(u *Umpire) *Umpire {
		c := u.Config
		c.Mailbox = "Other"
		other, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		return other
	}
	tests := []struct {
		name   string
		again  []byte
		cursor wire.Cursor
		by     func(*Umpire) *Umpire
		answer string // what it is answered with
	}{
		{name: "the same mail", again: first, cursor: wire.Cursor{UIDValidity: 7, UID: 2}},
		{name: "a mailbox that was renumbered", again: first, cursor: wire.Cursor{UIDValidity: 8, UID: 1}},
		{name: "a smaller number", again: first, cursor: wire.Cursor{UIDValidity: 6, UID: 9}},
		{name: "another folder", again: first, cursor: wire.Cursor{UIDValidity: 7, UID: 1}, by: elsewhere},
		{name: "another way through the net",
			again:  append([]byte("Received: from b by c\r\nDelivered-To: games@berthier.example\r\n"), first...),
			cursor: wire.Cursor{UIDValidity: 7, UID: 2}},
		{name: "by a mailing list", again: letter(address["Red"], "1@home", text, "List-Id: <umpires.example.org>"),
			cursor: wire.Cursor{UIDValidity: 7, UID: 2}},
		{name: "sent again by the player", again: letter(address["Red"], "2@home", text),
			cursor: wire.Cursor{UIDValidity: 7, UID: 2}, answer: "[duel-1] orders received"},
		{name: "sent on by a stranger", again: letter("thief@example.org", "3@thief", text),
			cursor: wire.Cursor{UIDValidity: 7, UID: 2}, answer: "[duel-1] orders received"},
	}
	for _, restart := range []bool{false, true} {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				tb := newTable(t)
				tb.create()
				if err := tb.take(first); err != nil {
					t.Fatal(err)
				}
				tb.deliver()
				if restart {
					tb.restart()
				}
				records, before := len(tb.records()), tb.withoutCursor()
				u := tb.u
				if test.by != nil {
					u = test.by(u)
				}
				if err := u.Take(context.Background(),
					wire.Arrival{Raw: test.again, Size: int64(len(test.again)), Cursor: test.cursor}); err != nil {
					t.Fatal(err)
				}
				if got, err := u.Cursor(); got != test.cursor || err != nil {
					t.Errorf("got cursor %v, %v, want %v", got, err, test.cursor)
				}
				if test.answer == "" && tb.withoutCursor() != before {
					t.Error("something changed")
				}
				if got := len(tb.records()); got != records {
					t.Errorf("got %d records, want %d", got, records)
				}
				var answers []string
				for _, m := range tb.deliver() {
					answers = append(answers, m.Subject)
				}
				if got := strings.Join(answers, ", "); got != test.answer {
					t.Errorf("answered with %q, want %q", got, test.answer)
				}
			})
		}
	}
}

// Two mails with the same Message-ID are two mails if they say different things.
func TestSameMessageID(t *testing.T) {
	tb := newTable(t)
	tb.create()
	for _, pick := range []string{"pick 4", "pick 5"} {
		if err := tb.take(letter(address["Red"], "1@home", signed(t, "Red", file("Red", 1, 1, pick)))); err != nil {
			t.Fatal(err)
		}
	}
	if err := tb.take(letter(address["Blue"], "1@home", signed(t, "Blue", file("Blue", 1, 1, "pick 1")))); err != nil {
		t.Fatal(err)
	}
	if got := tb.status().Step; got != 1 {
		t.Errorf("%d steps were resolved, want 1", got)
	}
	kinds := map[string]int{}
	for _, r := range tb.records() {
		kinds[r.Kind]++
	}
	if kinds[record.KindOrders] != 3 || kinds[record.KindStep] != 1 {
		t.Errorf("got records %v", kinds)
	}
}
