package desk

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
)

// onlooker follows a game by what everybody sees of it.
//
// Of cards that are drawn face down everybody sees how many there are, and later perhaps which. The onlooker deals
// all cards of the game to their places as he likes, and when somebody shows another card than he thought he exchanges
// two that nobody has seen. What he thinks of these is in no view of his position (package engine/deck).
type onlooker struct {
	engine.Ruleset
	at   engine.Position   // the public view, but for the cards
	past []engine.Position // at each point, for rollbacks
}

// newOnlooker begins with a game at its beginning, before any card is dealt.
func newOnlooker(rs engine.Ruleset, began engine.Position) (*onlooker, error) {
	isCards := func(line string) bool { return strings.HasPrefix(line, "cards ") }
	cards := slices.DeleteFunc(lines(began), func(l string) bool { return !isCards(l) })
	text := lines(rs.View(began, ""))
	if len(cards) > 0 {
		i := slices.IndexFunc(text, isCards)
		text = slices.Insert(slices.DeleteFunc(text, isCards), i, cards...)
	}
	at, err := rs.Decode([]byte(strings.Join(text, "\n")))
	return &onlooker{rs, at, []engine.Position{at}}, err
}

func lines(p engine.Position) []string { return strings.Split(string(p.Encode()), "\n") }

// view is what everybody sees.
func (o *onlooker) view() engine.Position { return o.View(o.at, "") }

// sees takes over what happens.
func (o *onlooker) sees(events []engine.Event) error {
	for _, e := range engine.Visible(events, "") {
		if e.Kind == "cards" {
			var err error
			if e, err = o.named(e); err != nil {
				return err
			}
		}
		o.at = o.Apply(o.at, []engine.Event{e})
	}
	return nil
}

// named is an event that moves cards which the onlooker has where they come from.
func (o *onlooker) named(e engine.Event) (engine.Event, error) {
	from, name := piles(o.at), e.Get("from")
	if e.Get("cards") == "" {
		e.Args = append(slices.Clone(e.Args), engine.Arg{Key: "cards", Value: some(from[name], e.Int("n")).String()})
		return e, nil
	}
	want := readPile(e.Get("cards"))
	hidden := piles(o.view())
	for _, card := range slices.Sorted(maps.Keys(want)) {
		for from[name][card] < want[card] {
			if err := o.exchange(from, hidden, name, card, want); err != nil {
				return e, err
			}
		}
	}
	return e, nil
}

// exchange puts a card into a place from which it is shown, for one that is not.
func (o *onlooker) exchange(all, hidden map[string]pile, place, card string, want pile) error {
	unseen, cards := slices.Sorted(maps.Keys(hidden)), slices.Sorted(maps.Keys(all[place]))
	i := slices.IndexFunc(unseen, func(p string) bool { return p != place && hidden[p]["?"] > 0 && all[p][card] > 0 })
	j := slices.IndexFunc(cards, func(c string) bool { return all[place][c] > want[c] })
	if i < 0 || j < 0 || hidden[place]["?"] == 0 {
		return fmt.Errorf("the card %s comes from %s, where it cannot be", card, place)
	}
	move := func(from, to, card string) {
		o.at = o.Apply(o.at, []engine.Event{engine.NewEvent("0", "cards", "", "from", from, "to", to, "n", "1", "cards",
			card)})
		all[from][card]--
		all[to][card]++
	}
	move(unseen[i], place, card)
	move(place, unseen[i], cards[j])
	return nil
}

// pile is how many cards of each name lie in a place.
type pile map[string]int

// piles are the cards of a position, by place.
func piles(p engine.Position) map[string]pile {
	all := map[string]pile{}
	for _, line := range lines(p) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == "cards" {
			all[f[1]] = readPile(f[2])
		}
	}
	return all
}

// readPile reads names as package engine/deck writes them.
func readPile(text string) pile {
	p := pile{}
	for one := range strings.SplitSeq(text, ",") {
		card, number, many := strings.Cut(one, "*")
		n := 1
		if many {
			n, _ = strconv.Atoi(number)
		}
		p[card] += n
	}
	return p
}

// some are the first cards of a pile.
func some(p pile, n int) pile {
	first := pile{}
	for _, card := range slices.Sorted(maps.Keys(p)) {
		first[card] = min(p[card], n)
		n -= first[card]
	}
	return first
}

func (p pile) String() string {
	var all []string
	for _, card := range slices.Sorted(maps.Keys(p)) {
		switch n := p[card]; {
		case n == 1:
			all = append(all, card)
		case n > 1:
			all = append(all, card+"*"+strconv.Itoa(n))
		}
	}
	return strings.Join(all, ",")
}
