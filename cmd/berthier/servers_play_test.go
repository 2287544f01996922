package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"berthier/mail"
)

// club is a game at the real servers.
type club struct {
	*servers
	dir     string // of configuration, keys and turn files
	game    string
	players []*clubPlayer
	step    int // last one that was reported
}

type clubPlayer struct {
	*reader
	side, address string
	send          func(*testing.T, *club, *clubPlayer, string) // mails a turn
}

const clubPassword = "Wagram-1809"

func newClub(t *testing.T, s *servers, game, umpire, config string) *club {
	t.Helper()
	c := &club{servers: s, dir: t.TempDir(), game: game}
	files := map[string]string{
		"berthier.toml": "state = \"state\"\naddress = \"" + umpire + "\"\n" + config,
		"secret":        clubPassword + "\n",
	}
	args := []string{"berthier", "new", "-config", "berthier.toml", "-game", game, "-scenario", "goldbach"}
	for side, send := range map[string]func(*testing.T, *club, *clubPlayer, string){"French": neomutt, "Allied": snail} {
		p := &clubPlayer{side: side, address: strings.ToLower(side) + "@club.test", send: send}
		p.reader = s.read(t, p.address, clubPassword)
		c.players = append(c.players, p)
		s.command(t, c.dir, "", "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", side, "-f", side+"-key")
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
set ssl_usesystemcerts = no
set copy = no
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

// neomutt sends the turn as a file with the signature that OpenSSH makes.
func neomutt(t *testing.T, c *club, p *clubPlayer, turn string) {
	t.Helper()
	file := fmt.Sprintf("%s-%d.txt", p.side, c.step)
	if err := os.WriteFile(filepath.Join(c.dir, file), []byte(turn), 0o600); err != nil {
		t.Fatal(err)
	}
	c.command(t, c.dir, "", "ssh-keygen", "-Y", "sign", "-n", "berthier", "-f", p.side+"-key", file)
	c.command(t, c.dir, "My orders are attached.\n", "neomutt", "-n", "-F", "neomuttrc", "-s", "orders "+file, "-a", file, file+".sig", "--", "umpire+"+c.game+"@berthier.test")
}

// snail sends the turn in the text of a mail, signed by this program.
func snail(t *testing.T, c *club, p *clubPlayer, turn string) {
	t.Helper()
	signed := c.command(t, c.dir, turn, "berthier", "sign", "-key", p.side+"-key", "-")
	c.command(t, c.dir, "Sire,\n\n"+signed+"\n-- \nby s-nail\n", "env", "MAILRC=mailrc", "s-nail", "-n", "-s", "orders", "umpire+"+c.game+"@berthier.test")
}

var orderBlock = regexp.MustCompile(`(?ms)^game: .*?^end$`)

// play resolves the next step: everybody who owes orders sends the block of his
// last report as it is. Those in except do not wait for theirs.
func (c *club) play(t *testing.T, except ...string) {
	t.Helper()
	sent := 0
	for _, p := range c.players {
		last := p.report(t, c.game, c.step, p.side)
		if block := orderBlock.FindString(strings.ReplaceAll(last.Text, "\r\n", "\n")); block != "" {
			p.send(t, c, p, block+"\n")
			sent++
		}
	}
	if sent == 0 {
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
	s := startServers(t, clubPassword, "umpire@berthier.test", "french@club.test", "allied@club.test")
	// Only IDLE can be as quick as the waits of this test.
	c := newClub(t, s, "club-1", "umpire@berthier.test", fmt.Sprintf(`
imap = {address = %q, user = "umpire@berthier.test", password_file = "secret", poll_seconds = 600}
smtp = {address = %q, security = "starttls", user = "umpire@berthier.test", password_env = "SECRET"}
`, s.imaps, s.submission))
	d := s.serve(t, c.dir, "SECRET="+clubPassword)

	c.play(t)
	for _, p := range c.players {
		p.await(t, "receipt", func(m *mail.Message) bool { return strings.Contains(m.Subject, "orders received") })
	}
	t.Logf("%v", "here")
	d.stop(t)
}
