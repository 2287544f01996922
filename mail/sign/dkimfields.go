package sign

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"berthier/mail"
)

// dkimField is the name of the header field that holds a DKIM signature.
const dkimField = "DKIM-Signature"

// dkimValue finds what is left out of a DKIM-Signature field before it is signed.
var dkimValue = regexp.MustCompile(`(b\s*=)[^;]+`)

// dkimMail is a mail as DKIM sees it: raw header fields, each with a CRLF at its
// end, and the body with the empty line before it.
type dkimMail struct {
	fields []string
	body   []byte
}

func readDKIM(raw []byte) (m dkimMail) {
	for len(raw) > 0 {
		line, rest, _ := bytes.Cut(raw, []byte("\n"))
		text := string(bytes.TrimSuffix(line, []byte("\r")))
		switch {
		case text == "":
			m.body = raw
			return m
		case len(m.fields) > 0 && strings.ContainsAny(text[:1], " \t"):
			m.fields[len(m.fields)-1] += text + "\r\n"
		default:
			m.fields = append(m.fields, text+"\r\n")
		}
		raw = rest
	}
	return m
}

// fieldIs reports whether a header field has a name.
func fieldIs(field, name string) bool {
	key, _, _ := strings.Cut(field, ":")
	return strings.EqualFold(strings.TrimSpace(key), name)
}

// count gives how many fields have a name.
func (m dkimMail) count(name string) (n int) {
	for _, f := range m.fields {
		if fieldIs(f, name) {
			n++
		}
	}
	return n
}

// signatures gives the fields that hold DKIM signatures of a domain.
func (m dkimMail) signatures(domain string) (all []string) {
	for _, f := range m.fields {
		if fieldIs(f, dkimField) && strings.EqualFold(dkimTag(f, "d"), domain) {
			all = append(all, f)
		}
	}
	return all
}

// dkimTag gives a tag of a DKIM-Signature field without blanks.
func dkimTag(field, name string) string {
	_, list, _ := strings.Cut(field, ":")
	for pair := range strings.SplitSeq(list, ";") {
		if key, value, ok := strings.Cut(pair, "="); ok && strings.TrimSpace(key) == name {
			return strings.Join(strings.Fields(value), "")
		}
	}
	return ""
}

// signed gives the header fields that a signature covers, in the order in which
// it names them (RFC 6376 section 5.4.2).
func (m dkimMail) signed(signature string) (picked []string) {
	left := slices.Clone(m.fields)
	for name := range strings.SplitSeq(dkimTag(signature, "h"), ":") {
		for i := len(left) - 1; i >= 0; i-- {
			if fieldIs(left[i], name) {
				picked = append(picked, left[i])
				left = slices.Delete(left, i, i+1)
				break
			}
		}
	}
	return picked
}

// only gives the mail with nothing but what a signature covers, and the
// signature: it verifies if the mail does, and nothing else was looked at.
func (m dkimMail) only(signature string) []byte {
	picked := m.signed(signature)
	slices.Reverse(picked) // the last field of a name is the first that is signed
	return slices.Concat([]byte(strings.Join(picked, "")+signature), m.body)
}

// readable is the mail as its text is read: of the header only what a signature
// covers, and all in the form that was hashed, so that soft line breaks stay where the
// blanks that make them are not signed. If the field Content-Type is not covered, the
// body says itself whether it is in parts.
func (m dkimMail) readable(signature string) []byte {
	header, body := m.canonical(signature)
	picked := m.signed(signature)
	slices.Reverse(picked)
	var out bytes.Buffer
	for _, f := range picked {
		out.WriteString(header(f))
	}
	text := body(m.body)
	b := boundaryOf(text)
	if b != "" && !slices.ContainsFunc(picked, func(f string) bool { return fieldIs(f, "Content-Type") }) {
		fmt.Fprintf(&out, "Content-Type: multipart/mixed; boundary=%q\r\n", b)
	}
	out.WriteString("\r\n")
	out.Write(text)
	return out.Bytes()
}

// canonical gives the forms in which a signature has fields and the body hashed (RFC
// 6376 section 3.4).
func (m dkimMail) canonical(signature string) (header func(field string) string, body func([]byte) []byte) {
	header, body = func(field string) string { return field }, plainBody
	h, b, _ := strings.Cut(dkimTag(signature, "c"), "/")
	if h == "relaxed" {
		header = relaxedField
	}
	if b == "relaxed" {
		body = relaxedBody
	}
	return header, body
}

// plainBody is the simple form of a body (RFC 6376 section 3.4.3), which begins with
// the empty line before it.
func plainBody(body []byte) []byte {
	_, body, _ = bytes.Cut(body, []byte("\n"))
	lf := bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n"))
	return append(bytes.ReplaceAll(bytes.TrimRight(lf, "\n"), []byte("\n"), []byte("\r\n")), "\r\n"...)
}

// relaxedBody is the relaxed form (RFC 6376 section 3.4.4).
func relaxedBody(body []byte) []byte {
	var out, ends []byte
	blank := false
	for _, c := range plainBody(body) {
		switch c {
		case ' ', '\t':
			blank = true
		case '\r', '\n':
			blank, ends = false, append(ends, c)
		default:
			out, ends = append(out, ends...), ends[:0]
			if blank {
				out, blank = append(out, ' '), false
			}
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return append(out, "\r\n"...)
}

// maxBoundary is how long a boundary may be (RFC 2046 section 5.1.1).
const maxBoundary = 70

// boundaryOf finds the boundary of a body in parts: its first line that begins like
// one, if its last line closes it.
func boundaryOf(body []byte) string {
	closing := body[bytes.LastIndexByte(bytes.TrimRight(body, " \t\r\n"), '\n')+1:]
	for line := range bytes.Lines(body) {
		b, ok := bytes.CutPrefix(bytes.TrimRight(line, " \t\r\n"), []byte("--"))
		if !ok || len(b) == 0 {
			continue
		}
		if len(b) > maxBoundary || bytes.ContainsAny(b, "\"\\") ||
			string(bytes.TrimRight(closing, " \t\r\n")) != "--"+string(b)+"--" {
			return ""
		}
		return string(b)
	}
	return ""
}

// dkimText is what the author of a mail wrote, as far as every DKIM signature of his
// domain covers it.
func dkimText(p Proof) ([]byte, error) {
	whole, err := mail.Parse(p.Data)
	if err != nil {
		return nil, err
	}
	_, domain, _ := strings.Cut(whole.From.Address, "@")
	kept := readDKIM(p.Data)
	all := kept.signatures(domain)
	if len(all) == 0 || len(p.Data) > maxDKIMBytes { // it will not verify
		return turnText(whole), nil
	}
	var text []byte
	for i, field := range all[:min(len(all), maxDKIM)] {
		m, err := mail.Parse(kept.readable(field))
		if err != nil {
			return nil, err
		}
		got := turnText(m)
		if i > 0 && !bytes.Equal(got, text) {
			return nil, errors.New("it has signatures under which it would be read in different ways")
		}
		text = got
	}
	return text, nil
}

// covered gives what is hashed for the signature over the header (RFC 6376
// section 3.7), which names the hash of the body, and the value of the signature.
func (m dkimMail) covered(signature string) (Coverage, error) {
	canonical, _ := m.canonical(signature)
	var all strings.Builder
	for _, f := range m.signed(signature) {
		all.WriteString(canonical(f))
	}
	all.WriteString(strings.TrimRight(canonical(dkimValue.ReplaceAllString(signature, "$1")), "\r\n"))
	value, err := base64.StdEncoding.DecodeString(dkimTag(signature, "b"))
	return Coverage{Bytes: []byte(all.String()), Value: value}, err
}

// relaxedField is the relaxed form of a header field (RFC 6376 section 3.4.2).
func relaxedField(field string) string {
	name, value, _ := strings.Cut(field, ":")
	words := strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(" \t\r\n", r) })
	return strings.ToLower(strings.TrimSpace(name)) + ":" + strings.Join(words, " ") + "\r\n"
}
