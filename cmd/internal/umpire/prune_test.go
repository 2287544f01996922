package umpire

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/stored"
	"berthier/engine"
	"berthier/store"
)

// whole is an archive of a game, as Prune wants to know it.
func (tb *table) whole(game string) stored.PrunedGame {
	tb.t.Helper()
	g := stored.PrunedGame{Game: game, Archive: strings.Repeat("ab", 32)}
	err := tb.store.View(func(tx *store.Tx) error {
		tree, err := tx.Tree(game)
		root := tree.Root()
		g.Records, g.Root = tree.Size(), hex.EncodeToString(root[:])
		return err
	})
	if err != nil {
		tb.t.Fatal(err)
	}
	return g
}

// declare sends a mail of one signed command, and gives it.
func (tb *table) declare(game string, side engine.Side, command string) []byte {
	tb.t.Helper()
	raw := letter(address[side], fmt.Sprintf("%s.%s.%s@home", command, side, game),
		signed(tb.t, side, fmt.Sprintf("game: %s\nside: %s\n\n%s\nend\n", game, side, command)))
	if err := tb.take(raw); err != nil {
		tb.t.Fatal(err)
	}
	return raw
}

// concede gives a game up and says that it is meant; the mails that follow wait.
func (tb *table) concede(game string, side engine.Side) [][]byte {
	tb.t.Helper()
	asks := tb.declare(game, side, "concede")
	return [][]byte{asks, tb.declare(game, side, "concede "+sureCode(tb.t, tb.deliver()))}
}

// size is the number of records of a game; 0 if there is none.
func (tb *table) size(game string) (n uint64) {
	tb.t.Helper()
	err := tb.store.View(func(tx *store.Tx) (err error) {
		n, err = tx.LastSeq(game)
		return err
	})
	if err != nil && !errors.Is(err, store.ErrNoGame) {
		tb.t.Fatal(err)
	}
	return n
}

func (tb *table) diary() (text string) {
	tb.t.Helper()
	err := tb.store.View(func(tx *store.Tx) error {
		for e, err := range tx.Diary() {
			if err != nil {
				return err
			}
			text += e.Kind + ": " + e.Text + "\n"
		}
		return nil
	})
	if err != nil {
		tb.t.Fatal(err)
	}
	return text
}

// A finished game goes with all that belongs to it, and nothing that counted once counts
// again: not in it, which cannot begin anew, nor in a game that goes on.
func TestPrune(t *testing.T) {
	tb := newTable(t)
	tb.create()
	second := spec()
	second.Game = "duel-2"
	if _, err := tb.u.Create(second); err != nil {
		t.Fatal(err)
	}
	tb.now = tb.now.Add(time.Hour)
	var old [][]byte
	for _, side := range []engine.Side{"Red", "Blue"} {
		raw := letter(address[side], string(side)+"-1@home", signed(t, side, file(side, 1, 1, "pick 3")))
		if err := tb.take(raw); err != nil {
			t.Fatal(err)
		}
		old = append(old, raw)
	}
	old = append(old, tb.declare("duel-2", "Red", "draw"), tb.declare("duel-2", "Red", "draw no"))
	refused := func(why string, p stored.Prune) {
		t.Helper()
		_, err := tb.u.Prune(p)
		if !errors.As(err, &amiss.Refusal{}) || !strings.Contains(err.Error(), why) {
			t.Errorf("got %v, want …%s…", err, why)
		}
	}
	refused("goes on", stored.Prune{Games: []stored.PrunedGame{tb.whole("duel-1")}})
	old = append(old, tb.concede("duel-1", "Red")...)
	refused("mails wait", stored.Prune{Games: []stored.PrunedGame{tb.whole("duel-1")}})
	tb.deliver()
	refused("no archive of it was named", stored.Prune{Games: []stored.PrunedGame{{Game: "duel-1"}}})
	other := tb.whole("duel-2")
	other.Game = "duel-1"
	refused("has another log", stored.Prune{Games: []stored.PrunedGame{other}})
	refused("has another log", stored.Prune{Games: []stored.PrunedGame{other}, Anyway: true})
	if _, err := tb.u.Prune(stored.Prune{Games: []stored.PrunedGame{{Game: "duel-9"}}}); !errors.Is(err,
		store.ErrNoGame) {
		t.Errorf("an unknown game: got %v", err)
	}
	if tb.diary() != "" {
		t.Errorf("nothing was removed, but the diary has\n%s", tb.diary())
	}

	want := tb.whole("duel-1")
	tb.now = tb.now.AddDate(2, 0, 0)
	done, err := tb.u.Prune(stored.Prune{Games: []stored.PrunedGame{want}, Before: tb.now.AddDate(-1, 0, 0)})
	if err != nil || len(done.Games) != 1 || done.Games[0].Records != want.Records || done.Mails == 0 ||
		done.Marks != 0 {
		t.Fatalf("got %+v, %v", done, err)
	}
	for _, told := range []string{"Game duel-1 was removed, with", want.Root, want.Archive, "were removed"} {
		if !strings.Contains(tb.diary(), told) {
			t.Errorf("the diary does not say %q:\n%s", told, tb.diary())
		}
	}
	journal, err := os.ReadFile(store.JournalPath(tb.path))
	if err != nil || strings.Contains(string(journal), "games/duel-1/") {
		t.Errorf("the journal still has the game, %v", err)
	}
	if _, err := tb.u.Status("duel-1"); !errors.Is(err, store.ErrNoGame) {
		t.Errorf("it is still there: %v", err)
	}
	if _, err := tb.u.Create(spec()); !errors.Is(err, store.ErrGameExists) {
		t.Errorf("it begins anew: %v", err)
	}
	tb.deliver()
	// All mails come again, after a restart and in a mailbox that was moved.
	for _, restart := range []bool{false, true} {
		if restart {
			tb.restart()
		}
		before := tb.size("duel-2")
		for i, raw := range old {
			for _, raw := range [][]byte{raw, []byte("Received: from elsewhere\r\n" + string(raw)),
				[]byte(strings.Replace(string(raw), "@home>", "@there>", 1))} {
				if err := tb.take(raw); err != nil {
					t.Fatal(err)
				}
				if tb.size("duel-1") != 0 || tb.size("duel-2") != before {
					t.Fatalf("mail %d counted again", i)
				}
			}
		}
	}
	tb.deliver()
	// The other game goes on, and goes when it is over; then its marks go too.
	tb.concede("duel-2", "Blue")
	tb.deliver()
	done, err = tb.u.Prune(stored.Prune{Games: []stored.PrunedGame{tb.whole("duel-2")},
		Before: tb.now.AddDate(-1, 0, 0)})
	if err != nil || done.Marks == 0 {
		t.Errorf("got %+v, %v", done, err)
	}
	if _, err := tb.u.Prune(stored.Prune{}); err != nil {
		t.Error(err)
	}
	if names, err := tb.u.Games(); len(names) != 0 || err != nil {
		t.Errorf("left are %q, %v", names, err)
	}
	for _, raw := range old {
		if err := tb.take(raw); err != nil {
			t.Fatal(err)
		}
	}
}

// What must stay by itself goes if the umpire says so.
func TestPruneAnyway(t *testing.T) {
	tb := clocked(t, "1d; remind never")
	if _, err := tb.u.Prune(stored.Prune{Games: []stored.PrunedGame{{Game: "duel-1"}}, Anyway: true}); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := tb.u.NextDue(); ok || err != nil {
		t.Errorf("its clocks run on, %v", err)
	}
	tb.now = tb.now.AddDate(0, 1, 0)
	tb.tick()
	if len(tb.got) != 1 || !strings.Contains(flat(tb.got[0].Text), "no archive of it was named") {
		t.Errorf("sent was %s", titles(tb.got))
	}
}
