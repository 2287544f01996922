package main

import (
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
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
	dir := t.TempDir()
	file := filepath.Join(dir, "berthier.toml")
	text := "state = \"state\"\naddress = \"umpire@club.test\"\ncontact = \"ann@club.test\"\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := loadConfig(file)
	if err != nil {
		t.Fatal(err)
	}
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
	backup := filepath.Join(dir, "backup.db")
	wantRun(t, exitOK, "", "backup", "-config", file, backup)
	for _, way := range []string{"backup", "journal"} {
		spoilTree(t, cfg.storePath(), game)
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

// spoilTree damages a row of a game in a file.
func spoilTree(t *testing.T, path, game string) {
	t.Helper()
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("games")).Bucket([]byte(game))
		tree := append([]byte{}, b.Get([]byte("tree"))...)
		tree[5] ^= 1
		return b.Put([]byte("tree"), tree)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
