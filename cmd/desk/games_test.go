package main

import (
	"os"
	"regexp"
	"testing"
)

// The page plays every game that the program has.
func TestAllGames(t *testing.T) {
	table, err := os.ReadFile("../berthier/games.go")
	if err != nil {
		t.Fatal(err)
	}
	games := regexp.MustCompile(`\n\t(\w+)\.Game,`).FindAllSubmatch(table, -1)
	if len(games) < 2 {
		t.Fatalf("found %d games", len(games))
	}
	for _, g := range games {
		if rules, err := load(string(g[1]), nil); err != nil || rules.Name() != string(g[1]) {
			t.Errorf("%s: %v", g[1], err)
		}
	}
}
