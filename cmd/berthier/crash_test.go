package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/intake"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/position"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/stored"
	"berthier/engine"
	"berthier/engine/enginetest"
	"berthier/mail/sign"
	"berthier/store"
	"berthier/store/storetest"
)

var crashKills = flag.Int("crash.kills", 0,
	"kill the daemon so many times; build with -tags crash to kill it at named points too")

var crashDatabase = flag.Bool("crash.database", false, "the store lies in a PostgreSQL database")

// TestCrash kills the daemon again and again while the mails of a club pour in
// over IMAP and go out over SMTP, some of them several times, and at a server
// that refuses, hangs up and moves the mailbox. In the end nothing may be lost,
// nothing done twice.
func TestCrash(t *testing.T) {
	t.Parallel()
	kills, games, steps := 25, 2, 4
	if *crashKills > 0 {
		kills, games, steps = *crashKills, 12, 1000
	}
	seed := enginetest.Seed(t)
	c := newCrowd(t, rand.New(rand.NewPCG(seed, 0)), steps)
	if *crashDatabase {
		c.database.move(t)
		c.configure()
	}
	start := time.Now()
	for n := range kills {
		c.invite(games)
		if n%100 == 99 {
			c.moveMailbox()
		}
		c.live()
	}
	t.Logf("%d kills in %v, %d of them at named points: %v", kills, time.Since(start).Round(time.Millisecond),
		c.atPoint, c.points)
	c.mu.Lock()
	c.faulty = false
	c.mu.Unlock()
	c.finish()
	c.judge()
}

// crowdDatabase is where the store of a crowd is if it is not in a file.
type crowdDatabase struct {
	server          *storetest.Server // nil if it is in a file
	schema, address string
	several         bool // daemons have it, of which some go on
}

func (d *crowdDatabase) move(t *testing.T) {
	d.server = storetest.Start(t)
	d.schema, d.address = d.server.Schema(t)
}

// free ends the lease of a daemon that was killed, for which the next one would wait.
func (d *crowdDatabase) free(t testing.TB) {
	if d.server != nil && !d.several {
		d.server.SQL(t, fmt.Sprintf(`DO $$ BEGIN IF to_regclass('%s.berthier_worker') IS NOT NULL THEN
			UPDATE %s.berthier_worker SET until = now() - interval '1 hour'; END IF; END $$`, d.schema, d.schema))
	}
}

// live starts the daemon and kills it, at any time or at a named point.
func (c *crowd) live() {
	cmd := c.daemon()
	point := ""
	if len(crashPoints) > 0 && c.draw(3) > 0 {
		point = crashPoints[c.draw(len(crashPoints))]
		cmd.Env = append(os.Environ(), fmt.Sprintf("BERTHIER_CRASH=%s %d", point, 1+c.draw(10)))
	}
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	patience := time.Duration(20+c.draw(180)) * time.Millisecond
	if point != "" {
		patience = 2 * time.Second
	}
	select {
	case <-ended:
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); point == "" || !ok ||
			status.Signal() != syscall.SIGKILL {
			c.t.Fatalf("the daemon ended by itself: %v\n%s", cmd.ProcessState, c.log())
		}
		c.atPoint++
		c.points[point]++
	case <-time.After(patience):
		cmd.Process.Kill()
		<-ended
	}
}

// draw is for the test itself; the server and the postman draw meanwhile.
func (c *crowd) draw(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.random.IntN(n)
}

// daemon is "berthier serve", which writes its log to a file.
func (c *crowd) daemon() *exec.Cmd {
	c.database.free(c.t)
	return c.serve("berthier.toml")
}

// serve is "berthier serve" with a configuration.
func (c *crowd) serve(config string) *exec.Cmd {
	cmd := exec.Command("berthier", "serve", "-config", config)
	cmd.Dir = c.dir
	f, err := os.OpenFile(filepath.Join(c.dir, "log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { f.Close() })
	cmd.Stdout, cmd.Stderr = f, f
	return cmd
}

func (c *crowd) log() string {
	text, _ := os.ReadFile(filepath.Join(c.dir, "log"))
	const much = 5000
	last := string(text[max(0, len(text)-much):])
	ended := regexp.MustCompile(`(?m)^(panic: |fatal error: |WARNING: DATA RACE|berthier serve: )`)
	if at := ended.FindIndex(text); at != nil {
		last = fmt.Sprintf("%s\n...\n%s", text[at[0]:min(len(text), at[0]+much)], last)
	}
	return last
}

// finish lets the daemon come to an end with all that is open. It is started
// again as long as mails wait that the server refused, since that ends the wait, and
// gets more time each time, however slow the machine is.
func (c *crowd) finish() {
	still := 400 * time.Millisecond
	for end := time.Now().Add(8 * time.Minute); ; still *= 2 {
		cmd := c.daemon()
		if err := cmd.Start(); err != nil {
			c.t.Fatal(err)
		}
		c.mu.Lock()
		c.heard = time.Now()
		c.mu.Unlock()
		for wait := c.quiet(still); wait > 0 && time.Now().Before(end); wait = c.quiet(still) {
			time.Sleep(min(wait, time.Until(end)))
		}
		cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
			if !ok || status.Signal() != os.Interrupt { // which it may not have been ready for yet
				c.t.Fatalf("the daemon: %v\n%s", err, c.log())
			}
		}
		switch open := c.retryAside() + c.open(); {
		case open == "":
			return
		case time.Now().After(end):
			c.t.Fatalf("it does not come to an end: %s\n%s", open, c.log())
		}
	}
}

// retryAside takes in again what was set aside, as an umpire would: on a slow machine,
// or under the race detector, several kills can meet the same mail while it is judged.
func (c *crowd) retryAside() (open string) {
	c.withHub(func(h *hub) {
		all, err := intake.AsideIn(h.cfg.stateFolder()).List()
		if err != nil {
			c.t.Fatal(err)
		}
		for _, m := range all {
			c.aside = append(c.aside, m.Hash)
			open = "mails were set aside"
			if err := h.umpire.Retry(m.Hash); err != nil {
				c.t.Fatal(err)
			}
		}
	})
	return open
}

// quiet is how long to wait until nothing has been mailed for so long.
func (c *crowd) quiet(still time.Duration) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.letters) > 0 {
		return 20 * time.Millisecond
	}
	return time.Until(c.heard.Add(still))
}

// open is what is still to be done; empty if nothing.
func (c *crowd) open() (open string) {
	c.withHub(func(h *hub) {
		waiting := 0
		err := h.store.View(func(tx *store.Tx) (err error) {
			waiting, _, err = tx.Backlog()
			return err
		})
		if err != nil {
			c.t.Fatal(err)
		}
		if waiting > 0 {
			open = count(waiting, "mail") + " waiting"
		}
		for game := range c.named() {
			s, err := h.umpire.Status(game)
			if err != nil {
				c.t.Fatal(err)
			}
			if !s.Outcome.Over && s.Step < c.steps {
				open += fmt.Sprintf("\n%s stands at step %d, %s", game, s.Step+1, state(s))
			}
		}
	})
	return open
}

// judge compares what the club has seen with what the daemon kept.
func (c *crowd) judge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	check := exec.Command("berthier", "store", "check", "-config", "berthier.toml")
	check.Dir = c.dir
	if out, err := check.CombinedOutput(); err != nil {
		c.t.Errorf("store check: %v\n%s", err, out)
	}
	text, _ := os.ReadFile(filepath.Join(c.dir, "log"))
	for line := range strings.Lines(string(text)) {
		aside := slices.ContainsFunc(c.aside, func(hash string) bool {
			return strings.Contains(line, "it is set aside, and the rest goes on") && strings.Contains(line, hash)
		})
		away := c.database.server != nil && strings.Contains(line, "nothing is lost, and it is tried again")
		if strings.Contains(line, "level=ERROR") && !aside && !away {
			c.t.Error("the daemon says: ", line)
		}
	}
	if restarts := strings.Count(string(text), "mailbox was renumbered"); *crashKills > 100 && restarts == 0 {
		c.t.Error("the mailbox was never moved")
	}
	records, mails, audited := 0, 0, 0
	c.withHub(func(h *hub) {
		for game := range c.all() {
			err := h.store.View(func(tx *store.Tx) error {
				r, m, err := c.judgeGame(tx, game)
				records, mails = records+r, mails+m
				if err != nil || audited >= 20 {
					return err
				}
				audited++
				result, _, err := stored.Audit(auditor, tx, game, c.kept(game))
				if err == nil && !result.Sound() {
					c.t.Errorf("game %s is not sound: %+v", game, result.Checks)
				}
				return err
			})
			if err != nil {
				c.t.Fatal(err)
			}
		}
		c.judgeDeadlines(h)
	})
	if records != len(c.files) {
		c.t.Errorf("%d files are in the logs, %d were sent", records, len(c.files))
	}
	c.t.Logf("%d games, %d audited; %d files in %d mails to the daemon, %d of them set aside for a time; %d mails "+
		"from it, %d once more, all the same",
		len(c.games)+len(c.timed), audited, records, len(c.sent), len(c.aside), mails, c.copies)
	if c.database.server == nil {
		c.judgeJournal()
	}
}

// judgeGame holds a game's log to the files that were sent, and its mails to
// those that arrived.
func (c *crowd) judgeGame(tx *store.Tx, game string) (files, mails int, err error) {
	for r, err := range tx.Records(game, 1) {
		if err != nil {
			return 0, 0, err
		}
		if r.Kind != record.KindOrders {
			continue
		}
		o, err := record.ParseOrders(r.Data, r.Hidden)
		if err != nil {
			return 0, 0, err
		}
		files++
		place := fmt.Sprintf("%s %d %s", game, o.Step, o.Side)
		if c.files[place] != 1 {
			c.t.Errorf("%s: taken once more, or never sent", place)
		}
		c.files[place]++
	}
	for q, err := range tx.Mails(game) {
		if err != nil {
			return 0, 0, err
		}
		mails++
		if raw, ok := c.got[q.ID]; !ok || q.SentAt.IsZero() ||
			!bytes.Equal(raw, bytes.ReplaceAll(q.Raw, []byte("\r\n"), []byte("\n"))) {
			c.t.Errorf("mail %s, sent %v: arrived %t, or not as it was", q.ID, q.SentAt, ok)
		}
		delete(c.got, q.ID)
	}
	for id := range c.got {
		if strings.HasPrefix(id, game+".") {
			c.t.Errorf("mail %s arrived, but the daemon does not know it", id)
		}
	}
	return files, mails, nil
}

// kept are the mails of a game that its players have, before judgeGame.
func (c *crowd) kept(game string) (mails []audit.Mail) {
	for _, raw := range c.reports[game] {
		mails = append(mails, audit.Mail{Name: "mail", Raw: raw})
	}
	return mails
}

// judgeJournal makes the store again out of the journal.
func (c *crowd) judgeJournal() {
	path := filepath.Join(c.t.TempDir(), "again.db")
	journal, err := filepath.Abs(filepath.Join(c.dir, "state/berthier.db.journal"))
	if err == nil {
		err = os.Symlink(journal, store.JournalPath(path))
	}
	if err != nil {
		c.t.Fatal(err)
	}
	if out, err := exec.Command("berthier", "store", "rebuild", path).CombinedOutput(); err != nil {
		c.t.Errorf("store rebuild: %v\n%s", err, out)
	}
}

// withHub opens the store while no daemon runs, unless several can have it.
func (c *crowd) withHub(do func(h *hub)) {
	cfg, err := loadConfig(filepath.Join(c.dir, "berthier.toml"))
	if err != nil {
		c.t.Fatal(err)
	}
	c.database.free(c.t)
	h, err := openHub(cfg, slog.New(slog.DiscardHandler), true)
	if err != nil {
		c.t.Fatal(err)
	}
	do(h)
	if err := h.close(); err != nil {
		c.t.Fatal(err)
	}
}

// invite makes new games until so many go on.
func (c *crowd) invite(games int) {
	all, missing := c.named(), games
	for _, over := range all {
		if !over {
			missing--
		}
	}
	if missing < 1 || missing < games/4 && len(all) > 0 {
		return
	}
	c.withHub(func(h *hub) {
		for n := range missing {
			game := fmt.Sprintf("g%04d", len(all)+n)
			spec := play.Spec{Game: game, Ruleset: "jdg", Setup: engine.Setup{Scenario: "goldbach"}}
			for side, key := range c.keys {
				spec.Players = append(spec.Players, c.player(game, side, key))
			}
			if _, err := h.umpire.Create(spec); err != nil {
				c.t.Fatal(err)
			}
			c.mu.Lock()
			c.games[game] = false
			c.mu.Unlock()
		}
	})
}

// moveMailbox gives the daemon another mailbox, with other numbers and all old
// mails, while it is not running.
func (c *crowd) moveMailbox() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.local.Close(); err != nil && !errors.Is(err, context.Canceled) {
		c.t.Fatal(err)
	}
	for second := time.Now().Unix(); time.Now().Unix() == second; { // which is the number of the mailbox
		time.Sleep(10 * time.Millisecond)
	}
	c.startLocal()
	c.configure()
	c.random.Shuffle(len(c.sent), func(i, j int) { c.sent[i], c.sent[j] = c.sent[j], c.sent[i] })
	for _, raw := range c.sent {
		if err := c.local.Deliver("player@club.test", crowdOwn, raw); err != nil {
			c.t.Fatal(err)
		}
	}
}

// letter is one mail of a player, as it stands.
func (c *crowd) letter(side engine.Side, id string, body []byte, more string) []byte {
	head := fmt.Sprintf("%sFrom: %s@club.test\r\nTo: %s\r\nSubject: orders\r\nMessage-ID: <%s@club.test>\r\n\r\n",
		more, side, crowdOwn, id)
	return append([]byte(head), bytes.ReplaceAll(body, []byte("\n"), []byte("\r\n"))...)
}

// answer sends the orders that a report asks for, or the one to hold: once, and often again in
// another way. None of it may count twice.
func (c *crowd) answer(a position.Attachment, holds bool) {
	place := fmt.Sprintf("%s %d %s", a.Game, a.Step, a.Side)
	if c.files[place] > 0 {
		return
	}
	c.files[place] = 1
	file := engine.TurnFile{Game: a.Game, Side: a.Side, Turn: a.Turn, Step: a.Step}
	if holds {
		file.Orders = []engine.Order{engine.Order{Words: []string{"hold"}}.Arrived(1)}
	}
	text, err := sign.Inline(c.keys[a.Side], file.Print())
	if err != nil {
		c.t.Error(err)
		return
	}
	id := strings.ReplaceAll(place, " ", ".")
	letter := c.letter(a.Side, id, text, "")
	c.places[string(letter)] = place
	c.post(letter)
	switch c.random.IntN(6) {
	case 0: // the same mail twice
		c.post(letter)
	case 1: // the same mail by another way
		c.post(c.letter(a.Side, id, text, "Received: from elsewhere\r\n"))
	case 2: // sent again by the player
		c.post(c.letter(a.Side, id+".again", text, ""))
	case 3: // an old one of anybody
		c.post(c.sent[c.random.IntN(len(c.sent))])
	}
}
