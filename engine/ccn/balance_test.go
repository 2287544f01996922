package ccn

import (
	arguments "flag"
	"fmt"
	"math"
	"sync"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
)

var balanceGames = arguments.Int("ccn.balance", 20, "games of each battle that TestBalance plays")

// TestBalance: of 400 games of a battle, or more, between two tactical players each side wins between
// 45 and 55 in 100. Fewer games have to come as near to that as their number lets one
// expect. The crossroads is fixed to the last hex, hand and banner by the list of clauses
// (TS-1), so nothing can be tuned in it; there it is 35 to 65. The seeds are 1, 2, 3 …, so
// the same program has the same result always. No two wait for each other for ever.
func TestBalance(t *testing.T) {
	rs := loaded(t)
	for _, name := range rs.Scenarios() {
		t.Run(name, func(t *testing.T) { balance(t, rs, name) })
	}
}

func balance(t *testing.T, rs *Ruleset, name string) {
	var mu sync.Mutex
	wins := map[engine.Side]int{}
	inParallel(*balanceGames, func(i int) {
		g := book.Log{Setup: engine.Setup{Scenario: name}, Seed: uint64(i) + 1}
		err := g.Play(rs, rs.Tactical, func(f book.Frame) error {
			if turn := f.After.(*Position).Turn; turn > 2*reckless {
				return fmt.Errorf("turn %d, and the players still wait for each other", turn)
			}
			return nil
		})
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			t.Errorf("seed %d: %v", g.Seed, err)
		}
		wins[g.Outcome.Winner]++
	})
	n := float64(*balanceGames)
	t.Logf("of %v games: %v, standard error %.1f in 100", n, wins, 50/math.Sqrt(n))
	slack := math.Sqrt(max(0, 1/n-1.0/400)) // two standard errors of what some of 400 games tell of all
	if name == "crossroads" {
		slack += 0.1
	}
	for _, side := range rs.scenarios[name].Sides {
		if share := float64(wins[side.Name]) / n; share < 0.45-slack || share > 0.55+slack {
			t.Errorf("%s wins %d of %v: want %.0f to %.0f in 100", side.Name, wins[side.Name], n, 100*(0.45-slack),
				100*(0.55+slack))
		}
	}
}
