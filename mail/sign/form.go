package sign

import (
	"fmt"
	"iter"
	"time"
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

// form is one of these ways. How one is added stands in the package documentation.
type form struct {
	name Form

	// find adds the signatures of a message that stand so. It is nil for those that are
	// found where another form was looked for, and for what Open does not look for.
	find func(*finder)

	// spellings gives what a text may have been when it was signed: what would be kept
	// as Data and Signature of the proof, and the bytes to verify.
	spellings func(armour, text []byte) iter.Seq2[Proof, []byte]

	fits   func(Proof) error                             // Proof.Fits
	verify func(Proof, Key, time.Time) (Coverage, error) // with what is kept
	text   func(Proof) ([]byte, error)                   // Proof.Text
}

// forms are all forms, in the order in which a message is searched for them.
var forms = []form{
	{FormMIME, (*finder).mime, partSpellings, partFits, verifyKept, partText},
	{FormInline, (*finder).body, textSpellings, textFits, verifyKept, keptText},
	{FormAttached, (*finder).signatures, textSpellings, textFits, verifyKept, keptText},
	{FormFile, (*finder).texts, textSpellings, textFits, verifyKept, keptText},
	{FormDetached, nil, textSpellings, textFits, verifyKept, keptText},
	{FormClear, nil, clearSpellings, clearFits, verifyClear, clearText},
	{FormDKIM, nil, nil, dkimFits, verifyDKIM, dkimText},
}

// formOf finds a form. One that there is not is read as a text beside its signature, and
// refused by Proof.Fits: so that an audit says which of both is wrong, form or signature.
func formOf(name Form) form {
	for _, f := range forms {
		if f.name == name {
			return f
		}
	}
	unknown := func(Proof) error { return fmt.Errorf("there is no form %q", name) }
	return form{name, nil, textSpellings, unknown, verifyKept, keptText}
}
