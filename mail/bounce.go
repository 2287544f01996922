package mail

import (
	"bytes"
	"crypto/subtle"
	"strings"

	"github.com/emersion/go-message"
)

// Bounce is a report that a mail of ours could not be delivered (RFC 3464).
type Bounce struct {
	ID        string // Message-ID of the mail that it is about, without angle brackets
	Recipient string // whom the mail did not reach, as the reporting server knows him; may be ""
	Status    string // as "5.1.1" (RFC 3463); may be ""
	Why       string // what the servers said, on one line; may be ""
	boundary  string // of the mail that it is about
}

const (
	// reportBytes bounds a part of a report that is looked at: a few lines, or the
	// header of a mail.
	reportBytes  = 1 << 20
	reportGroups = 100 // of fields
)

// Bounce reads a delivery report that tells of a failure for good and brings
// the header of the mail back; ok is false for any other message, also for a
// report that a mail is late. Anybody can write a report: believe it only if it
// is About a mail that was sent with a Secret.
func (m *Message) Bounce() (b Bounce, ok bool) {
	head, body, _ := splitHeader(m.Raw, DefaultLimits.HeaderBytes)
	read := &Message{} // takes the defects
	t, params := mediaType(read.readHeader(head))
	if t != "multipart/report" || !strings.EqualFold(params["report-type"], "delivery-status") {
		return b, false
	}
	failed := false
	for _, part := range cutParts(body, params["boundary"], DefaultLimits.Parts) {
		if len(part) > reportBytes {
			part = part[:reportBytes]
		}
		h, content := entity(part, DefaultLimits.HeaderBytes)
		content = read.transferDecode(h, bytes.NewReader(content))
		switch t, _ := mediaType(h); t {
		case "message/delivery-status", "message/global-delivery-status":
			failed = b.readStatus(read, content) || failed
		case "message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers":
			b.ID, b.boundary = identity(read, content)
		}
	}
	return b, failed && b.ID != ""
}

// readStatus reads the groups of fields of a delivery status. The first is about
// the whole mail, each other one about a recipient.
func (b *Bounce) readStatus(read *Message, content []byte) (failed bool) {
	rest := content
	for range reportGroups {
		head, next, _ := splitHeader(bytes.TrimLeft(rest, "\r\n"), reportBytes)
		if rest = next; len(head) == 0 {
			break
		}
		h := read.readHeader(head)
		if !strings.EqualFold(strings.TrimSpace(h.Get("Action")), "failed") || failed {
			continue
		}
		failed = true
		b.Recipient = Clip(OneLine(typed(h, "Final-Recipient")), 254)
		b.Status, _, _ = strings.Cut(Clip(OneLine(h.Get("Status")), 40), " ")
		b.Why = Clip(OneLine(typed(h, "Diagnostic-Code")), 300)
	}
	return failed
}

// typed is a field without the type that stands before its value, as in
// "rfc822; ney@example.net".
func typed(h message.Header, key string) string {
	v := h.Get(key)
	if _, value, ok := strings.Cut(v, ";"); ok {
		v = value
	}
	return strings.TrimSpace(v)
}

// identity is how a mail of ours is known by its header: its Message-ID, and the
// boundary, which nobody can compute without Outgoing.Secret.
func identity(read *Message, raw []byte) (id, boundary string) {
	head, _, _ := splitHeader(raw, DefaultLimits.HeaderBytes)
	h := read.readHeader(head)
	_, params := mediaType(h)
	id = strings.TrimSpace(h.Get("Message-Id"))
	if id = strings.TrimSuffix(strings.TrimPrefix(id, "<"), ">"); !validID(id) {
		return "", ""
	}
	return id, params["boundary"]
}

// About reports whether the bounce brings back the header of a mail that Compose
// wrote. If that had a Secret, only its recipient and the servers on its way can
// know the header: not who has its text, or the mail that another one got.
func (b Bounce) About(sent []byte) bool {
	id, boundary := identity(&Message{}, sent)
	return boundary != "" && id == b.ID && subtle.ConstantTimeCompare([]byte(boundary), []byte(b.boundary)) == 1
}
