package site

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/leak"
	"berthier/cmd/internal/ledger"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/testkey"
	"berthier/cmd/internal/umpire"
	"berthier/engine"
	"berthier/engine/ccn"
	"berthier/engine/jdg"
	"berthier/engine/pbs"
	"berthier/engine/tlm"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/mail/wire"
	"berthier/store"
)

// club is an umpire with a store, and the folder of its pages.
type club struct {
	t     testing.TB
	u     *umpire.Umpire
	store *store.Store
	dir   string
	mails int

	language tongue.Language // of the players of games that begin
}

var keys = [2]*sign.PrivateKey{testkey.New("0"), testkey.New("1")}

func newClub(t testing.TB, build string) *club {
	t.Helper()
	testkey.NoChance(t)
	s, err := store.Open(filepath.Join(t.TempDir(), "berthier.db"), 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if problems, err := s.Check(); err != nil || len(problems) > 0 {
			t.Errorf("store: %v, %v", problems, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	c := &club{t: t, store: s, dir: filepath.Join(t.TempDir(), "pages")}
	first, err1 := jdg.Load(nil)
	second, err2 := ccn.Load(nil)
	third, err4 := pbs.Load(nil)
	fourth, err5 := tlm.Load(nil)
	key, err3 := record.GenerateSigner(strings.NewReader(strings.Repeat("a log key ", 100)))
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		t.Fatal(err)
	}
	c.u, err = umpire.New(docket.Config{
		Store: s, Key: key, Rulesets: []engine.Ruleset{first, second, third, fourth}, Build: build,
		Address: mail.Address{Name: "The club", Address: "games@berthier.example"},
		Clock:   func() time.Time { return time.Date(2030, 12, 2, 8, 0, 0, 0, time.UTC) },
		Logger:  slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// begin begins a game.
func (c *club) begin(id, rules, scenario string) {
	c.t.Helper()
	s := play.Spec{Game: id, Ruleset: rules, Setup: engine.Setup{Scenario: scenario}}
	for i, side := range c.sides(rules, scenario) {
		s.Players = append(s.Players, play.Player{Side: side, Name: "Player of " + string(side),
			Address: fmt.Sprintf("secret%d@hidden.example", i), Key: keys[i].Public().String(),
			Language: string(c.language)})
	}
	if _, err := c.u.Create(s); err != nil {
		c.t.Fatal(err)
	}
}

func (c *club) sides(rules, scenario string) []engine.Side {
	c.t.Helper()
	rs := c.rules(rules)
	p, err := rs.Start(engine.Setup{Scenario: scenario})
	if err != nil {
		c.t.Fatal(err)
	}
	return rs.Sides(p)
}

func (c *club) rules(name string) engine.Ruleset {
	c.t.Helper()
	for _, rs := range c.u.Rulesets {
		if rs.Name() == name {
			return rs
		}
	}
	c.t.Fatalf("no rules %s", name)
	return nil
}

// do gives a command at the machine, and says yes if it is asked.
func (c *club) do(id, command string) {
	c.t.Helper()
	answer, err := c.u.Do(id, command)
	if yes := regexp.MustCompile(`(close )\S+ ([A-Z2-7]+-.*)`).FindStringSubmatch(string(answer.Text)); yes != nil &&
		err == nil {
		_, err = c.u.Do(id, yes[1]+yes[2])
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

// order sends orders of the first side for the first step.
func (c *club) order(id, side, lines string) {
	c.t.Helper()
	c.send(0, fmt.Appendf(nil, "game: %s\nside: %s\nturn: 1\nstep: 1\n\n%s\nend\n", id, side, lines))
}

// send sends a turn file that a player signs.
func (c *club) send(player int, turn []byte) {
	c.t.Helper()
	signed, err := sign.Inline(keys[player], turn)
	if err != nil {
		c.t.Fatal(err)
	}
	c.mails++
	raw := fmt.Appendf(nil, "From: secret%d@hidden.example\r\nTo: games@berthier.example\r\nSubject: orders\r\n"+
		"Message-ID: <%d@hidden.example>\r\n\r\n%s", player, c.mails, signed)
	if _, err := c.u.TakeAll(context.Background(), []wire.Arrival{{Raw: raw}}); err != nil {
		c.t.Fatal(err)
	}
}

// build makes the pages, and says of which games they were written.
func (c *club) build() []string {
	c.t.Helper()
	written, err := New(c.u.Docket, c.dir, nil, tongue.En).Build()
	if err != nil {
		c.t.Fatal(err)
	}
	return written
}

// files are all of the folder.
func (c *club) files() map[string]string {
	c.t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(c.dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(c.dir, name))
		all[name] = string(text)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return all
}

// secrets are those of a game that nobody may find in its pages.
func (c *club) secrets(id string) *leak.Scanner {
	c.t.Helper()
	var s leak.Scanner
	err := c.store.View(func(tx *store.Tx) error {
		for _, name := range []string{docket.SecretChain, docket.SecretSealed} {
			secret, err := tx.Secret(id, name)
			if err != nil {
				return err
			}
			s.Add(name, secret.Reveal())
		}
		log, err := ledger.WholeLog(tx, id)
		for _, r := range log {
			if _, text, ok := strings.Cut(string(r.Hidden), "salt: "); ok {
				s.Add("salt", []byte(text[:64]))
			}
		}
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return &s
}

func names(files map[string]string) (all []string) {
	for name := range files {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}
