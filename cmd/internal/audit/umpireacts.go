package audit

import (
	"errors"
	"fmt"

	"berthier/cmd/internal/acts"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// umpireActs counts what the umpire did beside resolving steps, which the game follows,
// and asks the rules what they have against the positions that he made.
func umpireActs(w *walk) question {
	if len(w.Acts) == 0 {
		return question{}
	}
	return question{ask: func(c *Check, e entry) error {
		if _, ok := acts.Of(e.Seq, e.Record); !ok {
			return nil
		}
		known, followed := true, true
		switch v := e.Record.(type) {
		case record.Rollback:
			known, followed = v.Known, e.Back != nil && !e.Back.Lost && !e.Back.Adrift
		case record.Burn:
			known, followed = v.Known, w.followed()
		case record.Ruling:
			known, followed = v.Known, w.followed()
			if known && followed && !w.own() {
				c.leave(fmt.Sprintf("made under version %s of the rules, this program has %s", v.Version,
					w.rules.Version()))
				return nil
			}
			if known && followed {
				c.Done++
				return allowed(w.rules, w.Position, v)
			}
		}
		switch {
		case !known:
			c.leave("still secret")
		case !followed:
			c.leave("the steps before them could not be followed")
		default:
			c.Done++
		}
		return nil
	}}
}

// leave counts one that cannot be checked; why is told of the first.
func (c *Check) leave(why string) {
	if c.Left++; c.Why == "" {
		c.Why = why
	}
}

// allowed reports what the rules have against a position that the umpire made.
func allowed(rs engine.Ruleset, before engine.Position, v record.Ruling) error {
	text, err := v.Edited(before.Encode())
	if err != nil {
		return err
	}
	again, err := engine.Adjusted(rs, before, text)
	if err == nil && string(again.Encode()) != string(text) {
		err = errors.New("the rules read the position as another one")
	}
	return err
}
