package templates

import (
	"strings"

	"berthier/engine"
	"berthier/engine/tongue"
)

// Mail is what the templates report.md and details.md get: the report of one step for
// one side.
type Mail struct {
	Game   Game
	Step   int
	Report engine.Report
	Answer Answer // Template is not used: the report has its own
	Map    string // content id of the map of what happened, from near; empty if there is none
	// Overview is that of the whole map; empty if Map shows nearly all of it.
	Overview string

	Inputs []TurnFile        // the turn files that the step resolved
	Dice   *Dice             // nil if the step could not roll
	Data   []engine.DataFile // tables and scenario in force
	// OwnTables says that the tables are values of this project and not the
	// charts that were published with the game.
	OwnTables  bool
	Checkpoint string      // signed head of the game's log, several lines; may be empty
	Keys       []KeyChange // since the report before
	// Changes are other changes since the report before, of the rules or of the
	// key of the log, a plain sentence each.
	Changes []tongue.Text
	Clock   []tongue.Text // changes of deadlines since the report before, a sentence each
	Word    *Word         // of the umpire, in place of a story; may be nil
	// Understood is the reader's turn file if it came last, so that this report
	// answers it; nil if it has been answered, or there is none.
	Understood *File

	told telling // the story in short, as there is room for it
}

// File is how a turn file was understood.
type File struct {
	Orders   []Understood
	Notes    []tongue.Text // what is worth a second look
	Optional bool          // the reader owed no answer
	Last     bool          // it came last, and the step is resolved
}

// Word is what an umpire did to a game, for one side.
type Word struct {
	Heading    tongue.Text
	Paragraphs []tongue.Text
	Changes    []string // lines of the position, as the side sees it, that went out (-) or came in (+)
}

// Headings of a Word.
var (
	Rollback = Say("word.rollback")
	Ruling   = Say("word.ruling")
	Burn     = Say("word.burn")
)

// Block is the changes, one a line.
func (w Word) Block() string { return strings.Join(w.Changes, "\n") }

// Block is the order template with the header on top.
func (m Mail) Block() string {
	return Answer{Header: m.Answer.Header, Template: m.Report.Template.In(m.Game.Language)}.Block()
}

// Title is that of the report, in the language of its reader.
func (m Mail) Title() string { return m.Report.Title.In(m.Game.Language) }

// Report renders the report of one step, as the mail has it.
func Report(m Mail) (text, html []byte, err error) {
	text, later, err := ReportText(m)
	if err == nil {
		html, err = later()
	}
	return text, html, err
}

// ReportText is the first half of Report, and a function that makes the other one.
func ReportText(m Mail) (text []byte, html func() ([]byte, error), err error) {
	d, text, _, err := m.report()
	return text, d.html, err
}

// Details renders what belongs to a report or an opening and is not for the mail itself:
// the story in full, the tables, the dice and the record. It is attached in both forms.
func Details(m Mail) (text, html []byte, err error) {
	return render(m.Game.Language, "details.md", m.Title(), m)
}

// DetailsName is the file of Details for a browser. Their text is in position.txt.
const DetailsName = "position.html"
