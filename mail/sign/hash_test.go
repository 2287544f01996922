package sign

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
)

// documented gives the commands of the package documentation below a comment
// that begins with each of the headings.
func documented(t testing.TB, headings ...string) (script string) {
	t.Helper()
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range headings {
		_, block, ok := strings.Cut(string(doc), "\n//\t# "+h)
		block, _, _ = strings.Cut(block, "\n//\n")
		_, block, _ = strings.Cut(block, "\n")
		if !ok {
			t.Fatalf("the package documentation has no commands %q", h)
		}
		script += strings.ReplaceAll(strings.TrimPrefix(block, "//\t"), "\n//\t", "\n") + "\n"
	}
	return script
}

// The commands of the package documentation give the sum, from what other
// programs wrote.
func TestDocumentedHash(t *testing.T) {
	needs(t, "ssh-keygen", "openssh-client")
	ring, mini := newGPG(t), newMinisign(t)
	rsa, ed := ring.generate("Lucja", "rsa2048", "2y"), ring.generate("Ney", "ed25519", "never")
	domain := newMailDomain(t, "example.org", rsaKey())
	dir := t.TempDir()
	ssh := func(args ...string) {
		t.Helper()
		if out, err := exec.Command("ssh-keygen", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	ssh("-q", "-t", "ed25519", "-N", "", "-f", filepath.Join(dir, "key"))
	public, err := os.ReadFile(filepath.Join(dir, "key.pub"))
	if err != nil {
		t.Fatal(err)
	}
	sshKey, err := ParsePublicKey(string(public))
	if err != nil {
		t.Fatal(err)
	}
	sshSign := func(text string) string {
		name := filepath.Join(dir, "turn.txt")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		ssh("-q", "-Y", "sign", "-n", Namespace, "-f", filepath.Join(dir, "key"), name)
		sig, err := os.ReadFile(name + ".sig")
		if err == nil {
			err = os.Remove(name + ".sig")
		}
		if err != nil {
			t.Fatal(err)
		}
		return string(sig)
	}
	keys := []Key{sshKey, ring.key(rsa), ring.key(ed), mini.Key}
	part := "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n" + crlf(pgpTurn)
	for _, tt := range []struct {
		name      string
		text, sig string // two files
		raw       []byte // or a mail
		commands  []string
	}{
		{"OpenSSH", turn, sshSign(turn), nil, []string{"OpenSSH"}},
		{"OpenSSH in the body", "", "", message1(plain, "Bonjour\n\n"+BeginTurn+"\n"+turn+sshSign(turn)+"\nAdieu\n"),
			[]string{"in the body", "OpenSSH"}},
		{"minisign", turn, mini.sign(turn), nil, []string{"minisign"}},
		{"minisign, over the text", turn, mini.sign(turn, "-l"), nil, []string{"minisign"}},
		{"OpenPGP", pgpTurn, string(ring.sign(ed, []byte(pgpTurn), "--detach-sign")), nil, []string{"OpenPGP"}},
		{"OpenPGP, RSA", pgpTurn, string(ring.sign(rsa, []byte(pgpTurn), "--detach-sign")), nil, []string{"OpenPGP"}},
		{"OpenPGP, text mode", pgpTurn, string(ring.sign(rsa, []byte(pgpTurn), "--detach-sign", "--textmode")), nil,
			[]string{"OpenPGP"}},
		{"clear-signed", "", "", message1(plain, "Bonjour\n\n"+string(ring.sign(ed, []byte(pgpTurn), "--clearsign"))+
			"\nAdieu\n"), []string{"clear-signed", "OpenPGP"}},
		{"PGP/MIME", "", "", from(signedMIME(part, string(ring.sign(ed, []byte(part), "--detach-sign")))),
			[]string{"PGP/MIME", "OpenPGP"}},
		{"PGP/MIME, text mode", "", "", from(signedMIME(part,
			string(ring.sign(rsa, []byte(part), "--detach-sign", "--textmode")))), []string{"PGP/MIME", "OpenPGP"}},
		{"DKIM", "", "", domain.sign(append([]byte("Received: by mx\r\nFrom: Ney <lucja@example.org>\r\n"+
			"Subject:  turn\r\n\tthree \r\nSubject: two\r\n"), "Content-Type: text/plain\r\n\r\n"+turn...),
			func(o *dkim.SignOptions) { o.HeaderKeys = []string{"From", "Subject", "Subject", "Subject", "To"} }),
			[]string{"DKIM"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			files := map[string]string{"MAIL": string(tt.raw)}
			if tt.raw == nil {
				files = map[string]string{"TEXT": tt.text, "SIG": tt.sig}
				tt.raw = mixed(file("turn.txt", []byte(tt.text)), file("turn.txt.sig", []byte(tt.sig)))
			}
			for name, text := range files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			got, err := Open(mustParse(t, tt.raw), keys, time.Now())
			if tt.name == "DKIM" {
				got, err = OpenDKIM(mustParse(t, tt.raw), time.Now(), domain.lookup)
			}
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("bash", "-euo", "pipefail", "-c", documented(t, tt.commands...))
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "GNUPGHOME="+ring.home)
			out, err := cmd.CombinedOutput()
			if want := fmt.Sprintf("%x  -\n", got.Sum()); err != nil || string(out) != want {
				t.Errorf("the commands print %v\n%swant\n%s", err, out, want)
			}
		})
	}
}
