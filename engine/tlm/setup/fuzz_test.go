package setup

import (
	"io/fs"
	"strings"
	"testing"

	"berthier/engine/tlm/data"
)

// FuzzScenario reads any text as a scenario on the bundled maps: it is refused, or it can be set up.
func FuzzScenario(f *testing.F) {
	names, err := fs.Glob(data.Files, "scenarios/*.txt")
	if err != nil || len(names) == 0 {
		f.Fatalf("no scenarios (%v)", err)
	}
	for _, name := range names {
		text, err := data.Files.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	tables, err := LoadTables(nil)
	if err != nil {
		f.Fatal(err)
	}
	maps, err := Maps()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		sc, err := ParseScenario("x", text, tables, maps)
		if (sc == nil) == (err == nil) {
			t.Fatalf("scenario %v, error %v", sc, err)
		}
		if err == nil && (sc.Map == nil || sc.First > sc.Last) {
			t.Errorf("map %v, turns %d to %d", sc.Map, sc.First, sc.Last)
		}
	})
}

// FuzzTables reads any text as any of the tables: it is refused with the name of the file, or every lookup works.
func FuzzTables(f *testing.F) {
	for i, file := range tableFiles {
		text, err := data.Files.ReadFile(file.Name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(i), text)
	}
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		name := tableFiles[int(which)%len(tableFiles)].Name
		tables, err := LoadTables(map[string][]byte{name: text})
		if err != nil {
			if !strings.HasPrefix(err.Error(), name) {
				t.Errorf("error without the name of the file: %v", err)
			}
			return
		}
		for year := FirstYear - 1; year <= LastYear+1; year++ {
			tables.Year(year)
			for _, card := range []Card{CrisisAllied, CrisisGerman} {
				c, ok := tables.Crisis(card, year)
				if ok && (len(c.Nations) == 0 || len(c.Kinds) == 0 || c.Remove < 1) {
					t.Errorf("%+v", c)
				}
			}
		}
		for _, a := range tables.Events {
			for _, c := range a.Units {
				if c.Unit.Nation != a.Nation || tables.Built(c.Unit) < 1 {
					t.Errorf("%+v", a)
				}
			}
		}
	})
}
