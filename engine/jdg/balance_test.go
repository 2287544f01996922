package jdg

import (
	"flag"
	"math"
	"runtime"
	"sync"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
)

var balanceGames = flag.Int("jdg.balance", 10, "games of Austerlitz that TestBalance plays")

// TestBalance: of 400 games of Austerlitz between two tactical players each
// side wins between 35 and 65 in 100. Fewer games have to come as near to that
// as their number lets one expect. The seeds are 1, 2, 3 …, so the same program
// has the same result always.
func TestBalance(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	wins := map[engine.Side]int{}
	inParallel(*balanceGames, func(i int) {
		g := book.Log{Setup: engine.Setup{Scenario: "austerlitz"}, Seed: uint64(i) + 1}
		err := g.Play(rs, rs.Ahead, func(book.Frame) error { return nil })
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			t.Errorf("seed %d: %v", g.Seed, err)
		}
		wins[g.Outcome.Winner]++
	})
	n := float64(*balanceGames)
	slack := math.Max(0, 1/math.Sqrt(n)-1/math.Sqrt(400)) // two standard errors more
	t.Logf("of %v games the French win %d, the Allies %d, and %d are drawn", n, wins["French"], wins["Allied"],
		wins[""])
	for _, side := range []engine.Side{"French", "Allied"} {
		if share := float64(wins[side]) / n; share < 0.35-slack || share > 0.65+slack {
			t.Errorf("%s wins %d of %v: want %.0f to %.0f in 100", side, wins[side], n, 100*(0.35-slack),
				100*(0.65+slack))
		}
	}
}

// inParallel calls play(0) to play(n-1), as many at once as there are
// processors.
func inParallel(n int, play func(i int)) {
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				play(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
}
