package main

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"berthier/store"
)

// newClubFile makes a configuration in a folder of its own.
func newClubFile(t *testing.T) (cfg config, file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "berthier.toml")
	text := "state = \"state\"\naddress = \"umpire@club.test\"\ncontact = \"ann@club.test\"\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := loadConfig(file)
	if err != nil {
		t.Fatal(err)
	}
	return cfg, file
}

// damagedClub makes a configuration with a store of one game, and changes a bit in the
// middle of its journal.
func damagedClub(t *testing.T) (cfg config, file string) {
	t.Helper()
	cfg, file = newClubFile(t)
	h, err := openHub(cfg, slog.New(slog.DiscardHandler), true)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.ensureGame(""); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x", "y"} {
		if err := h.store.Update(func(tx *store.Tx) error { return tx.SetCursor(name, []byte("1")) }); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.close(); err != nil {
		t.Fatal(err)
	}
	spoilJournal(t, cfg)
	return cfg, file
}

func spoilJournal(t *testing.T, cfg config) {
	t.Helper()
	path := store.JournalPath(cfg.storePath())
	journal, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	journal[len(journal)/2] ^= 4
	if err := os.WriteFile(path, journal, 0o600); err != nil {
		t.Fatal(err)
	}
}

// berthier runs a command as main does.
func berthier(t *testing.T, args ...string) (code int, out string) {
	t.Helper()
	var b bytes.Buffer
	code = run(t.Context(), args, strings.NewReader(""), &b, &b)
	return code, b.String()
}

func wantRun(t *testing.T, want int, told string, args ...string) {
	t.Helper()
	if code, out := berthier(t, args...); code != want || !strings.Contains(out, told) {
		t.Errorf("%q: got exit code %d and\n%s\nwant %d and %q", args, code, out, want, told)
	}
}

// The doctor finds a damaged journal and changes nothing; a backup finds it, is
// made, and mends it. The umpire is told at the next start.
func TestDamagedJournalWithoutDaemon(t *testing.T) {
	cfg, file := damagedClub(t)
	backup := filepath.Join(t.TempDir(), "backup.db")
	for range 2 {
		wantRun(t, exitNo, "FAIL  journal       ", "doctor", "-config", file)
	}
	wantRun(t, exitNo, "Another journal began with all that the store has; the damaged one is kept as ", "backup",
		"-config", file, backup)
	wantRun(t, exitOK, "is sound: 1 game", "store", "check", backup)
	wantRun(t, exitOK, "is sound: 1 game", "store", "check", "-config", file)
	wantRun(t, exitOK, "ok    journal       sound", "doctor", "-config", file)
	wantRun(t, exitOK, "backup.db: ", "backup", "-config", file, backup)
	wantRun(t, exitOK, "mended: The journal was damaged behind byte ", "store", "diary", "-config", file)
	wantRun(t, exitOK, "mended: The journal was damaged behind byte ", "status", "-config", file, "goldbach-1")
	wantTold(t, cfg, 1)

	spoilJournal(t, cfg)
	if err := os.Remove(cfg.storePath()); err != nil {
		t.Fatal(err)
	}
	wantRun(t, exitNo, "nothing stands before that", "store", "rebuild", "-config", file)
}

// wantTold opens the hub as a daemon does and counts the mails to the umpire.
func wantTold(t *testing.T, cfg config, want int) {
	t.Helper()
	h, err := openHub(cfg, slog.New(slog.DiscardHandler), false)
	if err != nil {
		t.Fatal(err)
	}
	defer h.close()
	for range 2 {
		if err := h.umpire.Resume(); err != nil {
			t.Fatal(err)
		}
	}
	if got := toldMails(t, h); len(got) != want || !strings.Contains(got[0], "A word about the store: mended") {
		t.Errorf("got %d mails to the umpire, want %d: %q", len(got), want, got)
	}
}

func toldMails(t *testing.T, h *hub) (mails []string) {
	t.Helper()
	err := h.store.View(func(tx *store.Tx) error {
		for q, err := range tx.Mails("") {
			if err != nil {
				return err
			}
			if q.To[0] == h.cfg.Contact {
				mails = append(mails, string(q.Raw))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return mails
}

// A daemon reads its journal at the start and when a backup is made, mends it and
// tells the umpire; the doctor beside it only looks.
func TestDamagedJournalUnderDaemon(t *testing.T) {
	t.Parallel()
	cfg, file := damagedClub(t)
	h, err := openHub(cfg, slog.New(slog.DiscardHandler), false)
	if err != nil {
		t.Fatal(err)
	}
	defer h.close()
	if told, err := h.mendJournal(t.Context()); err != nil || !strings.Contains(told, "the damaged one is kept as") {
		t.Fatalf("at the start: %q, %v", told, err)
	}
	if got := toldMails(t, h); len(got) != 1 {
		t.Errorf("at the start: %d mails to the umpire", len(got))
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	ln := h.listenControl()
	go func() { ended <- h.control(ctx, ln) }()
	defer func() { stop(); <-ended }()
	wantRun(t, exitOK, "ok    journal       sound", "doctor", "-config", file)
	spoilJournal(t, cfg)
	backup := filepath.Join(t.TempDir(), "backup.db")
	wantRun(t, exitNo, "FAIL  journal       ", "doctor", "-config", file)
	wantRun(t, exitNo, "the damaged one is kept as", "backup", "-config", file, backup)
	wantRun(t, exitOK, "sound. It holds", "backup", "-config", file, backup)
	if got := toldMails(t, h); len(got) != 2 {
		t.Errorf("after the backup: %d mails to the umpire", len(got))
	}
	if problems, err := h.store.Check(); err != nil || len(problems) > 0 {
		t.Error(problems, err)
	}
}

// Without the store all before the damage comes back, and the games are named that lose
// something.
func TestRebuildOfDamagedJournal(t *testing.T) {
	cfg, file := damagedClub(t)
	path := store.JournalPath(cfg.storePath())
	journal, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	journal[len(journal)/2] ^= 4
	at := bytes.LastIndex(journal, []byte("\nbegin "))
	at = bytes.LastIndex(journal[:at], []byte("\nbegin ")) + len("\nbegin 2\nput curs")
	journal[at] ^= 1
	if err := os.WriteFile(path, journal, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(cfg.storePath()); err != nil {
		t.Fatal(err)
	}
	wantRun(t, exitNo, "Behind the damage 1 whole transactions can be read, up to number", "store", "rebuild",
		"-config", file)
	wantRun(t, exitOK, "rebuilt: The store was made again out of its journal, which is damaged", "store", "diary",
		"-config", file)
	wantRun(t, exitOK, "is sound: 1 game", "store", "check", "-config", file)
}
