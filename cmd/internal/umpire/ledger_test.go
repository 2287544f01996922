package umpire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"berthier/cmd/internal/docket"
	"berthier/engine"
	"berthier/mail/wire"
	"berthier/store"
)

// arrivals are the mails of a whole step, with a copy, a refused one and one of a
// stranger among them.
func arrivals(t *testing.T) (all []wire.Arrival) {
	t.Helper()
	add := func(from, id, body string) {
		raw := letter(from, id, body)
		all = append(all, wire.Arrival{Raw: raw, Size: int64(len(raw)),
			Cursor: wire.Cursor{UIDValidity: 7, UID: uint32(len(all) + 1)}})
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
func takeBoth(t *testing.T, one, all *table, mails []wire.Arrival) {
	t.Helper()
	takeEach(t, one, mails)
	before := syncs(all)
	if n, err := all.u.takeAll(context.Background(), mails); n != len(mails) || err != nil {
		t.Fatal(n, err)
	}
	if got := syncs(all) - before; got != 1 {
		t.Errorf("%d mails were committed in %d transactions, want 1", len(mails), got)
	}
	if got, want := all.dump(), one.dump(); got != want {
		t.Errorf("taken in together:\n%s\none by one:\n%s", got, want)
	}
}

func takeEach(t *testing.T, tb *table, mails []wire.Arrival) {
	t.Helper()
	for _, a := range mails {
		if err := tb.u.Take(context.Background(), a); err != nil {
			t.Fatal(err)
		}
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
	whole := newTable(t)
	whole.create()
	for _, a := range mails {
		if err := whole.u.Take(context.Background(), a); err != nil {
			t.Fatal(err)
		}
	}
	want := whole.dump()
	every := 1
	if testing.Short() {
		every = 5
	}
	for at := 0; at < 60; at += every {
		tb := newTable(t)
		tb.create()
		writes, broke := 0, errors.New("disk full")
		tb.u.Breaking = func(int) error {
			if writes++; writes > at {
				return broke
			}
			return nil
		}
		n, err := tb.u.takeAll(context.Background(), mails)
		if err == nil && n != len(mails) || err != nil && !errors.Is(err, broke) {
			t.Fatalf("broken after %d writes: %d taken, %v", at, n, err)
		}
		tb.u.Breaking = nil
		if c, err := tb.u.Cursor(); err != nil || int(c.UID) != n {
			t.Errorf("broken after %d writes: %d taken, the cursor is at %v, %v", at, n, c, err)
		}
		if m, err := tb.u.takeAll(context.Background(), mails[n:]); m != len(mails)-n || err != nil {
			t.Fatalf("mended after %d writes: %d taken, %v", at, m, err)
		}
		if got := tb.dump(); got != want {
			t.Fatalf("broken after %d writes and mended:\n%s\nwant\n%s", at, got, want)
		}
		if err == nil {
			return
		}
	}
	t.Error("it never went through")
}

// traffic collects mails in the order in which they came.
type traffic struct {
	t     *testing.T
	mails []wire.Arrival
}

func (f *traffic) add(raw []byte) {
	f.mails = append(f.mails, wire.Arrival{Raw: raw, Size: int64(len(raw)),
		Cursor: wire.Cursor{UIDValidity: 7, UID: uint32(len(f.mails) + 1)}})
}

func (f *traffic) turn(side engine.Side, step int, games ...string) {
	f.t.Helper()
	for _, id := range games {
		text := strings.ReplaceAll(file(side, 1, step, []string{"pick 2", "double no"}[step-1]), "duel-1", id)
		f.add(letter(address[side], fmt.Sprintf("%d@%s", len(f.mails), id), signed(f.t, side, text)))
	}
}

// duels makes a table with some games.
func duels(t *testing.T, n int) (tb *table, games []string) {
	t.Helper()
	tb = newTable(t)
	for i := range n {
		s := spec()
		s.Game = fmt.Sprintf("duel-%d", i+1)
		games = append(games, s.Game)
		if _, err := tb.u.Create(s); err != nil {
			t.Fatal(err)
		}
	}
	return tb, games
}

// Mails for several games, whose steps are resolved beside each other, come to
// the same as mails taken in one by one: also the second mail for a game, a copy
// of a mail whose step is being resolved, and mails that are no turn files.
func TestTakeBeside(t *testing.T) {
	one, _ := duels(t, 4)
	all, _ := duels(t, 4)
	f := &traffic{t: t}
	f.turn("Red", 1, "duel-1", "duel-2", "duel-3", "duel-4")
	f.turn("Blue", 1, "duel-1", "duel-2")
	f.add(f.mails[len(f.mails)-1].Raw)
	f.turn("Blue", 1, "duel-3")
	f.add(letter(address["Stranger"], "s@x", "hello"))
	f.turn("Blue", 1, "duel-4")
	// Of the next step one side owes the answer; the other's is refused.
	f.turn("Red", 2, "duel-4", "duel-2")
	f.turn("Blue", 2, "duel-4", "duel-2")
	takeBoth(t, one, all, f.mails)
	for id, want := range map[string]int{"duel-1": 1, "duel-2": 2, "duel-3": 1, "duel-4": 2} {
		if s, err := all.u.Status(id); err != nil || s.Step != want {
			t.Errorf("%s: step %d was resolved, %v, want %d", id, s.Step, err, want)
		}
	}
}

// manyMails are more than one group, for games of which several mails are on
// their way at the same time.
func manyMails(t *testing.T, games []string) []wire.Arrival {
	f := &traffic{t: t}
	for i, id := range games {
		f.turn("Red", 1, id)
		f.turn("Blue", 1, id) // judged by what the mail before has left in memory
		switch i % 20 {
		case 7:
			f.turn("Red", 2, id) // of a step that is being resolved
		case 8:
			f.turn("Red", 2, games[:8]...) // of steps that are on their way to the disk
		case 9:
			f.add(f.mails[3*i/2].Raw) // a copy
		case 11:
			ask := letter(address["Red"], fmt.Sprint(i, "@x"), signed(t, "Red", "status "+id+"\n"))
			f.add(bytes.Replace(ask, []byte("+duel-1@"), []byte("+"+games[i-1]+"@"), 1)) // by way of another game
		case 13:
			f.add(letter(address["Stranger"], fmt.Sprint(i, "@x"), "hello"))
		}
	}
	return f.mails
}

// More mails than one transaction takes come to the same as mails taken in one by
// one, though they are judged while those before them go to the disk. If a transaction does
// not reach the disk, what was judged meanwhile is judged again; nothing is lost and nothing
// done twice.
func TestTakeMany(t *testing.T) {
	const several = 40
	one, games := duels(t, several)
	mails := manyMails(t, games)
	takeEach(t, one, mails)
	want := one.dump()
	t.Run("Beside", func(t *testing.T) {
		all, _ := duels(t, several)
		before := syncs(all)
		takeMany(t, all, mails, want)
		if got := syncs(all) - before; got < 3 || got > len(mails)/fewTogether+1 {
			t.Errorf("%d mails were committed in %d transactions", len(mails), got)
		}
	})
	t.Run("CannotLand", func(t *testing.T) {
		first, last := 1, len(mails)
		if testing.Short() { // what is judged beside the disk is the same whichever fails
			first, last = 2, 2
		}
		for broken := first; broken <= last; broken++ {
			all, _ := duels(t, several)
			launched := 0
			all.u.Store.Breaks = func() error {
				if launched++; launched == broken {
					return store.ErrNotWritten
				}
				return nil
			}
			takeMany(t, all, mails, want)
			if launched < broken {
				if broken < 4 {
					t.Errorf("there were only %d transactions", launched)
				}
				return
			}
		}
	})
}

// fewTogether is how many mails takeMany has committed in one transaction.
const fewTogether = 32

// takeMany takes mails in together; they come to what they come to one by one.
func takeMany(t *testing.T, all *table, mails []wire.Arrival, want string) {
	t.Helper()
	all.u.together = fewTogether
	if n, err := all.u.takeAll(context.Background(), mails); n != len(mails) || err != nil {
		t.Fatal(n, err)
	}
	if got := all.dump(); got != want {
		t.Errorf("taken in together:\n%s\none by one:\n%s", got, want)
	}
}

// A turn file that cannot be recorded is as if it had not come also for the file
// of the other side behind it, which was judged by it.
func TestTakeBesideAFault(t *testing.T) {
	first, games := duels(t, 3)
	f := &traffic{t: t}
	for _, id := range games {
		f.turn("Red", 1, id)
		f.turn("Blue", 1, id)
	}
	takeEach(t, first, f.mails)
	var receipt store.Mail
	err := first.store.View(func(tx *store.Tx) error {
		for m, err := range tx.Mails(games[1]) {
			if err != nil {
				return err
			}
			if strings.Contains(m.ID, ".receipt.") {
				receipt = m.Mail
			}
		}
		return nil
	})
	if err != nil || receipt.ID == "" {
		t.Fatal(receipt.ID, err)
	}
	receipt.Raw = []byte("another mail with the identifier of Red's receipt\r\n")
	one, _ := duels(t, 3)
	all, _ := duels(t, 3)
	for _, tb := range []*table{one, all} {
		if err := tb.store.Update(func(tx *store.Tx) error { return tx.Enqueue(receipt) }); err != nil {
			t.Fatal(err)
		}
	}
	takeEach(t, one, f.mails)
	if n, err := all.u.takeAll(context.Background(), f.mails); n != len(f.mails) || err != nil {
		t.Fatal(n, err)
	}
	if got, want := all.dump(), one.dump(); got != want {
		t.Errorf("taken in together:\n%s\none by one:\n%s", got, want)
	}
	if s, err := all.u.Status(games[1]); err != nil || s.Step != 0 || s.Stuck != 1 {
		t.Errorf("step %d was resolved with %d mails stuck, %v; want 0 with 1", s.Step, s.Stuck, err)
	}
}

// A report that cannot be written, which shows only at the end of the transaction, is a fault
// of this program in the mail that it answers and in no other.
func TestTakeAllUnwritten(t *testing.T) {
	one, _ := duels(t, 3)
	all, _ := duels(t, 3)
	for _, tb := range []*table{one, all} {
		err := tb.store.Update(func(tx *store.Tx) error {
			return tx.SetState("duel-2", docket.StateAddress+"Blue", []byte("nowhere"))
		})
		if err != nil {
			t.Fatal(err)
		}
		tb.u.Forget("duel-2")
	}
	f := &traffic{t: t}
	f.turn("Red", 1, "duel-1", "duel-2", "duel-3")
	f.turn("Blue", 1, "duel-1")
	f.turn("Blue", 1, "duel-3")
	f.turn("Red", 2, "duel-1")
	f.add(letter(address["Red"], "late@x", signed(t, "Red", "status duel-2\n")))
	blue := strings.ReplaceAll(file("Blue", 1, 1, "pick 2"), "duel-1", "duel-2")
	f.add(letter(address["Blue"], "bad@x", signed(t, "Blue", blue)))
	takeEach(t, one, f.mails)
	if n, err := all.u.takeAll(context.Background(), f.mails); n != len(f.mails) || err != nil {
		t.Fatal(n, err)
	}
	if got, want := all.dump(), one.dump(); got != want {
		t.Errorf("taken in together:\n%s\none by one:\n%s", got, want)
	}
	for id, want := range map[string][2]int{"duel-1": {2, 0}, "duel-2": {0, 1}, "duel-3": {1, 0}} {
		if s, err := all.u.Status(id); err != nil || [2]int{s.Step, s.Stuck} != want {
			t.Errorf("%s: steps and stuck mails: %d, %d, %v; want %v", id, s.Step, s.Stuck, err, want)
		}
	}
}
