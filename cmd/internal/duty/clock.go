package duty

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// clockAct records a player's command about clocks; g is nil if it was refused.
func (d *errand) clockAct(what command.Recorded) (g *docket.Game, err error) {
	if !d.needGame(true) {
		return nil, nil
	}
	if d.After.State.Clock == nil {
		d.fault("ask the umpire", "%s", play.ErrNoClock)
		return nil, nil
	}
	g, _, _, err = d.act(what)
	return g, err
}

// changed records what a player's command did to the clocks, or refuses it.
func (d *errand) changed(g *docket.Game, cause record.ClockCause, state clock.State, text string, refused error) error {
	if refused != nil {
		d.fault("\"status\" tells how the clocks stand", "%s", refused)
		return nil
	}
	d.Desk.SetClock(g, &d.Batch, record.Clock{Cause: cause, By: string(d.Giver), State: state, Text: text})
	if text != "" {
		d.say("%s", text)
	}
	return d.settle(g)
}

// final says that the orders are final, and resolves the step if all have.
func (d *errand) final(c command.Final) error {
	final := !c.Not
	if final && d.line.No != d.Commands.Lines[len(d.Commands.Lines)-1].No {
		d.fault("put it below the others", "\"final\" is the last command of its mail")
		return nil
	}
	switch {
	case !d.needGame(true):
		return nil
	case d.After.State.Clock == nil || !d.After.Clock.Final:
		d.fault("there is nothing that you have to do", "in this game a step is resolved as soon as all orders are in")
		return nil
	case !d.After.Answered(d.Giver):
		d.fault("send them first", "you have sent no orders for this step")
		return nil
	case d.After.State.Clock.Side(d.Giver).Final == final:
		d.fault("\"status\" tells how the clocks stand", "that is how it is already")
		return nil
	}
	g, err := d.clockAct(c)
	if g == nil || err != nil {
		return err
	}
	if err := d.changed(g, record.ClockFinal, g.State.Clock.SetFinal(d.Desk.Now(), d.Giver, final), "",
		nil); err != nil {
		return err
	}
	if !g.Ready(d.Desk.Deadlines()) {
		d.say("Your orders are %s. The step is resolved by %s at the latest.",
			map[bool]string{true: "final", false: "not final"}[final], g.ResolvedBy(d.Giver))
		return nil
	}
	d.say("All orders are final: the step is resolved now.")
	b, err := d.Desk.Complete(g)
	d.Batch.Join(b)
	return err
}

// absence announces that a player is away.
func (d *errand) absence(c command.Absence) error {
	g, err := d.clockAct(c)
	if g == nil || err != nil {
		return err
	}
	state, text, refused := g.State.Clock.Away(g.Clock, d.Desk.Now(), d.Giver, c.From, cmp.Or(c.To, c.From))
	return d.changed(g, record.ClockAbsence, state, text, refused)
}

// pause proposes a pause, or stops the clocks for the umpire.
func (d *errand) pause(c command.Pause) error {
	if d.by == command.Umpire {
		return d.umpireClock(play.ClockChange{Cause: record.ClockPause, Date: c.Until, Minutes: -1})
	}
	if c.Until == (clock.Date{}) {
		d.fault("write: pause 2030-12-31", "name the last day of the pause")
		return nil
	}
	g, err := d.clockAct(c)
	if g == nil || err != nil {
		return err
	}
	state, text, refused := g.State.Clock.WantPause(g.Clock, d.Desk.Now(), d.Giver, c.Until, g.State.Computers()...)
	return errors.Join(d.changed(g, record.ClockPause, state, text, refused), d.tellOthers(g, text))
}

// resume wants a pause to end, or ends it for the umpire.
func (d *errand) resume(c command.Resume) error {
	if d.by == command.Umpire {
		return d.umpireClock(play.ClockChange{Cause: record.ClockResume, Minutes: -1})
	}
	g, err := d.clockAct(c)
	if g == nil || err != nil {
		return err
	}
	state, text, refused := g.State.Clock.WantResume(g.Clock, d.Desk.Now(), d.Giver)
	return errors.Join(d.changed(g, record.ClockResume, state, text, refused), d.tellOthers(g, text))
}

// tellOthers mails what a player did to the clocks to the others.
func (d *errand) tellOthers(g *docket.Game, text string) error {
	if len(d.Faults) > 0 {
		return nil
	}
	others := slices.DeleteFunc(g.People(), func(s engine.Side) bool { return s == d.Giver })
	mails, err := d.Desk.ClockNotices(g, "clock", others, "a word about the clocks", text)
	d.Batch.Send(mails...)
	return err
}

func (d *errand) extend(c command.Extend) error {
	return d.umpireClock(play.ClockChange{Cause: record.ClockExtend, Side: c.Side, Span: c.Span, Minutes: -1})
}

func (d *errand) setDeadline(c command.Deadline) error {
	return d.umpireClock(play.ClockChange{Cause: record.ClockDeadline, Side: c.Side, Date: c.Date, Minutes: c.Minutes})
}

// umpireClock changes the clocks for the umpire.
func (d *errand) umpireClock(c play.ClockChange) error {
	return d.command(func(g *docket.Game, _ string) (docket.Batch, error) {
		text, b, err := d.Desk.DecideClock(g, c)
		if err != nil {
			d.fault("\"status\" tells how the clocks stand", "%s", err)
		}
		d.say("%s", text)
		return b, nil
	})
}

// confirmClock believes the clock of the machine, which jumped. The number keeps an old
// mail from being of use in another doubt.
func (d *errand) confirmClock(c command.Confirm) error {
	given := c.Number
	switch number, doubted := d.Desk.Doubt(); {
	case !doubted || number == 0 && d.Machine == nil:
		d.fault("", "%s", docket.ErrClockFits)
	case given != fmt.Sprint(number) && (given != "" || d.Machine == nil):
		d.fault("the last mail about the clock has the number", "%q is not the number of this doubt about the clock",
			command.Clip(given))
	default:
		d.when(func() {
			if err := d.Desk.ConfirmClock(); err != nil {
				d.Log.Error("the clock is confirmed, which is not kept", "error", err)
			}
		})
		d.say("The clock of the machine is believed: it is %s, and deadlines go on.", post.Moment(d.Desk.Watch.Wall()))
	}
	return nil
}
