package wire

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/emersion/go-imap/v2"

	"berthier/mail"
)

// subjectsIn gives the mails of an account, as files that are left when the power fails.
func subjectsIn(t *testing.T, folder, account string) (subjects []string) {
	t.Helper()
	f, err := openMailFolder(folder, account)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.each(func(raw []byte) error {
		m, err := mail.Parse(slices.Clone(raw))
		subjects = append(subjects, m.Subject)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return subjects
}

// A mail is on the disk when the sender is told that it was taken, and comes again
// after a start of which nothing was told before.
func TestLocalKeepsMails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "state", "mailboxes")
		keeps := func(c *LocalConfig) { c.Folder = folder }
		l := newLocal(t, keeps)
		s := testSender(t, l.SMTPAddr())
		for i := range 12 {
			to := []string{player, "games+duel@example.net"}
			if err := s.Send(t.Context(), "", to,
				fmt.Appendf(nil, "Subject: mail %d\r\n\r\nhello\r\n", i)); err != nil {
				t.Fatal(err)
			}
			killed := t.TempDir() // what a killed program leaves
			if err := os.CopyFS(killed, os.DirFS(folder)); err != nil {
				t.Fatal(err)
			}
			for _, account := range []string{player, "games@example.net"} {
				if got := subjectsIn(t, killed, account); len(got) != i+1 || got[i] != fmt.Sprint("mail ", i) {
					t.Fatalf("%s after mail %d: %q", account, i, got)
				}
			}
		}
		again := newLocal(t, keeps)
		for _, user := range []string{player, "games@example.net"} {
			arrivals := fetch(t, again, user, 12)
			for i, a := range arrivals {
				if !strings.HasPrefix(string(a.Raw), "Return-Path: <>\r\nDelivered-To: ") ||
					!strings.HasSuffix(string(a.Raw), fmt.Sprintf("Subject: mail %d\r\n\r\nhello\r\n", i)) {
					t.Errorf("%s, mail %d: %q", user, i, a.Raw)
				}
			}
			if user == player {
				continue
			}
			// What its reader has dealt with does not come a third time.
			for _, a := range arrivals[:11] {
				if err := errors.Join(again.Forget(user, a.Raw), again.Forget(user, a.Raw)); err != nil {
					t.Error(err)
				}
			}
		}
		third := newLocal(t, keeps)
		fetch(t, third, player, 12)
		deliver(t, third, "Subject: one more\r\n\r\n")
		if got := fetch(t, third, "games@example.net", 1); !strings.Contains(string(got[0].Raw), "mail 11") {
			t.Errorf("left: %q", got[0].Raw)
		}
		if got := subjectsIn(t, folder, player); len(got) != 13 || got[12] != "one more" {
			t.Errorf("in the order in which they came: %q", got)
		}
	})
}

// fetch takes n mails out of a mailbox as the daemon does.
func fetch(t *testing.T, l *LocalServer, user string, n int) (all []Arrival) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	p := testPoller(l.IMAPAddr())
	p.Endpoint.User = user
	err := p.Run(ctx, Cursor{}, func(_ context.Context, some []Arrival) (int, error) {
		if all = append(all, some...); len(all) >= n {
			stop()
		}
		return len(some), nil
	})
	if !errors.Is(err, context.Canceled) || len(all) != n {
		t.Fatalf("%s: got %d mails, want %d, %v", user, len(all), n, err)
	}
	return all
}

// What cannot be kept is refused for a time, and lost nowhere.
func TestLocalCannotKeepMails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		l := newLocal(t, func(c *LocalConfig) { c.Folder = folder })
		box := filepath.Join(folder, player)
		if err := errors.Join(os.RemoveAll(box), os.WriteFile(box, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		err := testSender(t, l.SMTPAddr()).Send(t.Context(), "a@b.c", []string{player}, []byte("Subject: x\r\n\r\n"))
		var e *SendError
		if !errors.As(err, &e) || e.Permanent || e.Code != 451 {
			t.Errorf("got %v", err)
		}
	})
}

// Half a mail, which nobody was told of, is removed; a file that is no mail of ours
// is left alone, and one that was changed is told of.
func TestMailFolder(t *testing.T) {
	folder := t.TempDir()
	f, err := openMailFolder(folder, player)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.keep([]byte("Subject: one\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	half := filepath.Join(f.path, fmt.Sprintf("%020d-ab%s%s", 2, mailSuffix, partSuffix))
	if err := errors.Join(os.WriteFile(half, []byte("Subj"), 0o600),
		os.WriteFile(filepath.Join(f.path, ".index"), []byte("x"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if got := subjectsIn(t, folder, player); !slices.Equal(got, []string{"one"}) {
		t.Errorf("got %q", got)
	}
	if _, err := os.Stat(half); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("half a mail: %v", err)
	}
	names, err := filepath.Glob(filepath.Join(f.path, "*.eml"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	if info, err := os.Stat(names[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if err := os.WriteFile(names[0], []byte("Subject: two\r\n\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg := LocalConfig{Accounts: []Account{{player, password}}, Folder: folder, Logger: quiet}
	if l, err := StartLocal(cfg); err == nil || !strings.Contains(err.Error(), "was changed") {
		t.Errorf("got %v, %v", l, err)
	}
}

// What its reader has dealt with takes no room in memory either, and a reader who
// goes on meanwhile gets each mail once.
func TestLocalForgetsInMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocal(t, func(c *LocalConfig) { c.Folder = t.TempDir() })
		held := func() uint32 {
			d, err := l.account(player).user.Status("INBOX", &imap.StatusOptions{NumMessages: true})
			if err != nil {
				t.Fatal(err)
			}
			return *d.NumMessages
		}
		ctx, stop := context.WithCancel(t.Context())
		subjects := map[string]int{}
		deliver(t, l, "Subject: mail 0\r\n\r\n")
		err := testPoller(l.IMAPAddr()).Run(ctx, Cursor{}, func(_ context.Context, some []Arrival) (int, error) {
			for _, a := range some {
				m := mustParse(t, a.Raw)
				subjects[m.Subject]++
				if err := l.Forget(player, a.Raw); err != nil {
					t.Error(err)
				}
			}
			if len(subjects) == 30 {
				stop()
			} else {
				for i := range 3 {
					deliver(t, l, fmt.Sprintf("Subject: mail %d\r\n\r\n", min(29, len(subjects)+i)))
				}
			}
			return len(some), nil
		})
		if !errors.Is(err, context.Canceled) || len(subjects) != 30 {
			t.Errorf("%v, %v", subjects, err)
		}
		if n := held(); n > 2 {
			t.Errorf("%d mails are in memory still", n)
		}
	})
}
