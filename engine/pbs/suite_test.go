package pbs

import (
	"math/rand/v2"
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest"
	"berthier/engine/tongue/tonguetest"
)

// vary is a position that differs in what is hidden from a side: the cards that it does not
// see, the plans of the other, and what lies under its cards.
func vary(pos engine.Position, side engine.Side, seed uint64) engine.Position {
	p := pos.(*Position).clone()
	rng := rand.New(rand.NewPCG(seed, 1))
	p.Cards = p.Cards.Vary(side, rng.IntN)
	for s := range p.Armies {
		a := &p.Armies[s]
		for i := range a.Marches {
			if a.Marches[i].Delay > 0 {
				a.Marches[i].Delay = 1 + rng.IntN(6)
			}
		}
		if p.sideName(s) == side {
			continue
		}
		rng.Shuffle(len(p.Plans[s]), func(i, k int) { p.Plans[s][i], p.Plans[s][k] = p.Plans[s][k], p.Plans[s][i] })
		p.Plans[s] = p.Plans[s][:rng.IntN(len(p.Plans[s])+1)]
		for i := range a.Marches {
			a.Marches[i].Side = Sector(2 * rng.IntN(2))
		}
		if len(a.Ambushes) > 1 {
			a.Ambushes[0].Group, a.Ambushes[1].Group = a.Ambushes[1].Group, a.Ambushes[0].Group
		}
	}
	return p
}

func TestSuite(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t, enginetest.Config{Ruleset: rs, Games: 3, MaxSteps: 60, Vary: vary, Setups: []engine.Setup{
		{Scenario: "danube"}, {Scenario: "trebbia", Options: map[string]string{"ask": "all", "weather": "yes",
			"format": "magna", "grid": "r3", "pass": "free"}}}})
}

func TestGame(t *testing.T) { enginetest.RunGame(t, Game) }

func TestWords(t *testing.T) { tonguetest.Words(t, said) }

// TestHelpWords: what each order does is said in every language.
func TestHelpWords(t *testing.T) {
	if lacks := tonguetest.Whole(t, (&Ruleset{}).Verbs()); lacks != nil {
		t.Errorf("not in every language: %q", lacks)
	}
}

func TestCases(t *testing.T) { enginetest.RunCases(t, "testdata/rules", caseOf) }
