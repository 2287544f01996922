package setup

import (
	"slices"
	"strconv"
	"strings"
)

// Sides of the game, in their order.
const (
	German = iota
	Allied
	NumSides
)

// SideNames are their names.
var SideNames = [NumSides]string{"German", "Allied"}

// Nation is one whose units there are.
type Nation uint8

// Nations of the game.
const (
	GE Nation = iota
	FR
	UK
	BE
	US
	NumNations
)

var nationNames = [NumNations]string{"ge", "fr", "uk", "be", "us"}

// String is the word of orders.
func (n Nation) String() string { return nationNames[n] }

// ParseNation reads it.
func ParseNation(s string) (Nation, bool) {
	i := slices.Index(nationNames[:], s)
	return Nation(max(i, 0)), i >= 0
}

// Side is that of a nation.
func (n Nation) Side() int {
	if n == GE {
		return German
	}
	return Allied
}

// Kind is a kind of unit.
type Kind uint8

// Kinds of units, as tables/units.csv has them.
const (
	Infantry Kind = iota
	Storm
	Commonwealth
	Cavalry
	Artillery
	Siege
	Biplane
	Tank
	Paris
	NumKinds
)

var kindNames = [NumKinds]string{"i", "s", "cw", "c", "a", "g", "b", "t", "p"}

// String is the word of orders.
func (k Kind) String() string { return kindNames[k] }

// ParseKind reads it.
func ParseKind(s string) (Kind, bool) {
	i := slices.Index(kindNames[:], s)
	return Kind(max(i, 0)), i >= 0
}

// Unit is a nation and a kind: all such counters are alike.
type Unit struct {
	Nation Nation
	Kind   Kind
}

// String is the word of orders: "ge-i".
func (u Unit) String() string { return u.Nation.String() + "-" + u.Kind.String() }

// ParseUnit reads it.
func ParseUnit(s string) (Unit, bool) {
	n, k, _ := strings.Cut(s, "-")
	nation, okN := ParseNation(n)
	kind, okK := ParseKind(k)
	return Unit{nation, kind}, okN && okK
}

// Count is a number of like units.
type Count struct {
	Unit Unit
	N    int
}

// parseCount reads "6i", or "1us-i" in the place of a unit of the nation.
func parseCount(s string, nation Nation) (Count, bool) {
	i := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if i < 1 {
		return Count{}, false
	}
	n, err := strconv.Atoi(s[:i])
	k, ok := ParseKind(s[i:])
	u := Unit{nation, k}
	if !ok {
		u, ok = ParseUnit(s[i:])
	}
	const most = 40
	return Count{u, n}, ok && err == nil && n >= 1 && n <= most
}

// Card is a kind of card.
type Card uint8

// Cards of the deck.
const (
	Offensive Card = iota
	Limited
	BigPush
	Gericht
	ToBattle
	Friedensturm
	Ersatz2
	Ersatz3
	Gas
	AAF
	Weather
	Reserves
	Surprise
	CrisisAllied
	CrisisGerman
	NumCards
)

var cardNames = [NumCards]string{"offensive", "limited", "big-push", "gericht", "to-battle", "friedensturm", "ersatz2",
	"ersatz3", "gas", "aaf", "weather", "reserves", "surprise", "crisis-allied", "crisis-german"}

// String is the word of orders.
func (c Card) String() string { return cardNames[c] }

// ParseCard reads it.
func ParseCard(s string) (Card, bool) {
	i := slices.Index(cardNames[:], s)
	return Card(max(i, 0)), i >= 0
}

// CardNames are the words of all cards.
func CardNames() []string { return cardNames[:] }

// IsOffensive reports whether a card is of the Offensive class [9.1-a].
func (c Card) IsOffensive() bool { return c <= Friedensturm }

// Special is the side that a card of the Offensive class has a special effect for.
func (c Card) Special() (side int, ok bool) {
	switch c {
	case BigPush, ToBattle:
		return Allied, true
	case Gericht, Friedensturm:
		return German, true
	}
	return 0, false
}

// Season is the part of a year in which a Season Turn is.
type Season uint8

// Seasons.
const (
	Spring Season = iota
	Summer
	Fall
	Winter
)

var seasonNames = [...]string{"spring", "summer", "fall", "winter"}

// String is the word of records.
func (s Season) String() string { return seasonNames[s] }

// LastTurn is the last Season Turn of the war.
const LastTurn = 23

// FirstYear and LastYear are those of the war.
const FirstYear, LastYear = 1914, 1919

// SeasonOf is the season and the year of a Season Turn: the first is the summer of 1914, and a
// winter belongs to the year in which it begins [2.3.1, A51].
func SeasonOf(turn int) (Season, int) {
	const seasons = 4
	return Season(turn % seasons), FirstYear + turn/seasons
}

// YearOf is the game year of a Season Turn.
func YearOf(turn int) int {
	_, y := SeasonOf(turn)
	return y
}
