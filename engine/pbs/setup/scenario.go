package setup

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/lines"
	"berthier/engine/pbs/data"
)

// Scenario is who meets whom.
type Scenario struct {
	Name  string // of its file, without .txt
	Title string
	lines.File

	Format string
	Grid   string
	Armies [2]*Roster
	Sides  [2]engine.Side
	// Prefix stands before the ids of each army: x before those of the second if both have the
	// same roster.
	Prefix [2]string
}

type scenarioReader struct {
	*lines.Reader
	s       *Scenario
	tables  *Tables
	rosters map[string]*Roster
	armies  int
}

// ParseScenario reads a scenario; name becomes Scenario.Name, and its armies are some of the
// rosters. The error, if any, is an [engine.Faults] with every fault of the text.
func ParseScenario(name string, text []byte, tables *Tables, rosters map[string]*Roster) (*Scenario, error) {
	r := &scenarioReader{Reader: lines.Read(text), tables: tables, rosters: rosters,
		s: &Scenario{Name: name, Format: "maximus", Grid: gridNames[0]}}
	r.s.File = r.File(text)
	kinds := []lines.Kind{
		{Word: "scenario", Usage: `scenario "TITLE"`, Read: r.readTitle},
		{Word: "format", Usage: "format " + strings.Join(tables.Formats(), "|"), Read: r.readFormat},
		{Word: "grid", Usage: "grid " + strings.Join(gridNames[:], "|"), Read: r.readGrid},
		{Word: "army", Usage: "army ROSTER", Read: r.readArmy},
	}
	r.Only(kinds)
	r.ReadPhase(kinds, 0)
	var none lines.Place
	if r.Faultless() && r.s.Title == "" {
		r.FaultAt(none, `add: scenario "TITLE"`, "the scenario has no title")
	}
	if r.Faultless() && r.armies != len(r.s.Armies) {
		r.FaultAt(none, "add: army ROSTER", "%d of 2 armies", r.armies)
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	r.s.name()
	return r.s, nil
}

// name names the sides.
func (s *Scenario) name() {
	s.Sides = [2]engine.Side{s.Armies[0].Side, s.Armies[1].Side}
	if strings.EqualFold(string(s.Sides[0]), string(s.Sides[1])) {
		s.Sides[1] += "2"
	}
	if s.Armies[0].sharesIDs(s.Armies[1]) {
		s.Prefix[1] = "x"
	}
}

// sharesIDs reports whether an id is that of something in both armies.
func (ro *Roster) sharesIDs(o *Roster) bool {
	return slices.ContainsFunc(ro.ids(), func(id string) bool { return slices.Contains(o.ids(), id) })
}

func (ro *Roster) ids() (ids []string) {
	for _, g := range ro.Generals {
		ids = append(ids, g.ID)
	}
	for _, g := range ro.Groups {
		ids = append(ids, g.ID)
	}
	return ids
}

func (r *scenarioReader) readTitle() {
	if r.s.Title != "" {
		r.Fault("", "a scenario has one title")
	}
	r.s.Title, _ = r.Word("title")
}

func (r *scenarioReader) readFormat() {
	name, ok := r.Word("format")
	if !ok {
		return
	}
	if _, ok = r.tables.Format(name); !ok {
		r.Fault("want one of "+strings.Join(r.tables.Formats(), ", "), "format %q", name)
	}
	r.s.Format = name
}

func (r *scenarioReader) readGrid() {
	name, ok := r.Word("grid")
	if !ok {
		return
	}
	if _, ok = r.tables.Grid(name); !ok {
		r.Fault("want one of "+strings.Join(gridNames[:], ", "), "grid %q", name)
	}
	r.s.Grid = name
}

func (r *scenarioReader) readArmy() {
	name, ok := r.Word("roster")
	if !ok {
		return
	}
	ro, ok := r.rosters[name]
	switch {
	case !ok:
		r.Fault("want one of "+strings.Join(slices.Sorted(maps.Keys(r.rosters)), ", "), "there is no roster %q", name)
	case r.armies == len(r.s.Armies):
		r.Fault("", "two armies meet, not more")
	default:
		r.s.Armies[r.armies] = ro
		r.armies++
	}
}

const rosterDir = "rosters/"

// Load reads the bundled tables, rosters and scenarios, these in the order of their names.
// replace holds files that take the place of bundled ones, or are added to rosters and
// scenarios, by their names: "tables/cards.csv", "rosters/french-1805.txt".
func Load(replace map[string][]byte) (*Tables, []*Scenario, error) {
	files, others, err := lines.SplitFiles(lines.ScenarioDir, data.Files, replace)
	if err != nil {
		return nil, nil, err
	}
	rosters, others, err := loadRosters(others)
	if err != nil {
		return nil, nil, err
	}
	tables, err := LoadTables(others)
	if err != nil {
		return nil, nil, err
	}
	scenarios, err := lines.LoadScenarios(files, func(name string, text []byte) (*Scenario, error) {
		return ParseScenario(name, text, tables, rosters)
	})
	return tables, scenarios, err
}

// Rosters reads the bundled rosters.
func Rosters() (map[string]*Roster, error) {
	rosters, _, err := loadRosters(nil)
	return rosters, err
}

// loadRosters reads the bundled rosters and those in replace, and gives back what else there
// is in it.
func loadRosters(replace map[string][]byte) (rosters map[string]*Roster, others map[string][]byte, err error) {
	files, others, err := lines.SplitFiles(rosterDir, data.Files, replace)
	if err != nil {
		return nil, nil, err
	}
	rosters = map[string]*Roster{}
	for _, f := range files {
		if rosters[f.Name], err = ParseRoster(f.Name, f.Text); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", f.Path, err)
		}
	}
	return rosters, others, nil
}

// Path is the name under which a roster stands among the data files.
func (ro *Roster) Path() string { return lines.Path(rosterDir, ro.Name) }
