package ask

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Condition is what has to be true for a standing order or a plan to count:
// all of its terms. Without terms it always holds.
type Condition []Term

// Term is one fact of the game, perhaps with a value to compare it with. Which
// facts there are is for each game to say.
type Term struct {
	Fact   string // "enemy-within"; empty if the value says all
	Shape  Shape  // which of these is the value
	Number int
	Ratio  Ratio
	List   []string
}

// Shape is the shape of a value.
type Shape uint8

const (
	NoValue  Shape = iota
	IsNumber       // from 0: 4
	IsRatio        // 1.5:1
	IsList         // words with commas: woods,marsh
)

// Ratio is a ratio in tenths, each part from 1 to 999: 1.5:1 is {15, 10}.
type Ratio struct{ First, Second int }

// String prints the ratio as players write it.
func (r Ratio) String() string { return string(r.append(nil)) }

func (r Ratio) append(b []byte) []byte {
	return appendTenths(append(appendTenths(b, r.First), ':'), r.Second)
}

func appendTenths(b []byte, n int) []byte {
	b = strconv.AppendInt(b, int64(n/10), 10)
	if n%10 != 0 {
		b = append(b, '.', byte('0'+n%10))
	}
	return b
}

// ParseRatio reads a ratio such as 1.5:1.
func ParseRatio(text string) (Ratio, bool) {
	a, b, colon := strings.Cut(text, ":")
	first, okA := tenths(a)
	second, okB := tenths(b)
	return Ratio{first, second}, colon && okA && okB
}

// tenths reads a number from 0.1 to 99.9 with at most one decimal.
func tenths(s string) (int, bool) {
	whole, part, dot := strings.Cut(s, ".")
	if !dot {
		part = "0"
	}
	n, err := strconv.ParseUint(whole+part, 10, 64)
	return int(n), err == nil && whole != "" && len(part) == 1 && n > 0 && n < 1000
}

// String prints the term as players write it.
func (t Term) String() string { return string(t.append(nil)) }

func (t *Term) append(b []byte) []byte {
	b = append(b, t.Fact...)
	if t.Fact != "" && t.Shape != NoValue {
		b = append(b, ' ')
	}
	switch t.Shape {
	case IsNumber:
		b = strconv.AppendInt(b, int64(t.Number), 10)
	case IsRatio:
		b = t.Ratio.append(b)
	case IsList:
		b = append(b, strings.Join(t.List, ",")...)
	}
	return b
}

// String prints the condition as players write it.
func (c Condition) String() string {
	var room [64]byte
	return string(c.append(room[:0]))
}

func (c Condition) append(b []byte) []byte {
	for i := range c {
		if i > 0 {
			b = append(b, " and "...)
		}
		b = c[i].append(b)
	}
	return b
}

// Equal reports whether two conditions say the same.
func (c Condition) Equal(d Condition) bool { return c.String() == d.String() }

// Holds reports whether all terms hold.
func (c Condition) Holds(holds func(Term) bool) bool {
	return !slices.ContainsFunc(c, func(t Term) bool { return !holds(t) })
}

// ParseCondition reads what String prints; nothing is no condition. It does
// not know which facts there are.
func ParseCondition(text string) (Condition, error) {
	if text == "" {
		return nil, nil
	}
	var c Condition
	for part := range strings.SplitSeq(text, " and ") {
		t, err := parseTerm(part)
		if err != nil {
			return nil, fmt.Errorf("reading condition %q: %w", text, err)
		}
		c = append(c, t)
	}
	if c.String() != text {
		return nil, fmt.Errorf("reading condition %q: not in canonical form", text)
	}
	return c, nil
}

func parseTerm(text string) (Term, error) {
	fact, value, both := strings.Cut(text, " ")
	if !both && !isName(fact) {
		fact, value = "", fact
	}
	t := Term{Fact: fact}
	if fact != "" && !isName(fact) {
		return t, fmt.Errorf("%q is no fact", fact)
	}
	if fact == "" || both {
		if !t.set(value) {
			return t, fmt.Errorf("%q is no value", value)
		}
	}
	if t.Fact == "" && t.Shape == IsList {
		return t, errors.New("a list needs a fact")
	}
	return t, nil
}

// set reads the value by what it looks like.
func (t *Term) set(value string) bool {
	if n, err := strconv.Atoi(value); err == nil {
		t.Shape, t.Number = IsNumber, n
		return n >= 0
	}
	if r, ok := ParseRatio(value); ok {
		t.Shape, t.Ratio = IsRatio, r
		return true
	}
	t.Shape, t.List = IsList, strings.Split(value, ",")
	return !slices.ContainsFunc(t.List, func(w string) bool { return !isName(w) })
}

// isName reports whether a word may be a fact or stand in a list: letters,
// digits and - . _ after a letter, none of the words that join.
func isName(w string) bool {
	for i := range len(w) {
		switch c := w[i] | 0x20; {
		case 'a' <= c && c <= 'z':
		case i > 0 && (w[i] >= '0' && w[i] <= '9' || w[i] == '-' || w[i] == '.' || w[i] == '_'):
		default:
			return false
		}
	}
	return w != "" && !slices.Contains([]string{"and", "else", "for", "if"}, w)
}
