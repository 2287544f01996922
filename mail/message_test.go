package mail

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func fields(lines ...string) []byte {
	return []byte(strings.Join(lines, "\r\n") + "\r\n\r\nbody\r\n")
}

func TestParseHeader(t *testing.T) {
	m := mustParse(t, fields(
		"Return-Path: <ney@example.org>",
		"From: =?iso-8859-1?q?Mar=E9chal_Ney?= <ney@example.org>",
		"Reply-To: <staff@example.org>",
		"To: Games <games@example.net>, other@example.net",
		"Delivered-To: games+leipzig@example.net",
		"Subject: =?utf-8?b?w4AgbCdhcm3DqWU=?=\r\n and folded",
		"Message-ID: <abc@example.org>",
		"In-Reply-To: <x@example.net>",
		"References: <w@example.net>\r\n <x@example.net>",
		"Date: Mon, 18 Oct 1813 09:30:00 +0100",
	))
	if want := (Address{Name: "Maréchal Ney", Address: "ney@example.org"}); m.From != want {
		t.Errorf("From: got %v, want %v", m.From, want)
	}
	if m.ReplyTo.Address != "staff@example.org" {
		t.Errorf("Reply-To: got %v", m.ReplyTo)
	}
	if got := fmt.Sprint(m.To); got != `[{Games games@example.net} { other@example.net} { games+leipzig@example.net}]` {
		t.Errorf("To: got %s", got)
	}
	if want := "À l'armée and folded"; m.Subject != want {
		t.Errorf("Subject: got %q, want %q", m.Subject, want)
	}
	if m.ID != "abc@example.org" || m.IDDerived || m.InReplyTo != "x@example.net" ||
		fmt.Sprint(m.References) != "[w@example.net x@example.net]" {
		t.Errorf("got ID %q (derived %t) In-Reply-To %q References %q", m.ID, m.IDDerived, m.InReplyTo, m.References)
	}
	if want := time.Date(1813, 10, 18, 8, 30, 0, 0, time.UTC); !m.Date.Equal(want) {
		t.Errorf("Date: got %v, want %v", m.Date, want)
	}
	if m.Auto != "" || len(m.Defects) != 0 || m.Text != "body\n" {
		t.Errorf("got Auto %q Defects %q Text %q", m.Auto, m.Defects, m.Text)
	}
}

func TestParseBrokenHeader(t *testing.T) {
	for _, tt := range []struct {
		name, raw   string
		from, text  string
		wantDefects bool
	}{
		{"mbox line", "From ney Mon Oct 18\r\nFrom: ney@example.org\r\n\r\nbody", "ney@example.org", "body", true},
		{"starts with a continuation", " x\r\nFrom: ney@example.org\r\n\r\nbody", "ney@example.org", "body", true},
		{"line without colon", "Subject: x\r\nnonsense\r\n more\r\nFrom: ney@example.org\r\n\r\nbody",
			"ney@example.org", "body", true},
		{"blank in a field name", "X Y: z\r\nFrom: ney@example.org\r\n\r\nbody", "ney@example.org", "body", true},
		{"LF only", "From: ney@example.org\n\nbody", "ney@example.org", "body", false},
		{"no body", "From: ney@example.org", "ney@example.org", "", false},
		{"no header", "just some text", "", "just some text", true},
		{"empty", "", "", "", false},
		{"address unquoted", "From: Ney, Michel <ney@example.org>\r\n\r\nbody", "ney@example.org", "body", true},
		{"address of nothing", "From: nobody\r\n\r\nbody", "", "body", true},
		{"two From fields", "From: ney@example.org\r\nFrom: napoleon@example.org\r\n\r\nbody", "ney@example.org",
			"body", true},
		{"unknown charset in a name", "From: =?x-klingon?q?a?= <ney@example.org>\r\n\r\nbody", "ney@example.org",
			"body", true},
	} {
		m := mustParse(t, []byte(tt.raw))
		if m.From.Address != tt.from || m.Text != tt.text || (len(m.Defects) > 0) != tt.wantDefects {
			t.Errorf("%s: got From %q Text %q Defects %q, want %q %q %t", tt.name, m.From.Address, m.Text, m.Defects,
				tt.from, tt.text, tt.wantDefects)
		}
	}
}

func TestMessageID(t *testing.T) {
	for _, tt := range []struct {
		name, field string
		want        string // "" for derived
	}{
		{"good", "<a@b>", "a@b"},
		{"without brackets", "a@b", "a@b"},
		{"without host", "<abc>", "abc"},
		{"missing", "", ""},
		{"with a blank", "<a b@c>", ""},
		{"not ASCII", "<é@b>", ""},
		{"too long", "<" + strings.Repeat("a", 251) + ">", ""},
	} {
		raw := fields("From: ney@example.org", "Message-ID: "+tt.field)
		a, b, c := mustParse(t, raw), mustParse(t, raw), mustParse(t, append(raw, 'x'))
		if tt.want != "" {
			if a.ID != tt.want || a.IDDerived {
				t.Errorf("%s: got %q, derived %t; want %q", tt.name, a.ID, a.IDDerived, tt.want)
			}
			continue
		}
		if !a.IDDerived || !validID(a.ID) || a.ID != b.ID || a.ID == c.ID {
			t.Errorf("%s: got %q %q and for another message %q", tt.name, a.ID, b.ID, c.ID)
		}
	}
}

func TestHeaderValuesAreOneLine(t *testing.T) {
	m := mustParse(t, fields(
		"From: =?utf-8?q?Ney=E2=80=A8Bcc=3A_x?= <ney@example.org>",
		"Subject: =?utf-8?q?a=0Ab=E2=80=AEc?= \xff",
		"References: "+strings.Repeat("<a@b> ", 100)+"<last@b>",
	))
	if want := "Ney Bcc: x"; m.From.Name != want {
		t.Errorf("name: got %q, want %q", m.From.Name, want)
	}
	if want := "a b c \uFFFD"; m.Subject != want {
		t.Errorf("subject: got %q, want %q", m.Subject, want)
	}
	if n := len(m.References); n != maxReferences || m.References[n-1] != "last@b" {
		t.Errorf("got %d references, last %q", n, m.References[n-1])
	}
}

func TestAuto(t *testing.T) {
	const from = "From: ney@example.org"
	for _, tt := range []struct {
		name   string
		fields []string
		auto   bool
	}{
		{"person", []string{from}, false},
		{"Auto-Submitted: no", []string{from, "Auto-Submitted: No (really)"}, true}, // malformed: better silent
		{"Auto-Submitted: no;", []string{from, "Auto-Submitted: No; x=y"}, false},
		{"Auto-Submitted", []string{from, "Auto-Submitted: auto-replied (vacation)"}, true},
		{"Precedence bulk", []string{from, "Precedence: Bulk"}, true},
		{"Precedence junk", []string{from, "Precedence: junk"}, true},
		{"Precedence first-class", []string{from, "Precedence: first-class"}, false},
		{"mailing list", []string{from, "List-Id: <wargames.example.org>"}, true},
		{"bounce", []string{from, "Return-Path: < >"}, true},
		{"return path", []string{from, "Return-Path: <ney@example.org>"}, false},
		{"report", []string{from, "Content-Type: multipart/report; boundary=x"}, true},
		{"daemon", []string{"From: MAILER-DAEMON@example.org"}, true},
		{"noreply", []string{"From: No-Reply@example.org"}, true},
		{"no sender", []string{"Subject: x"}, true},
		{"autoresponder", []string{from, "X-Autoreply: yes"}, true},
		{"newsletter", []string{from, "List-Unsubscribe: <https://example.org/>"}, true},
		{"subject", []string{from, "Subject: =?utf-8?q?R=C3=A9ponse_automatique_: ordres?="}, true},
		{"Greek subject", []string{from, "Subject: =?utf-8?b?zpHPhc+Ez4zOvM6xz4TOtyDOsc+AzqzOvc+EzrfPg863?="}, true},
		{"subject of a person", []string{from, "Subject: Re: automatic fire"}, false},
	} {
		m := mustParse(t, fields(tt.fields...))
		unsure := slices.Contains([]string{"mailing list", "newsletter", "subject", "Greek subject"}, tt.name)
		if (m.Auto != "") != tt.auto || m.Unsure != unsure {
			t.Errorf("%s: got %q, unsure %t, want a reason: %t", tt.name, m.Auto, m.Unsure, tt.auto)
		}
	}
}

func TestForged(t *testing.T) {
	const from = "From: ney@example.org"
	for _, tt := range []struct {
		results []string
		forged  bool
	}{
		{nil, false},
		{[]string{"Authentication-Results: mx.example.net; dmarc=fail header.from=example.org"}, true},
		{[]string{"Authentication-Results: mx.example.net; spf=fail smtp.mailfrom=example.org"}, true},
		{[]string{"Authentication-Results: mx.example.net; spf=fail smtp.mailfrom=example.org; dkim=pass " +
			"header.d=example.org"}, false},
		{[]string{"Authentication-Results: mx.example.net; dkim=fail header.d=list.org; dkim=pass " +
			"header.d=example.org; spf=fail smtp.mailfrom=x.org"}, false},
		{[]string{"Authentication-Results: mx.example.net; spf=softfail smtp.mailfrom=example.org"}, false},
		{[]string{"Authentication-Results: mx.example.net; dmarc=pass header.from=example.org; spf=fail " +
			"smtp.mailfrom=x.org"}, false},
		{[]string{"Authentication-Results: mx.example.net; none",
			"Authentication-Results: evil; dmarc=fail header.from=example.org"}, false},
		{[]string{"Authentication-Results: ;;;=="}, false},
	} {
		if m := mustParse(t, fields(append([]string{from}, tt.results...)...)); (m.Forged != "") != tt.forged {
			t.Errorf("%q: got %q, want a reason: %t", tt.results, m.Forged, tt.forged)
		}
	}
}

func TestParseText(t *testing.T) {
	const ct, cte = "Content-Type: ", "\r\nContent-Transfer-Encoding: "
	alternative := "multipart/alternative; boundary=X\r\n\r\npreamble\r\n--X\r\n" + ct +
		"text/plain\r\n\r\nplain\r\n--X\r\n" + ct + "text/html\r\n\r\n<p>html\r\n--X--\r\n"
	for _, tt := range []struct {
		name, rest    string
		text, flowed  string
		html          bool
		files, broken int
	}{
		{"no type", "", "", "", false, 0, 0},
		{"Latin-1", ct + "text/plain; charset=iso-8859-1\r\n\r\n\xe9", "é", "", false, 0, 0},
		{"UTF-16", ct + "text/plain; charset=utf-16be" + cte + "base64\r\n\r\nAGEA6Q==", "aé", "", false, 0, 0},
		{"unknown charset, UTF-8", ct + "text/plain; charset=klingon\r\n\r\né", "é", "", false, 0, 1},
		{"unknown charset, other", ct + "text/plain; charset=klingon\r\n\r\n\xe9", "é", "", false, 0, 1},
		{"wrong charset", ct + "text/plain; charset=utf-8\r\n\r\n\xe9", "é", "", false, 0, 1},
		{"quoted-printable", ct + plain + cte + "Quoted-Printable\r\n\r\na=\r\nb=20\r\n", "ab \n", "", false, 0, 0},
		{"base64 with a comment", ct + plain + cte + "base64 ; x\r\n\r\nYWI=", "ab", "", false, 0, 0},
		{"base64 cut short", ct + plain + cte + "base64\r\n\r\nYWJjZA", "abc", "", false, 0, 1},
		{"unknown encoding", ct + plain + cte + "x-rot13\r\n\r\nab", "ab", "", false, 0, 1},
		{"bad parameter", ct + "text/plain; charset=a; charset=b\r\n\r\nab", "ab", "", false, 0, 0},
		{"no slash", ct + "text\r\n\r\nab", "", "", false, 1, 0},
		{"alternative", ct + alternative, "plain", "", false, 0, 0},
		{"HTML only", ct + "text/html\r\n\r\n<p>", "", "", true, 0, 0},
		{"flowed", ct + "text/plain; format=flowed\r\n\r\na \r\nb\r\n c\r\n> q \r\n> r\r\n-- \r\nend",
			"a \nb\n c\n> q \n> r\n-- \nend", "a b\nc\n> q r\n-- \nend\n", false, 0, 0},
		{"flowed, delsp", ct + "text/plain; format=flowed; delsp=yes\r\n\r\na \r\nb", "a \nb", "ab\n", false, 0, 0},
		{"flowed, depth changes", ct + "text/plain; format=flowed\r\n\r\n> a \r\n>> b \r\nc \r\n", "> a \n>> b \nc \n",
			"> a \n>> b \nc \n", false, 0, 0},
		{"attached text", ct + "text/plain\r\nContent-Disposition: attachment\r\n\r\nab", "", "", false, 1, 0},
		{"named text", ct + "text/plain; name=turn.txt\r\n\r\nab", "", "", false, 1, 0},
		{"empty part before the text", ct +
			"multipart/mixed; boundary=X\r\n\r\n--X\r\n\r\n\r\n\r\n--X\r\n\r\nab\r\n--X--", "ab", "", false, 0, 0},
		{"boundary missing", ct + "multipart/mixed\r\n\r\n--X\r\n\r\nab\r\n--X--", "--X\n\nab\n--X--", "", false, 0, 2},
		{"end missing", ct + "multipart/mixed; boundary=X\r\n\r\n--X\r\n\r\nab", "ab", "", false, 0, 2},
		{"part header broken", ct + "multipart/mixed; boundary=X\r\n\r\n--X\r\n\r\nab\r\n--X\r\nnonsense\r\n\r\n" +
			"cd\r\n--X--", "ab", "", false, 0, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := mustParse(t, []byte("From: ney@example.org\r\n"+tt.rest))
			if m.Text != tt.text || m.Flowed != tt.flowed || m.HTMLOnly != tt.html || len(m.Attachments) != tt.files ||
				len(m.Defects) != tt.broken {
				t.Errorf("got text %q flowed %q HTML only %t files %d defects %q, want %q %q %t %d %d",
					m.Text, m.Flowed, m.HTMLOnly, len(m.Attachments), m.Defects, tt.text, tt.flowed, tt.html, tt.files,
					tt.broken)
			}
		})
	}
}

func TestParseAttachments(t *testing.T) {
	big := bytes.Repeat([]byte("0123456789abcdef\r\n"), 10000)
	m := mustParse(t, mixed(
		"Content-Type: text/plain\r\n\r\nhello",
		file("../../etc/turn.txt", []byte("a\r\n b \xe9")),
		file(`C:\games\turn.sig`, []byte("sig")),
		"Content-Type: text/plain; charset=ISO-8859-1\r\n"+
			"Content-Disposition: attachment; filename*=utf-8''n%C3%A9y.txt\r\n\r\n\xe9",
		"Content-Type: image/png; name=x.png\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!"+
			strings.Repeat("A", 100000),
		file("big.bin", big),
		"Content-Type: message/rfc822\r\n\r\nFrom: x\r\n\r\ninner",
	))
	want := []Attachment{
		{"turn.txt", "application/octet-stream", "", []byte("a\r\n b \xe9")},
		{"turn.sig", "application/octet-stream", "", []byte("sig")},
		{"néy.txt", "text/plain", "iso-8859-1", []byte("\xe9")},
		{"x.png", "image/png", "", []byte{}},
		{"big.bin", "application/octet-stream", "", big},
		{"", "message/rfc822", "", []byte("From: x\r\n\r\ninner")},
	}
	if len(m.Attachments) != len(want) {
		t.Fatalf("got %d attachments, want %d: %q", len(m.Attachments), len(want), m.Defects)
	}
	for i, w := range want {
		if g := m.Attachments[i]; g.Name != w.Name || g.Type != w.Type || g.Charset != w.Charset ||
			!bytes.Equal(g.Bytes, w.Bytes) {
			t.Errorf("attachment %d: got %s %s %s %.40q, want %s %s %s %.40q", i, g.Name, g.Type, g.Charset, g.Bytes,
				w.Name, w.Type, w.Charset, w.Bytes)
		}
	}
}

func nested(depth int, inner string) string {
	if depth == 0 {
		return inner
	}
	b := fmt.Sprintf("b%d", depth)
	return "Content-Type: multipart/mixed; boundary=" + b + "\r\n\r\n--" + b + "\r\n" + nested(depth-1, inner) +
		"\r\n--" + b + "--\r\n"
}

func TestLimits(t *testing.T) {
	const from = "From: ney@example.org\r\nSubject: s\r\n"
	l := Limits{MessageBytes: 40000, HeaderBytes: 4096, Parts: 4, Depth: 3}
	leaf := "Content-Type: text/plain\r\n\r\nab"
	long := strings.Repeat("X-Y: z\r\n", 4000)
	many := func(n int) string {
		return "Content-Type: multipart/mixed; boundary=X\r\n\r\n" + strings.Repeat("--X\r\n"+leaf+"\r\n", n) +
			"--X--\r\n"
	}
	for _, tt := range []struct{ name, raw, what string }{
		{"ok", from + leaf, ""},
		{"size at the limit", from + leaf + strings.Repeat("a", 40000-len(from+leaf)), ""},
		{"size", from + leaf + strings.Repeat("a", 40001-len(from+leaf)), "message bytes"},
		{"header", from + long + leaf, "header bytes"},
		{"part header", from + "Content-Type: multipart/mixed; boundary=X\r\n\r\n--X\r\n" + long + leaf +
			"\r\n--X--\r\n", "header bytes"},
		{"parts at the limit", from + many(3), ""},
		{"parts", from + many(4), "parts"},
		{"depth at the limit", from + nested(3, leaf), ""},
		{"depth", from + nested(4, leaf), "depth"},
	} {
		m, err := l.Parse([]byte(tt.raw))
		var le *LimitError
		switch {
		case tt.what == "" && (err != nil || !strings.HasPrefix(m.Text, "ab")):
			t.Errorf("%s: got text %.10q error %v", tt.name, m.Text, err)
		case tt.what != "" && (!errors.As(err, &le) || le.What != tt.what || m.Text != "" || m.Attachments != nil):
			t.Errorf("%s: got text %.10q error %v, want limit %s", tt.name, m.Text, err, tt.what)
		}
		if m.From.Address != "ney@example.org" || m.Subject != "s" {
			t.Errorf("%s: header is lost: %v %q", tt.name, m.From, m.Subject)
		}
	}
	if got := (Limits{}).withDefaults(); got != DefaultLimits {
		t.Errorf("zero limits: got %v, want %v", got, DefaultLimits)
	}
}

func TestParseLeavesRawAlone(t *testing.T) {
	raw := mixed("Content-Type: text/plain\r\n\r\nhello", file("a", []byte("b")))
	keep := bytes.Clone(raw)
	m := mustParse(t, raw)
	if !bytes.Equal(m.Raw, keep) || !bytes.Equal(raw, keep) {
		t.Error("raw bytes were changed")
	}
	if len(m.HashString()) != 64 {
		t.Errorf("hash %q", m.HashString())
	}
}

func FuzzParse(f *testing.F) {
	for _, raw := range [][]byte{
		message1(plain, turn), mixed("Content-Type: text/html\r\n\r\n<p>", file("a", []byte("b"))),
		message1("text/plain; charset=utf-16; format=flowed", "\xfe\xff\x00a"), []byte(nested(9, "\r\nx")),
		fields("From: a <b", "Subject: =?utf-8?q?=0A?=", "Message-ID: <<",
			"Content-Type: multipart/mixed; boundary=\"\""),
	} {
		f.Add(raw)
	}
	limits := Limits{MessageBytes: 1 << 16, HeaderBytes: 1 << 12, Parts: 8, Depth: 3}
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := limits.Parse(raw)
		var le *LimitError
		if err != nil && !errors.As(err, &le) {
			t.Fatalf("got %T, want a *LimitError", err)
		}
		if !validID(m.ID) {
			t.Fatalf("ID %q is not safe", m.ID)
		}
		if strings.ContainsFunc(m.Subject+m.From.Name+m.From.Address, IsControl) {
			t.Fatalf("control character in %q %q", m.Subject, m.From)
		}
		if len(m.Attachments) > limits.Parts || len(m.Text) > 4*len(raw) {
			t.Fatalf("%d attachments, text of %d bytes from %d", len(m.Attachments), len(m.Text), len(raw))
		}
		for _, a := range m.Attachments {
			if filepath.Base(a.Name) != a.Name && a.Name != "" || strings.ContainsRune(a.Name, os.PathSeparator) {
				t.Fatalf("file name %q has a folder", a.Name)
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	raw := mixed("Content-Type: "+plain+"\r\n\r\n"+strings.Repeat(turn, 20), file("turn.txt", []byte(turn)),
		file("map.png", make([]byte, 50000)))
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if _, err := Parse(raw); err != nil {
			b.Fatal(err)
		}
	}
}
