package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"berthier/mail"
)

// club is a game at the real servers.
type club struct {
	*servers
	dir     string // of configuration, keys and turn files
	game    string
	players []*clubPlayer
	step    int // last one that was reported
	sent    int // mails of the players
}

type clubPlayer struct {
	*reader
	side, address string
	program
}

// program is how a player signs and sends.
type program struct {
	key  func(t *testing.T, c *club, side string)                // makes SIDE-key.pub
	send func(t *testing.T, c *club, p *clubPlayer, turn string) // signs a turn and mails it
}

var (
	attaching = program{sshKey, attach}    // neomutt with a file that OpenSSH signed
	pasting   = program{sshKey, paste}     // s-nail with what berthier sign prints
	signing   = program{pgpKey, muttSigns} // neomutt that signs the mail with gpg
)

const clubPassword = "Wagram-1809"

func newClub(t *testing.T, s *servers, game string, french, allied program, config string) *club {
	t.Helper()
	c := &club{servers: s, dir: t.TempDir(), game: game}
	files := map[string]string{
		"berthier.toml": "state = \"state\"\naddress = \"umpire@berthier.test\"\n" + config,
		"secret":        clubPassword + "\n",
	}
	args := []string{"berthier", "new", "-config", "berthier.toml", "-game", game, "-scenario", "goldbach"}
	for side, program := range map[string]program{"French": french, "Allied": allied} {
		p := &clubPlayer{side: side, address: strings.ToLower(side) + "@club.test", program: program}
		p.reader = s.read(t, p.address, clubPassword)
		c.players = append(c.players, p)
		p.key(t, c, side)
		args = append(args, "-player", side+"="+p.address+"="+side+"-key.pub")
	}
	_, port, _ := net.SplitHostPort(s.submission)
	_, ports, _ := net.SplitHostPort(s.submissions)
	files["neomuttrc"] = fmt.Sprintf(`set from = "french@club.test"
set smtp_url = "smtp://french%%40club.test@localhost:%s/"
set smtp_pass = "%s"
set ssl_starttls = yes
set ssl_force_tls = yes
set certificate_file = "%s/tls.crt"
set copy = no
set folder = "."
set postponed = ""
set editor = true
set autoedit = yes
set edit_headers = yes
set abort_unmodified = no
set wait_key = no
set crypt_use_gpgme = no
set pgp_default_key = "french@club.test"
set pgp_sign_command = "gpg --batch --no-verbose --output - --armor --detach-sign --textmode -u %%a %%f"
`, port, clubPassword, s.dir)
	files["mailrc"] = fmt.Sprintf(`set v15-compat
set from=allied@club.test
set mta=smtps://allied%%40club.test:%s@localhost:%s
set smtp-auth=plain
set tls-verify=strict tls-ca-no-defaults tls-ca-file=%s/tls.crt
`, clubPassword, ports, s.dir)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.command(t, c.dir, "", args...)
	return c
}

func sshKey(t *testing.T, c *club, side string) {
	t.Helper()
	c.command(t, c.dir, "", "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", side, "-f", side+"-key")
}

func attach(t *testing.T, c *club, p *clubPlayer, turn string) {
	t.Helper()
	file := fmt.Sprintf("%s-%d.txt", p.side, c.step)
	if err := os.WriteFile(filepath.Join(c.dir, file), []byte(turn), 0o600); err != nil {
		t.Fatal(err)
	}
	c.command(t, c.dir, "", "ssh-keygen", "-Y", "sign", "-n", "berthier", "-f", p.side+"-key", file)
	c.command(t, c.dir, "My orders are attached.\n", "neomutt", "-n", "-F", "neomuttrc", "-s", "orders "+file, "-a",
		file, file+".sig", "--", "umpire+"+c.game+"@berthier.test")
}

func pgpKey(t *testing.T, c *club, side string) {
	t.Helper()
	if err := os.Mkdir(c.gnupg(), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { exec.Command("gpgconf", "--homedir", c.gnupg(), "--kill", "all").Run() })
	c.command(t, c.dir, "", "gpg", "--batch", "--quiet", "--passphrase", "", "--quick-generate-key",
		side+" <"+strings.ToLower(side)+"@club.test>", "ed25519", "sign")
	c.command(t, c.dir, "", "gpg", "--batch", "--armor", "--output", side+"-key.pub", "--export")
}

// muttSigns has neomutt sign, which it does only with a terminal.
func muttSigns(t *testing.T, c *club, p *clubPlayer, turn string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(c.dir, "body"), []byte(turn), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), serversTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "script", "-qec",
		"neomutt -n -F neomuttrc -e 'set crypt_autosign' -i body -s orders -- umpire@berthier.test", "/dev/null")
	cmd.Dir, cmd.Env = c.dir, c.environ("HOME="+c.dir, "TERM=xterm", "GNUPGHOME="+c.gnupg())
	keys, err1 := cmd.StdinPipe()
	screen, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	shown, buffer := "", make([]byte, 4096)
	for sent := false; ; {
		n, err := screen.Read(buffer)
		if err != nil {
			break
		}
		if shown += string(buffer[:n]); !sent && strings.Contains(shown, "Security: Sign") {
			sent = true
			fmt.Fprint(keys, "y")
		}
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(shown, "Mail sent") {
		t.Fatalf("neomutt: %v\n%q", err, shown)
	}
}

func paste(t *testing.T, c *club, p *clubPlayer, turn string) {
	t.Helper()
	signed := c.command(t, c.dir, turn, "berthier", "sign", "-key", p.side+"-key", "-")
	c.command(t, c.dir, "Sire,\n\n"+signed+"\n-- \nby s-nail\n", "env", "MAILRC=mailrc", "s-nail", "-n", "-s",
		"orders", "umpire+"+c.game+"@berthier.test")
}

var orderBlock = regexp.MustCompile(`(?ms)^game: .*?^end$`)

// play resolves the next step: everybody who owes orders sends the block of his
// last report as it is. Those in except do not wait for theirs.
func (c *club) play(t *testing.T, except ...string) {
	t.Helper()
	before := c.sent
	for _, p := range c.players {
		last := p.report(t, c.game, c.step, p.side)
		if block := orderBlock.FindString(strings.ReplaceAll(last.Text, "\r\n", "\n")); block != "" &&
			strings.Contains(last.Subject, "your orders") {
			p.send(t, c, p, strings.Replace(block, "\n# hold ", "\nhold ", 1)+"\n")
			c.sent++
		}
	}
	if c.sent == before {
		t.Fatalf("nobody owes anything after step %d", c.step)
	}
	c.step++
	for _, p := range c.players {
		if !strings.Contains(strings.Join(except, " "), p.side) {
			p.report(t, c.game, c.step, p.side)
		}
	}
}

// TestServers plays by real mail programs over Debian's Postfix and Dovecot, and
// through what happens to servers in the years of a club.
func TestServers(t *testing.T) {
	needServers(t)
	t.Parallel()
	start := time.Now()
	s := startServers(t, clubPassword, "umpire@berthier.test", "french@club.test", "allied@club.test")
	// Only IDLE can be as quick as the waits of this test.
	c := newClub(t, s, "club-1", attaching, pasting, fmt.Sprintf(`
imap = {address = %q, user = "umpire@berthier.test", password_file = "secret", poll_seconds = 600}
smtp = {address = %q, security = "starttls", user = "umpire@berthier.test", password_env = "SECRET"}
`, s.imaps, s.submission))
	c.consultDoctor(t)
	t.Logf("doctor after %v", time.Since(start))
	d := s.serve(t, c.dir, "SECRET="+clubPassword)

	c.play(t)
	for _, p := range c.players {
		p.await(t, "answer", func(m *mail.Message) bool {
			return strings.Contains(m.Subject, "orders received") ||
				strings.Contains(m.Text, "How your orders were understood")
		})
	}
	t.Logf("full cycle after %v", time.Since(start))

	s.do(t, "restart dovecot")
	c.play(t)
	s.do(t, "restart postfix")
	c.play(t)
	t.Logf("restarts after %v", time.Since(start))
	c.moveMailbox(t, d)
	t.Logf("mailbox moved after %v", time.Since(start))
	d = c.fillMailbox(t, d, "SECRET="+clubPassword)
	t.Logf("quota after %v", time.Since(start))

	d.stop(t)
	if out := s.command(t, c.dir, "", "berthier", "store", "check", "-config", "berthier.toml"); !strings.Contains(out,
		"is sound") {
		t.Errorf("store check says %s", out)
	}
	if log := d.text(); strings.Contains(log, clubPassword) {
		t.Errorf("the log has the password:\n%s", log)
	}
}

// consultDoctor lets the doctor see a good configuration and bad ones.
func (c *club) consultDoctor(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(c.dir, "berthier.toml"))
	if err != nil {
		t.Fatal(err)
	}
	_, imaps, _ := net.SplitHostPort(c.imaps)
	const trust = "SSL_CERT_FILE"
	for _, tt := range []struct {
		name, old, new string
		env            string
		code           int
		want           []string
	}{
		{"good", "", "", "", 0, []string{
			"ok    imap name     localhost is 127.0.0.1", "ok    imap TLS", "ok    imap login",
			"ok    imap folder   INBOX has no mail",
			"ok    imap quota    0 of 100 MB are used", "ok    smtp TLS", "ok    smtp login",
			"to umpire+doctor@berthier.test"}},
		{"authority unknown", "", "", trust + "=/dev/null", 1,
			[]string{"FAIL  imap connect  ", "FAIL  smtp connect  ", "SSL_CERT_FILE"}},
		{"not the name of the certificate", "localhost:" + imaps, "127.0.0.1:" + imaps, "", 1,
			[]string{"FAIL  imap connect", "the certificate is for localhost: put that name into imap.address"}},
		{"TLS against STARTTLS", `"starttls"`, `"tls"`, "", 1,
			[]string{"ok    imap login", "FAIL  smtp connect", `use smtp.security = "starttls"`}},
		{"somebody else's address", `address = "umpire@berthier.test"`, `address = "french@club.test"`, "", 1,
			[]string{"FAIL  smtp mail", "may not send as french@club.test"}},
		{"wrong password", "", "", "SECRET=simsim", 1, []string{"ok    imap login", "FAIL  smtp login"}},
		{"no such folder", "poll_seconds", `mailbox = "Turns", poll_seconds`, "", 1,
			[]string{"FAIL  imap folder", "imap.mailbox: INBOX"}},
	} {
		changed := strings.ReplaceAll(string(text), tt.old, tt.new)
		if tt.old != "" && changed == string(text) {
			t.Fatalf("%s: nothing to replace", tt.name)
		}
		if err := os.WriteFile(filepath.Join(c.dir, "doctor.toml"), []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), "berthier", "doctor", "-config", "doctor.toml")
		cmd.Dir, cmd.Env = c.dir, c.environ("SECRET="+clubPassword, cmp.Or(tt.env, "NONE="))
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != tt.code {
			t.Errorf("%s: exit code %d, want %d", tt.name, code, tt.code)
		}
		for _, w := range tt.want {
			if !strings.Contains(string(out), w) {
				t.Errorf("%s: the doctor does not say %q:\n%s", tt.name, w, out)
			}
		}
	}
}

// moveMailbox gives the daemon a new mailbox with its own numbers, and then
// puts all old mails into it.
func (c *club) moveMailbox(t *testing.T, d *daemonProcess) {
	t.Helper()
	c.do(t, "forget umpire@berthier.test")
	old := c.sent
	c.play(t)
	d.await(t, "mailbox was renumbered", 1)
	count := func() (n int) {
		for _, p := range c.players {
			got, _ := p.all()
			n += len(got)
		}
		return n
	}
	mails := count()
	c.do(t, "doveadm import -u umpire@berthier.test maildir:%s/umpire@berthier.test.old \"\" all", c.servers.dir)
	d.await(t, "mail ignored: it was here before", old)
	c.play(t)
	if n := count(); n > mails+3 {
		t.Errorf("%d mails more, want only a receipt and the reports of one step", n-mails)
	}
}

// fillMailbox lets a player's mailbox be full for a while: his report waits, the
// others do not, and he gets it when there is room and the daemon starts again.
func (c *club) fillMailbox(t *testing.T, d *daemonProcess, env string) *daemonProcess {
	t.Helper()
	c.setQuota(t, "1")
	c.play(t, "French")
	d.await(t, `mail not sent yet.* 452: .*Mailbox is full`, 1)
	d.stop(t)
	c.setQuota(t, "100M")
	d = c.serve(t, c.dir, env)
	c.play(t)
	return d
}

// setQuota limits the mailbox of the French player.
func (c *club) setQuota(t *testing.T, storage string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(c.servers.dir, "users"))
	if err != nil {
		t.Fatal(err)
	}
	c.write(t, "users", regexp.MustCompile(`(?m)^(french.*storage=).*$`).ReplaceAllString(string(text), "${1}"+storage))
	// Dovecot looks at the file once a second.
	for end := time.Now().Add(serversTime); ; time.Sleep(50 * time.Millisecond) {
		got := c.do(t, "doveadm user -f quota_rule french@club.test")
		if strings.Join(got, "") == "*:storage="+storage {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the quota stays %v", got)
		}
	}
}

// TestServersToken logs in with tokens that Dovecot checks, takes a mail that
// neomutt signed with gpg, and loses its connection to Dovecot without a word, as
// behind a firewall.
func TestServersToken(t *testing.T) {
	needServers(t)
	t.Parallel()
	s := startServers(t, clubPassword, "umpire@berthier.test", "french@club.test", "allied@club.test")
	lossy := startLossy(t, s.imaps)
	c := newClub(t, s, "club-2", signing, pasting, fmt.Sprintf(`
maps = false
imap = {address = %q, user = "umpire@berthier.test", token_command = ["cat", "token"], poll_seconds = 2}
smtp = {address = %q, user = "umpire@berthier.test", token_file = "token"}
`, lossy.address(), s.submissions))
	token := s.token(t, "umpire@berthier.test")
	if err := os.WriteFile(filepath.Join(c.dir, "token"), []byte(token), 0o600); err != nil {
		t.Fatal(err)
	}
	d := c.serve(t, c.dir)
	c.play(t)
	d.await(t, "side=French key=0x[0-9A-F]{40}", 1)
	lossy.lose()
	c.play(t)
	d.await(t, "mailbox not polled.*ending IDLE", 1)
	d.stop(t)
	if log := d.text(); strings.Contains(log, token) {
		t.Errorf("the log has the token:\n%s", log)
	}
}
