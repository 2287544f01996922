package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"berthier/mail/wire"
)

// testClock is a clock that a test sets.
type testClock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *testClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *testClock) wait(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

func TestVitals(t *testing.T) {
	unreachable := errors.New("connection refused")
	take := func(_ context.Context, a wire.Arrival) error {
		if a.Raw == nil {
			return errors.New("disk full")
		}
		return nil
	}
	var sending error
	send := func(context.Context, string, []string, []byte) error { return sending }
	for _, tt := range []struct {
		name  string
		do    func(v *vitals, c *testClock)
		alive bool
		sick  string // what is told, joined by commas
	}{
		{"fresh", func(*vitals, *testClock) {}, true, ""},
		{"server out of reach for a moment", func(v *vitals, c *testClock) {
			v.look(unreachable)
			c.wait(patience)
			v.look(unreachable)
		}, true, ""},
		{"server out of reach", func(v *vitals, c *testClock) {
			v.look(nil)
			for range 5 {
				c.wait(patience)
				v.look(unreachable)
			}
		}, true, "the mailbox cannot be read since 2030-12-02 08:00:00 UTC: connection refused"},
		{"server back", func(v *vitals, c *testClock) {
			c.wait(3 * patience)
			v.look(unreachable)
			v.look(nil)
		}, true, ""},
		{"never reached", func(v *vitals, c *testClock) { c.wait(patience + 2*time.Minute) }, true,
			"the mailbox cannot be read since 2030-12-02 08:00:00 UTC: not looked at yet"},
		{"still", func(v *vitals, c *testClock) {
			v.look(nil)
			c.wait(stillness + 2*time.Minute)
		}, false, "nothing happens since 2030-12-02 08:00:00 UTC"},
		{"a long list of mails", func(v *vitals, c *testClock) {
			v.look(nil)
			for range 9 {
				c.wait(stillness / 2)
				v.watchTake(wire.Each(take))(t.Context(), []wire.Arrival{{Raw: []byte("x")}})
			}
		}, true, ""},
		{"one recipient refused", func(v *vitals, c *testClock) {
			v.look(nil)
			sending = &wire.SendError{Stage: "RCPT", Permanent: true}
			v.watchSend(send)(t.Context(), "", nil, nil)
			c.wait(patience + time.Second)
		}, true, ""},
		{"login refused", func(v *vitals, c *testClock) {
			v.look(nil)
			sending = &wire.SendError{Stage: "login"}
			v.watchSend(send)(t.Context(), "", nil, nil)
			c.wait(patience + time.Second)
			v.look(nil)
		}, true, "mails cannot be sent since 2030-12-02 08:00:00 UTC: mail temporarily not sent (login): refused"},
		{"login accepted again", func(v *vitals, c *testClock) {
			v.look(nil)
			sending = &wire.SendError{Stage: "login"}
			v.watchSend(send)(t.Context(), "", nil, nil)
			c.wait(patience + time.Second)
			v.look(nil)
			sending = nil
			v.watchSend(send)(t.Context(), "", nil, nil)
		}, true, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := &testClock{t: time.Date(2030, 12, 2, 8, 0, 0, 0, time.UTC)}
			v := newVitals(time.Minute, c.now)
			tt.do(v, c)
			if got := v.alive(); got != tt.alive {
				t.Errorf("alive: got %t", got)
			}
			if got := strings.Join(v.sick(), ", "); got != tt.sick {
				t.Errorf("sick:\n got %q\nwant %q", got, tt.sick)
			}
		})
	}
}

// TestMonitor asks a hub over HTTP.
func TestMonitor(t *testing.T) {
	cfg := defaults()
	cfg.State, cfg.Monitor.Address, cfg.Site.Address = t.TempDir(), "127.0.0.1:0", "https://club.example/games"
	h, err := openHub(cfg, slog.New(slog.DiscardHandler), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.close() })
	if err := h.ensureGame(""); err != nil {
		t.Fatal(err)
	}
	ln, err := h.listenMonitor()
	if err != nil {
		t.Fatal(err)
	}
	c := &testClock{t: time.Date(2030, 12, 2, 8, 0, 0, 0, time.UTC)}
	v := newVitals(time.Minute, c.now)
	v.look(nil)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- h.monitor(ctx, ln, v) }()
	get := func(path string, status int) string {
		t.Helper()
		resp, err := http.Get("http://" + ln.Addr().String() + path)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != status {
			t.Errorf("%s: got %s, %v, want %d", path, resp.Status, err, status)
		}
		return string(body)
	}
	if got := get("/health", 200); got != "ok\n" {
		t.Errorf("got %q", got)
	}
	failing := v.watchSend(func(context.Context, string, []string,
		[]byte) error {
		return &wire.SendError{Stage: "RCPT"}
	})
	failing(ctx, "", nil, nil)
	text := get("/metrics", 200)
	for _, want := range []string{
		"berthier_mailbox_up 1", "berthier_games 1", "berthier_held_games 0", "berthier_outbox_mails 1",
		"berthier_outbox_failed_mails 0", "berthier_stuck_mails 0",
		`berthier_send_attempts_total{result="delayed"} 1`, `berthier_send_attempts_total{result="sent"} 0`,
		"berthier_mailbox_last_look_seconds 1.9224288e+09",
	} {
		if !strings.Contains(text, "\n"+want+"\n") {
			t.Errorf("no line %q in\n%s", want, text)
		}
	}
	checkExposition(t, text)
	c.wait(time.Hour)
	if got := get("/health", 503); !strings.Contains(got, "nothing happens since") {
		t.Errorf("got %q", got)
	}
	get("/", 404)
	for path, want := range map[string]string{
		"/help":                     `<a href="help/signing">Signing your mails</a>`,
		"/games":                    `>goldbach-1<td>`,
		"/help/signing":             "<h2>With gpg</h2>",
		"/help/turns":               `<a href="commands"><code>help commands</code></a>`,
		"/help/signing?language=pl": "<h2>Przez gpg</h2>",
		"/help?language=cs":         `<a href="help/signing">Podepisování e-mailů</a>`,
	} {
		if page := get(path, 200); !strings.Contains(page, want) {
			t.Errorf("%s: no %q in\n%s", path, want, page)
		}
	}
	get("/help/nothing", 404)
	// A page from elsewhere, of whose name somebody makes this machine, is told nothing.
	for name, want := range map[string]int{"localhost": 200, "localhost:9125": 200, "[::1]:9125": 200, "127.0.0.2": 200,
		"club.example": 200, "CLUB.example:443": 200, "evil.example:9125": 421, "127.0.0.1.evil.example": 421,
		"localhost.evil.example": 421, "192.0.2.1": 421} {
		req, err := http.NewRequestWithContext(ctx, "GET", "http://"+ln.Addr().String()+"/games", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = name
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("asked for %s: got %s, want %d", name, resp.Status, want)
		}
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// checkExposition holds a text to the format of Prometheus: HELP and TYPE once
// before the samples of a metric, which stand together.
func checkExposition(t *testing.T, text string) {
	t.Helper()
	sample := regexp.MustCompile(`^([a-z_]+)(\{[a-z]+="[a-z]+"\})? [0-9.e+-]+$`)
	seen := map[string]bool{}
	name := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		var kind string
		switch m := sample.FindStringSubmatch(line); {
		case strings.HasPrefix(line, "# HELP "):
			name, _, _ = strings.Cut(strings.TrimPrefix(line, "# HELP "), " ")
			if seen[name] {
				t.Errorf("%s stands twice", name)
			}
		case strings.HasPrefix(line, "# TYPE "):
			if n, err := fmt.Sscanf(line, "# TYPE "+name+" %s", &kind); n != 1 || kind != "gauge" && kind != "counter" {
				t.Errorf("%q: %v", line, err)
			}
			if (kind == "counter") != strings.HasSuffix(name, "_total") {
				t.Errorf("%s is a %s", name, kind)
			}
		case m == nil || m[1] != name || seen[m[1]+m[2]]:
			t.Errorf("bad line %q", line)
		default:
			seen[m[1]], seen[m[1]+m[2]] = true, true
		}
	}
}

// TestWatchdog plays systemd.
func TestWatchdog(t *testing.T) {
	socket, err := net.ListenUnixgram("unixgram",
		&net.UnixAddr{Name: filepath.Join(t.TempDir(), "notify"), Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { socket.Close() })
	t.Setenv("NOTIFY_SOCKET", socket.LocalAddr().String())
	t.Setenv("WATCHDOG_USEC", "60000")
	hear := func() string {
		t.Helper()
		buffer := make([]byte, 4096)
		socket.SetReadDeadline(time.Now().Add(time.Minute))
		n, err := socket.Read(buffer)
		if err != nil {
			t.Fatal(err)
		}
		return string(buffer[:n])
	}
	c := &testClock{t: time.Date(2030, 12, 2, 8, 0, 0, 0, time.UTC)}
	v := newVitals(time.Minute, c.now)
	v.look(errors.New("first\nsecond"))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- v.watchdog(ctx, slog.New(slog.DiscardHandler)) }()
	if got := hear(); got != "READY=1" {
		t.Errorf("got %q, want READY=1", got)
	}
	if got, want := hear(), "STATUS=mailbox: first second; 0 taken in, 0 sent\nWATCHDOG=1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	c.wait(time.Hour) // nobody looks at the mailbox any more
	for got := hear(); strings.Contains(got, "WATCHDOG"); got = hear() {
	}
	if got := hear(); strings.Contains(got, "WATCHDOG") {
		t.Errorf("got %q, want silence of the watchdog", got)
	}
	v.look(nil)
	for got := hear(); !strings.Contains(got, "WATCHDOG"); got = hear() {
	}
	cancel()
	for got := hear(); got != "STOPPING=1"; got = hear() {
	}
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
