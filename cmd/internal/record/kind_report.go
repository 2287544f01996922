// # Kind report
//
// One for each report, opening and last mail to a side; the step is the one that it tells of, 0 for the opening:
//
//	berthier report 1
//	game: duel-1
//	step: 1
//	time: 2030-12-02T08:20:00Z
//	side: Red
//	mail: duel-1.1.Red@berthier.example
//	hidden: 16872c05224174e0990075e1e4604ae859f91111744aaba6de06e5f88876c500
//
// and hidden
//
//	salt: 63479ad69a090b258277ec8fba6f99419a2ffb248981510657c944ccd1148e97
//
//	A duel: step 1
//	--------------
//
//	Blue has fallen.
//
// "mail" is the Message-ID. Hidden are the salt, an empty line, and the text part of the mail; then, after one more
// empty line, what its attachment position.txt tells a reader (see [Told]).
//
// Each side gets one of each number, from the opening on, and one of the end; they follow before anything else happens.
// Beside these there is only one for the first mail of a substitute, <game.step.side.welcome.RECORDS@domain>. The text
// of a report of a step has the link, the draws in their order, and the rolls that its side may see.
package record

import (
	"bytes"
	"strings"

	"berthier/engine"
)

// Report is a report, or the opening or the last mail, to one side.
type Report struct {
	Head // Step is the one that it tells of; 0 for the opening
	Side engine.Side
	Mail string // Message-ID
	HiddenPart
	Text []byte // its text part, with that of its attachment; nil if not Known
}

const (
	// AttachedName is the file of a report that has what is not in its text part: what
	// a reader is told, and then, from the line AttachedFrom on, what a program reads.
	AttachedName = "position.txt"
	AttachedFrom = "berthier position 1\n"
)

// Whole is the Text of a report: the text part of its mail, and what its file AttachedName tells.
func Whole(text string, file []byte) string {
	if told := Told(string(file)); told != "" {
		return text + "\n" + told
	}
	return text
}

// Told is what the file AttachedName tells its reader; "" if it is for programs only.
func Told(file string) string {
	file = "\n" + strings.ReplaceAll(file, "\r\n", "\n")
	if i := strings.LastIndex(file, "\n"+AttachedFrom); i >= 0 {
		file = file[:i]
	}
	return strings.TrimPrefix(file, "\n")
}

// Kind is KindReport.
func (Report) Kind() string { return KindReport }

// Print is that of a Record.
func (p Report) Print() (data, hidden []byte) {
	w, h := p.begin(KindReport), new(writer)
	w.Put("side", p.Side)
	w.Put("mail", p.Mail)
	h.WriteByte('\n')
	return p.hide(w, h, p.Text...)
}

// ParseReport reads exactly what Report.Print writes; hidden may be nil. Text is a part of it, not a copy.
func ParseReport(data, hidden []byte) (p Report, _ error) {
	r := p.read(KindReport, data)
	p.Side = engine.Side(r.Word("side"))
	p.Mail = r.Word("mail")
	head := len(hidden)
	if i := bytes.Index(hidden, []byte("\n\n")); i >= 0 {
		head = i + 2
	}
	h := r.hiddenTo(&p.HiddenPart, hidden, head)
	h.Title("")
	p.Text = hidden[head:]
	return p, r.ends(h, p.printHeads)
}

// printHeads writes both parts up to the text: what stands behind them can be written
// in one way only, and is most of what an audit reads.
func (p Report) printHeads() (data, hidden []byte) {
	head := p
	head.Known, head.Text = false, nil
	data, _ = head.Print()
	if p.Known {
		var w writer
		w.Put("salt", p.Salt)
		w.WriteByte('\n')
		hidden = w.Bytes()
	}
	return data, hidden
}
