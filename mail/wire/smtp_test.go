package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// script is an SMTP server that answers as a test wants.
type script struct {
	mail, rcpt, data error
	mechanism        string // offered for AUTH; "" for none
	perConnection    int    // mails taken on one connection, 0 for any number

	mu       sync.Mutex
	got      []string // mails taken
	sessions int
}

func (s *script) mails() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.got...)
}

type scriptSession struct {
	*script
	taken    int
	from, to string
}

func (s *scriptSession) AuthMechanisms() []string {
	if s.mechanism == "" {
		return nil
	}
	return []string{s.mechanism}
}

func (s *scriptSession) Auth(mech string) (sasl.Server, error) {
	if mech == sasl.Login {
		return &loginServer{s: s}, nil
	}
	return sasl.NewPlainServer(func(_, user, pass string) error { return s.check(user, pass) }), nil
}

func (s *scriptSession) check(user, pass string) error {
	if user != player || pass != password {
		return smtp.ErrAuthFailed
	}
	return nil
}

// loginServer is the server side of AUTH LOGIN, which go-sasl has not.
type loginServer struct {
	s    *scriptSession
	user []byte
}

func (l *loginServer) Next(response []byte) ([]byte, bool, error) {
	if l.user == nil {
		l.user = response
		return []byte("Password:"), false, nil
	}
	return nil, true, l.s.check(string(l.user), string(response))
}

func (s *scriptSession) Mail(from string, _ *smtp.MailOptions) error {
	if s.perConnection > 0 && s.taken == s.perConnection {
		return &smtp.SMTPError{Code: 421, Message: "enough for one connection"}
	}
	s.from = from
	return s.mail
}

func (s *scriptSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to += " " + to
	if strings.HasPrefix(to, "bad") {
		return s.rcpt
	}
	return nil
}

func (s *scriptSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if s.data != nil {
		return s.data
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken++
	s.got = append(s.got, s.from+" ->"+s.to+"\n"+string(raw))
	return nil
}

func (s *scriptSession) Reset()        { s.from, s.to = "", "" }
func (s *scriptSession) Logout() error { return nil }

func (s *script) start(t testing.TB, ln net.Listener, starttls *tls.Config) (address string) {
	t.Helper()
	srv := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.sessions++
		return &scriptSession{script: s}, nil
	}))
	srv.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)
	srv.AllowInsecureAuth, srv.TLSConfig, srv.MaxMessageBytes = true, starttls, 100000
	go srv.Serve(ln)
	t.Cleanup(func() { srv.Close() })
	return ln.Addr().String()
}

func testSender(t testing.TB, address string) *Sender {
	s := &Sender{Endpoint: Endpoint{Address: address, Security: Plaintext, reach: reachPipe}, Timeout: 2 * time.Second}
	t.Cleanup(func() { s.Close() })
	return s
}

const dotted = "From: a@b\r\nSubject: s\r\n\r\n.\r\n..x\r\nend\r\n"

func TestSenderSends(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sc := &script{}
		s := testSender(t, sc.start(t, listen(t, nil), nil))
		if err := s.Send(t.Context(), "games@example.net", []string{player, "soult@example.org"},
			[]byte(dotted)); err != nil {
			t.Fatal(err)
		}
		want := "games@example.net -> ney@example.org soult@example.org\n" + dotted
		if got := sc.mails(); len(got) != 1 || got[0] != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// A server that takes ASCII only gets a mail in ASCII; any other gets it as it is.
func TestSenderOfOtherLetters(t *testing.T) {
	o := outgoing()
	o.HTML = "<p>Η μονάδα"
	raw := mustCompose(t, o)
	without := func(line string) string { return strings.Replace(line, "8BITMIME", "X-NOTHING", 1) }
	for _, tt := range []struct {
		filter func(string) string
		same   bool
	}{{nil, true}, {without, false}} {
		synctest.Test(t, func(t *testing.T) {
			sc := &script{}
			s := testSender(t, startProxy(t, sc.start(t, listen(t, nil), nil), tt.filter).Addr().String())
			if err := s.Send(t.Context(), "games@example.net", []string{player}, raw); err != nil {
				t.Fatal(err)
			}
			_, got, _ := strings.Cut(sc.mails()[0], "\n")
			if (got == string(raw)) != tt.same || ascii(got) == tt.same {
				t.Errorf("got\n%s", got)
			}
			if m := mustParse(t, []byte(got)); m.HTML != o.HTML || len(m.Defects) > 0 {
				t.Errorf("got %q %q", m.HTML, m.Defects)
			}
		})
	}
}

func TestSenderErrors(t *testing.T) {
	reply := func(code int) error { return &smtp.SMTPError{Code: code, Message: "said the server"} }
	for _, tt := range []struct {
		name      string
		script    *script
		to        string
		stage     string
		code      int
		permanent bool
	}{
		{"unknown recipient", &script{rcpt: reply(550)}, "bad@example.org", "RCPT", 550, true},
		{"recipient busy", &script{rcpt: reply(450)}, "bad@example.org", "RCPT", 450, false},
		{"content refused", &script{data: reply(554)}, player, "DATA", 554, true},
		{"disk full", &script{data: reply(452)}, player, "DATA", 452, false},
		{"sender refused", &script{mail: reply(553)}, player, "MAIL", 553, false},
		{"too large by declaration", &script{mail: reply(552)}, player, "MAIL", 552, true},
		{"login wanted", &script{rcpt: reply(530)}, "bad@example.org", "RCPT", 530, false},
		{"shutting down", &script{data: reply(421)}, player, "DATA", 421, false},
		{"line break in address", &script{}, "a@b>\r\nRCPT TO:<c@d", "MAIL", 501, true},
		{"address not ASCII", &script{}, "né@example.org", "MAIL", 550, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				sc := tt.script
				s := testSender(t, sc.start(t, listen(t, nil), nil))
				err := s.Send(t.Context(), "games@example.net", []string{player, tt.to}, []byte(dotted))
				var got *SendError
				if !errors.As(err, &got) {
					t.Fatalf("got %v, want a *SendError", err)
				}
				if got.Stage != tt.stage || got.Code != tt.code || got.Permanent != tt.permanent {
					t.Errorf("got %s %d permanent %t, want %s %d %t (%v)", got.Stage, got.Code, got.Permanent,
						tt.stage, tt.code, tt.permanent, err)
				}
				if tt.stage == "RCPT" && got.Recipient != tt.to {
					t.Errorf("got recipient %q, want %q", got.Recipient, tt.to)
				}
				// A refusal does not harm the next mail.
				sc.mail, sc.data = nil, nil
				if err := s.Send(t.Context(), "games@example.net", []string{player}, []byte(dotted)); err != nil {
					t.Errorf("next mail: %v", err)
				}
				if n := len(sc.mails()); n != 1 {
					t.Errorf("got %d mails, want 1", n)
				}
			})
		})
	}
}

func TestSenderUnreachable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone := listen(t, nil)
		gone.Close()
		for name, address := range map[string]string{"refused": gone.Addr().String(),
			"silent": listen(t, nil).Addr().String()} {
			s := testSender(t, address)
			s.Timeout = 50 * time.Millisecond
			var got *SendError
			if err := s.Send(t.Context(), "a@b", []string{"c@d"}, []byte(dotted)); !errors.As(err, &got) ||
				got.Permanent || got.Stage != "connect" {
				t.Errorf("%s: got %v, want a temporary error on connecting", name, err)
			}
		}
		s := testSender(t, "smtp.example.org:25")
		if err := s.Send(t.Context(), "a@b", []string{"c@d"}, nil); !errors.Is(err, ErrInsecure) {
			t.Errorf("plaintext: got %v, want ErrInsecure", err)
		}
	})
}

func TestSenderLogin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, mechanism := range []string{sasl.Plain, sasl.Login} {
			sc := &script{mechanism: mechanism}
			s := testSender(t, sc.start(t, listen(t, nil), nil))
			s.Endpoint.User, s.Endpoint.Password = player, password
			if err := s.Send(t.Context(), "a@b", []string{"c@d"}, []byte(dotted)); err != nil {
				t.Errorf("%s: %v", mechanism, err)
			}
			s.Close()
			s.Endpoint.Password = "Ulm-1805"
			var got *SendError
			err := s.Send(t.Context(), "a@b", []string{"c@d"}, []byte(dotted))
			if !errors.As(err, &got) || got.Permanent || got.Stage != "login" ||
				strings.Contains(err.Error(), s.Endpoint.Password) {
				t.Errorf("%s, wrong password: got %v, want a temporary login error without the password", mechanism,
					err)
			}
		}
	})
}

func TestSenderKeepsItsConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, tt := range []struct{ perConnection, mails, sessions int }{{0, 1000, 1}, {10, 35, 4}} {
			sc := &script{perConnection: tt.perConnection}
			s := testSender(t, sc.start(t, listen(t, nil), nil))
			for i := range tt.mails {
				if err := s.Send(t.Context(), "a@b", []string{"c@d"}, []byte(dotted)); err != nil {
					t.Fatalf("mail %d: %v", i, err)
				}
			}
			if n := len(sc.mails()); n != tt.mails || sc.sessions != tt.sessions {
				t.Errorf("got %d mails over %d connections, want %d over %d", n, sc.sessions, tt.mails, tt.sessions)
			}
		}
	})
}

func TestSenderSurvivesCutConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sc := &script{}
		px := startProxy(t, sc.start(t, listen(t, nil), nil), nil)
		s := testSender(t, px.Addr().String())
		for i := range 3 {
			if err := s.Send(t.Context(), "a@b", []string{"c@d"}, []byte(dotted)); err != nil {
				t.Errorf("mail %d: %v", i, err)
			}
			px.cut()
		}
		if n := len(sc.mails()); n != 3 {
			t.Errorf("got %d mails, want 3", n)
		}
	})
}

func TestSenderClosesIdleConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sc := &script{}
		s := testSender(t, sc.start(t, listen(t, nil), nil))
		for i := range 2 {
			if err := s.Send(t.Context(), "a@b", []string{"c@d"}, []byte(dotted)); err != nil {
				t.Fatal(err)
			}
			eventually(t, "idle connection closed", func() bool {
				s.mu.Lock()
				defer s.mu.Unlock()
				return s.client == nil
			})
			if n := len(sc.mails()); n != i+1 {
				t.Errorf("got %d mails, want %d", n, i+1)
			}
		}
	})
}

func TestSenderStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := testSender(t, listen(t, nil).Addr().String())
		s.Timeout = time.Minute
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		start := time.Now()
		err := s.Send(ctx, "a@b", []string{"c@d"}, []byte(dotted))
		if err == nil || time.Since(start) != 5*time.Second {
			t.Errorf("got %v after %v, want an error at once", err, time.Since(start))
		}
		if err := s.Send(ctx, "a@b", []string{"c@d"}, []byte(dotted)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want context.DeadlineExceeded", err)
		}
	})
}

func TestSenderIsConcurrent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sc := &script{}
		s := testSender(t, sc.start(t, listen(t, nil), nil))
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				if err := s.Send(t.Context(), "a@b", []string{"c@d"},
					fmt.Appendf(nil, "Subject: %d\r\n\r\n", i)); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if n := len(sc.mails()); n != 20 {
			t.Errorf("got %d mails, want 20", n)
		}
	})
}

func TestSenderTLS(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server, client := tlsConfigs(t)
		for _, tt := range []struct {
			name     string
			listener *tls.Config
			starttls *tls.Config
			security Security
			config   *tls.Config
			ok       bool
		}{
			{"implicit", server, nil, ImplicitTLS, client, true},
			{"STARTTLS", nil, server, StartTLS, client, true},
			{"implicit, certificate unknown", server, nil, ImplicitTLS, nil, false},
			{"STARTTLS, certificate unknown", nil, server, StartTLS, nil, false},
			{"STARTTLS not offered", nil, nil, StartTLS, client, false},
		} {
			sc := &script{mechanism: sasl.Plain}
			s := testSender(t, sc.start(t, listen(t, tt.listener), tt.starttls))
			s.Endpoint = Endpoint{Address: s.Endpoint.Address, Security: tt.security, reach: reachPipe, User: player,
				Password: password, TLSConfig: tt.config}
			err := s.Send(t.Context(), "a@b", []string{"c@d"}, []byte(dotted))
			if (err == nil) != tt.ok || (len(sc.mails()) == 1) != tt.ok {
				t.Errorf("%s: got %v and %d mails, want success: %t", tt.name, err, len(sc.mails()), tt.ok)
			}
		}
	})
}
