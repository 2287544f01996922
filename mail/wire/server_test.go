package wire

import (
	"bytes"
	"errors"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"berthier/mail"
)

// A mail goes the whole way: written, sent, fetched as it was, read, answered.
func TestEndToEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t)
		o := outgoing()
		o.From, o.To = mail.Address{Address: player}, []mail.Address{{Address: "games+leipzig-1@example.net"}}
		o.ReplyTo, o.AutoSubmitted = mail.Address{}, ""
		o.Text = turn

		player := testSender(t, l.SMTPAddr())
		player.Endpoint.User, player.Endpoint.Password = o.From.Address, password
		games := testPoller(l.IMAPAddr())
		games.Endpoint.User = "games@example.net"
		games.Interval = 500 * time.Millisecond // the server may lose the news, see Poller.session
		in := runPoller(t, games, Cursor{}, nil)
		raw := mustCompose(t, o)
		if err := player.Send(t.Context(), o.From.Address, []string{o.To[0].Address}, raw); err != nil {
			t.Fatal(err)
		}
		got := in.wait(t, 1)[0]
		if !bytes.HasSuffix(got.Raw, raw) {
			t.Errorf("the mail was changed on its way:\n%s", got.Raw)
		}
		m := mustParse(t, got.Raw)
		if m.Auto != "" || m.From.Address != o.From.Address {
			t.Errorf("got From %v Auto %q", m.From, m.Auto)
		}
		if to := m.To[len(m.To)-1].Address; to != "games+leipzig-1@example.net" {
			t.Errorf("Delivered-To: got %s, want the tagged address", to)
		}

		back := testPoller(l.IMAPAddr())
		back.Interval = games.Interval
		answers := runPoller(t, back, Cursor{}, nil)
		reply := outgoing()
		reply.To, reply.InReplyTo = []mail.Address{m.ReplyTo}, m.ID
		if err := testSender(t, l.SMTPAddr()).Send(t.Context(), "", []string{m.ReplyTo.Address},
			mustCompose(t, reply)); err != nil {
			t.Fatal(err)
		}
		answer := mustParse(t, answers.wait(t, 1)[0].Raw)
		if answer.InReplyTo != o.ID || answer.Auto == "" {
			t.Errorf("got In-Reply-To %q Auto %q", answer.InReplyTo, answer.Auto)
		}
	})
}

// A mail without a Message-ID that is sent again, word for word, is another mail.
func TestLocalNamesMails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t)
		back := testPoller(l.IMAPAddr())
		back.Interval = 500 * time.Millisecond
		in := runPoller(t, back, Cursor{}, nil)
		raw := []byte("From: soult@example.org\r\n\r\nstatus\r\n")
		for range 2 {
			if err := testSender(t, l.SMTPAddr()).Send(t.Context(), "", []string{player}, raw); err != nil {
				t.Fatal(err)
			}
		}
		got := in.wait(t, 2)
		one, other := mustParse(t, got[0].Raw), mustParse(t, got[1].Raw)
		if one.ID == other.ID || one.IDDerived || other.IDDerived {
			t.Errorf("got %q and %q", one.ID, other.ID)
		}
		if !bytes.HasSuffix(got[0].Raw, raw) {
			t.Errorf("the mail was changed on its way:\n%s", got[0].Raw)
		}
	})
}

func TestLocalRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t, func(c *LocalConfig) { c.MaxBytes = 1000 })
		s := testSender(t, l.SMTPAddr())
		for _, tt := range []struct {
			name, to string
			size     int
			code     int
		}{
			{"account", player, 10, 0},
			{"upper case", "NEY@Example.ORG", 10, 0},
			{"tag", "ney+x+y@example.org", 10, 0},
			{"unknown", "nobody@example.org", 10, 550},
			{"unknown with tag", "nobody+ney@example.org", 10, 550},
			{"other host", "ney@example.com", 10, 550},
			{"too large", player, 2000, 552},
		} {
			err := s.Send(t.Context(), "a@b", []string{tt.to}, []byte(simpleMail(1)+strings.Repeat("x", tt.size)))
			var se *SendError
			switch {
			case tt.code == 0 && err != nil:
				t.Errorf("%s: %v", tt.name, err)
			case tt.code != 0 && (!errors.As(err, &se) || se.Code != tt.code || !se.Permanent):
				t.Errorf("%s: got %v, want permanent %d", tt.name, err, tt.code)
			}
		}
		s.Close()
		s.Endpoint.User, s.Endpoint.Password = player, "wrong"
		if err := s.Send(t.Context(), "a@b", []string{player}, []byte(simpleMail(1))); err == nil {
			t.Error("wrong password is accepted")
		}
		if err := l.Deliver("a@b", "nobody@example.org", nil); err == nil {
			t.Error("mail for nobody is delivered")
		}
	})
}

func TestLocalNumbersMailboxesAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t)
		c := dialIMAP(t, l)
		status, err := c.Status("INBOX", &imap.StatusOptions{UIDValidity: true}).Wait()
		if err != nil {
			t.Fatal(err)
		}
		raw := []byte(simpleMail(1))
		w := c.Append("INBOX", int64(len(raw)), nil)
		if _, err := w.Write(raw); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		appended, err := w.Wait()
		if err != nil {
			t.Fatal(err)
		}
		now := uint32(time.Now().Unix())
		if v := status.UIDValidity; v != appended.UIDValidity || v > now+1 || v < now-60 {
			t.Errorf("got UIDVALIDITY %d from STATUS, %d from APPEND, want one number near %d", v,
				appended.UIDValidity, now)
		}
	})
}

func TestStartLocalRefuses(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	busy := taken.Addr().String()
	for name, cfg := range map[string]LocalConfig{
		"open to all":     {SMTP: ":0"},
		"open to the net": {IMAP: "0.0.0.0:0"},
		"no port":         {SMTP: "127.0.0.1"},
		"port taken":      {IMAP: busy},
		"no address":      {Accounts: []Account{{"ney", "x"}}},
		"given twice":     {Accounts: []Account{{player, "x"}, {strings.ToUpper(player), "y"}}},
	} {
		if l, err := StartLocal(cfg); err == nil {
			l.Close()
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestLocalCloses(t *testing.T) {
	for i := range 20 {
		l, err := StartLocal(LocalConfig{Logger: quiet})
		if err != nil {
			t.Fatal(err)
		}
		smtpAddr, imapAddr := l.SMTPAddr(), l.IMAPAddr()
		if i%2 == 0 { // else closed before it begins to serve
			c, err := imapclient.DialInsecure(imapAddr, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if err := c.WaitGreeting(); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			t.Errorf("Close: %v", err)
		}
		for _, a := range []string{smtpAddr, imapAddr} {
			if conn, err := net.Dial("tcp", a); err == nil {
				conn.Close()
				t.Errorf("%s still answers", a)
			}
		}
	}
}

func BenchmarkEndToEnd(b *testing.B) {
	l := newLocal(b)
	s := testSender(b, l.SMTPAddr())
	p := testPoller(l.IMAPAddr())
	p.Interval = 100 * time.Millisecond
	in := runPoller(b, p, Cursor{}, nil)
	raw := mustCompose(b, outgoing())
	n := 0
	for b.Loop() {
		if err := s.Send(b.Context(), "a@b", []string{player}, raw); err != nil {
			b.Fatal(err)
		}
		n++
	}
	in.wait(b, n)
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "mails/s")
}

// An account that is added while the server runs takes mails as those from the start do.
func TestLocalAdds(t *testing.T) {
	l, err := StartLocal(LocalConfig{Accounts: []Account{{player, password}}, Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, tt := range []struct {
		address   string
		had, want bool
	}{
		{"New@example.net", false, true},
		{"new@example.NET", true, false},
		{player, true, false},
		{"nobody", false, false},
	} {
		if got := l.Has(tt.address); got != tt.had {
			t.Errorf("%s: has it: %v, want %v", tt.address, got, tt.had)
		}
		if err := l.Add(Account{tt.address, password}); (err == nil) != tt.want {
			t.Errorf("%s: added with %v", tt.address, err)
		}
	}
	if err := l.Deliver(player, "new+tag@example.net", []byte("Subject: hello\r\n\r\nhello\r\n")); err != nil {
		t.Error(err)
	}
}
