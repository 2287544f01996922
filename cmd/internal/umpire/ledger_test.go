package umpire

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/mail"
)

// arrivals are the mails of a whole step, with a copy, a refused one and one of a
// stranger among them.
func arrivals(t *testing.T) (all []mail.Arrival) {
	t.Helper()
	add := func(from, id, body string) {
		raw := letter(from, id, body)
		all = append(all, mail.Arrival{Raw: raw, Size: int64(len(raw)), Cursor: mail.Cursor{UIDValidity: 7, UID: uint32(len(all) + 1)}})
	}
	red := signed(t, "Red", file("Red", 1, 1, "pick 1"))
	add(address["Red"], "1@x", red)
	add(address["Red"], "2@x", red)
	add(address["Stranger"], "3@x", "hello")
	add(address["Red"], "4@x", signed(t, "Red", file("Red", 1, 1, "pick 4")))
	add(address["Blue"], "5@x", signed(t, "Blue", file("Blue", 1, 1, "pick 99")))
	add(address["Blue"], "6@x", signed(t, "Blue", file("Blue", 1, 1, "pick 2")))
	add(address["Red"], "7@x", signed(t, "Red", file("Red", 1, 2, "pick 3")))
	return all
}

// Mails that are taken in together come to the same as mails taken in one by one.
func TestTakeAll(t *testing.T) {
	one, all := newTable(t), newTable(t)
	one.create()
	all.create()
	mails := arrivals(t)
	takeBoth(t, one, all, mails)
	if s := all.status(); s.Step != 1 {
		t.Errorf("step %d was resolved", s.Step)
	}
}

// takeBoth takes mails in one by one at one table, and together, in one
// transaction, at another; both come to the same.
func takeBoth(t *testing.T, one, all *table, mails []mail.Arrival) {
	t.Helper()
	for _, a := range mails {
		if err := one.u.Take(context.Background(), a); err != nil {
			t.Fatal(err)
		}
	}
	before := syncs(all)
	if n, err := all.u.TakeAll(context.Background(), mails); n != len(mails) || err != nil {
		t.Fatal(n, err)
	}
	if got := syncs(all) - before; got != 1 {
		t.Errorf("%d mails were committed in %d transactions, want 1", len(mails), got)
	}
	if got, want := all.dump(), one.dump(); got != want {
		t.Errorf("taken in together:\n%s\none by one:\n%s", got, want)
	}
}

// syncs is the number of transactions so far, by the journal.
func syncs(tb *table) int {
	tb.t.Helper()
	journal, err := os.ReadFile(tb.path + ".journal")
	if err != nil {
		tb.t.Fatal(err)
	}
	return strings.Count(string(journal), "\ncommit ")
}

// If one mail cannot be committed, nothing of those that came with it is half
// done, and those before it are taken in all the same.
func TestTakeAllBreaks(t *testing.T) {
	mails := arrivals(t)
	for at := range 60 {
		tb := newTable(t)
		tb.create()
		writes, broke := 0, errors.New("disk full")
		tb.u.breaking = func(int) error {
			if writes++; writes > at {
				return broke
			}
			return nil
		}
		n, err := tb.u.TakeAll(context.Background(), mails)
		if err == nil && n != len(mails) || err != nil && !errors.Is(err, broke) {
			t.Fatalf("broken after %d writes: %d taken, %v", at, n, err)
		}
		tb.u.breaking = nil
		if c, err := tb.u.Cursor(); err != nil || int(c.UID) != n {
			t.Errorf("broken after %d writes: %d taken, the cursor is at %v, %v", at, n, c, err)
		}
		if m, err := tb.u.TakeAll(context.Background(), mails[n:]); m != len(mails)-n || err != nil {
			t.Fatalf("mended after %d writes: %d taken, %v", at, m, err)
		}
		whole := newTable(t)
		whole.create()
		for _, a := range mails {
			if err := whole.u.Take(context.Background(), a); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := tb.dump(), whole.dump(); got != want {
			t.Fatalf("broken after %d writes and mended:\n%s\nwant\n%s", at, got, want)
		}
		if err == nil {
			return
		}
	}
	t.Error("it never went through")
}

// Mails for several games, whose steps are resolved beside each other, come to
// the same as mails taken in one by one: also the second mail for a game, a copy
// of a mail whose step is being resolved, and mails that are no turn files.
func TestTakeBeside(t *testing.T) {
	one, all := newTable(t), newTable(t)
	for _, tb := range []*table{one, all} {
		for _, id := range []string{"duel-1", "duel-2", "duel-3", "duel-4"} {
			s := spec()
			s.Game = id
			if _, err := tb.u.Create(s); err != nil {
				t.Fatal(err)
			}
		}
	}
	var mails []mail.Arrival
	add := func(raw []byte) {
		mails = append(mails, mail.Arrival{Raw: raw, Size: int64(len(raw)), Cursor: mail.Cursor{UIDValidity: 7, UID: uint32(len(mails) + 1)}})
	}
	turn := func(side engine.Side, step int, games ...string) {
		for _, id := range games {
			text := strings.ReplaceAll(file(side, 1, step, []string{"pick 2", "double no"}[step-1]), "duel-1", id)
			body, mailID := signed(t, side, text), fmt.Sprintf("%d@%s", len(mails), id)
			if side == "Red" {
				add(letter(address[side], mailID, body))
				continue
			}
			// Blue's mails do not show in plain words which game they are for.
			add(letter(address[side], mailID, base64.StdEncoding.EncodeToString([]byte(body)), "Content-Transfer-Encoding: base64"))
		}
	}
	turn("Red", 1, "duel-1", "duel-2", "duel-3", "duel-4")
	turn("Blue", 1, "duel-1", "duel-2")
	add(mails[len(mails)-1].Raw)
	turn("Blue", 1, "duel-3")
	add(letter(address["Stranger"], "s@x", "hello"))
	turn("Blue", 1, "duel-4")
	// Of the next step one side owes the answer; the other's is refused.
	turn("Red", 2, "duel-4", "duel-2")
	turn("Blue", 2, "duel-4", "duel-2")
	takeBoth(t, one, all, mails)
	for id, want := range map[string]int{"duel-1": 1, "duel-2": 2, "duel-3": 1, "duel-4": 2} {
		if s, err := all.u.Status(id); err != nil || s.Step != want {
			t.Errorf("%s: step %d was resolved, %v, want %d", id, s.Step, err, want)
		}
	}
}
