package wire

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// provider is a mail provider that wants a token and takes each only once.
type provider struct {
	mechanisms []string

	mu     sync.Mutex
	valid  string // the token that is taken next
	logins []string
}

func (p *provider) check(mechanism, user, token string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	ok := user == player && token == p.valid
	if p.valid = ""; ok {
		p.logins = append(p.logins, mechanism)
	}
	return ok
}

// issue makes a new token.
func (p *provider) issue(token string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.valid = token
}

func (p *provider) successes() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.logins, " ")
}

// server is the server's half of a mechanism; login is called after success.
func (p *provider) server(mechanism string, login func()) (sasl.Server, error) {
	switch mechanism {
	case sasl.OAuthBearer:
		return sasl.NewOAuthBearerServer(func(o sasl.OAuthBearerOptions) *sasl.OAuthBearerError {
			if o.Host != "127.0.0.1" || o.Port == 0 || !p.check(mechanism, o.Username, o.Token) {
				return &sasl.OAuthBearerError{Status: "invalid_token", Schemes: "bearer"}
			}
			login()
			return nil
		}), nil
	case xoauth2:
		return &xoauth2Server{p, login, false}, nil
	}
	return nil, errors.New("unknown mechanism")
}

// xoauth2Server speaks as Google and Microsoft describe it: a refusal is told
// in a challenge.
type xoauth2Server struct {
	*provider
	login   func()
	refused bool
}

func (s *xoauth2Server) Next(response []byte) (challenge []byte, done bool, err error) {
	if s.refused {
		return nil, true, errors.New("invalid credentials")
	}
	if response == nil {
		return []byte{}, false, nil
	}
	user, rest, ok := strings.Cut(strings.TrimPrefix(string(response), "user="), "\x01auth=Bearer ")
	token, ended := strings.CutSuffix(rest, "\x01\x01")
	if !ok || !ended || !s.check(xoauth2, user, token) {
		s.refused = true
		return []byte(`{"status":"400","schemes":"Bearer","scope":"mail"}`), false, nil
	}
	s.login()
	return nil, true, nil
}

type tokenIMAP struct {
	localIMAP
	*provider
}

func (s *tokenIMAP) AuthenticateMechanisms() []string { return s.mechanisms }

func (s *tokenIMAP) Authenticate(mechanism string) (sasl.Server, error) {
	return s.server(mechanism, func() { s.UserSession = imapmemserver.NewUserSession(s.local.account(player).user) })
}

type tokenSMTP struct {
	localSMTP
	*provider
	in bool
}

func (s *tokenSMTP) AuthMechanisms() []string { return s.mechanisms }

func (s *tokenSMTP) Auth(mechanism string) (sasl.Server, error) {
	return s.server(mechanism, func() { s.in = true })
}

func (s *tokenSMTP) Mail(from string, o *smtp.MailOptions) error {
	if !s.in {
		return smtp.ErrAuthRequired
	}
	return s.localSMTP.Mail(from, o)
}

// start serves the mailboxes of a LocalServer to those who have a token.
func (p *provider) start(t *testing.T, l *LocalServer) (imapAddress, smtpAddress string) {
	t.Helper()
	i := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &tokenIMAP{localIMAP{local: l}, p}, nil, nil
		},
		InsecureAuth: true, Logger: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
	})
	s := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &tokenSMTP{localSMTP: localSMTP{local: l}, provider: p}, nil
	}))
	s.AllowInsecureAuth, s.Domain = true, "localhost"
	s.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)
	il, sl := listen(t, nil), listen(t, nil)
	serveIMAP(t, i, il)
	go s.Serve(sl)
	t.Cleanup(func() { s.Close() })
	return il.Addr().String(), sl.Addr().String()
}

func TestTokenLogin(t *testing.T) {
	for _, tt := range []struct {
		offers []string
		want   string
	}{
		{[]string{sasl.Plain, xoauth2, sasl.OAuthBearer}, sasl.OAuthBearer},
		{[]string{sasl.Plain, xoauth2}, xoauth2},
	} {
		t.Run(strings.Join(tt.offers, " "), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newLocal(t)
				p := &provider{mechanisms: tt.offers}
				imapAddress, smtpAddress := p.start(t, l)
				asked := 0
				token := func(context.Context) (string, error) {
					if asked++; asked == 1 {
						p.issue("new-token")
						return "expired-token", nil
					}
					p.issue("new-token")
					return "new-token", nil
				}
				deliver(t, l, simpleMail(1))
				var log bytes.Buffer
				poller := testPoller(imapAddress)
				poller.Endpoint.Token, poller.Endpoint.Password = token, ""
				poller.Logger = slog.New(slog.NewTextHandler(&log, nil))
				in := runPoller(t, poller, Cursor{}, nil)
				wantSubjects(t, in.wait(t, 1), 1)
				in.stop()
				if got := p.successes(); got != tt.want || asked != 2 {
					t.Errorf("IMAP: logged in by %q with %d tokens, want %q with 2", got, asked, tt.want)
				}
				if text := log.String(); !strings.Contains(text, "logging in: ") || strings.Contains(text, "-token") {
					t.Errorf("the log should tell of the refused login, but no token:\n%s", text)
				}

				asked, p.logins = 0, nil
				s := &Sender{Endpoint: Endpoint{Address: smtpAddress, Security: Plaintext, reach: reachPipe,
					User: player, Token: token}}
				t.Cleanup(func() { s.Close() })
				err := s.Send(t.Context(), player, []string{player}, []byte(simpleMail(2)))
				if e, ok := errors.AsType[*SendError](err); !ok || e.Stage != "login" || e.Permanent ||
					strings.Contains(err.Error(), "-token") {
					t.Errorf("expired token: got %v, want a temporary error of the login, without the token", err)
				}
				if err := s.Send(t.Context(), player, []string{player}, []byte(simpleMail(2))); err != nil {
					t.Errorf("SMTP: %v", err)
				}
				if got := p.successes(); got != tt.want {
					t.Errorf("SMTP: logged in by %q, want %q", got, tt.want)
				}
			})
		})
	}
}

func TestTokenFaults(t *testing.T) {
	for _, tt := range []struct {
		name   string
		offers []string
		token  func(context.Context) (string, error)
		want   string
	}{
		{"no token", []string{xoauth2}, func(context.Context) (string, error) {
			return "",
				errors.New("no such file")
		}, "getting a token: no such file"},
		{"empty", []string{xoauth2}, func(context.Context) (string, error) { return "", nil }, "empty or not a token"},
		{"not a token", []string{sasl.OAuthBearer},
			func(context.Context) (string, error) { return "Error:\x01 please log in", nil }, "empty or not a token"},
		{"not offered", []string{sasl.Plain}, func(context.Context) (string, error) { return "token", nil },
			"neither OAUTHBEARER nor XOAUTH2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := &provider{mechanisms: tt.offers}
				_, address := p.start(t, newLocal(t))
				s := &Sender{Endpoint: Endpoint{Address: address, Security: Plaintext, reach: reachPipe, User: player,
					Token: tt.token}}
				t.Cleanup(func() { s.Close() })
				err := s.Send(t.Context(), player, []string{player}, []byte(simpleMail(1)))
				if err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("got %v, want it to hold %q", err, tt.want)
				}
			})
		})
	}
}
