package engine

import (
	"crypto/sha256"
	"fmt"
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
