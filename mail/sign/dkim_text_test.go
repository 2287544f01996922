package sign

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
)

// What no signature of a mail server covers does not change how its mail is read:
// neither fields that "h=" does not name, nor blanks at the end of a line, which
// the relaxed form of a body leaves out.
func TestDKIMTextIsCovered(t *testing.T) {
	p := newMailDomain(t, "example.org", rsaKey())
	const turn = "game: leipzig-1\r\nside: french\r\nturn: 3\r\n\r\n// first Souham\r\nmove Souham 1204 1305\r\n" +
		"move =41ey 1204 // here\r\nend\r\n"
	fields := "From: Ney <ney@example.org>\r\nTo: games@example.net\r\nSubject: turn\r\n"
	parts := "--b1\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + turn +
		"--b1\r\nContent-Type: text/html\r\n\r\n<p>x</p>\r\n--b1--\r\n"
	for _, kind := range []struct{ name, fields, body string }{
		{"text", "Content-Type: text/plain; charset=utf-8\r\n", turn},
		{"parts", "Content-Type: multipart/alternative; boundary=b1\r\n", parts},
		{"parts below a word", "Content-Type: multipart/alternative; boundary=b1\r\n", "In parts.\r\n" + parts},
	} {
		for _, h := range [][]string{{"From", "To", "Subject"}, {"From", "Content-Type"}} {
			good := p.sign([]byte(fields+kind.fields+"\r\n"+kind.body), func(o *dkim.SignOptions) { o.HeaderKeys = h })
			first, err := OpenDKIM(mustParse(t, good), time.Now(), p.lookup)
			if err != nil {
				t.Fatal(err)
			}
			if want := strings.ReplaceAll(turn, "\r\n",
				"\n"); strings.TrimSpace(string(first.Text)) != strings.TrimSpace(want) {
				t.Errorf("%s, %v: read as %q", kind.name, h, first.Text)
			}
			head, body, _ := strings.Cut(string(good), "\r\n\r\n")
			blanks := strings.ReplaceAll(body, "\r\n", " \r\n")
			read := 0
			for _, change := range []struct{ fields, body string }{
				{"Content-Type: text/plain; format=flowed\r\n", blanks},
				{"Content-Type: text/plain; format=flowed; delsp=yes\r\n", blanks},
				{"Content-Type: text/plain; charset=utf-16\r\n", body},
				{"Content-Type: text/html\r\n", body},
				{"Content-Type: multipart/mixed; boundary=b2\r\n", body},
				{"Content-Transfer-Encoding: quoted-printable\r\n", body},
				{"Content-Transfer-Encoding: base64\r\n", body},
				{"Content-Disposition: attachment; filename=x.bin\r\n", body},
			} {
				for _, raw := range []string{
					change.fields + head + "\r\n\r\n" + change.body, head + "\r\n" + change.fields + "\r\n" +
						change.body,
					strings.Replace(head, strings.TrimRight(kind.fields, "\r\n"),
						strings.TrimRight(change.fields, "\r\n"), 1) + "\r\n\r\n" + change.body,
				} {
					got, err := OpenDKIM(mustParse(t, []byte(raw)), time.Now(), p.lookup)
					if err != nil {
						continue
					}
					read++
					lines := func(b []byte) string {
						return strings.TrimSpace(strings.ReplaceAll(string(bytes.ReplaceAll(b, []byte("\r"), nil)),
							" \n", "\n"))
					}
					if got.Sum() != first.Sum() || lines(got.Text) != lines(first.Text) {
						t.Errorf("%s, %v, with %q: read as %q", kind.name, h, change.fields, got.Text)
					}
				}
			}
			if read < 10 {
				t.Errorf("%s, %v: only %d changed mails were read", kind.name, h, read)
			}
		}
	}
}

// A signature that somebody adds cannot choose how a mail is read.
func TestDKIMTextOfTwoSignatures(t *testing.T) {
	p := newMailDomain(t, "example.org", rsaKey())
	raw := []byte("From: ney@example.org\r\nContent-Type: text/plain\r\n\r\ngame: a\r\nmove =41\r\nend\r\n")
	good := p.sign(raw, func(o *dkim.SignOptions) { o.HeaderKeys = []string{"From"} })
	for _, added := range []string{
		"Content-Transfer-Encoding: quoted-printable\r\n" +
			"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=s1; h=From:Content-Transfer-Encoding; bh=eA==; " +
			"b=eA==\r\n",
	} {
		got, err := OpenDKIM(mustParse(t, append([]byte(added), good...)), time.Now(), p.lookup)
		if err == nil && !strings.Contains(string(got.Text), "move =41") {
			t.Errorf("with %q it is read as %q", added, got.Text)
		}
	}
}
