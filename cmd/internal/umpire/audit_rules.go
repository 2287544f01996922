package umpire

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"berthier/engine"
)

// checkRules finds the rules that the game record names, and sets the game up
// with them.
func (c *auditor) checkRules() Check {
	check := Check{Name: "rules and tables", What: "data files"}
	if len(c.entries) == 0 {
		return check
	}
	e := c.entries[0]
	rs := findRuleset(c.rulesets, c.Game.Ruleset, c.Game.Version)
	if rs == nil {
		check.Err = e.at("%w: %s", ErrNoRuleset, c.Game.Ruleset)
		return check
	}
	start, err := rs.Start(c.Game.Setup)
	if err != nil {
		check.Err = e.at("%w", err)
		return check
	}
	if notes := differences(c.Game.Data, rs.Data(start)); len(notes) > 0 {
		check.Err = e.at("other data files: %s", notes[0])
		return check
	}
	if got := engine.Hash(start); got != c.Game.Position {
		check.Err = e.at("the opening position has the hash %x, the record says %x", got, c.Game.Position)
		return check
	}
	c.rs, c.Last, check.Done = rs, start, len(c.Game.Data)
	return check
}

// checkSteps resolves every step again, and applies its events.
func (c *auditor) checkSteps() Check {
	check := Check{Name: "steps", What: "steps"}
	if c.rs == nil {
		check.Left, check.Why = len(c.Steps), "without the rules they cannot be resolved"
		return check
	}
	for i, s := range c.Steps {
		if !s.Known {
			check.Left, check.Why = len(c.Steps)-i, "the turn files are still secret"
			return check
		}
		again, err := c.resolveAgain(s)
		switch {
		case err != nil:
			check.Err = c.entries[c.stepAt[i]].at("%w", err)
			return check
		case again:
			check.Done++
		default:
			check.Left++
			check.Why = fmt.Sprintf("resolved by version %s of the rules, this program has %s; their events lead to the recorded positions", s.Version, c.rs.Version())
		}
	}
	return check
}

// resolveAgain gives a step to the rules again, if they are those that resolved
// it, and applies its events.
func (c *auditor) resolveAgain(s StepRecord) (again bool, err error) {
	if s.Ruleset != c.Game.Ruleset {
		return false, fmt.Errorf("it was resolved by ruleset %q", s.Ruleset)
	}
	in, err := c.answers(s)
	if err != nil {
		return false, err
	}
	step := engine.Step{Number: s.Step, Inputs: in, Draws: s.Draws, Events: s.Events, Position: s.Position}
	if again = c.rs.Version() == s.Version; again {
		dice := &recorded{draws: s.Draws}
		if err := engine.Again(c.rs, c.Last, step, dice); err != nil {
			return false, err
		}
		if err := dice.end(); err != nil {
			return false, err
		}
	}
	next, err := engine.Replay(c.rs, c.Last, []engine.Step{step})
	if err == nil {
		c.Last = next
		c.replayed++
	}
	return again, err
}

// answers reads the turn files of a step and checks that all that were due are
// among them, and no other.
func (c *auditor) answers(s StepRecord) (in []engine.Orders, err error) {
	g := game{info: &info{rs: c.rs, sides: c.rs.Sides(c.Last)}, pos: c.Last, pending: map[engine.Side]pending{}}
	for _, i := range s.Inputs {
		if i.Orders > 0 && i.Orders <= uint64(len(c.entries)) {
			o, _ := c.entries[i.Orders-1].value.(OrdersRecord)
			g.pending[i.Side] = pending{i.Orders, o}
		}
	}
	var sides []engine.Side
	for _, i := range s.Inputs {
		_, _, orders := g.input(i.Side, c.limits)
		sides, in = append(sides, i.Side), append(in, orders)
	}
	if want := g.answering(); !slices.Equal(sides, want) {
		return nil, fmt.Errorf("resolves the orders of %v, those of %v were due", sides, want)
	}
	return in, nil
}

// checkOutcome compares how the log ends with how the game stands.
func (c *auditor) checkOutcome() Check {
	check := Check{Name: "outcome", What: "ends"}
	if c.Last == nil || c.replayed < len(c.Steps) {
		if c.Over != nil {
			check.Left, check.Why = 1, "the steps before it could not be replayed"
		}
		return check
	}
	outcome := c.rs.Outcome(c.Last)
	switch {
	case c.Over == nil && outcome.Over:
		check.Err = errors.New("the game is over, but the log does not say so")
	case c.Over != nil && c.Over.Outcome != outcome:
		check.Err = fmt.Errorf("the log says %+v, the last position %+v", c.Over.Outcome, outcome)
	case c.Over != nil:
		check.Done = 1
	}
	return check
}

// recorded is dice that fall as they are recorded to have fallen.
type recorded struct {
	draws []engine.Draw
	used  int
	err   error
}

// Draw implements engine.Dice.
func (r *recorded) Draw(purpose string, n int) engine.Draw { return r.next(false, purpose, n) }

// Seal implements engine.Dice.
func (r *recorded) Seal(purpose string, n int) engine.Draw { return r.next(true, purpose, n) }

func (r *recorded) next(sealed bool, purpose string, n int) engine.Draw {
	want := engine.Draw{No: r.used + 1, Sealed: sealed, Purpose: purpose, N: n}
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

// end says whether other draws were made than recorded.
func (r *recorded) end() error {
	if r.err == nil && r.used != len(r.draws) {
		return fmt.Errorf("resolved again, %d draws are made, the record says %d", r.used, len(r.draws))
	}
	return r.err
}
