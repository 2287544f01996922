package umpire

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"berthier/engine"
	"berthier/mail"
	"berthier/store"
)

// Audit is what was verified about a game.
type Audit struct {
	Game   GameRecord
	Steps  int
	Orders int // signatures verified, replaced files included
	Draws  int // open draws computed again from published links
	Sealed int // sealed draws computed again, after the game ended
	// Unproved counts the sealed draws of a game that goes on: they can be
	// checked when its last mail reveals their secret.
	Unproved int
	// Resolved counts the steps that were resolved again from the signed
	// files with the same events; the others were resolved by a version of
	// the rules that this program does not have, and were only applied.
	Resolved int
	Over     *OverRecord // nil while the game goes on
	Last     engine.Position
}

// Verify checks the whole log of a game as CheckLog does, and that what the
// store holds as the position agrees with it.
func (u *Umpire) Verify(id string) (Audit, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	var records []store.Record
	var g *game
	err := u.Store.View(func(tx *store.Tx) (err error) {
		for r, err := range tx.Records(id, 1) {
			if err != nil {
				return err
			}
			records = append(records, r)
		}
		g, err = u.load(tx, id)
		return err
	})
	if err != nil {
		return Audit{}, fmt.Errorf("verifying game %s: %w", id, err)
	}
	a, err := CheckLog(u.Rulesets, records, u.Limits.Turn)
	switch {
	case err != nil:
		return a, fmt.Errorf("verifying game %s: %w", id, err)
	case a.Game.Game != id:
		return a, fmt.Errorf("verifying game %s: its log is that of game %s", id, a.Game.Game)
	case a.Steps != g.step || !bytes.Equal(a.Last.Encode(), g.pos.Encode()):
		return a, fmt.Errorf("verifying game %s: the stored position is not the one after the last step of the log", id)
	}
	return a, nil
}

// CheckLog verifies a log from its records alone, without any secret: that
// every link hashes to the one before, back to the anchor; that each signed
// file is signed with the key of its side and is the one that its step used;
// that every draw follows from link and files; that the events lead to the
// recorded positions; and that the rules, given the same files and draws, give
// the same events again. The error names the first record that is wrong.
func CheckLog(rulesets []engine.Ruleset, records []store.Record, limits engine.Limits) (Audit, error) {
	c := &auditor{rulesets: rulesets, limits: limits, orders: map[uint64]OrdersRecord{}, current: map[engine.Side]uint64{}}
	if len(records) == 0 {
		return c.Audit, errors.New("the log is empty")
	}
	for i, r := range records {
		// A log as it comes out of a foreign archive can make a ruleset panic.
		if err := attempt(func() error { return c.record(i, r) }); err != nil {
			return c.Audit, fmt.Errorf("record %d (%s): %w", r.Seq, r.Kind, err)
		}
	}
	if c.Over == nil && c.rs.Outcome(c.Last).Over {
		return c.Audit, errors.New("the game is over, but the log does not say so")
	}
	return c.Audit, nil
}

// auditor walks a log.
type auditor struct {
	Audit
	rulesets []engine.Ruleset
	limits   engine.Limits
	rs       engine.Ruleset
	link     engine.Link
	orders   map[uint64]OrdersRecord
	current  map[engine.Side]uint64 // files for the next step
	steps    []StepRecord
}

func (c *auditor) record(i int, r store.Record) error {
	switch {
	case r.Seq != uint64(i+1):
		return fmt.Errorf("want number %d", i+1)
	case (i == 0) != (r.Kind == KindGame):
		return errors.New("the game record is the first, and only the first")
	case c.Over != nil:
		return errors.New("follows the end of the game")
	}
	switch r.Kind {
	case KindGame:
		return c.checkGame(r.Data)
	case KindOrders:
		return c.checkOrders(r)
	case KindStep:
		return c.checkStep(r)
	case KindOver:
		return c.checkOver(r.Data)
	}
	return errors.New("unknown kind")
}

func (c *auditor) checkGame(data []byte) (err error) {
	if c.Game, err = ParseGameRecord(data); err != nil {
		return err
	}
	if c.rs = findRuleset(c.rulesets, c.Game.Ruleset, c.Game.Version); c.rs == nil {
		return fmt.Errorf("%w: %s", ErrNoRuleset, c.Game.Ruleset)
	}
	if c.Last, err = c.rs.Start(c.Game.Setup); err != nil {
		return err
	}
	if notes := differences(c.Game.Data, c.rs.Data(c.Last)); len(notes) > 0 {
		return errors.New("other data files: " + notes[0])
	}
	if engine.Hash(c.Last) != c.Game.Position {
		return errors.New("the opening position has another hash")
	}
	c.link = c.Game.Anchor
	return nil
}

func (c *auditor) checkOrders(r store.Record) error {
	o, err := ParseOrdersRecord(r.Data)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(c.Game.Players, func(p PlayerRecord) bool { return p.Side == o.Side })
	switch {
	case o.Game != c.Game.Game:
		return fmt.Errorf("belongs to game %q", o.Game)
	case o.Step != c.Steps+1 || r.Step != o.Step:
		return fmt.Errorf("answers step %d after step %d", o.Step, c.Steps)
	case i < 0 || c.Game.Players[i].Key.Fingerprint() != o.Key:
		return fmt.Errorf("key %s is not that of side %q", o.Key, o.Side)
	}
	if err := mail.Verify(c.Game.Players[i].Key, o.Text, o.Signature); err != nil {
		return err
	}
	c.orders[r.Seq], c.current[o.Side] = o, r.Seq
	c.Orders++
	return nil
}

func (c *auditor) checkStep(r store.Record) error {
	s, err := ParseStepRecord(r.Data)
	switch {
	case err != nil:
		return err
	case s.Game != c.Game.Game || s.Ruleset != c.Game.Ruleset:
		return fmt.Errorf("belongs to game %q of ruleset %q", s.Game, s.Ruleset)
	case s.Step != c.Steps+1 || r.Step != s.Step:
		return fmt.Errorf("step %d follows step %d", s.Step, c.Steps)
	case s.Previous != c.link || !s.Link.Follows(c.link):
		return fmt.Errorf("link %s does not hash to %s", s.Link, c.link)
	}
	in, err := c.checkInputs(s)
	if err != nil {
		return err
	}
	for _, d := range s.Draws {
		if !d.Sealed && !engine.VerifyDraw(s.Link, s.Game, s.Step, s.Hash, d) {
			return fmt.Errorf("draw %d (%s) does not follow from the link", d.No, d.Purpose)
		}
		if d.Sealed {
			c.Unproved++
		} else {
			c.Draws++
		}
	}
	return c.replay(s, in)
}

// checkInputs compares what the step used with the signed files.
func (c *auditor) checkInputs(s StepRecord) (in []engine.Orders, err error) {
	var files []engine.Input
	var sides []engine.Side
	owed := c.rs.Owed(c.Last)
	for _, i := range s.Inputs {
		sides = append(sides, i.Side)
		if i.Orders != c.current[i.Side] {
			return nil, fmt.Errorf("uses record %d for %s, the last file is record %d", i.Orders, i.Side, c.current[i.Side])
		}
		p := pending{i.Orders, c.orders[i.Orders]}
		if p.hash() != i.Hash {
			return nil, fmt.Errorf("the file of %s has another hash", i.Side)
		}
		g := game{info: &info{rs: c.rs}, pending: map[engine.Side]pending{}}
		if i.Orders != 0 {
			g.pending[i.Side] = p
		}
		_, file, orders := g.input(i.Side, c.limits)
		files, in = append(files, file), append(in, orders)
	}
	want := slices.DeleteFunc(slices.Clone(c.rs.Sides(c.Last)), func(s engine.Side) bool {
		return !engine.Owes(owed, s) && !(c.current[s] != 0 && engine.MayAnswer(owed, s))
	})
	if !slices.Equal(sides, want) {
		return nil, fmt.Errorf("resolves the orders of %v, those of %v were due", sides, want)
	}
	if engine.InputHash(files) != s.Hash {
		return nil, errors.New("the hash of the inputs is another")
	}
	return in, nil
}

// replay applies the events, and resolves the step again if the rules are the
// same.
func (c *auditor) replay(s StepRecord, in []engine.Orders) error {
	step := engine.Step{Number: s.Step, Inputs: in, Draws: s.Draws, Events: s.Events, Position: s.Position}
	if c.rs.Version() == s.Version {
		dice := &recorded{draws: s.Draws}
		if err := engine.Again(c.rs, c.Last, step, dice); err != nil {
			return err
		}
		if err := dice.end(); err != nil {
			return err
		}
		c.Resolved++
	}
	next, err := engine.Replay(c.rs, c.Last, []engine.Step{step})
	if err != nil {
		return err
	}
	c.Last, c.link = next, s.Link
	c.current = map[engine.Side]uint64{}
	c.steps = append(c.steps, s)
	c.Steps++
	return nil
}

func (c *auditor) checkOver(data []byte) error {
	o, err := ParseOverRecord(data)
	if err != nil {
		return err
	}
	anchor, err := engine.ChainLink(o.Secret, 0)
	link, err2 := engine.ChainLink(o.Secret, c.Steps)
	switch {
	case err != nil || err2 != nil:
		return errors.Join(err, err2)
	case o.Game != c.Game.Game || o.Step != c.Steps:
		return fmt.Errorf("ends game %q at step %d, want step %d", o.Game, o.Step, c.Steps)
	case o.Outcome != c.rs.Outcome(c.Last):
		return errors.New("the outcome is not that of the last position")
	case anchor != c.Game.Anchor || link != c.link:
		return errors.New("the secret does not lead to the anchor")
	case sha(o.Sealed[:]) != c.Game.Sealed:
		return errors.New("the sealed secret is not the one that was committed to")
	}
	c.Over = &o
	for _, s := range c.steps {
		for _, d := range s.Draws {
			if d.Sealed && !engine.VerifyDraw(o.Sealed, s.Game, s.Step, s.Hash, d) {
				return fmt.Errorf("step %d, draw %d (%s) does not follow from the sealed secret", s.Step, d.No, d.Purpose)
			}
		}
	}
	c.Sealed, c.Unproved = c.Unproved, 0
	return nil
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
