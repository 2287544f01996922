package post

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"berthier/mail"
	"berthier/mail/wire"
	"berthier/store"
)

// server takes mails as told: an error for each address, or none.
type server struct {
	faults map[string]error
	tried  []string
}

func (s *server) send(_ context.Context, from string, to []string, raw []byte) error {
	s.tried = append(s.tried, to[0])
	return s.faults[to[0]]
}

// sendErrors are what a real client says about a recipient that its server
// refuses, and about a server that is not there.
func sendErrors(t *testing.T) (refused, down error) {
	l, err := wire.StartLocal(wire.LocalConfig{Accounts: []wire.Account{{Address: own, Password: "x"}},
		Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	sender := &wire.Sender{Endpoint: wire.Endpoint{Address: l.SMTPAddr(), Security: wire.Plaintext}}
	send := func() error {
		return sender.Send(context.Background(), own, []string{red}, []byte("From: "+own+"\r\n\r\nhello\r\n"))
	}
	refused = send()
	if err := errors.Join(sender.Close(), l.Close()); err != nil {
		t.Fatal(err)
	}
	down = send()
	var e *wire.SendError
	if !errors.As(refused, &e) || !e.Permanent || !errors.As(down, &e) || e.Permanent {
		t.Fatalf("got %v and %v", refused, down)
	}
	return refused, down
}

func TestSend(t *testing.T) {
	d := newDesk(t)
	d.begin()
	refused, _ := sendErrors(t)
	s := &server{faults: map[string]error{red: refused, blue: errors.New("greylisted")}}
	step := func(name string, sent int, tried string) {
		t.Helper()
		s.tried = nil
		n, err := d.o.Send(context.Background(), s.send)
		if got := strings.Join(s.tried, " "); err != nil || n != sent || got != tried {
			t.Errorf("%s: %d sent, tried %q, %v; want %d, %q", name, n, got, err, sent, tried)
		}
	}
	step("refused for good, and for now, and the umpire is told", 1, red+" "+blue+" "+contact)
	if !strings.Contains(d.logs.String(), "mail given up") || !strings.Contains(d.logs.String(), "greylisted") {
		t.Errorf("the log says\n%s", &d.logs)
	}
	step("at once", 0, "")
	d.now = d.now.Add(retryFirst)
	step("a minute later", 0, blue)
	d.now = d.now.Add(retryFirst)
	step("the wait has doubled", 0, "")
	d.now = d.now.Add(retryFirst)
	s.faults = nil
	step("the server is well", 1, blue)
	step("nothing is left", 0, "")
}

// An answer that the server of a stranger refuses is no error, and nobody is told.
func TestStrangerRefuses(t *testing.T) {
	d := newDesk(t)
	refused, _ := sendErrors(t)
	d.queue(Letter{ID: AnswerID("0a"), To: mail.Address{Address: "stranger@example.com"}, Subject: "No",
		Answers: "o@home", Null: true})
	s := &server{faults: map[string]error{"stranger@example.com": refused}}
	if n, err := d.o.Send(context.Background(), s.send); n != 0 || err != nil || len(s.tried) != 1 {
		t.Errorf("got %d, %v, tried %v", n, err, s.tried)
	}
	if n, err := d.o.Send(context.Background(), s.send); n != 0 || err != nil || len(s.tried) != 1 {
		t.Errorf("then got %d, %v, tried %v", n, err, s.tried)
	}
	if log := d.logs.String(); !strings.Contains(log, `"WARN"`) || strings.Contains(log, `"ERROR"`) {
		t.Errorf("the log says\n%s", log)
	}
}

func TestSendStopsWhenUnreachable(t *testing.T) {
	d := newDesk(t)
	d.begin()
	_, down := sendErrors(t)
	s := &server{faults: map[string]error{red: down, blue: down}}
	if n, err := d.o.Send(context.Background(), s.send); n != 0 || err != nil || len(s.tried) != 1 {
		t.Errorf("got %d, %v, tried %v", n, err, s.tried)
	}
}

// Over several lines all mails go out once, those to one recipient in order, also
// when some lines fail; then one line is used for a while.
func TestSendOverLines(t *testing.T) {
	_, down := sendErrors(t)
	for name, tt := range map[string]struct {
		up    []bool
		alone bool
	}{
		"both up":        {[]bool{true, true}, false},
		"the second not": {[]bool{true, false}, true},
		"the first not":  {[]bool{false, true}, true},
		"none":           {[]bool{false, false, false}, false},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.begin()
			d.queue(letter(red, "Red", 1, "receipt.1"), letter(red, "Red", 1, ""), letter(blue, "Blue", 1, ""))
			var mu sync.Mutex
			got := map[string]string{}
			// The first two mails are for two players, so each of the first two lines
			// has one in hand before any is done.
			var begun sync.WaitGroup
			begun.Add(2)
			var lines []Line
			for i, up := range tt.up {
				first := sync.OnceFunc(begun.Done)
				lines = append(lines, func(_ context.Context, _ string, to []string, raw []byte) error {
					if i < 2 {
						first()
						begun.Wait()
					}
					if !up {
						return down
					}
					m, _ := mail.Parse(raw)
					mu.Lock()
					defer mu.Unlock()
					got[to[0]] += strings.Split(m.ID, ".")[1] + " "
					return nil
				})
			}
			sent, err := d.o.Send(context.Background(), lines[0], lines[1:]...)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]string{red: "0 1 1 ", blue: "0 1 "}
			if !slices.Contains(tt.up, true) {
				want = map[string]string{}
			}
			if fmt.Sprint(got) != fmt.Sprint(want) || sent != len(strings.Fields(want[red]+want[blue])) {
				t.Errorf("%d sent: %v, want %v", sent, got, want)
			}
			if alone := d.o.outbox.aloneTill.After(d.now); alone != tt.alone {
				t.Errorf("one line alone: %v, want %v", alone, tt.alone)
			}
		})
	}
}

func TestBackOff(t *testing.T) {
	for attempts, want := range map[int]time.Duration{0: time.Minute, 1: 2 * time.Minute, 7: 128 * time.Minute,
		8: retryLast, 1000: retryLast} {
		if got := backOff(attempts); got != want {
			t.Errorf("after %d failures: got %v, want %v", attempts, got, want)
		}
	}
}

// The outbox sends what is queued while it runs, and ends with its context.
func TestRun(t *testing.T) {
	d := newDesk(t)
	ctx, cancel := context.WithCancel(context.Background())
	sent, done := make(chan string, 10), make(chan error)
	go func() {
		done <- d.o.Run(ctx, func(_ context.Context, _ string, to []string, _ []byte) error {
			sent <- to[0]
			return nil
		})
	}()
	d.begin()
	for _, want := range []string{red, blue} {
		if got := <-sent; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A mail that waits after a failure is tried at the start, whatever its wait.
func TestRunTriesAgain(t *testing.T) {
	d := newDesk(t)
	d.begin()
	s := &server{faults: map[string]error{red: errors.New("450"), blue: errors.New("450")}}
	if _, err := d.o.Send(context.Background(), s.send); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	sent, done := make(chan string, 10), make(chan error)
	go func() {
		done <- d.o.Run(ctx, func(_ context.Context, _ string, to []string, _ []byte) error {
			sent <- to[0]
			return nil
		})
	}()
	for _, want := range []string{red, blue} {
		select {
		case got := <-sent:
			if got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		case <-time.After(time.Minute):
			t.Errorf("the mail to %s is not tried", want)
		}
	}
	cancel()
	<-done
}

// A crash after sending and before noting it sends the same bytes again, and
// nothing twice besides.
func TestCrashWhileSending(t *testing.T) {
	d := newDesk(t)
	d.begin()
	ctx, cancel := context.WithCancel(context.Background())
	var first []byte
	_, err := d.o.Send(ctx, func(ctx context.Context, _ string, _ []string, raw []byte) error {
		first = append([]byte(nil), raw...)
		cancel()
		return ctx.Err()
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	d.close()
	d.open()
	got := d.deliver()
	if len(got) != 2 || string(got[0].Raw) != string(first) {
		t.Errorf("got %s", titles(got))
	}
	err = d.store.View(func(tx *store.Tx) error {
		for m, err := range tx.Mails("duel-1") {
			if err != nil || m.Waiting() {
				t.Errorf("%s: %v", m.ID, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
