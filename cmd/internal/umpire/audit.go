package umpire

import (
	"bytes"
	"errors"
	"fmt"

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
	Game  GameRecord
	Over  *OverRecord // nil while the game goes on
	Steps []StepRecord
	// Reports are those that the log holds, by the number of their record.
	Reports map[uint64]ReportRecord
	Acts    []Act           // of the umpire
	Said    []CommandRecord // by players, that changed the game
	Number  int             // of the last step, rollback or ruling
	Last    engine.Position // after the last of them that could be replayed; nil if the rules are not there
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
func (a Audit) FirstBad() (first *RecordError, ok bool) {
	for _, c := range a.Checks {
		var e *RecordError
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
		a = CheckLog(rulesets, s.Records, u.Limits.Turn)
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
		c.Done = 1
	}
	return c
}

// CheckTree compares a log with signed checkpoints. If whole is set the last of
// them must cover all records.
func CheckTree(g GameRecord, records []store.Record, heads [][]byte, whole bool) Check {
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
func CheckLog(rulesets []engine.Ruleset, records []store.Record, limits engine.Limits) Audit {
	c := newAuditor(rulesets, limits)
	if len(records) > 0 {
		if g, err := ParseGameRecord(records[0].Data); err == nil {
			c.LogKeys = LogKeys(g, records)
		}
	}
	for _, k := range []struct {
		name  string
		check func() Check
	}{
		{"records", func() Check { return c.read(records) }}, {"hidden parts", c.checkHidden}, {"signatures", c.checkSignatures}, {"inputs", c.checkInputs},
		{"hash chain", c.checkChain}, {"draws", c.checkDraws}, {"clocks", c.checkClocks}, {"rules and tables", c.checkRules}, {"steps", c.checkSteps},
		{"times", c.checkTimes}, {"forms", c.checkForms}, {"salts", c.checkSalts}, {"reports", c.checkReports}, {"report texts", c.checkTexts}, {"deadlines", c.checkDeadlines},
	} {
		if check := Guarded(k.name, k.check); check.Name != "" { // an empty one has nothing to look at
			c.Checks = append(c.Checks, check)
		}
	}
	if c.Game.Beacon.used() {
		c.Checks = append(c.Checks, Guarded("beacon", c.checkBeacon))
	}
	if len(c.Acts) > 0 {
		c.Checks = append(c.Checks, Guarded("umpire", c.checkActs))
	}
	c.Checks = append(c.Checks, Guarded("outcome", c.checkOutcome))
	return c.Audit
}

func newAuditor(rulesets []engine.Ruleset, limits engine.Limits) *auditor {
	return &auditor{Audit: Audit{Reports: map[uint64]ReportRecord{}}, rulesets: rulesets, limits: limits}
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
	limits   engine.Limits
	rs       engine.Ruleset // nil if this program does not have it
	entries  []entry        // the records that could be read
	stepAt   []int          // entries of Steps
	inForce  rulesInForce   // behind the entries
	logKey   string         // behind the entries
	walker
	started   bool           // whether orders count
	abandoned *AbandonRecord // nil unless the umpire ended the game
	// Why the positions that the umpire made could not be followed to the last,
	// and what is wrong with one.
	unfollowed string
	misled     error
	owed       map[int][]engine.Decision // noteOwed
	wanted     map[int]bool              // numbers of which the position is needed again
	after      map[int]stand             // how things stand behind them
}

// entry is a record that was read: a GameRecord, OrdersRecord, StepRecord,
// OverRecord, ReportRecord, KeyRecord, CommandRecord or MigrateRecord, or what the umpire did.
type entry struct {
	store.Record
	value any
	err   error // of its hidden part
}

// RecordError is something that is wrong with a record.
type RecordError struct {
	Record uint64
	Kind   string
	Step   int
	Err    error
}

// Error says where it is wrong, and what.
func (e *RecordError) Error() string {
	if e.Step > 0 {
		return fmt.Sprintf("record %d (%s of step %d): %v", e.Record, e.Kind, e.Step, e.Err)
	}
	return fmt.Sprintf("record %d (%s): %v", e.Record, e.Kind, e.Err)
}

// Unwrap gives what is wrong.
func (e *RecordError) Unwrap() error { return e.Err }

// at says where in the log something is wrong.
func (e entry) at(format string, args ...any) error {
	return &RecordError{e.Seq, e.Kind, e.Step, fmt.Errorf(format, args...)}
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
	case (i == 0) != (e.Kind == KindGame):
		return errors.New("the game record is the first, and only the first")
	case c.Over != nil && e.Kind != KindReport, c.abandoned != nil && c.Over == nil && e.Kind != KindOver:
		return errors.New("follows the end of the game")
	}
	var game string
	var step int
	next := c.Number + 1
	switch e.Kind {
	case KindGame:
		c.Game, err = ParseGameRecord(e.Data)
		e.value, game, c.inForce, c.logKey = c.Game, c.Game.Game, c.Game.rules(), c.Game.Log
		next, c.started = 0, !c.Game.Wait
	case KindOrders:
		var o OrdersRecord
		o, err = ParseOrdersRecord(e.Data, nil)
		if err == nil && e.Hidden != nil {
			o, e.err = ParseOrdersRecord(e.Data, e.Hidden)
		}
		e.value, game, step = o, o.Game, o.Step
	case KindStep:
		var s StepRecord
		s, err = ParseStepRecord(e.Data, nil)
		if err == nil && e.Hidden != nil {
			s, e.err = ParseStepRecord(e.Data, e.Hidden)
		}
		e.value, game, step = s, s.Game, s.Step
		if err == nil {
			err = c.inForce.check(s)
		}
		if err == nil && step == next {
			c.Steps, c.stepAt, c.Number = append(c.Steps, s), append(c.stepAt, i), next
		}
	case KindClosed:
		var v ClosedRecord
		v, err = ParseClosedRecord(e.Data)
		e.value, game, step = v, v.Game, v.Step
	case KindOver:
		var o OverRecord
		o, err = ParseOverRecord(e.Data)
		e.value, game, step = o, o.Game, o.Step
		c.Over, next = &o, next-1
	case KindKey:
		var k KeyRecord
		k, err = ParseKeyRecord(e.Data, nil)
		if err == nil && e.Hidden != nil {
			k, e.err = ParseKeyRecord(e.Data, e.Hidden)
		}
		e.value, game, step = k, k.Game, k.Step
		next--
	case KindCommand:
		var v CommandRecord
		v, err = ParseCommandRecord(e.Data, nil)
		if err == nil && e.Hidden != nil {
			v, e.err = ParseCommandRecord(e.Data, e.Hidden)
		}
		e.value, game, step = v, v.Game, v.Step
		if err == nil {
			c.Said = append(c.Said, v)
		}
		next--
	case KindLogKey:
		var k LogKeyRecord
		k, err = ParseLogKeyRecord(e.Data)
		if err == nil && k.Old != c.logKey {
			err = fmt.Errorf("the key of the log was %s, not %s", Fingerprint(c.logKey), Fingerprint(k.Old))
		}
		e.value, game, step, c.logKey = k, k.Game, k.Step, k.New
		next--
	case KindMigrate:
		var m MigrateRecord
		m, err = ParseMigrateRecord(e.Data, nil)
		if err == nil && e.Hidden != nil {
			m, e.err = ParseMigrateRecord(e.Data, e.Hidden)
		}
		if old := (rulesInForce{Ruleset: m.Ruleset, Version: m.Old}).String(); err == nil && old != c.inForce.String() {
			err = fmt.Errorf("takes the game from rules %s, in force were %s", old, c.inForce)
		}
		e.value, game, step, c.inForce = m, m.Game, m.Step, m.rules()
		next--
	case KindClock:
		var k ClockRecord
		k, err = ParseClockRecord(e.Data, nil)
		if err == nil && e.Hidden != nil {
			k, e.err = ParseClockRecord(e.Data, e.Hidden)
		}
		e.value, game, step = k, k.Game, k.Step
		next--
	case KindReport:
		var p ReportRecord
		p, err = ParseReportRecord(e.Data, nil)
		if err == nil && e.Hidden != nil {
			p, e.err = ParseReportRecord(e.Data, e.Hidden)
		}
		e.value, game, step = p, p.Game, p.Step
		next--
		c.Reports[e.Seq] = p
	case KindRollback, KindRuling, KindBurn, KindSubstitute, KindAnnounce, KindStart, KindAbandon:
		game, step, err = c.placeAct(e)
		if b, ok := e.value.(BurnRecord); ok && err == nil && b.From == next && b.Step >= next {
			next, c.Number = b.Step, b.Step
		} else if e.Kind != KindRollback && e.Kind != KindRuling {
			next--
		} else if err == nil && step == next {
			c.Number = next
		}
	default:
		return errors.New("this program does not know records of this kind")
	}
	switch {
	case err != nil:
		return err
	case !c.started && (e.Kind == KindOrders || e.Kind == KindStep):
		return ErrWaits
	case game != c.Game.Game:
		return fmt.Errorf("belongs to game %q", game)
	case step != next || step != e.Step:
		return fmt.Errorf("is of step %d, want %d", step, next)
	}
	return nil
}

// checkHidden counts the hidden parts that are what their records commit to.
func (c *auditor) checkHidden() Check {
	check := Check{Name: "hidden parts", What: "hidden parts", Why: "still secret"}
	for _, e := range c.entries {
		switch e.value.(type) {
		case GameRecord, OverRecord, LogKeyRecord, ClosedRecord, SubstituteRecord, StartRecord, AbandonRecord:
			if e.Hidden != nil && check.Err == nil {
				check.Err = e.at("has a hidden part that it does not name")
			}
			continue
		}
		switch {
		case check.Err != nil:
		case e.err != nil:
			check.Err = e.at("%w", e.err)
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
