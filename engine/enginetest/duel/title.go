package duel

// ScenarioTitle implements engine.Titler.
func (d Ruleset) ScenarioTitle(scenario string) string {
	if d.is("scenario without a title") {
		return ""
	}
	return "A duel of " + scenario + " rounds"
}
