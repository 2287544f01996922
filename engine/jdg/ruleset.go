package jdg

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/jdg/setup"
	linefile "berthier/engine/lines"
	"berthier/engine/tongue"
)

// formatVersion is the version of the position's encoding; rulesVersion
// changes whenever the same orders and dice could give other events, or a position
// is written otherwise: TestGames fails until it does, and with -update too. Games
// that go on are resolved again by each new version.
const (
	formatVersion = "1"
	rulesVersion  = "5"
)

// Ruleset implements engine.Ruleset for Jours de Gloire.
type Ruleset struct {
	tables     *setup.Tables
	tablesHash [sha256.Size]byte
	scenarios  map[string]*setup.Scenario
	prints     map[*setup.Scenario]*prints // of their positions
	verbs      []*verb
	help       []engine.Verb // of these
}

// New makes the ruleset from its tables and scenarios.
func New(tables *setup.Tables, scenarios ...*setup.Scenario) *Ruleset {
	verbs := allVerbs()
	rs := &Ruleset{
		tables: tables, tablesHash: tables.Hash(), verbs: verbs, help: helpOf(verbs),
		scenarios: map[string]*setup.Scenario{}, prints: map[*setup.Scenario]*prints{},
	}
	for _, sc := range scenarios {
		rs.scenarios[sc.Name] = sc
		rs.prints[sc] = rs.newPrints(sc)
	}
	return rs
}

// Name implements engine.Ruleset.
func (rs *Ruleset) Name() string { return "jdg" }

// Version implements engine.Ruleset.
func (rs *Ruleset) Version() string { return rulesVersion }

// Scenarios lists the names of the scenarios that the ruleset knows, sorted.
func (rs *Ruleset) Scenarios() []string { return slices.Sorted(maps.Keys(rs.scenarios)) }

// ScenarioTitle implements engine.Titler.
func (rs *Ruleset) ScenarioTitle(name string) tongue.Text { return battle(rs.scenarios[name].Title) }

// Scenario returns a scenario by name, nil if there is none.
func (rs *Ruleset) Scenario(name string) *setup.Scenario { return rs.scenarios[name] }

// Data implements engine.Ruleset: the tables, then the scenario.
func (rs *Ruleset) Data(pos engine.Position) []engine.DataFile {
	sc := pos.(*Position).sc
	return append(slices.Clone(rs.tables.Files), sc.Data(linefile.Path(linefile.ScenarioDir, sc.Name)))
}

// DataText implements engine.Ruleset.
func (rs *Ruleset) DataText(pos engine.Position, name string) []byte {
	if sc := pos.(*Position).sc; name == linefile.Path(linefile.ScenarioDir, sc.Name) {
		return sc.Text
	}
	return rs.tables.Text(name)
}

// Sides implements engine.Ruleset.
func (rs *Ruleset) Sides(pos engine.Position) []engine.Side {
	sc := pos.(*Position).sc
	return []engine.Side{sc.Sides[0].Name, sc.Sides[1].Name}
}

// Start implements engine.Ruleset. The only option is "ask": the kinds of
// decision that are asked by mail, separated by commas (P17,P23), "all", or
// "none", which is the default.
func (rs *Ruleset) Start(s engine.Setup) (engine.Position, error) {
	sc, ok := rs.scenarios[s.Scenario]
	if !ok {
		return nil, fmt.Errorf("no scenario %q; there are %s", s.Scenario, strings.Join(rs.Scenarios(), ", "))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Files)) {
		return nil, fmt.Errorf("file %q: a game of Jours de Gloire begins with no file; add a scenario to the data "+
			"files in its place", name)
	}
	p := newPosition(rs, sc)
	for _, k := range slices.Sorted(maps.Keys(s.Options)) {
		if k != "ask" {
			return nil, fmt.Errorf("unknown option %q; the only option is ask", k)
		}
		kinds, err := askKinds(s.Options[k])
		if err != nil {
			return nil, err
		}
		p.ask = kinds
	}
	p.deploy()
	r := runOn(rs, p, nil)
	r.formGroups()
	p.close()
	return p, nil
}

// askKinds reads the option "ask".
func askKinds(list string) ([]string, error) {
	var known []string
	for _, d := range decisions {
		if d.Asks {
			known = append(known, d.Kind)
		}
	}
	return ask.Asked(list, known)
}

// deploy puts the scenario's forces on the map.
func (p *Position) deploy() {
	for i, l := range p.sc.Leaders {
		p.Leaders[i].Hex = l.Hex
	}
	for u, spec := range p.sc.Units {
		p.edit(u).Facing, p.edit(u).State = spec.Facing, spec.State
		if spec.Entry == 0 {
			p.place(u, spec.Hex)
		}
	}
}

// Owed implements engine.Ruleset. A side for which the game does not wait may
// send standing orders and orders when drawn.
func (rs *Ruleset) Owed(pos engine.Position) []engine.Decision {
	p := pos.(*Position)
	due := p.owes()
	if len(due) != 1 {
		return due
	}
	side := p.sideName(1 - p.sideOf(due[0].Side))
	other := engine.Decision{ID: "beforehand-" + string(side), Kind: "P8", Side: side, Rule: "2.2-c",
		Prompt:  say("owed.beforehand"),
		Default: say("owed.beforehand.not"), Open: true, Secret: true, Optional: true}
	if p.sideOf(side) == 0 {
		return []engine.Decision{other, due[0]}
	}
	return append(due, other)
}

// asked are the questions that are open.
func (p *Position) asked() []engine.Decision {
	ds := p.Asked.Owed()
	for i := range ds {
		ds[i].Prompt = heard("prompt.", ds[i].Prompt.String())
	}
	return ds
}

// owes lists the decisions for which the game waits.
func (p *Position) owes() []engine.Decision {
	switch {
	case p.Phase == GameOver:
		return nil
	case p.Asked != nil:
		return p.asked()
	case p.Phase == OrdersPhase:
		ds := make([]engine.Decision, 0, len(p.sc.Sides))
		for s := range p.sc.Sides {
			ds = append(ds, engine.Decision{ID: fmt.Sprintf("orders-%d-%s", p.Turn, p.sideName(s)), Kind: "P3",
				Side: p.sideName(s), Rule: "1.A",
				Prompt:  say("owed.orders"),
				Default: say("owed.orders.not"), Open: true, Secret: true})
		}
		return ds
	}
	var names []tongue.Text
	for _, f := range p.activated(p.Drawn) {
		names = append(names, tongue.Name(p.sc.Forms[f].Name))
	}
	return append(make([]engine.Decision, 0, 2), engine.Decision{ // Owed adds one
		ID: "activation-" + p.Drawn.String(), Kind: "P8", Side: p.activeSide(), Rule: "1.D",
		Prompt:  say("owed.activation", tongue.Words("who", tongue.List(names, tongue.And))),
		Default: say("owed.activation.not"), Open: true, Hold: tongue.List(names, tongue.And).String(),
	})
}

// Resolve implements engine.Ruleset.
func (rs *Ruleset) Resolve(pos engine.Position, in []engine.Orders, dice engine.Dice) ([]engine.Event, error) {
	p := pos.(*Position)
	var faults engine.Faults
	var read []*order
	r := &run{rs: rs, p: new(Position)} // room for the dry runs, then for the resolution
	for _, o := range in {
		r.renew(p)
		orders, wrong := r.check(o)
		read, faults = append(read, orders...), append(faults, wrong...)
	}
	if len(faults) > 0 {
		return nil, faults
	}
	r.renew(p)
	r.dice, r.tape, r.read = dice, ask.NewTape(dice, false), read
	r.out = make([]engine.Event, 0, r.eventsFor(read))
	for _, o := range in {
		if err := r.takeStanding(o); err != nil {
			return nil, err
		}
	}
	in = r.expandAll(in)
	if p.Asked == nil {
		r.begins(in)
	} else if err := r.resume(in); err != nil {
		return nil, err
	}
	err := r.play()
	if stop := (*ask.Stop)(nil); errors.As(err, &stop) {
		r.suspend(stop)
		err = nil
	}
	if err != nil {
		return nil, err
	}
	return r.out, nil
}

// eventsFor is about how many events a resolution of so many orders tells: an activation, or the
// Orders Phase and all markers.
func (r *run) eventsFor(orders []*order) int {
	if r.p.Phase == OrdersPhase {
		return 20 + len(orders) + 2*len(r.p.sc.Forms)
	}
	n := 8 + len(orders)
	for _, o := range orders {
		if o.verb.step == combatStep {
			n += 8
		}
	}
	return n
}

// begins takes the orders for the phase.
func (r *run) begins(in []engine.Orders) {
	r.in, r.have = in, true
	r.setMark()
}

// Outcome implements engine.Ruleset.
func (rs *Ruleset) Outcome(pos engine.Position) engine.Outcome { return pos.(*Position).outcome() }

// Turn implements engine.Ruleset.
func (rs *Ruleset) Turn(pos engine.Position) int { return pos.(*Position).Turn }
