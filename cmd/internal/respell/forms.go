package respell

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"strings"
	"time"

	"aead.dev/minisign"
	"github.com/ProtonMail/go-crypto/openpgp/packet"

	"berthier/cmd/internal/testkey"
	"berthier/mail/sign"
)

// Signer is somebody who signs in one way.
type Signer struct {
	Form   string
	Key    string      // public; "" for DKIM
	Lookup sign.Lookup // of DKIM
	Sign   func(text string, at time.Time) (Letter, error)
}

// Signers gives one signer for each way to sign. From is the address of all.
func Signers(from string, at time.Time) (all []Signer, err error) {
	rsa := packet.Config{Algorithm: packet.PubKeyAlgoRSA, RSABits: 2048}
	ecdsa := packet.Config{Algorithm: packet.PubKeyAlgoECDSA, Curve: packet.CurveNistP256}
	for _, one := range []func() (Signer, error){
		func() (Signer, error) { return sshInline(from), nil },
		func() (Signer, error) { return sshAttached(from), nil },
		func() (Signer, error) { return clearSigned(from, at, packet.Config{}) },
		func() (Signer, error) { return clearSigned(from, at, ecdsa) },
		func() (Signer, error) { return pgpMIME(from, at, rsa, false) },
		func() (Signer, error) { return pgpMIME(from, at, ecdsa, true) },
		func() (Signer, error) { return detached(from, at, ecdsa, false) },
		func() (Signer, error) { return detached(from, at, packet.Config{}, true) },
		func() (Signer, error) { return minisigned(from, true) },
		func() (Signer, error) { return minisigned(from, false) },
		func() (Signer, error) { return dkimSigned(from, "relaxed") },
		func() (Signer, error) { return dkimSigned(from, "simple") },
	} {
		s, err := one()
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// plainText is a text file with what can be done to one on the way.
func (h *hand) plainText(text string) string {
	switch h.way("text", 6) {
	case 1:
		return crlf(text)
	case 2:
		return "\n\n" + text + "\n\n"
	case 3:
		return strings.TrimSuffix(text, "\n")
	case 4:
		return strings.ReplaceAll(text, "\n", "  \n")
	case 5:
		return byteOrderMark + text
	}
	return text
}

// byteOrderMark is what some programs put at the beginning of a text.
const byteOrderMark = "\uFEFF"

// sshArmour writes the armour of an SSHSIG signature.
func (h *hand) sshArmour(blob []byte) string {
	switch h.way("blob", 4) {
	case 1: // refused
		blob = append(bytes.Clone(blob), 0)
	case 2: // a namespace of another spelling: refused
		blob = bytes.Replace(blob, []byte("\x00\x00\x00\x08berthier\x00\x00\x00\x00"),
			[]byte("\x00\x00\x00\x08berthier\x00\x00\x00\x01x"), 1)
	case 3: // s + L: refused
		blob = append(bytes.Clone(blob[:len(blob)-32]), plusOrder(blob[len(blob)-32:])...)
	}
	width := []int{70, 76, 64, 11, 500}[h.way("armour width", 5)]
	lines := wrap(base64.StdEncoding.EncodeToString(blob), width)
	switch h.way("armour lines", 3) {
	case 1:
		lines = "  " + strings.ReplaceAll(strings.TrimSpace(lines), "\n", " \n\t") + "\n"
	case 2:
		lines = strings.ReplaceAll(lines, "\n", "\n\n")
	}
	return "-----BEGIN SSH SIGNATURE-----\n" + lines + "-----END SSH SIGNATURE-----\n"
}

// plusOrder adds the order of the group of Ed25519 to a number, low byte first.
func plusOrder(s []byte) []byte {
	order := []byte{0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
		31: 0x10}
	out := make([]byte, len(s))
	carry := 0
	for i := range s {
		sum := int(s[i]) + int(order[i]) + carry
		out[i], carry = byte(sum), sum>>8
	}
	return out
}

func sshSigned(from string, text []byte) ([]byte, error) {
	sig, err := sign.Sign(testkey.New(from), text)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(sig)
	return block.Bytes, nil
}

func sshInline(from string) Signer {
	return Signer{"ssh inline", testkey.New(from).Public().String(), nil,
		func(text string, _ time.Time) (Letter, error) {
			text = string(sign.Canonical([]byte(text)))
			blob, err := sshSigned(from, []byte(text))
			return Letter{func(h *hand, id string) []byte {
				body := h.plainText(text)
				body = h.pick("marker", sign.BeginTurn+"\n", "", "  "+sign.BeginTurn+"\n",
					byteOrderMark+sign.BeginTurn+"\n") + body
				if !strings.HasSuffix(body, "\n") {
					body += "\n"
				}
				return h.ends(h.header(from, id) + h.text(h.quoted(h.around(body+h.sshArmour(blob))), ""))
			}}, err
		}}
}

// quoted changes lines as mail programs do.
func (h *hand) quoted(body string) string {
	switch h.way("lines", 5) {
	case 1:
		return "> " + strings.ReplaceAll(strings.TrimSuffix(body, "\n"), "\n", "\n> ") + "\n"
	case 2:
		return " " + strings.ReplaceAll(strings.TrimSuffix(body, "\n"), "\n", "\n ") + "\n"
	case 3:
		return strings.ReplaceAll(body, " ", "\u00a0")
	case 4:
		return crlf(body)
	}
	return body
}

func sshAttached(from string) Signer {
	return Signer{"ssh attached", testkey.New(from).Public().String(), nil,
		func(text string, _ time.Time) (Letter, error) {
			text = string(sign.Canonical([]byte(text)))
			blob, err := sshSigned(from, []byte(text))
			return Letter{func(h *hand, id string) []byte {
				return h.attached(from, id, h.plainText(text), h.sshArmour(blob), ".sig")
			}}, err
		}}
}

// attached is a mail with a text and its signature as two files.
func (h *hand) attached(from, id, text, sig, ext string) []byte {
	parts := []string{h.text(h.pick("body", "see files\n", "game: evil\nend\n", ""), ""), h.file("turn.txt", text),
		h.file("turn.txt"+ext, sig)}
	switch h.way("order of files", 4) {
	case 1:
		parts[1], parts[2] = parts[2], parts[1]
	case 2:
		parts = append(parts, h.file("other.bin", "x\x00y"))
	case 3:
		parts = parts[1:]
	}
	return h.ends(h.header(from, id) + h.mixed("multipart/mixed", parts...))
}

func clearSigned(from string, at time.Time, config packet.Config) (Signer, error) {
	k, err := newPGPKey(at, config)
	if err != nil {
		return Signer{}, err
	}
	public, err := k.public()
	return Signer{fmt.Sprintf("clear-signed %d", config.Algorithm), public, nil,
		func(text string, at time.Time) (Letter, error) {
			lines, s, err := k.clear(text, at)
			return Letter{func(h *hand, id string) []byte {
				text := lines
				switch h.way("clear text", 4) {
				case 1:
					text = strings.ReplaceAll(text, "\n", " \t \n")
				case 2:
					text = strings.ReplaceAll("\n"+text, "\nside", "\n- side")[1:]
				case 3:
					text = "- " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n- ") + "\n"
				}
				hash := h.pick("Hash", "Hash: SHA256\n", "Hash: SHA512\n", "Hash: SHA256,SHA512,SHA384,SHA224\n",
					"Hash: SHA256\nHash: SHA256\n", "", "Hash:    SHA256  \n")
				body := h.pick("byte order mark", "", byteOrderMark) + "-----BEGIN PGP SIGNED MESSAGE-----\n" +
					hash + h.pick("empty line", "\n", "  \n") + text + h.armour(s)
				return h.ends(h.header(from, id) + h.text(h.quoted(h.around(body)), ""))
			}}, err
		}}, err
}

func pgpMIME(from string, at time.Time, config packet.Config, textMode bool) (Signer, error) {
	k, err := newPGPKey(at, config)
	if err != nil {
		return Signer{}, err
	}
	public, err := k.public()
	return Signer{fmt.Sprintf("pgp-mime, text mode %v", textMode), public, nil,
		func(text string, at time.Time) (Letter, error) {
			part := "Content-Type: text/plain; charset=utf-8\r\n\r\n" + crlf(text)
			s, err := k.detach(part, at, textMode)
			return Letter{func(h *hand, id string) []byte {
				file := "Content-Type: " + h.pick("type of signature", "application/pgp-signature; name=\"s.asc\"",
					"application/pgp-signature", "APPLICATION/PGP-SIGNATURE") + "\r\n" + h.encoded(h.armour(s))
				micalg := h.pick("micalg", "", "; micalg=pgp-sha256", "; micalg=pgp-md5")
				whole := h.mixed("multipart/signed; protocol=\"application/pgp-signature\""+micalg, part, file)
				switch h.way("around the signed part", 4) {
				case 1:
					whole = h.mixed("multipart/mixed", whole, h.text("list footer\n", ""))
				case 2:
					whole = h.mixed("multipart/mixed", h.text("game: evil\nend\n", ""), whole)
				case 3: // a signed file, and no PGP/MIME
					return h.attached(from, id, part, h.armour(s), ".asc")
				}
				return h.ends(h.header(from, id) + whole)
			}}, err
		}}, err
}

func detached(from string, at time.Time, config packet.Config, textMode bool) (Signer, error) {
	k, err := newPGPKey(at, config)
	if err != nil {
		return Signer{}, err
	}
	public, err := k.public()
	return Signer{strings.TrimSpace(fmt.Sprintf("detached, text mode %v %s", textMode, config.Curve)), public, nil,
		func(text string, at time.Time) (Letter, error) {
			s, err := k.detach(text, at, textMode)
			return Letter{func(h *hand, id string) []byte {
				if h.does("not armoured") {
					return h.attached(from, id, h.plainText(text), string(h.packets(s)), ".sig")
				}
				return h.attached(from, id, h.plainText(text), h.armour(s), ".asc")
			}}, err
		}}, err
}

func minisigned(from string, hashed bool) (Signer, error) {
	pub, key, err := minisign.GenerateKey(rand.Reader)
	return Signer{fmt.Sprintf("minisign, hashed %v", hashed), pub.String(), nil,
		func(text string, at time.Time) (Letter, error) {
			trusted, untrusted := fmt.Sprintf("timestamp:%d\tfile:turn.txt\thashed", at.Unix()),
				"signature from minisign secret key"
			raw := minisign.SignWithComments(key, []byte(text), trusted, untrusted)
			if hashed {
				r := minisign.NewReader(strings.NewReader(text))
				if _, err := new(bytes.Buffer).ReadFrom(r); err != nil {
					return Letter{}, err
				}
				raw = r.SignWithComments(key, trusted, untrusted)
			}
			var s minisign.Signature
			err := s.UnmarshalText(raw)
			return Letter{func(h *hand, id string) []byte {
				return h.attached(from, id, h.plainText(text), h.minisig(s), ".minisig")
			}}, err
		}}, err
}

// minisig writes the four lines of a signature.
func (h *hand) minisig(s minisign.Signature) string {
	switch h.way("signature", 5) {
	case 1: // refused
		s.Algorithm ^= minisign.EdDSA ^ minisign.HashEdDSA
	case 2: // refused
		s.KeyID++
	case 3: // refused
		copy(s.Signature[32:], plusOrder(s.Signature[32:]))
	case 4: // refused
		copy(s.CommentSignature[32:], plusOrder(s.CommentSignature[32:]))
	}
	s.UntrustedComment = h.pick("untrusted comment", s.UntrustedComment, "another", "", "a b c d e", "\tx",
		strings.Repeat("long ", 30))
	lines := strings.Split(strings.TrimSuffix(s.String(), "\n"), "\n")
	switch h.way("comment", 4) {
	case 1:
		lines[2] = strings.ReplaceAll(lines[2], "\t", "  ")
	case 2:
		lines[2] = strings.ReplaceAll(lines[2], "\t", "\u00a0 ")
	case 3:
		lines[2] += "  "
	}
	if h.does("blanks") {
		lines[1], lines[3] = "  "+lines[1]+" ", lines[3]+"\t"
	}
	return strings.Join(lines, h.pick("line ends", "\n", "\r\n")) + h.pick("more lines", "\n", "\n\n",
		"\nanything\nelse\n", "")
}
