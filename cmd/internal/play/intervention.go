package play

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/templates"
)

// maxReason bounds a reason, and what is announced, in letters.
const maxReason = 2000

// cleanReason makes one line of what the umpire wrote; what names it in the error.
func cleanReason(what, s string) (string, error) {
	s = strings.Join(strings.Fields(s), " ")
	bad := func(r rune) bool { return !unicode.IsPrint(r) }
	if s == "" || !utf8.ValidString(s) || utf8.RuneCountInString(s) > maxReason || strings.ContainsFunc(s, bad) {
		return "", docket.Refusef("%s: want 1 to %d printable letters; the players read it", what, maxReason)
	}
	return s, nil
}

// whoRules is how mails name an umpire.
func whoRules(by string) string {
	if by == "" {
		return "the umpire"
	}
	return "the umpire (" + by + ")"
}

// intervention begins one for the next number of a game.
func (u *Master) intervention(g *docket.Game, by, reason string) (i record.Intervention, err error) {
	if err := g.RefuseBurned(); err != nil {
		return i, err
	}
	link, err := u.linkOf(g.Game, g.State.Number+1)
	return record.Intervention{
		Head: g.State.Next(u.Now()), By: by, Previous: g.State.Link, Link: link, Reason: reason,
		Hidden: g.NextHidden(),
	}, err
}

// intervene lets a game go on from another position: what is written, and the
// reports; back is the place that a rollback leads to. word is what each side is told.
// It changes nothing.
func (u *Master) intervene(g *docket.Game, i record.Intervention, by record.Record, back *fold.Place,
	word func(engine.Side) templates.Word) (docket.Batch, error) {
	shown := record.Step{Head: i.Head, Link: i.Link, Previous: i.Previous}
	r := resolution{record: shown, word: func(side engine.Side) *templates.Word {
		w := word(side)
		w.Paragraphs = append(w.Paragraphs, g.Dropped(side, i.Step+1))
		return &w
	}}
	return u.conclude(g, r, by, back)
}
