package lines

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"berthier/engine"
)

const (
	fire  = "# Fire [8.2].\n# Source: a value of this project\nrange,loss\n1,3\n2,1\n"
	march = "# March [5.1].\n# Source: the rulebook, page 7\nterrain,cost\nwood,2\n"
)

// rows are what the tables of the tests are read into.
type rows map[string]int

// tableFiles are the tables of a game.
var tableFiles = []TableFile[rows]{
	{"tables/march.csv", "terrain,cost", func(r *rows, t *Table) error { return r.read(t) }},
	{"tables/fire.csv", "range,loss", func(r *rows, t *Table) error { return r.read(t) }},
}

func (r rows) read(t *Table) error {
	for _, row := range t.Rows {
		name, _ := row.Text()
		r[name] = row.Number(0, 5)
		if err := row.Err(); err != nil {
			return err
		}
	}
	return nil
}

func bundle() fstest.MapFS {
	return fstest.MapFS{
		"tables/fire.csv":    {Data: []byte(fire)},
		"tables/march.csv":   {Data: []byte(march)},
		"scenarios/ford.txt": {Data: []byte("# Source: the rulebook\ntitle Ford\n")},
		"scenarios/hill.txt": {Data: []byte("title Hill\n")},
		"scenarios/hill.csv": {Data: []byte("no scenario\n")},
		"maps/ford.txt":      {Data: []byte("no scenario\n")},
	}
}

// TestLoadTables reads tables in the order of the game, those of an owner in place of the bundled ones.
func TestLoadTables(t *testing.T) {
	got := rows{}
	own := strings.Replace(march, "wood,2", "wood,4", 1)
	charts, err := LoadTables(&got, tableFiles, bundle(), map[string][]byte{"tables/march.csv": []byte(own)})
	if err != nil {
		t.Fatal(err)
	}
	if want := (rows{"1": 3, "2": 1, "wood": 4}); !maps.Equal(got, want) {
		t.Errorf("read %v, want %v", got, want)
	}
	files := []engine.DataFile{
		{Name: "tables/march.csv", Hash: sha256.Sum256([]byte(own)), Source: "the rulebook, page 7"},
		{Name: "tables/fire.csv", Hash: sha256.Sum256([]byte(fire)), Source: OwnSource, Own: true},
	}
	if !reflect.DeepEqual(charts.Files, files) {
		t.Errorf("files %v, want %v", charts.Files, files)
	}
	if got := string(charts.Text("tables/march.csv")); got != own {
		t.Errorf("text %q, want that of the owner", got)
	}
	if got := charts.Text("tables/rally.csv"); got != nil {
		t.Errorf("text %q of a table that is not there", got)
	}

	bundled, err := LoadTables(&rows{}, tableFiles, bundle(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if bundled.Hash() == charts.Hash() {
		t.Error("other tables have the same hash")
	}
	var text string
	for _, f := range files {
		text += fmt.Sprintf("%s %x\n", f.Name, f.Hash)
	}
	if charts.Hash() != sha256.Sum256([]byte(text)) {
		t.Error("the hash is not that of the names and hashes of all files")
	}
}

// TestLoadFaultyTables tells the first fault of each table, and what is no table.
func TestLoadFaultyTables(t *testing.T) {
	_, err := LoadTables(&rows{}, tableFiles, bundle(), map[string][]byte{
		"tables/march.csv": []byte(strings.Replace(march, "wood,2", "wood,6", 1)),
		"tables/fire.csv":  []byte(strings.Replace(fire, "range,loss", "range,hits", 1)),
		"tables/luck.csv":  []byte(fire),
	})
	want := []string{
		`tables/march.csv:4: cost "6" is not a whole number from 0 to 5`,
		`tables/fire.csv:3: columns range,hits, want range,loss`,
		`tables/luck.csv: no table has this name; want one of tables/march.csv, tables/fire.csv`,
	}
	if err == nil {
		t.Fatal("no fault")
	}
	got := strings.Split(err.Error(), "\n")
	if len(got) != len(want) {
		t.Fatalf("got %q, want %d faults", got, len(want))
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("got %q, want %q", got[i], want[i])
		}
	}

	less := bundle()
	delete(less, "tables/fire.csv")
	charts, err := LoadTables(&rows{}, tableFiles, less, nil)
	if err == nil || !strings.HasPrefix(err.Error(), "reading bundled table: ") || charts.Files != nil {
		t.Errorf("a table that is not bundled: %v, %v", charts.Files, err)
	}
}

// TestSplitFiles parts the scenarios in force from the other files of an owner.
func TestSplitFiles(t *testing.T) {
	files, others, err := SplitFiles(ScenarioDir, bundle(), map[string][]byte{
		"scenarios/hill.txt": []byte("title Mound\n"), "scenarios/wood.txt": []byte("title Wood\n"),
		"scenarios/wood.csv": []byte("1"), "maps/wood.txt": []byte("2"), "tables/fire.csv": []byte(fire),
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []FileText{
		{"ford", "scenarios/ford.txt", []byte("# Source: the rulebook\ntitle Ford\n"), true},
		{"hill", "scenarios/hill.txt", []byte("title Mound\n"), false},
		{"wood", "scenarios/wood.txt", []byte("title Wood\n"), false},
	}
	if !reflect.DeepEqual(files, want) {
		t.Errorf("got %v, want %v", files, want)
	}
	names := slices.Sorted(maps.Keys(others))
	if want := []string{"maps/wood.txt", "scenarios/wood.csv", "tables/fire.csv"}; !slices.Equal(names, want) {
		t.Errorf("others %q, want %q", names, want)
	}
	if got := string(others["maps/wood.txt"]); got != "2" {
		t.Errorf("another file is %q, want its text", got)
	}
	for _, f := range files {
		if got := Path(ScenarioDir, f.Name); got != f.Path {
			t.Errorf("Path of %s is %s, want %s", f.Name, got, f.Path)
		}
	}

	folder := fstest.MapFS{"scenarios/ford.txt/x": {}}
	if files, others, err := SplitFiles(ScenarioDir, folder, nil); err == nil || files != nil || others != nil {
		t.Errorf("a folder passes for a file: %v, %v", files, others)
	}
	if files, others, err := SplitFiles("[", folder, nil); err == nil || files != nil || others != nil {
		t.Errorf("what no pattern can be passes for a folder: %v, %v", files, others)
	}
}

// place is a scenario of these tests.
type place struct {
	title string
	File
}

func readPlace(name string, text []byte) (*place, error) {
	r := Read(text)
	p := &place{File: r.File(text)}
	kinds := []Kind{{"title", 0, "title TITLE", func() { p.title, _ = r.Word("title") }}}
	r.Only(kinds)
	r.ReadPhase(kinds, 0)
	return p, r.Err()
}

// TestLoadScenarios knows where each scenario is from: those that the program brings along are its own.
func TestLoadScenarios(t *testing.T) {
	ford, hill := []byte("# Source: the rulebook, page 7\ntitle Ford\n"), []byte("title Hill\n")
	got, err := LoadScenarios([]FileText{
		{"ford", "scenarios/ford.txt", ford, false},
		{"hill", "scenarios/hill.txt", hill, false},
		{"mound", "scenarios/mound.txt", hill, true},
	}, readPlace)
	if err != nil {
		t.Fatal(err)
	}
	want := []*place{
		{"Ford", File{Source: "the rulebook, page 7", Hash: sha256.Sum256(ford), Text: ford}},
		{"Hill", File{Source: "supplied by the umpire", Hash: sha256.Sum256(hill), Text: hill}},
		{"Hill", File{Source: OwnSource, Own: true, Hash: sha256.Sum256(hill), Text: hill}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	file := engine.DataFile{Name: "scenarios/mound.txt", Hash: sha256.Sum256(hill), Source: OwnSource, Own: true}
	if got := want[2].Data("scenarios/mound.txt"); got != file {
		t.Errorf("among the files of a game it is %v, want %v", got, file)
	}

	got, err = LoadScenarios([]FileText{
		{"ford", "scenarios/ford.txt", ford, true},
		{"hill", "scenarios/hill.txt", []byte("name Hill\n"), true},
		{"mound", "scenarios/mound.txt", []byte("name Mound\n"), true},
	}, readPlace)
	fault := `scenarios/hill.txt: line 1: "name Hill": unknown word "name" (want one of title)`
	if fmt.Sprint(err) != fault || got != nil {
		t.Errorf("got %v, %v, want %s", got, err, fault)
	}
}
