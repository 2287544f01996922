package main

import (
	"bytes"
	"slices"
	"testing"

	"berthier/cmd/internal/origin"
	"berthier/engine"
)

// TestRulesOfABattle: a battle that grows out of a campaign is played with the tables that the
// umpire has put in the place of bundled ones, and with all others as they are bundled.
func TestRulesOfABattle(t *testing.T) {
	const name = "tables/units.csv"
	first, err := loadGame("ccn", nil)
	if err != nil {
		t.Fatal(err)
	}
	begun, err := first.Start(engine.Setup{Scenario: "crossroads"})
	if err != nil {
		t.Fatal(err)
	}
	bundled := first.DataText(begun, name)
	own := bytes.Replace(bundled, []byte("Cossack,light-cavalry,LC,cavalry,2,"),
		[]byte("Cossack,light-cavalry,LC,cavalry,3,"), 1)
	scenario := first.DataText(begun, "scenarios/crossroads.txt")
	rs, err := loadGame("ccn", map[string][]byte{name: own})
	if err != nil {
		t.Fatal(err)
	}
	battle, err := origin.Rules(loadGame, rs, map[string][]byte{"scenarios/prebattle.txt": scenario})
	if err != nil {
		t.Fatal(err)
	}
	p, err := battle.Start(engine.Setup{Scenario: "prebattle"})
	if err != nil {
		t.Fatal(err)
	}
	if got := battle.DataText(p, name); !bytes.Equal(got, own) || bytes.Equal(own, bundled) {
		t.Errorf("the table is\n%s", got)
	}
	start, err := rs.Start(engine.Setup{Scenario: "crossroads"})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range rs.Data(start) {
		if d.Name != "scenarios/crossroads.txt" && !slices.Contains(battle.Data(p), d) {
			t.Errorf("the battle has another %s, or calls it otherwise", d.Name)
		}
	}
}
