package pbs

import (
	"flag"
	"os"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/enginetest"
)

// TestExample: the worked example of the export comes out as the specification has it.
func TestExample(t *testing.T) {
	text, err := os.ReadFile("testdata/rules/9-worked-example.txtar")
	if err != nil {
		t.Fatal(err)
	}
	position, orders := exampleOf(string(text))
	rs, p, err := ReadCase([]byte(position))
	if err != nil {
		t.Fatal(err)
	}
	events, err := rs.Resolve(p, orders, engine.NewForced(3))
	if err != nil {
		t.Fatal(err)
	}
	for target, file := range map[string]string{"jdg": "testdata/example.txt", "ccn": "testdata/example-ccn.txt"} {
		battle, err := rs.Export(rs.Apply(p, events), target, "game c-1, checkpoint 12")
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got := string(battle.Data["scenarios/prebattle.txt"]) + string(battle.Setup.Files["arrivals.txt"])
		if got != string(want) {
			t.Errorf("%s: got\n%s", target, got)
		}
	}
}

// exampleOf takes the position and the orders out of a case.
func exampleOf(text string) (position string, orders []engine.Orders) {
	_, rest, _ := strings.Cut(text, "-- position --\n")
	position, rest, _ = strings.Cut(rest, "-- orders French --\n")
	french, rest, _ := strings.Cut(rest, "-- orders Allied --\n")
	allied, _, _ := strings.Cut(rest, "-- dice --\n")
	for i, body := range []string{french, allied} {
		o := engine.Orders{Side: []engine.Side{"French", "Allied"}[i]}
		for n, l := range strings.Split(strings.TrimSpace(body), "\n") {
			o.Lines = append(o.Lines, engine.Order{Words: strings.Fields(l)}.Arrived(n+1))
		}
		orders = append(orders, o)
	}
	return position, orders
}

// campaigns plays random campaigns of a scenario, and hands the battles that they come to to watch.
func campaigns(t *testing.T, rs *Ruleset, n int, setup engine.Setup, watch func(seed uint64, data []byte)) {
	t.Helper()
	players := map[engine.Side]engine.Bot{}
	start, err := rs.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	for _, side := range rs.Sides(start) {
		players[side] = book.Random
	}
	s := book.Simulation{Game: Game, Rules: rs, Setup: setup, Players: players}
	first := enginetest.Seed(t)
	for i := range uint64(n) {
		seed := first + i
		if _, err := s.Play(seed, func(f book.Frame) error {
			if !rs.Outcome(f.After).Over || watch == nil {
				return nil
			}
			battle, err := rs.Export(f.After, "jdg", "game c-1")
			watch(seed, battle.Data["scenarios/prebattle.txt"])
			return err
		}); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

var many = flag.Int("pbs.campaigns", 30, "how many random campaigns are played")

// TestRandomCampaigns: random campaigns come to their end, and those of 1805 become a battle.
func TestRandomCampaigns(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	n, exports := *many, 0
	campaigns(t, rs, n/2, engine.Setup{Scenario: "danube"}, func(uint64, []byte) { exports++ })
	if exports != n/2 {
		t.Errorf("got %d battles, want %d", exports, n/2)
	}
	campaigns(t, rs, n/2, engine.Setup{Scenario: "trebbia", Options: map[string]string{"ask": "all",
		"weather": "yes", "format": "magna", "grid": "r3", "pass": "free"}}, nil)
}
