package sign

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"berthier/mail"
)

// signers are keys of all kinds and signatures of theirs over turn, made by
// the real programs; the signature over pgpPart; and turn clear-signed. They are
// files because each process of a fuzzer has to see the same ones.
func signers(t testing.TB) (keys []Key, signatures [][]byte, part, clear []byte) {
	t.Helper()
	read := func(name string) []byte {
		b, err := os.ReadFile("testdata/signed/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, kind := range []string{"ssh", "pgp", "minisign"} {
		k, err := ParsePublicKey(string(read(kind + ".pub")))
		if err != nil {
			t.Fatal(err)
		}
		keys, signatures = append(keys, k), append(signatures, read(kind+".sig"))
	}
	return keys, signatures, read("pgp.part.sig"), read("pgp.clear")
}

var pgpPart = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n" + crlf(turn)

// All kinds can be read without any of the programs that made them.
func TestOpenAllKinds(t *testing.T) {
	keys, sigs, part, clear := signers(t)
	for _, tt := range []struct {
		raw  []byte
		form Form
		key  Key
	}{
		{message1(plain, turn+string(sigs[0])), FormInline, keys[0]},
		{mixed(file("turn.txt", []byte(turn)), file("turn.txt.asc", sigs[1])), FormAttached, keys[1]},
		{message1(plain, string(clear)), FormClear, keys[1]},
		{from(signedMIME(pgpPart, string(part))), FormMIME, keys[1]},
		{mixed(file("turn.txt", []byte(turn)), file("turn.txt.minisig", sigs[2])), FormAttached, keys[2]},
	} {
		got, err := Open(mustParse(t, tt.raw), keys, time.Now())
		if err != nil || string(got.Text) != turn || got.Form != tt.form || got.Key != tt.key {
			t.Errorf("%s: got %q %s %s %v", tt.form, got.Text, got.Form, got.Key.Name(), err)
		}
		var unknown *OpenError
		if _, err := Open(mustParse(t, tt.raw), nil, time.Now()); !errors.As(err, &unknown) ||
			unknown.Fault != FaultUnknownKey || unknown.Key == "" {
			t.Errorf("%s, no key: got %v", tt.form, err)
		}
	}
}

// What is kept of a clear-signed text is the block and nothing else.
func TestClearSignedProofIsTheBlock(t *testing.T) {
	keys, _, _, clear := signers(t)
	for _, tt := range []struct {
		name, data string
		good       bool
	}{
		{"the block", string(clear), true},
		{"text before it", "game: evil\n" + string(clear), false},
		{"text after it", string(clear) + "\ngame: evil\n", false},
		{"twice", string(clear) + "\n" + string(clear), false},
	} {
		if _, err := (Proof{Form: FormClear, Data: []byte(tt.data)}).Verify(keys[1],
			time.Now()); (err == nil) != tt.good {
			t.Errorf("%s: got %v", tt.name, err)
		}
	}
}

// FuzzSignature reads signatures of all kinds. None is good for a text that
// was not signed, and what does not count says why.
func FuzzSignature(f *testing.F) {
	keys, sigs, _, clear := signers(f)
	for i, s := range sigs {
		f.Add(s, []byte(turn))
		f.Add(s, []byte(turn+" "))
		if _, err := Verify(keys[i], []byte(turn), s, time.Now()); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(clear, []byte(nil))
	f.Fuzz(func(t *testing.T, sig, data []byte) {
		for _, k := range keys {
			if _, err := Verify(k, data, sig, time.Now()); err == nil && !bytes.Equal(data, []byte(turn)) {
				t.Fatalf("%q counts as signed with %s by\n%s", data, k.Name(), sig)
			}
			p := Proof{Form: FormClear, Data: sig}
			if s, err := p.Verify(k, time.Now()); err == nil &&
				strings.TrimRight(string(s.Text), " \n") != strings.TrimRight(turn, "\n") {
				t.Fatalf("%q counts as clear-signed by\n%s", s.Text, sig)
			}
		}
		findBlocks(sig)
		signatureOf(&mail.Attachment{Bytes: sig})
	})
}

// FuzzKey reads public keys. What is read prints as something that is read
// as the same key.
func FuzzKey(f *testing.F) {
	keys, _, _, _ := signers(f)
	for _, k := range keys {
		f.Add(k.String())
	}
	f.Add("untrusted comment: minisign public key\n" + keys[2].String())
	f.Fuzz(func(t *testing.T, text string) {
		k, err := ParsePublicKey(text)
		if err != nil {
			return
		}
		if again, err := ParsePublicKey(k.String()); err != nil || !again.Equal(k) {
			t.Fatalf("got %v %v, want %v", again, err, k)
		}
		k.Check(time.Now())
	})
}
