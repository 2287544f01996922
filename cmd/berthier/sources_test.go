package main

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/templates"
)

// eachScenario begins a game of each scenario of all games.
func eachScenario(t *testing.T, do func(rs engine.Ruleset, scenario string, p engine.Position)) {
	t.Helper()
	for _, game := range games {
		rs, err := loadGame(game.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, scenario := range rs.Scenarios() {
			setup := game.First
			setup.Scenario = scenario
			p, err := rs.Start(setup)
			if err != nil {
				t.Fatal(err)
			}
			do(rs, scenario, p)
		}
	}
}

// TestSourcesInAllLanguages: each file that a game is played by says in the language of the reader where it is from.
func TestSourcesInAllLanguages(t *testing.T) {
	said := map[string]bool{}
	eachScenario(t, func(rs engine.Ruleset, _ string, p engine.Position) {
		for _, d := range rs.Data(p) {
			said[d.Source] = true
		}
	})
	if len(said) < 20 {
		t.Errorf("the games name %d sources", len(said))
	}
	for source := range said {
		for _, l := range tongue.Languages() {
			m := templates.Mail{Game: templates.Game{ID: "test-1", Language: l},
				Report: engine.Report{Title: tongue.Name("Test")},
				Data:   []engine.DataFile{{Name: "tables/one.csv", Source: source}}}
			text, _, err := templates.Details(m)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(strings.Fields(string(text)), " ")
			if strings.Contains(got, source) != (l == tongue.En) {
				t.Errorf("%s: %q in\n%s", l, source, text)
			}
		}
	}
}

// TestBattlesInAllLanguages: reports and maps call each scenario by its title in the language of the reader.
func TestBattlesInAllLanguages(t *testing.T) {
	eachScenario(t, func(rs engine.Ruleset, scenario string, p engine.Position) {
		english := engine.ScenarioTitle(rs, scenario).String()
		titles := map[string]tongue.Text{
			"report": engine.Tell(rs, p, p, nil, "").Title,
			"map":    engine.Show(rs.(engine.Mapper), p, nil, "").Title,
		}
		for what, title := range titles {
			for _, l := range tongue.Languages() {
				if got := title.In(l); strings.Contains(got, english) != (l == tongue.En) {
					t.Errorf("%s of %s in %s: got %q", what, scenario, l, got)
				}
			}
		}
	})
}
