package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/testkey"
	"berthier/store"
)

// The pages are copied after a change, and again later if that failed; each fault is logged.
func TestSiteCare(t *testing.T) {
	testkey.NoChance(t)
	dir := t.TempDir()
	cfg := defaults()
	cfg.State, cfg.folder = "state", dir
	cfg.SMTP.PasswordEnv = "BERTHIER_TEST_PASSWORD"
	t.Setenv("BERTHIER_TEST_PASSWORD", "sesame")
	var log bytes.Buffer
	h, err := openHub(cfg, newLogger(cfg.Log, &log), true)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		var problems []store.Problem
		if problems, err = h.store.Check(); err != nil || len(problems) > 0 {
			t.Errorf("store: %v, %v", problems, err)
		}
		if err := h.close(); err != nil {
			t.Error(err)
		}
	}()
	h.cfg.Site = siteConfig{Folder: "pages", Command: []string{"cp", "-R", "pages", "$(touch shell)"}}
	s := h.siteCare()
	now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	s.look(context.Background(), now)
	if _, err := os.Stat(filepath.Join(dir, "$(touch shell)", "index.html")); err != nil || s.due {
		t.Errorf("the pages were not copied: %v, due %v\n%s", err, s.due, log.String())
	}

	s.command, s.due = []string{"sh", "-c", "env >environment"}, true
	s.look(context.Background(), now)
	if env, err := os.ReadFile(filepath.Join(dir, "environment")); err != nil ||
		bytes.Contains(env, []byte("sesame")) || !bytes.Contains(env, []byte("BERTHIER_SITE=")) {
		t.Errorf("the command has a password of ours, or not the rest of the environment: %v", err)
	}

	s.command, s.due = []string{"cp", "nothing", "nowhere"}, true
	for _, c := range []struct {
		after time.Duration
		tries int
	}{{0, 1}, {30 * time.Second, 1}, {time.Minute, 2}, {2 * time.Minute, 2}, {3 * time.Minute, 3}} {
		s.look(context.Background(), now.Add(c.after))
		if n := strings.Count(log.String(), "cannot be copied"); n != c.tries {
			t.Errorf("after %s it was tried %d times, want %d", c.after, n, c.tries)
		}
	}
	s.command = []string{"true"}
	s.look(context.Background(), now.Add(time.Hour))
	if s.due {
		t.Error("it is not tried again")
	}

	if err := os.WriteFile(filepath.Join(dir, "pages", mark), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	log.Reset()
	for range 3 {
		s.look(context.Background(), now.Add(time.Hour))
	}
	if n := strings.Count(log.String(), "cannot be written"); n != 1 {
		t.Errorf("a fault is logged %d times:\n%s", n, log.String())
	}
}

const mark = "site-made-by-berthier.json"

// A browser gets the pages, and nothing that lies beside them.
func TestServeSite(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"pages/index.html": "the games", "secret.txt": "the secret",
		"pages/berthier-desk.html": "the desk"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "secret.txt"), filepath.Join(dir, "pages", "way.txt")); err != nil {
		t.Fatal(err)
	}
	h := &hub{cfg: config{folder: dir, Site: siteConfig{Folder: "pages"}}}
	mux := http.NewServeMux()
	h.serveSite(mux)
	for path, want := range map[string]string{"/site/": "the games", "/site/way.txt": "", "/site/..%2fsecret.txt": "",
		"/site/nothing": "", "/site/berthier-desk.html": "the desk"} {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		body, err := io.ReadAll(w.Result().Body)
		if err != nil {
			t.Fatal(err)
		}
		if want != "" && string(body) != want ||
			strings.Contains(string(body), "secret") && !strings.Contains(path, "secret") ||
			(w.Code == http.StatusOK) != (want != "") {
			t.Errorf("%s: %d %q", path, w.Code, body)
		}
		// The desk has a policy of its own in it, which another would stop, and is in no UTF-8.
		if policy := w.Header().Get("Content-Security-Policy"); w.Code == http.StatusOK &&
			(policy == "") != (want == "the desk") {
			t.Errorf("%s: the policy %q", path, policy)
		}
		if kind := w.Header().Get("Content-Type"); want == "the desk" && kind != "text/html; charset=windows-1252" {
			t.Errorf("the desk is %s", kind)
		}
	}
}
