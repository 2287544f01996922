package sign

import (
	"encoding/base64"
	"strings"
	"testing"

	"berthier/mail"
)

const plain = "text/plain; charset=utf-8"

// message1 builds a mail by hand, as other programs would: fields, then body.
func message1(contentType, body string) []byte {
	return []byte("From: ney@example.org\r\nMessage-ID: <1@example.org>\r\nContent-Type: " + contentType + "\r\n\r\n" +
		body)
}

// mixed builds a multipart mail from parts given as "headers\n\nbody".
func mixed(parts ...string) []byte {
	return message1("multipart/mixed; boundary=XX", "--XX\r\n"+strings.Join(parts, "\r\n--XX\r\n")+"\r\n--XX--\r\n")
}

func file(name string, content []byte) string {
	return "Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n" +
		"Content-Disposition: attachment; filename=\"" + name + "\"\r\n\r\n" +
		base64.StdEncoding.EncodeToString(content)
}

func crlf(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }

func mustParse(t testing.TB, raw []byte) *mail.Message {
	t.Helper()
	m, err := mail.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
