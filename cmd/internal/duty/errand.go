package duty

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/marks"
	"berthier/cmd/internal/matter"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/post"
	"berthier/engine"
	"berthier/engine/tongue"
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
	done        []templates.CommandResult
	Faults      []engine.Fault
	Notes       []tongue.Text
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
	in          tongue.Language // of a stranger whose address is a player's; "" for any other
}

// errRefused ends a command that was refused: Faults say why.
var errRefused = errors.New("refused")

// fault refuses the command, and so the whole mail: it gives errRefused.
func (d *errand) fault(msg, hint tongue.Text) error {
	f := amiss.Fault(engine.Illegal, msg, hint)
	f.Line, f.Text = d.line.No, d.line.Text
	d.Faults = append(d.Faults, f)
	return errRefused
}

// none is no hint.
var none tongue.Text

// english are words for the umpire, who reads English.
func english(format string, args ...any) tongue.Text {
	return tongue.English(fmt.Sprintf(format, args...))
}

// refused is fault for what this program will not do; any other error stays.
func (d *errand) refused(hint tongue.Text, err error) error {
	if why := (amiss.Refusal{}); errors.As(err, &why) {
		d.Faults = append(d.Faults, d.line.Refused(why.Unwrap(), hint)...)
		return errRefused
	}
	return err
}

// part adds something to the result of the command.
func (d *errand) part(p templates.Part) {
	last := &d.done[len(d.done)-1]
	last.Parts = append(last.Parts, p)
}

// table adds a table to the result of the command.
func (d *errand) table(rows [][]tongue.Text, columns ...tongue.Text) {
	d.part(templates.Part{Table: &engine.Table{Columns: columns, Rows: rows}})
}

// say adds one paragraph to the result of the command.
func (d *errand) say(text tongue.Text) { d.part(templates.Part{Text: text}) }

// when adds what is to be done once everything is committed.
func (d *errand) when(do func()) { d.committed = append(d.committed, do) }

// needGame refuses the command if the mail names no game, and, if the command
// changes it, one that is over.
func (d *errand) needGame(changes bool) error {
	switch {
	case d.held != nil:
		return d.fault(phrase.Say("fault.held", "why", d.held.Why), phrase.Say("hint.held"))
	case d.After == nil:
		return d.fault(phrase.Say("fault.whichgame"), d.whichGame())
	case changes && d.After.Over() && (d.After.State.Ended == nil || d.line.Word != "reopen"):
		return d.fault(phrase.Say("fault.over"), d.After.OverHint())
	}
	return nil
}

// whichGame says how a game is named.
func (d *errand) whichGame() tongue.Text {
	if d.by == command.Umpire {
		word, rest, _ := strings.Cut(d.line.Text, " ")
		return english("write its name behind the command: %s; \"games\" lists them",
			strings.TrimSpace(word+" GAME "+rest))
	}
	return phrase.Say("hint.whichgame")
}

// changes prepares a command that changes the game: what must be there for it
// to count only once and only for the game that was meant.
func (d *errand) changes() error {
	if err := d.needGame(true); err != nil {
		return err
	}
	switch {
	case d.After.Vacant(d.Giver):
		return d.fault(phrase.Say("fault.resigned"), phrase.Say("hint.umpire"))
	case d.by == command.Umpire && d.Commands.Game == "":
		return d.fault(phrase.Say("fault.whichgame"), d.whichGame())
	case d.Commands.Game == "" || d.by == command.Player && d.Commands.Side == "":
		return d.fault(phrase.Say("fault.header"), phrase.Say("hint.header", "game", d.After.Game, "side",
			cmp.Or(string(d.Giver), docket.UmpireSide)))
	}
	return nil
}

// CommandsOf reads the signed text as commands; ok is false if it has none.
func (u *Clerk) CommandsOf(t *matter.Matter, text []byte, by command.Authority) (*errand, bool) {
	m, ok := command.Parse(text, by)
	return &errand{Matter: t, clerk: u, by: by, Commands: m, After: t.Game, Giver: t.Side}, ok
}

// UmpireCommands is CommandsOf for what the umpire signed, or gives at the machine.
func (u *Clerk) UmpireCommands(t *matter.Matter, text []byte) (d *errand, ok bool, err error) {
	games, err := u.Store.Games()
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
		if err := d.Find(); err != nil {
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
		d.small, d.in = s.Larger == nil || !t.Allowed(s.Larger...), s.Language
		t.Done = nil // it is not refused
		return true, d.Obey()
	}
	return false, nil
}

// Find loads the game that a mail names in its header, or else outside of it.
func (d *errand) Find() error {
	found, err := marks.Of(d.Desk.Docket, d.Mail)
	if err != nil {
		return err
	}
	game := cmp.Or(d.Commands.Game, marks.Game(found))
	if game == "" {
		games, err := d.Desk.Store.Games()
		creates := func(l command.Line) bool { return l.Word == "create" } // which is about no game that there is
		if err != nil || len(games) != 1 || slices.ContainsFunc(d.Commands.Lines, creates) {
			return err
		}
		game = games[0]
	}
	d.After, err = d.Desk.Open(game)
	if held, ok := errors.AsType[*docket.HeldError](err); ok {
		d.After, d.held, err = nil, held, nil
	}
	if errors.Is(err, store.ErrNoGame) || errors.Is(err, docket.ErrNoRuleset) {
		d.After = nil
		return nil
	}
	by := tongue.Fact("text")
	if d.Commands.Game == "" && len(found) > 0 {
		by = found[0].Where
	}
	d.Notes = marks.Disagreeing(found, game, by)
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
				d.Notes = append(d.Notes, phrase.Say("note.nottried", "line", d.line.No))
			}
			break
		}
		d.line = l
		d.done = append(d.done, templates.CommandResult{Line: l.No, Text: l.Text, As: l.As()})
		if err := d.clerk.duties[l.Word](d); err != nil && err != errRefused {
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
		d.line = l
		if c, ok := l.Command.(command.Create); ok && len(d.Faults) > 0 {
			d.misread(c)
		}
		if l.Who&d.by == 0 || l.MailOnly && d.Machine != nil {
			d.refuse()
		}
	}
}

// checkHeader compares the signed header with who signed.
func (d *errand) checkHeader() {
	wrong := func(msg, hint tongue.Text) { d.Faults = append(d.Faults, amiss.Fault(engine.Invalid, msg, hint)) }
	switch {
	case d.Commands.Game != "" && d.After == nil:
		wrong(phrase.Say("fault.noheadergame"), phrase.Say("hint.games"))
	case d.by == command.Player && d.Commands.Game != "" && d.Commands.Game != d.After.Game:
		wrong(d.WrongGame(d.Commands.Game))
	case d.by == command.Player && d.Commands.Side != "" && !strings.EqualFold(d.Commands.Side, string(d.Giver)):
		wrong(phrase.Say("fault.otherside", "side", d.Commands.Side, "own", d.Giver), phrase.Say("hint.copyside"))
	}
}

// refuse says who may give the command.
func (d *errand) refuse() {
	switch {
	case d.Machine != nil && d.line.MailOnly:
		d.fault(phrase.Say("fault.bymail"), phrase.Say("hint.bymail"))
	case d.by == command.Stranger && d.line.Who&command.Player != 0:
		way := d.Way(d.Commands.Game)
		d.fault(phrase.Say("fault.needsign", "way", way), phrase.Say("hint.needsign", "way", way))
	case d.line.Word == "deadline": // he asks when it is
		d.fault(phrase.Say("fault.umpireonly"), phrase.Say("hint.clocks"))
	case d.line.Who == command.Umpire:
		d.fault(phrase.Say("fault.umpireonly"), phrase.Say("hint.askhim"))
	default:
		d.fault(phrase.Say("fault.players"), none)
	}
}

// tongue is the language of whoever gives the commands, if he has one.
func (d *errand) tongue() tongue.Language {
	switch {
	case d.by == command.Stranger:
		return d.in
	case d.After == nil || d.by != command.Player:
		return tongue.En
	}
	return d.After.Language(d.Giver)
}

// model is what both answers have in common.
func (d *errand) model() templates.CommandsMail {
	m := templates.CommandsMail{Side: d.Giver, Done: d.done, Faults: d.Faults, Notes: d.Notes, Here: d.Machine != nil}
	if d.After != nil {
		m.Game = d.Desk.AboutTo(d.After.Info, d.Giver)
		m.Game.Title = d.After.Called().In(cmp.Or(d.tongue(), tongue.En))
	}
	m.Game.Language = d.tongue()
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
	m := d.model()
	return d.answerSender("commands", m.Subject(), post.Fill(templates.Commands, m))
}

// answerCommandFaults says everything that is wrong. Nothing was done.
func (d *errand) answerCommandFaults() error {
	d.Matter.Done = func() { d.Log.Info("commands refused", "commands", d.Commands.Words(), "faults", len(d.Faults)) }
	d.attachments, d.inline, d.done = nil, nil, nil
	for _, l := range d.Commands.Lines {
		if !slices.ContainsFunc(d.Faults, func(f engine.Fault) bool { return f.Line == l.No }) {
			d.done = append(d.done, templates.CommandResult{Line: l.No, Text: l.Text, As: l.As()})
		}
	}
	engine.SortFaults(d.Faults)
	m := d.model()
	if d.by == command.Stranger {
		s, err := d.Stranger(true)
		if err != nil {
			return err
		}
		quoteFaults(m.Faults, s.Player)
		m.Done = nil // it has his words as well
	}
	return d.answerSender("faults", m.Subject(), post.Fill(templates.CommandFaults, m))
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
		return d.AnswerStranger(tongue.Name(phrase.Capital(title)), page, d.inline...)
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
		Subject: phrase.Capital(title), Page: page, Answers: d.Answers(),
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
		d.Faults = append(d.Faults, amiss.Fault(engine.Invalid, english("the mail begins with no command"),
			english("\"help\" lists the commands; lines behind \">\" are not read")))
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
	if err := d.Find(); err != nil {
		return err
	}
	if d.After != nil {
		d.Matter.Game = d.After
		d.Log = d.Log.With("game", d.After.Game, "step", d.After.State.Number+1)
	}
	return nil
}
