package ccn

import (
	"math/rand/v2"
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest"
)

// vary is a position that differs in what is hidden from a side: the cards that it does
// not see, and the standing orders of the other.
func vary(pos engine.Position, side engine.Side, seed uint64) engine.Position {
	p := pos.(*Position).clone()
	rng := rand.New(rand.NewPCG(seed, 1))
	p.Cards = p.Cards.Vary(side, rng.IntN)
	return p
}

func TestSuite(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t, enginetest.Config{Ruleset: rs, Games: 1, MaxSteps: 60, Vary: vary, Setups: []engine.Setup{
		{Scenario: "crossroads"}, {Scenario: "crossroads", Options: map[string]string{"ask": "all"}}}})
}
