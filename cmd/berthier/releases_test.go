package main

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"

	"github.com/klauspost/compress/zstd"
	bolt "go.etcd.io/bbolt"
	"golang.org/x/crypto/ssh"

	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/stored"
	"berthier/engine"
	"berthier/engine/book"
	"berthier/mail/sign"
	"berthier/mail/wire"
	"berthier/store"
)

var makeRelease = flag.String("release.make", "",
	"make testdata/releases/`VERSION` anew, which is not released yet")

// What a release leaves behind stays in testdata/releases/VERSION for ever: the state folder of a club with a
// game of each ruleset that goes on, backups of these as archives, and the archive of one that is over.
const (
	releases      = "testdata/releases"
	releasedState = "state.tar.zst"
	releasedOver  = "over"
	releasedSteps = 1 // at least, of each game that goes on
)

// TestReleases: the club and the archives of every version that was released open, are sound, and their
// games go on. The clock of a synctest stands where it stood for them.
func TestReleases(t *testing.T) {
	if *makeRelease != "" {
		writeRelease(t, filepath.Join(releases, *makeRelease))
	}
	versions, err := filepath.Glob(releases + "/v*")
	if err != nil || len(versions) == 0 {
		t.Fatalf("no release is kept in %s: %v", releases, err)
	}
	for _, folder := range versions {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			files, err := filepath.Glob(folder + "/*.zip")
			if err != nil || len(files) < 4+1 {
				t.Fatalf("archives %q, %v", files, err)
			}
			var all []oldGame
			for _, file := range files {
				all = append(all, newOldGame(t, file))
			}
			state := filepath.Join(folder, releasedState)
			t.Run("state", func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { testReleasedState(t, state, all) })
			})
			t.Run("archives", func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { testReleasedArchives(t, state, all) })
			})
		})
	}
}

// testReleasedState lets the games of a club go on.
func testReleasedState(t *testing.T, state string, all []oldGame) {
	c := newOldClub(t)
	unpack(t, state, c.cfg.stateFolder())
	c.must(t, "store", "check", "-config", c.config)
	for _, g := range all {
		g.audit(t, "-config", c.config, g.name)
		if g.name != releasedOver {
			c.goOn(t, g)
		}
	}
	c.must(t, "store", "check", "-config", c.config)
}

// testReleasedArchives puts games into another store, which has the key of their logs.
func testReleasedArchives(t *testing.T, state string, all []oldGame) {
	c := newOldClub(t)
	unpack(t, state, c.cfg.stateFolder())
	for _, store := range []string{c.cfg.storePath(), store.JournalPath(c.cfg.storePath())} {
		if err := os.Remove(store); err != nil {
			t.Fatal(err)
		}
	}
	for _, g := range all {
		g.audit(t, g.file)
		if g.name != releasedOver {
			c.must(t, "restore", "-config", c.config, g.file)
			c.goOn(t, g)
		}
	}
}

// oldGame is a game of a version that was released.
type oldGame struct {
	name, file string // its archive
	rules      engine.Ruleset
	changed    bool // the rules have another version now, by which its steps are not resolved again
}

func newOldGame(t *testing.T, file string) oldGame {
	t.Helper()
	a, err := readArchive(file)
	if err != nil {
		t.Fatal(err)
	}
	first, err := record.ParseGame(a.Records[0].Data, a.Records[0].Hidden)
	if err != nil {
		t.Fatal(err)
	}
	g := oldGame{name: first.Game, file: file}
	if g.rules, err = loadGame(first.Ruleset, a.Data); err != nil {
		t.Fatal(err)
	}
	for _, r := range a.Records {
		if r.Kind == record.KindStep {
			step, err := record.ParseStep(r.Data, r.Hidden)
			if err != nil {
				t.Fatal(err)
			}
			g.changed = g.changed || step.Version != g.rules.Version()
		}
	}
	return g
}

// audit checks the game; nothing may be left open but what only its own rules could tell.
func (g oldGame) audit(t *testing.T, args ...string) {
	t.Helper()
	var said bytes.Buffer
	code := run(t.Context(), append([]string{"audit"}, args...), strings.NewReader(""), &said, &said)
	if code != exitOK && !(g.changed && code == exitPart) {
		t.Fatalf("berthier audit %q: exit code %d\n%s", args, code, said.String())
	}
}

// oldClub is a club of a version that was released.
type oldClub struct {
	cfg    config
	config string
}

func newOldClub(t *testing.T) (c oldClub) {
	t.Helper()
	c.config = filepath.Join(t.TempDir(), "berthier.toml")
	err := os.WriteFile(c.config, []byte("state = \"state\"\nmaps = false\n"), 0o600)
	if err == nil {
		c.cfg, err = loadConfig(c.config)
	}
	if err == nil {
		err = os.Mkdir(c.cfg.stateFolder(), 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// must runs a command of this program, which has to succeed.
func (c oldClub) must(t *testing.T, args ...string) {
	t.Helper()
	carriesOut(t, "", args...)
}

// carriesOut gives what a command of this program says that has to succeed.
func carriesOut(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	var said bytes.Buffer
	if code := run(t.Context(), args, strings.NewReader(stdin), &said, &said); code != exitOK {
		t.Fatalf("berthier %s: exit code %d\n%s", strings.Join(args, " "), code, said.String())
	}
	return said.String()
}

// goOn plays one more step of a game, and audits it.
func (c oldClub) goOn(t *testing.T, g oldGame) {
	t.Helper()
	if number := c.play(t, g.name, 1); number <= releasedSteps {
		t.Errorf("%s: one more step is number %d", g.name, number)
	}
	g.audit(t, "-config", c.config, g.name)
}

// play resolves some steps of a game by signed mails, and tells the number of the last. Where the rules have
// changed it goes on by the new ones.
func (c oldClub) play(t *testing.T, name string, steps int) int {
	t.Helper()
	h, err := openHub(c.cfg, slog.New(slog.DiscardHandler), false)
	if err == nil {
		err = errors.Join(h.umpire.Resume(), h.umpire.CheckGames(t.Context()))
	}
	if err == nil {
		_, err = h.umpire.Migrate(name, true)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	s, rules := stands(t, h, name)
	for range steps {
		before := s.Number
		for _, raw := range answers(t, s, rules) {
			if _, err := h.umpire.TakeAll(t.Context(), []wire.Arrival{{Raw: raw}}); err != nil {
				t.Fatal(err)
			}
		}
		if s, _ = stands(t, h, name); s.Number != before+1 {
			t.Errorf("%s: after orders for step %d the last step is %d", name, before+1, s.Number)
		}
	}
	if err := h.close(); err != nil {
		t.Fatal(err)
	}
	return s.Number
}

// stands is how a game stands after its log, with its rules.
func stands(t *testing.T, h *hub, name string) (s game.State, rules engine.Ruleset) {
	t.Helper()
	var saved game.SavedGame
	err := h.store.View(func(tx *store.Tx) (err error) {
		saved, err = stored.Save(tx, name)
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	first, err := record.ParseGame(saved.Records[0].Data, saved.Records[0].Hidden)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if rules, err = loadGame(first.Ruleset, saved.Data); err == nil {
		s, err = game.Fold(rules, saved.Records, func(game.State) {})
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return s, rules
}

// answers are mails with the orders that a game waits for, those of its first computer player.
func answers(t *testing.T, s game.State, rules engine.Ruleset) (mails [][]byte) {
	t.Helper()
	g, err := gameNamed(s.First.Ruleset)
	if err != nil {
		t.Fatal(err)
	}
	for i, side := range rules.Sides(s.Position) {
		if !engine.Owes(rules.Owed(s.Position), side) {
			continue
		}
		orders := book.Bots(g)[0].New(rules, 1)(s.Position, side)
		text := engine.TurnFile{Game: s.First.Game, Side: side, Turn: rules.Turn(s.Position), Step: s.Number + 1,
			Orders: engine.Held(rules, s.Position, orders).Lines}.Print()
		key, err := sign.LoadPrivateKey(releasedKey(t, i), nil)
		if err != nil {
			t.Fatal(err)
		}
		signed, err := sign.Inline(key, text)
		if err != nil {
			t.Fatal(err)
		}
		mails = append(mails, fmt.Appendf(nil,
			"From: %s\r\nTo: umpire@berthier.test\r\nMessage-ID: <%d.%d@%s.test>\r\n\r\n%s",
			releasedAddress(side), s.Number+1, i, s.First.Game, strings.ReplaceAll(string(signed), "\n", "\r\n")))
	}
	return mails
}

func releasedAddress(side engine.Side) string {
	return strings.ToLower(string(side)) + "@berthier.test"
}

// releasedKey is the private key of a side: the same for ever, so that no key has to be kept.
func releasedKey(t *testing.T, side int) []byte {
	t.Helper()
	seed := sha256.Sum256(fmt.Appendf(nil, "a side in the tests of releases: %d", side))
	block, err := ssh.MarshalPrivateKey(ed25519.NewKeyFromSeed(seed[:]), "")
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(block)
}

// writeRelease makes what stays of a release. The same program makes the same archives: dice and keys come out of
// a seed, and the clock is that of a synctest.
func writeRelease(t *testing.T, folder string) {
	if exec.Command("git", "rev-parse", "--quiet", "--verify", "refs/tags/"+filepath.Base(folder)).Run() == nil {
		t.Fatalf("%s is released: what stays of it never changes", filepath.Base(folder))
	}
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o755)); err != nil {
		t.Fatal(err)
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		t.Fatal(err)
	}
	cryptotest.SetGlobalRandom(t, 1)
	synctest.Test(t, func(t *testing.T) {
		c := newOldClub(t)
		t.Chdir(filepath.Dir(c.config))
		for _, g := range games {
			c.begin(t, g, g.Name)
			c.play(t, g.Name, 1)
		}
		c.begin(t, games[1], releasedOver)
		c.play(t, releasedOver, 1)
		said := c.command(t, "", "close", releasedOver, "enough")
		sure := regexp.MustCompile(`berthier do close over (\S+)`).FindStringSubmatch(said)
		c.command(t, "", "close", releasedOver, sure[1])
		c.command(t, "", "rollback", games[0].Name, "0", "as a try")
		c.command(t, "", "burn", games[0].Name, "9", "to try it")
		c.play(t, games[0].Name, 1)
		c.sendAll(t)
		time.Sleep(time.Second) // of a synctest: what was sent is older than now
		c.must(t, "store", "prune", "-config", c.config, "-keep", "0")
		c.command(t, "Soon more.", "announce", games[1].Name)
		c.command(t, "", "extend", games[1].Name, "1d")
		c.command(t, "", "pause", games[1].Name)
		c.command(t, "", "resume", games[1].Name)
		c.must(t, "archive", "-config", c.config, "-o", filepath.Join(folder, releasedOver+".zip"), releasedOver)
		for _, g := range games {
			c.must(t, "archive", "-config", c.config, "-backup", "-o", filepath.Join(folder, g.Name+".zip"), g.Name)
		}
		c.compact(t)
		pack(t, c.cfg.stateFolder(), filepath.Join(folder, releasedState))
	})
}

// begin creates the first game of a ruleset.
func (c oldClub) begin(t *testing.T, g engine.Game, name string) {
	t.Helper()
	rs, err := g.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rs.Start(g.First)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"new", "-config", c.config, "-game", name, "-scenario", g.Name + "/" + g.First.Scenario,
		"-deadline", "3d; bank 72h"}
	for i, side := range rs.Sides(p) {
		key, err := sign.LoadPrivateKey(releasedKey(t, i), nil)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "key.pub")
		if err := os.WriteFile(file, []byte(key.Public().String()+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, "-player", fmt.Sprintf("%s=%s=%s", side, releasedAddress(side), file))
	}
	c.must(t, args...)
}

// sendAll marks the mails that wait as sent.
func (c oldClub) sendAll(t *testing.T) {
	t.Helper()
	h, err := openHub(c.cfg, slog.New(slog.DiscardHandler), false)
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.umpire.Post.Send(t.Context(), func(context.Context, string, []string, []byte) error { return nil })
	if err := errors.Join(err, h.close()); err != nil {
		t.Fatal(err)
	}
}

// compact copies the store into a file without unused pages, which would hold what was removed.
func (c oldClub) compact(t *testing.T) {
	t.Helper()
	path := c.cfg.storePath()
	from, err := bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	to, err := bolt.Open(path+".small", 0o600, nil)
	if err == nil {
		err = errors.Join(bolt.Compact(to, from, 0), to.Close())
	}
	if err := errors.Join(err, from.Close(), os.Rename(path+".small", path)); err != nil {
		t.Fatal(err)
	}
}

// command gives a command of the umpire, and tells the answer.
func (c oldClub) command(t *testing.T, below string, words ...string) string {
	t.Helper()
	return carriesOut(t, below, append([]string{"do", "-config", c.config, "-file", "-"}, words...)...)
}

// pack makes one file of a folder.
func pack(t *testing.T, folder, file string) {
	t.Helper()
	var packed bytes.Buffer
	z, err := zstd.NewWriter(&packed, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(8<<20))
	if err != nil {
		t.Fatal(err)
	}
	all := tar.NewWriter(z)
	names, err := os.ReadDir(folder)
	for _, name := range names {
		data, readErr := os.ReadFile(filepath.Join(folder, name.Name()))
		header := all.WriteHeader(&tar.Header{Name: name.Name(), Mode: 0o600, Size: int64(len(data))})
		_, writeErr := all.Write(data)
		err = errors.Join(err, readErr, header, writeErr)
	}
	err = errors.Join(err, all.Close(), z.Close(), os.WriteFile(file, packed.Bytes(), 0o644))
	if err != nil {
		t.Fatal(err)
	}
}

// unpack makes a folder of what pack made.
func unpack(t *testing.T, file, folder string) {
	t.Helper()
	packed, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	z, err := zstd.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for all := tar.NewReader(z); ; {
		header, err := all.Next()
		if err == io.EOF {
			return
		}
		var data []byte
		if err == nil {
			data, err = io.ReadAll(all)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, header.Name), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
