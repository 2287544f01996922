package sign

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// gpg is a key ring of the real GnuPG, which every check of an OpenPGP
// signature is held to.
type gpg struct {
	t    testing.TB
	home string
}

func newGPG(t testing.TB) *gpg {
	t.Helper()
	needs(t, "gpg", "gnupg")
	// Not t.TempDir: gpg-agent cannot make a socket under a long path.
	home, err := os.MkdirTemp("", "gpg")
	if err != nil {
		t.Fatal(err)
	}
	g := &gpg{t, home}
	t.Cleanup(func() {
		kill := exec.Command("gpgconf", "--kill", "all")
		kill.Env = append(os.Environ(), "GNUPGHOME="+home)
		if err := errors.Join(kill.Run(), os.RemoveAll(home)); err != nil {
			t.Error(err)
		}
	})
	return g
}

// needs skips a test for which a program is missing. .ci/run installs it, and
// sets BERTHIER_SERVERS so that the test must run.
func needs(t testing.TB, program, packageName string) {
	t.Helper()
	if _, err := exec.LookPath(program); err == nil {
		return
	}
	if os.Getenv("BERTHIER_SERVERS") != "" {
		t.Fatalf("this test needs %s (package %s)", program, packageName)
	}
	t.Skipf("this test needs %s (package %s)", program, packageName)
}

// run gives what gpg prints, and its messages if it fails.
func (g *gpg) run(stdin []byte, args ...string) (string, error) {
	cmd := exec.Command("gpg", append([]string{"--batch", "--yes", "--no-tty", "--pinentry-mode", "loopback",
		"--passphrase", "", "--trust-model", "always"}, args...)...)
	cmd.Env = append(os.Environ(), "GNUPGHOME="+g.home, "LC_ALL=C")
	cmd.Stdin = bytes.NewReader(stdin)
	var out, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &messages
	if err := cmd.Run(); err != nil {
		return "", errors.New(err.Error() + ": " + messages.String())
	}
	return out.String(), nil
}

func (g *gpg) must(stdin []byte, args ...string) string {
	g.t.Helper()
	out, err := g.run(stdin, args...)
	if err != nil {
		g.t.Fatalf("gpg %v: %v", args, err)
	}
	return out
}

// generate makes a key and gives its fingerprint. Options come before the
// command, for example the time when it is to be made.
func (g *gpg) generate(name, algo, expire string, options ...string) string {
	g.t.Helper()
	g.must(nil, append(options, "--quick-gen-key", name+" <"+strings.ToLower(name)+"@example.org>", algo, "default",
		expire)...)
	out := g.must(nil, "--with-colons", "--list-keys", name)
	return regexp.MustCompile(`(?m)^fpr:+([0-9A-F]{40}):`).FindStringSubmatch(out)[1]
}

// sign signs as a user (a fingerprint, with "!" for that very subkey); mode is
// an option like --detach-sign.
func (g *gpg) sign(user string, text []byte, mode string, options ...string) []byte {
	g.t.Helper()
	return []byte(g.must(text, append(append([]string{"--armor", "--local-user", user}, options...), mode)...))
}

func (g *gpg) public(fingerprint string) string {
	g.t.Helper()
	return g.must(nil, "--armor", "--export", fingerprint)
}

func (g *gpg) key(fingerprint string) Key {
	g.t.Helper()
	key, err := ParsePublicKey(g.public(fingerprint))
	if err != nil {
		g.t.Fatal(err)
	}
	if want := "0x" + fingerprint; key.Fingerprint() != want {
		g.t.Fatalf("got fingerprint %s, want %s", key.Fingerprint(), want)
	}
	return key
}

// verify lets gpg check what was kept as proof.
func (g *gpg) verify(p Proof) error {
	dir := g.t.TempDir()
	data, sig := filepath.Join(dir, "data"), filepath.Join(dir, "sig")
	if err := errors.Join(os.WriteFile(data, p.Data, 0o600), os.WriteFile(sig, p.Signature, 0o600)); err != nil {
		return err
	}
	args := []string{"--verify", sig, data}
	if p.Form == FormClear {
		args = []string{"--verify", data}
	}
	_, err := g.run(nil, args...)
	return err
}

// signedMIME builds a mail as RFC 3156 has it from a part with CRLF line ends.
func signedMIME(part, sig string) string {
	return "Content-Type: multipart/signed; micalg=pgp-sha512;\r\n" +
		" protocol=\"application/pgp-signature\"; boundary=\"SS\"\r\n\r\n" +
		"This is an OpenPGP/MIME signed message (RFC 4880 and 3156)\r\n--SS\r\n" + part +
		"\r\n--SS\r\nContent-Type: application/pgp-signature; name=\"OpenPGP_signature.asc\"\r\n" +
		"Content-Disposition: attachment; filename=\"OpenPGP_signature\"\r\n\r\n" + crlf(sig) + "\r\n--SS--\r\n"
}

// from puts the fields of a mail before an entity.
func from(entity string) []byte {
	return []byte("From: Łucja <lucja@example.org>\r\nMessage-ID: <1@example.org>\r\nMIME-Version: 1.0\r\n" + entity)
}

// thunderbird is a part as Thunderbird signs it: fields repeated inside, text,
// and the sender's key.
func thunderbird(text string, more ...string) string {
	return "Content-Type: multipart/mixed; boundary=\"MM\"; protected-headers=\"v1\"\r\nFrom: lucja@example.org\r\n" +
		"Subject: turn 3\r\n\r\n" +
		"--MM\r\nContent-Type: multipart/mixed; boundary=\"TT\"\r\n\r\n--TT\r\n" +
		"Content-Type: text/plain; charset=UTF-8; format=flowed\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
		b64(text) + "\r\n" +
		"--TT\r\nContent-Type: application/pgp-keys; name=\"OpenPGP_0x1.asc\"\r\n" +
		"Content-Disposition: attachment; filename=\"OpenPGP_0x1.asc\"\r\n\r\n" +
		beginPGPKey + "\r\n\r\ngame: evil\r\n-----END PGP PUBLIC KEY BLOCK-----\r\n" + strings.Join(more, "") +
		"\r\n--TT--\r\n\r\n--MM--\r\n"
}

const pgpTurn = "game: leipzig-1\nside: french\nturn: 3\n# Łucja für Ney\n- not a list\n-- \nFrom here\n" +
	"move Souham 1204 1305\nend\n"

// Neither blanks at the end of a line nor the last line end are signed.
var clearTurn = strings.ReplaceAll(pgpTurn, "-- \n", "--\n")

func TestOpenPGPForms(t *testing.T) {
	g := newGPG(t)
	rsa := g.generate("Lucja", "rsa2048", "2y")
	sub := g.generate("Ney", "ed25519", "never")
	g.must(nil, "--quick-add-key", sub, "ed25519", "sign", "1y")
	stranger := g.generate("Stranger", "ed25519", "never")
	keys := []Key{g.key(rsa), mustGenerate(t).Public(), g.key(sub)}

	both := append([]string{"--local-user", stranger}, "--digest-algo", "SHA256")
	sign := func(who, text, mode string, options ...string) string {
		return string(g.sign(who, []byte(text), mode, options...))
	}
	clear := sign(rsa, pgpTurn, "--clearsign")
	asc := sign(rsa, pgpTurn, "--detach-sign")
	binary := g.must([]byte(pgpTurn), "--no-armor", "--local-user", rsa, "--detach-sign")
	mime := func(part string, options ...string) string {
		return signedMIME(part, sign(rsa, part, "--detach-sign", options...))
	}
	text8 := "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n" + crlf(pgpTurn)
	stuffed := strings.NewReplacer("\nFrom", "\n From", "\n>", "\n >").Replace(clear)
	ssh := mustGenerate(t)
	keys = append(keys, ssh.Public())

	for _, tt := range []struct {
		name string
		raw  []byte
		text string
		form Form
		key  string
	}{
		{"clear-signed", message1(plain, clear), clearTurn, FormClear, rsa},
		{"clear-signed, CRLF", message1(plain, crlf(clear)), clearTurn, FormClear, rsa},
		{"clear-signed, byte order mark in front", message1(plain, "\uFEFF"+clear), clearTurn, FormClear, rsa},
		{"clear-signed, text around it",
			message1(plain, "game: evil\nmove all\n\n"+clear+"\ngame: evil\n-- \nLucja\n"), clearTurn, FormClear, rsa},
		{"clear-signed, blanks added", message1(plain, strings.ReplaceAll(clear, "\n", " \t\n")), clearTurn, FormClear,
			rsa},
		{"clear-signed, quoted", message1(plain, prefixed("> ", clear)), clearTurn, FormClear, rsa},
		{"clear-signed, flowed and stuffed", message1(plain+"; format=flowed", stuffed), clearTurn, FormClear, rsa},
		{"clear-signed, stuffed, parameter lost", message1(plain, stuffed), clearTurn, FormClear, rsa},
		{"clear-signed, From escaped", message1(plain, strings.Replace(clear, "\nFrom", "\n>From", 1)), clearTurn,
			FormClear, rsa},
		{"clear-signed, no-break spaces",
			message1(plain, strings.Replace(clear, "Souham 1204", "Souham\u00a01204", 1)), clearTurn, FormClear, rsa},
		{"clear-signed, base64", message1(plain+"\r\nContent-Transfer-Encoding: base64", b64(clear)), clearTurn,
			FormClear, rsa},
		{"clear-signed, quoted-printable", message1(plain+"\r\nContent-Transfer-Encoding: quoted-printable",
			qp(clear)), clearTurn, FormClear, rsa},
		{"clear-signed, list footer", mixed("Content-Type: "+plain+"\r\n\r\n"+clear,
			"Content-Type: text/plain\r\n\r\nlist footer"), clearTurn, FormClear, rsa},
		{"clear-signed, two signatures", message1(plain, sign(rsa, pgpTurn, "--clearsign", both...)), clearTurn,
			FormClear, rsa},
		{"clear-signed, subkey", message1(plain, sign(sub, pgpTurn, "--clearsign")), clearTurn, FormClear, sub},
		{"clear-signed, SHA-256", message1(plain, sign(sub, pgpTurn, "--clearsign", "--digest-algo", "SHA256")),
			clearTurn, FormClear, sub},
		{"clear-signed file", mixed("Content-Type: text/plain\r\n\r\nsee file", file("turn.txt.asc", []byte(clear))),
			clearTurn, FormClear, rsa},
		{"clear-signed, older one quoted", message1(plain, clear+prefixed("> ", sign(rsa, "old", "--clearsign"))),
			clearTurn, FormClear, rsa},
		{"clear-signed, armour with comments",
			message1(plain, strings.Replace(clear, beginPGPSignature+"\n", beginPGPSignature+
				"\nVersion: GnuPG v2\nComment: Using GnuPG with Thunderbird\n", 1)), clearTurn, FormClear, rsa},

		{"detached", mixed("Content-Type: text/plain\r\n\r\nsee files", file("turn.txt", []byte(pgpTurn)),
			file("turn.txt.asc", []byte(asc))), pgpTurn, FormAttached, rsa},
		{"detached, other files", mixed(file("a.txt", []byte("a")), file("turn.txt.asc", []byte(asc)),
			file("turn.txt", []byte(pgpTurn)), file("key.asc", []byte(g.public(rsa)))), pgpTurn, FormAttached, rsa},
		{"detached, not armoured", mixed(file("turn.txt", []byte(pgpTurn)), file("turn.txt.sig", []byte(binary))),
			pgpTurn, FormAttached, rsa},
		{"detached, text changed to CRLF",
			mixed(file("turn.txt", []byte(crlf(pgpTurn))), file("turn.txt.asc", []byte(asc))), pgpTurn, FormAttached,
			rsa},
		{"detached, text mode", mixed(file("turn.txt", []byte(crlf(pgpTurn))),
			file("turn.txt.asc", []byte(sign(rsa, pgpTurn, "--detach-sign", "--textmode")))), crlf(pgpTurn),
			FormAttached, rsa},
		{"detached, name in UTF-8", mixed(file("=?utf-8?q?Befehl_f=C3=BCr_Ney.txt?=", []byte(pgpTurn)),
			file("=?utf-8?q?Befehl_f=C3=BCr_Ney.txt.asc?=", []byte(asc)), file("z.txt", []byte("z"))), pgpTurn,
			FormAttached, rsa},
		{"detached, two signatures", mixed(file("turn.txt", []byte(pgpTurn)),
			file("turn.txt.asc", []byte(sign(rsa, pgpTurn, "--detach-sign", both...)))), pgpTurn, FormAttached, rsa},
		{"detached, subkey", mixed(file("turn.txt", []byte(pgpTurn)),
			file("turn.txt.asc", []byte(sign(sub, pgpTurn, "--detach-sign")))), pgpTurn, FormAttached, sub},
		{"signature pasted under the text", message1(plain, BeginTurn+"\n"+turn+sign(rsa, turn, "--detach-sign")),
			turn, FormInline, rsa},

		{"PGP/MIME", from(mime(text8)), pgpTurn, FormMIME, rsa},
		{"PGP/MIME, arrives with LF", bytes.ReplaceAll(from(mime(text8)), []byte("\r\n"), []byte("\n")), pgpTurn,
			FormMIME, rsa},
		{"PGP/MIME, text mode", from(mime(text8, "--textmode")), pgpTurn, FormMIME, rsa},
		{"PGP/MIME, quoted-printable", from(mime("Content-Type: text/plain; charset=utf-8\r\n" +
			"Content-Transfer-Encoding: quoted-printable\r\n\r\n" + crlf(qp(pgpTurn)))), pgpTurn, FormMIME, rsa},
		{"PGP/MIME, Latin-1", from(mime("Content-Type: text/plain; charset=iso-8859-1\r\n" +
			"Content-Transfer-Encoding: quoted-printable\r\n\r\ngame: x # f=FCr\r\n")), "game: x # für\n", FormMIME,
			rsa},
		{"PGP/MIME, Thunderbird", from(mime(thunderbird(turn))), turn, FormMIME, rsa},
		{"PGP/MIME, flowed", from(mime(thunderbird("game: x\n From a \nb\n"))), "game: x\nFrom a b\n", FormMIME, rsa},
		{"PGP/MIME, turn in a file", from(mime(thunderbird("see file",
			"\r\n--TT\r\n"+file("turn.txt", []byte(turn))))), turn, FormMIME, rsa},
		{"PGP/MIME, template filled in",
			from(mime(thunderbird("> game: x\n> side: y\n", "\r\n--TT\r\n"+file("turn.txt", []byte(turn))))),
			"> game: x\n> side: y\n", FormMIME, rsa},
		{"PGP/MIME, HTML beside the text",
			from(mime("Content-Type: multipart/alternative; boundary=AA\r\n\r\n--AA\r\nContent-Type: text/plain\r\n" +
				"\r\ngame: x\r\n--AA\r\nContent-Type: text/html\r\n\r\ngame: evil\r\n--AA--\r\n")), "game: x",
			FormMIME, rsa},
		{"PGP/MIME, list footer", from("Content-Type: multipart/mixed; boundary=\"S\"\r\n\r\n--S\r\n" + mime(text8) +
			"\r\n--S\r\nContent-Type: text/plain\r\n\r\ngame: evil\r\n--S--\r\n"), pgpTurn, FormMIME, rsa},
		{"PGP/MIME, unsigned text before it", mixed("Content-Type: text/plain\r\n\r\ngame: evil\r\nmove all\r\n",
			mime(text8)), pgpTurn, FormMIME, rsa},
		{"PGP/MIME, two signatures", from(mime(text8, both...)), pgpTurn, FormMIME, rsa},
		{"PGP/MIME, subkey", from(signedMIME(text8, sign(sub, text8, "--detach-sign"))), pgpTurn, FormMIME, sub},
		{"PGP/MIME, broken off", []byte(strings.TrimSuffix(string(from(mime(text8))), "\r\n--SS--\r\n")), pgpTurn,
			FormMIME, rsa},
		{"PGP/MIME around an SSH signature",
			from(mime("Content-Type: text/plain; charset=utf-8\r\n\r\n" + crlf(mustInline(t, ssh, turn)))), turn,
			FormInline, ""},
		{"PGP/MIME around a quoted SSH signature",
			from(mime("Content-Type: text/plain; charset=utf-8\r\n\r\ngame: x\r\n" +
				crlf(prefixed("> ", mustInline(t, ssh, "game: old"))))), "", FormMIME, rsa},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Open(mustParse(t, tt.raw), keys, time.Now())
			if err != nil {
				t.Fatalf("%v\n%s", err, tt.raw)
			}
			want := ssh.Public()
			if tt.key != "" {
				want = g.key(tt.key)
			}
			if tt.text != "" && string(got.Text) != tt.text || got.Form != tt.form || !got.Key.Equal(want) {
				t.Fatalf("got %q %s %s, want %q %s %s", got.Text, got.Form, got.Key.Name(), tt.text, tt.form,
					want.Name())
			}
			if again, err := got.Verify(got.Key, time.Now()); err != nil || !bytes.Equal(again.Text, got.Text) ||
				again.Sum() != got.Sum() {
				t.Errorf("the proof gives %q %v, want %q", again.Text, err, got.Text)
			}
			if tt.key == "" {
				return
			}
			if err := g.verify(got.Proof); err != nil {
				t.Errorf("gpg does not verify what is kept: %v\n%s", err, got.Data)
			}
			bad := got.Proof
			bad.Data = bytes.Replace(bad.Data, []byte("game"), []byte("gane"), 1)
			if bytes.Equal(bad.Data, got.Data) {
				bad.Data = bytes.Replace(bad.Data, []byte("Z2Ft"), []byte("Z2Fu"), 1) // the same in base64
			}
			if _, err := bad.Verify(got.Key, time.Now()); !errors.Is(err, ErrSignature) || g.verify(bad) == nil {
				t.Errorf("changed text: got %v, want ErrSignature, from gpg too", err)
			}
		})
	}
}

func TestOpenPGPFaults(t *testing.T) {
	g := newGPG(t)
	good := g.generate("Good", "ed25519", "never")
	stranger := g.generate("Stranger", "ed25519", "never")
	past := []string{"--faked-system-time", "20200101T000000"}
	expired := g.generate("Expired", "ed25519", "1y", past...)
	halfway := g.generate("Halfway", "ed25519", "never", past...)
	g.must(nil, append(past, "--quick-add-key", halfway, "ed25519", "sign", "1y")...)
	revoked := g.generate("Revoked", "ed25519", "never")
	revokedSub := g.generate("Subrevoked", "ed25519", "never")
	g.must(nil, "--quick-add-key", revokedSub, "ed25519", "sign", "1y")

	sign := func(who, mode string, options ...string) string {
		return string(g.sign(who, []byte(turn), mode, options...))
	}
	clear := sign(good, "--clearsign")
	byRevoked, byRevokedSub := sign(revoked, "--clearsign"), sign(revokedSub, "--clearsign")
	g.revoke(revoked, "")
	g.revoke(revokedSub, "key 1")
	older := string(g.sign(good, []byte("older"), "--clearsign"))
	html := "Content-Type: text/html\r\n\r\n<p><br></p>\r\n"
	part := "Content-Type: text/plain\r\n\r\ngame: x\r\n"
	partSig := string(g.sign(good, []byte(part), "--detach-sign"))
	keys := []Key{g.key(good), g.key(expired), g.key(halfway), g.key(revoked), g.key(revokedSub)}

	for _, tt := range []struct {
		name   string
		raw    []byte
		fault  Fault
		detail string
	}{
		{"one character changed", message1(plain, strings.Replace(clear, "1305", "1306", 1)), FaultChanged,
			""},
		{"line added", message1(plain, strings.Replace(clear, "side:", "game: x\nside:", 1)), FaultChanged, ""},
		{"line wrapped", message1(plain, strings.Replace(clear, "Souham 1204", "Souham\n1204", 1)), FaultChanged, ""},
		{"header line added", message1(plain, strings.Replace(clear, "Hash:", "Comment: x\nHash:", 1)), FaultChanged,
			""},
		{"armour damaged", message1(plain, strings.Replace(clear, "-\n\ni", "-\n\n!", 1)), FaultUnreadable,
			""},
		{"armour of something else", message1(plain, strings.Replace(clear, "-\n\ni", "-\n\nj", 1)), FaultUnreadable,
			""},
		{"armour cut off", message1(plain, clear[:len(clear)-60]), FaultUnreadable, ""},
		{"unknown key", message1(plain, sign(stranger, "--clearsign")), FaultUnknownKey, ""},
		{"two signatures, the known one of another text", message1(plain, clear+older), FaultSeveral, ""},
		{"SHA-1", message1(plain, sign(good, "--clearsign", "--digest-algo", "SHA1")), FaultWeak,
			"SHA-1"},
		{"SHA-1, detached", mixed(file("t.txt", []byte(turn)),
			file("t.txt.asc", []byte(sign(good, "--detach-sign", "--digest-algo", "SHA1")))), FaultWeak, ""},
		{"MD5", message1(plain, sign(good, "--clearsign", "--digest-algo", "MD5", "--allow-weak-digest-algos")),
			FaultWeak, "MD5"},
		{"RIPEMD-160", message1(plain, sign(good, "--clearsign", "--digest-algo", "RIPEMD160")), FaultWeak,
			"another hash"},
		{"expired key, signed in time", message1(plain, sign(expired, "--clearsign", "--faked-system-time",
			"20200601T000000")), FaultExpired, "expired on 31 December 2020"},
		{"expired subkey", message1(plain, sign(halfway, "--clearsign", "--faked-system-time", "20200601T000000")),
			FaultExpired, "expired on 31 December 2020"},
		{"revoked key", message1(plain, byRevoked), FaultRevoked, "was revoked by its owner"},
		{"revoked subkey", message1(plain, byRevokedSub), FaultRevoked, ""},
		{"dated in the future", message1(plain, sign(good, "--clearsign", "--faked-system-time", "20990101T000000")),
			FaultDate, ""},
		{"dated before its key was made", message1(plain, sign(good, "--clearsign", "--faked-system-time",
			"20200101T000000", "--ignore-time-conflict", "--ignore-valid-from")), FaultDate, ""},
		{"PGP/MIME, part changed", from(signedMIME(strings.Replace(part, "x", "y", 1), partSig)), FaultChanged, ""},
		{"PGP/MIME, field of the part changed", from(signedMIME(strings.Replace(part, "plain", "html", 1), partSig)),
			FaultChanged, ""},
		{"PGP/MIME, one blank added", from(signedMIME(strings.Replace(part, "x", "x ", 1), partSig)), FaultChanged, ""},
		{"PGP/MIME, HTML without a word", from(signedMIME(html, string(g.sign(good, []byte(html), "--detach-sign")))),
			FaultNoText, ""},
		{"PGP/MIME, no signature in it", from(signedMIME(part, "nothing")), FaultNotSigned, ""},
		{"PGP/MIME, three parts", []byte(strings.Replace(string(from(signedMIME(part, partSig))), "--SS\r\n",
			"--SS\r\n\r\ngame: evil\r\n--SS\r\n", 1)), FaultChanged, ""},
		{"PGP/MIME inside of a mail", mixed("Content-Type: message/rfc822\r\n\r\n" +
			string(from(signedMIME(part, partSig)))), FaultNotSigned, ""},
		{"S/MIME", from(strings.ReplaceAll(signedMIME(part, "x"), "pgp-signature", "pkcs7-signature")), FaultNotSigned,
			""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Open(mustParse(t, tt.raw), keys, time.Now())
			var got *OpenError
			if !errors.As(err, &got) {
				t.Fatalf("got %q, %v; want fault %q", s.Text, err, tt.fault)
			}
			if got.Fault != tt.fault || !strings.Contains(got.Error(), tt.detail) {
				t.Errorf("got %q; want %q, detail %q", got, tt.fault, tt.detail)
			}
			if s.Text != nil {
				t.Errorf("text %q in spite of the fault", s.Text)
			}
		})
	}

	// What is refused now was good when it came in.
	p := Proof{Form: FormClear, Data: []byte(sign(expired, "--clearsign", "--faked-system-time", "20200601T000000"))}
	if s, err := p.Verify(g.key(expired), time.Date(2020, 6, 2, 0, 0, 0, 0, time.UTC)); err != nil ||
		string(s.Text) != turn {
		t.Errorf("in the archive: got %q %v", s.Text, err)
	}
}

func TestOpenPGPSignatureExpires(t *testing.T) {
	g := newGPG(t)
	key := g.generate("Good", "ed25519", "never")
	sig := g.sign(key, []byte(turn), "--detach-sign", "--default-sig-expire", "1d")
	now := time.Now()
	if _, err := Verify(g.key(key), []byte(turn), sig, now); err != nil {
		t.Errorf("on the same day: %v", err)
	}
	var no *refusal
	if _, err := Verify(g.key(key), []byte(turn), sig, now.AddDate(0, 0, 2)); !errors.As(err, &no) ||
		no.fault != FaultDate {
		t.Errorf("two days later: got %v, want %q", err, FaultDate)
	}
	if _, err := Verify(g.key(key), []byte(turn), sig, now.Add(-time.Hour)); err != nil {
		t.Errorf("with a clock that is an hour slow: %v", err)
	}
}

// revoke revokes a key, or one of its subkeys.
func (g *gpg) revoke(fingerprint, sub string) {
	g.t.Helper()
	commands := "revkey\ny\n0\n\ny\nsave\n"
	if sub != "" {
		commands = sub + "\n" + commands
	}
	g.must([]byte(commands), "--no-batch", "--command-fd", "0", "--edit-key", fingerprint)
}

func TestOpenPGPKeys(t *testing.T) {
	g := newGPG(t)
	good := g.generate("Good", "ed25519", "never")
	other := g.generate("Other", "rsa3072", "never")
	past := []string{"--faked-system-time", "20200101T000000"}
	for _, tt := range []struct{ name, text, want string }{
		{"good", g.public(good), ""},
		{"CRLF", crlf(g.public(good)), ""},
		{"with a text around it", "My key:\n" + g.public(good) + "Regards\n", ""},
		{"RSA of 1024 bits", g.public(g.generate("Short", "rsa1024", "never")),
			"RSA keys of 1024 bits are not accepted"},
		{"DSA", g.public(g.generate("Dsa", "dsa2048", "never")), "DSA keys are not accepted"},
		{"secp256k1", g.public(g.generate("Koblitz", "secp256k1", "never")), "elliptic curve"},
		{"private", g.must(nil, "--armor", "--export-secret-keys", good), "private key"},
		{"two keys", g.must(nil, "--armor", "--export", good, other), "one key in the block"},
		{"no armour", strings.Replace(g.public(good), "\n\n", "\n\n!", 1), "damaged"},
		{"cut off", g.public(good)[:200], "parsing public key"},
		{"expired", g.public(g.generate("Expired", "ed25519", "1y", past...)), "expired on 31 December 2020"},
	} {
		k, err := ParsePublicKey(tt.text)
		if err == nil {
			err = k.Check(time.Now())
		}
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
		if tt.want != "" {
			continue
		}
		again, err := ParsePublicKey(k.String())
		if err != nil || again != k || !strings.Contains(k.Comment, "good@example.org") {
			t.Errorf("%s: what String gives is read as %v %v, want %v", tt.name, again, err, k)
		}
	}
	// gpg reads what we write.
	if out := g.must([]byte(g.key(good).String()), "--show-keys", "--with-colons"); !strings.Contains(out, good) {
		t.Errorf("gpg reads our form of the key as %s", out)
	}
	g.revoke(good, "")
	if err := g.key(good).Check(time.Now()); err == nil || !strings.Contains(err.Error(), "revoked") {
		t.Errorf("revoked: got %v", err)
	}
	encrypting := g.generate("Mute", "ed25519/cert", "never")
	if err := g.key(encrypting).Check(time.Now()); err == nil {
		t.Error("a key that cannot sign passes")
	}
}

// The bytes that a mail program signs read otherwise as a file: they count as a
// part of a mail only.
func TestSignedPartIsNoFile(t *testing.T) {
	g := newGPG(t)
	key := g.generate("Good", "ed25519", "never")
	part := "Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\ngame: x # =66=6F=72 Ney\r\n"
	sig := g.sign(key, []byte(part), "--detach-sign")
	raw := mixed("Content-Type: text/plain\r\n\r\nsee files", file("turn.txt", []byte(part)), file("turn.txt.asc", sig))
	var no *OpenError
	if _, err := Open(mustParse(t, raw), []Key{g.key(key)}, time.Now()); !errors.As(err, &no) ||
		no.Fault != FaultUnreadable {
		t.Errorf("got %v, want %q", err, FaultUnreadable)
	}
	if _, err := (Proof{Form: FormAttached, Data: []byte(part), Signature: sig}).Verify(g.key(key),
		time.Now()); err == nil {
		t.Error("a proof that is no part counts")
	}
	if _, err := Open(mustParse(t, from(signedMIME(part, string(sig)))), []Key{g.key(key)}, time.Now()); err != nil {
		t.Error(err)
	}
}
