package jdg

import (
	"fmt"
	"strings"

	"berthier/engine/jdg/data"
)

// Section is one section of the rulebook in the index of rules.
type Section struct {
	Number  string // "8.7.2", "1.A"; "C", "D" and "E" hold facts, rulings and decisions
	Title   string // our own
	Clauses []Clause
}

// Clause is one clause, table fact, ruling or decision, in our own words.
type Clause struct {
	Label string // "8.7.2-c", "T38", "Q83", "P32"; cases and comments write JDG- before it
	Text  string
}

// Index returns the rules as this program understands them, in the book's
// order, from the embedded file rules/index.txt.
func Index() ([]Section, error) {
	text, err := data.Files.ReadFile("rules/index.txt")
	if err != nil {
		return nil, err
	}
	return parseIndex(string(text))
}

func parseIndex(text string) ([]Section, error) {
	var sections []Section
	n := 0
	for l := range strings.Lines(text) {
		n++
		l = strings.TrimSpace(l)
		if l == "" || l[0] == '#' {
			continue
		}
		heading, isHeading := strings.CutPrefix(l, "== ")
		label, rest, _ := strings.Cut(heading, " ")
		switch {
		case rest == "" || !isHeading && len(sections) == 0:
			return nil, fmt.Errorf("rules index, line %d: want a label and a text under a section", n)
		case isHeading:
			sections = append(sections, Section{Number: label, Title: rest})
		default:
			s := &sections[len(sections)-1]
			s.Clauses = append(s.Clauses, Clause{label, rest})
		}
	}
	return sections, nil
}
