package desk

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/sheet"
	"berthier/cmd/internal/umpire"
	"berthier/engine"
	"berthier/engine/jdg"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/mail/wire"
	"berthier/store"

	"github.com/chromedp/chromedp"
)

// player plays a side in a browser of his own, by clicks alone.
type player struct {
	*desktop
	address string
	report  []byte // the last one that asks him for something; nil if he has answered it
	opened  int
	orders  int // that he has given
}

// newPlayer opens the page and makes a key in it.
func newPlayer(t *testing.T, page, address string) (p *player, public string) {
	t.Helper()
	p = &player{desktop: &desktop{browser: newBrowser(t), page: "file://" + page}, address: address}
	p.run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(p.page))
	p.until(`document.getElementById("status").textContent === "The desk is ready."`)
	p.run(chromedp.SendKeys("#comment", address, chromedp.ByQuery), chromedp.Click("#key-make", chromedp.ByQuery))
	p.until(`document.getElementById("key-new").hidden`)
	var kept string
	p.run(chromedp.Evaluate(`localStorage.getItem("berthier key")`, &kept))
	var key Key
	if err := json.Unmarshal([]byte(kept), &key); err != nil {
		t.Fatal(err)
	}
	return p, key.Public
}

// answer opens the report that he saved, gives an order by clicks if a piece of his can do anything, and signs.
func (p *player) answer() (signed string) {
	p.Helper()
	p.opened++
	name := fmt.Sprintf("report-%d.eml", p.opened)
	path := filepath.Join(p.TempDir(), name)
	if err := os.WriteFile(path, p.report, 0o600); err != nil {
		p.Fatal(err)
	}
	p.native = New(load)
	p.told = *call[Opened](p, p.native, "open", question{}, p.report).Sheet
	p.run(chromedp.SetUploadFiles("#file", []string{path}, chromedp.ByQuery))
	p.until(fmt.Sprintf(`document.getElementById("status").textContent === "Open: %s."`, name))
	if piece, goal := p.idea(); piece != "" {
		before := p.written()
		p.run(chromedp.SetValue("#pieces", piece, chromedp.ByQuery),
			chromedp.Evaluate(`document.getElementById("pieces").dispatchEvent(new Event("change"))`, nil))
		p.until(`document.querySelectorAll("#over .aim").length > 0`)
		p.click(goal)
		changed := fmt.Sprintf(`document.getElementById("text").value !== %q`, before)
		p.until(`document.querySelector("#over .now") !== null || ` + changed)
		var several bool
		if p.run(chromedp.Evaluate(`document.querySelector("#over .now") !== null`, &several)); several {
			p.click(goal)
		}
		p.until(changed + ` && document.querySelectorAll("#so-far button").length > 0`)
		p.orders++
	} else if p.text("judged") != "The file is in order." { // an activation without an order says so
		p.run(chromedp.Click("#forms summary", chromedp.ByQuery))
		p.until(`document.querySelector("#verb option[value=hold]") !== null`)
		p.choose("#verb", "hold")
		p.run(chromedp.Click("#form button", chromedp.ByQuery))
		p.until(`document.getElementById("text").value.includes("\nhold\n")`)
		p.run(chromedp.Click("#forms summary", chromedp.ByQuery))
	}
	p.until(`document.getElementById("judged").textContent === "The file is in order."`)
	p.run(chromedp.Click("#sign", chromedp.ByQuery))
	p.until(`!document.getElementById("signed").hidden`)
	p.run(chromedp.Evaluate(`document.getElementById("signed-text").value`, &signed))
	p.report = nil
	return signed
}

// idea is a piece that can go somewhere, and where.
func (p *player) idea() (piece, goal string) {
	text := p.told.Text
	m := call[sheet.Reading](p, p.native, "read", question{Text: text}, nil).Map
	for _, x := range m.Pieces {
		if !x.Own || !x.Active {
			continue
		}
		for _, c := range call[[]sheet.Choice](p, p.native, "about", question{Text: text, IDs: []string{x.ID}}, nil) {
			words := strings.Fields(c.Line)
			i := slices.IndexFunc(m.Regions, func(r sheet.Spot) bool { return strings.EqualFold(r.ID, words[len(words)-1]) })
			if i >= 0 && m.Regions[i].ID != x.Region && len(words) > 2 {
				return x.ID, m.Regions[i].ID
			}
		}
	}
	return "", ""
}

var lastMail = flag.Int("desk.mails", 6, "mails after which TestWholeGameInBrowser ends; 0: when the game is over")

// A Goldbach is played by two people who have nothing but the page and a mail program: each opens his
// report, clicks, signs, and sends.
func TestWholeGameInBrowser(t *testing.T) {
	page := builtPage(t, "", nil)
	french, frenchKey := newPlayer(t, page, "soult@example.net")
	allied, alliedKey := newPlayer(t, page, "kienmayer@example.net")
	players := []*player{french, allied}
	s, err1 := store.Open(filepath.Join(t.TempDir(), "berthier.db"), 0)
	rs, err2 := jdg.Load(nil)
	logKey, err3 := record.GenerateSigner(strings.NewReader(strings.Repeat("a log key ", 100)))
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if problems, err := s.Check(); err != nil || len(problems) > 0 {
			t.Errorf("the store: %v %v", problems, err)
		}
		s.Close()
	})
	now := time.Now().UTC()
	u, err := umpire.New(docket.Config{Store: s, Key: logKey, Rulesets: []engine.Ruleset{rs},
		Address: mail.Address{Name: "The club", Address: "games@berthier.example"},
		Clock:   func() time.Time { return now }, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := u.Create(play.Spec{Game: "game-1", Ruleset: "jdg", Setup: engine.Setup{Scenario: "goldbach"},
		Players: []play.Player{{Side: "French", Name: "Soult", Address: french.address, Key: frenchKey},
			{Side: "Allied", Name: "Kienmayer", Address: allied.address, Key: alliedKey}}}); err != nil {
		t.Fatal(err)
	}
	over := func() bool {
		st, err := u.Status("game-1")
		if err != nil {
			t.Fatal(err)
		}
		return st.Outcome.Over
	}
	mails, enough := 0, 3 // orders of each
	ended := func() bool { return over() || mails > 0 && mails == *lastMail }
	for !ended() {
		if _, err := u.Post.Send(context.Background(), func(_ context.Context, _ string, to []string, raw []byte) error {
			for _, p := range players {
				if o, err := New(load).Open(raw, tongue.En); slices.Contains(to, p.address) && err == nil && o.Sheet != nil {
					p.report = slices.Clone(raw)
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		answered := false
		for _, p := range players {
			if p.report == nil || ended() {
				continue
			}
			o := call[Opened](t, New(load), "open", question{}, p.report)
			if !slices.ContainsFunc(o.Sheet.Owed, func(d sheet.Owed) bool { return !d.Optional }) {
				continue
			}
			letter := *o.Answer
			now = now.Add(time.Minute)
			mails++
			raw, err := mail.Compose(mail.Outgoing{From: mail.Address{Address: letter.From}, To: []mail.Address{{Address: letter.To}},
				Subject: letter.Subject, InReplyTo: letter.Reply, Text: p.answer(), Date: now, ID: fmt.Sprintf("%d@home", mails)})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := u.TakeAll(context.Background(), []wire.Arrival{{Raw: raw, Size: int64(len(raw)),
				Cursor: wire.Cursor{UIDValidity: 7, UID: uint32(mails)}}}); err != nil {
				t.Fatal(err)
			}
			answered = true
			if mails%10 == 0 {
				t.Logf("%d mails", mails)
			}
		}
		if !answered && !ended() {
			t.Fatalf("after %d mails nobody is asked, and the game is not over", mails)
		}
		if mails > 500 {
			t.Fatal("the game does not end")
		}
	}
	t.Logf("%d and %d reports, %d and %d orders", french.opened, allied.opened, french.orders, allied.orders)
	if !over() {
		enough = 1
	}
	for _, p := range players {
		if p.orders < enough {
			t.Errorf("%s gave %d orders", p.address, p.orders)
		}
		p.quiet()
	}
}
