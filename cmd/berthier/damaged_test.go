package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"berthier/store"
)

// Who watches a daemon over a database is told of a game that is damaged there, until it is mended.
func TestDamagedGameIsTold(t *testing.T) {
	p := newPair(t)
	h := p.hubs[1]
	if err := h.ensureGame(""); err != nil {
		t.Fatal(err)
	}
	v := newVitals(time.Minute, time.Now)
	v.look(nil)
	pages := h.pages(v)
	const change = "UPDATE %s.berthier_row SET value = set_byte(value, 5, get_byte(value, 5) # 1) " +
		"WHERE path LIKE 'games/%%' AND key = 'tree'"
	for _, n := range []float64{1, 0} {
		p.server.SQL(t, fmt.Sprintf(change, p.schema))
		h.umpire.Forget()
		clear(h.umpire.Docket.Store.Damaged) // as a start has it
		if err := h.umpire.Resume(); err != nil {
			t.Fatal(err)
		}
		wantCode, want := http.StatusOK, "ok\n"
		if n > 0 {
			wantCode, want = http.StatusServiceUnavailable, "1 damaged game, held until the store is mended: "+
				"berthier games and berthier store check tell more\n"
		}
		if code, said := ask(t.Context(), pages, "/health"); code != wantCode || said != want {
			t.Errorf("status %d: %s", code, said)
		}
		if got := p.measured(t, "berthier_damaged_games"); got != n {
			t.Errorf("%g games are damaged, want %g", got, n)
		}
	}
}

// A club in a file starts with a damaged game, its commands tell what is wrong, and both ways that are told mend it: a
// backup with the journal, and the journal alone.
func TestDamagedGameInFile(t *testing.T) {
	cfg, file := newClubFile(t)
	start := func(then func(h *hub) error) {
		t.Helper()
		h, err := openHub(cfg, slog.New(slog.DiscardHandler), true)
		if err != nil {
			t.Fatal(err)
		}
		if err = then(h); err == nil {
			err = h.close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var game string
	start(func(h *hub) error {
		err := h.ensureGame("")
		if names, err1 := h.umpire.Games(); err1 == nil {
			game = names[0]
		}
		return err
	})
	backup := filepath.Join(cfg.folder, "backup.db")
	wantRun(t, exitOK, "", "backup", "-config", file, backup)
	for _, way := range []string{"backup", "journal"} {
		spoil(t, cfg.storePath(), "tree", "games", game)
		start(func(h *hub) error { return h.umpire.Resume() })
		row := "games/" + game + "/tree: checksum does not match"
		wantRun(t, exitOK, "HELD", "games", "-config", file)
		held := "game " + game + " is held, because a row of the store is damaged: " + row
		wantRun(t, exitNo, held, "status", "-config", file, game)
		wantRun(t, exitNo, row, "store", "check", "-config", file)
		wantRun(t, exitOK, "damage: G"+held[1:], "store", "diary", "-config", file)
		if err := os.Remove(cfg.storePath()); err != nil {
			t.Fatal(err)
		}
		if way == "backup" {
			raw, err := os.ReadFile(backup)
			if err == nil {
				err = os.WriteFile(cfg.storePath(), raw, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		} else {
			wantRun(t, exitOK, "", "store", "rebuild", "-config", file)
		}
		start(func(h *hub) error {
			if err := h.umpire.Resume(); err != nil {
				return err
			}
			s, err := h.umpire.Status(game)
			if s.Held != "" {
				t.Errorf("after the %s the game is held: %s", way, s.Held)
			}
			return err
		})
		wantRun(t, exitOK, "is sound: 1 game", "store", "check", "-config", file)
	}
}

// A backup has no journal that tells what should be there. It is not called sound all the same if a game in it lacks
// what it needs to go on; and no such backup is made.
func TestBackupWithoutSecret(t *testing.T) {
	cfg, file := newClubFile(t)
	h, err := openHub(cfg, slog.New(slog.DiscardHandler), true)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(h.ensureGame(""), h.close()); err != nil {
		t.Fatal(err)
	}
	backup := filepath.Join(cfg.folder, "backup.db")
	wantRun(t, exitOK, "", "backup", "-config", file, backup)
	wantRun(t, exitOK, "is sound: 1 game; without its journal", "store", "check", backup)
	for _, row := range []string{"secrets/goldbach-1/chain", "secrets/goldbach-1/way", "secrets/goldbach-1/sealed",
		"games/goldbach-1/state/address/French", "games/goldbach-1/state/head", "games/goldbach-1/hidden/2"} {
		back := lose(t, backup, row)
		wantRun(t, exitNo, row+": missing\n", "store", "check", backup)
		back()
	}
	wantRun(t, exitOK, "is sound: 1 game; without its journal", "store", "check", backup)
	back := lose(t, cfg.storePath(), "secrets/goldbach-1/chain")
	wantRun(t, exitNo, "the copy is not sound: 1 problem, secrets/goldbach-1/chain: missing", "backup", "-config", file,
		filepath.Join(cfg.folder, "another.db"))
	back()
}

// lose takes a row out of a file, until back is called.
func lose(t *testing.T, path, row string) (back func()) {
	t.Helper()
	parts := strings.Split(row, "/")
	depth := map[string]int{"secrets": 2, "games": 3}[parts[0]]
	key := []byte(strings.Join(parts[depth:], "/"))
	if n, err := strconv.ParseUint(string(key), 10, 64); err == nil {
		key = []byte(numbered(n))
	}
	change := func(do func(b *bolt.Bucket) error) {
		t.Helper()
		db, err := bolt.Open(path, 0o600, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = db.Update(func(tx *bolt.Tx) error {
			b := tx.Bucket([]byte(parts[0]))
			for _, name := range parts[1:depth] {
				b = b.Bucket([]byte(name))
			}
			return do(b)
		})
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
	}
	var before []byte
	change(func(b *bolt.Bucket) error {
		before = append(before, b.Get(key)...)
		return b.Delete(key)
	})
	return func() { change(func(b *bolt.Bucket) error { return b.Put(key, before) }) }
}

// The built-in mail server starts beside a damaged game, with the accounts of all others.
func TestDamagedGameAtBuiltInServer(t *testing.T) {
	folder := t.TempDir()
	h := localHub(t, folder)
	for _, kind := range []string{games[0].Name, games[1].Name} {
		if err := h.ensureGame(kind); err != nil {
			t.Fatal(err)
		}
	}
	path, damaged := h.cfg.storePath(), games[0].First.Scenario+"-1"
	if err := h.close(); err != nil {
		t.Fatal(err)
	}
	spoil(t, path, "tree", "games", damaged)
	for _, kind := range []string{"", games[0].Name, games[1].Name} {
		h := localHub(t, folder)
		var out strings.Builder
		_, stop, err := h.connect(&out, kind)
		if err != nil {
			t.Fatalf("serve -game %q: %v", kind, err)
		}
		stop()
		if got, want := out.String(), "for game "+games[1].First.Scenario+"-1"; !strings.Contains(got, want) {
			t.Errorf("serve -game %q says nothing %q:\n%s", kind, want, got)
		}
		if err := h.close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A mail that is damaged in the outbox of a file is told to who watches the daemon, and by commands.
func TestDamagedOutbox(t *testing.T) {
	file := filepath.Join(t.TempDir(), "berthier.toml")
	if err := os.WriteFile(file, []byte("state = \"state\"\naddress = \"umpire@club.test\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := loadConfig(file)
	if err != nil {
		t.Fatal(err)
	}
	open := func() *hub {
		h, err := openHub(cfg, slog.New(slog.DiscardHandler), true)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	h := open()
	err = h.store.Update(func(tx *store.Tx) error {
		return tx.Enqueue(store.Mail{ID: "1@club.test", To: []string{"ann@club.test"}, Raw: []byte("x")})
	})
	if err := errors.Join(err, h.close()); err != nil {
		t.Fatal(err)
	}
	for n := 1.0; n >= 0; n-- { // it is mended in between
		spoil(t, cfg.storePath(), numbered(1), "mails", "entry")
		h = open()
		line := func(context.Context, string, []string, []byte) error { return nil }
		if sent, err := h.umpire.Post.Send(t.Context(), line); sent != int(1-n) || err != nil {
			t.Errorf("%d sent, %v", sent, err)
		}
		v := newVitals(time.Minute, time.Now)
		v.look(nil)
		wantCode, want := http.StatusOK, "ok\n"
		if n > 0 {
			wantCode, want = http.StatusServiceUnavailable, "1 damaged mail in the outbox, not sent until the store "+
				"is mended: berthier store diary and berthier store check tell more\n"
		}
		pages := h.pages(v)
		if code, said := ask(t.Context(), pages, "/health"); code != wantCode || said != want {
			t.Errorf("status %d: %s", code, said)
		}
		line1 := fmt.Sprintf("\nberthier_outbox_damaged_mails %g\n", n)
		if _, said := ask(t.Context(), pages, "/metrics"); !strings.Contains(said, line1) {
			t.Errorf("no line %q in\n%s", line1, said)
		}
		if err := h.close(); err != nil {
			t.Fatal(err)
		}
		row := "mails/entry/1: checksum does not match"
		if n > 0 {
			wantRun(t, exitOK, row+": damaged, so it is not sent\n", "outbox", "-config", file)
			wantRun(t, exitNo, row, "store", "check", "-config", file)
		}
		wantRun(t, exitOK, "damage: A mail of no game cannot be sent, because a row of the store is damaged: "+row,
			"store", "diary", "-config", file)
	}
	wantRun(t, exitOK, "is sound: no game", "store", "check", "-config", file)
}

// numbered is the key of a mail.
func numbered(n uint64) string { return string(binary.BigEndian.AppendUint64(nil, n)) }

// spoil damages a row in a file, or mends it if that was done before.
func spoil(t *testing.T, path, key string, buckets ...string) {
	t.Helper()
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte(buckets[0]))
		for _, name := range buckets[1:] {
			b = b.Bucket([]byte(name))
		}
		value := append([]byte{}, b.Get([]byte(key))...)
		value[5] ^= 1
		return b.Put([]byte(key), value)
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}
