package umpire

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/quota"
	"berthier/mail"
	"berthier/mail/wire"
)

// mailGames makes a game for each kind of key, in which Red signs with the key
// of testdata/mails/keys.
func mailGames(t *testing.T) *table {
	tb := newTable(t)
	for _, kind := range []string{"ssh", "openpgp", "minisign"} {
		key, err := os.ReadFile("testdata/mails/keys/" + kind + ".pub")
		if err != nil {
			t.Fatal(err)
		}
		s := spec()
		s.Game, s.Players[1].Key = kind+"-1", strings.TrimSpace(string(key))
		if _, err := tb.u.Create(s); err != nil {
			t.Fatal(err)
		}
	}
	tb.deliver()
	return tb
}

var (
	obstacle = regexp.MustCompile(`Your mail (?:for game \S+ )?(is (?:signed with S/MIME|encrypted with [^ ` +
		`,]+|empty)|` +
		`holds another mail|has (?:its text in a (?:document|PDF file|file winmail.dat)|a picture))`)
	inBrackets = regexp.MustCompile(`could not be used \(([^)]*)\)`)
	reason     = regexp.MustCompile(`"msg":"mail ignored: ([^"]*)"(?:.*"reason":"([^"]*)")?`)
)

// outcome takes a mail in and says in a few words what became of it.
func (tb *table) outcome(raw []byte) string {
	tb.now = tb.now.Add(2 * quota.Day)
	tb.logs.Reset()
	if err := tb.take(raw); err != nil {
		tb.t.Fatal(err)
	}
	got := tb.deliver()
	if len(got) == 0 {
		if m := reason.FindStringSubmatch(tb.logs.String()); m != nil {
			return "ignored"
		}
		return "no answer: " + tb.logs.String()
	}
	text := flat(got[0].Text)
	switch {
	case len(got) > 1:
		return "answers: " + titles(got)
	case strings.Contains(got[0].Subject, "orders received"):
		_, as, _ := strings.Cut(text, "As understood")
		return "orders " + regexp.MustCompile(`pick \d`).FindString(as)
	case strings.Contains(got[0].Subject, "orders refused"):
		return "orders refused: " + text
	case strings.Contains(text, "carries no signature"):
		return "told not signed"
	case obstacle.MatchString(text):
		return "told " + obstacle.FindStringSubmatch(text)[1]
	case strings.Contains(text, "does not fit its text"):
		return "told text was changed"
	case strings.Contains(text, "no player of the game has registered the key"):
		return "told unknown key"
	case strings.Contains(text, "over the limit"):
		return "told over the limit"
	case strings.Contains(text, "the turn file is missing"):
		return "told the turn file is missing"
	case strings.Contains(got[0].Subject, "elp"):
		return "answered help"
	}
	if m := inBrackets.FindStringSubmatch(text); m != nil {
		return "told " + m[1]
	}
	return "answered: " + got[0].Subject + "\n" + text
}

// TestMails takes in the mails of testdata/mails, which are made as people's mail
// programs make them, and compares what becomes of each.
func TestMails(t *testing.T) {
	index, err := os.ReadFile("testdata/mails/outcomes.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for line := range strings.Lines(string(index)) {
		name, outcome, _ := strings.Cut(strings.TrimSpace(line), ": ")
		want[name] = outcome
	}
	files, err := filepath.Glob("testdata/mails/*.eml")
	if err != nil || len(files) != len(want) || len(files) < 200 {
		t.Errorf("%d mails, %d outcomes: %v", len(files), len(want), err)
	}
	tb := mailGames(t)
	for _, m := range tb.bySignature(files) {
		name := strings.TrimSuffix(filepath.Base(m.path), ".eml")
		if got := tb.outcome(m.raw); got != want[name] {
			t.Errorf("%s: got %s, want %s", name, got, want[name])
		}
	}
}

// mailFile is a mail of testdata/mails.
type mailFile struct {
	path   string
	raw    []byte
	signed time.Time // zero if there is no signature that is good and has a time
}

// bySignature puts mails into the order in which they were signed: what was
// signed before what counts is refused.
func (tb *table) bySignature(paths []string) (all []mailFile) {
	tb.t.Helper()
	if err := tb.u.FindSeats(); err != nil {
		tb.t.Fatal(err)
	}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			tb.t.Fatal(err)
		}
		f := mailFile{path: path, raw: raw}
		if m, err := mail.Parse(raw); err == nil {
			s, _ := tb.u.Seats.Keys.Open(m, tb.now)
			f.signed = s.Time
		}
		all = append(all, f)
	}
	slices.SortStableFunc(all, func(a, b mailFile) int { return a.signed.Compare(b.signed) })
	return all
}

// Mails that would be silly to keep in a file.
func TestHugeMails(t *testing.T) {
	tb := mailGames(t)
	head := "From: ney@example.net\r\nTo: games@berthier.example\r\nSubject: orders\r\n"
	parts := head + "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n" +
		strings.Repeat("--x\r\n\r\na\r\n", 10000) + "--x--\r\n"
	deep := head + "Content-Type: multipart/mixed; boundary=b0\r\n\r\n"
	for i := range 1000 {
		deep += fmt.Sprintf("--b%d\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n", i, i+1)
	}
	for name, tc := range map[string]struct{ raw, want string }{
		"50 MB": {head + "\r\n" + strings.Repeat(strings.Repeat("a", 70)+"\r\n", 50<<20/72),
			"told over the limit"},
		"10,000 parts":      {parts, "told over the limit"},
		"1,000 levels":      {deep, "told over the limit"},
		"a header of 10 MB": {head + strings.Repeat("X-A: b\r\n", 10<<20/8) + "\r\nhello\r\n", "told over the limit"},
		"a line of 1 MB":    {head + "\r\n" + strings.Repeat("a", 1<<20), "told not signed"},
		"a million quotes": {head + "Content-Type: text/html\r\n\r\n" + strings.Repeat("<blockquote>a", 1<<19),
			"told not signed"},
		"many signatures": {head + "\r\n" +
			strings.Repeat("-----BEGIN SSH SIGNATURE-----\r\nQUFB\r\n-----END SSH SIGNATURE-----\r\n", 5000),
			"told unreadable signature"},
		"open marks for ever": {head + "\r\n" + strings.Repeat("-----BEGIN PGP SIGNED MESSAGE-----\r\n", 20000),
			"told not signed"},
	} {
		if got := tb.outcome([]byte(tc.raw)); got != tc.want {
			t.Errorf("%s: got %.300s, want %s", name, got, tc.want)
		}
	}
	// What was never fetched because of its size is passed over.
	if err := tb.u.Take(t.Context(), wire.Arrival{Size: 50 << 20,
		Cursor: wire.Cursor{UIDValidity: 7, UID: tb.uid + 1}}); err != nil || len(tb.deliver()) != 0 {
		t.Error(err)
	}
	if c, err := tb.u.Cursor(); err != nil || c.UID != tb.uid+1 {
		t.Errorf("the cursor stands at %v, %v", c, err)
	}
}
