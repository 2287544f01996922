package sign

import (
	"bytes"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/ProtonMail/go-crypto/openpgp/armor"

	"berthier/mail"
)

// Obstacle is what a message holds in place of a text that can be read or verified.
type Obstacle string

// The kinds of Obstacle; "" is none.
const (
	ObstacleSMIME          Obstacle = "s/mime"           // signed, with a certificate
	ObstacleSMIMEEncrypted Obstacle = "encrypted s/mime" // RFC 8551
	ObstacleEncrypted      Obstacle = "encrypted"        // with OpenPGP
	ObstacleOpenPGP        Obstacle = "openpgp message"  // text and signature packed in one, as gpg --sign does
	ObstacleWord           Obstacle = "word"             // a file of a word processor
	ObstaclePDF            Obstacle = "pdf"
	ObstacleZip            Obstacle = "zip" // files packed into one
	ObstaclePicture        Obstacle = "picture"
	ObstacleTNEF           Obstacle = "winmail.dat" // all of a mail of Outlook in one file
	ObstacleSecret         Obstacle = "private key" // which nobody but its owner may have
	ObstacleForwarded      Obstacle = "forwarded"   // a whole mail as a file
	ObstacleUTF16          Obstacle = "utf-16"      // a text as Notepad and PowerShell write it
	ObstacleEmpty          Obstacle = "empty"       // no text, and no file
)

// encryptedPGP is the first line of an encrypted text, or of one that is packed with its signature (RFC 9580 section
// 6.2).
const encryptedPGP = "-----BEGIN PGP MESSAGE-----"

// envelopedData and authEnvelopedData are the types of encrypted contents (RFC 5652
// section 6.1, RFC 5083 section 2.1), as they stand at the beginning of one.
var (
	envelopedData     = []byte{0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x03}
	authEnvelopedData = []byte{0x06, 0x0b, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x01, 0x17}
)

// packedTypes and packedNames are those of files in which others are packed.
var (
	packedTypes = map[string]bool{"application/zip": true, "application/zip-compressed": true,
		"application/gzip": true, "application/tar": true, "application/7z-compressed": true,
		"application/rar-compressed": true, "application/vnd.rar": true}
	packedNames = map[string]bool{".zip": true, ".gz": true, ".tgz": true, ".tar": true, ".7z": true, ".rar": true}
)

// holdsSecret reports whether a message has a private key in it, in the body or in a file.
func holdsSecret(m *mail.Message) bool {
	return isPrivateKey(m.Text) ||
		slices.ContainsFunc(m.Attachments, func(a mail.Attachment) bool { return isPrivateKey(string(a.Bytes)) })
}

// IsUTF16 reports whether a text begins with a byte-order mark of UTF-16.
func IsUTF16(text []byte) bool {
	return bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff"))
}

// ObstacleOf names what stands in the way of reading a message in which Open finds
// no signature, or no text. A document or a picture is none beside the text of a turn.
func ObstacleOf(m *mail.Message) Obstacle {
	if holdsSecret(m) {
		return ObstacleSecret
	}
	texts := Texts(m)
	for _, t := range texts {
		if i := bytes.Index(t.Bytes, []byte(encryptedPGP)); i >= 0 {
			return messagePGP(t.Bytes[i:])
		}
	}
	for i := range m.Attachments {
		if o := wrapping(&m.Attachments[i]); o != "" {
			return o
		}
	}
	for _, t := range texts {
		if hasTurnStart(t.Bytes) {
			return ""
		}
	}
	if slices.ContainsFunc(m.Attachments, func(a mail.Attachment) bool { return IsUTF16(a.Bytes) }) {
		return ObstacleUTF16
	}
	for _, kind := range []Obstacle{ObstacleTNEF, ObstacleForwarded, ObstacleWord, ObstaclePDF, ObstacleZip,
		ObstaclePicture} {
		for i := range m.Attachments {
			if documentKind(&m.Attachments[i]) == kind {
				return kind
			}
		}
	}
	if len(texts) == 0 && !slices.ContainsFunc(m.Attachments, isContent) {
		return ObstacleEmpty
	}
	return ""
}

// isContent is false for what a mail program adds to a mail that it signs.
func isContent(a mail.Attachment) bool { return !strings.HasPrefix(a.Type, "application/pgp-") }

// wrapping is the way in which all of a message is signed or encrypted, if that part of it
// shows it.
func wrapping(a *mail.Attachment) Obstacle {
	switch strings.Replace(a.Type, "/x-", "/", 1) {
	case "application/pgp-encrypted":
		return packetPGP(a.Bytes)
	case "application/pkcs7-signature":
		return ObstacleSMIME
	case "application/pkcs7-mime":
		begin := a.Bytes[:min(len(a.Bytes), 64)]
		if bytes.Contains(begin, envelopedData) || bytes.Contains(begin, authEnvelopedData) {
			return ObstacleSMIMEEncrypted
		}
		return ObstacleSMIME
	}
	return ""
}

// messagePGP says whether a message of OpenPGP in its armour is encrypted.
func messagePGP(text []byte) Obstacle {
	b, err := armor.Decode(bytes.NewReader(text))
	if err != nil {
		return ObstacleEncrypted
	}
	begin := make([]byte, 1)
	if _, err := io.ReadFull(b.Body, begin); err != nil {
		return ObstacleEncrypted
	}
	return packetPGP(begin)
}

// packetPGP is messagePGP for the bytes within the armour. A message that is not encrypted begins with a packet that
// is compressed, or with a signature of one of its two forms (RFC 9580 sections 4.2, 5 and 10.3).
func packetPGP(raw []byte) Obstacle {
	if len(raw) == 0 || raw[0]&0x80 == 0 {
		return ObstacleEncrypted
	}
	tag := raw[0] & 0x3f
	if raw[0]&0x40 == 0 {
		tag >>= 2
	}
	if tag == 8 || tag == 4 || tag == 2 {
		return ObstacleOpenPGP
	}
	return ObstacleEncrypted
}

// documentKind knows a document by its type or its name: neither is always right.
func documentKind(a *mail.Attachment) Obstacle {
	switch ext := strings.ToLower(path.Ext(a.Name)); {
	case a.Type == "application/ms-tnef" || a.Type == "application/vnd.ms-tnef" || ext == ".dat" &&
		strings.EqualFold(a.Name, "winmail.dat"):
		return ObstacleTNEF
	case a.Type == "message/rfc822" || a.Type == "message/global" || ext == ".eml":
		return ObstacleForwarded
	case a.Type == "application/pdf" || ext == ".pdf":
		return ObstaclePDF
	case a.Type == "application/msword" || a.Type == "application/rtf" || a.Type == "text/rtf",
		strings.HasPrefix(a.Type, "application/vnd.openxmlformats-officedocument."),
		strings.HasPrefix(a.Type, "application/vnd.oasis.opendocument."),
		ext == ".doc" || ext == ".docx" || ext == ".odt" || ext == ".rtf" || ext == ".pages":
		return ObstacleWord
	case packedTypes[strings.Replace(a.Type, "/x-", "/", 1)] || packedNames[ext]:
		return ObstacleZip
	case strings.HasPrefix(a.Type, "image/"):
		return ObstaclePicture
	}
	return ""
}
