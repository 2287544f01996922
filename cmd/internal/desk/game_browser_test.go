package desk

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/sheet"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/mail/wire"

	"github.com/chromedp/chromedp"
)

// player plays a side in a browser of his own, by clicks alone.
type player struct {
	*desktop
	address string
	public  string // his key
	mails   <-chan []byte
	report  []byte // the last one that asks him for something
	letter  Letter // that answers it
	opened  int
	orders  int // that he has given
}

// newPlayer opens the page and makes a key in it.
func newPlayer(t *testing.T, page, address string) *player {
	t.Helper()
	p := &player{desktop: &desktop{browser: newBrowser(t), page: "file://" + page}, address: address}
	p.run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(p.page))
	p.until(`document.getElementById("status").textContent === "The desk is ready."`)
	p.run(chromedp.SendKeys("#comment", address, chromedp.ByQuery), press("#key-make"))
	p.until(`document.getElementById("key-new").hidden`)
	var kept string
	p.run(chromedp.Evaluate(`localStorage.getItem("berthier key")`, &kept))
	var key Key
	if err := json.Unmarshal([]byte(kept), &key); err != nil {
		t.Fatal(err)
	}
	p.public = key.Public
	return p
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
	p.told = *call[Contents](p, p.native, "open", question{}, p.report).Sheet
	p.run(chromedp.SetUploadFiles("#file", []string{path}, chromedp.ByQuery))
	p.until(fmt.Sprintf(`document.getElementById("status").textContent === "Open: %s."`, name))
	if piece, goal := p.idea(); piece != "" {
		before := p.written()
		p.choose("#pieces", piece)
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
		p.run(press("#forms summary"))
		p.until(`document.querySelector("#verb option[value=hold]") !== null`)
		p.choose("#verb", "hold")
		p.run(press("#form button"))
		p.until(`document.getElementById("text").value.includes("\nhold\n")`)
		p.run(press("#forms summary"))
	}
	p.until(`document.getElementById("judged").textContent === "The file is in order."`)
	p.run(press("#sign"))
	p.until(`!document.getElementById("signed").hidden`)
	p.run(chromedp.Evaluate(`document.getElementById("signed-text").value`, &signed))
	return signed
}

// idea is a piece that can go somewhere, and where: to a place with none of its own, which a click would point at.
func (p *player) idea() (piece, goal string) {
	text := p.told.Text
	m := call[sheet.Verdict](p, p.native, "read", question{Text: text}, nil).Map
	for _, x := range m.Pieces {
		if !x.Own || !x.Active {
			continue
		}
		for _, c := range call[[]sheet.Choice](p, p.native, "about", question{Text: text, IDs: []string{x.ID}}, nil) {
			words := strings.Fields(c.Line)
			i := slices.IndexFunc(m.Regions, func(r sheet.Spot) bool {
				return strings.EqualFold(r.ID, words[len(words)-1])
			})
			if i >= 0 && len(words) > 2 && !slices.ContainsFunc(m.Pieces, func(other sheet.Spot) bool {
				return other.Own && other.Region == m.Regions[i].ID
			}) {
				return x.ID, m.Regions[i].ID
			}
		}
	}
	return "", ""
}

var lastMail = flag.Int("desk.mails", 4, "mails after which TestWholeGameInBrowser ends, if each has given orders; "+
	"0: when the game is over")

// club is a daemon with the mail server that is built into it.
type club struct {
	testing.TB
	dir, imap, smtp string
}

// program runs the program of the club.
func (c *club) program(args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(c.dir, "berthier"), args...)
	cmd.Dir = c.dir
	return cmd
}

// newClub starts a daemon with a Goldbach between two players.
func newClub(t testing.TB, players map[engine.Side]*player) *club {
	t.Helper()
	c := &club{TB: t, dir: t.TempDir()}
	if out, err := exec.Command("go", "build", "-o", c.dir, "berthier/cmd/berthier").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	args := []string{"new", "-config", "club.toml", "-game", "game-1", "-scenario", "goldbach"}
	files := map[string]string{"club.toml": "[imap]\npoll_seconds = 1\n[local]\nimap = \"127.0.0.1:0\"\nsmtp = " +
		"\"127.0.0.1:0\"\n"}
	for _, side := range slices.Sorted(maps.Keys(players)) {
		files[string(side)+".pub"] = players[side].public
		args = append(args, "-player", fmt.Sprintf("%s=%s=%s.pub", side, players[side].address, side))
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := c.program(args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	daemon := c.program("serve", "-config", "club.toml")
	said, err := os.Create(filepath.Join(c.dir, "said"))
	if err != nil {
		t.Fatal(err)
	}
	daemon.Stdout, daemon.Stderr = said, said
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		daemon.Process.Signal(os.Interrupt)
		if err := daemon.Wait(); err != nil || t.Failed() {
			t.Errorf("the daemon: %v\n%s", err, c.says())
		}
		if out, err := c.program("store", "check", "-config", "club.toml").CombinedOutput(); err != nil {
			t.Errorf("the store: %v\n%s", err, out)
		}
	})
	c.imap, c.smtp = c.finds("said", `IMAP +(127\.0\.0\.1:\d+)`), c.finds("said", `SMTP +(127\.0\.0\.1:\d+)`)
	return c
}

func (c *club) says() string {
	said, _ := os.ReadFile(filepath.Join(c.dir, "said"))
	return string(said)
}

// finds waits until a file has what an expression looks for, and gives its part in brackets.
func (c *club) finds(file, expression string) string {
	c.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		text, _ := os.ReadFile(filepath.Join(c.dir, file))
		if m := regexp.MustCompile(expression).FindSubmatch(text); m != nil {
			return string(m[1])
		}
	}
	c.Fatalf("%s has no %s: %s", file, expression, c.says())
	return ""
}

// mailbox gives the mails to an address as they come.
func (c *club) mailbox(address string) <-chan []byte {
	password := c.finds("berthier-state/mail-passwords.txt", "(?m)^"+regexp.QuoteMeta(address)+" (.+)$")
	poller := &wire.Poller{Interval: 200 * time.Millisecond, RetryMin: 50 * time.Millisecond, RetryMax: time.Second,
		Endpoint: wire.Endpoint{Address: c.imap, Security: wire.Plaintext, User: address, Password: password},
		Logger:   slog.New(slog.DiscardHandler)}
	ctx, stop := context.WithCancel(context.Background())
	mails := make(chan []byte, 1000)
	done := make(chan struct{})
	go func() {
		defer close(done)
		poller.Run(ctx, wire.Cursor{}, wire.Each(func(_ context.Context, a wire.Arrival) error {
			mails <- slices.Clone(a.Raw)
			return nil
		}))
	}()
	c.Cleanup(func() { stop(); <-done })
	return mails
}

// send mails an answer as the page hands it over.
func (c *club) send(letter Letter, text string) {
	c.Helper()
	raw, err := mail.Compose(mail.Outgoing{From: mail.Address{Address: letter.From},
		To:      []mail.Address{{Address: letter.To}},
		Subject: letter.Subject, InReplyTo: letter.Reply, Text: text, Date: time.Now(),
		ID: fmt.Sprintf("%d@home", time.Now().UnixNano())})
	if err != nil {
		c.Fatal(err)
	}
	sender := &wire.Sender{Endpoint: wire.Endpoint{Address: c.smtp, Security: wire.Plaintext}}
	defer sender.Close()
	if err := sender.Send(context.Background(), letter.From, []string{letter.To}, raw); err != nil {
		c.Fatal(err)
	}
}

// next waits until one of the players is asked for something, and gives him the report; or until
// the game is over.
func (c *club) next(players ...*player) (asked *player, over bool) {
	c.Helper()
	timeout := time.After(patience)
	for {
		var raw []byte
		select {
		case raw = <-players[0].mails:
			asked = players[0]
		case raw = <-players[1].mails:
			asked = players[1]
		case <-timeout:
			c.Fatalf("nobody is asked, and the game is not over: %s", c.says())
		}
		m, err := mail.Parse(raw)
		if err != nil {
			c.Fatal(err)
		}
		if strings.Contains(m.ID, ".over.") {
			return nil, true
		}
		o, err := New(load).Open(raw, tongue.En)
		if err == nil && o.Sheet != nil && slices.ContainsFunc(o.Sheet.Owed, func(d sheet.OpenDecision) bool {
			return !d.Optional
		}) {
			asked.report, asked.letter = raw, *o.Answer
			return asked, false
		}
	}
}

// A Goldbach is played by two people who have nothing but the page and a mail program, with a daemon: each opens
// his report, clicks, signs, and sends.
func TestWholeGameInBrowser(t *testing.T) {
	page := builtPage(t, "", nil)
	french, allied := newPlayer(t, page, "french@berthier.test"), newPlayer(t, page, "allied@berthier.test")
	c := newClub(t, map[engine.Side]*player{"French": french, "Allied": allied})
	for _, p := range []*player{french, allied} {
		p.mails = c.mailbox(p.address)
	}
	sent, enough := 0, 3 // orders of each
	if *lastMail > 0 {
		enough = 1
	}
	ordered := func() bool { return french.orders >= enough && allied.orders >= enough } // as the dice have it
	for *lastMail == 0 || sent < *lastMail || !ordered() {
		p, over := c.next(french, allied)
		if over {
			break
		}
		c.send(p.letter, p.answer())
		if sent++; sent%10 == 0 {
			t.Logf("%d mails", sent)
		}
		if sent > 500 {
			t.Fatal("the game does not end")
		}
	}
	t.Logf("%d mails, %d and %d reports, %d and %d orders", sent, french.opened, allied.opened, french.orders,
		allied.orders)
	for _, p := range []*player{french, allied} {
		if p.orders < enough {
			t.Errorf("%s gave %d orders", p.address, p.orders)
		}
		p.quiet()
	}
}
