package mail

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// FuzzCompose writes anything as subject, name, name of a file and text: none of it becomes a field, a recipient, a
// part or a longer line than mail servers take, and it is read as it was written but for what cannot be seen.
func FuzzCompose(f *testing.F) {
	f.Add("Subject\r\nBcc: x@example.org", "Al \"x\" <y@z>", "a/../b\".zip", "text\r\n.\r\n--b")
	f.Add("Żółć \u202e", "Ney, Michel", "\u202egnp.exe", "From x")
	lf := func(b []byte) string { return string(bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))) }
	f.Fuzz(func(t *testing.T, subject, name, file, text string) {
		if strings.Contains(subject+name+file, "=?") || fileName(OneLine(file)) == "" {
			return // what looks like an encoded word is read as one
		}
		attached := []byte(strings.ToValidUTF8(text, "?"))
		raw, err := Compose(Outgoing{From: Address{Name: name, Address: "a@example.org"}, Subject: subject, Text: text,
			To: []Address{{Name: name, Address: "b@example.org"}}, ID: "x@example.org", Date: time.Unix(1e9, 0),
			HTML:        text,
			Attachments: []File{{Name: file, Type: "text/plain; charset=utf-8", Bytes: attached}}})
		if err != nil {
			t.Fatal(err)
		}
		m, err := Parse(raw)
		if err != nil || len(m.Defects) > 0 {
			t.Fatalf("%v, defects %q\n%s", err, m.Defects, raw)
		}
		if len(m.To) != 1 || m.To[0].Address != "b@example.org" || len(m.Authors) != 1 ||
			m.From.Address != "a@example.org" || m.ID != "x@example.org" {
			t.Errorf("from %v to %v, %s\n%s", m.Authors, m.To, m.ID, raw)
		}
		if len(m.Attachments) != 1 || lf(m.Attachments[0].Bytes) != lf(attached) {
			t.Errorf("attached %v\n%s", m.Attachments, raw)
		}
		words := func(s string) string { return strings.Join(strings.Fields(s), " ") }
		if want := words(unencoded(OneLine(subject))); words(m.Subject) != want {
			t.Errorf("subject %q, want %q\n%s", m.Subject, want, raw)
		}
		for line := range bytes.Lines(raw) {
			if len(line) > 1000 || !bytes.HasSuffix(line, []byte("\r\n")) ||
				bytes.ContainsAny(line[:len(line)-2], "\r\x00") {
				t.Errorf("line %q", line)
			}
		}
	})
}
