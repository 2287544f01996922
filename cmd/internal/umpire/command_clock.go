package umpire

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/command"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// clockAct records a player's command about clocks; g is nil if it was refused.
func (d *errand) clockAct(what command.Recorded) (g *game, err error) {
	if !d.needGame(true) {
		return nil, nil
	}
	if d.g.state.Clock == nil {
		d.fault("ask the umpire", "%s", ErrNoClock)
		return nil, nil
	}
	g, _, _, err = d.act(what)
	return g, err
}

// changed records what a player's command did to the clocks, or refuses it.
func (d *errand) changed(g *game, cause record.ClockCause, state clock.State, text string, refused error) error {
	if refused != nil {
		d.fault("\"status\" tells how the clocks stand", "%s", refused)
		return nil
	}
	d.u.setClock(g, &d.batch, record.Clock{Cause: cause, By: string(d.me), State: state, Text: text})
	if text != "" {
		d.say("%s", text)
	}
	return d.settle(g)
}

// final says that the orders are final, and resolves the step if all have.
func (d *errand) final(c command.Final) error {
	final := !c.Not
	if final && d.line.No != d.mail.Lines[len(d.mail.Lines)-1].No {
		d.fault("put it below the others", "\"final\" is the last command of its mail")
		return nil
	}
	switch {
	case !d.needGame(true):
		return nil
	case d.g.state.Clock == nil || !d.g.Clock.Final:
		d.fault("there is nothing that you have to do", "in this game a step is resolved as soon as all orders are in")
		return nil
	case !d.g.answered(d.me):
		d.fault("send them first", "you have sent no orders for this step")
		return nil
	case d.g.state.Clock.Side(d.me).Final == final:
		d.fault("\"status\" tells how the clocks stand", "that is how it is already")
		return nil
	}
	g, err := d.clockAct(c)
	if g == nil || err != nil {
		return err
	}
	if err := d.changed(g, record.ClockFinal, g.state.Clock.SetFinal(d.u.now(), d.me, final), "", nil); err != nil {
		return err
	}
	if !g.ready(d.u.deadlines()) {
		d.say("Your orders are %s. The step is resolved by %s at the latest.",
			map[bool]string{true: "final", false: "not final"}[final], g.resolvedBy(d.me))
		return nil
	}
	d.say("All orders are final: the step is resolved now.")
	b, mails, err := d.u.complete(g)
	d.batch, d.mails = append(d.batch, b...), append(d.mails, mails...)
	return err
}

// absence announces that a player is away.
func (d *errand) absence(c command.Absence) error {
	g, err := d.clockAct(c)
	if g == nil || err != nil {
		return err
	}
	state, text, refused := g.state.Clock.Away(g.Clock, d.u.now(), d.me, c.From, cmp.Or(c.To, c.From))
	return d.changed(g, record.ClockAbsence, state, text, refused)
}

// pause proposes a pause, or stops the clocks for the umpire.
func (d *errand) pause(c command.Pause) error {
	if d.by == command.Umpire {
		return d.umpireClock(ClockChange{Cause: record.ClockPause, Date: c.Until, Minutes: -1})
	}
	if c.Until == (clock.Date{}) {
		d.fault("write: pause 2030-12-31", "name the last day of the pause")
		return nil
	}
	g, err := d.clockAct(c)
	if g == nil || err != nil {
		return err
	}
	state, text, refused := g.state.Clock.WantPause(g.Clock, d.u.now(), d.me, c.Until)
	return errors.Join(d.changed(g, record.ClockPause, state, text, refused), d.tellOthers(g, text))
}

// resume wants a pause to end, or ends it for the umpire.
func (d *errand) resume(c command.Resume) error {
	if d.by == command.Umpire {
		return d.umpireClock(ClockChange{Cause: record.ClockResume, Minutes: -1})
	}
	g, err := d.clockAct(c)
	if g == nil || err != nil {
		return err
	}
	state, text, refused := g.state.Clock.WantResume(g.Clock, d.u.now(), d.me)
	return errors.Join(d.changed(g, record.ClockResume, state, text, refused), d.tellOthers(g, text))
}

// tellOthers mails what a player did to the clocks to the others.
func (d *errand) tellOthers(g *game, text string) error {
	if len(d.faults) > 0 {
		return nil
	}
	others := slices.DeleteFunc(slices.Clone(g.sides), func(s engine.Side) bool { return s == d.me })
	mails, err := d.u.clockNotices(g, "clock", others, "a word about the clocks", text)
	d.mails = append(d.mails, mails...)
	return err
}

func (d *errand) extend(c command.Extend) error {
	return d.umpireClock(ClockChange{Cause: record.ClockExtend, Side: c.Side, Span: c.Span, Minutes: -1})
}

func (d *errand) setDeadline(c command.Deadline) error {
	return d.umpireClock(ClockChange{Cause: record.ClockDeadline, Side: c.Side, Date: c.Date, Minutes: c.Minutes})
}

// umpireClock changes the clocks for the umpire.
func (d *errand) umpireClock(c ClockChange) error {
	if !d.changes() {
		return nil
	}
	if ok, err := d.once(d.g.Game, d.thing(), false); !ok || err != nil {
		return err
	}
	next := *d.g
	b, mails, text, err := d.u.changeClock(&next, c)
	if err != nil {
		d.fault("\"status\" tells how the clocks stand", "%s", err)
		return nil
	}
	d.batch, d.mails = append(d.batch, b...), append(d.mails, mails...)
	d.say("%s", text)
	d.g = &next
	return nil
}

// confirmClock believes the clock of the machine, which jumped. The number keeps an old
// mail from being of use in another doubt.
func (d *errand) confirmClock(c command.Confirm) error {
	given := c.Number
	switch number, doubted := d.u.doubt(); {
	case !doubted || number == 0 && d.machine == nil:
		d.fault("", "%s", ErrClockFits)
	case given != fmt.Sprint(number) && (given != "" || d.machine == nil):
		d.fault("the last mail about the clock has the number", "%q is not the number of this doubt about the clock",
			command.Clip(given))
	case d.machine != nil:
		d.when(func() {
			if _, err := d.u.ConfirmClock(); err != nil {
				d.log.Error("the clock is confirmed, which is not kept", "error", err)
			}
		})
		d.say("The clock of the machine is believed: it is %s, and deadlines go on.", post.Moment(d.u.watch.wall()))
	default:
		d.when(func() {
			d.u.watch.confirm()
			d.u.Post.Wake() // which keeps it
		})
		d.say("The clock of the machine is believed: it is %s, and deadlines go on.", post.Moment(d.u.watch.wall()))
	}
	return nil
}

// clockDuty is what everybody may know about the clock of a side, behind what it has to do.
func (g *game) clockDuty(side engine.Side, now time.Time) string {
	if g.state.Clock == nil || g.over() {
		return ""
	}
	s := g.state.Clock.Side(side)
	text := ""
	switch {
	case s.Run == (clock.Run{}):
	case g.state.Clock.Paused.By != "":
		text = ", paused"
	case g.answered(side) && s.Final:
		text = ", final"
	case g.answered(side):
	case !now.Before(s.Run.Due):
		text = ", LATE since " + s.When(s.Run.Due) + ", taken until " + s.When(s.Run.End)
	default:
		text = ", due " + s.When(s.Run.Due)
	}
	if g.Clock.Bank > 0 {
		text += fmt.Sprintf(", %s in the time bank", clock.Short(s.Bank))
	}
	return text
}
