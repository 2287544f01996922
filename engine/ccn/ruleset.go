package ccn

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/ccn/setup"
	"berthier/engine/deck"
	"berthier/engine/hex"
	"berthier/engine/lines"
	"berthier/engine/tongue"
)

// formatVersion is the version of the position's encoding; rulesVersion changes whenever
// the same orders and dice could give other events, or a position is written otherwise.
const (
	formatVersion = "1"
	rulesVersion  = "6"
)

// Ruleset implements engine.Ruleset for Commands & Colors: Napoleonics.
type Ruleset struct {
	tables     *setup.Tables
	tablesHash [sha256.Size]byte
	scenarios  map[string]*setup.Scenario
	heads      map[*setup.Scenario]string // how the encodings of their positions begin
	boxes      map[*setup.Scenario]*deck.Box
	places     map[*setup.Scenario]*cardPlaces
}

// Load makes the ruleset from the embedded tables and scenarios. replace holds files
// that take the place of embedded ones, or are added to the scenarios, by their names.
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
		heads: map[*setup.Scenario]string{}, boxes: map[*setup.Scenario]*deck.Box{},
		places: map[*setup.Scenario]*cardPlaces{}}
	for _, sc := range scenarios {
		box, err := deck.NewBox(tables.Deck(), places(sc))
		if err != nil {
			return nil, err
		}
		rs.scenarios[sc.Name], rs.heads[sc], rs.boxes[sc] = sc, rs.head(sc), box
		rs.places[sc] = newCardPlaces(sc)
	}
	return rs, nil
}

// Name implements engine.Ruleset.
func (rs *Ruleset) Name() string { return "ccn" }

// Version implements engine.Ruleset.
func (rs *Ruleset) Version() string { return rulesVersion }

// Scenarios lists the names of the scenarios that the ruleset knows, sorted.
func (rs *Ruleset) Scenarios() []string { return slices.Sorted(maps.Keys(rs.scenarios)) }

// ScenarioTitle implements engine.Titler.
func (rs *Ruleset) ScenarioTitle(name string) tongue.Text { return battle(rs.scenarios[name].Title) }

// Data implements engine.Ruleset: the tables, then the scenario.
func (rs *Ruleset) Data(pos engine.Position) []engine.DataFile {
	sc := pos.(*Position).sc
	return append(slices.Clone(rs.tables.Files), sc.Data(lines.Path(lines.ScenarioDir, sc.Name)))
}

// DataText implements engine.Ruleset.
func (rs *Ruleset) DataText(pos engine.Position, name string) []byte {
	if sc := pos.(*Position).sc; name == lines.Path(lines.ScenarioDir, sc.Name) {
		return sc.Text
	}
	return rs.tables.Text(name)
}

// Sides implements engine.Ruleset.
func (rs *Ruleset) Sides(pos engine.Position) []engine.Side {
	sc := pos.(*Position).sc
	return []engine.Side{sc.Sides[0].Name, sc.Sides[1].Name}
}

// Turn implements engine.Ruleset: the turns of both sides count.
func (rs *Ruleset) Turn(pos engine.Position) int { return pos.(*Position).Turn }

// Outcome implements engine.Ruleset.
func (rs *Ruleset) Outcome(pos engine.Position) engine.Outcome { return pos.(*Position).Result }

// Start implements engine.Ruleset. The options are "ask", the kinds of decision that are
// asked by mail (D16,D20), "all" or "none"; and "terrain=cumulative" [Q1], "square=roll"
// [7.10] and "rally=flags" [Q35] for what the texts leave open. All cards lie in the
// deck: the hands are dealt when the first turn is resolved [3-e].
func (rs *Ruleset) Start(s engine.Setup) (engine.Position, error) {
	sc, ok := rs.scenarios[s.Scenario]
	if !ok {
		return nil, fmt.Errorf("no scenario %q; there are %s", s.Scenario, strings.Join(rs.Scenarios(), ", "))
	}
	p := newPosition(rs, sc)
	if err := p.await(s.Files); err != nil {
		return nil, err
	}
	p.Turn, p.Active, p.Phase = 1, sc.First, DealPhase
	for _, k := range slices.Sorted(maps.Keys(s.Options)) {
		if err := p.setOption(k, s.Options[k]); err != nil {
			return nil, err
		}
	}
	for u, spec := range sc.Units {
		p.Units[u] = Unit{Hex: spec.Hex, Blocks: spec.Kind.Blocks}
	}
	for l, spec := range sc.Leaders {
		p.Leaders[l] = Leader{Hex: spec.Hex, Away: spec.Hex == hex.None}
	}
	p.Cards = rs.boxes[sc].Fill("deck")
	return p, nil
}

// setOption takes one option of a game.
func (p *Position) setOption(key, value string) error {
	switch key + "=" + value {
	case "terrain=cumulative":
		p.options.Cumulative = true
		return nil
	case "square=roll":
		p.options.SquareRoll = true
		return nil
	case "rally=flags":
		p.options.RallyFlags = true
		return nil
	}
	if key != "ask" {
		return fmt.Errorf("unknown option %s=%s; there are ask=KIND[,KIND…], terrain=cumulative, square=roll and "+
			"rally=flags", key, value)
	}
	var err error
	p.ask, err = askKinds(value)
	return err
}

// usualEvents is how many a turn of no orders comes to; each order brings two or three.
const usualEvents = 8

// Resolve implements engine.Ruleset.
func (rs *Ruleset) Resolve(pos engine.Position, in []engine.Orders, dice engine.Dice) ([]engine.Event, error) {
	p := pos.(*Position)
	var faults engine.Faults
	read := make([][]*order, len(in))
	room := &Position{} // in which orders are tried out, and then carried out
	lines := 0
	for i, o := range in {
		var bad []engine.Fault
		lines += len(o.Lines)
		read[i], bad = rs.check(p, o, room, false)
		faults = append(faults, bad...)
	}
	if len(faults) > 0 {
		return nil, faults
	}
	p.cloneTo(room)
	r := newRun(rs, room, dice)
	r.out = make([]engine.Event, 0, usualEvents+2*lines)
	for i, o := range in {
		r.takeStanding(p.sc.SideNo(o.Side), read[i])
	}
	var err error
	if p.Asked == nil {
		r.begins(in, read)
	} else if err = r.resume(in); err != nil {
		return nil, err
	}
	err = r.play()
	if stop := (*ask.Stop)(nil); errors.As(err, &stop) {
		r.suspend(stop)
		err = nil
	}
	return r.out, err
}
