package setup

import (
	"berthier/engine/jdg/data"
	"berthier/engine/lines"
)

// Load reads the bundled tables and scenarios, these in the order of their names.
// replace holds files that take the place of bundled ones, or are added to the
// scenarios, by their names: "tables/fire.csv", "scenarios/austerlitz.txt".
func Load(replace map[string][]byte) (*Tables, []*Scenario, error) {
	files, tableFiles, err := lines.SplitFiles(lines.ScenarioDir, data.Files, replace)
	if err != nil {
		return nil, nil, err
	}
	tables, err := LoadTables(tableFiles)
	if err != nil {
		return nil, nil, err
	}
	scenarios, err := lines.LoadScenarios(files, ParseScenario)
	return tables, scenarios, err
}
