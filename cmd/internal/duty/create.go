package duty

import (
	"fmt"
	"slices"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/phrase"
	"berthier/engine/tongue"
	"berthier/mail/sign"
	"berthier/templates"
)

var helpCreate = english(`"help create" says what can stand there`)

// misread adds what else is wrong with a new game of which a line could not be read.
func (d *errand) misread(c command.Create) {
	_, err := d.Desk.Prepare(c)
	d.refused(helpCreate, err) // a fault of ours says nothing of the game
}

// createGame makes a game. Unlike other commands it needs no header: there is no game yet.
func (d *errand) createGame(c command.Create) error {
	other := func(l command.Line) bool { return l.Word != "create" && l.Word != "press" }
	if slices.ContainsFunc(d.Commands.Lines, other) {
		return d.fault(english(`beside "create" a mail holds no commands but "create" and, to the players of the new `+
			`game, "press"`), english("send the others in a mail of their own"))
	}
	if slices.Contains(d.names, c.Game) {
		return d.fault(english("the mail creates game %q twice", c.Game), english("give each game a name of its own"))
	}
	d.names = append(d.names, c.Game)
	if d.Machine == nil {
		known, err := d.CountedBefore(c.Game, docket.UmpireSide)
		if known {
			d.carriedOut()
		}
		if err != nil {
			return err
		}
	}
	if len(d.Faults) > 0 {
		return errRefused
	}
	g, b, err := d.Desk.Begin(c)
	if err != nil {
		return d.refused(helpCreate, err)
	}
	d.Batch.Join(b)
	if d.Machine == nil {
		d.Count(c.Game, docket.UmpireSide, "", 0, false)
	}
	d.when(func() { d.Desk.Begun(g) })
	d.created = g
	items := []tongue.Text{english("anchor of the dice: %s", g.Anchor)}
	if g.Beacon.Used() {
		items = append(items, english("beacon: %s, at least %v after the last orders", g.Beacon, g.Beacon.Delay))
	}
	if !g.GameRecord.Clock.None() {
		items = append(items, english("deadlines: %s", g.GameRecord.Clock))
	}
	if g.Window > 0 {
		items = append(items, english("when all orders are in they can be replaced for %s", phrase.Span(g.Window)))
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
		items = append(items, english("%s", item))
	}
	d.part(templates.Part{Text: english("Game %s, %s, is created, and its players get their first mails.", g.Game,
		g.Title), Items: items})
	if g.State.Waits || g.Wait {
		d.say(english("Orders count when you say so: \"start %s\".", g.Game))
	}
	return nil
}
