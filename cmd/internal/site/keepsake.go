package site

import (
	"bytes"
	"fmt"
	"strings"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/tell"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/templates"
)

// Keepsake makes one page of a game that is over, for its archive: what its last mail told, what
// happened when, and every report. found is what an audit says of its log. It is nil, as is the
// error, for a game that goes on, or of which this program lacks the rules.
func Keepsake(rules engine.Ruleset, s game.SavedGame, found audit.Result) ([]byte, error) {
	if rules == nil || found.Over == nil || found.Foreign || !found.Followed() {
		return nil, nil
	}
	g := found.Game
	p := page{over: true, files: map[string][]byte{}}
	in, outcome := found.Stands.Language(), found.Over.Outcome
	title := engine.GameTitle(rules, g.Setup.Scenario, g.Title)
	p.Game = templates.Game{ID: g.Game, Title: title.In(in), Rules: g.Ruleset + " " + g.Version, Language: in}
	for _, x := range found.Stands.Seats {
		p.Game.Players = append(p.Game.Players, templates.Player{Side: x.Side, Name: x.Player})
	}
	at := found.Stands.Position
	ending := tell.Ending(rules, at, outcome)
	p.Stands = tell.Over(rules, outcome).In(in)
	if err := p.keep(s, found, ending); err != nil {
		return nil, fmt.Errorf("the page of the archive: %w", err)
	}
	p.draw(rules, at)
	told := engine.Tell(rules, at, at, nil, "")
	p.Victory, p.Tables = told.Victory, told.Tables
	if err := p.lookBack(rules, outcome, ending, s.Records, found); err != nil {
		return nil, fmt.Errorf("the page of the archive: %w", err)
	}
	return templates.Keepsake(p.PublicGame, p.files)
}

// keep adds what happened when, and the reports.
func (p *page) keep(s game.SavedGame, found audit.Result, ending tongue.Text) error {
	for _, r := range s.Records {
		row, err := tell.HistoryRow(r, ending)
		if err != nil {
			return err
		}
		if row != nil {
			p.History = append(p.History, row)
		}
		if v, ok := found.Reports[r.Seq]; ok && r.Kind == record.KindReport {
			p.Kept = append(
				p.Kept,
				templates.KeptReport{Step: v.Step, Side: v.Side, Last: strings.HasPrefix(v.Mail, v.Game+".over."),
					Text: mailed(v.Text)},
			)
		}
	}
	return nil
}

// mailed is the text of a report as it was mailed, up to the checkpoint with which it ends: the
// tables of its attachment are those of the page again, step for step.
func mailed(text []byte) string {
	from := bytes.LastIndex(text, []byte("\n\u2014 "))
	if from < 0 {
		return string(text)
	}
	if n := bytes.IndexByte(text[from+1:], '\n'); n >= 0 {
		return string(text[:from+1+n])
	}
	return string(text)
}
