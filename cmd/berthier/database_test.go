package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
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
	t.Parallel()
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
	t.Parallel()
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

// pair are two daemons of one database.
type pair struct {
	server          *storetest.Server
	schema, address string
	hubs            []*hub
}

func newPair(t *testing.T) *pair {
	t.Helper()
	p := &pair{server: storetest.Start(t)}
	p.schema, p.address = p.server.Schema(t)
	for n := range 2 {
		cfg := defaults()
		cfg.State, cfg.Store = t.TempDir(), p.address
		if n > 0 {
			cfg.LogKey, cfg.Key = p.hubs[0].cfg.logKeyPath(), p.hubs[0].cfg.storeKeyPath()
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
		p.hubs = append(p.hubs, h)
	}
	return p
}

// lead has the first daemon do something for all games.
func (p *pair) lead(t *testing.T, do func(context.Context, *hub) (int, error)) {
	t.Helper()
	err := p.hubs[0].store.Stand(t.Context(), store.ClaimMailbox, func(ctx context.Context) error {
		_, err := do(ctx, p.hubs[0])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// takeTwo puts two mails into the queue.
func takeTwo(ctx context.Context, h *hub) (int, error) {
	raw := []byte("From: ney@example.net\r\n\r\nhello\r\n")
	return h.umpire.TakeAll(ctx, []wire.Arrival{{Raw: raw, Size: int64(len(raw))}, {Raw: raw, Size: int64(len(raw))}})
}

// measured is a number that the second daemon tells a monitor.
func (p *pair) measured(t *testing.T, name string) float64 {
	t.Helper()
	all, err := p.hubs[1].gauges()
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

// How many mails wait in the queue of several daemons, and for how long, is among what each of them tells a monitor.
func TestQueueIsMeasured(t *testing.T) {
	p := newPair(t)
	const mails, age = "berthier_queue_mails", "berthier_queue_age_seconds"
	if n, old := p.measured(t, mails), p.measured(t, age); n != 0 || old != 0 {
		t.Errorf("at first %g mails wait, for %g s", n, old)
	}
	p.hubs[0].umpire.Looked(nil)
	p.lead(t, takeTwo)
	p.hubs[1].umpire.Config.Clock = func() time.Time { return time.Now().Add(time.Hour) }
	if n, old := p.measured(t, mails), p.measured(t, age); n != 2 || old < 3599 {
		t.Errorf("an hour later %g mails wait, for %g s", n, old)
	}
}

// Who watches a daemon is told of a mail that was damaged in the database, and whoever is in charge can find and delete
// it.
func TestDamagedMailIsTold(t *testing.T) {
	p := newPair(t)
	p.lead(t, takeTwo)
	p.server.SQL(t, "UPDATE "+p.schema+".berthier_queue SET raw = 'x' WHERE seq = 1")
	v := newVitals(time.Minute, time.Now)
	v.look(nil)
	pages := p.hubs[1].pages(v)
	tells := func(when string, damaged float64, code int, text string) {
		t.Helper()
		n := p.measured(t, "berthier_queue_damaged_mails")
		if got, said := ask(t.Context(), pages, "/health"); n != damaged || got != code || said != text {
			t.Errorf("%s %g mails are damaged, status %d: %s", when, n, got, said)
		}
	}
	tells("before it is noticed", 0, http.StatusOK, "ok\n")
	p.lead(t, func(ctx context.Context, h *hub) (int, error) { return h.umpire.Queue.JudgeSome(ctx) })
	tells("when it is set aside", 1, http.StatusServiceUnavailable,
		"1 damaged mail in the database: no deadline passes before you decide; berthier aside lists them\n")
	dir := t.TempDir()
	config, keys := filepath.Join(dir, "berthier.toml"), p.hubs[0].cfg
	text := fmt.Sprintf("state = %q\nstore = %q\nstore_key = %q\nlog_key = %q\n", dir, p.address, keys.storeKeyPath(),
		keys.logKeyPath())
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		words string
		code  int
		want  string
	}{
		{"aside -config FILE", exitOK, "queue/1  damaged in the database; deadlines wait until it is deleted\n"},
		{"store check -config FILE", exitNo, "queue/1: it was damaged, and is set aside\n"},
		{"aside -config FILE -retry queue/1", exitNo, "queue/1 cannot be read any more\nhint: move it in the mailbox"},
		{"aside -config FILE -delete queue/2", exitNo, "no such mail was set aside: queue/2\nhint: berthier aside"},
		{"aside -config FILE -delete queue/1", exitOK, "queue/1 is deleted\n"},
		{"aside -config FILE", exitOK, "no mail is set aside\n"},
		{"store check -config FILE", exitOK, "is sound: no game\n"},
	} {
		var said strings.Builder
		args := strings.Fields(strings.Replace(tt.words, "FILE", config, 1))
		if code := run(t.Context(), args, nil, &said, &said); code != tt.code ||
			!strings.Contains(said.String(), tt.want) {
			t.Errorf("%q: exit code %d\n%s", tt.words, code, &said)
		}
	}
	tells("afterwards", 0, http.StatusOK, "ok\n")
}

// Who watches a daemon is told when it is damaged how far the mailbox was read, until the daemon has written it anew.
func TestDamagedCursorIsTold(t *testing.T) {
	p := newPair(t)
	h := p.hubs[1]
	if err := h.store.Update(func(tx *store.Tx) error { return tx.SetCursor("INBOX", []byte("7 3")) }); err != nil {
		t.Fatal(err)
	}
	p.server.SQL(t, "UPDATE "+p.schema+".berthier_row SET value = 'x' WHERE path = 'cursors'")
	v := newVitals(time.Minute, time.Now)
	v.look(nil)
	pages := h.pages(v)
	if n := p.measured(t, "berthier_damaged_cursors"); n != 1 {
		t.Errorf("%g rows are damaged", n)
	}
	if code, said := ask(t.Context(), pages, "/health"); code != http.StatusServiceUnavailable ||
		!strings.HasPrefix(said, "1 damaged row of how far mails were read or sent: berthier store check names it") {
		t.Errorf("status %d: %s", code, said)
	}
	if c, err := h.umpire.Cursor(); c != (wire.Cursor{}) || err != nil {
		t.Errorf("the place is %v, %v", c, err)
	}
	if code, said := ask(t.Context(), pages, "/health"); code != http.StatusOK || said != "ok\n" {
		t.Errorf("afterwards status %d: %s", code, said)
	}
}

// farHub is a hub over a database that it reaches by a proxy.
func farHub(t *testing.T) (*storetest.Proxy, *hub) {
	t.Helper()
	_, address := storetest.Start(t).Schema(t)
	p, far := storetest.NewProxy(t, address)
	cfg := defaults()
	cfg.State, cfg.Store = t.TempDir(), far
	h, err := openHub(cfg, slog.New(slog.DiscardHandler), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Cut(); p.Pass(); h.close() })
	return p, h
}

// A daemon that is stopped while it waits for its database at the start ends as one that is stopped later.
func TestStoppedBeforeItBegins(t *testing.T) {
	t.Parallel()
	p, h := farHub(t)
	p.Refuse()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := h.serve(ctx, mailServers{}); err != nil {
		t.Error(err)
	}
}

// A daemon that is stopped while its database is silent ends soon, whatever it was doing. What it was about to write is
// made as a whole or not at all.
func TestStoppedWhileTheDatabaseIsSilent(t *testing.T) {
	before := stopTime
	t.Cleanup(func() { stopTime = before })
	stopTime = 100 * time.Millisecond
	server := storetest.Start(t)
	schema, address := server.Schema(t)
	nowhere := wire.Endpoint{Address: "127.0.0.1:1", Security: wire.Plaintext}
	for _, n := range []int{1, 2, 10, 30, 60, 100, 150, 300} { // at the start, and later
		p, far := storetest.NewProxy(t, address)
		cfg := defaults()
		cfg.State, cfg.Store = t.TempDir(), far
		cfg.LogKey, cfg.Key = filepath.Join(t.TempDir(), "log.key"), filepath.Join(t.TempDir(), "store.key")
		if n > 1 {
			server.SQL(t, "DROP SCHEMA "+schema+" CASCADE; CREATE SCHEMA "+schema)
		}
		ctx, stop := context.WithCancel(t.Context())
		p.After(n, func() { p.Silence(); stop() })
		ended := make(chan error, 1)
		go func() {
			h, err := serveHub(ctx, cfg, slog.New(slog.DiscardHandler))
			if err == nil {
				err = h.serve(ctx, mailServers{imap: nowhere, smtp: nowhere})
				h.close()
			}
			ended <- err
		}()
		select {
		case err := <-ended:
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("silent at message %d: %v", n, err)
			}
		case <-time.After(90 * time.Second): // less than an answer is waited for otherwise
			t.Fatalf("silent at message %d: it does not end", n)
		}
		p.Cut()
	}
}

// A daemon that can read the database, and may not write to it, tells so who watches it.
func TestHealthWithoutLease(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	v := newVitals(time.Minute, time.Now)
	v.look(nil)
	pages := p.hubs[1].pages(v)
	known := string(p.server.SQL(t, "SELECT version::text FROM "+p.schema+".berthier_schema")[0][0])
	for _, tt := range []struct{ version, want string }{
		{"99", "this daemon does nothing now: the lease of this process in the database has ended: the tables "},
		{known, "ok\n"},
	} {
		p.server.SQL(t, fmt.Sprintf("UPDATE %s.berthier_schema SET version = %s", p.schema, tt.version))
		for end := time.Now().Add(scriptTime); ; time.Sleep(20 * time.Millisecond) {
			_, said := ask(t.Context(), pages, "/health")
			if strings.HasPrefix(said, tt.want) {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("with version %s: %s", tt.version, said)
			}
		}
	}
}

// ask gets a page.
func ask(ctx context.Context, pages http.Handler, path string) (code int, text string) {
	w := httptest.NewRecorder()
	pages.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", path, nil))
	return w.Code, w.Body.String()
}

// A database that is gone without a word is not waited for by who watches the daemon.
func TestMonitorOfASilentDatabase(t *testing.T) {
	t.Parallel()
	p, h := farHub(t)
	v := newVitals(time.Minute, time.Now)
	v.look(nil)
	pages := h.pages(v)
	for _, path := range []string{"/health", "/metrics", "/games"} {
		if code, said := ask(t.Context(), pages, path); code != http.StatusOK {
			t.Errorf("%s: %d, %s", path, code, said)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	p.After(1, func() { p.Silence(); stop() })
	for _, path := range []string{"/health", "/metrics", "/games"} {
		code, said := ask(ctx, pages, path)
		if code != http.StatusServiceUnavailable || !strings.Contains(said, "the database does not answer") {
			t.Errorf("%s: %d, %s", path, code, said)
		}
	}
	p.Pass()
	p.Cut()
	for end := time.Now().Add(scriptTime); ; time.Sleep(20 * time.Millisecond) {
		code, said := ask(t.Context(), pages, "/health")
		if code == http.StatusOK {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("afterwards: %d, %s", code, said)
		}
	}
}

// A daemon on another machine does not answer here, but it has the lease: nothing is copied under it. The size
// of the store is among what it tells a monitor.
func TestDatabaseOfAnotherMachine(t *testing.T) {
	t.Parallel()
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
		return run(t.Context(), []string{"store", "copy", "-config", path, address, file}, nil, &said, &said),
			said.String()
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
