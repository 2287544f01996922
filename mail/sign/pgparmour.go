package sign

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"

	"berthier/mail"
)

// blockPGP finds the armour that begins in line i, and whether it ends a
// clear-signed text.
func blockPGP(lines [][]byte, from, i int) (b block, end int, ok bool) {
	prefix, ok := marker(lines[i], beginPGPSignature)
	if !ok {
		return b, i, false
	}
	end = endOf(lines, i, endPGPSignature)
	b = block{armour: cleanPGPArmour(lines[i+1:max(end, i+1)], prefix), quoted: isQuote(prefix)}
	for c := i - 1; c >= from; c-- {
		if begin, ok := marker(lines[c], beginPGPClear); ok {
			b.clear, b.texts = true, [][]byte{unquote(lines[c+1:i], begin)}
			return b, end, true
		}
	}
	b.texts = textsBefore(lines[from:i], prefix)
	return b, end, true
}

// filePGP gives what gpg --detach-sign writes without --armor an armour.
func filePGP(raw []byte) []byte {
	if b := beginsWith(raw, beginPGPSignature); b != nil {
		return b
	}
	// An old or a new packet header of a signature (RFC 9580 section 4.2).
	if len(raw) < 2 || len(raw) > maxArmourLines*48 || raw[0] != 0xc2 && raw[0]&^3 != 0x88 {
		return nil
	}
	text := []byte(armour(openpgp.SignatureType, raw) + "\n")
	if _, _, no := pgpSignatures(text); no != nil {
		return nil // a picture may begin like that too
	}
	return text
}

// cleanPGPArmour rebuilds an armour from lines that a mail program may have indented, quoted
// or wrapped anew, and leaves out the header lines, which prove nothing. The checksum is made anew: nobody checks it,
// but gpg does not read every block without one.
func cleanPGPArmour(lines [][]byte, prefix string) []byte {
	text := string(unquote(lines, prefix))
	var digits string
	header := strings.Contains(firstLine(text), ":")
	for l := range strings.Lines(text) {
		l = noBlanks([]byte(l))
		switch {
		case header:
			header = l != ""
		case len(l) == 5 && l[0] == '=':
		default:
			digits += l
		}
	}
	raw, err := base64.StdEncoding.DecodeString(digits)
	if err != nil {
		return []byte(beginPGPSignature + "\n\n" + wrapped(digits) + endPGPSignature + "\n")
	}
	return []byte(armour(openpgp.SignatureType, raw) + "\n")
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(text, " \t\r\n"), "\n")
	return line
}

// claimPGP compares key IDs alone: to read all keys of all players for each
// signature would be a lot of work.
func claimPGP(armoured []byte) (claim, *refusal) {
	_, sigs, no := pgpSignatures(armoured)
	if no != nil {
		return claim{}, no
	}
	var parts []string
	for _, s := range sigs {
		parts = append(parts, partOf(namePGP, numberID(*s.IssuerKeyId)))
	}
	return claim{name: pgpIssuer(sigs), armour: armoured, parts: parts}, nil
}

// pgpSignatures reads the signature packets of an armoured block.
func pgpSignatures(armoured []byte) (raw []byte, sigs []*packet.Signature, no *refusal) {
	raw, err := dearmour(string(armoured), openpgp.SignatureType)
	if err != nil {
		return nil, nil, &refusal{FaultUnreadable, err.Error()}
	}
	packets := packet.NewReader(bytes.NewReader(raw))
	for {
		p, err := packets.NextWithUnsupported()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, &refusal{FaultUnreadable, err.Error()}
		}
		if u, ok := p.(*packet.UnsupportedPacket); ok {
			if _, ok := u.IncompletePacket.(*packet.Signature); ok &&
				strings.Contains(u.Error.Error(), "hash function") {
				return nil, nil, &refusal{FaultWeak, "it was made with MD5 or another hash that is not accepted"}
			}
			return nil, nil, &refusal{FaultUnreadable, u.Error.Error()}
		}
		sig, ok := p.(*packet.Signature)
		if !ok || sig.IssuerKeyId == nil {
			return nil, nil, &refusal{FaultUnreadable, "not a signature that names its key"}
		}
		sigs = append(sigs, sig)
	}
	if len(sigs) == 0 || len(sigs) > maxSignatures {
		return nil, nil, &refusal{FaultUnreadable, fmt.Sprintf("the block holds %d signatures", len(sigs))}
	}
	return raw, sigs, nil
}

// pgpIssuer names the key that a signature block says it was made with.
func pgpIssuer(sigs []*packet.Signature) string {
	if fp := sigs[0].IssuerFingerprint; len(fp) > 0 {
		return fmt.Sprintf("%s 0x%X", namePGP, fp)
	}
	return fmt.Sprintf("%s 0x%016X", namePGP, *sigs[0].IssuerKeyId)
}

// dearmour gives the bytes of an armoured block.
func dearmour(text, kind string) ([]byte, error) {
	block, err := armor.Decode(strings.NewReader(text))
	if err != nil {
		return nil, errors.New("the armoured block is damaged")
	}
	if block.Type != kind {
		return nil, fmt.Errorf("want a %s, got a %s", kind, mail.Clip(mail.OneLine(block.Type), 40))
	}
	raw, err := io.ReadAll(block.Body)
	if err != nil {
		return nil, fmt.Errorf("the armoured block is damaged: %w", err)
	}
	return raw, nil
}

// armour writes a block without header lines, which prove nothing.
func armour(kind string, raw []byte) string {
	var out strings.Builder
	w, err := armor.Encode(&out, kind, nil)
	if err == nil {
		_, err = w.Write(raw)
		err = errors.Join(err, w.Close())
	}
	if err != nil {
		panic(err) // a strings.Builder takes everything
	}
	return strings.TrimSpace(out.String())
}
