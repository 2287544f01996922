package deck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
)

// Deck is where the cards of a box lie.
type Deck struct {
	box   *Box
	cards [][]Card // by place, sorted; never changed in place
}

// Cards lists the cards of a place by name. The caller does not change them. In a
// view they may all be Unknown.
func (d Deck) Cards(place string) []Card { return d.cards[d.box.place(place)] }

// Count is the number of cards of a place, which everybody may know.
func (d Deck) Count(place string) int { return len(d.Cards(place)) }

// Has reports whether a card lies in a place.
func (d Deck) Has(place string, card Card) bool { return slices.Contains(d.Cards(place), card) }

// Way is a way that cards take.
type Way struct {
	Rule     string      // paragraph by which they do
	By       engine.Side // who acts; empty if nobody
	From, To string      // places
}

// Move moves cards that are chosen. Nothing moves if there are none. A card that
// does not lie there is a bug of the ruleset and panics.
func (d Deck) Move(w Way, cards ...Card) []engine.Event {
	_, events := d.move(w, slices.Sorted(slices.Values(cards)), nil)
	return events
}

// Empty moves all cards of a place.
func (d Deck) Empty(w Way) []engine.Event { return d.Move(w, d.Cards(w.From)...) }

// Draw draws n cards one by one, each card of the place with the same chance. When
// none is left, all cards of the places refill are put there first, and if they have
// none either, fewer are drawn.
func (d Deck) Draw(dice engine.Dice, w Way, n int, refill ...string) (events []engine.Event) {
	for {
		var cards []Card
		var draws []string
		left := slices.Clone(d.Cards(w.From))
		for ; n > 0 && len(left) > 0; n-- {
			draw := dice.Seal("card from "+w.From+" to "+w.To, len(left))
			draws = append(draws, strconv.Itoa(draw.No))
			cards = append(cards, left[draw.Value])
			left = slices.Delete(left, draw.Value, draw.Value+1)
		}
		slices.Sort(cards)
		after, told := d.move(w, cards, draws)
		events, d = append(events, told...), after
		if n == 0 {
			return events
		}
		for _, place := range refill {
			after, told := d.move(Way{Rule: w.Rule, By: w.By, From: place, To: w.From}, d.Cards(place), nil)
			events, d = append(events, told...), after
		}
		if d.Count(w.From) == 0 {
			return events
		}
	}
}

// move gives the deck after a move of sorted cards, and its events.
func (d Deck) move(w Way, cards []Card, draws []string) (Deck, []engine.Event) {
	if len(cards) == 0 {
		return d, nil
	}
	from, to := &d.box.places[d.box.place(w.From)], &d.box.places[d.box.place(w.To)]
	way := []string{"from", w.From, "to", w.To}
	faces := engine.NewEvent(w.Rule, "faces", w.By, append(slices.Clip(way), "cards", names(cards))...)
	way = append(way, "n", strconv.Itoa(len(cards)))
	open := from.Open || to.Open
	if open {
		way = append(way, "cards", names(cards))
	}
	if draws != nil {
		way = append(way, "draws", strings.Join(draws, ","))
	}
	events := []engine.Event{engine.NewEvent(w.Rule, "cards", w.By, way...)}
	if !open {
		for _, side := range slices.Concat(from.Seen, to.Seen) {
			if !slices.Contains(faces.For, side) {
				faces.For = append(faces.For, side)
			}
		}
		if faces.For == nil {
			faces.For = []engine.Side{engine.Server}
		}
		events = append(events, faces)
	}
	return d.put(w.From, w.To, cards), events
}

// put is the deck after some cards have been moved.
func (d Deck) put(from, to string, cards []Card) Deck {
	a, b := d.box.place(from), d.box.place(to)
	left := slices.Clone(d.cards[a])
	for _, c := range cards {
		i := slices.Index(left, c)
		if i < 0 {
			panic(fmt.Sprintf("there is no card %s in %s", c, from))
		}
		left = slices.Delete(left, i, i+1)
	}
	d.cards = slices.Clone(d.cards)
	d.cards[a] = left
	d.cards[b] = slices.Concat(d.cards[b], cards)
	slices.Sort(d.cards[b])
	return d
}

// Apply is the deck after an event. Events of other kinds, and those that name no
// card, change nothing. An event that Move and Draw cannot have given panics.
func (d Deck) Apply(e engine.Event) Deck {
	if e.Kind != "cards" && e.Kind != "faces" || e.Get("cards") == "" {
		return d
	}
	cards, err := d.box.parse(e.Get("cards"))
	if err != nil {
		panic(fmt.Sprintf("%s: %v", e, err))
	}
	return d.put(e.Get("from"), e.Get("to"), cards)
}

// View is the deck as a side sees it; the empty side is the public.
func (d Deck) View(side engine.Side) Deck {
	d.cards = slices.Clone(d.cards)
	for i := range d.cards {
		if !d.box.places[i].sees(side) {
			d.cards[i] = slices.Repeat([]Card{Unknown}, len(d.cards[i]))
		}
	}
	return d
}

// Append appends the lines of the deck.
func (d Deck) Append(b []byte) []byte {
	for i, cards := range d.cards {
		if len(cards) > 0 {
			b = fmt.Appendf(b, "cards %s %s\n", d.box.places[i].Name, names(cards))
		}
	}
	return b
}

// Vary deals the cards that a side does not see anew to the places where they lie;
// below gives any number from 0 to n-1. A deck that hides nothing from the side
// stays as it is.
func (d Deck) Vary(side engine.Side, below func(n int) int) Deck {
	var hidden []Card
	for i, cards := range d.cards {
		if !d.box.places[i].sees(side) {
			hidden = append(hidden, cards...)
		}
	}
	d.cards = slices.Clone(d.cards)
	for i := range d.cards {
		if d.box.places[i].sees(side) {
			continue
		}
		dealt := make([]Card, len(d.cards[i]))
		for k := range dealt {
			n := below(len(hidden))
			dealt[k] = hidden[n]
			hidden = slices.Delete(hidden, n, n+1)
		}
		slices.Sort(dealt)
		d.cards[i] = dealt
	}
	return d
}
