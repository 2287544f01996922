package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"time"

	opener "berthier/cmd/internal/desk"
	"berthier/engine/tongue"
	"berthier/templates/desk"
)

var deskCommand = command{
	name:  "desk",
	usage: "[-o FILE] [REPORT.eml|position.txt|ARCHIVE]",
	help:  "write orders by clicks, or check and replay a game, in a browser",
	long: `
Shows the order desk to a browser on this machine. To the position.txt of a report, or
the report saved as a file, orders are written by clicks on the map, or by hand: what
is wrong stands beside the line. The archive of a game is checked and played again,
step by step, as each side saw it. The command prints the address to open, and runs
until Ctrl-C. Nothing leaves the machine.

-o writes the page into FILE instead, with the file in it if there is one. A double
click opens it anywhere, without this program and without a network.`,
	run: runDesk,
}

func runDesk(ctx context.Context, c *call) error {
	out := c.flags.String("o", "", "write the page to `FILE`")
	if err := c.parse(-1); err != nil {
		return err
	}
	if c.flags.NArg() > 1 {
		return c.usageError("want one file at most")
	}
	page, err := deskPage(desk.Page(), c.flags.Arg(0))
	if err != nil {
		return err
	}
	if *out != "" {
		if err := writeNew(*out, page, 0o644); err != nil {
			return err
		}
		_, err := fmt.Fprintf(c.stdout, "%s: %d bytes; a double click opens it\n", *out, len(page))
		return err
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	return serveDesk(ctx, ln, page, rand.Text(), c.stdout)
}

// deskPage is the page with a file in it, if one is named.
func deskPage(page []byte, name string) ([]byte, error) {
	if page == nil {
		return nil, refusal{hint(errors.New("this program was built without the order desk"),
			"in its source \"go run ./cmd/desk\" makes the page; then build the program again")}
	}
	if name == "" {
		return page, nil
	}
	file, err := readArchiveFile(name)
	if err != nil {
		return nil, err
	}
	if _, err := opener.New(loadGame).Open(file, tongue.En); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return desk.With(page, filepath.Base(name), file), nil
}

// serveDesk shows the page to whoever knows the way, which other users of the machine do not.
func serveDesk(ctx context.Context, ln net.Listener, page []byte, way string, said io.Writer) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /"+way+"/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset="+desk.Charset)
		w.Header().Set("Cache-Control", "no-store")
		http.ServeContent(w, r, desk.Name, time.Time{}, bytes.NewReader(page))
	})
	fmt.Fprintf(said, "Open http://%s/%s/ in a browser. Ctrl-C ends.\n", ln.Addr(), way)
	s := &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	stop := context.AfterFunc(ctx, func() { s.Close() })
	defer stop()
	if err := s.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
