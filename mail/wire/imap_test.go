package wire

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-imap/v2/imapserver"
)

func testPoller(address string) *Poller {
	return &Poller{
		Endpoint: Endpoint{Address: address, Security: Plaintext, reach: reachPipe, User: player, Password: password},
		Interval: time.Hour, Logger: quiet,
	}
}

// inbox collects what a running Poller delivers.
type inbox struct {
	mu   sync.Mutex
	got  []Arrival
	stop func() error // ends the Poller and gives the error of Run
}

func runPoller(t testing.TB, p *Poller, from Cursor, handle func(Arrival) error) *inbox {
	t.Helper()
	in := &inbox{}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- p.Run(ctx, from, Each(func(_ context.Context, a Arrival) error {
			if handle != nil {
				if err := handle(a); err != nil {
					return err
				}
			}
			in.mu.Lock()
			defer in.mu.Unlock()
			in.got = append(in.got, a)
			return nil
		}))
	}()
	in.stop = sync.OnceValue(func() error {
		cancel()
		select {
		case err := <-done:
			return err
		case <-time.After(time.Minute):
			return errors.New("Run does not stop")
		}
	})
	t.Cleanup(func() { in.stop() })
	return in
}

func (in *inbox) all() []Arrival {
	in.mu.Lock()
	defer in.mu.Unlock()
	return append([]Arrival(nil), in.got...)
}

func (in *inbox) wait(t testing.TB, n int) []Arrival {
	t.Helper()
	eventually(t, fmt.Sprintf("%d messages", n), func() bool { return len(in.all()) >= n })
	return in.all()
}

// wantSubjects checks that exactly the numbered mails arrived, in order.
func wantSubjects(t testing.TB, got []Arrival, want ...int) {
	t.Helper()
	var subjects []string
	for _, a := range got {
		subjects = append(subjects, mustParse(t, a.Raw).Subject)
	}
	if g, w := strings.Join(subjects, " "), strings.Trim(fmt.Sprint(want), "[]"); g != w {
		t.Errorf("got mails %s, want %s", g, w)
	}
}

func TestPollerDelivers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t)
		for i := range 70 { // more than two batches
			deliver(t, l, simpleMail(i))
		}
		in := runPoller(t, testPoller(l.IMAPAddr()), Cursor{}, nil)
		got := in.wait(t, 70)
		for i, a := range got {
			if a.Cursor.UID != uint32(i+1) || a.Cursor.UIDValidity == 0 || a.Size != int64(len(a.Raw)) ||
				!bytes.HasSuffix(a.Raw, []byte(simpleMail(i))) {
				t.Fatalf("mail %d: got %v size %d\n%s", i, a.Cursor, a.Size, a.Raw)
			}
		}
		c := dialIMAP(t, l)
		eventually(t, "all mails marked as seen", func() bool {
			data, err := c.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
			return err == nil && len(data.AllUIDs()) == 0
		})
		if err := in.stop(); !errors.Is(err, context.Canceled) {
			t.Errorf("Run: got %v, want context.Canceled", err)
		}

		in = runPoller(t, testPoller(l.IMAPAddr()), got[67].Cursor, nil)
		wantSubjects(t, in.wait(t, 2), 68, 69)
	})
}

func dialIMAP(t testing.TB, l *LocalServer) *imapclient.Client {
	t.Helper()
	conn, err := reachPipe(t.Context(), "tcp", l.IMAPAddr())
	if err != nil {
		t.Fatal(err)
	}
	c := imapclient.New(conn, nil)
	t.Cleanup(func() { c.Close() })
	if err := c.Login(player, password).Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestPollerIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t)
		deliver(t, l, simpleMail(1))
		in := runPoller(t, testPoller(l.IMAPAddr()), Cursor{}, nil) // Interval is an hour
		in.wait(t, 1)
		time.Sleep(time.Minute) // past the short IDLE: now only the server's word can wake it
		deliver(t, l, simpleMail(2))
		wantSubjects(t, in.wait(t, 2), 1, 2)
	})
}

func TestPollerTimer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t)
		p := testPoller(startProxy(t, l.IMAPAddr(), noIdle).Addr().String())
		p.Interval = 30 * time.Millisecond
		var log bytes.Buffer
		p.Logger = slog.New(slog.NewTextHandler(&log, nil))
		in := runPoller(t, p, Cursor{}, nil)
		for i := range 3 {
			deliver(t, l, simpleMail(i))
			in.wait(t, i+1)
		}
		wantSubjects(t, in.all(), 0, 1, 2)
		in.stop()
		if !strings.Contains(log.String(), "idle=false") {
			t.Errorf("the proxy did not hide IDLE: %s", log.String())
		}
	})
}

// "UID n:*" gives the last message even if nothing is new.
func TestPollerDeliversOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t)
		deliver(t, l, simpleMail(1))
		p := testPoller(l.IMAPAddr())
		p.Interval = 10 * time.Millisecond
		in := runPoller(t, p, Cursor{}, nil)
		in.wait(t, 1)
		time.Sleep(100 * time.Millisecond)
		wantSubjects(t, in.all(), 1)
	})
}

func TestPollerRetriesHandler(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t)
		for i := range 5 {
			deliver(t, l, simpleMail(i))
		}
		failures := 0
		in := runPoller(t, testPoller(l.IMAPAddr()), Cursor{}, func(a Arrival) error {
			if a.Cursor.UID == 3 && failures < 3 {
				failures++
				return errors.New("disk full")
			}
			return nil
		})
		wantSubjects(t, in.wait(t, 5), 0, 1, 2, 3, 4)
		in.stop()
		if failures != 3 {
			t.Errorf("got %d failures, want 3", failures)
		}
	})
}

func TestPollerLeavesUnhandledUnseen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t)
		for i := range 3 {
			deliver(t, l, simpleMail(i))
		}
		in := runPoller(t, testPoller(l.IMAPAddr()), Cursor{}, func(a Arrival) error {
			if a.Cursor.UID > 1 {
				return errors.New("no")
			}
			return nil
		})
		in.wait(t, 1)
		c := dialIMAP(t, l)
		eventually(t, "first mail seen, others not", func() bool {
			data, err := c.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
			return err == nil && fmt.Sprint(data.AllUIDs()) == "[2 3]"
		})
	})
}

func TestPollerOversized(t *testing.T) {
	const size = 300000
	for name, filter := range map[string]func(string) string{
		"honest": nil,
		"lying": func(line string) string {
			return regexp.MustCompile(`RFC822.SIZE \d{6}`).ReplaceAllString(line, "RFC822.SIZE 7")
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newLocal(t)
				deliver(t, l, simpleMail(1))
				deliver(t, l, simpleMail(2)+strings.Repeat("0123456789\r\n", size/12))
				deliver(t, l, simpleMail(3))
				px := startProxy(t, l.IMAPAddr(), filter)
				p := testPoller(px.Addr().String())
				p.MaxBytes = 2000
				got := runPoller(t, p, Cursor{}, nil).wait(t, 3)
				if got[1].Raw != nil || got[1].Size < size || got[1].Cursor.UID != 2 {
					t.Errorf("got %v of %d bytes with %d bytes of content, want no content", got[1].Cursor,
						got[1].Size, len(got[1].Raw))
				}
				wantSubjects(t, []Arrival{got[0], got[2]}, 1, 3)
				if _, n := px.counts(); filter == nil && n > 20000 {
					t.Errorf("%d bytes were fetched, the large mail among them", n)
				}
			})
		})
	}
}

func TestPollerUIDValidity(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t)
		deliver(t, l, simpleMail(1))
		deliver(t, l, simpleMail(2))
		px := startProxy(t, l.IMAPAddr(), nil)
		in := runPoller(t, testPoller(px.Addr().String()), Cursor{UIDValidity: 7, UID: 1000}, nil)
		first := in.wait(t, 2)
		wantSubjects(t, first, 1, 2)

		box := l.account(player).user // as a provider may begin a mailbox anew, which no mail program can here
		if err := errors.Join(box.Delete("INBOX"), box.Create("INBOX", nil)); err != nil {
			t.Fatal(err)
		}
		deliver(t, l, simpleMail(3))
		px.cut()
		got := in.wait(t, 3)
		wantSubjects(t, got, 1, 2, 3)
		if got[2].Cursor.UID != 1 || got[2].Cursor.UIDValidity == first[0].Cursor.UIDValidity {
			t.Errorf("got cursor %v after %v, want a new UIDVALIDITY and UID 1", got[2].Cursor, first[0].Cursor)
		}
	})
}

func TestPollerReconnects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t)
		px := startProxy(t, l.IMAPAddr(), nil)
		p := testPoller(px.Addr().String())
		p.Interval = 200 * time.Millisecond
		in := runPoller(t, p, Cursor{}, nil)
		for i := range 5 {
			deliver(t, l, simpleMail(i))
			in.wait(t, i+1)
			px.cut()
		}
		wantSubjects(t, in.all(), 0, 1, 2, 3, 4)
		if n, _ := px.counts(); n < 5 {
			t.Errorf("got %d connections, want at least 5", n)
		}
	})
}

// A connection that died without a word is found out at the end of the next
// IDLE, not after the time limit of a command.
func TestPollerSilentLoss(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t)
		px := startProxy(t, l.IMAPAddr(), nil)
		p := testPoller(px.Addr().String())
		p.Interval = time.Minute
		var mu sync.Mutex
		var looks []string
		p.Looked = func(err error) {
			mu.Lock()
			defer mu.Unlock()
			looks = append(looks, fmt.Sprint(err))
		}
		in := runPoller(t, p, Cursor{}, nil)
		deliver(t, l, simpleMail(1))
		in.wait(t, 1)
		px.forget(t)
		deliver(t, l, simpleMail(2))
		wantSubjects(t, in.wait(t, 2), 1, 2)
		in.stop()
		if n, _ := px.counts(); n != 2 {
			t.Errorf("got %d connections, want 2", n)
		}
		all := strings.Join(looks, "\n")
		if looks[0] != "<nil>" || looks[len(looks)-1] != "<nil>" || strings.Count(all, "IDLE") != 1 {
			t.Errorf("Looked was told\n%s\nwant one error about IDLE between successes", all)
		}
	})
}

func TestPollerSkipsDeletedMails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t)
		last := batchMessages + 8
		for i := range last {
			deliver(t, l, simpleMail(i))
		}
		c := dialIMAP(t, l)
		p := testPoller(l.IMAPAddr())
		p.Interval = 200 * time.Millisecond
		in := runPoller(t, p, Cursor{}, func(a Arrival) error {
			if a.Cursor.UID != 1 {
				return nil
			}
			set := imap.UIDSetNum(imap.UID(last)) // in the second batch, listed but not fetched yet
			return errors.Join(c.Store(set,
				&imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}, nil).Close(),
				c.Expunge().Close())
		})
		in.wait(t, last-1)
		deliver(t, l, simpleMail(999))
		got := in.wait(t, last)
		if last := mustParse(t, got[last-1].Raw).Subject; last != "999" {
			t.Errorf("got last mail %s, want 999", last)
		}
	})
}

func TestPollerStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := listen(t, nil) // accepts, says nothing
		l := newLocal(t)
		for name, address := range map[string]string{"in IDLE": l.IMAPAddr(), "no greeting": silent.Addr().String(),
			"nobody there": "127.0.0.1:1"} {
			in := runPoller(t, testPoller(address), Cursor{}, nil)
			time.Sleep(50 * time.Millisecond)
			start := time.Now()
			if err := in.stop(); !errors.Is(err, context.Canceled) || time.Since(start) > time.Second {
				t.Errorf("%s: got %v after %v, want context.Canceled at once", name, err, time.Since(start))
			}
		}
	})
}

func TestPollerRefusesPlaintext(t *testing.T) {
	p := testPoller("imap.example.org:143")
	if err := p.Run(t.Context(), Cursor{}, nil); !errors.Is(err, ErrInsecure) {
		t.Errorf("got %v, want ErrInsecure", err)
	}
}

func TestPollerKeepsSecrets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t)
		var log bytes.Buffer
		p := testPoller(l.IMAPAddr())
		p.Endpoint.Password = "Hohenlinden-1800"
		p.Logger = slog.New(slog.NewTextHandler(&log, nil))
		in := runPoller(t, p, Cursor{}, nil)
		time.Sleep(100 * time.Millisecond)
		in.stop()
		if !strings.Contains(log.String(), "logging in") || strings.Contains(log.String(), p.Endpoint.Password) {
			t.Errorf("log should tell of the login but not the password:\n%s", log.String())
		}
	})
}

// Not in a bubble: when TLS starts, go-imap leaves a goroutine behind that waits for
// a mutex, and the time of a bubble stands still meanwhile.
func TestPollerTLS(t *testing.T) {
	l := newLocal(t)
	deliver(t, l, simpleMail(1))
	server, client := tlsConfigs(t)
	serve := func(ln net.Listener, starttls *tls.Config) string {
		s := imapserver.New(&imapserver.Options{
			NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
				return &localIMAP{local: l}, nil, nil
			},
			TLSConfig: starttls,
			Logger:    slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
		})
		serveIMAP(t, s, ln)
		return ln.Addr().String()
	}
	implicit, start, none := serve(listen(t, server), nil), serve(listen(t, nil), server), serve(listen(t, nil), nil)
	for _, tt := range []struct {
		name, address string
		security      Security
		config        *tls.Config
		ok            bool
	}{
		{"implicit", implicit, ImplicitTLS, client, true},
		{"STARTTLS", start, StartTLS, client, true},
		{"implicit, certificate unknown", implicit, ImplicitTLS, nil, false},
		{"STARTTLS, certificate unknown", start, StartTLS, nil, false},
		{"STARTTLS not offered", none, StartTLS, client, false},
	} {
		p := testPoller(tt.address)
		p.Endpoint.Security, p.Endpoint.TLSConfig = tt.security, tt.config
		looks := make(chan error, 100)
		p.Looked = func(err error) { looks <- err }
		in := runPoller(t, p, Cursor{}, nil)
		err := <-looks
		if got := len(in.all()) > 0; got != tt.ok || (err == nil) != tt.ok {
			t.Errorf("%s: mails are fetched: %v, %v; want %v", tt.name, got, err, tt.ok)
		}
		in.stop()
	}
}
