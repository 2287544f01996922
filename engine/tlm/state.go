package tlm

import (
	"slices"
	"strconv"
	"strings"
)

// State is what has happened to a unit or an Army.
type State struct {
	Dug  bool // Entrenched
	Used int8 // areas travelled in this Player Turn
	Mode Mode // of its movement
	Back bool // it has retreated in this Player Turn
	Oos  bool // it was out of supply [A111]
}

// Mode is a kind of movement that goes with no other [4.4-d, 4.5-d, 4.6-e].
type Mode uint8

// Kinds of movement.
const (
	OnFoot Mode = iota
	ByRail
	Strategic
	BySea
	FromReserves
	ToTheEast
	numModes
)

var modeNames = [numModes]string{"", "rail", "strategic", "sea", "reserves", "east"}

// mostUsed is the most areas that the state of a unit says: a unit that has to stop has used
// them.
const mostUsed = 3

// number is the number of a state among all.
func (s State) number() int {
	n := (boolInt(s.Dug)*(mostUsed+1)+int(s.Used))*int(numModes) + int(s.Mode)
	return (n*2+boolInt(s.Back))*2 + boolInt(s.Oos)
}

const numStates = 2 * (mostUsed + 1) * int(numModes) * 2 * 2

// states are the words of all states. They are asked for with every event, and there are few.
var states = func() (t struct {
	words  [numStates]string // by number
	ranks  [numStates]int    // in the order of the words
	byWord map[string]State
}) {
	t.byWord = map[string]State{}
	for n := range numStates {
		s := State{Oos: n%2 == 1, Back: n/2%2 == 1, Mode: Mode(n / 4 % int(numModes)),
			Used: int8(n / 4 / int(numModes) % (mostUsed + 1)), Dug: n >= numStates/2}
		t.words[n] = s.print()
		t.byWord[t.words[n]] = s
	}
	sorted := slices.Sorted(slices.Values(t.words[:]))
	for n, w := range t.words {
		t.ranks[n], _ = slices.BinarySearch(sorted, w)
	}
	return t
}()

// String is the word of a state in records: "dug+used1", or "-".
func (s State) String() string { return states.words[s.number()] }

// rank is the place of a state in the order of the words.
func (s State) rank() int { return states.ranks[s.number()] }

// parseState reads what String prints.
func parseState(text string) (State, bool) {
	s, ok := states.byWord[text]
	return s, ok
}

// print makes the word of a state.
func (s State) print() string {
	var words []string
	add := func(is bool, word string) {
		if is {
			words = append(words, word)
		}
	}
	add(s.Dug, "dug")
	add(s.Used > 0, "used"+strconv.Itoa(int(s.Used)))
	add(s.Mode != OnFoot, modeNames[s.Mode])
	add(s.Back, "back")
	add(s.Oos, "oos")
	if words == nil {
		return "-"
	}
	return strings.Join(words, "+")
}
