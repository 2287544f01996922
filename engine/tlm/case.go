package tlm

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"berthier/engine"
	"berthier/engine/deck"
	"berthier/engine/lines"
	"berthier/engine/tlm/data"
	"berthier/engine/tlm/setup"
)

// bundledTables and bundledMaps are those that the program brings along, which no case changes.
var (
	bundledTables = sync.OnceValues(func() (*setup.Tables, error) { return setup.LoadTables(nil) })
	bundledMaps   = sync.OnceValues(setup.Maps)
)

// ReadCase makes the position of a case (package book) with a ruleset of its own. The text has
// those lines of a position (see the package doc) that matter, in any order, with these besides:
//
//	scenario NAME           begins with the set-up of a bundled scenario; without the line
//	                        no unit is on the map, each side has its own countries, and all
//	                        Forts stand
//	option KEY=VALUE        an option of the game
//	hand SIDE CARD[,CARD…]  cards in a hand; without the line it is empty
//	discards CARD[,CARD…]   cards that lie open
//	area AREA SIDE [fort=N|none]  whose an area is, and its Fort if that has changed
//	neutral COUNTRY [to=SIDE]  as in a scenario
//	levels WORD             "total" leaves the Victory Table of the campaign in force; without the
//	                        line no number of VP ends the game
//
// The states of army and units can be left out: "army ge1 lie", "units ge-i ge1 6". Whose areas
// are follows from what is in them. The game is in turn 1, in the Player Turn of the German side,
// without a line turn; a line "turn 9 P German" need not say who owes an answer. Cards that no
// line names lie in the deck, to which dice count by their names.
func ReadCase(text []byte) (*Ruleset, *Position, error) {
	c := &caseReader{options: map[string]string{}, cards: map[string][]deck.Card{}}
	if err := lines.Each(text, c.sort); err != nil {
		return nil, nil, err
	}
	tables, err := bundledTables()
	if err != nil {
		return nil, nil, err
	}
	maps, err := bundledMaps()
	if err != nil {
		return nil, nil, err
	}
	script, err := c.scenario()
	if err != nil {
		return nil, nil, err
	}
	sc, err := setup.ParseScenario("case", script, tables, maps)
	if err != nil {
		return nil, nil, err
	}
	if c.base == "" && !c.total { // the Total Victories, first and last in the table, are out of reach
		sc.Levels[0].To, sc.Levels[len(sc.Levels)-2].To = -setup.Endless, setup.Endless-1
	}
	rs, err := New(tables, sc)
	if err != nil {
		return nil, nil, err
	}
	start, err := rs.Start(engine.Setup{Scenario: "case", Options: c.options})
	if err != nil {
		return nil, nil, err
	}
	p := start.(*Position)
	if err := c.fill(p); err != nil {
		return nil, nil, err
	}
	if _, err := rs.decode(p.Encode()); err != nil {
		return nil, nil, fmt.Errorf("this position cannot be: %w", err)
	}
	return rs, p, nil
}

// caseReader sorts the lines of a case.
type caseReader struct {
	base    string
	neutral string // lines of the scenario
	total   bool
	options map[string]string
	cards   map[string][]deck.Card // by place
	turn    []string
	facts   []caseFact
}

// caseFact is a line of a position.
type caseFact struct {
	no    int
	words []string
}

func (c *caseReader) sort(no int, line string) error {
	w, err := engine.Fields(line)
	if err != nil {
		return fmt.Errorf("line %d: %w", no, err)
	}
	switch word := w[0]; {
	case word == "scenario" && len(w) == 2:
		c.base = w[1]
	case word == "neutral" && len(w) >= 2:
		c.neutral += line + "\n"
	case word == "levels" && len(w) == 2:
		c.total = true
	case word == "option" && len(w) == 2:
		k, v, _ := strings.Cut(w[1], "=")
		c.options[k] = v
	case word == "hand" && len(w) == 3:
		return c.deal(no, "hand-"+w[1], w[2])
	case word == "discards" && len(w) == 2:
		return c.deal(no, discardPlace, w[1])
	case word == "turn" && len(w) >= 4:
		c.turn = w
	case decodeLines[word].read != nil:
		c.facts = append(c.facts, caseFact{no, w})
	default:
		return fmt.Errorf("line %d: %q is no line of a case, or has too few words", no, line)
	}
	return nil
}

func (c *caseReader) deal(no int, place, list string) error {
	for name := range strings.SplitSeq(list, ",") {
		if _, ok := setup.ParseCard(name); !ok {
			return fmt.Errorf("line %d: no card %q", no, name)
		}
		c.cards[place] = append(c.cards[place], deck.Card(name))
	}
	return nil
}

// scenario is the text of the scenario.
func (c *caseReader) scenario() ([]byte, error) {
	if c.base == "" {
		return []byte(`scenario "Case"
map western-front
turns 1 23
hand German 1
hand Allied 1
level total Allied to=4
level substantial Allied to=7
level marginal Allied to=11
level stalemate to=15
level marginal German to=18
level substantial German to=22
level total German
` + c.neutral), nil
	}
	text, err := data.Files.ReadFile("scenarios/" + c.base + ".txt")
	if err != nil {
		return nil, fmt.Errorf("there is no scenario %q", c.base)
	}
	var kept []string // the hands of a case are its own
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "hand ") {
			kept = append(kept, line)
		}
	}
	return []byte(strings.Join(kept, "")), nil
}

// fill puts the facts into the position.
func (c *caseReader) fill(p *Position) error {
	if err := c.begin(p); err != nil {
		return err
	}
	for _, f := range c.facts {
		w := f.words
		switch {
		case w[0] == "army" && len(w) == 3:
			w = append(slices.Clone(w), "-")
		case w[0] == "units" && len(w) == 4:
			w = append(slices.Clone(w), "-")
		case w[0] == "area":
			w = p.wholeArea(w)
		}
		if len(w) < decodeLines[w[0]].min+1 {
			return fmt.Errorf("line %d: %s: too few words", f.no, strings.Join(w, " "))
		}
		if err := decodeLines[w[0]].read(p, w); err != nil {
			return fmt.Errorf("line %d: %s: %w", f.no, strings.Join(w, " "), err)
		}
	}
	h := p.holders()
	for at := range p.Areas {
		now := h.status(p, at)
		p.Areas[at].Control = now
		if p.Areas[at].Began != ContestedArea && !slices.ContainsFunc(c.facts, func(f caseFact) bool {
			return f.words[0] == "area" && f.words[1] == p.areaID(at) &&
				strings.Contains(strings.Join(f.words, " "), "began=")
		}) {
			p.Areas[at].Began = now
		}
	}
	return c.dealt(p)
}

// begin sets turn, phase and who owes an answer.
func (c *caseReader) begin(p *Position) error {
	w := c.turn
	if w == nil {
		w = []string{"turn", "1", "T", "German"}
	}
	n, err := lines.Numbers(setup.LastTurn, w[1])
	if err != nil || n[0] == 0 || len(w[2]) != 1 || !strings.Contains(phaseSequence, w[2]) {
		return errors.New("want turn N PHASE SIDE")
	}
	p.Turn, p.Phase = n[0], Phase(w[2][0])
	if p.Active, err = p.sideIndex(w[3]); err != nil {
		return err
	}
	p.Waits = [2]bool{}
	switch p.Phase {
	case TurnPhase:
		p.Waits[p.Active] = true
	case RespondPhase:
		p.Waits[1-p.Active] = true
	case OverPhase:
	default:
		p.Waits = [2]bool{true, true}
	}
	return nil
}

// wholeArea completes the line of an area: its Fort stays as it is if nothing is said.
func (p *Position) wholeArea(w []string) []string {
	at, ok := p.findArea(w[1])
	if !ok {
		return w
	}
	fort := ""
	var rest []string
	for _, word := range w[2:] {
		if strings.HasPrefix(word, "fort=") {
			fort = word
		} else {
			rest = append(rest, word)
		}
	}
	if fort == "" && p.Areas[at].Fort >= 0 {
		fort = fmt.Sprintf("fort=%d", p.Areas[at].Fort)
	}
	if fort != "" && fort != "fort=none" {
		rest = append(rest, fort)
	}
	return append([]string{"area", w[1]}, rest...)
}

// dealt puts cards where they lie.
func (c *caseReader) dealt(p *Position) error {
	for place, cards := range c.cards {
		if place != discardPlace && p.sideNo(engine.Side(strings.TrimPrefix(place, "hand-"))) < 0 {
			return fmt.Errorf("hand: no side %q", strings.TrimPrefix(place, "hand-"))
		}
		for _, card := range cards {
			var ok bool
			if p.Cards, ok = p.Cards.Lay(deckPlace, place, card); !ok {
				return fmt.Errorf("there are not so many cards %s", card)
			}
		}
	}
	return nil
}
