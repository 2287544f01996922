package duty

import (
	"fmt"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/said"
	"berthier/cmd/internal/tell"
	"berthier/engine"
	"berthier/mail"
)

// act records a command that changes the game; g is the copy that it changes,
// nil if it was refused.
func (d *errand) act(what command.Recorded) (g *docket.Game, c record.Command, seq uint64, err error) {
	if !d.changes() {
		return nil, c, 0, nil
	}
	if d.After.State.Closed != nil {
		f := d.After.ClosedFault()
		d.fault(f.Hint, "%s", f.Msg)
		return nil, c, 0, nil
	}
	c = record.Command{
		Head: d.Desk.HeadOf(d.After),
		Side: d.Giver, Command: what.Record(), Key: d.Signed.Key.Name(), Mail: d.Mail.Hash, File: d.Signed.Sum(),
		Proof: d.Signed.Proof,
	}
	switch {
	case d.pressed:
		d.fault("send it in a mail of its own: what is signed together with it is published when the game is over",
			"a command that changes the game cannot come with press")
	case !said.Gives(c, d.Signed.Text):
		d.fault("put the lines game: and side: above all commands",
			"the command does not stand below the header that names your side")
	}
	if len(d.Faults) > 0 {
		return nil, c, 0, nil
	}
	if ok, err := d.once(c.Game, fold.ThingOf(c.Command), true); !ok || err != nil {
		return nil, c, 0, err
	}
	d.acted = true
	next := *d.After
	c.Hidden = next.NextHidden()
	seq = next.Record(&d.Batch, c)
	return &next, c, seq, nil
}

// settle signs the log as a command has left it, and goes on with that.
func (d *errand) settle(g *docket.Game) error {
	d.After = g
	return d.Desk.SignHead(&d.Batch, g)
}

// withdraw takes orders back.
func (d *errand) withdraw(what command.Withdraw) error {
	if !d.needGame(true) {
		return nil
	}
	if !d.After.Answered(d.Giver) {
		d.fault("\"status\", signed, says what is in", "you have sent no orders for this step")
		return nil
	}
	g, c, _, err := d.act(what)
	if g == nil || err != nil {
		return err
	}
	d.say("Your orders for step %d do not count any more. %s", c.Step+1, g.Sent(d.Giver))
	return d.settle(g)
}

// draw offers a draw, or takes the offer back.
func (d *errand) draw(what command.Draw) error {
	if !d.needGame(true) {
		return nil
	}
	asked, err := d.request()
	switch {
	case err != nil:
		return err
	case what.No && asked.word == record.CommandDraw:
		_, _, err := d.sure(command.Sure{No: true}, "", "")
		return err
	case d.After.OffersDraw(d.Giver) == !what.No:
		d.fault("\"draw\" offers one, \"draw no\" takes the offer back", "that is how it is already")
		return nil
	case what.Code != "" || !what.No && d.accepts():
		ok, _, err := d.sure(command.Sure{Code: what.Code}, "", "The other side has offered a draw. If you accept, the "+
			"game is over at once: it is a draw."+d.reopening())
		if !ok || err != nil {
			return err
		}
	}
	for _, side := range d.After.State.Computers() {
		if !what.No {
			d.fault("play on, or \"concede\"", "%s is played by a computer, which accepts no draw", side)
			return nil
		}
	}
	g, c, seq, err := d.act(what)
	if g == nil || err != nil {
		return err
	}
	if !what.No {
		d.say("You offer a draw; the game ends if the other side does the same before the next step is resolved.")
	} else {
		d.say("You offer no draw any more.")
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
func (d *errand) conceding() string {
	var left []string
	for _, seat := range d.After.State.Seats {
		if seat.Side != d.Giver && seat.Conceded == 0 {
			left = append(left, string(seat.Side))
		}
	}
	if len(left) == 1 {
		return fmt.Sprintf("You give the game up: it is over at once, and %s wins.", left[0]) + d.reopening()
	}
	return fmt.Sprintf("You give the game up. It goes on until only one of %s is left.", strings.Join(left, ", "))
}

// concede gives the game up.
func (d *errand) concede(what command.Concede) error {
	if !d.needGame(true) {
		return nil
	}
	if ok, _, err := d.sure(what.Sure, "", d.conceding()); !ok || err != nil {
		return err
	}
	g, c, seq, err := d.act(what)
	if g == nil || err != nil {
		return err
	}
	d.say("You have given the game up.")
	return d.ended(g, c, seq)
}

// ended ends the game if its players have now ended it, and tells the others
// of the command otherwise.
func (d *errand) ended(g *docket.Game, c record.Command, seq uint64) error {
	o := g.State.ByPlayers()
	if !o.Over {
		return d.announce(g, c, seq)
	}
	d.say("The game is over: %s.", o.Text)
	d.After = g
	return d.Desk.EndGame(g, &d.Batch, o)
}

// resign leaves the seat.
func (d *errand) resign(what command.Resign) error {
	if !d.needGame(true) {
		return nil
	}
	if ok, _, err := d.sure(what.Sure, "", fmt.Sprintf("You leave the game: %s goes to another player, whom the umpire has "+
		"to find. Orders that you have sent for this step still count. After that your side takes the defaults, and "+
		"you have no say any more.", d.Giver)); !ok || err != nil {
		return err
	}
	g, c, seq, err := d.act(what)
	if g == nil || err != nil {
		return err
	}
	d.say("You have left the game. Orders that you sent for this step still count; after that your side takes the " +
		"defaults until the umpire finds another player.")
	if err := d.tellUmpire(g, fmt.Sprintf("%s has resigned", d.Giver), d.Giver, tell.Command(c),
		"A key or an invitation for the side fills the seat."); err != nil {
		return err
	}
	return d.announce(g, c, seq)
}

// announce tells a command to the other players at once, and to everybody in
// the next report.
func (d *errand) announce(g *docket.Game, c record.Command, seq uint64) error {
	for _, side := range g.People() {
		if side == d.Giver {
			continue
		}
		l := g.Letter(side, fmt.Sprintf("notice.%d", seq))
		l.Subject, l.Page = "a word about the game", d.Desk.Words(g.Info, "A word about the game", tell.Command(c))
		if err := d.Tell(l); err != nil {
			return err
		}
	}
	return d.settle(g)
}

// tellUmpire queues a word to the umpire, if it is known where he is; seat is the side
// that he has to give to another player, if any.
func (d *errand) tellUmpire(g *docket.Game, subject string, seat engine.Side, paragraphs ...string) error {
	to := d.Desk.AddressOfUmpire()
	if to == "" {
		return nil
	}
	return d.Tell(post.Letter{
		To: mail.Address{Address: to}, Game: g.Game, ID: fmt.Sprintf("umpire.%d.%s", d.line.No,
			d.Mail.HashString()[:32]),
		Subject: subject, Page: d.Desk.ToUmpire(g.Info, docket.Capital(subject), seat, paragraphs...), Unasked: true,
	})
}
