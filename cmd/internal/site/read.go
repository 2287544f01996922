package site

import (
	"berthier/cmd/internal/aftermath"
	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/tell"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/store"
	"berthier/templates"
)

// mostHistory is how much of what happened a page lists, the newest of it.
const mostHistory = 60

// mostRecords are read for it of a game that goes on: a step has five, as a rule.
const mostRecords = 5 * mostHistory

// read reads a game. The docket is held only while it is asked.
func (s *Site) read(id string) (p page, err error) {
	var g *docket.Game
	var log []store.Record
	p.files = map[string][]byte{}
	s.games.Mu.Lock()
	err = s.games.Store.View(func(*store.Tx) (err error) {
		if p.seq, err = s.games.Store.LastSeq(id); err != nil {
			return err
		}
		if g, err = s.stands(id); err != nil {
			return err
		}
		from := uint64(1)
		if p.over = g.State.Over != nil; !p.over && p.seq > mostRecords {
			from = p.seq - mostRecords
		}
		for r, err := range s.games.Store.Records(id, from) {
			if err != nil {
				return err
			}
			log = append(log, r)
		}
		return nil
	})
	s.games.Mu.Unlock()
	if err != nil {
		return p, err
	}
	return p, p.fill(s.games, g, log, s.language)
}

// stands is how a game stands, whether it may go on or not.
func (s *Site) stands(id string) (*docket.Game, error) {
	info, err := s.games.Info(id)
	if err != nil {
		return nil, err
	}
	g := &docket.Game{Info: info}
	g.State, err = s.games.StateOf(id)
	return g, err
}

// fill makes of what was read what is shown, to a club of a language.
func (p *page) fill(u *docket.Docket, g *docket.Game, log []store.Record, club tongue.Language) error {
	about := u.About(g.Info)
	in := languageOf(g, club)
	p.Game = templates.Game{ID: about.ID, Title: g.Called().In(in), Rules: about.Rules, Language: in}
	for _, x := range about.Players {
		p.Game.Players = append(p.Game.Players, templates.Player{Side: x.Side, Name: x.Name})
	}
	var last, ending tongue.Text
	if p.over {
		ending = tell.Ending(g.Rules, g.State.Position, g.Outcome())
	}
	for _, r := range log {
		row, err := tell.HistoryRow(r, ending)
		if err != nil {
			return err
		}
		if row != nil {
			p.History = append(p.History, row)
		}
		switch r.Kind {
		case record.KindGame, record.KindStep, record.KindRollback, record.KindRuling, record.KindOver:
			last = phrase.Moment(record.Time(r.Data))
		}
	}
	p.History = p.History[max(0, len(p.History)-mostHistory):]
	if g.Rules == nil || g.State.Position == nil {
		foreign := phrase.Say("stands.foreign")
		p.Stands = foreign.In(p.Game.Language)
		p.row = templates.ClubGame{ID: g.Game, Title: g.Title, Stands: foreign.In(club), Last: last.In(club)}
		return nil
	}
	p.row = rowOf(g, last, club)
	p.Stands = tell.HowItStands(g).In(p.Game.Language)
	if !g.Over() {
		p.Waits = g.Waiting()
	}
	at := g.State.Position
	p.draw(g.Rules, at)
	told := engine.Tell(g.Rules, at, at, nil, "")
	p.Victory, p.Tables = told.Victory, told.Tables
	if p.over {
		return p.lookBack(g.Rules, g.Outcome(), ending, log, audit.CheckLog([]engine.Ruleset{g.Rules}, log))
	}
	return nil
}

// lookBack adds what the last mail of a game told.
func (p *page) lookBack(rules engine.Ruleset, outcome engine.Outcome, ending tongue.Text, log []store.Record,
	found audit.Result) error {
	after, err := aftermath.Of(rules, log, &found)
	p.Over = &templates.OverMail{Outcome: outcome, Ending: ending, After: after, Leads: engine.Leads(rules, outcome)}
	if err != nil || after == nil {
		return err
	}
	for _, c := range after.Curves {
		name := c.Name + ".svg"
		p.Over.Curves, p.files[name] = append(p.Over.Curves, name), c.SVG(p.Game.Language)
	}
	return nil
}
