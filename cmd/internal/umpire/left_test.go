package umpire

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/stored"
	"berthier/engine"
	"berthier/store"
)

// weight is what the store and its journal weigh, in bytes: the journal as it is, and
// one that begins with all that the store has.
func (tb *table) weight() (written, stays int64) {
	tb.t.Helper()
	size := func() int64 {
		info, err := os.Stat(store.JournalPath(tb.path))
		if err != nil {
			tb.t.Fatal(err)
		}
		return info.Size()
	}
	written = size()
	if err := tb.store.CutJournal(); err != nil {
		tb.t.Fatal(err)
	}
	return written, size()
}

// What a mail, a step and a game leave behind is what the page "keeping" of the help says.
func TestWhatIsLeft(t *testing.T) {
	tb := campaign(t, "goldbach")
	french, allied := &correspondent{tb: tb, side: "French", by: "Red"},
		&correspondent{tb: tb, side: "Allied", by: "Blue"}
	tb.u.Maps = true
	_, begun := tb.weight()
	t.Logf("a game of Goldbach that begins: %d kB", begun/1000)
	_, before := tb.weight()
	left := func(what string, most int64, do func()) {
		t.Helper()
		do()
		tb.deliver()
		written, after := tb.weight()
		t.Logf("%-42s written %7d, stays %7d bytes", what, written-before, after-before)
		if after-before > most {
			t.Errorf("%s: %d bytes stay, the page says at most %d", what, after-before, most)
		}
		before = after
	}
	n := 0
	stranger := func(from, body string) func() {
		return func() {
			n++
			if err := tb.take(letter(from, fmt.Sprintf("%d@far", n), body)); err != nil {
				t.Fatal(err)
			}
		}
	}
	rubbish := strings.Repeat("Buy now, and pay later. ", 4000)
	left("a mail of a stranger that is answered", 3000, stranger("a@far.example", rubbish))
	left("one more of him, that is not", 10, stranger("a@far.example", rubbish))
	left("a forged mail of a player", 3000, stranger(address["Red"], rubbish))
	left("a question without a signature", 20_500, stranger(address["Red"], "status\nend\n"))
	left("the same mail again", 10, func() { n--; stranger(address["Red"], "status\nend\n")() })
	left("orders, with the receipt", 15_000, func() { french.send() })
	left("orders that replace them", 15_000, func() { french.send("standing square no") })
	left("the orders that complete a step, with both reports", 900_000, func() { allied.send("first kienmay") })
	for i := range 6 {
		s, err := tb.u.Status("goldbach")
		if err != nil {
			t.Fatal(err)
		}
		side := french
		if s.Waiting[0] == "Allied" {
			side = allied
		}
		left(fmt.Sprintf("step %d", i+2), 900_000, func() { side.send() })
	}
	tb.now = tb.now.Add(24 * time.Hour)
	_, whole := tb.weight()
	if _, err := tb.u.Prune(stored.Prune{Before: tb.now}); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	_, log := tb.weight()
	t.Logf("7 steps with their reports: %d kB; without the mails that were sent: %d kB", whole/1000, log/1000)
	if log > 350_000 {
		t.Errorf("%d bytes stay without the mails, the page says some 30 kB for each step", log)
	}
	if _, err := tb.u.Prune(stored.Prune{Games: []stored.PrunedGame{{Game: "goldbach"}}, Before: tb.now,
		Anyway: true}); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	_, empty := tb.weight()
	t.Logf("what stays when all of it was removed: %d bytes", empty)
	if empty > 10_000 {
		t.Errorf("%d bytes stay of nothing", empty)
	}
}

// What the daemon remembers of a game does not grow with the games beside it.
func TestMemoryOfGames(t *testing.T) {
	tb := campaign(t, "goldbach")
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	const games = 10
	before := heap()
	for i := range games {
		s := spec()
		s.Game, s.Ruleset, s.Setup = fmt.Sprintf("game-%d", i), "jdg", engine.Setup{Scenario: "goldbach"}
		s.Players[0].Side, s.Players[1].Side = "Allied", "French"
		if _, err := tb.u.Create(s); err != nil {
			t.Fatal(err)
		}
		if _, err := tb.u.Status(s.Game); err != nil {
			t.Fatal(err)
		}
	}
	tb.deliver()
	tb.got = nil
	each := (heap() - before) / games
	t.Logf("%d kB for each game", each/1000)
	if each > 100_000 {
		t.Errorf("%d bytes are remembered of each game, the page says some 10 kB", each)
	}
	runtime.KeepAlive(tb)
}
