package leak

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/mail"
)

var draws = rand.New(rand.NewPCG(1, 2))

func random(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(draws.Uint32())
	}
	return b
}

// A secret is found in every form and at every place, and nothing else is.
func TestFind(t *testing.T) {
	for range 200 {
		var s Scanner
		secret, other := random(32), random(32)
		s.Add("secret", secret)
		s.Add("token", []byte("ABCD-EFGH-JKLM"))
		for name, text := range map[string]string{
			"raw":       "x" + string(secret) + "y",
			"hex":       "link: " + hex.EncodeToString(secret),
			"upper hex": fmt.Sprintf("%X", secret),
			"half":      hex.EncodeToString(secret[:16]) + "…",
			"the other half, wrapped": base64.StdEncoding.EncodeToString(secret[16:])[:10] + "\r\n" +
				base64.StdEncoding.EncodeToString(secret[16:])[10:],
		} {
			if got := s.Find([]byte(text)); len(got) == 0 {
				t.Errorf("%s: not found in %q", name, text)
			}
		}
		for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding} {
			for before := range 6 {
				text := enc.EncodeToString(slices.Concat(random(before), secret, random(draws.IntN(5))))
				if got := s.Find([]byte(text)); len(got) != 2 {
					t.Errorf("base64 behind %d bytes: found %q in %s", before, got, text)
				}
			}
		}
		if got := s.Find([]byte(hex.EncodeToString(other) + base64.StdEncoding.EncodeToString(other) +
			string(other))); len(
			got,
		) != 0 {
			t.Errorf("found %q in another secret", got)
		}
		if got := s.Find([]byte("code: ABCD-EFGH-JKLM")); len(got) != 1 {
			t.Errorf("a token: found %q", got)
		}
	}
}

func TestFindInMail(t *testing.T) {
	var s Scanner
	secret := random(32)
	s.Add("secret", secret)
	long := strings.Repeat("Żółć ", 20)
	for name, o := range map[string]mail.Outgoing{
		"text":    {Text: long + hex.EncodeToString(secret) + long},
		"HTML":    {Text: "x", HTML: "<p>" + long + hex.EncodeToString(secret)},
		"subject": {Text: "x", Subject: long[:30] + hex.EncodeToString(secret)},
		"attachment": {Text: "x", Attachments: []mail.File{{Name: "a.bin", Type: "application/octet-stream",
			Bytes: slices.Concat([]byte("ab"), secret, []byte("c"))}}},
	} {
		o.From, o.To, o.ID, o.Date = mail.Address{Address: "a@example.org"},
			[]mail.Address{{Address: "b@example.org"}}, "1@example.org", time.Unix(1e9, 0)
		raw, err := mail.Compose(o)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.FindInMail(raw); err != nil || len(got) == 0 {
			t.Errorf("%s: found %q, %v", name, got, err)
		}
	}
}
