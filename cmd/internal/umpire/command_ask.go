package umpire

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/post"
	"berthier/engine"
	"berthier/store"
	"berthier/templates"
)

// help lists what there is to write and to read, explains one word of it, or sends a page.
func (d *errand) help(c command.Help) error {
	verbs := d.u.Rulesets[0].Verbs()
	if d.g != nil {
		verbs = d.g.rs.Verbs()
	}
	if c.Of == command.Victory {
		if d.needGame(false) {
			at := d.g.state.Position
			for _, p := range templates.VictoryParts(engine.Tell(d.g.rs, at, at, nil, d.me).Victory) {
				d.part(p)
			}
		}
		return nil
	}
	if c.Of == "" {
		if items := templates.TopicItems(d.u.Topics); items != nil {
			d.part(templates.Part{Text: "Pages to read, each brought by its line:", Items: items})
		}
		d.part(templates.Part{Text: "Orders of the game, one a line, in a turn file that you sign:", Verbs: verbs})
		sections := command.Sections(d.by)
		if d.machine != nil {
			sections = command.SectionsHere()
		}
		for _, part := range sections {
			d.part(templates.Part{Text: part.Text, Verbs: part.Verbs})
		}
		return nil
	}
	if t, ok := templates.FindTopic(d.u.Topics, c.Of); ok {
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
		if near := engine.Nearest(c.Of, templates.TopicNames(d.u.Topics)); near != "" {
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
func (d *errand) otherGame(name string) (g *game, side engine.Side, err error) {
	if name == "" || d.g != nil && strings.EqualFold(name, d.g.Game) {
		if !d.needGame(false) {
			return nil, "", nil
		}
		return d.g, d.me, nil
	}
	name = strings.ToLower(name)
	err = d.u.Store.View(func(tx *store.Tx) (err error) { g, err = d.u.load(tx, name); return err })
	if held, ok := errors.AsType[*HeldError](err); ok {
		d.fault("nothing is resolved until the umpire has decided", "the game is held: %s", held.Why)
		return nil, "", nil
	}
	if errors.Is(err, store.ErrNoGame) || errors.Is(err, ErrNoRuleset) {
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
	d.say("%s: %s (%s %s, scenario %s), %s.", g.Game, g.Title, g.Ruleset, g.Version, g.Setup.Scenario, g.standing())
	var rows [][]string
	for _, p := range g.Players {
		rows = append(rows, []string{string(p.Side), p.Name, g.duty(p.Side) + g.clockDuty(p.Side, d.u.now())})
	}
	d.part(templates.Part{Table: &engine.Table{Columns: []string{"Side", "Player", "Now"}, Rows: rows}})
	if me != "" {
		d.part(templates.Part{Text: "What you have sent:", Items: []string{g.sent(me)}})
	}
	if d.by == command.Umpire && me == "" {
		for _, side := range g.beforehand() {
			d.say("%s has sent orders beforehand.", side)
		}
	}
	return nil
}

// standing is one plain clause on how the game stands.
func (g *game) standing() string {
	switch o := g.outcome(); {
	case o.Over && o.Winner == "":
		return "over: a draw"
	case o.Over:
		return "over: " + string(o.Winner) + " won"
	}
	return fmt.Sprintf("turn %d, step %d", g.turn(), g.state.Number+1)
}

// duty is what everybody may know about what a side has to do.
func (g *game) duty(side engine.Side) string {
	text := g.owes(side)
	if g.vacant(side) {
		text += ", has resigned"
	}
	if g.offersDraw(side) && !g.over() {
		text += ", offers a draw"
	}
	return text
}

func (g *game) owes(side engine.Side) string {
	switch {
	case g.over():
		return "–"
	case slices.Contains(g.waiting(), side):
		return "owes orders"
	case slices.Contains(g.owing(), side):
		return "has answered"
	}
	return "owes nothing"
}

// sent is what a side may know about its own orders.
func (g *game) sent(side engine.Side) string {
	p, ok := g.pending(side)
	switch {
	case !ok && slices.Contains(g.waiting(), side):
		return "Nothing is in for this step."
	case !ok:
		return "Nothing is in, and nothing is owed."
	}
	what := "Your orders are in and wait for those of the others"
	if !slices.Contains(g.owing(), side) {
		what = "Your orders beforehand are in and wait until the step is resolved"
	}
	return fmt.Sprintf("%s. They came %s.", what, post.Moment(p.Time))
}

// beforehand lists the sides whose orders wait although they owe none.
func (g *game) beforehand() []engine.Side {
	return slices.DeleteFunc(slices.Clone(g.sides), func(s engine.Side) bool {
		in := g.answered(s)
		return !in || slices.Contains(g.owing(), s)
	})
}

// games lists all games.
func (d *errand) games(command.Games) error {
	var rows [][]string
	err := d.u.Store.View(func(tx *store.Tx) error {
		names, err := tx.Games()
		for _, name := range names {
			g, err := d.u.info(tx, name)
			if errors.Is(err, ErrNoRuleset) {
				continue
			}
			if err != nil {
				return err
			}
			stands := "over"
			if over, err := IsOver(tx, name); err != nil {
				return err
			} else if !over {
				step, err := lastNumber(tx, name)
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
