package main

import (
	"errors"
	"flag"
	"math"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/enginetest"
)

var (
	campaigns = flag.Int("campaigns", 5, "how many random campaigns become a battle")
	whole     = flag.Int("campaigns.whole", 2, "how many battles of Commands & Colors are played to the end")
)

// TestBattleOfACampaign: what a game makes of its end, the reader of each target takes, and the
// first turn of the battle can be played; some battles of Commands & Colors, which are short, to
// their end.
func TestBattleOfACampaign(t *testing.T) {
	battles, first := 0, enginetest.Seed(t)
	for _, g := range games {
		rs, err := g.Load(nil)
		if err != nil {
			t.Fatal(err)
		}
		ex, ok := rs.(engine.Exporter)
		if !ok {
			continue
		}
		for i := range *campaigns {
			seed := first + uint64(i)
			end := playedOut(t, book.Simulation{Game: g, Rules: rs, Setup: g.Usual}, seed)
			for _, target := range ex.Targets(end) {
				battles++
				b, err := ex.Export(end, target, "game trial, 9 records")
				if err != nil {
					t.Fatalf("seed %d to %s: %v", seed, target, err)
				}
				turns := 1
				if target == "ccn" && i < *whole {
					turns = math.MaxInt
				}
				playTurns(t, seed, target, b, turns)
			}
		}
	}
	if targets := 2; battles < targets**campaigns {
		t.Errorf("%d battles, want at least %d", battles, targets**campaigns)
	}
}

// playedOut is the end of a random game.
func playedOut(t *testing.T, s book.Simulation, seed uint64) (end engine.Position) {
	t.Helper()
	s.Players = map[engine.Side]engine.Bot{}
	start, err := s.Rules.Start(s.Setup)
	if err != nil {
		t.Fatal(err)
	}
	for _, side := range s.Rules.Sides(start) {
		s.Players[side] = book.Random
	}
	if _, err := s.Play(seed, func(f book.Frame) error { end = f.After; return nil }); err != nil {
		t.Fatalf("%s, seed %d: %v", s.Game.Name, seed, err)
	}
	return end
}

// playTurns plays the first turns of a battle by the best computer players.
func playTurns(t *testing.T, seed uint64, target string, b engine.Battle, turns int) {
	t.Helper()
	g, err := gameNamed(target)
	if err != nil {
		t.Fatal(err)
	}
	rs, err := g.Load(b.Data)
	if err != nil {
		t.Fatalf("seed %d: the reader of %s: %v\n%s", seed, target, err, b.Data)
	}
	start, err := rs.Start(b.Setup)
	if err != nil {
		t.Fatalf("seed %d: %s: %v", seed, target, err)
	}
	players := map[engine.Side]engine.Bot{}
	for _, side := range rs.Sides(start) {
		players[side] = book.Bots(g)[0]
	}
	enough := errors.New("the turns are over")
	s := book.Simulation{Game: g, Rules: rs, Setup: b.Setup, Players: players}
	_, err = s.Play(seed, func(f book.Frame) error {
		if rs.Turn(f.After)-rs.Turn(start) >= turns {
			return enough
		}
		return nil
	})
	if err != nil && !errors.Is(err, enough) {
		t.Errorf("seed %d: a battle of %s: %v", seed, target, err)
	}
}
