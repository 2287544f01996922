package umpire

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"berthier/cmd/internal/record"
	"berthier/cmd/internal/said"
	"berthier/engine"
)

// noLimits lets a turn file be read that was taken in once: the limits of that time say
// nothing about what it means.
var noLimits = engine.Limits{Bytes: math.MaxInt, Lines: math.MaxInt, Words: math.MaxInt}

// checkOrders reads every turn file again. It is for the game, side and step of its
// record, and the record has the orders that stand in it.
func (c *auditor) checkOrders() Check {
	check := Check{Name: "orders", What: "turn files as they were understood", Why: "still secret"}
	for _, e := range c.entries {
		o, ok := e.value.(record.Orders)
		if !ok {
			continue
		}
		if !o.Known {
			check.Left++
			continue
		}
		same, err := c.rereadOrders(o)
		switch {
		case err != nil:
			check.Err = e.at("%w", err)
			return check
		case same:
			check.Done++
		default:
			check.Left++
			check.Why = fmt.Sprintf("read by version %s of the rules", o.Version)
		}
	}
	return check
}

// rereadOrders reads a turn file again by the rules of this program. same is false if
// these read it otherwise, and the log was under others that may have taken it in.
func (c *auditor) rereadOrders(o record.Orders) (same bool, err error) {
	var verbs []engine.Verb
	version := ""
	if rs := findRuleset(c.rulesets, c.Game.Ruleset, o.Version); rs != nil {
		verbs, version = rs.Verbs(), rs.Version()
	}
	text, err := o.Text()
	if err != nil {
		return false, err
	}
	text, _ = said.CutCode(said.Turn(text))
	file, _ := engine.ParseTurnFile(text, verbs, noLimits)
	if file.Game != o.Game || !strings.EqualFold(string(file.Side), string(o.Side)) || file.Step != o.Step {
		return false, fmt.Errorf("what %s signed is for side %q, step %d of game %q", o.Side, file.Side, file.Step, file.Game)
	}
	switch {
	case slices.EqualFunc(file.Orders, o.Lines, sameOrder):
		return true, nil
	case o.Ruleset != c.Game.Ruleset || !c.knewVersion(o.Version):
		return false, fmt.Errorf("it was read by rules %s %s, which were never in force", o.Ruleset, o.Version)
	case version != o.Version:
		return false, nil
	}
	return false, fmt.Errorf("the record has other orders than the text that %s signed: %s", o.Side, differentOrder(o.Lines, file.Orders))
}

// knewVersion reports whether a version of the rules was in force at any time.
func (c *auditor) knewVersion(version string) bool {
	return version == c.Game.Version || slices.ContainsFunc(c.entries, func(e entry) bool {
		m, ok := e.value.(record.Migrate)
		return ok && m.New == version
	})
}

func sameOrder(a, b engine.Order) bool {
	return a.Line == b.Line && a.Text == b.Text && slices.Equal(a.Words, b.Words)
}

// differentOrder tells the first order that is not the same.
func differentOrder(recorded, signed []engine.Order) string {
	tell := func(all []engine.Order, i int) string {
		if i >= len(all) {
			return "nothing"
		}
		return fmt.Sprintf("line %d, %q, as %q", all[i].Line, all[i].Text, strings.Join(all[i].Words, " "))
	}
	i := 0
	for i < min(len(recorded), len(signed)) && sameOrder(recorded[i], signed[i]) {
		i++
	}
	return fmt.Sprintf("it has %s, the text %s", tell(recorded, i), tell(signed, i))
}
