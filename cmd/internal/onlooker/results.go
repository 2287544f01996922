package onlooker

import (
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/templates"
)

// Results is a step for programs, as the public may see it.
type Results struct {
	Format   string         `json:"format"` // "berthier results 1"
	Game     string         `json:"game"`
	Title    string         `json:"title"`
	Rules    string         `json:"rules"`
	Scenario string         `json:"scenario"`
	Step     int            `json:"step"`
	Kind     string         `json:"kind"` // what has this number: "step", "rollback" or "ruling"
	Told     []string       `json:"told"` // what the umpire says of a rollback or a ruling, a paragraph each
	Turn     int            `json:"turn"`
	Time     string         `json:"time"` // RFC 3339
	Over     bool           `json:"over"`
	Winner   engine.Side    `json:"winner"` // "" for a draw, or while the game goes on
	Waiting  []engine.Side  `json:"waiting"`
	Events   []string       `json:"events"` // in canonical form
	Tables   []engine.Table `json:"tables"` // Title, Columns and Rows
}

// NewResults are those of what is in force now; kind is that of its record, m the mail that tells of it.
func NewResults(g *docket.Game, kind string, m templates.Mail, step record.Step) Results {
	o := g.Outcome()
	x := Results{
		Format: "berthier results 1", Game: g.Game, Title: g.Title, Rules: g.Rules.Name() + " " + g.Rules.Version(),
		Scenario: g.Setup.Scenario,
		Step:     g.State.Number, Turn: g.Turn(), Time: step.Time.UTC().Format("2006-01-02T15:04:05Z"),
		Over: o.Over, Winner: o.Winner,
		Waiting: append([]engine.Side{}, g.Owing()...), Events: []string{},
		Tables: append([]engine.Table{}, m.Report.AllTables()...),
		Kind:   kind, Told: []string{},
	}
	if m.Word != nil {
		for _, p := range m.Word.Paragraphs {
			x.Told = append(x.Told, p.String())
		}
	}
	for _, e := range engine.Visible(step.Events, "") {
		x.Events = append(x.Events, e.String())
	}
	return x
}
