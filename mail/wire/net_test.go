package wire

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// Helpers for the tests that use the network, which is pipes in a bubble of
// package synctest.

const (
	player   = "ney@example.org"
	password = "Elchingen-1805"
)

var quiet = slog.New(slog.DiscardHandler)

func newLocal(t testing.TB, change ...func(*LocalConfig)) *LocalServer {
	t.Helper()
	return newLocalOf(t, localRoom, change...)
}

func newLocalOf(t testing.TB, has room, change ...func(*LocalConfig)) *LocalServer {
	t.Helper()
	cfg := LocalConfig{Accounts: []Account{{player, password}, {"games@example.net", password}}, Logger: quiet}
	for _, c := range change {
		c(&cfg)
	}
	l, err := startLocal(cfg, has, listenPipe)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func deliver(t testing.TB, l *LocalServer, raw string) {
	t.Helper()
	if err := l.Deliver("soult@example.org", player, []byte(raw)); err != nil {
		t.Fatal(err)
	}
}

// proxy forwards TCP connections and may change what the server says, line by
// line, and cut all connections.
type proxy struct {
	net.Listener
	filter func(line string) string

	mu       sync.Mutex
	conns    []net.Conn
	accepted int
	received int64 // bytes from the server
	forgets  bool  // at the start of the next IDLE
	deaf     int   // connections, from the first, through which nothing comes back any more
}

func startProxy(t testing.TB, target string, filter func(string) string) *proxy {
	t.Helper()
	ln := listen(t, nil)
	p := &proxy{Listener: ln, filter: filter}
	go func() {
		for {
			client, err := ln.Accept()
			if err != nil {
				return
			}
			server, err := reachPipe(t.Context(), "tcp", target)
			if err != nil {
				client.Close()
				continue
			}
			p.mu.Lock()
			p.conns = append(p.conns, client, server)
			p.accepted++
			n := p.accepted
			p.mu.Unlock()
			go func() { io.Copy(server, client); server.Close() }()
			go p.back(n, client, server)
		}
	}()
	t.Cleanup(func() { ln.Close(); p.cut() })
	return p
}

func (p *proxy) back(n int, client, server net.Conn) {
	defer client.Close()
	r := bufio.NewReader(server)
	for {
		line, err := r.ReadString('\n')
		if p.filter != nil {
			line = p.filter(line)
		}
		p.mu.Lock()
		p.received += int64(len(line))
		deaf := n <= p.deaf
		p.mu.Unlock()
		if deaf && err == nil {
			continue
		}
		p.hear(n, line)
		if _, werr := io.WriteString(client, line); err != nil || werr != nil {
			return
		}
	}
}

// cut closes all connections that are open.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		c.Close()
	}
	p.conns = nil
}

// forget waits for the next IDLE, and then lets the connection stand but
// nothing back through it: what a firewall does that lost its state.
func (p *proxy) forget(t testing.TB) {
	t.Helper()
	p.mu.Lock()
	p.forgets = true
	p.mu.Unlock()
	eventually(t, "IDLE", func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.deaf > 0
	})
}

func (p *proxy) hear(n int, line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.forgets && strings.HasPrefix(line, "+ ") {
		p.forgets, p.deaf = false, n
	}
}

func (p *proxy) counts() (connections int, bytes int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.accepted, p.received
}

// tlsConfigs gives a server with a certificate for 127.0.0.1 and a client that
// trusts it.
func tlsConfigs(t testing.TB) (server, client *tls.Config) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}},
		&tls.Config{RootCAs: pool}
}

// listen opens a listener, with TLS if cfg is not nil.
func listen(t testing.TB, cfg *tls.Config) net.Listener {
	t.Helper()
	ln, err := listenPipe("")
	if err != nil {
		t.Fatal(err)
	}
	if cfg != nil {
		ln = tls.NewListener(ln, cfg)
	}
	t.Cleanup(func() { ln.Close() })
	return ln
}

// eventually waits, in a bubble, until ok.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatalf("%s: not within 5 minutes", what)
}

func simpleMail(n int) string {
	return fmt.Sprintf("From: soult@example.org\r\nMessage-ID: <%d@example.org>\r\nSubject: %d\r\n\r\nbody %d\r\n", n,
		n, n)
}

func TestEndpointCheck(t *testing.T) {
	for _, tt := range []struct {
		address  string
		security Security
		ok       bool
	}{
		{"imap.example.org:993", ImplicitTLS, true},
		{"imap.example.org:143", StartTLS, true},
		{"imap.example.org:143", Plaintext, false},
		{"127.0.0.1.example.org:143", Plaintext, false},
		{"10.0.0.1:143", Plaintext, false},
		{"[::1]:143", Plaintext, true},
		{"127.1.2.3:143", Plaintext, true},
		{"localhost:143", Plaintext, true},
		{"imap.example.org", ImplicitTLS, false},
		{"localhost:143", "", false},
		{"localhost:143", "ssl", false},
	} {
		e := Endpoint{Address: tt.address, Security: tt.security}
		if err := e.Check(); (err == nil) != tt.ok {
			t.Errorf("%s %s: got %v, want ok: %t", tt.address, tt.security, err, tt.ok)
		}
	}
}

// noIdle hides the IDLE capability.
func noIdle(line string) string { return strings.ReplaceAll(line, " IDLE", "") }
