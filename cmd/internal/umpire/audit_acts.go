package umpire

import (
	"errors"
	"fmt"
	"slices"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// stand is how an audit stands after a step: see walker.
type stand struct {
	pos          engine.Position
	adrift, lost bool
}

// keep notes how the audit stands after a number, if somebody goes back to it.
func (c *auditor) keep(number int) {
	if c.after == nil {
		c.after = map[int]stand{}
		for _, e := range c.entries {
			if b, ok := e.value.(record.Rollback); ok {
				c.wanted = with(c.wanted, b.To)
			}
		}
	}
	if c.wanted[number] {
		c.after[number] = stand{c.Last, c.adrift, c.lost}
	}
}

func with(set map[int]bool, n int) map[int]bool {
	if set == nil {
		set = map[int]bool{}
	}
	set[n] = true
	return set
}

// follow goes on to the position to which the umpire moved the game. It reports
// whether what is behind it can be followed too.
func (c *auditor) follow(e entry) bool {
	next := stand{c.Last, c.adrift, c.lost}
	var err error
	known, foreign := false, false
	switch v := e.value.(type) {
	case record.Rollback:
		if known = v.Known; known {
			next, err = applyRollback(v, c.after)
		}
	case record.Ruling:
		known, foreign = v.Known, v.Version != c.rs.Version() || c.adrift || c.recheck
		if known && !c.lost {
			next, err = c.rule(v, foreign)
		}
	case record.Burn:
		if known = v.Known; known && !c.lost && !c.adrift && engine.Hash(c.Last) != v.Position {
			err = errors.New("the game goes on in another position than it stood in")
		}
	default:
		return true
	}
	switch {
	case !known:
		c.unfollowed = "still secret"
		return false
	case err != nil && !foreign:
		c.misled = e.at("%w", err)
		return false
	case err != nil:
		next.lost = true
	}
	c.seen = e.Step
	if c.Last, c.adrift, c.lost = next.pos, next.adrift, next.lost; !c.adrift && !c.lost {
		c.replayed = e.Step
	}
	return true
}

// rule gives how the game stands after a ruling. Whether the rules allow it only
// the version can say under which it was made.
func (c *auditor) rule(l record.Ruling, foreign bool) (stand, error) {
	next := stand{pos: c.Last, adrift: c.adrift}
	pos, err := applyRuling(l, c.rs, c.Last)
	if err == nil && !foreign {
		err = allowed(c.rs, c.Last, pos)
	}
	if err == nil {
		next = stand{pos: pos}
	}
	return next, err
}

// checkActs checks what the umpire did beside resolving steps.
func (c *auditor) checkActs() Check {
	check := Check{Name: "umpire", What: "acts of the umpire", Why: c.unfollowed}
	for _, e := range c.entries {
		var err error
		switch v := e.value.(type) {
		case record.Rollback, record.Ruling, record.Burn:
			ruling, _ := v.(record.Ruling)
			switch {
			case c.misled != nil && e.Step > c.replayed:
				check.Err = c.misled
				return check
			case c.rs == nil || e.Step > c.replayed:
				check.Left++
				continue
			case ruling.Version != "" && ruling.Version != c.rs.Version():
				check.Left++
				check.Why = fmt.Sprintf("made under version %s of the rules, this program has %s", ruling.Version, c.rs.Version())
				continue
			}
		case record.Substitute:
			err = c.substitution(e, v)
		case record.Abandon:
			if e.Seq == uint64(len(c.entries)) || c.entries[e.Seq].Kind != record.KindOver {
				err = errors.New("the end of the game does not follow")
			}
		case record.Start, record.Announce:
		default:
			continue
		}
		if err != nil {
			check.Err = e.at("%w", err)
			return check
		}
		check.Done++
	}
	if check.Left > 0 && check.Why == "" {
		check.Why = "the steps before them could not be followed"
	}
	return check
}

// allowed reports what the rules have against a position that the umpire made.
func allowed(rs engine.Ruleset, before, after engine.Position) error {
	text := after.Encode()
	again, err := adjusted(rs, before, text)
	if err == nil && string(again.Encode()) != string(text) {
		err = errors.New("the rules read the position as another one")
	}
	return err
}

// substitution checks that the names follow from the log, and that the key does
// what the record says.
func (c *auditor) substitution(e entry, s record.Substitute) error {
	i := slices.IndexFunc(c.Game.Players, func(p record.Player) bool { return p.Side == s.Side })
	if i < 0 {
		return fmt.Errorf("there is no side %q", s.Side)
	}
	name := c.Game.Players[i].Name
	for _, before := range c.entries[:e.Seq-1] {
		if b, ok := before.value.(record.Substitute); ok && b.Side == s.Side {
			name = b.New
		}
	}
	if s.Old != name {
		return fmt.Errorf("the player of %s was %q, not %q", s.Side, name, s.Old)
	}
	if e.Seq < uint64(len(c.entries)) {
		if k, ok := c.entries[e.Seq].value.(record.Key); ok && k.Side == s.Side && k.By == record.KeyByUmpire {
			return nil
		}
	}
	return errors.New("the record of the new player's key does not follow")
}
