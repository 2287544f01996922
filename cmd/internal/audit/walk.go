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

// entry is a record that was read.
type entry struct {
	game.Entry
	at     int // its place among those that were read
	hidden []byte
	fault  error // of its hidden part
}

// walk is an audit on its way through a log.
type walk struct {
	Result
	game.State         // before the record that is looked at
	entries    []entry // all that could be read
	unread     error   // the first that could not be
	rules      engine.Ruleset
	refused    error // why rules could not be loaded that this program has
	// ruleset and version are those in force at the end of the log.
	ruleset, version string
	review           *Review // asks for the differences of all steps, whatever rules resolved them
	differs          []Difference
	unseen           bool     // a step could not be looked at that would stand among differs
	untold           bool     // the last reports are still to be written
	others           []string // who could resolve the steps that were left
	progress         func(done, all int)
}

// question is what an audit asks of each record, over how the game stood before it,
// and at the end, where whole says that all of the log could be followed. Either may
// be nil.
type question struct {
	ask func(c *Check, e entry) error
	end func(c *Check, whole bool) error
}

// auditCheck is a question and the check that it comes to.
type auditCheck struct {
	Check
	of func(w *walk) question
}

// read reads all records, up to the first that cannot be, each once.
func read(records []leaf.Record) *walk {
	w := &walk{Result: Result{Reports: map[uint64]record.Report{}}}
	if len(records) == 0 {
		w.unread = errors.New("the log is empty")
	}
	for _, r := range records {
		e, err := readEntry(r)
		if err != nil {
			w.unread = &game.RecordError{Record: r.Seq, Kind: r.Kind, Step: r.Step, Err: err}
			break
		}
		e.at = len(w.entries)
		w.entries = append(w.entries, e)
		w.note(e)
	}
	w.LogKeys = logKeys(w.Game, w.entries)
	return w
}

// readEntry reads both parts of a record. What is wrong with the hidden one is no
// error of the open one.
func readEntry(r leaf.Record) (e entry, err error) {
	v, err := record.Parse(r.Kind, r.Data, r.Hidden)
	if err != nil && r.Hidden != nil {
		e.fault = err
		v, err = record.Parse(r.Kind, r.Data, nil)
	}
	if err == nil && v.About().Step != r.Step {
		err = fmt.Errorf("is of step %d, in the store it is of step %d", v.About().Step, r.Step)
	}
	e.Entry, e.hidden = game.Entry{Seq: r.Seq, Data: r.Data, Record: v}, r.Hidden
	return e, err
}

// note keeps what the result tells.
func (w *walk) note(e entry) {
	switch v := e.Record.(type) {
	case record.Game:
		w.Game, w.ruleset, w.version = v, v.Ruleset, v.Version
	case record.Migrate:
		w.ruleset, w.version = v.Ruleset, v.New
	case record.Step:
		w.Steps = append(w.Steps, v)
	case record.Over:
		w.Result.Over = &v
	case record.Command:
		w.Said = append(w.Said, v)
	case record.Report:
		w.Reports[e.Seq] = v
	}
	if a, ok := acts.Of(e.Seq, e.Record); ok {
		w.Acts = append(w.Acts, a)
	}
}

// follow lets the game take one record after the other, and asks before each.
func (w *walk) follow(all []auditCheck) {
	checks, open := make([]Check, len(all)), make([]question, len(all))
	for i, a := range all {
		checks[i], open[i] = a.Check, a.of(w)
	}
	w.countForeign()
	records := w.take(func(e entry) {
		for i, q := range open {
			if q.ask != nil && checks[i].Err == nil {
				checks[i].Err = blame(e, guarded(func() error { return q.ask(&checks[i], e) }))
			}
		}
	})
	for i, q := range open {
		if q.end != nil && checks[i].Err == nil {
			checks[i].Err = guarded(func() error { return q.end(&checks[i], records.Err == nil) })
		}
	}
	w.Stands = w.State
	w.Checks = append(w.Checks, records)
	for i, c := range checks {
		if open[i].ask != nil { // another has nothing to look at
			w.Checks = append(w.Checks, c)
		}
	}
}

// take applies the records, up to the first that cannot stand in its place.
func (w *walk) take(before func(e entry)) Check {
	records := Check{Name: "records", What: "records", Err: w.unread}
	w.State = game.New(w.follower())
	back := map[int]*game.Place{} // of the numbers that a rollback goes back to
	for _, e := range w.entries {
		if b, ok := e.Record.(record.Rollback); ok {
			back[b.To] = nil
		}
	}
	for _, e := range w.entries {
		if b, ok := e.Record.(record.Rollback); ok {
			e.Back = back[b.To]
		}
		before(e)
		var next game.State
		err := guarded(func() (err error) { next, err = game.Apply(w.State, e.Entry); return err })
		if err != nil {
			records.Err = blame(e, err)
			break
		}
		w.State = next
		if _, wanted := back[w.Number]; wanted {
			place := w.Place
			back[w.Number] = &place
		}
		records.Done++
		if w.progress != nil {
			w.progress(records.Done, len(w.entries))
		}
	}
	return records
}

// follower are the rules that follow the positions: none if they cannot set the game up.
// A review follows them by no version, since all of them may differ.
func (w *walk) follower() engine.Ruleset {
	switch {
	case w.rules == nil:
		return nil
	case w.review != nil:
		return unversionedRules{w.rules}
	}
	return w.rules
}

// unversionedRules are rules of no version, so that they are never those of the log.
type unversionedRules struct{ engine.Ruleset }

func (unversionedRules) Version() string { return "" }

// blame says where in the log something is wrong.
func blame(e entry, err error) error {
	var placed *game.RecordError
	if err == nil || errors.As(err, &placed) {
		return err
	}
	return &game.RecordError{Record: e.Seq, Kind: e.Kind(), Step: e.About().Step, Err: err}
}

// previous is the entry before another; the zero entry before the first.
func (w *walk) previous(e entry) (p entry) {
	if e.at > 0 {
		p = w.entries[e.at-1]
	}
	return p
}

// own reports whether the rules in force are those of this program.
func (w *walk) own() bool {
	return w.rules != nil && w.rules.Name() == w.Rules.Ruleset && w.rules.Version() == w.Rules.Version
}

// followed reports whether the position is known and is that of the log.
func (w *walk) followed() bool { return !w.Lost && !w.Adrift }
