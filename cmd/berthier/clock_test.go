package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The clock is confirmed beside a running daemon, and without one.
func TestConfirmClock(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "berthier.toml")
	if err := os.WriteFile(file, []byte("state = \"state\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := loadConfig(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := openStore(context.Background(), cfg, true)
	if err != nil {
		t.Fatal(err)
	}
	ahead := time.Now().AddDate(1, 0, 0).UTC().Format(time.RFC3339) // the run before had a wrong clock
	for _, daemon := range []bool{true, false} {
		if s == nil {
			if s, err = openStore(context.Background(), cfg, false); err != nil {
				t.Fatal(err)
			}
		}
		err := s.SetBeat([]byte(`{"At":"` + ahead + `","Boot":"another boot"}`))
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if s = nil; err != nil {
			t.Fatal(err)
		}
		stop := func() {}
		if daemon {
			stop = answering(t, cfg)
		}
		wantRun(t, exitOK, ", and deadlines go on.", "do", "-config", file, "confirm")
		if stop(); daemon {
			continue
		}
		wantRun(t, exitNo, "the clock fits: there is nothing to confirm", "do", "-config", file, "confirm")
	}
}

// answering is a daemon that does nothing but to answer other commands.
func answering(t *testing.T, cfg config) (stop func()) {
	t.Helper()
	h, err := openHub(cfg, slog.New(slog.DiscardHandler), false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	ln := h.listenControl()
	go func() { ended <- h.control(ctx, ln) }()
	return func() {
		cancel()
		<-ended
		if err := h.close(); err != nil {
			t.Error(err)
		}
	}
}

// The clocks of this machine are what the hub takes them for.
func TestSteadyClock(t *testing.T) {
	before := steady()
	if after := steady(); after < before || before <= 0 {
		t.Errorf("it shows %v and then %v", before, after)
	}
	if a, b := bootName(), bootName(); a != b {
		t.Errorf("the machine was started as %q and as %q", a, b)
	}
}
