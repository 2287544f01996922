package main

import (
	"strings"
	"testing"

	"berthier/cmd/berthier/testdata/toy"
	"berthier/engine"
	"berthier/engine/enginetest"
)

// named is a ruleset under another name.
type named struct {
	engine.Ruleset
	name string
}

func (n named) Name() string { return n.name }

// TestFindScenario: a scenario is found by its name, and by that of its game before it
// where several games have one of the name.
func TestFindScenario(t *testing.T) {
	rs, err := toy.Game.Load(map[string][]byte{"tables/rounds.txt": []byte("one 1\nshort 3\n")})
	if err != nil {
		t.Fatal(err)
	}
	all := []engine.Ruleset{named{rs, "a"}, named{rs, "b"}}
	rs, err = toy.Game.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	all = append(all, rs)
	if got, want := joined(scenarioNames(all)), "a/one, a/short, b/one, b/short, long, toy/short"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, tt := range []struct{ text, game, name, err string }{
		{"long", "toy", "long", ""},
		{"toy/long", "toy", "long", ""},
		{"b/one", "b", "one", ""},
		{"one", "", "", `several games have a scenario "one"`},
		{"toy/one", "", "", `no scenario "toy/one"`},
		{"c/short", "", "", `no scenario "c/short"`},
		{"", "", "", `no scenario ""`},
	} {
		rs, name, err := findScenario(all, tt.text)
		switch {
		case tt.err != "":
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%q: got %v, want %s", tt.text, err, tt.err)
			}
		case err != nil || rs.Name() != tt.game || name != tt.name:
			t.Errorf("%q: got %v, %s, %v, want %s of %s", tt.text, rs, name, err, tt.name, tt.game)
		}
	}
}

// TestToy: the game of the tests keeps the contract, or it would show nothing.
func TestToy(t *testing.T) {
	rs, err := toy.Game.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t, enginetest.Config{Ruleset: rs, Setups: []engine.Setup{toy.Game.First}})
}
