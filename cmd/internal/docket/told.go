package docket

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/position"
	"berthier/cmd/internal/post"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/store"
	"berthier/templates"
)

// LoadReminders reads up to when reminders went out.
func (g *Game) LoadReminders() error {
	if g.State.Clock == nil {
		return nil
	}
	for _, s := range g.State.Clock.Sides {
		if _, err := clock.LoadZone(s.Zone); err != nil {
			return fmt.Errorf("game %s: clock of %s: %w", g.Game, s.Side, err)
		}
	}
	g.Reminded = map[engine.Side]time.Time{}
	for _, side := range g.Sides {
		value, err := g.Docket.Store.Value(g.Game, StateReminded+string(side))
		if err != nil {
			return err
		}
		if value == nil {
			continue
		}
		if g.Reminded[side], err = time.Parse(time.RFC3339, string(value)); err != nil {
			return fmt.Errorf("game %s: reminders of %s: %w", g.Game, side, err)
		}
	}
	return nil
}

// When tells a time to the player of a side: in his zone, if the game has deadlines.
func (g *Game) When(side engine.Side, at time.Time) tongue.Text {
	if g.State.Clock == nil {
		return phrase.Moment(at)
	}
	return phrase.When(g.State.Clock.Side(side).Local(at))
}

// Answer is the block with which a side answers, and what becomes of its file.
func (g *Game) Answer(a position.Attachment, template engine.Template) templates.Answer {
	others := slices.ContainsFunc(g.Waiting(), func(s engine.Side) bool { return s != a.Side })
	answer := templates.Answer{Header: g.AnswerHeader(a), Template: template.In(g.Language(a.Side)),
		Deadline: g.Deadline(a.Side),
		Final:    g.State.Clock != nil && g.Clock.Final, Alone: !others && slices.Contains(g.Owing(), a.Side)}
	if g.Window > 0 {
		answer.Window = phrase.Span(g.Window)
	}
	return answer
}

// OverHint says what can still happen to a game that is over.
func (g *Game) OverHint() tongue.Text {
	if g.State.Ended != nil {
		return phrase.Say("hint.reopen", "until", phrase.Moment(g.State.Ended.Until))
	}
	return phrase.Say("hint.over")
}

// Deadline is when the orders of a side are due, as it is told; empty if they are not.
func (g *Game) Deadline(side engine.Side) (none tongue.Text) {
	if g.State.Clock == nil {
		return none
	}
	s := g.State.Clock.Side(side)
	switch {
	case s.Run == (clock.Run{}):
		return none
	case g.State.Clock.Paused.By != "":
		return phrase.Say("deadline.paused")
	}
	return phrase.When(s.Local(s.Run.Due))
}

// ResolvedBy is when the step is resolved at the latest, for a receipt; empty if it waits as long as it takes.
func (g *Game) ResolvedBy(reader engine.Side) (none tongue.Text) {
	if g.State.Clock == nil {
		return none
	}
	at, ok := g.State.Clock.ReadyAt(g.Clock, g.Answered)
	if !ok || at.IsZero() {
		return none
	}
	return phrase.When(g.State.Clock.Side(reader).Local(at))
}

// Report is a mail of which the log keeps the text.
type Report struct {
	store.Mail
	Side engine.Side
	Text string
}

// Letter begins one about the next step to the player of a side, at the address that he registered.
func (g *Game) Letter(side engine.Side, kind string) post.Letter {
	return post.Letter{
		To:   mail.Address{Name: g.Player(side).Name, Address: g.Address[side]},
		Game: g.Game, Step: g.State.Number + 1, Side: string(side), Kind: kind,
	}
}

// TellUmpire writes to the umpire about a game, at an address; not if that is "". If a side needs another
// player, the letter has the command that seats him.
func (u *Docket) TellUmpire(b *Batch, to string, g *Info, id, subject string, seat engine.Side, paragraphs ...string) {
	if to == "" {
		return
	}
	u.Tell(b, post.Letter{
		To: mail.Address{Address: to}, Game: g.Game, ID: id, Subject: subject, Unasked: true,
		Page: post.Fill(templates.Notice, templates.NoticeMail{Game: u.About(g),
			Subject:    tongue.Name(phrase.Capital(subject)),
			Paragraphs: tongue.Names(paragraphs...), Umpire: true, Seat: seat, ByMail: len(u.UmpireKeys) > 0}),
	})
}

// Words are a page of paragraphs about a game for the player of a side, and their subject.
func (u *Docket) Words(g *Info, side engine.Side, title tongue.Text, paragraphs ...tongue.Text) (subject string,
	page post.Page) {
	about := u.AboutTo(g, side)
	return phrase.Uncapital(title.In(about.Language)), post.Fill(templates.Notice, templates.NoticeMail{Game: about,
		Subject: title, Paragraphs: paragraphs})
}

// LastFile is the turn file that completed a step.
type LastFile struct {
	Side engine.Side
	Mail string // Message-ID of the mail that it came in; "" if that had none
	templates.File
}

// ErrClosed is returned for what would change a step whose answers are complete and wait for a round of the beacon.
var ErrClosed = errors.New("the answers to the step are complete, and wait for a round of the beacon")

// ClosedFault tells a player that his orders come too late for a step.
func (g *Game) ClosedFault() engine.Fault {
	return amiss.Fault(engine.Invalid, phrase.Say("fault.closed", "step", g.State.Closed.Step, "round",
		strconv.FormatUint(g.State.Closed.Round, 10), "chain", g.Beacon.Chain.String()),
		phrase.Say("fault.closed.hint", "at", phrase.Second(g.Beacon.Time(g.State.Closed.Round))))
}

// RefuseClosed is ErrClosed with its details if the step is closed.
func (g *Game) RefuseClosed() error {
	if g.State.Closed == nil {
		return nil
	}
	return fmt.Errorf("game %s, step %d: %w: round %d, published %s", g.Game, g.State.Closed.Step, ErrClosed,
		g.State.Closed.Round, phrase.Second(g.Beacon.Time(g.State.Closed.Round)))
}

// Dropped tells a side what became of the files that had come in; next is the number of the next step.
func (g *Game) Dropped(side engine.Side, next int) tongue.Text {
	return phrase.Say("dropped", "had", g.Answered(side), "step", g.State.Number+1, "next", next)
}

// AddressOfUmpire is where mails to the umpire go; "" if that is not known.
func (u *Docket) AddressOfUmpire() string { return cmp.Or(u.UmpireAddress, u.Contact) }

// UmpireSide stands in the header of the umpire's commands.
const UmpireSide = "umpire"
