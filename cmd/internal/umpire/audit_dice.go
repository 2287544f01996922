package umpire

import (
	"fmt"
	"slices"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail/sign"
)

// checkSignatures verifies every turn file with the key that its side had when
// it came in, and every change of a key.
func (c *auditor) checkSignatures() Check {
	check := Check{Name: "signatures", What: "turn files and keys", Why: "still secret, or a DKIM signature has expired"}
	keys, asked := map[engine.Side]sign.Key{}, map[engine.Side]sign.Key{}
	for _, p := range c.Game.Players {
		keys[p.Side] = p.Key
	}
	all := newOnce()
	for _, e := range c.entries {
		var known bool
		var err error
		var s sign.Signed
		var r signedRecord
		switch v := e.value.(type) {
		case record.Orders:
			if key, ok := keys[v.Side]; ok {
				s, known, err = checkOrders(v, key, c.Game, c.Over)
			} else {
				err = fmt.Errorf("there is no side %q", v.Side)
			}
			r = signedOrders(v, e)
		case record.Key:
			known = v.Known
			s, err = checkKey(v, keys, asked)
			followKey(v, keys, asked)
			r = signedKey(v, e)
		case record.Command:
			if key, ok := keys[v.Side]; ok {
				s, known, err = checkCommand(v, key, c.Game, c.Over)
			} else {
				err = fmt.Errorf("there is no side %q", v.Side)
			}
			r = signedCommand(v, e)
		default:
			continue
		}
		if r.signed = s.Time; err == nil && r.file != [32]byte{} {
			err = all.add(r)
		}
		switch {
		case err != nil:
			check.Err = e.at("%w", err)
			return check
		case known:
			check.Done++
		default:
			check.Left++
		}
	}
	return check
}

// checkInputs compares what the steps used with the last file of each side.
func (c *auditor) checkInputs() Check {
	check := Check{Name: "inputs", What: "answers"}
	current := map[engine.Side]entry{}
	var closed *record.Closed
	for _, e := range c.entries {
		switch v := e.value.(type) {
		case record.Closed:
			closed = &v
		case record.Orders:
			current[v.Side] = e
			if closed != nil {
				check.Err = e.at("came when the answers to the step were complete")
				return check
			}
		case record.Key:
			if v.By == record.KeyByUmpire {
				delete(current, v.Side)
			}
		case record.Migrate:
			if v.By == record.MigrateByUmpire && closed == nil {
				clear(current)
			}
		case record.Command:
			if v.Command == record.CommandWithdraw {
				if _, in := current[v.Side]; !in {
					check.Err = e.at("there are no orders to withdraw")
					return check
				}
				delete(current, v.Side)
			}
		case record.Rollback, record.Ruling, record.Burn:
			closed = nil
			clear(current)
		case record.Step:
			if (closed != nil) != (v.Round.Signature != nil) || closed != nil && !slices.Equal(closed.Inputs, v.Inputs) {
				check.Err = e.at("does not resolve the answers that were complete when its round was fixed")
				return check
			}
			closed = nil
			var files []engine.Input
			for _, in := range v.Inputs {
				last := current[in.Side]
				o, _ := last.value.(record.Orders)
				if in.Orders != last.Seq || in.Hash != o.File {
					check.Err = e.at("uses record %d (file %.8x…) for %s, the last file is record %d (%.8x…)", in.Orders, in.Hash, in.Side, last.Seq, o.File)
					return check
				}
				files = append(files, engine.Input{Side: in.Side, File: in.Hash})
				delete(current, in.Side)
				check.Done++
			}
			for _, p := range c.Game.Players {
				if left, ok := current[p.Side]; ok {
					check.Err = e.at("leaves out record %d, the file of %s", left.Seq, p.Side)
					return check
				}
			}
			if v.Round.Signature != nil {
				files = append(files, v.Round.Input())
			}
			if got := engine.InputHash(files); got != v.Hash {
				check.Err = e.at("the hash of the inputs is %x, the record says %x", got, v.Hash)
				return check
			}
			clear(current)
		}
	}
	return check
}

// checkChain follows the links from the anchor to the last, and when the game
// is over to the secret.
func (c *auditor) checkChain() Check {
	check := Check{Name: "hash chain", What: "links"}
	link := c.Game.Anchor
	for _, e := range c.entries {
		previous, next, ok := fold.Links(e.value)
		if !ok {
			continue
		}
		follows := next.Follows(link)
		if b, burns := e.value.(record.Burn); burns {
			follows = b.Follows()
		}
		if previous != link || !follows {
			check.Err = e.at("link %s does not hash to %s, the link before", next, link)
			return check
		}
		link = next
		check.Done++
	}
	if c.Over == nil {
		return check
	}
	last, err := engine.ChainLink(c.Over.Secret, c.Over.Step)
	e := c.entries[slices.IndexFunc(c.entries, func(e entry) bool { return e.Kind == record.KindOver })]
	switch {
	case err != nil:
		check.Err = e.at("%w", err)
	case c.Over.Step == c.Number && last != link:
		check.Err = e.at("the secret does not lead to the last link")
	case sha(c.Over.Sealed[:]) != c.Game.Sealed:
		check.Err = e.at("the sealed secret is not the one that was committed to")
	}
	return check
}

// checkDraws computes every draw again, the sealed ones when their secret is
// known, and holds the events to them: each draw stands in one of them.
func (c *auditor) checkDraws() Check {
	check := Check{Name: "draws", What: "draws", Why: "sealed until the game ends"}
	for i, s := range c.Steps {
		untold, err := engine.Account(s.Draws, s.Events)
		if err == nil && s.Known && len(untold) > 0 {
			err = fmt.Errorf("draw %d stands in no event", untold[0])
		}
		if err != nil {
			check.Err = c.entries[c.stepAt[i]].at("%w", err)
			return check
		}
		for no, d := range s.Draws {
			key := s.Link
			if d.Sealed && c.Over == nil {
				check.Left++
				continue
			}
			if d.Sealed {
				key = c.Over.Sealed
			}
			var err error
			e := c.entries[c.stepAt[i]]
			switch {
			case d.No != no+1:
				err = e.at("draw %d is missing", no+1)
			case d.Sealed && !s.Known: // what is missing is told by another check
				check.Left++
				continue
			case !engine.VerifyDraw(key, s.Game, s.Step, s.Hash, d) && d.Sealed:
				err = e.at("draw %d (%s) does not follow from the sealed secret", d.No, d.Purpose)
			case !engine.VerifyDraw(key, s.Game, s.Step, s.Hash, d):
				err = e.at("draw %d (%s) does not follow from the link", d.No, d.Purpose)
			}
			if err != nil {
				check.Err = err
				return check
			}
			check.Done++
		}
	}
	return check
}
