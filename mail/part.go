package mail

import (
	"bytes"
	"strings"

	"github.com/emersion/go-message"
)

// SignedPart is a part of a message that a mail program signed with OpenPGP (RFC
// 3156): a multipart/signed and its two parts.
type SignedPart struct {
	Data      []byte // the first part, header included, exactly as it arrived
	Signature []byte // the second, after transfer decoding
}

const (
	// maxSignedPart is the size in bytes above which a part is not looked at as a
	// signed one: it may hold HTML, a key and a quoted report beside the text.
	maxSignedPart = 1 << 20

	maxSignedParts = 8 // of one message

	pgpSignature = "application/pgp-signature"
)

// findSignedParts looks for parts signed with OpenPGP. What is signed is what
// stands on the wire, which no MIME library gives back unchanged: so the
// message is cut at its boundary lines here, and what was cut out is parsed
// like any other message once it is verified. Mails inside of mails do not
// count, and nothing inside of a signed part.
func (m *Message) findSignedParts(h message.Header, body []byte, l Limits) {
	if bytes.Contains(bytes.ToLower(m.Raw), []byte(pgpSignature)) {
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
	if t == "multipart/signed" && strings.EqualFold(params["protocol"], pgpSignature) {
		if len(parts) == 2 && len(parts[0]) <= maxSignedPart && len(m.SignedParts) < maxSignedParts {
			h, body := entity(parts[1], headerBytes)
			signature := m.transferDecode(h, bytes.NewReader(body))
			m.SignedParts = append(m.SignedParts, SignedPart{parts[0], signature})
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
