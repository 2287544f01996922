package templates

import (
	"cmp"
	"slices"

	"berthier/engine"
	"berthier/engine/tongue"
)

// CommandsMail is what commands.md and commandfaults.md get: the answer to a
// mail of commands, which was carried out whole or not at all.
type CommandsMail struct {
	Game   Game        // zero if the mail named none
	Side   engine.Side // who gave the commands; "" for somebody who did not sign
	Done   []CommandResult
	Faults engine.Faults // commandfaults.md only
	Notes  []tongue.Text // about the mail as a whole
	Unread int           // line from which on the text was not read; 0 if all of it was
	Here   bool          // the answer is for the terminal of the machine, and no mail
}

// CommandResult is one command and what came of it.
type CommandResult struct {
	Line  int    // in the sender's text, from 1
	Text  string // his own text
	As    string // as it was understood, in full words
	Parts []Part
}

// Part is a piece of a result. Its fields show in this order; the empty ones
// do not.
type Part struct {
	Heading   tongue.Text
	Text      tongue.Text
	Page      string        // Markdown of this program, as a page of the help
	Verbs     []engine.Verb // explained one by one
	Explained []CommandHelp // commands
	Faults    engine.Faults // of a file that was only looked at
	Items     []tongue.Text
	Orders    []FileLine
	Owed      []engine.Decision
	Table     *engine.Table // its title is not shown
	// Picture and Overview are content ids of maps in the page, as in Mail.
	Picture, Overview string
	Block             string // shown as it is, to be copied
}

// VictoryParts tells how a game is won and how it stands, as an answer to whoever asks.
func VictoryParts(v engine.Victory) []Part {
	ways := Part{Heading: Say("win")}
	for _, w := range v.Ways {
		ways.Items = append(ways.Items, tongue.List([]tongue.Text{w.Text, tongue.Name("[" + w.Rule + "]")}, " "))
	}
	parts := []Part{{Text: joined(v.Stands, v.Needs)}, ways}
	for _, t := range v.Tables {
		parts = append(parts, Part{Heading: t.Title, Table: &t})
	}
	return parts
}

// CommandHelp is a command: how it is written, and what it does.
type CommandHelp struct {
	Usage string
	Help  tongue.Text
}

// joined are sentences one behind the other; an empty one is left out.
func joined(all ...tongue.Text) tongue.Text {
	return tongue.List(slices.DeleteFunc(all, tongue.Text.Empty), " ")
}

// FileLine is one line of a file that was understood, with what belongs to it.
type FileLine struct {
	OrderReading
	Notes []tongue.Text
}

// Commands renders what a mail of commands did.
func Commands(m CommandsMail) (text, html []byte, err error) {
	if m.Here {
		return renderIn(m.Game.Language, noWidth, "commands.md", speaker(m.Game.Language).word("commands.title"), m)
	}
	return render(m.Game.Language, "commands.md", speaker(m.Game.Language).word("commands.title"), m)
}

// CommandFaults renders what is wrong with a mail of commands of which
// nothing was carried out.
func CommandFaults(m CommandsMail) (text, html []byte, err error) {
	return render(m.Game.Language, "commandfaults.md", speaker(m.Game.Language).word("commandfaults.title"), m)
}

// PressMail is what press.md gets: what one player writes to others.
type PressMail struct {
	Game      Game
	Reader    engine.Side
	From      tongue.Text // a side, "the umpire", or words for somebody without a name
	Sender    engine.Side // to whom an answer goes, unless it is anonymous: a side, or "umpire"
	Anonymous bool
	To        []engine.Side
	Text      string
}

// Reply is how an answer begins.
func (m PressMail) Reply() string {
	to := string(m.Sender)
	if m.Anonymous {
		to = "all"
	}
	return "game: " + m.Game.ID + "\nside: " + string(m.Reader) + "\n\npress " + to +
		"\n(here your text)\nendpress\nend\n"
}

// Press renders a press.
func Press(m PressMail) (text, html []byte, err error) {
	return render(
		m.Game.Language,
		"press.md",
		catalogue.Say("press.subject", tongue.Words("game", tongue.Name(m.Game.ID))).In(cmp.Or(m.Game.Language,
			tongue.En)),
		m,
	)
}

// ObservedMail is what observed.md gets: a step for somebody who only looks on.
type ObservedMail struct {
	Mail
	Results bool // only the results, which are attached for programs
	Stop    string
}

// Observed renders a step for an observer, as everybody may see it. With
// Results it only names what is attached.
func Observed(m ObservedMail) (text, html []byte, err error) {
	if _, _, m.told, err = m.report(); err != nil {
		return nil, nil, err
	}
	return render(m.Game.Language, "observed.md", m.Title(), m)
}

// AgainMail is what again.md gets: the text of a mail that was sent before.
type AgainMail struct {
	Text          string
	Map, Overview string // content ids as in Mail; "" for none
}

// Again gives a text that was mailed before, as it was, and a page that shows it.
func Again(m AgainMail) (text, html []byte, err error) {
	_, html, err = render("", "again.md", speaker("").word("again.title"), m)
	return []byte(m.Text), html, err
}
