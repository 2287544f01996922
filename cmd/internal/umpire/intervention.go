package umpire

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
	"berthier/templates"
)

// Refusal is an error of what an umpire asked for: nothing is wrong with this
// program, and nothing was changed.
type Refusal struct{ error }

// Unwrap gives what is wrong.
func (r Refusal) Unwrap() error { return r.error }

func refuse(err error) error { return Refusal{err} }

func refusef(format string, args ...any) error { return Refusal{fmt.Errorf(format, args...)} }

// maxReason bounds a reason, and what is announced, in letters.
const maxReason = 2000

// cleanReason makes one line of what the umpire wrote; what names it in the error.
func cleanReason(what, s string) (string, error) {
	s = strings.Join(strings.Fields(s), " ")
	bad := func(r rune) bool { return !unicode.IsPrint(r) }
	if s == "" || !utf8.ValidString(s) || utf8.RuneCountInString(s) > maxReason || strings.ContainsFunc(s, bad) {
		return "", refusef("%s: want 1 to %d printable letters; the players read it", what, maxReason)
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
func (u *Master) intervention(g *game, by, reason string) (i record.Intervention, err error) {
	if err := g.refuseBurned(); err != nil {
		return i, err
	}
	link, err := u.linkOf(g.Game, g.state.Number+1)
	return record.Intervention{
		Head:     record.Head{Game: g.Game, Step: g.state.Number + 1, Time: u.timeOf(g)},
		By:       by,
		Previous: g.state.Link, Link: link, Reason: reason, Hidden: g.hidden(),
	}, err
}

// intervene lets a game go on from another position: what is written, and the
// reports; back is the place that a rollback leads to. word is what each side is told.
// It changes nothing.
func (u *Master) intervene(g *game, i record.Intervention, by record.Record, back *fold.Place,
	word func(engine.Side) templates.Word) (
	batch, []store.Mail, error,
) {
	shown := record.Step{Head: record.Head{Game: g.Game, Step: i.Step, Time: i.Time}, Link: i.Link,
		Previous: i.Previous}
	r := resolution{record: shown, word: func(side engine.Side) *templates.Word {
		w := word(side)
		w.Paragraphs = append(w.Paragraphs, g.dropped(side, i.Step+1))
		return &w
	}}
	return u.conclude(g, r, by, back)
}

// dropped tells a side what became of the files that had come in; next is the number
// of the next step.
func (g *game) dropped(side engine.Side, next int) string {
	text := fmt.Sprintf("Orders for step %d are not used any more: whoever owes orders now sends them for step %d.",
		g.state.Number+1, next)
	if g.answered(side) {
		text = "The file that you had sent is dropped. " + text
	}
	return text
}
