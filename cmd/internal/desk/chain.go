package desk

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berthier/cmd/internal/sheet"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/templates"
)

// saved is a report that a player saved.
type saved struct {
	*sheet.Sheet
	text string // what he read; "" of a position.txt alone
}

// Reports opens reports that one player saved, or the position.txt of each, as a chain: it is replayed as an
// archive is, as far as he knew the game. sizes are those of the files in data, one behind the other.
func (d *Desk) Reports(sizes []int, data []byte, in tongue.Language) (o Contents, err error) {
	steps := map[int]saved{} // of two of a step the later is taken
	for _, size := range sizes {
		if size < 0 || size > len(data) {
			return o, errors.New("the files are not as long as the page says")
		}
		file := data[:size]
		data = data[size:]
		if otherMail(file) {
			continue
		}
		one, r, err := d.report(file, in)
		if err != nil {
			return o, err
		}
		if len(steps) == 0 {
			o = one
		}
		if one.Game != o.Game || one.Sheet.Side != o.Sheet.Side {
			return o, knownFault{"mixed", fmt.Errorf("one report is of game %s to %s, another of game %s to %s", o.Game,
				o.Sheet.Side, one.Game, one.Sheet.Side)}
		}
		steps[one.Sheet.Step] = r
	}
	if len(steps) == 0 {
		return o, errUnknown
	}
	*d = Desk{host: d.host}
	for _, step := range slices.Sorted(maps.Keys(steps)) {
		d.chain = append(d.chain, steps[step])
		o.Points = append(o.Points, Point{Number: step - 1, Turn: steps[step].Tell(in).Turn})
	}
	o.Players, o.Still, o.Sheet, o.Answer = []Player{{Side: o.Sheet.Side}}, "reports", nil, nil
	return o, nil
}

// otherMail reports whether a file is a mail that brought no file which the desk opens. A player who opens all
// mails of a game has such as say that his orders came in.
func otherMail(file []byte) bool {
	m, err := mail.Parse(file)
	return err == nil && m.From.Address != "" && !slices.ContainsFunc(m.Attachments, func(a mail.Attachment) bool {
		return isPosition(a.Bytes) || isArchive(a.Bytes)
	}) && !isPosition(file) && !isArchive(file)
}

// report opens one report of a chain.
func (d *Desk) report(data []byte, in tongue.Language) (o Contents, r saved, err error) {
	one := New(d.load)
	if o, err = one.Open(data, in); err != nil {
		return o, r, err
	}
	if one.sheet == nil {
		return o, r, knownFault{"mixed", errors.New("an archive is opened alone")}
	}
	r.Sheet = one.sheet
	if o.Answer != nil {
		if m, err := mail.Parse(data); err == nil {
			r.text = m.Text
		}
	}
	return o, r, nil
}

// showReport shows a report of the chain, with arrows for what has moved since the one before.
func (d *Desk) showReport(at int, in tongue.Language) (s View, err error) {
	if at < 0 || at >= len(d.chain) {
		return s, fmt.Errorf("the replay has no point %d", at)
	}
	r := d.chain[at]
	t := r.Tell(in)
	s = View{Title: t.Title, Stands: t.Stands, Text: r.text}
	var before *sheet.Sheet
	if at > 0 {
		before = d.chain[at-1].Sheet
	}
	if m := r.Since(before, in); m != nil {
		s.On, s.Ground, s.Map = m.On, m.Ground, m.SVG
		for _, x := range m.Pieces {
			corner := func(i int) templates.Dot { return templates.Dot{X: x.Outline[i][0], Y: x.Outline[i][1]} }
			s.Pieces = append(s.Pieces, Piece{x.ID, x.Said, corner(0), corner(2)})
		}
	}
	return s, nil
}

// livesIn is what the reports of a chain tell of a piece: the entries of their lists that have its id or its name.
func (d *Desk) livesIn(id string) (all []LifePart) {
	var name tongue.Text
	for at, r := range d.chain {
		if name.Empty() {
			name = r.NameOf(id)
		}
		m := LifePart{At: at}
		for _, text := range entries(r.text) {
			if names(text, id) || called(text, name) {
				m.Lines = append(m.Lines, Line{Text: text})
			}
		}
		if len(m.Lines) > 0 {
			all = append(all, m)
		}
	}
	return all
}

// entries are those of the lists of a mail, each as one line.
func entries(text string) (all []string) {
	open := false
	for line := range strings.Lines(text) {
		entry, begins := strings.CutPrefix(line, "- ")
		switch words := strings.TrimSpace(entry); {
		case begins:
			all = append(all, words)
		case open && strings.HasPrefix(line, "  ") && words != "":
			all[len(all)-1] += " " + words
			continue
		}
		open = begins
	}
	return all
}
