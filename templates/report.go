package templates

import (
	"bytes"
	"strings"
	"sync"

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

	// Alike keeps what the details of all readers have in the same words; nil if nobody else reads them.
	Alike *SharedDetails

	told digest // the story in short, as there is room for it
}

// File is how a turn file was understood.
type File struct {
	Orders   []OrderReading
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
	d, err := fill(m.Game.Language, "details.md", m.Title(), m)
	if err != nil {
		return nil, nil, err
	}
	rest, err := m.Alike.of(m)
	if err != nil {
		return nil, nil, err
	}
	html, err = d.htmlWith(func(out *bytes.Buffer) error {
		out.Write(rest.html)
		return nil
	})
	if text = d.text(lineWidth); len(rest.text) > 0 {
		text = append(append(text, '\n'), rest.text...)
	}
	return text, html, err
}

// SharedDetails is what the details of one step say to all its readers: how it was rolled, and what it was played by.
// Each language has it once.
type SharedDetails struct {
	mu sync.Mutex
	in map[tongue.Language]proof
}

// proof is a part of a document in both forms.
type proof struct{ text, html []byte }

// of is what a mail says, or one before it in its language has said.
func (a *SharedDetails) of(m Mail) (p proof, err error) {
	if a == nil {
		return m.proof()
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	p, ok := a.in[m.Game.Language]
	if ok {
		return p, nil
	}
	if p, err = m.proof(); err == nil {
		if a.in == nil {
			a.in = map[tongue.Language]proof{}
		}
		a.in[m.Game.Language] = p
	}
	return p, err
}

// proof writes that part of the details.
func (m Mail) proof() (proof, error) {
	d, err := fill(m.Game.Language, "proof.md", "", m)
	if err != nil {
		return proof{}, err
	}
	var html bytes.Buffer
	err = markdown.Renderer().Render(&html, d.source, d.root)
	return proof{d.text(lineWidth), html.Bytes()}, err
}

// DetailsName is the file of Details for a browser. Their text is in position.txt.
const DetailsName = "position.html"
