package main

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"berthier/mail/wire"
	"berthier/store"
	"berthier/store/storetest"
)

// TestDatabaseScripts runs the cases of testdata/script-database. $DATABASE is the address of an empty
// database, and database.toml a configuration that names it.
func TestDatabaseScripts(t *testing.T) {
	server := storetest.Start(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script-database",
		Setup: func(env *testscript.Env) error {
			_, address := server.Schema(t)
			env.Setenv("DATABASE", address)
			text := fmt.Sprintf("maps = false\nstore = %q\n", address)
			return os.WriteFile(filepath.Join(env.WorkDir, "database.toml"), []byte(text), 0o600)
		},
	})
}

// A daemon whose database goes away says so and stays; when the database is there again the daemon goes on, and nothing
// was lost or sent twice.
func TestDatabaseAway(t *testing.T) {
	c := newCrowd(t, rand.New(rand.NewPCG(1, 2)), 2)
	c.faulty = false
	c.database.move(t)
	c.configure()
	c.invite(4)
	cmd := c.daemon()
	c.database.server.Stop(t)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	await := func(what string, done func() bool) {
		t.Helper()
		for end := time.Now().Add(scriptTime); !done(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: the log of the daemon:\n%s", what, c.log())
			}
		}
	}
	says := func(words string) int {
		text, err := os.ReadFile(filepath.Join(c.dir, "log"))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(text), words)
	}
	await("while there is no database yet", func() bool { return says("tried again\" part=start") > 0 })
	c.database.server.Run(t)
	await("the start", func() bool { return says("msg=started") > 0 })
	for range 3 { // at the start, and in the middle of the games
		before := says("nothing is lost, and it is tried again")
		c.database.server.Stop(t)
		await("while it is away", func() bool { return says("nothing is lost, and it is tried again") > before })
		c.database.server.Run(t)
		c.mu.Lock()
		got := len(c.got)
		c.mu.Unlock()
		await("some letters", func() bool {
			over := c.done()
			c.mu.Lock()
			defer c.mu.Unlock()
			return over || len(c.got) > got
		})
	}
	await("afterwards", c.done)
	await("the last mails", func() bool { return c.quiet(400*time.Millisecond) <= 0 })
	c.mu.Lock()
	if c.copies > 0 {
		t.Errorf("%d mails came twice", c.copies)
	}
	c.mu.Unlock()
	cmd.Process.Signal(os.Interrupt)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("the daemon: %v\n%s", err, c.log())
	}
	if open := c.open(); open != "" {
		t.Errorf("left open: %s", open)
	}
}

// How many mails wait in the queue of several daemons, and for how long, is among what each of them tells a monitor.
func TestQueueIsMeasured(t *testing.T) {
	_, address := storetest.Start(t).Schema(t)
	var hubs []*hub
	for n := range 2 {
		cfg := defaults()
		cfg.State, cfg.Store = t.TempDir(), address
		if n > 0 {
			cfg.LogKey, cfg.Key = hubs[0].cfg.logKeyPath(), hubs[0].cfg.storeKeyPath()
		}
		h, err := openHub(cfg, slog.New(slog.DiscardHandler), true)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if problems, err := h.store.Check(); err != nil || len(problems) > 0 {
				t.Errorf("store: %v, %v", problems, err)
			}
			h.close()
		})
		hubs = append(hubs, h)
	}
	measured := func(name string) float64 {
		t.Helper()
		all, err := hubs[1].gauges()
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		writeMetrics(&text, all)
		checkExposition(t, text.String())
		i := slices.IndexFunc(all, func(m metric) bool { return m.name == name })
		if i < 0 {
			t.Fatalf("there is no %s in\n%s", name, &text)
		}
		return all[i].value
	}
	const mails, age = "berthier_queue_mails", "berthier_queue_age_seconds"
	if n, old := measured(mails), measured(age); n != 0 || old != 0 {
		t.Errorf("at first %g mails wait, for %g s", n, old)
	}
	hubs[0].umpire.Looked(nil)
	err := hubs[0].store.Stand(t.Context(), store.ClaimMailbox, func(ctx context.Context) error {
		raw := []byte("From: ney@example.net\r\n\r\nhello\r\n")
		_, err := hubs[0].umpire.TakeAll(ctx, []wire.Arrival{{Raw: raw, Size: int64(len(raw))}, {Raw: raw, Size: int64(len(raw))}})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	hubs[1].umpire.Config.Clock = func() time.Time { return time.Now().Add(time.Hour) }
	if n, old := measured(mails), measured(age); n != 2 || old < 3599 {
		t.Errorf("an hour later %g mails wait, for %g s", n, old)
	}
}

// A daemon on another machine does not answer here, but it has the lease: nothing is copied under it. The size
// of the store is among what it tells a monitor.
func TestDatabaseOfAnotherMachine(t *testing.T) {
	_, address := storetest.Start(t).Schema(t)
	dir := t.TempDir()
	path, file := filepath.Join(dir, "berthier.toml"), filepath.Join(dir, "copy.db")
	if err := os.WriteFile(path, fmt.Appendf(nil, "store = %q\n", address), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := loadConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	h, err := openHub(cfg, slog.New(slog.DiscardHandler), true)
	if err != nil {
		t.Fatal(err)
	}
	gauges, err := h.gauges()
	last := gauges[len(gauges)-1]
	if err != nil || last.name != "berthier_store_bytes" || last.value < 8192 { // a page of PostgreSQL
		t.Errorf("the last metric is %v, %v", last, err)
	}
	storeCopy := func() (int, string) {
		var said strings.Builder
		return run(t.Context(), []string{"store", "copy", "-config", path, address, file}, nil, &said, &said), said.String()
	}
	if code, said := storeCopy(); code != exitNo || !strings.Contains(said, "in use by another process: process ") {
		t.Errorf("exit code %d\n%s", code, said)
	}
	if err := h.close(); err != nil {
		t.Fatal(err)
	}
	if code, said := storeCopy(); code != exitOK {
		t.Errorf("exit code %d\n%s", code, said)
	}
}
