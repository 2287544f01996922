package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// pureHalf is what a page in a browser needs to look at a game: it reads no disk and
// asks no network.
var pureHalf = []string{
	"./mail", "./mail/sign", "./engine/...", "./cmd/internal/record", "./cmd/internal/game", "./cmd/internal/said",
	"./cmd/internal/archive", "./cmd/internal/audit", "./cmd/internal/desk", "./cmd/internal/sheet", "./cmd/desk",
	"./cmd/berthier/testdata/browser",
}

// networks are what the pure half must not pull in.
var networks = []string{
	"github.com/emersion/go-imap", "github.com/emersion/go-smtp", "github.com/emersion/go-sasl", "go.etcd.io/bbolt",
	"github.com/jackc/pgx/v5",
	"net/http", "os/exec", "berthier/mail/wire",
}

// TestPureHalf builds it for the browser, as .ci/gate does, which weighs what comes out, and as package desk
// does for its page: so that all is built once.
func TestPureHalf(t *testing.T) {
	for _, args := range [][]string{{"build", "-trimpath", "-gcflags=all=-l"}, {"list", "-deps"}} {
		cmd := exec.Command("go", append(args, pureHalf...)...)
		cmd.Dir, cmd.Stderr = root, t.Output()
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go %s: %v", args, err)
		}
		for path := range strings.FieldsSeq(string(out)) {
			if slices.ContainsFunc(networks, func(n string) bool {
				return path == n ||
					strings.HasPrefix(path, n+"/")
			}) {
				t.Errorf("the pure half pulls in %s", path)
			}
		}
	}
}
