package wire

import (
	"errors"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// answer is what the server said to a command: its response code.
func answer(err error) imap.ResponseCode {
	if said, ok := errors.AsType[*imap.Error](err); ok {
		return said.Code
	}
	if err != nil {
		return imap.ResponseCode(err.Error())
	}
	return "OK"
}

// The INBOX is always there, whatever a mail program does (RFC 3501 section 6.3.4), and mails land in it.
func TestLocalKeepsInbox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t)
		c := dialIMAP(t, l)
		for _, tt := range []struct {
			name string
			do   func() *imapclient.Command
			want imap.ResponseCode
		}{
			{"delete it", func() *imapclient.Command { return c.Delete("INBOX") }, imap.ResponseCodeCannot},
			{"in other letters", func() *imapclient.Command { return c.Delete("inBox") },
				imap.ResponseCodeCannot},
			{"rename it", func() *imapclient.Command { return c.Rename("INBOX", "Old", nil) },
				imap.ResponseCodeCannot},
			{"another", func() *imapclient.Command { return c.Create("Old", nil) }, "OK"},
			{"of one name", func() *imapclient.Command { return c.Create("Old/", nil) },
				imap.ResponseCodeAlreadyExists},
			{"a second INBOX", func() *imapclient.Command { return c.Create("inbox/", nil) },
				imap.ResponseCodeAlreadyExists},
			{"rename another", func() *imapclient.Command { return c.Rename("Old", "New", nil) }, "OK"},
			{"in the place of it", func() *imapclient.Command { return c.Rename("New", "inbox/", nil) },
				imap.ResponseCodeAlreadyExists},
			{"delete another", func() *imapclient.Command { return c.Delete("New") }, "OK"},
			{"a long name", func() *imapclient.Command { return c.Create(strings.Repeat("x", 201), nil) },
				imap.ResponseCodeLimit},
		} {
			if got := answer(tt.do().Wait()); got != tt.want {
				t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
			}
		}
		deliver(t, l, simpleMail(1))
		for n := range maxBoxes {
			got, want := answer(c.Create("box"+strconv.Itoa(n), nil).Wait()), imap.ResponseCode("OK")
			if n == maxBoxes-1 {
				want = imap.ResponseCodeLimit
			}
			if got != want {
				t.Errorf("mailbox %d: got %s, want %s", n, got, want)
			}
		}
	})
}

// Nobody fills the memory of the machine: neither with mails to an account or to all, nor by what his mail program
// stores, copies and marks. Who deletes something has room again.
func TestLocalIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocalOf(t, room{account: 10 * (mailCost + 1000), all: 15 * (mailCost + 1000)})
		c, s := dialIMAP(t, l), testSender(t, l.SMTPAddr())
		raw := simpleMail(1)
		raw += strings.Repeat("x", 700-len(raw))
		send := func(to string) (n int, err error) {
			for n = 0; n < 20 && err == nil; n++ {
				err = s.Send(t.Context(), "a@b", []string{to}, []byte(raw))
			}
			return n - 1, err
		}
		wantFull := func(name string, n, want int, err error) {
			t.Helper()
			full, ok := errors.AsType[*SendError](err)
			if n != want || !ok || full.Code != 452 || full.Permanent {
				t.Errorf("%s: %d mails, then %v; want %d, then 452", name, n, err, want)
			}
		}
		n, err := send(player)
		wantFull("one account", n, 11, err)
		n, err = send("games@example.net")
		wantFull("all accounts", n, 6, err)
		appended := func() error {
			w := c.Append("INBOX", int64(len(raw)), nil)
			_, err := w.Write([]byte(raw))
			if err = errors.Join(err, w.Close()); err == nil {
				_, err = w.Wait()
			}
			return err
		}
		if got := answer(appended()); got != imap.ResponseCodeOverQuota {
			t.Errorf("APPEND: %s", got)
		}
		if err := c.Create("Old", nil).Wait(); err != nil {
			t.Fatal(err)
		}
		all := imap.SeqSetNum(1, 2, 3, 4, 5, 6, 7, 8)
		copied := func() error { _, err := c.Copy(all, "Old").Wait(); return err }
		mark := func(f imap.Flag) error {
			add := imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{f}}
			return c.Store(all, &add, nil).Close()
		}
		for _, step := range []struct {
			name string
			do   func() error
			want imap.ResponseCode
		}{
			{"mark", func() error { return mark(imap.FlagDeleted) }, "OK"},
			{"expunge", func() error { return c.Expunge().Close() }, "OK"},
			{"append", appended, "OK"},
			{"copy", copied, "OK"},
			{"move", func() error { _, err := c.Move(imap.SeqSetNum(1), "Old").Wait(); return err }, "OK"},
			{"copy once more", copied, "OK"},
			{"delete the other", func() error { return c.Delete("Old").Wait() }, "OK"},
			{"a long keyword", func() error { return mark(imap.Flag(strings.Repeat("x", 201))) },
				imap.ResponseCodeLimit},
		} {
			if got := answer(step.do()); got != step.want {
				t.Errorf("%s: got %s, want %s", step.name, got, step.want)
			}
		}
		for n := range maxKeywords {
			got, want := answer(mark(imap.Flag("word"+strconv.Itoa(n)))), imap.ResponseCode("OK")
			if n == maxKeywords-1 {
				want = imap.ResponseCodeLimit
			}
			if got != want {
				t.Errorf("keyword %d: got %s, want %s", n, got, want)
			}
		}
	})
}

// A mail program that never ends its connections keeps nobody else out. Who speaks keeps his own.
func TestLocalConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t)
		c, s := dialIMAP(t, l), testSender(t, l.SMTPAddr())
		for name, address := range map[string]string{"IMAP": l.IMAPAddr(), "SMTP": l.SMTPAddr()} {
			const left = 3 * maxConnections / 2
			var all []net.Conn
			for range left {
				conn, err := reachPipe(t.Context(), "tcp", address)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { conn.Close() })
				all = append(all, conn)
				time.Sleep(time.Millisecond) // in the time of the bubble: which of them was silent for longest is plain
				if err := c.Noop().Wait(); err != nil {
					t.Fatalf("%s: who speaks is cut off: %v", name, err)
				}
			}
			if err := s.Send(t.Context(), "a@b", []string{player}, []byte(simpleMail(1))); err != nil {
				t.Errorf("%s: a mail: %v", name, err)
			}
			open := 0
			for _, conn := range all {
				if err := conn.SetReadDeadline(time.Now().Add(time.Millisecond)); err != nil {
					t.Fatal(err)
				}
				if _, err := io.Copy(io.Discard, conn); errors.Is(err, os.ErrDeadlineExceeded) {
					open++
				}
			}
			if open == 0 || open > maxConnections {
				t.Errorf("%s: of %d connections %d are open, want %d at most", name, left, open, maxConnections)
			}
		}
	})
}

// Two mail programs of one account that copy crosswise do not stop each other, and who gets mail, for good.
func TestLocalCopiesCrosswise(t *testing.T) {
	l := newLocal(t)
	one, other := dialIMAP(t, l), dialIMAP(t, l)
	for n := range 30 {
		deliver(t, l, simpleMail(n))
	}
	all := imap.SeqSet{{Start: 1, Stop: 30}}
	_, err := one.Copy(all, "INBOX").Wait()
	if answer(err) == "OK" {
		t.Error("copied into itself")
	}
	if err := one.Create("Old", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err = one.Copy(all, "Old").Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Select("Old", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 2)
	for c, dest := range map[*imapclient.Client]string{one: "Old", other: "INBOX"} {
		go func() {
			var err error
			for range 100 {
				_, failed := c.Copy(all, dest).Wait()
				err = errors.Join(err, failed)
			}
			ended <- err
		}()
	}
	for range 2 {
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(30 * time.Second):
			t.Fatal("they wait for each other")
		}
	}
	deliver(t, l, simpleMail(1))
}
