package sign

import (
	"bytes"
	"errors"
	"iter"

	"berthier/mail"
)

// mime adds the signatures of mail programs over parts of the message, which count if
// there are no others.
func (f *finder) mime() {
	for _, p := range f.m.SignedParts {
		for _, b := range findBlocks(p.Signature) {
			if len(f.whole) < maxSignatures && isPGPSignature(b.armour) {
				f.whole = append(f.whole,
					&foundSignature{armour: b.armour, form: FormMIME, texts: []candidate{{p.Data, FormMIME}}})
			}
		}
	}
}

// partSpellings gives a part of a mail as it must have been signed, with CRLF
// line ends (RFC 3156 section 5), and then as it came.
func partSpellings(armour, part []byte) iter.Seq2[Proof, []byte] {
	return func(yield func(Proof, []byte) bool) {
		crlf := bytes.ReplaceAll(bytes.ReplaceAll(part, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
		if yield(Proof{Data: crlf, Signature: armour}, crlf) && !bytes.Equal(crlf, part) {
			yield(Proof{Data: part, Signature: armour}, part)
		}
	}
}

func partFits(p Proof) error {
	head, _, ok := bytes.Cut(p.Data, []byte("\r\n\r\n"))
	if !isPGPSignature(p.Signature) || !ok || !bytes.Contains(bytes.ToLower(head), []byte("content-type:")) {
		return errors.New("it is not the signed part of a mail that its form says")
	}
	return nil
}

func isPGPSignature(armoured []byte) bool {
	return bytes.HasPrefix(armoured, []byte(beginPGPSignature))
}

func partText(p Proof) ([]byte, error) {
	m, err := mail.Parse(p.Data)
	if err != nil {
		return nil, err
	}
	return turnText(m), nil
}

// turnText is the text of a signed part: the body, or, if no turn begins in
// it, the first attached text in which one does. Such a text goes before HTML in any case.
func turnText(m *mail.Message) []byte {
	body := []byte(m.Text)
	if m.Flowed != "" {
		body = []byte(m.Flowed)
	}
	if m.HTMLOnly || !hasTurnStart(body) {
		for i := range m.Attachments {
			a := &m.Attachments[i]
			if text := a.UTF8(); mayHoldText(a) && hasTurnStart(text) {
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
