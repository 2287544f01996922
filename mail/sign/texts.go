package sign

import (
	"bytes"

	"berthier/mail"
)

// Text is a piece of a message that may be meant as a turn. Nobody signed it.
type Text struct {
	Bytes []byte
	Form  Form // FormInline for the body, FormAttached for a file
	Name  string
}

// Texts gives the unsigned texts of a message, the likeliest turn first, so
// that a caller can answer a player whose signature failed with more than
// that. Never act on them: anybody may have written them.
//
// The order is: what stands behind a begin marker in the body, text files,
// the whole body.
func Texts(m *mail.Message) []Text {
	var out []Text
	body := []byte(m.Text)
	if m.Flowed != "" {
		body = []byte(m.Flowed)
	}
	if marked := markedText(body); len(marked) > 0 {
		out = append(out, Text{Bytes: marked, Form: FormInline})
	}
	for i := range m.Attachments {
		a := &m.Attachments[i]
		if mayHoldText(a) && signatureOf(a) == nil && len(bytes.TrimSpace(a.Bytes)) > 0 && len(a.Bytes) <= MaxSigned {
			out = append(out, Text{a.Bytes, FormAttached, a.Name})
		}
	}
	if len(bytes.TrimSpace(body)) > 0 {
		out = append(out, Text{Bytes: body, Form: FormInline})
	}
	return out
}

// markedText gives the text from the first begin marker to the signature, or
// to the end of the mail if there is none.
func markedText(body []byte) []byte {
	body = body[:min(len(body), maxSearched)]
	if !bytes.Contains(body, []byte(BeginTurn)) {
		return nil
	}
	lines := bytes.SplitAfter(body, []byte("\n"))
	for i, l := range lines {
		prefix, ok := marker(l, BeginTurn)
		if !ok {
			continue
		}
		end := i + 1
		for end < len(lines) {
			if _, ok := marker(lines[end], beginSignature); ok {
				break
			}
			end++
		}
		return []byte(unescaped(string(unquote(lines[i+1:end], prefix))))
	}
	return nil
}
