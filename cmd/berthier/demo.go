package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/book"
	"berthier/mail"
	"berthier/mail/wire"
)

var demoCommand = command{
	name:  "demo",
	usage: "[-o DIR] [-game NAME] [-scenario NAME] [-turns N] [-whole]",
	help:  "watch two scripted players play a game by mail",
	long: `
Starts the daemon with its own mail servers on this machine, and two players
with fresh keys who read their mails over IMAP, write turn files, sign them and
send them over SMTP. They play until at least N turns are over and what people want
to see of the game has happened, or the game ends. One of them makes mistakes and
somebody forges orders. Every roll is computed again from
the mails alone; the exit code is 0 only if all are as published.

With -whole the computer plays both sides, without mistakes and without a forger, until
the game is over. A large battle takes some minutes.

DIR holds afterwards every mail, the last report and the keys; with -whole the last mails
alone, the archive of the game, and its pages. It is emptied at
the start if an earlier demo made it.`,
	run: runDemo,
}

const (
	demoGame = "demo-1"
	demoMark = "berthier-demo.txt" // marks a folder that a demo made
	demoTime = 5 * time.Minute     // at the most
	allTime  = time.Hour           // with -whole
)

func runDemo(ctx context.Context, c *call) error {
	dir := c.flags.String("o", "berthier-demo", "`DIR` for mails and reports")
	game := c.flags.String("game", "", "`NAME` of the game; default: "+games[0].Name)
	scenario := c.flags.String("scenario", "", "`NAME` of the scenario; default: what the game usually plays, "+
		games[0].Usual.Scenario)
	turns := c.flags.Int("turns", 1, "play at least `N` turns")
	whole := c.flags.Bool("whole", false, "play on until the game is over")
	if err := c.parse(0); err != nil {
		return err
	}
	if *turns < 0 {
		return c.usageError("-turns: want a number of 0 or more, got %d", *turns)
	}
	rulesets, err := loadRulesets(defaults())
	if err != nil {
		return err
	}
	if _, _, err := chosen(rulesets, *game, *scenario); err != nil {
		return err // before the folder of an earlier demo is emptied
	}
	if err := demoFolder(*dir); err != nil {
		return err
	}
	most := demoTime
	if *whole {
		most = allTime
	}
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	d := &demo{out: c.stdout, dir: *dir, turns: *turns, whole: *whole, seen: map[string]bool{}}
	if err := d.play(ctx, *game, *scenario); err != nil {
		return fmt.Errorf("%w (the daemon's log is %s)", err, d.file("daemon.log"))
	}
	return nil
}

// demoFolder makes an empty folder, or empties one that a demo made.
func demoFolder(dir string) error {
	entries, err := os.ReadDir(dir)
	if err == nil && len(entries) > 0 {
		if _, err := os.Stat(filepath.Join(dir, demoMark)); err != nil {
			return refusal{hint(fmt.Errorf("%s is not empty and was not made by a demo", dir),
				"name another folder with -o")}
		}
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, demoMark),
		[]byte("Made by berthier demo, which deletes this folder when it runs again.\n"), 0o600)
}

// demo is one run. Everything that arrives comes through one channel, so only
// the main loop touches it.
type demo struct {
	out   io.Writer
	dir   string
	turns int
	whole bool // the game is played to its end

	hub      *hub
	servers  mailServers
	local    *wire.LocalServer
	players  []*demoPlayer
	arrivals chan demoMail
	mails    int // written to the folder

	anchor   engine.Link
	steps    []publishedDice // verified, step 1 first
	rolls    int             // verified draws
	turn     int             // that the last report leads to
	battle   string          // title of the scenario
	title    string          // of the turn that was told last
	game     engine.Game
	bot      engine.Bot      // plays for both
	seen     map[string]bool // titles of the highlights that have happened
	attacked demoAttack
}

// lastKind is what the subject of the last mail of a game ends in.
const lastKind = " is over"

// demoMail is a mail that reached a player.
type demoMail struct {
	to  *demoPlayer
	raw []byte
}

func (d *demo) file(name string) string { return filepath.Join(d.dir, name) }

func (d *demo) say(format string, args ...any) { fmt.Fprintf(d.out, format+"\n", args...) }

// play is the whole demo from the first key to the last word.
func (d *demo) play(ctx context.Context, game, scenario string) error {
	if err := d.prepare(game, scenario); err != nil {
		return err
	}
	defer func() { d.hub.close() }()
	defer d.local.Close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for _, p := range d.players {
		go p.read(ctx, d.arrivals)
		defer p.sender.Close()
	}
	if d.whole {
		if err := d.act(ctx, d.ended); err != nil {
			return err
		}
		return d.finishWhole()
	}
	// Pictures of a large map take longer than all the rest, so the first act
	// goes without them.
	d.hub.umpire.Maps = false
	if err := d.act(ctx, d.enough); err != nil {
		return err
	}
	if d.over() {
		return d.finish()
	}
	d.say("\nThe daemon is stopped and started again, now with maps: it goes on where it was.")
	if err := d.restart(); err != nil {
		return err
	}
	last := len(d.steps) + 1
	if err := d.act(ctx, func() bool { return len(d.steps) >= last }); err != nil {
		return err
	}
	return d.finish()
}

// prepare makes keys, game and servers.
func (d *demo) prepare(game, scenario string) (err error) {
	cfg := defaults()
	cfg.State = d.dir
	cfg.IMAP.PollSeconds = 1
	cfg.Local = localConfig{SMTP: "127.0.0.1:0", IMAP: "127.0.0.1:0"}
	logFile, err := os.Create(d.file("daemon.log"))
	if err != nil {
		return err
	}
	if d.hub, err = openHub(cfg, newLogger(cfg.Log, logFile), true); err != nil {
		return err
	}
	spec, err := d.fresh(game, scenario)
	if err != nil {
		return errors.Join(err, d.hub.close())
	}
	g, err := d.hub.umpire.Create(spec)
	if err != nil {
		return errors.Join(err, d.hub.close())
	}
	var accounts map[string]wire.Account
	if d.local, accounts, err = d.hub.startLocal(""); err != nil {
		return errors.Join(err, d.hub.close())
	}
	own := accounts[cfg.Address]
	d.servers = mailServers{
		imap: wire.Endpoint{Address: d.local.IMAPAddr(), Security: wire.Plaintext, User: own.Address,
			Password: own.Password},
		smtp: wire.Endpoint{Address: d.local.SMTPAddr(), Security: wire.Plaintext},
	}
	d.arrivals = make(chan demoMail)
	d.say("Game %s: %s, between two scripted players with fresh keys.", g.Game, spec.Scenario)
	for _, p := range spec.Players {
		player, err := d.newPlayer(p, accounts[p.Address])
		if err != nil {
			return err
		}
		d.players = append(d.players, player)
		d.say("  %-8s %s signs with %s", p.Side, p.Address, player.key.Public().Fingerprint())
	}
	d.say("Mail servers, on this machine only: SMTP %s, IMAP %s.", d.local.SMTPAddr(), d.local.IMAPAddr())
	if !d.whole {
		d.attacked.on = d.players[len(d.players)-1]
		d.players[0].blunders = true
	}
	return nil
}

// fresh describes the game that the command line names.
func (d *demo) fresh(game, scenario string) (spec play.Spec, err error) {
	setup, rs, err := chosen(d.hub.rulesets, game, scenario)
	if err != nil {
		return spec, err
	}
	if d.game, err = gameNamed(rs.Name()); err != nil {
		return spec, err
	}
	d.battle = engine.ScenarioTitle(rs, setup.Scenario).String()
	switch bots := d.game.Bots; {
	case len(bots) == 0:
		d.bot = book.Random
	case d.whole:
		d.bot = bots[0]
	default:
		d.bot = bots[len(bots)-1]
	}
	return freshGame(demoGame, setup, rs, d.dir, "")
}

// restart closes the store and opens it again, as a new daemon would.
func (d *demo) restart() error {
	if err := d.hub.close(); err != nil {
		return err
	}
	cfg, log := d.hub.cfg, d.hub.log
	h, err := openHub(cfg, log, false)
	if err != nil {
		return err
	}
	d.hub = h
	return nil
}

// act runs the daemon and the players until the curtain falls: then both have
// the last report, and have not answered it.
func (d *demo) act(ctx context.Context, curtain func() bool) error {
	daemon, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- d.hub.serve(daemon, d.servers) }()
	err := d.scene(ctx, ended, curtain)
	stop()
	if daemonErr := <-ended; err == nil {
		err = daemonErr
	}
	return err
}

func (d *demo) scene(ctx context.Context, ended chan error, curtain func() bool) error {
	for _, p := range d.players {
		if err := d.answer(ctx, p); err != nil { // what the last act left open
			return err
		}
	}
	for {
		select {
		case <-ctx.Done():
			return fmt.Errorf("the game does not go on: %w", ctx.Err())
		case err := <-ended:
			ended <- err
			return errors.Join(errors.New("the daemon stopped"), err)
		case m := <-d.arrivals:
			if err := d.arrived(ctx, m); err != nil {
				return err
			}
		}
		if d.together() && curtain() {
			return nil
		}
		for _, p := range d.players {
			if d.together() {
				if err := d.answer(ctx, p); err != nil {
					return err
				}
			}
		}
	}
}

// together reports whether all players have the report of the last step.
func (d *demo) together() bool {
	for _, p := range d.players {
		if p.step != len(d.steps)+1 {
			return false
		}
	}
	return true
}

// enough reports whether the demo has shown what it is for.
func (d *demo) enough() bool {
	return d.turn > d.turns && len(d.seen) == len(d.game.Highlights) || d.over()
}

func (d *demo) over() bool { return d.players[0].over }

// ended reports whether all players have the last mail of the game.
func (d *demo) ended() bool {
	return !slices.ContainsFunc(d.players, func(p *demoPlayer) bool { return p.end == nil })
}

// arrived takes in one mail of a player.
func (d *demo) arrived(ctx context.Context, a demoMail) error {
	m, err := mail.Parse(a.raw)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(m.Attachments, func(f mail.Attachment) bool { return f.Name == record.AttachedName })
	if i < 0 {
		if a.to.over && strings.HasSuffix(m.Subject, lastKind) {
			a.to.end = m
		}
		if err := d.keep("umpire", string(a.to.side), m.Subject, a.raw); err != nil {
			return err
		}
		return d.replied(ctx, a.to, m)
	}
	if err := a.to.look(d.hub.rulesets, d.bot, m, m.Attachments[i].Bytes); err != nil {
		return err
	}
	kind := "opening"
	if a.to.step > 1 {
		kind = fmt.Sprint("report ", a.to.step-1)
	}
	if err := d.keep("umpire", string(a.to.side), kind, a.raw); err != nil {
		return err
	}
	return d.reported(a.to, m)
}

// keep writes a mail into the folder, numbered in the order of the story.
func (d *demo) keep(from, to, kind string, raw []byte) error {
	d.mails++
	if d.whole && !strings.Contains(kind, lastKind) {
		return nil // they would fill half a gigabyte
	}
	_, about, tagged := strings.Cut(kind, "] ")
	if !tagged {
		about = kind
	}
	return os.WriteFile(d.file(emlName(fmt.Sprintf("%04d %s to %s %s", d.mails, from, to, about))), raw, 0o600)
}

// emlName is the name of the file of a mail: its words with hyphens between them, and no other signs, which a shell
// may take for something else.
func emlName(about string) string {
	signs := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return strings.Join(strings.FieldsFunc(strings.ToLower(about), signs), "-") + ".eml"
}

// reported takes in a report: its dice are verified before anything else.
func (d *demo) reported(p *demoPlayer, m *mail.Message) error {
	if p.step == 1 {
		anchor, err := readAnchor(m.Text)
		if err == nil && d.anchor != (engine.Link{}) && anchor != d.anchor {
			err = errors.New("the players were told different anchors")
		}
		d.anchor = anchor
		return err
	}
	text := record.Whole(m.Text, m.File(record.AttachedName))
	pub, err := readPublished(text)
	if err != nil {
		return fmt.Errorf("report to %s: %w", p.side, err)
	}
	before, known := d.anchor, pub.step <= len(d.steps)
	if pub.step > 1 {
		before = d.steps[pub.step-2].link
	}
	rolls, err := pub.verify(before)
	if err != nil {
		return err
	}
	if known {
		return d.steps[pub.step-1].same(pub)
	}
	for _, q := range d.players {
		if !pub.resolves(q.side, q.sent[pub.step]) {
			return fmt.Errorf("step %d did not resolve the file that %s signed", pub.step, q.side)
		}
	}
	d.steps, d.rolls = append(d.steps, pub), d.rolls+rolls
	d.tell(p, pub, text, rolls)
	return nil
}
