package mail

import (
	"bytes"
	"strings"

	"github.com/emersion/go-message"
)

// signedPart is a part of a message that a mail program signed (RFC 3156): a
// multipart/signed and its two parts.
type signedPart struct {
	data      []byte // the first part, header included, exactly as it arrived
	signature []byte // the second, after transfer decoding
}

// maxSignedPart is the size in bytes above which a part is not looked at as a
// signed one: it may hold HTML, a key and a quoted report beside the turn.
const maxSignedPart = 1 << 20

// findSignedParts looks for parts signed with OpenPGP. What is signed is what
// stands on the wire, which no MIME library gives back unchanged: so the
// message is cut at its boundary lines here, and what was cut out is parsed
// like any other message once it is verified. Mails inside of mails do not
// count, and nothing inside of a signed part.
func (m *Message) findSignedParts(h message.Header, body []byte, l Limits) {
	if bytes.Contains(bytes.ToLower(m.Raw), []byte("application/pgp-signature")) {
		left := l.Parts
		m.signedPartsIn(h, body, l.Depth, &left, l.HeaderBytes)
	}
}

func (m *Message) signedPartsIn(h message.Header, body []byte, depth int, left *int, headerBytes int) {
	t, params := mediaType(h)
	if depth <= 0 || !strings.HasPrefix(t, "multipart/") {
		return
	}
	parts := cutParts(body, params["boundary"], *left)
	*left -= len(parts)
	if t == "multipart/signed" && strings.EqualFold(params["protocol"], "application/pgp-signature") {
		if len(parts) == 2 && len(parts[0]) <= maxSignedPart && len(m.signedParts) < maxSignatures {
			h, body := entity(parts[1], headerBytes)
			m.signedParts = append(m.signedParts, signedPart{parts[0], m.transferDecode(h, bytes.NewReader(body))})
		}
		return
	}
	for _, p := range parts {
		h, body := entity(p, headerBytes)
		m.signedPartsIn(h, body, depth-1, left, headerBytes)
	}
}

// entity cuts a part into header and body. One whose header is over the limit
// has none.
func entity(part []byte, headerBytes int) (message.Header, []byte) {
	head, body, ok := splitHeader(part, headerBytes)
	if !ok {
		return message.Header{}, nil
	}
	return (&Message{}).readHeader(head), body
}

// cutParts cuts the body of a multipart at its boundary lines (RFC 2046
// section 5.1.1) and gives the bytes between them, at most n parts. The line
// end before a boundary line belongs to it. A body that breaks off gives its
// last part all the same.
func cutParts(body []byte, boundary string, n int) (parts [][]byte) {
	if boundary == "" {
		return nil
	}
	delimiter := []byte("--" + boundary)
	start, at := -1, 0 // of the open part, and of the line
	for at < len(body) && len(parts) < n {
		end := len(body)
		if i := bytes.IndexByte(body[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		rest, ok := bytes.CutPrefix(body[at:end], delimiter)
		last := bytes.HasPrefix(rest, []byte("--"))
		if ok && len(bytes.Trim(bytes.TrimPrefix(rest, []byte("--")), " \t\r\n")) == 0 {
			if start >= 0 {
				parts = append(parts, body[start:max(start, lineEnd(body, at))])
			}
			if start = end; last {
				return parts
			}
		}
		at = end
	}
	if start >= 0 && start < len(body) && len(parts) < n {
		parts = append(parts, body[start:])
	}
	return parts
}

// lineEnd is where the line end before at begins.
func lineEnd(body []byte, at int) int {
	if at > 0 && body[at-1] == '\n' {
		at--
		if at > 0 && body[at-1] == '\r' {
			at--
		}
	}
	return at
}

// turnText is the text of a signed part: the body, or, if no turn begins in
// it, the first attached text in which one does. HTML does not count.
func (m *Message) turnText() []byte {
	body := []byte(m.Text)
	if m.Flowed != "" {
		body = []byte(m.Flowed)
	}
	if m.HTMLOnly {
		body = nil
	}
	if !hasTurnStart(body) {
		for _, a := range m.Attachments {
			if text := []byte(m.toUTF8(a.Bytes, a.Charset)); a.mayHoldText() && hasTurnStart(text) {
				return text
			}
		}
	}
	return body
}

// hasTurnStart also sees one in a quoted template that the player filled in.
func hasTurnStart(text []byte) bool {
	for line := range bytes.Lines(text) {
		if isTurnStart(bytes.TrimLeft(line, "> \t")) {
			return true
		}
	}
	return false
}
