package setup

import (
	"berthier/engine/ccn/data"
	"berthier/engine/lines"
)

// Load reads the bundled tables and scenarios, these in the order of their names.
// replace holds files that take the place of bundled ones, or are added to the
// scenarios, by their names: "tables/units.csv", "scenarios/crossroads.txt".
func Load(replace map[string][]byte) (*Tables, []*Scenario, error) {
	files, tableFiles, err := lines.SplitFiles(lines.ScenarioDir, data.Files, replace)
	if err != nil {
		return nil, nil, err
	}
	tables, err := LoadTables(tableFiles)
	if err != nil {
		return nil, nil, err
	}
	scenarios, err := lines.LoadScenarios(files, func(name string, text []byte) (*Scenario, error) {
		return ParseScenario(name, text, tables)
	})
	return tables, scenarios, err
}
