package mail

import (
	"bytes"
	"errors"
	"io"
	"math"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"
)

// walker collects the leaf parts of a message into it.
type walker struct {
	m      *Message
	limits Limits
	src    *budget
	parts  int
	texts  int // text/plain parts taken as the text of the message
}

// budget is a reader that refuses to go on after n bytes. It is armed while
// go-message reads the header of a part, which it does without a limit.
type budget struct {
	r io.Reader
	n int
}

var errBudget = errors.New("header of a part is too long")

func (b *budget) Read(p []byte) (int, error) {
	if b.n <= 0 {
		return 0, errBudget
	}
	n, err := b.r.Read(p[:min(len(p), b.n)])
	b.n -= n
	return n, err
}

func (w *walker) message(h message.Header, body []byte) error {
	w.src = &budget{bytes.NewReader(body), math.MaxInt}
	if err := w.part(h, w.src, 0); err != nil {
		return err
	}
	m := w.m
	if w.texts == 0 && m.HTML == "" && len(m.Attachments) == 0 && len(bytes.TrimSpace(body)) > 0 {
		// Nothing could be made of its MIME structure; a person could still
		// read it, and a signed text in it still verifies.
		m.defect("no readable part, body taken as plain text")
		m.setText(body, nil)
	}
	if m.HTMLOnly = m.HTML != "" && strings.TrimSpace(m.Text) == ""; m.HTMLOnly {
		m.Text, m.Flowed, m.TextBytes = HTMLText(m.HTML), "", nil
	}
	return nil
}

// part reads one entity. Only limits are errors; a broken multipart ends at
// the place where it is broken.
func (w *walker) part(h message.Header, body io.Reader, depth int) error {
	if w.parts++; w.parts > w.limits.Parts {
		return &LimitError{"parts", w.limits.Parts}
	}
	t, params := mediaType(h)
	if !strings.HasPrefix(t, "multipart/") {
		w.leaf(h, t, params, body)
		return nil
	}
	if depth >= w.limits.Depth {
		return &LimitError{"depth", w.limits.Depth}
	}
	mr := textproto.NewMultipartReader(body, params["boundary"])
	for {
		// Each level of nesting reads ahead by one buffer.
		w.src.n = w.limits.HeaderBytes + (depth+2)*4096
		p, err := mr.NextPart()
		exhausted := w.src.n <= 0
		w.src.n = math.MaxInt
		switch {
		case err == io.EOF:
			return nil
		case err != nil && exhausted:
			return &LimitError{"header bytes", w.limits.HeaderBytes}
		case err != nil:
			w.m.defect("%s: %v", t, Clip(err.Error(), 120))
			return nil
		}
		if err := w.part(message.Header{Header: p.Header}, p, depth+1); err != nil {
			return err
		}
		io.Copy(io.Discard, p) // what was not read must not count as header of the next
	}
}

// leaf decodes one part and files it as text, HTML or attachment.
func (w *walker) leaf(h message.Header, t string, params map[string]string, body io.Reader) {
	data := w.m.transferDecode(h, body)
	disp, dispParams, err := h.ContentDisposition()
	if err != nil {
		disp, _, _ = strings.Cut(disp, ";")
	}
	name := fileName(dispParams["filename"], params["name"])
	attached := strings.EqualFold(strings.TrimSpace(disp), "attachment") || name != ""
	switch m := w.m; {
	// Some programs cut the text in two around an attachment, and the first
	// piece may be empty.
	case t == "text/plain" && !attached && (w.texts == 0 || strings.TrimSpace(m.Text) == ""):
		w.texts++
		m.setText(data, params)
	case t == "text/html" && !attached && m.HTML == "":
		m.HTML = m.toUTF8(data, params["charset"])
	default:
		m.Attachments = append(m.Attachments, Attachment{
			Name: name, Type: t, Charset: strings.ToLower(params["charset"]), Bytes: data,
		})
	}
}

// transferDecode undoes the Content-Transfer-Encoding and nothing else: the
// type is hidden from go-message so that it leaves the charset alone, because
// signatures are made over the sender's bytes.
func (m *Message) transferDecode(h message.Header, body io.Reader) []byte {
	var bare message.Header
	bare.Set("Content-Type", "application/octet-stream")
	enc, _, _ := strings.Cut(h.Get("Content-Transfer-Encoding"), ";")
	bare.Set("Content-Transfer-Encoding", strings.TrimSpace(enc))
	e, err := message.New(bare, body)
	if err != nil {
		m.defect("%v", Clip(err.Error(), 120))
	}
	data, err := io.ReadAll(e.Body)
	if err != nil {
		m.defect("part is cut short: %v", Clip(err.Error(), 120))
	}
	return data
}

func (m *Message) setText(data []byte, params map[string]string) {
	m.TextBytes = data
	m.Text = strings.ReplaceAll(m.toUTF8(data, params["charset"]), "\r\n", "\n")
	m.Flowed = ""
	if strings.EqualFold(params["format"], "flowed") {
		m.Flowed = unflow(m.Text, strings.EqualFold(params["delsp"], "yes"))
	}
}

// toUTF8 decodes a charset. Text in an unknown one is kept if it is UTF-8 and
// read as Windows-1252, of which Latin-1 is a part, if not.
func (m *Message) toUTF8(data []byte, cs string) string {
	switch strings.ToLower(strings.TrimSpace(cs)) {
	case "", "utf-8", "us-ascii", "utf8", "ascii":
		if utf8.Valid(data) {
			return string(data)
		}
		cs = "windows-1252"
		m.defect("text is not UTF-8, read as %s", cs)
	}
	out, err := decodeCharset(data, cs)
	if err != nil && utf8.Valid(data) {
		m.defect("%v", Clip(err.Error(), 80))
		return string(data)
	}
	if err != nil {
		m.defect("%v, read as windows-1252", Clip(err.Error(), 80))
		out, _ = decodeCharset(data, "windows-1252")
	}
	return strings.ToValidUTF8(out, "\uFFFD")
}

// UTF8 is the text of an attachment in UTF-8, as Message.Text is made.
func (a *Attachment) UTF8() []byte { return []byte((&Message{}).toUTF8(a.Bytes, a.Charset)) }

func decodeCharset(data []byte, cs string) (string, error) {
	r, err := charsetReader(cs, bytes.NewReader(data))
	if err != nil {
		return "", err
	}
	out, err := io.ReadAll(r)
	return string(out), err
}

// fileName gives the first name that has one, without folders.
func fileName(names ...string) string {
	for _, n := range names {
		n = OneLine(headerText(n))
		n = path.Base(strings.ReplaceAll(n, `\`, "/"))
		if n != "." && n != "/" && n != ".." && n != "" {
			return Clip(n, 200)
		}
	}
	return ""
}

// unflow joins the lines of format=flowed text and removes its space-stuffing
// (RFC 3676 section 4). Lines of different quote depth are never joined.
func unflow(text string, delsp bool) string {
	var out strings.Builder
	open, openDepth := false, 0
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		rest := strings.TrimLeft(line, ">")
		depth := len(line) - len(rest)
		rest = strings.TrimPrefix(rest, " ")
		if open && (depth != openDepth || rest == "-- ") {
			out.WriteByte('\n')
			open = false
		}
		if !open && depth > 0 {
			out.WriteString(strings.Repeat(">", depth) + " ")
		}
		open = strings.HasSuffix(rest, " ") && rest != "-- "
		openDepth = depth
		if open && delsp {
			rest = rest[:len(rest)-1]
		}
		out.WriteString(rest)
		if !open {
			out.WriteByte('\n')
		}
	}
	if open {
		out.WriteByte('\n')
	}
	return out.String()
}
