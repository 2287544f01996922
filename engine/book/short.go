package book

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/lines"

	"golang.org/x/tools/txtar"
)

// ShortEnding is how the name of a file with short cases ends.
const ShortEnding = ".cases"

// ShortCase is one case of a file in the short form; the package doc specifies it.
type ShortCase struct {
	Name     string // free words
	Line     int    // of its name in the file
	position string
	sides    []string          // that give orders
	orders   map[string]string // by side
	dice     []byte
	wants    []expectation
}

// expectation is one line of what is expected.
type expectation struct {
	word string   // event, never or fault; the rule in brackets of an event that is next
	text string   // the rest of the line
	rest []string // its words, of an event
}

// ReadShort reads the cases of a file in the short form.
func ReadShort(data []byte) ([]ShortCase, error) {
	var all []ShortCase
	common := ""
	err := lines.Each(data, func(n int, l string) error {
		word, rest, _ := strings.Cut(l, " ")
		rest = strings.TrimSpace(rest)
		switch {
		case word == "==":
			all = append(all, ShortCase{Name: rest, Line: n, position: common, orders: map[string]string{}})
			if rest == "" || slices.ContainsFunc(all[:len(all)-1], func(s ShortCase) bool { return s.Name == rest }) {
				return fmt.Errorf("line %d: want == and a name of its own", n)
			}
			return nil
		case len(all) > 0:
			if err := all[len(all)-1].line(word, rest); err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
			return nil
		case word == "with":
			common += rest + "\n"
			return nil
		}
		return fmt.Errorf("line %d: want with LINE, or == and the name of a case", n)
	})
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		if s.wants == nil {
			return nil, fmt.Errorf("line %d: case %s expects nothing: want event, [RULE], never or fault", s.Line,
				s.Name)
		}
	}
	if all == nil {
		return nil, errors.New("there is no case: want == and a name")
	}
	return all, nil
}

// line takes one line of a case.
func (s *ShortCase) line(word, rest string) error {
	side, isOrder := strings.CutSuffix(word, ":")
	switch {
	case isOrder && side != "":
		if !slices.Contains(s.sides, side) {
			s.sides = append(s.sides, side)
		}
		s.orders[side] += rest + "\n"
	case rest == "":
		return fmt.Errorf("%q needs more words", word)
	case word == "with":
		s.position += rest + "\n"
	case word == "dice":
		s.dice = fmt.Appendln(s.dice, rest)
	case word == "fault":
		s.wants = append(s.wants, expectation{word: word, text: rest})
	case word == "event" || word == "never" || word[0] == '[':
		words, err := engine.Fields(rest)
		if err != nil {
			return err
		}
		if word[0] == '[' {
			words = append([]string{word}, words...)
		}
		s.wants = append(s.wants, expectation{word, rest, words})
	default:
		return fmt.Errorf("%q is unknown; there are with, SIDE:, dice, event, [RULE], never and fault", word)
	}
	return nil
}

// Run plays a case. The error says which line of what it expects does not
// hold, and what happens instead.
func (s *ShortCase) Run(newRuleset NewRuleset) error {
	name, got, err := s.Play(newRuleset)
	if err != nil {
		return err
	}
	if missed := s.missed(name, strings.Split(strings.TrimSuffix(got, "\n"), "\n")); missed != "" {
		return fmt.Errorf("%s\ngot %s\n%s", missed, name, got)
	}
	return nil
}

// Play gives the events of a case as it goes, or the faults: the name of the section
// that a full case would have, and its text.
func (s *ShortCase) Play(newRuleset NewRuleset) (name, got string, err error) {
	c := caseRun{orders: make(map[engine.Side][]byte)}
	if c.rs, c.p, err = newRuleset([]byte(s.position)); err != nil {
		return "", "", fmt.Errorf("position: %w", err)
	}
	for _, side := range s.sides {
		if !slices.Contains(c.rs.Sides(c.p), engine.Side(side)) {
			return "", "", fmt.Errorf("there is no side %q", side)
		}
		c.orders[engine.Side(side)] = []byte(s.orders[side])
	}
	if err := c.readDice(s.dice); err != nil {
		return "", "", err
	}
	return c.resolve()
}

// Full gives a case in the full form, as it goes, whatever it expects.
func (s *ShortCase) Full(newRuleset NewRuleset) ([]byte, error) {
	name, got, err := s.Play(newRuleset)
	if err != nil {
		return nil, err
	}
	a := txtar.Archive{Comment: []byte(s.Name + "\n\n")}
	a.Files = append(a.Files, txtar.File{Name: "position", Data: []byte(s.position)})
	for _, side := range s.sides {
		a.Files = append(a.Files, txtar.File{Name: "orders " + side, Data: []byte(s.orders[side])})
	}
	a.Files = append(a.Files, txtar.File{Name: "dice", Data: s.dice}, txtar.File{Name: name, Data: []byte(got)})
	return txtar.Format(&a), nil
}

// missed says which line of the expectations does not hold, "" if all do.
func (s *ShortCase) missed(name string, happened []string) string {
	faults := len(expected([]byte(strings.Join(happened, "\n"))))
	next := 0
	for _, w := range s.wants {
		switch {
		case (w.word == "fault") != (name == "faults"):
			if name == "events" {
				return "all orders are legal, but: fault " + w.text
			}
			return "orders are refused, but: " + w.word + " " + w.text
		case w.word == "fault":
			faults--
		}
		i := slices.IndexFunc(happened[next:], w.fits)
		switch {
		case w.word == "never":
			if slices.ContainsFunc(happened, w.fits) {
				return "it happens: never " + w.text
			}
		case i < 0 || i > 0 && w.word[0] == '[':
			return "it does not happen, or not there: " + w.word + " " + w.text
		default:
			next += i + 1
		}
	}
	if name == "faults" && faults > 0 {
		return fmt.Sprintf("%d more faults", faults)
	}
	return ""
}

// fits reports whether a line is as expected: its first words are those that
// are wanted, and the others are among the rest of its words.
func (w expectation) fits(l string) bool {
	if w.word == "fault" {
		found, msg, _ := strings.Cut(l, " # ")
		wanted, part, _ := strings.Cut(w.text, " # ")
		return strings.TrimSpace(wanted) == found && strings.Contains(msg, strings.TrimSpace(part))
	}
	words, err := engine.Fields(l)
	if err != nil || len(words) < 2 {
		return false
	}
	rest := w.rest
	if rest[0] == words[0] {
		if rest = rest[1:]; len(rest) == 0 {
			return true
		}
	}
	if rest[0] != words[1] {
		return false
	}
	return !slices.ContainsFunc(rest[1:], func(a string) bool { return !slices.Contains(words[2:], a) })
}
