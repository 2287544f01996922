package respell

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-msgauth/dkim"
)

// rsaKey is the key of all mail servers: it takes time to make one.
var rsaKey = sync.OnceValues(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, 2048) })

// dkimSigned is somebody whose mail server signs.
func dkimSigned(from string, way dkim.Canonicalization) (Signer, error) {
	key, err := rsaKey()
	if err != nil {
		return Signer{}, err
	}
	public, err := x509.MarshalPKIXPublicKey(key.Public())
	_, domain, _ := strings.Cut(from, "@")
	lookup := func(name string) ([]string, error) {
		if name == "s1._domainkey."+domain {
			return []string{"v=DKIM1; p=" + base64.StdEncoding.EncodeToString(public)}, nil
		}
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
	return Signer{"dkim " + string(way), "", lookup, func(text string, at time.Time) (Letter, error) {
		raw := "From: " + from + "\r\nSubject: my  orders\r\nDate: " + at.Format(time.RFC1123Z) + "\r\n\r\n" +
			crlf(text)
		var out bytes.Buffer
		err := dkim.Sign(&out, strings.NewReader(raw), &dkim.SignOptions{
			Domain: domain, Selector: "s1", Signer: key, HeaderCanonicalization: way, BodyCanonicalization: way,
			HeaderKeys: []string{"From", "Subject", "Date", "Subject"},
		})
		header, body, _ := strings.Cut(out.String(), "\r\n\r\n")
		signature, fields, _ := strings.Cut(header, "\r\nFrom: ")
		l := dkimLetter{from, signature + "\r\n", strings.SplitAfter("From: "+fields+"\r\n", "\r\n")[:3], body,
			way == "relaxed"}
		return Letter{l.write}, err
	}}, err
}

// dkimLetter is a mail that a mail server signed.
type dkimLetter struct {
	from      string
	signature string
	signed    []string // fields
	body      string
	relaxed   bool
}

func (l dkimLetter) write(h *hand, id string) []byte {
	head, tail, _ := strings.Cut(l.signature, "b=")
	if bh, rest, ok := strings.Cut(tail, " b="); ok {
		head, tail = head+"b="+bh+" ", rest
	}
	value := strings.Join(strings.Fields(strings.TrimSuffix(strings.TrimSpace(tail), ";")), "")
	switch h.way("value", 5) {
	case 1:
		value = strings.TrimRight(strings.ReplaceAll(wrap(value, 60), "\n", "\r\n "), "\r\n ")
	case 2:
		value = strings.TrimRight(strings.ReplaceAll(wrap(value, 7), "\n", " "), " ")
	case 3:
		value = "\r\n\t" + value
	case 4: // another tag: refused
		value += "; z=1"
	}
	if strings.HasSuffix(strings.TrimSpace(l.signature), ";") {
		value += ";"
	}
	signature := head + "b=" + value + "\r\n"
	from, subject, date := l.signed[0], l.signed[1], l.signed[2]
	body := l.body
	if l.relaxed {
		from = h.pick("From", from, strings.Replace(from, "From: ", "FROM:   ", 1),
			strings.Replace(from, "From: ", "From:\r\n\t", 1), strings.Replace(from, "\r\n", "  \r\n", 1))
		subject = h.pick("Subject", subject, strings.Replace(subject, "  ", " \t ", 1),
			strings.Replace(subject, "  ", "\r\n ", 1), strings.Replace(subject, "Subject:", "sUBJECT :", 1))
		date = h.pick("Date", date, strings.Replace(date, " +", "\r\n  +", 1))
		signature = h.pick("signature", signature, strings.Replace(signature, "DKIM-Signature:", "dkim-signature: ",
			1), strings.Replace(signature, "; ", ";\r\n\t", 2), strings.ReplaceAll(signature, "; ", ";   "))
		body = h.pick("blanks", body, strings.ReplaceAll(body, " ", "   "), strings.ReplaceAll(body, " ", " \t"),
			strings.ReplaceAll(body, "\r\n", "  \r\n"))
	}
	body += h.pick("empty lines", "", "\r\n", "\r\n\r\n\r\n")
	fields := []string{signature, from, subject, date}
	switch h.way("order", 4) {
	case 1:
		fields = []string{from, subject, date, signature}
	case 2:
		fields = []string{date, subject, signature, from}
	case 3:
		fields = []string{subject, signature, from, date}
	}
	free := "Message-ID: <" + id + "@example.org>\r\n" + h.pick("To", "", "To: games+duel-1@berthier.example\r\n",
		"To: games@berthier.example\r\nCc: x@example.org\r\n")
	free += h.pick("Content-Type", "", "Content-Type: text/plain\r\n",
		"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n",
		"Content-Type: text/plain; charset=iso-8859-1\r\n", "Content-Type: text/plain; format=flowed\r\n")
	free += h.pick("field", "", "Received: from x\r\n", "X-A: b\r\n",
		"DKIM-Signature: v=1; a=rsa-sha256; d=list.example; s=x; h=from; bh=AAAA; b=AAAA\r\n",
		"Reply-To: evil@example.org\r\n", "List-Unsubscribe: <mailto:x@example.org>\r\n")
	raw := free + strings.Join(fields, "")
	if h.does("free fields below") {
		raw = strings.Join(fields, "") + free
	}
	return h.ends(raw + "\r\n" + body)
}
