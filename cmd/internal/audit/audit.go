package audit

import (
	"errors"
	"fmt"

	"berthier/cmd/internal/acts"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store/leaf"
)

// Check is one thing that an audit looked at.
type Check struct {
	Name string // "hash chain"
	What string // what was counted: "links"
	Done int    // how many were found right
	// Left counts what cannot be checked, and Why says why: something is
	// still secret, or belongs to rules that this program does not have.
	Left int
	Why  string
	Err  error // the first thing that is wrong, and where; nil if the check holds
}

// Result is what was verified about a log.
type Result struct {
	Game  record.Game
	Over  *record.Over // nil while the game goes on
	Steps []record.Step
	// Reports are those that the log holds, by the number of their record.
	Reports map[uint64]record.Report
	Acts    []acts.Act       // of the umpire
	Said    []record.Command // by players, that changed the game
	Stands  game.State       // behind the last record that could follow
	Checks  []Check
	LogKeys []LogKeyUse // first to last
	// Foreign says that this program lacks the rules in force, or those of a step, and
	// Unresolved counts the steps that it cannot resolve again for that.
	Foreign    bool
	Unresolved int
}

// Err is the error of the first check that fails.
func (r Result) Err() error {
	for _, c := range r.Checks {
		if c.Err != nil {
			return fmt.Errorf("%s: %w", c.Name, c.Err)
		}
	}
	return nil
}

// Check returns a check by its name.
func (r Result) Check(name string) Check {
	for _, c := range r.Checks {
		if c.Name == name {
			return c
		}
	}
	return Check{}
}

// FirstBad is the earliest record that a check found to be wrong.
func (r Result) FirstBad() (first *game.RecordError, ok bool) {
	for _, c := range r.Checks {
		var e *game.RecordError
		if errors.As(c.Err, &e) && (first == nil || e.Record < first.Record) {
			first = e
		}
	}
	return first, first != nil
}

// Sound reports whether every check holds that could be made.
func (r Result) Sound() bool { return r.Err() == nil }

// Followed reports whether the position that the log leads to is known, and is the
// one of the log.
func (r Result) Followed() bool { return !r.Stands.Lost && !r.Stands.Adrift }

// CheckLog verifies a log from its records alone, without any secret. The rules are
// those of this program. Hidden parts may be missing; what needs them is then left.
func CheckLog(rules []engine.Ruleset, records []leaf.Record) Result {
	return check(rules, records, false)
}

// CheckUntold is CheckLog for whoever is about to write the reports of the last step and of the end.
func CheckUntold(rules []engine.Ruleset, records []leaf.Record) Result {
	return check(rules, records, true)
}

func check(rules []engine.Ruleset, records []leaf.Record, untold bool) Result {
	w := read(records)
	w.rules, w.untold = FindRuleset(rules, w.ruleset, w.version), untold
	w.follow(questions)
	return w.Result
}

// FindRuleset prefers the version and takes another if it must: rules are mended in
// the middle of games. It is nil if none has the name.
func FindRuleset(all []engine.Ruleset, name, version string) (found engine.Ruleset) {
	for _, rs := range all {
		if rs.Name() == name && (found == nil || rs.Version() == version) {
			found = rs
		}
	}
	return found
}

// guarded makes a check that cannot stop the others: a log as it comes out of a
// foreign archive can make a ruleset panic. One that panics has failed, under its
// own name.
func guarded(check func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the program cannot make this check: %w", fmt.Errorf("panic: %v", v))
		}
	}()
	return check()
}

// guardedCheck is guarded for a check of something else than the records.
func guardedCheck(name string, check func() Check) (c Check) {
	if err := guarded(func() error { c = check(); return nil }); err != nil {
		c = Check{Name: name, What: "checks", Err: err}
	}
	return c
}
