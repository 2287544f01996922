package setup

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/jdg/data"
	"berthier/engine/lines"
)

// tableFiles are the files of the tables in the order of Tables.Files.
var tableFiles = []struct {
	name    string
	columns string
	read    func(*Tables, *lines.Table) error
}{
	{"tables/fire.csv", "index,result", (*Tables).readFire},
	{"tables/fire-drm.csv", "key,drm", (*Tables).readFireMods},
	{"tables/shock.csv", "index,effects", (*Tables).readShock},
	{"tables/shock-drm.csv", "key,drm", (*Tables).readShockMods},
	{"tables/ratio.csv", "column,drm", (*Tables).readRatios},
	{"tables/terrain.csv", "terrain,inf,cav,art,road,trail,los,charge,advance,defence,fire,fronts,halt,square",
		(*Tables).readHexes},
	{"tables/hexside.csv", "side,inf,cav,art,los,zoc,charge,advance,withdraw,attack,crossing", (*Tables).readSides},
}

// LoadTables reads the bundled tables. A file in replace, under a name such
// as "tables/fire.csv", takes the place of the bundled one. The error names
// file and line of the first fault of every faulty file, and every name in
// replace that no table has.
func LoadTables(replace map[string][]byte) (*Tables, error) {
	t := &Tables{texts: map[string][]byte{}}
	var faults []error
	known := map[string]bool{}
	for _, f := range tableFiles {
		known[f.name] = true
		text, ok := replace[f.name]
		if !ok {
			var err error
			if text, err = data.Files.ReadFile(f.name); err != nil {
				return nil, fmt.Errorf("reading bundled table: %w", err)
			}
		}
		s, err := lines.ReadTable(f.name, f.columns, text)
		if err == nil {
			err = f.read(t, s)
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		t.Files = append(t.Files, engine.DataFile{Name: f.name, Hash: sha256.Sum256(text), Source: s.Source,
			Own: s.Own})
		t.texts[f.name] = text
	}
	for _, name := range slices.Sorted(maps.Keys(replace)) {
		if !known[name] {
			faults = append(faults, fmt.Errorf("%s: no table has this name; want one of %s", name,
				strings.Join(tableNames(), ", ")))
		}
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return t, nil
}

func tableNames() []string {
	names := make([]string, len(tableFiles))
	for i, f := range tableFiles {
		names[i] = f.name
	}
	return names
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
