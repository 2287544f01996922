package umpire

import (
	"bytes"
	"errors"
	"fmt"

	fold "berthier/cmd/internal/game"

	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
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

// Audit is what was verified about a log.
type Audit struct {
	Game  record.Game
	Over  *record.Over // nil while the game goes on
	Steps []record.Step
	// Reports are those that the log holds, by the number of their record.
	Reports map[uint64]record.Report
	Acts    []Act            // of the umpire
	Said    []record.Command // by players, that changed the game
	Number  int              // of the last step, rollback or ruling
	Last    engine.Position  // after the last of them that could be replayed; nil if the rules are not there
	Checks  []Check
	LogKeys []LogKeyUse // first to last
	// Foreign says that this program lacks the rules in force, or those of a step, and
	// Unresolved counts the steps that it cannot resolve again for that.
	Foreign    bool
	Unresolved int

	replayed int // number of the step, rollback or ruling that led to Last
}

// Err is the error of the first check that fails.
func (a Audit) Err() error {
	for _, c := range a.Checks {
		if c.Err != nil {
			return fmt.Errorf("%s: %w", c.Name, c.Err)
		}
	}
	return nil
}

// Check returns a check by its name.
func (a Audit) Check(name string) Check {
	for _, c := range a.Checks {
		if c.Name == name {
			return c
		}
	}
	return Check{}
}

// FirstBad is the earliest record that a check found to be wrong.
func (a Audit) FirstBad() (first *fold.RecordError, ok bool) {
	for _, c := range a.Checks {
		var e *fold.RecordError
		if errors.As(c.Err, &e) && (first == nil || e.Record < first.Record) {
			first = e
		}
	}
	return first, first != nil
}

// Sound reports whether every check holds that could be made.
func (a Audit) Sound() bool { return a.Err() == nil }

// Verify checks the whole log of a game as CheckLog does, that the head which
// the daemon signed lies on it, and that the stored position agrees with it.
func (u *Umpire) Verify(id string) (Audit, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	var a Audit
	err := u.Store.View(func(tx *store.Tx) error {
		s, err := Save(tx, id)
		if err != nil {
			return err
		}
		rulesets := u.Rulesets
		if inf, err := u.info(tx, id); err == nil && inf.rs != nil { // with the tables of the game
			rulesets = []engine.Ruleset{inf.rs}
		}
		a = CheckLog(rulesets, s.Records)
		a.Checks = append(a.Checks, CheckTree(a.Game, s.Records, [][]byte{s.Head}, true), CheckState(tx, id, a))
		return a.Err()
	})
	if err != nil {
		return a, fmt.Errorf("verifying game %s: %w", id, err)
	}
	return a, nil
}

// CheckState compares what the store holds beside the log of a game.
func CheckState(tx *store.Tx, id string, a Audit) Check {
	c := Check{Name: "stored position", What: "positions"}
	step, err1 := tx.State(id, stateStep)
	text, err2 := tx.State(id, statePosition)
	switch {
	case err1 != nil || err2 != nil:
		c.Err = errors.Join(err1, err2)
	case a.Game.Game != id:
		c.Err = fmt.Errorf("the log is that of game %s", a.Game.Game)
	case a.Last == nil || a.replayed < a.Number:
		c.Left, c.Why = 1, "the log could not be replayed"
	case string(step) != fmt.Sprint(a.Number) || !bytes.Equal(a.Last.Encode(), text):
		c.Err = errors.New("it is not the one after the last step of the log")
	default:
		c.Done, c.Err = 1, checkValues(tx, id)
	}
	return c
}

// CheckTree compares a log with signed checkpoints. If whole is set the last of
// them must cover all records.
func CheckTree(g record.Game, records []store.Record, heads [][]byte, whole bool) Check {
	c := Check{Name: "checkpoints", What: "checkpoints"}
	roots := map[uint64]store.Tree{}
	var tree store.Tree
	roots[0] = tree
	for _, r := range records {
		tree = tree.Append(r.Data)
		roots[tree.Size()] = tree
	}
	keys := LogKeys(g, records)
	for i, head := range heads {
		cp, err := openHead(string(head), keys)
		switch {
		case err != nil:
			c.Err = err
		case cp.Size > tree.Size():
			c.Err = fmt.Errorf("the checkpoint is of %d records, the log has only %d", cp.Size, tree.Size())
		case cp.Root != roots[cp.Size].Root():
			c.Err = fmt.Errorf("the checkpoint of %d records has the root %v, those of the log have %v: a record up to number %d was changed", cp.Size, cp.Root, roots[cp.Size].Root(), cp.Size)
		case whole && i == len(heads)-1 && cp.Size != tree.Size():
			c.Err = fmt.Errorf("the log has %d records, its signed head only %d", tree.Size(), cp.Size)
		}
		if c.Err != nil {
			return c
		}
		c.Done++
	}
	return c
}

// CheckLog verifies a log from its records alone, without any secret: that
// every link hashes to the one before, back to the anchor; that each signed
// file is signed with the key that its side had then and is the one that its
// step used; that players changed their keys themselves or the umpire did;
// that every draw follows from link and files; that the events lead to the
// recorded positions; and that the rules, given the same files and draws, give
// the same events again. Hidden parts may be missing; what needs them is then
// left.
func CheckLog(rulesets []engine.Ruleset, records []store.Record) Audit {
	c := newAuditor(rulesets)
	if len(records) > 0 {
		if g, err := record.ParseGame(records[0].Data, nil); err == nil {
			c.LogKeys = LogKeys(g, records)
		}
	}
	for _, k := range []struct {
		name  string
		check func() Check
	}{
		{"records", func() Check { return c.read(records) }}, {"hidden parts", c.checkHidden}, {"signatures", c.checkSignatures}, {"orders", c.checkOrders}, {"inputs", c.checkInputs},
		{"hash chain", c.checkChain}, {"draws", c.checkDraws}, {"clocks", c.checkClocks}, {"rules and tables", c.checkRules}, {"steps", c.checkSteps},
		{"times", c.checkTimes}, {"forms", c.checkForms}, {"salts", c.checkSalts}, {"reports", c.checkReports}, {"report texts", c.checkTexts}, {"deadlines", c.checkDeadlines},
	} {
		if check := Guarded(k.name, k.check); check.Name != "" { // an empty one has nothing to look at
			c.Checks = append(c.Checks, check)
		}
	}
	if c.Game.Beacon.Used() {
		c.Checks = append(c.Checks, Guarded("beacon", c.checkBeacon))
	}
	if len(c.Acts) > 0 {
		c.Checks = append(c.Checks, Guarded("umpire", c.checkActs))
	}
	c.Checks = append(c.Checks, Guarded("outcome", c.checkOutcome))
	return c.Audit
}

func newAuditor(rulesets []engine.Ruleset) *auditor {
	return &auditor{Audit: Audit{Reports: map[uint64]record.Report{}}, rulesets: rulesets}
}

// Guarded makes a check that cannot stop the others: a log as it comes out of a
// foreign archive can make a ruleset panic. One that panics has failed, under its
// own name.
func Guarded(name string, check func() Check) (c Check) {
	if err := attempt(func() error { c = check(); return nil }); err != nil {
		c = Check{Name: name, What: "checks", Err: fmt.Errorf("the program cannot make this check: %w", err)}
	}
	return c
}

// walk reads a log and follows its steps, which is as much of an audit as a daemon
// needs.
func (c *auditor) walk(records []store.Record) []Check {
	return []Check{
		Guarded("records", func() Check { return c.read(records) }), Guarded("rules and tables", c.checkRules), Guarded("steps", c.checkSteps),
	}
}

// auditor walks a log.
type auditor struct {
	Audit
	rulesets []engine.Ruleset
	rs       engine.Ruleset // nil if this program does not have it
	entries  []entry        // the records that could be read
	stepAt   []int          // entries of Steps
	inForce  rulesInForce   // behind the entries
	logKey   string         // behind the entries
	walker
	started   bool            // whether orders count
	abandoned *record.Abandon // nil unless the umpire ended the game
	// Why the positions that the umpire made could not be followed to the last,
	// and what is wrong with one.
	unfollowed string
	misled     error
	owed       map[int][]engine.Decision // noteOwed
	wanted     map[int]bool              // numbers of which the position is needed again
	after      map[int]stand             // how things stand behind them
}

// entry is a record that was read.
type entry struct {
	store.Record
	value record.Record
	err   error // of its hidden part
}

// at says where in the log something is wrong.
func (e entry) at(format string, args ...any) error {
	return &fold.RecordError{Record: e.Seq, Kind: e.Kind, Step: e.Step, Err: fmt.Errorf(format, args...)}
}

// read reads all records, up to the first that cannot be.
func (c *auditor) read(records []store.Record) Check {
	check := Check{Name: "records", What: "records"}
	if len(records) == 0 {
		check.Err = errors.New("the log is empty")
	}
	for i, r := range records {
		e := entry{Record: r}
		before, steps, abandoned := c.Audit, c.stepAt, c.abandoned
		if err := c.place(i, &e); err != nil {
			check.Err = e.at("%w", err)
			c.Audit, c.stepAt, c.abandoned = before, steps, abandoned // it leaves no trace
			delete(c.Reports, r.Seq)
			break
		}
		check.Done++
		c.entries = append(c.entries, e)
	}
	return check
}

// place reads a record and checks that it can stand there.
func (c *auditor) place(i int, e *entry) (err error) {
	switch {
	case e.Seq != uint64(i+1):
		return fmt.Errorf("want number %d", i+1)
	case (i == 0) != (e.Kind == record.KindGame):
		return errors.New("the game record is the first, and only the first")
	case c.Over != nil && e.Kind != record.KindReport, c.abandoned != nil && c.Over == nil && e.Kind != record.KindOver:
		return errors.New("follows the end of the game")
	}
	if err := e.read(); err != nil {
		return err
	}
	if err := c.fits(e); err != nil {
		return err
	}
	next, err := c.count(i, e)
	head := e.value.About()
	switch {
	case err != nil:
		return err
	case !c.started && (e.Kind == record.KindOrders || e.Kind == record.KindStep):
		return ErrWaits
	case head.Game != c.Game.Game:
		return fmt.Errorf("belongs to game %q", head.Game)
	case head.Step != next || head.Step != e.Step:
		return fmt.Errorf("is of step %d, want %d", head.Step, next)
	}
	return nil
}

// read reads both parts of a record. What is wrong with the hidden one is no error of
// the open one.
func (e *entry) read() (err error) {
	if e.value, err = record.Parse(e.Kind, e.Data, nil); err != nil || e.Hidden == nil {
		return err
	}
	whole, err := record.Parse(e.Kind, e.Data, e.Hidden)
	if err == nil {
		e.value = whole
	}
	e.err = err
	return nil
}

// fits compares a record with the rules and the key of the log that are in force, and
// changes those.
func (c *auditor) fits(e *entry) error {
	switch v := e.value.(type) {
	case record.Step:
		return c.inForce.check(v)
	case record.LogKey:
		if v.Old != c.logKey {
			return fmt.Errorf("the key of the log was %s, not %s", record.Fingerprint(c.logKey), record.Fingerprint(v.Old))
		}
		c.logKey = v.New
	case record.Migrate:
		if old := (rulesInForce{Ruleset: v.Ruleset, Version: v.Old}).String(); old != c.inForce.String() {
			return fmt.Errorf("takes the game from rules %s, in force were %s", old, c.inForce)
		}
		c.inForce = rulesAfter(v)
	case record.Ruling:
		if by := (rulesInForce{Ruleset: v.Ruleset, Version: v.Version}); by.String() != c.inForce.String() {
			return fmt.Errorf("was made under rules %s, in force were %s", by, c.inForce)
		}
	}
	return nil
}

// count notes what a record tells, and gives the step that it must be of.
func (c *auditor) count(i int, e *entry) (next int, err error) {
	next = c.Number + 1
	step := e.value.About().Step
	switch v := e.value.(type) {
	case record.Game:
		c.Game, c.inForce, c.logKey, c.started = v, rulesAtFirst(v), v.Log, !v.Wait
		return 0, nil
	case record.Orders, record.Closed:
		return next, nil
	case record.Step:
		if step == next {
			c.Steps, c.stepAt, c.Number = append(c.Steps, v), append(c.stepAt, i), next
		}
		return next, nil
	case record.Over:
		c.Over = &v
	case record.Command:
		c.Said = append(c.Said, v)
	case record.Report:
		c.Reports[e.Seq] = v
	case record.Start:
		if c.started {
			err = errors.New("the game had begun already")
		}
		c.started = true
	case record.Abandon:
		c.abandoned = &v
	}
	if a, ok := act(e.Record, e.value); ok {
		c.Acts = append(c.Acts, a)
	}
	switch v := e.value.(type) {
	case record.Burn:
		if v.From == next && step >= next {
			c.Number = step
			return step, err
		}
	case record.Rollback, record.Ruling:
		if step == next {
			c.Number = next
		}
		return next, err
	}
	return next - 1, err
}

// checkHidden counts the hidden parts that are what their records commit to.
func (c *auditor) checkHidden() Check {
	check := Check{Name: "hidden parts", What: "hidden parts", Why: "still secret"}
	for _, e := range c.entries {
		switch {
		case check.Err != nil:
		case e.err != nil:
			check.Err = e.at("%w", e.err)
		case !record.Hides(e.value):
		case e.Hidden == nil && c.Over != nil:
			check.Err = e.at("the game is over, but the hidden part is missing")
		case e.Hidden == nil:
			check.Left++
		default:
			check.Done++
		}
	}
	return check
}
