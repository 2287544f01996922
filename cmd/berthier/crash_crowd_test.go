package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"berthier/cmd/internal/position"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/mail/wire"
)

const crowdOwn = "umpire@berthier.test"

// crowd is the world around a daemon that is killed: its mailbox, a server that
// takes its mails, and players who answer each report at once.
type crowd struct {
	database crowdDatabase
	t        *testing.T
	dir      string
	steps    int // that each game has at most
	keys     map[engine.Side]*sign.PrivateKey

	server string // address of the server for the daemon's mails

	mu        sync.Mutex
	random    *rand.Rand
	local     *wire.LocalServer    // of the daemon's mailbox
	sender    *wire.Sender         // to it
	faulty    bool                 // the server for the daemon's mails has its moods
	games     map[string]bool      // whether they are over
	timed     map[string]bool      // games with deadlines, and whether nobody answers there
	files     map[string]int       // by game, step and side: 1 if sent
	places    map[string]string    // of these, by the letter that was sent first
	delivered map[string]time.Time // by game, step and side: when that was in the mailbox
	letters   [][]byte             // to be sent to the daemon
	sent      [][]byte             // all that was
	got       map[string][]byte    // the daemon's mails by Message-ID, with LF
	reports   map[string][][]byte
	copies    int       // of them that came again
	heard     time.Time // when anything was last sent

	atPoint int
	points  map[string]int
	aside   []string // hashes of mails that were set aside and taken in again
}

func newCrowd(t *testing.T, random *rand.Rand, steps int) *crowd {
	t.Helper()
	c := &crowd{
		t: t, dir: t.TempDir(), steps: steps, random: random, faulty: true,
		keys: map[engine.Side]*sign.PrivateKey{}, games: map[string]bool{}, files: map[string]int{},
		timed: map[string]bool{}, places: map[string]string{}, delivered: map[string]time.Time{},
		got:     map[string][]byte{},
		reports: map[string][][]byte{}, points: map[string]int{},
	}
	for _, side := range []engine.Side{"French", "Allied"} {
		key, err := sign.GenerateKey(string(side))
		if err != nil {
			t.Fatal(err)
		}
		c.keys[side] = key
	}
	c.startLocal()
	t.Cleanup(func() { c.local.Close() })
	c.server = c.startServer()
	c.configure()
	t.Cleanup(func() { c.sender.Close() })
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); c.postman(ctx) }()
	t.Cleanup(func() { stop(); <-done })
	return c
}

// startLocal starts the server of the daemon's mailbox, at a free port.
func (c *crowd) startLocal() {
	var err error
	c.local, err = wire.StartLocal(wire.LocalConfig{
		IMAP: "127.0.0.1:0", SMTP: "127.0.0.1:0", Accounts: []wire.Account{{Address: crowdOwn, Password: "secret"}},
		Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

// configure tells the daemon and the postman where the servers are.
func (c *crowd) configure() {
	if c.sender != nil {
		c.sender.Close()
	}
	c.sender = &wire.Sender{Endpoint: wire.Endpoint{Address: c.local.SMTPAddr(), Security: wire.Plaintext}}
	config := fmt.Sprintf(`state = "state"
store = %q
address = %q
maps = false
[imap]
address = %q
security = "none"
user = %q
password_file = "password"
poll_seconds = 1
[smtp]
address = %q
security = "none"
`, c.database.address, crowdOwn, c.local.IMAPAddr(), crowdOwn, c.server)
	for name, text := range map[string]string{"berthier.toml": config, "password": "secret"} {
		if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o600); err != nil {
			c.t.Fatal(err)
		}
	}
}

// named are all games, and whether they are over.
func (c *crowd) named() map[string]bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.games)
}

// post puts a letter into the box from which the postman takes it.
func (c *crowd) post(letter []byte) {
	c.letters = append(c.letters, letter)
	c.sent = append(c.sent, letter)
	c.heard = time.Now()
}

// postman sends the letters to the daemon's mailbox.
func (c *crowd) postman(ctx context.Context) {
	for ; ctx.Err() == nil; time.Sleep(5 * time.Millisecond) {
		c.mu.Lock()
		letters := c.letters
		for len(letters) > 0 && c.sender.Send(ctx, "player@club.test", []string{crowdOwn}, letters[0]) == nil {
			if place := c.places[string(letters[0])]; place != "" && c.delivered[place].IsZero() {
				c.delivered[place] = time.Now()
			}
			letters = letters[1:]
		}
		c.letters = letters
		c.mu.Unlock()
	}
}

// startServer starts the SMTP server for the daemon's mails.
func (c *crowd) startServer() (address string) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		c.t.Fatal(err)
	}
	s := smtp.NewServer(smtp.BackendFunc(func(conn *smtp.Conn) (smtp.Session,
		error) {
		return &crowdSession{crowd: c, conn: conn}, nil
	}))
	s.Domain, s.ErrorLog = "localhost", slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)
	go s.Serve(ln)
	c.t.Cleanup(func() { s.Close() })
	return ln.Addr().String()
}

// crowdSession is one connection of the daemon.
type crowdSession struct {
	crowd *crowd
	conn  *smtp.Conn
}

func (s *crowdSession) Mail(string, *smtp.MailOptions) error { return nil }
func (s *crowdSession) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (s *crowdSession) Reset()                               {}
func (s *crowdSession) Logout() error                        { return nil }

// Data takes a mail; now and then it refuses it for now, or hangs up without a
// word before or after it was taken.
func (s *crowdSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	c := s.crowd
	c.mu.Lock()
	defer c.mu.Unlock()
	mood := 100
	if c.faulty {
		mood = c.random.IntN(100)
	}
	switch {
	case mood < 2:
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "Not now"}
	case mood < 4:
		return errors.Join(io.ErrUnexpectedEOF, s.conn.Conn().Close())
	}
	c.arrived(raw)
	if mood < 6 {
		return s.conn.Conn().Close()
	}
	return nil
}

// arrived takes a mail of the daemon in.
func (c *crowd) arrived(raw []byte) {
	c.heard = time.Now()
	m, err := mail.Parse(raw)
	if err != nil {
		c.t.Error(err)
		return
	}
	plain := bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
	if old, again := c.got[m.ID]; again {
		if c.copies++; !bytes.Equal(old, plain) {
			c.t.Errorf("mail %s came again with other content", m.ID)
		}
		return
	}
	c.got[m.ID] = plain
	game, about, _ := strings.Cut(m.ID, ".")
	if len(c.reports[game]) < 50 {
		c.reports[game] = append(c.reports[game], raw)
	}
	if _, timed := c.timed[game]; strings.HasPrefix(about, "over.") && !timed {
		c.games[game] = true
	}
	for _, f := range m.Attachments {
		if f.Name != record.AttachedName {
			continue
		}
		a, err := position.Parse(f.Bytes)
		if err != nil {
			c.t.Error(err)
			return
		}
		if c.isSilent(a.Game, a.Side) {
			return
		}
		if _, timed := c.timed[game]; a.Step > c.steps && !timed {
			c.games[game] = true
		} else if strings.Contains(m.Subject, "your orders") {
			c.answer(a, strings.Contains(m.Text, "\n# hold "))
		}
	}
}

// done reports whether all games are over, or as far as they shall go.
func (c *crowd) done() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, over := range c.games {
		if !over {
			return false
		}
	}
	return true
}
