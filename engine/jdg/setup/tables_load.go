package setup

import (
	"slices"
	"strings"

	"berthier/engine/jdg/data"
	"berthier/engine/lines"
)

// tableFiles are the files of the tables in the order of Tables.Files.
var tableFiles = []lines.TableFile[Tables]{
	{Name: "tables/fire.csv", Columns: "index,result", Read: (*Tables).readFire},
	{Name: "tables/fire-drm.csv", Columns: "key,drm", Read: (*Tables).readFireMods},
	{Name: "tables/shock.csv", Columns: "index,effects", Read: (*Tables).readShock},
	{Name: "tables/shock-drm.csv", Columns: "key,drm", Read: (*Tables).readShockMods},
	{Name: "tables/ratio.csv", Columns: "column,drm", Read: (*Tables).readRatios},
	{Name: "tables/terrain.csv",
		Columns: "terrain,inf,cav,art,road,trail,los,charge,advance,defence,fire,fronts,halt,square",
		Read:    (*Tables).readHexes},
	{Name: "tables/hexside.csv", Columns: "side,inf,cav,art,los,zoc,charge,advance,withdraw,attack,crossing",
		Read: (*Tables).readSides},
}

// LoadTables reads the bundled tables. A file in replace, under a name such
// as "tables/fire.csv", takes the place of the bundled one. The error names
// file and line of the first fault of every faulty file, and every name in
// replace that no table has.
func LoadTables(replace map[string][]byte) (*Tables, error) {
	t := &Tables{}
	var err error
	if t.Charts, err = lines.LoadTables(t, tableFiles, data.Files, replace); err != nil {
		return nil, err
	}
	return t, nil
}

// cost takes MP from low to 20, or Z.
func cost(r *lines.Row, low int) Cost {
	if n, ok := r.NumberOr(low, 20, "Z"); ok {
		return Cost(n)
	}
	return NoEntry
}

// arms takes no, or arms joined by +, each once.
func arms(r *lines.Row) (set [3]bool) {
	value, column := r.Text()
	if value == "no" {
		return set
	}
	for name := range strings.SplitSeq(value, "+") {
		i := slices.Index(armNames[:], name)
		if i < 0 || set[i] {
			r.Fault("%s %q is not no, nor of %s joined by +, each once", column, value, strings.Join(armNames[:], ", "))
			return set
		}
		set[i] = true
	}
	return set
}

// readLadder reads a result table: consecutive indices with one cell each.
func readLadder[T any](s *lines.Table, cell func(*lines.Row) T) (openLadder[T], error) {
	var l openLadder[T]
	for k, r := range s.Rows {
		i := r.Number(-50, 50)
		if k == 0 {
			l.first = i
		}
		if l.first > 0 {
			r.Fault("index %d comes first, want 0 or less", i)
		}
		if i != l.first+k {
			r.Fault("index %d after %d, want %d", i, l.first+k-1, l.first+k)
		}
		c := cell(r)
		if r.Err() != nil {
			return l, r.Err()
		}
		l.rows = append(l.rows, c)
	}
	if l.first+len(l.rows) < 10 {
		return l, s.Fault("%d rows from index %d on, want them to 9 or more", len(l.rows), l.first)
	}
	return l, nil
}
