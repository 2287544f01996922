package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/post"
	"berthier/engine"
	"berthier/mail"
	"berthier/store"
	"berthier/templates"
)

// ObserverWords are the commands that a code of ObserverCode makes good.
var ObserverWords = []string{docket.WordObserve, docket.WordMonitor, docket.WordUnobserve}

// Observers reads who only looks on: what he gets, by address.
func (u *Master) Observers(id string) (words map[string]string, err error) {
	words = map[string]string{}
	err = u.Store.View(func(tx *store.Tx) error {
		keys, err := tx.StateKeys(id, docket.StateObserver)
		for _, key := range keys {
			value, err := tx.State(id, key)
			if err != nil {
				return err
			}
			words[strings.TrimPrefix(key, docket.StateObserver)] = string(value)
		}
		if errors.Is(err, store.ErrNotFound) { // a game that is being made
			return nil
		}
		return err
	})
	return words, err
}

// observed writes the mails of a step to those who only look on. They hold
// what the public may see and are in no record.
func (u *Master) observed(g *docket.Game, kind string, r resolution, head string) (mails []store.Mail, err error) {
	words, err := u.Observers(g.Game)
	if err != nil || len(words) == 0 {
		return nil, err
	}
	m := u.reportModel(g, docket.Attachment{Game: g.Game, Step: g.State.Number + 1}, r.before, r.record.Events)
	m.Answer, m.Step, m.Dice, m.Checkpoint = templates.Answer{}, g.State.Number, diceModel(r.record), head
	if r.word != nil {
		m.Word = r.word("")
	}
	p := u.pictures(g, "", r.record.Events, &m)
	results, err := json.MarshalIndent(newResults(g, kind, m, r), "", " ")
	if err != nil {
		return nil, err
	}
	details := detailsOf(m, nil)
	if details.err != nil {
		return nil, details.err
	}
	var letters []post.Letter
	for _, address := range docket.SortedKeys(words) {
		l := g.ToObserver(address, strconv.Itoa(g.State.Number))
		mine := templates.ObservedMail{Mail: m, Results: words[address] == docket.WordMonitor,
			Stop: g.Unobserve(address)}
		if mine.Results {
			l.Attachments = append(l.Attachments, mail.File{Name: fmt.Sprintf("%s-%d.json", g.Game, g.State.Number),
				Type: "application/json", Bytes: append(results, '\n')})
		} else {
			p.Attach(&l)
			l.Attachments = append(l.Attachments, details.files...)
		}
		l.Subject, l.Page = m.Report.Title, post.Fill(templates.Observed, mine)
		letters = append(letters, l)
	}
	return u.Post.WriteAll(letters...)
}

// observedEnd writes their last mails.
func (u *Master) observedEnd(g *docket.Game, m templates.OverMail) (mails []store.Mail, err error) {
	words, err := u.Observers(g.Game)
	if err != nil || len(words) == 0 {
		return nil, err
	}
	m.Tables = engine.Tell(g.Rules, g.State.Position, g.State.Position, nil, "").AllTables()
	page := post.Fill(templates.Over, m)
	var letters []post.Letter
	for _, address := range docket.SortedKeys(words) {
		l := g.ToObserver(address, "over")
		l.Subject, l.Page = g.Title+" is over", page
		letters = append(letters, l)
	}
	return u.Post.WriteAll(letters...)
}

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

func newResults(g *docket.Game, kind string, m templates.Mail, r resolution) Results {
	o := g.Outcome()
	x := Results{
		Format: "berthier results 1", Game: g.Game, Title: g.Title, Rules: g.Rules.Name() + " " + g.Rules.Version(),
		Scenario: g.Setup.Scenario,
		Step:     g.State.Number, Turn: g.Turn(), Time: r.record.Time.UTC().Format("2006-01-02T15:04:05Z"),
		Over: o.Over, Winner: o.Winner,
		Waiting: append([]engine.Side{}, g.Owing()...), Events: []string{},
		Tables: append([]engine.Table{}, m.Report.AllTables()...),
		Kind:   kind, Told: []string{},
	}
	if m.Word != nil {
		x.Told = append(x.Told, m.Word.Paragraphs...)
	}
	for _, e := range engine.Visible(r.record.Events, "") {
		x.Events = append(x.Events, e.String())
	}
	return x
}
