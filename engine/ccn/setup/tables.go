package setup

import (
	"berthier/engine/ccn/data"
	"berthier/engine/lines"
)

// Tables are the charts of the game, read from the data files.
type Tables struct {
	lines.Charts // in the order of the package doc

	Ground [NumTerrains]TerrainRow
	Cards  [NumCards]CardRow

	kinds     []Kind
	artillery map[battery][maxRange]int
}

// tableFiles are the files of the tables in the order of Tables.Files.
var tableFiles = []lines.TableFile[Tables]{
	{Name: "tables/units.csv", Columns: unitColumns, Read: (*Tables).readUnits},
	{Name: "tables/artillery.csv", Columns: "guns,blocks,moved,1,2,3,4,5", Read: (*Tables).readArtillery},
	{Name: "tables/terrain.csv", Columns: terrainColumns, Read: (*Tables).readTerrain},
	{Name: "tables/cards.csv", Columns: cardColumns, Read: (*Tables).readCards},
}

// LoadTables reads the bundled tables. A file in replace, under a name such as
// "tables/units.csv", takes the place of the bundled one. The error names file and
// line of the first fault of every faulty file, and every name in replace that no
// table has.
func LoadTables(replace map[string][]byte) (*Tables, error) {
	t := &Tables{}
	var err error
	if t.Charts, err = lines.LoadTables(t, tableFiles, data.Files, replace); err != nil {
		return nil, err
	}
	return t, nil
}
