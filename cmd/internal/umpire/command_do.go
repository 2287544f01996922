package umpire

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/command"
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
	*matter
	clerk *Clerk
	by    command.Authority
	mail  command.Mail
	g     *game // as the commands so far leave it; nil if the mail names none
	me    engine.Side
	held  *HeldError // why the game that the mail names is not in g

	line        command.Line // the command that is carried out
	done        []templates.Done
	faults      []engine.Fault
	notes       []string
	attachments []mail.File
	inline      []mail.File
	small       bool     // the answer has no room for pictures
	own         bool     // what was done is told in a mail of its own
	acted       bool     // the game was changed by a command that is recorded
	moved       bool     // the game stands elsewhere now, so that nothing else can change it in this mail
	pressed     bool     // the mail has press
	names       []string // of the games that it creates
	created     *game    // the last one
	committed   []func()
}

// fault refuses the command, and so the whole mail.
func (d *errand) fault(hint, format string, args ...any) {
	d.faults = append(d.faults, engine.Fault{Kind: engine.Illegal, Line: d.line.No, Text: d.line.Text,
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
	case d.g == nil:
		d.fault("write to the address of the game, or begin the mail with a line \"game: NAME\"; \"games\" lists them",
			"it is not clear which game you mean")
	case changes && d.g.over():
		d.fault("its last mail says how to check it", "the game is over")
	default:
		return true
	}
	return false
}

// changes prepares a command that changes the game: what must be there for it
// to count only once and only for the game that was meant.
func (d *errand) changes() bool {
	switch {
	case !d.needGame(true):
	case d.g.vacant(d.me):
		d.fault("ask the umpire", "you have resigned")
	case d.machine != nil && d.mail.Game == "":
		d.fault("write its name in front of the command; \"games\" lists them", "it is not clear which game you mean")
	case d.mail.Game == "" || d.by == command.Player && d.mail.Side == "":
		d.fault(fmt.Sprintf("put \"game: %s\" and \"side: %s\" above the commands and sign the mail again", d.g.Game,
			cmp.Or(string(d.me), "umpire")),
			"a command that changes the game needs a signed header")
	default:
		return true
	}
	return false
}

// commandsOf reads the signed text as commands; ok is false if it has none.
func (u *Clerk) commandsOf(t *matter, text []byte, by command.Authority) (*errand, bool) {
	m, ok := command.Mail{}, false
	if t.machine != nil {
		m, ok = command.ParseTyped(text)
	} else {
		m, ok = command.Parse(text, by)
	}
	return &errand{matter: t, clerk: u, by: by, mail: m, g: t.game, me: t.side}, ok
}

// unsigned answers a mail without a signature that asks for what everybody may
// know; ok is false if it is none.
func (u *Clerk) unsigned(t *matter) (ok bool, err error) {
	texts := sign.Texts(t.m)
	empty := len(texts) == 0
	if empty {
		texts = []sign.Text{{Bytes: []byte(t.m.Subject)}}
	} else if strings.EqualFold(strings.TrimSpace(t.m.Subject), "help") {
		texts = append(texts, sign.Text{Bytes: []byte(t.m.Subject)})
	}
	for _, text := range texts {
		d, ok := u.commandsOf(t, text.Bytes, command.Stranger)
		if !ok || empty && (len(d.mail.Faults) > 0 || !d.mail.OnlyAsks()) {
			continue
		}
		err := t.u.Store.View(func(tx *store.Tx) error {
			return d.find(tx)
		})
		if err != nil {
			return true, err
		}
		proved, err := d.provesAddress()
		if err != nil {
			return true, err
		}
		s, err := t.stranger(true)
		if err != nil || !proved && (s.address == "" || !t.allowed(s.limits...)) {
			return true, err // nothing can come of it
		}
		d.small = s.larger == nil || !t.allowed(s.larger...)
		t.done = nil // it is not refused
		return true, d.obey()
	}
	return false, nil
}

// find loads the game that a mail names in its header, or else outside of it.
func (d *errand) find(tx *store.Tx) error {
	found, err := d.u.marks(tx, d.m)
	if err != nil {
		return err
	}
	game := cmp.Or(d.mail.Game, markedGame(found))
	if game == "" {
		games, err := tx.Games()
		if err != nil || len(games) != 1 {
			return err
		}
		game = games[0]
	}
	d.g, err = d.u.load(tx, game)
	if held, ok := errors.AsType[*HeldError](err); ok {
		d.g, d.held, err = nil, held, nil
	}
	if errors.Is(err, store.ErrNoGame) || errors.Is(err, ErrNoRuleset) {
		d.g = nil
		return nil
	}
	by := "the text names another one"
	if d.mail.Game == "" && len(found) > 0 {
		by = found[0].where + " another one"
	}
	d.notes = disagreeing(found, game, by)
	return err
}

// obey carries a mail out, whole or not at all, and answers it.
func (d *errand) obey() error {
	d.passing = d.by == command.Player
	silent := d.by != command.Stranger && d.machine == nil && !d.mayAnswerSigned()
	if silent && d.mail.OnlyAsks() {
		return nil
	}
	before, size := *d.matter, uint64(0)
	if d.g != nil {
		size = d.g.state.Tree.Size()
	}
	d.checkAll()
	d.line = command.Line{}
	for _, l := range d.mail.Lines {
		if len(d.faults) > 0 { // nothing of the mail will be done
			if d.line.No > 0 && d.line.No < l.No {
				d.notes = append(d.notes, fmt.Sprintf("The lines below line %d were read, but not tried.", d.line.No))
			}
			break
		}
		d.line = l
		d.done = append(d.done, templates.Done{Line: l.No, Text: l.Text, As: l.As()})
		if err := d.clerk.duties[l.Word](d); err != nil {
			return err
		}
	}
	if len(d.faults) > 0 {
		changed := d.matter
		*changed = before
		if silent || d.machine != nil {
			return nil
		}
		return d.answerCommandFaults()
	}
	if d.g != nil && d.by != command.Stranger {
		d.matter.game = d.g
		d.passing = d.passing && d.g.state.Tree.Size() == size
	}
	before.done = d.matter.done
	d.matter.done = func() {
		if before.done != nil {
			before.done()
		}
		for _, do := range d.committed {
			do()
		}
		d.log.Info("commands carried out", "commands", d.mail.Words())
	}
	if silent && len(d.batch) == len(before.batch) {
		d.mails = before.mails // what a question called forth
		return nil
	}
	return d.answerCommands()
}

// checkAll finds what can be found wrong with a mail before any of it is done.
func (d *errand) checkAll() {
	d.faults = slices.Clone(d.mail.Faults)
	d.checkHeader()
	for _, l := range d.mail.Lines {
		if d.line = l; l.Who&d.by == 0 || l.MailOnly && d.machine != nil {
			d.refuse()
		}
	}
}

// checkHeader compares the signed header with who signed.
func (d *errand) checkHeader() {
	wrong := func(msg, hint string) {
		d.faults = append(d.faults, engine.Fault{Kind: engine.Invalid, Msg: msg, Hint: hint})
	}
	switch {
	case d.mail.Game != "" && d.g == nil:
		wrong("there is no game of the name in the header", "\"games\" lists the games")
	case d.by == command.Player && d.mail.Game != "" && d.mail.Game != d.g.Game:
		wrong(d.wrongGame(d.mail.Game))
	case d.by == command.Player && d.mail.Side != "" && !strings.EqualFold(d.mail.Side, string(d.me)):
		wrong(fmt.Sprintf("the mail is for side %q, but its key is that of %q", d.mail.Side, d.me),
			"copy the line side: from a report")
	}
}

// refuse says who may give the command.
func (d *errand) refuse() {
	switch {
	case d.machine != nil && d.line.MailOnly:
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
	m := templates.CommandsMail{Side: d.me, Done: d.done, Faults: d.faults, Notes: d.notes, Here: d.machine != nil}
	if d.g != nil {
		m.Game = d.u.about(d.g.info)
	}
	if d.by == command.Umpire {
		m.Side = "umpire"
	}
	if d.mail.Unread > 0 {
		m.Unread = d.mail.Unread
	}
	return m
}

func (d *errand) answerCommands() error {
	if d.own && len(d.done) == 1 {
		return nil
	}
	d.asked = true
	title := "your commands"
	if len(d.done) == 1 {
		title = d.done[0].As
	}
	return d.answerSender("commands", title, post.Fill(templates.Commands, d.model()))
}

// answerCommandFaults says everything that is wrong. Nothing was done.
func (d *errand) answerCommandFaults() error {
	d.matter.done = func() { d.log.Info("commands refused", "commands", d.mail.Words(), "faults", len(d.faults)) }
	d.attachments, d.inline, d.done = nil, nil, nil
	for _, l := range d.mail.Lines {
		d.done = append(d.done, templates.Done{Line: l.No, Text: l.Text, As: l.As()})
	}
	slices.SortStableFunc(d.faults, func(a, b engine.Fault) int { return a.Line - b.Line })
	m := d.model()
	if d.by == command.Stranger {
		s, err := d.stranger(true)
		if err != nil {
			return err
		}
		quoteFaults(m.Faults, s.player)
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
		if d.g != nil {
			title = fmt.Sprintf("[%s] %s", d.g.Game, title)
		}
		return d.answerStranger(capital(title), page, d.inline...)
	case d.by == command.Player:
		return d.answerWith(d.reply(kind, title, page))
	case d.machine != nil:
		*d.machine = Answer{Text: page.Text, Files: slices.Concat(d.inline, d.attachments)}
		return nil
	}
	return d.answerWith(d.replyUmpire(title, page))
}

// answerWith queues an answer with the files that the commands made.
func (d *errand) answerWith(l post.Letter) error {
	l.Inline, l.Attachments = d.inline, d.attachments
	return d.answerSigned(l)
}

// replyUmpire is the answer to the umpire.
func (d *errand) replyUmpire(title string, page post.Page) post.Letter {
	l := post.Letter{
		To: mail.Address{Address: d.u.umpireAddress()}, ID: "umpire." + d.m.HashString()[:32],
		Subject: capital(title), Page: page, Answers: d.answers(),
	}
	if d.g != nil {
		l.Game, l.Subject = d.g.Game, title
	}
	return l
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func uncapital(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// isUmpire reports whether a text was signed as the umpire: with one of his
// keys, and with "umpire" as its side unless no player signs with that key.
func (u *Umpire) isUmpire(s sign.Signed) bool {
	if !slices.ContainsFunc(u.UmpireKeys, s.Key.Equal) {
		return false
	}
	m, _ := command.Parse(s.Text, command.Umpire)
	if strings.EqualFold(m.Side, umpireSide) {
		return true
	}
	for _, g := range u.infos {
		for _, key := range g.keys {
			if key.Equal(s.Key) {
				return false
			}
		}
	}
	return true
}

// umpireAddress is where mails to the umpire go; "" if that is not known.
func (u *Docket) umpireAddress() string { return cmp.Or(u.UmpireAddress, u.Contact) }

// umpireSide stands in the header of the umpire's commands.
const umpireSide = "umpire"

// umpireMail carries out what the umpire signed.
func (u *Clerk) umpireMail(t *matter) error {
	t.log = t.log.With("side", umpireSide, "key", t.signed.Key.Fingerprint())
	d, ok := u.commandsOf(t, t.signed.Text, command.Umpire)
	d.me = ""
	if !ok {
		d.faults = append(d.faults, engine.Fault{Msg: "the mail begins with no command",
			Hint: "\"help\" lists the commands"})
	}
	if err := t.u.Store.View(d.find); err != nil {
		return err
	}
	if d.g != nil {
		t.game = d.g
		t.log = t.log.With("game", d.g.Game, "step", d.g.state.Number+1)
	}
	if !ok {
		return d.answerCommandFaults()
	}
	return d.obey()
}
