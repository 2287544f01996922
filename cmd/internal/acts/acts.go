// Package acts tells what an umpire did in a game beside resolving steps, as its log has it.
package acts

import (
	"fmt"
	"time"

	"berthier/cmd/internal/record"
)

// Act is something that the umpire did in a game, as its log has it.
type Act struct {
	Record uint64
	Kind   string
	Step   int // its own number, or the last one before it
	Time   time.Time
	By     string // sign.Key.Name of the umpire's key; "" at the machine, where alone games go on by other rules
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

// Of tells what the umpire did, if a record is that.
func Of(seq uint64, r record.Record) (a Act, ok bool) {
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
	case record.Key:
		switch { // that of a substitute comes with him
		case v.By != record.KeyByUmpire:
		case v.New.Name() == "":
			a.By, a.What = v.Umpire, fmt.Sprintf("the umpire left %s without a key", v.Side)
		default:
			a.By, a.What = v.Umpire, fmt.Sprintf("the umpire gave %s the key %s", v.Side, v.New.Name())
		}
	case record.Clock:
		switch {
		case v.By != record.ClockByUmpire || v.Cause == record.ClockTakeover: // which follows a substitute
		case v.Cause == record.ClockPause:
			a.By, a.What = v.Umpire, "the umpire stopped the clocks"
		case v.Cause == record.ClockResume:
			a.By, a.What = v.Umpire, "the umpire let the clocks run again"
		default:
			a.By, a.What = v.Umpire, "the umpire changed deadlines"
		}
	case record.Migrate:
		if v.By == record.MigrateByUmpire {
			a.What = fmt.Sprintf("the game goes on by version %s of the rules", v.New)
		}
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
