package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"berthier/mail"
	"berthier/mail/wire"
)

// serversTime is how long anything at the real servers may take.
const serversTime = 5 * time.Minute

// servers are Dovecot and Postfix, run by testdata/servers/run.
type servers struct {
	dir                            string
	imaps, submission, submissions string // host:port
	stdin                          io.Writer
	stdout                         *bufio.Reader
	trust                          *tls.Config
}

// needServers skips a test where the programs are missing; .ci/run, which
// installs them, sets BERTHIER_SERVERS so that the test must run.
func needServers(t *testing.T) {
	t.Helper()
	var missing []string
	for _, program := range []string{"dovecot", "postfix", "neomutt", "s-nail", "ssh-keygen", "gpg", "script"} {
		if _, err := exec.LookPath(program); err != nil {
			missing = append(missing, program)
		}
	}
	if os.Geteuid() != 0 {
		missing = append(missing, "root's rights")
	}
	switch {
	case len(missing) == 0:
	case os.Getenv("BERTHIER_SERVERS") != "":
		t.Fatalf("missing: %s", strings.Join(missing, ", "))
	default:
		t.Skipf("NOT TESTED AGAINST REAL MAIL SERVERS, missing: %s", strings.Join(missing, ", "))
	}
}

// startServers starts both with a mailbox and the password for each user.
func startServers(t *testing.T, password string, users ...string) *servers {
	t.Helper()
	// The servers run as several users and want short names of sockets.
	dir, err := os.MkdirTemp("", "berthier-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	s := &servers{dir: dir, trust: writeCertificate(t, dir)}
	var list strings.Builder
	for _, u := range users {
		fmt.Fprintf(&list, "%s:{PLAIN}%s::::::userdb_quota_rule=*:storage=100M\n", u, password)
	}
	s.write(t, "users", list.String())
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	host := ownAddress(t)
	s.imaps = startLossy(t, host+":10993").address()
	s.submission = startLossy(t, host+":10587").address()
	s.submissions = startLossy(t, host+":10465").address()
	cmd := exec.Command("testdata/servers/run", dir, host)
	stdin, err1 := cmd.StdinPipe()
	stdout, err2 := cmd.StdoutPipe()
	cmd.Stderr = t.Output()
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	s.stdin, s.stdout = stdin, bufio.NewReader(stdout)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stdin.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("stopping the servers: %v", err)
		}
		if t.Failed() {
			for _, name := range []string{"dovecot.log", "postfix.log"} {
				text, _ := os.ReadFile(filepath.Join(dir, name))
				t.Logf("%s ends with\n%s", name, text[max(0, len(text)-3000):])
			}
		}
	})
	if got := s.line(t); got != "ready" {
		t.Fatalf("the servers say %q, want ready", got)
	}
	return s
}

var addresses atomic.Uint32 // that were given away

// ownAddress is a loopback address that nobody else uses, so that servers which must be told
// the number of a port take it from nobody: it has the number of this process in its last 24
// bits, of which that needs 22. The test reaches them through ports that it holds.
func ownAddress(t *testing.T) string {
	t.Helper()
	n := addresses.Add(1) - 1
	if n > 3 {
		t.Fatal("a process has no more than four addresses")
	}
	own := uint32(os.Getpid())<<2 | n
	return net.IPv4(127, byte(own>>16), byte(own>>8), byte(own)).String()
}

func (s *servers) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (s *servers) line(t *testing.T) string {
	t.Helper()
	line, err := s.stdout.ReadString('\n')
	if err != nil {
		t.Fatalf("reading from the servers: %v", err)
	}
	return strings.TrimSpace(line)
}

// do gives the servers a command and returns what it printed.
func (s *servers) do(t *testing.T, format string, args ...any) (out []string) {
	t.Helper()
	command := fmt.Sprintf(format, args...)
	fmt.Fprintln(s.stdin, command)
	for {
		switch l := s.line(t); {
		case l == "done":
			return out
		case strings.HasPrefix(l, "failed"):
			t.Fatalf("%s: %s %s", command, l, out)
		default:
			out = append(out, l)
		}
	}
}

// writeCertificate makes a certificate of localhost, and gives what trusts it.
func writeCertificate(t *testing.T, dir string) *tls.Config {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(30 * 24 * time.Hour),
		DNSNames: []string{"localhost"}, IsCA: true, BasicConstraintsValid: true,
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"tls.crt": {Type: "CERTIFICATE", Bytes: cert},
		"tls.key": {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	parsed, err := x509.ParseCertificate(cert)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return &tls.Config{RootCAs: pool}
}

// token makes an access token for a user (RFC 7519, HS256), and gives Dovecot the
// key to check it with.
func (s *servers) token(t *testing.T, user string) string {
	t.Helper()
	key := []byte(rand.Text())
	folder := filepath.Join(s.dir, "keys/default/HS256")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	s.write(t, "keys/default/HS256/default", base64.StdEncoding.EncodeToString(key))
	part := func(v any) string {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return base64.RawURLEncoding.EncodeToString(text)
	}
	now := time.Now().Unix()
	signed := part(map[string]any{"alg": "HS256", "typ": "JWT"}) + "." +
		part(map[string]any{"iss": "https://tokens.test", "sub": user, "email": user, "iat": now, "nbf": now,
			"exp": now + 600})
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(signed))
	return signed + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// lossyProxy forwards to a server, until it drops a connection without telling.
type lossyProxy struct {
	net.Listener
	mu    sync.Mutex
	last  *atomic.Bool // of the newest connection: whether it is lost
	heard time.Time    // when something last passed
}

func startLossy(t *testing.T, target string) *lossyProxy {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &lossyProxy{Listener: ln}
	t.Cleanup(func() { ln.Close() })
	go func() {
		for {
			client, err := ln.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", target)
			if err != nil {
				client.Close()
				continue
			}
			lost := &atomic.Bool{}
			l.mu.Lock()
			l.last = lost
			l.mu.Unlock()
			go l.pass(lost, server, client)
			go l.pass(lost, client, server)
		}
	}()
	return l
}

func (l *lossyProxy) pass(lost *atomic.Bool, to, from net.Conn) {
	defer to.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		l.mu.Lock()
		l.heard = time.Now()
		l.mu.Unlock()
		if lost.Load() {
			continue
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// address names the host as the certificate does.
func (l *lossyProxy) address() string {
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return "localhost:" + port
}

// lose drops the newest connection while nothing passes, so in IDLE.
func (l *lossyProxy) lose() {
	for quiet := false; !quiet; time.Sleep(10 * time.Millisecond) {
		l.mu.Lock()
		if quiet = time.Since(l.heard) > 300*time.Millisecond; quiet {
			l.last.Store(true)
		}
		l.mu.Unlock()
	}
}

// reader is a player who keeps his mailbox open.
type reader struct {
	mu   sync.Mutex
	got  []*mail.Message
	more chan struct{} // closed when a mail comes
}

func (s *servers) read(t *testing.T, user, password string) *reader {
	r := &reader{more: make(chan struct{})}
	p := &wire.Poller{
		Endpoint: wire.Endpoint{Address: s.imaps, Security: wire.ImplicitTLS, User: user, Password: password,
			TLSConfig: s.trust},
		RetryMin: 50 * time.Millisecond, RetryMax: time.Second, Logger: slog.New(slog.DiscardHandler),
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.Run(ctx, wire.Cursor{}, wire.Each(func(_ context.Context, a wire.Arrival) error {
			m, _ := mail.Parse(a.Raw)
			r.mu.Lock()
			defer r.mu.Unlock()
			r.got = append(r.got, m)
			close(r.more)
			r.more = make(chan struct{})
			return nil
		}))
	}()
	t.Cleanup(func() { cancel(); <-done })
	return r
}

func (r *reader) all() ([]*mail.Message, chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]*mail.Message(nil), r.got...), r.more
}

// await waits for a mail that fits.
func (r *reader) await(t *testing.T, what string, fits func(*mail.Message) bool) *mail.Message {
	t.Helper()
	deadline := time.After(serversTime)
	for {
		got, more := r.all()
		for _, m := range got {
			if fits(m) {
				return m
			}
		}
		select {
		case <-more:
		case <-deadline:
			var subjects []string
			for _, m := range got {
				subjects = append(subjects, m.ID+" "+m.Subject)
			}
			t.Fatalf("%s: not within %v; there is\n%s", what, serversTime, strings.Join(subjects, "\n"))
		}
	}
}

// report waits for the report of a step; step 0 is the opening.
func (r *reader) report(t *testing.T, game string, step int, side string) *mail.Message {
	t.Helper()
	id := fmt.Sprintf("%s.%d.%s@berthier.test", game, step, side)
	return r.await(t, "report "+id, func(m *mail.Message) bool { return m.ID == id })
}

// daemonProcess is a running "berthier serve".
type daemonProcess struct {
	cmd *exec.Cmd
	mu  sync.Mutex
	log bytes.Buffer
}

func (d *daemonProcess) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.log.Write(p)
}

func (d *daemonProcess) text() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.log.String()
}

// await waits until the log has n matches.
func (d *daemonProcess) await(t *testing.T, pattern string, n int) {
	t.Helper()
	re := regexp.MustCompile(pattern)
	for end := time.Now().Add(serversTime); len(re.FindAllString(d.text(), -1)) < n; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the log has not %d times %q:\n%s", n, pattern, d.text())
		}
	}
}

// serve starts the daemon in a folder with a berthier.toml.
func (s *servers) serve(t *testing.T, dir string, env ...string) *daemonProcess {
	t.Helper()
	d := &daemonProcess{cmd: exec.Command("berthier", "serve", "-config", "berthier.toml")}
	d.cmd.Dir, d.cmd.Env = dir, s.environ(env...)
	d.cmd.Stdout, d.cmd.Stderr = d, d
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if d.cmd.ProcessState == nil {
			d.cmd.Process.Kill()
			d.cmd.Wait()
		}
		if t.Failed() {
			t.Logf("log of the daemon:\n%s", d.text())
		}
	})
	return d
}

func (s *servers) environ(env ...string) []string {
	return append(append(os.Environ(), "SSL_CERT_FILE="+filepath.Join(s.dir, "tls.crt")), env...)
}

// gnupg is the folder of gpg's keys, where the names of its sockets are short.
func (s *servers) gnupg() string { return filepath.Join(s.dir, "gnupg") }

// stop ends the daemon as systemd does.
func (d *daemonProcess) stop(t *testing.T) {
	t.Helper()
	d.cmd.Process.Signal(os.Interrupt)
	if err := d.cmd.Wait(); err != nil {
		t.Errorf("berthier serve: %v", err)
	}
}

// command runs a program in a folder and gives what it prints.
func (s *servers) command(t *testing.T, dir, stdin string, argv ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), serversTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Stdin, cmd.Env = dir, strings.NewReader(stdin), s.environ("HOME="+dir, "GNUPGHOME="+s.gnupg())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(argv, " "), err, out)
	}
	return string(out)
}
