package sign

import (
	"bytes"
	"errors"
	"slices"
	"time"

	"berthier/mail"
)

// Fault is the reason why Open gives no text.
type Fault string

// The faults of Open.
const (
	FaultNotSigned  Fault = "not signed"
	FaultUnreadable Fault = "unreadable signature" // damaged armour or unsupported version
	FaultKeyType    Fault = "wrong type of key"    // signed, but with a kind or size of key that is not accepted
	FaultNamespace  Fault = "wrong namespace"      // signed for another purpose
	FaultWeak       Fault = "weak signature"       // made with SHA-1 or worse
	FaultExpired    Fault = "expired key"
	FaultRevoked    Fault = "revoked key"
	FaultDate       Fault = "wrong date"       // of the signature
	FaultChanged    Fault = "text was changed" // no spelling of the text fits the signature
	FaultLong       Fault = "text too long"    // as FaultChanged, but one was over MaxSigned
	FaultUnknownKey Fault = "unknown key"      // of somebody else
	FaultSeveral    Fault = "several signed texts"
	FaultNoText     Fault = "no text"                                  // what was signed holds none
	FaultDKIM       Fault = "no DKIM signature of the sender's domain" // only OpenDKIM
	FaultDNS        Fault = "DKIM could not be checked"                // only OpenDKIM: the DNS does not answer
)

// OpenError is the error of Open.
type OpenError struct {
	Fault  Fault
	Key    string // that the signature names, as in Key.Name, if it could be read
	Detail string // more about the fault, in a few words; may be empty
	Form   Form   // where the signature stands, if there is one

	// Differ is the first line of each in which two texts differ, for FaultSeveral; Error leaves it out, as it may
	// be what only its author may know.
	Differ [2]string

	// Signed is set for FaultUnknownKey of an OpenSSH signature only. Its text
	// verifies with the key that the signature itself brought along, which
	// proves nothing but that the sender holds that key.
	Signed SignedText
}

func (e *OpenError) Error() string {
	s := string(e.Fault)
	if e.Key != "" {
		s += " (signed with " + e.Key + ")"
	}
	if e.Detail != "" {
		s += ": " + mail.Clip(mail.OneLine(e.Detail), 160)
	}
	return s
}

// Open finds the signed text of a message and verifies it against the keys, as
// they are at the time when the message came in. What is returned is what was
// verified; nothing of the mail's headers is.
//
// All signatures that stand in the message must be good and cover the same
// text. Quoted ones (behind ">" or "|") count only if there is no other, so
// that an answer may quote an earlier turn, and the signature of the mail
// program over the whole mail only if there is none inside. The error is an
// *OpenError.
func Open(m *mail.Message, keys []Key, at time.Time) (SignedText, error) {
	return open(m, among(keys), at)
}

// open is Open with the keys that may have made a signature.
func open(m *mail.Message, keys func(claim) []Key, at time.Time) (SignedText, error) {
	found := findSignatures(m)
	if len(found) == 0 {
		return SignedText{}, &OpenError{Fault: FaultNotSigned}
	}
	var first SignedText
	left := maxTried
	for i, f := range found {
		f.left = &left
		s, err := f.open(keys, at)
		if err != nil {
			return SignedText{}, err
		}
		if i == 0 {
			first = s
		} else if !bytes.Equal(first.Text, s.Text) {
			return SignedText{}, &OpenError{Fault: FaultSeveral, Form: s.Form, Differ: differ(first.Text, s.Text)}
		}
	}
	return first, nil
}

// differ is the first line of each text that is not the same in the other; "" where one has ended.
func differ(a, b []byte) (lines [2]string) {
	one, other := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := range max(len(one), len(other)) {
		for k, text := range [][][]byte{one, other} {
			lines[k] = ""
			if i < len(text) {
				lines[k] = string(bytes.TrimSpace(text[i]))
			}
		}
		if lines[0] != lines[1] {
			return lines
		}
	}
	return lines
}

// open verifies one signature over the first of its texts that fits.
func (f *foundSignature) open(keys func(claim) []Key, at time.Time) (SignedText, error) {
	fail := &OpenError{Form: f.form, Fault: FaultUnknownKey}
	claim, no := armourKind(f.armour).claim(f.armour)
	if no != nil {
		fail.Fault, fail.Detail = no.fault, no.why
		return SignedText{}, fail
	}
	fail.Key, f.armour = claim.name, claim.armour
	if claim.parts == nil {
		return f.openBrought(claim.brought, keys(claim), at)
	}
	var checks []check
	var signers []Key
	for _, k := range keys(claim) {
		c, err := k.over(f.armour, at)
		switch {
		case err == nil:
			checks, signers = append(checks, c), append(signers, k)
		case errors.As(err, &no):
			fail.Fault, fail.Detail, fail.Key = no.fault, no.why, k.Name()
		}
	}
	if len(checks) == 0 {
		return SignedText{}, fail
	}
	fail.Fault, fail.Detail, fail.Key = f.unfit(), "", signers[0].Name()
	for p, data := range f.spellings() {
		for i := range checks {
			if c, err := checks[i](data); err == nil {
				return p.signed(c, signers[i])
			}
		}
	}
	return SignedText{}, fail
}

// openBrought verifies with the key that the signature brings along, and then looks
// whether that is known: so a changed text can be told from an unknown key.
func (f *foundSignature) openBrought(brought Key, keys []Key, at time.Time) (SignedText, error) {
	fail := &OpenError{Form: f.form, Key: brought.Name()}
	check, err := brought.over(f.armour, at)
	if err != nil {
		return SignedText{}, err
	}
	for p, data := range f.spellings() {
		c, err := check(data)
		if err != nil {
			continue
		}
		i := slices.IndexFunc(keys, brought.Equal)
		if i >= 0 {
			return p.signed(c, keys[i])
		}
		fail.Fault = FaultUnknownKey
		fail.Signed, _ = p.signed(c, brought) // whoever signed it is told that first, whatever the text is
		return SignedText{}, fail
	}
	fail.Fault = f.unfit()
	return SignedText{}, fail
}

// unfit is the fault if the signature fits none of its texts.
func (f *foundSignature) unfit() Fault {
	if f.long {
		return FaultLong
	}
	return FaultChanged
}

// signed is the last step: the text is made from what was verified.
func (p Proof) signed(c Coverage, key Key) (SignedText, error) {
	text, err := p.Text()
	if err != nil {
		return SignedText{}, &OpenError{Fault: FaultUnreadable, Detail: err.Error(), Key: key.Name(), Form: p.Form}
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return SignedText{}, &OpenError{Fault: FaultNoText, Key: key.Name(), Form: p.Form}
	}
	return SignedText{Proof: p, Coverage: c, Key: key, Text: text}, nil
}
