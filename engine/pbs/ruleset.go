package pbs

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/deck"
	"berthier/engine/lines"
	"berthier/engine/pbs/setup"
	"berthier/engine/tongue"
)

// formatVersion is the version of the position's encoding; rulesVersion changes whenever the
// same orders and dice could give other events, or a position is written otherwise.
const (
	formatVersion = "1"
	rulesVersion  = "6"
)

// Ruleset implements engine.Ruleset for the Pre Battle System.
type Ruleset struct {
	tables     *setup.Tables
	tablesHash [sha256.Size]byte
	scenarios  map[string]*setup.Scenario
	boxes      map[*setup.Scenario]*deck.Box
}

// Load makes the ruleset from the embedded tables, rosters and scenarios. replace holds files
// that take the place of embedded ones, or are added to rosters and scenarios, by their names.
func Load(replace map[string][]byte) (*Ruleset, error) {
	tables, scenarios, err := setup.Load(replace)
	if err != nil {
		return nil, err
	}
	return New(tables, scenarios...)
}

// New makes the ruleset from its tables and scenarios.
func New(tables *setup.Tables, scenarios ...*setup.Scenario) (*Ruleset, error) {
	rs := &Ruleset{tables: tables, tablesHash: tables.Hash(), scenarios: map[string]*setup.Scenario{},
		boxes: map[*setup.Scenario]*deck.Box{}}
	var kinds []deck.Kind
	for c := range setup.NumCards {
		kinds = append(kinds, deck.Kind{Card: deck.Card(c.String()), Count: tables.Copies[c]})
	}
	for _, sc := range scenarios {
		places := []deck.Place{{Name: "deck"}, {Name: "discard", Open: true}}
		for _, side := range sc.Sides {
			places = append(places, deck.Place{Name: "hand-" + string(side), Seen: []engine.Side{side}})
		}
		box, err := deck.NewBox(kinds, places)
		if err != nil {
			return nil, err
		}
		rs.scenarios[sc.Name], rs.boxes[sc] = sc, box
	}
	return rs, nil
}

// Name implements engine.Ruleset.
func (rs *Ruleset) Name() string { return "pbs" }

// Version implements engine.Ruleset.
func (rs *Ruleset) Version() string { return rulesVersion }

// Scenarios lists the names of the scenarios that the ruleset knows, sorted.
func (rs *Ruleset) Scenarios() []string { return slices.Sorted(maps.Keys(rs.scenarios)) }

// ScenarioTitle implements engine.Titler.
func (rs *Ruleset) ScenarioTitle(name string) tongue.Text { return battle(rs.scenarios[name].Title) }

// files are the rosters and the scenario of a game.
func files(sc *setup.Scenario) (all []engine.DataFile, texts [][]byte) {
	for i, ro := range sc.Armies {
		if i == 0 || ro != sc.Armies[0] {
			all = append(all, ro.Data(ro.Path()))
			texts = append(texts, ro.Text)
		}
	}
	return append(all, sc.Data(lines.Path(lines.ScenarioDir, sc.Name))), append(texts, sc.Text)
}

// Data implements engine.Ruleset: the tables, the rosters, then the scenario.
func (rs *Ruleset) Data(pos engine.Position) []engine.DataFile {
	own, _ := files(pos.(*Position).sc)
	return append(slices.Clone(rs.tables.Files), own...)
}

// DataText implements engine.Ruleset.
func (rs *Ruleset) DataText(pos engine.Position, name string) []byte {
	own, texts := files(pos.(*Position).sc)
	for i, f := range own {
		if f.Name == name {
			return texts[i]
		}
	}
	return rs.tables.Text(name)
}

// Sides implements engine.Ruleset.
func (rs *Ruleset) Sides(pos engine.Position) []engine.Side {
	sc := pos.(*Position).sc
	return sc.Sides[:]
}

// Turn implements engine.Ruleset: the days of the march count, and what comes after them is
// the day after.
func (rs *Ruleset) Turn(pos engine.Position) int { return min(pos.(*Position).Site.Day, days) + 1 }

// Outcome implements engine.Ruleset.
func (rs *Ruleset) Outcome(pos engine.Position) engine.Outcome { return pos.(*Position).Result }

// Start implements engine.Ruleset. The package doc lists the options. All cards lie in the
// deck.
func (rs *Ruleset) Start(s engine.Setup) (engine.Position, error) {
	sc, ok := rs.scenarios[s.Scenario]
	if !ok {
		return nil, fmt.Errorf("no scenario %q; there are %s", s.Scenario, strings.Join(rs.Scenarios(), ", "))
	}
	if len(s.Files) > 0 {
		return nil, errors.New("a Pre Battle begins with no file; add rosters and scenarios to the data files")
	}
	var o options
	for _, k := range slices.Sorted(maps.Keys(s.Options)) {
		if err := rs.setOption(&o, k, s.Options[k]); err != nil {
			return nil, err
		}
	}
	p := newPosition(rs, sc, o)
	p.Waits = [2]bool{true, true}
	p.Cards = rs.boxes[sc].Fill("deck")
	if err := p.exportable(o.target); err != nil {
		return nil, err
	}
	return p, nil
}

// exportable says why armies cannot fight a battle of a game.
func (p *Position) exportable(target string) error {
	for s := range p.sc.Sides {
		for _, g := range p.roster(s).Groups {
			if target == "ccn" && g.CCN == "" || target == "jdg" && g.JDG == "" {
				return fmt.Errorf(
					"[X-2] the roster %s says nothing of %s in a battle of %s",
					p.roster(s).Name,
					g.ID,
					target,
				)
			}
		}
	}
	return nil
}

// setOption takes one option of a game.
func (rs *Ruleset) setOption(o *options, key, value string) (err error) {
	wrong := func(want ...string) error {
		return fmt.Errorf("option %s=%s; want %s=%s", key, value, key, strings.Join(want, "|"))
	}
	yes := func(to *bool, word string) error {
		if value != word {
			return wrong(word)
		}
		*to = true
		return nil
	}
	one := func(to *string, words ...string) error {
		if !slices.Contains(words, value) {
			return wrong(words...)
		}
		*to = value
		return nil
	}
	switch key {
	case "format":
		return one(&o.format, rs.tables.Formats()...)
	case "grid":
		return one(&o.grid, setup.Grids()...)
	case "target":
		return one(&o.target, "ccn", "jdg")
	case "weather":
		return yes(&o.weather, "yes")
	case "night":
		return yes(&o.night, "yes")
	case "pass":
		return yes(&o.freePass, "free")
	case "open-areas":
		return yes(&o.keepOpen, "keep")
	case "ask":
		o.ask, err = askKinds(value)
		return err
	}
	return fmt.Errorf("unknown option %s=%s; there are ask=KIND[,KIND…], format, grid, target, weather=yes, "+
		"night=yes, "+
		"pass=free and open-areas=keep", key, value)
}

// askKinds reads the option "ask".
func askKinds(list string) ([]string, error) {
	var known []string
	for _, d := range decisions {
		if d.asks {
			known = append(known, d.kind)
		}
	}
	return ask.Asked(list, known)
}

// Resolve implements engine.Ruleset.
func (rs *Ruleset) Resolve(pos engine.Position, in []engine.Orders, dice engine.Dice) ([]engine.Event, error) {
	p := pos.(*Position)
	var faults engine.Faults
	for _, o := range in {
		faults = append(faults, rs.Check(p, o)...)
	}
	if len(faults) > 0 {
		return nil, faults
	}
	r := &run{rs: rs, p: p.clone(), dice: dice}
	for _, o := range in {
		r.note(o)
	}
	r.play()
	return r.out, nil
}

// View implements engine.Ruleset: cards, plans, and what lies under cards of the other side
// are masked, and delays for both [5.1 of the list of clauses].
func (rs *Ruleset) View(pos engine.Position, side engine.Side) engine.Position {
	p := pos.(*Position).clone()
	p.Cards = p.Cards.View(side)
	for s := range p.Armies {
		a := &p.Armies[s]
		for i := range a.Marches {
			a.Marches[i].Delay = 0
		}
		if p.sideName(s) == side {
			continue
		}
		p.Plans[s] = nil
		for i := range a.Ambushes {
			a.Ambushes[i].Group = Masked
		}
		for i := range a.Marches {
			a.Marches[i] = March{General: a.Marches[i].General, Masked: true}
		}
		if len(a.Ambushes)+len(a.Marches) > 0 {
			for g := range a.Command {
				if !a.Groups[g].At.laid() {
					a.Command[g] = -1
				}
			}
		}
	}
	return p
}
