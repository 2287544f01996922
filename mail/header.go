package mail

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"mime"
	netmail "net/mail"
	"strings"

	"github.com/emersion/go-message"
	gomail "github.com/emersion/go-message/mail"
	"github.com/emersion/go-message/textproto"
)

const (
	maxIDBytes    = 250 // longer ones would not fit on a header line with others
	maxReferences = 50
	maxAddresses  = 100
)

// splitHeader cuts raw at its first empty line. It reports false when there is
// none within limit bytes although the message goes on.
func splitHeader(raw []byte, limit int) (head, body []byte, ok bool) {
	for i := 0; i < len(raw) && i < limit; {
		n := bytes.IndexByte(raw[i:], '\n')
		if n < 0 {
			break
		}
		if line := raw[i : i+n]; len(bytes.TrimRight(line, "\r")) == 0 {
			return raw[:i], raw[i+n+1:], true
		}
		i += n + 1
	}
	if len(raw) <= limit {
		return raw, nil, true
	}
	return raw[:limit], nil, false
}

// readHeader parses a header block. go-message stops at the first line it does
// not understand; such lines are left out and the rest is read.
func (m *Message) readHeader(head []byte) message.Header {
	h, err := textproto.ReadHeader(bufio.NewReader(bytes.NewReader(withEmptyLine(head))))
	if err != nil {
		m.defect("header: %v", Clip(err.Error(), 120))
		h, err = textproto.ReadHeader(bufio.NewReader(bytes.NewReader(withEmptyLine(mendHeader(head)))))
		if err != nil {
			m.defect("header after mending: %v", Clip(err.Error(), 120))
		}
	}
	return message.Header{Header: h}
}

func withEmptyLine(head []byte) []byte {
	return append(append(make([]byte, 0, len(head)+4), head...), "\r\n\r\n"...)
}

// mendHeader keeps the lines of a header block that are fields, and their
// continuations.
func mendHeader(head []byte) []byte {
	var out []byte
	kept := false
	for line := range bytes.Lines(head) {
		if line[0] != ' ' && line[0] != '\t' {
			name, _, ok := bytes.Cut(line, []byte(":"))
			name = bytes.TrimRight(name, " \t")
			kept = ok && len(name) > 0 && !bytes.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' })
		}
		if kept {
			out = append(out, line...)
		}
	}
	return out
}

func (m *Message) fillHeader(h message.Header) {
	m.ID = cleanID(h.Get("Message-Id"))
	if m.ID == "" {
		m.ID = "sha256-" + hex.EncodeToString(m.Hash[:]) + "@message.invalid"
		m.IDDerived = true
	}
	if m.Authors = m.addresses(h, "From"); len(m.Authors) > 0 {
		m.From = m.Authors[0]
	}
	m.ReplyTo = m.From
	if reply := m.addresses(h, "Reply-To"); len(reply) > 0 && reply[0].Address != "" {
		m.ReplyTo = reply[0]
	}
	for _, key := range []string{"To", "Cc", "Delivered-To"} {
		m.To = append(m.To, m.addresses(h, key)...)
	}
	m.Subject = headerText(h.Get("Subject"))
	if ids := idList(h.Get("In-Reply-To")); len(ids) > 0 {
		m.InReplyTo = ids[0]
	}
	m.References = idList(h.Get("References"))
	if n := len(m.References); n > maxReferences {
		m.References = m.References[n-maxReferences:]
	}
	if text := h.Get("Date"); text != "" { // trying all forms of a date takes longer than the rest of a header
		m.Date, _ = netmail.ParseDate(text)
	}
	m.Auto, m.Unsure = autoReason(h, m.From.Address, m.Subject)
	m.Forged = forgedReason(h)
	if len(m.Authors) == 1 {
		m.Autocrypt = autocryptKey(h, m.From.Address)
	}
}

// addresses reads an address list; what RFC 5322 cannot read is searched for
// anything that looks like an address.
func (m *Message) addresses(h message.Header, key string) []Address {
	if n := len(h.Values(key)); n > 1 && key == "From" {
		m.defect("header has %d From fields, the first counts", n)
	}
	v := h.Get(key)
	if v == "" {
		return nil
	}
	var out []Address
	list, err := gomail.ParseAddressList(v)
	if err != nil {
		m.defect("%s: %v", key, Clip(err.Error(), 120))
		for _, f := range strings.FieldsFunc(v, func(r rune) bool { return strings.ContainsRune(" \t<>,;()[]\"", r) }) {
			if a, err := netmail.ParseAddress(f); err == nil {
				list = append(list, a)
			}
		}
	}
	for _, a := range list[:min(len(list), maxAddresses)] {
		out = append(out, Address{Name: OneLine(a.Name), Address: OneLine(a.Address)})
	}
	return out
}

// headerText decodes encoded words (RFC 2047) and makes one line of UTF-8 of
// the result; what cannot be decoded stays as it is.
func headerText(v string) string {
	h := message.Header{}
	h.Set("X", v)
	s, err := h.Text("X")
	if err != nil {
		s = v
	}
	return OneLine(s)
}

// cleanID strips the brackets of one message identifier. It gives "" for one
// that could not be written into a header again.
func cleanID(v string) string {
	ids := idList(v)
	if len(ids) != 1 {
		return ""
	}
	return ids[0]
}

func idList(v string) []string {
	var ids []string
	for _, f := range strings.FieldsFunc(v, func(r rune) bool { return strings.ContainsRune(" \t\r\n<>,", r) }) {
		if validID(f) {
			ids = append(ids, f)
		}
	}
	return ids
}

func validID(id string) bool {
	return id != "" && len(id) <= maxIDBytes &&
		!strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' || r == '<' || r == '>' || r == ',' })
}

// mediaType reads a Content-Type. Of one that is broken the type itself is
// kept, because most broken ones only have a bad parameter.
func mediaType(h message.Header) (string, map[string]string) {
	v := h.Get("Content-Type")
	if strings.TrimSpace(v) == "" {
		return "text/plain", nil
	}
	t, params, err := mime.ParseMediaType(v)
	if err != nil {
		t, _, _ = strings.Cut(v, ";")
		t = strings.ToLower(strings.TrimSpace(t))
	}
	if !strings.Contains(t, "/") || strings.ContainsFunc(t, func(r rune) bool { return r <= ' ' || r > '~' }) {
		t = "application/octet-stream"
	}
	return t, params
}
