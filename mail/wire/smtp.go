package wire

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/emersion/go-smtp"

	"berthier/mail"
)

// idleLife is how long a Sender keeps an unused connection. Servers begin to
// close them themselves after some minutes.
const idleLife = 30 * time.Second

// SendError is the error of Sender.Send.
type SendError struct {
	// Permanent says that the same mail will be refused again, so that sending
	// it once more is no use: a 5xx reply to a recipient or to the content.
	// Everything else is temporary, a refused login or sender among it, since
	// the umpire can put that right and no mail must be lost meanwhile.
	Permanent bool
	Stage     string // "connect", "login", "MAIL", "RCPT" or "DATA"
	Code      int    // reply code (RFC 5321 section 4.2), 0 if the connection failed
	Recipient string // for Stage "RCPT"
	err       error
}

func (e *SendError) Error() string {
	kind := "temporarily"
	if e.Permanent {
		kind = "permanently"
	}
	why := "refused"
	if e.err != nil {
		why = mail.Clip(mail.OneLine(e.err.Error()), 300)
	}
	return fmt.Sprintf("mail %s not sent (%s): %s", kind, e.Stage, why)
}

func (e *SendError) Unwrap() error { return e.err }

// Sender hands mails to a submission server (RFC 6409). It keeps its
// connection for the next mail. Its methods may be called by several
// goroutines; mails go one after the other.
type Sender struct {
	Endpoint  Endpoint      // User "" means no login
	HelloName string        // name in EHLO, default "localhost"
	Timeout   time.Duration // for one command, default 1 min; five times that for the content

	mu      sync.Mutex
	client  *smtp.Client
	conn    net.Conn
	closing *time.Timer
}

// Send hands over one mail for all recipients, or for none. The error is a
// *SendError. When the connection breaks while the server confirms the
// content, the mail may have been sent although an error is returned: sent
// again with the same Message-ID, it is recognizable as a copy.
func (s *Sender) Send(ctx context.Context, from string, to []string, raw []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return &SendError{Stage: "connect", err: err}
	}
	if s.closing != nil {
		s.closing.Stop()
	}
	reused := s.client != nil
	err := s.send(ctx, from, to, raw)
	if reused && s.client == nil && err != nil && err.Stage == "MAIL" {
		// The server closed the idle connection, or counts mails on it.
		err = s.send(ctx, from, to, raw)
	}
	if s.client != nil {
		client := s.client
		s.closing = time.AfterFunc(idleLife, func() { s.closeIf(client) })
	}
	if err != nil {
		return err
	}
	return nil
}

func (s *Sender) send(ctx context.Context, from string, to []string, raw []byte) *SendError {
	if s.client == nil {
		if err := s.connect(ctx); err != nil {
			return err
		}
	}
	conn := s.conn
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	err := s.transaction(from, to, raw)
	if err == nil {
		return nil
	}
	// A refusal leaves the connection usable, anything else does not.
	if err.Code == 0 || err.Code == 421 || s.client.Reset() != nil {
		s.drop()
	}
	if ctx.Err() != nil {
		err.err = fmt.Errorf("%w: %w", ctx.Err(), err.err)
	}
	return err
}

func (s *Sender) transaction(from string, to []string, raw []byte) *SendError {
	for _, a := range append([]string{from}, to...) {
		if strings.ContainsFunc(a, func(r rune) bool { return mail.IsControl(r) || r == '<' || r == '>' }) {
			return &SendError{Permanent: true, Stage: "MAIL", Code: 501, err: errors.New("address is malformed")}
		}
	}
	opts := &smtp.MailOptions{Size: int64(len(raw)), UTF8: !ascii(append([]string{from}, to...)...)}
	if ok, _ := s.client.Extension("SMTPUTF8"); opts.UTF8 && !ok {
		return &SendError{Permanent: true, Stage: "MAIL", Code: 550,
			err: errors.New("server takes no address with letters outside ASCII")}
	}
	if ok, _ := s.client.Extension("8BITMIME"); !ok && !ascii(string(raw)) {
		var err error
		if raw, err = mail.SevenBit(raw); err != nil {
			return &SendError{Permanent: true, Stage: "DATA", Code: 554, err: err}
		}
		opts.Size = int64(len(raw))
	}
	if err := s.client.Mail(from, opts); err != nil {
		return sendError("MAIL", err)
	}
	for _, rcpt := range to {
		if err := s.client.Rcpt(rcpt, nil); err != nil {
			e := sendError("RCPT", err)
			e.Recipient = rcpt
			return e
		}
	}
	w, err := s.client.Data()
	if err != nil {
		return sendError("DATA", err)
	}
	if _, err := bytes.NewReader(raw).WriteTo(w); err != nil {
		return &SendError{Stage: "DATA", err: err}
	}
	if err := w.Close(); err != nil {
		return sendError("DATA", err)
	}
	return nil
}

func ascii(ss ...string) bool {
	for _, s := range ss {
		for i := range len(s) {
			if s[i] >= 0x80 {
				return false
			}
		}
	}
	return true
}

// sendError sorts a fault of a transaction. A 5xx reply to MAIL is about our
// own account, except for the size, which is declared there.
func sendError(stage string, err error) *SendError {
	e := &SendError{Stage: stage, err: err}
	var reply *smtp.SMTPError
	if !errors.As(err, &reply) {
		return e
	}
	e.Code = reply.Code
	switch {
	case e.Code == 530 || e.Code == 534 || e.Code == 535 || e.Code == 538: // RFC 4954: login
	case stage == "MAIL":
		e.Permanent = e.Code == 552
	default:
		e.Permanent = e.Code >= 500
	}
	return e
}

// connect opens a connection and logs in.
func (s *Sender) connect(ctx context.Context) *SendError {
	timeout := cmp.Or(s.Timeout, time.Minute)
	conn, err := s.Endpoint.dial(ctx, timeout)
	if err != nil {
		return &SendError{Stage: "connect", err: err}
	}
	conn = &briefConn{Conn: conn}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	client, err := s.greet(conn, timeout)
	if err != nil {
		conn.Close()
		return &SendError{Stage: "connect", Code: replyCode(err), err: err}
	}
	if s.Endpoint.User != "" {
		auth, err := s.Endpoint.mechanism(ctx, client.SupportsAuth)
		if err == nil {
			err = client.Auth(auth)
		}
		if err != nil {
			client.Close()
			return &SendError{Stage: "login", Code: replyCode(err), err: err}
		}
	}
	s.client, s.conn = client, conn
	return nil
}

// greet introduces the client. The greeting before STARTTLS is made by go-smtp
// with a time limit of its own, which is too long and cannot be changed.
func (s *Sender) greet(conn net.Conn, timeout time.Duration) (*smtp.Client, error) {
	var client *smtp.Client
	if s.Endpoint.Security == StartTLS {
		guard := time.AfterFunc(timeout, func() { conn.Close() })
		defer guard.Stop()
		var err error
		if client, err = smtp.NewClientStartTLS(conn, s.Endpoint.tlsConfig()); err != nil {
			return nil, err
		}
	} else {
		client = smtp.NewClient(conn)
	}
	client.CommandTimeout, client.SubmissionTimeout = timeout, 5*timeout
	return client, client.Hello(cmp.Or(s.HelloName, "localhost"))
}

// briefConn ends when the server answers one command with more than a MiB: go-smtp
// would take in a reply without an end.
type briefConn struct {
	net.Conn
	read atomic.Int64 // since the last write
}

func (c *briefConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.read.Add(int64(n)) > 1<<20 {
		c.Close()
		return 0, errServer
	}
	return n, err
}

func (c *briefConn) Write(b []byte) (int, error) {
	c.read.Store(0)
	return c.Conn.Write(b)
}

func replyCode(err error) int {
	var reply *smtp.SMTPError
	if errors.As(err, &reply) {
		return reply.Code
	}
	return 0
}

func (s *Sender) drop() {
	if s.client != nil {
		s.client.Close()
		s.client, s.conn = nil, nil
	}
}

func (s *Sender) closeIf(client *smtp.Client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.client == client {
		s.quit()
	}
}

// Close ends the connection, if there is one. The Sender can still be used.
func (s *Sender) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.quit()
	return nil
}

func (s *Sender) quit() {
	if s.closing != nil {
		s.closing.Stop()
	}
	if s.client != nil {
		s.client.CommandTimeout = 5 * time.Second // a courtesy, not worth waiting for
		s.client.Quit()
	}
	s.drop()
}
