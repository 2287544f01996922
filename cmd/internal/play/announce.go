package play

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/templates"
)

// DecideAnnounce mails a text to all players of a game. by names the umpire's key, "" at the machine.
func (u *Master) DecideAnnounce(g *docket.Game, text, by string) (b docket.Batch, err error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	bad := func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }
	if text == "" || !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxReason ||
		strings.ContainsFunc(text, bad) {
		return b, amiss.Refusef("the announcement: want 1 to %d printable letters", maxReason)
	}
	g.Record(&b, record.Announce{Head: u.HeadOf(g), By: by, HiddenPart: g.NextHidden(), Text: []byte(text)})
	u.tellAll(&b, g, message{phrase.Say("word.title"), phrase.Umpire(by), phrase.Paragraphs(text)})
	u.SignHead(&b, g)
	return b, nil
}

// DecideLanguage has the mails of a side written in another language, and tells its player in that one. by names the
// umpire's key, "" at the machine.
func (u *Master) DecideLanguage(g *docket.Game, side engine.Side, l tongue.Language, by string) (engine.Side,
	docket.Batch, error) {
	var b docket.Batch
	side, err := g.SideNamed(side)
	if err != nil {
		return side, b, err
	}
	r, err := fold.SetLanguage(g.State, u.Now(), by, side, l)
	if err != nil {
		return side, b, amiss.Refuse(err)
	}
	g.Record(&b, r)
	u.Tell(&b, u.notice(g, side, fmt.Sprintf("notice.%d", g.State.Tree.Size()), message{phrase.Say("language.title"),
		phrase.Umpire(by), []tongue.Text{phrase.Say("language.will", "name", l.Name())}}))
	u.SignHead(&b, g)
	return side, b, nil
}

// message is what a notice says.
type message struct {
	title, from tongue.Text
	paragraphs  []tongue.Text
}

func messageOf(title, text tongue.Text) message {
	return message{title, phrase.Umpire(""), []tongue.Text{text}}
}

// tellAll writes a note to every player, behind the last record of g.
func (u *Master) tellAll(b *docket.Batch, g *docket.Game, n message) {
	for _, side := range g.People() {
		u.Tell(b, u.notice(g, side, fmt.Sprintf("notice.%d", g.State.Tree.Size()), n))
	}
}

// notice is one to the player of a side; kind tells it apart from others.
func (u *Master) notice(g *docket.Game, side engine.Side, kind string, n message) post.Letter {
	l := g.Letter(side, kind)
	m := templates.NoticeMail{Game: u.AboutTo(g.Info, side), Subject: n.title, Paragraphs: n.paragraphs, From: n.from}
	l.Subject, l.Unasked = phrase.Uncapital(n.title.In(m.Game.Language)), true
	l.Page = post.Fill(templates.Notice, m)
	return l
}
