package tlm

import (
	arguments "flag"
	"math"
	"runtime"
	"sync"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/tlm/setup"
)

var balanceGames = arguments.Int("tlm.balance", 20, "games of each scenario that TestBalance plays")

// TestBalance: of 400 games of a scenario, or more, between two computer players at least half are
// decided, and of these each side wins between 45 and 55 in 100. Fewer games have to come as near to
// that as their number lets one expect. The seeds are 1, 2, 3 …, so the same program has the same
// result always. Each game comes to its end.
func TestBalance(t *testing.T) {
	rs := loaded(t)
	for _, name := range rs.Scenarios() {
		t.Run(name, func(t *testing.T) { balance(t, rs, name) })
	}
}

func balance(t *testing.T, rs *Ruleset, name string) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	wins, steps, room := map[engine.Side]int{}, 0, make(chan bool, runtime.GOMAXPROCS(0))
	for i := range *balanceGames {
		wg.Go(func() {
			room <- true
			defer func() { <-room }()
			g := book.Log{Setup: engine.Setup{Scenario: name}, Seed: uint64(i) + 1}
			err := g.Play(rs, rs.General, func(book.Frame) error { return nil })
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Errorf("seed %d: %v", g.Seed, err)
			}
			steps += len(g.Steps)
			wins[g.Outcome.Winner]++
		})
	}
	wg.Wait()
	n := float64(*balanceGames)
	decided := n - float64(wins[""])
	t.Logf("of %v games: %v, standard error %.1f in 100 of those decided; %d steps a game", n, wins,
		50/math.Sqrt(decided), steps / *balanceGames)
	slack := max(0, 1/math.Sqrt(n)-1/math.Sqrt(400)) // two standard errors more
	if decided/n < 0.5-slack {
		t.Errorf("%.0f in 100 are decided, want %.0f", 100*decided/n, 100*(0.5-slack))
	}
	slack = max(0, 1/math.Sqrt(max(decided, 1))-1/math.Sqrt(400))
	for side, name := range setup.SideNames {
		share := float64(wins[engine.Side(name)]) / max(decided, 1)
		if share < 0.45-slack || share > 0.55+slack {
			t.Errorf("%s wins %.0f in 100: want %.0f to %.0f", setup.SideNames[side], 100*share, 100*(0.45-slack),
				100*(0.55+slack))
		}
	}
}
