package jdg

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
)

// Adjust implements engine.Adjuster: it reads a position as an umpire writes it,
// with the lines of the encoding in any order. Units of one hex stand in the
// order of their lines, the top one first; the order of what is in the cup, of
// tactical groups, of standing orders and of orders when drawn counts too. Each
// line must be as Encode writes it, and none may be missing or come twice. What
// Inspect demands of a position at rest must hold. Scenario, tables and options
// stay as they are. While a resolution waits for an answer nothing can be
// changed, since it goes on from the position before it.
func (rs *Ruleset) Adjust(pos engine.Position, text []byte) (engine.Position, error) {
	p := pos.(*Position)
	if p.Asked != nil {
		return nil, errors.New("a resolution waits for an answer and goes on from what was before it: take it " +
			"back, or have it answered, first")
	}
	q, err := rs.read(text)
	if err != nil {
		return nil, err
	}
	got, want := sortedLines(text), sortedLines(q.Encode())
	if i := firstOther(got, want); i >= 0 {
		return nil, fmt.Errorf("reading position: %q cannot be; it would be %q", nth(got, i), nth(want, i))
	}
	switch {
	case q.Asked != nil:
		return nil, errors.New("a question cannot be asked by hand")
	case q.head() != p.head() || !slices.Equal(q.ask, p.ask):
		return nil, errors.New("scenario, tables and options cannot be changed")
	}
	if err := q.sound(-1); err != nil {
		return nil, err
	}
	if err := q.waits(); err != nil {
		return nil, err
	}
	if err := rs.Inspect(q, nil); err != nil {
		return nil, err
	}
	return q, nil
}

// waits says why a game cannot wait for its players in this position [1].
func (p *Position) waits() error {
	switch p.Phase {
	case OrdersPhase:
		if p.Drawn != (Marker{}) || p.First != (Marker{}) || len(p.Cup) > 0 {
			return errors.New("in phase A no activation marker is drawn, chosen or in the cup [1.A]")
		}
	case ActivationPhase:
		if p.Drawn == (Marker{}) {
			return errors.New("in phase D a marker is drawn [1.D]")
		}
	case GameOver:
		if w := p.outcome().Winner; w != "" && p.sideOf(w) < 0 {
			return fmt.Errorf("there is no side %q", w)
		}
	default:
		return fmt.Errorf("in phase %c nobody has to decide: the phases with decisions are A and D, and X is the end",
			p.Phase)
	}
	if p.Turn > len(p.sc.Turns) {
		return fmt.Errorf("there is no turn %d", p.Turn)
	}
	return nil
}

func sortedLines(text []byte) []string {
	lines := strings.Split(string(bytes.TrimSuffix(text, []byte("\n"))), "\n")
	slices.Sort(lines)
	return lines
}

// firstOther is the place at which two lists begin to differ, -1 if they do not.
func firstOther(a, b []string) int {
	for i := range max(len(a), len(b)) {
		if nth(a, i) != nth(b, i) {
			return i
		}
	}
	return -1
}

// nth is an element of a list, or nothing behind its end.
func nth(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}
