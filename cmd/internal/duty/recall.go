package duty

import (
	"fmt"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/enclosed"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/tell"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/store"
	"berthier/templates"
)

// language has the mails of a side written in another one, or says which there are. A player has his own, the umpire
// those of any side.
func (d *errand) language(c command.Language) error {
	l, ok := tongue.Find(c.Name)
	switch {
	case c.Name == "":
		d.say(phrase.Say("language.choices", "choices", tongue.Choices()))
		return nil
	case !ok:
		return d.fault(phrase.Say("fault.nolanguage", "choices", tongue.Choices()), phrase.Say("hint.write", "line",
			strings.Join(strings.Fields("language "+string(c.Side)+" fr"), " ")))
	case !strings.EqualFold(c.Name, string(l)):
		return d.fault(phrase.Say("fault.languagecode", "name", l.Name(), "code", l), phrase.Say("hint.write", "line",
			strings.TrimSpace("language "+string(c.Side))+" "+string(l)))
	case d.by == command.Stranger, d.by == command.Player && c.Side != "" &&
		!strings.EqualFold(string(c.Side), string(d.Giver)):
		return d.fault(phrase.Say("fault.languageplayer"), phrase.Say("hint.needsign", "way", d.Way(d.Commands.Game)))
	case d.by == command.Umpire && c.Side == "":
		return d.fault(english("it is not clear whose mails"),
			phrase.Say("hint.write", "line", "language SIDE "+string(l)))
	case d.by == command.Umpire:
		return d.languageOf(c.Side, l)
	}
	if err := d.needGame(true); err != nil {
		return err
	}
	if d.After.Language(d.Giver) == l {
		d.say(phrase.Say("language.is", "name", l.Name()))
		return nil
	}
	g, _, _, err := d.act(c)
	if err != nil {
		return err
	}
	d.say(phrase.Say("language.will", "name", l.Name()))
	return d.settle(g)
}

// languageOf has the mails of a side written in another language, as the umpire wants it.
func (d *errand) languageOf(side engine.Side, l tongue.Language) error {
	if err := d.needGame(true); err != nil {
		return err
	}
	return d.command(func(g *docket.Game, by string) (docket.Batch, error) {
		side, b, err := d.Desk.DecideLanguage(g, side, l, by)
		d.say(english("The mails to %s will be in %s; the player is told.", side, l.Name()))
		return b, err
	})
}

// join tells how an invitation is answered; the answer itself is a message
// about a key, which was tried before the commands were.
func (d *errand) join(c command.Join) error {
	switch {
	case d.by == command.Player:
		d.say(phrase.Say("join.plays", "side", d.Giver, "game", d.After.Game, "key", d.Signed.Key.Name()))
	case c.Code != "":
		return d.joinUnsigned()
	default:
		d.part(templates.Part{
			Text:  phrase.Say("join.how"),
			Block: "game: NAME\nside: SIDE\njoin CODE\nkey: (here your public key)\nend\n",
		})
		if d.Desk.Contact != "" {
			d.say(phrase.Say("join.umpire", "umpire", d.Desk.Contact))
		}
	}
	return nil
}

// joinUnsigned refuses the answer to an invitation that no key signed.
func (d *errand) joinUnsigned() error {
	right, err := d.RightCode(templates.JoinUnsigned, nil)
	switch {
	case err != nil:
		return err
	case right == nil:
		return d.fault(phrase.Say("fault.joincode"), phrase.Say("hint.joincode"))
	}
	return d.fault(phrase.Say("fault.joinunsigned"),
		phrase.Say("hint.joinunsigned", "game", right.Game, "side", right.Side))
}

// showMap sends the map as it is now.
func (d *errand) showMap(c command.Map) error {
	g, me, err := d.otherGame(c.Game)
	if err != nil {
		return err
	}
	if d.small {
		d.say(phrase.Say("map.small", "game", g.Game))
		return nil
	}
	here, side := d.After, d.Giver
	d.After, d.Giver = g, me
	drawn := d.largeMap
	if !c.Large {
		drawn = d.mapNow
	}
	if !drawn() {
		d.say(phrase.Say("map.none"))
	}
	d.After, d.Giver = here, side
	return nil
}

// mapNow adds the map as the reports have it; it reports whether there is one.
func (d *errand) mapNow() bool {
	parts := len(d.done[len(d.done)-1].Parts)
	title := phrase.Say("map.title", "title", d.After.Called(), "stands", tell.HowItStands(d.After))
	d.picture(title, d.After.State.Position, nil)
	return len(d.done[len(d.done)-1].Parts) > parts
}

// largeMap attaches the whole map, and says how large the files are.
func (d *errand) largeMap() bool {
	p := enclosed.Large(d.Desk.Docket, d.After, d.Giver, d.After.State.Position, d.pictureName())
	var items []tongue.Text
	for _, f := range p.Attached {
		items = append(items, tongue.Name(fmt.Sprintf("%s, %s", f.Name, size(len(f.Bytes)))))
	}
	if len(items) == 0 {
		return false
	}
	title := phrase.Say("map.large", "title", d.After.Called(), "stands", tell.HowItStands(d.After))
	d.part(templates.Part{Text: title, Items: items})
	d.attachments = append(d.attachments, p.Attached...)
	return true
}

// size is a number of bytes for people.
func size(n int) string {
	if n < 1_000_000 {
		return fmt.Sprintf("%d kB", (n+999)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// history lists the steps. It says nothing that the open parts of the log do not say.
func (d *errand) history(c command.History) error {
	g, _, err := d.otherGame(c.Game)
	if err != nil {
		return err
	}
	created := phrase.Say("history.created", "title", g.Called())
	rows := [][]tongue.Text{{tongue.Name("–"), phrase.Moment(g.Time), created}}
	var ending tongue.Text
	if g.State.Over != nil {
		ending = tell.Ending(g.Rules, g.State.Position, g.Outcome())
	}
	for r, err := range d.Desk.Store.Records(g.Game, 2) {
		if err != nil {
			return err
		}
		row, err := tell.HistoryRow(r, ending)
		if err != nil {
			return err
		}
		if row != nil {
			rows = append(rows, row)
		}
	}
	d.table(rows, phrase.Say("column.step"), phrase.Say("column.when"), phrase.Say("column.what"))
	return nil
}

// report sends a report again, as the log has it, with its map drawn anew.
func (d *errand) report(c command.Report) error {
	n := c.Step
	if n == command.LastReport {
		n = d.After.State.Number
	}
	if n < 0 || n > d.After.State.Number {
		return d.fault(phrase.Say("fault.noreport"), phrase.Say("hint.noreport", "n", d.After.State.Number))
	}
	text, then, changed, err := d.findReport(n)
	if err != nil {
		return err
	}
	if text == nil {
		return d.fault(phrase.Say("fault.notsent"), none)
	}
	var p enclosed.Pictures
	if then != nil {
		p = enclosed.Draw(d.Desk.Docket, d.After, d.Giver, then, changed, "map",
			post.ReportID(d.After.Game, n, string(d.Giver)))
	}
	again := templates.AgainMail{Text: string(text), Map: p.Detail, Overview: p.Overview}
	if p.Detail == "" {
		again.Text = post.WithoutPictures(again.Text)
	}
	l := d.Reply(fmt.Sprintf("report-%d", d.line.No), phrase.Say("report.again", "step", n).In(d.tongue()),
		post.Fill(templates.Again, again))
	p.Attach(&l)
	d.own = true
	d.say(phrase.Say("report.comes", "step", n))
	return d.AnswerSigned(l)
}

// findReport reads the text of a report, where the game stood then, nil if these rules do
// not lead there, and the events of the step.
func (d *errand) findReport(n int) (text []byte, then engine.Position, changed []engine.Event, err error) {
	var log []store.Record
	for rec, err := range d.Desk.Store.Records(d.After.Game, 1) {
		if err != nil {
			return nil, nil, nil, err
		}
		if rec.Step > n {
			break
		}
		log = append(log, rec)
		e, err := fold.Read(rec)
		if err != nil {
			return nil, nil, nil, err
		}
		switch v := e.Record.(type) {
		case record.Step:
			if v.Step == n {
				changed = v.Events
			}
		case record.Report:
			if v.Step == n && v.Side == d.Giver && text == nil {
				text = v.Text
			}
		}
	}
	if place, unknown := fold.At(d.After.Rules, log, n); unknown == nil && place != nil && !place.Adrift {
		then = place.Position
	}
	return text, then, changed, nil
}
