package jdg

import "berthier/engine/jdg/setup"

// Load makes the ruleset from the embedded tables and scenarios. replace
// holds files that take the place of embedded ones, or are added to the
// scenarios, by their names: "tables/fire.csv", "scenarios/austerlitz.txt".
func Load(replace map[string][]byte) (*Ruleset, error) {
	tables, scenarios, err := setup.Load(replace)
	if err != nil {
		return nil, err
	}
	return New(tables, scenarios...), nil
}
