package sign

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// minisignKey is a key made by the real minisign, which every check of such a
// signature is held to.
type minisignKey struct {
	t   testing.TB
	dir string
	Key
}

func newMinisign(t testing.TB) minisignKey {
	t.Helper()
	needs(t, "minisign", "minisign")
	m := minisignKey{t: t, dir: t.TempDir()}
	m.must("-G", "-W", "-p", m.file("pub"), "-s", m.file("key"))
	text, err := os.ReadFile(m.file("pub"))
	if err != nil {
		t.Fatal(err)
	}
	if m.Key, err = ParsePublicKey(string(text)); err != nil {
		t.Fatal(err)
	}
	return m
}

func (m minisignKey) file(name string) string { return filepath.Join(m.dir, name) }

func (m minisignKey) run(args ...string) error {
	out, err := exec.Command("minisign", args...).CombinedOutput()
	if err != nil {
		return errors.New(string(out))
	}
	return nil
}

func (m minisignKey) must(args ...string) {
	m.t.Helper()
	if err := m.run(args...); err != nil {
		m.t.Fatalf("minisign %v: %v", args, err)
	}
}

func (m minisignKey) sign(text string, options ...string) string {
	m.t.Helper()
	if err := os.WriteFile(m.file("turn.txt"), []byte(text), 0o600); err != nil {
		m.t.Fatal(err)
	}
	m.must(append(options, "-S", "-s", m.file("key"), "-m", m.file("turn.txt"))...)
	sig, err := os.ReadFile(m.file("turn.txt.minisig"))
	if err != nil {
		m.t.Fatal(err)
	}
	return string(sig)
}

func (m minisignKey) verify(p Proof) error {
	data, sig := m.file("data"), m.file("sig")
	if err := errors.Join(os.WriteFile(data, p.Data, 0o600), os.WriteFile(sig, p.Signature, 0o600)); err != nil {
		return err
	}
	return m.run("-V", "-P", m.String(), "-m", data, "-x", sig)
}

func TestMinisignForms(t *testing.T) {
	m := newMinisign(t)
	keys := []Key{mustGenerate(t).Public(), newMinisign(t).Key, m.Key}
	sig := m.sign(pgpTurn)
	for _, tt := range []struct {
		name string
		raw  []byte
		text string
		form Form
	}{
		{"attached", mixed("Content-Type: text/plain\r\n\r\nsee files", file("turn.txt", []byte(pgpTurn)),
			file("turn.txt.minisig", []byte(sig))), pgpTurn, FormAttached},
		{"attached, CRLF", mixed(file("turn.txt", []byte(crlf(pgpTurn))), file("turn.txt.minisig", []byte(crlf(sig)))),
			pgpTurn, FormAttached},
		{"attached, CRLF signed", mixed(file("turn.txt", []byte(pgpTurn)),
			file("turn.txt.minisig", []byte(m.sign(crlf(pgpTurn))))), crlf(pgpTurn), FormAttached},
		{"attached, with the public key",
			mixed(file("minisign.pub", []byte("untrusted comment: minisign public key\n"+m.String()+"\n")),
				file("turn.txt", []byte(pgpTurn)), file("turn.txt.minisig", []byte(sig))), pgpTurn, FormAttached},
		{"attached, comment in UTF-8", mixed(file("turn.txt", []byte(pgpTurn)),
			file("turn.txt.minisig", []byte(m.sign(pgpTurn, "-t", "für Łucja\tam 3. Oktober")))), pgpTurn,
			FormAttached},
		{"attached, legacy", mixed(file("turn.txt", []byte(pgpTurn)),
			file("turn.txt.minisig", []byte(m.sign(pgpTurn, "-l")))), pgpTurn, FormAttached},
		{"pasted", message1(plain, BeginTurn+"\n"+turn+m.sign(turn)+"\nBest wishes\n"), turn, FormInline},
		{"pasted without a marker", message1(plain, "Hello\n\n"+turn+m.sign(turn)), turn, FormInline},
		{"pasted and quoted", message1(plain, prefixed("> ", BeginTurn+"\n"+turn+m.sign(turn))), turn, FormInline},
		{"pasted, quoted-printable", message1(plain+"\r\nContent-Transfer-Encoding: quoted-printable",
			qp(turn+m.sign(turn))), turn, FormInline},
		{"pasted, text attached", mixed("Content-Type: "+plain+"\r\n\r\n"+sig, file("turn.txt", []byte(pgpTurn))),
			pgpTurn, FormAttached},
		{"trailing blanks signed", message1(plain, BeginTurn+"\na  \nb\n"+m.sign("a  \nb\n")), "a  \nb\n", FormInline},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Open(mustParse(t, tt.raw), keys, time.Now())
			if err != nil {
				t.Fatalf("%v\n%s", err, tt.raw)
			}
			if string(got.Text) != tt.text || got.Form != tt.form || !got.Key.Equal(m.Key) {
				t.Fatalf("got %q %s %s, want %q %s %s", got.Text, got.Form, got.Key.Name(), tt.text, tt.form, m.Name())
			}
			if err := m.verify(got.Proof); err != nil {
				t.Errorf("minisign does not verify what is kept: %v", err)
			}
			bad := got.Proof
			bad.Data = append(bytes.Clone(bad.Data), ' ')
			if _, err := bad.Verify(got.Key, time.Now()); !errors.Is(err, ErrSignature) || m.verify(bad) == nil {
				t.Errorf("changed text: got %v, want ErrSignature, from minisign too", err)
			}
		})
	}
}

func TestMinisignFaults(t *testing.T) {
	m, stranger := newMinisign(t), newMinisign(t)
	sig := m.sign(turn)
	for _, tt := range []struct {
		name  string
		raw   []byte
		fault Fault
	}{
		{"text changed", message1(plain, strings.Replace(turn, "1305", "1306", 1)+sig), FaultChanged},
		{"trusted comment changed", message1(plain, turn+strings.Replace(sig, "timestamp:", "timestamp:1", 1)),
			FaultChanged},
		{"unknown key", message1(plain, turn+stranger.sign(turn)), FaultUnknownKey},
		{"damaged", message1(plain, turn+strings.Replace(sig, "\nRU", "\n!!", 1)), FaultNotSigned},
		{"two texts", message1(plain, turn+sig+"older\n"+m.sign("older\n")), FaultSeveral},
		{"and a changed SSH signature", message1(plain, turn+sig+strings.Replace(mustInline(t, mustGenerate(t), turn),
			"1305", "1306", 1)), FaultChanged},
	} {
		_, err := Open(mustParse(t, tt.raw), []Key{m.Key}, time.Now())
		var got *OpenError
		if !errors.As(err, &got) || got.Fault != tt.fault {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.fault)
		}
	}
}

func TestMinisignKeys(t *testing.T) {
	m := newMinisign(t)
	for _, text := range []string{m.String(), "untrusted comment: my key\r\n" + m.String() + "\r\n",
		m.String() + "\n"} {
		if k, err := ParsePublicKey(text); err != nil || !k.Equal(m.Key) || k.Check(time.Now()) != nil {
			t.Errorf("got %v %v, want %v", k, err, m.Key)
		}
	}
	secret, err := os.ReadFile(m.file("key"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"secret": string(secret), "cut": m.String()[:55],
		"other algorithm": "RX" + m.String()[2:]} {
		if k, err := ParsePublicKey(text); err == nil {
			t.Errorf("%s: got %v, want an error", name, k)
		}
	}
}
