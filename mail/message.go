package mail

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	netmail "net/mail"
	"time"
)

// Address is a mailbox with an optional display name (RFC 5322 section 3.4).
// Its String method gives the form used in a header.
type Address = netmail.Address

// Limits bounds what Parse accepts. A zero field means the default of that
// field, so Limits{} equals DefaultLimits.
type Limits struct {
	MessageBytes int // whole message as received, in bytes; default 10 MiB
	HeaderBytes  int // one header block, of the message or of a part, in bytes; default 64 KiB
	Parts        int // parts of the message, multiparts counted, default 64
	Depth        int // nested multiparts, default 8
}

// DefaultLimits are the limits used by Parse. They are far above what a player
// with a mail program can produce by honest means and far below what hurts.
var DefaultLimits = Limits{MessageBytes: 10 << 20, HeaderBytes: 64 << 10, Parts: 64, Depth: 8}

func (l Limits) withDefaults() Limits {
	for _, f := range []struct{ v, def *int }{
		{&l.MessageBytes, &DefaultLimits.MessageBytes},
		{&l.HeaderBytes, &DefaultLimits.HeaderBytes},
		{&l.Parts, &DefaultLimits.Parts},
		{&l.Depth, &DefaultLimits.Depth},
	} {
		if *f.v <= 0 {
			*f.v = *f.def
		}
	}
	return l
}

// LimitError says which limit a message is over. The Message returned beside
// it has its header fields, so the sender can still be told.
type LimitError struct {
	What  string // "message bytes", "header bytes", "parts" or "depth"
	Limit int    // the largest value that is accepted
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("message is over the limit of %d %s", e.Limit, e.What)
}

// Message is a mail as received. Everything in it was written by a stranger:
// no field proves who sent it, only a signature does (package sign).
type Message struct {
	Raw  []byte            // the message exactly as received; never changed
	Hash [sha256.Size]byte // SHA-256 of Raw

	// ID is the Message-ID without angle brackets (RFC 5322 section 3.6.4):
	// printable ASCII without blanks, at most 250 bytes. When the message has
	// none, or none that fits, it is derived from Hash and therefore stable,
	// and IDDerived is set.
	ID        string
	IDDerived bool

	From       Address   // first author; Address is "" when it cannot be read
	Authors    []Address // all that the field From names, or its first one if there are several
	ReplyTo    Address   // first Reply-To, else From
	To         []Address // To, Cc and Delivered-To
	Subject    string    // decoded, on one line
	InReplyTo  string    // first message identifier, without angle brackets
	References []string  // message identifiers, without angle brackets, oldest first

	// Date is what the sender's clock said, or zero. Never order by it.
	Date time.Time

	// Auto is empty for a message a person may have written. Otherwise it is
	// the reason why the message must not be answered (RFC 3834 section 2).
	// Unsure is set if a person may have written it all the same: it came by a
	// mailing list, or only its subject sounds automatic.
	Auto   string
	Unsure bool

	// Forged is empty, or the reason why From is probably not who sent it: an
	// answer would go to somebody who has nothing to do with it.
	Forged string

	// Autocrypt is the public key of OpenPGP, not armoured, that the field Autocrypt brings
	// along (Autocrypt 1.1 section 2): of the one field that names the address of the one author. It
	// is nil if there is none.
	Autocrypt []byte

	// Text is the first text/plain part that is not an attachment, as UTF-8
	// with LF line endings; if there is none, HTMLText of the HTML. Flowed is the same text with the soft line breaks
	// of format=flowed undone (RFC 3676), empty when the part is not flowed.
	// TextBytes are the bytes of that part after transfer decoding only.
	Text      string
	Flowed    string
	TextBytes []byte

	// HTMLOnly says that there is no plain text but HTML. HTML is the first
	// text/html part that is not an attachment.
	HTMLOnly bool
	HTML     string

	Attachments []Attachment
	SignedParts []SignedPart // at most 8

	Defects []string // what was broken and how it was read all the same
}

// Attachment is any part of a message beside its text.
type Attachment struct {
	Name    string // file name without folders, may be ""
	Type    string // media type in lower case, "application/octet-stream" when unreadable
	Charset string // charset parameter in lower case, may be ""
	Bytes   []byte // after transfer decoding only: what the sender's file held
}

// File gives what the first attachment with a name holds; nil if there is none.
func (m *Message) File(name string) []byte {
	for _, a := range m.Attachments {
		if a.Name == name {
			return a.Bytes
		}
	}
	return nil
}

// HashString is Hash as 64 hexadecimal digits.
func (m *Message) HashString() string { return hex.EncodeToString(m.Hash[:]) }

// Parse reads a message under DefaultLimits. See Limits.Parse.
func Parse(raw []byte) (*Message, error) { return DefaultLimits.Parse(raw) }

// Parse reads a message. The returned Message is never nil. A message that is
// broken but readable is read as far as possible and Defects tells how. The
// only error is a *LimitError. Raw is kept, not copied.
func (l Limits) Parse(raw []byte) (*Message, error) {
	l = l.withDefaults()
	m := &Message{Raw: raw, Hash: sha256.Sum256(raw)}
	head, body, ok := splitHeader(raw, l.HeaderBytes)
	h := m.readHeader(head)
	m.fillHeader(h)
	if err := l.Admit(int64(len(raw))); err != nil {
		return m, err
	}
	if !ok {
		return m, &LimitError{"header bytes", l.HeaderBytes}
	}
	if h.Len() == 0 {
		body = raw
	}
	w := &walker{m: m, limits: l}
	if err := w.message(h, body); err != nil {
		m.Text, m.Flowed, m.TextBytes, m.HTML, m.Attachments = "", "", nil, "", nil
		return m, err
	}
	m.findSignedParts(h, body, l)
	return m, nil
}

// Admit reports whether a message of so many bytes is within the limit, so that nobody has to read one that is not.
// The error is a *LimitError.
func (l Limits) Admit(size int64) error {
	if l = l.withDefaults(); size > int64(l.MessageBytes) {
		return &LimitError{"message bytes", l.MessageBytes}
	}
	return nil
}

func (m *Message) defect(format string, args ...any) {
	// A hostile message could be broken a thousand times over.
	if len(m.Defects) < 20 {
		m.Defects = append(m.Defects, fmt.Sprintf(format, args...))
	}
}
