package duty

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/post"
	"berthier/engine"
	"berthier/mail"
	"berthier/store"
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
		d.fault("send it in a mail of its own, without the name of a game", "this is about all games")
		return nil
	}
	games, err := d.goingOn()
	if err != nil {
		return err
	}
	if len(games) == 0 {
		d.fault("", "no game goes on")
		return nil
	}
	if d.Machine == nil {
		known, err := d.CountedBefore(games[0].Game, docket.UmpireSide)
		if known || err != nil {
			d.fault("write it anew if you want it twice", "this very mail was carried out before")
			return err
		}
		d.Count(games[0].Game, docket.UmpireSide, "", games[0].State.Number+1, false)
	}
	var readers []*reader
	for _, g := range games {
		readers = gather(readers, g)
		next := *g
		b, err := d.Desk.DecideAnnounce(&next, text, d.Signed.Key.Name())
		if refused := (docket.Refusal{}); errors.As(err, &refused) {
			d.fault("", "%v", refused)
			return nil
		}
		if err != nil {
			return err
		}
		b.Mails = nil // one letter for all games
		d.Batch.Join(b)
		d.Effects = append(d.Effects, func() { d.Desk.Forget(next.Game) })
	}
	for _, r := range readers {
		m, err := d.Desk.Post.Write(d.toAll(r, text))
		if err != nil {
			return err
		}
		d.Batch.Send(m)
	}
	d.part(templates.Part{Text: fmt.Sprintf("%s of %s get this, each of them once:", counted(len(readers), "player"),
		counted(len(games), "game")), Block: strings.TrimSpace(text) + "\n"})
	return nil
}

// goingOn opens all games that are not over; one that is held has no part in it.
func (d *errand) goingOn() (games []*docket.Game, err error) {
	err = d.Desk.Store.View(func(tx *store.Tx) error {
		names, err := tx.Games()
		for _, name := range names {
			over, err := docket.IsOver(tx, name)
			if err != nil {
				return err
			}
			if over {
				continue
			}
			g, err := d.Desk.Open(tx, name)
			if _, held := errors.AsType[*docket.HeldError](err); held || errors.Is(err, docket.ErrNoRuleset) {
				continue
			}
			if err != nil {
				return err
			}
			games = append(games, g)
		}
		return err
	})
	return games, err
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
	who := "the umpire"
	if key := d.Signed.Key.Name(); key != "" {
		who += " (" + key + ")"
	}
	return post.Letter{
		To:      r.Address,
		ID:      fmt.Sprintf("announce.%s.%x", d.Mail.HashString()[:16], docket.Sum([]byte(strings.ToLower(r.Address.Address))))[:50],
		Subject: "A word from the umpire", Unasked: true,
		Page: post.Fill(templates.Notice, templates.NoticeMail{Subject: "A word from the umpire", From: who,
			Games: r.games, Paragraphs: strings.Split(strings.TrimSpace(text), "\n\n")}),
	}
}

// remind mails whoever owes orders what he owes.
func (d *errand) remind(c command.Remind) error {
	if !d.changes() {
		return nil
	}
	g := d.After
	sides := slices.DeleteFunc(g.Waiting(), g.Vacant)
	if c.Side != "" {
		side, err := g.SideNamed(c.Side)
		if err != nil {
			d.fault("", "%v", err)
			return nil
		}
		sides = slices.DeleteFunc(sides, func(s engine.Side) bool { return s != side })
	}
	if len(sides) == 0 || g.State.Waits {
		d.fault("\"status\" tells who is to act", "nobody who could be reminded owes orders")
		return nil
	}
	if ok, err := d.once(g.Game, "", false); !ok || err != nil {
		return err
	}
	for _, side := range sides {
		m, err := d.Desk.Post.Write(d.reminder(g, side))
		if err != nil {
			return err
		}
		d.Batch.Send(m)
	}
	d.say("Reminded: %s.", sideNames(sides))
	return nil
}

// reminder is the letter to one side. What the clocks have to say of it is in it.
func (d *errand) reminder(g *docket.Game, side engine.Side) post.Letter {
	report := engine.Tell(g.Rules, g.State.Position, g.State.Position, nil, side)
	m := templates.ReminderMail{
		Game: d.Desk.About(g.Info), Side: side, Step: g.State.Number + 1, Owed: report.Owed,
		Answer: g.Answer(g.Attachment(side, engine.Link{}), report.Template),
	}
	until, waits := "", false
	if g.State.Clock != nil {
		if s := g.State.Clock.Side(side); s.Run != (clock.Run{}) && g.State.Clock.Paused.By == "" {
			m.Late, until, waits = !d.Desk.Now().Before(s.Run.Due), s.When(s.Run.End), g.Clock.Wait
		}
	}
	l := g.Letter(side, "").Remind(m, d.Desk.Now(), until, waits)
	l.Kind += "." + d.Mail.HashString()[:8]
	return l
}
