package play

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
	"berthier/templates"
)

// DecideAnnounce mails a text to all players of a game. by names the umpire's key, "" at the
// machine.
func (u *Master) DecideAnnounce(g *docket.Game, text, by string) (b docket.Batch, err error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	bad := func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }
	if text == "" || !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxReason ||
		strings.ContainsFunc(text, bad) {
		return b, docket.Refusef("the announcement: want 1 to %d printable letters", maxReason)
	}
	g.Record(&b, record.Announce{Head: u.HeadOf(g), By: by, Hidden: g.NextHidden(), Text: []byte(text)})
	b.Mails, err = u.tellAll(g, message{"a word from the umpire", whoRules(by), strings.Split(text, "\n\n")})
	return b, errors.Join(err, u.SignHead(&b, g))
}

// message is what a notice says.
type message struct {
	title, from string
	paragraphs  []string
}

func messageOf(title, text string) message { return message{title, whoRules(""), []string{text}} }

// tellAll writes a note to every player, behind the last record of g.
func (u *Master) tellAll(g *docket.Game, n message) ([]store.Mail, error) {
	var letters []post.Letter
	for _, side := range g.People() {
		letters = append(letters, u.notice(g, side, n))
	}
	return u.Post.WriteAll(letters...)
}

func (u *Master) notice(g *docket.Game, side engine.Side, n message) post.Letter {
	l := g.Letter(side, fmt.Sprintf("notice.%d", g.State.Tree.Size()))
	l.Subject, l.Unasked = n.title, true
	l.Page = post.Fill(templates.Notice, templates.NoticeMail{
		Game: u.About(g.Info), Subject: docket.Capital(n.title), Paragraphs: n.paragraphs, From: n.from,
	})
	return l
}
