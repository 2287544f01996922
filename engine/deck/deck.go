package deck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
)

// Deck is where the cards of a box lie: as a place has no order, how many of each kind
// each place has.
type Deck struct {
	box *Box
	n   []uint8 // place by place, one for each kind and one for the unknown; only Change changes it in place
}

// pile is how many cards of each kind a place has.
func (d Deck) pile(place int) []uint8 {
	width := len(d.box.kinds) + 1
	return d.n[place*width : (place+1)*width]
}

// Cards lists the cards of a place by name. In a view they may all be Unknown.
func (d Deck) Cards(place string) []Card {
	pile := d.pile(d.box.place(place))
	cards := make([]Card, 0, total(pile))
	for i, n := range pile {
		for range n {
			cards = append(cards, d.box.card(i))
		}
	}
	return cards
}

// Count is the number of cards of a place, which everybody may know.
func (d Deck) Count(place string) int { return total(d.pile(d.box.place(place))) }

func total(pile []uint8) (n int) {
	for _, k := range pile {
		n += int(k)
	}
	return n
}

// Has reports whether a card lies in a place.
func (d Deck) Has(place string, card Card) bool {
	i := d.box.kind(card)
	return i >= 0 && d.pile(d.box.place(place))[i] > 0
}

// Way is a way that cards take.
type Way struct {
	Rule     string      // paragraph by which they do
	By       engine.Side // who acts; empty if nobody
	From, To string      // places
}

// Move moves cards that are chosen. Nothing moves if there are none. A card that
// does not lie there is a bug of the ruleset and panics.
func (d Deck) Move(w Way, cards ...Card) []engine.Event {
	chosen := make([]uint8, len(d.box.kinds)+1)
	for _, c := range cards {
		i := d.box.kind(c)
		if i < 0 || chosen[i] == d.pile(d.box.place(w.From))[i] {
			panic(fmt.Sprintf("there is no card %s in %s", c, w.From))
		}
		chosen[i]++
	}
	return d.told(nil, w, chosen, nil)
}

// Lay is the deck after a card has been laid from one place into another while a game is set up, of which nobody
// is told; ok says whether it lay there.
func (d Deck) Lay(from, to string, card Card) (laid Deck, ok bool) {
	if !d.Has(from, card) {
		return d, false
	}
	for _, e := range d.Move(Way{From: from, To: to}, card) {
		d = d.Apply(e)
	}
	return d, true
}

// Empty moves all cards of a place.
func (d Deck) Empty(w Way) []engine.Event { return d.told(nil, w, d.pile(d.box.place(w.From)), nil) }

// Draw draws n cards one by one, each card of the place with the same chance. When
// none is left, all cards of the places refill are put there first, and if they have
// none either, fewer are drawn.
func (d Deck) Draw(dice engine.Dice, w Way, n int, refill ...string) (events []engine.Event) {
	purpose := "card from " + w.From + " to " + w.To
	for {
		var draws []string
		left := slices.Clone(d.pile(d.box.place(w.From)))
		cards := make([]uint8, len(left))
		for number := total(left); n > 0 && number > 0; n, number = n-1, number-1 {
			draw := dice.Seal(purpose, number)
			draws = append(draws, strconv.Itoa(draw.No))
			i := nth(left, draw.Value)
			left[i]--
			cards[i]++
		}
		if events = d.told(events, w, cards, draws); n == 0 {
			return events
		}
		d = d.put(w.From, w.To, cards)
		for _, place := range refill {
			all := d.pile(d.box.place(place))
			events = d.told(events, Way{Rule: w.Rule, By: w.By, From: place, To: w.From}, all, nil)
			d = d.put(place, w.From, all)
		}
		if d.Count(w.From) == 0 {
			return events
		}
	}
}

// nth is the kind of the card at a place of a pile, in the order of their names.
func nth(pile []uint8, at int) int {
	for i, n := range pile {
		if at -= int(n); at < 0 {
			return i
		}
	}
	panic("there is no such card in the pile")
}

// told appends the events of a move of cards.
func (d Deck) told(events []engine.Event, w Way, cards []uint8, draws []string) []engine.Event {
	n := total(cards)
	if n == 0 {
		return events
	}
	from, to := &d.box.places[d.box.place(w.From)], &d.box.places[d.box.place(w.To)]
	text := d.box.names(cards)
	open := from.Open || to.Open
	way := append(make([]string, 0, 10), "from", w.From, "to", w.To, "n", strconv.Itoa(n))
	if open {
		way = append(way, "cards", text)
	}
	if draws != nil {
		way = append(way, "draws", strings.Join(draws, ","))
	}
	if events == nil {
		events = make([]engine.Event, 0, 1+number(!open)) // those who see the faces hear of it in a second one
	}
	events = append(events, engine.NewEvent(w.Rule, "cards", w.By, way...))
	if !open {
		faces := engine.NewEvent(w.Rule, "faces", w.By, "from", w.From, "to", w.To, "cards", text)
		var seen []engine.Side
		for _, side := range slices.Concat(from.Seen, to.Seen) {
			if !slices.Contains(seen, side) {
				seen = append(seen, side)
			}
		}
		if seen == nil {
			seen = []engine.Side{engine.Server}
		}
		faces.For = engine.Only(seen...)
		events = append(events, faces)
	}
	return events
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// put is the deck after some cards have been moved.
func (d Deck) put(from, to string, cards []uint8) Deck {
	d = d.Clone()
	d.shift(from, to, cards)
	return d
}

// shift is put in place.
func (d Deck) shift(from, to string, cards []uint8) {
	a, b := d.pile(d.box.place(from)), d.pile(d.box.place(to))
	for i, n := range cards {
		if n > a[i] {
			panic(fmt.Sprintf("there is no card %s in %s", d.box.card(i), from))
		}
		a[i] -= n
		b[i] += n
	}
}

// Clone is a deck that shares nothing with any other, for Change.
func (d Deck) Clone() Deck {
	d.n = slices.Clone(d.n)
	return d
}

// CloneIn is Clone in the room of a deck that nobody needs any more.
func (d Deck) CloneIn(room Deck) Deck {
	d.n = append(room.n[:0], d.n...)
	return d
}

// Change is Apply for a deck that Clone has given and nobody else has: it changes in place, so
// that many events cost one copy.
func (d Deck) Change(e engine.Event) {
	var room [most + 1]uint8
	if cards := d.moved(e, room[:]); cards != nil {
		d.shift(e.Get("from"), e.Get("to"), cards)
	}
}

// Apply is the deck after an event. Events of other kinds, and those that name no
// card, change nothing. An event that Move and Draw cannot have given panics.
func (d Deck) Apply(e engine.Event) Deck {
	var room [most + 1]uint8
	if cards := d.moved(e, room[:]); cards != nil {
		return d.put(e.Get("from"), e.Get("to"), cards)
	}
	return d
}

// moved are the cards that an event names, in the room that is given, nil if it names none.
func (d Deck) moved(e engine.Event, room []uint8) []uint8 {
	if e.Kind != "cards" && e.Kind != "faces" || e.Get("cards") == "" {
		return nil
	}
	cards := room[:len(d.box.kinds)+1]
	if err := d.box.parse(e.Get("cards"), cards); err != nil {
		panic(fmt.Sprintf("%s: %v", e, err))
	}
	return cards
}

// View is the deck as a side sees it; the empty side is the public.
func (d Deck) View(side engine.Side) Deck {
	d = d.Clone()
	for i := range d.box.places {
		if d.box.places[i].sees(side) {
			continue
		}
		pile := d.pile(i)
		n := total(pile)
		clear(pile)
		pile[len(d.box.kinds)] = uint8(n)
	}
	return d
}

// Append appends the lines of the deck.
func (d Deck) Append(b []byte) []byte {
	for i := range d.box.places {
		if pile := d.pile(i); total(pile) > 0 {
			b = append(append(append(b, "cards "...), d.box.places[i].Name...), ' ')
			b = append(d.box.appendNames(b, pile), '\n')
		}
	}
	return b
}

// Vary deals the cards that a side does not see anew to the places where they lie;
// below gives any number from 0 to n-1. A deck that hides nothing from the side
// stays as it is.
func (d Deck) Vary(side engine.Side, below func(n int) int) Deck {
	d = d.Clone()
	hidden := make([]uint8, len(d.box.kinds)+1)
	for i := range d.box.places {
		if !d.box.places[i].sees(side) {
			for k, n := range d.pile(i) {
				hidden[k] += n
			}
		}
	}
	for i := range d.box.places {
		if d.box.places[i].sees(side) {
			continue
		}
		pile := d.pile(i)
		n := total(pile)
		clear(pile)
		for range n {
			k := nth(hidden, below(total(hidden)))
			hidden[k]--
			pile[k]++
		}
	}
	return d
}
