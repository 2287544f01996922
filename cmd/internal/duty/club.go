package duty

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/post"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/templates"
)

// reader is a player of one game or more who gets one letter.
type reader struct {
	mail.Address
	games []string
}

// announceAll writes to the players of all games that go on, one letter to each address. The log
// of each game has the text.
func (d *errand) announceAll(text string) error {
	if len(d.Commands.Lines) > 1 || d.Commands.Game != "" {
		return d.fault(english("this is about all games"),
			english("send it in a mail of its own, without the name of a game"))
	}
	games, err := d.goingOn()
	if err != nil {
		return err
	}
	if len(games) == 0 {
		return d.fault(english("no game goes on"), none)
	}
	if d.Machine == nil {
		known, err := d.CountedBefore(games[0].Game, docket.UmpireSide)
		if err != nil {
			return err
		}
		if known {
			return d.carriedOut()
		}
		d.Count(games[0].Game, docket.UmpireSide, "", games[0].State.Number+1, false)
	}
	var readers []*reader
	for _, g := range games {
		readers = gather(readers, g)
		next := *g
		b, err := d.Desk.DecideAnnounce(&next, text, d.Signed.Key.Name())
		if err != nil {
			return d.refused(none, err)
		}
		b.Mails = nil // one letter for all games
		d.Batch.Join(b)
		d.Effects = append(d.Effects, func() { d.Desk.Forget(next.Game) })
	}
	for _, r := range readers {
		d.Desk.Tell(&d.Batch, d.toAll(r, text))
	}
	d.part(templates.Part{Text: english("%s of %s get this, each of them once:", counted(len(readers), "player"),
		counted(len(games), "game")), Block: strings.TrimSpace(text) + "\n"})
	return nil
}

// goingOn opens all games that are not over; one that is held has no part in it.
func (d *errand) goingOn() (games []*docket.Game, err error) {
	names, err := d.Desk.Store.Games()
	if err == nil {
		err = d.Desk.Mine(names...)
	}
	if err != nil {
		return nil, err
	}
	for inf, err := range d.Desk.AllGames() {
		over := false
		if err == nil {
			over, err = d.Desk.Store.IsOver(inf.Game)
		}
		var g *docket.Game
		if err == nil && !over {
			g, err = d.Desk.Open(inf.Game)
		}
		if _, held := errors.AsType[*docket.HeldError](err); held || err == nil && over {
			continue
		}
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

// gather adds the players of a game who have an address.
func gather(readers []*reader, g *docket.Game) []*reader {
	for _, side := range g.Sides {
		address := g.Address[side]
		i := slices.IndexFunc(readers, func(r *reader) bool { return strings.EqualFold(r.Address.Address, address) })
		switch {
		case address == "" || g.Vacant(side):
		case i < 0:
			readers = append(readers, &reader{mail.Address{Name: g.Player(side).Name, Address: address},
				[]string{g.Game}})
		case !slices.Contains(readers[i].games, g.Game):
			readers[i].games = append(readers[i].games, g.Game)
		}
	}
	return readers
}

// toAll is the letter to one of them.
func (d *errand) toAll(r *reader, text string) post.Letter {
	return post.Letter{
		To: r.Address,
		ID: fmt.Sprintf("announce.%s.%x", d.Mail.HashString()[:16],
			sha256.Sum256([]byte(strings.ToLower(r.Address.Address))))[:50],
		Subject: "A word from the umpire", Unasked: true,
		Page: post.Fill(templates.Notice, templates.NoticeMail{Subject: phrase.Say("word.title"),
			From:  phrase.Umpire(d.Signed.Key.Name()),
			Games: r.games, Paragraphs: phrase.Paragraphs(strings.TrimSpace(text))}),
	}
}

// remind mails whoever owes orders what he owes.
func (d *errand) remind(c command.Remind) error {
	g := d.After
	sides := slices.DeleteFunc(g.Waiting(), g.Vacant)
	if c.Side != "" {
		side, err := g.SideNamed(c.Side)
		if err != nil {
			return d.refused(none, err)
		}
		sides = slices.DeleteFunc(sides, func(s engine.Side) bool { return s != side })
	}
	if len(sides) == 0 || g.State.Waits {
		return d.fault(english("nobody who could be reminded owes orders"), english("\"status\" tells who is to act"))
	}
	if err := d.once("", false); err != nil {
		return err
	}
	for _, side := range sides {
		d.Desk.Tell(&d.Batch, d.reminder(g, side))
	}
	d.say(english("Reminded: %s.", sideNames(sides)))
	return nil
}

// reminder is the letter to one side. What the clocks have to say of it is in it.
func (d *errand) reminder(g *docket.Game, side engine.Side) post.Letter {
	report := engine.Tell(g.Rules, g.State.Position, g.State.Position, nil, side)
	m := templates.ReminderMail{
		Game: d.Desk.AboutTo(g.Info, side), Side: side, Step: g.State.Number + 1, Owed: report.Owed,
		Answer: g.Answer(g.Attachment(side, engine.Link{}), report.Template),
	}
	until, waits := tongue.Text{}, false
	if g.State.Clock != nil {
		if s := g.State.Clock.Side(side); s.Run != (clock.Run{}) && g.State.Clock.Paused.By == "" {
			m.Late, until, waits = !d.Desk.Now().Before(s.Run.Due), phrase.When(s.Local(s.Run.End)), g.Clock.Wait
		}
	}
	l := g.Letter(side, "").Remind(m, d.Desk.Now(), until, waits)
	l.Kind += "." + d.Mail.HashString()[:8]
	return l
}
