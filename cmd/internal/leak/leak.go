// Package leak finds secrets in what goes out: mails, log lines, files. It is
// imported by tests.
//
// A secret is looked for as it is, in hex of both cases, and in base64 of both
// alphabets at each of the three places that it can begin at in a group of three
// bytes. Half of a secret is enough. Texts are looked at as they are, without
// their line ends, and, if they are mails, part by part without the transfer
// encoding.
package leak

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"berthier/mail"
)

// needle is one form of a secret.
type needle struct {
	name string
	text string
}

// Scanner knows secrets. The zero value knows none.
type Scanner struct{ byStart map[uint64][]needle }

// shortest is how long a secret, or the half of one, must be to be told from
// chance.
const shortest = 8

// Add lets the scanner look for a secret of at least 8 bytes. If it has 32 or
// more, each half of it is looked for too.
func (s *Scanner) Add(name string, secret []byte) {
	if s.byStart == nil {
		s.byStart = map[uint64][]needle{}
	}
	if len(secret) >= 4*shortest {
		half := len(secret) / 2
		s.add(name+", its first half", secret[:half])
		s.add(name+", its second half", secret[half:])
		return
	}
	s.add(name, secret)
}

func (s *Scanner) add(name string, secret []byte) {
	for _, text := range forms(secret) {
		if len(text) < shortest {
			panic(fmt.Sprintf("%s is too short to be looked for", name))
		}
		start := binary.BigEndian.Uint64([]byte(text))
		s.byStart[start] = append(s.byStart[start], needle{name, text})
	}
}

// forms are the texts that give a secret away.
func forms(secret []byte) []string {
	out := []string{string(secret), hex.EncodeToString(secret), strings.ToUpper(hex.EncodeToString(secret))}
	for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for before := range 3 {
			text := enc.EncodeToString(slices.Concat(make([]byte, before), secret))
			// Only characters that no neighbour of the secret has a bit in.
			out = append(out, text[(8*before+5)/6:8*(before+len(secret))/6])
		}
	}
	return out
}

// Find names the secrets that a text holds, each once.
func (s *Scanner) Find(text []byte) (names []string) {
	look := func(b []byte) {
		for i := 0; i+shortest <= len(b); i++ {
			for _, n := range s.byStart[binary.BigEndian.Uint64(b[i:])] {
				if strings.HasPrefix(string(b[i:min(len(b), i+len(n.text))]), n.text) &&
					!slices.Contains(names, n.name) {
					names = append(names, n.name)
				}
			}
		}
	}
	look(text)
	look([]byte(strings.NewReplacer("=\r\n", "", "\r", "", "\n", "").Replace(string(text))))
	return names
}

// FindInMail is Find for a mail as it is sent.
func (s *Scanner) FindInMail(raw []byte) (names []string, err error) {
	m, err := mail.Parse(raw)
	if err != nil {
		return nil, err
	}
	parts := [][]byte{raw, []byte(m.Subject), []byte(m.Text), []byte(m.HTML)}
	for _, a := range m.Attachments {
		parts = append(parts, a.Bytes)
	}
	for _, p := range parts {
		names = append(names, s.Find(p)...)
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}
