package docket

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/post"
	"berthier/engine"
	"berthier/mail"
	"berthier/store"
	"berthier/templates"
)

// HowItStands is one plain clause on how the game stands.
func (g *Game) HowItStands() string {
	switch o := g.Outcome(); {
	case g.State.Over == nil && g.State.Ended != nil:
		return "over: " + o.Text + "; the umpire can reopen it until " + post.Moment(g.State.Ended.Until)
	case o.Over && o.Winner == "" && o.Rule == "":
		return "over: " + o.Text
	case o.Over && o.Winner == "":
		return "over: a draw"
	case o.Over:
		return "over: " + string(o.Winner) + " won"
	}
	return fmt.Sprintf("turn %d, step %d", g.Turn(), g.State.Number+1)
}

// Duty is what everybody may know about what a side has to do.
func (g *Game) Duty(side engine.Side) string {
	text := g.owes(side)
	if g.Vacant(side) {
		text += ", has resigned"
	}
	if g.OffersDraw(side) && !g.Over() {
		text += ", offers a draw"
	}
	return text
}

func (g *Game) owes(side engine.Side) string {
	switch {
	case g.Over():
		return "–"
	case g.Computed(side):
		return "is a computer, which answers at once"
	case slices.Contains(g.Waiting(), side):
		return "owes orders"
	case slices.Contains(g.Owing(), side):
		return "has answered"
	}
	return "owes nothing"
}

// Sent is what a side may know about its own orders.
func (g *Game) Sent(side engine.Side) string {
	p, ok := g.Pending(side)
	switch {
	case !ok && slices.Contains(g.Waiting(), side):
		return "Nothing is in for this step."
	case !ok:
		return "Nothing is in, and nothing is owed."
	}
	what := "Your orders are in and wait for those of the others"
	if until := g.Replaceable(); until != "" {
		what = "All orders are in, and " + until
	}
	if !slices.Contains(g.Owing(), side) {
		what = "Your orders beforehand are in and wait until the step is resolved"
	}
	return fmt.Sprintf("%s. They came %s.", what, post.Moment(p.Time))
}

// Beforehand lists the sides whose orders wait although they owe none.
func (g *Game) Beforehand() []engine.Side {
	return slices.DeleteFunc(slices.Clone(g.Sides), func(s engine.Side) bool {
		in := g.Answered(s)
		return !in || slices.Contains(g.Owing(), s)
	})
}

// ClockDuty is what everybody may know about the clock of a side, behind what it has to do.
func (g *Game) ClockDuty(side engine.Side, now time.Time) string {
	if g.State.Clock == nil || g.Over() {
		return ""
	}
	s := g.State.Clock.Side(side)
	text := ""
	switch {
	case s.Run == (clock.Run{}):
	case g.State.Clock.Paused.By != "":
		text = ", paused"
	case g.Answered(side) && s.Final:
		text = ", final"
	case g.Answered(side):
	case !now.Before(s.Run.Due):
		text = ", LATE since " + s.When(s.Run.Due) + ", taken until " + s.When(s.Run.End)
	default:
		text = ", due " + s.When(s.Run.Due)
	}
	if g.Clock.Bank > 0 {
		text += fmt.Sprintf(", %s in the time bank", clock.Short(s.Bank))
	}
	return text
}

// LoadReminders reads up to when reminders went out.
func (g *Game) LoadReminders(tx *store.Tx) error {
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
		value, err := Optional(tx.State(g.Game, StateReminded+string(side)))
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

// ClockTexts are the changes of the clocks that no report has told yet.
func (g *Game) ClockTexts() (all []string) {
	if g.State.Clock == nil {
		return nil
	}
	for _, n := range g.State.Clock.News {
		all = append(all, n.Text)
	}
	return all
}

// Ready reports whether nothing holds the next step up: all orders are in, and if the
// game waits for it they are final or their deadline has passed.
func (g *Game) Ready(now time.Time) bool {
	return len(g.Waiting()) == 0 && (g.State.Clock == nil || g.State.Clock.Ready(g.Clock, now, g.Answered))
}

// When tells a time to the player of a side: in his zone, if the game has deadlines.
func (g *Game) When(side engine.Side, at time.Time) string {
	if g.State.Clock == nil {
		return post.Moment(at)
	}
	return g.State.Clock.Side(side).When(at)
}

// InWords is a time of whole minutes as people say it: "30 minutes", "7 days".
func InWords(d time.Duration) string {
	n, unit := int(d/time.Minute), "minute"
	switch {
	case n%(24*60) == 0:
		n, unit = n/(24*60), "day"
	case n%60 == 0:
		n, unit = n/60, "hour"
	}
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}

// Replaceable says until when orders that are all in can be replaced; empty without a
// change window.
func (g *Game) Replaceable() string {
	switch until := g.State.ChangesUntil(); {
	case g.Window == 0 || len(g.Waiting()) > 0:
		return ""
	case until.IsZero():
		return "they can be replaced until the game goes on"
	default:
		return "they can be replaced until " + post.Moment(until)
	}
}

// Answer is the block with which a side answers, and what becomes of its file.
func (g *Game) Answer(a Attachment, template string) templates.Answer {
	others := slices.ContainsFunc(g.Waiting(), func(s engine.Side) bool { return s != a.Side })
	answer := templates.Answer{Header: g.AnswerHeader(a), Template: template, Deadline: g.Deadline(a.Side),
		Final: g.State.Clock != nil && g.Clock.Final, Alone: !others && slices.Contains(g.Owing(), a.Side)}
	if g.Window > 0 {
		answer.Window = InWords(g.Window)
	}
	return answer
}

// Moves reports whether a game goes on by itself: nobody is waited for, as only computers are
// left, and no file can be replaced.
func (g *Game) Moves(now time.Time) bool {
	return len(g.People()) < len(g.Sides) && !g.State.Waits && g.State.Closed == nil && !g.Over() && g.Ready(now) &&
		(g.Window == 0 || !slices.ContainsFunc(g.Sides, g.Answered))
}

// Deadline is when the orders of a side are due, as it is told; empty if they are not.
func (g *Game) Deadline(side engine.Side) string {
	if g.State.Clock == nil {
		return ""
	}
	s := g.State.Clock.Side(side)
	switch {
	case s.Run == (clock.Run{}):
		return ""
	case g.State.Clock.Paused.By != "":
		return "a date that is set when the pause ends"
	}
	return s.When(s.Run.Due)
}

// Silent are the sides whose clock runs and who have not answered.
func (g *Game) Silent() (sides []engine.Side) {
	if g.State.Clock == nil {
		return nil
	}
	for _, s := range g.State.Clock.Sides {
		if s.Run != (clock.Run{}) && !g.Answered(s.Side) {
			sides = append(sides, s.Side)
		}
	}
	return sides
}

// ResolvedBy is when the step is resolved at the latest, for a receipt; empty if it waits
// as long as it takes.
func (g *Game) ResolvedBy(reader engine.Side) string {
	if g.State.Clock == nil {
		return ""
	}
	at, ok := g.State.Clock.ReadyAt(g.Clock, g.Answered)
	if !ok || at.IsZero() {
		return ""
	}
	return g.State.Clock.Side(reader).When(at)
}

// Report is a mail of which the log keeps the text.
type Report struct {
	store.Mail
	Side engine.Side
	Text string
}

// Letter begins one about the next step to the player of a side, at the address that he
// registered.
func (g *Game) Letter(side engine.Side, kind string) post.Letter {
	return post.Letter{
		To:   mail.Address{Name: g.Player(side).Name, Address: g.Address[side]},
		Game: g.Game, Step: g.State.Number + 1, Side: string(side), Kind: kind,
	}
}

// ToUmpire is a page of paragraphs for the umpire; if a side needs another player it
// has the command that seats him.
func (u *Docket) ToUmpire(g *Info, title string, seat engine.Side, paragraphs ...string) post.Page {
	return post.Fill(templates.Notice, templates.NoticeMail{Game: u.About(g), Subject: title, Paragraphs: paragraphs,
		Umpire: true, Seat: seat, ByMail: len(u.UmpireKeys) > 0})
}

// Words are a page of paragraphs about a game.
func (u *Docket) Words(g *Info, title string, paragraphs ...string) post.Page {
	return post.Fill(templates.Notice, templates.NoticeMail{Game: u.About(g), Subject: title, Paragraphs: paragraphs})
}

// LastFile is the turn file that completed a step.
type LastFile struct {
	Side engine.Side
	Mail string // Message-ID of the mail that it came in; "" if that had none
	templates.File
}

// ErrClosed is returned for what would change a step whose answers are complete
// and wait for a round of the beacon.
var ErrClosed = errors.New("the answers to the step are complete, and wait for a round of the beacon")

// ClockTime is how a time is told, to the second.
func ClockTime(t time.Time) string { return t.UTC().Format("2 January 2006, 15.04:05 UTC") }

// ClosedFault tells a player that his orders come too late for a step.
func (g *Game) ClosedFault() engine.Fault {
	return engine.Fault{
		Msg: fmt.Sprintf("all answers to step %d are in, and its dice wait for round %d of %s", g.State.Closed.Step,
			g.State.Closed.Round, g.Beacon.Chain),
		Hint: "the round is published " + ClockTime(g.Beacon.Time(g.State.Closed.Round)) +
			"; answer the report that follows",
	}
}

// RefuseClosed is ErrClosed with its details if the step is closed.
func (g *Game) RefuseClosed() error {
	if g.State.Closed == nil {
		return nil
	}
	return fmt.Errorf("game %s, step %d: %w: round %d, published %s", g.Game, g.State.Closed.Step, ErrClosed,
		g.State.Closed.Round, ClockTime(g.Beacon.Time(g.State.Closed.Round)))
}

// Refusal is an error of what an umpire asked for: nothing is wrong with this
// program, and nothing was changed.
type Refusal struct{ error }

// Unwrap gives what is wrong.
func (r Refusal) Unwrap() error { return r.error }

// Refuse makes a Refusal of what is wrong.
func Refuse(err error) error { return Refusal{err} }

// Refusef is Refuse with a text of its own.
func Refusef(format string, args ...any) error { return Refusal{fmt.Errorf(format, args...)} }

// Dropped tells a side what became of the files that had come in; next is the number
// of the next step.
func (g *Game) Dropped(side engine.Side, next int) string {
	text := fmt.Sprintf("Orders for step %d are not used any more: whoever owes orders now sends them for step %d.",
		g.State.Number+1, next)
	if g.Answered(side) {
		text = "The file that you had sent is dropped. " + text
	}
	return text
}
