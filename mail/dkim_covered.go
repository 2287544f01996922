package mail

import (
	"bytes"
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
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

// covered gives what is hashed for the signature over the header (RFC 6376
// section 3.7), which names the hash of the body, and the value of the signature.
func (m dkimMail) covered(signature string) (Covered, error) {
	canonical := func(field string) string { return field }
	if header, _, _ := strings.Cut(dkimTag(signature, "c"), "/"); header == "relaxed" {
		canonical = relaxedField
	}
	var all strings.Builder
	for _, f := range m.signed(signature) {
		all.WriteString(canonical(f))
	}
	all.WriteString(strings.TrimRight(canonical(dkimValue.ReplaceAllString(signature, "$1")), "\r\n"))
	value, err := base64.StdEncoding.DecodeString(dkimTag(signature, "b"))
	return Covered{Bytes: []byte(all.String()), Value: value}, err
}

// relaxedField is the relaxed form of a header field (RFC 6376 section 3.4.2).
func relaxedField(field string) string {
	name, value, _ := strings.Cut(field, ":")
	words := strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(" \t\r\n", r) })
	return strings.ToLower(strings.TrimSpace(name)) + ":" + strings.Join(words, " ") + "\r\n"
}
