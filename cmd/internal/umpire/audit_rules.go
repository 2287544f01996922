package umpire

import (
	"errors"
	"fmt"
	"strconv"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// checkRules finds the rules that the log names, and sets the game up with
// them. If this program has other versions of them only, what differs is left.
func (c *auditor) checkRules() Check {
	check := Check{Name: "rules and tables", What: "data files"}
	if len(c.entries) == 0 {
		return check
	}
	e := c.entries[0]
	left := func(format string, args ...any) Check {
		check.Left, check.Why = len(c.Game.Data), fmt.Sprintf(format, args...)
		return check
	}
	rs := findRuleset(c.rulesets, c.inForce.Ruleset, c.inForce.Version)
	if rs == nil {
		return left("this program does not have the rules of %s", c.inForce.Ruleset)
	}
	if c.veiled() {
		return left(stillVeiled)
	}
	own, named := c.rulesOf(rs.Version())
	start, err := rs.Start(c.Game.Setup)
	if err != nil && rs.Version() != c.Game.Version {
		return left("version %s of the rules, which this program has, cannot set the game up: %v", rs.Version(), err)
	}
	if err != nil {
		check.Err = e.at("%w", err)
		return check
	}
	if notes := differences(own.Data, rs.Data(start)); named && len(notes) > 0 {
		check.Err = e.at("other data files: %s", notes[0])
		return check
	}
	if got := engine.Hash(start); got != c.Game.Position {
		if rs.Version() == c.Game.Version {
			check.Err = e.at("the opening position has the hash %x, the record says %x", got, c.Game.Position)
			return check
		}
		c.adrift = true
	}
	c.rs, c.Last, check.Done = rs, start, len(c.Game.Data)
	return check
}

// stillVeiled is why a game that is veiled cannot be set up.
const stillVeiled = "the files that it began with are still secret"

// veiled reports whether the game began with files that the log does not show yet.
func (c *auditor) veiled() bool { return len(c.Game.Files) > 0 && !c.Game.Known }

// rulesOf are those of a version as the log names them, if it does.
func (c *auditor) rulesOf(version string) (r rulesInForce, named bool) {
	for _, e := range c.entries {
		switch v := e.value.(type) {
		case record.Game:
			r = rulesAtFirst(v)
		case record.Migrate:
			r = rulesAfter(v)
		default:
			continue
		}
		if r.Version == version {
			return r, true
		}
	}
	return r, false
}

// checkOutcome compares how the log ends with how the game stands.
func (c *auditor) checkOutcome() Check {
	check := Check{Name: "outcome", What: "ends"}
	if c.Last == nil || c.replayed < c.Number {
		if c.Over != nil {
			check.Left, check.Why = 1, "the steps before it could not be replayed"
		}
		return check
	}
	outcome, err := c.outcome()
	if err != nil {
		check.Err = err
		return check
	}
	switch {
	case c.Over != nil && c.Over.Outcome != outcome && c.inForce.Version != c.rs.Version():
		check.Left, check.Why = 1, fmt.Sprintf("the game ended under version %s of the rules, this program has %s", c.inForce.Version, c.rs.Version())
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
