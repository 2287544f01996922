package setup

import (
	"fmt"

	"berthier/engine/ccn/data"
	"berthier/engine/lines"
)

// Load reads the bundled tables and scenarios, these in the order of their names.
// replace holds files that take the place of bundled ones, or are added to the
// scenarios, by their names: "tables/units.csv", "scenarios/crossroads.txt".
func Load(replace map[string][]byte) (*Tables, []*Scenario, error) {
	files, tableFiles, err := lines.SplitFiles(data.Files, replace)
	if err != nil {
		return nil, nil, err
	}
	tables, err := LoadTables(tableFiles)
	if err != nil {
		return nil, nil, err
	}
	var scenarios []*Scenario
	for _, f := range files {
		sc, err := ParseScenario(f.Name, f.Text, tables)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", f.Path(), err)
		}
		if f.Bundled {
			sc.Source, sc.Own = lines.OwnSource, true
		}
		scenarios = append(scenarios, sc)
	}
	return tables, scenarios, nil
}
