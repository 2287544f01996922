package mail

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"aead.dev/minisign"
	"github.com/ProtonMail/go-crypto/openpgp/clearsign"
)

// Form says in which of the accepted ways a text was signed.
type Form string

// The accepted forms; see the package documentation.
const (
	FormInline   Form = "inline"       // text and signature in the body of the mail
	FormFile     Form = "file"         // text and signature in one attached file
	FormAttached Form = "attached"     // text and signature in two attached files
	FormDetached Form = "detached"     // text in the body, signature attached
	FormClear    Form = "clear-signed" // an OpenPGP clear-signed text, in the body or in a file
	FormMIME     Form = "pgp-mime"     // a part of the mail, signed by a mail program (RFC 3156)
	FormDKIM     Form = "dkim"         // the whole mail, signed by the mail provider of its author: see OpenDKIM
)

// Proof is what shows years later that the owner of a key wrote a text: keep
// it as it is.
type Proof struct {
	Form Form

	// Data are exactly the bytes that were signed. For FormClear it is the
	// whole block from BEGIN PGP SIGNED MESSAGE to END PGP SIGNATURE, with LF
	// line ends and no blanks at the end of a line, neither of which is signed;
	// for FormMIME the part with its header and CRLF line ends. gpg takes both.
	// For FormDKIM it is the mail as received.
	Data []byte

	Signature []byte // armoured; empty for FormClear; DNS records for FormDKIM
}

// Signed is a text with a signature that verifies: Proof.Verify(Key, at) gives
// the same, at the time when it was opened and in an archive.
type Signed struct {
	Proof
	Covered
	Key  Key
	Text []byte // what the player wrote: Proof.Text
}

// ErrSignature is returned by Verify for a text that is not what the key signed.
var ErrSignature = errors.New("signature does not match the text")

// refused is a signature that does not count, whatever it covers.
type refused struct {
	fault Fault
	why   string
}

func (r *refused) Error() string { return string(r.fault) + ": " + r.why }

// otherKey is a signature that was not made with the key.
type otherKey struct {
	name string // of the key that the signature claims
}

func (o *otherKey) Error() string { return "signed with another key: " + o.name }

// Text gives what the player wrote, free of what the form put around it: for
// FormClear the text without dash escapes, for FormMIME and FormDKIM the text of
// the part or mail, decoded to UTF-8, for FormDKIM by what is signed alone. It verifies nothing.
func (p Proof) Text() ([]byte, error) {
	switch p.Form {
	case FormClear:
		block, _ := clearsign.Decode(p.Data)
		if block == nil {
			return nil, errors.New("not a clear-signed text")
		}
		return append(block.Plaintext, '\n'), nil
	case FormDKIM:
		return dkimText(p.Data)
	case FormMIME:
		m, err := Parse(p.Data)
		if err != nil {
			return nil, err
		}
		return m.turnText(), nil
	}
	if isPart(p.Data) {
		return nil, errors.New("a signed part of a mail is no file")
	}
	return p.Data, nil
}

// isPart reports whether signed bytes begin as a part of a mail does, and no text
// of a person.
func isPart(data []byte) bool {
	const field = "content-"
	return len(data) > len(field) && strings.EqualFold(string(data[:len(field)]), field)
}

// Verify checks that the key signed. Time is when the mail came in: an OpenPGP
// key has to be in force then.
func (p Proof) Verify(key Key, at time.Time) (Signed, error) {
	c, err := p.verify(key, at)
	if err != nil {
		return Signed{}, err
	}
	text, err := p.Text()
	return Signed{Proof: p, Covered: c, Key: key, Text: text}, err
}

// By verifies the same text with another state of the key. The error is an
// *OpenError.
func (s Signed) By(key Key, at time.Time) (Signed, error) {
	var no *refused
	switch c, err := s.verify(key, at); {
	case err == nil:
		s.Key, s.Covered = key, c
		return s, nil
	case errors.As(err, &no):
		return Signed{}, &OpenError{Fault: no.fault, Detail: no.why, Key: key.Name(), Form: s.Form}
	}
	return Signed{}, &OpenError{Fault: FaultUnknownKey, Key: s.Key.Name(), Form: s.Form}
}

func (p Proof) verify(key Key, at time.Time) (Covered, error) {
	if p.Form == FormDKIM {
		return p.verifyDKIM(key)
	}
	if p.Form != FormClear {
		return Verify(key, p.Data, p.Signature, at)
	}
	block, rest := clearsign.Decode(p.Data)
	if block == nil || len(bytes.TrimSpace(rest)) > 0 || !bytes.HasPrefix(p.Data, []byte(beginPGPClear)) {
		return Covered{}, fmt.Errorf("reading clear-signed text: %w", ErrSignature)
	}
	at1 := bytes.LastIndex(p.Data, []byte(beginPGPSignature))
	return Verify(key, block.Bytes, p.Data[at1:], at)
}

// Verify checks an armoured signature over exactly these bytes, as
// `ssh-keygen -Y verify -n berthier`, `gpg --verify` and `minisign -V` do. The
// time matters to OpenPGP keys only. ErrSignature says that the key did not
// sign these bytes; any other error, that the signature does not count at all.
func Verify(key Key, data, armoured []byte, at time.Time) (Covered, error) {
	check, err := key.over(armoured, at)
	if err != nil {
		return Covered{}, fmt.Errorf("verifying: %w", err)
	}
	return check(data)
}

// check says whether a key signed exactly these bytes, and what that covers.
type check func(data []byte) (Covered, error)

// over prepares to verify a signature. The error is *otherKey or *refused.
func (k Key) over(armoured []byte, at time.Time) (check, error) {
	switch kind := armourKind(armoured); {
	case k.kind == "":
		return nil, errors.New("no key given")
	case kind == beginSignature:
		return k.sshOver(armoured)
	case kind == beginPGPSignature:
		return k.pgpOver(armoured, at)
	case kind == untrustedComment:
		return k.minisignOver(armoured)
	}
	return nil, &refused{FaultUnreadable, "no signature of OpenSSH, OpenPGP or minisign"}
}

// armourKind gives the marker with which a signature begins, or "".
func armourKind(armoured []byte) string {
	for _, begin := range []string{beginSignature, beginPGPSignature, untrustedComment} {
		if bytes.HasPrefix(armoured, []byte(begin)) {
			return begin
		}
	}
	return ""
}

// claimedKey names the key that a signature of OpenPGP or minisign says it was
// made with.
func claimedKey(armoured []byte) (string, *refused) {
	if armourKind(armoured) == beginPGPSignature {
		_, sigs, no := pgpSignatures(armoured)
		if no != nil {
			return "", no
		}
		return pgpIssuer(sigs), nil
	}
	var sig minisign.Signature
	if err := sig.UnmarshalText(armoured); err != nil {
		return "", &refused{FaultUnreadable, err.Error()}
	}
	return minisignID(sig.KeyID), nil
}
