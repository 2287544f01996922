package mail

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A mail written anew for a server that takes ASCII only says the same, and nothing else of it changes.
func TestSevenBit(t *testing.T) {
	text := rapid.StringOf(rapid.RuneFrom([]rune("aéΗ–. \n=")))
	rapid.Check(t, func(t *rapid.T) {
		o := outgoing()
		o.Text, o.HTML = text.Draw(t, "text")+"\n", "<p>"+text.Draw(t, "html")
		o.Attachments[0].Bytes = []byte(text.Draw(t, "file"))
		raw, err := Compose(o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := SevenBit(raw)
		if err != nil {
			t.Fatal(err)
		}
		if i := bytes.IndexFunc(got, func(r rune) bool { return r >= 0x80 }); i >= 0 {
			t.Fatalf("not ASCII: %.40q", got[i:])
		}
		if !strings.Contains(string(raw), "8bit") && !bytes.Equal(got, raw) {
			t.Fatalf("got\n%s\nwant\n%s", got, raw)
		}
		m, err := Parse(got)
		want, other := Parse(raw)
		if err != nil || other != nil || len(m.Defects) > 0 {
			t.Fatal(err, other, m.Defects)
		}
		if m.ID != want.ID || m.Subject != want.Subject || m.Text != want.Text || m.HTML != want.HTML ||
			len(m.Attachments) != len(want.Attachments) {
			t.Fatalf("got\n%s\nof\n%s", got, raw)
		}
		for i, a := range m.Attachments {
			if w := want.Attachments[i]; a.Name != w.Name || a.Type != w.Type || !bytes.Equal(a.Bytes, w.Bytes) {
				t.Errorf("got %s %q, want %s %q", a.Name, a.Bytes, w.Name, w.Bytes)
			}
		}
	})
}
