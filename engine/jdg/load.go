package jdg

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"berthier/engine/jdg/data"
	"berthier/engine/jdg/setup"
)

const scenarioDir = "scenarios/"

// Load makes the ruleset from the embedded tables and scenarios. replace
// holds files that take the place of embedded ones, or are added to the
// scenarios, by their names: "tables/fire.csv", "scenarios/austerlitz.txt".
func Load(replace map[string][]byte) (*Ruleset, error) {
	tableFiles, texts := map[string][]byte{}, map[string][]byte{}
	names, err := fs.Glob(data.Files, scenarioDir+"*.txt")
	if err != nil {
		return nil, err
	}
	for _, n := range names {
		if texts[n], err = fs.ReadFile(data.Files, n); err != nil {
			return nil, err
		}
	}
	for n, text := range replace {
		if strings.HasPrefix(n, scenarioDir) && strings.HasSuffix(n, ".txt") {
			texts[n] = text
		} else {
			tableFiles[n] = text
		}
	}
	tables, err := setup.LoadTables(tableFiles)
	if err != nil {
		return nil, err
	}
	var scenarios []*setup.Scenario
	for _, n := range slices.Sorted(maps.Keys(texts)) {
		sc, err := setup.ParseScenario(strings.TrimSuffix(strings.TrimPrefix(n, scenarioDir), ".txt"), texts[n])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", n, err)
		}
		scenarios = append(scenarios, sc)
	}
	return New(tables, scenarios...), nil
}
