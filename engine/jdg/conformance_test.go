package jdg

import (
	"slices"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/enginetest"
)

func TestConformance(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t, enginetest.Config{
		Ruleset: rs,
		Setups: []engine.Setup{
			{Scenario: "goldbach"},
			{Scenario: "goldbach", Options: map[string]string{"ask": "all"}},
			{Scenario: "austerlitz"},
		},
		Games:    2,
		MaxSteps: 60,
		Vary:     vary,
	})
}

func TestGame(t *testing.T) { enginetest.RunGame(t, Game) }

// vary changes what a side may not know: the enemy's face-down orders,
// standing orders and orders when drawn.
func vary(pos engine.Position, side engine.Side, seed uint64) engine.Position {
	p := pos.(*Position).clone()
	own, changed := p.sideOf(side), false
	for i := range p.Groups {
		g := &p.Faces[i]
		if p.sc.Forms[p.Groups[i].Form].Side != own && !g.Revealed {
			g.Orders = OrderStatus((seed >> (i % 60)) & 1)
			changed = true
		}
	}
	for s := range p.Sheets {
		if s != own && p.Phase != GameOver {
			p.Sheets[s] = append(p.Sheets[s], ask.StandingOrder{Kind: "P17", Answer: "no"})
			p.Plans[s] = slices.Clip(p.Plans[s]).With(ask.Plan{For: p.formIDs(s)[0], Again: seed%2 == 0})
			changed = true
		}
	}
	if !changed {
		return nil
	}
	return p
}
