package umpire

import (
	"fmt"
	"slices"
	"strings"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// walker is where an audit stands on its way through the steps of a log.
type walker struct {
	seen    int          // number of the step, rollback or ruling that was the last so far
	differs []Difference // that the rules find to go otherwise, since the last change of rules by the umpire
	others  []string     // who could resolve the steps that were left
	// adrift is set while the position cannot be compared with the recorded
	// one: other rules wrote that. lost is set when it is not known any more.
	adrift, lost bool
	// recheck asks for the differences of all steps, whatever rules resolved
	// them. sealed is the key of the sealed draws, if it is known.
	recheck bool
	sealed  *engine.Link
}

// Difference is a step that goes otherwise when it is resolved again.
type Difference struct {
	Step   int
	Err    error          // the first thing that differs
	Events []engine.Event // what happens; nil if the orders are refused
	Was    []engine.Event // what the log says
	// Position and PositionWas are the encodings of the positions after it, if
	// it is the first.
	Position, PositionWas []byte
}

// checkSteps gives every step that the rules of this program resolved to them
// again, and applies the events of all.
func (c *auditor) checkSteps() Check {
	check := Check{Name: "steps", What: "steps"}
	c.countForeign()
	if c.rs == nil && c.veiled() {
		check.Left, check.Why = len(c.Steps), stillVeiled
		return check
	}
	if c.rs == nil {
		for _, s := range c.Steps {
			c.left(s)
		}
		check.Left, check.Why = len(c.Steps), "without the rules they cannot be resolved"+c.whoCould()
		return check
	}
	c.keep(0)
	version := c.Game.Version
	c.noteOwed(0, version)
	for _, e := range c.entries {
		var err error
		if _, _, moves := fold.Links(e.value); moves && c.ended() {
			check.Err = e.at("the game was over")
			return check
		}
		switch v := e.value.(type) {
		case record.Step:
			version = v.Version
			if !v.Known {
				check.Left, check.Why = len(c.Steps)-check.Done, "the turn files are still secret"
				return check
			}
			var again bool
			again, err = c.step(v)
			if again {
				check.Done++
			} else if err == nil {
				check.Left++
				c.left(v)
			}
		case record.Migrate:
			version = v.New
			err = c.migrate(v)
		default:
			if !c.follow(e) {
				check.Left, check.Why = len(c.Steps)-check.Done, "what the umpire did before them cannot be followed"
				return check
			}
		}
		if err != nil {
			check.Err = e.at("%w", err)
			return check
		}
		if c.seen == e.Step {
			c.keep(e.Step)
			c.noteOwed(e.Step, version)
		}
	}
	if c.Unresolved = check.Left; check.Left > 0 {
		check.Why = fmt.Sprintf("this program has version %s of the rules", c.rs.Version()) + c.whoCould()
		if !c.adrift && !c.lost {
			check.Why += "; their events lead to the recorded positions"
		}
	}
	return check
}

// countForeign counts the steps of rules that this program does not have. Others may
// come to it that follow them.
func (c *auditor) countForeign() {
	if c.rs == nil && c.veiled() {
		return
	}
	c.Foreign, c.Unresolved = c.rs == nil || c.rs.Version() != c.inForce.Version || c.rs.Name() != c.inForce.Ruleset, 0
	for _, s := range c.Steps {
		if c.rs == nil || s.Version != c.rs.Version() || s.Ruleset != c.rs.Name() {
			c.Unresolved++
		}
	}
	c.Foreign = c.Foreign || c.Unresolved > 0
}

// ended reports whether the game was over by rules that are sure to be those of
// the log.
func (c *auditor) ended() bool {
	return !c.adrift && !c.lost && c.rs.Version() == c.Game.Version && c.rs.Version() == c.inForce.Version && c.rs.Outcome(c.Last).Over
}

// left notes who could do what this program cannot.
func (c *auditor) left(s record.Step) {
	who := "a program with version " + s.Version
	if s.Program != "" && s.Program != "unknown" {
		who += " as berthier " + s.Program + " has it"
	}
	if !slices.Contains(c.others, who) {
		c.others = append(c.others, who)
	}
}

func (c *auditor) whoCould() string {
	if len(c.others) == 0 {
		return ""
	}
	return "; they can be resolved again by " + strings.Join(c.others, ", and by ")
}

// step gives a step to the rules again, if they are those that resolved it, and
// applies its events.
func (c *auditor) step(s record.Step) (again bool, err error) {
	c.seen = s.Step
	if c.lost {
		return false, nil
	}
	mine := c.rs.Version() == s.Version
	if mine && !c.recheck {
		err = c.resolveAgain(s)
	} else {
		err = attempt(func() error { c.compare(s); return nil })
	}
	if err == nil {
		err = attempt(func() error { return c.apply(s) })
	}
	if err != nil && (!mine || c.recheck) {
		c.lost, err = true, nil
	}
	return mine && err == nil && !c.lost, err
}

// apply goes on to the position after a step.
func (c *auditor) apply(s record.Step) error {
	next, err := engine.Replay(c.rs, c.Last, []engine.Step{{Number: s.Step, Events: s.Events, Position: s.Position}})
	if err != nil {
		if c.rs.Version() == s.Version && !c.recheck {
			return err
		}
		c.adrift = true
		next = c.rs.Apply(c.Last, s.Events)
	}
	c.Last = next
	if !c.adrift {
		c.replayed = c.seen
	}
	return nil
}

// resolveAgain demands that the rules give the recorded events and draws.
func (c *auditor) resolveAgain(s record.Step) error {
	in, err := c.answers(s)
	if err != nil {
		return err
	}
	dice := &recorded{draws: s.Draws}
	step := engine.Step{Number: s.Step, Inputs: in, Draws: s.Draws, Events: s.Events}
	if err := engine.Again(c.rs, c.Last, step, dice); err != nil {
		return err
	}
	return dice.end()
}

// compare notes what the rules do otherwise in a step.
func (c *auditor) compare(s record.Step) {
	var dice engine.Recorder
	draws := &recorded{draws: s.Draws}
	step := engine.Step{Number: s.Step, Draws: s.Draws, Events: s.Events}
	note := Difference{Step: s.Step, Was: s.Events}
	step.Inputs, note.Err = c.answers(s)
	if note.Err == nil {
		note.Err = attempt(func() error { return engine.Again(c.rs, c.Last, step, draws) })
	}
	if note.Err == nil {
		note.Err = draws.end()
	}
	if note.Err == nil {
		return
	}
	if c.sealed != nil && len(c.differs) == 0 {
		dice = engine.NewStream(s.Game, s.Step, s.Hash, s.Link, *c.sealed)
		_ = attempt(func() (err error) { // what the rules would have done; if they refuse, nothing
			note.PositionWas = c.rs.Apply(c.Last, s.Events).Encode()
			if note.Events, err = c.rs.Resolve(c.Last, step.Inputs, dice); err == nil {
				note.Position = c.rs.Apply(c.Last, note.Events).Encode()
			}
			return err
		})
	}
	c.differs = append(c.differs, note)
}

// migrate goes on under other rules. If they are those of this program, what
// the record says about the steps before it must be so.
func (c *auditor) migrate(m record.Migrate) error {
	same := !c.lost && m.Known && engine.Hash(c.Last) == m.Position
	var steps []int
	for _, d := range c.differs {
		steps = append(steps, d.Step)
	}
	if m.New == c.rs.Version() && !c.lost && !c.recheck {
		if m.Known && !same {
			return fmt.Errorf("the game goes on in another position than the one that its steps lead to")
		}
		if !slices.Equal(steps, m.Differs) {
			return fmt.Errorf("it says that steps %v go otherwise under version %s of the rules; these do: %v", m.Differs, m.New, steps)
		}
	}
	if same {
		c.adrift, c.replayed = false, c.seen
	} else if m.Known {
		c.adrift = true
	}
	if m.By == record.MigrateByUmpire {
		c.differs = nil
	}
	return nil
}

// answers reads the turn files of a step and checks that all that were due are
// among them, and no other.
func (c *auditor) answers(s record.Step) (in []engine.Orders, err error) {
	g := game{info: &info{rs: c.rs, sides: c.rs.Sides(c.Last)}, pos: c.Last, pending: map[engine.Side]pending{}}
	for _, i := range s.Inputs {
		if i.Orders > 0 && i.Orders <= uint64(len(c.entries)) {
			o, _ := c.entries[i.Orders-1].value.(record.Orders)
			g.pending[i.Side] = pending{i.Orders, o}
		}
	}
	var sides []engine.Side
	for _, i := range s.Inputs {
		_, _, orders := g.input(i.Side)
		sides, in = append(sides, i.Side), append(in, orders)
	}
	if want := g.answering(); !slices.Equal(sides, want) {
		return nil, fmt.Errorf("resolves the orders of %v, those of %v were due", sides, want)
	}
	return in, nil
}
