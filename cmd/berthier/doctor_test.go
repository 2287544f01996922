package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"berthier/mail/wire"
	"berthier/store"
)

// fakeDNS knows one domain.
type fakeDNS struct{ spf bool }

func (d fakeDNS) LookupHost(_ context.Context, host string) ([]string, error) {
	if host != "localhost" {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	return []string{"127.0.0.1"}, nil
}

func (d fakeDNS) LookupMX(_ context.Context, name string) ([]*net.MX, error) {
	if name != "club.org" {
		return nil, nil
	}
	return []*net.MX{{Host: "mx.club.org."}}, nil
}

func (d fakeDNS) LookupTXT(context.Context, string) ([]string, error) {
	if d.spf {
		return []string{"v=spf1 mx -all"}, nil
	}
	return []string{"hello"}, nil
}

// stopMails makes a store in which mails wait because one came back.
func stopMails(path string) error {
	s, err := store.Open(path, 0)
	if err != nil {
		return err
	}
	at := time.Date(2030, 12, 2, 8, 0, 0, 0, time.UTC)
	err = s.Update(func(tx *store.Tx) error {
		for _, id := range []string{"1@x", "2@x"} {
			if err := tx.Enqueue(store.Mail{ID: id, To: []string{"ney@example.net"},
				Raw: []byte("Subject: x\r\n\r\n")}); err != nil {
				return err
			}
		}
		return tx.Hold("1@x", at, at.AddDate(0, 0, 1), "came back: 5.1.1")
	})
	return errors.Join(err, s.Close())
}

func makeLogKey(dir string, mode os.FileMode) error {
	path := filepath.Join(dir, "state/log-key")
	_, err := newLogKey(path)
	return errors.Join(err, os.Chmod(path, mode))
}

// makePlayers makes a game whose players cannot play, with an address and a key that became the
// umpire's afterwards.
func makePlayers(dir string, _ *doctor) error {
	path, key := filepath.Join(dir, "berthier.toml"), filepath.Join(dir, "state/bob")
	if _, err := writeKey(key, "bob"); err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before := strings.NewReplacer("umpire.keys", "# umpire.keys", "umpire@", "games@").Replace(string(text))
	if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
		return err
	}
	var out bytes.Buffer
	if code := run(context.Background(), []string{"new", "-config", path, "-game", "goldbach-1", "-scenario",
		"goldbach",
		"-player", "French=umpire+x@club.org", "-player", "Allied=bob@club.org=" + key + ".pub"}, nil, &out,
		&out); code != exitOK {
		return errors.New(out.String())
	}
	return os.WriteFile(path, text, 0o600)
}

func TestDoctor(t *testing.T) {
	l, err := wire.StartLocal(wire.LocalConfig{Accounts: []wire.Account{{Address: "umpire@club.org",
		Password: "sesame"}}, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	if err := l.Deliver("a@b", "umpire@club.org", []byte("Subject: hello\r\n\r\nhello\r\n")); err != nil {
		t.Fatal(err)
	}
	_, imapPort, _ := net.SplitHostPort(l.IMAPAddr())
	good := fmt.Sprintf("state = \"state\"\naddress = \"umpire@club.org\"\ncontact = \"ann@club.org\"\n"+
		"imap = {address = \"localhost:%s\", security = \"none\", user = \"umpire@club.org\", password_file = "+
		"\"secret\"}\n"+
		"smtp = {address = %q, security = \"none\", user = \"umpire@club.org\", password_file = \"secret\"}\n",
		imapPort, l.SMTPAddr())
	for _, tt := range []struct {
		name   string
		old    string // replaced in the good configuration
		new    string
		change func(dir string, d *doctor) error
		failed int
		want   []string // in what is printed
	}{
		{name: "good", want: []string{
			"ok    state folder", "ok    store         none yet", "ok    clock",
			"ok    address       mails to club.org go to mx.club.org",
			"ok    imap name     localhost is 127.0.0.1", "ok    imap login    umpire@club.org",
			"ok    imap folder   INBOX has 1 mail\n",
			"ok    smtp login", "ok    smtp mail     the server takes mails from umpire@club.org, and to " +
				"umpire+doctor@club.org"}},
		{name: "unknown key", old: "contact", new: "contract", failed: 1,
			want: []string{"FAIL  config", "unknown key contract", "-> config.example.toml"}},
		{name: "data", old: "imap =", new: "data.jdg = {\"tables/fire.csv\" = \"secret\"}\nimap =", failed: 1,
			want: []string{"FAIL  data", "fire.csv"}},
		{name: "open state", change: func(dir string, _ *doctor) error {
			return os.Chmod(filepath.Join(dir, "state"),
				0o750)
		}, failed: 1,
			want: []string{"has mode 0750", "-> chmod 700 "}},
		{name: "open store", change: func(dir string, _ *doctor) error {
			return os.WriteFile(filepath.Join(dir, "state/berthier.db"), nil, 0o644)
		}, failed: 1, want: []string{"has mode 0644", "-> chmod 600 "}},
		{name: "damaged store", change: func(dir string, _ *doctor) error {
			return os.WriteFile(filepath.Join(dir, "state/berthier.db"), []byte("nonsense"), 0o600)
		}, failed: 1, want: []string{"FAIL  store", "go back to a backup"}},
		{name: "mails that came back", change: func(dir string, _ *doctor) error {
			return stopMails(filepath.Join(dir, "state/berthier.db"))
		}, want: []string{"warn  mails         mails to ney@example.net: stopped 2030-12-02T08:00:00Z, tried again " +
			"2030-12-03T08:00:00Z: came back: 5.1.1\n", "-> ask the player for another address"}},
		{name: "open log key", change: func(dir string, _ *doctor) error { return makeLogKey(dir, 0o640) }, failed: 1,
			want: []string{"FAIL  log key ", "log-key has mode 0640", "-> chmod 600 "}},
		{name: "log key", change: func(dir string, _ *doctor) error { return makeLogKey(dir, 0o600) },
			want: []string{"ok    log key "}},
		{name: "no log key", change: func(dir string, _ *doctor) error {
			return os.WriteFile(filepath.Join(dir, "state/log-key"), []byte("nonsense"), 0o600)
		}, failed: 1, want: []string{"FAIL  log key ", "not a private key", "berthier logkey -lost"}},
		{name: "contact is no address", old: "ann@club.org", new: "Ann", failed: 1,
			want: []string{"FAIL  config", `contact: want name@domain, got "Ann"`}},
		{name: "contact is two addresses", old: "ann@club.org", new: "ann@club.org, bob@club.org", failed: 1,
			want: []string{"FAIL  config", "contact: want name@domain"}},
		{name: "contact is the daemon", old: "ann@club.org", new: "umpire+ann@club.org", failed: 1,
			want: []string{"FAIL  contact       umpire+ann@club.org is the address of the daemon"}},
		{name: "umpire is the daemon", old: "imap =", new: "umpire.address = \"Umpire@club.org\"\nimap =", failed: 1,
			want: []string{"FAIL  umpire.address"}},
		{name: "umpire without an address", old: "contact = \"ann@club.org\"\n", new: "umpire.keys = [\"u.pub\"]\n",
			failed: 1, want: []string{"FAIL  config", "want umpire.address or contact as well"}},
		{name: "players", old: "imap =", new: "umpire.keys = [\"state/bob.pub\"]\nimap =", change: makePlayers,
			failed: 2, want: []string{
				`FAIL  players       French of game goldbach-1 has the address "umpire+x@club.org", to which no mail ` +
					`can go`, "-> give the seat another",
				"FAIL  players       Allied of game goldbach-1 signs with a key of the umpire",
				"-> the player needs a key of his own: berthier do invite goldbach-1 Allied"}},
		{name: "state is a file", old: "\"state\"", new: "\"secret\"", failed: 2,
			want: []string{"is not a folder", "not a directory"}},
		{name: "open password", change: func(dir string,
			_ *doctor) error {
			return os.Chmod(filepath.Join(dir, "secret"), 0o644)
		}, failed: 2,
			want: []string{"FAIL  imap          ", "secret has mode 0644", "FAIL  smtp          "}},
		{name: "no password file", change: func(dir string,
			_ *doctor) error {
			return os.Remove(filepath.Join(dir, "secret"))
		}, failed: 2,
			want: []string{"FAIL  imap          imap.password_file: "}},
		{name: "no password", old: ", password_file = \"secret\"", failed: 2,
			want: []string{"FAIL  imap          imap: there is no password for umpire@club.org"}},
		{name: "clock", change: func(_ string, d *doctor) error {
			d.synchronised = func() (bool, error) { return false, nil }
			return nil
		}, want: []string{"warn  clock         ", "nothing keeps it right", "-> run a time service"}},
		{name: "clock unknown", change: func(_ string, d *doctor) error {
			d.synchronised = func() (bool, error) { return false, errors.New("no") }
			return nil
		}, want: []string{"warn  clock         whether anything keeps it right is not known: no"}},
		{name: "slow clock", change: func(_ string, d *doctor) error {
			d.now = func() time.Time { return time.Now().Add(-time.Hour) }
			return nil
		}, failed: 1, want: []string{"FAIL  clock         the newest mail came in ", " from now: the clock is slow",
			"-> set the clock"}},
		{name: "no contact", old: "contact = \"ann@club.org\"\n", want: []string{"warn  contact"}},
		{name: "no SPF", change: func(_ string, d *doctor) error { d.dns = fakeDNS{spf: false}; return nil },
			want: []string{"warn  address       club.org has no SPF record"}},
		{name: "no such host", old: "localhost:", new: "imap.club.org:", failed: 1,
			want: []string{"FAIL", "refusing an unprotected connection"}},
		{name: "no DNS name", old: "localhost:" + imapPort + "\", security = \"none\"",
			new: "imap.club.org:993\", security = \"tls\"", failed: 1,
			want: []string{"FAIL  imap name     lookup imap.club.org: no such host",
				"check the spelling of imap.address", "ok    smtp mail"}},
		{name: "no mail server", old: "address = \"umpire@club.org\"", new: "address = \"umpire@clubb.org\"", failed: 2,
			want: []string{"FAIL  address       clubb.org has no mail server (MX)", "FAIL  smtp mail"}},
		{name: "trial address", old: "address = \"umpire@club.org\"", new: "address = \"umpire@club.test\"", failed: 1,
			want: []string{"warn  address       umpire@club.test: names under this domain are for trials",
				"FAIL  smtp mail", "check address"}},
		{name: "wrong password", change: func(dir string, _ *doctor) error {
			return os.WriteFile(filepath.Join(dir, "secret"), []byte("simsim\n"), 0o600)
		}, failed: 2, want: []string{"FAIL  imap login    ", "FAIL  smtp login    ", "-> check user and secret"}},
		{name: "wrong folder", old: "password_file = \"secret\"}\nsmtp",
			new: "password_file = \"secret\", mailbox = \"Turns\"}\nsmtp", failed: 1,
			want: []string{"FAIL  imap folder   opening mailbox: ",
				"-> put one of the folders of the account into imap.mailbox: INBOX"}},
		{name: "nobody there", old: "localhost:" + imapPort, new: "127.0.0.1:1", failed: 1,
			want: []string{"FAIL  imap connect  ", "-> nothing listens there: check host and port of imap.address"}},
		{name: "wrong security", old: "security = \"none\"", new: "security = \"tls\"", failed: 2,
			want: []string{"FAIL  imap connect  ",
				`-> the port speaks no TLS from the start: use imap.security = "starttls" there`,
				`smtp.security = "starttls"`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			text := good
			if tt.old != "" {
				if text = strings.ReplaceAll(good, tt.old, tt.new); text == good {
					t.Fatalf("nothing to replace: %q", tt.old)
				}
			}
			path := filepath.Join(dir, "berthier.toml")
			err := errors.Join(os.Mkdir(filepath.Join(dir, "state"), 0o700), os.WriteFile(path, []byte(text), 0o600),
				os.WriteFile(filepath.Join(dir, "secret"), []byte("sesame\n"), 0o600))
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			d := &doctor{out: &out, now: time.Now, dns: fakeDNS{spf: true},
				synchronised: func() (bool, error) { return true, nil }}
			if tt.change != nil {
				if err := tt.change(dir, d); err != nil {
					t.Fatal(err)
				}
			}
			d.examine(t.Context(), path)
			if got := strings.Count(out.String(), "FAIL "); got != tt.failed || d.failed != tt.failed {
				t.Errorf("%d checks failed, want %d", d.failed, tt.failed)
			}
			for _, w := range tt.want {
				if !strings.Contains(out.String(), w) {
					t.Errorf("does not say %q", w)
				}
			}
			if strings.Contains(out.String(), "sesame") {
				t.Error("tells the password")
			}
			if t.Failed() {
				t.Logf("the doctor says\n%s", &out)
			}
		})
	}
}
