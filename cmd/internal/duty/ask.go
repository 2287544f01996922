package duty

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/roster"
	"berthier/engine"
	"berthier/store"
	"berthier/templates"
)

// help lists what there is to write and to read, explains one word of it, or sends a page.
func (d *errand) help(c command.Help) error {
	verbs := d.Desk.Rulesets[0].Verbs()
	if d.After != nil {
		verbs = d.After.Rules.Verbs()
	}
	if c.Of == command.Victory {
		if d.needGame(false) {
			at := d.After.State.Position
			for _, p := range templates.VictoryParts(engine.Tell(d.After.Rules, at, at, nil, d.Giver).Victory) {
				d.part(p)
			}
		}
		return nil
	}
	if c.Of == "" {
		if items := templates.TopicItems(d.Desk.Topics); items != nil {
			d.part(templates.Part{Text: "Pages to read, each brought by its line:", Items: items})
		}
		d.part(templates.Part{Text: "Orders of the game, one a line, in a turn file that you sign:", Verbs: verbs})
		sections := command.Sections(d.by)
		if d.Machine != nil {
			sections = command.SectionsHere()
		}
		for _, part := range sections {
			d.part(templates.Part{Text: part.Text, Verbs: part.Verbs})
		}
		return nil
	}
	if t, ok := templates.FindTopic(d.Desk.Topics, c.Of); ok {
		d.part(templates.Part{Page: t.Text})
		return nil
	}
	for _, v := range verbs {
		if v.Word == c.Of {
			d.part(templates.Part{Verbs: []engine.Verb{v}})
			return nil
		}
	}
	k, hint := command.Find(c.Of, d.by)
	if k == nil {
		if near := engine.Nearest(c.Of, templates.TopicNames(d.Desk.Topics)); near != "" {
			hint = "did you mean " + near + "?"
		}
		d.fault(hint, "there is no such command, no such order and no such page")
		return nil
	}
	d.part(templates.Part{Verbs: []engine.Verb{k.Verb()}})
	return nil
}

// otherGame is the game that a command names, or that of the mail. What is
// not the sender's own game he sees as everybody does.
func (d *errand) otherGame(name string) (g *docket.Game, side engine.Side, err error) {
	if name == "" || d.After != nil && strings.EqualFold(name, d.After.Game) {
		if !d.needGame(false) {
			return nil, "", nil
		}
		return d.After, d.Giver, nil
	}
	g, err = d.Desk.OpenGame(strings.ToLower(name))
	if held, ok := errors.AsType[*docket.HeldError](err); ok {
		d.fault("nothing is resolved until the umpire has decided", "the game is held: %s", held.Why)
		return nil, "", nil
	}
	if errors.Is(err, store.ErrNoGame) || errors.Is(err, docket.ErrNoRuleset) {
		d.fault("\"games\" lists the games", "there is no game of this name here")
		return nil, "", nil
	}
	return g, "", err
}

// status tells how a game stands.
func (d *errand) status(c command.Status) error {
	g, me, err := d.otherGame(c.Game)
	if g == nil || err != nil {
		return err
	}
	d.say("%s: %s (%s %s, scenario %s), %s.", g.Game, g.Title, g.Ruleset, g.Version, g.Setup.Scenario, g.HowItStands())
	var rows [][]string
	for _, p := range g.Players {
		rows = append(rows, []string{string(p.Side), p.Name, g.Duty(p.Side) + g.ClockDuty(p.Side, d.Desk.Now())})
	}
	d.part(templates.Part{Table: &engine.Table{Columns: []string{"Side", "Player", "Now"}, Rows: rows}})
	if until := g.Replaceable(); until != "" && !g.Over() {
		d.say("All orders are in, and %s.", until)
	}
	if me != "" {
		d.part(templates.Part{Text: "What you have sent:", Items: []string{g.Sent(me)}})
	}
	if d.by == command.Umpire && me == "" {
		for _, side := range g.Beforehand() {
			d.say("%s has sent orders beforehand.", side)
		}
	}
	return nil
}

// games tells the umpire of all games, and a player of his own, what needs attention first.
// Anybody else gets a list.
func (d *errand) games(command.Games) error {
	if d.by == command.Stranger {
		return d.listGames()
	}
	var rows []roster.Row
	err := d.Desk.Store.View(func(tx *store.Tx) error {
		names, err := d.ownGames(tx)
		if err == nil {
			rows, err = roster.Of(d.Desk.Docket, tx, names)
		}
		return err
	})
	if len(rows) == 0 {
		d.say("There is no game.")
		return err
	}
	d.part(templates.Part{Text: roster.About, Table: roster.Table(rows, d.Desk.Now())})
	return err
}

// ownGames are all games for the umpire, and for a player those in which his key plays.
func (d *errand) ownGames(tx *store.Tx) (names []string, err error) {
	if d.by == command.Umpire {
		return tx.Games()
	}
	for _, s := range d.Desk.Seats.All {
		if s.Key.Equal(d.Signed.Key) && !slices.Contains(names, s.Game) {
			names = append(names, s.Game)
		}
	}
	if len(names) == 0 && d.After != nil { // he answers with codes
		names = []string{d.After.Game}
	}
	return names, nil
}

// listGames lists all games.
func (d *errand) listGames() error {
	var rows [][]string
	err := d.Desk.Store.View(func(tx *store.Tx) error {
		names, err := tx.Games()
		for _, name := range names {
			g, err := d.Desk.Info(tx, name)
			if errors.Is(err, docket.ErrNoRuleset) {
				continue
			}
			if err != nil {
				return err
			}
			stands := "over"
			if over, err := docket.IsOver(tx, name); err != nil {
				return err
			} else if !over {
				step, err := docket.LastNumber(tx, name)
				if err != nil {
					return err
				}
				stands = fmt.Sprintf("%d steps resolved", step)
			}
			rows = append(rows, []string{name, g.Title, stands})
		}
		return err
	})
	if len(rows) == 0 {
		d.say("There is no game.")
	} else {
		d.part(templates.Part{Table: &engine.Table{Columns: []string{"Game", "Title", "Stands"}, Rows: rows}})
	}
	return err
}
