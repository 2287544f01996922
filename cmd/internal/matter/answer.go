package matter

import (
	"crypto/sha256"
	"fmt"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/position"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/tell"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/templates"
)

// FileIn is a turn file of a player that came in.
type FileIn struct {
	position.Attachment
	File     engine.TurnFile
	Faults   []engine.Fault
	replaces bool
	Left     []tongue.Text // what its orders leave out, in sentences
	Again    bool          // it is in already
	Other    string        // the game that it is for, in which its key plays no side
}

// ReadFile reads and checks a file that a player of the game signed.
func (t *Matter) ReadFile(text []byte) (in FileIn, err error) {
	g := t.Game
	in.Attachment = g.Attachment(t.Side, engine.Link{})
	old, replaces := g.Pending(t.Side)
	in.replaces = replaces
	header, _ := engine.ParseTurnFile(text, nil, t.Desk.Limits.Turn)
	switch {
	case header.Game != "" && header.Game != g.Game: // its key plays no side there
		in.Other = header.Game
		in.Faults = []engine.Fault{t.otherGame(in.Other, text)}
	case g.Over():
		in.Faults = whole(phrase.Say("fault.over"), g.OverHint())
	case g.Vacant(t.Side):
		in.Faults = whole(phrase.Say("fault.resigned"), phrase.Say("hint.umpire"))
	case g.State.Closed != nil:
		in.Faults = []engine.Fault{g.ClosedFault()}
	case g.State.Waits:
		in.Faults = whole(phrase.Say("fault.waits"), phrase.Say("hint.waits"))
	case replaces && old.File == t.Signed.Sum(): // its orders are kept as they were understood
		in.Again = true
		_, _, in.Left = in.CheckAgainst(g.Rules, g.Rules.View(g.State.Position, t.Side), text, t.Desk.Limits.Turn)
		return in, nil
	default:
		in.File, in.Faults, in.Left = in.CheckAgainst(g.Rules, g.Rules.View(g.State.Position, t.Side), text,
			t.Desk.Limits.Turn)
	}
	if len(in.Faults) > 0 {
		return in, nil
	}
	known, err := t.CountedBefore(g.Game, t.Side)
	if err == nil && !known {
		var late tongue.Text
		if late, err = t.Outdated(g.Game, t.Side, fold.ThingOrders, in.Step); !late.Empty() {
			in.Faults = []engine.Fault{amiss.Fault(engine.Illegal, late, phrase.Say("hint.signagain"))}
		}
	}
	if err != nil || !known {
		return in, err
	}
	in.Faults = whole(phrase.Say("fault.before"), phrase.Say("hint.before"))
	return in, nil
}

// whole is what is wrong with a file as a whole.
func whole(msg, hint tongue.Text) []engine.Fault {
	return []engine.Fault{amiss.Fault(engine.Invalid, msg, hint)}
}

// Accept records the orders, and resolves the step if they are the last.
func (t *Matter) Accept(in FileIn) error {
	notes, err := t.RouteNotes()
	if err != nil {
		return err
	}
	file, replaces, notes := in.File, in.replaces, append(append(notes, in.Left...), t.OtherBlocks()...)
	g := t.Game
	o := record.Orders{
		Head: g.State.Next(t.Desk.Now()),
		Side: t.Side, Key: t.Signed.Key.Name(), Mail: t.Mail.Hash, Proof: t.Signed.Proof,
		Ruleset: g.Rules.Name(), Version: g.Rules.Version(), Lines: file.Orders,
	}
	t.Count(g.Game, t.Side, fold.ThingOrders, o.Step, true)
	next := *g
	o.File, o.HiddenPart = t.Signed.Sum(), next.NextHidden()
	_, hidden := o.Print()
	o.Hash = sha256.Sum256(hidden) // as it will be read
	next.Record(&t.Batch, o)
	t.clockAnswered(&next, replaces)
	t.Game = &next
	t.Done = func() { t.Log.Info("orders accepted", "replaces", replaces) }
	ready := next.Ready(t.Desk.Deadlines())
	if next.Window > 0 && ready { // a look at the clocks resolves it, when all is in that came in time
		t.Desk.Await(&next, &t.Batch, t.Side)
	}
	if next.Window > 0 || !ready {
		t.Desk.SignHead(&t.Batch, &next)
		return t.AnswerReceipt(o, replaces, notes)
	}
	if next.Beacon.Used() {
		if err := t.AnswerReceipt(o, replaces, notes); err != nil {
			return err
		}
	} else { // the report answers the file
		next.Last = &docket.LastFile{Side: t.Side, File: t.understood(o, notes)}
		next.Last.Last = true
		next.Last.Mail = t.Answers()
	}
	b, err := t.Desk.Complete(&next)
	t.Batch.Join(b)
	t.Done = func() { t.Log.Info("step resolved") }
	return err
}

// Answer queues a letter to the player who signed, at the address that he
// registered: anybody can send his signed mail on in any name.
func (t *Matter) Answer(kind, title string, page post.Page) error {
	return t.AnswerSigned(t.Reply(kind, title, page))
}

// Reply is that letter.
func (t *Matter) Reply(kind, title string, page post.Page) post.Letter {
	l := t.Game.Letter(t.Side, kind+"."+t.Mail.HashString()[:16])
	l.Subject, l.Page, l.Answers = title, page, t.Answers()
	return l
}

// Answers is the Message-ID of the mail, for the letter that answers it; "" if it has none.
func (t *Matter) Answers() string {
	if t.Mail.IDDerived {
		return ""
	}
	return t.Mail.ID
}

// understood tells how a file was read; notes are those of RouteNotes.
func (t *Matter) understood(o record.Orders, notes []tongue.Text) templates.File {
	return templates.File{Orders: templates.Readings(o.Lines), Notes: notes,
		Optional: !engine.Owes(t.Game.Rules.Owed(t.Game.State.Position), t.Side)}
}

// AnswerReceipt tells that orders are in, and how they were understood.
func (t *Matter) AnswerReceipt(o record.Orders, replaces bool, notes []tongue.Text) error {
	g := t.Game
	head, err := t.Desk.Checkpoint(g)
	if err != nil {
		return err
	}
	m := templates.ReceiptMail{
		Game: t.Desk.AboutTo(g.Info, t.Side), Side: t.Side, Step: o.Step, File: t.understood(o, notes),
		Auth: tell.SignedWith(o), Hash: fmt.Sprintf("%x", o.File), Replaces: replaces, Waiting: g.Waiting(),
		Final: g.Window == 0 && g.Ready(t.Desk.Deadlines()), Deadline: g.ResolvedBy(t.Side), Change: t.change(),
		Checkpoint: head,
	}
	return t.Answer("receipt", m.Subject(), post.Fill(templates.Receipt, m))
}

// change is what a game with a change window promises about a file that came in.
func (t *Matter) change() (c templates.Change) {
	g := t.Game
	if g.Window == 0 {
		return c
	}
	c.Window = phrase.Span(g.Window)
	switch until := g.State.ChangesUntil(); {
	case len(g.Waiting()) > 0:
	case !until.IsZero():
		c.Until = g.When(t.Side, until)
	default:
		c.Paused = g.State.Clock != nil && g.State.Clock.Paused.By != ""
		c.Over = !c.Paused
	}
	return c
}

// RefuseFile tells a player what is wrong with what he signed; other is the game that a
// turn file is for, if its key plays no side there.
func (t *Matter) RefuseFile(a position.Attachment, faults []engine.Fault, other string) error {
	g := t.Game
	t.Done = func() { t.Log.Info("orders refused", "faults", len(faults)) }
	if !t.MayAnswerSigned() {
		return nil
	}
	m := templates.FaultsMail{Game: t.Desk.AboutTo(g.Info, t.Side), Side: t.Side, Step: a.Step, Faults: faults,
		Kept: g.Answered(t.Side), Other: other, Notes: t.OtherBlocks()}
	if other != "" || g.Over() {
		return t.Answer("faults", m.Subject(), post.Fill(templates.Faults, m))
	}
	if report := engine.Tell(g.Rules, g.State.Position, g.State.Position, nil,
		t.Side); len(report.Owed)+len(report.Optional) > 0 {
		m.Answer = g.Answer(a, report.Template)
	}
	return t.Answer("faults", m.Subject(), post.Fill(templates.Faults, m))
}

// AnswerProblem tells the sender that the fault is ours.
func (t *Matter) AnswerProblem(reference string) error {
	m := templates.ProblemMail{Reference: reference, Umpire: t.Desk.Contact}
	if t.Game != nil {
		m.Game = t.Desk.AboutTo(t.Game.Info, t.Side)
	}
	page := post.Fill(templates.Problem, m)
	if t.Game == nil {
		return t.AnswerStranger(templates.Say("problem.title"), page)
	}
	return t.Answer("problem", m.Subject(), page)
}

// Tell queues a letter.
func (t *Matter) Tell(l post.Letter) error {
	m, err := t.Desk.Post.Write(l)
	if err == nil {
		t.Batch.Send(m)
	}
	return err
}

// clockAnswered tells the clocks of a side's first orders for a step, and that
// orders which take the place of others are not final.
func (t *Matter) clockAnswered(g *docket.Game, replaces bool) {
	if g.State.Clock == nil {
		return
	}
	if !replaces {
		before := g.State.Clock.Side(t.Side)
		state, text := g.State.Clock.Answered(g.Clock, t.Desk.Arrived(), t.Side)
		if state.Side(t.Side).Bank != before.Bank {
			t.Desk.SetClock(g, &t.Batch, record.Clock{Cause: record.ClockLate, By: record.ClockItself, State: state,
				Text: text})
		}
	}
	if g.State.Clock.Side(t.Side).Final {
		state := g.State.Clock.SetFinal(t.Desk.Now(), t.Side, false)
		t.Desk.SetClock(g, &t.Batch, record.Clock{Cause: record.ClockFinal, By: record.ClockItself, State: state})
	}
}
