package duty

import (
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/engine"
	"berthier/templates"
)

// orders gives a turn file.
func (d *errand) orders(c command.Orders) error {
	if !d.needGame(true) || len(d.Faults) > 0 {
		return nil
	}
	d.Matter.Game = d.After
	in, err := d.ReadFile(c.File)
	if err != nil {
		return err
	}
	d.Faults = append(d.Faults, in.Faults...)
	switch {
	case len(in.Faults) > 0:
		return nil
	case in.Again:
		d.say("These orders are in already.")
		for _, left := range in.Left {
			d.say("%s", left)
		}
		return nil
	}
	before := d.Matter.Done
	err = d.Accept(in)
	answered := "These orders are in. The receipt comes in a mail of its own."
	if d.Game.Last != nil {
		answered = "These orders are in and came last: the step is resolved. The report comes in a mail of its own."
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

// fileLines are the orders of a file as they were understood; odds stand below the
// last order of their line.
func fileLines(orders []engine.Order, odds []engine.Odds) (lines []templates.FileLine) {
	for i, o := range orders {
		l := templates.FileLine{Understood: templates.Understood{Line: o.Line, Text: o.Text,
			As: strings.Join(o.Words, " ")}}
		for _, x := range odds {
			last := i == len(orders)-1 || orders[i+1].Line != o.Line
			if last && len(x.Lines) > 0 && slices.Max(x.Lines) == o.Line {
				l.Notes = append(l.Notes, x.Tell()...)
			}
		}
		lines = append(lines, l)
	}
	return lines
}

// preview shows what orders would do, by the same parser and the same rules,
// out of the side's own view. It has no dice, and writes nothing.
func (d *errand) preview(c command.Preview) error {
	if !d.needGame(true) {
		return nil
	}
	g, done := d.After, d.playFor(c.Side)
	if done == nil {
		return nil
	}
	defer done()
	view := g.Rules.View(g.State.Position, d.Giver)
	orders, notes := engine.Orders{Side: d.Giver}, []string(nil)
	switch p, in := g.Pending(d.Giver); {
	case len(c.File) == 0 && in:
		d.say("These are the orders that you have sent.")
		orders.Lines = p.Lines
	case len(c.File) == 0:
		d.say("You have sent no orders for this step; there is no turn file below this command either.")
		return nil
	default:
		file, faults, left := g.Attachment(d.Giver, engine.Link{}).CheckAgainst(g.Rules, view, c.File,
			d.Desk.Limits.Turn)
		if orders.Lines = file.Orders; len(faults) > 0 {
			d.part(templates.Part{Text: fmt.Sprintf("As orders they would be refused: %s.",
				counted(len(faults), "fault")), Faults: faults})
			d.part(templates.Part{Heading: "The lines that could be read", Orders: fileLines(orders.Lines, nil)})
			return nil
		}
		notes = left
	}
	if len(orders.Lines) == 0 {
		d.say("The file is in order and holds no order: your standing orders and the defaults would be used.")
	}
	var p engine.Preview
	if pv, ok := g.Rules.(engine.Previewer); ok {
		p = pv.Preview(view, orders)
	}
	heading := "As understood"
	if len(p.Odds) > 0 {
		heading += ", with the odds of each attack by itself"
	}
	d.part(templates.Part{Heading: heading, Orders: fileLines(orders.Lines, p.Odds)})
	for _, n := range notes {
		d.say("%s", n)
	}
	if len(p.Events) > 0 {
		d.picture("The map, if every test is passed and nobody reacts", p.After, p.Events)
	}
	d.say("Nothing was rolled and nothing was changed: these are no orders. To give them, send the same file without " +
		"the word preview.")
	return nil
}

// playFor lets the umpire see what a side would see until done is called; done
// is nil if that was refused.
func (d *errand) playFor(side engine.Side) (done func()) {
	me := d.Giver
	switch {
	case d.by == command.Umpire && side == "":
		d.fault("write: preview SIDE", "it is not clear for which side")
		return nil
	case d.by == command.Umpire:
		side, err := d.After.SideNamed(side)
		if err != nil {
			d.fault("", "%v", err)
			return nil
		}
		d.Giver = side
	case side != "" && !strings.EqualFold(string(side), string(me)):
		d.fault("", "you play %s", me)
		return nil
	}
	return func() { d.Giver = me }
}

// counted is a number of things.
func counted(n int, what string) string {
	if n == 1 {
		return "one " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// picture adds a map, if maps are drawn.
func (d *errand) picture(heading string, pos engine.Position, events []engine.Event) {
	name := d.pictureName()
	p := d.Desk.Picture(d.After, d.Giver, pos, events, name, fmt.Sprintf("%d.%s", d.line.No,
		d.Mail.HashString()[:32]))
	if p.Detail == "" {
		return
	}
	d.part(templates.Part{Heading: heading, Picture: p.Detail, Overview: p.Overview})
	d.inline = append(d.inline, p.Inline...)
}

func (d *errand) pictureName() string { return fmt.Sprintf("map-%d", d.line.No) }

// standing lists the standing orders of the side.
func (d *errand) standing(command.Standing) error {
	if !d.needGame(false) {
		return nil
	}
	lines := d.After.Rules.Standing(d.After.Rules.View(d.After.State.Position, d.Giver), d.Giver)
	if len(lines) == 0 {
		text := "You have given no standing orders; the documented defaults decide."
		if slices.ContainsFunc(d.After.Rules.Verbs(), func(v engine.Verb) bool { return v.Word == "standing" }) {
			text += " \"help standing\" lists what there is."
		}
		d.say("%s", text)
		return nil
	}
	d.part(templates.Part{Text: "These are in force:", Block: strings.Join(lines, "\n") + "\n"})
	return nil
}

// template sends the order template.
func (d *errand) template(command.Template) error {
	if !d.needGame(true) {
		return nil
	}
	report := engine.Tell(d.After.Rules, d.After.State.Position, d.After.State.Position, nil, d.Giver)
	if len(report.Owed)+len(report.Optional) == 0 {
		d.say("Nothing is asked of you now.")
		return nil
	}
	answer := d.After.Answer(d.After.Attachment(d.Giver, engine.Link{}), report.Template)
	d.part(templates.Part{Owed: append(slices.Clone(report.Owed), report.Optional...)})
	d.part(templates.Part{Block: answer.Block()})
	return nil
}
