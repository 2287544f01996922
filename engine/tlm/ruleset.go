package tlm

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
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// formatVersion is the version of the position's encoding; rulesVersion changes whenever the
// same orders and dice could give other events, or a position is written otherwise.
const (
	formatVersion = "1"
	rulesVersion  = "8"
)

// Ruleset implements engine.Ruleset for To the Last Man!.
type Ruleset struct {
	tables     *setup.Tables
	tablesHash [sha256.Size]byte
	scenarios  map[string]*setup.Scenario
	words      map[string]*placeWords // by scenario
	box        *deck.Box
}

// Load makes the ruleset from the embedded tables, maps and scenarios. replace holds files that
// take the place of embedded ones, or are added to maps and scenarios, by their names.
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
		words: map[string]*placeWords{}}
	var kinds []deck.Kind
	for c := range setup.NumCards {
		if n := tables.Cards[c].Copies; n > 0 {
			kinds = append(kinds, deck.Kind{Card: deck.Card(c.String()), Count: n})
		}
	}
	places := []deck.Place{{Name: deckPlace}, {Name: discardPlace, Open: true}, {Name: removedPlace, Open: true}}
	for s, name := range setup.SideNames {
		seen := []engine.Side{engine.Side(name)}
		places = append(places, deck.Place{Name: handPlace(s), Seen: seen}, deck.Place{Name: freshPlace(s), Seen: seen},
			deck.Place{Name: buriedPlace(s), Seen: seen})
	}
	var err error
	if rs.box, err = deck.NewBox(kinds, places); err != nil {
		return nil, err
	}
	for _, sc := range scenarios {
		rs.scenarios[sc.Name], rs.words[sc.Name] = sc, newPlaceWords(sc.Map, rs.armies())
	}
	return rs, nil
}

// Places of cards. What a side has exchanged in a Pass lies face down and out of its sight,
// and what it got for it cannot be played before its next Player Turn [A27].
const (
	deckPlace    = "deck"
	discardPlace = "discard"
	removedPlace = "removed"
)

func handPlace(s int) string   { return "hand-" + setup.SideNames[s] }
func freshPlace(s int) string  { return "fresh-" + setup.SideNames[s] }
func buriedPlace(s int) string { return "face-down-" + setup.SideNames[s] }

// Name implements engine.Ruleset.
func (rs *Ruleset) Name() string { return "tlm" }

// Version implements engine.Ruleset.
func (rs *Ruleset) Version() string { return rulesVersion }

// Scenarios lists the names of the scenarios that the ruleset knows, sorted.
func (rs *Ruleset) Scenarios() []string { return slices.Sorted(maps.Keys(rs.scenarios)) }

// ScenarioTitle implements engine.Titler.
func (rs *Ruleset) ScenarioTitle(name string) tongue.Text { return battle(rs.scenarios[name].Title) }

// files are the map and the scenario of a game.
func files(sc *setup.Scenario) (all []engine.DataFile, texts [][]byte) {
	return []engine.DataFile{sc.Map.Data(sc.MapPath()), sc.Data(lines.Path(lines.ScenarioDir, sc.Name))},
		[][]byte{sc.Map.Text, sc.Text}
}

// Data implements engine.Ruleset: the tables, the map, then the scenario.
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
func (rs *Ruleset) Sides(engine.Position) []engine.Side {
	return []engine.Side{engine.Side(setup.SideNames[0]), engine.Side(setup.SideNames[1])}
}

// Turn implements engine.Ruleset: the Season Turn.
func (rs *Ruleset) Turn(pos engine.Position) int { return pos.(*Position).Turn }

// Outcome implements engine.Ruleset.
func (rs *Ruleset) Outcome(pos engine.Position) engine.Outcome { return pos.(*Position).Result }

// Start implements engine.Ruleset. The package doc lists the options. All cards lie in the
// deck; what is named in the scenario lies in the hands.
func (rs *Ruleset) Start(s engine.Setup) (engine.Position, error) {
	sc, ok := rs.scenarios[s.Scenario]
	if !ok {
		return nil, fmt.Errorf("no scenario %q; there are %s", s.Scenario, strings.Join(rs.Scenarios(), ", "))
	}
	if len(s.Files) > 0 {
		return nil, errors.New("a game of To the Last Man! begins with no file; add maps and scenarios to the data " +
			"files")
	}
	var o options
	for _, k := range slices.Sorted(maps.Keys(s.Options)) {
		if err := setOption(&o, k, s.Options[k]); err != nil {
			return nil, err
		}
	}
	p := newPosition(rs, sc, o)
	p.Cards = rs.box.Fill(deckPlace)
	p.setUp()
	p.Phase, p.Waits = StartPhase, [2]bool{true, true}
	for side, h := range sc.Hands {
		for _, c := range h.Named {
			if p.Cards, ok = p.Cards.Lay(deckPlace, handPlace(side), deck.Card(c.String())); !ok {
				return nil, fmt.Errorf("the scenario deals more cards %s than there are", c)
			}
		}
	}
	return p, nil
}

// setUp puts areas, Armies and units as the scenario has them.
func (p *Position) setUp() {
	sc := p.sc
	for i := range p.Areas {
		p.Areas[i] = Area{Control: Control(sc.Owner[i]), Fort: sc.Forts[i], Began: Control(sc.Owner[i])}
	}
	for _, a := range sc.Armies {
		i := slices.IndexFunc(p.Armies, func(b Army) bool { return b.Nation == a.Nation && b.No == a.No })
		p.Armies[i].Place, p.Armies[i].Dug = a.Area, a.Entrenched && len(a.Content) > 0
		for _, c := range a.Content {
			p.shift(c.Unit, c.N, Pool, p.in(i), State{}, State{})
		}
	}
	for _, g := range sc.Groups {
		p.shift(g.Count.Unit, g.Count.N, Pool, g.Area, State{}, State{Dug: g.Entrenched})
	}
	for _, c := range sc.EFT {
		p.shift(c.Unit, c.N, Pool, East, State{}, State{})
	}
}

// setOption takes one option of a game.
func setOption(o *options, key, value string) (err error) {
	switch {
	case key == "ask":
		o.ask, err = askKinds(value)
		return err
	case key == "strengths" && value == "shown":
		o.strengths = true
		return nil
	case key == "artillery" && value == "uk":
		o.artillery = true
		return nil
	}
	return fmt.Errorf("unknown option %s=%s; there are ask=KIND[,KIND…], strengths=shown and artillery=uk", key, value)
}

// askKinds reads the option "ask".
func askKinds(list string) ([]string, error) {
	known := []string{respondKind}
	for _, d := range decisions {
		if d.Asks {
			known = append(known, d.Kind)
		}
	}
	slices.Sort(known)
	return ask.Asked(list, known)
}

// asks reports whether a game has a kind of decision asked by itself.
func (p *Position) asks(kind string) bool { return slices.Contains(p.options.ask, kind) }

// View implements engine.Ruleset: cards and standing orders of the other side are masked, and
// what is in its Armies [5.1 of the list of clauses, A79].
func (rs *Ruleset) View(pos engine.Position, side engine.Side) engine.Position {
	p := pos.(*Position).clone()
	own := p.sideNo(side)
	p.Cards = p.Cards.View(side)
	if p.Asked != nil {
		p.Asked = p.Asked.View(side)
	}
	for s := range p.Sheets {
		if s != own {
			p.Sheets[s] = nil
		}
	}
	for i := range p.Armies {
		if a := &p.Armies[i]; a.Nation.Side() != own && !p.masked(i) && a.Place >= 0 {
			a.Shown = unknown
			if p.options.strengths {
				a.Shown = p.strength(i)
			}
		}
	}
	gun := p.parisGun()
	p.hide(own, pos.(*Position).Groups)
	p.Terror = false
	p.Terror = gun && !p.parisGun() // everybody knows the VP
	if own != p.Active {
		p.Offense.Keep, p.Offense.Crisis = nil, nil
	}
	return p
}

// unknown is Shown of an Army of which a view shows no number.
const unknown = -2

// hide takes groups, but for those in Armies of sides that are not own: these are in no particular Army.
func (p *Position) hide(own int, groups []Group) {
	hidden := func(g Group) bool {
		a := p.armyOf(g.Place)
		return a >= 0 && p.Armies[a].Nation.Side() != own
	}
	p.Groups = p.Groups[:0]
	for _, g := range groups {
		if hidden(g) {
			g.Place, g.State = Inside, State{}
		}
		if g.Place == Inside {
			p.gather(g)
		}
	}
	for _, g := range groups {
		if g.Place != Inside && !hidden(g) {
			p.gather(g)
		}
	}
}
