package main

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"berthier/store"
)

// slowDaemon is a store that is in use, and a daemon that begins to send a copy of it
// and never ends.
func slowDaemon(t *testing.T) (cfg config, began chan bool) {
	t.Helper()
	cfg = defaults()
	cfg.folder, cfg.State = t.TempDir(), "state"
	s, err := openStore(context.Background(), cfg, true)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("unix", cfg.controlPath())
	if err != nil {
		t.Fatal(err)
	}
	began = make(chan bool)
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte("the secrets of all games"))
		http.NewResponseController(w).Flush()
		began <- true
		<-r.Context().Done()
	})}
	go server.Serve(ln)
	t.Cleanup(func() {
		if err := errors.Join(server.Close(), s.Close()); err != nil {
			t.Error(err)
		}
	})
	return cfg, began
}

func filesIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// A signal ends the context; then no copy of the secrets is left, however far it
// came.
func TestSignalRemovesCopies(t *testing.T) {
	for name, do := range map[string]func(ctx context.Context, cfg config) error{
		"backup": func(ctx context.Context, cfg config) error {
			c := newCall(backupCommand, []string{"-config", filepath.Join(cfg.folder, "berthier.toml"),
				cfg.path("state/backup.db")})
			return runBackup(ctx, c)
		},
		"reading": func(ctx context.Context, cfg config) error { _, err := readStore(ctx, cfg); return err },
	} {
		t.Run(name, func(t *testing.T) {
			cfg, began := slowDaemon(t)
			if err := os.WriteFile(filepath.Join(cfg.folder, "berthier.toml"), []byte("state = \"state\"\n"),
				0o600); err != nil {
				t.Fatal(err)
			}
			before := filesIn(t, cfg.stateFolder())
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			ended := make(chan error)
			go func() { ended <- do(ctx, cfg) }()
			<-began
			if slices.Equal(filesIn(t, cfg.stateFolder()), before) {
				t.Error("nothing is there to be removed")
			}
			stop()
			if err := <-ended; err == nil {
				t.Error("no error")
			}
			if after := filesIn(t, cfg.stateFolder()); !slices.Equal(after, before) {
				t.Errorf("left behind: %q", after)
			}
		})
	}
}

// Two backups to one name, as where cron is faster than the disk, do not write into one file; and what a killed one
// left is gone with the next, but not what another still writes.
func TestBackupsAtOnce(t *testing.T) {
	cfg, began := slowDaemon(t)
	write(t, filepath.Join(cfg.folder, "berthier.toml"), "state = \"state\"\n")
	folder := t.TempDir()
	old := filepath.Join(folder, "backup.db.ABCDEFGH.part")
	for name, mode := range map[string]fs.FileMode{old: 0o600, old + ".part": 0o600,
		filepath.Join(folder, "backup.db.ABCDEFGI.part"): 0o644, filepath.Join(folder, "backup.db.film.part"): 0o600} {
		long := time.Now().Add(-25 * time.Hour)
		if err := errors.Join(os.WriteFile(name, nil, mode), os.Chtimes(name, long, long)); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error)
	for n := range 2 {
		go func() {
			ended <- runBackup(ctx, newCall(backupCommand, []string{"-config",
				filepath.Join(cfg.folder, "berthier.toml"), filepath.Join(folder, "backup.db")}))
		}()
		<-began
		if names := filesIn(t, folder); len(names) != 3+n+1 || slices.Contains(names, filepath.Base(old)) {
			t.Errorf("%d backups are written: %q", n+1, names)
		}
	}
	stop()
	for range 2 {
		if err := <-ended; err == nil {
			t.Error("no error")
		}
	}
	if names := filesIn(t, folder); len(names) != 3 {
		t.Errorf("left behind: %q", names)
	}
}

// Nobody else can reach the socket of the daemon at any moment, whatever the umask leaves.
func TestControlIsClosed(t *testing.T) {
	cfg := defaults()
	cfg.folder, cfg.State = t.TempDir(), "."
	h := &hub{cfg: cfg, log: slog.New(slog.DiscardHandler)}
	stop, open := make(chan bool), make(chan fs.FileMode)
	go func() {
		var seen fs.FileMode
		for {
			select {
			case <-stop:
				open <- seen
				return
			default:
			}
			if info, err := os.Lstat(cfg.controlPath()); err == nil {
				seen |= info.Mode().Perm()
			}
		}
	}()
	for range 300 {
		ln := h.listenControl()
		if ln == nil || !daemonAnswers(t.Context(), cfg) {
			t.Fatal("nobody listens")
		}
		if info, err := os.Lstat(cfg.controlPath()); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("it stands there as %v, %v", info, err)
		}
		if err := ln.Close(); err != nil {
			t.Fatal(err)
		}
		if names := filesIn(t, cfg.folder); len(names) > 0 {
			t.Fatalf("left behind: %q", names)
		}
	}
	stop <- true
	if mode := <-open; mode&^0o600 != 0 {
		t.Errorf("for a moment it had the mode %o", mode)
	}
}

// A copy that a command reads goes when the context ends, though the command has
// not come to its end.
func TestSignalWhileReadingACopy(t *testing.T) {
	folder := filepath.Join(t.TempDir(), ".copy-1")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	c := newSecretCopy(ctx, folder)
	path := filepath.Join(folder, "berthier.db")
	if err := errors.Join(makeStore(path)); err != nil {
		t.Fatal(err)
	}
	s, err := store.OpenReadOnly(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	gone := make(chan bool)
	context.AfterFunc(ctx, func() {
		c.remove() // waits for nothing: it may be done twice
		close(gone)
	})
	stop()
	<-gone
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
	if err := s.View(func(tx *store.Tx) error { _, err := tx.Games(); return err }); err != nil {
		t.Errorf("what is open cannot be read: %v", err)
	}
	if err := errors.Join(s.Close(), c.remove()); err != nil {
		t.Error(err)
	}
}

func makeStore(path string) error {
	s, err := store.Open(path, 0)
	if err != nil {
		return err
	}
	return s.Close()
}

// The daemon removes at its start what killed commands left, and nothing else.
func TestLeftovers(t *testing.T) {
	cfg := defaults()
	cfg.folder, cfg.State = t.TempDir(), "state"
	if err := os.MkdirAll(cfg.path("state/set-aside"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]fs.FileMode{
		".copy-123/berthier.db": 0o600, ".doctor-9": 0o600, "backup.db.part": 0o600, "set-aside/.part-4": 0o600,
		"berthier.db.new": 0o600, "berthier.db.journal.new": 0o600,
		"film.part": 0o644, "log-key": 0o600, "log-key.new": 0o600, "copy-1": 0o600, "set-aside/0a": 0o600,
		"backup.db": 0o600,
	} {
		path := cfg.path(filepath.Join("state", name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700),
			os.WriteFile(path, []byte("secret"), mode)); err != nil {
			t.Fatal(err)
		}
	}
	removeLeftovers(cfg, slog.New(slog.DiscardHandler))
	want := []string{"backup.db", "copy-1", "film.part", "log-key", "log-key.new", "set-aside"}
	if got := filesIn(t, cfg.stateFolder()); !slices.Equal(got, want) {
		t.Errorf("left: %q\nwant: %q", got, want)
	}
	if got := filesIn(t, cfg.path("state/set-aside")); !slices.Equal(got, []string{"0a"}) {
		t.Errorf("left: %q", got)
	}
}
