package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"berthier/mail"
	"berthier/mail/wire"
)

// localHub is the daemon with its own mail server.
func localHub(t *testing.T, folder string) *hub {
	t.Helper()
	cfg := defaults()
	cfg.folder, cfg.State = folder, "state"
	cfg.Local.SMTP, cfg.Local.IMAP = "127.0.0.1:0", "127.0.0.1:0"
	h, err := openHub(cfg, slog.New(slog.DiscardHandler), true)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// A mail that the built-in server took is not lost if the program dies before the
// daemon has looked at it. It is taken in after the next start, and then done with;
// the mailboxes of the players stay.
func TestBuiltInServerKeepsMails(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	h := localHub(t, folder)
	if err := h.ensureGame(""); err != nil {
		t.Fatal(err)
	}
	l, _, err := h.startLocal(h.inState(mailboxes))
	if err != nil {
		t.Fatal(err)
	}
	s := &wire.Sender{Endpoint: wire.Endpoint{Address: l.SMTPAddr(), Security: wire.Plaintext}}
	raw := []byte("From: french@berthier.test\r\nTo: umpire@berthier.test\r\nMessage-ID: <1@x>\r\n\r\ngames\r\nend\r\n")
	if err := s.Send(t.Context(), "french@berthier.test", []string{"umpire@berthier.test"}, raw); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Close(), l.Close(), h.close()); err != nil {
		t.Fatal(err)
	}
	for start := range 2 {
		h := localHub(t, folder)
		p, stop, err := h.connect(io.Discard, "")
		if err != nil {
			t.Fatal(err)
		}
		ctx, end := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- h.serve(ctx, p) }()
		answers := answersTo(t, h, p, "french@berthier.test")
		end()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if answers != 1 {
			t.Errorf("start %d: %d answers", start, answers)
		}
		stop()
		if err := h.close(); err != nil {
			t.Error(err)
		}
		left, err := filepath.Glob(filepath.Join(folder, "state", mailboxes, "umpire@berthier.test", "*"))
		if err != nil || len(left) > 0 {
			t.Errorf("start %d: would come again: %q, %v", start, left, err)
		}
	}
}

// answersTo waits for two mails to a player, the first of a game and an answer, and
// counts the answers.
func answersTo(t *testing.T, h *hub, servers mailServers, address string) (n int) {
	t.Helper()
	known, err := readPasswords(h.inState(passwordsFile))
	if err != nil {
		t.Fatal(err)
	}
	e := servers.imap
	e.User, e.Password = address, known[address].Password
	ctx, stop := context.WithCancel(t.Context())
	all := 0
	err = (&wire.Poller{Endpoint: e, Logger: slog.New(slog.DiscardHandler)}).Run(ctx, wire.Cursor{},
		wire.Each(func(_ context.Context, a wire.Arrival) error {
			m, err := mail.Parse(a.Raw)
			if strings.HasSuffix(m.Subject, "games") {
				n++
			}
			if all++; all == 2 {
				stop()
			}
			return err
		}))
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	return n
}

// A game that is named begins beside those of others, and once.
func TestFirstGameOfAKind(t *testing.T) {
	h := localHub(t, t.TempDir())
	defer h.close()
	last := games[len(games)-1]
	for _, kind := range []string{"", "", last.Name, last.Name, games[0].Name} {
		if err := h.ensureGame(kind); err != nil {
			t.Fatal(err)
		}
	}
	names, err := h.umpire.Games()
	want := []string{games[0].First.Scenario + "-1", last.First.Scenario + "-1"}
	slices.Sort(want)
	if slices.Sort(names); err != nil || !slices.Equal(names, want) {
		t.Errorf("games %q, %v, want %q", names, err, want)
	}
	if err := h.ensureGame("chess"); err == nil {
		t.Error("a game began that nobody knows")
	}
}
