package duel

import "berthier/engine/tongue"

// ScenarioTitle implements engine.Titler.
func (d Ruleset) ScenarioTitle(scenario string) tongue.Text {
	if d.is("scenario without a title") {
		return tongue.Text{}
	}
	return tongue.Name("A duel of " + scenario + " rounds")
}
