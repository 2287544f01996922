package jdg

import (
	"testing"

	"berthier/engine/jdg/data"
)

// scenarioFile reads a bundled scenario.
func scenarioFile(t testing.TB, name string) *Scenario {
	t.Helper()
	text, err := data.Files.ReadFile("scenarios/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	s, err := ParseScenario(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestScenarioGoldbach(t *testing.T) { scenarioFile(t, "goldbach") }
