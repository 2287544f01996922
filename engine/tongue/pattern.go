package tongue

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// pattern is a message that was read.
type pattern []segment

// segment is one part of a pattern.
type segment struct {
	kind  kind
	text  string   // words as they are, or the name of an argument
	cases []branch // of choices
}

// kind is what a segment is.
type kind uint8

const (
	words  kind = iota
	hash        // "#", the number that chose
	print       // {name}
	number      // {name, number}
	plural      // {name, plural, …}
	choice      // {name, select, …}
)

// branch is what stands in a message for a word.
type branch struct {
	word string
	body pattern
}

// parser reads a pattern.
type parser struct {
	rest   string
	counts bool // "#" is a number here
}

// parse reads a whole pattern.
func parse(text string) (pattern, error) {
	p := parser{rest: text}
	all, err := p.pattern()
	if err == nil && p.rest != "" {
		err = fmt.Errorf("a brace closes that was not opened, before %q", p.rest)
	}
	return all, err
}

// pattern reads up to the end or to a brace that closes.
func (p *parser) pattern() (all pattern, err error) {
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			all = append(all, segment{kind: words, text: text.String()})
			text.Reset()
		}
	}
	for p.rest != "" && p.rest[0] != '}' {
		c := p.rest[0]
		p.rest = p.rest[1:]
		switch {
		case c == '{':
			flush()
			s, err := p.slot()
			if err != nil {
				return nil, err
			}
			all = append(all, s)
		case c == '#' && p.counts:
			flush()
			all = append(all, segment{kind: hash})
		case c == '\'':
			quoted, err := p.quoted()
			if err != nil {
				return nil, err
			}
			text.WriteString(quoted)
		case c == '\\':
			return nil, errors.New("a backslash only goes before the first blank, or ends a line")
		default:
			text.WriteByte(c)
		}
	}
	flush()
	return all, nil
}

// quoted reads what stands behind an apostrophe.
func (p *parser) quoted() (string, error) {
	switch {
	case strings.HasPrefix(p.rest, "'"):
		p.rest = p.rest[1:]
		return "'", nil
	case p.rest == "" || !strings.Contains("{}#|", p.rest[:1]):
		return "'", nil
	}
	text, rest, ok := strings.Cut(p.rest, "'")
	if !ok {
		return "", errors.New("an apostrophe before a brace begins a quotation; write two for one")
	}
	p.rest = rest
	return text, nil
}

// word reads a name, or a word that chooses.
func (p *parser) word() string {
	p.blanks()
	n := strings.IndexAny(p.rest, " ,{}")
	if n < 0 {
		n = len(p.rest)
	}
	w := p.rest[:n]
	p.rest = p.rest[n:]
	p.blanks()
	return w
}

func (p *parser) blanks() { p.rest = strings.TrimLeft(p.rest, " ") }

// takes reads one sign.
func (p *parser) takes(sign string) bool {
	rest, ok := strings.CutPrefix(p.rest, sign)
	p.rest = rest
	return ok
}

// slot reads an argument behind its brace.
func (p *parser) slot() (s segment, err error) {
	s.text = p.word()
	if s.text == "" {
		return s, errors.New("an argument has no name")
	}
	if p.takes("}") {
		s.kind = print
		return s, nil
	}
	if !p.takes(",") {
		return s, fmt.Errorf("the brace of %s does not close", s.text)
	}
	switch how := p.word(); how {
	case "number":
		s.kind = number
		if !p.takes("}") {
			return s, fmt.Errorf("the brace of %s does not close", s.text)
		}
		return s, nil
	case "plural":
		s.kind = plural
	case "select":
		s.kind = choice
	default:
		return s, fmt.Errorf("%s is %q; want number, plural or select", s.text, how)
	}
	if !p.takes(",") {
		return s, fmt.Errorf("%s has nothing to choose from", s.text)
	}
	return s, p.cases(&s)
}

// cases reads what there is to choose from, up to the brace that closes.
func (p *parser) cases(s *segment) error {
	outer := p.counts
	defer func() { p.counts = outer }()
	p.counts = outer || s.kind == plural
	for !p.takes("}") {
		c := branch{word: p.word()}
		if c.word == "" || !p.takes("{") {
			return fmt.Errorf("%s: want a word and braces before %q", s.text, p.rest)
		}
		twice := func(b branch) bool { return b.word == c.word }
		if slices.ContainsFunc(s.cases, twice) {
			return fmt.Errorf("%s has %s twice", s.text, c.word)
		}
		var err error
		if c.body, err = p.pattern(); err != nil {
			return err
		}
		if !p.takes("}") {
			return fmt.Errorf("%s: the braces of %s do not close", s.text, c.word)
		}
		p.blanks()
		s.cases = append(s.cases, c)
	}
	last := len(s.cases) - 1
	if last < 0 || s.cases[last].word != "other" {
		return fmt.Errorf("%s does not end in other", s.text)
	}
	return nil
}
