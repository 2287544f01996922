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
	"unicode/utf8"

	"pgregory.net/rapid"

	"berthier/mail"
)

const turn = "game: leipzig-1\nside: french\n\nmove Souham 1204 1305\nsay \"Vive l'Empereur — à nous !\"\nend\n"

// keygen runs the real ssh-keygen, which every check of a signature is held to.
func keygen(t testing.TB, stdin []byte, args ...string) (string, error) {
	t.Helper()
	path, err := exec.LookPath("ssh-keygen")
	if err != nil {
		t.Fatalf("these tests need ssh-keygen (package openssh-client): %v", err)
	}
	cmd := exec.Command(path, args...)
	cmd.Stdin = bytes.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func mustKeygen(t testing.TB, stdin []byte, args ...string) {
	t.Helper()
	if out, err := keygen(t, stdin, args...); err != nil {
		t.Fatalf("ssh-keygen %v: %v\n%s", args, err, out)
	}
}

// newSSHKey makes a key of a type with ssh-keygen and gives its file and public half.
func newSSHKey(t testing.TB, kind string) (file, public string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "key")
	mustKeygen(t, nil, "-q", "-t", kind, "-N", "", "-C", "soult@example.org", "-f", file)
	pub, err := os.ReadFile(file + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	return file, string(pub)
}

// sshSign signs with ssh-keygen.
func sshSign(t testing.TB, keyFile, namespace string, text []byte) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "turn.txt")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	mustKeygen(t, nil, "-q", "-Y", "sign", "-n", namespace, "-f", keyFile, file)
	sig, err := os.ReadFile(file + ".sig")
	if err != nil {
		t.Fatal(err)
	}
	return sig
}

// sshVerify verifies with ssh-keygen.
func sshVerify(t testing.TB, key Key, text, sig []byte) error {
	t.Helper()
	dir := t.TempDir()
	signers, sigFile := filepath.Join(dir, "signers"), filepath.Join(dir, "sig")
	if err := errors.Join(
		os.WriteFile(signers, []byte("player "+key.String()+"\n"), 0o600),
		os.WriteFile(sigFile, sig, 0o600)); err != nil {
		t.Fatal(err)
	}
	out, err := keygen(t, text, "-Y", "verify", "-f", signers, "-I", "player", "-n", Namespace, "-s", sigFile)
	if err != nil {
		return errors.New(out)
	}
	return nil
}

func mustGenerate(t testing.TB) *PrivateKey {
	t.Helper()
	key, err := GenerateKey("davout@example.org")
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func mustInline(t testing.TB, key *PrivateKey, text string) string {
	t.Helper()
	b, err := Inline(key, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func mustSign(t testing.TB, key *PrivateKey, text string) []byte {
	t.Helper()
	sig, err := Sign(key, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return sig
}

func TestSignIsVerifiedBySSHKeygen(t *testing.T) {
	key := mustGenerate(t)
	for _, text := range []string{turn, "", "no final newline", "crlf\r\nlines\r\n", "\xff\x00binary"} {
		sig := mustSign(t, key, text)
		if err := sshVerify(t, key.Public(), []byte(text), sig); err != nil {
			t.Errorf("ssh-keygen refuses our signature of %q: %v", text, err)
		}
		if err := sshVerify(t, key.Public(), []byte(text+"x"), sig); err == nil {
			t.Errorf("ssh-keygen accepts our signature of %q for another text", text)
		}
	}
}

func TestVerifyAcceptsSSHKeygen(t *testing.T) {
	file, public := newSSHKey(t, "ed25519")
	key, err := ParsePublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	sig := sshSign(t, file, Namespace, []byte(turn))
	if _, err := Verify(key, []byte(turn), sig, time.Now()); err != nil {
		t.Errorf("signature of ssh-keygen: %v", err)
	}
	if _, err := Verify(key, []byte(turn+" "), sig, time.Now()); !errors.Is(err, ErrSignature) {
		t.Errorf("changed text: got %v, want ErrSignature", err)
	}
	if _, err := Verify(mustGenerate(t).Public(), []byte(turn), sig, time.Now()); err == nil {
		t.Error("another key verifies")
	}
	if _, err := Verify(key, []byte(turn), sshSign(t, file, "git", []byte(turn)), time.Now()); err == nil {
		t.Error("another namespace verifies")
	}
	if _, err := Verify(Key{}, []byte(turn), sig, time.Now()); err == nil {
		t.Error("no key verifies")
	}
	if _, err := Verify(key, []byte(turn), []byte("nonsense"), time.Now()); err == nil {
		t.Error("nonsense verifies")
	}
}

func TestKeyFiles(t *testing.T) {
	key := mustGenerate(t)
	for _, pass := range []string{"", "Wagram 1809"} {
		pemFile, err := key.Marshal([]byte(pass))
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "key")
		if err := os.WriteFile(file, pemFile, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := keygen(t, nil, "-y", "-P", pass, "-f", file)
		if err != nil || strings.TrimSpace(out) != key.Public().String() {
			t.Errorf("ssh-keygen -y with passphrase %q: got %q %v, want %q", pass, out, err, key.Public())
		}
		got, err := LoadPrivateKey(pemFile, func() ([]byte, error) { return []byte(pass), nil })
		if err != nil || !got.Public().Equal(key.Public()) {
			t.Errorf("load with passphrase %q: got %v %v", pass, got, err)
		}
	}
	protected, err := key.Marshal([]byte("right"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := LoadPrivateKey(protected, nil); !errors.Is(err, ErrPassphrase) {
		t.Errorf("no passphrase: got %v, want ErrPassphrase", err)
	}
	if _, err := LoadPrivateKey(protected, func() ([]byte, error) { return []byte("wrong"), nil }); !errors.Is(err,
		ErrPassphrase) {
		t.Errorf("wrong passphrase: got %v, want ErrPassphrase", err)
	}
	cancelled := errors.New("cancelled")
	if _, err := LoadPrivateKey(protected, func() ([]byte, error) { return nil, cancelled }); !errors.Is(err,
		cancelled) {
		t.Errorf("asking fails: got %v, want %v", err, cancelled)
	}
	if _, err := LoadPrivateKey([]byte("nonsense"), nil); err == nil {
		t.Error("nonsense is read as a private key")
	}
}

func TestPrivateKeyPrintsNoSecret(t *testing.T) {
	key := mustGenerate(t)
	want := "private key " + key.Public().Fingerprint()
	if got := key.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := key.GoString(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestParsePublicKey(t *testing.T) {
	_, ed := newSSHKey(t, "ed25519")
	_, ecdsa := newSSHKey(t, "ecdsa")
	key, err := ParsePublicKey(ed)
	if err != nil {
		t.Fatal(err)
	}
	if key.String() != strings.TrimSpace(ed) || key.Comment != "soult@example.org" {
		t.Errorf("got %q comment %q, want %q", key, key.Comment, ed)
	}
	out, err := keygen(t, []byte(ed), "-l", "-f", "-")
	if err != nil || !strings.Contains(out, key.Fingerprint()) {
		t.Errorf("fingerprint %s is not in %q", key.Fingerprint(), out)
	}
	if _, err := ParsePublicKey(ecdsa); !errors.Is(err, ErrKeyType) {
		t.Errorf("ecdsa key: got %v, want ErrKeyType", err)
	}
	for name, line := range map[string]string{
		"empty":       "",
		"nonsense":    "ssh-ed25519 nonsense",
		"two keys":    ed + ed,
		"options":     `command="rm" ` + ed,
		"private key": "-----BEGIN OPENSSH PRIVATE KEY-----",
		"too long":    strings.Repeat("x", maxKeyBytes+1),
	} {
		if k, err := ParsePublicKey(line); err == nil {
			t.Errorf("%s: got key %v, want an error", name, k)
		}
	}
	if k := (Key{}); k.String() != "" || k.Fingerprint() != "" {
		t.Errorf("zero key: got %q %q, want empty strings", k.String(), k.Fingerprint())
	}
}

func TestLoadPrivateKeyRefusesOtherTypes(t *testing.T) {
	file, _ := newSSHKey(t, "ecdsa")
	pemFile, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := LoadPrivateKey(pemFile, nil); !errors.Is(err, ErrKeyType) {
		t.Errorf("got %v, want ErrKeyType", err)
	}
}

func TestCanonical(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"empty", "", ""},
		{"only blanks", " \r\n\t\n", ""},
		{"blanks at ends of lines", "a  \nb\t\n", "a\nb\n"},
		{"CRLF", "a\r\nb\r\n", "a\nb\n"},
		{"no final newline", "a", "a\n"},
		{"empty lines around", "\n\na\n\nb\n\n\n", "a\n\nb\n"},
		{"indent stays", "  a\n", "  a\n"},
	} {
		if got := string(Canonical([]byte(tt.in))); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		once := Canonical([]byte(rapid.StringOf(rapid.RuneFrom([]rune("ab \t\r\n"))).Draw(t, "text")))
		if twice := Canonical(once); !bytes.Equal(once, twice) {
			t.Fatalf("not stable: %q then %q", once, twice)
		}
	})
}

func TestInlineRefuses(t *testing.T) {
	key := mustGenerate(t)
	for _, tt := range []struct {
		name, text string
		line       int
	}{
		{"empty", " \n", 0},
		{"not UTF-8", "a\xff\n", 0},
		{"too long", strings.Repeat("a\n", MaxSigned/2+1), 0},
		{"too long with its dashes", strings.Repeat("-\n", MaxSigned/2), 0},
		{"blanks from column 1 to 72", "ok\na" + strings.Repeat(" ", 72) + "b\n", 2},
		{"no-break space", "a\u00a0b", 1},
		{"control character", "a\x1bb", 1},
		{"bidirectional override", "a\u202eb", 1},
	} {
		_, err := Inline(key, []byte(tt.text))
		var got *InlineError
		if !errors.As(err, &got) || got.Line != tt.line {
			t.Errorf("%s: got %v, want an error for line %d", tt.name, err, tt.line)
		}
	}
}

// What Inline writes has no long line and no marker but its own, and opens as it was
// whatever a mail program does to it.
func TestInlineCarriesAnything(t *testing.T) {
	key := mustGenerate(t)
	line := rapid.OneOf(
		rapid.StringOfN(rapid.RuneFrom([]rune("-+> aé:F\t")), 0, 200, -1),
		rapid.SampledFrom([]string{BeginTurn, beginSignature, endSignature, beginPGPKey, beginPGPSignature,
			beginPGPClear,
			endPGPSignature, "From Ney", ">From Ney", "- -----BEGIN", "-+", "-+x", "- x", "-- ", "--", "> game: x",
			" indented",
			"  " + BeginTurn, "key: " + key.Public().String() + " ney@home", strings.Repeat("é", 72),
			strings.Repeat("é", 73), strings.Repeat("x", 1000), "untrusted comment: x"}),
	)
	journeys := map[string]func(string) string{
		"as it is": func(s string) string { return s }, "CRLF": crlf,
		"quoted":         func(s string) string { return prefixed("> ", s) },
		"blanks added":   func(s string) string { return strings.ReplaceAll(s, "\n", "  \n") },
		"no-break space": func(s string) string { return strings.ReplaceAll(s, " ", "\u00a0") },
		"mbox":           func(s string) string { return strings.ReplaceAll(s, "\nFrom ", "\n>From ") },
	}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(line, 1, 6).Draw(t, "lines"), "\n") + "\n"
		in, err := Inline(key, []byte(text))
		if err != nil {
			if !strings.Contains(err.Error(), "blanks in a row") && len(Canonical([]byte(text))) > 0 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		for i, l := range strings.Split(string(in), "\n") {
			if utf8.RuneCountInString(l) > InlineColumns {
				t.Fatalf("line %d has more than %d characters: %q", i+1, InlineColumns, l)
			}
		}
		for name, journey := range journeys {
			m, err := mail.Parse(message1(plain, "Sire,\n\n"+journey(string(in))+"\n-- \nNey\n"))
			if err != nil {
				t.Fatal(err)
			}
			s, err := Open(m, []Key{key.Public()}, time.Now())
			if err != nil || !bytes.Equal(s.Text, Canonical([]byte(text))) {
				t.Fatalf("%s: %q was read as %q: %v\n%s", name, text, s.Text, err, in)
			}
		}
	})
}

// What Inline signs can be verified with ssh-keygen as the package doc says.
func TestInlineSignsCanonicalText(t *testing.T) {
	key := mustGenerate(t)
	body := mustInline(t, key, "\n"+strings.ReplaceAll(turn, "\n", " \r\n"))
	sig := body[strings.Index(body, beginSignature):]
	if want := BeginTurn + "\n" + turn + sig; body != want {
		t.Errorf("got %q, want %q", body, want)
	}
	if err := sshVerify(t, key.Public(), []byte(turn), []byte(sig)); err != nil {
		t.Errorf("ssh-keygen: %v", err)
	}
}
