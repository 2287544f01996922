package setup

import (
	"io/fs"
	"strings"
	"testing"

	"berthier/engine/pbs/data"
)

// bundled are the texts of the bundled files of a folder.
func bundled(f *testing.F, pattern string) (texts [][]byte) {
	f.Helper()
	names, err := fs.Glob(data.Files, pattern)
	if err != nil || len(names) == 0 {
		f.Fatalf("no %s (%v)", pattern, err)
	}
	for _, name := range names {
		text, err := data.Files.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		texts = append(texts, text)
	}
	return texts
}

// FuzzRoster reads any text as a roster: it is refused, or it is an army that can march.
func FuzzRoster(f *testing.F) {
	for _, text := range bundled(f, "rosters/*.txt") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := ParseRoster("x", text)
		if (r == nil) == (err == nil) {
			t.Fatalf("roster %v, error %v", r, err)
		}
		if err != nil {
			return
		}
		if n := len(r.Groups); n < 8 || n > 20 || len(r.Territories) == 0 || r.Commander() < 0 {
			t.Errorf("%d unit groups, territories %v, commander %d", n, r.Territories, r.Commander())
		}
		for _, g := range r.Groups {
			if g.General < 0 || g.General >= len(r.Generals) || g.W <= 0 || g.H <= 0 {
				t.Errorf("%+v", g)
			}
		}
	})
}

// FuzzScenario reads any text as a scenario with the bundled armies.
func FuzzScenario(f *testing.F) {
	for _, text := range bundled(f, "scenarios/*.txt") {
		f.Add(text)
	}
	tables, err := LoadTables(nil)
	if err != nil {
		f.Fatal(err)
	}
	rosters, err := Rosters()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		sc, err := ParseScenario("x", text, tables, rosters)
		if (sc == nil) == (err == nil) {
			t.Fatalf("scenario %v, error %v", sc, err)
		}
		if err == nil && (sc.Armies[0] == nil || sc.Armies[1] == nil || sc.Sides[0] == sc.Sides[1]) {
			t.Errorf("sides %v, armies %v", sc.Sides, sc.Armies)
		}
	})
}

// FuzzTables reads any text as any of the tables: it is refused with the name of the file, or
// every lookup works.
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
		for in := range Territory(len(territoryNames)) {
			for score := -20; score <= 40; score++ {
				w := tables.Weather(score, in)
				if got := tables.Shift(w, in, 0); got != w {
					t.Errorf("%s in %s, no step: %s", w, in, got)
				}
				tables.Shift(w, in, score)
			}
			for _, g := range tables.Grounds(in) {
				tables.Going(g)
				tables.Hides(g)
			}
		}
		for _, name := range tables.Formats() {
			if fo, ok := tables.Format(name); !ok || fo.Width <= 0 || fo.Depth <= 0 || fo.Least > fo.Most ||
				fo.Few > fo.Many {
				t.Errorf("format %s: %+v", name, fo)
			}
		}
	})
}
