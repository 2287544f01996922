package ccn

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/deck"
	"berthier/engine/lines"
)

// bundledTables are the tables that the program brings along, which no case changes.
var bundledTables = sync.OnceValues(func() (*setup.Tables, error) { return setup.LoadTables(nil) })

// caseLine is a kind of line that a case's position has beyond a scenario.
type caseLine struct {
	word string
	set  func(p *Position, w []string) error
}

// caseLines lists them in the order in which they are carried out, whatever the order of
// the text.
var caseLines = []caseLine{
	{"opening", (*Position).caseOpening},
	{"turn-of", (*Position).caseTurn},
	{"hand", (*Position).caseHand},
	{"discards", func(p *Position, w []string) error { return p.deal("discard", w) }},
	{"blocks", (*Position).caseBlocks},
	{"squared", (*Position).caseSquared},
	{"gone", (*Position).caseGone},
	{"last", (*Position).caseLast},
	{"killed", (*Position).caseKilled},
	{"rolled", (*Position).caseRolled},
	{"stands", (*Position).caseStanding},
}

// ReadCase makes the position of a case (package book) with a ruleset of its own. The
// text is a scenario, usually of a few lines, with these lines besides, in any order:
//
//	option KEY=VALUE           an option of the game
//	arrival …                  a line of the file of arrivals
//	opening                    the cards have not been dealt; without it the first
//	                           side is in its turn
//	turn-of SIDE [N]           whose turn it is, and its number; the first side and 1
//	hand SIDE CARD[,CARD…]     cards in a hand; a side without the line has
//	                           probe-center and forward
//	discards CARD[,CARD…]      cards that lie open
//	last SIDE CARD             the card that a side played in its last turn
//	blocks UNIT N              a unit that has lost some
//	squared UNIT CARD          a unit in square, and the card on its slot
//	gone PIECE[,PIECE…]        units and leaders that are not on the board any more
//	killed SIDE N              banners that a side has
//	rolled CARD COMMAND INF CAV ART FLAG   the dice of Elan or Rally lie
//	stands SIDE WORD ANSWER [WHOM]         a standing order
//
// Of the lines of a scenario that it must have, a case may leave out "side" and "first":
// then British stand at the lower edge, French at the upper one, and British begin.
// Cards that no line names lie in the deck, to which dice count by their names.
func ReadCase(text []byte) (*Ruleset, *Position, error) {
	scenario, extras, start, err := splitCase(text)
	if err != nil {
		return nil, nil, err
	}
	tables, err := bundledTables()
	if err != nil {
		return nil, nil, err
	}
	sc, err := setup.ParseScenario("case", []byte(scenario), tables)
	if err != nil {
		return nil, nil, err
	}
	rs, err := New(tables, sc)
	if err != nil {
		return nil, nil, err
	}
	begins, err := rs.Start(start)
	if err != nil {
		return nil, nil, err
	}
	p := begins.(*Position)
	p.Phase = TurnPhase
	for _, kind := range caseLines {
		for _, e := range extras[kind.word] {
			if err := kind.set(p, e.words[1:]); err != nil {
				return nil, nil, fmt.Errorf("line %d: %s: %w", e.no, strings.Join(e.words, " "), err)
			}
		}
	}
	if err := p.usualHands(); err != nil {
		return nil, nil, err
	}
	if _, err := rs.decode(p.Encode()); err != nil {
		return nil, nil, fmt.Errorf("this position cannot be: %w", err)
	}
	return rs, p, nil
}

// extraLine is a line of a case that a scenario has not.
type extraLine struct {
	no    int
	words []string
}

// splitCase takes the lines apart that a scenario has not. Blank lines stand for them, so
// that the lines of the scenario keep their numbers.
func splitCase(text []byte) (scenario string, extras map[string][]extraLine, start engine.Setup, err error) {
	extras, start = map[string][]extraLine{}, engine.Setup{Scenario: "case", Options: map[string]string{}}
	var rest, arrivals strings.Builder
	n, sides, first := 0, false, false
	for l := range strings.Lines(string(text)) {
		n++
		w, bad := engine.Fields(strings.TrimSpace(l))
		if bad == nil && len(w) > 0 {
			sides, first = sides || w[0] == "side", first || w[0] == "first"
			known := func(c caseLine) bool { return c.word == w[0] }
			switch {
			case w[0] == "option" && len(w) == 2:
				k, v, _ := strings.Cut(w[1], "=")
				start.Options[k], l = v, "\n"
			case w[0] == "arrival":
				arrivals.WriteString(l)
				l = "\n"
			case slices.ContainsFunc(caseLines, known):
				extras[w[0]] = append(extras[w[0]], extraLine{n, w})
				l = "\n"
			}
		}
		rest.WriteString(l)
	}
	if !sides {
		rest.WriteString("\nside British bottom nations=British,Portuguese\nside French top\n")
	}
	if !first && !sides {
		rest.WriteString("first British\n")
	}
	if arrivals.Len() > 0 {
		start.Files = map[string][]byte{setup.ArrivalsFile: []byte(arrivals.String())}
	}
	return rest.String(), extras, start, nil
}

func (p *Position) caseOpening(_ []string) error {
	p.Phase = DealPhase
	return nil
}

func (p *Position) caseTurn(w []string) (err error) {
	if len(w) == 0 || len(w) > 2 {
		return errors.New("want turn-of SIDE [N]")
	}
	if p.Active, err = p.sideIndex(w[0]); err == nil && len(w) == 2 {
		var n []int
		if n, err = lines.Numbers(1000, w[1]); err == nil {
			p.Turn = n[0]
		}
	}
	return err
}

// deal moves cards from the deck to a place.
func (p *Position) deal(place string, w []string) error {
	if len(w) != 1 {
		return errors.New("want cards with commas between them")
	}
	for name := range strings.SplitSeq(w[0], ",") {
		var ok bool
		if p.Cards, ok = p.Cards.Lay("deck", place, deck.Card(name)); !ok {
			return fmt.Errorf("there is no card %q left in the deck", name)
		}
	}
	return nil
}

func (p *Position) caseHand(w []string) error {
	if len(w) != 2 {
		return errors.New("want hand SIDE CARD[,CARD…]")
	}
	s, err := p.sideIndex(w[0])
	if err != nil {
		return err
	}
	return p.deal(p.hand(s), w[1:])
}

// usualHands gives two cards to each side whose hand the case does not name.
func (p *Position) usualHands() error {
	for s := range p.sc.Sides {
		if p.Phase != DealPhase && p.Cards.Count(p.hand(s)) == 0 {
			if err := p.deal(p.hand(s), []string{"probe-center,forward"}); err != nil {
				return err
			}
		}
	}
	return nil
}

// caseUnit is a unit that a line names.
func (p *Position) caseUnit(id string) (int, error) {
	u, ok := p.sc.Piece(id)
	if !ok || u >= len(p.Units) {
		return 0, fmt.Errorf("no unit %q", id)
	}
	return u, nil
}

func (p *Position) caseBlocks(w []string) error {
	if len(w) != 2 {
		return errors.New("want blocks UNIT N")
	}
	u, err := p.caseUnit(w[0])
	if err != nil {
		return err
	}
	n, err := lines.Numbers(p.kind(u).Blocks, w[1])
	if err == nil {
		p.Units[u].Blocks = max(n[0], 1)
	}
	return err
}

func (p *Position) caseSquared(w []string) error {
	if len(w) != 2 {
		return errors.New("want squared UNIT CARD")
	}
	u, err := p.caseUnit(w[0])
	if err != nil {
		return err
	}
	slot := p.freeSquare(p.unitSide(u))
	if slot == 0 || p.arm(u) != setup.Infantry {
		return errors.New("it cannot be in square")
	}
	p.Units[u].Slot = int8(slot)
	return p.deal(slotName(string(p.sideName(p.unitSide(u))), slot), w[1:])
}

func (p *Position) caseGone(w []string) error {
	if len(w) != 1 {
		return errors.New("want gone PIECE[,PIECE…]")
	}
	for id := range strings.SplitSeq(w[0], ",") {
		i, ok := p.sc.Piece(id)
		switch {
		case !ok:
			return fmt.Errorf("no unit or leader %q", id)
		case i < len(p.Units):
			p.Units[i] = Unit{}
		default:
			p.Leaders[i-len(p.Units)] = Leader{}
		}
	}
	return nil
}

func (p *Position) caseKilled(w []string) error {
	if len(w) != 2 {
		return errors.New("want killed SIDE N")
	}
	return p.readBanners(append(w, "0"))
}

func (p *Position) caseLast(w []string) error {
	if len(w) != 2 {
		return errors.New("want last SIDE CARD")
	}
	return p.readLast(w)
}

func (p *Position) caseRolled(w []string) error {
	if len(w) != 6 {
		return errors.New("want rolled CARD COMMAND INF CAV ART FLAG")
	}
	p.Phase = OrdersPhase
	if err := p.readForce(w); err != nil {
		return err
	}
	p.Last[p.Active] = playedCard{Card: p.Force.Card}
	return p.deal("played", w[:1])
}

func (p *Position) caseStanding(w []string) error {
	if len(w) < 3 || len(w) > 4 {
		return errors.New("want stands SIDE WORD ANSWER [WHOM]")
	}
	s, err := p.sideIndex(w[0])
	if err != nil {
		return err
	}
	words := append([]string{w[1]}, strings.Fields(w[2])...)
	if len(w) == 4 {
		words = append(words, "for", w[3])
	}
	line, rest, bad := grammar(p, s).ReadStanding(words)
	switch {
	case bad != nil:
		return errors.New(bad.Msg.String())
	case len(rest) > 0:
		return fmt.Errorf("%q is one word too many", rest[0])
	}
	p.Sheets[s] = p.Sheets[s].With(line...)
	return nil
}
