package umpire

import (
	"errors"
	"fmt"

	"berthier/cmd/internal/command"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/templates"
)

// createGame makes a game. Unlike other commands it needs no header: there is
// no game yet.
func (d *errand) createGame(c command.Create) error {
	if len(d.mail.Lines) > 1 {
		d.fault("send it in a mail of its own", "the command that creates a game stands alone in its mail")
		return nil
	}
	s := Spec{
		Game: c.Game, Title: c.Title, Setup: c.Setup, Players: c.Players, Wait: c.Wait, Codes: c.Codes,
		Deadline: c.Deadline, Press: c.Press, PressLimit: c.PressLimit, Beacon: c.Beacon,
	}
	if rs, name, err := engine.FindScenario(d.u.Rulesets, c.Scenario); err != nil {
		d.fault("", "%v", err)
	} else {
		s.Ruleset, s.Scenario = rs.Name(), name
	}
	if d.machine == nil {
		known, err := d.countedBefore(s.Game, umpireSide)
		if known {
			d.fault(writeAnew, carriedOut)
		}
		if err != nil {
			return err
		}
	}
	if len(d.faults) > 0 {
		return nil
	}
	g, b, mails, err := d.u.create(s)
	if refused := (Refusal{}); errors.As(err, &refused) {
		d.fault("\"help create\" says what can stand there", "%v", refused)
		return nil
	}
	if err != nil {
		return err
	}
	d.batch, d.mails = append(d.batch, b...), append(d.mails, mails...)
	if d.machine == nil {
		d.count(s.Game, umpireSide, "", 0, false)
	}
	d.when(func() { d.u.created(g) })
	items := []string{"anchor of the dice: " + g.Anchor.String()}
	if g.Beacon.Used() {
		items = append(items, fmt.Sprintf("beacon: %s, at least %v after the last orders", g.Beacon, g.Beacon.Delay))
	}
	if !g.GameRecord.Clock.None() {
		items = append(items, "deadlines: "+g.GameRecord.Clock.String())
	}
	for _, p := range g.Players {
		item := fmt.Sprintf("%s: %s, %s", p.Side, p.Name, g.address[p.Side])
		if p.Key == (sign.Key{}) {
			item += ", is invited to register a key"
			if g.Codes {
				item += ", or answers with codes"
			}
		} else {
			item += ", signs with " + p.Key.Name()
		}
		items = append(items, item)
	}
	d.part(templates.Part{Text: fmt.Sprintf("Game %s, %s, is created, and its players get their first mails.", g.Game,
		g.Title), Items: items})
	if g.state.Waits || g.Wait {
		d.say("Orders count when you say so: \"start\".")
	}
	return nil
}
