package main

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"berthier/cmd/internal/play"
	"berthier/engine"
	"berthier/engine/book"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/mail/wire"
	"berthier/store"
)

// league is a store with many games, and the signed turn files with which their
// players go on.
type league struct {
	cfg   config
	keys  []sign.Key
	mails [][]byte // in the order in which they can be taken in
	sent  int      // how many mails answer them
}

// sentMail is a mail that the daemon sends.
type sentMail struct {
	From string
	To   []string
	Raw  []byte
}

var quiet = slog.New(slog.DiscardHandler)

const leagueSide = "player%d-%s@berthier.test"

// newLeague makes games of the training scenario, sends their opening mails to
// nobody, and lets computer players write orders until there are enough mails.
func newLeague(b *testing.B, games, mails int) *league {
	b.Helper()
	c := &league{}
	var err error
	if c.cfg, err = loadConfig(""); err != nil {
		b.Fatal(err)
	}
	c.cfg.folder, c.cfg.State, c.cfg.Maps = b.TempDir(), "state", false
	h, err := openHub(c.cfg, quiet, true)
	if err != nil {
		b.Fatal(err)
	}
	var private []*sign.PrivateKey
	for i := range games {
		spec := play.Spec{Game: fmt.Sprintf("g%d", i), Ruleset: "jdg", Setup: engine.Setup{Scenario: "goldbach"}}
		for _, side := range []engine.Side{"French", "Allied"} {
			key, err := sign.GenerateKey("")
			if err != nil {
				b.Fatal(err)
			}
			private, c.keys = append(private, key), append(c.keys, key.Public())
			spec.Players = append(spec.Players, play.Player{
				Side: side, Name: string(side), Address: strings.ToLower(fmt.Sprintf(leagueSide, i, side)),
				Key: key.Public().String(),
			})
		}
		if _, err := h.umpire.Create(spec); err != nil {
			b.Fatal(err)
		}
	}
	c.forget(b, h)
	if err := h.close(); err != nil {
		b.Fatal(err)
	}
	if mails > 0 {
		c.playAhead(b, games, mails, private)
	}
	return c
}

// forget marks all mails as sent.
func (c *league) forget(b *testing.B, h *hub) (sent []sentMail) {
	b.Helper()
	_, err := h.umpire.Post.Send(context.Background(), func(_ context.Context, from string, to []string,
		raw []byte) error {
		sent = append(sent, sentMail{from, to, bytes.Clone(raw)})
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return sent
}

// copied is the state of the league in another folder.
func (c *league) copied(b *testing.B) config {
	b.Helper()
	cfg := c.cfg
	cfg.folder = b.TempDir()
	if err := os.CopyFS(filepath.Join(cfg.folder, "state"), os.DirFS(c.cfg.stateFolder())); err != nil {
		b.Fatal(err)
	}
	return cfg
}

// playAhead plays the games in a copy of the store and keeps the mails.
func (c *league) playAhead(b *testing.B, games, mails int, private []*sign.PrivateKey) {
	b.Helper()
	h, err := openHub(c.copied(b), quiet, false)
	if err != nil {
		b.Fatal(err)
	}
	defer h.close()
	rs, err := loadGame("jdg", nil)
	if err != nil {
		b.Fatal(err)
	}
	pl := book.NewPlayer(1)
	for len(c.mails) < mails {
		for i := range games {
			id := fmt.Sprintf("g%d", i)
			s, err := h.umpire.Status(id)
			if err != nil {
				b.Fatal(err)
			}
			var p engine.Position
			err = h.store.View(func(tx *store.Tx) error {
				text, err := tx.State(id, "snapshot")
				if err == nil {
					p, err = rs.Decode(bytes.SplitN(text, []byte("\n"), 4)[3]) // below its three lines
				}
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
			for _, side := range s.Waiting {
				key := private[2*i]
				if side == "Allied" {
					key = private[2*i+1]
				}
				file := engine.TurnFile{Game: id, Side: side, Turn: s.Turn, Step: s.Step + 1,
					Orders: pl.Answer(rs, rs.View(p, side), side).Lines}
				text, err := sign.Inline(key, file.Print())
				if err != nil {
					b.Fatal(err)
				}
				raw := fmt.Appendf(nil, "From: %s\r\nTo: umpire@berthier.test\r\nMessage-ID: <%d@home>\r\n\r\n%s",
					strings.ToLower(fmt.Sprintf(leagueSide, i, side)), len(c.mails),
					strings.ReplaceAll(string(text), "\n", "\r\n"))
				if _, err := h.umpire.TakeAll(context.Background(), []wire.Arrival{{Raw: raw}}); err != nil {
					b.Fatal(err)
				}
				if len(c.mails) < mails {
					c.mails = append(c.mails, raw)
				}
			}
			if len(c.mails) >= mails {
				break
			}
		}
	}
	answers := c.forget(b, h)
	c.sent = len(answers)
	text := new(bytes.Buffer)
	err = errors.Join(gob.NewEncoder(text).Encode(answers), os.WriteFile(c.answersFile(), text.Bytes(), 0o600))
	if err != nil {
		b.Fatal(err)
	}
}

func (c *league) answersFile() string { return filepath.Join(c.cfg.folder, "answers") }

// answers are the mails that answer the league. Only who sends them again has them in memory.
func (c *league) answers(b *testing.B) (all []sentMail) {
	b.Helper()
	text, err := os.ReadFile(c.answersFile())
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(text)).Decode(&all)
	}
	if err != nil {
		b.Fatal(err)
	}
	return all
}

// postOffice is a mail server in which all mails of the league wait.
func (c *league) postOffice(b *testing.B) *postOffice {
	b.Helper()
	accounts := []string{c.cfg.Address}
	for i := range c.keys {
		accounts = append(accounts, fmt.Sprintf(leagueSide, i/2, []string{"french", "allied"}[i%2]))
	}
	return openPostOffice(b, accounts, c.mails)
}

// effort is time on the wall and of the processors. The second says more while others use
// them too.
type effort struct{ wall, cpu time.Duration }

func (s *effort) add(more effort) { s.wall, s.cpu = s.wall+more.wall, s.cpu+more.cpu }

// report tells what one run took on average.
func (s effort) report(b *testing.B, what string) {
	b.Helper()
	b.ReportMetric(s.wall.Seconds()/float64(b.N), "s/"+what)
	b.ReportMetric(s.cpu.Seconds()/float64(b.N), "cpu-s/"+what)
}

// watch gives what is spent from now on whenever it is asked.
func watch(b *testing.B) func() effort {
	b.Helper()
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	start, before := time.Now(), used()
	return func() effort { return effort{time.Since(start), used() - before} }
}

// drain lets the daemon take in everything that waits, until all answers are
// out.
func (c *league) drain(b *testing.B) effort {
	b.Helper()
	p := c.postOffice(b).servers()
	cfg := c.copied(b)
	cfg.IMAP.Address, cfg.SMTP.Address, cfg.IMAP.Mailbox = p.imap.Address, p.smtp.Address, "INBOX"
	h, err := openHub(cfg, quiet, false)
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	sofar := watch(b)
	go func() { done <- h.serve(ctx, p) }()
	for end := false; !end; time.Sleep(5 * time.Millisecond) {
		cursor, err := h.umpire.Cursor()
		if err != nil {
			b.Fatal(err)
		}
		end = int(cursor.UID) == len(c.mails) && c.allSent(b, h)
		select {
		case err := <-done:
			b.Fatal(err)
		default:
		}
	}
	took := sofar()
	stop()
	if err := <-done; err != nil {
		b.Fatal(err)
	}
	if got := c.answered(b, h); got != c.sent {
		b.Fatalf("%d mails were sent, want %d", got, c.sent)
	}
	if err := h.close(); err != nil {
		b.Fatal(err)
	}
	return took
}

// allSent reports whether no mail waits to be sent; it costs next to nothing.
func (c *league) allSent(b *testing.B, h *hub) (sent bool) {
	b.Helper()
	err := h.store.View(func(tx *store.Tx) error {
		for _, err := range tx.Waiting() {
			return err
		}
		sent = true
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return sent
}

// answered counts the mails that were sent in answer.
func (c *league) answered(b *testing.B, h *hub) (n int) {
	b.Helper()
	err := h.store.View(func(tx *store.Tx) error {
		names, err := tx.Games()
		for _, id := range names {
			for m, err := range tx.Mails(id) {
				if err != nil {
					return err
				}
				if !m.SentAt.IsZero() {
					n++
				}
			}
		}
		n -= 2 * len(names) // the openings
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// floor is the least that could be done: fetch the same mails, verify the
// signatures, commit one record for each, and send the same mails, or others for them.
func (c *league) floor(b *testing.B, answers []sentMail) effort {
	b.Helper()
	p := c.postOffice(b).servers()
	s, err := store.Open(filepath.Join(b.TempDir(), "floor.db"), 0)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	if err := s.Update(func(tx *store.Tx) error { return tx.CreateGame("floor") }); err != nil {
		b.Fatal(err)
	}
	sender := &wire.Sender{Endpoint: p.smtp}
	defer sender.Close()
	ctx, stop := context.WithCancel(context.Background())
	n, sent := 0, 0
	sofar := watch(b)
	var took effort
	poller := &wire.Poller{Endpoint: p.imap, Mailbox: "INBOX", Logger: quiet}
	err = poller.Run(ctx, wire.Cursor{}, wire.Each(func(ctx context.Context, a wire.Arrival) error {
		m, err := mail.Parse(a.Raw)
		if err != nil {
			return err
		}
		if _, err := sign.Open(m, c.keys, time.Now()); err != nil {
			return err
		}
		err = s.Update(func(tx *store.Tx) error {
			_, err := tx.Append("floor", store.Record{Kind: "mail", Step: 1, Data: a.Raw})
			return err
		})
		n++
		for due := n * len(answers) / len(c.mails); err == nil && sent < due; sent++ {
			err = sender.Send(ctx, answers[sent].From, answers[sent].To, answers[sent].Raw)
		}
		if n == len(c.mails) {
			took = sofar()
			stop()
		}
		return err
	}))
	if !errors.Is(err, context.Canceled) {
		b.Fatal(err)
	}
	return took
}

// joined are as many answers as there are mails, of the same bytes together.
func (c *league) joined(b *testing.B) (all []sentMail) {
	b.Helper()
	size, sent := 0, c.answers(b)
	for _, a := range sent {
		size += len(a.Raw)
	}
	raw := bytes.Repeat([]byte(strings.Repeat("x", 70)+"\r\n"), size/len(c.mails)/72)
	raw = append([]byte("From: umpire@berthier.test\r\nSubject: x\r\n\r\n"), raw...)
	for i := range c.mails {
		all = append(all, sentMail{"umpire@berthier.test", sent[i*len(sent)/len(c.mails)].To, raw})
	}
	return all
}

// BenchmarkDrain takes in 1,000 mails that wait for 200 games, and sends all
// that answers them, over real IMAP and SMTP on this machine, with every commit
// synced. It tells the time of the least that could be done beside it: in a loop that sends the same mails, and in
// one that sends a single mail for each, of the same bytes together. The mail server is a program of its own, whose
// processor time is not counted.
func BenchmarkDrain(b *testing.B) {
	debug.SetGCPercent(400) // as the daemon does
	c := newLeague(b, 200, 1000)
	var daemon, floor, joined effort
	for b.Loop() {
		daemon.add(c.drain(b))
		floor.add(c.floor(b, c.answers(b)))
		joined.add(c.floor(b, c.joined(b)))
	}
	daemon.report(b, "daemon")
	floor.report(b, "floor")
	joined.report(b, "joined-floor")
	b.ReportMetric(daemon.wall.Seconds()/floor.wall.Seconds(), "daemon/floor")
	b.ReportMetric(daemon.wall.Seconds()/joined.wall.Seconds(), "daemon/joined-floor")
	b.ReportMetric(float64(c.sent), "answers")
}
