package umpire

import (
	"errors"
	"fmt"
	"strings"

	fold "berthier/cmd/internal/game"

	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
	"berthier/store/leaf"
	"berthier/templates"
)

// fileIn is a turn file of a player that came in.
type fileIn struct {
	Attachment
	file     engine.TurnFile
	faults   []engine.Fault
	replaces bool
	left     []string // what its orders leave out, in sentences
	again    bool     // it is in already
	other    string   // the game that it is for, in which its key plays no side
}

// readFile reads and checks a file that a player of the game signed.
func (t *matter) readFile(text []byte) (in fileIn, err error) {
	g := t.game
	in.Attachment = g.attachment(t.side, engine.Link{})
	old, replaces := g.pending(t.side)
	in.replaces = replaces
	switch {
	case g.over():
		in.faults = []engine.Fault{{Msg: "the game is over", Hint: "its last mail says how to check it"}}
	case g.vacant(t.side):
		in.faults = []engine.Fault{{Msg: "you have resigned", Hint: "ask the umpire"}}
	case g.state.Closed != nil:
		in.faults = []engine.Fault{g.closedFault()}
	case g.state.Waits:
		in.faults = []engine.Fault{{Msg: "the game has not begun yet", Hint: "a mail will say when orders count"}}
	case replaces && old.File == t.signed.Sum(): // which is not read again
		in.again = true
		return in, nil
	case t.forOther(text) != "":
		in.other = t.forOther(text)
		msg, hint := t.wrongGame(in.other)
		in.faults = []engine.Fault{{Kind: engine.Invalid, Msg: msg, Hint: hint}}
	default:
		in.file, in.faults, in.left = in.check(g.rs, g.rs.View(g.state.Position, t.side), text, t.u.Limits.Turn)
	}
	if len(in.faults) > 0 {
		return in, nil
	}
	known, err := t.countedBefore(g.Game, t.side)
	if err == nil && !known {
		var late string
		if late, err = t.outdated(g.Game, t.side, fold.ThingOrders, in.Step); late != "" {
			in.faults = []engine.Fault{{Kind: engine.Illegal, Msg: late, Hint: signAgain}}
		}
	}
	if err != nil || !known {
		return in, err
	}
	in.faults = []engine.Fault{{
		Msg:  "you sent this very file before, and a later one took its place",
		Hint: "if you want to go back to it, change something, a comment is enough, and sign it again",
	}}
	return in, nil
}

// forOther is the game that a turn file names, if its key does not play in that; "" if it does.
func (t *matter) forOther(text []byte) string {
	file, _ := engine.ParseTurnFile(said.Turn(text), nil, t.u.Limits.Turn)
	if file.Game == t.game.Game {
		return ""
	}
	return file.Game
}

// answerFile deals with a file that a player of the game signed.
func (t *verdict) answerFile() error {
	in, err := t.readFile(t.signed.Text)
	switch {
	case err != nil:
		return err
	case len(in.faults) > 0:
		return errors.Join(t.askForReport(in), t.refuseFile(in.Attachment, in.faults, in.other))
	case in.again:
		t.done = func() { t.log.Info("orders are in already") }
		if !t.mayAnswerSigned() {
			return nil
		}
		notes, err := t.routeNotes()
		if err != nil {
			return err
		}
		notes = append(notes, t.otherBlocks()...)
		old, _ := t.game.pending(t.side)
		return t.answerReceipt(old.Orders, false, notes)
	}
	return t.accept(in)
}

// accept records the orders, and resolves the step if they are the last.
func (t *matter) accept(in fileIn) error {
	notes, err := t.routeNotes()
	if err != nil {
		return err
	}
	file, replaces, notes := in.file, in.replaces, append(append(notes, in.left...), t.otherBlocks()...)
	g := t.game
	o := record.Orders{
		Head: record.Head{Game: g.Game, Step: g.state.Number + 1, Time: t.u.timeOf(g)},
		Side: t.side, Key: t.signed.Key.Name(), Mail: t.m.Hash, Proof: t.signed.Proof,
		Ruleset: g.rs.Name(), Version: g.rs.Version(), Lines: file.Orders,
	}
	t.count(g.Game, t.side, fold.ThingOrders, o.Step, true)
	next := *g
	o.File, o.Hidden = t.signed.Sum(), next.hidden()
	_, hidden := o.Print()
	o.Hash = sha(hidden) // as it will be read
	next.record(&t.batch, o)
	t.clockAnswered(&next, replaces)
	t.game = &next
	t.done = func() { t.log.Info("orders accepted", "replaces", replaces) }
	if !next.ready(t.u.deadlines()) {
		return errors.Join(t.u.signHead(&t.batch, &next), t.answerReceipt(o, replaces, notes))
	}
	if next.Beacon.Used() {
		if err := t.answerReceipt(o, replaces, notes); err != nil {
			return err
		}
	} else { // the report answers the file
		next.last = &lastFile{side: t.side, File: t.understood(o, notes)}
		next.last.Last = true
		next.last.mail = t.answers()
	}
	b, mails, err := t.u.complete(&next)
	t.batch, t.mails = append(t.batch, b...), append(t.mails, mails...)
	t.done = func() { t.log.Info("step resolved") }
	return err
}

// answer queues a letter to the player who signed, at the address that he
// registered: anybody can send his signed mail on in any name.
func (t *matter) answer(kind, title string, page post.Page) error {
	return t.answerSigned(t.reply(kind, title, page))
}

// reply is that letter.
func (t *matter) reply(kind, title string, page post.Page) post.Letter {
	l := t.game.letter(t.side, kind+"."+t.m.HashString()[:16])
	l.Subject, l.Page, l.Answers = title, page, t.answers()
	return l
}

// answers is the Message-ID of the mail, for the letter that answers it; "" if it has none.
func (t *matter) answers() string {
	if t.m.IDDerived {
		return ""
	}
	return t.m.ID
}

// lastFile is the turn file that completed a step.
type lastFile struct {
	side engine.Side
	mail string // Message-ID of the mail that it came in; "" if that had none
	templates.File
}

// understood tells how a file was read; notes are those of routeNotes.
func (t *matter) understood(o record.Orders, notes []string) templates.File {
	f := templates.File{Notes: notes, Optional: !engine.Owes(t.game.rs.Owed(t.game.state.Position), t.side)}
	for _, line := range o.Lines {
		f.Orders = append(f.Orders, templates.Understood{Line: line.Line, Text: line.Text,
			As: strings.Join(line.Words, " ")})
	}
	return f
}

// answerReceipt tells that orders are in, and how they were understood.
func (t *matter) answerReceipt(o record.Orders, replaces bool, notes []string) error {
	g := t.game
	head, err := t.u.checkpoint(g)
	if err != nil {
		return err
	}
	return t.answer("receipt", "orders received", post.Fill(templates.Receipt, templates.ReceiptMail{
		Game: t.u.about(g.info), Side: t.side, Step: o.Step, File: t.understood(o, notes), Auth: signedWith(o),
		Hash:     fmt.Sprintf("%x", o.File),
		Replaces: replaces, Waiting: g.waiting(), Final: g.ready(t.u.deadlines()), Deadline: g.resolvedBy(t.side),
		Checkpoint: head,
	}))
}

// answerFaults tells a player what is wrong with what he signed.
func (t *matter) answerFaults(a Attachment, faults []engine.Fault) error {
	return t.refuseFile(a, faults, "")
}

// refuseFile is answerFaults; other is the game that a turn file is for, if that is none of its key.
func (t *matter) refuseFile(a Attachment, faults []engine.Fault, other string) error {
	g := t.game
	t.done = func() { t.log.Info("orders refused", "faults", len(faults)) }
	if !t.mayAnswerSigned() {
		return nil
	}
	m := templates.FaultsMail{Game: t.u.about(g.info), Side: t.side, Step: a.Step, Faults: faults,
		Kept: g.answered(t.side), Other: other, Notes: t.otherBlocks()}
	if other != "" {
		return t.answer("faults", "orders refused", post.Fill(templates.Faults, m))
	}
	if report := engine.Tell(g.rs, g.state.Position, g.state.Position, nil,
		t.side); len(report.Owed)+len(report.Optional) > 0 {
		m.Answer = templates.Answer{Header: g.answerHeader(a), Template: report.Template, Deadline: g.deadline(t.side)}
	}
	return t.answer("faults", "orders refused", post.Fill(templates.Faults, m))
}

// answerProblem tells the sender that the fault is ours.
func (t *matter) answerProblem(reference string) error {
	m := templates.ProblemMail{Reference: reference, Umpire: t.u.Contact}
	if t.game != nil {
		m.Game = t.u.about(t.game.info)
	}
	page := post.Fill(templates.Problem, m)
	if t.game == nil {
		return t.answerStranger("A fault of the program", page)
	}
	return t.answer("problem", "a fault of the program", page)
}

// signatureFaults are those of sign.Open that have a text of their own.
var signatureFaults = map[sign.Fault]templates.SignatureFault{
	sign.FaultNotSigned:  templates.SignatureMissing,
	sign.FaultUnknownKey: templates.SignatureUnknown,
	sign.FaultChanged:    templates.SignatureWrong,
}

// obstacleFaults are what stands in the place of a text.
var obstacleFaults = map[sign.Obstacle]templates.SignatureFault{
	sign.ObstacleSMIME:          templates.SignatureSMIME,
	sign.ObstacleSMIMEEncrypted: templates.SignatureSMIMEEncrypted,
	sign.ObstacleEncrypted:      templates.SignatureEncrypted,
	sign.ObstacleWord:           templates.SignatureWord,
	sign.ObstaclePDF:            templates.SignaturePDF,
	sign.ObstaclePicture:        templates.SignaturePicture,
	sign.ObstacleEmpty:          templates.SignatureEmpty,
}

// refuseStranger answers a mail that nobody is known to have written. Nothing
// of any game changes.
func (t *verdict) refuseStranger(why error) error {
	t.done = func() { t.log.Info("mail refused", "from", t.m.From.Address, "reason", why) }
	if join, ok := errors.AsType[*joinError](why); ok {
		return t.answerNotJoined(join)
	}
	var unsigned *sign.OpenError
	if !errors.As(why, &unsigned) {
		return t.answerStranger("Your mail could not be used", post.Plain(
			"Your mail could not be used: the "+why.Error()+".",
			"Please send only the orders, as plain text, without pictures and without the report."))
	}
	if unsigned.Fault == faultCode {
		return t.answerStranger("Your mail could not be used", post.Plain(
			"Your mail could not be used: it is not signed, and it does not have the code of your last report."+
				" Nothing was done with it.", codeHint))
	}
	fault, ok := signatureFaults[unsigned.Fault]
	if fault == templates.SignatureMissing || unsigned.Fault == sign.FaultNoText {
		if done, err := t.lacksSignature(unsigned); done || err != nil {
			return err
		}
		if obstacle, is := obstacleFaults[sign.ObstacleOf(t.m)]; is {
			fault, ok = obstacle, true
		}
	}
	if !ok {
		unsigned.Detail = post.Quote(unsigned.Detail, post.QuotedLetters) // it may name what he wrote
		return t.answerStranger("Your mail could not be used", post.Plain(
			"Your mail could not be used ("+string(unsigned.Fault)+"). Nothing was done with it.", unsigned.Hint()))
	}
	s, err := t.stranger(false)
	if err != nil || s.address == "" || !t.allowed(s.limits...) {
		return err
	}
	m := templates.UnsignedMail{Why: fault, Key: unsigned.Key}
	texts := sign.Texts(t.m)
	if m.Game.ID, m.NoGame, err = t.namedGame(texts); err != nil {
		return err
	}
	if s.player && len(texts) > 0 && !m.Unsignable() {
		m.Found = post.Quote(string(texts[0].Bytes), post.QuotedLetters)
	}
	if !s.player {
		m.NoGame = ""
	}
	return t.answerStranger("Your mail could not be used", post.Fill(templates.Unsigned, m))
}

// lacksSignature answers a mail without a signature that asks for what everybody may
// know, or that has the code of an invitation; done is false for any other.
func (t *verdict) lacksSignature(no *sign.OpenError) (done bool, err error) {
	if no.Fault != sign.FaultNotSigned {
		return false, nil
	}
	if done, err = t.u.unsigned(&t.matter); done || err != nil {
		return true, err
	}
	join, err := t.rightCode(templates.JoinUnsigned, no)
	if join == nil || err != nil {
		return false, err
	}
	return true, t.answerNotJoined(join)
}

// namedGame is the game that a mail without a good signature means: the one that its text
// names, or else the one of its likeliest mark. missing is the one that its text names if
// there is none of that name.
func (t *verdict) namedGame(texts []sign.Text) (game, missing string, err error) {
	err = t.u.Store.View(func(tx *store.Tx) error {
		for _, text := range texts {
			file, _ := engine.ParseTurnFile(text.Bytes, nil, t.u.Limits.Turn)
			if !leaf.ValidGame(file.Game) {
				continue
			}
			_, err := tx.LastSeq(file.Game)
			if errors.Is(err, store.ErrNoGame) {
				missing = file.Game
				return nil
			}
			game = file.Game
			return err
		}
		found, err := t.u.marks(tx, t.m)
		game = markedGame(found)
		return err
	})
	return game, missing, err
}

// tell queues a letter.
func (t *matter) tell(l post.Letter) error {
	m, err := t.u.Post.Write(l)
	if err == nil {
		t.mails = append(t.mails, m)
	}
	return err
}
