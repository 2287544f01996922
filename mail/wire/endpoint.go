package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"time"
)

// Security says how a connection to a mail server is protected.
type Security string

// The kinds of protection.
const (
	ImplicitTLS Security = "tls"      // TLS from the first byte (RFC 8314); IMAP 993, SMTP 465
	StartTLS    Security = "starttls" // TLS after the greeting, required; IMAP 143, SMTP 587
	Plaintext   Security = "none"     // only to a loopback address
)

// ErrInsecure is returned for a server that is not on this machine and would
// be reached without TLS.
var ErrInsecure = errors.New("refusing an unprotected connection to a server that is not on this machine")

// Endpoint is an account on a mail server.
type Endpoint struct {
	Address  string // host:port
	Security Security
	User     string
	Password string

	// Token, if there is one, is asked for an OAuth 2.0 access token at every
	// login, which is then made with OAUTHBEARER (RFC 7628) or, where a server
	// lacks that, XOAUTH2. Password does not count then.
	Token func(context.Context) (string, error)

	// TLSConfig replaces the default configuration, for a private certificate
	// authority. The server name is set from Address if it is empty.
	TLSConfig *tls.Config

	reach func(ctx context.Context, network, address string) (net.Conn, error) // in place of the network, for tests
}

// Check tells whether the endpoint can be used at all: a port, a known
// Security, and ErrInsecure for what must not be done.
func (e *Endpoint) Check() error {
	host, _, err := net.SplitHostPort(e.Address)
	if err != nil {
		return fmt.Errorf("server address: %w", err)
	}
	switch e.Security {
	case ImplicitTLS, StartTLS:
		return nil
	case Plaintext:
		if !isLoopback(host) {
			return fmt.Errorf("%s: %w", host, ErrInsecure)
		}
		return nil
	}
	return fmt.Errorf("security %q: want %q, %q or %q", string(e.Security), ImplicitTLS, StartTLS, Plaintext)
}

// isLoopback looks at the name only: resolving it would trust the network for
// the decision whether to trust the network.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (e *Endpoint) tlsConfig() *tls.Config {
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if e.TLSConfig != nil {
		c = e.TLSConfig.Clone()
	}
	if c.ServerName == "" {
		c.ServerName, _, _ = net.SplitHostPort(e.Address)
	}
	return c
}

// dial connects, with TLS for ImplicitTLS. StartTLS is up to the protocol.
func (e *Endpoint) dial(ctx context.Context, timeout time.Duration) (net.Conn, error) {
	if err := e.Check(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, timeout) // covers the handshake too
	defer cancel()
	reach := e.reach
	if reach == nil {
		reach = (&net.Dialer{}).DialContext
	}
	conn, err := reach(ctx, "tcp", e.Address)
	if err != nil || e.Security != ImplicitTLS {
		return conn, err
	}
	secure := tls.Client(conn, e.tlsConfig())
	if err := secure.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, err
	}
	return secure, nil
}
