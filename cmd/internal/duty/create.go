package duty

import (
	"errors"
	"fmt"
	"slices"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/matter"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/templates"
)

// createGame makes a game. Unlike other commands it needs no header: there is
// no game yet.
func (d *errand) createGame(c command.Create) error {
	if slices.ContainsFunc(d.Commands.Lines, func(l command.Line) bool {
		return l.Word != "create" &&
			l.Word != "press"
	}) {
		d.fault("send the others in a mail of their own",
			"beside \"create\" a mail holds no commands but \"create\" and, to the players of the new game, \"press\"")
		return nil
	}
	if slices.Contains(d.names, c.Game) {
		d.fault("give each game a name of its own", "the mail creates game %q twice", c.Game)
		return nil
	}
	d.names = append(d.names, c.Game)
	if rs, name, err := engine.FindScenario(d.Desk.Rulesets, c.Scenario); err != nil {
		d.fault("", "%v", err)
	} else {
		c.Ruleset, c.Scenario = rs.Name(), name
	}
	if d.Machine == nil {
		known, err := d.CountedBefore(c.Game, docket.UmpireSide)
		if known {
			d.fault(matter.WriteAnew, matter.CarriedOut)
		}
		if err != nil {
			return err
		}
	}
	if len(d.Faults) > 0 {
		return nil
	}
	g, b, err := d.Desk.Begin(c)
	if refused := (docket.Refusal{}); errors.As(err, &refused) {
		d.fault("\"help create\" says what can stand there", "%v", refused)
		return nil
	}
	if err != nil {
		return err
	}
	d.Batch.Join(b)
	if d.Machine == nil {
		d.Count(c.Game, docket.UmpireSide, "", 0, false)
	}
	d.when(func() { d.Desk.Begun(g) })
	d.created = g
	items := []string{"anchor of the dice: " + g.Anchor.String()}
	if g.Beacon.Used() {
		items = append(items, fmt.Sprintf("beacon: %s, at least %v after the last orders", g.Beacon, g.Beacon.Delay))
	}
	if !g.GameRecord.Clock.None() {
		items = append(items, "deadlines: "+g.GameRecord.Clock.String())
	}
	if g.Window > 0 {
		items = append(items, "when all orders are in they can be replaced for "+docket.InWords(g.Window))
	}
	for _, p := range g.Players {
		item := fmt.Sprintf("%s: %s, %s", p.Side, p.Name, g.Address[p.Side])
		if g.Computed(p.Side) {
			item = fmt.Sprintf("%s: %s, version %s, which answers at once", p.Side, p.Name, p.Computer.Version)
		} else if p.Key == (sign.Key{}) {
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
	if g.State.Waits || g.Wait {
		d.say("Orders count when you say so: \"start %s\".", g.Game)
	}
	return nil
}
