package main

import (
	"testing"

	"berthier/cmd/berthier/testdata/toy"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/origin"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/enginetest"
)

// TestToy: the game of the tests keeps the contract, or it would show nothing.
func TestToy(t *testing.T) {
	enginetest.RunGame(t, toy.Game)
	rs, err := toy.Game.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t, enginetest.Config{Ruleset: rs, Setups: []engine.Setup{toy.Game.First}})
}

// TestChosenScenario: a game that is over can leave it to whoever begins the next one which scenario that is.
func TestChosenScenario(t *testing.T) {
	rs, err := toy.Game.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	var s game.State
	s.Over = &record.Over{}
	if s.Position, err = rs.Decode([]byte("toy short\nround 4 of 3\nstake 1\nscore 2 1\n")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		target, game, scenario string
		fails                  bool
	}{
		{"toy/long", "toy", "long", false},
		{"toy", "toy", "", false},
		{origin.Any, "toy", "", false},
		{"jdg/austerlitz", "", "", true},
	} {
		b, _, game, err := origin.Battle(s, rs, tt.target)
		if game != tt.game || b.Setup.Scenario != tt.scenario || (err != nil) != tt.fails {
			t.Errorf("%s: got game %q, scenario %q, %v; want %q, %q, an error %v", tt.target, game,
				b.Setup.Scenario, err, tt.game, tt.scenario, tt.fails)
		}
	}
}
