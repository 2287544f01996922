package mail

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// ours is the mail that the stored delivery reports are about.
func ours(t testing.TB) []byte {
	t.Helper()
	raw, err := Compose(Outgoing{
		From:    Address{Name: "Berthier", Address: "games@berthier.example"},
		To:      []Address{{Name: "Michel Ney", Address: "ney@example.net"}},
		Subject: "[duel-1] your orders: round 2", ID: "duel-1.1.Red@berthier.example",
		Date:          time.Date(2030, 12, 2, 8, 20, 0, 0, time.UTC),
		AutoSubmitted: AutoReplied, Text: "The report.\n", HTML: "<p>The report.</p>",
		Attachments: []File{{Name: "position.txt", Type: "text/plain; charset=utf-8",
			Bytes: []byte("berthier position 1\n")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// testdata/bounces holds delivery reports in the manner of several servers.
func TestBounce(t *testing.T) {
	sent := ours(t)
	tests := []struct {
		file string
		want Bounce
		ok   bool
	}{
		{"postfix", Bounce{Recipient: "ney@example.net", Status: "5.1.1",
			Why: "550 5.1.1 <ney@example.net>: Recipient address rejected: User unknown"}, true},
		{"exim", Bounce{Recipient: "ney@example.net", Status: "5.0.0", Why: "550 No such user here"}, true},
		{"gmail", Bounce{Recipient: "ney@example.net", Status: "5.1.1",
			Why: "550-5.1.1 The email account that you tried to reach does not exist."}, true},
		{"exchange", Bounce{Recipient: "ney@example.net", Status: "5.2.2",
			Why: "550 5.2.2 STOREDRV.Deliver; mailbox full"}, true},
		{"expired", Bounce{Recipient: "ney@example.net", Status: "4.4.7", Why: "delivery time expired"}, true},
		{"delayed", Bounce{}, false},
		{"delivered", Bounce{}, false},
		{"no-header", Bounce{}, false},
		{"read-receipt", Bounce{}, false},
	}
	for _, test := range tests {
		t.Run(test.file, func(t *testing.T) {
			raw, err := os.ReadFile(filepath.Join("testdata/bounces", test.file+".eml"))
			if err != nil {
				t.Fatal(err)
			}
			m, err := Parse(raw)
			if err != nil || m.Auto == "" {
				t.Errorf("got %v, answered automatically: %q", err, m.Auto)
			}
			got, ok := m.Bounce()
			if ok != test.ok {
				t.Fatalf("got %+v, %t, want %t", got, ok, test.ok)
			}
			if !ok {
				return
			}
			if !got.About(sent) {
				t.Errorf("%+v is not about the mail", got)
			}
			got.boundary, test.want.ID = "", "duel-1.1.Red@berthier.example"
			if got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

// Who does not have the mail cannot write a bounce of it.
func TestBounceMadeUp(t *testing.T) {
	raw, err := os.ReadFile("testdata/bounces/postfix.eml")
	if err != nil {
		t.Fatal(err)
	}
	_, boundary := identity(&Message{}, ours(t))
	for name, change := range map[string][2]string{
		"another boundary": {boundary, strings.Repeat("a", len(boundary))},
		"no boundary":      {`boundary=` + boundary, "charset=utf-8"},
		"another mail":     {"duel-1.1.Red@", "duel-1.2.Red@"},
	} {
		text := strings.ReplaceAll(string(raw), change[0], change[1])
		if text == string(raw) {
			t.Fatalf("%s: nothing to change", name)
		}
		m, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if b, ok := m.Bounce(); !ok || b.About(ours(t)) {
			t.Errorf("%s: got %+v, %t", name, b, ok)
		}
	}
	if (Bounce{}).About([]byte("Subject: no boundary\r\n\r\ntext")) {
		t.Error("nothing is about a mail without a boundary")
	}
}

func FuzzBounce(f *testing.F) {
	files, err := filepath.Glob("testdata/bounces/*.eml")
	if err != nil || len(files) == 0 {
		f.Fatal(err, len(files))
	}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	sent := ours(f)
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := Limits{MessageBytes: 1 << 16}.Parse(raw)
		b, ok := m.Bounce()
		if err != nil || !ok {
			return
		}
		if !validID(b.ID) || len(b.Why) > 310 || strings.ContainsFunc(b.Recipient+b.Status+b.Why, IsControl) {
			t.Errorf("got %+v", b)
		}
		b.About(sent)
	})
}
