package jdg

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// field is one fact of a unit that events change.
type unitFact struct {
	name    string
	changed func(a, b Unit) bool
	kinds   []string // the kinds of event that may change it
}

var moves = []string{"move", "march", "enter", "charge", "recall", "evade", "retire", "retreat",
	"rout-move", "advance", "pursue"}

// unitFacts lists what may change of a unit, and by what. All but the
// tactical group, and the orders of the turn, change for units that the event names.
var unitFacts = []unitFact{
	{"hex", func(a, b Unit) bool { return a.Hex != b.Hex }, append(slices.Clone(moves), "eliminate")},
	{"having entered", func(a, b Unit) bool { return a.Entered != b.Entered }, []string{"enter"}},
	{"facing", func(a, b Unit) bool { return a.Facing != b.Facing }, append(slices.Clone(moves), "face", "rally")},
	{"state", func(a, b Unit) bool { return a.State != b.State }, []string{"disorder", "rout", "rally", "eliminate"}},
	{"square", func(a, b Unit) bool { return a.Square != b.Square },
		append(slices.Clone(moves), "square", "disorder", "rout", "eliminate")},
	{"Renfort", func(a, b Unit) bool { return a.Renfort != b.Renfort }, []string{"renfort", "eliminate"}},
	{"orders of the turn", func(a, b Unit) bool { return a.Granted != b.Granted },
		[]string{"renfort", "turn", "eliminate"}},
	{"halt", func(a, b Unit) bool { return a.Halted != b.Halted },
		append(slices.Clone(moves), "halt", "rally", "eliminate")},
	{"tactical group", func(a, b Unit) bool { return a.Group != b.Group }, []string{"group", "ungroup", "turn"}},
}

// follows checks that an event changed what its kind changes, and nothing
// else.
func (p *Position) follows(old *Position, e engine.Event) error {
	named := append(p.unitsOf(e.Get("unit")), p.unitsOf(e.Get("units"))...)
	for u := range p.sc.Units {
		a, b := old.unit(u), p.unit(u)
		if a == b {
			continue
		}
		for _, f := range unitFacts {
			if f.changed(a, b) && (!slices.Contains(f.kinds, e.Kind) ||
				!slices.Contains(named, u) && e.Kind != "turn" && e.Kind != "ungroup") {
				return fmt.Errorf("it changes the %s of %s", f.name, p.spec(u).ID)
			}
		}
	}
	for _, check := range []func(*Position, engine.Event) error{p.stateFollows, p.lossFollows,
		p.leadersFollow, p.turnFollows, p.cupFollows} {
		if err := check(old, e); err != nil {
			return err
		}
	}
	return nil
}

// cupFollows checks that a marker that comes into the cup is there [1.C].
func (p *Position) cupFollows(_ *Position, e engine.Event) error {
	if e.Kind != "cup" {
		return nil
	}
	if m, err := parseMarker(e.Get("marker")); err != nil || !p.knownMarker(m) {
		return fmt.Errorf("there is no activation marker %s", e.Get("marker"))
	}
	return nil
}

// stateFollows checks the ladder of cohesion [10.2, 11.1]: a unit falls by one
// or more levels, rallies by one, and never comes back once eliminated.
func (p *Position) stateFollows(old *Position, e engine.Event) error {
	u, ok := p.sc.Unit(e.Get("unit"))
	if !ok {
		return nil
	}
	a, b := old.unit(u).State, p.unit(u).State
	switch e.Kind {
	case "disorder":
		ok = a == setup.Ordered && b == setup.Disordered
	case "rout":
		ok = a < setup.Routed && b == setup.Routed
	case "rally":
		ok = a == b+1 && a < setup.Eliminated
	case "eliminate":
		ok = a < setup.Eliminated && b == setup.Eliminated
	}
	if !ok {
		return fmt.Errorf("%s was %s and is %s", p.spec(u).ID, a, b)
	}
	return nil
}

// lossFollows checks that the strength that a side has lost changes by an
// elimination only, and by that of the unit eliminated.
func (p *Position) lossFollows(old *Position, e engine.Event) error {
	for s := range p.sc.Sides {
		want := old.lostSP(s)
		if u, ok := p.sc.Unit(e.Get("unit")); ok && e.Kind == "eliminate" && p.side(u) == s &&
			p.spec(u).Arm != setup.Artillery {
			want += p.spec(u).Front.SP
		}
		if got := p.lostSP(s); got != want {
			return fmt.Errorf("%s has lost %d SP: want %d", p.sideName(s), got, want)
		}
	}
	return nil
}

// leadersFollow checks that only an event about a commander moves him, and
// none brings him back once he is lost.
func (p *Position) leadersFollow(old *Position, e engine.Event) error {
	for i, l := range p.Leaders {
		was := old.Leaders[i]
		switch {
		case l == was, e.Kind == "turn" && l.Hex == was.Hex && !l.Moved:
		case e.Kind != "commander" || e.Get("id") != p.sc.Leaders[i].ID:
			return fmt.Errorf("it moves commander %s", p.sc.Leaders[i].ID)
		case was.Hex == hex.None:
			return fmt.Errorf("commander %s has been lost", p.sc.Leaders[i].ID)
		}
	}
	return nil
}

// turnFollows checks that turns and phases come in their order [1], and that
// places, formations and standing orders change by what is about them.
func (p *Position) turnFollows(old *Position, e engine.Event) error {
	at := string(rune(old.Phase)) + string(rune(p.Phase))
	kinds := map[string]string{"AB": "phase", "BC": "phase", "CD": "phase", "DE": "phase",
		"EF": "phase", "FA": "turn", "FX": "over"}
	switch {
	case old.Phase != p.Phase && kinds[at] != e.Kind || e.Kind == "phase" && old.Phase == p.Phase:
		return fmt.Errorf("after phase %c comes phase %c", old.Phase, p.Phase)
	case p.Turn != old.Turn && (e.Kind != "turn" || p.Turn != old.Turn+1):
		return fmt.Errorf("after turn %d comes turn %d", old.Turn, p.Turn)
	case !slices.Equal(p.Held, old.Held) && e.Kind != "hold":
		return errors.New("it changes who holds a place")
	case differ(&p.forms, &old.forms) &&
		!slices.Contains([]string{"turn", "aside", "delayed", "demoralised"}, e.Kind):
		return errors.New("it changes a formation")
	}
	for s := range p.Sheets {
		if !p.Sheets[s].Equal(old.Sheets[s]) && (e.Kind != "standing" || p.sideOf(e.By) != s) {
			return fmt.Errorf("it changes the standing orders of %s", p.sideName(s))
		}
		if !p.Plans[s].Equal(old.Plans[s]) &&
			(!slices.Contains([]string{"plan", "unplan", "due"}, e.Kind) || p.sideOf(e.By) != s) {
			return fmt.Errorf("it changes the orders when drawn of %s", p.sideName(s))
		}
	}
	return nil
}

// rests checks what has to hold when the resolution waits for orders or the
// game is over.
func (in *inspection) rests() error {
	p := in.now
	if in.leaving >= 0 {
		return fmt.Errorf("unit %s has left the map and is not eliminated", p.spec(in.leaving).ID)
	}
	for _, h := range p.sc.Map.Hexes() {
		if err := p.hexRests(h); err != nil {
			return fmt.Errorf("in %s %w", h, err)
		}
	}
	for i, l := range p.Leaders {
		if l.Hex != hex.None && p.sideAt(l.Hex) == 1-p.sc.Leaders[i].Side {
			return fmt.Errorf("commander %s stands among enemies", p.sc.Leaders[i].ID)
		}
	}
	var must []string
	for _, d := range in.rs.Owed(p) {
		if !d.Optional {
			must = append(must, d.ID)
		}
	}
	if over := p.Phase == GameOver; over != p.outcome().Over || over != (must == nil) {
		return fmt.Errorf("phase %c, over %v, and these have to be decided: %s", p.Phase,
			p.outcome().Over, strings.Join(must, " "))
	}
	data := p.Encode()
	q, err := in.rs.decode(data)
	if err == nil && (p.differs(everybody, q) != "" || !bytes.Equal(q.Encode(), data)) {
		err = errors.New("another position")
	}
	if err != nil {
		return fmt.Errorf("its encoding reads as %w", err)
	}
	return nil
}

// hexRests checks the stack of one hex.
func (p *Position) hexRests(h hex.Hex) error {
	if rule, why := p.stackFault(h, nil); rule != "" {
		return fmt.Errorf("%s [%s]", why, rule)
	}
	us := p.stack(h)
	for i, u := range us {
		un := p.unit(u)
		if un.Halted && !p.rs.tables.Hexes[p.sc.Map.At(h).Terrain].StopsRout {
			return fmt.Errorf("%s has stopped its rout in the open [10.4]", p.spec(u).ID)
		}
		for _, v := range us[:i] {
			switch {
			case p.spec(u).Arm == setup.Artillery && p.spec(v).Arm != setup.Artillery:
				return fmt.Errorf("%s lies above artillery [5.1.2-c]", p.spec(v).ID)
			case p.sameClass(u, v) && un.State != setup.Routed && un.Facing != p.unit(v).Facing:
				return fmt.Errorf("%s and %s face differently [%s]", p.spec(u).ID, p.spec(v).ID,
					classRule(p.spec(u).Arm))
			}
		}
	}
	return nil
}
