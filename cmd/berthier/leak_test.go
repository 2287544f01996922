package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"berthier/cmd/internal/leak"
	"berthier/cmd/internal/record"
	"berthier/store"
)

// A daemon with real mail servers plays; what it has on its disk, passwords and
// private keys, is in none of its mails and in no line of its log. What it must
// not tell of a game is looked for by TestNoSecretGoesOut of package archive.
func TestNoPasswordGoesOut(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "demo")
	var out bytes.Buffer
	if code := run(context.Background(), []string{"demo", "-o", dir, "-scenario", "goldbach", "-turns", "1"}, nil,
		&out, &out); code != exitOK {
		t.Fatalf("exit code %d\n%s", code, &out)
	}
	var scan leak.Scanner
	passwords, err := readPasswords(filepath.Join(dir, passwordsFile))
	if err != nil || len(passwords) < 3 {
		t.Fatalf("%d passwords, %v", len(passwords), err)
	}
	for address, password := range passwords {
		scan.Add("password of "+address, []byte(password.Password))
	}
	for _, name := range []string{"french-key", "allied-key"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		key, err := ssh.ParseRawPrivateKey(text)
		if err != nil {
			t.Fatal(err)
		}
		scan.Add(name, key.(*ed25519.PrivateKey).Seed())
	}
	text, err := os.ReadFile(filepath.Join(dir, "log-key"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := record.ParseSigner(text); err != nil {
		t.Fatal(err)
	}
	scan.Add("log key", []byte(strings.TrimSpace(string(text))[len("PRIVATE+KEY+berthier+00000000+"):]))
	log, err := os.ReadFile(filepath.Join(dir, "daemon.log"))
	if err != nil || len(log) == 0 {
		t.Fatal("no log", err)
	}
	if found := scan.Find(log); found != nil {
		t.Errorf("the log has %q", found)
	}
	s, err := store.Open(filepath.Join(dir, "berthier.db"), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	mails := 0
	err = s.View(func(tx *store.Tx) error {
		for _, game := range []string{demoGame, ""} {
			for m, err := range tx.Mails(game) {
				if err != nil {
					return err
				}
				mails++
				found, err := scan.FindInMail(m.Raw)
				if found != nil || err != nil {
					t.Errorf("mail %s has %q, %v", m.ID, found, err)
				}
			}
		}
		return nil
	})
	if err != nil || mails < 10 {
		t.Errorf("%d mails, %v", mails, err)
	}
}
