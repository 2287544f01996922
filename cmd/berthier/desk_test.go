package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"berthier/templates/desk"
)

// The page comes to whoever knows the way, in the encoding in which it is written, and to nobody else.
func TestServeDesk(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	said, ended := new(strings.Builder), make(chan error)
	go func() { ended <- serveDesk(ctx, ln, []byte("the page"), "secret", said) }()
	for path, want := range map[string]string{"/secret/": "the page", "/": "", "/other/": ""} {
		answer, err := http.Get("http://" + ln.Addr().String() + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || (answer.StatusCode == http.StatusOK) != (want != "") || want != "" && string(body) != want {
			t.Errorf("%s: %d %q, %v", path, answer.StatusCode, body, err)
		}
		if got := answer.Header.Get("Content-Type"); want != "" && got != "text/html; charset=windows-1252" {
			t.Errorf("%s is %s", path, got)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if want := "http://" + ln.Addr().String() + "/secret/"; !strings.Contains(said.String(), want) {
		t.Errorf("it says %q without %s", said, want)
	}
}

// A program without the page says how it gets one, and a file that is no archive is refused.
func TestDeskPage(t *testing.T) {
	if _, err := deskPage(nil, ""); err == nil || !strings.Contains(err.Error(), "built without the order desk") {
		t.Errorf("without a page: %v", err)
	}
	page, err := desk.Make([]byte("engine"), []byte("glue"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := deskPage(page, ""); err != nil || string(got) != string(page) {
		t.Errorf("the page alone is another: %v", err)
	}
	name := filepath.Join(t.TempDir(), "game.zip")
	if err := os.WriteFile(name, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := deskPage(page, name); err == nil || !strings.Contains(err.Error(), "game.zip") {
		t.Errorf("what is no archive: %v", err)
	}
	file, err := os.ReadFile("../internal/archive/testdata/format-2.zip")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, file, 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := deskPage(page, name)
	if err != nil || !strings.Contains(string(got), `id="given" data-name="game.zip"`) ||
		len(got) < len(page)+len(file) {
		t.Errorf("with an archive it has %d bytes: %v", len(got), err)
	}
}
