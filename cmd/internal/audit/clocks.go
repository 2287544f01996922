package audit

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// clocks checks what the log says about time: that clocks began as the policy says
// and that nobody's time was over early. It needs no hidden part; deadlines, which
// does, computes all of it again.
func clocks(w *walk) question {
	if w.Game.Clock.None() {
		return question{}
	}
	return question{ask: func(c *Check, e entry) error {
		k, ok := e.Record.(record.Clock)
		_, over := e.Record.(record.Over)
		begins, must := ok && k.Cause == record.ClockBegin, w.mustBegin(e)
		if must && !begins && !over {
			return errors.New("the clocks did not begin before it")
		} else if begins && !must {
			return errors.New("nothing before it begins the clocks anew")
		}
		said, is := w.previous(e).Record.(record.Command)
		if is && causeOf(said) != "" && (!ok || k.By != string(said.Side)) {
			return fmt.Errorf("what %s said before it, %q, did not change his clock", said.Side, said.Command)
		}
		if err := w.inPlace(e, k); err != nil || !ok {
			return err
		}
		c.Done++
		return w.checkClock(k, e)
	}}
}

// inPlace checks that a clock changes behind what changes it, and there only. k is the
// zero value for a record that is no change.
func (w *walk) inPlace(e entry, k record.Clock) error {
	before, sent := w.previous(e), w.sent(e)
	missed, _ := before.Record.(record.Clock)
	decided := []string{record.KindStep, record.KindClosed, record.KindMigrate} // by other rules from it on
	switch taken := w.takenBy(e).Side != "" && w.Clock != nil; {
	case taken != (k.Cause == record.ClockTakeover):
		return errors.New("a new player gets his clock directly behind his key, once")
	case k.Cause == record.ClockLate && before.Kind() != record.KindOrders:
		return errors.New("no orders came before it")
	case sent != "" && w.Clock != nil && w.Clock.Side(sent).Final && k.Cause != record.ClockLate &&
		(k.Cause != record.ClockFinal || k.By != record.ClockItself):
		return fmt.Errorf("the new orders of %s are not final, which no clock says", sent)
	case missed.Cause == record.ClockMissed && !w.Game.Clock.Wait && !slices.Contains(decided, e.Kind()):
		return errors.New("the deadline that was missed before it decided nothing")
	}
	return nil
}

// sent is the side whose orders came in before a record, late or not; "" if none did.
func (w *walk) sent(e entry) engine.Side {
	before := w.previous(e)
	if c, _ := before.Record.(record.Clock); c.Cause == record.ClockLate {
		before = w.previous(before)
	}
	o, _ := before.Record.(record.Orders)
	return o.Side
}

// takenBy is the substitute whose key stands directly before a record; the zero value for none.
func (w *walk) takenBy(e entry) record.Substitute {
	s, _ := w.previous(w.previous(e)).Record.(record.Substitute)
	return s
}

// mustBegin reports whether the clocks begin anew behind the record before this one.
func (w *walk) mustBegin(e entry) bool {
	before := w.previous(e).Record
	switch before.(type) {
	case record.Game, record.Start, record.Reopen:
		return !w.Waits
	case nil:
		return false
	}
	_, _, moves := game.Links(before)
	return moves && !w.Waits
}

// checkClock compares a change with the policy and with the clocks before it.
func (w *walk) checkClock(r record.Clock, e entry) error {
	var sides []engine.Side
	for _, s := range r.State.Sides {
		sides = append(sides, s.Side)
		if !s.Run.InOrder() {
			return fmt.Errorf("clock of %s: its times are not in order", s.Side)
		}
	}
	author := clockAuthor(r.By, sides)
	if !slices.Contains(ClockCauses[r.Cause], author) {
		return fmt.Errorf("%q cannot change a clock for %q", r.By, r.Cause)
	}
	if c, ok := w.previous(e).Record.(record.Command); author == "side" &&
		(!ok || c.Side != engine.Side(r.By) || causeOf(c) != r.Cause) {
		return fmt.Errorf("%s gave no such command", r.By)
	}
	if w.Clock == nil {
		return w.checkSides(r, clock.New(w.Game.Clock, r.State.At, sides, w.Game.Zones))
	}
	if r.State.At.Before(w.Clock.At) {
		return fmt.Errorf("it is of %s, the one before it of %s",
			r.State.At.Format(time.RFC3339), w.Clock.At.Format(time.RFC3339))
	}
	return w.checkSides(r, w.Clock.State)
}

// ClockCauses says who can change a clock for what; "side" is a player.
var ClockCauses = map[record.ClockCause][]string{
	record.ClockBegin:    {record.ClockItself},
	record.ClockLate:     {record.ClockItself},
	record.ClockMissed:   {record.ClockItself},
	record.ClockOutage:   {record.ClockItself},
	record.ClockFinal:    {record.ClockItself, "side"},
	record.ClockAbsence:  {"side", record.ClockByUmpire},
	record.ClockPause:    {"side", record.ClockByUmpire},
	record.ClockResume:   {"side", record.ClockByUmpire, record.ClockItself},
	record.ClockExtend:   {record.ClockByUmpire},
	record.ClockDeadline: {record.ClockByUmpire},
	record.ClockTakeover: {record.ClockByUmpire},
}

func clockAuthor(by string, sides []engine.Side) string {
	if slices.Contains(sides, engine.Side(by)) {
		return "side"
	}
	return by
}

// causeOf is for what a command of a player changes the clocks; "" if it changes none.
func causeOf(c record.Command) (cause record.ClockCause) {
	word, _, _ := strings.Cut(c.Command, " ")
	if word == record.CommandNotFinal {
		return record.ClockFinal
	} else if cause = record.ClockCause(word); slices.Contains(ClockCauses[cause], "side") {
		return cause
	}
	return ""
}

// checkSides compares the clocks before and after a change.
func (w *walk) checkSides(r record.Clock, before clock.State) error {
	for _, now := range r.State.Sides {
		old := before.Side(now.Side)
		if now.Bank > old.Bank && r.Cause != record.ClockTakeover {
			return fmt.Errorf("the time bank of %s grows", now.Side)
		}
		var err error
		switch {
		case r.Cause == record.ClockBegin:
			err = began(w.Game, now.Run)
		case now.Missed > old.Missed:
			err = w.checkMissed(r, old)
		case r.Cause == record.ClockTakeover && now.Run == (clock.Run{}): // a computer has none
		case r.Cause != record.ClockDeadline && (now.Run.Due.Before(old.Run.Due) || now.Run.End.Before(old.Run.End)):
			err = errors.New("its deadline comes nearer")
		}
		if err != nil {
			return fmt.Errorf("clock of %s: %w", now.Side, err)
		}
	}
	return nil
}

// checkMissed checks that the time of a side was over when it says so.
func (w *walk) checkMissed(r record.Clock, old clock.Side) error {
	switch {
	case r.Cause != record.ClockMissed:
		return fmt.Errorf("no deadline is missed for %q", r.Cause)
	case old.Run == (clock.Run{}):
		return errors.New("it did not run")
	case w.answered(old.Side):
		return errors.New("the orders of this step had come")
	case w.Clock.Paused.By != "":
		return errors.New("it stood still in a pause")
	case r.Time.Before(old.Run.End):
		return fmt.Errorf("it ran until %s", old.Run.End.Format(time.RFC3339))
	}
	return nil
}

// answered reports whether orders of a side are in for the next step.
func (w *walk) answered(side engine.Side) bool {
	seat, _ := w.Seat(side)
	return seat.Pending.Seq != 0
}

// began checks that a new clock has the time that the policy promises. A calendar day has
// 23 hours or more.
func began(g record.Game, r clock.Run) error {
	if r == (clock.Run{}) {
		return nil
	}
	least := func(s clock.Span) time.Duration {
		return time.Duration(s.Days)*24*time.Hour - min(time.Duration(s.Days), 1)*2*time.Hour + s.Time
	}
	want := least(g.Clock.Time)
	for _, k := range g.Clock.Kinds {
		want = min(want, least(k.Time))
	}
	if got := r.Due.Sub(r.Start); got < want {
		return fmt.Errorf("it began with %s, the game promises %s", got, want)
	}
	return nil
}
