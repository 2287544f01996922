package record

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"berthier/cmd/internal/retold"
)

func TestSigner(t *testing.T) {
	for i := range 20 {
		key, err := GenerateSigner(bytes.NewReader(bytes.Repeat([]byte{byte(i)}, 32)))
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseSigner(key.Marshal())
		if err != nil || string(again.Marshal()) != string(key.Marshal()) ||
			again.Verifier("a/b") != key.Verifier("a/b") {
			t.Errorf("key %d: %v", i, err)
		}
		secret := strings.SplitN(string(key.Marshal()), "+", 5)[4]
		for _, shown := range []string{fmt.Sprint(key), fmt.Sprintf("%v %+v %#v %s %q", key, key, key, key, key)} {
			if strings.Contains(shown, strings.TrimSpace(secret)) || !strings.Contains(shown, "SHA256:") {
				t.Errorf("printed as %s", shown)
			}
		}
		if a, b := Fingerprint(key.Verifier("a/b")), Fingerprint(key.Verifier("c/d")); a != b ||
			len(a) != len("SHA256:")+43 {
			t.Errorf("fingerprints %s and %s", a, b)
		}
	}
	for _, bad := range []string{"", "x", "PRIVATE+KEY+berthier+00000000+AAAA", "a/b+00000000+AAAA"} {
		if _, err := ParseSigner([]byte(bad)); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
	if _, err := GenerateSigner(strings.NewReader("short")); err == nil {
		t.Error("a key out of 5 bytes")
	}
}

func FuzzCheckpoint(f *testing.F) {
	key, err := GenerateSigner(bytes.NewReader(make([]byte, 32)))
	if err != nil {
		f.Fatal(err)
	}
	for i := range 3 {
		head, err := key.Sign(Checkpoint{Origin: "berthier.example/duel-1", Size: uint64(i * 1000)})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(head)
		f.Add("Dear friend,\r\n\r\n" + strings.ReplaceAll(head, "\n", "\r\n"))
	}
	verifier := key.Verifier("berthier.example/duel-1")
	f.Fuzz(func(t *testing.T, text string) {
		for _, head := range append(retold.Checkpoints(text), text) {
			c, err := OpenCheckpoint(head, verifier)
			if err != nil {
				continue
			}
			if c.Origin != "berthier.example/duel-1" || !strings.HasPrefix(head, c.text()+"\n") {
				t.Errorf("%q was read as %q", head, c.text())
			}
		}
		note, _, _ := strings.Cut(text, "\n\n")
		if c, err := parseCheckpoint(note+"\n", "berthier.example/duel-1"); err == nil && c.text() != note+"\n" {
			t.Errorf("%q was read as %q", note, c.text())
		}
	})
}
