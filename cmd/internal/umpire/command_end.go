package umpire

import (
	"errors"
	"fmt"

	"berthier/cmd/internal/command"
	fold "berthier/cmd/internal/game"

	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/mail"
	"berthier/store"
)

// act records a command that changes the game; g is the copy that it changes,
// nil if it was refused.
func (d *errand) act(what command.Recorded) (g *game, c record.Command, seq uint64, err error) {
	if !d.changes() {
		return nil, c, 0, nil
	}
	if d.g.state.Closed != nil {
		f := d.g.closedFault()
		d.fault(f.Hint, "%s", f.Msg)
		return nil, c, 0, nil
	}
	c = record.Command{
		Head: d.u.headOf(d.g),
		Side: d.me, Command: what.Record(), Key: d.signed.Key.Name(), Mail: d.m.Hash, File: d.signed.Sum(),
		Proof: d.signed.Proof,
	}
	switch {
	case d.pressed:
		d.fault("send it in a mail of its own: what is signed together with it is published when the game is over",
			"a command that changes the game cannot come with press")
	case !said.Gives(c, d.signed.Text):
		d.fault("put the lines game: and side: above all commands",
			"the command does not stand below the header that names your side")
	}
	if len(d.faults) > 0 {
		return nil, c, 0, nil
	}
	if ok, err := d.once(c.Game, fold.ThingOf(c.Command), true); !ok || err != nil {
		return nil, c, 0, err
	}
	d.acted = true
	next := *d.g
	c.Hidden = next.hidden()
	seq = next.record(&d.batch, c)
	return &next, c, seq, nil
}

// settle signs the log as a command has left it, and goes on with that.
func (d *errand) settle(g *game) error {
	d.g = g
	return d.u.signHead(&d.batch, g)
}

// withdraw takes orders back.
func (d *errand) withdraw(what command.Withdraw) error {
	if !d.needGame(true) {
		return nil
	}
	if !d.g.answered(d.me) {
		d.fault("\"status\", signed, says what is in", "you have sent no orders for this step")
		return nil
	}
	g, c, _, err := d.act(what)
	if g == nil || err != nil {
		return err
	}
	d.say("Your orders for step %d do not count any more. %s", c.Step+1, g.sent(d.me))
	return d.settle(g)
}

// draw offers a draw, or takes the offer back.
func (d *errand) draw(what command.Draw) error {
	if !d.needGame(true) {
		return nil
	}
	if d.g.offersDraw(d.me) == !what.No {
		d.fault("\"draw\" offers one, \"draw no\" takes the offer back", "that is how it is already")
		return nil
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

// concede gives the game up.
func (d *errand) concede(what command.Concede) error {
	if !d.needGame(true) {
		return nil
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
func (d *errand) ended(g *game, c record.Command, seq uint64) error {
	o := g.state.ByPlayers()
	if !o.Over {
		return d.announce(g, c, seq)
	}
	d.say("The game is over: %s.", o.Text)
	b, mails, err := d.u.end(g, o)
	d.batch, d.mails = append(d.batch, b...), append(d.mails, mails...)
	d.g = g
	return err
}

// resign leaves the seat.
func (d *errand) resign(what command.Resign) error {
	if !d.needGame(true) {
		return nil
	}
	g, c, seq, err := d.act(what)
	if g == nil || err != nil {
		return err
	}
	d.say("You have left the game. Orders that you sent for this step still count; after that your side takes the " +
		"defaults until the umpire finds another player.")
	if err := d.tellUmpire(g, fmt.Sprintf("%s has resigned", d.me), d.me, TellCommand(c),
		"A key or an invitation for the side fills the seat."); err != nil {
		return err
	}
	return d.announce(g, c, seq)
}

// announce tells a command to the other players at once, and to everybody in
// the next report.
func (d *errand) announce(g *game, c record.Command, seq uint64) error {
	for _, side := range g.sides {
		if side == d.me {
			continue
		}
		l := g.letter(side, fmt.Sprintf("notice.%d", seq))
		l.Subject, l.Page = "a word about the game", d.u.words(g.info, "A word about the game", TellCommand(c))
		if err := d.tell(l); err != nil {
			return err
		}
	}
	return d.settle(g)
}

// tellUmpire queues a word to the umpire, if it is known where he is; seat is the side
// that he has to give to another player, if any.
func (d *errand) tellUmpire(g *game, subject string, seat engine.Side, paragraphs ...string) error {
	to := d.u.umpireAddress()
	if to == "" {
		return nil
	}
	return d.tell(post.Letter{
		To: mail.Address{Address: to}, Game: g.Game, ID: fmt.Sprintf("umpire.%d.%s", d.line.No, d.m.HashString()[:32]),
		Subject: subject, Page: d.u.toUmpire(g.info, capital(subject), seat, paragraphs...), Unasked: true,
	})
}

// end records that a game is over otherwise than by its rules, and writes its
// last mails. g becomes the game after that.
func (u *Master) end(g *game, o engine.Outcome) (b batch, mails []store.Mail, err error) {
	over, err := u.ending(g, o)
	if err != nil {
		return nil, nil, err
	}
	g.record(&b, *over)
	u.endClocks(g, &b)
	head, err := u.checkpoint(g)
	if err != nil {
		return nil, nil, err
	}
	sent, err := u.finals(g, *over, g.state.Link, head)
	if err != nil {
		return nil, nil, err
	}
	mails = g.recordReports(&b, u.timeOf(g), sent)
	looking, err := u.observedEnd(g, u.overModel(g, *over, g.state.Link, head))
	return b, append(mails, looking...), errors.Join(err, u.signHead(&b, g), g.snapshot(&b))
}
