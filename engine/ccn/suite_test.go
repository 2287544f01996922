package ccn

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest"
)

// vary is a position that differs in what is hidden from a side: the cards that it does
// not see, when and where the other arrives, and the standing orders of the other.
func vary(pos engine.Position, side engine.Side, seed uint64) engine.Position {
	p := pos.(*Position).clone()
	rng := rand.New(rand.NewPCG(seed, 1))
	p.Cards = p.Cards.Vary(side, rng.IntN)
	p.Arrivals = slices.Clone(p.Arrivals)
	for i := range p.Arrivals {
		if a := &p.Arrivals[i]; p.sideName(a.Side) != side {
			a.Left, a.Turn = !a.Left, max(a.Turn, p.ownTurn()+1)+rng.IntN(3)
		}
	}
	return p
}

func TestSuite(t *testing.T) {
	rs, march := marching(t)
	enginetest.Run(t, enginetest.Config{Ruleset: rs, Games: 1, MaxSteps: 60, Vary: vary, Setups: []engine.Setup{
		{Scenario: "crossroads"}, {Scenario: "crossroads", Options: map[string]string{"ask": "all"}}, march}})
}

// marching is a battle that a Pre Battle has come to, in which a corps arrives in turn 3.
func marching(t *testing.T) (*Ruleset, engine.Setup) {
	t.Helper()
	scenario, err := os.ReadFile("testdata/prebattle.txt")
	if err != nil {
		t.Fatal(err)
	}
	arrivals, err := os.ReadFile("testdata/arrivals.txt")
	if err != nil {
		t.Fatal(err)
	}
	rs, err := Load(map[string][]byte{"scenarios/prebattle.txt": scenario})
	if err != nil {
		t.Fatal(err)
	}
	return rs, engine.Setup{Scenario: "prebattle", Options: map[string]string{"ask": "all"},
		Files: map[string][]byte{"arrivals.txt": arrivals}}
}
