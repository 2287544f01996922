package umpire

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/mail"
	"berthier/store"
	"berthier/templates"
)

// stateObserver + address, in lower case: what somebody who only looks on gets,
// "observe" or "monitor".
const stateObserver = "observer/"

const (
	wordObserve = "observe"
	wordMonitor = "monitor"

	wordUnobserve = "unobserve"

	maxObservers = 200 // of one game
)

// observerWords are the commands that a code of observerCode makes good.
var observerWords = []string{wordObserve, wordMonitor, wordUnobserve}

// observerCode is what shows that somebody reads the mails to an address.
func (g *game) observerCode(word, address string) string {
	mac := hmac.New(sha256.New, g.sealed.Reveal())
	fmt.Fprintf(mac, "berthier observer 1\n%s\n%s\n%s\n", g.Game, word, address)
	return said.Groups(base32.StdEncoding.EncodeToString(mac.Sum(nil))[:12])
}

// looker is the address that observes when the sender does.
func (d *errand) looker() string {
	if d.by == command.Player {
		return strings.ToLower(d.g.address[d.me])
	}
	return strings.ToLower(d.m.From.Address)
}

// observe begins to send an observer's mails, once he has shown that the
// address is his.
func (d *errand) observe(c command.Observe) error {
	g, address, err := d.shown(c.Word, c.Game, c.Code)
	if g == nil || err != nil {
		return err
	}
	now, others, spelt, err := d.u.observation(g.Game, address)
	switch {
	case err != nil:
		return err
	case others >= maxObservers:
		d.fault("", "the game has as many observers as it can have")
		return nil
	case now != c.Word:
		if ok, err := d.onceSigned(); !ok || err != nil {
			return err
		}
		for _, old := range spelt {
			d.batch.drop(g.Game, stateObserver+old)
		}
		d.batch.set(g.Game, stateObserver+address, []byte(c.Word))
	}
	d.say("From the next step on this address gets what everybody may see of game %s. To end it, send this line from "+
		"the same address:", g.Game)
	d.part(templates.Part{Block: g.unobserve(address)})
	return nil
}

// unobserve ends it, for the address that the mail came from.
func (d *errand) unobserve(c command.Unobserve) error {
	g, address, err := d.shown(wordUnobserve, c.Game, c.Code)
	if g == nil || err != nil {
		return err
	}
	now, _, _, err := d.u.observation(g.Game, address)
	if now == "" || err != nil {
		d.say("This address does not observe game %s.", g.Game)
		return err
	}
	if ok, err := d.onceSigned(); !ok || err != nil {
		return err
	}
	d.batch.drop(g.Game, stateObserver+address)
	d.say("Nothing more of game %s goes to this address, but for what is on its way.", g.Game)
	return nil
}

// unobserve is the line that ends the observation by an address.
func (g *game) unobserve(address string) string {
	return fmt.Sprintf("%s %s %s\n", wordUnobserve, g.Game, g.observerCode(wordUnobserve, address))
}

// shown gives the game that the command is about and the address that it is for, once
// the command has the code that was mailed there; otherwise it says how to get it.
func (d *errand) shown(word, game, given string) (g *game, address string, err error) {
	if g, _, err = d.otherGame(game); g == nil || err != nil {
		return nil, "", err
	}
	address = d.looker()
	code := g.observerCode(word, address)
	switch {
	case word != wordUnobserve && g.over():
		d.fault("", "the game is over")
		return nil, "", nil
	case given == "":
		d.part(templates.Part{
			Text:  "Anybody could have written this in your name. If it was you, send this line from the same address:",
			Block: fmt.Sprintf("%s %s %s\n", word, g.Game, code),
		})
		return nil, "", nil
	case !said.SameCode(given, code):
		d.fault("the command without a code brings it", "this is not the code of this command, game and address")
		return nil, "", nil
	}
	return g, address, nil
}

// onceSigned lets what was signed change something only once: whoever has it can send
// it again.
func (d *errand) onceSigned() (bool, error) {
	if d.by != command.Player {
		return true, nil
	}
	return d.once(d.g.Game, wordObserve, false)
}

// observation reads what an address gets of a game, "" for nothing; how many other
// mailboxes get something; and the other spellings of the address that do.
func (u *Desk) observation(game, address string) (word string, others int, spelt []string, err error) {
	err = u.Store.View(func(tx *store.Tx) error {
		keys, err := tx.StateKeys(game, stateObserver)
		if err != nil {
			return err
		}
		box, _ := mailboxOf(address)
		for _, key := range keys {
			other := strings.TrimPrefix(key, stateObserver)
			if m, _ := mailboxOf(other); other != address && m == box {
				spelt = append(spelt, other)
			} else if other != address {
				others++
			}
		}
		value, err := optional(tx.State(game, stateObserver+address))
		word = string(value)
		return err
	})
	return word, others, spelt, err
}

// observers reads who only looks on: what he gets, by address.
func (u *Master) observers(id string) (words map[string]string, err error) {
	words = map[string]string{}
	err = u.Store.View(func(tx *store.Tx) error {
		keys, err := tx.StateKeys(id, stateObserver)
		for _, key := range keys {
			value, err := tx.State(id, key)
			if err != nil {
				return err
			}
			words[strings.TrimPrefix(key, stateObserver)] = string(value)
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
func (u *Master) observed(g *game, kind string, r resolution, head string) (mails []store.Mail, err error) {
	words, err := u.observers(g.Game)
	if err != nil || len(words) == 0 {
		return nil, err
	}
	m := u.reportModel(g, Attachment{Game: g.Game, Step: g.state.Number + 1}, r.before, r.record.Events)
	m.Answer, m.Step, m.Dice, m.Checkpoint = templates.Answer{}, g.state.Number, diceModel(r.record), head
	if r.word != nil {
		m.Word = r.word("")
	}
	var p pictures
	p, m.Map = u.picture(g, "", g.state.Position, r.record.Events, "map",
		"map."+post.ReportID(g.Game, g.state.Number, "observer"))
	results, err := json.MarshalIndent(newResults(g, kind, m, r), "", " ")
	if err != nil {
		return nil, err
	}
	var letters []post.Letter
	for _, address := range sortedKeys(words) {
		l := g.toObserver(address, strconv.Itoa(g.state.Number))
		mine := templates.ObservedMail{Mail: m, Results: words[address] == wordMonitor, Stop: g.unobserve(address)}
		if mine.Results {
			l.Attachments = append(l.Attachments, mail.File{Name: fmt.Sprintf("%s-%d.json", g.Game, g.state.Number),
				Type: "application/json", Bytes: append(results, '\n')})
		} else {
			p.attach(&l)
		}
		l.Subject, l.Page = m.Report.Title, post.Fill(templates.Observed, mine)
		letters = append(letters, l)
	}
	return u.Post.WriteAll(letters...)
}

// observedEnd writes their last mails.
func (u *Master) observedEnd(g *game, m templates.OverMail) (mails []store.Mail, err error) {
	words, err := u.observers(g.Game)
	if err != nil || len(words) == 0 {
		return nil, err
	}
	m.Tables = engine.Tell(g.rs, g.state.Position, g.state.Position, nil, "").AllTables()
	page := post.Fill(templates.Over, m)
	var letters []post.Letter
	for _, address := range sortedKeys(words) {
		l := g.toObserver(address, "over")
		l.Subject, l.Page = g.Title+" is over", page
		letters = append(letters, l)
	}
	return u.Post.WriteAll(letters...)
}

// toObserver begins a letter to somebody who only looks on.
func (g *game) toObserver(address, about string) post.Letter {
	return post.Letter{
		To: mail.Address{Address: address}, Game: g.Game,
		ID:      fmt.Sprintf("%s.%s.observer-%.8x", g.Game, about, sha([]byte(address))),
		Unasked: true, Null: true,
	}
}

// results is a step for programs, as the public may see it.
type results struct {
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

func newResults(g *game, kind string, m templates.Mail, r resolution) results {
	o := g.outcome()
	x := results{
		Format: "berthier results 1", Game: g.Game, Title: g.Title, Rules: g.rs.Name() + " " + g.rs.Version(),
		Scenario: g.Setup.Scenario,
		Step:     g.state.Number, Turn: g.turn(), Time: r.record.Time.UTC().Format("2006-01-02T15:04:05Z"),
		Over: o.Over, Winner: o.Winner,
		Waiting: append([]engine.Side{}, g.owing()...), Events: []string{},
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
