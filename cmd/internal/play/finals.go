package play

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berthier/cmd/internal/aftermath"
	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/enclosed"
	"berthier/cmd/internal/onlooker"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/tell"
	"berthier/engine"
	"berthier/mail"
	"berthier/templates"
)

// lastMails are those of a game that is over, to its players and to those who look on.
type lastMails struct {
	templates.OverMail
	over record.Over
}

// lastMails looks back on a game. That cannot hold its end up: what cannot be told is logged,
// and the mails go without.
func (u *Master) lastMails(g *docket.Game, over record.Over, last engine.Link, head string) lastMails {
	m := lastMails{over: over, OverMail: templates.OverMail{
		Game: u.About(g.Info), Steps: g.State.Number, Outcome: over.Outcome, Anchor: g.Anchor, Last: last,
		Sealed: over.Sealed, Checkpoint: head,
		Closed: strings.HasPrefix(over.Outcome.Text, record.Abandoned), Leads: engine.Leads(g.Rules, over.Outcome),
	}}
	if u.Site != "" {
		m.Page = u.Site + "/games/" + g.Game + "/index.html"
	}
	err := amiss.Attempt(func() (err error) {
		log, err := g.WholeLog()
		if err != nil {
			return err
		}
		found := audit.CheckUntold([]engine.Ruleset{g.Rules}, log)
		m.After, err = aftermath.Of(g.Rules, log, &found)
		return err
	})
	err = errors.Join(err, amiss.Attempt(func() error {
		if !m.Closed {
			m.Battles = engine.Targets(g.Rules, g.State.Position)
		}
		return nil
	}))
	if err != nil {
		u.Logger.Error("the game cannot be looked back on", "game", g.Game, "error", err)
	}
	m.Ending = tell.Ending(g.Rules, g.State.Position, over.Outcome)
	return m
}

// letter fills what everybody gets into a letter.
func (m lastMails) letter(u *Master, g *docket.Game, l post.Letter) post.Letter {
	l.Inline = enclosed.Last(u.Docket, g, &m.OverMail)
	l.Subject, l.Page = m.Subject(), post.Fill(templates.Over, m.OverMail)
	return l
}

// tables are those of the end, of a game that has nothing better to tell.
func (m *lastMails) tables(g *docket.Game, side engine.Side) {
	if m.After == nil {
		m.Tables = engine.Tell(g.Rules, g.State.Position, g.State.Position, nil, side).AllTables()
	}
}

// finals begins to write the last mail of every player, with the secrets.
func (u *Master) finals(g *docket.Game, last lastMails) letters {
	return u.beginEachSide(g, func(side engine.Side) post.Letter {
		m := last
		m.tables(g, side)
		m.Game.Language = g.Language(side)
		m.Game.Title = g.Called().In(m.Game.Language)
		l := g.Letter(side, "")
		l.ID = fmt.Sprintf("%s.over.%s", g.Game, side)
		l = m.letter(u, g, l)
		secrets, _ := m.over.Print()
		l.Attachments = []mail.File{{Name: "secrets.txt", Type: "text/plain; charset=utf-8", Bytes: secrets}}
		return l
	})
}

// observedEnd writes the last mails of those who only look on.
func (u *Master) observedEnd(b *docket.Batch, g *docket.Game, m lastMails) {
	words, err := onlooker.Of(u.Docket, g.Game)
	if b.Fail(err); len(words) == 0 {
		return
	}
	m.tables(g, "")
	for _, address := range slices.Sorted(maps.Keys(words)) {
		u.Tell(b, m.letter(u, g, onlooker.Letter(g, address, "over")))
	}
}
