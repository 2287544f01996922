package desk

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/tongue"
)

// LifePart is a part of the life of a piece: what the story of a point tells of it.
type LifePart struct {
	At    int    `json:"at"` // the index of the point
	Lines []Line `json:"lines"`
}

// Life is what the story tells of a piece, from its beginning to its end, as a side knew it: the lines that have
// its id or its name.
func (d *Desk) Life(id string, side engine.Side, in tongue.Language) (all []LifePart, err error) {
	if d.chain != nil {
		return d.livesIn(id), nil
	}
	name := d.nameOf(id)
	for at, p := range d.points {
		if sides := d.rules.Sides(p.at); side != "" && (d.public || !slices.Contains(sides, side)) {
			return nil, fmt.Errorf("the game shows nothing to a side %q", side)
		}
		m := LifePart{At: at}
		for _, c := range engine.Tell(d.rules, p.before, p.at, p.events, side).Story {
			for _, l := range c.Lines {
				if line := p.line(l, in); names(line.Text, id) || called(line.Text, name) {
					m.Lines = append(m.Lines, line)
				}
			}
		}
		if len(m.Lines) > 0 {
			all = append(all, m)
		}
	}
	return all, nil
}

// nameOf is what people call a piece; nothing if no map has it with a name.
func (d *Desk) nameOf(id string) tongue.Text {
	m, ok := d.rules.(engine.Mapper)
	if !ok {
		return tongue.Text{}
	}
	for _, p := range d.points {
		for _, x := range engine.Show(m, p.at, nil, "").Pieces {
			if x.ID == id {
				return x.Name
			}
		}
	}
	return tongue.Text{}
}

// called reports whether a text has a name, in any of the languages of readers.
func called(text string, name tongue.Text) bool {
	return slices.ContainsFunc(tongue.Languages(), func(l tongue.Language) bool { return names(text, name.In(l)) })
}

// names reports whether a text has a name as words of its own.
func names(text, name string) bool {
	part := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' }
	for name != "" {
		before, after, found := strings.Cut(text, name)
		if !found {
			return false
		}
		last, _ := utf8.DecodeLastRuneInString(before)
		first, _ := utf8.DecodeRuneInString(after)
		if !part(last) && !part(first) {
			return true
		}
		text = after
	}
	return false
}

// Clause is a clause of the rules, in the words of the index of the game.
type Clause struct {
	Section string `json:"section"`
	Text    string `json:"text"`
}

var errNoClause = errors.New("the desk has no such clause")

// Clause looks up a clause of the rules of the game that is open, or a whole section of them.
func (d *Desk) Clause(label string) (c Clause, err error) {
	game := d.game.Ruleset
	if len(d.chain) > 0 {
		game = d.chain[0].Game()
	} else if d.sheet != nil {
		game = d.sheet.Game()
	}
	if d.Rules == nil || game == "" {
		return c, errNoClause
	}
	sections, err := book.ParseIndex(d.Rules(game))
	if err != nil {
		return c, err
	}
	for _, s := range sections {
		if s.Number == label {
			c = Clause{Section: s.Number + " " + s.Title}
			for _, k := range s.Clauses {
				c.Text += k.Label + "  " + k.Text + "\n"
			}
			return c, nil
		}
		for _, k := range s.Clauses {
			if k.Label == label {
				return Clause{s.Number + " " + s.Title, k.Label + "  " + k.Text + "\n"}, nil
			}
		}
	}
	return c, fmt.Errorf("%w: %q", errNoClause, label)
}
