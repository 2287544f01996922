package audit

import (
	"errors"
	"fmt"
	"time"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// Act is something that the umpire did in a game, as its log has it.
type Act struct {
	Record uint64
	Kind   string
	Step   int // its own number, or the last one before it
	Time   time.Time
	By     string // sign.Key.Name of the umpire's key; "" at the machine
	What   string // in plain words
}

// String is one line for people.
func (a Act) String() string {
	at := fmt.Sprintf("after step %d", a.Step)
	if a.Kind == record.KindRollback || a.Kind == record.KindRuling || a.Kind == record.KindBurn {
		at = fmt.Sprintf("step %d", a.Step)
	}
	if at += ": " + a.What; a.By != "" {
		at += " (by " + a.By + ")"
	}
	return at
}

// ActOf tells what the umpire did, if a record is that.
func ActOf(seq uint64, r record.Record) (a Act, ok bool) {
	a = Act{Record: seq, Kind: r.Kind(), Step: r.About().Step, Time: r.About().Time}
	switch v := r.(type) {
	case record.Rollback:
		a.By, a.What = v.By, fmt.Sprintf("the game was taken back to %s: %s", AfterStep(v.To), v.Reason)
	case record.Ruling:
		a.By, a.What = v.By, "the position was changed: "+v.Reason
	case record.Burn:
		a.By, a.What = v.By, fmt.Sprintf("the links %d to %d of the dice were burned: %s", v.From, v.Step, v.Reason)
	case record.Substitute:
		a.By, a.What = v.By, fmt.Sprintf("%s took the place of %s (%s): %s", v.New, v.Old, v.Side, v.Reason)
	case record.Abandon:
		a.By, a.What = v.By, "the game was closed without a result: "+v.Reason
	case record.Reopen:
		a.By, a.What = v.By, "the game was reopened: "+v.Reason
	case record.Start:
		a.By, a.What = v.By, "the game was started"
	case record.Language:
		a.By, a.What = v.By, fmt.Sprintf("the mails to %s are in %s from then on", v.Side, v.Language.Name())
	case record.Announce:
		a.By, a.What = v.By, "a word to all players"
	}
	return a, a.What != ""
}

// AfterStep names a position of a game.
func AfterStep(n int) string {
	if n == 0 {
		return "its beginning"
	}
	return fmt.Sprintf("where it stood after step %d", n)
}

// umpireActs counts what the umpire did beside resolving steps, which the game follows,
// and asks the rules what they have against the positions that he made.
func umpireActs(w *walk) question {
	if len(w.Acts) == 0 {
		return question{}
	}
	return question{ask: func(c *Check, e entry) error {
		if _, ok := ActOf(e.Seq, e.Record); !ok {
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
