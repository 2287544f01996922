package tlm

import (
	"math/rand/v2"
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue/tonguetest"
)

func loaded(t testing.TB) *Ruleset {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// vary is a position that differs in what is hidden from a side: the cards that it does not
// see, the standing orders of the other, and what is in which of its Armies.
func vary(pos engine.Position, side engine.Side, seed uint64) engine.Position {
	p := pos.(*Position).clone()
	rng := rand.New(rand.NewPCG(seed, 1))
	p.Cards = p.Cards.Vary(side, rng.IntN)
	for s := range p.Sheets {
		if p.sideName(s) == side {
			continue
		}
		p.Sheets[s] = p.Sheets[s][:rng.IntN(len(p.Sheets[s])+1)]
		for range 4 {
			p.swap(s, rng.IntN)
		}
	}
	return p
}

// swap exchanges two units of Armies of the same nation, so that each holds what it held.
func (p *Position) swap(side int, below func(int) int) {
	var inside []Group
	for _, g := range p.Groups {
		if a := p.armyOf(g.Place); a >= 0 && g.Unit.Nation.Side() == side && g.Unit.Nation == p.Armies[a].Nation &&
			g.Unit.Kind <= setup.Infantry+2 {
			inside = append(inside, g)
		}
	}
	if len(inside) < 2 {
		return
	}
	a, b := inside[below(len(inside))], inside[below(len(inside))]
	if a.Place == b.Place || a.Unit.Nation != b.Unit.Nation {
		return
	}
	p.shift(a.Unit, 1, a.Place, b.Place, a.State, b.State)
	p.shift(b.Unit, 1, b.Place, a.Place, b.State, a.State)
}

func TestSuite(t *testing.T) {
	rs := loaded(t)
	enginetest.Run(t, enginetest.Config{Ruleset: rs, Games: 2, MaxSteps: 40, Vary: vary, Setups: []engine.Setup{
		{Scenario: "marne"}, {Scenario: "friedensturm", Options: map[string]string{"ask": "all", "artillery": "uk"}},
		{Scenario: "verdun", Options: map[string]string{"strengths": "shown"}}, {Scenario: "campaign"}}})
}

func TestGame(t *testing.T) { enginetest.RunGame(t, Game) }

func TestWords(t *testing.T) { tonguetest.Words(t, said) }

func TestCases(t *testing.T) { enginetest.RunCases(t, "testdata/rules", caseOf) }
