package umpire

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"berthier/cmd/internal/clock"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// checkClocks checks what the log says about time: that clocks began as the policy says
// and that nobody's time was over early. It needs no hidden part; checkDeadlines, which
// does, computes all of it again.
func (c *auditor) checkClocks() Check {
	check := Check{Name: "clocks", What: "changes of clocks"}
	if c.Game.Clock.None() && !slices.ContainsFunc(c.entries, func(e entry) bool { return e.Kind == record.KindClock }) {
		return Check{}
	}
	w := clockWalk{game: c.Game, answered: map[engine.Side]bool{}}
	started := !c.Game.Wait
	for i, e := range c.entries {
		if err := w.next(e); err != nil {
			check.Err = e.at("%w", err)
			return check
		}
		if e.Kind == record.KindClock {
			check.Done++
		}
		_, _, moves := fold.Links(e.value)
		started = started || e.Kind == record.KindStart
		starts := started && (moves || e.Kind == record.KindGame || e.Kind == record.KindStart)
		begins := i+1 < len(c.entries) && starts && !w.game.Clock.None()
		if begins && c.entries[i+1].Kind != record.KindOver && !isBegin(c.entries[i+1]) {
			check.Err = c.entries[i+1].at("the clocks did not begin before it")
			return check
		}
	}
	return check
}

func isBegin(e entry) bool {
	k, ok := e.value.(record.Clock)
	return ok && k.Cause == record.ClockBegin
}

// clockWalk follows the clocks through a log.
type clockWalk struct {
	game     record.Game
	last     *record.Clock
	answered map[engine.Side]bool // since the clocks began
	command  *record.Command      // the record before, if it is one
}

// followAnswers notes what a record means for which sides have orders in that count.
func followAnswers(answered map[engine.Side]bool, e entry) {
	switch v := e.value.(type) {
	case record.Orders:
		answered[v.Side] = true
	case record.Key:
		if v.By == record.KeyByUmpire {
			delete(answered, v.Side)
		}
	case record.Migrate:
		if v.By == record.MigrateByUmpire {
			clear(answered)
		}
	case record.Command:
		if v.Command == record.CommandWithdraw {
			delete(answered, v.Side)
		}
	}
}

func (w *clockWalk) next(e entry) error {
	followAnswers(w.answered, e)
	switch v := e.value.(type) {
	case record.Command:
		w.command = &v
		return nil
	case record.Clock:
		if err := w.check(v); err != nil {
			return err
		}
		if w.last = &v; v.Cause == record.ClockBegin {
			clear(w.answered)
		}
	}
	w.command = nil
	return nil
}

// check compares a record with the policy and with the record before it.
func (w *clockWalk) check(r record.Clock) error {
	p := w.game.Clock
	if p.None() {
		return errors.New("the game has no deadlines")
	}
	var sides []engine.Side
	for _, s := range r.State.Sides {
		sides = append(sides, s.Side)
		if err := inOrder(s.Run); err != nil {
			return fmt.Errorf("clock of %s: %w", s.Side, err)
		}
	}
	if !slices.EqualFunc(sides, w.game.Players, func(s engine.Side, p record.Player) bool { return s == p.Side }) {
		return fmt.Errorf("it has the clocks of %v", sides)
	}
	if !slices.Contains(clockCauses[r.Cause], clockAuthor(r.By, sides)) {
		return fmt.Errorf("%q cannot change a clock for %q", r.By, r.Cause)
	}
	if clockAuthor(r.By, sides) == "side" && (w.command == nil || w.command.Side != engine.Side(r.By) || !changesClock(*w.command, r.Cause)) {
		return fmt.Errorf("%s gave no such command", r.By)
	}
	if w.last == nil {
		return w.checkSides(r, clock.New(p, r.State.At, sides, w.game.Zones))
	}
	if r.State.At.Before(w.last.State.At) {
		return fmt.Errorf("it is of %s, the one before it of %s", r.State.At.Format(time.RFC3339), w.last.State.At.Format(time.RFC3339))
	}
	return w.checkSides(r, w.last.State)
}

// inOrder checks the times of a clock.
func inOrder(r clock.Run) error {
	if r == (clock.Run{}) {
		return nil
	}
	if r.Start.IsZero() || r.Raw.Before(r.Start) || r.Due.IsZero() || r.End.Before(r.Due) {
		return errors.New("its times are not in order")
	}
	return nil
}

// clockCauses says who can change a clock for what; "side" is a player.
var clockCauses = map[record.ClockCause][]string{
	record.ClockBegin: {record.ClockItself}, record.ClockLate: {record.ClockItself}, record.ClockMissed: {record.ClockItself}, record.ClockOutage: {record.ClockItself},
	record.ClockFinal: {record.ClockItself, "side"}, record.ClockAbsence: {"side", record.ClockByUmpire}, record.ClockPause: {"side", record.ClockByUmpire},
	record.ClockResume: {"side", record.ClockByUmpire, record.ClockItself}, record.ClockExtend: {record.ClockByUmpire}, record.ClockDeadline: {record.ClockByUmpire}, record.ClockTakeover: {record.ClockByUmpire},
}

func clockAuthor(by string, sides []engine.Side) string {
	if slices.Contains(sides, engine.Side(by)) {
		return "side"
	}
	return by
}

// checkSides compares the clocks before and after a change.
func (w *clockWalk) checkSides(r record.Clock, before clock.State) error {
	for _, now := range r.State.Sides {
		old := before.Side(now.Side)
		if now.Bank > old.Bank && r.Cause != record.ClockTakeover {
			return fmt.Errorf("the time bank of %s grows", now.Side)
		}
		var err error
		switch {
		case r.Cause == record.ClockBegin:
			err = began(w.game, now.Run)
		case now.Missed > old.Missed:
			err = w.checkMissed(r, old)
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
func (w *clockWalk) checkMissed(r record.Clock, old clock.Side) error {
	switch {
	case r.Cause != record.ClockMissed:
		return fmt.Errorf("no deadline is missed for %q", r.Cause)
	case old.Run == (clock.Run{}):
		return errors.New("it did not run")
	case w.answered[old.Side]:
		return errors.New("the orders of this step had come")
	case w.last.State.Paused.By != "":
		return errors.New("it stood still in a pause")
	case r.Time.Before(old.Run.End):
		return fmt.Errorf("it ran until %s", old.Run.End.Format(time.RFC3339))
	}
	return nil
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
