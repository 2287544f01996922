package setup

import (
	"fmt"

	"berthier/engine/deck"
	"berthier/engine/lines"
)

// Card is one of the Command cards [8]. What a tactic card does beyond numbers is a
// procedure of package ccn.
type Card uint8

const (
	ScoutLeft Card = iota
	ScoutCenter
	ScoutRight
	ProbeLeft
	ProbeCenter
	ProbeRight
	AttackLeft
	AttackCenter
	AttackRight
	AssaultLeft
	AssaultCenter
	AssaultRight
	CoordinatedAdvance
	FlankAttack
	Forward
	ReconInForce
	BayonetCharge
	Bombard
	CavalryCharge
	CounterAttack
	Elan
	FireAndHold
	FirstStrike
	ForceMarch
	ColdSteel
	Leadership
	GrandeManoeuvre
	Rally
	ShortSupply
	NumCards
)

var cardNames = [...]deck.Card{
	"scout-left",
	"scout-center",
	"scout-right",
	"probe-left",
	"probe-center",
	"probe-right",
	"attack-left",
	"attack-center",
	"attack-right",
	"assault-left",
	"assault-center",
	"assault-right",
	"coordinated-advance",
	"flank-attack",
	"forward",
	"recon-in-force",
	"bayonet-charge",
	"bombard",
	"cavalry-charge",
	"counter-attack",
	"elan",
	"fire-and-hold",
	"first-strike",
	"force-march",
	"cold-steel",
	"leadership",
	"grande-manoeuvre",
	"rally",
	"short-supply",
}

// Name is the card as orders and decks write it.
func (c Card) Name() deck.Card { return cardNames[c] }

// ParseCard reads what Name prints.
func ParseCard(name string) (Card, bool) {
	for c, n := range cardNames {
		if string(n) == name {
			return Card(c), true
		}
	}
	return 0, false
}

// Rule is the clause of the card: the cards stand in the order of the lists 8.1 and 8.2.
func (c Card) Rule() string {
	if c.Section() {
		return "8.1-" + string(rune('a'+c))
	}
	return "8.2-" + string(rune('a'+c-BayonetCharge))
}

// Scout reports whether the card draws two and keeps one [8.3-a].
func (c Card) Scout() bool { return c <= ScoutRight }

// Section reports whether it is a section card [8.0-b].
func (c Card) Section() bool { return c <= ReconInForce }

// Mirrored is the card with left and right exchanged, as Counter Attack copies a
// section card [8.3-h].
func (c Card) Mirrored() Card {
	if c > AssaultRight {
		return c // both flanks, or no section
	}
	first := c - c%3
	return first + (2 - c%3)
}

// Commands is a number of orders that stands for command: as many as the hand has
// cards, the one just played counted [5.2-h].
const Commands = -1

// CardRow is what the table says of one card.
type CardRow struct {
	Copies int
	Orders [NumSections]int // of a section card; Commands stands for command
	Units  int              // that a tactic card orders; 0 if its text says
	All    bool             // it orders all that its text says
	Dice   int              // added to the battles of those that it orders
	Guard  int              // the same for guards
	Move   int              // hexes for those whose move it changes; 0 for none
}

const (
	cardColumns = "card,copies,left,center,right,units,dice,guard,move"
	deckSize    = 70 // [8.0-a]
)

func (t *Tables) readCards(s *lines.Table) error {
	names := make([]string, NumCards)
	for c, n := range cardNames {
		names[c] = string(n)
	}
	all := 0
	err := s.EachName(names, func(i int, r *lines.Row) {
		row, section := &t.Cards[i], Card(i).Section()
		row.Copies = r.Number(1, 20)
		for k := range row.Orders {
			row.Orders[k] = readOrders(r, section)
		}
		row.Units, row.All = readUnitCount(r)
		row.Dice, row.Guard = r.Number(0, 5), r.Number(0, 5)
		row.Move, _ = r.NumberOr(1, 9, "-")
		if section && (row.Units > 0 || row.All || row.Dice+row.Guard+row.Move > 0) {
			r.Fault("%s orders by sections and has nothing else", names[i])
		}
		all += row.Copies
	})
	if err == nil && all != deckSize {
		err = fmt.Errorf("%s: %d cards together, want %d [8.0-a]", s.File, all, deckSize)
	}
	return err
}

// readOrders takes the orders that a card gives in one section.
func readOrders(r *lines.Row, section bool) int {
	if !section {
		r.Word("-")
		return 0
	}
	value, column := r.Text()
	if value == "command" {
		return Commands
	}
	if len(value) != 1 || value[0] < '0' || value[0] > '9' {
		r.Fault("%s %q is not a number from 0 to 9, nor command", column, value)
		return 0
	}
	return int(value[0] - '0')
}

// readUnitCount takes 1 to 9, all, or -.
func readUnitCount(r *lines.Row) (n int, all bool) {
	value, column := r.Text()
	switch {
	case value == "-":
	case value == "all":
		return 0, true
	case len(value) == 1 && value[0] >= '1' && value[0] <= '9':
		return int(value[0] - '0'), false
	default:
		r.Fault("%s %q is not a number from 1 to 9, all or -", column, value)
	}
	return 0, false
}

// Deck lists the kinds of cards as a deck is made of them.
func (t *Tables) Deck() []deck.Kind {
	kinds := make([]deck.Kind, NumCards)
	for c, row := range t.Cards {
		kinds[c] = deck.Kind{Card: cardNames[c], Count: row.Copies}
	}
	return kinds
}
