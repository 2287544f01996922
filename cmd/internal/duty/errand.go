package duty

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/matter"
	"berthier/cmd/internal/post"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/store"
	"berthier/templates"
)

// errand is a mail of commands while it is carried out, one command after the
// other. What they change is gathered in the matter and committed with it, or
// not at all.
type errand struct {
	*matter.Matter
	clerk    *Clerk
	by       command.Authority
	Commands command.Mail
	After    *docket.Game // as the commands so far leave it; nil if the mail names none
	Giver    engine.Side
	held     *docket.HeldError // why the game that the mail names is not in After

	line        command.Line // the command that is carried out
	done        []templates.Done
	Faults      []engine.Fault
	Notes       []string
	attachments []mail.File
	inline      []mail.File
	small       bool         // the answer has no room for pictures
	own         bool         // what was done is told in a mail of its own
	acted       bool         // the game was changed by a command that is recorded
	moved       bool         // the game stands elsewhere now, so that nothing else can change it in this mail
	pressed     bool         // the mail has press
	names       []string     // of the games that it creates
	created     *docket.Game // the last one
	committed   []func()
}

// fault refuses the command, and so the whole mail.
func (d *errand) fault(hint, format string, args ...any) {
	d.Faults = append(d.Faults, engine.Fault{Kind: engine.Illegal, Line: d.line.No, Text: d.line.Text,
		Msg: fmt.Sprintf(format, args...), Hint: hint})
}

// part adds something to the result of the command.
func (d *errand) part(p templates.Part) {
	last := &d.done[len(d.done)-1]
	last.Parts = append(last.Parts, p)
}

// say adds one paragraph to the result of the command.
func (d *errand) say(format string, args ...any) {
	d.part(templates.Part{Text: fmt.Sprintf(format, args...)})
}

// when adds what is to be done once everything is committed.
func (d *errand) when(do func()) { d.committed = append(d.committed, do) }

// needGame refuses the command if the mail names no game, and, if the command
// changes it, one that is over.
func (d *errand) needGame(changes bool) bool {
	switch {
	case d.held != nil:
		d.fault("nothing is resolved until the umpire has decided; everybody is told then", "the game is held: %s",
			d.held.Why)
	case d.After == nil:
		d.fault(d.whichGame(), "it is not clear which game you mean")
	case changes && d.After.State.Ended != nil && d.line.Word == "reopen":
		return true
	case changes && d.After.State.Ended != nil:
		d.fault("the umpire can reopen it until "+post.Moment(d.After.State.Ended.Until), "the game is over")
	case changes && d.After.Over():
		d.fault("its last mail says how to check it", "the game is over")
	default:
		return true
	}
	return false
}

// whichGame says how a game is named.
func (d *errand) whichGame() string {
	if d.by == command.Umpire {
		word, rest, _ := strings.Cut(d.line.Text, " ")
		return fmt.Sprintf("write its name behind the command: %s; \"games\" lists them",
			strings.TrimSpace(word+" GAME "+rest))
	}
	return "write to the address of the game, or begin the mail with a line \"game: NAME\"; \"games\" lists them"
}

// changes prepares a command that changes the game: what must be there for it
// to count only once and only for the game that was meant.
func (d *errand) changes() bool {
	switch {
	case !d.needGame(true):
	case d.After.Vacant(d.Giver):
		d.fault("ask the umpire", "you have resigned")
	case d.by == command.Umpire && d.Commands.Game == "":
		d.fault(d.whichGame(), "it is not clear which game you mean")
	case d.Commands.Game == "" || d.by == command.Player && d.Commands.Side == "":
		d.fault(fmt.Sprintf("put \"game: %s\" and \"side: %s\" above the commands and sign the mail again",
			d.After.Game,
			cmp.Or(string(d.Giver), "umpire")),
			"a command that changes the game needs a signed header")
	default:
		return true
	}
	return false
}

// CommandsOf reads the signed text as commands; ok is false if it has none.
func (u *Clerk) CommandsOf(t *matter.Matter, text []byte, by command.Authority) (*errand, bool) {
	m, ok := command.Parse(text, by)
	return &errand{Matter: t, clerk: u, by: by, Commands: m, After: t.Game, Giver: t.Side}, ok
}

// UmpireCommands is CommandsOf for what the umpire signed, or gives at the machine.
func (u *Clerk) UmpireCommands(t *matter.Matter, text []byte) (d *errand, ok bool, err error) {
	var games []string
	err = u.Store.View(func(tx *store.Tx) (err error) {
		games, err = tx.Games()
		return err
	})
	m, ok := command.ParseUmpire(text, games, t.Machine != nil)
	return &errand{Matter: t, clerk: u, by: command.Umpire, Commands: m, After: t.Game}, ok, err
}

// Unsigned answers a mail without a signature that asks for what everybody may
// know; ok is false if it is none.
func (u *Clerk) Unsigned(t *matter.Matter) (ok bool, err error) {
	texts := sign.Texts(t.Mail)
	empty := len(texts) == 0
	if empty {
		texts = []sign.Text{{Bytes: []byte(t.Mail.Subject)}}
	} else if strings.EqualFold(strings.TrimSpace(t.Mail.Subject), "help") {
		texts = append(texts, sign.Text{Bytes: []byte(t.Mail.Subject)})
	}
	for _, text := range texts {
		d, ok := u.CommandsOf(t, text.Bytes, command.Stranger)
		if !ok || empty && (len(d.Commands.Faults) > 0 || !d.Commands.OnlyAsks()) {
			continue
		}
		if err := t.Desk.Store.View(d.Find); err != nil {
			return true, err
		}
		proved, err := d.provesAddress()
		if err != nil {
			return true, err
		}
		s, err := t.Stranger(true)
		if err != nil || !proved && (s.Address == "" || !t.Allowed(s.Limits...)) {
			return true, err // nothing can come of it
		}
		d.small = s.Larger == nil || !t.Allowed(s.Larger...)
		t.Done = nil // it is not refused
		return true, d.Obey()
	}
	return false, nil
}

// Find loads the game that a mail names in its header, or else outside of it.
func (d *errand) Find(tx *store.Tx) error {
	found, err := d.Desk.Marks(tx, d.Mail)
	if err != nil {
		return err
	}
	game := cmp.Or(d.Commands.Game, matter.MarkedGame(found))
	if game == "" {
		games, err := tx.Games()
		if err != nil || len(games) != 1 {
			return err
		}
		game = games[0]
	}
	d.After, err = d.Desk.Open(tx, game)
	if held, ok := errors.AsType[*docket.HeldError](err); ok {
		d.After, d.held, err = nil, held, nil
	}
	if errors.Is(err, store.ErrNoGame) || errors.Is(err, docket.ErrNoRuleset) {
		d.After = nil
		return nil
	}
	by := "the text names another one"
	if d.Commands.Game == "" && len(found) > 0 {
		by = found[0].Where + " another one"
	}
	d.Notes = matter.Disagreeing(found, game, by)
	return err
}

// Obey carries a mail out, whole or not at all, and answers it.
func (d *errand) Obey() error {
	d.Passing = d.by == command.Player
	silent := d.by != command.Stranger && d.Machine == nil && !d.MayAnswerSigned()
	if silent && d.Commands.OnlyAsks() {
		return nil
	}
	before, size := *d.Matter, uint64(0)
	if d.After != nil {
		size = d.After.State.Tree.Size()
	}
	d.checkAll()
	d.line = command.Line{}
	for _, l := range d.Commands.Lines {
		if len(d.Faults) > 0 { // nothing of the mail will be done
			if d.line.No > 0 && d.line.No < l.No {
				d.Notes = append(d.Notes, fmt.Sprintf("The lines below line %d were read, but not tried.", d.line.No))
			}
			break
		}
		d.line = l
		d.done = append(d.done, templates.Done{Line: l.No, Text: l.Text, As: l.As()})
		if err := d.clerk.duties[l.Word](d); err != nil {
			return err
		}
	}
	if len(d.Faults) > 0 {
		changed := d.Matter
		*changed = before
		if silent || d.Machine != nil {
			return nil
		}
		return d.answerCommandFaults()
	}
	if d.After != nil && d.by != command.Stranger {
		d.Matter.Game = d.After
		d.Passing = d.Passing && d.After.State.Tree.Size() == size
	}
	before.Done = d.Matter.Done
	d.Matter.Done = func() {
		if before.Done != nil {
			before.Done()
		}
		for _, do := range d.committed {
			do()
		}
		d.Log.Info("commands carried out", "commands", d.Commands.Words())
	}
	if silent && len(d.Batch.Writes) == len(before.Batch.Writes) {
		d.Batch.Mails = before.Batch.Mails // what a question called forth
		return nil
	}
	return d.answerCommands()
}

// checkAll finds what can be found wrong with a mail before any of it is done.
func (d *errand) checkAll() {
	d.Faults = slices.Clone(d.Commands.Faults)
	d.checkHeader()
	for _, l := range d.Commands.Lines {
		if d.line = l; l.Who&d.by == 0 || l.MailOnly && d.Machine != nil {
			d.refuse()
		}
	}
}

// checkHeader compares the signed header with who signed.
func (d *errand) checkHeader() {
	wrong := func(msg, hint string) {
		d.Faults = append(d.Faults, engine.Fault{Kind: engine.Invalid, Msg: msg, Hint: hint})
	}
	switch {
	case d.Commands.Game != "" && d.After == nil:
		wrong("there is no game of the name in the header", "\"games\" lists the games")
	case d.by == command.Player && d.Commands.Game != "" && d.Commands.Game != d.After.Game:
		wrong(d.WrongGame(d.Commands.Game))
	case d.by == command.Player && d.Commands.Side != "" && !strings.EqualFold(d.Commands.Side, string(d.Giver)):
		wrong(fmt.Sprintf("the mail is for side %q, but its key is that of %q", d.Commands.Side, d.Giver),
			"copy the line side: from a report")
	}
}

// refuse says who may give the command.
func (d *errand) refuse() {
	switch {
	case d.Machine != nil && d.line.MailOnly:
		d.fault("send it from the address that it is for", "this command is given by mail")
	case d.by == command.Stranger && d.line.Who&command.Player != 0:
		d.fault("put \"game: NAME\" and \"side: SIDE\" above the commands and sign the text as you sign orders",
			"this command needs a signature")
	case d.line.Who == command.Umpire:
		d.fault("ask him", "only the umpire can give this command")
	default:
		d.fault("", "this command is for players")
	}
}

// model is what both answers have in common.
func (d *errand) model() templates.CommandsMail {
	m := templates.CommandsMail{Side: d.Giver, Done: d.done, Faults: d.Faults, Notes: d.Notes, Here: d.Machine != nil}
	if d.After != nil {
		m.Game = d.Desk.About(d.After.Info)
	}
	if d.by == command.Umpire {
		m.Side = "umpire"
	}
	if d.Commands.Unread > 0 {
		m.Unread = d.Commands.Unread
	}
	return m
}

func (d *errand) answerCommands() error {
	if d.own && len(d.done) == 1 {
		return nil
	}
	d.Asked = true
	title := "your commands"
	if len(d.done) == 1 {
		title = d.done[0].As
	}
	return d.answerSender("commands", title, post.Fill(templates.Commands, d.model()))
}

// answerCommandFaults says everything that is wrong. Nothing was done.
func (d *errand) answerCommandFaults() error {
	d.Matter.Done = func() { d.Log.Info("commands refused", "commands", d.Commands.Words(), "faults", len(d.Faults)) }
	d.attachments, d.inline, d.done = nil, nil, nil
	for _, l := range d.Commands.Lines {
		d.done = append(d.done, templates.Done{Line: l.No, Text: l.Text, As: l.As()})
	}
	slices.SortStableFunc(d.Faults, func(a, b engine.Fault) int { return a.Line - b.Line })
	m := d.model()
	if d.by == command.Stranger {
		s, err := d.Stranger(true)
		if err != nil {
			return err
		}
		quoteFaults(m.Faults, s.Player)
		m.Done = nil // it has his words as well
	}
	return d.answerSender("faults", "your commands were not carried out", post.Fill(templates.CommandFaults, m))
}

// answerSender sends the answer to whoever gave the commands: a player at his
// registered address, the umpire at his own, a stranger under the limits for
// those.
func (d *errand) answerSender(kind, title string, page post.Page) error {
	switch {
	case page.Err != nil:
		return page.Err
	case d.by == command.Stranger:
		if d.After != nil {
			title = fmt.Sprintf("[%s] %s", d.After.Game, title)
		}
		return d.AnswerStranger(docket.Capital(title), page, d.inline...)
	case d.by == command.Player:
		return d.answerWith(d.Reply(kind, title, page))
	case d.Machine != nil:
		*d.Machine = matter.Answer{Text: page.Text, Files: slices.Concat(d.inline, d.attachments)}
		return nil
	}
	return d.answerWith(d.replyUmpire(title, page))
}

// answerWith queues an answer with the files that the commands made.
func (d *errand) answerWith(l post.Letter) error {
	l.Inline, l.Attachments = d.inline, d.attachments
	return d.AnswerSigned(l)
}

// replyUmpire is the answer to the umpire.
func (d *errand) replyUmpire(title string, page post.Page) post.Letter {
	l := post.Letter{
		To: mail.Address{Address: d.Desk.AddressOfUmpire()}, ID: "umpire." + d.Mail.HashString()[:32],
		Subject: docket.Capital(title), Page: page, Answers: d.Answers(),
	}
	if d.After != nil {
		l.Game, l.Subject = d.After.Game, title
	}
	return l
}

// UmpireMail carries out what the umpire signed.
func (u *Clerk) UmpireMail(t *matter.Matter) error {
	t.Log = t.Log.With("side", docket.UmpireSide, "key", t.Signed.Key.Fingerprint())
	d, ok, err := u.UmpireCommands(t, t.Signed.Text)
	if err != nil {
		return err
	}
	if !ok {
		d.Faults = append(d.Faults, engine.Fault{Msg: "the mail begins with no command",
			Hint: "\"help\" lists the commands"})
	}
	if err := d.FindForUmpire(); err != nil {
		return err
	}
	if !ok {
		return d.answerCommandFaults()
	}
	return d.Obey()
}

// FindForUmpire is Find for what the umpire gives.
func (d *errand) FindForUmpire() error {
	if err := d.Desk.Store.View(d.Find); err != nil {
		return err
	}
	if d.After != nil {
		d.Matter.Game = d.After
		d.Log = d.Log.With("game", d.After.Game, "step", d.After.State.Number+1)
	}
	return nil
}
