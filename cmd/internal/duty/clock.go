package duty

import (
	"cmp"
	"fmt"
	"slices"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/timekeeper"
	"berthier/engine"
)

// clockAct records a player's command about clocks.
func (d *errand) clockAct(what command.RecordedCommand) (g *docket.Game, err error) {
	if err := d.needGame(true); err != nil {
		return nil, err
	}
	if d.After.State.Clock == nil {
		return nil, d.fault(phrase.Say("fault.noclock"), phrase.Say("hint.umpire"))
	}
	g, _, _, err = d.act(what)
	return g, err
}

// changed records what a player's command did to the clocks, or refuses it.
func (d *errand) changed(g *docket.Game, cause record.ClockCause, state clock.State, text string, refused error) error {
	if refused != nil {
		return d.fault(phrase.Told(refused.Error()), phrase.Say("hint.clocks"))
	}
	d.Desk.SetClock(g, &d.Batch, record.Clock{Cause: cause, By: string(d.Giver), State: state, Text: text})
	if text != "" {
		d.say(phrase.Told(text))
	}
	return d.settle(g)
}

// final says that the orders are final, and resolves the step if all have.
func (d *errand) final(c command.Final) error {
	final := !c.Not
	switch {
	case final && d.line.No != d.Commands.Lines[len(d.Commands.Lines)-1].No:
		return d.fault(phrase.Say("fault.finallast"), phrase.Say("hint.finallast"))
	case d.After.State.Clock == nil || !d.After.Clock.Final:
		return d.fault(phrase.Say("fault.finalnone"), phrase.Say("hint.finalnone"))
	case !d.After.Answered(d.Giver):
		return d.fault(phrase.Say("fault.nosent"), phrase.Say("hint.sendfirst"))
	}
	g, err := d.After, error(nil)
	if g.State.Clock.Side(d.Giver).Final == final {
		err = d.noted()
	} else if g, err = d.clockAct(c); err == nil {
		state := g.State.Clock.SetFinal(d.Desk.Now(), d.Giver, final)
		err = d.changed(g, record.ClockFinal, state, "", nil)
	}
	if err != nil {
		return err
	}
	if !g.Ready(d.Desk.Deadlines()) {
		d.say(phrase.Say("final", "final", final, "by", g.ResolvedBy(d.Giver)))
		return nil
	}
	d.say(phrase.Say("final.all"))
	b, err := d.Desk.Complete(g)
	d.Batch.Join(b)
	return err
}

// absence announces that a player is away.
func (d *errand) absence(c command.Absence) error {
	g, err := d.clockAct(c)
	if err != nil {
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
		return d.fault(phrase.Say("fault.pauseday"), phrase.Say("hint.write", "line", "pause 2030-12-31"))
	}
	g, err := d.clockAct(c)
	if err != nil {
		return err
	}
	state, text, refused := g.State.Clock.WantPause(g.Clock, d.Desk.Now(), d.Giver, c.Until, g.State.Computers()...)
	return d.changedForAll(g, record.ClockPause, state, text, refused)
}

// resume wants a pause to end, or ends it for the umpire.
func (d *errand) resume(c command.Resume) error {
	if d.by == command.Umpire {
		return d.umpireClock(play.ClockChange{Cause: record.ClockResume, Minutes: -1})
	}
	g, err := d.clockAct(c)
	if err != nil {
		return err
	}
	state, text, refused := g.State.Clock.WantResume(g.Clock, d.Desk.Now(), d.Giver)
	return d.changedForAll(g, record.ClockResume, state, text, refused)
}

// changedForAll is changed, and mails it to the others.
func (d *errand) changedForAll(g *docket.Game, cause record.ClockCause, state clock.State, text string,
	refused error) error {
	if err := d.changed(g, cause, state, text, refused); err != nil {
		return err
	}
	others := slices.DeleteFunc(g.People(), func(s engine.Side) bool { return s == d.Giver })
	d.Desk.ClockNotices(&d.Batch, g, "clock", others, phrase.Say("clocks.told.title"), phrase.Told(text))
	return nil
}

func (d *errand) extend(c command.Extend) error {
	return d.umpireClock(play.ClockChange{Cause: record.ClockExtend, Side: c.Side, Span: c.Span, Minutes: -1})
}

func (d *errand) setDeadline(c command.Deadline) error {
	return d.umpireClock(play.ClockChange{Cause: record.ClockDeadline, Side: c.Side, Date: c.Date, Minutes: c.Minutes})
}

// umpireClock changes the clocks for the umpire.
func (d *errand) umpireClock(c play.ClockChange) error {
	return d.command(func(g *docket.Game, by string) (docket.Batch, error) {
		text, b, err := d.Desk.DecideClock(g, c, by)
		if err != nil {
			return b, d.fault(english("%s", err), english("\"status\" tells how the clocks stand"))
		}
		d.say(english("%s", text))
		return b, nil
	})
}

// confirmClock believes the clock of the machine, which jumped. The number keeps an old
// mail from being of use in another doubt.
func (d *errand) confirmClock(c command.Confirm) error {
	given := c.Number
	switch number, doubted := d.Desk.Doubt(); {
	case !doubted || number == 0 && d.Machine == nil:
		return d.fault(english("%s", timekeeper.ErrClockFits), none)
	case given != fmt.Sprint(number) && (given != "" || d.Machine == nil):
		return d.fault(english("%q is not the number of this doubt about the clock", command.Clip(given)),
			english("the last mail about the clock has the number"))
	}
	d.when(func() {
		if err := d.Desk.ConfirmClock(); err != nil {
			d.Log.Error("the clock is confirmed, which is not kept", "error", err)
		}
	})
	at := post.Moment(d.Desk.Watch.Wall())
	d.say(english("The clock of the machine is believed: it is %s, and deadlines go on.", at))
	return nil
}
