package mail

import (
	"bytes"
	"fmt"

	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"
)

// Form says in which of the accepted ways a text was signed.
type Form string

// The accepted forms; see the package documentation.
const (
	FormInline   Form = "inline"   // text and signature in the body of the mail
	FormFile     Form = "file"     // text and signature in one attached file
	FormAttached Form = "attached" // text and signature in two attached files
	FormDetached Form = "detached" // text in the body, signature attached
)

// Signed is a text with a signature that verifies. Verify(Key, Text,
// Signature) holds for it, today and in an archive.
type Signed struct {
	Text      []byte // exactly the bytes that were signed
	Signature []byte // armoured
	Key       Key
	Form      Form
}

// Fault is the reason why Open gives no text.
type Fault string

// The faults of Open.
const (
	FaultNotSigned  Fault = "not signed"
	FaultUnreadable Fault = "unreadable signature" // damaged armour or unsupported version
	FaultKeyType    Fault = "wrong type of key"    // signed, but not with an ssh-ed25519 key
	FaultNamespace  Fault = "wrong namespace"      // signed for another purpose
	FaultChanged    Fault = "text was changed"     // no spelling of the text fits the signature
	FaultUnknownKey Fault = "unknown key"          // verifies, but with none of the keys given
	FaultSeveral    Fault = "several signed texts"
)

// OpenError is the error of Open.
type OpenError struct {
	Fault       Fault
	Fingerprint string // of the key in the signature, if it could be read
	Namespace   string // of the signature, if it could be read
	Form        Form   // where the signature stands, if there is one

	// Signed is set for FaultUnknownKey only. Its text verifies with the key
	// that the signature itself brought along, which proves nothing but that
	// the sender holds that key; it lets a newcomer introduce himself.
	Signed Signed

	err error
}

func (e *OpenError) Error() string {
	s := string(e.Fault)
	if e.Fingerprint != "" {
		s += " (signed with " + e.Fingerprint + ")"
	}
	if e.err != nil {
		s += ": " + clip(oneLine(e.err.Error()), 120)
	}
	return s
}

func (e *OpenError) Unwrap() error { return e.err }

// Hint says in whole sentences what the sender should do next.
func (e *OpenError) Hint() string {
	switch e.Fault {
	case FaultNotSigned:
		return "Sign the turn with your key and send it again: ssh-keygen -Y sign -n " + Namespace +
			" -f your_key turn.txt, then attach turn.txt and turn.txt.sig, as plain files and not inside another mail."
	case FaultUnreadable:
		return "The signature block arrived damaged. Send the turn again with turn.txt and turn.txt.sig attached."
	case FaultKeyType:
		return "Only ssh-ed25519 keys are accepted. Make one with: ssh-keygen -t ed25519, and have it registered."
	case FaultNamespace:
		return fmt.Sprintf("The signature was made for %q. Sign again with the option -n %s.", clip(oneLine(e.Namespace), 60), Namespace)
	case FaultChanged:
		return "The text is not the one that was signed. If you edited it after signing, sign it again. " +
			"If you did not, your mail program changed it: attach turn.txt and turn.txt.sig instead of pasting them."
	case FaultUnknownKey:
		return "The signature is good but the key " + e.Fingerprint + " is not registered for you. " +
			"Sign with your registered key, or ask the umpire to register this one."
	case FaultSeveral:
		return "The mail holds several different signed texts. Send one turn in one mail."
	}
	return ""
}

// Open finds the signed text of a message and verifies it against the keys.
// What is returned is what was verified; nothing of the mail's headers is.
//
// All signatures that stand in the message must be good and cover the same
// text. Quoted ones (behind ">" or "|") count only if there is no other, so
// that an answer may quote an earlier turn. The error is an *OpenError.
func Open(m *Message, keys []Key) (Signed, error) {
	found := findSignatures(m)
	if len(found) == 0 {
		return Signed{}, &OpenError{Fault: FaultNotSigned}
	}
	var first Signed
	for i, f := range found {
		s, err := f.open(keys)
		if err != nil {
			return Signed{}, err
		}
		if i == 0 {
			first = s
		} else if !bytes.Equal(first.Text, s.Text) {
			return Signed{}, &OpenError{Fault: FaultSeveral, Form: s.Form}
		}
	}
	return first, nil
}

// open verifies one signature over the first of its texts that fits.
func (f *found) open(keys []Key) (Signed, error) {
	fail := &OpenError{Form: f.form}
	sig, err := sshsig.Unarmor(f.armour)
	if err != nil {
		fail.Fault, fail.err = FaultUnreadable, err
		return Signed{}, fail
	}
	fail.Fingerprint, fail.Namespace = ssh.FingerprintSHA256(sig.PublicKey), sig.Namespace
	switch {
	case sig.PublicKey.Type() != ssh.KeyAlgoED25519:
		fail.Fault = FaultKeyType
		return Signed{}, fail
	case sig.Namespace != Namespace:
		fail.Fault = FaultNamespace
		return Signed{}, fail
	}
	s := Signed{Signature: sshsig.Armor(sig), Key: Key{pub: sig.PublicKey}}
	for _, t := range f.texts {
		for spelling := range spellings(t.text) {
			if verify(sig, sig.PublicKey, spelling) == nil {
				s.Text, s.Form = spelling, t.form
				return s.knownTo(keys, fail)
			}
		}
	}
	fail.Fault = FaultChanged
	return Signed{}, fail
}

func (s Signed) knownTo(keys []Key, fail *OpenError) (Signed, error) {
	for _, k := range keys {
		if k.Equal(s.Key) {
			s.Key = k
			return s, nil
		}
	}
	fail.Fault, fail.Signed = FaultUnknownKey, s
	return Signed{}, fail
}
