package deck

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"berthier/engine"
)

// Card is the name of a kind of card, a word of an order: lower-case letters,
// digits and hyphens.
type Card string

// Unknown is a card that the reader of a view does not see.
const Unknown Card = "?"

// Kind is a kind of card and how many of it there are.
type Kind struct {
	Card  Card
	Count int // 1 or more
}

// Place is where cards can lie.
type Place struct {
	Name string // a word: "hand-French"
	Open bool   // everybody sees the cards
	// Seen are the sides that see the cards of a place that is not open, in the
	// order of the game.
	Seen []engine.Side
}

// sees reports whether side sees the cards.
func (p *Place) sees(side engine.Side) bool { return p.Open || slices.Contains(p.Seen, side) }

// Box is the cards of a game and the places for them. It does not change.
type Box struct {
	kinds  []Kind // by name
	places []Place
	size   int
	// Where each kind and each place stands among them.
	kindNo  map[Card]int
	placeNo map[string]int
}

// most is how many cards a box can have: so a byte counts those of a kind.
const most = 255

// NewBox makes a box. Names of kinds and of places are words, each used once. A box has
// 255 cards at most, and one at least of each kind; the error says what is otherwise.
func NewBox(kinds []Kind, places []Place) (*Box, error) {
	b := &Box{kinds: slices.Clone(kinds), places: slices.Clone(places), kindNo: map[Card]int{},
		placeNo: map[string]int{}}
	sort.SliceStable(b.kinds, func(i, j int) bool { return b.kinds[i].Card < b.kinds[j].Card })
	for i, k := range b.kinds {
		switch {
		case !isWord(string(k.Card), "abcdefghijklmnopqrstuvwxyz"):
			return nil, fmt.Errorf("card %q is not a word of lower-case letters, digits and hyphens", k.Card)
		case i > 0 && b.kinds[i-1].Card == k.Card:
			return nil, fmt.Errorf("card %s stands twice", k.Card)
		case k.Count < 1 || k.Count > most:
			return nil, fmt.Errorf("card %s: there are %d of it", k.Card, k.Count)
		}
		b.size += k.Count
		b.kindNo[k.Card] = i
	}
	b.kindNo[Unknown] = len(b.kinds)
	for i, p := range b.places {
		_, again := b.placeNo[p.Name]
		switch {
		case !isWord(p.Name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"):
			return nil, fmt.Errorf("place %q is not a word of letters, digits and hyphens", p.Name)
		case again:
			return nil, fmt.Errorf("place %s stands twice", p.Name)
		}
		b.placeNo[p.Name] = i
	}
	if b.size == 0 || b.size > most || len(b.places) == 0 {
		return nil, fmt.Errorf("%d cards and %d places", b.size, len(b.places))
	}
	return b, nil
}

// isWord reports whether s is made of some letters, of digits and of hyphens.
func isWord(s, letters string) bool {
	return s != "" && strings.Trim(s, letters+"0123456789-") == ""
}

// place is the index of a place. A name that the box does not have is a bug of the
// ruleset and panics.
func (b *Box) place(name string) int {
	i, ok := b.placeNo[name]
	if !ok {
		panic("there is no place " + strconv.Quote(name) + " for cards")
	}
	return i
}

// kind is the column of a card in a deck: unknown is the one after all kinds, -1 is a
// card that the box does not have.
func (b *Box) kind(card Card) int {
	if i, ok := b.kindNo[card]; ok {
		return i
	}
	return -1
}

// card is that of a column.
func (b *Box) card(kind int) Card {
	if kind == len(b.kinds) {
		return Unknown
	}
	return b.kinds[kind].Card
}

// Fill is a deck with all cards in one place.
func (b *Box) Fill(name string) Deck {
	d := b.empty()
	pile := d.pile(b.place(name))
	for i, k := range b.kinds {
		pile[i] = uint8(k.Count)
	}
	return d
}

// empty is a deck without cards.
func (b *Box) empty() Deck {
	return Deck{box: b, n: make([]uint8, len(b.places)*(len(b.kinds)+1))}
}

// Read reads the lines of a deck. A line that is no line of a deck is a fault.
func (b *Box) Read(lines []string) (Deck, error) {
	d := b.empty()
	last := -1
	for _, line := range lines {
		f := strings.Split(line, " ")
		if len(f) != 3 || f[0] != "cards" {
			return Deck{}, fmt.Errorf("%q: want cards PLACE CARDS", line)
		}
		i, ok := b.placeNo[f[1]]
		if !ok || i <= last {
			return Deck{}, fmt.Errorf("%q: there is no such place, or it does not come here", line)
		}
		cards := make([]uint8, len(b.kinds)+1)
		err := b.parse(f[2], cards)
		if err == nil && b.places[i].Open && cards[len(b.kinds)] > 0 {
			err = errors.New("everybody sees the cards of this place")
		}
		if err != nil {
			return Deck{}, fmt.Errorf("%q: %w", line, err)
		}
		copy(d.pile(i), cards)
		last = i
	}
	return d, d.complete()
}

// complete says which card is missing or too many.
func (d Deck) complete() error {
	all := 0
	for _, n := range d.n {
		all += int(n)
	}
	if all != d.box.size {
		return fmt.Errorf("there are %d cards, want %d", all, d.box.size)
	}
	for i, k := range d.box.kinds {
		n := 0
		for place := range d.box.places {
			n += int(d.pile(place)[i])
		}
		if n > k.Count {
			return fmt.Errorf("there are %d cards %s, want %d at most", n, k.Card, k.Count)
		}
	}
	return nil
}

// parse reads the names of cards of the box, or the number of unknown ones: how many
// there are of each kind, where there was none.
func (b *Box) parse(text string, cards []uint8) error {
	for part := range strings.SplitSeq(text, ",") {
		name, times, many := strings.Cut(part, "*")
		n := 1
		if many {
			n, _ = strconv.Atoi(times)
		}
		i := b.kind(Card(name))
		if n < 1 || n > b.size || i < 0 || Card(name) == Unknown && len(text) != len(part) {
			return fmt.Errorf("%q is not a card of this game with a number", part)
		}
		cards[i] = uint8(min(int(cards[i])+n, most))
	}
	var short [256]byte
	if want := b.appendNames(short[:0], cards); string(want) != text {
		return fmt.Errorf("cards are written %q", string(want))
	}
	return nil
}

// names prints how many cards there are of each kind.
func (b *Box) names(cards []uint8) string { return string(b.appendNames(nil, cards)) }

func (b *Box) appendNames(to []byte, cards []uint8) []byte {
	first := true
	for i, n := range cards {
		if n == 0 {
			continue
		}
		if !first {
			to = append(to, ',')
		}
		if first, to = false, append(to, b.card(i)...); n > 1 {
			to = strconv.AppendInt(append(to, '*'), int64(n), 10)
		}
	}
	return to
}
