package sign

import (
	"errors"
	"fmt"
	"time"
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

// SignedText is a text with a signature that verifies: Proof.Verify(Key, at) gives
// the same, at the time when it was opened and in an archive.
type SignedText struct {
	Proof
	Coverage
	Key  Key
	Text []byte // what the player wrote: Proof.Text
}

// ErrSignature is returned by Verify for a text that is not what the key signed.
var ErrSignature = errors.New("signature does not match the text")

// refusal is a signature that does not count, whatever it covers.
type refusal struct {
	fault Fault
	why   string
}

func (r *refusal) Error() string { return string(r.fault) + ": " + r.why }

// otherKey is a signature that was not made with the key.
type otherKey struct {
	name string // of the key that the signature claims
}

func (o *otherKey) Error() string { return "signed with another key: " + o.name }

// Text gives what the player wrote, free of what the form put around it: for
// FormClear the text without dash escapes, for FormMIME and FormDKIM the text of
// the part or mail, decoded to UTF-8, for FormDKIM by what is signed alone. It verifies nothing.
func (p Proof) Text() ([]byte, error) {
	return formOf(p.Form).text(p)
}

// Fits reports what Data and Signature have that no proof of the Form has. Whether text
// and signature stood in a mail or in files beside it only the mail itself shows.
func (p Proof) Fits() error {
	return formOf(p.Form).fits(p)
}

// Verify checks that the key signed. Time is when the mail came in: an OpenPGP
// key has to be in force then.
func (p Proof) Verify(key Key, at time.Time) (SignedText, error) {
	c, err := p.verify(key, at)
	if err != nil {
		return SignedText{}, err
	}
	text, err := p.Text()
	return SignedText{Proof: p, Coverage: c, Key: key, Text: text}, err
}

// By verifies the same text with another state of the key. The error is an
// *OpenError.
func (s SignedText) By(key Key, at time.Time) (SignedText, error) {
	var no *refusal
	switch c, err := s.verify(key, at); {
	case err == nil:
		s.Key, s.Coverage = key, c
		return s, nil
	case errors.As(err, &no):
		return SignedText{}, &OpenError{Fault: no.fault, Detail: no.why, Key: key.Name(), Form: s.Form}
	}
	return SignedText{}, &OpenError{Fault: FaultUnknownKey, Key: s.Key.Name(), Form: s.Form}
}

func (p Proof) verify(key Key, at time.Time) (Coverage, error) {
	return formOf(p.Form).verify(p, key, at)
}

// verifyKept is for the forms that keep what was signed as it is.
func verifyKept(p Proof, key Key, at time.Time) (Coverage, error) {
	return Verify(key, p.Data, p.Signature, at)
}

// Verify checks an armoured signature over exactly these bytes, as
// `ssh-keygen -Y verify -n berthier`, `gpg --verify` and `minisign -V` do. The
// time matters to OpenPGP keys only. ErrSignature says that the key did not
// sign these bytes; any other error, that the signature does not count at all.
func Verify(key Key, data, armoured []byte, at time.Time) (Coverage, error) {
	check, err := key.over(armoured, at)
	if err != nil {
		return Coverage{}, fmt.Errorf("verifying: %w", err)
	}
	return check(data)
}

// over prepares to verify a signature. The error is *otherKey or *refused.
func (k Key) over(armoured []byte, at time.Time) (check, error) {
	if kindOf(k) == nil {
		return nil, errors.New("no key given")
	}
	kind := armourKind(armoured)
	if kind == nil {
		return nil, &refusal{FaultUnreadable, "no signature of OpenSSH, OpenPGP or minisign"}
	}
	return kind.over(k, armoured, at)
}
