package post

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"berthier/mail"
	"berthier/store"
	"berthier/store/storetest"
)

const (
	own     = "games@berthier.example"
	contact = "umpire@berthier.example"
	red     = "ney@example.net"
	blue    = "kutuzov@example.com"
)

// desk is an office with a store, and a clock that stands still unless it is moved.
type desk struct {
	t     testing.TB
	path  string
	store *store.Store
	o     *Office
	now   time.Time
	logs  bytes.Buffer

	server  *storetest.Server // nil if the store lies in a file
	schema  string
	address string
}

func newDesk(t testing.TB) *desk {
	t.Helper()
	return newDeskIn(t, nil)
}

// newDeskIn is newDesk with a store in a database, if there is a server.
func newDeskIn(t testing.TB, server *storetest.Server) *desk {
	t.Helper()
	d := &desk{t: t, path: filepath.Join(t.TempDir(), "berthier.db"),
		now: time.Date(2030, 12, 2, 8, 0, 0, 0, time.UTC), server: server}
	if server != nil {
		d.schema, d.address = server.Schema(t)
	}
	d.open()
	storetest.CreateGames(t, d.store.Update, "duel-1", "duel-2")
	t.Cleanup(d.close)
	return d
}

func (d *desk) open() {
	d.t.Helper()
	var s *store.Store
	var err error
	if d.server != nil {
		s, err = store.OpenDatabase(d.address, d.path+".key")
	} else {
		s, err = store.Open(d.path, 0)
	}
	if err != nil {
		d.t.Fatal(err)
	}
	d.store = s
	d.o = New(Config{
		Store:   s,
		Address: mail.Address{Name: "Berthier", Address: own},
		Contact: contact,
		Clock:   func() time.Time { return d.now },
		Logger:  slog.New(slog.NewJSONHandler(&d.logs, nil)),
		Secret:  []byte("a secret"),
		Look:    func() error { return nil },
	})
}

func (d *desk) close() {
	d.t.Helper()
	problems, err := d.store.Check()
	if err != nil || len(problems) > 0 {
		d.t.Errorf("store: %v, %v", problems, err)
	}
	if err := d.store.Close(); err != nil {
		d.t.Error(err)
	}
}

// letter is one of a step to an address.
func letter(to, side string, step int, kind string) Letter {
	return Letter{
		To: mail.Address{Address: to}, Game: "duel-1", Step: step, Side: side, Kind: kind, Subject: "Round 1",
		Page: Page{Text: "A round.\n", HTML: "<p>A round.</p>\n"},
	}
}

// queue queues letters, in one transaction.
func (d *desk) queue(letters ...Letter) (mails []store.Mail) {
	d.t.Helper()
	err := d.store.Update(func(tx *store.Tx) error {
		for _, l := range letters {
			m, err := d.o.Write(l)
			if err != nil {
				return err
			}
			if err := Enqueue(tx, m); err != nil {
				return err
			}
			mails = append(mails, m)
		}
		return nil
	})
	if err != nil {
		d.t.Fatal(err)
	}
	d.o.Wake()
	return mails
}

// begin queues the opening for both players.
func (d *desk) begin() []store.Mail {
	d.t.Helper()
	return d.queue(letter(red, "Red", 0, ""), letter(blue, "Blue", 0, ""))
}

// deliver sends everything, and gives what was sent.
func (d *desk) deliver() (got []*mail.Message) {
	d.t.Helper()
	_, err := d.o.Send(context.Background(), func(_ context.Context, _ string, _ []string, raw []byte) error {
		m, err := mail.Parse(bytes.Clone(raw))
		got = append(got, m)
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return got
}

// titles are who got what.
func titles(ms []*mail.Message) string {
	var lines []string
	for _, m := range ms {
		lines = append(lines, fmt.Sprintf("%s: %s", m.To[0].Address, m.Subject))
	}
	return strings.Join(lines, "\n")
}
