package wire

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

func TestProbeMailbox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t)
		deliver(t, l, simpleMail(1))
		deliver(t, l, simpleMail(2))
		server, client := tlsConfigs(t)
		ln := listen(t, server)
		s := imapserver.New(&imapserver.Options{
			NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
				return &localIMAP{local: l}, nil, nil
			},
			Logger: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
		})
		serveIMAP(t, s, ln)
		good := Endpoint{Address: l.IMAPAddr(), Security: Plaintext, reach: reachPipe, User: player, Password: password}
		silent := listen(t, nil)
		for _, tt := range []struct {
			name    string
			change  func(*Endpoint)
			mailbox string
			stage   string
			want    string // in the error
		}{
			{"good", func(*Endpoint) {}, "", "", ""},
			{"with TLS", func(e *Endpoint) {
				e.Address, e.Security, e.TLSConfig = ln.Addr().String(), ImplicitTLS, client
			}, "INBOX", "", ""},
			{"certificate unknown", func(e *Endpoint) { e.Address, e.Security = ln.Addr().String(), ImplicitTLS }, "",
				"connect", "unknown authority"},
			{"no TLS there", func(e *Endpoint) { e.Security = ImplicitTLS }, "", "connect",
				"does not look like a TLS handshake"},
			{"nobody there", func(e *Endpoint) { e.Address = "127.0.0.1:1" }, "", "connect", "refused"},
			{"no greeting", func(e *Endpoint) { e.Address = silent.Addr().String() }, "", "connect",
				"deadline exceeded"},
			{"wrong password", func(e *Endpoint) { e.Password = "Baylen-1808" }, "", "login", "Authentication failed"},
			{"no such folder", func(*Endpoint) {}, "Turns", "folder", "opening mailbox"},
		} {
			func() {
				e := good
				tt.change(&e)
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				p, err := e.ProbeMailbox(ctx, tt.mailbox)
				if tt.stage != "" {
					f, ok := errors.AsType[*ProbeError](err)
					if !ok || f.Stage != tt.stage || !strings.Contains(f.Error(), tt.want) ||
						strings.Contains(f.Error(), "Baylen") {
						t.Errorf("%s: got %v, want an error at %s with %q", tt.name, err, tt.stage, tt.want)
					}
					if tt.stage == "folder" && fmt.Sprint(p.Folders) != "[INBOX]" {
						t.Errorf("%s: got folders %q", tt.name, p.Folders)
					}
					return
				}
				if err != nil || !p.Idle || fmt.Sprint(p.Folders) != "[INBOX]" || p.Messages != 2 ||
					time.Since(p.Newest) > time.Minute {
					t.Errorf("%s: got %+v, %v", tt.name, p, err)
				}
				if (e.Security == Plaintext) != p.Expires.IsZero() {
					t.Errorf("%s: certificate ends %v", tt.name, p.Expires)
				}
			}()
		}
		data, err := dialIMAP(t, l).UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
		if err != nil || len(data.AllUIDs()) != 2 {
			t.Errorf("a probe marked mails as seen: %v, %v", data, err)
		}
	})
}

func TestSenderProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server, client := tlsConfigs(t)
		for _, tt := range []struct {
			name    string
			refuses func(*script)
			stage   string
		}{
			{"good", func(*script) {}, ""},
			{"sender refused", func(s *script) { s.mail = &smtp.SMTPError{Code: 553, Message: "not yours"} }, "MAIL"},
		} {
			func() {
				sc := &script{mechanism: sasl.Plain}
				tt.refuses(sc)
				s := testSender(t, sc.start(t, listen(t, server), nil))
				s.Endpoint.Security, s.Endpoint.TLSConfig, s.Endpoint.User, s.Endpoint.Password = ImplicitTLS, client,
					player, password
				expires, err := s.Probe(t.Context(), player, "a@b", "c@d")
				stage := ""
				if e, ok := errors.AsType[*SendError](err); ok {
					stage = e.Stage
				}
				if stage != tt.stage || len(sc.mails()) != 0 || time.Until(expires) < 50*time.Minute {
					t.Errorf("%s: got %v, certificate until %v, %d mails, want an error at %q", tt.name, err, expires,
						len(sc.mails()), tt.stage)
				}
			}()
		}
		l := newLocal(t)
		s := testSender(t, l.SMTPAddr())
		_, err := s.Probe(t.Context(), player, player, "nobody@example.org")
		if e, ok := errors.AsType[*SendError](err); !ok || e.Stage != "RCPT" || e.Recipient != "nobody@example.org" ||
			e.Code != 550 {
			t.Errorf("got %v, want the second recipient refused", err)
		}
		s = testSender(t, (&script{}).start(t, listen(t, server), nil))
		s.Endpoint.Security = ImplicitTLS
		_, err = s.Probe(t.Context(), player)
		var unknown x509.UnknownAuthorityError
		if !errors.As(err, &unknown) {
			t.Errorf("got %v, want the certificate unknown", err)
		}
	})
}
