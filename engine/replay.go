package engine

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
)

// Step is one resolution as it is recorded: what came in, what was drawn,
// what happened, and the hash of the position after it.
type Step struct {
	Number   int // from 1
	Inputs   []Orders
	Draws    []Draw
	Events   []Event
	Position [sha256.Size]byte
}

// Play resolves one step and returns its record and the position after it.
// dice must be the stream of that step, fresh.
func Play(rs Ruleset, p Position, number int, in []Orders, dice Recorder) (Step, Position, error) {
	events, err := rs.Resolve(p, in, dice)
	if err != nil {
		return Step{}, nil, err
	}
	after := rs.Apply(p, events)
	return Step{Number: number, Inputs: in, Draws: dice.Draws(), Events: events, Position: Hash(after)}, after, nil
}

// Replay applies recorded steps to the position that they started from. It
// stops at the first step whose position hash differs and says which.
func Replay(rs Ruleset, start Position, steps []Step) (Position, error) {
	p := start
	var text []byte
	for _, s := range steps {
		next := rs.Apply(p, s.Events)
		text = next.Append(text[:0])
		if got := sha256.Sum256(text); got != s.Position {
			return p, fmt.Errorf("step %d: position hash is %x, the record says %x", s.Number, got, s.Position)
		}
		p = next
	}
	return p, nil
}

// Again resolves one recorded step again from the position before it and
// reports the first event that differs.
func Again(rs Ruleset, p Position, s Step, dice Dice) error {
	events, err := rs.Resolve(p, s.Inputs, dice)
	if err != nil {
		return fmt.Errorf("step %d: %w", s.Number, err)
	}
	return s.Same(events)
}

// Same reports the first event that differs when the step was resolved again.
func (s Step) Same(events []Event) error {
	for i := range max(len(events), len(s.Events)) {
		got, want := "nothing", "nothing"
		if i < len(events) {
			got = events[i].String()
		}
		if i < len(s.Events) {
			want = s.Events[i].String()
		}
		if got != want {
			return fmt.Errorf("step %d, event %d: resolved again it is %s, the record says %s", s.Number, i+1, got,
				want)
		}
	}
	return nil
}

// RecordedDice is dice that fall as they are recorded to have fallen.
type RecordedDice struct {
	draws []Draw
	used  int
	err   error
}

// NewRecorded makes dice of what was drawn in a step.
func NewRecorded(draws []Draw) *RecordedDice { return &RecordedDice{draws: draws} }

// Draw implements Dice.
func (r *RecordedDice) Draw(purpose string, n int) Draw { return r.next(false, purpose, n) }

// Seal implements Dice.
func (r *RecordedDice) Seal(purpose string, n int) Draw { return r.next(true, purpose, n) }

func (r *RecordedDice) next(sealed bool, purpose string, n int) Draw {
	want := Draw{No: r.used + 1, Sealed: sealed, Purpose: purpose, N: n}
	r.used++
	if r.used <= len(r.draws) {
		want.Value = r.draws[r.used-1].Value
		if r.draws[r.used-1] == want {
			return want
		}
	}
	if r.err == nil {
		r.err = errors.New("resolved again, draw " + strconv.Itoa(r.used) + " is another than the record says")
	}
	want.Value = 0
	return want
}

// End says whether other draws were made than recorded. Call it when the resolution is over.
func (r *RecordedDice) End() error {
	if r.err == nil && r.used != len(r.draws) {
		return fmt.Errorf("resolved again, %d draws are made, the record says %d", r.used, len(r.draws))
	}
	return r.err
}
