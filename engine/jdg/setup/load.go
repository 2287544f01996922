package setup

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"berthier/engine/jdg/data"
	"berthier/engine/lines"
)

const scenarioDir = "scenarios/"

// Load reads the bundled tables and scenarios, these in the order of their names.
// replace holds files that take the place of bundled ones, or are added to the
// scenarios, by their names: "tables/fire.csv", "scenarios/austerlitz.txt".
func Load(replace map[string][]byte) (*Tables, []*Scenario, error) {
	tableFiles, texts := map[string][]byte{}, map[string][]byte{}
	names, err := fs.Glob(data.Files, scenarioDir+"*.txt")
	if err != nil {
		return nil, nil, err
	}
	for _, n := range names {
		if texts[n], err = fs.ReadFile(data.Files, n); err != nil {
			return nil, nil, err
		}
	}
	for n, text := range replace {
		if strings.HasPrefix(n, scenarioDir) && strings.HasSuffix(n, ".txt") {
			texts[n] = text
		} else {
			tableFiles[n] = text
		}
	}
	tables, err := LoadTables(tableFiles)
	if err != nil {
		return nil, nil, err
	}
	var scenarios []*Scenario
	for _, n := range slices.Sorted(maps.Keys(texts)) {
		sc, err := ParseScenario(strings.TrimSuffix(strings.TrimPrefix(n, scenarioDir), ".txt"), texts[n])
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", n, err)
		}
		if _, replaced := replace[n]; !replaced {
			sc.Source, sc.Own = lines.OwnSource, true
		}
		scenarios = append(scenarios, sc)
	}
	return tables, scenarios, nil
}
