package templates

import (
	"cmp"
	"embed"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/templates/sentences"
)

//go:embed words/*.properties
var wordFiles embed.FS

// catalogue has the sentences of the templates and of this package.
var catalogue = tongue.MustLoad(wordFiles, sentences.Files)

// Say is a message of the catalogue, for those who begin a mail.
func Say(key string, args ...tongue.Arg) tongue.Text { return catalogue.Say(key, args...) }

// say is a message of the catalogue, as templates call it: see tongue.Named. Sides and games are lists.
func say(key string, named ...any) (tongue.Text, error) {
	if !catalogue.Has(key) {
		return tongue.Text{}, fmt.Errorf("%q is no message", key)
	}
	for i, v := range named {
		switch v := v.(type) {
		case []engine.Side:
			named[i] = namesOf(v)
		case []string:
			named[i] = namesOf(v)
		}
	}
	return catalogue.Say(key, tongue.Named(named...)...), nil
}

func namesOf[S ~string](names []S) (all []tongue.Text) {
	for _, n := range names {
		all = append(all, tongue.Name(string(n)))
	}
	return all
}

// reader is whom a report is for.
func reader(s engine.Side) tongue.Text {
	if s == "" {
		return catalogue.Say("observers")
	}
	return tongue.Name(string(s))
}

// languages says in each language how mails come in it, but for the one that they come in. Only the whole of what is
// to be sent helps: whoever is called in his language reads no other line of the mail. code is the reader's; "" if he
// signs.
func languages(g Game, side engine.Side, code string) (all []string) {
	offer := catalogue.Say("opening.language", tongue.Named("game", g.ID, "side", side)...)
	if code != "" {
		offer = catalogue.Say("opening.language.code", tongue.Named("game", g.ID, "side", side, "code", code)...)
	}
	for _, l := range tongue.Languages() {
		if l != cmp.Or(g.Language, tongue.En) {
			all = append(all, offer.In(l))
		}
	}
	return all
}

// word is a message without arguments, in a language.
func (l speaker) word(key string) string { return catalogue.Say(key).In(l.language()) }

// language is the speaker's; "" is English.
func (l speaker) language() tongue.Language { return cmp.Or(tongue.Language(l), tongue.En) }

// decimal is a number with one digit behind the point, as a language writes it.
func (l speaker) decimal(f float64) string {
	return tongue.Decimal(strconv.FormatFloat(f, 'f', 1, 64)).In(l.language())
}

// headed is the title of a mail about a game.
func (g Game) headed(key string) string {
	return speaker(g.Language).word(key) + tongue.Colon.In(g.Language) + g.ID
}

// subject is that of a mail whose title is a message: it stands behind the game, so that it begins small.
func (g Game) subject(title tongue.Text) string {
	return uncapital(title.In(cmp.Or(g.Language, tongue.En)))
}

func uncapital(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return strings.ToLower(s[:n]) + s[n:]
}

// Subject is that of the letter.
func (m ClosedMail) Subject() string { return m.Game.subject(Say("closed.title")) }

// Subject is that of the letter.
func (m ReceiptMail) Subject() string { return m.Game.subject(Say("receipt.title")) }

// Subject is that of the letter.
func (m FaultsMail) Subject() string { return m.Game.subject(Say("faults.title")) }

// Subject is that of the letter.
func (m KeyMail) Subject() string { return m.Game.subject(m.Title()) }

// ConfirmSubject is that of the letter that asks for a confirmation.
func (m KeyMail) ConfirmSubject() string { return m.Game.subject(Say("confirm.title")) }

// Subject is that of the letter.
func (m ProblemMail) Subject() string { return m.Game.subject(Say("problem.title")) }

// Subject is that of the letter.
func (m OverMail) Subject() string { return m.Title().In(cmp.Or(m.Game.Language, tongue.En)) }

// Subject is that of the letter.
func (m PressMail) Subject() string {
	return m.Game.subject(Say("press.title", tongue.Named("from", m.From)...))
}

// Subject is that of the letter: a single command by itself.
func (m CommandsMail) Subject() string {
	switch {
	case len(m.Faults) > 0:
		return m.Game.subject(Say("commandfaults.title"))
	case len(m.Done) == 1:
		return m.Done[0].As
	}
	return m.Game.subject(Say("commands.title"))
}

// Subject is that of the letter.
func (m ReminderMail) Subject() string {
	if m.Late {
		return m.Game.subject(Say("reminder.late"))
	}
	return m.Game.subject(Say("reminder.missing"))
}

// Subject is that of the letter: it says whether the reader owes orders.
func (m Mail) Subject() string {
	if len(m.Report.Owed) > 0 {
		return m.Game.subject(Say("orders")) + tongue.Colon.In(m.Game.Language) + m.Title()
	}
	return m.Title()
}
