package ask

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"berthier/engine"
)

// Entry is one thing on a tape: DrawResult, Answer or SentAnswer.
type Entry interface {
	// String is the text form of the entry. The package doc specifies it.
	String() string
}

// DrawResult is a draw without its purpose.
type DrawResult struct {
	No     int
	Sealed bool
	N      int
	Value  int // 0 … N-1
}

// Answer is the option that a side has chosen.
type Answer string

// SentAnswer is an event of what a side has sent beforehand with its answer.
type SentAnswer engine.Event

// String implements Entry.
func (d DrawResult) String() string {
	word := "draw"
	if d.Sealed {
		word = "seal"
	}
	return fmt.Sprintf("%s %d %d %d", word, d.No, d.N, d.Value)
}

// String implements Entry.
func (a Answer) String() string { return "answer " + string(a) }

// String implements Entry.
func (s SentAnswer) String() string { return "sent " + engine.Event(s).String() }

// ParseEntry reads the text form of an entry. It accepts exactly what String
// prints.
func ParseEntry(text string) (Entry, error) {
	e, err := parseEntry(text)
	if err == nil && e.String() != text {
		err = errors.New("not in canonical form")
	}
	if err != nil {
		return nil, fmt.Errorf("reading %q of a tape: %w", text, err)
	}
	return e, nil
}

func parseEntry(text string) (Entry, error) {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "draw", "seal":
		return parseDrawn(strings.Split(rest, " "), word == "seal")
	case "answer":
		if rest == "" || strings.ContainsAny(rest, "|\n") {
			return nil, errors.New("want an option")
		}
		return Answer(rest), nil
	case "sent":
		e, err := engine.ParseEvent(rest)
		return SentAnswer(e), err
	}
	return nil, errors.New("want draw, seal, answer or sent")
}

func parseDrawn(words []string, sealed bool) (Entry, error) {
	if len(words) != 3 {
		return nil, errors.New("want three numbers")
	}
	var n [3]int
	for i, w := range words {
		var err error
		if n[i], err = strconv.Atoi(w); err != nil {
			return nil, fmt.Errorf("%q is not a number", w)
		}
	}
	if n[0] < 1 || n[1] < 1 || n[1] > engine.MaxDraw || n[2] < 0 || n[2] >= n[1] {
		return nil, errors.New("no such draw")
	}
	return DrawResult{No: n[0], Sealed: sealed, N: n[1], Value: n[2]}, nil
}
