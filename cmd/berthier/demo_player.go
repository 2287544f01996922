package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"berthier/cmd/internal/play"
	"berthier/cmd/internal/position"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/mail/wire"
)

// demoPlayer is a player who knows nothing but his mails: he reads them over
// IMAP and answers over SMTP.
type demoPlayer struct {
	side    engine.Side
	address mail.Address
	key     *sign.PrivateKey
	poller  *wire.Poller
	sender  *wire.Sender

	rs       engine.Ruleset                                   // to read his reports with
	orders   func(engine.Position, engine.Side) engine.Orders // of a computer player
	report   *mail.Message
	end      *mail.Message // the last mail of the game; nil before it is over
	position position.Attachment
	view     engine.Position
	step     int                       // that his last report asks about
	sent     map[int][sha256.Size]byte // by step: sign.Coverage.Sum of his orders
	open     bool                      // he owes an answer
	over     bool
	blunders bool // his next file has mistakes
}

func (d *demo) newPlayer(spec play.Player, account wire.Account) (*demoPlayer, error) {
	file, err := os.ReadFile(d.file(keyFile(spec.Side)))
	if err != nil {
		return nil, err
	}
	key, err := sign.LoadPrivateKey(file, nil)
	if err != nil {
		return nil, err
	}
	quiet := slog.New(slog.DiscardHandler)
	return &demoPlayer{
		side: spec.Side, key: key, address: mail.Address{Name: spec.Name, Address: spec.Address},
		sent: map[int][sha256.Size]byte{},
		poller: &wire.Poller{
			Endpoint: wire.Endpoint{Address: d.local.IMAPAddr(), Security: wire.Plaintext, User: account.Address,
				Password: account.Password},
			Interval: time.Second, Logger: quiet,
		},
		sender: &wire.Sender{Endpoint: wire.Endpoint{Address: d.local.SMTPAddr(), Security: wire.Plaintext}},
	}, nil
}

// read hands on what arrives in his mailbox.
func (p *demoPlayer) read(ctx context.Context, arrivals chan<- demoMail) {
	p.poller.Run(ctx, wire.Cursor{}, wire.Each(func(ctx context.Context, a wire.Arrival) error {
		select {
		case arrivals <- demoMail{p, a.Raw}:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}))
}

// look reads a report with what is attached to it.
func (p *demoPlayer) look(rulesets []engine.Ruleset, bot engine.Bot, m *mail.Message, attached []byte) (err error) {
	if p.position, err = position.Parse(attached); err != nil {
		return err
	}
	if p.rs, err = rulesetOf(rulesets, p.position.Ruleset); err != nil {
		return err
	}
	if p.view, err = p.rs.Decode(p.position.View); err != nil {
		return err
	}
	if p.orders == nil {
		p.orders = bot.New(p.rs, 1)
	}
	p.report, p.step = m, p.position.Step
	p.open = engine.Owes(p.rs.Owed(p.view), p.side)
	p.over = p.rs.Outcome(p.view).Over
	return nil
}

// turnFile writes the orders that the player wants, as he would send them.
func (p *demoPlayer) turnFile(wanted []string) ([]byte, error) {
	file := engine.TurnFile{Game: p.position.Game, Side: p.side, Turn: p.position.Turn, Step: p.position.Step,
		Orders: p.choose(wanted)}
	text := file.Print()
	_, faults, _, err := p.position.Check(p.rs, text, engine.Limits{})
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("the scripted player of %s wrote a bad file: %w", p.side, engine.Faults(faults))
	}
	return text, err
}

// choose gives the orders of the game's computer player, or one with a verb that is
// wanted if he has none with it and the rules list one as legal. A plan that he
// leaves to the defaults is made of what the rules list first, so that there is
// something to see.
func (p *demoPlayer) choose(wanted []string) []engine.Order {
	orders := p.orders(p.view, p.side).Lines
	for _, verb := range wanted {
		if slices.ContainsFunc(orders, func(o engine.Order) bool { return o.Words[0] == verb }) {
			continue
		}
		if o, ok := p.option(verb); ok {
			return []engine.Order{o}
		}
	}
	if len(orders) == 0 {
		orders = p.plan(6)
	}
	return engine.Held(p.rs, p.view, engine.Orders{Side: p.side, Lines: orders}).Lines
}

// plan is an answer of at most so many orders to a decision that several sides
// make in secret; each is legal after the ones before it.
func (p *demoPlayer) plan(most int) (orders []engine.Order) {
	for _, d := range p.rs.Owed(p.view) {
		if d.Side != p.side || !d.Open || !d.Secret || d.Optional {
			continue
		}
		draft := p.rs.Draft(p.view, d)
		for len(orders) < most {
			all := draft.Options()
			if len(all) == 0 {
				break
			}
			orders = append(orders, all[0])
			draft.Add(all[0].Arrived(len(orders)))
		}
	}
	return orders
}

// option is a legal order with a verb.
func (p *demoPlayer) option(verb string) (o engine.Order, ok bool) {
	for _, d := range p.rs.Owed(p.view) {
		if d.Side != p.side {
			continue
		}
		for _, o := range p.rs.Draft(p.view, d).Options() {
			if o.Words[0] == verb {
				return o, true
			}
		}
	}
	return o, false
}

// wanted are the verbs of what has not been seen yet.
func (d *demo) wanted() (verbs []string) {
	for _, h := range d.game.Highlights {
		if h.Verb != "" && !d.seen[h.Title] {
			verbs = append(verbs, h.Verb)
		}
	}
	return verbs
}

// answer sends what a player owes: his orders, or at the first time something
// that must not count.
func (d *demo) answer(ctx context.Context, p *demoPlayer) error {
	if !p.open {
		return nil
	}
	p.open = false
	text, err := p.turnFile(d.wanted())
	if err != nil {
		return err
	}
	switch {
	case p.blunders:
		p.blunders = false
		return d.blunder(ctx, p, text)
	case d.attacked.on == p && !d.attacked.done:
		return d.forge(ctx, p, text)
	}
	p.sent[p.step], err = d.send(ctx, p, string(p.side), p.key, text)
	return err
}

// send signs a turn file and mails it, as an answer to the last report. It
// returns what the dice will be bound to.
func (d *demo) send(ctx context.Context, p *demoPlayer, who string, key *sign.PrivateKey,
	text []byte) (file [sha256.Size]byte, err error) {
	signed, err := sign.Inline(key, text)
	if err != nil {
		return file, err
	}
	raw, err := mail.Compose(mail.Outgoing{
		From: p.address, To: []mail.Address{p.report.ReplyTo}, Subject: "Re: " + p.report.Subject,
		ID: strings.ToLower(rand.Text()) + "@berthier.test", Date: time.Now(), InReplyTo: p.report.ID,
		References: append(slices.Clone(p.report.References), p.report.ID),
		Text:       "Here are my orders.\n\n" + string(signed),
	})
	if err != nil {
		return file, err
	}
	m, err := mail.Parse(raw)
	if err != nil {
		return file, err
	}
	opened, err := sign.Open(m, []sign.Key{key.Public()}, time.Now())
	if err != nil {
		return file, err
	}
	if err := d.keep(who, "umpire", fmt.Sprint("orders ", p.step), raw); err != nil {
		return file, err
	}
	return opened.Sum(), p.sender.Send(ctx, p.address.Address, []string{p.report.ReplyTo.Address}, raw)
}

// demoAttack is the forged mail of the demo.
type demoAttack struct {
	on   *demoPlayer
	done bool
}

// blunder sends a file with mistakes that people make. It is signed properly.
func (d *demo) blunder(ctx context.Context, p *demoPlayer, text []byte) error {
	file, _ := engine.ParseTurnFile(text, p.rs.Verbs(), engine.Limits{})
	verb := p.rs.Verbs()[0].Word
	if len(file.Orders) > 0 {
		verb = file.Orders[0].Words[0]
	}
	wrong := strings.Replace(string(text), "\n"+verb+" ", "\n"+misspelt(verb)+" ", 1)
	wrong = strings.Replace(wrong, "\nend\n", fmt.Sprintf("\n%s nobody\n%s somebody\nend\n", verb, misspelt(verb)), 1)
	d.say("\n%s sends a file with mistakes:\n%s", p.side, indent(wrong))
	_, err := d.send(ctx, p, string(p.side), p.key, []byte(wrong))
	return err
}

// misspelt is a word with two letters exchanged, the last two that differ.
func misspelt(word string) string {
	b := []byte(word)
	for i := len(b) - 1; i > 0; i-- {
		if b[i] != b[i-1] {
			b[i], b[i-1] = b[i-1], b[i]
			break
		}
	}
	return string(b)
}

// forge sends orders in a player's name, signed with another key.
func (d *demo) forge(ctx context.Context, p *demoPlayer, text []byte) error {
	key, err := sign.GenerateKey("")
	if err != nil {
		return err
	}
	d.say("\nSomebody writes orders in the name of %s, signed with a key of his own, %s.", p.side,
		key.Public().Fingerprint())
	_, err = d.send(ctx, p, "forger", key, text)
	return err
}

// replied takes in a mail that is no report.
func (d *demo) replied(ctx context.Context, p *demoPlayer, m *mail.Message) error {
	refused := false
	switch {
	case strings.Contains(m.Subject, "orders refused"):
		refused = true
		d.say("\nThe answer to %s, who corrects them and sends the file again:\n%s", p.side,
			indent(excerpt(m.Text, "\nStart again\n---")))
	case d.attacked.on == p && !d.attacked.done && strings.Contains(m.Subject, "could not be used"):
		d.attacked.done, refused = true, true
		d.say("\nThe forged mail is answered to the address in whose name it came, so %s knows:\n%s", p.side,
			indent(excerpt(m.Text, "\nWhat to do\n---")))
	case strings.Contains(m.Subject, "fault of the program"):
		return errors.New("the daemon met a fault of its own")
	}
	if !refused {
		return nil
	}
	p.open = true
	return d.answer(ctx, p)
}

// excerpt is a text up to a mark.
func excerpt(text, until string) string {
	text, _, _ = strings.Cut(text, until)
	return strings.TrimSpace(text)
}

func indent(text string) string {
	return "  | " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  | ")
}
