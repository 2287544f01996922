package mail

import (
	"bytes"
	"encoding/base64"
	"fmt"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var png = []byte("\x89PNG\r\n\x1a\nmap")

func outgoing() Outgoing {
	return Outgoing{
		From:          Address{Name: "Berthier", Address: "games@example.net"},
		ReplyTo:       Address{Name: "Leipzig 1", Address: "games+leipzig-1@example.net"},
		To:            []Address{{Name: "Maréchal Ney", Address: "ney@example.org"}, {Address: "soult@example.org"}},
		Subject:       "[leipzig-1] Rapport du 3e tour: Möckern tombé",
		ID:            "leipzig-1.3.french@example.net",
		Date:          time.Date(2026, 10, 18, 9, 30, 0, 0, time.UTC),
		InReplyTo:     "3@example.org",
		References:    []string{"1@example.org", "3@example.org"},
		AutoSubmitted: AutoReplied,
		Text:          "# Report\n\nMöckern is lost. \n.\nFrom here on\n" + strings.Repeat("long ", 300) + "\n",
		HTML:          "<h1>Report</h1><img src=\"cid:map@x\">",
		Inline:        []File{{Name: "map.png", Type: "image/png", ContentID: "map@x", Bytes: png}},
		Attachments: []File{
			{Name: "Befehl für Ney.txt", Type: "text/plain; charset=utf-8", Bytes: []byte("a \r\nb\nc")},
			{Name: "archive.bin", Type: "application/octet-stream", Bytes: bytes.Repeat([]byte{0, 1, 2}, 1000)},
		},
	}
}

func mustCompose(t testing.TB, o Outgoing) []byte {
	t.Helper()
	raw, err := Compose(o)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestComposeRoundTrip(t *testing.T) {
	o := outgoing()
	raw := mustCompose(t, o)
	m := mustParse(t, raw)
	if len(m.Defects) != 0 {
		t.Errorf("defects in our own mail: %q", m.Defects)
	}
	if m.From != o.From || m.ReplyTo != o.ReplyTo || fmt.Sprint(m.To) != fmt.Sprint(o.To) || m.Subject != o.Subject ||
		m.ID != o.ID || m.InReplyTo != o.InReplyTo || fmt.Sprint(m.References) != fmt.Sprint(o.References) ||
		!m.Date.Equal(o.Date) {
		t.Errorf("got %+v", m)
	}
	if m.Auto == "" {
		t.Error("our own automatic mail could be answered automatically")
	}
	if m.Text != o.Text || m.HTML != o.HTML || m.HTMLOnly {
		t.Errorf("got text %q HTML %q", m.Text, m.HTML)
	}
	files := append(o.Inline, o.Attachments...)
	if len(m.Attachments) != len(files) {
		t.Fatalf("got %d files, want %d", len(m.Attachments), len(files))
	}
	for i, f := range files {
		if a := m.Attachments[i]; a.Name != f.Name || !bytes.Equal(a.Bytes, f.Bytes) ||
			!strings.HasPrefix(f.Type, a.Type) {
			t.Errorf("got %s %s %q, want %s %s %q", a.Name, a.Type, a.Bytes, f.Name, f.Type, f.Bytes)
		}
	}
	for i, line := range bytes.Split(raw, []byte("\r\n")) {
		if len(line) > 998 || bytes.ContainsAny(line, "\r\n") {
			t.Errorf("line %d: %d bytes, or a bare CR or LF: %.40q", i, len(line), line)
		}
		for _, c := range line {
			if c >= 0x80 {
				t.Fatalf("line %d is not ASCII: %q", i, line)
			}
		}
	}
	// The standard library must read it too.
	std, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if got := std.Header.Get("Message-Id"); got != "<"+o.ID+">" {
		t.Errorf("Message-ID: got %q", got)
	}
	if !bytes.Contains(raw, []byte("Content-Id: <map@x>")) {
		t.Error("image has no Content-ID")
	}
}

func TestComposeIsDeterministic(t *testing.T) {
	first := mustCompose(t, outgoing())
	for range 20 {
		if !bytes.Equal(first, mustCompose(t, outgoing())) {
			t.Fatal("same Outgoing, other bytes")
		}
	}
	o := outgoing()
	o.Attachments[1].Bytes[0] = 9
	if a, b := boundary(first), boundary(mustCompose(t, o)); a == b {
		t.Errorf("other content, same boundary %s", a)
	}
}

func boundary(raw []byte) string {
	_, rest, _ := bytes.Cut(raw, []byte("boundary="))
	b, _, _ := bytes.Cut(rest, []byte("\r\n"))
	return string(b)
}

func TestComposeLevels(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*Outgoing)
		want   string
	}{
		{"all", func(o *Outgoing) {}, "multipart/mixed"},
		{"no attachment", func(o *Outgoing) { o.Attachments = nil }, "multipart/related"},
		{"no image", func(o *Outgoing) { o.Attachments, o.Inline = nil, nil }, "multipart/alternative"},
		{"text only", func(o *Outgoing) { o.Attachments, o.Inline, o.HTML = nil, nil, "" }, "text/plain"},
		{"text and attachment", func(o *Outgoing) { o.Inline, o.HTML = nil, "" }, "multipart/mixed"},
	} {
		o := outgoing()
		tt.change(&o)
		raw := mustCompose(t, o)
		std, err := netmail.ReadMessage(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		if got := std.Header.Get("Content-Type"); !strings.HasPrefix(got, tt.want+";") {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
		if m := mustParse(t, raw); m.Text != o.Text || m.HTML != o.HTML ||
			len(m.Attachments) != len(o.Inline)+len(o.Attachments) {
			t.Errorf("%s: got %q %q %d files", tt.name, m.Text, m.HTML, len(m.Attachments))
		}
	}
}

func TestComposeRefuses(t *testing.T) {
	for name, change := range map[string]func(*Outgoing){
		"no date":             func(o *Outgoing) { o.Date = time.Time{} },
		"no ID":               func(o *Outgoing) { o.ID = "" },
		"no recipient":        func(o *Outgoing) { o.To = nil },
		"no sender":           func(o *Outgoing) { o.From = Address{} },
		"line break in ID":    func(o *Outgoing) { o.ID = "a@b\r\nBcc: x@y" },
		"bracket in ID":       func(o *Outgoing) { o.InReplyTo = "a@b> <c@d" },
		"break in references": func(o *Outgoing) { o.References = []string{"a@b", "\n"} },
		"break in address":    func(o *Outgoing) { o.To[0].Address = "a@b\r\nBcc: x@y" },
		"two addresses":       func(o *Outgoing) { o.To[0].Address = "a@b, c@d" },
		"address with name":   func(o *Outgoing) { o.To[0].Address = "X <a@b>" },
		"bracket in address":  func(o *Outgoing) { o.From.Address = "a@b> <c@d" },
		"reply to nobody":     func(o *Outgoing) { o.ReplyTo.Address = "nobody" },
		"automatic":           func(o *Outgoing) { o.AutoSubmitted = "yes\r\nX: y" },
		"type":                func(o *Outgoing) { o.Attachments[0].Type = "text" },
		"type with a break":   func(o *Outgoing) { o.Attachments[0].Type = "text/plain\r\nX: y" },
		"multipart file":      func(o *Outgoing) { o.Attachments[0].Type = "multipart/mixed; boundary=x" },
		"other charset":       func(o *Outgoing) { o.Attachments[0].Type = "text/plain; charset=latin1" },
		"not UTF-8":           func(o *Outgoing) { o.Attachments[0].Bytes = []byte("\xff") },
		"file without name":   func(o *Outgoing) { o.Attachments[0].Name = "../" },
		"Content-ID":          func(o *Outgoing) { o.Inline[0].ContentID = "a b" },
	} {
		o := outgoing()
		change(&o)
		if raw, err := Compose(o); err == nil {
			t.Errorf("%s: accepted:\n%.400s", name, raw)
		}
	}
}

// Whatever stands in a free text, the mail has the same fields.
func TestComposeHeaderInjection(t *testing.T) {
	hostile := rapid.StringOf(rapid.RuneFrom([]rune("aé \r\n\t:<>@\",;=?\x00\u2028\\()")))
	rapid.Check(t, func(t *rapid.T) {
		o := outgoing()
		o.Subject = hostile.Draw(t, "subject")
		o.From.Name = hostile.Draw(t, "name")
		o.To[0].Name = hostile.Draw(t, "to")
		o.Attachments[0].Name = "x" + strings.NewReplacer("/", "", `\`, "").Replace(hostile.Draw(t, "file"))
		o.Text = hostile.Draw(t, "text")
		raw, err := Compose(o)
		if err != nil {
			t.Fatal(err)
		}
		std, err := netmail.ReadMessage(bytes.NewReader(raw))
		if err != nil {
			t.Fatalf("%v\n%s", err, raw)
		}
		if len(std.Header) != 11 {
			t.Fatalf("got %d fields, want 11: %v", len(std.Header), std.Header)
		}
		m, err := Parse(raw)
		if err != nil || len(m.Defects) > 0 {
			t.Fatalf("got %v %q\n%.900s", err, m.Defects, raw)
		}
		if m.From.Address != o.From.Address || len(m.To) != 2 || len(m.Attachments) != 3 {
			t.Fatalf("got from %v to %v and %d files\n%.600s", m.From, m.To, len(m.Attachments), raw)
		}
		want := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(o.Text)
		if strings.TrimSpace(want) == "" {
			want = HTMLText(o.HTML)
		}
		if m.Text != want {
			t.Fatalf("text: got %q, want %q", m.Text, want)
		}
	})
}

func TestComposeBase64IsWrapped(t *testing.T) {
	raw := mustCompose(t, outgoing())
	if long := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{0, 1, 2}, 30)); bytes.Contains(raw, []byte(long)) {
		t.Error("base64 is not wrapped")
	}
}

// HTML is sent as it is, and as base64 where a mail server could change it.
func TestComposeHTMLEncoding(t *testing.T) {
	for _, tt := range []struct{ name, html, want string }{
		{"ASCII", "<p>a &#8211; b</p>\n", "7bit"},
		{"as long as a line may be", strings.Repeat("x", 998) + "\n<p>", "7bit"},
		{"too long a line", strings.Repeat("x", 999), "base64"},
		{"not ASCII", "<p>é</p>", "8bit"},
		{"too long a line in other letters", strings.Repeat("é", 500), "base64"},
		{"a zero byte", "<p>\x00</p>", "base64"},
		{"a line of From, and a dot", "From x\n.\n", "7bit"},
	} {
		o := outgoing()
		o.HTML, o.Inline, o.Attachments = tt.html, nil, nil
		raw := mustCompose(t, o)
		if want := "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: " + tt.want +
			"\r\n"; !bytes.Contains(raw, []byte(want)) {
			t.Errorf("%s: want %s in\n%s", tt.name, want, raw)
		}
		if got := strings.ReplaceAll(mustParse(t, raw).HTML, "\r\n", "\n"); got != tt.html {
			t.Errorf("%s: got %q", tt.name, got)
		}
	}
}

// A text file is sent as it is if it comes out the same but for the ends of its lines.
func TestComposeTextFileEncoding(t *testing.T) {
	for _, tt := range []struct{ name, file, want string }{
		{"ASCII", "turn: 2\nstep: 7\n", "7bit"},
		{"Greek", "Η μονάδα\nend", "8bit"},
		{"a blank at the end of a line", "turn: \nstep: 7\n", "base64"},
		{"a blank at the end", "turn: 2\t", "base64"},
		{"CR", "turn: 2\r\nstep: 7\n", "base64"},
		{"no UTF-8", "\xff", "base64"},
	} {
		o := outgoing()
		o.HTML, o.Inline, o.Attachments = "", nil, []File{{Name: "a.txt", Type: "text/plain", Bytes: []byte(tt.file)}}
		raw := mustCompose(t, o)
		if want := "filename=a.txt\r\nContent-Transfer-Encoding: " + tt.want +
			"\r\n"; !bytes.Contains(raw, []byte(want)) {
			t.Errorf("%s: want %s in\n%s", tt.name, want, raw)
		}
		got := mustParse(t, raw).Attachments[0].Bytes
		if tt.want != "base64" {
			got = bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n"))
		}
		if string(got) != tt.file {
			t.Errorf("%s: got %q", tt.name, got)
		}
	}
}

// Plain text is 8bit where it would be much larger in ASCII.
func TestComposeTextEncoding(t *testing.T) {
	block := strings.Repeat("# move 8hus 0509 face E\n", 4)
	for _, tt := range []struct{ name, text, want string }{
		{"French", "Möckern est tombé, à midi.\n" + block, "quoted-printable"},
		{"Greek", "Η μονάδα κινείται.\n", "8bit"},
		{"Greek with a block of orders", "Η μονάδα κινείται.\n" + block, "8bit"},
		{"too long a line", strings.Repeat("Η μονάδα ", 100), "base64"},
	} {
		o := outgoing()
		o.Text, o.HTML, o.Inline, o.Attachments = tt.text, "", nil, nil
		raw := mustCompose(t, o)
		if want := "Content-Transfer-Encoding: " + tt.want + "\r\n"; !bytes.Contains(raw, []byte(want)) {
			t.Errorf("%s: want %s in\n%s", tt.name, want, raw)
		}
		if got := mustParse(t, raw).Text; got != tt.text {
			t.Errorf("%s: got %q", tt.name, got)
		}
	}
}

// Words that look like encoded ones are sent so that nobody decodes them: somebody may have typed them as the name of a
// game or as his own.
func TestLooksEncoded(t *testing.T) {
	for text, want := range map[string]string{
		"[x] =?utf-8?q?a=0Abc?=":      "[x] = ?utf-8?q?a=0Abc?=",
		"=?utf-8?q?x?= \u00e9t\u00e9": "=?utf-8?q?x?= \u00e9t\u00e9", // which is encoded as a whole
		"2=?":                         "2= ?",
	} {
		raw, err := Compose(Outgoing{From: Address{Name: text, Address: "a@example.org"}, Subject: text, Text: "x",
			To: []Address{{Address: "b@example.org"}}, ID: "x@example.org", Date: time.Unix(1e9, 0)})
		if err != nil {
			t.Fatal(err)
		}
		m, err := Parse(raw)
		if err != nil || m.Subject != want || m.From.Name != want {
			t.Errorf("%q: got %q and %q, want %q, %v", text, m.Subject, m.From.Name, want, err)
		}
	}
}
