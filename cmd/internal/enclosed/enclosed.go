// Package enclosed draws and writes what goes with a letter about a game: its maps, and the details that the letter
// has no room for. A map that cannot be drawn does not hold a game up: the fault is logged, and the letter goes
// without.
package enclosed

import (
	"errors"
	"slices"
	"strings"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail"
	"berthier/templates"
)

// Pictures are the maps of a letter: those that its page shows, with their content ids, and
// those beside it.
type Pictures struct {
	Inline, Attached []mail.File
	Detail, Overview string // "" where there is none
}

// Draw draws a position as a side sees it, for the page of a mail: what happened from
// near, and the whole of it. name is that of the file, id the left half of the content id
// behind a word.
func Draw(u *docket.Docket, g *docket.Game, side engine.Side, pos engine.Position, events []engine.Event, name,
	id string) (p Pictures) {
	m, ok := mapper(u, g)
	if !ok {
		return p
	}
	shown := engine.Show(m, pos, events, side)
	detail, err := templates.Detail(shown, g.Language(side))
	overview, other := templates.Overview(shown, g.Language(side))
	if err = errors.Join(err, other); err != nil {
		notDrawn(u, g, side, err)
		return p
	}
	put := func(what string, png []byte) string {
		cid := u.Post.MessageID(what + "." + id)
		p.Inline = append(p.Inline, mail.File{Name: strings.Replace(name, "map", what, 1) + ".png", Type: "image/png",
			ContentID: cid, Bytes: png})
		return cid
	}
	p.Detail = put("map", detail)
	if overview != nil {
		p.Overview = put("overview", overview)
	}
	return p
}

// Large draws all that a side sees of a position as large as it is worth, in both
// forms, to stand beside a mail; there are none if no map is drawn.
func Large(u *docket.Docket, g *docket.Game, side engine.Side, pos engine.Position, name string) (p Pictures) {
	m, ok := mapper(u, g)
	if !ok {
		return p
	}
	shown := engine.Show(m, pos, nil, side)
	as := templates.MapOptions{Language: g.Language(side)}
	png, err := templates.PNG(shown, as)
	if err != nil {
		notDrawn(u, g, side, err)
		return p
	}
	p.Attached = []mail.File{{Name: name + ".png", Type: "image/png", Bytes: png},
		{Name: name + ".svg", Type: "image/svg+xml", Bytes: templates.SVG(shown, as)}}
	return p
}

// mapper is the rules of a game if they show boards and maps are drawn.
func mapper(u *docket.Docket, g *docket.Game) (m engine.Mapper, ok bool) {
	m, ok = g.Rules.(engine.Mapper)
	return m, ok && u.Maps
}

// notDrawn logs why a map is missing.
func notDrawn(u *docket.Docket, g *docket.Game, side engine.Side, err error) {
	u.Logger.Error("the map could not be drawn", "game", g.Game, "step", g.State.Number, "side", side, "error", err)
}

// Attach puts the pictures into a letter.
func (p Pictures) Attach(l *post.Letter) {
	l.Inline = append(l.Inline, p.Inline...)
	l.Attachments = append(l.Attachments, p.Attached...)
}

// Details are what a report has no room for: to be read in a browser, and as text above
// what is for programs.
type Details struct {
	Files []mail.File
	Err   error
	text  []byte
}

// DetailsOf are those of what a letter tells.
func DetailsOf(m templates.Mail, forPrograms []byte) Details {
	text, html, err := templates.Details(m)
	d := Details{text: text, Err: err}
	if forPrograms != nil {
		text = slices.Concat(text, []byte("\n"), forPrograms)
	}
	d.Files = []mail.File{{Name: templates.DetailsName, Type: "text/html; charset=utf-8", Bytes: html},
		{Name: record.AttachedName, Type: "text/plain; charset=utf-8", Bytes: text}}
	return d
}

// Attach puts the details beside the page of a letter.
func (d Details) Attach(l *post.Letter) {
	l.Attachments = append(l.Attachments, d.Files...)
	l.Page.Beside, l.Page.Err = d.text, errors.Join(l.Page.Err, d.Err)
}
