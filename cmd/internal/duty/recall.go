package duty

import (
	"fmt"
	"strings"

	"berthier/cmd/internal/command"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/tell"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/store"
	"berthier/templates"
)

// language has the mails of a side written in another one, or says which there are.
func (d *errand) language(c command.Language) error {
	l, ok := tongue.Find(c.Name)
	switch {
	case c.Name == "":
		d.say("Reports can be written in: %s. \"language pl\", signed, has yours in that one.", tongue.Choices())
		return nil
	case !ok:
		d.fault("write, for instance: language fr", "there is no such language here; there are %s", tongue.Choices())
		return nil
	case !strings.EqualFold(c.Name, string(l)):
		d.fault("write: language "+string(l), "a language goes by its code; that of %s is %s", l.Name(), l)
		return nil
	case d.by != command.Player:
		d.fault("sign the mail, with the lines game: and side: above the command",
			"only the player of a side chooses the language of its reports")
		return nil
	case !d.needGame(true):
		return nil
	case d.After.Language(d.Giver) == l:
		d.say("Your reports are written in %s.", l.Name())
		return nil
	}
	g, _, _, err := d.act(c)
	if g == nil || err != nil {
		return err
	}
	d.say("Your reports will be written in %s. What has no words in it yet is in English.", l.Name())
	return d.settle(g)
}

// join tells how an invitation is answered; the answer itself is a message
// about a key, which was tried before the commands were.
func (d *errand) join(c command.Join) error {
	switch {
	case d.by == command.Player:
		d.say("You play %s in game %s with the key %s.", d.Giver, d.After.Game, d.Signed.Key.Name())
	case c.Code != "":
		return d.joinUnsigned()
	default:
		d.part(templates.Part{
			Text: "The umpire creates a game and invites its players: each gets a code in his first mail. The " +
				"answer is this, signed with the key that is to be registered:",
			Block: "game: NAME\nside: SIDE\njoin CODE\nkey: (here your public key)\nend\n",
		})
		if d.Desk.Contact != "" {
			d.say("To play in another game, write to the umpire: %s.", d.Desk.Contact)
		}
	}
	return nil
}

// joinUnsigned refuses the answer to an invitation that no key signed.
func (d *errand) joinUnsigned() error {
	right, err := d.RightCode(templates.JoinUnsigned, nil)
	if right == nil {
		d.fault("copy it from the last mail that invites you, with the lines above and below it; each code counts once",
			"no open invitation has this code")
		return err
	}
	d.fault(fmt.Sprintf("put \"game: %s\" and \"side: %s\" above it, sign the mail with your key, and attach your "+
		"public key; in Thunderbird: OpenPGP, \"Digitally Sign\" and \"Attach My Public Key\"", right.Game, right.Side),
		"the code is right, but the mail is not signed")
	return nil
}

// showMap sends the map as it is now.
func (d *errand) showMap(c command.Map) error {
	g, me, err := d.otherGame(c.Game)
	if g == nil || err != nil {
		return err
	}
	if d.small {
		d.say("A map is too large for the answer to a mail that anybody could have sent. A player who signs the "+
			"command gets it; anybody else with the report of each step, after \"observe %s\".", g.Game)
		return nil
	}
	here, side := d.After, d.Giver
	d.After, d.Giver = g, me
	drawn := d.largeMap
	if !c.Large {
		drawn = d.mapNow
	}
	if !drawn() {
		d.say("No map is drawn here.")
	}
	d.After, d.Giver = here, side
	return nil
}

// mapNow adds the map as the reports have it; it reports whether there is one.
func (d *errand) mapNow() bool {
	parts := len(d.done[len(d.done)-1].Parts)
	d.picture(fmt.Sprintf("%s, %s", d.After.Title, d.After.HowItStands()), d.After.State.Position, nil)
	return len(d.done[len(d.done)-1].Parts) > parts
}

// largeMap attaches the whole map, and says how large the files are.
func (d *errand) largeMap() bool {
	p := d.Desk.LargePicture(d.After, d.Giver, d.After.State.Position, d.pictureName())
	var items []string
	for _, f := range p.Attached {
		items = append(items, fmt.Sprintf("%s, %s", f.Name, size(len(f.Bytes))))
	}
	if len(items) == 0 {
		return false
	}
	d.part(templates.Part{Text: fmt.Sprintf("%s, %s. The whole map is attached as a picture, and as a drawing that "+
		"stays sharp however large it is made:", d.After.Title, d.After.HowItStands()), Items: items})
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

// history lists the steps. It says nothing that the open parts of the log do
// not say.
func (d *errand) history(c command.History) error {
	g, _, err := d.otherGame(c.Game)
	if g == nil || err != nil {
		return err
	}
	rows := [][]string{{"–", post.Moment(g.Time), "The game is created: " + g.Title + "."}}
	err = d.Desk.Store.View(func(tx *store.Tx) error {
		for r, err := range tx.Records(g.Game, 2) {
			if err != nil {
				return err
			}
			row, err := tell.HistoryRow(r)
			if err != nil {
				return err
			}
			if row != nil {
				rows = append(rows, row)
			}
		}
		return nil
	})
	d.part(templates.Part{Table: &engine.Table{Columns: []string{"Step", "When", "What"}, Rows: rows}})
	return err
}

// report sends a report again, as the log has it, with its map drawn anew.
func (d *errand) report(c command.Report) error {
	n := c.Step
	if !d.needGame(false) {
		return nil
	}
	if n < 0 || n > d.After.State.Number {
		d.fault(fmt.Sprintf("a number from 0 to %d", d.After.State.Number), "there is no report of such a step")
		return nil
	}
	text, then, changed, err := d.findReport(n)
	if err != nil {
		return err
	}
	if text == nil {
		d.fault("", "you were sent no report of this step")
		return nil
	}
	var p play.Pictures
	if then != nil {
		p = d.Desk.Picture(d.After, d.Giver, then, changed, "map",
			post.ReportID(d.After.Game, n, string(d.Giver)))
	}
	again := templates.AgainMail{Text: string(text), Map: p.Detail, Overview: p.Overview}
	if p.Detail == "" {
		again.Text = post.WithoutPictures(again.Text)
	}
	l := d.Reply(fmt.Sprintf("report-%d", d.line.No), fmt.Sprintf("report of step %d, again", n),
		post.Fill(templates.Again, again))
	p.Attach(&l)
	d.own = true
	d.say("The report of step %d comes in a mail of its own.", n)
	return d.AnswerSigned(l)
}

// findReport reads the text of a report, where the game stood then, nil if these rules do
// not lead there, and the events of the step.
func (d *errand) findReport(n int) (text []byte, then engine.Position, changed []engine.Event, err error) {
	var log []store.Record
	err = d.Desk.Store.View(func(tx *store.Tx) error {
		for rec, err := range tx.Records(d.After.Game, 1) {
			if err != nil || rec.Step > n {
				return err
			}
			log = append(log, rec)
			e, err := fold.Read(rec)
			if err != nil {
				return err
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
		return nil
	})
	if place, unknown := fold.At(d.After.Rules, log, n); unknown == nil && place != nil && !place.Adrift {
		then = place.Position
	}
	return text, then, changed, err
}
