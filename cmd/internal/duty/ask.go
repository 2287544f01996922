package duty

import (
	"errors"
	"slices"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/roster"
	"berthier/cmd/internal/said"
	"berthier/cmd/internal/tell"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/store"
	"berthier/templates"
)

// help lists what there is to write and to read, explains one word of it, or sends a page.
func (d *errand) help(c command.Help) error {
	rules := d.Desk.Rulesets // of which some order may be meant
	if d.After != nil {
		rules = []engine.Ruleset{d.After.Rules}
	}
	if c.Of == command.Victory {
		if err := d.needGame(false); err != nil {
			return err
		}
		at := d.After.State.Position
		for _, p := range templates.VictoryParts(engine.Tell(d.After.Rules, at, at, nil, d.Giver).Victory) {
			d.part(p)
		}
		return nil
	}
	if c.Of == "" || slices.Equal(said.Means(c.Of), []string{"help"}) { // as "help rules"
		if items := templates.TopicItems(d.Desk.Topics, d.tongue()); items != nil {
			d.part(templates.Part{Text: phrase.Say("help.pages"), Items: tongue.Names(items...)})
		}
		d.explain(command.AllOrders(rules, d.by, d.Desk.Contact)...)
		if d.Machine != nil {
			d.explain(command.SectionsHere()...)
		} else {
			d.explain(command.Sections(d.by)...)
		}
		return nil
	}
	if t, ok := templates.FindTopic(d.Desk.Topics, c.Of); ok {
		d.part(templates.Part{Page: t.In(d.tongue()).Text})
		return nil
	}
	if orders := command.OrdersOf(c.Of, rules, d.Desk.Rulesets); orders != nil {
		d.explain(orders...)
		return nil
	}
	k, hint := command.Find(c.Of, d.by)
	if k == nil {
		if near := engine.Nearest(c.Of, append(templates.TopicNames(d.Desk.Topics),
			command.GameNames(d.Desk.Rulesets)...)); near != "" {
			hint = phrase.Say("hint.mean", "word", near)
		} else if hint.Empty() { // he may look for a rule
			hint = phrase.Say("hint.rules")
		}
		return d.fault(phrase.Say("fault.nohelp"), hint)
	}
	d.explain(command.Section{Kinds: []command.Kind{*k}})
	return nil
}

// explain adds parts of the help.
func (d *errand) explain(sections ...command.Section) {
	for _, s := range sections {
		p := templates.Part{Text: s.Text, Items: s.Items, Verbs: s.Verbs}
		for _, k := range s.Kinds {
			p.Explained = append(p.Explained, templates.CommandHelp{Usage: k.Usage(), Help: k.Help})
		}
		d.part(p)
	}
}

// otherGame is the game that a command names, or that of the mail. What is
// not the sender's own game he sees as everybody does.
func (d *errand) otherGame(name string) (g *docket.Game, side engine.Side, err error) {
	if name == "" || d.After != nil && strings.EqualFold(name, d.After.Game) {
		return d.After, d.Giver, d.needGame(false)
	}
	g, err = d.Desk.Look(strings.ToLower(name))
	if held, ok := errors.AsType[*docket.HeldError](err); ok {
		err = d.fault(phrase.Say("fault.held", "why", held.Why), phrase.Say("hint.held"))
	}
	if errors.Is(err, store.ErrNoGame) || errors.Is(err, docket.ErrNoRuleset) {
		err = d.fault(phrase.Say("fault.noname"), phrase.Say("hint.games"))
	}
	return g, "", err
}

// status tells how a game stands.
func (d *errand) status(c command.Status) error {
	g, me, err := d.otherGame(c.Game)
	if err != nil {
		return err
	}
	d.say(phrase.Say("status", "game", g.Game, "title", g.Called(), "rules", g.Ruleset+" "+g.Version, "scenario",
		g.Setup.Scenario, "stands", tell.HowItStands(g)))
	var rows [][]tongue.Text
	for _, p := range g.Players {
		now := tell.Duty(g, p.Side, d.Desk.Now())
		rows = append(rows, []tongue.Text{tongue.Name(string(p.Side)), tongue.Name(p.Name), now})
	}
	d.table(rows, phrase.Say("column.side"), phrase.Say("column.player"), phrase.Say("column.now"))
	if until := tell.Replaceable(g); !until.Empty() && !g.Over() {
		d.say(phrase.Say("status.all", "until", until))
	}
	if me != "" {
		d.part(templates.Part{Text: phrase.Say("status.sent"), Items: []tongue.Text{tell.Sent(g, me)}})
	}
	if d.by == command.Umpire && me == "" {
		for _, side := range g.Beforehand() {
			d.say(english("%s has sent orders beforehand.", side))
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
	names, err := d.ownGames()
	if err != nil {
		return err
	}
	rows, err := roster.Of(d.Desk.Docket, names)
	if len(rows) == 0 {
		d.say(phrase.Say("games.none"))
		return err
	}
	d.part(templates.Part{Text: roster.About(), Table: roster.Table(rows, d.Desk.Now())})
	return err
}

// ownGames are all games for the umpire, and for a player those in which his key plays.
func (d *errand) ownGames() (names []string, err error) {
	if d.by == command.Umpire {
		return d.Desk.Store.Games()
	}
	if names = d.Desk.Seats.Games(d.Signed.Key); len(names) == 0 && d.After != nil { // he answers with codes
		names = []string{d.After.Game}
	}
	return names, nil
}

// mostListed is how many games a stranger is told of in a mail.
const mostListed = 200

// listGames lists games.
func (d *errand) listGames() error {
	var rows [][]tongue.Text
	names, err := d.Desk.Store.Games()
	if err != nil {
		return err
	}
	for g, err := range d.Desk.AllGames() {
		if err != nil {
			return err
		}
		over, err1 := d.Desk.Store.IsOver(g.Game)
		step, err2 := d.Desk.Store.LastNumber(g.Game)
		if err := errors.Join(err1, err2); err != nil {
			return err
		}
		stands := phrase.Say("games.over")
		if !over {
			stands = phrase.Say("games.steps", "n", step)
		}
		rows = append(rows, []tongue.Text{tongue.Name(g.Game), g.Called(), stands})
		if len(rows) == mostListed {
			break
		}
	}
	if len(rows) == 0 {
		d.say(phrase.Say("games.none"))
		return nil
	}
	d.table(rows, phrase.Say("column.game"), phrase.Say("column.title"), phrase.Say("column.stands"))
	if len(rows) == mostListed && len(names) > mostListed {
		d.say(phrase.Say("games.more", "n", len(names)-mostListed))
	}
	return nil
}
