package umpire

import (
	"context"
	"errors"
	"strings"
	"testing"

	"berthier/mail/wire"
)

// What is logged as accepted is on the disk: mails that are taken in together and
// do not get there are logged when they do, once.
func TestAcceptedIsOnTheDisk(t *testing.T) {
	tb := newTable(t)
	tb.create()
	var all []wire.Arrival
	for i, body := range []string{
		signed(t, "Red", file("Red", 1, 1, "pick 4")), signed(t, "Red", file("Red", 1, 1, "pick 5")),
		signed(t, "Red", "game: duel-1\nside: Red\n\nstatus\nend\n"), signed(t, "Red", file("Red", 1, 1, "nonsense")),
		"hello",
	} {
		raw := letter(address["Red"], string(rune('a'+i))+"@home", body)
		all = append(all, wire.Arrival{Raw: raw, Size: int64(len(raw)),
			Cursor: wire.Cursor{UIDValidity: 7, UID: uint32(i + 1)}})
	}
	told := []string{"orders accepted", "commands carried out", "orders refused", "mail refused"}
	tb.u.Store.Breaks = func() error {
		for _, text := range told {
			if strings.Contains(tb.logs.String(), text) {
				t.Errorf("%q is logged before it is on the disk", text)
			}
		}
		return errors.New("the disk is full")
	}
	tb.u.Breaking = func(int) error {
		if tb.u.Store.Open != nil {
			return nil
		}
		return errors.New("the disk is still full")
	}
	if n, err := tb.u.takeAll(context.Background(), all); n != 0 || err == nil {
		t.Fatalf("took %d mails, %v", n, err)
	}
	for _, text := range told {
		if strings.Contains(tb.logs.String(), text) {
			t.Errorf("%q is logged and is nowhere", text)
		}
	}
	tb.u.Store.Breaks, tb.u.Breaking = nil, nil
	if n, err := tb.u.takeAll(context.Background(), all); n != len(all) || err != nil {
		t.Fatalf("took %d mails, %v", n, err)
	}
	for _, text := range told {
		want := 1
		if text == "orders accepted" {
			want = 2
		}
		if n := strings.Count(tb.logs.String(), text); n != want {
			t.Errorf("%q is logged %d times, want %d\n%s", text, n, want, tb.logs)
		}
	}
}
