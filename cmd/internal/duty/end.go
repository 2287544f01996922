package duty

import (
	"fmt"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/said"
	"berthier/cmd/internal/tell"
	"berthier/engine"
	"berthier/engine/tongue"
)

// act records a command that changes the game; g is the copy that it changes.
func (d *errand) act(what command.RecordedCommand) (g *docket.Game, c record.Command, seq uint64, err error) {
	if err := d.changes(); err != nil {
		return nil, c, 0, err
	}
	if d.After.State.Closed != nil {
		f := d.After.ClosedFault()
		f.Kind, f.Line, f.Text = engine.Illegal, d.line.No, d.line.Text
		d.Faults = append(d.Faults, f)
		return nil, c, 0, errRefused
	}
	c = record.Command{
		Head: d.Desk.HeadOf(d.After),
		Side: d.Giver, Command: what.Record(), Key: d.Signed.Key.Name(), Mail: d.Mail.Hash, File: d.Signed.Sum(),
		Proof: d.Signed.Proof,
	}
	switch {
	case d.pressed:
		err = d.fault(phrase.Say("fault.withpress"), phrase.Say("hint.withpress"))
	case !said.Gives(c, d.Signed.Text):
		err = d.fault(phrase.Say("fault.below"), phrase.Say("hint.below"))
	default:
		err = d.once(fold.ThingOf(c.Command), true)
	}
	if err != nil {
		return nil, c, 0, err
	}
	d.acted = true
	next := *d.After
	c.HiddenPart = next.NextHidden()
	seq = next.Record(&d.Batch, c)
	return &next, c, seq, nil
}

// settle signs the log as a command has left it, and goes on with that.
func (d *errand) settle(g *docket.Game) error {
	d.After = g
	d.Desk.SignHead(&d.Batch, g)
	return d.Batch.Err
}

// withdraw takes orders back.
func (d *errand) withdraw(what command.Withdraw) error {
	if !d.After.Answered(d.Giver) {
		return d.fault(phrase.Say("fault.nosent"), phrase.Say("hint.status"))
	}
	g, c, _, err := d.act(what)
	if err != nil {
		return err
	}
	d.say(phrase.Say("withdrawn", "step", c.Step+1, "sent", tell.Sent(g, d.Giver)))
	return d.settle(g)
}

// draw offers a draw, or takes the offer back.
func (d *errand) draw(what command.Draw) error {
	asked, err := d.request()
	switch {
	case err != nil:
		return err
	case what.No && asked.word == record.CommandDraw:
		_, _, err := d.sure(command.Assurance{No: true}, "")
		return err
	case d.After.OffersDraw(d.Giver) && !what.No:
		return d.fault(phrase.Say("fault.drawstands", "step", d.After.State.Number+1), phrase.Say("hint.draw"))
	case !d.After.OffersDraw(d.Giver) && what.No:
		return d.fault(phrase.Say("fault.nodraw"), phrase.Say("hint.draw"))
	case what.Code != "" || !what.No && d.accepts():
		ok, _, err := d.sure(command.Assurance{Code: what.Code}, "", phrase.Say("sure.draw"), d.reopening())
		if !ok || err != nil {
			return err
		}
	}
	for _, side := range d.After.State.Computers() {
		if !what.No {
			return d.fault(phrase.Say("fault.computerdraw", "side", side), phrase.Say("hint.computerdraw"))
		}
	}
	g, c, seq, err := d.act(what)
	if err != nil {
		return err
	}
	switch {
	case what.No:
		d.say(phrase.Say("draw.back"))
	case what.Code == "": // what it accepts has ended the game
		d.say(phrase.Say("draw.offered"))
	}
	return d.ended(g, c, seq)
}

// accepts reports whether an offer of a draw would end the game: all others offer one.
func (d *errand) accepts() bool {
	others := 0
	for _, seat := range d.After.State.Seats {
		if seat.Side == d.Giver || seat.Conceded != 0 {
			continue
		}
		if others++; seat.Offer == 0 {
			return false
		}
	}
	return others > 0
}

// conceding says what it means to give the game up.
func (d *errand) conceding() []tongue.Text {
	var left []string
	for _, seat := range d.After.State.Seats {
		if seat.Side != d.Giver && seat.Conceded == 0 {
			left = append(left, string(seat.Side))
		}
	}
	if len(left) == 1 {
		return []tongue.Text{phrase.Say("sure.concede", "winner", left[0]), d.reopening()}
	}
	return []tongue.Text{phrase.Say("sure.concede.more", "sides", tongue.List(tongue.Names(left...), ", "))}
}

// concede gives the game up.
func (d *errand) concede(what command.Concede) error {
	if ok, _, err := d.sure(what.Assurance, "", d.conceding()...); !ok || err != nil {
		return err
	}
	g, c, seq, err := d.act(what)
	if err != nil {
		return err
	}
	d.say(phrase.Say("conceded"))
	return d.ended(g, c, seq)
}

// ended ends the game if its players have now ended it, and tells the others of the command otherwise.
func (d *errand) ended(g *docket.Game, c record.Command, seq uint64) error {
	o := g.State.ByPlayers()
	if !o.Over {
		return d.announce(g, c, seq)
	}
	d.say(phrase.Say("over", "outcome", phrase.Told(o.Text)))
	d.After = g
	d.Desk.EndGame(g, &d.Batch, o)
	return d.Batch.Err
}

// resign leaves the seat.
func (d *errand) resign(what command.Resign) error {
	if ok, _, err := d.sure(what.Assurance, "", phrase.Say("sure.resign", "side", d.Giver)); !ok || err != nil {
		return err
	}
	g, c, seq, err := d.act(what)
	if err != nil {
		return err
	}
	d.say(phrase.Say("resigned"))
	d.tellUmpire(g, fmt.Sprintf("%s has resigned", d.Giver), d.Giver, tell.Command(c).String(),
		"A key or an invitation for the side fills the seat.")
	return d.announce(g, c, seq)
}

// announce tells a command to the other players at once, and to everybody in the next report.
func (d *errand) announce(g *docket.Game, c record.Command, seq uint64) error {
	for _, side := range g.People() {
		if side == d.Giver {
			continue
		}
		l := g.Letter(side, fmt.Sprintf("notice.%d", seq))
		l.Subject, l.Page = d.Desk.Words(g.Info, side, phrase.Say("told.title"), tell.Command(c))
		d.Desk.Tell(&d.Batch, l)
	}
	return d.settle(g)
}

// tellUmpire queues a word to the umpire, if it is known where he is; seat is the side
// that he has to give to another player, if any.
func (d *errand) tellUmpire(g *docket.Game, subject string, seat engine.Side, paragraphs ...string) {
	d.Desk.TellUmpire(&d.Batch, d.Desk.AddressOfUmpire(), g.Info,
		fmt.Sprintf("umpire.%d.%s", d.line.No, d.Mail.HashString()[:32]), subject, seat, paragraphs...)
}
