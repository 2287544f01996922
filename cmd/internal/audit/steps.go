package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/computer"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// steps gives every step that the rules of this program resolved to them again. The
// game applies the events of all.
func steps(w *walk) question {
	why := ""
	return question{
		ask: func(c *Check, e entry) (err error) {
			again := false
			switch v := e.Record.(type) {
			case record.Step:
				if again, err = w.again(v); again {
					c.Done++
				} else if err == nil {
					c.Left++
					why = w.whyLeft(v, why)
				}
			case record.Migrate:
				return w.migrated(v)
			}
			return err
		},
		end: func(c *Check, whole bool) error {
			c.Why = why
			switch {
			case c.Left == 0:
			case why == "":
				w.Unresolved = c.Left
				c.Why = fmt.Sprintf("this program has version %s of the rules", w.rules.Version()) + w.whoCould()
				if whole && w.followed() {
					c.Why += "; their events lead to the recorded positions"
				}
			case w.rules == nil && !w.veiled():
				c.Why += w.whoCould()
			}
			return nil
		},
	}
}

// whyLeft says why a step is left, but for the version of the rules; the first reason
// counts. It notes who could do what this program cannot.
func (w *walk) whyLeft(s record.Step, why string) string {
	who := "a program with version " + s.Version
	if s.Program != "" && s.Program != "unknown" {
		who += " as berthier " + s.Program + " has it"
	}
	if !slices.Contains(w.others, who) {
		w.others = append(w.others, who)
	}
	switch {
	case why != "":
		return why
	case w.rules == nil && w.veiled():
		return stillVeiled
	case w.rules == nil:
		return "without the rules they cannot be resolved"
	case !s.Known:
		return "the turn files are still secret"
	case w.hiddenAct():
		return "what the umpire did before them cannot be followed"
	}
	return ""
}

func (w *walk) whoCould() string {
	if len(w.others) == 0 {
		return ""
	}
	return "; they can be resolved again by " + strings.Join(w.others, ", and by ")
}

// hiddenAct reports whether the umpire changed the position in a way that is secret.
func (w *walk) hiddenAct() bool {
	return w.Lost && slices.ContainsFunc(w.entries[:w.Seq()], func(e entry) bool {
		switch v := e.Record.(type) {
		case record.Rollback:
			return !v.Known
		case record.Ruling:
			return !v.Known
		}
		return false
	})
}

// again gives a step to the rules again, if they are those that resolved it. What others
// resolved is compared; so is all in a review.
func (w *walk) again(s record.Step) (done bool, err error) {
	switch {
	case w.rules == nil || w.Lost || !s.Known:
		w.unseen = true
		return false, nil
	case !w.own() || w.review != nil:
		return false, guarded(func() error { w.compare(s); return nil })
	}
	in, err := w.answers(s)
	if err != nil {
		return false, err
	}
	return true, w.repeated(s, in)
}

// repeated plays a step again and compares what happens.
func (w *walk) repeated(s record.Step, in []engine.Orders) error {
	dice := engine.NewRecorded(s.Draws)
	r, err := w.played(s).Again(s, in, dice)
	if err != nil {
		return fmt.Errorf("step %d: %w", s.Step, err)
	}
	return cmp.Or(engine.Step{Number: s.Step, Events: s.Events}.Same(r.Events), dice.End())
}

// played is a step to be played again.
func (w *walk) played(s record.Step) computer.Step {
	return computer.Step{Rules: w.rules, State: w.State, Number: s.Step, Link: s.Link, Round: s.Round}
}

// migrated looks at a change of rules. If they are those of this program, what the
// record says about the steps before it must be so.
func (w *walk) migrated(m record.Migrate) error {
	var steps []int
	for _, d := range w.differs {
		steps = append(steps, d.Step)
	}
	mine := w.rules != nil && w.rules.Name() == m.Ruleset && w.rules.Version() == m.New
	if mine && !w.Lost && !w.unseen && w.review == nil && !slices.Equal(steps, m.Differs) {
		return fmt.Errorf("it says that steps %v go otherwise under version %s of the rules; these do: %v",
			m.Differs, m.New, steps)
	}
	if m.By == record.MigrateByUmpire {
		w.differs, w.unseen = nil, false
	}
	return nil
}

// answers gives the orders of a step, as they were understood, and checks that all that
// were due are among them, and no other.
func (w *walk) answers(s record.Step) (in []engine.Orders, err error) {
	owed := w.rules.Owed(w.Position)
	var got, want []engine.Side
	for _, side := range w.rules.Sides(w.Position) {
		seat, _ := w.Seat(side)
		if engine.Owes(owed, side) || seat.Pending.Seq != 0 && engine.MayAnswer(owed, side) {
			want = append(want, side)
		}
	}
	for _, i := range s.Inputs {
		seat, _ := w.Seat(i.Side)
		got, in = append(got, i.Side), append(in, engine.Orders{Side: i.Side, Lines: seat.Pending.Lines})
	}
	if !slices.Equal(got, want) {
		return nil, fmt.Errorf("resolves the orders of %v, those of %v were due", got, want)
	}
	return in, nil
}
