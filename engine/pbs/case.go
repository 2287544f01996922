package pbs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"berthier/engine"
	"berthier/engine/deck"
	"berthier/engine/lines"
	"berthier/engine/pbs/setup"
)

// bundledTables and bundledRosters are those that the program brings along, which no case changes.
var (
	bundledTables  = sync.OnceValues(func() (*setup.Tables, error) { return setup.LoadTables(nil) })
	bundledRosters = sync.OnceValues(setup.Rosters)
)

// ReadCase makes the position of a case (package book) with a ruleset of its own. The text is
// a scenario, and of the lines of a position (see the package doc) those that matter, with
// these besides:
//
//	option KEY=VALUE        an option of the game
//	hand SIDE CARD[,CARD…]  cards in a hand, as red,green*2; without the line it is empty
//	discards CARD[,CARD…]   cards that lie open
//	waits SIDE …            who owes an answer; without the line whoever would be asked,
//	                        or both sides if nobody would
//
// Of the lines of a scenario a case may leave out all: then French and Allies of 1805 meet.
// The phase is R without a line, the first side is the Defender if none is named, and cards
// that no line names lie in the deck, to which dice count by their names. In phase P without a
// piece at hand the first die is the one of the next piece that waits.
func ReadCase(text []byte) (*Ruleset, *Position, error) {
	c := &caseReader{options: map[string]string{}, cards: map[string][]deck.Card{}}
	if err := lines.Each(text, c.sort); err != nil {
		return nil, nil, err
	}
	tables, err := bundledTables()
	if err != nil {
		return nil, nil, err
	}
	rosters, err := bundledRosters()
	if err != nil {
		return nil, nil, err
	}
	sc, err := setup.ParseScenario("case", []byte(c.scenario()), tables, rosters)
	if err != nil {
		return nil, nil, err
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
	head, armies []string // of the scenario
	options      map[string]string
	cards        map[string][]deck.Card // by place
	waits        []string
	facts        []caseFact
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
	case word == "army":
		c.armies = append(c.armies, line)
	case word == "scenario", word == "format", word == "grid":
		c.head = append(c.head, line)
	case word == "option" && len(w) == 2:
		k, v, _ := strings.Cut(w[1], "=")
		c.options[k] = v
	case word == "hand" && len(w) == 3:
		return c.deal(no, "hand-"+w[1], w[2])
	case word == "discards" && len(w) == 2:
		return c.deal(no, "discard", w[1])
	case word == "waits":
		c.waits = w[1:]
	case word == "phase" && len(w) == 2, decodeLines[word].read != nil:
		c.facts = append(c.facts, caseFact{no, w})
	default:
		return fmt.Errorf("line %d: %q is no line of a case, or has too many words", no, line)
	}
	return nil
}

func (c *caseReader) deal(no int, place, list string) error {
	for word := range strings.SplitSeq(list, ",") {
		name, times, several := strings.Cut(word, "*")
		n := 1
		if several {
			n, _ = strconv.Atoi(times)
		}
		if _, ok := setup.ParseCard(name); !ok || n < 1 {
			return fmt.Errorf("line %d: no card %q", no, word)
		}
		for range n {
			c.cards[place] = append(c.cards[place], deck.Card(name))
		}
	}
	return nil
}

// scenario is the text of the scenario.
func (c *caseReader) scenario() string {
	head := c.head
	if !slices.ContainsFunc(head, func(l string) bool { return strings.HasPrefix(l, "scenario ") }) {
		head = append(head, `scenario "Case"`)
	}
	armies := c.armies
	if armies == nil {
		armies = []string{"army french-1805", "army allied-1805"}
	}
	return strings.Join(append(head, armies...), "\n") + "\n"
}

// fill puts the facts into the position.
func (c *caseReader) fill(p *Position) error {
	p.Defender, p.First = 0, 0
	for _, f := range c.facts {
		if f.words[0] == "phase" {
			if len(f.words[1]) != 1 || !strings.Contains(phaseSequence, f.words[1]) {
				return fmt.Errorf("line %d: no phase %q", f.no, f.words[1])
			}
			p.Phase = Phase(f.words[1][0])
			continue
		}
		r := decodeLines[f.words[0]]
		if len(f.words) < r.min+1 {
			return fmt.Errorf("line %d: %s: too few words", f.no, strings.Join(f.words, " "))
		}
		if err := r.read(p, f.words[1:]); err != nil {
			return fmt.Errorf("line %d: %s: %w", f.no, strings.Join(f.words, " "), err)
		}
	}
	for place, cards := range c.cards {
		for _, card := range cards {
			if place != "discard" && p.sideNo(engine.Side(strings.TrimPrefix(place, "hand-"))) < 0 {
				return fmt.Errorf("hand: no side %q", strings.TrimPrefix(place, "hand-"))
			}
			var ok bool
			if p.Cards, ok = p.Cards.Lay("deck", place, card); !ok {
				return fmt.Errorf("there are not so many cards %s", card)
			}
		}
	}
	if p.Phase == RolePhase {
		p.Defender, p.First = Nobody, Nobody
	}
	return c.wait(p)
}

// wait says who owes an answer.
func (c *caseReader) wait(p *Position) error {
	p.Waits = p.asked()
	if p.Waits == [2]bool{} && c.waits == nil {
		p.Waits = [2]bool{true, true}
	}
	for i, name := range c.waits {
		if i == 0 {
			p.Waits = [2]bool{}
		}
		s, err := p.sideIndex(name)
		if err != nil {
			return err
		}
		p.Waits[s] = true
	}
	if p.Phase == OverPhase {
		p.Waits = [2]bool{}
	}
	return nil
}
