package deck

import (
	"errors"
	"fmt"
	"slices"
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
}

// NewBox makes a box. Names of kinds and of places are words, each used once.
func NewBox(kinds []Kind, places []Place) (*Box, error) {
	b := &Box{kinds: slices.Clone(kinds), places: slices.Clone(places)}
	slices.SortFunc(b.kinds, func(a, b Kind) int { return strings.Compare(string(a.Card), string(b.Card)) })
	for i, k := range b.kinds {
		switch {
		case !isWord(string(k.Card), "abcdefghijklmnopqrstuvwxyz"):
			return nil, fmt.Errorf("card %q is not a word of lower-case letters, digits and hyphens", k.Card)
		case i > 0 && b.kinds[i-1].Card == k.Card:
			return nil, fmt.Errorf("card %s stands twice", k.Card)
		case k.Count < 1 || k.Count > engine.MaxDraw:
			return nil, fmt.Errorf("card %s: there are %d of it", k.Card, k.Count)
		}
		b.size += k.Count
	}
	for i, p := range b.places {
		same := func(q Place) bool { return q.Name == p.Name }
		switch {
		case !isWord(p.Name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"):
			return nil, fmt.Errorf("place %q is not a word of letters, digits and hyphens", p.Name)
		case slices.ContainsFunc(b.places[:i], same):
			return nil, fmt.Errorf("place %s stands twice", p.Name)
		}
	}
	if b.size == 0 || b.size > engine.MaxDraw || len(b.places) == 0 {
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
	i := slices.IndexFunc(b.places, func(p Place) bool { return p.Name == name })
	if i < 0 {
		panic("there is no place " + strconv.Quote(name) + " for cards")
	}
	return i
}

// Fill is a deck with all cards in one place.
func (b *Box) Fill(name string) Deck {
	d := Deck{box: b, cards: make([][]Card, len(b.places))}
	i := b.place(name)
	for _, k := range b.kinds {
		d.cards[i] = append(d.cards[i], slices.Repeat([]Card{k.Card}, k.Count)...)
	}
	return d
}

// Read reads the lines of a deck. A line that is no line of a deck is a fault.
func (b *Box) Read(lines []string) (Deck, error) {
	d := Deck{box: b, cards: make([][]Card, len(b.places))}
	last := -1
	for _, line := range lines {
		f := strings.Split(line, " ")
		if len(f) != 3 || f[0] != "cards" {
			return Deck{}, fmt.Errorf("%q: want cards PLACE CARDS", line)
		}
		i := slices.IndexFunc(b.places, func(p Place) bool { return p.Name == f[1] })
		if i <= last {
			return Deck{}, fmt.Errorf("%q: there is no such place, or it does not come here", line)
		}
		cards, err := b.parse(f[2])
		if err == nil && b.places[i].Open && cards[0] == Unknown {
			err = errors.New("everybody sees the cards of this place")
		}
		if err != nil {
			return Deck{}, fmt.Errorf("%q: %w", line, err)
		}
		d.cards[i], last = cards, i
	}
	return d, d.complete()
}

// complete says which card is missing or too many.
func (d Deck) complete() error {
	var all []Card
	for _, cards := range d.cards {
		all = append(all, cards...)
	}
	if len(all) != d.box.size {
		return fmt.Errorf("there are %d cards, want %d", len(all), d.box.size)
	}
	for _, k := range d.box.kinds {
		if n := count(all, k.Card); n > k.Count {
			return fmt.Errorf("there are %d cards %s, want %d at most", n, k.Card, k.Count)
		}
	}
	return nil
}

// parse reads the names of cards of the box, or the number of unknown ones.
func (b *Box) parse(text string) ([]Card, error) {
	var cards []Card
	for part := range strings.SplitSeq(text, ",") {
		name, times, many := strings.Cut(part, "*")
		n := 1
		if many {
			n, _ = strconv.Atoi(times)
		}
		known := slices.ContainsFunc(b.kinds, func(k Kind) bool { return k.Card == Card(name) })
		if n < 1 || n > b.size || !known && (Card(name) != Unknown || len(text) != len(part)) {
			return nil, fmt.Errorf("%q is not a card of this game with a number", part)
		}
		cards = append(cards, slices.Repeat([]Card{Card(name)}, n)...)
	}
	if !slices.IsSorted(cards) || names(cards) != text {
		return nil, fmt.Errorf("cards are written %q", names(slices.Sorted(slices.Values(cards))))
	}
	return cards, nil
}

// names prints sorted cards.
func names(cards []Card) string {
	var parts []string
	for i := 0; i < len(cards); {
		n := count(cards, cards[i])
		part := string(cards[i])
		if n > 1 {
			part += "*" + strconv.Itoa(n)
		}
		parts = append(parts, part)
		i += n
	}
	return strings.Join(parts, ",")
}

func count(cards []Card, card Card) (n int) {
	for _, c := range cards {
		if c == card {
			n++
		}
	}
	return n
}
