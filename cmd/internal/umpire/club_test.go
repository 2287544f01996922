package umpire

import (
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/record"
	"berthier/store"
)

// A word to all games is one letter to each player, stands in each log, and goes out once.
func TestAnnounceToAll(t *testing.T) {
	tb := club(t)
	s := spec()
	s.Game, s.Players[1].Address, s.Players[1].Name = "other", "lannes@example.org", "Jean Lannes"
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	text := "announce all\nWe meet on Friday.\nendannounce\nend\n"
	got := tb.command(text)
	has(t, got, "3 players of 7 games get this", "lannes@example.org A word from the umpire", "We meet on Friday.",
		"You play in late, new, older, paused and waits.",
		"You play in late, left, new, older, other, paused and waits.", "You play in other.")
	if len(got) != 4 {
		t.Errorf("%d mails: %s", len(got), titles(got))
	}
	has(t, tb.command(text), "carried out before")
	has(t, tb.command("announce al\nHello\nendannounce\nend\n"), `there is no game "al"`)
	has(t, tb.command("keys late\nannounce all\nHello\nendannounce\nend\n"), "in a mail of its own")
	if a, err := tb.u.Do("", "announce all\nHello"); err != nil || !strings.Contains(a.Text, "3 players of 7 games") {
		t.Errorf("at the machine: %q, %v", a.Text, err)
	}
	for game, want := range map[string]int{"late": 2, "other": 2, "over": 0} {
		err := tb.store.View(func(tx *store.Tx) error {
			n := 0
			for r, err := range tx.Records(game, 1) {
				if err != nil {
					return err
				}
				if r.Kind == record.KindAnnounce {
					n++
				}
			}
			if n != want {
				t.Errorf("%s: %d records, want %d", game, n, want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A reminder by the umpire goes to those who owe orders, with what they owe.
func TestRemindByCommand(t *testing.T) {
	tb := club(t)
	to := func(game string) (all []string) {
		for _, m := range tb.command("remind " + game + "\nend\n") {
			all = append(all, m.To[0].Address+" "+m.Subject)
		}
		slices.Sort(all)
		return all
	}
	for game, want := range map[string]string{
		"waits": "chief@example.org [waits] remind, ney@example.net [waits] your orders are still missing",
		"late": "chief@example.org [late] remind, kutuzov@example.com [late] your orders are late, ney@example.net " +
			"[late] your orders are late",
		"left": "chief@example.org [left] remind, kutuzov@example.com [left] your orders are still missing",
		"new":  "chief@example.org [new] your commands were not carried out",
		"over": "chief@example.org [over] your commands were not carried out",
		"paused": "chief@example.org [paused] remind, kutuzov@example.com [paused] your orders are still missing, " +
			"ney@example.net [paused] your orders are still missing",
	} {
		if got := strings.Join(to(game), ", "); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", game, got, want)
		}
	}
	has(t, tb.command("remind late Blue\nend\n"), "Reminded: Blue.", "turn: 1", "Orders are taken until")
	has(t, tb.command("remind waits Blue\nend\n"), "nobody who could be reminded owes orders")
	has(t, tb.command("remind late Blu\nend\n"), "did you mean Blue?")
}
