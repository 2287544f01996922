package engine

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"berthier/engine/tongue"
)

// FaultKind tells a line that could not be read from one that a rule forbids.
type FaultKind int

const (
	Invalid FaultKind = iota // could not be read
	Illegal                  // was understood, but a rule forbids it
)

// String is "illegal" or "invalid".
func (k FaultKind) String() string {
	if k == Illegal {
		return "illegal"
	}
	return "invalid"
}

// Fault is one thing that is wrong with a player's turn file.
type Fault struct {
	Kind FaultKind
	Line int         // in the player's own text, from 1; 0 for the file as a whole
	Text string      // his own words
	Rule string      // the paragraph that forbids it; empty if Invalid
	Msg  tongue.Text // why, in plain words
	Hint tongue.Text // what would be legal; may be empty
}

// Error prints the fault on one line, in English.
func (f Fault) Error() string {
	var b strings.Builder
	if f.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", f.Line)
	}
	if f.Text != "" {
		fmt.Fprintf(&b, "%q: ", f.Text)
	}
	b.WriteString(f.Msg.String())
	if f.Rule != "" {
		fmt.Fprintf(&b, " [%s]", f.Rule)
	}
	if !f.Hint.Empty() {
		fmt.Fprintf(&b, " (%s)", f.Hint)
	}
	return b.String()
}

// Equal reports whether two faults are the same in every language.
func (f Fault) Equal(o Fault) bool {
	return f.Kind == o.Kind && f.Line == o.Line && f.Text == o.Text && f.Rule == o.Rule &&
		f.Msg.Equal(o.Msg) && f.Hint.Equal(o.Hint)
}

// Faults is every fault of one turn file. It is the error that Resolve
// returns for orders that it refuses.
type Faults []Fault

// Error prints one fault a line.
func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// SortFaults puts faults in the order of their lines, what is wrong with the file as a whole first.
func SortFaults(faults []Fault) {
	sort.SliceStable(faults, func(i, j int) bool { return faults[i].Line < faults[j].Line })
}

// Understood are the orders that no fault calls unreadable: one that a rule forbids was read.
func Understood(orders []Order, faults []Fault) []Order {
	return slices.DeleteFunc(slices.Clone(orders), func(o Order) bool {
		return slices.ContainsFunc(faults, func(f Fault) bool { return f.Kind == Invalid && f.Line == o.Line })
	})
}

// Nearest returns the candidate that differs least from word, for "did you
// mean": at most two letters changed, added, dropped or swapped with the
// neighbour, and fewer than half of the word. It returns "" if none is near.
func Nearest(word string, candidates []string) string {
	best, bestCost := "", min(2, (len(word)-1)/2)
	word = strings.ToLower(word)
	for _, c := range candidates {
		if len(c) > len(word)+bestCost || len(word) > len(c)+bestCost {
			continue
		}
		if d := editDistance(word, strings.ToLower(c)); d <= bestCost && (best == "" || d < bestCost) {
			best, bestCost = c, d
		}
	}
	return best
}

// editDistance is the optimal string alignment distance. It is asked for each line
// of a mail and each word that there is: short words cost no memory.
func editDistance(a, b string) int {
	width := len(b) + 1
	var short [3 * 32]int
	cells := short[:]
	if 3*width > len(cells) {
		cells = make([]int, 3*width)
	}
	row := func(i int) []int { return cells[i%3*width:][:width] }
	for j := range width {
		row(0)[j] = j
	}
	for i := 1; i <= len(a); i++ {
		this, last := row(i), row(i-1)
		this[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			best := min(last[j]+1, this[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				best = min(best, row(i - 2)[j-2]+1)
			}
			this[j] = best
		}
	}
	return row(len(a))[len(b)]
}
