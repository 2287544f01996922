package duty

import (
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/enclosed"
	"berthier/cmd/internal/phrase"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/templates"
)

// orders gives a turn file.
func (d *errand) orders(c command.Orders) error {
	d.Matter.Game = d.After
	in, err := d.ReadFile(c.File)
	if err != nil {
		return err
	}
	d.Faults = append(d.Faults, in.Faults...)
	switch {
	case len(in.Faults) > 0:
		return errRefused
	case in.Again:
		d.say(phrase.Say("orders.already"))
		for _, left := range in.Left {
			d.say(left)
		}
		return nil
	}
	before := d.Matter.Done
	err = d.Accept(in)
	answered := phrase.Say("orders.in")
	if d.Game.Last != nil {
		answered = phrase.Say("orders.last")
	}
	if err != nil {
		return err
	}
	d.when(d.Matter.Done)
	d.Matter.Done, d.own = before, true
	d.After = d.Matter.Game
	d.part(templates.Part{Text: answered, Orders: fileLines(in.File.Orders, nil)})
	return nil
}

// fileLines are the orders of a file as they were understood; odds stand below the last order of their line.
func fileLines(orders []engine.Order, odds []engine.Odds) (lines []templates.FileLine) {
	for i, o := range templates.Readings(orders) {
		l := templates.FileLine{OrderReading: o}
		for _, x := range odds {
			last := i == len(orders)-1 || orders[i+1].Line != o.Line
			if last && len(x.Lines) > 0 && slices.Max(x.Lines) == o.Line {
				l.Notes = append(l.Notes, x.Told()...)
			}
		}
		lines = append(lines, l)
	}
	return lines
}

// preview shows what orders would do, by the same parser and the same rules,
// out of the side's own view. It has no dice, and writes nothing.
func (d *errand) preview(c command.Preview) error {
	g, me := d.After, d.Giver
	defer func() { d.Giver = me }()
	if err := d.playFor(c.Side); err != nil {
		return err
	}
	view := g.Rules.View(g.State.Position, d.Giver)
	orders, notes := engine.Orders{Side: d.Giver}, []tongue.Text(nil)
	switch p, in := g.Pending(d.Giver); {
	case len(c.File) == 0 && in:
		d.say(phrase.Say("preview.sent"))
		orders.Lines = p.Lines
	case len(c.File) == 0:
		d.say(phrase.Say("preview.none"))
		return nil
	default:
		file, faults, left := g.Attachment(d.Giver, engine.Link{}).CheckAgainst(g.Rules, view, c.File,
			d.Desk.Limits.Turn)
		if orders.Lines = file.Orders; len(faults) > 0 {
			d.part(templates.Part{Text: phrase.Say("preview.refused", "n", len(faults)), Faults: faults})
			if read := engine.Understood(orders.Lines, faults); len(read) > 0 {
				d.part(templates.Part{Heading: phrase.Say("preview.read"), Orders: fileLines(read, nil)})
			}
			return nil
		}
		notes = left
	}
	if len(orders.Lines) == 0 {
		d.say(phrase.Say("preview.empty"))
	}
	var p engine.Preview
	if pv, ok := g.Rules.(engine.Previewer); ok {
		p = pv.Preview(view, orders)
	}
	d.part(templates.Part{Heading: phrase.Say("preview.understood", "odds", len(p.Odds) > 0),
		Orders: fileLines(orders.Lines, p.Odds)})
	for _, n := range notes {
		d.say(n)
	}
	if len(p.Events) > 0 {
		d.picture(phrase.Say("preview.map"), p.After, p.Events)
	}
	d.say(phrase.Say("preview.nothing"))
	return nil
}

// playFor lets the umpire see what a side would see.
func (d *errand) playFor(side engine.Side) (err error) {
	switch {
	case d.by == command.Umpire && side == "":
		return d.fault(english("it is not clear for which side"), english("write: preview SIDE"))
	case d.by == command.Umpire:
		d.Giver, err = d.After.SideNamed(side)
		return d.refused(none, err)
	case side != "" && !strings.EqualFold(string(side), string(d.Giver)):
		return d.fault(phrase.Say("fault.youplay", "side", d.Giver), none)
	}
	return nil
}

// counted is a number of things.
func counted(n int, what string) string {
	if n == 1 {
		return "one " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// picture adds a map, if maps are drawn.
func (d *errand) picture(heading tongue.Text, pos engine.Position, events []engine.Event) {
	name := d.pictureName()
	p := enclosed.Draw(d.Desk.Docket, d.After, d.Giver, pos, events, name, fmt.Sprintf("%d.%s", d.line.No,
		d.Mail.HashString()[:32]))
	if p.Detail == "" {
		return
	}
	d.part(templates.Part{Heading: heading, Picture: p.Detail, Overview: p.Overview})
	d.inline = append(d.inline, p.Inline...)
}

func (d *errand) pictureName() string { return fmt.Sprintf("map-%d", d.line.No) }

// standing lists the standing orders of the side.
func (d *errand) standing(command.StandingOrders) error {
	lines := d.After.Rules.Standing(d.After.Rules.View(d.After.State.Position, d.Giver), d.Giver)
	if len(lines) == 0 {
		listed := slices.ContainsFunc(d.After.Rules.Verbs(), func(v engine.Verb) bool { return v.Word == "standing" })
		d.say(phrase.Say("standing.none", "listed", listed))
		return nil
	}
	d.part(templates.Part{Text: phrase.Say("standing"), Block: strings.Join(lines, "\n") + "\n"})
	return nil
}

// template sends the order template.
func (d *errand) template(command.Template) error {
	report := engine.Tell(d.After.Rules, d.After.State.Position, d.After.State.Position, nil, d.Giver)
	if len(report.Owed)+len(report.Optional) == 0 {
		d.say(phrase.Say("template.none"))
		return nil
	}
	answer := d.After.Answer(d.After.Attachment(d.Giver, engine.Link{}), report.Template)
	d.part(templates.Part{Owed: append(slices.Clone(report.Owed), report.Optional...)})
	d.part(templates.Part{Block: answer.Block()})
	return nil
}
