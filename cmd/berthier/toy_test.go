package main

import (
	"testing"

	"berthier/cmd/berthier/testdata/toy"
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
