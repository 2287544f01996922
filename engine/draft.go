package engine

import (
	"slices"
	"strings"
)

// ListedDraft is a draft for games with so few options that a pick can list them
// all. List gives those that may come after the orders of Lines.
type ListedDraft struct {
	List  func(lines []Order) []Order
	Lines []Order
}

// Options implements Draft.
func (l *ListedDraft) Options() []Order { return l.List(l.Lines) }

// Pick implements Draft.
func (l *ListedDraft) Pick(below func(n int) int) (Order, bool) {
	options := l.Options()
	if len(options) == 0 {
		return Order{}, false
	}
	return options[below(len(options))], true
}

// About implements Draft: with so few options nothing is saved, and nothing
// costs anything.
func (l *ListedDraft) About(id string) (about []Option) {
	for _, o := range l.Options() {
		if o.Names(id) {
			about = append(about, Option{Order: o})
		}
	}
	return about
}

// Add implements Draft.
func (l *ListedDraft) Add(o Order) { l.Lines = append(l.Lines, o) }

// Arrived is an order, which may be an option of a Draft, as it comes out of a turn
// file: its words in lower case, in the given line.
func (o Order) Arrived(line int) Order {
	a := Order{Line: line, Text: strings.Join(o.Words, " "), Words: slices.Clone(o.Words)}
	for i, w := range a.Words {
		a.Words[i] = strings.ToLower(w)
	}
	return a
}
