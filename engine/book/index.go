package book

import (
	"fmt"
	"strings"

	"berthier/engine/lines"
)

// Section is one section of a rulebook in an index of rules.
type Section struct {
	Number  string // "8.7.2", "1.A"; a single letter if it stands beside the book: facts, rulings, decisions
	Title   string // our own
	Clauses []Clause
}

// Beside reports whether the section stands beside the book.
func (s Section) Beside() bool { return len(s.Number) == 1 && s.Number[0] >= 'A' && s.Number[0] <= 'Z' }

// Clause is one clause, fact, ruling or decision, in our own words.
type Clause struct {
	Label string // "8.7.2-c", "T38", "Q83", "P32"; cases and comments write the game's name before it: JDG-Q83
	Text  string
}

// ParseIndex reads an index of rules; the package doc specifies its text.
func ParseIndex(text string) ([]Section, error) {
	var sections []Section
	err := lines.Each([]byte(text), func(n int, l string) error {
		heading, isHeading := strings.CutPrefix(l, "== ")
		label, rest, _ := strings.Cut(heading, " ")
		switch {
		case rest == "" || !isHeading && len(sections) == 0:
			return fmt.Errorf("rules index, line %d: want a label and a text under a section", n)
		case isHeading:
			sections = append(sections, Section{Number: label, Title: rest})
		default:
			s := &sections[len(sections)-1]
			s.Clauses = append(s.Clauses, Clause{label, rest})
		}
		return nil
	})
	return sections, err
}
