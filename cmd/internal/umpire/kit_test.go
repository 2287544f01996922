package umpire

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	netmail "net/mail"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/roster"
	"berthier/cmd/internal/testkey"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/mail/wire"
	"berthier/store"
	"berthier/templates/mailtest"
)

var (
	keys = sync.OnceValue(func() map[engine.Side]*sign.PrivateKey {
		m := map[engine.Side]*sign.PrivateKey{}
		for _, side := range []engine.Side{"Red", "Blue", "Stranger"} {
			m[side] = testkey.New(string(side))
		}
		return m
	})
	address = map[engine.Side]string{"Red": "ney@example.net", "Blue": "kutuzov@example.com",
		"Stranger": "nobody@example.org"}
)

const own = "games@berthier.example"

// stream is a source of secrets that gives the same ones every time.
type stream struct{ n byte }

func (s *stream) Read(p []byte) (int, error) {
	s.n++
	sum := sha256.Sum256([]byte{s.n, 0xbe})
	return copy(p, sum[:]), nil
}

// table is an umpire with a store, a clock that stands still unless it is
// moved, and a mail server that takes everything.
type table struct {
	t    testing.TB
	path string
	// address is that of the database, if the store lies in one.
	address string
	// folder is where it is noted which mails are being taken in; "" for nowhere.
	folder string
	build  string // names the program; "" if it resolves all steps again at each start
	store  *store.Store
	u      *Umpire
	now    time.Time
	logs   *bytes.Buffer
	rules  duel
	uid    uint32
	// foreign says that the store is not what its logs say.
	foreign bool
	got     []*mail.Message // sent to players
}

func newTable(t testing.TB) *table {
	t.Helper()
	testkey.NoChance(t)
	tb := &table{
		t: t, path: filepath.Join(t.TempDir(), "berthier.db"), logs: &bytes.Buffer{},
		rules: duel{version: "1", broken: new(bool)},
		now:   time.Date(2030, 12, 2, 8, 0, 0, 0, time.UTC),
	}
	tb.open()
	t.Cleanup(tb.close)
	tb.u.Random = &stream{}
	return tb
}

func (tb *table) open() {
	tb.t.Helper()
	if err := tb.begin(tb.logs); err != nil {
		tb.t.Fatal(err)
	}
}

// begin opens the store and puts an umpire over it.
func (tb *table) begin(logs io.Writer) (err error) {
	if database != nil {
		err = tb.openShared()
	} else {
		tb.store, err = store.Open(tb.path, 0)
	}
	if err != nil {
		return err
	}
	key, err := record.GenerateSigner(&stream{40})
	if err != nil {
		return err
	}
	c := docket.Config{
		Store: tb.store, Key: key, Rulesets: []engine.Ruleset{tb.rules},
		Address: mail.Address{Name: "Berthier", Address: own},
		Contact: "umpire@berthier.example", Clock: func() time.Time { return tb.now }, Folder: tb.folder,
		Build:  tb.build,
		Logger: slog.New(slog.NewJSONHandler(logs, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	if tb.u, err = New(c); err == nil && database != nil {
		err = tb.meet(c)
	}
	return err
}

func (tb *table) close() {
	tb.t.Helper()
	tb.part()
	tb.sameAsLogs()
	problems, err := tb.store.Check()
	if err != nil || len(problems) > 0 {
		tb.t.Errorf("store: %v, %v", problems, err)
	}
	if err := tb.store.Close(); err != nil {
		tb.t.Error(err)
	}
}

// restart is what a crash and a new start do.
func (tb *table) restart() {
	tb.t.Helper()
	tb.close()
	tb.open()
	if err := tb.u.Resume(); err != nil {
		tb.t.Fatal(err)
	}
}

func spec() play.Spec {
	return play.Spec{Game: "duel-1", Title: "A duel", Ruleset: "duel",
		Setup: engine.Setup{Scenario: "two", Options: map[string]string{"ask": "yes"}}, Players: []play.Player{
			{Side: "blue", Name: "Mikhail Kutuzov", Address: address["Blue"], Key: keys()["Blue"].Public().String()},
			{Side: "Red", Name: "Michel Ney", Address: address["Red"], Key: keys()["Red"].Public().String()},
		}}
}

func (tb *table) create() {
	tb.t.Helper()
	if _, err := tb.u.Create(spec()); err != nil {
		tb.t.Fatal(err)
	}
}

// file is a turn file of game duel-1.
func file(side engine.Side, turn, step int, orders ...string) string {
	return fmt.Sprintf("game: duel-1\nside: %s\nturn: %d\nstep: %d\n\n%s\nend\n", side, turn, step,
		strings.Join(orders, "\n"))
}

// transit is about what mail servers add to a mail on its way.
var transit = "Received: from mail.example.net by mx.berthier.example\r\nX-Transit:" +
	strings.Repeat("\r\n\t"+strings.Repeat("a", 70), 20)

// letter is a mail to the umpire.
func letter(from, id, body string, fields ...string) []byte {
	head := []string{transit, "From: " + from, "To: games+duel-1@berthier.example", "Subject: my orders",
		"Message-ID: <" + id + ">"}
	return []byte(strings.Join(append(head, fields...), "\r\n") + "\r\n\r\n" + strings.ReplaceAll(body, "\n", "\r\n"))
}

// signed is a turn file signed inline.
func signed(t testing.TB, by engine.Side, text string) string {
	t.Helper()
	b, err := sign.Inline(keys()[by], []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// take gives a mail to the umpire with the next UID.
func (tb *table) take(raw []byte) error {
	tb.uid++
	return tb.u.Take(context.Background(),
		wire.Arrival{Raw: raw, Size: int64(len(raw)), Cursor: wire.Cursor{UIDValidity: 7, UID: tb.uid}})
}

// play lets a side send orders, and fails on any error.
func (tb *table) play(side engine.Side, turn, step int, orders ...string) {
	tb.t.Helper()
	id := fmt.Sprintf("%s-%d-%s@home", side, step, strings.ReplaceAll(strings.Join(orders, "-"), " ", "-"))
	if err := tb.take(letter(address[side], id, signed(tb.t, side, file(side, turn, step, orders...)))); err != nil {
		tb.t.Fatal(err)
	}
}

// deliver sends everything and returns what was sent since the last call.
func (tb *table) deliver() []*mail.Message {
	tb.t.Helper()
	before := len(tb.got)
	_, err := tb.u.Post.Send(context.Background(), func(_ context.Context, _ string, _ []string, raw []byte) error {
		m, err := mail.Parse(slices.Clone(raw))
		for i, a := range m.Attachments { // with the ends of lines that a mail program gives a text
			if strings.HasPrefix(a.Type, "text/") {
				m.Attachments[i].Bytes = bytes.ReplaceAll(a.Bytes, []byte("\r\n"), []byte("\n"))
			}
		}
		tb.got = append(tb.got, m)
		for _, fault := range mailtest.Faults([]byte(m.HTML)) {
			tb.t.Errorf("%s: %s", m.Subject, fault)
		}
		return err
	})
	if err != nil {
		tb.t.Fatal(err)
	}
	return tb.got[before:]
}

// flat is the text of a mail as a reader sees it: where lines end says nothing.
// whole is what a mail tells, with what its attachment tells.
func whole(m *mail.Message) string { return record.Whole(m.Text, m.File(record.AttachedName)) }

func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// titles are who got what.
func titles(ms []*mail.Message) string {
	var lines []string
	for _, m := range ms {
		lines = append(lines, m.To[0].Address+": "+m.Subject)
	}
	return strings.Join(lines, "\n")
}

// dump is everything in the store that a user could notice, and the secrets.
func (tb *table) dump() string {
	tb.t.Helper()
	var b strings.Builder
	err := tb.store.View(func(tx *store.Tx) error {
		games, err := tx.Games()
		for _, game := range append(games, "") {
			for m, err := range tx.Mails(game) {
				if err != nil {
					return err
				}
				fmt.Fprintf(&b, "%s %s %q %v\n%s\n", m.ID, m.From, m.To, m.Waiting(), m.Raw)
			}
			if game == "" {
				continue
			}
			if err := dumpGame(&b, tx, game); err != nil {
				return err
			}
		}
		cursor, cursorErr := tx.Cursor("INBOX")
		if cursorErr != nil && !errors.Is(cursorErr, store.ErrNotFound) {
			return cursorErr
		}
		fmt.Fprintf(&b, "cursor %s\n", cursor)
		return err
	})
	if err != nil {
		tb.t.Fatal(err)
	}
	return b.String()
}

func dumpGame(w io.Writer, tx *store.Tx, game string) error {
	for r, err := range tx.Records(game, 1) {
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%d %s %d\n%s\n%s\n", r.Seq, r.Kind, r.Step, r.Data, r.Hidden)
	}
	keys, err := tx.StateKeys(game, "")
	if err != nil {
		return err
	}
	for _, key := range keys {
		if key == docket.StateSnapshot { // nobody could notice
			continue
		}
		value, err := tx.State(game, key)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s = %s\n", key, value)
	}
	messages, err := tx.MessageKeys(game)
	if err != nil {
		return err
	}
	for _, name := range []string{docket.SecretChain, docket.SecretSealed} {
		s, err := tx.Secret(game, name)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%x\n", s.Reveal())
	}
	fmt.Fprintf(w, "messages %q\n", messages)
	return nil
}

func (tb *table) status() roster.Status {
	tb.t.Helper()
	s, err := tb.u.Status("duel-1")
	if err != nil {
		tb.t.Fatal(err)
	}
	return s
}

// fields is one header field of a mail as sent.
func field(t testing.TB, m *mail.Message, name string) string {
	t.Helper()
	parsed, err := netmail.ReadMessage(bytes.NewReader(m.Raw))
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Header.Get(name)
}

func (tb *table) records() (records []store.Record) {
	tb.t.Helper()
	err := tb.store.View(func(tx *store.Tx) error {
		for r, err := range tx.Records("duel-1", 1) {
			if err != nil {
				return err
			}
			records = append(records, r)
		}
		return nil
	})
	if err != nil {
		tb.t.Fatal(err)
	}
	return records
}

func (tb *table) position() (text []byte) {
	tb.t.Helper()
	err := tb.store.View(func(*store.Tx) error {
		s, err := tb.u.StateOf("duel-1")
		if err == nil {
			text = s.Position.Encode()
		}
		return err
	})
	if err != nil {
		tb.t.Fatal(err)
	}
	return text
}
