package sign

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"mime/quotedprintable"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"berthier/mail"
)

func b64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func prefixed(prefix, s string) string {
	return prefix + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n"+prefix) + "\n"
}

func qp(s string) string {
	var b bytes.Buffer
	w := quotedprintable.NewWriter(&b)
	w.Write([]byte(s))
	w.Close()
	return b.String()
}

func TestOpenForms(t *testing.T) {
	keyFile, public := newSSHKey(t, "ed25519")
	key, err := ParsePublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	pemFile, err := os.ReadFile(keyFile)
	if err != nil {
		t.Fatal(err)
	}
	private, err := LoadPrivateKey(pemFile, nil)
	if err != nil {
		t.Fatal(err)
	}
	byHand := func(text string) string { return string(sshSign(t, keyFile, Namespace, []byte(text))) }
	in := mustInline(t, private, turn)
	sig := in[strings.Index(in, beginSignature):]
	blanks := strings.ReplaceAll(turn, "\n", "  \n")
	dos := crlf(turn)
	latin := strings.NewReplacer("é", "\xe9", "à", "\xe0", "—", "-").Replace(turn)
	indented := " a  b\n c  d\n"
	hard := "a\u00a0b\n"
	stuffed := "  indented\nFrom Ney\n> not a quote\nend\n"

	for _, tt := range []struct {
		name string
		raw  []byte
		text string
		form Form
	}{
		{"inline", message1(plain, in), turn, FormInline},
		{"inline, CRLF", message1(plain, crlf(in)), turn, FormInline},
		{"greeting and footer", message1(plain, "Hello\n\n"+in+"\n-- \nbest wishes\n"), turn, FormInline},
		{"blank after marker line", message1(plain, strings.ReplaceAll(in, "-----\n", "----- \n")), turn, FormInline},
		{"trailing blanks added", message1(plain, strings.ReplaceAll(in, "\n", "  \n")), turn, FormInline},
		{"blank lines added", message1(plain, strings.Replace(in, BeginTurn, BeginTurn+"\n\n", 1)), turn, FormInline},
		{"quoted", message1(plain, prefixed("> ", in)), turn, FormInline},
		{"quoted twice, blanks trimmed", message1(plain, strings.ReplaceAll(prefixed("> > ", in), "> > \n", "> >\n")),
			turn, FormInline},
		{"indented", message1(plain, prefixed("    ", in)), turn, FormInline},
		{"no-break spaces", message1(plain, strings.ReplaceAll(in, "move ", "move\u00a0")), turn, FormInline},
		{"base64", message1(plain+"\r\nContent-Transfer-Encoding: base64",
			base64.StdEncoding.EncodeToString([]byte(in))), turn, FormInline},
		{"quoted-printable", message1(plain+"\r\nContent-Transfer-Encoding: quoted-printable", qp(in)), turn,
			FormInline},
		{"format=flowed", message1(plain+"; format=flowed", in), turn, FormInline},
		{"first part of multipart", mixed("Content-Type: "+plain+"\r\n\r\n"+in, file("map.png", []byte{0, 1})), turn,
			FormInline},
		{"list footer as second part", mixed("Content-Type: "+plain+"\r\n\r\n"+in,
			"Content-Type: text/plain\r\n\r\nlist footer"), turn, FormInline},

		{"by hand, no begin marker", message1(plain, turn+sig), turn, FormInline},
		{"by hand, greeting", message1(plain, "Hello, my turn:\n\n"+turn+"\n"+sig), turn, FormInline},
		{"by hand, blanks signed", message1(plain, BeginTurn+"\n"+blanks+byHand(blanks)), blanks, FormInline},
		{"by hand, CRLF signed, arrives as LF", message1(plain, turn+byHand(dos)), dos, FormInline},
		{"by hand, CRLF signed, arrives as CRLF", message1(plain, dos+crlf(byHand(dos))), dos, FormInline},
		{"by hand, no final newline", message1(plain, turn+byHand(strings.TrimSuffix(turn, "\n"))),
			strings.TrimSuffix(turn, "\n"), FormInline},
		{"by hand, Latin-1 signed", message1("text/plain; charset=iso-8859-1", latin+byHand(latin)), latin, FormInline},
		{"space-stuffed, flowed", message1(plain+"; format=flowed",
			strings.ReplaceAll(strings.ReplaceAll("\n"+stuffed, "\n ", "\n  "), "\nFrom", "\n From")+byHand(stuffed)),
			stuffed, FormInline},
		{"space-stuffed, parameter lost",
			message1(plain, "   indented\n From Ney\n > not a quote\nend\n"+byHand(stuffed)), stuffed, FormInline},
		{"no-break spaces, indented", message1(plain, strings.ReplaceAll(indented, "  ", " \u00a0")+byHand(indented)),
			indented, FormInline},
		{"space-stuffed, no-break spaces signed", message1(plain, " "+hard+byHand(hard)), hard, FormInline},
		{"space-stuffed, no-break spaces, From", message1(plain, " a\u00a0b\n>From c\n"+byHand("a b\nFrom c\n")),
			"a b\nFrom c\n", FormInline},
		{"From escaped", message1(plain, strings.Replace(stuffed, "\nFrom", "\n>From", 1)+byHand(stuffed)), stuffed,
			FormInline},

		{"attached", mixed("Content-Type: text/plain\r\n\r\nsee files", file("turn.txt", []byte(turn)),
			file("turn.txt.sig", []byte(byHand(turn)))), turn, FormAttached},
		{"attached, signature first", mixed(file("zug.txt.sig", []byte(sig)), file("zug.txt", []byte(turn))), turn,
			FormAttached},
		{"attached, by stem, among others", mixed(file("notes.txt", []byte("notes")), file("turn.sig", []byte(sig)),
			file("TURN.txt", []byte(turn))), turn, FormAttached},
		{"attached, other names", mixed(file("a", []byte(turn)), file("b", []byte(sig))), turn, FormAttached},
		{"attached, text changed to CRLF", mixed(file("turn.txt", []byte(dos)), file("turn.txt.sig", []byte(sig))),
			turn, FormAttached},
		{"byte order mark in front", message1(plain, "\uFEFF"+in), turn, FormInline},
		{"byte order mark behind a quote mark", message1(plain, "> \uFEFF"+prefixed("> ", in)[2:]), turn, FormInline},
		{"byte order mark in front, by hand", message1(plain, "\uFEFF"+turn+sig), turn, FormInline},
		{"byte order mark and more", message1(plain, "\uFEFF a\u00a0b\n>From c\n"+byHand("a b\nFrom c\n")),
			"a b\nFrom c\n", FormInline},
		{"attached, byte order mark added", mixed(file("t.txt", []byte("\uFEFF"+turn)), file("t.txt.sig",
			[]byte(byHand(turn)))), turn, FormAttached},
		{"attached, byte order mark lost", mixed(file("t.txt", []byte(turn)), file("t.txt.sig",
			[]byte(byHand("\uFEFF"+turn)))), "\uFEFF" + turn, FormAttached},
		{"attached with byte order mark",
			mixed(file("t.txt", []byte("\uFEFF"+turn)), file("t.txt.sig", []byte(byHand("\uFEFF"+turn)))),
			"\uFEFF" + turn, FormAttached},
		{"attached, name in UTF-8", mixed(file("=?utf-8?q?Befehl_f=C3=BCr_Ney.txt?=", []byte(turn)),
			file("=?utf-8?q?Befehl_f=C3=BCr_Ney.txt.sig?=", []byte(sig)), file("z.txt", []byte("z"))), turn,
			FormAttached},
		{"signature attached, text in the body",
			mixed("Content-Type: "+plain+"\r\n\r\n"+turn, file("turn.sig", []byte(sig))), turn, FormDetached},
		{"signature in the body, text attached",
			mixed("Content-Type: "+plain+"\r\n\r\n"+sig, file("turn.txt", []byte(turn))), turn, FormAttached},
		{"inline form in a file", mixed("Content-Type: text/plain\r\n\r\nsee file", file("turn.txt", []byte(in))),
			turn, FormFile},

		{"same turn twice", mixed("Content-Type: "+plain+"\r\n\r\n"+in, file("turn.txt", []byte(in))), turn,
			FormInline},
		{"older turn quoted", message1(plain, in+prefixed("> ", mustInline(t, private, "older\n"))), turn, FormInline},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Open(mustParse(t, tt.raw), []Key{mustGenerate(t).Public(), key}, time.Now())
			if err != nil {
				t.Fatalf("%v\n%s", err, tt.raw)
			}
			if string(got.Text) != tt.text || got.Form != tt.form || got.Key.Comment != key.Comment ||
				!got.Key.Equal(key) {
				t.Errorf("got %q %s %s, want %q %s %s", got.Text, got.Form, got.Key, tt.text, tt.form, key)
			}
			if err := sshVerify(t, got.Key, got.Text, got.Signature); err != nil {
				t.Errorf("ssh-keygen does not verify what Open returned: %v", err)
			}
		})
	}
}

func TestOpenFaults(t *testing.T) {
	keyFile, public := newSSHKey(t, "ed25519")
	key, err := ParsePublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	ecdsaFile, _ := newSSHKey(t, "ecdsa")
	other := mustGenerate(t)
	sig := string(sshSign(t, keyFile, Namespace, []byte(turn)))
	good := BeginTurn + "\n" + turn + sig
	older := BeginTurn + "\nolder\n" + string(sshSign(t, keyFile, Namespace, []byte("older\n")))

	for _, tt := range []struct {
		name  string
		raw   []byte
		fault Fault
	}{
		{"no signature", message1(plain, turn), FaultNotSigned},
		{"marker only", message1(plain, BeginTurn+"\n"+turn), FaultNotSigned},
		{"forwarded as attachment", mixed("Content-Type: message/rfc822\r\n\r\n" + string(message1(plain, good))),
			FaultNotSigned},
		{"armour damaged", message1(plain, strings.Replace(good, "U1NIU0", "U1NIU!", 1)), FaultUnreadable},
		{"armour cut off", message1(plain, good[:len(good)-60]), FaultUnreadable},
		{"armour empty", message1(plain, turn+beginSignature+"\n"+endSignature+"\n"), FaultUnreadable},
		{"ecdsa key", message1(plain, turn+string(sshSign(t, ecdsaFile, Namespace, []byte(turn)))), FaultKeyType},
		{"other namespace", message1(plain, turn+string(sshSign(t, keyFile, "file", []byte(turn)))), FaultNamespace},
		{"one character changed", message1(plain, strings.Replace(good, "1305", "1306", 1)), FaultChanged},
		{"line added", message1(plain, strings.Replace(good, BeginTurn, BeginTurn+"\ngame: x", 1)), FaultChanged},
		{"line removed", message1(plain, strings.Replace(good, "side: french\n", "", 1)), FaultChanged},
		{"case changed", message1(plain, strings.Replace(good, "Souham", "souham", 1)), FaultChanged},
		{"line wrapped", message1(plain, strings.Replace(good, "Souham 1204", "Souham\n1204", 1)), FaultChanged},
		{"signature without text", message1(plain, sig), FaultChanged},
		{"named file differs though another fits",
			mixed(file("turn.txt", []byte("x")), file("turn.txt.sig", []byte(sig)), file("old.txt", []byte(turn))),
			FaultChanged},
		{"unknown key", message1(plain, mustInline(t, other, turn)), FaultUnknownKey},
		{"two turns", message1(plain, good+older), FaultSeveral},
		{"two turns in files", mixed(file("a.txt", []byte(good)), file("b.txt", []byte(older))), FaultSeveral},
		{"good and changed", message1(plain, good+strings.Replace(older, "older", "newer", 1)), FaultChanged},
		{"changed, older one quoted", message1(plain, strings.Replace(good, "1305", "1306", 1)+prefixed("> ", older)),
			FaultChanged},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Open(mustParse(t, tt.raw), []Key{key}, time.Now())
			var got *OpenError
			if !errors.As(err, &got) {
				t.Fatalf("got %q, %v; want fault %q", s.Text, err, tt.fault)
			}
			if got.Fault != tt.fault {
				t.Errorf("got fault %q, want %q", got.Fault, tt.fault)
			}
			if got.Error() == "" {
				t.Error("the error has no words")
			}
			if s.Text != nil {
				t.Errorf("text %q in spite of the fault", s.Text)
			}
		})
	}
}

func TestOpenErrorCarriesTheSignature(t *testing.T) {
	newcomer := mustGenerate(t)
	_, err := Open(mustParse(t, message1(plain, mustInline(t, newcomer, turn))), nil, time.Now())
	var got *OpenError
	if !errors.As(err, &got) {
		t.Fatal(err)
	}
	if want := newcomer.Public().Name(); got.Key != want || !strings.Contains(got.Error(), want) {
		t.Errorf("got key %q and error %q, want %s", got.Key, got.Error(), want)
	}
	_, err = Verify(got.Signed.Key, got.Signed.Text, got.Signed.Signature, time.Now())
	if string(got.Signed.Text) != turn || err != nil {
		t.Errorf("got %q, want a text that verifies with the key of the signature", got.Signed.Text)
	}
	if got.Form != FormInline {
		t.Errorf("got form %q", got.Form)
	}
}

// A changed character never passes, wherever it is changed; a text that Inline
// takes always opens again.
func TestInlineOpenProperty(t *testing.T) {
	key := mustGenerate(t)
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.StringOfN(rapid.RuneFrom([]rune("abc :->é.\t ")), 0, 40, -1)
		text := strings.Join(rapid.SliceOfN(line, 1, 8).Draw(t, "lines"), "\n")
		want := Canonical([]byte(text))
		body, err := Inline(key, []byte(text))
		if len(want) == 0 {
			if err == nil {
				t.Fatalf("empty text is signed: %q", body)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		m, err := mail.Parse(message1(plain, crlf(string(body))))
		if err != nil {
			t.Fatal(err)
		}
		got, err := Open(m, []Key{key.Public()}, time.Now())
		if err != nil || !bytes.Equal(got.Text, want) {
			t.Fatalf("got %q %v, want %q", got.Text, err, want)
		}
		at := rapid.IntRange(0, len(want)-2).Draw(t, "at")
		if want[at] == ' ' || want[at] == '\t' || want[at] == '\n' || want[at] == '>' {
			return // spellings differ in these
		}
		bad := bytes.Clone(body)
		bad[len(BeginTurn)+1+at] = 'X'
		m, err = mail.Parse(message1(plain, string(bad)))
		if err != nil {
			t.Fatal(err)
		}
		if s, err := Open(m, []Key{key.Public()}, time.Now()); err == nil {
			t.Fatalf("text changed at byte %d of %q opens as %q", at, want, s.Text)
		}
	})
}

func TestTexts(t *testing.T) {
	for _, tt := range []struct {
		name string
		raw  []byte
		want []string
	}{
		{"none", message1(plain, " \n"), nil},
		{"body", message1(plain, "hello\n"), []string{"inline  hello\n"}},
		{"marked", message1(plain, "hello\n"+BeginTurn+"\na\n"),
			[]string{"inline  a\n", "inline  hello\n" + BeginTurn + "\na\n"}},
		{"marked, quoted, bad signature", message1(plain, "> "+BeginTurn+"\n> a\n> "+beginSignature+"\n"),
			[]string{"inline  a\n", "inline  > " + BeginTurn + "\n> a\n> " + beginSignature + "\n"}},
		{"file", mixed("Content-Type: text/plain\r\n\r\nsee file", file("turn.txt", []byte("a\n")),
			file("x.png", []byte{0})),
			[]string{"attached turn.txt a\n", "inline  see file"}},
	} {
		var got []string
		for _, x := range Texts(mustParse(t, tt.raw)) {
			got = append(got, fmt.Sprintf("%s %s %s", x.Form, x.Name, x.Bytes))
		}
		if fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A message full of signatures and spellings must not keep the daemon busy.
func TestOpenIsBounded(t *testing.T) {
	key := mustGenerate(t)
	var body strings.Builder
	for i := range 200 {
		in := mustInline(t, key, fmt.Sprint("turn ", i))
		body.WriteString(strings.Replace(in, "turn", "TURN", 1))
	}
	m := mustParse(t, message1(plain, body.String()))
	if got := len(findSignatures(m)); got != maxSignatures {
		t.Errorf("got %d signatures looked at, want %d", got, maxSignatures)
	}
	far := message1(plain, strings.Repeat("\n", maxSearched)+mustInline(t, key, turn))
	if got := findSignatures(mustParse(t, far)); len(got) != 0 {
		t.Errorf("got %d signatures behind the first MiB, want 0", len(got))
	}
	huge := message1(plain, strings.Repeat("x\u00a0 \n", MaxSigned)+string(mustSign(t, key, "x")))
	var oe *OpenError
	if _, err := Open(mustParse(t, huge), nil, time.Now()); !errors.As(err, &oe) || oe.Fault != FaultLong {
		t.Errorf("got %v, want %q", err, FaultLong)
	}
}

// Whoever signs a text that is too long is told so, and not that it was changed.
func TestOpenTooLong(t *testing.T) {
	key, other := mustGenerate(t), mustGenerate(t)
	long := strings.Repeat("# a line of the report that is quoted\n", 1+MaxSigned/38)
	turn := BeginTurn + "\n" + long
	for _, c := range []struct {
		name string
		raw  []byte
		want Fault
	}{
		{"attached", mixed("Content-Type: text/plain\r\n\r\nmy turn", file("turn.txt", []byte(long)),
			file("turn.txt.sig", mustSign(t, key, long))), FaultLong},
		{"in the body", message1(plain, turn+string(mustSign(t, key, long))), FaultLong},
		{"in the body, by a stranger", message1(plain, turn+string(mustSign(t, other, long))), FaultLong},
		{"short and changed", message1(plain, BeginTurn+"\nshort\n"+string(mustSign(t, key, long))), FaultChanged},
	} {
		var no *OpenError
		if _, err := Open(mustParse(t, c.raw), []Key{key.Public()}, time.Now()); !errors.As(err, &no) ||
			no.Fault != c.want {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

func FuzzOpen(f *testing.F) {
	keys, sigs, part, clear := signers(f)
	in := BeginTurn + "\n" + turn + string(sigs[0])
	for _, raw := range [][]byte{
		message1(plain, in), message1(plain, prefixed("> ", in)), message1(plain+"; format=flowed; delsp=yes", in),
		mixed("Content-Type: text/plain\r\n\r\nx", file("turn.txt", []byte(turn)), file("turn.txt.sig", sigs[0])),
		mixed(file("turn.txt", []byte(turn)), file("turn.txt.asc", sigs[1])), message1(plain, turn+string(sigs[2])),
		message1(plain, string(clear)), from(signedMIME(pgpPart, string(part))),
		from(signedMIME(thunderbird(turn), string(sigs[1]))),
		message1(plain, beginSignature), message1(plain, BeginTurn+"\n>"+beginSignature+"\n"+endSignature),
	} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := mail.Parse(raw)
		if err != nil {
			return
		}
		Texts(m)
		s, err := Open(m, keys, time.Now())
		if err == nil {
			if again, err := s.Verify(s.Key, time.Now()); err != nil || !bytes.Equal(again.Text, s.Text) ||
				again.Sum() != s.Sum() {
				t.Fatalf("Open returned %q, the proof gives %q %v", s.Text, again.Text, err)
			}
			return
		}
		var oe *OpenError
		if !errors.As(err, &oe) {
			t.Fatalf("got %T %v, want an *OpenError", err, err)
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	key := mustGenerate(b)
	m := mustParse(b, message1(plain, mustInline(b, key, strings.Repeat(turn, 20))))
	for b.Loop() {
		if _, err := Open(m, []Key{key.Public()}, time.Now()); err != nil {
			b.Fatal(err)
		}
	}
}
