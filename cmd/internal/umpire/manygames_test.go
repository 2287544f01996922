package umpire

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"berthier/mail/sign"
	"berthier/store"
)

// TestMailsDoNotGrowWithGames: what a mail allocates, and a look at what is due, does not grow with the games of the
// store: nothing walks through all of them. Each mail is of a kind of its own, and looks for something else.
func TestMailsDoNotGrowWithGames(t *testing.T) {
	tb := newTable(t)
	made := 0
	grow := func(to int) {
		t.Helper()
		err := tb.u.With(func() error {
			return tb.u.Store.Together(func() error {
				for ; made < to; made++ {
					s := spec()
					s.Game, s.Deadline = fmt.Sprintf("duel-%d", made), "7d"
					key, err := sign.GenerateKey("")
					if err != nil {
						return err
					}
					s.Players[0].Key, s.Players[0].Address = key.Public().String(),
						fmt.Sprintf("blue%d@example.com", made)
					if made > 1 {
						s.Players[1].Key, s.Players[1].Address = "", fmt.Sprintf("red%d@example.com", made)
					}
					_, b, err := tb.u.Begin(s)
					if err == nil {
						err = tb.u.Commit(b)
					}
					if err != nil {
						return err
					}
				}
				return nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		tb.deliver()
		if err := errors.Join(tb.u.Resume(), tb.u.Tick(tb.now)); err != nil {
			t.Fatal(err)
		}
	}
	ask := func(name, raw string) func(n int) error {
		return func(n int) error { return tb.take([]byte(strings.ReplaceAll(raw, "NUMBER", fmt.Sprint(name, n)))) }
	}
	mail := func(from, text string) string {
		return "From: " + from + "\nTo: " + own + "\nMessage-ID: <NUMBER@home>\nSubject: x\n\n" + text + "\n"
	}
	key, err := sign.GenerateKey("")
	if err != nil {
		t.Fatal(err)
	}
	unknown, err := sign.Inline(key, []byte("game: duel-1\n\npick 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	works := map[string]func(n int) error{
		"orders": func(n int) error {
			return tb.take(letter(address["Red"], fmt.Sprint("orders", n, "@home"),
				signed(t, "Red", file("Red", 1, 1, fmt.Sprint("pick ", n)))))
		},
		"a quoted link": ask("link", mail("x@y.example", "> "+strings.Repeat("ab", 32)+" NUMBER")),
		"a code":        ask("code", mail("x@y.example", "AAAA-BBBB-CCCC NUMBER")),
		"a stranger":    ask("stranger", mail("stranger@y.example", "hello NUMBER")),
		"another key":   ask("key", mail("x@y.example", string(unknown)+"\nNUMBER")),
		"a look at clocks": func(int) error {
			tb.u.Looked(nil)
			_, _, err := tb.u.NextDue()
			return errors.Join(err, tb.u.Tick(tb.now))
		},
		"a look for rounds": func(int) error { _, err := tb.u.DrawDue(context.Background(), nil); return err },
		"a fault": func(int) error {
			tb.u.Breaking = func(int) error { return store.ErrNotWritten }
			defer func() { tb.u.Breaking = nil }()
			err := tb.take(letter(address["Red"], "fault@home", signed(t, "Red", file("Red", 1, 1, "pick 3"))))
			if !errors.Is(err, store.ErrNotWritten) {
				return fmt.Errorf("it is written: %w", err)
			}
			return tb.u.FindSeats()
		},
	}
	cost := func(first int) map[string]uint64 {
		costs := map[string]uint64{}
		for name, do := range works {
			var all []uint64
			for n := range 4 {
				var err error
				_, objects := allocated(func() { err = do(first + n) })
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				all = append(all, objects)
			}
			costs[name] = least(all)
		}
		return costs
	}
	grow(10)
	cost(0) // what is done once
	few := cost(10)
	grow(400)
	many := cost(20)
	for name := range works {
		t.Logf("%s: %d allocations with 10 games, %d with 400", name, few[name], many[name])
		if is, was := many[name], few[name]; is > was+was/10+100 {
			t.Errorf("%s makes %d allocations with 10 games and %d with 400", name, was, is)
		}
	}
	stranger := tb.ask("new@y.example", "games\nend\n")
	has(t, stranger, "duel-1", fmt.Sprint(made-200, " more games are not listed"))
	if n := len(stranger[0].Text); n > 30_000 {
		t.Errorf("the list for a stranger has %d bytes", n)
	}
}
