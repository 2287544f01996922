package ask

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// StandingOrder is one standing order: the answer to a kind of decision, until it
// is changed.
type StandingOrder struct {
	Kind   string    // "P17"
	For    string    // whom it is for; empty: the side as a whole
	Answer string    // one word as players write it; an option of several words counts too
	If     Condition // it counts only if this holds
}

// Text is the answer with its condition: ANSWER [if CONDITION].
func (s StandingOrder) Text() string {
	if len(s.If) == 0 {
		return s.Answer
	}
	return s.Answer + " if " + s.If.String()
}

// Equal reports whether two standing orders say the same.
func (s StandingOrder) Equal(o StandingOrder) bool {
	return s.Kind == o.Kind && s.For == o.For && s.Text() == o.Text()
}

// ParseStanding reads what Text prints.
func ParseStanding(kind, whom, text string) (StandingOrder, error) {
	answer, condition, conditional := strings.Cut(text, " if ")
	s := StandingOrder{Kind: kind, For: whom, Answer: answer}
	var err error
	switch {
	case slices.ContainsFunc(strings.Split(answer, " "),
		func(w string) bool { return w == "" || w == "if" || w == "else" || strings.Contains(w, "\n") }):
		err = errors.New("want an answer, perhaps with a condition")
	case conditional:
		s.If, err = ParseCondition(condition)
	}
	if err == nil && s.Text() != text {
		err = errors.New("not in canonical form")
	}
	if err != nil {
		return StandingOrder{}, fmt.Errorf("reading standing order %q: %w", text, err)
	}
	return s, nil
}

// alternatives parts the standing orders of one line in its text form.
const alternatives = " else "

// Answers is the text form of standing orders that were given in one line.
func Answers(line []StandingOrder) string {
	var texts []string
	for _, s := range line {
		texts = append(texts, s.Text())
	}
	return strings.Join(texts, alternatives)
}

// ParseAnswers reads what Answers prints.
func ParseAnswers(kind, whom, text string) ([]StandingOrder, error) {
	var line []StandingOrder
	for one := range strings.SplitSeq(text, alternatives) {
		s, err := ParseStanding(kind, whom, one)
		if err != nil {
			return nil, err
		}
		line = append(line, s)
	}
	return line, nil
}

// Sheet is all standing orders of one side. Those for one kind and owner
// stand in the order in which they count. A sheet is never changed in place.
type Sheet []StandingOrder

// With returns the sheet with the standing orders of one line in the place of
// those for the same kind and owner. The answer "default" leaves none.
func (s Sheet) With(line ...StandingOrder) Sheet {
	first := line[0]
	sheet := make(Sheet, 0, len(s)+len(line))
	for _, o := range s {
		if o.Kind != first.Kind || o.For != first.For {
			sheet = append(sheet, o)
		}
	}
	if first.Answer == "default" {
		return sheet
	}
	return append(sheet, line...)
}

// Put is With in the room of a sheet that nobody else has yet.
func (s Sheet) Put(line ...StandingOrder) Sheet {
	first := line[0]
	s = slices.DeleteFunc(s, func(o StandingOrder) bool { return o.Kind == first.Kind && o.For == first.For })
	if first.Answer == "default" {
		return s
	}
	return append(s, line...)
}

// Find returns the first standing order for a kind: for one of the owners, in
// their order, or for the side as a whole. Its condition is not looked at.
func (s Sheet) Find(kind string, owners ...string) (StandingOrder, bool) {
	for _, owner := range owners {
		if o, ok := s.first(kind, owner); ok {
			return o, true
		}
	}
	return s.first(kind, "")
}

// first is the first standing order for a kind and owner.
func (s Sheet) first(kind, owner string) (StandingOrder, bool) {
	i := slices.IndexFunc(s, func(o StandingOrder) bool { return o.Kind == kind && o.For == owner })
	if i < 0 {
		return StandingOrder{}, false
	}
	return s[i], true
}

// Answers reports whether a standing order other than "ask" is found.
func (s Sheet) Answers(kind string, owners ...string) bool {
	o, ok := s.Find(kind, owners...)
	return ok && o.Answer != "ask"
}

// Equal reports whether two sheets say the same in the same order.
func (s Sheet) Equal(o Sheet) bool { return slices.EqualFunc(s, o, StandingOrder.Equal) }
