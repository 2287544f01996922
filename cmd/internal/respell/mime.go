package respell

import (
	"encoding/base64"
	"mime/quotedprintable"
	"strings"
)

// crlf gives a text the line ends of mails.
func crlf(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\n", "\r\n")
}

// wrap cuts into lines.
func wrap(s string, width int) string {
	var out strings.Builder
	for len(s) > width {
		out.WriteString(s[:width] + "\n")
		s = s[width:]
	}
	return out.String() + s + "\n"
}

// header is what stands above a mail and is not signed, but by DKIM.
func (h *hand) header(from, id string) string {
	out := h.pick("field above", "", "Received: from x by y; Mon, 2 Dec 2030 08:00:00 +0000\r\n",
		"X-Spam: no\r\nX-Spam: yes\r\n", "Return-Path: <a@example.org>\r\n")
	out += h.pick("From", "From: ", "from: ", "FROM: \"Some Body\"\r\n ") + h.pick("author", from, "<"+from+">") +
		"\r\n"
	out += "To: games+duel-1@berthier.example\r\n"
	out += h.pick("Subject", "Subject: my orders\r\n", "", "Subject: =?utf-8?q?Re=3A_orders?=\r\n",
		"Subject: Fwd: [duel-1] x\r\n")
	out += h.pick("Date", "", "Date: Mon, 2 Dec 2030 08:00:00 +0000\r\n", "Date: Mon, 2 Dec 1999 08:00:00 +0000\r\n")
	return out + "Message-ID: <" + id + "@example.org>\r\nMIME-Version: 1.0\r\n"
}

// text is an entity of text/plain with what can be done to it on the way.
func (h *hand) text(body, more string) string {
	kind := h.pick("charset", "text/plain; charset=utf-8", "text/plain; charset=\"UTF-8\"",
		"text/plain; charset=us-ascii", "text/plain", "text/plain; charset=iso-8859-1; x=y",
		"Text/Plain;\r\n\tCHARSET=utf-8")
	return "Content-Type: " + kind + "\r\n" + more + h.encoded(body)
}

func (h *hand) encoded(body string) string {
	body = crlf(body)
	switch h.way("transfer encoding", 5) {
	case 1:
		return "Content-Transfer-Encoding: base64\r\n\r\n" +
			crlf(wrap(base64.StdEncoding.EncodeToString([]byte(body)), 76))
	case 2:
		return "Content-Transfer-Encoding: base64\r\n\r\n" +
			crlf(wrap(base64.StdEncoding.EncodeToString([]byte(body)), 60))
	case 3:
		var out strings.Builder
		w := quotedprintable.NewWriter(&out)
		if _, err := w.Write([]byte(body)); err != nil {
			panic(err) // a strings.Builder takes everything
		}
		if err := w.Close(); err != nil {
			panic(err)
		}
		return "Content-Transfer-Encoding: quoted-printable\r\n\r\n" + out.String()
	case 4:
		return "Content-Transfer-Encoding: 8bit\r\n\r\n" + body
	}
	return "\r\n" + body
}

// file is an attached file. Its bytes stay as they are.
func (h *hand) file(name, data string) string {
	kind := h.pick("type of file", "application/octet-stream", "text/plain", "application/x-orders; a=b")
	head := "Content-Type: " + kind + "\r\nContent-Disposition: attachment; filename=\"" + name +
		"\"\r\nContent-Transfer-Encoding: base64\r\n\r\n"
	return head + crlf(wrap(base64.StdEncoding.EncodeToString([]byte(data)),
		[]int{76, 40, 64}[h.way("width of file", 3)]))
}

// mixed is a mail of several parts.
func (h *hand) mixed(kind string, parts ...string) string {
	b := h.pick("boundary", "b", "=_another", "x.y")
	out := "Content-Type: " + kind + "; boundary=\"" + b + "\"\r\n\r\n" + h.pick("preamble", "", "This is MIME.\r\n")
	for _, p := range parts {
		out += "--" + b + "\r\n" + p + "\r\n"
	}
	return out + "--" + b + "--\r\n" + h.pick("epilogue", "", "the end\r\n")
}

// around puts words before and behind what is signed in a body.
func (h *hand) around(body string) string {
	before := h.pick("greeting", "", "Dear Sir,\n\n", "game: evil\nside: Red\n\n", "\n\n\n")
	after := h.pick("footer", "", "\n-- \nlist footer\n", "\ngame: evil\nend\n", "\n\n")
	return before + body + after
}

// ends makes the line ends of the whole mail others.
func (h *hand) ends(raw string) []byte {
	if h.does("LF in the mail") {
		raw = strings.ReplaceAll(raw, "\r\n", "\n")
	}
	return []byte(raw)
}
