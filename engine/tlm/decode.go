package tlm

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/area"
	"berthier/engine/ask"
	"berthier/engine/lines"
	"berthier/engine/tlm/setup"
)

// decoder reads a position line by line.
type decoder struct {
	rs    *Ruleset
	sc    *setup.Scenario
	o     options
	p     *Position // after the options
	cards []string
}

// Decode implements engine.Ruleset.
func (rs *Ruleset) Decode(data []byte) (engine.Position, error) {
	p, err := rs.decode(data)
	if err != nil {
		return nil, err
	}
	return p, nil
}

func (rs *Ruleset) decode(data []byte) (*Position, error) {
	d := &decoder{rs: rs}
	if err := lines.Facts(data, d.line); err != nil {
		return nil, fmt.Errorf("reading position, %w", err)
	}
	if d.p == nil {
		return nil, errors.New("reading position: it has no turn")
	}
	var err error
	if d.p.Cards, err = rs.box.Read(d.cards); err == nil {
		err = d.p.sound()
	}
	if err == nil && !bytes.Equal(d.p.Append(make([]byte, 0, len(data))), data) {
		err = errors.New("it is not in canonical form")
	}
	if err != nil {
		return nil, fmt.Errorf("reading position: %w", err)
	}
	return d.p, nil
}

func (d *decoder) line(n int, w []string) error {
	hash := func(word string, sum [32]byte) error {
		if len(w) != 2 || w[0] != word || w[1] != hex.EncodeToString(sum[:]) {
			return fmt.Errorf("it was written with another %s than the one in force here", word)
		}
		return nil
	}
	switch {
	case n == 1:
		return lines.Version(w, "tlm", formatVersion)
	case n == 2:
		var err error
		d.sc, err = lines.NamedScenario(w, d.rs.scenarios)
		return err
	case n == 3:
		return hash("map", d.sc.Map.Hash)
	case n == 4:
		return hash("tables", d.rs.tablesHash)
	case w[0] == "ask" || w[0] == "option":
		return d.option(w)
	case w[0] == "turn":
		return d.turn(w)
	case d.p == nil:
		return errors.New("want turn N PHASE SIDE")
	case w[0] == "cards":
		d.cards = append(d.cards, strings.Join(w, " "))
		return nil
	}
	return d.p.readLine(w)
}

// readLine reads one line of a position after its turn.
func (p *Position) readLine(w []string) error {
	f, ok := decodeLines[w[0]]
	if !ok {
		asked, err := p.Asked.Read(w)
		p.Asked = asked
		return err
	}
	if len(w) < f.min+1 {
		return fmt.Errorf("%s: too few words", w[0])
	}
	return f.read(p, w)
}

func (d *decoder) option(w []string) error {
	if d.p != nil || d.sc == nil {
		return errors.New("options come before the turn")
	}
	if w[0] == "ask" && len(w) == 2 {
		kinds, err := askKinds(w[1])
		d.o.ask = append(d.o.ask, kinds...)
		return err
	}
	if len(w) != 3 || w[0] != "option" {
		return errors.New("want ask KIND, or option KEY VALUE")
	}
	return setOption(&d.o, w[1], w[2])
}

func (d *decoder) turn(w []string) error {
	if d.p != nil || len(w) < 4 || len(w[2]) != 1 || !strings.Contains(phaseSequence, w[2]) {
		return errors.New("want one line turn N PHASE SIDE [waits=SIDE …]")
	}
	d.p = newPosition(d.rs, d.sc, d.o)
	n, err := lines.Numbers(setup.LastTurn, w[1])
	if err != nil || n[0] == 0 {
		return fmt.Errorf("turn %q, want 1 to %d", w[1], setup.LastTurn)
	}
	d.p.Turn, d.p.Phase = n[0], Phase(w[2][0])
	if d.p.Active, err = d.p.sideIndex(w[3]); err != nil {
		return err
	}
	for _, word := range w[4:] {
		s, err := d.p.sideIndex(strings.TrimPrefix(word, "waits="))
		if err != nil {
			return err
		}
		d.p.Waits[s] = true
	}
	return nil
}

// sideIndex is the index of a side.
func (p *Position) sideIndex(name string) (int, error) {
	if s := p.sideNo(engine.Side(name)); s >= 0 {
		return s, nil
	}
	return 0, fmt.Errorf("no side %q", name)
}

// lineReader reads the words of one kind of line, the first among them.
type lineReader struct {
	min  int
	read func(p *Position, w []string) error
}

const mostCount = 99

var decodeLines map[string]lineReader

func init() {
	decodeLines = map[string]lineReader{
		"passes": {1, func(p *Position, w []string) error {
			n, err := lines.Numbers(2, w[1])
			if err == nil {
				p.Passes = n[0]
			}
			return err
		}},
		"front": {1, (*Position).readFront},
		"area":  {2, (*Position).readArea},
		"army":  {3, (*Position).readArmy},
		"units": {4, (*Position).readUnits},
		"due": {2, func(p *Position, w []string) error {
			u, ok := setup.ParseUnit(w[1])
			n, err := lines.Numbers(mostCount, w[2])
			if !ok || err != nil || n[0] == 0 || p.due(u) > 0 {
				return fmt.Errorf("no units %s %s", w[1], w[2])
			}
			p.addDue(u, n[0])
			return nil
		}},
		"failures": {2, func(p *Position, w []string) error {
			s, err := p.sideIndex(w[1])
			if err != nil {
				return err
			}
			n, err := lines.Numbers(mostCount, w[2])
			if err == nil {
				p.Failures[s] = n[0]
			}
			return err
		}},
		"terror": {0, func(p *Position, w []string) error {
			p.Terror = true
			return nil
		}},
		"offense": {1, (*Position).readOffense},
		"offer": {1, func(p *Position, w []string) (err error) {
			p.Offers, err = p.sideIndex(w[1])
			return err
		}},
		"standing": {4, (*Position).readStanding},
		"over": {3, func(p *Position, w []string) error {
			p.Result = engine.Outcome{Over: true, Winner: engine.Side(w[1]), Rule: w[2], Text: w[3]}
			return nil
		}},
	}
	lists := map[string]func(o *Offense) *[]int{
		"battles":  func(o *Offense) *[]int { return &o.Battles },
		"keep":     func(o *Offense) *[]int { return &o.Keep },
		"crisis":   func(o *Offense) *[]int { return &o.Crisis },
		"surprise": func(o *Offense) *[]int { return &o.Surprise },
		"extra":    func(o *Offense) *[]int { return &o.Extra },
	}
	for s, side := range setup.SideNames {
		lists["gas-"+side] = func(o *Offense) *[]int { return &o.Gas[s] }
		lists["aaf-"+side] = func(o *Offense) *[]int { return &o.AAF[s] }
	}
	for word, list := range lists {
		decodeLines[word] = lineReader{1, func(p *Position, w []string) error {
			for id := range strings.SplitSeq(w[1], ",") {
				a, ok := p.findArea(id)
				if !ok {
					return fmt.Errorf("no area %q", id)
				}
				*list(&p.Offense) = append(*list(&p.Offense), a)
			}
			return nil
		}}
	}
}

func (p *Position) readFront(w []string) error {
	if len(w[1]) != len(p.Areas) || strings.Trim(w[1], "GACN") != "" || len(p.Fronts) == mostFronts {
		return errors.New("want front and a letter G, A, C or N for each area, at most five times")
	}
	p.Fronts = append(p.Fronts, w[1])
	return nil
}

func (p *Position) readArea(w []string) error {
	at, ok := p.findArea(w[1])
	c := slices.Index(controlNames[:], w[2])
	if !ok || c < 0 {
		return errors.New("want area AREA German|Allied|Contested [fort=N] [began=…] [fresh]")
	}
	a := Area{Control: Control(c), Fort: area.NoFort, Began: Control(c)}
	for _, word := range w[3:] {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "fort":
			n, err := lines.Numbers(9, value)
			if err != nil {
				return err
			}
			a.Fort = n[0]
		case "began":
			a.Began = Control(max(slices.Index(controlNames[:], value), 0))
		case "fresh":
			a.Fresh = true
		}
	}
	p.Areas[at] = a
	return nil
}

func (p *Position) readArmy(w []string) error {
	i, ok := p.findArmy(w[1])
	if !ok {
		return fmt.Errorf("no Army %q", w[1])
	}
	x := &p.Armies[i]
	place, okPlace := p.findPlace(w[2])
	state, okState := parseState(w[3])
	if !okPlace || !okState || place >= len(p.Areas) || place == East || place == Inside || place == Pool {
		return fmt.Errorf("an Army cannot be in %s, or be %s", w[2], w[3])
	}
	x.Place, x.State = place, state
	if len(w) > 4 {
		if x.Shown = unknown; w[4] != "shown=?" {
			n, err := lines.Numbers(mostCount, strings.TrimPrefix(w[4], "shown="))
			if err != nil {
				return err
			}
			x.Shown = n[0]
		}
	}
	return nil
}

func (p *Position) readUnits(w []string) error {
	u, ok := setup.ParseUnit(w[1])
	place, okPlace := p.findPlace(w[2])
	n, err := lines.Numbers(mostCount, w[3])
	state, okState := parseState(w[4])
	if err != nil || !ok || !okPlace || !okState || n[0] == 0 || place == Pool || place == Lost || place == DueArmy {
		return fmt.Errorf("no units %s", strings.Join(w[1:], " "))
	}
	if p.find(u, place, state) >= 0 {
		return fmt.Errorf("units %s stand twice", strings.Join(w[1:], " "))
	}
	p.shift(u, n[0], Pool, place, State{}, state)
	return nil
}

func (p *Position) readOffense(w []string) error {
	o := &p.Offense
	if o.Card = w[1]; w[1] == "-" {
		o.Card = ""
	} else if c, ok := setup.ParseCard(w[1]); (!ok || !c.IsOffensive()) && w[1] != "pass" {
		return fmt.Errorf("no Offensive %q", w[1])
	}
	o.Special, o.Bad, o.Spent = slices.Contains(w, "special"), slices.Contains(w, "bad"), slices.Contains(w, "spent")
	return nil
}

func (p *Position) readStanding(w []string) error {
	s, err := p.sideIndex(w[1])
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(decisions, func(k ask.Kind) bool { return k.Kind == w[2] }) {
		return fmt.Errorf("no decision %q", w[2])
	}
	o, err := ask.ParseStanding(w[2], w[3], w[4])
	if err == nil {
		p.Sheets[s] = append(p.Sheets[s], o)
	}
	return err
}

// sound says what cannot be in a position.
func (p *Position) sound() error {
	switch {
	case (p.Phase == OverPhase) != p.Result.Over:
		return errors.New("phase X, want it exactly when the game is over")
	case p.Result.Over && p.Waits != [2]bool{}:
		return errors.New("somebody owes an answer exactly until the game is over")
	case !p.Result.Over && p.Asked == nil && p.Waits == [2]bool{}:
		return errors.New("nobody owes an answer, and the game is not over")
	}
	for _, g := range p.Groups {
		if a := p.armyOf(g.Place); a >= 0 && (p.Armies[a].Place < 0 || g.State != State{Used: g.Used}) {
			return fmt.Errorf("units in Army %s, which is not on the map, or with a state of their own", p.armyID(a))
		}
	}
	for n := range setup.NumNations {
		for k := range setup.NumKinds {
			if u := (setup.Unit{Nation: n, Kind: k}); p.pool(u) < 0 {
				return fmt.Errorf("more units %s than there are counters", u)
			}
		}
	}
	return nil
}
